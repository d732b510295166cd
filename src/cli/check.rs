//! `llumc check`: a C program in, a report with a checked verdict out.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;

use super::args::CheckArgs;
use super::deadline::{Deadline, Ended};
use super::engines;
use super::exit::Exit;
use super::input::{self, Input};
use super::output::Output;
use super::progress::ProgressLine;
use super::show;
use super::watch::Watch;
use crate::memory;
use crate::program::{AssumptionKind, GoalKind};
use crate::report::Report;
use crate::verify::program::pipeline;
use crate::verify::{Options, ProgramOptions, verify};

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, or (internal) if a result does not stand up to its check.
pub fn run(args: &CheckArgs) -> Result<Exit> {
    if args.list_models {
        return show::models(&[]);
    }
    let mut output = Output::new(args, Instant::now())?;
    decide(args, &mut output).or_else(|error| {
        output.fail(&error)?;
        Err(error)
    })
}

fn decide(args: &CheckArgs, output: &mut Output) -> Result<Exit> {
    let mut input = input::resolve(&args.input)?;
    output.spare(&args.results, &input.task.frontend)?;
    output.blank = input.task.blank_report();
    input.task.frontend.malloc_may_fail |= args.strict;
    for remark in &input.remarks {
        eprintln!("llumc: note: {remark}");
    }
    let cover = args.cover || args.results.lcov.is_some();
    let options = options(args, input.is_single && !cover)?;
    if args.list_checks {
        return list_checks(&input, &options);
    }
    input.task.frontend.cover = cover;
    input.task.frontend.branchings = args.results.witness.is_some();
    let last = output.clone();
    let deadline = Deadline::start(options.timeout, move |reason, ended| {
        last.publish(Report { reasons: vec![reason], ..last.blank.clone() }, ended)
    });
    let mut watch = Watch {
        deadline: deadline.clone(),
        line: ProgressLine::new(args.engine.quiet),
        print: Some(Arc::new({
            let output = output.clone();
            move |report, ended| output.publish(report, ended)
        })),
    };
    let report = verify(&input.task, &options, &mut watch);
    // Whoever writes files now must be the only one.
    deadline.finish();
    let report = report?;
    let exit: Exit = report.verdict.into();
    let ended = Ended { phases: report.phases.clone(), code: exit as i32 };
    let told = output.publish(report, ended);
    super::print(&told.text)?;
    Ok(if told.is_whole { exit } else { exit.without_a_file() })
}

fn options(args: &CheckArgs, is_single: bool) -> Result<Options> {
    let program = ProgramOptions {
        blocks: args.blocks.into(),
        accelerate: !args.no_accelerate,
        arrays: args.arrays.into(),
        invariants: !args.no_mine,
        ranges: !args.no_ranges,
        sweep: args.sweep,
        stop_at_first: args.stop_at_first.unwrap_or(is_single),
        refused: match args.strict {
            true => AssumptionKind::ALL.iter().copied().collect(),
            false => args.refuse.iter().copied().collect(),
        },
        native: !args.no_native_replay,
        evidence: args.results.evidence.is_some(),
        coverage_only: false,
    };
    Ok(Options { check: !args.no_certify, program, ..engines::options(&args.engine)? })
}

/// Prints the checks with their places, and what may be reached that is not modelled.
fn list_checks(input: &Input, options: &Options) -> Result<Exit> {
    let unknown = |reason, _| format!("the checks are not known: {reason}\n");
    let deadline = Deadline::start(options.timeout, unknown);
    let program = pipeline::compile(&input.task.frontend, &memory::Limits::default())?.program;
    let mut lines: Vec<String> = program
        .goals
        .iter()
        .chain(&program.folded)
        .map(|goal| {
            let place = program.sources.describe(goal.loc);
            match &goal.kind {
                GoalKind::Check(check) => format!("{place}: {} [{}]\n", check.what, check.property),
                GoalKind::Unsupported(what) => format!("{place}: not modelled: {what}\n"),
                GoalKind::Bound(bound) => format!("{place}: bound: {}\n", bound.what),
                // It was not asked for.
                GoalKind::Cover(_) => String::new(),
            }
        })
        .collect();
    lines.sort();
    lines.dedup();
    deadline.finish();
    super::print(&lines.concat())?;
    Ok(Exit::Holds)
}
