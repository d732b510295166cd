//! Traces that reach goals: each is replayed on the program, on the program with its objects and,
//! where that can be, by the compiled program.

use super::{Results, computed};
use crate::certify::native::reproducer;
use crate::certify::replay::{self, ReplayError};
use crate::certify::{Contradiction, objects, stray};
use crate::cfa::Stride;
use crate::dimspec::BitTrace;
use crate::encode::automaton;
use crate::engine::EngineKind;
use crate::engine::race::Reply;
use crate::program::{GoalId, GoalKind, Property};
use crate::system::{Trace, WordState};
use crate::verify::program::decisions::{
    COMPUTED, Decision, GUESSED, LEFT, MADE_UP, NO_CLOSED_FORM, NO_TIME, NOT_FOLLOWED,
};
use crate::verify::program::native::branches;
use crate::verify::program::pipeline::Pipeline;

impl Results<'_> {
    /// An engine says that a goal is reached. A result that is wrong ends the race.
    pub fn reached(&mut self, engine: EngineKind, goal: usize, trace: &BitTrace) -> Reply {
        // Of a smaller model's states only the program counter is asked for.
        let states = self.built(engine).map.words(trace);
        self.reached_by(engine, goal, &states)
    }

    /// An engine says that a goal is reached along a path of the automaton.
    pub fn reached_along(&mut self, engine: EngineKind, goal: usize, path: &[Stride]) -> Reply {
        let Pipeline { automaton, encoded, .. } = self.pipeline;
        let states = automaton::states(automaton, &encoded.system, path);
        self.reached_by(engine, goal, &states)
    }

    fn reached_by(&mut self, engine: EngineKind, goal: usize, states: &[WordState]) -> Reply {
        self.journal.phase("a trace was replayed");
        let compiled = &self.pipeline.compiled;
        let encoded = self.pipeline.of(engine).0;
        let engine = &engine.to_string();
        let trace = match encoded.restore.trace(&compiled.program, states) {
            Ok(trace) => trace,
            Err(error) => return self.fail(engine, &error),
        };
        if !encoded.system.bad[goal].goals.contains(&trace.goal) {
            let what = format!("the trace reaches {} instead of {goal}", trace.goal);
            return self.fail(engine, &what);
        }
        self.confirm(engine, trace)
    }

    /// Replays a trace, whoever has found it, and keeps it if it stands.
    pub(super) fn confirm(&mut self, engine: &str, trace: Trace) -> Reply {
        let compiled = &self.pipeline.compiled;
        let run = match replay::replay(&compiled.program, &trace, &self.budget) {
            Ok(run) => run,
            Err(ReplayError::Unproved(_)) => return self.unchecked(trace.goal, NO_CLOSED_FORM),
            Err(ReplayError::Time) => return self.unchecked(trace.goal, NO_TIME),
            Err(error) => return self.fail(engine, &error),
        };
        if run.solvers.conditions > 0 {
            let text = format!("the closed forms of long loops hold, by {}", run.solvers);
            self.decisions.confirm(text);
        }
        let rests = computed::rests_on_some(&compiled.program, &trace);
        let (trace, run) = match rests.then(|| self.recomputed(&trace)) {
            None => (trace, run),
            Some(Ok(recomputed)) => recomputed,
            Some(Err(why)) => return self.unchecked(trace.goal, why),
        };
        let of_addresses = self.is_of_addresses();
        let outcome = match self.with_objects(&trace) {
            Ok(outcome) => outcome,
            Err(error) => return self.fail(engine, &error),
        };
        // Where it is asked for, that is a violation by itself.
        if outcome.is_guessed() && !self.is_of_memory(trace.goal) {
            return self.unchecked(trace.goal, GUESSED);
        }
        if self.is_of_memory(trace.goal)
            && matches!(compiled.program.goals[trace.goal].kind, GoalKind::Check(_))
            && (outcome.is_from_outside() || stray::is_followed(&compiled.program, &trace))
        {
            return self.unchecked(trace.goal, LEFT);
        }
        let (cause, made_up) = match outcome {
            objects::Outcome::Confirmed { cause, made_up, .. } => (cause, made_up),
            objects::Outcome::NotComparable(_) | objects::Outcome::Guessed
                if self.pipeline.followed.is_some() =>
            {
                return self.unchecked(trace.goal, NOT_FOLLOWED);
            }
            objects::Outcome::NotComparable(_) | objects::Outcome::Guessed => (None, of_addresses),
            objects::Outcome::OutOfTime => return self.unchecked(trace.goal, NO_TIME),
        };
        let is_check = matches!(compiled.program.goals[trace.goal].kind, GoalKind::Check(_));
        let (native, branches) = match self.native.replay(&compiled.program, &trace, cause.as_ref())
        {
            Ok(native) if (made_up || rests) && is_check && !native.confirmed => {
                let why = if rests { COMPUTED } else { MADE_UP };
                let why = if native.out_of_time { NO_TIME } else { why };
                return self.unchecked(trace.goal, why);
            }
            Ok(native) => (native.text, branches(&compiled.native, &native.taken)),
            Err(_) if rests => return self.unchecked(trace.goal, COMPUTED),
            Err(_) if of_addresses => return self.unchecked(trace.goal, MADE_UP),
            Err(what) => {
                let what = format!("the native run contradicts the trace: {what}");
                return self.fail(engine, &what);
            }
        };
        self.decisions.replay_time = self.native.replay_time;
        if is_check && self.decisions.reproducer.is_none() {
            self.decisions.reproducer =
                Some(reproducer(&compiled.program, &trace, &compiled.outside));
        }
        let (run, cause) = (Box::new(run), cause.map(|cause| cause.text));
        self.pass(engine, &trace);
        let engine = engine.to_owned();
        self.decisions.reach(trace, Decision::Reached { engine, run, native, branches, cause });
        self.decisions.stopped |= is_check && self.stop_at_first;
        Reply::Accept
    }

    /// Replays the trace on the program with its objects, if it has any.
    fn with_objects(&mut self, trace: &Trace) -> Result<objects::Outcome, Contradiction> {
        // Without that nothing could be believed of a program that can do too much.
        let wanted = self.check || self.pipeline.followed.is_some();
        let Some(source) = self.pipeline.source.as_ref().filter(|_| wanted) else {
            return Ok(objects::Outcome::Confirmed {
                cause: None,
                made_up: false,
                guessed: false,
                from_outside: false,
            });
        };
        let outcome =
            objects::replay(source, &self.pipeline.compiled.program, trace, &self.budget)?;
        let text = match &outcome {
            objects::Outcome::Confirmed { .. } => {
                "the trace holds on the program with its objects".to_owned()
            }
            objects::Outcome::NotComparable(why) => {
                format!("the trace was not compared with the program with its objects: {why}")
            }
            objects::Outcome::Guessed | objects::Outcome::OutOfTime => return Ok(outcome),
        };
        let believed = matches!(outcome, objects::Outcome::Confirmed { .. });
        let listed = believed || self.pipeline.followed.is_none();
        if listed {
            self.decisions.confirm(text);
        }
        Ok(outcome)
    }

    /// Whether a goal is not a check, or one of how memory is used.
    fn is_of_memory(&self, goal: GoalId) -> bool {
        let goal = &self.pipeline.compiled.program.goals[goal];
        match &goal.kind {
            GoalKind::Check(check) => {
                matches!(check.property, Property::ValidDeref | Property::ValidFree)
            }
            GoalKind::Unsupported(_) | GoalKind::Bound(_) => true,
            GoalKind::Cover(_) => false,
        }
    }

    /// Whether something that C leaves open about addresses was fixed, and is listed.
    pub(super) fn is_of_addresses(&self) -> bool {
        let mut listed = self.pipeline.compiled.program.assumptions.iter();
        listed.any(|it| it.kind.is_of_addresses())
    }

    fn unchecked(&mut self, goal: GoalId, why: &'static str) -> Reply {
        self.decisions.goals[goal] = Decision::Unchecked(why);
        Reply::Reject
    }
}
