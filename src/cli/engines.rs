//! From the typed engine options to engine configurations and limits.

use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::args::EngineArgs;
use super::exit::internal;
use super::values::EngineArg;
use crate::engine::race::Limits;
use crate::engine::{Config, Ending, EngineKind};
use crate::sat::{Choice, Profile};
use crate::support::limits;
use crate::support::{Budget, StopReason, memory, process};

/// Engines and limits, resolved.
#[derive(Clone, Debug)]
pub struct Configured {
    /// The engines to run at once.
    pub engines: Vec<Config>,
    /// Whether invariants are mined and intervals computed; of programs only.
    #[cfg(feature = "llvm")]
    pub mines: bool,
    budget: Budget,
    memory: Option<u64>,
}

impl Configured {
    /// Resolves the options; the time limit starts to run now, and from now on this
    /// process and its children use no more cores than they may.
    ///
    /// # Errors
    /// If the system does not let us give up cores, or a SAT library can't be used.
    pub fn new(args: &EngineArgs) -> Result<Self> {
        if let Some(jobs) = args.jobs {
            process::use_cores(jobs.into()).context("cannot keep to so many cores (--jobs)")?;
        }
        let kinds: &[EngineKind] = match args.engine {
            EngineArg::Unroll => &[EngineKind::Unroll],
            EngineArg::Bmc => &[EngineKind::Bmc],
            EngineArg::Kinduction => &[EngineKind::Kinduction],
            EngineArg::Ic3 => &[EngineKind::Ic3],
            EngineArg::Ic3Second => &[EngineKind::Ic3Second],
            EngineArg::Auto if cores(args) >= limits::SECOND_IC3_CORES => &[
                EngineKind::Unroll,
                EngineKind::Kinduction,
                EngineKind::Ic3,
                EngineKind::Ic3Second,
            ],
            EngineArg::Auto => &[EngineKind::Unroll, EngineKind::Kinduction, EngineKind::Ic3],
            EngineArg::Race => &[EngineKind::Unroll, EngineKind::Ic3],
        };
        without_effect(args, kinds);
        if args.sat != Choice::CaDiCaL {
            if matches!(kinds, [EngineKind::Ic3 | EngineKind::Ic3Second]) {
                bail!("--sat is for the engines that unroll: unroll, bmc, kinduction");
            }
            // What is wrong with a library is better said at once.
            args.sat.open(Profile::Incremental).map_err(anyhow::Error::msg)?;
        }
        let config = |&kind| Config {
            ic3: match kind {
                EngineKind::Ic3Second => args.ic3.options().second(),
                _ => args.ic3.options(),
            },
            bound: args.bound,
            seed: args.seed,
            simple_path: args.simple_path,
            sat: args.sat.clone(),
            ..Config::new(kind)
        };
        let left_out = |kind: &EngineKind| {
            let mut out = args.auto_without.iter().map(|member| member.kind());
            args.engine == EngineArg::Auto && out.any(|out| out == *kind)
        };
        let mut engines: Vec<Config> =
            kinds.iter().filter(|kind| !left_out(kind)).map(config).collect();
        // One alone would look for lemmas that nobody wants.
        let listeners = engines.iter().filter(|config| config.kind.takes_lemmas()).count();
        let shares = args.engine == EngineArg::Auto && !args.no_share && listeners > 1;
        engines.iter_mut().for_each(|config| config.shares = shares);
        if engines.is_empty() {
            bail!("--auto-without leaves no engine");
        }
        Ok(Self {
            #[cfg(feature = "llvm")]
            mines: args.engine == EngineArg::Auto,
            engines,
            budget: Budget::with_timeout(args.timeout.map(Duration::from_secs_f64)),
            memory: args.memory.map(|megabytes| megabytes << 20).or_else(most_memory),
        })
    }

    /// The same with less time, from now on.
    #[cfg(feature = "llvm")]
    #[must_use]
    pub fn at_most(&self, time: Duration) -> Self {
        Self { budget: self.budget.at_most(time), ..self.clone() }
    }

    /// The limits for the engines: what is left of the time, and the memory.
    pub fn limits(&self) -> Limits {
        let budget = self.budget.with_own_parts();
        Limits { budget, memory: self.memory, ..Limits::default() }
    }

    /// The time limit.
    pub fn budget(&self) -> Budget {
        self.budget.clone()
    }
}

/// Says which options the engines chosen don't look at.
fn without_effect(args: &EngineArgs, kinds: &[EngineKind]) {
    let auto = args.engine == EngineArg::Auto;
    let ignored = [
        (
            "--simple-path",
            args.simple_path && !kinds.contains(&EngineKind::Kinduction),
            "k-induction",
        ),
        ("--auto-without", !args.auto_without.is_empty() && !auto, "the engine auto"),
        ("--no-share", args.no_share && !auto, "the engine auto"),
    ];
    for (option, _, whose) in ignored.into_iter().filter(|it| it.1) {
        eprintln!("llumc: note: {option} has no effect here: it is for {whose}");
    }
}

/// What engines may use unless a limit is given: the machine must not run out of memory for
/// the sake of a search that has no end.
fn most_memory() -> Option<u64> {
    memory::available().map(|bytes| bytes / 5 * limits::MEMORY_FIFTHS)
}

/// The cores that may be used.
fn cores(args: &EngineArgs) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or_else(all, usize::from)
}

/// An answer that does not stand up to its check: a bug of ours, unless a foreign SAT library
/// was asked, which may have said anything.
pub fn unfounded(args: &EngineArgs, what: &str) -> anyhow::Error {
    match &args.sat {
        Choice::CaDiCaL => internal(what),
        Choice::Ipasir(library) => anyhow::anyhow!(
            "{what}\nThe SAT library {} was asked; most likely its answers are wrong. No verdict \
             is given. Leave --sat out, or try another library.",
            library.display()
        ),
    }
}

/// How an engine ended, in words.
pub fn describe_ending(ending: &Ending) -> String {
    match ending {
        Ending::Complete => "complete".to_owned(),
        Ending::Stopped(reason) => describe_stop(reason),
    }
}

/// Why something stopped, in words.
pub fn describe_stop(reason: &StopReason) -> String {
    match reason {
        StopReason::Time => "the time limit passed (--timeout)".to_owned(),
        StopReason::Memory => "the memory limit was hit (--memory)".to_owned(),
        StopReason::Cancelled => "no longer needed".to_owned(),
        StopReason::Bound(bound) => format!("nothing more within {bound} steps (--bound)"),
        StopReason::Failure(text) => format!("failed: {text}"),
    }
}
