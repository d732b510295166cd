//! How the results of `llumc check` are printed and written.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::args::CheckArgs;
use super::values::FormatArg;
use crate::report::text::{Style, render};
use crate::report::{PhaseReport, Report};
use crate::support::output;
use crate::verify::ProgramTask;

/// Writes the inputs of a violation, if there is one. The verdict stands without them.
pub fn write_reproducer(path: &Path, text: Option<&str>) {
    let path_text = path.display();
    match text.map(|text| output::write_whole(path, |out| out.write_all(text.as_bytes()))) {
        Some(Ok(())) => {}
        Some(Err(error)) => eprintln!("llumc: warning: cannot write {path_text}: {error}"),
        None => eprintln!("llumc: note: no violation was found, {path_text} is not written"),
    }
}

/// How results are printed.
#[derive(Clone)]
pub struct Output {
    format: FormatArg,
    style: Style,
    /// When it all began.
    pub started: Instant,
    /// A report that says nothing but what was asked.
    pub blank: Report,
}

impl Output {
    /// For reports about an input.
    pub fn new(args: &CheckArgs, task: &ProgramTask, started: Instant) -> Self {
        Self { format: args.format, style: style(args), started, blank: task.blank_report() }
    }

    /// The report as it is printed now, with what the phases took.
    pub fn print(&self, report: Report, phases: Vec<PhaseReport>) -> String {
        let report = Report { seconds: self.started.elapsed().as_secs_f64(), phases, ..report };
        match self.format {
            FormatArg::Json => {
                serde_json::to_string_pretty(&report).expect("plain data has a JSON form") + "\n"
            }
            FormatArg::Text => render(&report, self.style),
        }
    }
}

fn style(args: &CheckArgs) -> Style {
    use std::io::IsTerminal;
    // https://no-color.org
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Style {
        full_trace: args.full_trace,
        invariant: args.show_invariant,
        colour: wanted && std::io::stdout().is_terminal(),
    }
}
