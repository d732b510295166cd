//! Abstract postconditions: what predicates say after an edge.
//!
//! Each predicate of the target is written over the state before the edge, so a question is
//! about one state and one step's inputs; nothing is unrolled.

use std::collections::BTreeSet;

use biodivine_lib_bdd::Bdd;

use super::options::Abstraction;
use super::predicates::{PredicateId, Predicates};
use super::space::Space;
use crate::bv::Term;
use crate::cfa::EdgeId;
use crate::cnf::Lit;
use crate::support::StopReason;

/// What these predicates say of what the edge makes of the states of `formula`; none if there are
/// none. If there are more than `most` combinations of predicates nothing is said of those that are
/// not the same in all of them.
///
/// # Errors
/// If the budget is over.
pub fn post(
    space: &mut Space<'_>,
    (predicates, of): (&Predicates, &BTreeSet<PredicateId>),
    (kind, most): (Abstraction, usize),
    formula: Term,
    edge: EdgeId,
) -> Result<Option<Bdd>, StopReason> {
    let guard = space.guard(edge);
    let assumed = space.words.lits(&space.terms, &[formula, guard]);
    let mut asked: Vec<(PredicateId, Lit)> = vec![];
    for &id in of {
        let before = space.before(edge, predicates.term(id));
        asked.push((id, space.words.lit(&space.terms, before)));
    }
    let lits: Vec<Lit> = asked.iter().map(|it| it.1).collect();
    let Some(values) = space.words.implied(&assumed, &lits)? else { return Ok(None) };
    // What has one value only needs no cases.
    let mut result = predicates.top();
    let mut free = vec![];
    for (asked, value) in asked.into_iter().zip(values) {
        match value {
            Some(value) => result = result.and(&predicates.literal(asked.0, value)),
            None => free.push(asked),
        }
    }
    if kind == Abstraction::Cartesian {
        return Ok(Some(result));
    }
    Ok(Some(result.and(&cases(space, predicates, assumed, &free, most)?)))
}

/// All combinations of these predicates that are possible; everything, if they are too many.
fn cases(
    space: &mut Space<'_>,
    predicates: &Predicates,
    mut assumed: Vec<Lit>,
    free: &[(PredicateId, Lit)],
    most: usize,
) -> Result<Bdd, StopReason> {
    if free.len() < 2 {
        return Ok(predicates.top());
    }
    let mut found = predicates.bottom();
    let switch = space.words.switch();
    assumed.push(!switch);
    let mut count = 0;
    while space.words.is_possible(&assumed)? {
        let mut cube = predicates.top();
        let mut others = vec![switch];
        for &(id, lit) in free {
            let value = space.words.holds(lit);
            cube = cube.and(&predicates.literal(id, value));
            others.push(if value { !lit } else { lit });
        }
        found = found.or(&cube);
        space.words.add(&others);
        count += 1;
        if count > most {
            found = predicates.top();
            break;
        }
    }
    // The clauses are never wanted again.
    space.words.add(&[switch]);
    Ok(found)
}
