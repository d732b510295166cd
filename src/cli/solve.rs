//! `llumc solve`: decides a model file, ours or anyone's: DimSpec, AIGER or BTOR2.
//!
//! Of a DimSpec a solution is printed as IncPlan does: `solution n k`, then for each of the k
//! states a line of n literals. An invariant is printed as `invariant n m`, then m clauses in
//! DIMACS form, or as `cover n m`, then m cubes, one of which holds in every state; that all runs end within s steps as `exhausted s`; k-induction as
//! `k-inductive k`, with ` simple-path` behind it where only paths without repetition are
//! looked at, and an invariant before it if it needs one. Of AIGER and BTOR2 files a witness is printed, or that there is none.

use std::fmt::Write;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use super::args::SolveArgs;
use super::deadline::Deadline;
use super::engines;
use super::exit::Exit;
use super::outputs;
use super::progress::ProgressLine;
use super::values::FormatArg;
use super::watch::Watch;
use crate::formats::aiger::Style;
use crate::formats::invariant;
use crate::support::output::write_whole;
use crate::verify::model::Report;
use crate::verify::{InvariantForm, ModelOptions, ModelTask, Options, Verdict, verify};

/// Runs the subcommand.
///
/// # Errors
/// If the file can't be read or is malformed, or (internal) if an engine's result does
/// not stand up to the check.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    let started = Instant::now();
    let form = |path: &PathBuf| match (&args.certificate, invariant::Format::of(path)) {
        (None, format) => format.map_or(InvariantForm::Clauses, InvariantForm::Format),
        (Some(_), Some(invariant::Format::Aiger(style))) => InvariantForm::Witness(style),
        (Some(_), _) => InvariantForm::Witness(Style::Binary),
    };
    let wanted = args.certificate.as_ref().or(args.invariant.as_ref());
    if let Some(path) = wanted {
        let option = if args.certificate.is_some() { "--certificate" } else { "--invariant" };
        outputs::check(std::slice::from_ref(&args.file), &[(option, path)])?;
    }
    let model = ModelOptions {
        sweep: !args.no_sweep,
        relations: !args.no_relations,
        invariant: wanted.map(form),
    };
    let options = Options { check: !args.no_certify, model, ..engines::options(&args.engine)? };
    let (file, format) = (args.file.display().to_string(), args.format);
    let late = move |reason, _| out_of_time(&file, format, reason, started);
    let deadline = Deadline::start(options.timeout, late);
    let line = ProgressLine::new(args.engine.quiet);
    let mut watch = Watch { deadline: deadline.clone(), line, print: None };
    let report = verify(&ModelTask { file: args.file.clone() }, &options, &mut watch)?;
    deadline.finish();
    if let (Some(path), Some(text)) = (wanted, &report.invariant) {
        write_whole(path, |out| out.write_all(text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    super::print(&match args.format {
        FormatArg::Text => text(args, &report, started.elapsed()),
        FormatArg::Json => json(args, &report, started.elapsed())?,
    })?;
    Ok(report.verdict.into())
}

/// The answers in the format of the file, with comments.
fn text(args: &SolveArgs, report: &Report, time: Duration) -> String {
    let mut out = report.answer.clone();
    let c = report.comment;
    for reason in &report.reasons {
        let _ = writeln!(out, "{c} {reason}");
    }
    let found = &report.findings;
    let parallel = [
        ("relations between words", &found.related),
        ("gates being equal in all steps", &found.corresponding),
    ];
    for (what, goals) in parallel.into_iter().filter(|it| !it.1.is_empty()) {
        let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{c} decided by {what}: {}", goals.join(", "));
    }
    let words = match report.verdict {
        Verdict::False(_) => "the goal can be reached (trace checked)",
        Verdict::True => "the goal can't be reached (proof checked)",
        Verdict::Unknown => "unknown",
    };
    let words = match args.no_certify {
        true => words.replace("checked", "NOT checked"),
        false => words.into(),
    };
    let _ = writeln!(out, "{c} {words}; {:.2} s", time.as_secs_f64());
    out
}

/// The same for machines.
fn json(args: &SolveArgs, report: &Report, time: Duration) -> Result<String> {
    let Report { verdict, findings, times, .. } = report;
    let sweep = json!({
        "merged": findings.merged, "dropped": findings.dropped,
        "seconds": times.sweeping.as_secs_f64(),
    });
    let relations = json!({
        "facts": findings.facts, "goals": findings.related,
        "seconds": times.relating.as_secs_f64(),
    });
    let correspondence = json!({
        "goals": findings.corresponding, "seconds": times.search.as_secs_f64(),
    });
    let json = json!({
        "sweep": sweep, "relations": relations, "correspondence": correspondence,
        "tool": "llumc", "version": env!("CARGO_PKG_VERSION"),
        "file": args.file.display().to_string(), "verdict": verdict, "reasons": report.reasons,
        "checked": !args.no_certify && *verdict != Verdict::Unknown,
        "engines": report.engines, "answer": report.answer, "seconds": time.as_secs_f64(),
        "certification_seconds": times.certification.as_secs_f64(),
    });
    Ok(serde_json::to_string_pretty(&json)? + "\n")
}

/// What is said when the time is over while something can't be interrupted.
fn out_of_time(file: &str, format: FormatArg, reason: String, started: Instant) -> String {
    let seconds = started.elapsed().as_secs_f64();
    match format {
        FormatArg::Text => format!("c {reason}\nc unknown; {seconds:.2} s\n"),
        FormatArg::Json => {
            let json = json!({
                "tool": "llumc", "version": env!("CARGO_PKG_VERSION"), "file": file,
                "verdict": "unknown", "reasons": [reason], "checked": false, "answer": "",
                "seconds": seconds,
            });
            serde_json::to_string_pretty(&json).expect("plain data has a JSON form") + "\n"
        }
    }
}
