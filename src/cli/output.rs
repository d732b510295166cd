//! How the results of `llumc check` are printed and written.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result};

use super::args::{CheckArgs, ResultArgs};
use super::deadline::{self, Ended, Told};
use super::exit::Exit;
use super::values::FormatArg;
use super::{outputs, sources, terminal};
use crate::frontend::{self, Clang, Options};
use crate::report::text::{Style, render};
use crate::report::{
    ErrorKind, ErrorReport, Report, advice, html, json, junit, lcov, sarif, witness,
};
use crate::support::{Budget, limits, output, source};
use crate::verify::{ProgramTask, evidence};

/// Makes a file's text of a report, if there is one to write.
type Format = fn(&Report) -> Option<String>;

/// How results are told.
#[derive(Clone)]
pub struct Output {
    format: FormatArg,
    style: Style,
    /// The folder for evidence.
    evidence: Option<PathBuf>,
    /// Files that are written whatever happens.
    files: Vec<(Format, PathBuf)>,
    /// When it all began.
    started: Instant,
    /// A report that says nothing but what was asked.
    pub blank: Report,
}

impl Output {
    /// For reports about an input of which nothing is known yet but its files' names.
    ///
    /// # Errors
    /// If a file can't be written, or is an input or another output.
    pub fn new(args: &CheckArgs, started: Instant) -> Result<Self> {
        let ResultArgs { format, json, sarif, junit, html, lcov, witness, reproducer, .. } =
            &args.results;
        let all: [(_, Format, _); 7] = [
            ("--json", |it| Some(json::render(it)), json),
            ("--sarif", |it| Some(sarif::render(it)), sarif),
            ("--junit", |it| Some(junit::render(it)), junit),
            ("--html", |it| Some(html::render(it)), html),
            ("--lcov", lcov::render, lcov),
            ("--witness", witness::render, witness),
            ("--reproducer", |it| it.reproducer.clone(), reproducer),
        ];
        let input = &args.input;
        let named = input.files.iter().chain(&input.models).chain(&input.compile_commands);
        outputs::check(&named.cloned().collect::<Vec<_>>(), &written(&args.results))?;
        for (option, _, path) in &all {
            if let Some(path) = path {
                output::check_writable(path)
                    .with_context(|| format!("cannot write {} ({option})", path.display()))?;
            }
        }
        let file = |(_, format, path): (_, Format, &Option<PathBuf>)| Some((format, path.clone()?));
        let name = |file: &PathBuf| match file.as_os_str() == source::DASH {
            true => PathBuf::from(source::STDIN),
            false => file.clone(),
        };
        let mut blank = ProgramTask::new(args.input.files.iter().map(name)).blank_report();
        args.input.entry().clone_into(&mut blank.entry);
        Ok(Self {
            format: *format,
            style: style(&args.results),
            evidence: args.results.evidence.clone(),
            files: all.into_iter().filter_map(file).collect(),
            started,
            blank,
        })
    }

    /// Says what is read, too: the files of a program, and what these include.
    ///
    /// # Errors
    /// If one is an output; nothing will be written then.
    pub fn spare(&mut self, args: &ResultArgs, program: &Options) -> Result<()> {
        let written = written(args);
        let mut inputs = program.inputs();
        if outputs::exist(&written) {
            inputs.extend(frontend::read_files(program, &Clang::default()));
        }
        let spared = outputs::check(&inputs, &written);
        if spared.is_err() {
            self.files.clear();
            self.evidence = None;
        }
        spared
    }

    /// Writes all files, and gives what is to be printed. If one can't be written, all others tell the
    /// exit code of that.
    pub fn publish(&self, report: Report, ended: Ended) -> Told {
        let Ended { phases, code } = ended;
        let seconds = self.started.elapsed().as_secs_f64();
        let mut report = Report { seconds, phases, exit_code: Some(code), told: now(), ..report };
        if !self.files.is_empty() {
            sources::add(&mut report);
        }
        report.advice = advice::of(&report);
        let failed = self.write(&report, &[]);
        let is_there = self.evidence.as_ref().is_none_or(|folder| write_evidence(&report, folder));
        let is_whole = is_there && failed.is_empty();
        if !is_whole {
            report.exit_code = Some(deadline::without_a_file(code));
            self.write(&report, &failed);
        }
        let text = match self.format {
            FormatArg::Json => json::render(&report),
            FormatArg::Text => render(&report, self.style),
        };
        Told { text, is_whole }
    }

    /// Writes the files but these; those that can't be written.
    fn write(&self, report: &Report, without: &[&Path]) -> Vec<&Path> {
        let mut failed = vec![];
        for (format, path) in self.files.iter().filter(|it| !without.contains(&it.1.as_path())) {
            match format(report) {
                Some(text) => {
                    let written = output::write_whole(path, |out| out.write_all(text.as_bytes()));
                    if let Err(error) = written {
                        eprintln!("llumc: cannot write {}: {error}", path.display());
                        failed.push(path.as_path());
                    }
                }
                None if report.error.is_some() || !without.is_empty() => {}
                None => {
                    let verdict = report.verdict;
                    eprintln!(
                        "llumc: note: {} is not written: there is nothing to say in it ({verdict})",
                        path.display()
                    );
                }
            }
        }
        failed
    }

    /// Writes all files of a run that ends with an error, and prints it where a program reads it.
    pub fn fail(&self, error: &anyhow::Error) -> Result<()> {
        let exit = Exit::of(error);
        let kind = if exit == Exit::Internal { ErrorKind::Internal } else { ErrorKind::Input };
        let error = Some(ErrorReport { kind, message: format!("{error:#}") });
        let report = Report { error, ..self.blank.clone() };
        let Told { text, .. } = self.publish(report, Ended { phases: vec![], code: exit as i32 });
        match self.format {
            FormatArg::Json => super::print(&text),
            FormatArg::Text => Ok(()),
        }
    }
}

/// All that is written, by its option.
fn written(args: &ResultArgs) -> Vec<outputs::Output<'_>> {
    let all = [
        ("--json", &args.json),
        ("--sarif", &args.sarif),
        ("--junit", &args.junit),
        ("--html", &args.html),
        ("--lcov", &args.lcov),
        ("--witness", &args.witness),
        ("--reproducer", &args.reproducer),
        ("--evidence", &args.evidence),
    ];
    all.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect()
}

/// Seconds since 1970 began.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}

/// What a message begins with that says why there is no evidence.
pub fn no_evidence(folder: &Path) -> String {
    format!("llumc: warning: no evidence is in {}: ", folder.display())
}

/// Writes what a verdict rests on, which stands without; whether it is there, as far as there is
/// something to write.
fn write_evidence(report: &Report, folder: &Path) -> bool {
    let budget = Budget::with_timeout(Some(limits::EVIDENCE_TIME));
    let written = match &report.evidence {
        Some(evidence) => evidence::write(evidence, folder, &budget),
        None if report.error.is_some() => return true,
        None => Err(anyhow::anyhow!("the check did not come to its end")),
    };
    if let Err(error) = &written {
        eprintln!("{}{error:#}", no_evidence(folder));
    }
    written.is_ok() || report.evidence.is_none()
}

fn style(args: &ResultArgs) -> Style {
    Style {
        verbose: args.verbose,
        full_trace: args.full_trace,
        invariant: args.show_invariant,
        colour: terminal::has_colours(&std::io::stdout()),
        width: terminal::width(&std::io::stdout()),
    }
}
