//! Whether the program that engines saw, and that proofs speak of, does what the program with its
//! objects does ([`crate::certify::memory`]).

use crate::certify::CertifyError;
use crate::certify::memory::{Validation, validate};
use crate::memory::{self, Limits};
use crate::program::Program;
use crate::support::Budget;

/// What is said where it is not validated, with the reason behind it.
pub const TRUSTED: &str = "how memory was resolved into values is trusted";

/// What was found.
pub enum Found {
    /// What is said with a verdict.
    Said(String),
    /// A claim does not hold: nothing is proved. What is said of it.
    Refuted(String),
}

/// Whether the memory of a program that became `resolved` was resolved rightly.
///
/// # Errors
/// If the solvers can't be believed, or what was resolved is not what engines saw.
pub fn validated(
    source: &Program,
    resolved: &Program,
    budget: &Budget,
) -> Result<Found, CertifyError> {
    let trusted = |why: &str| Found::Said(format!("{TRUSTED}: {why}"));
    let Some(claims) = memory::correspondence(source, &Limits::default()) else {
        return Ok(trusted("there is too much of it to be validated"));
    };
    let again = claims.resolved.clone().prune().end_tainted();
    let same = again.blocks == resolved.blocks
        && again.values == resolved.values
        && again.goals == resolved.goals
        && again.folded == resolved.folded
        && again.entry == resolved.entry;
    if !same {
        return Err(CertifyError::Internal("memory is resolved in two ways".to_owned()));
    }
    Ok(match validate(source, &claims, budget)? {
        Validation::Holds(solvers) => {
            Found::Said(format!("memory was resolved into values rightly, by {solvers}"))
        }
        Validation::Open(why) if why.is_refuted => Found::Refuted(why.to_string()),
        Validation::Open(why) => trusted(&why.to_string()),
    })
}
