//! What the program without operations on memory does in one block of the source: the block of the
//! same number and the pieces that were cut off behind checks, up to where the source goes on.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unproved;
use super::terms::Terms;
use crate::bv::Term;
use crate::program::{
    BlockId, Correspondence, EndKind, GoalId, GoalKind, Instr, Operand, Program, Terminator,
    ValueId,
};
use crate::support::IndexVec;

/// The shape of the resolved program.
pub(super) struct Shape {
    /// The blocks of the source that it can reach.
    pub reached: IndexVec<BlockId, bool>,
    /// The block of the source in which a value is defined.
    pub homes: FxHashMap<ValueId, BlockId>,
    /// The blocks of the source that it may go on to from each: a run of the source that belongs
    /// to one of its goes on to no other.
    pub successors: IndexVec<BlockId, Vec<BlockId>>,
}

impl Shape {
    /// # Errors
    /// If a piece is not where one is expected.
    pub fn new(source: &Program, claims: &Correspondence) -> Result<Self, Unproved> {
        let resolved = &claims.resolved;
        let goals = source.goals.as_slice();
        let same = resolved.entry == source.entry
            && resolved.folded == source.folded
            && resolved.goals.as_slice().get(..goals.len()) == Some(goals);
        if !same {
            return Err(odd());
        }
        let mut reached = IndexVec::filled(false, source.blocks.len());
        let mut homes = FxHashMap::default();
        let mut successors = IndexVec::filled(vec![], source.blocks.len());
        for block in resolved.reverse_postorder() {
            if reached.get(block).is_none() {
                continue;
            }
            reached[block] = true;
            for piece in pieces(claims, source, block)? {
                if piece == claims.tails[block] {
                    successors[block] = resolved.blocks[piece].terminator.successors();
                }
                let piece = &resolved.blocks[piece];
                let phis = piece.phis.iter().map(|phi| phi.dest);
                for dest in phis.chain(piece.instrs.iter().filter_map(Instr::dest)) {
                    if homes.insert(dest, block).is_some() {
                        return Err(odd());
                    }
                }
            }
        }
        let is_of_source = |to: &BlockId| source.blocks.get(*to).is_some();
        if !successors.iter().flatten().all(is_of_source) {
            return Err(odd());
        }
        Ok(Self { reached, homes, successors })
    }
}

/// What is resolved is not of the shape that the claims say.
pub(super) fn odd() -> Unproved {
    Unproved::refuted("the program without memory is not made as it was expected")
}

/// The pieces that a block of the source became, in order. The last is where it ends now, unless
/// each run ends before.
fn pieces(
    claims: &Correspondence,
    source: &Program,
    block: BlockId,
) -> Result<Vec<BlockId>, Unproved> {
    let blocks = &claims.resolved.blocks;
    let mut all = vec![block];
    let mut at = block;
    while at != claims.tails[block] {
        let is_new = |to: &BlockId| source.blocks.get(*to).is_none();
        let next = blocks[at].terminator.successors().into_iter().filter(is_new);
        let goes_on = |&to: &BlockId| to == claims.tails[block] || !ends(&blocks[to].terminator);
        let mut on = next.filter(goes_on);
        let Some(next) = on.next() else { break };
        if on.next().is_some() || all.contains(&next) {
            return Err(odd());
        }
        all.push(next);
        at = next;
    }
    Ok(all)
}

fn ends(terminator: &Terminator) -> bool {
    matches!(terminator, Terminator::Goal(_) | Terminator::End(_))
}

/// Whether nothing is proved as long as a run may get to this goal.
fn makes_unknown(claims: &Correspondence, goal: GoalId) -> bool {
    match claims.resolved.goals[goal].kind {
        GoalKind::Unsupported(_) | GoalKind::Bound(_) => true,
        GoalKind::Check(_) | GoalKind::Cover(_) => false,
    }
}

/// What a block of the source became, in terms.
pub(super) struct Resolved<'a> {
    claims: &'a Correspondence,
    values: FxHashMap<ValueId, Term>,
    /// The inputs that it reads.
    pub inputs: FxHashSet<ValueId>,
    /// The conditions under which the run has not ended; none if it always does.
    pub goes_on: Option<Vec<Term>>,
    /// The last of its blocks.
    pub tail: BlockId,
}

impl<'a> Resolved<'a> {
    /// Walks it. Values from elsewhere are arbitrary.
    ///
    /// # Errors
    /// If a run may end in it that exists in the source: where the model chose what is excluded.
    pub fn walk(
        source: &Program,
        claims: &'a Correspondence,
        block: BlockId,
        terms: &mut Terms,
    ) -> Result<Self, Unproved> {
        let mut this = Self {
            claims,
            values: FxHashMap::default(),
            inputs: FxHashSet::default(),
            goes_on: None,
            tail: claims.tails[block],
        };
        let all = pieces(claims, source, block)?;
        let mut goes_on = vec![];
        for (index, &piece) in all.iter().enumerate() {
            let piece = &claims.resolved.blocks[piece];
            for instr in &piece.instrs {
                this.instr(instr, terms)?;
            }
            let Some(&next) = all.get(index + 1) else { continue };
            match &piece.terminator {
                Terminator::Goto(_) => {}
                Terminator::Branch { cond, then, otherwise } => {
                    let (end, taken) =
                        if *otherwise == next { (then, false) } else { (otherwise, true) };
                    match claims.resolved.blocks[*end].terminator {
                        Terminator::Goal(goal) if makes_unknown(claims, goal) => {}
                        Terminator::End(EndKind::Excluded) => {
                            let what = "the numbers of addresses are chosen";
                            return Err(Unproved::because(what));
                        }
                        _ => return Err(odd()),
                    }
                    let cond = this.operand(cond, terms);
                    goes_on.push(if taken { cond } else { terms.not(cond) });
                }
                _ => return Err(odd()),
            }
        }
        if all.last() == Some(&this.tail) {
            this.goes_on = Some(goes_on);
        } else if let Some(&last) = all.last() {
            // Only a goal ends what the source goes on with.
            let ends = claims.resolved.blocks[last].terminator.successors();
            let is_goal = |&to: &BlockId| match claims.resolved.blocks[to].terminator {
                Terminator::Goal(goal) => makes_unknown(claims, goal),
                _ => false,
            };
            if ends.is_empty() || !ends.iter().all(is_goal) {
                return Err(odd());
            }
        }
        Ok(this)
    }

    fn instr(&mut self, instr: &Instr, terms: &mut Terms) -> Result<(), Unproved> {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let args: Vec<Term> = args.iter().map(|arg| self.operand(arg, terms)).collect();
                let result = terms.app(*op, &args);
                self.values.insert(*dest, result);
            }
            Instr::Input { dest, .. } => {
                self.inputs.insert(*dest);
                self.value(*dest, terms);
            }
            Instr::Bind { .. } => {}
            Instr::Memory(_) => return Err(odd()),
        }
        Ok(())
    }

    /// What an operand is where the source goes on.
    pub fn operand(&mut self, operand: &Operand, terms: &mut Terms) -> Term {
        match operand {
            Operand::Const(value) => terms.constant(value),
            Operand::Value(value) => self.value(*value, terms),
        }
    }

    fn value(&mut self, value: ValueId, terms: &mut Terms) -> Term {
        let info = &self.claims.resolved.values[value];
        *self.values.entry(value).or_insert_with(|| terms.any(&info.name, info.sort))
    }

    /// What an operand is at the start of the block that the source goes on to, behind its phis.
    ///
    /// # Errors
    /// If it is defined there, or the phi has no value for this way.
    pub fn behind(
        &mut self,
        operand: &Operand,
        to: BlockId,
        shape: &Shape,
        terms: &mut Terms,
    ) -> Result<Term, Unproved> {
        let Operand::Value(value) = operand else { return Ok(self.operand(operand, terms)) };
        let mut phis = self.claims.resolved.blocks[to].phis.iter();
        if let Some(phi) = phis.find(|phi| phi.dest == *value) {
            let incoming = phi.incoming.iter().find(|(from, _)| *from == self.tail);
            let (_, operand) = incoming.ok_or_else(odd)?;
            return Ok(self.operand(operand, terms));
        }
        match shape.homes.get(value) == Some(&to) {
            true => Err(odd()),
            false => Ok(self.value(*value, terms)),
        }
    }
}
