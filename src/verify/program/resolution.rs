//! Whether the program that engines saw, and that proofs speak of, does what the program with its
//! objects does ([`crate::certify::memory`]).

use crate::certify::CertifyError;
use crate::certify::memory::{Validation, validate};
use crate::memory::{self, Limits};
use crate::program::{Correspondence, Followed, Program};
use crate::support::Budget;

/// What was found.
pub enum Found {
    /// It was, as these claims say, each of which somebody found to hold.
    Shown(Box<Correspondence>, String),
    /// It was not shown, for this reason.
    Trusted(String),
    /// A claim does not hold: nothing is proved. What is said of it.
    Refuted(String),
}

/// Whether the memory of a program that became `resolved` was resolved rightly, be it with single
/// elements of large objects.
///
/// # Errors
/// If the solvers can't be believed, or what was resolved is not what engines saw.
pub fn validated(
    source: &Program,
    followed: Option<&Followed>,
    resolved: &Program,
    budget: &Budget,
) -> Result<Found, CertifyError> {
    let with_objects = followed.map_or(source, |followed| &followed.program);
    let Some(claims) = memory::correspondence(with_objects, &Limits::default()) else {
        return Ok(Found::Trusted("there is too much of it to be validated".to_owned()));
    };
    if !claims.is_about(resolved) {
        return Err(CertifyError::Internal("memory is resolved in two ways".to_owned()));
    }
    Ok(match validate(source, followed, &claims, budget)? {
        Validation::Holds(solvers) => Found::Shown(Box::new(claims), solvers.to_string()),
        Validation::Open(why) if why.is_refuted => Found::Refuted(why.to_string()),
        Validation::Open(why) => Found::Trusted(why.to_string()),
    })
}
