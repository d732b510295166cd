//! How the results of `llumc check` are printed and written.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::args::CheckArgs;
use super::deadline::Spent;
use super::input::Input;
use super::values::FormatArg;
use crate::frontend::DataModel;
use crate::report::text::{Style, render};
use crate::report::{ModelReport, PhaseReport, Report};
use crate::support::output;

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
    pub fn new(args: &CheckArgs, input: &Input, started: Instant) -> Self {
        Self { format: args.format, style: style(args), started, blank: blank(input) }
    }

    /// The report as it is printed now, with what the phases took.
    pub fn print(&self, report: Report, spent: Spent) -> String {
        let phase = |(what, time): (_, std::time::Duration)| PhaseReport {
            what,
            seconds: time.as_secs_f64(),
        };
        let phases = spent.into_iter().map(phase).collect();
        let report = Report { seconds: self.started.elapsed().as_secs_f64(), phases, ..report };
        match self.format {
            FormatArg::Json => {
                serde_json::to_string_pretty(&report).expect("plain data has a JSON form") + "\n"
            }
            FormatArg::Text => render(&report, self.style),
        }
    }
}

fn blank(input: &Input) -> Report {
    Report {
        tool: "llumc",
        version: env!("CARGO_PKG_VERSION"),
        files: input.options.files.iter().map(|file| file.display().to_string()).collect(),
        entry: input.options.entry.clone(),
        data_model: data_model(input),
        properties: input.options.properties.iter().copied().collect(),
        verdict: "unknown".to_owned(),
        reasons: vec![],
        checks: vec![],
        obstacles: vec![],
        approximations: vec![],
        confirmations: vec![],
        engines: vec![],
        model: ModelReport::default(),
        seconds: 0.0,
        replay_seconds: 0.0,
        attack_seconds: 0.0,
        phases: vec![],
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

fn data_model(input: &Input) -> &'static str {
    match input.options.data_model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}
