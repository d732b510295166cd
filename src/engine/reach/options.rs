//! What can be set of the engines that work on words (`docs/ENGINES.md` has the table).

use serde::{Deserialize, Serialize};

/// The options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// How predicate abstraction abstracts.
    pub abstraction: Abstraction,
    /// Which node is expanded next.
    pub order: Order,
    /// Where a new predicate counts.
    pub scope: Scope,
    /// What explains infeasible paths.
    pub explain: Explain,
    /// How interpolants are read off a resolution proof.
    pub interpolation: Interpolation,
    /// Which of them are left out, to see what each is worth.
    pub without: Vec<Source>,
    /// Lazy abstraction with interpolants: strengthen branches so that older nodes cover them.
    pub forced_covering: bool,
    /// Lazy abstraction as in BLAST: refine along the path only and keep what else is below.
    pub keep_subtree: bool,
    /// Symbolic execution with interpolants: weaken equations to orders where a loop breaks them,
    /// instead of dropping them.
    pub slackening: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            abstraction: Abstraction::default(),
            order: Order::default(),
            scope: Scope::default(),
            explain: Explain::default(),
            interpolation: Interpolation::default(),
            without: vec![],
            forced_covering: true,
            keep_subtree: false,
            slackening: true,
        }
    }
}

impl Options {
    /// Whether paths are explained in this way.
    pub fn uses(&self, source: Source) -> bool {
        self.explain == Explain::Atoms && !self.without.contains(&source)
    }
}

/// What an abstract state says of the predicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Abstraction {
    /// Which of all combinations of truth values are possible: the strongest Boolean combination
    /// (Graf, Saïdi: Construction of abstract state graphs with PVS, CAV 1997).
    #[default]
    Boolean,
    /// Of each by itself whether it must hold, or must not (Ball, Podelski, Rajamani: Boolean and
    /// Cartesian abstraction for model checking C programs, TACAS 2001).
    Cartesian,
}

/// Which node of the reachability graph is expanded next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// The oldest.
    #[default]
    Breadth,
    /// The youngest.
    Depth,
}

/// Where a new predicate counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// At the location that it was found for.
    #[default]
    Location,
    /// Everywhere.
    Program,
}

/// What explains infeasible paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Explain {
    /// Atoms of weakest preconditions and strongest postconditions, for what the unsatisfiable
    /// core needs; interpolants where they don't do.
    #[default]
    Atoms,
    /// Interpolants from a resolution proof only.
    Interpolants,
}

/// How interpolants are read off a resolution proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interpolation {
    /// McMillan's system: the stronger formulas.
    #[default]
    McMillan,
    /// Pudlák's system: symmetric between both sides.
    Pudlak,
}

/// Where what explains a path comes from, if not from interpolants: these are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// What the focus operator of lazy abstraction finds (the engine `blast`).
    Focus,
    /// Relations that held in sample runs.
    Relations,
    /// Atoms of conditions still to come.
    Conditions,
    /// Atoms of conditions that were met, and what variables are known to be.
    Met,
    /// Boolean combinations of both.
    Combinations,
    /// The weakest formula, as a whole.
    Weakest,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 6] = [
        Source::Focus,
        Source::Relations,
        Source::Conditions,
        Source::Met,
        Source::Combinations,
        Source::Weakest,
    ];
}
