//! What the program without operations on memory does in one block of the source: the block of the
//! same number and the pieces that were cut off behind checks, up to where the source goes on.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unproved;
use super::terms::Terms;
use crate::bv::{Op, Term};
use crate::program::{
    BlockId, Correspondence, EndKind, GoalId, GoalKind, Instr, Operand, Program, Terminator,
    ValueId,
};
use crate::support::graph::Dominators;
use crate::support::{IndexVec, limits};

/// The shape of the resolved program.
pub(super) struct Shape {
    /// The blocks of the source that it can reach.
    pub reached: IndexVec<BlockId, bool>,
    /// The block of the source in which a value is defined.
    pub homes: FxHashMap<ValueId, BlockId>,
    /// The values that are gone and would be computed of those that are there.
    told: FxHashSet<ValueId>,
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
        if claims.gone.keys().any(|value| homes.contains_key(value)) {
            return Err(odd());
        }
        let told = told(claims, &homes);
        Ok(Self { reached, homes, told, successors })
    }

    /// Whether a value is there, or it is said what it would be.
    pub fn is_there(&self, operand: &Operand) -> bool {
        let is = |value| self.homes.contains_key(&value) || self.told.contains(&value);
        operand.as_value().is_none_or(is)
    }
}

/// The values that are gone and would be computed of those that are there.
fn told(claims: &Correspondence, homes: &FxHashMap<ValueId, BlockId>) -> FxHashSet<ValueId> {
    let mut told: FxHashSet<ValueId> = FxHashSet::default();
    // Each round finds one or is the last.
    loop {
        let before = told.len();
        for (value, (_, args)) in &claims.gone {
            let mut read = args.iter().filter_map(Operand::as_value);
            if !told.contains(value)
                && read.all(|arg| homes.contains_key(&arg) || told.contains(&arg))
            {
                told.insert(*value);
            }
        }
        if told.len() == before {
            return told;
        }
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

/// Values that are the result of an operator wherever they can be read.
///
/// In SSA form that is so: a value is read only where the block that defines it dominates. Between
/// this block's last visit and there no operand was computed anew: its block dominates that of the
/// value, so a way from it that misses the value's block would be one from the entry, too.
pub(super) struct Definitions<'a>(FxHashMap<ValueId, (Op, &'a [Operand])>);

impl<'a> Definitions<'a> {
    /// Those of the resolved program whose operands are defined where SSA form wants it.
    ///
    /// # Errors
    /// If a piece is not where one is expected.
    pub fn new(
        source: &Program,
        claims: &'a Correspondence,
        shape: &Shape,
        dominators: &Dominators<BlockId>,
    ) -> Result<Self, Unproved> {
        let mut all = FxHashMap::default();
        for (block, _) in shape.reached.iter_enumerated().filter(|it| *it.1) {
            let mut seen: FxHashSet<ValueId> = FxHashSet::default();
            for piece in pieces(claims, source, block)? {
                let piece = &claims.resolved.blocks[piece];
                seen.extend(piece.phis.iter().map(|phi| phi.dest));
                for instr in &piece.instrs {
                    if let Instr::Assign { dest, op, args, .. } = instr {
                        let mut read = args.iter().filter_map(Operand::as_value);
                        let is_known = read.all(|value| match shape.homes.get(&value) {
                            Some(home) if *home == block => seen.contains(&value),
                            Some(home) => is_above(dominators, *home, block),
                            None => false,
                        });
                        if is_known {
                            all.insert(*dest, (*op, &args[..]));
                        }
                    }
                    seen.extend(instr.dest());
                }
            }
        }
        Ok(Self(all))
    }
}

/// Whether every way to a block leads through another one.
fn is_above(dominators: &Dominators<BlockId>, other: BlockId, block: BlockId) -> bool {
    other != block && dominators.reachable(block) && dominators.dominates(other, block)
}

/// What is known of values that other blocks define.
#[derive(Clone, Copy)]
pub(super) struct Elsewhere<'s> {
    pub definitions: &'s Definitions<'s>,
    pub shape: &'s Shape,
    pub dominators: &'s Dominators<BlockId>,
}

/// What a block of the source became, in terms.
pub(super) struct Resolved<'a> {
    claims: &'a Correspondence,
    block: BlockId,
    elsewhere: Option<Elsewhere<'a>>,
    /// How many definitions of other blocks may still be written in.
    left: usize,
    values: FxHashMap<ValueId, Term>,
    /// What values that are gone would be at the start of blocks that it goes on to.
    gone: FxHashMap<(ValueId, BlockId), Term>,
    /// The inputs that it reads.
    pub inputs: FxHashSet<ValueId>,
    /// The conditions under which the run has not ended; none if it always does.
    pub goes_on: Option<Vec<Term>>,
    /// The last of its blocks.
    pub tail: BlockId,
}

impl<'a> Resolved<'a> {
    /// Walks it. Values from elsewhere are arbitrary, unless it is told what is known of them.
    ///
    /// # Errors
    /// If a run may end in it that exists in the source: where the model chose what is excluded.
    pub fn walk(
        source: &Program,
        claims: &'a Correspondence,
        block: BlockId,
        elsewhere: Option<Elsewhere<'a>>,
        terms: &mut Terms,
    ) -> Result<Self, Unproved> {
        let mut this = Self {
            claims,
            block,
            elsewhere,
            left: limits::VALIDATED_DEFINITIONS,
            values: FxHashMap::default(),
            gone: FxHashMap::default(),
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
                        Terminator::End(EndKind::InvalidAccess) => {
                            return Err(Unproved::because("accesses are assumed to be valid"));
                        }
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
        if let Some(&known) = self.values.get(&value) {
            return known;
        }
        let gone = self.claims.gone.get(&value).map(|(op, args)| (*op, &args[..]));
        let term = match gone.or_else(|| self.definition(value)) {
            Some((op, args)) => {
                self.left = self.left.saturating_sub(1);
                let args: Vec<Term> = args.iter().map(|arg| self.operand(arg, terms)).collect();
                terms.app(op, &args)
            }
            None => {
                let info = &self.claims.resolved.values[value];
                terms.any(&info.name, info.sort)
            }
        };
        self.values.insert(value, term);
        term
    }

    /// What a value of another block is, if that is to be written in.
    fn definition(&self, value: ValueId) -> Option<(Op, &'a [Operand])> {
        let elsewhere = self.elsewhere.filter(|_| self.left > 0)?;
        let home = *elsewhere.shape.homes.get(&value)?;
        let is_read = is_above(elsewhere.dominators, home, self.block);
        elsewhere.definitions.0.get(&value).copied().filter(|_| is_read)
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
        if let Some((op, args)) = self.claims.gone.get(value) {
            if let Some(&known) = self.gone.get(&(*value, to)) {
                return Ok(known);
            }
            let args: Result<Vec<Term>, _> =
                args.iter().map(|arg| self.behind(arg, to, shape, terms)).collect();
            let term = terms.app(*op, &args?);
            self.gone.insert((*value, to), term);
            return Ok(term);
        }
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
