//! An engine in a process of its own, from the side of the parent: a running child, and what became
//! of it.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{ARGUMENT, ENGINE, Order, Output, Reply, STAMP, Task};
use crate::engine::subject::Subject;
use crate::engine::{Config, Ending};
use crate::support::frames::{last_text, receive, send};
use crate::support::limits;
#[cfg(target_os = "linux")]
use crate::support::process;
use crate::support::{Budget, StopReason, memory};

/// What the standard libraries say when memory runs out, Rust's and C++'s.
const OUT_OF_MEMORY: [&str; 3] = ["memory allocation of", "bad_alloc", "Cannot allocate memory"];

/// A running child. Dropping this kills it.
pub struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    errors: Option<JoinHandle<String>>,
}

/// What starts an engine for `executable`.
fn command(executable: &Path) -> Command {
    let engine = executable.with_file_name(ENGINE);
    let other = engine != executable && engine.is_file();
    let mut command = Command::new(if other { &engine } else { executable });
    command.arg(ARGUMENT);
    if other {
        command.arg(STAMP).arg(executable);
    }
    command
}

impl Process {
    /// Starts an engine for `executable`, which can be one: see [`super::Worker::start`].
    ///
    /// # Errors
    /// If the process can't be started.
    pub fn start(
        executable: &Path,
        subject: Subject<'_>,
        config: &Config,
        budget: &Budget,
        memory: Option<u64>,
        (name, outputs): (usize, Sender<(usize, Output)>),
    ) -> io::Result<Self> {
        let mut child = command(executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (mut orders, output, errors) =
            match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
                (Some(orders), Some(output), Some(errors)) => (orders, output, errors),
                _ => unreachable!("all three were asked for"),
            };
        let errors = std::thread::spawn(move || last_text(errors));
        let task = Task {
            config: config.clone(),
            timeout: budget.remaining(),
            memory,
            parent: std::process::id(),
        };
        // A child that dies while it is told shows by what it leaves behind.
        let told = send(&mut orders, &task).and_then(|()| send(&mut orders, &subject));
        std::thread::spawn(move || {
            let mut output = io::BufReader::new(output);
            loop {
                let message = match receive(&mut output) {
                    Ok(Reply::Event(event)) => Output::Event(event),
                    Ok(Reply::End(ending)) => Output::End(ending),
                    Err(_) => Output::Lost,
                };
                let last = !matches!(message, Output::Event(_));
                // Whoever no longer listens doesn't want to know.
                if outputs.send((name, message)).is_err() || last {
                    return;
                }
            }
        });
        let orders = told.is_ok().then_some(orders);
        Ok(Self { child, orders, errors: Some(errors) })
    }

    /// Bytes of memory that the engine uses now, with the processes that it started.
    pub fn memory(&self) -> u64 {
        memory::of_tree(self.child.id())
    }

    /// Stops the engine in its tracks until [`Self::go_on`], if the system sees to it that it
    /// does not outlive this process (Linux).
    pub fn halt(&self) {
        #[cfg(target_os = "linux")]
        process::signal(self.child.id(), libc::SIGSTOP);
    }

    /// Lets the engine go on.
    pub fn go_on(&self) {
        #[cfg(target_os = "linux")]
        process::signal(self.child.id(), libc::SIGCONT);
    }

    /// Tells the engine something.
    pub(super) fn order(&mut self, order: Order) {
        // A child that can't be told has ended; its output says how.
        if let Some(orders) = &mut self.orders
            && send(orders, &order).is_err()
        {
            self.orders = None;
        }
    }

    /// Why a child ended that told no ending. Gives it a moment to end, then kills it.
    pub fn post_mortem(&mut self) -> Ending {
        self.orders = None;
        let status = match self.wait(limits::WORKER_END) {
            Ok(Some(status)) => status,
            // Alive, but what it told made no sense.
            Ok(None) => {
                let text = "the engine process broke the protocol";
                return Ending::Stopped(StopReason::Failure(text.to_owned()));
            }
            Err(error) => {
                let text = format!("lost the engine process: {error}");
                return Ending::Stopped(StopReason::Failure(text));
            }
        };
        let text = match self.errors.take().map(JoinHandle::join) {
            Some(Ok(text)) => text,
            _ => String::new(),
        };
        Ending::Stopped(cause_of_death(status, text.trim()))
    }

    /// Waits for the child's end; `None` if that takes longer than `limit`.
    fn wait(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if Instant::now() >= end {
                return Ok(None);
            }
            std::thread::sleep(limits::WORKER_POLL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only if the child has been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What an exit status and the last error output mean.
fn cause_of_death(status: ExitStatus, text: &str) -> StopReason {
    // Nobody but the system's guard against memory shortage sends SIGKILL unasked.
    let killed = status.signal() == Some(libc::SIGKILL);
    if killed || (!status.success() && OUT_OF_MEMORY.iter().any(|words| text.contains(words))) {
        return StopReason::Memory;
    }
    StopReason::Failure(match text {
        "" => format!("the engine process ended without an answer ({status})"),
        text => format!("the engine process ended without an answer ({status}): {text}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_is_told_by_its_cause() {
        let aborted = ExitStatus::from_raw(libc::SIGABRT);
        assert_eq!(cause_of_death(aborted, "what():  std::bad_alloc"), StopReason::Memory);
        assert_eq!(cause_of_death(ExitStatus::from_raw(libc::SIGKILL), ""), StopReason::Memory);
        let StopReason::Failure(text) = cause_of_death(aborted, "assertion failed") else {
            panic!("an abort for another reason is a failure");
        };
        assert!(text.contains("assertion failed"));
        let silent = cause_of_death(ExitStatus::from_raw(0), "");
        assert!(matches!(silent, StopReason::Failure(_)));
    }
}
