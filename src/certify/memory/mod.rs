//! That a program with objects and the one that its memory was resolved into belong together: so
//! that what is proved of the second holds of the first. Whoever resolved it claims how
//! ([`Correspondence`]); here that is proved, once for a program, with conditions of one block each.
//!
//! **The relation.** At the start of a block, behind its phis, what stands for a value of the source
//! is equal to it, and what stands for bytes, for whether an object lives, for its size and for the
//! number of instances in use is what they are; where nothing reads that, so that it is gone, it is
//! what it would be computed of. [`facts`] hold of what values and bytes may be.
//!
//! **The simulation.** For each block and any two states that are so related, every run of the source
//! through the block that is defined has one of the other program that goes on to the same block, to
//! states that are related again, or to the same goal; or the other one ends in a goal of its own
//! before (a bound, or what is not modelled). The inputs of the source are those of the other program;
//! what the other reads besides is what the source finds in memory that is arbitrary. At the start
//! both are related. So by induction every run of the source to a goal has one of the other to that
//! goal, or to one that makes the verdict unknown unless it is excluded as well. (Milner, "An algebraic
//! definition of simulation between programs", 1971; Pnueli, Siegel, Singerman, "Translation
//! validation", 1998.)
//!
//! **What the source does** is stated anew in [`operations`], apart from `crate::memory`. An access that
//! is not valid is not defined: the front end checks before. The bytes of an instance of an
//! allocation site that was not used yet are those that it will hold at first (a prophecy, as no
//! instance is used twice).
//!
//! Deliberately absent: how memory is resolved. Where a rule is missing the pass is trusted, as it
//! is said with the verdict ([`Unproved`]); where a claim does not hold there is no proof.

mod contents;
mod facts;
mod following;
mod numbers;
mod objects;
mod operations;
mod possible;
mod resolved;
mod step;
mod terms;
#[cfg(test)]
mod tests;

use std::fmt;

use super::solvers::{self, Violation};
use super::{CertifyError, Solvers};
use crate::bv::Term;
use crate::program::{BlockId, Correspondence, Followed, Program};
use crate::support::{Budget, limits};
use following::{Following, Walk};
use step::{Step, Steps};
use terms::Terms;

/// Why it was not proved that memory was resolved rightly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    why: String,
    /// Whether a claim does not hold; else there is no rule for what the program does, or no time.
    pub is_refuted: bool,
}

impl Unproved {
    fn because(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_refuted: false }
    }

    fn refuted(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_refuted: true }
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// Whether claims hold.
#[derive(Debug)]
pub enum Validation {
    /// They do, as these found.
    Holds(Solvers),
    /// It was not shown.
    Open(Unproved),
}

/// Proves that a program belongs to the one that its memory was resolved into; where single elements of
/// large objects are followed, by way of the program that says so.
///
/// # Errors
/// If the solvers can't be believed.
pub fn validate(
    source: &Program,
    followed: Option<&Followed>,
    claims: &Correspondence,
    budget: &Budget,
) -> Result<Validation, CertifyError> {
    validate_by(Solvers::default(), (source, followed), claims, budget)
}

/// The same; what solvers were asked is kept.
///
/// # Errors
/// If the solvers can't be believed.
pub fn validate_keeping(
    source: &Program,
    followed: Option<&Followed>,
    claims: &Correspondence,
    budget: &Budget,
) -> Result<Validation, CertifyError> {
    validate_by(Solvers::keeping(false), (source, followed), claims, budget)
}

fn validate_by(
    mut solvers: Solvers,
    (source, followed): (&Program, Option<&Followed>),
    claims: &Correspondence,
    budget: &Budget,
) -> Result<Validation, CertifyError> {
    let with_objects = followed.map_or(source, |followed| &followed.program);
    let steps = match Steps::new(with_objects, claims, source.values.len()) {
        Ok(steps) => steps,
        Err(why) => return Ok(Validation::Open(why)),
    };
    if let Some(followed) = followed
        && let Some(why) = following_fails((source, followed), &steps, &mut solvers, budget)?
    {
        return Ok(Validation::Open(why));
    }
    for block in with_objects.reverse_postorder() {
        if !steps.shape.reached[block] {
            continue;
        }
        if budget.exhausted().is_some() {
            return Ok(Validation::Open(no_time()));
        }
        if let Some(why) = block_fails(&steps, block, &mut solvers, budget)? {
            return Ok(Validation::Open(why));
        }
    }
    Ok(Validation::Holds(solvers))
}

fn no_time() -> Unproved {
    Unproved::because("there was no time to validate it")
}

/// Why it is not shown that a program in which elements are followed can do what the source can.
fn following_fails(
    (source, followed): (&Program, &Followed),
    steps: &Steps<'_>,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Unproved>, CertifyError> {
    let following = match Following::new(source, followed, &steps.facts) {
        Ok(following) => following,
        Err(why) => return Ok(Some(why)),
    };
    let start = std::iter::once(None);
    for block in start.chain(source.reverse_postorder().into_iter().map(Some)) {
        if budget.exhausted().is_some() {
            return Ok(Some(no_time()));
        }
        let walk = match block {
            None => Walk::start(&following),
            Some(block) => Walk::of(&following, block),
        };
        let Walk { terms, given, broken, .. } = match walk {
            Ok(walk) => walk,
            Err(why) => return Ok(Some(why)),
        };
        let name = &source.blocks[block.unwrap_or(source.entry)].name;
        if let Some(why) = fails(name, &terms, &given, &broken, solvers, budget)? {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// Why the condition of a block does not hold, if it doesn't. What values of other blocks are is rarely
/// needed: it is written in where it fails without.
fn block_fails(
    steps: &Steps<'_>,
    block: BlockId,
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Unproved>, CertifyError> {
    let mut why = None;
    for writes_in in [false, true] {
        let condition = match Step::condition(steps, block, writes_in) {
            Ok(condition) => condition,
            Err(why) => return Ok(Some(why)),
        };
        let name = &steps.facts.source.blocks[block].name;
        let step::Condition { terms, given, broken } = &condition;
        why = fails(name, terms, given, broken, solvers, budget)?;
        if !why.as_ref().is_some_and(|why| why.is_refuted) {
            break;
        }
    }
    Ok(why)
}

/// Why not all is so that must be, behind a block.
fn fails(
    block: &str,
    terms: &Terms,
    given: &[Term],
    broken: &[(String, Term)],
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Option<Unproved>, CertifyError> {
    if broken.is_empty() {
        return Ok(None);
    }
    if terms.store.len() > limits::VALIDATED_TERMS {
        return Ok(Some(Unproved::because("a block does too much with memory")));
    }
    let parts: Vec<_> = broken.iter().map(|it| it.1).collect();
    let violation = Violation { terms: &terms.store, given, parts: &parts, rest: &[] };
    match solvers::refute_parts(&violation, solvers, budget) {
        Ok(None) => Ok(None),
        Ok(Some(values)) => {
            let fails = broken.iter().find(|(_, broken)| {
                crate::bv::eval::eval(&terms.store, *broken, &values).is_true()
            });
            let what = fails.map_or("a condition holds", |it| &it.0);
            Ok(Some(Unproved::refuted(format!("in block '{block}' it is not so that {what}"))))
        }
        Err(CertifyError::Unknown(_)) => Ok(Some(no_time())),
        Err(error) => Err(error),
    }
}
