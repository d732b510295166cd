//! From the typed engine options to those of [`crate::verify`].

use std::time::Duration;

use anyhow::{Context, Result};

use super::args::EngineArgs;
use super::values::EngineArg;
use crate::engine::EngineKind;
use crate::support::process;
use crate::verify::{Engine, Options, Workers};

/// The options, with engines in processes of this binary. From now on this process and its
/// children use no more cores than they may.
///
/// # Errors
/// If the system does not let us give up cores, or does not tell where this binary is.
pub fn options(args: &EngineArgs) -> Result<Options> {
    if let Some(jobs) = args.jobs {
        process::use_cores(jobs.into()).context("cannot keep to this number of cores (--jobs)")?;
    }
    let engine = match args.engine {
        EngineArg::Unroll => Engine::One(EngineKind::Unroll),
        EngineArg::Bmc => Engine::One(EngineKind::Bmc),
        EngineArg::Kinduction => Engine::One(EngineKind::Kinduction),
        EngineArg::Ic3 => Engine::One(EngineKind::Ic3),
        EngineArg::Ic3Second => Engine::One(EngineKind::Ic3Second),
        EngineArg::Predicate => Engine::One(EngineKind::Predicate),
        EngineArg::Impact => Engine::One(EngineKind::Impact),
        EngineArg::Blast => Engine::One(EngineKind::Blast),
        EngineArg::Tracer => Engine::One(EngineKind::Tracer),
        EngineArg::Ic3ia => Engine::One(EngineKind::Ic3ia),
        EngineArg::Auto => Engine::Auto,
        EngineArg::Race => Engine::Race,
    };
    without_effect(args, engine);
    let binary = std::env::current_exe().context("the system does not tell where llumc is")?;
    Ok(Options {
        engine,
        timeout: args.timeout.map(Duration::from_secs_f64),
        memory: args.memory.map(|megabytes| megabytes << 20),
        cores: args.jobs.map(usize::from),
        bound: args.bound,
        simple_path: args.simple_path,
        sat: args.sat.clone(),
        seed: args.seed,
        without: args.auto_without.iter().map(|member| member.kind()).collect(),
        share: !args.no_share,
        ic3: args.ic3.options(),
        reach: args.reach.options(),
        workers: Workers::Program(binary),
        ..Options::default()
    })
}

/// Says which options the engines chosen don't look at.
fn without_effect(args: &EngineArgs, engine: Engine) {
    let auto = engine == Engine::Auto;
    let by_induction = auto || engine == Engine::One(EngineKind::Kinduction);
    let ignored = [
        ("--simple-path", args.simple_path && !by_induction, "k-induction"),
        ("--auto-without", !args.auto_without.is_empty() && !auto, "the engine auto"),
        (
            "--keep-subtree",
            args.reach.keep_subtree && engine != Engine::One(EngineKind::Blast),
            "the engine blast",
        ),
        (
            "--no-slackening",
            args.reach.no_slackening && engine != Engine::One(EngineKind::Tracer),
            "the engine tracer",
        ),
        (
            "--no-forced-covering",
            args.reach.no_forced_covering && engine != Engine::One(EngineKind::Impact),
            "the engine impact",
        ),
        ("--no-share", args.no_share && !auto, "the engine auto"),
    ];
    for (option, _, whose) in ignored.into_iter().filter(|it| it.1) {
        eprintln!("llumc: note: {option} has no effect here: it is for {whose}");
    }
}
