//! The values of options that are one of several words.

use clap::ValueEnum;

use crate::engine::EngineKind;

/// Reports that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaArg {
    /// Of `llumc check --json`.
    Check,
    /// Of `llumc project --json`.
    Project,
}

/// What a volatile read gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VolatileArg {
    /// Any value, anew at each read.
    Arbitrary,
    /// The value last written, as for other variables.
    Plain,
}

/// An assumption that is made only if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AcceptArg {
    /// No access is invalid, and nothing is freed that is not to be, where no property asks for it.
    AccessesValid,
}

/// Where other threads may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SwitchesArg {
    /// Before each access to what threads share.
    All,
    /// Not before accesses under a lock that all hold there, and not where the program itself
    /// has joined the threads; where that does not suffice, the verdict is unknown.
    Fewer,
}

/// What a call of an undefined function does besides returning any value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UndefinedArg {
    /// It may change all that it can reach. Violations are looked for first in runs in which it
    /// changes nothing; one that needs a change is told apart.
    #[value(alias = "havoc")]
    Default,
    /// It may change what its pointer arguments lead to directly, but for those to const, and
    /// nothing else. It calls nothing back.
    Arguments,
    /// It writes nothing and calls nothing back.
    Pure,
    /// It is not modelled if it could change memory: a path that comes to it is not decided.
    #[value(alias = "unsupported")]
    Strict,
}

/// What variables hold when the entry function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlobalsArg {
    /// Their initial values.
    Initial,
    /// Anything; pointers in them are null or lead to objects of their own.
    Any,
}

/// What undefined functions call back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CallbacksArg {
    /// Functions whose address they may have, with any arguments, also from within a callback.
    Nested,
    /// The same, but what a callback calls does not call back.
    Flat,
    /// None.
    None,
}

/// Which handlers interrupt a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NestedArg {
    /// All that are not running.
    Others,
    /// All.
    All,
}

/// Engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// Intervals first; then unrolling, k-induction and IC3, each in a process of its own (with
    /// four cores or more IC3 twice, in two configurations), and in parallel invariants are
    /// generated from words, with which they start anew if any are found; the first checked answer wins.
    Auto,
    /// Incremental unrolling: finds violations; proves only what is seen to end soon.
    Unroll,
    /// Bounded model checking: unrolling, which also asks in each step whether all runs
    /// have ended. Finds violations, and proves programs whose loops all end soon.
    Bmc,
    /// k-induction: finds violations, and proves.
    Kinduction,
    /// IC3 (property-directed reachability): finds violations and proves.
    Ic3,
    /// IC3 in the second configuration of `auto`.
    #[value(name = "ic3-2")]
    Ic3Second,
    /// Predicate abstraction, lazily refined, on words: finds violations and proves. Programs only.
    Predicate,
    /// Lazy abstraction with interpolants (Impact), on words: finds violations and proves. Programs
    /// only.
    Impact,
    /// Lazy abstraction with a tree whose predicates differ from node to node (BLAST), on words:
    /// finds violations and proves. Programs only.
    Blast,
    /// Symbolic execution with interpolants (TRACER), on words: finds violations and proves.
    /// Programs only.
    Tracer,
    /// IC3 over predicates, on words: finds violations and proves. Programs only.
    Ic3ia,
    /// Unrolling and IC3 side by side; the first checked answer wins.
    Race,
}

/// How predicate abstraction abstracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AbstractionArg {
    /// All combinations of truth values that are possible.
    Boolean,
    /// Each predicate by itself.
    Cartesian,
}

/// What engines on words expand next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// The oldest node.
    Breadth,
    /// The youngest node.
    Depth,
}

/// Where a predicate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    /// At the location that it was found for.
    Location,
    /// Everywhere.
    Program,
}

/// What explains to engines on words why a path can't be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainArg {
    /// Weakest preconditions and strongest postconditions; interpolants where they don't do.
    Atoms,
    /// Interpolants from a resolution proof.
    Interpolants,
}

/// How interpolants are read off a resolution proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InterpolationArg {
    /// McMillan's system: the stronger formulas.
    Mcmillan,
    /// Pudlák's system: symmetric between both sides.
    Pudlak,
}

/// Where what explains it comes from, beside interpolants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SourceArg {
    /// The focus operator of lazy abstraction (blast).
    Focus,
    /// Relations that held in sample runs.
    Relations,
    /// Atoms of conditions still to come.
    Conditions,
    /// Atoms of conditions that were met, and values that are known.
    Met,
    /// Boolean combinations of both.
    Combinations,
    /// The weakest formula, as a whole.
    Weakest,
}

impl From<SourceArg> for crate::engine::reach::Source {
    fn from(arg: SourceArg) -> Self {
        match arg {
            SourceArg::Focus => Self::Focus,
            SourceArg::Relations => Self::Relations,
            SourceArg::Conditions => Self::Conditions,
            SourceArg::Met => Self::Met,
            SourceArg::Combinations => Self::Combinations,
            SourceArg::Weakest => Self::Weakest,
        }
    }
}

/// The SAT solvers of IC3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ic3SolverArg {
    /// The own one, which assigns only what a query depends on.
    Cone,
    /// CaDiCaL.
    Cadical,
}

/// Text or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// For people.
    Text,
    /// For machines; the same content.
    Json,
}

/// Which encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingArg {
    /// The small-block encoding of the LLUMC paper: curr, pred, one step per LLVM block.
    Paper,
    /// Through the control-flow automaton: phis as updates, no pred.
    Cfa,
}

/// How much of the program one step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BlocksArg {
    /// A basic block.
    #[value(alias = "basic")]
    Single,
    /// A region that is entered at one place and has no loop (large-block encoding).
    #[value(alias = "summary")]
    Large,
    /// All from one head of a loop to the next, as far as the automaton doesn't grow
    /// too much.
    Loops,
}

/// What is known of the contents of large objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ArraysArg {
    /// Single elements are followed, any of them, where all of them are many; if that
    /// decides too little, all, unless they are too many.
    Auto,
    /// All elements.
    Exact,
    /// Single elements, any of them, where all of them are many.
    Followed,
}

impl From<ArraysArg> for crate::verify::Arrays {
    fn from(arg: ArraysArg) -> Self {
        match arg {
            ArraysArg::Auto => Self::Auto,
            ArraysArg::Exact => Self::Exact,
            ArraysArg::Followed => Self::Followed,
        }
    }
}

impl From<BlocksArg> for crate::cfa::large::Blocks {
    fn from(arg: BlocksArg) -> Self {
        match arg {
            BlocksArg::Single => Self::Single,
            BlocksArg::Large => Self::Large,
            BlocksArg::Loops => Self::Loops,
        }
    }
}

/// Formats that models are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelFormat {
    /// Four CNFs.
    Dimspec,
    /// AIGER 1.9: text if the file is called .aag, binary if .aig.
    Aiger,
    /// BTOR2.
    Btor2,
    /// SMT-LIB: I, U, G and T as functions.
    Smt2,
    /// Constrained Horn clauses in SMT-LIB, one predicate per location.
    Chc,
    /// VMT.
    Vmt,
}

impl ModelFormat {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ModelFormat::Dimspec => "dimspec",
            ModelFormat::Aiger => "aiger",
            ModelFormat::Btor2 => "btor2",
            ModelFormat::Smt2 => "smt2",
            ModelFormat::Chc => "chc",
            ModelFormat::Vmt => "vmt",
        }
    }

    /// The usual end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            ModelFormat::Dimspec => "dimspec",
            ModelFormat::Aiger => "aig",
            ModelFormat::Btor2 => "btor2",
            ModelFormat::Smt2 => "smt2",
            ModelFormat::Chc => "horn.smt2",
            ModelFormat::Vmt => "vmt",
        }
    }
}

/// The stages that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageArg {
    /// The passes of the front end, and why they have their order; needs no file.
    Passes,
    /// The inlined LLVM IR.
    Ir,
    /// The program: blocks in SSA form, checks explicit, memory as objects.
    Program,
    /// The program with memory resolved into values: what the engines are about.
    Flat,
    /// The control-flow automaton.
    Cfa,
    /// The formulas I, U, G, T as SMT-LIB.
    System,
    /// The reachability graph of an engine on words, as Graphviz text.
    Arg,
}

/// The engines that have a reachability graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphEngineArg {
    /// Predicate abstraction.
    Predicate,
    /// Lazy abstraction with interpolants.
    Impact,
    /// Lazy abstraction as in BLAST.
    Blast,
    /// Symbolic execution with interpolants.
    Tracer,
}

/// The engines that `auto` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemberArg {
    /// Incremental unrolling.
    Unroll,
    /// k-induction.
    Kinduction,
    /// IC3.
    Ic3,
    /// IC3 in its second configuration, which runs with four cores or more.
    #[value(name = "ic3-2")]
    Ic3Second,
    /// IC3 over predicates, which joins when invariants were generated.
    Ic3ia,
}

impl MemberArg {
    /// The engine.
    pub fn kind(self) -> EngineKind {
        match self {
            Self::Unroll => EngineKind::Unroll,
            Self::Kinduction => EngineKind::Kinduction,
            Self::Ic3 => EngineKind::Ic3,
            Self::Ic3Second => EngineKind::Ic3Second,
            Self::Ic3ia => EngineKind::Ic3ia,
        }
    }
}
