//! `llumc show`: prints an intermediate stage of the pipeline.

use std::path::PathBuf;

use anyhow::Result;

use super::args::ShowArgs;
use super::exit::Exit;
use super::values::{EncodingArg, StageArg};
use super::{input, model};
use crate::cfa::accelerate::accelerate;
use crate::cfa::{dot, large, single};
use crate::encode::automaton;
use crate::encode::paper::SmallBlocks;
use crate::formats::sequential::places;
use crate::formats::smtlib;
use crate::frontend;
use crate::memory;

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong.
pub fn run(args: &ShowArgs) -> Result<Exit> {
    if args.dot && args.stage != StageArg::Cfa {
        anyhow::bail!("--dot draws the automaton: it goes with --stage cfa");
    }
    let input = input::resolve(&args.input)?;
    let compiled = match args.stage {
        StageArg::Ir | StageArg::Program => model::compile_only(&input.options)?,
        StageArg::Flat | StageArg::Cfa | StageArg::System => {
            model::compile(&input.options, &memory::Limits::default())?
        }
    };
    let program = &compiled.program;
    let cfa = || {
        let cfa = large::summarise(&single::build(program), args.blocks.into());
        let accelerated = accelerate(&cfa, |_| true).filter(|_| args.accelerate);
        accelerated.unwrap_or(cfa)
    };
    let text = match (args.stage, args.encoding) {
        (StageArg::Ir, _) => compiled.ir.clone(),
        (StageArg::Program | StageArg::Flat, _) => program.to_string(),
        (StageArg::Cfa, _) if args.dot => dot::render(&cfa(), program),
        (StageArg::Cfa, _) => cfa().to_string(),
        (StageArg::System, EncodingArg::Cfa) => {
            let system = automaton::encode(program, &cfa()).system;
            let mut text = Vec::new();
            smtlib::write(&system, &places(&system, None), None, &[], &mut text)?;
            String::from_utf8(text)?
        }
        (StageArg::System, EncodingArg::Paper) => SmallBlocks::verbatim(program, None).to_string(),
    };
    super::print(&text)?;
    Ok(Exit::Holds)
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
