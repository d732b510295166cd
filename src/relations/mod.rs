//! Relations between the words of a model file's system, found before an engine can lose itself
//! in their bits.
//!
//! What [`crate::analysis`] does for programs is done here for systems that others wrote, where
//! there are no locations and perhaps not even words: AIGER files name the bits of a word
//! `x[0]`, `x[1]`, …, and [`words`] puts them together again. Random runs give points
//! ([`points`]); relations that hold at all of them, everywhere or while some small word has
//! one value ([`contexts`]), are candidates: equalities modulo 2^w ([`affine`]) and orders
//! ([`orders`]). [`induction`] cuts them down to what holds in all first states and is kept by
//! each step, with SAT on the system's own gates: that a step which counts one word down and
//! another one up keeps their sum takes a second at 64 bits.
//!
//! What always holds of the result: [`Relations::facts`] are inductive together, given nothing
//! but I, U and T. That is a claim like an engine's, and checked like one.
//!
//! Deliberately absent: products of words (nothing decides on gates that a step keeps
//! `s = i·i`), relations of relational systems, arrays.

mod affine;
mod contexts;
mod induction;
mod orders;
mod points;
mod safe;
#[cfg(test)]
mod tests;
mod words;

use affine::Equalities;
use contexts::Context;
use orders::Orders;
use points::Points;
use safe::Safe;
use words::Word;

use crate::bv::{Term, TermStore};
use crate::dimspec::circuit::Circuit;
use crate::support::Budget;
use crate::support::limits;
use crate::system::{Transition, TransitionSystem};

/// What was found.
#[derive(Clone, Debug)]
pub struct Relations {
    /// The system's terms, and those of the facts.
    pub terms: TermStore,
    /// What holds in every state of every run, inductive together; at least one.
    pub facts: Vec<Term>,
    /// Places of the bad conditions that they exclude.
    pub goals: Vec<usize>,
    /// Orders that hold at all points, but are not inductive.
    pub open: Vec<Term>,
}

/// Candidates for what holds in all states.
trait Candidates {
    /// Their terms, one for each candidate.
    fn terms(&self, words: &[Word], terms: &mut TermStore) -> Vec<Term>;

    /// Drops candidates, of each of which the last [`Candidates::terms`] has a verdict, or weakens
    /// them to what holds at the points at which they were refuted.
    fn refute(&mut self, verdicts: &[Verdict], points: &[Vec<u64>]);
}

/// What was found out about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It holds, if all others do.
    Kept,
    /// It does not hold at some point.
    Refuted,
    /// That took too long.
    Undecided,
}

impl Verdict {
    /// Drops what is not kept of a list.
    fn drop<T>(verdicts: &[Self], list: &mut Vec<T>) {
        let mut verdicts = verdicts.iter();
        list.retain(|_| verdicts.next() == Some(&Self::Kept));
    }
}

/// Looks for relations. `None` if there are none, or the time was over before they were found.
pub fn relations(system: &TransitionSystem, budget: &Budget) -> Option<Relations> {
    if let Transition::Relation(_) = system.transition {
        return None;
    }
    let mut system = system.clone();
    system.predicates.clear();
    let circuit = Circuit::new(&system, None);
    let words = words::words(&system.states, &mut system.terms);
    if circuit.aig.len() > limits::RELATIONS_NODES
        || words.iter().filter(|word| word.is_wide()).count() < 2
    {
        return None;
    }
    let points = Points::sampled(&circuit, &words, budget)?;
    let contexts = Context::all(&words, &points);
    let mut facts = Vec::new();
    let mut equalities = Equalities::new(&words, &contexts, &points, budget)?;
    let found = induction::prune(&mut system, &words, &facts, &mut equalities, budget);
    facts.extend(found.into_iter().flatten());
    let mut orders = Orders::new(&words, &contexts, &points);
    let guessed = orders.terms(&words, &mut system.terms);
    let found = induction::prune(&mut system, &words, &facts, &mut orders, budget);
    // Without a verdict they are only guessed.
    let guessed = if found.is_some() { guessed } else { vec![] };
    let found = found.unwrap_or_default();
    let open = guessed
        .into_iter()
        .filter(|order| !found.contains(order))
        .take(limits::RELATIONS_OPEN_ORDERS);
    let open = open.collect();
    facts.extend(found);
    if facts.is_empty() {
        return None;
    }
    let mut safe = Safe::new(&system.bad);
    if let Some(found) = induction::prune(&mut system, &words, &facts, &mut safe, budget) {
        facts.extend(found);
    } else {
        safe.clear();
    }
    Some(Relations { terms: system.terms, facts, goals: safe.goals(), open })
}
