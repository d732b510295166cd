//! `llumc show`: prints an intermediate stage of the pipeline.

use std::path::PathBuf;

use anyhow::Result;

use super::args::ShowArgs;
use super::exit::Exit;
use super::input;
use super::values::{EncodingArg, GraphEngineArg, StageArg};
use crate::cfa::accelerate::accelerate;
use crate::cfa::{Cfa, Location, dot, large, single};
use crate::encode;
use crate::encode::paper::SmallBlocks;
use crate::engine::subject::Automaton;
use crate::engine::{Config, EngineKind, reach};
use crate::formats::sequential::places;
use crate::formats::smtlib;
use crate::frontend;
use crate::memory;
use crate::program::Program;
use crate::support::{Budget, StopReason};
use crate::verify::program::pipeline;

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong.
pub fn run(args: &ShowArgs) -> Result<Exit> {
    if args.dot && !matches!(args.stage, StageArg::Cfa | StageArg::Arg) {
        anyhow::bail!("--dot draws the automaton: it goes with --stage cfa");
    }
    if args.step.is_some() && args.stage != StageArg::Arg {
        anyhow::bail!(
            "--step counts refinements of the reachability graph: it goes with --stage arg"
        );
    }
    if args.after.is_some() && args.stage != StageArg::Ir {
        anyhow::bail!("--after prints the module after a pass: it goes with --stage ir");
    }
    let options = || anyhow::Ok(input::resolve(&args.input)?.task.frontend);
    let flat = || anyhow::Ok(pipeline::compile(&options()?, &memory::Limits::default())?.program);
    let text = match (args.stage, &args.after) {
        (StageArg::Passes, _) => frontend::describe_passes(),
        (StageArg::Ir, Some(pass)) => pipeline::ir_after(&options()?, pass)?,
        (StageArg::Ir, None) => pipeline::compile_only(&options()?)?.ir,
        (StageArg::Program, _) => pipeline::compile_only(&options()?)?.program.to_string(),
        (StageArg::Flat, _) => flat()?.to_string(),
        (StageArg::Cfa, _) => {
            let program = flat()?;
            let cfa = automaton(args, &program);
            if args.dot { dot::render(&cfa, &program) } else { cfa.to_string() }
        }
        (StageArg::System, _) => system(args, &flat()?)?,
        (StageArg::Arg, _) => graph(args, &flat()?)?,
    };
    super::print(&text)?;
    Ok(Exit::Holds)
}

fn automaton(args: &ShowArgs, program: &Program) -> Cfa {
    let cfa = large::summarise(&single::build(program), args.blocks.into());
    let accelerated = accelerate(&cfa, |_| true).filter(|_| args.accelerate);
    accelerated.unwrap_or(cfa)
}

/// The reachability graph of all goals.
fn graph(args: &ShowArgs, program: &Program) -> Result<String> {
    let cfa = large::summarise(&single::build(program), args.blocks.into());
    let at = |goal| {
        let mut locations = cfa.locations.iter_enumerated();
        locations.find(|it| *it.1 == Location::Goal(goal)).map(|it| it.0)
    };
    let goals = program.goals.indices().map(at).collect();
    let automaton = Automaton { cfa, goals, hints: vec![] };
    let kind = match args.engine {
        GraphEngineArg::Predicate => EngineKind::Predicate,
        GraphEngineArg::Impact => EngineKind::Impact,
        GraphEngineArg::Blast => EngineKind::Blast,
        GraphEngineArg::Tracer => EngineKind::Tracer,
    };
    let config = Config { reach: args.reach.options(), ..Config::new(kind) };
    let drawn = reach::draw(&automaton, &config, args.step, &Budget::unlimited());
    drawn.map_err(|reason| match reason {
        StopReason::Failure(why) => anyhow::anyhow!("the graph is not complete: {why}"),
        other => anyhow::anyhow!("the graph is not complete: {other:?}"),
    })
}

fn system(args: &ShowArgs, program: &Program) -> Result<String> {
    match args.encoding {
        EncodingArg::Cfa => {
            let mut system = encode::automaton::encode(program, &automaton(args, program)).system;
            system.expand_floats();
            let mut text = Vec::new();
            smtlib::write(&system, &places(&system, None), None, &[], &mut text)?;
            Ok(String::from_utf8(text)?)
        }
        EncodingArg::Paper => Ok(SmallBlocks::verbatim(program, None).to_string()),
    }
}

/// `llumc models`: the functions of the C library that are modelled, and those of the user's `own`
/// files.
///
/// # Errors
/// If standard output can't be written.
pub fn models(own: &[PathBuf]) -> Result<Exit> {
    let built_in = ["malloc", "calloc", "free", "aligned_alloc", "abort", "exit"];
    let mut text = String::new();
    for file in own {
        text += &format!("{}: {}\n", file.display(), frontend::own_models(file)?.join(", "));
    }
    text += &format!("built in: {}\n", built_in.join(", "));
    for (file, names) in frontend::library_models() {
        text += &format!("{file}: {}\n", names.join(", "));
    }
    super::print(&text)?;
    Ok(Exit::Holds)
}
