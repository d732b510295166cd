//! Keeps the time limit of `llumc check` and `llumc solve` also in phases that don't look at it,
//! and ends them when they are interrupted.
//!
//! Engines, checks of answers, mining and native runs ask a [`crate::support::Budget`].
//! LLVM's passes, the resolution of memory, readers, bit-blasting and the inside of a solver can't
//! be interrupted, and on a large program they take long. A little after the limit a thread
//! says what is known until then, UNKNOWN with the phase as reason if nothing is, and ends
//! the process. What was started dies with it ([`crate::support::process::dies_with_us`]),
//! temporary folders are removed. The same happens at once on Ctrl-C, or if the process is told to
//! end.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::exit::Exit;
use crate::support::scratch;

/// What phases that can't be interrupted may take beyond the limit: a part of it, within
/// these bounds.
const GRACE_SHARE: u32 = 12;
const LEAST_GRACE: Duration = Duration::from_secs(1);
const MOST_GRACE: Duration = Duration::from_secs(5);

/// The exit code of who was interrupted, as of all programs.
const INTERRUPTED: i32 = 128 + libc::SIGINT;

/// How much later than its limit this process ends at the latest.
pub fn grace(limit: Duration) -> Duration {
    (limit / GRACE_SHARE).clamp(LEAST_GRACE, MOST_GRACE)
}

/// What is said when the time is over; clones are the same.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// What the process does: "while …".
    phase: &'static str,
    /// Since when.
    since: Instant,
    /// What earlier phases took, in their order.
    spent: Vec<(&'static str, Duration)>,
    /// A result that stands already.
    known: Option<Known>,
    /// The process ends as it should.
    over: bool,
    /// Makes the report of what is unknown from its reason.
    unknown: Unknown,
}

/// See [`Deadline::start`].
struct Unknown(Box<dyn Fn(String) -> String + Send>);

impl std::fmt::Debug for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unknown")
    }
}

impl State {
    fn spend(&mut self, what: &'static str, took: Duration) {
        match self.spent.iter_mut().find(|spent| spent.0 == what) {
            Some(spent) => spent.1 += took,
            None => self.spent.push((what, took)),
        }
    }
}

/// A result.
#[derive(Debug)]
struct Known {
    text: String,
    exit: Exit,
    /// Checks that it leaves open.
    open: usize,
}

impl Deadline {
    /// Starts the thread, if there is a limit, and listens for interrupts. `unknown` makes the
    /// report from a reason.
    pub fn start(
        limit: Option<Duration>,
        unknown: impl Fn(String) -> String + Send + 'static,
    ) -> Self {
        let state = State {
            phase: "the program was read",
            since: Instant::now(),
            spent: vec![],
            known: None,
            over: false,
            unknown: Unknown(Box::new(unknown)),
        };
        let deadline = Self(Arc::new(Mutex::new(state)));
        let interrupted = deadline.clone();
        // Where that is refused an interrupt ends the process as it does all others.
        let _ =
            ctrlc::set_handler(move || interrupted.end("it was interrupted", Some(INTERRUPTED)));
        // A limit beyond what the clock can count is none.
        if let Some(limit) = limit.filter(|limit| *limit < Duration::from_secs(1 << 32)) {
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
        let mut state = self.state();
        let since = std::mem::replace(&mut state.since, Instant::now());
        let (before, took) = (std::mem::replace(&mut state.phase, phase), since.elapsed());
        state.spend(before, took);
    }

    /// Something took so long beside the phases.
    pub fn beside(&self, what: &'static str, took: Duration) {
        self.state().spend(what, took);
    }

    /// What the phases before this one took, in the order in which they were first entered; what
    /// was done beside them is among them.
    pub fn spent(&self) -> Vec<(&'static str, Duration)> {
        self.state().spent.clone()
    }

    /// What is to be printed if the time is over before the process says more: the last of
    /// those results that leave the fewest checks open, and a verdict rather than none.
    pub fn knows(&self, text: String, exit: Exit, open: usize) {
        let known = &mut self.state().known;
        let is_worse = |known: &Known| {
            exit == Exit::Unknown && (known.exit != Exit::Unknown || known.open < open)
        };
        if !known.as_ref().is_some_and(is_worse) {
            *known = Some(Known { text, exit, open });
        }
    }

    /// The process ends as it should; it won't be ended from here any more.
    pub fn finish(&self) {
        self.state().over = true;
    }

    /// Ends the process for this reason, with this exit code or the one of what is known.
    fn end(&self, why: &str, code: Option<i32>) {
        // Held to the end: whoever wants to finish now waits, and is ended.
        let mut state = self.state();
        if state.over {
            return;
        }
        let (text, exit) = match state.known.take() {
            Some(Known { text, exit, .. }) => (text, exit),
            None => ((state.unknown.0)(format!("{why} while {}", state.phase)), Exit::Unknown),
        };
        if std::io::stderr().is_terminal() {
            // The progress line.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        let exit = super::print(&text).map_or(Exit::Input, |()| exit);
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

    /// A later result takes the place of an earlier one, unless that says more.
    #[test]
    fn the_best_result_is_kept() {
        let deadline = Deadline::start(None, |reason| reason);
        let known = || deadline.state().known.as_ref().map(|known| known.text.clone());
        for (text, exit, open, expected) in [
            ("nothing", Exit::Unknown, 5, "nothing"),
            ("some", Exit::Unknown, 2, "some"),
            ("as much", Exit::Unknown, 2, "as much"),
            ("less", Exit::Unknown, 3, "as much"),
            ("violated", Exit::Violated, 4, "violated"),
            ("more", Exit::Unknown, 0, "violated"),
        ] {
            deadline.knows(text.to_owned(), exit, open);
            assert_eq!(known().as_deref(), Some(expected));
        }
    }
}
