//! What a verdict rests on, as data that can be taken elsewhere and checked there.

use serde::{Deserialize, Serialize};

use crate::program::{Correspondence, Followed, GoalId, Program, Property};
use crate::support::hash::{hex, sha256};
use crate::system::{Certificate, Trace};

/// Changes when what it is written as does.
pub const FORMAT: u32 = 4;

/// What a verdict rests on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// [`FORMAT`].
    pub format: u32,
    /// Who found it, with its version.
    pub tool: String,
    /// The verdict.
    pub verdict: String,
    /// The properties that were asked for.
    pub properties: Vec<Property>,
    /// The sources that the program was made of.
    pub sources: Vec<Source>,
    /// The program that proofs and traces speak of: inlined, its checks explicit, its memory
    /// resolved into values.
    pub program: Program,
    /// What it was before its memory was resolved, if it had any.
    pub memory: Option<WithObjects>,
    /// Why goals can't be reached.
    pub proofs: Vec<Proof>,
    /// How goals are reached.
    pub traces: Vec<Trace>,
}

/// A program with objects in memory, beside the one that proofs and traces speak of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WithObjects {
    /// With objects and operations on them.
    pub program: Program,
    /// Why proofs of the other one are proofs of it.
    pub resolved: Resolved,
}

/// Whether it was shown that memory was resolved rightly.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Resolved {
    /// It was: these claims hold, and a simulation follows from them
    /// ([`crate::certify::memory`]).
    Shown {
        /// The program with single elements of large objects, if it is the one that was resolved.
        followed: Option<Box<Followed>>,
        /// How memory was resolved.
        claims: Box<Correspondence>,
    },
    /// It is trusted, for this reason.
    Trusted(String),
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its path, as the compiler was given it.
    pub path: String,
    /// SHA-256 of its text, in hexadecimal digits.
    pub sha256: String,
}

/// Why some goals can't be reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Who found it.
    pub by: String,
    /// Which goals.
    pub goals: Vec<GoalId>,
    /// Why.
    pub certificate: Certificate,
    /// Whether its conditions are written without the claims that are polynomial identities modulo
    /// 2^w, as solvers took too long with them.
    pub without_identities: bool,
}

impl Source {
    /// A file with this text.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), sha256: hex(&sha256(text)) }
    }
}
