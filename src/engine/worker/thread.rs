//! An engine in a thread of this process.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;

use super::Output;
use crate::engine::lemmas::Inbox;
use crate::engine::subject::Subject;
use crate::engine::{Config, Ending, run_on};
use crate::support::{Budget, StopReason, limits};

/// How an engine ended that panicked.
pub const PANICKED: &str = "the engine panicked";

/// A running engine. Dropping this tells it to stop; it does so when it next looks at its budget.
pub struct Thread {
    /// The engine's own: it is told to stop without the others.
    pub budget: Budget,
    /// What other engines have shown.
    pub inbox: Inbox,
}

impl Thread {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn start(
        subject: Subject<'_>,
        config: &Config,
        budget: &Budget,
        (name, outputs): (usize, Sender<(usize, Output)>),
    ) -> io::Result<Self> {
        let own =
            Self { budget: Budget::with_timeout(budget.remaining()), inbox: Inbox::default() };
        let (given, config) = (subject.cloned(), config.clone());
        let (budget, inbox) = (own.budget.clone(), own.inbox.clone());
        std::thread::Builder::new().stack_size(limits::WORKER_STACK).spawn(move || {
            let mut sink = |event| {
                // Whoever no longer listens doesn't want to know.
                if outputs.send((name, Output::Event(event))).is_err() {
                    budget.cancel();
                }
            };
            let run = || run_on(given.subject(), &config, &budget, &inbox, &mut sink);
            let ending = catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|_| Ending::Stopped(StopReason::Failure(PANICKED.to_owned())));
            let _ = outputs.send((name, Output::End(ending)));
        })?;
        Ok(own)
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.budget.cancel();
    }
}
