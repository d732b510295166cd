//! `llumc encode`: writes the transition system as a DimSpec file and prints the columns
//! of the LLUMC paper's Table 2.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::args::{EncodeArgs, EncodingArg, FormatArg};
use super::exit::Exit;
use super::{input, model};
use crate::cfa::{large, single};
use crate::dimspec::{build, write};
use crate::encode::automaton;
use crate::encode::paper::SmallBlocks;
use crate::program::GoalId;

/// Where files go unless told otherwise.
const OUTPUT_FOLDER: &str = "dimspec-out";

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, the goal does not exist, or the file can't be written.
pub fn run(args: &EncodeArgs) -> Result<Exit> {
    let input = input::resolve(&args.input)?;
    let compiled = model::compile(&input.options)?;
    let program = &compiled.program;
    let goal = args.goal.map(GoalId);
    if let Some(goal) = goal
        && program.goals.get(goal).is_none()
    {
        bail!("there is no goal {}; the program has {} goals", goal.0, program.goals.len());
    }
    let (encoded, only, blocks) = match args.encoding {
        EncodingArg::Paper => {
            let blocks = SmallBlocks::new(program, goal);
            let count = blocks.counts().blocks;
            (blocks.encoded(), None, count)
        }
        EncodingArg::Cfa => {
            let cfa = large::summarise(&single::build(program), args.blocks.into());
            let encoded = automaton::encode(program, &cfa);
            let place =
                |wanted| encoded.system.bad.iter().position(|bad| bad.goals.contains(&wanted));
            let only = match goal {
                Some(goal) => match place(goal) {
                    Some(place) => Some(place),
                    None => bail!("goal {} can't be reached by any path of the program", goal.0),
                },
                None => None,
            };
            (encoded, only, program.blocks.len())
        }
    };
    let built = build::build(&encoded.system, only);
    let output = match &args.output {
        Some(output) => output.clone(),
        None => default_output(&input.name)?,
    };
    let spec = &built.model.spec;
    write::write_file(spec, &built.map.comments(), &output)
        .with_context(|| format!("cannot write {}", output.display()))?;

    let states = &encoded.system.states;
    let bits: u64 = states.iter().map(|s| u64::from(encoded.system.terms.width(s.current))).sum();
    let rows = [
        ("basic blocks", blocks as u64),
        ("state variables", states.len() as u64),
        ("state bits", bits),
        ("CNF variables", u64::from(spec.num_vars)),
        ("clauses of I", spec.init.len() as u64),
        ("clauses of U", spec.universal.len() as u64),
        ("clauses of G", spec.goal.len() as u64),
        ("clauses of T", spec.trans.len() as u64),
    ];
    match args.format {
        FormatArg::Text => {
            let mut out = format!("wrote {}\n", output.display());
            for (name, number) in rows {
                out += &format!("  {name:<16} {number:>9}\n");
            }
            super::print(&out)?;
        }
        FormatArg::Json => {
            let figures: serde_json::Map<_, _> =
                rows.iter().map(|(name, number)| (name.replace(' ', "_"), json!(number))).collect();
            let json = json!({ "file": output.display().to_string(), "figures": figures });
            super::print(&(serde_json::to_string_pretty(&json)? + "\n"))?;
        }
    }
    Ok(Exit::Holds)
}

fn default_output(name: &str) -> Result<PathBuf> {
    let folder = Path::new(OUTPUT_FOLDER);
    std::fs::create_dir_all(folder).with_context(|| {
        format!("cannot make the folder {OUTPUT_FOLDER}; choose a file with -o")
    })?;
    Ok(folder.join(format!("{name}.dimspec")))
}
