//! What can be set of a verification. Each field names the option of the command line that sets it,
//! which messages name, too.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::cfa::large::Blocks;
use crate::engine::worker::Workers;
use crate::engine::{EngineKind, ic3, reach};
use crate::formats::aiger::Style;
use crate::formats::invariant;
use crate::program::AssumptionKind;
use crate::sat;

/// How a task is decided. The default is that of the command line, but with engines in threads.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engines (`--engine`).
    pub engine: Engine,
    /// Limit of wall-clock time (`--timeout`). What can't be interrupted takes longer.
    pub timeout: Option<Duration>,
    /// Bytes (`--memory`): of address space for each engine, and of memory in use for all of them;
    /// none: four fifths of what the machine has left. Of engines in threads nothing is limited.
    pub memory: Option<u64>,
    /// How many processor cores the choice of engines counts on (`--jobs`); none: all that this
    /// process may use.
    pub cores: Option<usize>,
    /// Engines look at no more steps than this (`--bound`).
    pub bound: Option<u32>,
    /// k-induction looks at paths without repetition only (`--simple-path`).
    pub simple_path: bool,
    /// The SAT solver of the engines that unroll (`--sat`). A library needs [`Workers::Program`].
    pub sat: sat::Choice,
    /// Seed of the engines' random choices (`--seed`).
    pub seed: u64,
    /// Engines that [`Engine::Auto`] leaves out (`--auto-without`).
    pub without: Vec<EngineKind>,
    /// Whether the engines of [`Engine::Auto`] tell each other what they have proved (not
    /// `--no-share`).
    pub share: bool,
    /// The options of IC3.
    pub ic3: ic3::Options,
    /// The options of the engines that work on words.
    pub reach: reach::Options,
    /// Where engines run.
    pub workers: Workers,
    /// Whether results are checked before they count (not `--no-certify`). Without that a verdict
    /// is what an engine says: for measuring only.
    pub check: bool,
    /// What only programs have.
    pub program: ProgramOptions,
    /// What only files of models have.
    pub model: ModelOptions,
}

/// Engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Unrolling, k-induction and IC3, in parallel with searches for invariants.
    #[default]
    Auto,
    /// Unrolling and IC3.
    Race,
    /// One alone.
    One(EngineKind),
}

/// How programs are verified.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// How much of the program one step takes (`--blocks`).
    pub blocks: Blocks,
    /// Whether one step may take many iterations of a simple loop (not `--no-accelerate`).
    pub accelerate: bool,
    /// What is known of the contents of large objects (`--arrays`).
    pub arrays: Arrays,
    /// With [`Engine::Auto`]: whether invariants are generated from words (not `--no-mine`). With
    /// engines on words: whether they get relations that held in sample runs.
    pub invariants: bool,
    /// With [`Engine::Auto`]: whether intervals and known bits are computed (not `--no-ranges`).
    pub ranges: bool,
    /// Whether state bits that are equal in all reachable states are merged (`--sweep`).
    pub sweep: bool,
    /// Whether a violation ends the work, with whatever else is open (`--stop-at-first`).
    pub stop_at_first: bool,
    /// Assumptions that no verdict may rest on (`--refuse`, `--strict`).
    pub refused: BTreeSet<AssumptionKind>,
    /// Whether the program is run natively, to replay traces and to attack proofs (not
    /// `--no-native-replay`).
    pub native: bool,
    /// Whether what the verdict rests on is wanted, too (`--evidence`).
    pub evidence: bool,
    /// Whether only coverage goals are decided, and what runs do beyond the model.
    pub coverage_only: bool,
}

/// What is known of the contents of large objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrays {
    /// Single elements, any of them, where all are many; all, if that decides too little.
    #[default]
    Auto,
    /// All elements.
    Exact,
    /// Single elements, any of them, where all are many.
    Followed,
}

/// How files of models are decided.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    /// Whether equal state bits are merged, and signals looked for that correspond (not
    /// `--no-sweep`).
    pub sweep: bool,
    /// Whether relations between words are looked for (not `--no-relations`).
    pub relations: bool,
    /// An invariant is wanted, in this form (`--invariant`): of the engines of [`Engine::Auto`]
    /// only IC3 is asked, and gives clauses over the bits of the file.
    pub invariant: Option<InvariantForm>,
}

/// How an invariant of a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvariantForm {
    /// As clauses.
    Clauses,
    /// In another format.
    Format(invariant::Format),
    /// As a witness circuit of the hardware model checking competition.
    Witness(Style),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            timeout: None,
            memory: None,
            cores: None,
            bound: None,
            simple_path: false,
            sat: sat::Choice::default(),
            seed: 0,
            without: vec![],
            share: true,
            ic3: ic3::Options::default(),
            reach: reach::Options::default(),
            workers: Workers::default(),
            check: true,
            program: ProgramOptions::default(),
            model: ModelOptions::default(),
        }
    }
}

impl Default for ProgramOptions {
    fn default() -> Self {
        Self {
            blocks: Blocks::Large,
            accelerate: true,
            arrays: Arrays::default(),
            invariants: true,
            ranges: true,
            sweep: false,
            stop_at_first: false,
            refused: BTreeSet::new(),
            native: true,
            evidence: false,
            coverage_only: false,
        }
    }
}

impl Default for ModelOptions {
    fn default() -> Self {
        Self { sweep: true, relations: true, invariant: None }
    }
}
