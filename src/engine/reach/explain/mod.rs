//! Why a path can't be taken: what to say of the states along it, so that one sees it.
//!
//! Several answers are tried, those that say more of other paths first (the choice is what Beyer,
//! Löwe, Wendler: Refinement selection, SPIN 2015, are about):
//!
//! 1. relations that are known to be good;
//! 2. conditions that are met later on the path, written over the state where they are not met yet;
//! 3. all Boolean combinations of these;
//! 4. also conditions that were met before, and what variables are known to be;
//! 5. all Boolean combinations of those among these whose variables interpolants mention;
//! 6. that the conditions to come can't be met all, as one formula;
//! 7. interpolants from a resolution proof, which always exist.

pub mod atoms;
mod chain;
mod interpolate;

pub use interpolate::interpolants;

use super::abstraction::post;
use super::options::{Abstraction, Explain, Options, Scope, Source};
use super::path::{Core, Path};
use super::predicates::Predicates;
use super::space::Space;
use crate::bv::{Node, Op, Term, TermStore};
use crate::cfa::{EdgeId, LocationId};
use crate::support::{IndexVec, StopReason, limits};
use chain::chain;

/// How an explanation is wanted.
pub struct Asked<'a> {
    /// What is tried.
    pub options: &'a Options,
    /// By location what is tried first.
    pub hints: &'a IndexVec<LocationId, Vec<Term>>,
    /// Whether Boolean combinations of the parts are of use.
    pub boolean: bool,
}

/// What to say of the states after a step.
#[derive(Clone, Debug)]
pub struct Said {
    /// As one formula.
    pub formula: Term,
    /// What it is made of.
    pub parts: Vec<Term>,
}

/// What to say of the states after each step of a path that can't be taken: what is said before a
/// step implies, with the step, what is said after it, and the step after the last that is named
/// can't be taken.
///
/// # Errors
/// If the budget is over.
pub fn explain(
    space: &mut Space<'_>,
    asked: &Asked<'_>,
    path: &Path,
    core: &Core,
) -> Result<Vec<Said>, StopReason> {
    let said = said(space, asked, path, core)?;
    debug_assert!(is_sequence(space, &path.edges, &said)?, "{:?} does not explain", path.edges);
    Ok(said)
}

/// The same; what is given of the states after each step is tried before all else.
///
/// # Errors
/// If the budget is over.
pub fn explain_with(
    space: &mut Space<'_>,
    asked: &Asked<'_>,
    path: &Path,
    core: &Core,
    candidates: &[Vec<Term>],
) -> Result<Vec<Said>, StopReason> {
    if asked.options.explain == Explain::Atoms
        && let Some(chain) = chain(space, &path.edges, candidates)?
    {
        return Ok(conjunctions(space, chain));
    }
    explain(space, asked, path, core)
}

fn said(
    space: &mut Space<'_>,
    asked: &Asked<'_>,
    path: &Path,
    core: &Core,
) -> Result<Vec<Said>, StopReason> {
    let edges = &path.edges;
    let uses = |source| asked.options.uses(source);
    if uses(Source::Relations)
        && let Some(chain) = relations(space, edges, asked.hints)?
    {
        return Ok(conjunctions(space, chain));
    }
    let [truth, falsity] = [true, false].map(|truth| space.terms.bool(truth));
    if uses(Source::Conditions) || uses(Source::Met) {
        let [to_come, met] = atoms::atoms(space, path, core);
        let mut all = vec![vec![]; to_come.len()];
        for (source, more) in [(Source::Conditions, to_come), (Source::Met, met)] {
            if !uses(source) {
                continue;
            }
            all.iter_mut().zip(more).for_each(|(all, more)| all.extend(more));
            if let Some(chain) = chain(space, edges, &all)? {
                return Ok(conjunctions(space, chain));
            }
            if !asked.boolean || !uses(Source::Combinations) {
                continue;
            }
            let mut some = all.clone();
            if source == Source::Met {
                let system = asked.options.interpolation;
                let formulas = interpolants(space, truth, edges, falsity, system)?;
                for (some, formula) in some.iter_mut().zip(formulas.expect("it can't be taken")) {
                    let mentioned = space.variables([formula]);
                    some.retain(|&atom| space.variables([atom]).is_subset(&mentioned));
                }
            }
            if let Some(said) = combinations(space, edges, &some)? {
                return Ok(said);
            }
        }
    }
    if uses(Source::Weakest)
        && let Some(formulas) = atoms::weakest(space, path, core)?
    {
        return Ok(single(falsity, formulas));
    }
    let system = asked.options.interpolation;
    let formulas = interpolants(space, truth, edges, falsity, system)?.expect("it can't be taken");
    Ok(single(falsity, formulas))
}

/// Of relations that are known to be good, by location, a sequence that explains the path.
fn relations(
    space: &mut Space<'_>,
    edges: &[EdgeId],
    hints: &IndexVec<LocationId, Vec<Term>>,
) -> Result<Option<Vec<Vec<Term>>>, StopReason> {
    let at = |edge: &EdgeId| hints[space.cfa.edges[*edge].target].clone();
    let mut all: Vec<Vec<Term>> = edges.iter().map(at).collect();
    all.pop();
    // Equalities and orders of variables hold for longer than bounds that were seen.
    let mut some = all.clone();
    some.iter_mut().for_each(|it| it.retain(|&hint| is_relation(&space.terms, hint)));
    for candidates in [some, all] {
        if candidates.iter().any(|it| !it.is_empty())
            && let Some(chain) = chain(space, edges, &candidates)?
        {
            return Ok(Some(chain));
        }
    }
    Ok(None)
}

/// Whether it is an equality, or an order of two variables.
fn is_relation(terms: &TermStore, term: Term) -> bool {
    match terms.node(term) {
        Node::App(Op::Eq, _) => true,
        Node::App(Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => {
            terms.args(term).iter().all(|&arg| terms.as_symbol(arg).is_some())
        }
        Node::App(Op::Not, args) => is_relation(terms, args[0]),
        _ => false,
    }
}

/// Conjunctions.
fn conjunctions(space: &mut Space<'_>, chain: Vec<Vec<Term>>) -> Vec<Said> {
    let mut said = |parts: Vec<Term>| {
        let formula = space.terms.conjunction(parts.iter().copied());
        Said { formula, parts }
    };
    chain.into_iter().map(&mut said).collect()
}

/// Formulas that are not taken apart, until one is false.
fn single(falsity: Term, formulas: Vec<Term>) -> Vec<Said> {
    let until = formulas.into_iter().take_while(|&formula| formula != falsity);
    until.map(|formula| Said { formula, parts: vec![formula] }).collect()
}

/// The strongest Boolean combinations of these parts that hold after each step, if with them one
/// sees that the path can't be taken, and they have few cases.
fn combinations(
    space: &mut Space<'_>,
    edges: &[EdgeId],
    parts: &[Vec<Term>],
) -> Result<Option<Vec<Said>>, StopReason> {
    let mut said = vec![];
    let mut formula = space.terms.bool(true);
    for (step, &edge) in edges.iter().enumerate() {
        let target = space.cfa.edges[edge].target;
        let here = parts.get(step).map_or(&[][..], Vec::as_slice);
        let most = u16::try_from(here.len()).expect("atoms are few");
        let mut predicates = Predicates::new(space.cfa.locations.len(), most);
        for &part in here {
            predicates.add(&space.terms, target, Scope::Location, part)?;
        }
        let kind = (Abstraction::Boolean, limits::EXPLAIN_CASES);
        let of = (&predicates, &predicates.at(target));
        let Some(region) = post(space, of, kind, formula, edge)? else {
            return Ok(Some(said));
        };
        formula = predicates.formula(&mut space.terms, &region);
        said.push(Said { formula, parts: predicates.support(&region) });
    }
    Ok(None)
}

/// Whether each formula, with the next step, implies the next one, and the last one excludes the
/// step after it.
fn is_sequence(space: &mut Space<'_>, edges: &[EdgeId], said: &[Said]) -> Result<bool, StopReason> {
    let mut formula = space.terms.bool(true);
    for (step, &edge) in edges.iter().take(said.len() + 1).enumerate() {
        let next = said.get(step).map(|said| said.formula);
        let violated = match next {
            Some(next) => {
                let after = space.before(edge, next);
                space.terms.not(after)
            }
            None => space.terms.bool(true),
        };
        let guard = space.guard(edge);
        let asked = space.words.lits(&space.terms, &[formula, guard, violated]);
        if space.words.is_possible(&asked)? || next.is_some_and(|next| !space.is_of_states(next)) {
            return Ok(false);
        }
        formula = next.unwrap_or(formula);
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
