//! Conflict analysis: the clause of the first unique implication point (GRASP, Chaff),
//! minimised by its own literals (Sörensson, Biere: Minimizing Learned Clauses, SAT
//! 2009), and the failed assumptions.

use super::clauses::Ref;
use super::{BASE, Cone, GUARD};
use crate::cnf::{Lit, Var};
use crate::sat::ALWAYS;
#[cfg(debug_assertions)]
use crate::support::limits;

impl Cone {
    /// Learns from a broken clause above level 0, and goes back to where the new clause
    /// decides something. Says whether the search may go on: not if the temporary clause
    /// alone is contradictory.
    pub(super) fn learn(&mut self, conflict: Ref) -> bool {
        let mut learned = vec![GUARD.lit()];
        // The last frame of what is learned.
        let mut last = ALWAYS;
        let (mut reason, mut uip) = (conflict, None);
        let mut open = 0;
        let mut place = self.trail.len();
        loop {
            last = last.min(self.clauses.last(reason));
            for at in 0..self.clauses.get(reason).len() {
                let lit = self.clauses.get(reason)[at];
                let var = lit.var().0 as usize;
                if Some(lit) == uip || self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                if self.holds_in_frame(lit.var()) {
                    last = last.min(self.lasts[var]);
                    continue;
                }
                self.seen[var] = true;
                self.order.bump(lit.var());
                if self.levels[var] == self.level() {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = loop {
                place -= 1;
                if self.seen[self.trail[place].var().0 as usize] {
                    break self.trail[place];
                }
            };
            uip = Some(lit);
            open -= 1;
            if open == 0 {
                learned[0] = !lit;
                break;
            }
            self.seen[lit.var().0 as usize] = false;
            reason = self.reasons[lit.var().0 as usize];
        }
        self.order.decay();
        let all = learned.clone();
        let mut first = true;
        learned.retain(|&lit| {
            std::mem::take(&mut first)
                || self.implied_up_to(lit).is_none_or(|up_to| {
                    last = last.min(up_to);
                    false
                })
        });
        all.iter().for_each(|lit| self.seen[lit.var().0 as usize] = false);

        #[cfg(debug_assertions)]
        assert!(
            self.clauses.len() > limits::CONE_CHECKED
                || self.follows_by_propagation(&learned, last),
            "a learned clause does not follow: {learned:?}"
        );
        let level = |lit: &Lit| self.levels[lit.var().0 as usize];
        let back = match (1..learned.len()).max_by_key(|&place| level(&learned[place])) {
            Some(place) => {
                learned.swap(1, place);
                level(&learned[1])
            }
            None if last == ALWAYS => 0,
            None => BASE,
        };
        let mut levels: Vec<u32> = learned.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        self.backtrack(back);
        if let [unit] = learned[..] {
            if unit.var() == GUARD {
                return false;
            }
            self.assign(unit, Ref::NONE);
            if last != ALWAYS {
                self.facts.add(unit, last);
                self.lasts[unit.var().0 as usize] = last;
            }
        } else {
            let new = self.clauses.push(&learned, levels.len() as u32, last);
            if learned.iter().any(|lit| lit.var() == GUARD) {
                self.temporary.push(new);
            }
            self.assign(learned[0], new);
        }
        true
    }

    /// Whether a variable's value is one of [`super::frames::Facts`].
    fn holds_in_frame(&self, var: Var) -> bool {
        let var = var.0 as usize;
        self.levels[var] == BASE && self.reasons[var] == Ref::NONE
    }

    /// Up to which frame the other literals of the clause being learned imply this one, if they
    /// do.
    fn implied_up_to(&self, lit: Lit) -> Option<u32> {
        let reason = self.reasons[lit.var().0 as usize];
        if reason == Ref::NONE {
            return None;
        }
        let mut last = self.clauses.last(reason);
        for other in self.clauses.get(reason) {
            let var = other.var().0 as usize;
            if other.var() == lit.var() || self.seen[var] || self.levels[var] == 0 {
                continue;
            }
            if !self.holds_in_frame(other.var()) {
                return None;
            }
            last = last.min(self.lasts[var]);
        }
        Some(last)
    }

    /// Finds the assumptions that make the assumption `lit` false.
    pub(super) fn explain_failure(&mut self, lit: Lit) {
        self.core.push(lit);
        if self.levels[lit.var().0 as usize] > BASE {
            self.seen[lit.var().0 as usize] = true;
            for place in (self.marks[BASE as usize]..self.trail.len()).rev() {
                let lit = self.trail[place];
                let var = lit.var().0 as usize;
                if !std::mem::take(&mut self.seen[var]) {
                    continue;
                }
                if self.reasons[var] == Ref::NONE {
                    self.core.push(lit);
                    continue;
                }
                for other in self.clauses.get(self.reasons[var]) {
                    let other = other.var().0 as usize;
                    if other != var && self.levels[other] > BASE {
                        self.seen[other] = true;
                    }
                }
            }
        }
        self.core.retain(|lit| lit.var() != GUARD);
        self.core.iter().for_each(|lit| self.failed[lit.code()] = true);
    }
}
