//! What is looked for in a thread beside the engines: signals that correspond, because of which
//! goals can't be reached ([`crate::sweep::signals`]).

use std::thread;
use std::time::{Duration, Instant};

use crate::certify::{self, CertifyError};
use crate::support::{Budget, process};
use crate::sweep::signals;
use crate::system::TransitionSystem;

/// The engines alone have this time: most that they decide they decide in it.
const HEAD_START: Duration = Duration::from_millis(300);

/// How long the check of what was found may take.
const CHECK_TIME: Duration = Duration::from_secs(20);

/// The proof's formula may be deep, and is handed to a solver that has its own ways to walk it.
const STACK: usize = 256 << 20;

/// What was found.
#[derive(Debug, Default)]
pub struct Corresponding {
    /// Places of the goals that can't be reached, if the proof was found right.
    pub goals: Vec<usize>,
    /// It was found wrong: a bug of ours.
    pub wrong: bool,
    /// Its check took too much time or memory.
    pub unchecked: bool,
    /// The time that the search took.
    pub search: Duration,
    /// The time that the check took.
    pub certification: Duration,
}

impl Corresponding {
    /// Runs the engines of a `race`, and beside them the thread, if there is a system to look
    /// at: for at most `time`, and with a check if it is to `certify`. The race drops the goals
    /// that it decides. `engines` also says whether nothing is left to be decided; else the
    /// thread may come to its end.
    pub fn beside<R>(
        engines: impl FnOnce() -> (R, bool),
        race: &Budget,
        system: Option<&TransitionSystem>,
        time: Duration,
        certify: bool,
    ) -> (R, Self) {
        thread::scope(|scope| {
            let look = |system| move || Self::look(system, certify, time, race);
            let builder = thread::Builder::new().stack_size(STACK);
            // Without it the engines do what they can.
            let beside = system.and_then(|it| builder.spawn_scoped(scope, look(it)).ok());
            let (result, done) = engines();
            if done {
                race.cancel();
            }
            let Some(beside) = beside else { return (result, Self::default()) };
            beside.thread().unpark();
            let found = beside.join().unwrap_or(Self { wrong: true, ..Self::default() });
            (result, found)
        })
    }

    fn look(system: &TransitionSystem, certify: bool, time: Duration, race: &Budget) -> Self {
        let mut result = Self::default();
        // The engines do so, too; where that is refused nothing is lost but some time.
        let _ = process::yield_to_others();
        let begin = Instant::now() + HEAD_START;
        while race.exhausted().is_none() && Instant::now() < begin {
            thread::park_timeout(begin.saturating_duration_since(Instant::now()));
        }
        if race.exhausted().is_some() {
            return result;
        }
        let begin = Instant::now();
        let found = signals::correspondence(system, &race.at_most(time));
        result.search = begin.elapsed();
        let Some(found) = found else { return result };
        let begin = Instant::now();
        let invariant = (found.terms, found.holds);
        let budget = race.at_most(CHECK_TIME);
        let checked = match certify {
            false => Ok(()),
            true => certify::system::check_inductive(system, &found.goals, invariant, &budget)
                .map(|_| ()),
        };
        result.certification = begin.elapsed();
        match checked {
            Ok(()) => {
                found.goals.iter().for_each(|&goal| race.drop_part(goal));
                result.goals = found.goals;
            }
            Err(CertifyError::Unknown(_)) => result.unchecked = true,
            Err(_) => {
                result.wrong = true;
                race.cancel();
            }
        }
        result
    }
}
