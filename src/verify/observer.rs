//! Who is told of the work while it lasts.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use crate::engine::{EngineKind, Progress};
use crate::report::{PhaseReport, Report};

/// Is told what a call of [`super::verify`] does. All of it may be ignored.
pub trait Observer {
    /// From now on this happens, in words that can follow "while": "the engines ran".
    fn phase(&mut self, phase: &'static str) {
        let _ = phase;
    }

    /// Something took so long in parallel with the phases.
    fn parallel(&mut self, what: &'static str, took: Duration) {
        let _ = (what, took);
    }

    /// How far an engine is.
    fn progress(&mut self, engine: EngineKind, progress: &Progress) {
        let _ = (engine, progress);
    }

    /// The engines have ended.
    fn engines_ended(&mut self) {}

    /// What would be said of a program if the work had to end now. What is decided in it stays so;
    /// told before and while the engines run, and only if there is a time limit.
    fn interim(&mut self, report: Report) {
        let _ = report;
    }

    /// A result was wrong: there will be an error and no verdict, also none that was told before.
    fn failed(&mut self) {}
}

impl Observer for () {}

/// What phases took, in the order in which they were first entered.
pub type Spent = Vec<(&'static str, Duration)>;

/// What is done now, and what earlier phases took.
#[derive(Clone, Debug)]
pub struct Phases {
    /// What happens, in words.
    pub current: &'static str,
    since: Instant,
    spent: Spent,
}

impl Phases {
    /// A first phase begins.
    pub fn new(first: &'static str) -> Self {
        Self { current: first, since: Instant::now(), spent: vec![] }
    }

    /// Ends the phase, and begins another one.
    pub fn enter(&mut self, phase: &'static str) {
        let took = std::mem::replace(&mut self.since, Instant::now()).elapsed();
        let before = std::mem::replace(&mut self.current, phase);
        self.spend(before, took);
    }

    /// Something took so long, be it in parallel with the phases.
    pub fn spend(&mut self, what: &'static str, took: Duration) {
        match self.spent.iter_mut().find(|spent| spent.0 == what) {
            Some(spent) => spent.1 += took,
            None => self.spent.push((what, took)),
        }
    }

    /// What all took, this one until now.
    pub fn spent(&mut self) -> Spent {
        self.enter(self.current);
        self.spent.clone()
    }

    /// The same for reports.
    pub fn report(&mut self) -> Vec<PhaseReport> {
        let phase = |(what, time): (&'static str, Duration)| PhaseReport {
            what: what.into(),
            seconds: time.as_secs_f64(),
        };
        self.spent().into_iter().map(phase).collect()
    }
}

/// What all stages tell of their work.
pub trait Journal {
    /// See [`Observer::phase`].
    fn phase(&self, phase: &'static str);

    /// See [`Observer::parallel`].
    fn parallel(&self, what: &'static str, took: Duration);

    /// See [`Observer::progress`].
    fn progress(&self, engine: EngineKind, progress: &Progress);

    /// See [`Observer::engines_ended`].
    fn engines_ended(&self);

    /// See [`Observer::interim`].
    fn interim(&self, report: Report);

    /// See [`Observer::failed`].
    fn failed(&self);

    /// What the phases took until now.
    fn phases(&self) -> Vec<PhaseReport>;

    /// When the work began.
    fn started(&self) -> Instant;
}

/// Keeps what the phases took, and hands all on to the observer.
pub struct Observed<'a> {
    observer: RefCell<&'a mut dyn Observer>,
    phases: RefCell<Phases>,
    started: Instant,
}

impl<'a> Observed<'a> {
    /// The work begins: something is read.
    pub fn new(observer: &'a mut dyn Observer) -> Self {
        let first = "the input was read";
        observer.phase(first);
        let phases = RefCell::new(Phases::new(first));
        Self { observer: RefCell::new(observer), phases, started: Instant::now() }
    }
}

impl Journal for Observed<'_> {
    fn phase(&self, phase: &'static str) {
        self.phases.borrow_mut().enter(phase);
        self.observer.borrow_mut().phase(phase);
    }

    fn parallel(&self, what: &'static str, took: Duration) {
        self.phases.borrow_mut().spend(what, took);
        self.observer.borrow_mut().parallel(what, took);
    }

    fn progress(&self, engine: EngineKind, progress: &Progress) {
        self.observer.borrow_mut().progress(engine, progress);
    }

    fn engines_ended(&self) {
        self.observer.borrow_mut().engines_ended();
    }

    fn interim(&self, report: Report) {
        self.observer.borrow_mut().interim(report);
    }

    fn failed(&self) {
        self.observer.borrow_mut().failed();
    }

    fn phases(&self) -> Vec<PhaseReport> {
        self.phases.borrow_mut().report()
    }

    fn started(&self) -> Instant {
        self.started
    }
}
