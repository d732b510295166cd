//! What is looked for in a thread beside the engines: signals that correspond, because of which
//! goals can't be reached ([`crate::sweep::signals`]).

use std::time::{Duration, Instant};

use crate::certify::{self, CertifyError};
use crate::support::Budget;
use crate::sweep::signals;
use crate::system::TransitionSystem;

/// The engines alone have this time: most that they decide they decide in it.
const HEAD_START: Duration = Duration::from_millis(300);

/// How often the thread looks whether the engines are done before it begins.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What was found.
#[derive(Debug, Default)]
pub struct Corresponding {
    /// Places of the goals that can't be reached, if the proof was found right.
    pub goals: Vec<usize>,
    /// It was found wrong: a bug of ours.
    pub wrong: bool,
    /// The time that the search took, and that of the check.
    pub search: Duration,
    /// See above.
    pub certification: Duration,
}

impl Corresponding {
    /// Waits, looks for a proof for at most `time`, and checks it if it is to `certify`. The `race`
    /// drops the goals that it decides.
    pub fn look(system: &TransitionSystem, certify: bool, time: Duration, race: &Budget) -> Self {
        let mut result = Self::default();
        let begin = Instant::now() + HEAD_START;
        while Instant::now() < begin {
            if race.exhausted().is_some() {
                return result;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        let begin = Instant::now();
        let found = signals::correspondence(system, &race.at_most(time));
        result.search = begin.elapsed();
        let Some(found) = found else { return result };
        let begin = Instant::now();
        let invariant = (found.terms, found.holds);
        let checked = match certify {
            false => Ok(()),
            true => {
                certify::system::check_inductive(system, &found.goals, invariant, race).map(|_| ())
            }
        };
        result.certification = begin.elapsed();
        match checked {
            Ok(()) => {
                found.goals.iter().for_each(|&goal| race.drop_part(goal));
                result.goals = found.goals;
            }
            Err(CertifyError::Unknown(_)) => {}
            Err(_) => result.wrong = true,
        }
        result
    }
}
