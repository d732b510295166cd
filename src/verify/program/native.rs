//! Native runs of the checked program, which is built once: replays of traces, and the
//! attack on proofs.

use std::time::{Duration, Instant};

use crate::certify::cause::Cause;
use crate::certify::native::{
    Attack, Computed, Executable, Flavour, NO_TIME, NativeOutcome, Refutation, Taken,
};
use crate::program::{GoalKind, NativeModule, Program, Property};
use crate::report::Branch;
use crate::support::Budget;
use crate::support::limits;
use crate::system::Trace;

/// Seed of those runs.
const ATTACK_SEED: u64 = 1;

/// What came of a native replay that does not contradict its trace.
pub struct Replayed {
    /// In words.
    pub text: String,
    /// Whether the run reached the trace's goal.
    pub confirmed: bool,
    /// Whether there was no time for it.
    pub out_of_time: bool,
    /// How conditions came out, if it reached the goal.
    pub taken: Vec<Taken>,
}

impl Replayed {
    fn no(text: impl Into<String>) -> Self {
        Self { text: text.into(), confirmed: false, out_of_time: false, taken: vec![] }
    }
}

/// The native program.
pub struct Native<'a> {
    module: &'a NativeModule,
    wanted: bool,
    budget: Budget,
    executable: Option<Result<Executable, String>>,
    /// The same with AddressSanitizer.
    sanitized: Option<Result<Executable, String>>,
    /// What replays took, the build for them included.
    pub replay_time: Duration,
    /// What the attack took, the build for it included.
    pub attack_time: Duration,
}

impl<'a> Native<'a> {
    /// Not built yet, and never if it is not `wanted`.
    pub fn new(module: &'a NativeModule, wanted: bool, budget: Budget) -> Self {
        let time = Duration::ZERO;
        Self {
            module,
            wanted: wanted && module.foreign.is_none(),
            budget,
            executable: None,
            sanitized: None,
            replay_time: time,
            attack_time: time,
        }
    }

    /// Runs a trace of the program, whose access to memory is invalid for this `cause` if it ends
    /// at one.
    ///
    /// # Errors
    /// How the run contradicts the trace.
    pub fn replay(
        &mut self,
        program: &Program,
        trace: &Trace,
        cause: Option<&Cause>,
    ) -> Result<Replayed, String> {
        if !self.wanted {
            return Ok(match &self.module.foreign {
                Some(machine) => Replayed::no(format!(
                    "not tried: the program is for another machine, {machine}"
                )),
                None => Replayed::no("not tried"),
            });
        }
        let GoalKind::Check(check) = &program.goals[trace.goal].kind else {
            let text = "not tried: the path reaches something that is not modelled";
            return Ok(Replayed::no(text));
        };
        let started = Instant::now();
        let budget = self.budget.clone();
        if budget.exhausted().is_some() {
            return Ok(Replayed {
                out_of_time: true,
                ..Replayed::no("not tried: no time was left")
            });
        }
        if let (Property::ValidDeref, Some(cause)) = (check.property, cause) {
            let said = self.ask_sanitizer(program, trace, cause);
            self.replay_time += started.elapsed();
            return Ok(match said {
                Ok((text, taken)) => Replayed { confirmed: true, taken, ..Replayed::no(text) },
                Err(why) => Replayed::no(format!("not confirmed: {why}")),
            });
        }
        let outcome = match self.executable() {
            Ok(executable) => executable.replay(program, trace, limits::REPLAY_TIME, &budget),
            Err(why) => NativeOutcome::NotReproducible(why),
        };
        self.replay_time += started.elapsed();
        match outcome {
            NativeOutcome::Confirmed(taken) => {
                Ok(Replayed { confirmed: true, taken, ..Replayed::no("confirmed") })
            }
            NativeOutcome::NotReproducible(why) if why.starts_with(NO_TIME) => {
                Ok(Replayed::no(format!("not tried: {why}")))
            }
            NativeOutcome::NotReproducible(why) => {
                Ok(Replayed::no(format!("not reproducible: {why}")))
            }
            NativeOutcome::Contradicted(what) => Err(what),
        }
    }

    /// What functions of the mathematical library compute in a run of a trace.
    ///
    /// # Errors
    /// Why there can be no such run.
    pub fn compute(&mut self, program: &Program, trace: &Trace) -> Result<Vec<Computed>, String> {
        if !self.wanted {
            return Err("there are no native runs".to_owned());
        }
        let started = Instant::now();
        let budget = self.budget.clone();
        let result = self
            .executable()
            .and_then(|built| built.compute(program, trace, limits::REPLAY_TIME, &budget));
        self.replay_time += started.elapsed();
        result
    }

    /// Random runs against sites that were proved not to be reached, and against accesses to
    /// memory if all of these were proved valid; what came of it, in words, if there is anything
    /// to be said, and how many runs there were.
    ///
    /// # Errors
    /// What a run does that was proved not to happen.
    pub fn attack(
        &mut self,
        sites: &[u32],
        accesses: bool,
    ) -> Result<Option<(String, u64)>, String> {
        if !self.wanted || sites.is_empty() {
            return Ok(None);
        }
        let started = Instant::now();
        let budget = self.budget.clone();
        if budget.exhausted().is_some() {
            let text = "the proof was not attacked by native runs: no time was left";
            return Ok(Some((text.to_owned(), 0)));
        }
        let run = |executable: Result<&Executable, String>| {
            executable?.attack(sites, limits::ATTACK_TIME, ATTACK_SEED, &budget)
        };
        // Without AddressSanitizer there are at least the other checks.
        let sanitized = accesses.then(|| run(self.sanitized())).and_then(Result::ok);
        let result = sanitized.map_or_else(|| run(self.executable()), Ok);
        self.attack_time += started.elapsed();
        match result {
            Ok(Attack { found: Some(found), .. }) => {
                let what = match found.what {
                    Refutation::Site(site) => format!("reaches a check (site {site})"),
                    Refutation::Access(what) => {
                        format!("makes an access (AddressSanitizer: {what})")
                    }
                };
                let choices = found.choices;
                Err(format!(
                    "a random native run {what} that was proved to hold; its choices: {choices:?}"
                ))
            }
            Ok(attack) => {
                let text = "random native runs found nothing against the proof";
                Ok(Some((text.to_owned(), attack.runs)))
            }
            Err(why) => Ok(Some((format!("the proof was not attacked by native runs: {why}"), 0))),
        }
    }

    fn ask_sanitizer(
        &mut self,
        program: &Program,
        trace: &Trace,
        cause: &Cause,
    ) -> Result<(String, Vec<Taken>), String> {
        let budget = self.budget.clone();
        self.sanitized()?.ask_sanitizer(program, trace, cause, limits::REPLAY_TIME, &budget)
    }

    fn sanitized(&mut self) -> Result<&Executable, String> {
        let (module, budget) = (self.module, &self.budget);
        let build = || Executable::build(module, Flavour::Sanitized, budget);
        let sanitized = self.sanitized.get_or_insert_with(build);
        sanitized.as_ref().map_err(Clone::clone)
    }

    fn executable(&mut self) -> Result<&Executable, String> {
        let (module, budget) = (self.module, &self.budget);
        let build = || Executable::build(module, Flavour::Plain, budget);
        let executable = self.executable.get_or_insert_with(build);
        executable.as_ref().map_err(Clone::clone)
    }
}

/// How the conditions of the program came out in a run.
pub fn branches(module: &NativeModule, taken: &[Taken]) -> Vec<Branch> {
    let branch = |taken: &Taken| {
        // The run may have written anything.
        let branching = module.branchings.get(taken.branching)?.clone();
        Some(Branch { choices: taken.choices, branching, way: taken.way })
    };
    taken.iter().filter_map(branch).take(limits::BRANCHINGS_KEPT).collect()
}
