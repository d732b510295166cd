//! A violation, and the run that shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Place;
use crate::program::Branching;

/// A violation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The engine that found it.
    pub engine: String,
    /// Number of blocks executed, without those of iterations that are not listed.
    pub blocks: usize,
    /// The values chosen, in order.
    pub inputs: Vec<InputReport>,
    /// What happens, source line by source line.
    pub steps: Vec<TraceStep>,
    /// What the native run said.
    pub native: String,
    /// How conditions came out in it, in order, if that was asked for (`--witness`): the first few
    /// behind each choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// Why the access to memory is invalid, if it is one.
    pub cause: Option<String>,
}

/// A condition of the program came out, or a `switch` went a way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Branch {
    /// How many choices the native run had made.
    pub choices: usize,
    /// The condition.
    pub branching: Branching,
    /// How: 1 if it holds, 2 if it does not; of a `switch` 1 if no label says, else 2 and more for
    /// the labels.
    pub way: u32,
}

/// One arbitrary choice of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputReport {
    /// Where the freedom comes from: `__VERIFIER_nondet_int()`, `uninitialised x`.
    pub source: String,
    /// The value.
    pub value: String,
    /// Whether something depends on it where the run goes: if not, it goes the same way with any
    /// other value.
    pub matters: bool,
    /// Where it is read.
    pub place: Option<Place>,
    /// Which of the choices of a native run it is, from 0, if that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<usize>,
    /// The step of the trace, from 0, that was the last when it was made.
    pub step: usize,
}

/// One source line executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceStep {
    /// Iterations of a loop before it that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Skipped>,
    /// The number of the thread that executes it, once threads take turns; 0 is the program
    /// itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u64>,
    /// Where.
    pub place: Option<Place>,
    /// Variables that changed.
    pub changes: Vec<Change>,
}

/// Iterations that are not listed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// How many.
    pub iterations: u64,
    /// First and last line of the loop.
    pub lines: (u32, u32),
}

/// A variable's new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// Its C name.
    pub variable: String,
    /// Its C type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its new value.
    pub value: String,
}
