//! Which engine decides, and within which limits: the options that all subcommands share which
//! run engines.

use std::path::PathBuf;

use clap::Args;

use crate::cli::values::{
    AbstractionArg, EngineArg, ExplainArg, Ic3SolverArg, InterpolationArg, MemberArg, OrderArg,
    ScopeArg, SourceArg,
};
use crate::engine::ic3::{self, SolverKind, Technique};
use crate::engine::reach::{self, Abstraction, Explain, Interpolation, Order, Scope};
use crate::sat;

/// Limits and engine.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// How to decide.
    #[arg(short, long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// Give up after this many seconds of wall-clock time. What can't be interrupted may take
    /// a twelfth of it more, but one second at least and five at most.
    #[arg(short, long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub timeout: Option<f64>,
    /// Memory limit in MB (2^20 bytes): of address space for each engine's process, and of memory
    /// in use for all of them together, of which the largest must go where it is more [default:
    /// four fifths of what the machine has left].
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..1 << 40))]
    pub memory: Option<u64>,
    /// Look at no more than K steps (what a step is, --blocks says).
    #[arg(short = 'k', long, value_name = "K")]
    pub bound: Option<u32>,
    /// k-induction: look at paths without repetition only. Then every program with
    /// finitely many states is decided, some day.
    #[arg(long)]
    pub simple_path: bool,
    /// Use N processor cores [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The SAT solver of the engines that unroll (unroll, bmc, kinduction): `cadical`, or
    /// `ipasir:FILE.so`, a shared library with the interface IPASIR, which runs in a process
    /// of its own.
    #[arg(long, value_name = "SOLVER", default_value = "cadical", value_parser = sat_choice)]
    pub sat: sat::Choice,
    /// Seed of the engines' random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Don't draw the progress line (it is drawn only on a terminal anyway).
    #[arg(short, long)]
    pub quiet: bool,
    /// Engines that `auto` does not run; for measuring.
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    pub auto_without: Vec<MemberArg>,
    /// Don't let the engines of `auto` tell each other what they have proved; for measuring.
    #[arg(long, hide_short_help = true)]
    pub no_share: bool,
    /// Options of IC3.
    #[command(flatten)]
    pub ic3: Ic3Args,
    /// Options of the engines on words.
    #[command(flatten)]
    pub reach: ReachArgs,
}

/// What of the engines on words can be set.
#[derive(Clone, Debug, Args)]
pub struct ReachArgs {
    /// How predicate abstraction abstracts.
    #[arg(long, value_enum, default_value_t = AbstractionArg::Boolean, hide_short_help = true)]
    pub abstraction: AbstractionArg,
    /// What the engines predicate and impact expand next.
    #[arg(long, value_enum, default_value_t = OrderArg::Breadth, hide_short_help = true)]
    pub order: OrderArg,
    /// Where a new predicate counts.
    #[arg(long, value_enum, default_value_t = ScopeArg::Location, hide_short_help = true)]
    pub scope: ScopeArg,
    /// What explains to engines on words why a path can't be taken.
    #[arg(long, value_enum, default_value_t = ExplainArg::Atoms, hide_short_help = true)]
    pub explain: ExplainArg,
    /// How interpolants are read off a resolution proof.
    #[arg(long, value_enum, default_value_t = InterpolationArg::Mcmillan, hide_short_help = true)]
    pub interpolation: InterpolationArg,
    /// Leave out some of what explains it; interpolants always do in the end.
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    pub explain_without: Vec<SourceArg>,
    /// The engine impact does not strengthen branches so that older nodes cover them.
    #[arg(long, hide_short_help = true)]
    pub no_forced_covering: bool,
    /// The engine blast refines only the path, and keeps what else is below the place where it
    /// can't be taken. It may then go on for ever.
    #[arg(long, hide_short_help = true)]
    pub keep_subtree: bool,
    /// Where a loop breaks an equation the engine tracer drops it, and does not weaken it to
    /// orders before.
    #[arg(long, hide_short_help = true)]
    pub no_slackening: bool,
}

impl ReachArgs {
    /// The options for the engines.
    pub fn options(&self) -> reach::Options {
        reach::Options {
            abstraction: match self.abstraction {
                AbstractionArg::Boolean => Abstraction::Boolean,
                AbstractionArg::Cartesian => Abstraction::Cartesian,
            },
            order: match self.order {
                OrderArg::Breadth => Order::Breadth,
                OrderArg::Depth => Order::Depth,
            },
            scope: match self.scope {
                ScopeArg::Location => Scope::Location,
                ScopeArg::Program => Scope::Program,
            },
            explain: match self.explain {
                ExplainArg::Atoms => Explain::Atoms,
                ExplainArg::Interpolants => Explain::Interpolants,
            },
            interpolation: match self.interpolation {
                InterpolationArg::Mcmillan => Interpolation::McMillan,
                InterpolationArg::Pudlak => Interpolation::Pudlak,
            },
            without: self.explain_without.iter().map(|&source| source.into()).collect(),
            forced_covering: !self.no_forced_covering,
            keep_subtree: self.keep_subtree,
            slackening: !self.no_slackening,
        }
    }
}

/// What of IC3 can be set; for measuring.
#[derive(Clone, Debug, Args)]
pub struct Ic3Args {
    /// The SAT solver of IC3's queries.
    #[arg(long, value_enum, default_value_t = Ic3SolverArg::Cone, hide_short_help = true)]
    pub ic3_solver: Ic3SolverArg,
    /// Switch techniques of IC3 off (docs/IC3.md tells their names).
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    pub ic3_without: Vec<Technique>,
    /// Switch techniques of IC3 on that are off by default.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    pub ic3_with: Vec<Technique>,
}

impl Ic3Args {
    /// The options for the engine.
    pub fn options(&self) -> ic3::Options {
        let solver = match self.ic3_solver {
            Ic3SolverArg::Cone => SolverKind::Cone,
            Ic3SolverArg::Cadical => SolverKind::CaDiCaL,
        };
        ic3::Options { solver, without: self.ic3_without.clone(), with: self.ic3_with.clone() }
    }

    /// The words that say the same.
    pub fn words(&self) -> Vec<String> {
        let solver = match self.ic3_solver {
            Ic3SolverArg::Cone => "cone",
            Ic3SolverArg::Cadical => "cadical",
        };
        let without = self.ic3_without.iter().map(|name| format!("--ic3-without={name}"));
        let with = self.ic3_with.iter().map(|name| format!("--ic3-with={name}"));
        std::iter::once(format!("--ic3-solver={solver}")).chain(without).chain(with).collect()
    }
}

fn sat_choice(text: &str) -> Result<sat::Choice, String> {
    match (text, text.split_once(':')) {
        ("cadical", _) => Ok(sat::Choice::CaDiCaL),
        (_, Some(("ipasir", path))) if !path.is_empty() => {
            Ok(sat::Choice::Ipasir(PathBuf::from(path)))
        }
        _ => Err("known are `cadical` and `ipasir:FILE.so`".to_owned()),
    }
}

/// A time limit.
pub fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() && seconds < 1e9 => Ok(seconds),
        _ => Err("a positive number of seconds is wanted".to_owned()),
    }
}
