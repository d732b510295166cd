//! What the command line makes of what [`crate::verify`] tells while it works.

use std::sync::Arc;
use std::time::Duration;

use super::deadline::{Deadline, Ended, Told};
use super::progress::ProgressLine;
use crate::engine::{EngineKind, Progress};
use crate::report::Report;
use crate::verify::{Observer, interrupted};

/// Makes of a report what is printed when the process ends, and writes what is to be written.
pub type Print = Arc<dyn Fn(Report, Ended) -> Told + Send + Sync>;

/// Shows on the terminal what happens, and keeps what to say if the process must end at once.
pub struct Watch {
    /// Ends the process.
    pub deadline: Deadline,
    /// Where progress is shown.
    pub line: ProgressLine,
    /// How interim reports are printed, if there are any.
    pub print: Option<Print>,
}

impl Observer for Watch {
    fn phase(&mut self, phase: &'static str) {
        self.deadline.phase(phase);
    }

    fn parallel(&mut self, what: &'static str, took: Duration) {
        self.deadline.parallel(what, took);
    }

    fn progress(&mut self, engine: EngineKind, progress: &Progress) {
        self.line.update(engine, progress);
    }

    fn engines_ended(&mut self) {
        self.line.clear();
    }

    fn interim(&mut self, report: Report) {
        if let Some(print) = self.print.clone() {
            let (exit, open) = (report.verdict.into(), report.open());
            let tell = move |why: &str, ended| print(interrupted(report, why), ended);
            self.deadline.knows(tell, exit, open);
        }
    }

    fn failed(&mut self) {
        self.deadline.finish();
    }
}
