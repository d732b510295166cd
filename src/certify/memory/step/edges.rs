//! Where control goes on behind a block: what must be the same there.

use rustc_hash::FxHashSet;

use super::Step;
use crate::bv::{Op, Term, Value};
use crate::certify::memory::Unproved;
use crate::certify::memory::objects::bits;
use crate::certify::memory::resolved::odd;
use crate::program::{AllocationSiteId, BlockId, Held, Operand, Terminator};

/// What holds of instances of sites that fill with zeros.
pub(super) const UNUSED: &str = "what was not allocated yet is zero";

impl Step<'_, '_> {
    /// That instances that were not used hold zeros, of sites whose use is known in a state: of the
    /// one now, or as it is behind an edge.
    pub(super) fn unused(&mut self, held: &[(Held, Operand)]) -> Vec<Term> {
        let mut all = vec![];
        let known: FxHashSet<AllocationSiteId> = held
            .iter()
            .filter_map(|(part, operand)| match part {
                Held::Used(site) if self.is_there(operand) => Some(*site),
                _ => None,
            })
            .collect();
        for (part, operand) in held {
            let Held::Bytes(at) = *part else { continue };
            let Some(&site) = self.steps.sites.get(&at.object) else { continue };
            if !known.contains(&site)
                || !self.steps.zeroed.contains(&site)
                || !self.is_there(operand)
            {
                continue;
            }
            let instances = &self.source.memory.sites[site].instances;
            let index = instances.iter().position(|&object| object == at.object).unwrap_or(0);
            let used = self.objects.used(&mut self.terms, site);
            let width = self.terms.store.width(used);
            let index = self.terms.number(width, index as u64);
            let was_used = self.terms.app(Op::Ult, &[index, used]);
            let word = self.objects.read(&mut self.terms, at);
            let zero = self.terms.constant(&Value::zero(bits(at.count)));
            let holds = self.terms.eq(word, zero);
            all.push(self.terms.or(was_used, holds));
        }
        all
    }

    /// Both programs go on to the same block, and belong together there.
    pub(super) fn leave(&mut self) -> Result<(), Unproved> {
        let claims = self.steps.facts.claims;
        let here = &self.source.blocks[self.block].terminator;
        let there = &claims.resolved.blocks[self.resolved.tail].terminator;
        match (here, there) {
            (Terminator::End(_), _) => return Ok(()),
            (Terminator::Goal(goal), Terminator::Goal(other)) if goal == other => return Ok(()),
            (Terminator::Goal(_), _) | (_, Terminator::Goal(_) | Terminator::End(_)) => {
                return Err(odd());
            }
            _ => {}
        }
        let (defined, told) = (self.defined, self.told.clone());
        for to in here.successors() {
            let read = here.operand().map(|read| self.operand(read)).transpose()?;
            let taken = self.taken_to(here, read, to);
            let other = there.operand().map(|read| self.resolved.operand(read, &mut self.terms));
            let goes = self.taken_to(there, other, to);
            self.defined = self.terms.and(defined, taken);
            self.claim("both go on to the same block", goes);
            if !self.terms.store.as_const(goes).is_some_and(Value::is_zero) {
                self.arrive(to)?;
            }
            self.defined = defined;
            self.told.clone_from(&told);
        }
        Ok(())
    }

    /// Whether control goes on to a block.
    fn taken_to(&mut self, terminator: &Terminator, read: Option<Term>, to: BlockId) -> Term {
        let terms = &mut self.terms;
        match (terminator, read) {
            (Terminator::Goto(target), _) => terms.bool(*target == to),
            (Terminator::Branch { then, otherwise, .. }, Some(cond)) => {
                if *then == to {
                    cond
                } else if *otherwise == to {
                    terms.not(cond)
                } else {
                    terms.bool(false)
                }
            }
            (Terminator::Switch { cases, default, .. }, Some(value)) => {
                let (mut some, mut none) = (terms.bool(false), terms.bool(true));
                for (case, target) in cases {
                    let case = terms.constant(case);
                    let here = terms.eq(value, case);
                    if *target == to {
                        some = terms.or(some, here);
                    }
                    let not = terms.not(here);
                    none = terms.and(none, not);
                }
                if *default == to { terms.or(some, none) } else { some }
            }
            _ => terms.bool(false),
        }
    }

    /// What must be the same behind the phis of the block that control goes on to.
    fn arrive(&mut self, to: BlockId) -> Result<(), Unproved> {
        let claims = self.steps.facts.claims;
        for phi in &self.source.blocks[to].phis {
            let incoming = phi.incoming.iter().find(|(from, _)| *from == self.block);
            let (Some((_, operand)), Some(other)) = (incoming, self.steps.stands_for(phi.dest)?)
            else {
                continue;
            };
            let here = self.known(operand)?.0;
            let shape = &self.steps.shape;
            let there = self.resolved.behind(&other, to, shape, &mut self.terms)?;
            let same = self.terms.eq(here, there);
            self.claim("a value is the same behind a join", same);
        }
        for (part, operand) in &claims.held[to] {
            if !self.is_there(operand) {
                continue;
            }
            let shape = &self.steps.shape;
            let there = self.resolved.behind(operand, to, shape, &mut self.terms)?;
            let here = self.objects.held(&mut self.terms, *part);
            let same = self.terms.eq(here, there);
            self.claim("memory holds the same", same);
        }
        for unused in self.unused(&claims.held[to]) {
            if !self.given.contains(&unused) {
                self.claim(UNUSED, unused);
            }
        }
        Ok(())
    }
}
