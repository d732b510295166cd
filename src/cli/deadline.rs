//! Keeps the time limit of `llumc check` and `llumc solve` also in phases that don't look at it,
//! and ends them when they are interrupted.
//!
//! Engines, checks of results, invariant generation and native runs ask a [`crate::support::Budget`].
//! LLVM's passes, the resolution of memory, readers, bit-blasting and the inside of a solver can't
//! be interrupted, and on a large program they take long. A little after the limit a thread
//! says what is known until then, UNKNOWN with the phase as reason if nothing is, and ends
//! the process. What was started dies with it ([`crate::support::process::dies_with_us`]),
//! temporary folders are removed. The same happens at once on Ctrl-C, or if the process is told to
//! end.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::exit::Exit;
use super::terminal;
use crate::report::PhaseReport;
use crate::support::limits;
use crate::support::scratch;
use crate::verify::Phases;

/// The exit code of who was interrupted, as of all programs.
const INTERRUPTED: i32 = 128 + libc::SIGINT;

/// How much later than its limit this process ends at the latest.
pub fn grace(limit: Duration) -> Duration {
    (limit / limits::GRACE_SHARE).clamp(limits::LEAST_GRACE, limits::MOST_GRACE)
}

/// What is said when the time is over; clones are the same.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// What the process does, and did.
    phases: Phases,
    /// A result that stands already.
    known: Option<Known>,
    /// The process ends as it should.
    over: bool,
    /// Makes the report of what is unknown from its reason; none if the process was ended.
    unknown: Option<Telling<String>>,
}

/// How a process ends.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "llvm"), expect(dead_code, reason = "reports of programs tell it"))]
pub struct Ended {
    /// What the phases took.
    pub phases: Vec<PhaseReport>,
    /// Its exit code.
    pub code: i32,
}

/// What is printed at the end.
#[derive(Clone, Debug)]
pub struct Told {
    /// It.
    pub text: String,
    /// Whether all files are written that were asked for.
    #[cfg_attr(
        not(feature = "llvm"),
        expect(dead_code, reason = "reports of programs have files")
    )]
    pub is_whole: bool,
}

impl From<String> for Told {
    fn from(text: String) -> Self {
        Self { text, is_whole: true }
    }
}

/// The exit code if one of the files can't be written; of who was interrupted it stays.
#[cfg(feature = "llvm")]
pub fn without_a_file(code: i32) -> i32 {
    let exit = [Exit::Holds, Exit::Unknown].into_iter().find(|exit| *exit as i32 == code);
    exit.map_or(code, |exit| exit.without_a_file() as i32)
}

/// Makes a report of the reason for which the process ends, and how.
struct Telling<R>(Box<dyn FnOnce(R, Ended) -> Told + Send>);

impl<R> std::fmt::Debug for Telling<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Telling")
    }
}

/// A result.
#[derive(Debug)]
struct Known {
    tell: Telling<&'static str>,
    exit: Exit,
    /// Checks that it leaves open.
    open: usize,
}

impl Deadline {
    /// Starts the thread, if there is a limit, and listens for interrupts. `unknown` makes the
    /// report from a reason.
    pub fn start<T: Into<Told>>(
        limit: Option<Duration>,
        unknown: impl FnOnce(String, Ended) -> T + Send + 'static,
    ) -> Self {
        let unknown = move |reason: String, ended: Ended| -> Told { unknown(reason, ended).into() };
        let state = State {
            phases: Phases::new("the input was read"),
            known: None,
            over: false,
            unknown: Some(Telling(Box::new(unknown))),
        };
        let deadline = Self(Arc::new(Mutex::new(state)));
        let interrupted = deadline.clone();
        // Where that is refused an interrupt ends the process as it does all others.
        let _ =
            ctrlc::set_handler(move || interrupted.end("it was interrupted", Some(INTERRUPTED)));
        // A limit beyond what the clock can count is none.
        if let Some(limit) = limit.filter(|limit| *limit < limits::LONGEST_TIMEOUT) {
            let grace = grace(limit);
            let state = deadline.clone();
            std::thread::spawn(move || {
                std::thread::sleep(limit + grace);
                state.end("the time limit passed (--timeout)", None);
            });
        }
        deadline
    }

    /// From now on the process is in this phase.
    pub fn phase(&self, phase: &'static str) {
        self.state().phases.enter(phase);
    }

    /// Something took so long in parallel with the phases.
    pub fn parallel(&self, what: &'static str, took: Duration) {
        self.state().phases.spend(what, took);
    }

    /// What is to be printed if the time is over before the process says more: the last of
    /// those results that leave the fewest checks open, and a verdict rather than none. `tell`
    /// makes the text of why the process ends and how.
    pub fn knows<T: Into<Told>>(
        &self,
        tell: impl FnOnce(&'static str, Ended) -> T + Send + 'static,
        exit: Exit,
        open: usize,
    ) {
        let known = &mut self.state().known;
        let is_worse = |known: &Known| {
            exit == Exit::Unknown && (known.exit != Exit::Unknown || known.open < open)
        };
        if !known.as_ref().is_some_and(is_worse) {
            let tell = move |why: &'static str, ended: Ended| -> Told { tell(why, ended).into() };
            let tell = Telling(Box::new(tell));
            *known = Some(Known { tell, exit, open });
        }
    }

    /// The process ends as it should; it won't be ended from here any more.
    pub fn finish(&self) {
        self.state().over = true;
    }

    /// Ends the process for this reason, with this exit code or the one of what is known.
    fn end(&self, why: &'static str, code: Option<i32>) {
        // Held to the end: whoever wants to finish now waits, and is ended.
        let mut state = self.state();
        if state.over {
            return;
        }
        let (phase, phases) = (state.phases.current, state.phases.report());
        let ended = |exit: Exit| Ended { phases, code: code.unwrap_or(exit as i32) };
        let (told, exit) = match (state.known.take(), state.unknown.take()) {
            (Some(Known { tell, exit, .. }), _) => ((tell.0)(why, ended(exit)), exit),
            (None, Some(tell)) => {
                let exit = Exit::Unknown;
                ((tell.0)(format!("{why} while {phase}"), ended(exit)), exit)
            }
            (None, None) => return,
        };
        if terminal::is_smart(&std::io::stderr()) {
            // The progress line.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        #[cfg(feature = "llvm")]
        let exit = if told.is_whole { exit } else { exit.without_a_file() };
        let exit = super::print(&told.text).map_or(Exit::Input, |()| exit);
        scratch::remove_all();
        // SAFETY: ends the process without destructors, which other threads could disturb.
        unsafe { libc::_exit(code.unwrap_or(exit as i32)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole at every moment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::progress::ProgressLine;
    use crate::cli::watch::Watch;
    use crate::verify::Observer;

    /// A later result takes the place of an earlier one, unless that says more.
    #[test]
    fn the_best_result_is_kept() {
        let deadline = Deadline::start(None, |reason, _| reason);
        let known = || deadline.state().known.as_ref().map(|known| (known.exit, known.open));
        for (exit, open, expected) in [
            (Exit::Unknown, 5, (Exit::Unknown, 5)),
            (Exit::Unknown, 2, (Exit::Unknown, 2)),
            (Exit::Unknown, 3, (Exit::Unknown, 2)),
            (Exit::Violated, 4, (Exit::Violated, 4)),
            (Exit::Unknown, 0, (Exit::Violated, 4)),
        ] {
            deadline.knows(|_, _| String::new(), exit, open);
            assert_eq!(known(), Some(expected));
        }
        // Of two that leave as much open the later one is told.
        let told = |text: &'static str| move |why: &str, _| format!("{text}: {why}");
        deadline.knows(told("earlier"), Exit::Violated, 4);
        deadline.knows(told("later"), Exit::Violated, 4);
        let tell = deadline.state().known.take().expect("something is known").tell;
        let ended = Ended { phases: vec![], code: 1 };
        assert_eq!((tell.0)("in time", ended).text, "later: in time");
    }

    /// When a result was wrong nothing is printed any more, whatever was known before: this
    /// process would end here.
    #[test]
    fn no_verdict_is_told_once_a_result_was_wrong() {
        let deadline = Deadline::start(None, |reason, _| reason);
        deadline.knows(|_, _| "TRUE".to_owned(), Exit::Holds, 0);
        let line = ProgressLine::new(true);
        let mut watch = Watch { deadline: deadline.clone(), line, print: None };
        watch.failed();
        deadline.end("the time limit passed (--timeout)", None);
        assert!(deadline.state().known.is_some());
    }
}
