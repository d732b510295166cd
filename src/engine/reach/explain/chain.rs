//! From candidates at each place of a path to those that show that the path can't be taken.
//!
//! Forwards, each candidate that must hold, or must not, given those that do at the place before,
//! is kept, until a step has no successor. Backwards, unsatisfiable cores say which of them are
//! needed. The result is a sequence of conjunctions, each of which with the next step implies the
//! next: interpolants made of given parts.

use super::super::space::Space;
use crate::bv::Term;
use crate::cfa::EdgeId;
use crate::cnf::Lit;
use crate::support::StopReason;

/// A chain of some of the candidates or their negations (`candidates[i]` after step `i`), if there
/// is one.
///
/// # Errors
/// If the budget is over.
pub fn chain(
    space: &mut Space<'_>,
    edges: &[EdgeId],
    candidates: &[Vec<Term>],
) -> Result<Option<Vec<Vec<Term>>>, StopReason> {
    let mut held: Vec<Vec<Term>> = vec![];
    for (step, &edge) in edges.iter().enumerate() {
        let before = if step == 0 { vec![] } else { held[step - 1].clone() };
        let assumed = assumptions(space, edge, &before);
        if !space.words.is_possible(&assumed)? {
            let needed = needed(space, &before, &assumed);
            return Ok(Some(backwards(space, edges, &held, needed)?));
        }
        let nothing = vec![];
        let here = candidates.get(step).unwrap_or(&nothing);
        held.push(implied(space, edge, &assumed, here)?);
    }
    Ok(None)
}

/// The literals of the guard and of what holds before an edge, the guard's first.
fn assumptions(space: &mut Space<'_>, edge: EdgeId, before: &[Term]) -> Vec<Lit> {
    let mut all = vec![space.guard(edge)];
    all.extend(before);
    space.words.lits(&space.terms, &all)
}

/// What of `before` the last question needed for its answer, which was no.
fn needed(space: &mut Space<'_>, before: &[Term], assumed: &[Lit]) -> Vec<Term> {
    let lits = assumed[1..].iter();
    before.iter().zip(lits).filter(|it| space.words.needed(*it.1)).map(|it| *it.0).collect()
}

/// Which of some truth values, or their negations, must hold after the edge.
fn implied(
    space: &mut Space<'_>,
    edge: EdgeId,
    assumed: &[Lit],
    candidates: &[Term],
) -> Result<Vec<Term>, StopReason> {
    let mut after = vec![];
    for &candidate in candidates {
        let before = space.before(edge, candidate);
        after.push(space.words.lit(&space.terms, before));
    }
    let values = space.words.implied(assumed, &after)?.unwrap_or_default();
    let mut result = vec![];
    for (&candidate, value) in candidates.iter().zip(values) {
        match value {
            Some(true) => result.push(candidate),
            Some(false) => result.push(space.terms.not(candidate)),
            None => {}
        }
    }
    Ok(result)
}

/// The part of what is `held` after each step that is needed for `last`, which is after the last
/// one.
fn backwards(
    space: &mut Space<'_>,
    edges: &[EdgeId],
    held: &[Vec<Term>],
    last: Vec<Term>,
) -> Result<Vec<Vec<Term>>, StopReason> {
    let mut chain = vec![last];
    for step in (1..held.len()).rev() {
        let (edge, before) = (edges[step], &held[step - 1]);
        let assumed = assumptions(space, edge, before);
        let mut all: Vec<Term> = vec![];
        for wanted in chain[chain.len() - 1].clone() {
            // What is needed already is free.
            let mine = space.before(edge, wanted);
            let other = space.terms.not(mine);
            let other = space.words.lit(&space.terms, other);
            let known: Vec<Lit> = assumed
                .iter()
                .enumerate()
                .filter(|it| it.0 == 0 || all.contains(&before[it.0 - 1]))
                .map(|it| *it.1)
                .chain([other])
                .collect();
            if !space.words.is_possible(&known)? {
                continue;
            }
            let asked: Vec<Lit> = assumed.iter().copied().chain([other]).collect();
            let possible = space.words.is_possible(&asked)?;
            debug_assert!(!possible, "it is held because it is implied");
            for term in needed(space, before, &assumed) {
                if !all.contains(&term) {
                    all.push(term);
                }
            }
        }
        chain.push(all);
    }
    if held.is_empty() {
        chain.clear();
    }
    chain.reverse();
    Ok(chain)
}
