//! `llumc show`: prints an intermediate stage of the pipeline.

use std::path::PathBuf;

use anyhow::Result;

use super::args::ShowArgs;
use super::exit::Exit;
use super::input;
use super::values::{EncodingArg, StageArg};
use crate::cfa::accelerate::accelerate;
use crate::cfa::{Cfa, dot, large, single};
use crate::encode;
use crate::encode::paper::SmallBlocks;
use crate::formats::sequential::places;
use crate::formats::smtlib;
use crate::frontend;
use crate::memory;
use crate::program::Program;
use crate::verify::program::pipeline;

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong.
pub fn run(args: &ShowArgs) -> Result<Exit> {
    if args.dot && args.stage != StageArg::Cfa {
        anyhow::bail!("--dot draws the automaton: it goes with --stage cfa");
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
    };
    super::print(&text)?;
    Ok(Exit::Holds)
}

fn automaton(args: &ShowArgs, program: &Program) -> Cfa {
    let cfa = large::summarise(&single::build(program), args.blocks.into());
    let accelerated = accelerate(&cfa, |_| true).filter(|_| args.accelerate);
    accelerated.unwrap_or(cfa)
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
