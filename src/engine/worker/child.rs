//! The child's side: gets a task, runs the engine, tells what it finds.

use std::ffi::OsString;
use std::io::{self, Stdin, Stdout};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use super::{ARGUMENT, Order, Reply, STAMP, Task};
use crate::engine::lemmas::Inbox;
use crate::engine::subject::Given;
use crate::support::frames::{receive, send};
use crate::support::limits;
use crate::support::{Budget, process};

/// What the binary does instead of everything else when its first argument is
/// [`super::ARGUMENT`], with those that follow it.
pub fn worker_main(arguments: &[OsString]) -> ExitCode {
    if let [stamp, caller] = arguments
        && stamp != STAMP
    {
        // Left over from another build: who asked can be an engine, too.
        let error = Command::new(caller).arg(ARGUMENT).exec();
        eprintln!("cannot start {}: {error}", caller.display());
        return ExitCode::FAILURE;
    }
    match work(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("engine process: {error}");
            ExitCode::FAILURE
        }
    }
}

fn work(mut input: Stdin, mut output: Stdout) -> io::Result<()> {
    process::ignore_interrupt();
    process::no_core_dump()?;
    // To the parent above all: that one answer is checked is worth more than the search for
    // others.
    // Where that is refused nothing is lost but some time.
    let _ = process::yield_to_others();
    let task: Task = receive(&mut input)?;
    process::die_with_parent(task.parent)?;
    let budget = Budget::with_timeout(task.timeout);
    // The limit comes before the subject, which may be large itself.
    if let Some(bytes) = task.memory {
        process::limit_memory(bytes)?;
    }
    let given: Given = receive(&mut input)?;
    let (orders, inbox) = (budget.clone(), Inbox::default());
    let told = inbox.clone();
    std::thread::Builder::new().stack_size(limits::WORKER_STACK).spawn(move || {
        loop {
            match receive(&mut input) {
                Ok(Order::Drop(goal)) => orders.drop_part(goal),
                Ok(Order::Lemmas(lemmas)) => told.put(lemmas),
                // No further order can come: the parent is gone, or as good as that.
                Ok(Order::Stop) | Err(_) => break orders.cancel(),
            }
        }
    })?;
    let mut sink = |event| {
        if send(&mut output, &Reply::Event(event)).is_err() {
            budget.cancel();
        }
    };
    let ending = crate::engine::run_on(given.subject(), &task.config, &budget, &inbox, &mut sink);
    send(&mut output, &Reply::End(ending))
}
