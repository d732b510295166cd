//! From the options to the engines that run, and their limits.

use super::error::Error;
use super::options::{Engine, Options};
use crate::engine::race::Limits;
use crate::engine::worker::Workers;
use crate::engine::{Config, Ending, EngineKind};
use crate::sat::{Choice, Profile};
use crate::support::limits;
use crate::support::{Budget, StopReason, memory};

/// Engines and limits, resolved.
#[derive(Clone, Debug)]
pub struct Configured {
    /// The engines to run at once.
    pub engines: Vec<Config>,
    /// Those that join them when invariants were generated and did not suffice.
    #[cfg(feature = "llvm")]
    pub late: Vec<Config>,
    /// Where they run.
    pub workers: Workers,
    budget: Budget,
    memory: Option<u64>,
}

impl Configured {
    /// Resolves the options; the time limit starts to run now.
    ///
    /// # Errors
    /// If no engine is left, there is no binary for them, or a SAT library can't be used.
    pub fn new(options: &Options) -> Result<Self, Error> {
        if let Workers::Program(binary) = &options.workers
            && !binary.is_file()
        {
            return Err(Error::input(format!(
                "engines can't run in {}: there is no such file (Options::workers); give the path \
                 of llumc, or take threads",
                binary.display()
            )));
        }
        let kinds = kinds(options);
        if options.sat != Choice::CaDiCaL {
            check_library(options, &kinds)?;
        }
        let config = |&kind| Config {
            ic3: match kind {
                EngineKind::Ic3Second => options.ic3.second(),
                _ => options.ic3.clone(),
            },
            reach: options.reach.clone(),
            bound: options.bound,
            seed: options.seed,
            simple_path: options.simple_path,
            sat: options.sat.clone(),
            ..Config::new(kind)
        };
        let mut engines: Vec<Config> = kinds.iter().map(config).collect();
        #[cfg(feature = "llvm")]
        let joins = options.engine == Engine::Auto && !options.without.contains(&EngineKind::Ic3ia);
        #[cfg(feature = "llvm")]
        let late =
            joins.then(|| Config { time: Some(limits::WORDS_TIME), ..config(&EngineKind::Ic3ia) });
        // One alone would look for lemmas that nobody wants.
        let listeners = engines.iter().filter(|config| config.kind.takes_lemmas()).count();
        let shares = options.engine == Engine::Auto && options.share && listeners > 1;
        engines.iter_mut().for_each(|config| config.shares = shares);
        if engines.is_empty() {
            return Err(Error::input("--auto-without leaves no engine"));
        }
        Ok(Self {
            engines,
            #[cfg(feature = "llvm")]
            late: late.into_iter().collect(),
            workers: options.workers.clone(),
            budget: Budget::with_timeout(options.timeout),
            memory: options.memory.or_else(most_memory),
        })
    }

    /// The same with less time, from now on.
    #[cfg(feature = "llvm")]
    #[must_use]
    pub fn at_most(&self, time: std::time::Duration) -> Self {
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

/// The engines that run at once.
pub fn kinds(options: &Options) -> Vec<EngineKind> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let cores = options.cores.unwrap_or_else(cores);
    match options.engine {
        Engine::One(kind) => vec![kind],
        Engine::Race => vec![EngineKind::Unroll, EngineKind::Ic3],
        Engine::Auto => {
            let mut all = vec![EngineKind::Unroll, EngineKind::Kinduction, EngineKind::Ic3];
            all.extend((cores >= limits::SECOND_IC3_CORES).then_some(EngineKind::Ic3Second));
            all.retain(|kind| !options.without.contains(kind));
            all
        }
    }
}

/// What is wrong with a library is better said at once.
fn check_library(options: &Options, kinds: &[EngineKind]) -> Result<(), Error> {
    let unrolls = |kind: &EngineKind| {
        !kind.reads_words() && !matches!(kind, EngineKind::Ic3 | EngineKind::Ic3Second)
    };
    if !kinds.iter().any(unrolls) {
        let text = "--sat is for the engines that unroll: unroll, bmc, kinduction";
        return Err(Error::input(text));
    }
    let Workers::Program(binary) = &options.workers else {
        let text = "a SAT library runs in a process of its own, and so must the engine: give \
                    Options::workers the path of llumc";
        return Err(Error::input(text));
    };
    options.sat.open_in(binary, Profile::Incremental).map(drop).map_err(Error::input)
}

/// What engines may use unless a limit is given: the machine must not run out of memory for
/// the sake of a search that has no end.
fn most_memory() -> Option<u64> {
    memory::available().map(|bytes| bytes / 5 * limits::MEMORY_FIFTHS)
}

/// A result that does not stand up to its check: a bug of ours, unless a foreign SAT library
/// was asked, which may have said anything.
pub fn unfounded(sat: &Choice, what: &str) -> Error {
    match sat {
        Choice::CaDiCaL => Error::internal(what),
        Choice::Ipasir(library) => Error::input(format!(
            "{what}\nThe SAT library {} was asked; most likely its answers are wrong. No verdict \
             is given. Leave --sat out, or try another library.",
            library.display()
        )),
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
