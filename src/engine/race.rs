//! Several engines at once, or one, each a worker of its own; the first accepted answer to
//! each goal wins.
//!
//! What always holds: a goal is decided by the caller, who accepts a claim or drops the goal
//! ([`Limits::budget`]), and by nothing else. A claim that the caller rejects stops nobody; the other engines go on. Once a goal
//! is decided, no further claim about it reaches the caller.
//!
//! While the caller checks a result that would decide all that is open, the engines wait if they
//! and the caller are more than the cores: else the check of an answer would share its core with
//! searches that it makes needless.
//!
//! They also wait as long as the caller says so ([`Pause`]), who has better use for the core.
//!
//! Lemmas ([`super::lemmas`]) that an engine tells go to those others that want them and have
//! the same I, U, T and facts, and to nobody else: on another model they may be wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use super::subject::Subject;
use super::worker::{Output, Worker, Workers};
use super::{Config, Ending, EngineKind, Event};
use crate::cnf::Lit;
use crate::dimspec::Model;
use crate::support::Fault;
use crate::support::limits;
use crate::support::{Budget, StopReason};

/// What the engines may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock limit of the whole race, whether somebody has ended it, and goals that are
    /// decided elsewhere: the parts that are dropped.
    pub budget: Budget,
    /// Bytes: of address space for each engine, in which the program's own code is, some 60 MB; and
    /// of memory in use for all engines together, of which the largest must go where it is more.
    pub memory: Option<u64>,
    /// Whether the engines are to wait.
    pub pause: Pause,
    /// Whether the caller uses the next sign of life to check what it has put off.
    pub checking: Pause,
}

/// Whether engines are to wait; clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Pause(Arc<AtomicBool>);

/// The engines wait until this is dropped.
#[derive(Debug)]
pub struct Waiting(Pause);

impl Pause {
    /// From now on they wait.
    pub fn begin(&self) -> Waiting {
        self.0.store(true, Ordering::Relaxed);
        Waiting(self.clone())
    }

    fn holds(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
    }
}

/// What the caller says to a claim; to a sign of life the first two are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The goals of the claim are decided.
    Accept,
    /// They are not; the race goes on.
    Reject,
    /// End the race.
    Stop,
}

/// Receives what an engine tells.
pub type Handler<'a> = &'a mut dyn FnMut(EngineKind, Event) -> Reply;

/// One engine of the race.
struct Runner {
    kind: EngineKind,
    state: State,
    /// Whose lemmas it gets: those of the runners with the same circle.
    circle: Option<usize>,
}

enum State {
    Running(Worker),
    Ended(Ending),
}

impl Runner {
    /// Notes the ending and kills the process, unless it has ended before.
    fn end(&mut self, ending: Ending) {
        if matches!(self.state, State::Running(_)) {
            self.state = State::Ended(ending);
        }
    }
}

struct Race {
    runners: Vec<Runner>,
    /// For each goal whether it is still undecided.
    open: Vec<bool>,
    /// Why all have been asked to stop, and until when they may take.
    stopping: Option<(StopReason, Instant)>,
    /// See [`Limits`].
    checking: Pause,
    /// Whether the engines wait.
    halted: bool,
    /// What was shown meanwhile, and by whom: one that waits reads nothing, and who writes to it
    /// would wait, too.
    untold: Vec<(usize, Vec<Vec<Lit>>)>,
    /// The goals that were decided meanwhile.
    undropped: Vec<usize>,
}

impl Race {
    fn workers(&mut self) -> impl Iterator<Item = &mut Worker> {
        self.runners.iter_mut().filter_map(|runner| match &mut runner.state {
            State::Running(worker) => Some(worker),
            State::Ended(_) => None,
        })
    }

    /// Asks all to stop, the first time it is called.
    fn stop(&mut self, reason: StopReason) {
        if self.stopping.is_none() {
            self.halt(false);
            self.workers().for_each(Worker::stop);
            self.stopping = Some((reason, Instant::now() + limits::RACE_GRACE));
        }
    }

    /// Has the engines wait, or go on.
    fn halt(&mut self, halt: bool) {
        if halt != self.halted {
            self.workers().for_each(|worker| if halt { worker.halt() } else { worker.go_on() });
            self.halted = halt;
        }
        if !self.halted {
            for (name, lemmas) in std::mem::take(&mut self.untold) {
                self.tell(name, lemmas);
            }
            for goal in std::mem::take(&mut self.undropped) {
                self.workers().for_each(|worker| worker.drop_goal(goal));
            }
        }
    }

    fn ended(&mut self, name: usize, ending: Ending) {
        let ending = match (ending, &self.stopping) {
            // Whatever came of the order to stop: it's known here why it was given.
            (
                Ending::Stopped(StopReason::Cancelled | StopReason::Failure(_)),
                Some((reason, _)),
            ) => Ending::Stopped(reason.clone()),
            (ending, _) => ending,
        };
        self.runners[name].end(ending);
    }

    /// Tells the others of its circle what an engine has shown.
    fn tell(&mut self, name: usize, lemmas: Vec<Vec<Lit>>) {
        if self.halted {
            return self.untold.push((name, lemmas));
        }
        let circle = self.runners[name].circle;
        for (other, runner) in self.runners.iter_mut().enumerate() {
            if let State::Running(worker) = &mut runner.state
                && other != name
                && circle.is_some()
                && runner.circle == circle
            {
                worker.tell(&lemmas);
            }
        }
    }

    /// Whether the engines that run and the caller are more than the cores.
    fn is_crowded(&mut self) -> bool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.workers().count() >= cores
    }

    /// Ends the largest engine, as often as all together use more memory than this.
    fn keep_within(&mut self, memory: u64) {
        let used = |(name, runner): (usize, &Runner)| match &runner.state {
            State::Running(worker) => Some((name, worker.memory())),
            State::Ended(_) => None,
        };
        let mut used: Vec<(usize, u64)> =
            self.runners.iter().enumerate().filter_map(used).collect();
        for name in too_large(&mut used, memory) {
            self.ended(name, Ending::Stopped(StopReason::Memory));
        }
    }

    /// Notes that a goal is decided.
    fn decided(&mut self, goal: usize) {
        self.open[goal] = false;
        if self.halted {
            return self.undropped.push(goal);
        }
        self.workers().for_each(|worker| worker.drop_goal(goal));
    }

    /// Shows the caller what an engine tells, as far as it is about open goals.
    fn event(&mut self, name: usize, event: Event, handler: Handler<'_>) {
        let is_open = |goal: &usize| self.open.get(*goal) == Some(&true);
        let (event, goals) = match event {
            Event::Lemmas(lemmas) => return self.tell(name, lemmas),
            Event::Reached { goal, .. } | Event::ReachedAlong { goal, .. } if is_open(&goal) => {
                (event, vec![goal])
            }
            Event::Unreachable { goals, proof } if goals.iter().any(is_open) => {
                let all = || (0..self.open.len()).collect();
                let goals: Vec<usize> = if Fault::RaceGoals.is_planted() { all() } else { goals };
                let goals: Vec<usize> = goals.into_iter().filter(is_open).collect();
                (Event::Unreachable { goals: goals.clone(), proof }, goals)
            }
            Event::Progress(_) => (event, vec![]),
            Event::Reached { .. } | Event::ReachedAlong { .. } | Event::Unreachable { .. } => {
                return;
            }
        };
        let kind = self.runners[name].kind;
        let is_last = self.checking.holds()
            || !goals.is_empty() && self.open.iter().filter(|&&open| open).count() == goals.len();
        let halted = self.halted;
        let halt = halted || is_last && self.is_crowded();
        self.halt(halt);
        let reply = handler(kind, event);
        self.halt(halted);
        match reply {
            Reply::Accept => {
                goals.into_iter().for_each(|goal| self.decided(goal));
            }
            Reply::Reject => {}
            Reply::Stop => self.stop(StopReason::Cancelled),
        }
    }
}

/// Those of `used`, with what each uses, that must go for the others to use no more than `memory`
/// together: as few as can be.
fn too_large(used: &mut [(usize, u64)], memory: u64) -> Vec<usize> {
    used.sort_by_key(|&(_, bytes)| bytes);
    let kept = used.iter().scan(0, |sum, &(_, bytes)| {
        *sum += bytes;
        Some(*sum)
    });
    let kept = kept.take_while(|&sum| sum <= memory).count();
    used[kept..].iter().rev().map(|&(name, _)| name).collect()
}

/// The same model for each engine.
pub fn on<'a>(model: &'a Model, configs: &'a [Config]) -> Vec<(&'a Config, Subject<'a>)> {
    configs.iter().map(|config| (config, model.into())).collect()
}

/// For each runner the place of the first one that can use the same lemmas, if it wants any.
fn circles(runners: &[(&Config, Subject<'_>)]) -> Vec<Option<usize>> {
    let wants = |config: &Config| config.shares && config.kind.takes_lemmas();
    let same = |a: &Model, b: &Model| std::ptr::eq(a, b) || a.spec == b.spec && a.facts == b.facts;
    let first = |&(config, subject): &(&Config, Subject<'_>)| {
        let model = subject.model().filter(|_| wants(config))?;
        let fits = |its: Subject<'_>| its.model().is_some_and(|its| same(its, model));
        runners.iter().position(|&(other, its)| wants(other) && fits(its))
    };
    runners.iter().map(first).collect()
}

/// Runs engines, each on its model or automaton with the same goals in the same order, until every goal is
/// decided, all have ended, the time is used up or the caller says stop. Returns how each ended,
/// in the order of `runners`: one that was no longer needed as cancelled or complete.
pub fn run(
    workers: &Workers,
    runners: &[(&Config, Subject<'_>)],
    limits: Limits,
    handler: Handler<'_>,
) -> Vec<(EngineKind, Ending)> {
    let budget = limits.budget;
    let (sender, outputs) = channel();
    let circles = circles(runners);
    let start = |(name, &(config, subject)): (usize, &(&Config, Subject<'_>))| {
        let circle = circles[name];
        let to = (name, sender.clone());
        match Worker::start(workers, subject, config, &budget, limits.memory, to) {
            Ok(worker) => Runner { kind: config.kind, state: State::Running(worker), circle },
            Err(error) => {
                let text = match workers {
                    Workers::Threads => format!("can't start a thread: {error}"),
                    Workers::Program(binary) => {
                        format!("can't start {}: {error}", binary.display())
                    }
                };
                let ending = Ending::Stopped(StopReason::Failure(text));
                Runner { kind: config.kind, state: State::Ended(ending), circle }
            }
        }
    };
    let mut race = Race {
        runners: runners.iter().enumerate().map(start).collect(),
        open: vec![true; runners.iter().map(|runner| runner.1.goals()).max().unwrap_or(0)],
        stopping: None,
        checking: limits.checking,
        halted: false,
        untold: vec![],
        undropped: vec![],
    };
    let mut looked = Instant::now();
    while race.workers().next().is_some() {
        if let Some(memory) = limits.memory.filter(|_| looked.elapsed() >= limits::RACE_MEMORY_LOOK)
        {
            race.keep_within(memory);
            looked = Instant::now();
        }
        for goal in 0..race.open.len() {
            if race.open[goal] && budget.is_dropped(goal) {
                race.decided(goal);
            }
        }
        if !race.open.contains(&true) {
            race.stop(StopReason::Cancelled);
        } else if let Some(reason) = budget.exhausted() {
            race.stop(reason);
        }
        if race.stopping.is_none() {
            race.halt(limits.pause.holds());
        }
        if let Some((reason, until)) = &race.stopping
            && Instant::now() >= *until
        {
            let ending = Ending::Stopped(reason.clone());
            race.runners.iter_mut().for_each(|runner| runner.end(ending.clone()));
            break;
        }
        match outputs.recv_timeout(limits::RACE_POLL) {
            Ok((name, Output::Event(event))) => race.event(name, event, handler),
            Ok((name, Output::End(ending))) => race.ended(name, ending),
            Ok((name, Output::Lost)) => {
                if let State::Running(worker) = &mut race.runners[name].state {
                    let ending = worker.post_mortem();
                    race.ended(name, ending);
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    let ending = |runner: Runner| match runner.state {
        State::Ended(ending) => (runner.kind, ending),
        State::Running(_) => unreachable!("the loop ends when no worker is left"),
    };
    race.runners.into_iter().map(ending).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_go_first() {
        let gone = |memory| too_large(&mut [(0, 30), (1, 50), (2, 10)], memory);
        assert_eq!(gone(90), [0; 0]);
        assert_eq!(gone(89), [1]);
        assert_eq!(gone(39), [1, 0]);
        assert_eq!(gone(9), [1, 0, 2]);
    }
}
