//! `llumc check`: the whole pipeline, from C files to a checked verdict.

use std::time::Instant;

use anyhow::Result;

use super::args::{CheckArgs, FormatArg};
use super::claims::Claims;
use super::engines::{Configured, describe_ending};
use super::exit::Exit;
use super::input::{self, Input};
use super::model::{Pipeline, compile};
use super::progress::ProgressLine;
use super::verdict;
use crate::dimspec::Model;
use crate::engine::race::{self, Reply};
use crate::engine::{EngineKind, Event};
use crate::frontend::DataModel;
use crate::program::GoalKind;
use crate::report::text::{Style, render};
use crate::report::{EngineReport, Report};

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, or (internal) if an answer does not stand up to its check.
pub fn run(args: &CheckArgs) -> Result<Exit> {
    let started = Instant::now();
    let input = input::resolve(&args.input)?;
    for remark in &input.remarks {
        eprintln!("llumc: note: {remark}");
    }
    if args.list_checks {
        return list_checks(&input);
    }
    let configured = Configured::new(&args.engine)?;
    let pipeline = Pipeline::new(&input.options, args.blocks.into(), !args.no_accelerate)?;
    let mut claims = Claims::new(&pipeline, configured.budget(), args);
    let mut line = ProgressLine::new(args.engine.quiet);

    claims.without_engines();
    if configured.mines && !args.no_mine {
        claims.mine();
    }
    let places = claims.open();
    let nothing_left = places.is_empty() || claims.failed();
    let models: Vec<Model> = if nothing_left {
        vec![]
    } else {
        configured.engines.iter().map(|config| claims.model(config.kind, &places)).collect()
    };
    let mut judge = |kind, event: Event| match event {
        Event::Progress(progress) => {
            line.update(kind, progress);
            Reply::Accept
        }
        Event::Reached { goal, trace } => claims.reached(kind, places[goal], &trace),
        Event::Unreachable { goals, proof } => {
            let goals: Vec<usize> = goals.iter().map(|&goal| places[goal]).collect();
            claims.unreachable(kind, &goals, &proof)
        }
    };
    // No engine, if nothing is left.
    let runners: Vec<_> = configured.engines.iter().zip(&models).collect();
    let endings = race::run_each(&runners, configured.limits(), &mut judge);
    line.clear();
    let claims = claims.finish(&args.engine)?;

    let engines = endings.iter().map(|(kind, ending)| EngineReport {
        name: kind.to_string(),
        ending: describe_ending(ending),
        depth: line.depth(*kind),
    });
    let engines: Vec<EngineReport> = engines.collect();
    let decided = verdict::decide(&pipeline.compiled.program, &claims, &engines);
    let report = Report {
        tool: "llumc",
        version: env!("CARGO_PKG_VERSION"),
        files: input.options.files.iter().map(|file| file.display().to_string()).collect(),
        entry: input.options.entry.clone(),
        data_model: data_model(&input),
        properties: input.options.properties.iter().copied().collect(),
        verdict: decided.verdict,
        reasons: decided.reasons,
        checks: decided.checks,
        obstacles: decided.obstacles,
        approximations: decided.approximations,
        confirmations: claims.confirmations,
        engines,
        model: pipeline.size(),
        replay_seconds: claims.replay_time.as_secs_f64(),
        attack_seconds: claims.attack_time.as_secs_f64(),
        seconds: started.elapsed().as_secs_f64(),
    };
    let text = match args.format {
        FormatArg::Json => serde_json::to_string_pretty(&report)? + "\n",
        FormatArg::Text => render(&report, style(args)),
    };
    super::print(&text)?;
    Ok(decided.exit)
}

/// Prints the checks with their places, and what may be reached that is not modelled.
fn list_checks(input: &Input) -> Result<Exit> {
    let program = compile(&input.options)?.program;
    let mut lines: Vec<String> = program
        .goals
        .iter()
        .map(|goal| {
            let place = program.sources.describe(goal.loc);
            match &goal.kind {
                GoalKind::Check(check) => format!("{place}: {} [{}]\n", check.what, check.property),
                GoalKind::Unsupported(what) => format!("{place}: not modelled: {what}\n"),
                GoalKind::Bound(what) => format!("{place}: bound: {what}\n"),
            }
        })
        .collect();
    lines.sort();
    lines.dedup();
    super::print(&lines.concat())?;
    Ok(Exit::Holds)
}

/// The model that the engines get; none if no goal needs one.
///
/// # Errors
/// If the input is wrong.
pub fn open_model(args: &CheckArgs) -> Result<Option<Model>> {
    let input = input::resolve(&args.input)?;
    let pipeline = Pipeline::new(&input.options, args.blocks.into(), !args.no_accelerate)?;
    let mut claims = Claims::new(&pipeline, Configured::new(&args.engine)?.budget(), args);
    claims.without_engines();
    let places = claims.open();
    Ok((!places.is_empty()).then(|| claims.model(EngineKind::Ic3, &places)))
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
