//! `llumc validate`: a C program and a witness about it in, whether that is right out.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::args::{InputArgs, ValidateArgs};
use super::deadline::{Deadline, Ended};
use super::engines;
use super::exit::Exit;
use super::input;
use super::progress::ProgressLine;
use super::terminal;
use super::values::FormatArg;
use super::watch::Watch;
use crate::frontend::DataModel;
use crate::report::text::{Style, findings};
use crate::report::{Report, advice};
use crate::support::hash::{hex, sha256};
use crate::support::source;
use crate::verify::witness::read::{self, Witness};
use crate::verify::witness::{Outcome, Validation, named};
use crate::verify::{Options, ProgramTask, WitnessTask, verify};

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, or (internal) if a result does not stand up to its check.
pub fn run(args: &ValidateArgs) -> Result<Exit> {
    let is_project = args.input.compile_commands.is_some();
    let (program, path) = match &args.input.files[..] {
        [program @ .., witness] if is_project || !program.is_empty() => {
            (program.to_vec(), witness.clone())
        }
        _ => bail!(
            "name the program's files or its compile commands, and behind them the witness \
             (FILE.c WITNESS.yml, or --compile-commands compile_commands.json WITNESS.yml)"
        ),
    };
    let witness = read::read(&path)?;
    let task = task(&args.input, program, &witness)?;
    let mut options = engines::options(&args.engine)?;
    options.program.native = !args.no_native_replay;
    let output = Output::new(args, &path, task.blank_report());
    let last = output.clone();
    let deadline = Deadline::start(options.timeout, move |why, ended| last.ended(why, ended));
    let mut watch = Watch {
        deadline: deadline.clone(),
        line: ProgressLine::new(args.engine.quiet),
        print: None,
    };
    let validation = decide(task, witness, &options, &mut watch);
    deadline.finish();
    let validation = validation?;
    let exit: Exit = validation.outcome.into();
    super::print(&output.text(validation, exit as i32))?;
    Ok(exit)
}

fn decide(
    program: ProgramTask,
    witness: Witness,
    options: &Options,
    watch: &mut Watch,
) -> Result<Validation> {
    Ok(verify(&WitnessTask { program, witness }, options, watch)?)
}

/// The program, with what the witness says of the task where the command line says nothing.
fn task(args: &InputArgs, files: Vec<PathBuf>, witness: &Witness) -> Result<ProgramTask> {
    let about = &witness.about;
    let mut args = args.clone();
    let says_model = args.model.is_some()
        || args.target.is_some()
        || args.compile_commands.is_some()
        || files.iter().any(|file| input::is_task(file));
    let says_properties = !args.properties.is_empty();
    args.entry = args.entry.or_else(|| about.entry.clone());
    args.files = files;
    let input = input::resolve(&args)?;
    for remark in &input.remarks {
        eprintln!("llumc: note: {remark}");
    }
    let mut task = input.task;
    if !says_properties {
        task.frontend.properties = about.properties.iter().copied().collect();
    }
    if let Some(ilp32) = about.ilp32.filter(|_| !says_model) {
        task.frontend.data_model = if ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 };
    }
    let units: Vec<&Path> = task.frontend.project.iter().map(|unit| unit.file.as_path()).collect();
    let files = match units.is_empty() {
        true => task.frontend.files.iter().map(PathBuf::as_path).collect(),
        false => units,
    };
    for (name, hash) in &about.hashes {
        let Some(file) = named(name, &files).map(|index| files[index]) else { continue };
        // What is no UTF-8 is refused later.
        let Ok(text) = source::read_text(file) else { continue };
        let own = hex(&sha256(&text));
        if !own.eq_ignore_ascii_case(hash) {
            let (file, witness) = (file.display(), witness.path.display());
            eprintln!("llumc: note: {witness} was made for another version of {file}");
        }
    }
    Ok(task)
}

/// How the result is told.
#[derive(Clone)]
struct Output {
    format: FormatArg,
    style: Style,
    witness: String,
    /// A report that says nothing but what was asked.
    blank: Report,
}

impl Output {
    fn new(args: &ValidateArgs, witness: &Path, blank: Report) -> Self {
        let style = Style {
            verbose: args.verbose,
            colour: terminal::has_colours(&std::io::stdout()),
            width: terminal::width(&std::io::stdout()),
            ..Style::default()
        };
        Self { format: args.format, style, witness: witness.display().to_string(), blank }
    }

    /// When the process ends before there is a result.
    fn ended(&self, why: String, ended: Ended) -> String {
        let seconds = ended.phases.iter().map(|phase| phase.seconds).sum();
        let (reasons, phases) = (vec![why.clone()], ended.phases);
        let report = Report { reasons, phases, seconds, ..self.blank.clone() };
        let witness = self.witness.clone();
        self.text(Validation { witness, outcome: Outcome::Unknown, why, report }, ended.code)
    }

    fn text(&self, mut validation: Validation, code: i32) -> String {
        validation.report.exit_code = Some(code);
        validation.report.advice = match validation.outcome {
            Outcome::Unknown => advice::of(&validation.report),
            _ => vec![],
        };
        match self.format {
            // Plain data, as a report is.
            FormatArg::Json => serde_json::to_string_pretty(&validation).unwrap_or_default() + "\n",
            FormatArg::Text => {
                let Validation { witness, outcome, why, report } = &validation;
                let outcome = match outcome {
                    Outcome::Confirmed => "CONFIRMED",
                    Outcome::Rejected => "REJECTED",
                    Outcome::Unknown => "UNKNOWN",
                };
                let last = format!("{witness}: {outcome} ({why}; {:.2} s)", report.seconds);
                findings(report, &last, self.style)
            }
        }
    }
}
