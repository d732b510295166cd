//! Abstract postconditions: what predicates say after an edge.
//!
//! Each predicate of the target is written over the state before the edge, so a question is
//! about one state and one step's inputs; nothing is unrolled.

use biodivine_lib_bdd::Bdd;

use super::options::Abstraction;
use super::predicates::{PredicateId, Predicates};
use super::space::Space;
use crate::bv::Term;
use crate::cfa::EdgeId;
use crate::cnf::Lit;
use crate::support::StopReason;

/// What is known of a predicate after the edge.
#[derive(Clone, Copy, Debug)]
struct Asked {
    id: PredicateId,
    /// Its literal, over the state before the edge.
    lit: Lit,
    /// Whether a state was seen where it holds, and one where it does not.
    seen: [bool; 2],
}

/// The abstraction of what the edge makes of the states of `formula`; none if there are none. If
/// there are more than `most` combinations of predicates nothing is said of those that are not the
/// same in all of them.
///
/// # Errors
/// If the budget is over.
pub fn post(
    space: &mut Space<'_>,
    predicates: &Predicates,
    (kind, most): (Abstraction, usize),
    formula: Term,
    edge: EdgeId,
) -> Result<Option<Bdd>, StopReason> {
    let guard = space.guard(edge);
    let assumed = space.words.lits(&space.terms, &[formula, guard]);
    let mut asked = vec![];
    for id in predicates.at(space.cfa.edges[edge].target) {
        let before = space.before(edge, predicates.term(id));
        let lit = space.words.lit(&space.terms, before);
        asked.push(Asked { id, lit, seen: [false; 2] });
    }
    if !space.words.is_possible(&assumed)? {
        return Ok(None);
    }
    look(space, &mut asked);
    // What has one value only needs no cases.
    let mut result = predicates.top();
    for place in 0..asked.len() {
        let Asked { id, lit, seen: [yes, no] } = asked[place];
        let value = match (yes, no) {
            (true, true) => continue,
            (yes, _) => yes,
        };
        let mut other = assumed.clone();
        other.push(if value { !lit } else { lit });
        if space.words.is_possible(&other)? {
            look(space, &mut asked);
        } else {
            result = result.and(&predicates.literal(id, value));
        }
    }
    if kind == Abstraction::Cartesian {
        return Ok(Some(result));
    }
    let free: Vec<Asked> = asked.into_iter().filter(|it| it.seen == [true, true]).collect();
    Ok(Some(result.and(&cases(space, predicates, assumed, &free, most)?)))
}

/// Notes what holds in the state that was found.
fn look(space: &mut Space<'_>, asked: &mut [Asked]) {
    for it in asked {
        it.seen[usize::from(!space.words.holds(it.lit))] = true;
    }
}

/// All combinations of these predicates that are possible; everything, if they are too many.
fn cases(
    space: &mut Space<'_>,
    predicates: &Predicates,
    mut assumed: Vec<Lit>,
    free: &[Asked],
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
        for it in free {
            let value = space.words.holds(it.lit);
            cube = cube.and(&predicates.literal(it.id, value));
            others.push(if value { !it.lit } else { it.lit });
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
