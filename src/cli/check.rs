//! `llumc check`: the whole pipeline, from C files to a checked verdict.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::args::{ArraysArg, CheckArgs, FormatArg};
use super::claims::{Checked, Claims};
use super::engines::{Configured, describe_ending};
use super::exit::Exit;
use super::input::{self, Input};
use super::model::{Pipeline, compile, compile_only};
use super::progress::ProgressLine;
use super::verdict::{self, Decided};
use crate::dimspec::Model;
use crate::engine::race::{self, Reply};
use crate::engine::{EngineKind, Event};
use crate::frontend::{Compiled, DataModel};
use crate::memory::{
    self,
    follow::{Followed, follow},
};
use crate::program::GoalKind;
use crate::report::text::{Style, render};
use crate::report::{EngineReport, ModelReport, Report, Status};

/// Objects with more parts than this to be told apart are followed by single elements.
const FOLLOWED_CELLS: usize = 96;
/// How long that is tried, if all elements can be told apart instead; with a time limit a
/// third of it at most.
const FOLLOWED_TIME: Duration = Duration::from_secs(20);

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
    let compiled = compile_only(&input.options)?;
    let Answer { decided, claims, engines, model } = answer(args, &configured, compiled)?;
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
        model,
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

/// What one way of modelling the program leads to.
struct Answer {
    decided: Decided,
    claims: Checked,
    engines: Vec<EngineReport>,
    model: ModelReport,
}

impl Answer {
    /// Checks that were not decided.
    fn open(&self) -> usize {
        let checks = self.decided.checks.iter();
        checks.filter(|check| matches!(check.status, Status::Unknown)).count()
    }
}

/// Decides with single elements of large objects, if that is wanted, and if it is not
/// enough, with all of them.
fn answer(args: &CheckArgs, configured: &Configured, compiled: Compiled) -> Result<Answer> {
    let wanted = args.arrays != ArraysArg::Exact;
    let Some(followed) = follow(&compiled.program, FOLLOWED_CELLS).filter(|_| wanted) else {
        return attempt(args, configured, compiled, None);
    };
    let only = args.arrays == ArraysArg::Followed
        || memory::is_beyond(&compiled.program, &memory::Limits::default());
    if only {
        return attempt(args, configured, compiled, Some(followed));
    }
    let time = configured.budget().remaining().map_or(FOLLOWED_TIME, |left| left / 3);
    let first = configured.at_most(time.min(FOLLOWED_TIME));
    let answer = attempt(args, &first, compiled.clone(), Some(followed))?;
    if answer.decided.exit != Exit::Unknown {
        return Ok(answer);
    }
    let exact = attempt(args, configured, compiled, None)?;
    let better = exact.decided.exit != Exit::Unknown || exact.open() <= answer.open();
    Ok(if better { exact } else { answer })
}

/// Mines, runs the engines, and has every answer checked.
fn attempt(
    args: &CheckArgs,
    configured: &Configured,
    compiled: Compiled,
    followed: Option<Followed>,
) -> Result<Answer> {
    let pipeline = Pipeline::new(compiled, followed, args.blocks.into(), !args.no_accelerate);
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
    Ok(Answer { decided, claims, engines, model: pipeline.size() })
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

/// The model that IC3 gets; none if no goal needs one.
///
/// # Errors
/// If the input is wrong.
pub fn open_model(args: &CheckArgs) -> Result<Option<Model>> {
    let input = input::resolve(&args.input)?;
    let compiled = compile_only(&input.options)?;
    let pipeline = Pipeline::new(compiled, None, args.blocks.into(), !args.no_accelerate);
    let mut claims = Claims::new(&pipeline, Configured::new(&args.engine)?.budget(), args);
    claims.without_engines();
    if !args.no_mine {
        claims.mine();
    }
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
