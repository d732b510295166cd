//! Accelerated iterations, which a trace does not list: made one by one where they are few,
//! and otherwise by a closed form that is proved by induction.
//!
//! The claim. The run stands before the head of a loop. Let `v` be the values of the head's
//! phis, and `d` what one iteration, walked by the interpreter, adds to them. Then for all
//! j < n: from the head with the phis at `v + j·d` the program comes back to the head with
//! them at `v + (j+1)·d`, whatever inputs it reads, without passing a goal, an end or
//! another cut point. By induction over j the program makes n iterations and then has the
//! phis at `v + n·d`.
//!
//! One iteration is the region of the head ([`super::region`]), derived from the program;
//! the induction step is one condition for the solvers, with j a symbol of 64 bits. Values
//! that the region does not define are what they are before them, all other values
//! are arbitrary. A phi for which the claim does not hold (it changes in another way) is
//! left out of it, is arbitrary too, and unknown afterwards, as is what the region defines:
//! the interpreter ends a run that asks for it.
//!
//! So neither how the automaton was accelerated nor how the trace was restored matters here.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cuts::Cuts;
use super::region::{Region, Regions};
use super::solvers::{self, CertifyError, Solvers};
use crate::bv::{Op, Term, TermStore, Value, eval};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, Instr, Program, ValueId};
use crate::support::Budget;
use crate::support::limits;

/// Width of the number of an iteration.
const COUNTER: u32 = 64;

/// Why they are not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unconfirmed {
    /// The program does not make these iterations.
    #[error("the loop at {0} is left before the iterations are made")]
    Left(BlockId),
    /// It may, but that could not be shown.
    #[error("{0}")]
    Unproved(String),
    /// The solvers can't be believed.
    #[error(transparent)]
    Internal(CertifyError),
}

impl From<CertifyError> for Unconfirmed {
    fn from(error: CertifyError) -> Self {
        match error {
            CertifyError::Unknown(_) => Self::Unproved(error.to_string()),
            error => Self::Internal(error),
        }
    }
}

/// Reads zero everywhere.
struct Zero;

impl Inputs for Zero {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        Value::zero(width)
    }
}

/// Lets the run make so many iterations of the loop whose head it stands before.
///
/// # Errors
/// If it does not make them, or if that can't be shown within the budget.
pub fn make(
    program: &Program,
    run: &mut Interpreter<'_>,
    iterations: u64,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), Unconfirmed> {
    if iterations > limits::ACCELERATED_ITERATIONS {
        return by_closed_form(program, run, iterations, solvers, budget);
    }
    (0..iterations).try_for_each(|_| once(program, run))
}

/// The blocks that one iteration of the loop at `head` may pass.
pub fn blocks(program: &Program, head: BlockId) -> Vec<BlockId> {
    let Some(cuts) = Cuts::new(program) else { return vec![] };
    let mut blocks = vec![];
    for block in cuts.region(head).into_iter().rev() {
        let back = |to: &BlockId| *to == head || blocks.contains(to);
        if cuts.successors(block).iter().any(back) {
            blocks.push(block);
        }
    }
    blocks
}

/// One iteration, from the head back to it.
fn once(program: &Program, run: &mut Interpreter<'_>) -> Result<(), Unconfirmed> {
    let head = run.block();
    for _ in 0..program.blocks.len() {
        match run.try_step(&mut Zero, |_, _| {}) {
            Ok(Event::Enter(block)) if block == head => return Ok(()),
            Ok(Event::Enter(_)) => {}
            Ok(Event::Goal(_) | Event::End(_)) => return Err(Unconfirmed::Left(head)),
            Err(unknown) => return Err(Unconfirmed::Unproved(unknown.to_string())),
        }
    }
    Err(Unconfirmed::Unproved(format!("one iteration of the loop at {head} is not simple")))
}

/// A phi with its value before them and what each iteration adds to it.
struct Moving {
    phi: ValueId,
    value: Value,
    step: Value,
}

fn by_closed_form(
    program: &Program,
    run: &mut Interpreter<'_>,
    iterations: u64,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<(), Unconfirmed> {
    let head = run.block();
    let regions = Regions::new(program).map_err(CertifyError::Malformed)?;
    if !regions.cuts.is_cut(head) {
        return Err(Unconfirmed::Unproved(format!("{head} is no cut point")));
    }
    let mut moving = moving(program, run)?;
    let induction = Induction { regions: &regions, run, head, iterations };
    loop {
        let mut found = solvers.clone();
        let Some(broken) = induction.check(&moving, &mut found, budget)? else {
            *solvers = found;
            break;
        };
        if broken.is_empty() {
            let what = format!("the loop at {head} may not make {iterations} iterations");
            return Err(Unconfirmed::Unproved(what));
        }
        // Without them the claim is another one.
        moving.retain(|entry| !broken.contains(&entry.phi));
    }
    let inside = defined_in(program, &regions.cuts.region(head));
    let mut values: FxHashMap<ValueId, Option<Value>> =
        inside.into_iter().map(|value| (value, None)).collect();
    for Moving { phi, value, step } in moving {
        let count = Value::new(value.width(), iterations.into());
        let way = Op::Mul.apply(&[&step, &count]);
        values.insert(phi, Some(Op::Add.apply(&[&value, &way])));
    }
    run.jump(values);
    Ok(())
}

/// What one iteration adds to the phis of the head.
fn moving(program: &Program, run: &Interpreter<'_>) -> Result<Vec<Moving>, Unconfirmed> {
    let mut next = run.clone();
    once(program, &mut next)?;
    let phis = program.blocks[run.block()].phis.iter();
    let moving = phis.filter_map(|phi| {
        let (before, after) = (run.value(phi.dest)?, next.value(phi.dest)?);
        let step = Op::Sub.apply(&[after, before]);
        Some(Moving { phi: phi.dest, value: before.clone(), step })
    });
    Ok(moving.collect())
}

/// All that some blocks define.
fn defined_in(program: &Program, blocks: &[BlockId]) -> FxHashSet<ValueId> {
    let blocks = || blocks.iter().map(|&block| &program.blocks[block]);
    let phis = blocks().flat_map(|block| &block.phis).map(|phi| phi.dest);
    phis.chain(blocks().flat_map(|block| &block.instrs).filter_map(Instr::dest)).collect()
}

/// The induction over the iterations.
struct Induction<'a, 'p> {
    regions: &'a Regions<'p>,
    run: &'a Interpreter<'p>,
    head: BlockId,
    iterations: u64,
}

impl Induction<'_, '_> {
    /// Has the induction step decided. `None` if it holds, else the phis for which it does
    /// not, none of them if the loop may be left.
    fn check(
        &self,
        moving: &[Moving],
        solvers: &mut Solvers,
        budget: &Budget,
    ) -> Result<Option<Vec<ValueId>>, Unconfirmed> {
        let program = self.regions.program;
        let mut terms = TermStore::new();
        let counter = terms.symbol("iteration", COUNTER);
        let inside = defined_in(program, &self.regions.cuts.region(self.head));
        let outside = program.values.indices().filter(|value| !inside.contains(value));
        let known = outside.filter_map(|value| Some((value, self.run.value(value)?.clone())));
        let mut start: FxHashMap<ValueId, Term> =
            known.map(|(value, known)| (value, terms.constant(known))).collect();
        let mut claimed = Vec::new();
        for Moving { phi, value, step } in moving {
            let count = resized(&mut terms, counter, value.width());
            // A small factor makes the solvers' work easier.
            let (op, size) = if step.sign() {
                (Op::Sub, Op::Neg.apply(&[step]))
            } else {
                (Op::Add, step.clone())
            };
            let (value, size) = (terms.constant(value.clone()), terms.constant(size));
            let way = terms.app_verbatim(Op::Mul, &[count, size]);
            let now = terms.app_verbatim(op, &[value, way]);
            start.insert(*phi, now);
            claimed.push((*phi, terms.app_verbatim(op, &[now, size])));
        }
        let at = terms.bool(true);
        let region = Region::walk(self.regions, &mut terms, self.head, at, start);
        let mut region = region.map_err(CertifyError::Malformed)?;
        let Some(back) = region.exits().into_iter().find(|exit| exit.to == self.head) else {
            return Ok(Some(vec![]));
        };
        let mut broken = vec![];
        for (phi, expected) in claimed {
            let after = region.at_exit(&back, phi);
            let same = region.terms.app_verbatim(Op::Eq, &[after, expected]);
            broken.push((phi, region.terms.app_verbatim(Op::Not, &[same])));
        }
        let left = terms.app_verbatim(Op::Not, &[back.arrives]);
        let count = terms.constant(Value::new(COUNTER, self.iterations.into()));
        let early = terms.app_verbatim(Op::Ult, &[counter, count]);
        let any = broken.iter().map(|entry| entry.1);
        let any = any.fold(left, |any, term| terms.app_verbatim(Op::Or, &[any, term]));
        let violation = terms.app_verbatim(Op::And, &[early, any]);
        let Some(model) = solvers::refute(&terms, violation, solvers, budget)? else {
            return Ok(None);
        };
        let is_broken = |term: Term| eval(&terms, term, &model).is_true();
        // A solver may give no values.
        if model.is_empty() || is_broken(left) {
            return Ok(Some(vec![]));
        }
        Ok(Some(broken.into_iter().filter(|e| is_broken(e.1)).map(|entry| entry.0).collect()))
    }
}

/// `term` modulo 2^width, or extended by zeros.
fn resized(terms: &mut TermStore, term: Term, width: u32) -> Term {
    if width > terms.width(term) {
        terms.app_verbatim(Op::ZeroExtend(width), &[term])
    } else {
        terms.app_verbatim(Op::Extract { high: width - 1, low: 0 }, &[term])
    }
}

#[cfg(test)]
mod tests;
