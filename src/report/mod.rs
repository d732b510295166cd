//! Verdicts for people and machines.
//!
//! A [`Report`] is plain data: what text prints and what JSON carries is the same. It is
//! filled by [`crate::verify`] from results that [`crate::certify`] has checked.
//!
//! Deliberately absent: any decision about what is true.

//! | file | makes of a report |
//! |---|---|
//! | [`text`] | text for people |
//! | [`advice`] | what may help where the verdict is unknown |
//! | [`json`] | JSON, with a schema that is generated from the types here |
//! | [`sarif`] | SARIF 2.1.0, for services that show results beside the code |
//! | [`html`] | one page, to look at; of a comparison of engines, too |
//! | [`witness`] | a witness in the format of SV-COMP, for validators |
//! | [`lcov`] | what runs reach, as LCOV's trace files do |
//! | [`junit`] | JUnit's XML, for services that show tests |
//!
//! Reports on the tasks of a whole project are a [`project::ProjectReport`], of which the same
//! modules make the same things.

pub mod advice;
mod branches;
mod c_expression;
mod characters;
mod constant;
mod copies;
pub mod coverage;
mod escape;
pub mod evidence;
pub mod fold;
mod formula;
pub mod html;
mod identity;
pub mod invariant;
pub mod json;
pub mod junit;
pub mod lcov;
mod loop_invariants;
pub mod narrate;
pub mod place;
pub mod project;
mod rules;
pub mod sarif;
pub mod scan;
pub mod text;
mod uninitialised;
mod verdict;
mod violation;
pub mod witness;

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::program::Property;
use coverage::{Coverage, Reach};
use evidence::Evidence;

pub use place::Place;
pub use verdict::Verdict;
pub use violation::{Branch, Change, InputReport, Skipped, TraceStep, Violation};

/// Version of the keys of all JSON that is printed: the first number changes when a key goes or
/// means something else, the second when one is added.
pub const SCHEMA_VERSION: &str = "1.7";

/// A text that is one of ours, or was read from a file.
pub type Text = Cow<'static, str>;

/// Everything that is said about one run of `llumc check`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Always `llumc`.
    pub tool: Text,
    /// Version of the tool.
    pub version: Text,
    /// Version of these keys, [`SCHEMA_VERSION`].
    pub schema_version: Text,
    /// The input files.
    pub files: Vec<String>,
    /// The files that the program was linked of, if a project's compile commands say how they are
    /// compiled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// The function where execution starts.
    pub entry: String,
    /// `ILP32` or `LP64`.
    pub data_model: Text,
    /// The machine, if it is not x86.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The properties that were asked for.
    pub properties: Vec<Property>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why checks are unknown, or hold only where everything is modelled; else empty.
    pub reasons: Vec<String>,
    /// What the verdict may not be meant to say: assumptions of the program that no run gets past.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Every check with its own result.
    pub checks: Vec<CheckReport>,
    /// What runs reach, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Points where something is not modelled, or past a bound.
    pub obstacles: Vec<ObstacleReport>,
    /// Every assumption that was made of the program.
    #[serde(rename = "approximations")]
    pub assumptions: Vec<AssumptionReport>,
    /// How answers were checked, in words.
    pub confirmations: Vec<String>,
    /// How each engine ended.
    pub engines: Vec<EngineReport>,
    /// Up to where it is known that no check that is open is violated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explored: Option<Explored>,
    /// Of an unknown verdict what may help, in order of promise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
    /// Size of the model.
    pub model: ModelReport,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// How much of it native replays of traces took, their build included.
    pub replay_seconds: f64,
    /// How much of it random native runs against the proofs took, their build included.
    pub attack_seconds: f64,
    /// How many random native runs found nothing against the proofs.
    pub attack_runs: u64,
    /// What the phases took, in the order in which they were first entered.
    pub phases: Vec<PhaseReport>,
    /// The exit code of the process, once it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Why there is no verdict at all: then it is unknown, and no check is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// The sources that could be read.
    #[serde(skip)]
    pub sources: Vec<SourceText>,
    /// When it was told: seconds since 1970 began.
    #[serde(skip)]
    pub told: u64,
    /// The inputs of the first violation, as a C file.
    #[serde(skip)]
    pub reproducer: Option<String>,
    /// What the verdict rests on, if that was asked for.
    #[serde(skip)]
    pub evidence: Option<Arc<Evidence>>,
}

impl Report {
    /// One that says nothing, of no program.
    pub fn blank() -> Self {
        Self {
            tool: "llumc".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            schema_version: SCHEMA_VERSION.into(),
            files: vec![],
            units: vec![],
            entry: String::new(),
            data_model: "LP64".into(),
            target: None,
            properties: vec![],
            verdict: Verdict::Unknown,
            reasons: vec![],
            warnings: vec![],
            checks: vec![],
            coverage: None,
            obstacles: vec![],
            assumptions: vec![],
            confirmations: vec![],
            engines: vec![],
            explored: None,
            advice: vec![],
            model: ModelReport::default(),
            seconds: 0.0,
            replay_seconds: 0.0,
            attack_seconds: 0.0,
            attack_runs: 0,
            phases: vec![],
            exit_code: None,
            error: None,
            sources: vec![],
            told: 0,
            reproducer: None,
            evidence: None,
        }
    }

    /// The assumptions that the verdict may rest on.
    pub fn used_assumptions(&self) -> impl Iterator<Item = &AssumptionReport> {
        self.assumptions.iter().filter(|it| it.used)
    }

    /// Checks that are not decided.
    pub fn open(&self) -> usize {
        self.checks.iter().filter(|check| matches!(check.status, Status::Unknown)).count()
    }
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The path as the compiler was given it.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// Why nothing could be decided.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReport {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// What is wrong, for people.
    pub message: String,
}

/// Whose fault an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// Wrong usage or input.
    Input,
    /// A bug of ours.
    Internal,
}

/// A phase of a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PhaseReport {
    /// What happened: "the engines ran".
    pub what: Text,
    /// Wall-clock time in seconds, of all its parts.
    pub seconds: f64,
}

/// One check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// Its number, for `encode --goal`; of those that folded no model speaks.
    pub goal: u32,
    /// The property.
    pub property: Property,
    /// What would go wrong.
    pub what: String,
    /// Where, with the calls that the place was inlined through.
    pub place: Option<Place>,
    /// The result.
    pub status: Status,
    /// Whether any run meets it, if that was asked for and is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<Reach>,
}

impl CheckReport {
    /// Whether it holds because no run meets it.
    pub fn is_never_met(&self) -> bool {
        matches!(self.status, Status::Proved { .. }) && self.met == Some(Reach::Unreachable)
    }
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It fails, and here is how.
    Violated(Box<Violation>),
    /// It can't fail (unless an earlier check fails: a failed check ends its path).
    Proved {
        /// The engine that found the proof.
        engine: String,
        /// What kind of proof.
        proof: ProofReport,
        /// The invariant in it, by program points.
        invariant: Vec<InvariantAt>,
    },
    /// It can't fail on any path that is modelled; but some path leads to a point that is
    /// not modelled (see [`Report::obstacles`]), and what happens behind it is not known.
    HoldsWhereModelled,
    /// Not decided.
    Unknown,
}

/// What an invariant says at a program point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvariantAt {
    /// The point: line and block.
    pub point: String,
    /// The first place that the block has.
    pub place: Option<Place>,
    /// What holds there each time control arrives, for people.
    pub conjuncts: Vec<String>,
    /// If it is the head of a loop of the source: what of it can be said in C.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<InC>,
}

/// What can be said in C of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InC {
    /// The line of the loop's keyword, or of the statement.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// What stands there.
    #[serde(default)]
    pub at: Where,
    /// How many copies of its function are in the program, for the calls of it: if there are
    /// several, the conjuncts hold in one of them.
    #[serde(default)]
    pub copies: usize,
    /// Which of these copies this is, from 0.
    #[serde(default)]
    pub copy: usize,
    /// Expressions over variables in scope, without side effects and undefined behaviour; all
    /// hold whenever a run comes there.
    pub conjuncts: Vec<String>,
}

/// Where something holds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// Before each evaluation of the condition of a `while` or `for`.
    #[default]
    Loop,
    /// Before a statement, the first one in the body of a `do`.
    Statement,
}

/// The kind of a proof. Steps and k count loop iterations: arrivals at loop heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProofReport {
    /// What it asks is constant, or no path leads there, as soon as the program is made.
    Folded,
    /// No piece of the program from one loop head to the next reaches the check.
    Direct,
    /// An inductive invariant.
    Inductive,
    /// All runs end within so many steps.
    Exhausted {
        /// How many.
        steps: u32,
    },
    /// k-induction.
    KInductive {
        /// How many steps.
        k: u32,
        /// Whether only paths without repetition are looked at.
        simple_path: bool,
    },
}

/// Something that the verdict may not be meant to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// What, for people.
    pub what: String,
    /// Where.
    pub place: Option<Place>,
}

/// A point where something is not modelled, or past a bound.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObstacleReport {
    /// `unsupported` or `bound`.
    pub kind: Text,
    /// The construct.
    pub what: String,
    /// The option that raises the bound, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Text>,
    /// Where.
    pub place: Option<Place>,
    /// `reachable`, `unreachable` or `unknown`.
    pub status: Text,
}

/// An assumption.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AssumptionReport {
    /// Its name.
    pub kind: Text,
    /// What is taken to be how.
    pub what: String,
    /// Where.
    pub place: Option<Place>,
    /// What it does to the runs of the program: `removes`, `adds` or `replaces`.
    pub runs: Text,
    /// Whether the verdict may rest on it: a proof on what removes or replaces runs, a violation
    /// on what adds or replaces some. Of an unknown verdict no result rests on anything.
    pub used: bool,
}

/// How far an engine has looked without finding a violation. It is what the engine says, and not
/// checked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explored {
    /// The engine that came furthest.
    pub engine: String,
    /// No run violates a check that is open within so many steps from its start. One step goes
    /// at most once around a loop.
    pub steps: u32,
}

/// Something that may help to get a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The option, spelled out: `--allocations N`.
    pub option: String,
    /// Why it may help, and what it means.
    pub why: String,
}

/// How an engine ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// How it ended, in words.
    pub ending: String,
    /// Steps unrolled, or frames of IC3; of other engines on words how often they refined the
    /// abstraction.
    pub depth: u32,
    /// Of engines on words: how many nodes of the reachability graph they made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Of those with predicates: how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicates: Option<u64>,
}

/// Size of the model.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ModelReport {
    /// Basic blocks of the program.
    pub blocks: usize,
    /// Variables of the transition system's state.
    pub state_variables: usize,
    /// Their bits.
    pub state_bits: usize,
    /// Variables of the CNF.
    pub cnf_variables: u32,
    /// Clauses of I, U, G and T together.
    pub clauses: usize,
}
