//! What a region has to tell apart so that a path from it can be excluded: the focus operator of
//! Henzinger, Jhala, Majumdar, Sutre: Lazy abstraction (POPL 2002), section 5.3.
//!
//! The weakest precondition of the path is written with explicit substitutions: an assignment
//! `x := e` becomes the condition `x' = e` with a fresh `x'`, so that conditions keep the form that
//! they have in the program. Of the conditions that contradict each other and the region the atoms
//! are taken, with all variables unprimed. Where the paper asks a prover for the atoms in its
//! proof, this takes an unsatisfiable core of the conditions.

use rustc_hash::FxHashMap;

use crate::bv::{Substitution, Term};
use crate::cfa::{CfaVarId, EdgeId};
use crate::engine::reach::explain::atoms::Atoms;
use crate::engine::reach::solver::Words;
use crate::engine::reach::space::Space;
use crate::support::StopReason;

/// The predicates that the contradiction between a region and a path from it speaks of; none if
/// there is no contradiction.
///
/// # Errors
/// If the budget is over.
pub fn focus(
    space: &mut Space<'_>,
    region: Term,
    edges: &[EdgeId],
) -> Result<Vec<Term>, StopReason> {
    let (conditions, mut unprimed) = conditions(space, edges);
    // What is asked of one path helps with no other.
    let mut words = Words::new(&space.budget);
    let region = words.lit(&space.terms, region);
    let asked = words.lits(&space.terms, &conditions);
    let Some(core) = words.contradiction(&[region], &asked)? else { return Ok(vec![]) };
    let mut found = Atoms::default();
    for place in core {
        found.of(&mut space.terms, conditions[place]);
    }
    let mut predicates = vec![];
    for atom in found.atoms {
        let atom = unprimed.apply(&mut space.terms, atom);
        if space.is_of_states(atom) && space.terms.as_const(atom).is_none() {
            predicates.push(atom);
        }
    }
    Ok(predicates)
}

/// The conditions of a path with explicit substitutions, and what removes the primes.
fn conditions(space: &mut Space<'_>, edges: &[EdgeId]) -> (Vec<Term>, Substitution) {
    let mut conditions = vec![];
    let mut unprimed = Substitution::new();
    let mut now: FxHashMap<CfaVarId, Term> = FxHashMap::default();
    for (step, &edge) in edges.iter().enumerate() {
        let mut here = Substitution::new();
        for (&var, &symbol) in &now {
            here.replace(space.cfa.vars[var].term, symbol);
        }
        let cfa = space.cfa;
        let mut written = |space: &mut Space<'_>, term| {
            let term = here.apply(&mut space.terms, term);
            space.at_step(step, edge, term)
        };
        for &conjunct in &cfa.edges[edge].guard {
            conditions.push(written(space, conjunct));
        }
        for &(var, value) in &cfa.edges[edge].update {
            let value = written(space, value);
            let term = cfa.vars[var].term;
            let primed = space.terms.symbol("primed", space.terms.sort(term));
            unprimed.replace(primed, term);
            conditions.push(space.terms.eq(primed, value));
            now.insert(var, primed);
        }
    }
    (conditions, unprimed)
}
