//! The one race of engines, for programs and files of models: their results are checked as they
//! come, and a search runs in parallel that may decide goals, or find what is worth a new start.

use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

use super::engines::{Configured, describe_ending, describe_stop};
use super::observer::Journal;
use crate::cfa::Stride;
use crate::dimspec::BitTrace;
use crate::engine::race::{self, Limits, Pause, Reply};
use crate::engine::subject::Subject;
use crate::engine::{Config, Ending, EngineKind, Event, Progress, Proof};
use crate::report::{EngineReport, Report};
use crate::support::{Budget, StopReason, limits};

/// Whoever has the results of engines checked, and keeps those that stand. Goals have numbers
/// there, which a race says for the goals of its models.
pub trait Results {
    /// The goals that are still to be decided.
    fn open(&self) -> Vec<usize>;

    /// Whether a result was wrong: there will be no verdict.
    fn failed(&self) -> bool;

    /// An engine says that a goal is reached.
    fn reached(&mut self, engine: EngineKind, goal: usize, trace: BitTrace) -> Reply;

    /// An engine says that a goal is reached along a path of its automaton.
    fn reached_along(&mut self, engine: EngineKind, goal: usize, path: &[Stride]) -> Reply;

    /// An engine says that goals can't be reached.
    fn unreachable(&mut self, engine: EngineKind, goals: &[usize], proof: Proof) -> Reply;

    /// Whether a result was put off that would decide all that is open.
    fn is_pressed(&self) -> bool {
        false
    }

    /// Checks such a result again.
    fn press(&mut self) -> Reply {
        Reply::Accept
    }
}

/// A race that can be started.
pub struct Race<'a> {
    /// Engines, each with what it works on: of the same goals, in the same order.
    pub runners: Vec<(&'a Config, Subject<'a>)>,
    /// The numbers of these goals.
    pub goals: Vec<usize>,
    /// Where the engines run.
    pub configured: &'a Configured,
    /// Ends the race, but not the checks of its results; goals that are decided are dropped from it.
    pub budget: Budget,
    /// Has the engines wait while the search has better use for the core.
    pub pause: Pause,
    /// Is told of it.
    pub journal: &'a dyn Journal,
}

impl<'a> Race<'a> {
    /// A race of these engines, each on its subject.
    pub fn new(
        configured: &'a Configured,
        runners: impl Iterator<Item = (&'a Config, Subject<'a>)>,
        goals: Vec<usize>,
        journal: &'a dyn Journal,
    ) -> Self {
        Self {
            runners: runners.collect(),
            goals,
            configured,
            budget: Budget::with_timeout(configured.budget().remaining()),
            pause: Pause::default(),
            journal,
        }
    }

    /// Runs the engines and, `wait` after they have begun, the search, if there is one: it works
    /// under the race's budget, from which it drops what it decides, and which it cancels if the
    /// race is to end. Returns how the engines ended, and what the search found.
    pub fn run<S: Send>(
        self,
        results: &mut dyn Results,
        search: Option<(Duration, impl FnOnce() -> S + Send)>,
    ) -> (Vec<EngineReport>, Option<S>) {
        let budget = self.budget.clone();
        thread::scope(|scope| {
            let budget = &budget;
            // Without a thread the engines do what they can.
            let thread = search.and_then(|(wait, search)| {
                let later = move || {
                    let begin = Instant::now() + wait;
                    while budget.exhausted().is_none() && Instant::now() < begin {
                        thread::park_timeout(begin.saturating_duration_since(Instant::now()));
                    }
                    search()
                };
                let builder = thread::Builder::new().stack_size(limits::SEARCH_STACK);
                builder.spawn_scoped(scope, later).ok()
            });
            let engines = self.engines(results);
            if results.failed() || results.open().is_empty() {
                budget.cancel();
            }
            let found = thread.map(|thread| {
                thread.thread().unpark();
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            });
            (engines, found)
        })
    }

    fn engines(&self, results: &mut dyn Results) -> Vec<EngineReport> {
        let Self { runners, goals, configured, budget, pause, journal } = self;
        let drop_decided = |results: &dyn Results| {
            let open = results.open();
            let decided = (0..goals.len()).filter(|&place| !open.contains(&goals[place]));
            decided.for_each(|place| budget.drop_part(place));
        };
        let limits = Limits { budget: budget.clone(), pause: pause.clone(), ..configured.limits() };
        let checking = limits.checking.clone();
        let mut progress: Vec<(EngineKind, Progress)> = vec![];
        let mut pressed = None;
        drop_decided(results);
        let mut hear = |kind, event: Event| {
            let reply = match event {
                Event::Progress(now) => {
                    journal.progress(kind, &now);
                    progress.retain(|(other, _)| *other != kind);
                    progress.push((kind, now));
                    if pressed.take().is_none() {
                        return Reply::Accept;
                    }
                    results.press()
                }
                Event::Lemmas(_) => return Reply::Accept,
                Event::Reached { goal, trace } => results.reached(kind, goals[goal], trace),
                Event::ReachedAlong { goal, path } => {
                    results.reached_along(kind, goals[goal], &path)
                }
                Event::Unreachable { goals: places, proof } => {
                    let goals: Vec<usize> = places.iter().map(|&place| goals[place]).collect();
                    results.unreachable(kind, &goals, proof)
                }
            };
            drop_decided(&*results);
            pressed = results.is_pressed().then(|| checking.begin());
            journal.phase(RUNNING);
            reply
        };
        journal.phase(RUNNING);
        let endings = race::run(&configured.workers, runners, limits, &mut hear);
        journal.engines_ended();
        let last = |kind| progress.iter().find(|it| it.0 == kind).map(|it| it.1.clone());
        let own_time = |kind: EngineKind| {
            let config = configured.engines.iter().find(|config| config.kind == kind);
            config.and_then(|config| config.time)
        };
        let report = |(kind, ending): (EngineKind, _)| EngineReport {
            depth: last(kind).map_or(0, |it| it.depth),
            nodes: last(kind).filter(|_| kind.has_graph()).map(|it| it.clauses),
            predicates: last(kind).filter(|_| kind.has_predicates()).map(|it| it.obligations),
            name: kind.to_string(),
            ending: match (&ending, own_time(kind)) {
                // It ended long before the others.
                (Ending::Stopped(StopReason::Time), Some(time)) if budget.exhausted().is_none() => {
                    format!("its time of {} s in `auto` was over", time.as_secs())
                }
                _ => describe_ending(&ending),
            },
        };
        endings.into_iter().map(report).collect()
    }
}

/// The phase, as reports name it.
const RUNNING: &str = "the engines ran";

/// An interim report ([`super::Observer::interim`]) as the last one: the work ended `why`, not
/// because the engines' time was over.
pub fn interrupted(report: Report, why: &str) -> Report {
    let because = |text: String| text.replace(&describe_stop(&StopReason::Time), why);
    let Report { mut engines, reasons, .. } = report;
    engines.iter_mut().for_each(|it| it.ending = because(std::mem::take(&mut it.ending)));
    let reasons = reasons.into_iter().map(because).collect();
    Report { engines, reasons, ..report }
}
