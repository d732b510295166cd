//! `llumc encode`: writes the transition system as a DimSpec file or in another format,
//! with the map of its names, and prints the columns of the LLUMC paper's Table 2.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::args::EncodeArgs;
use super::arrays::EncodedArraysArg;
use super::exit::Exit;
use super::values::{EncodingArg, FormatArg, ModelFormat};
use super::{export, input, outputs};
use crate::bv::Sort;
use crate::cfa::{Cfa, Location, large, single};
use crate::dimspec::{build, write};
use crate::encode::paper::SmallBlocks;
use crate::encode::{Encoded, automaton};
use crate::formats::map::{Map, place_of_block, place_of_goal};
use crate::formats::{chc, sequential};
use crate::frontend::{Clang, read_files};
use crate::memory::Limits;
use crate::program::{GoalId, Program};
use crate::support::output::write_whole;
use crate::verify::program::pipeline;

/// Where files go unless told otherwise.
const OUTPUT_FOLDER: &str = "dimspec-out";

/// A program and what is made of it.
struct Source<'a> {
    program: &'a Program,
    /// Its automaton, if the encoding goes through it.
    cfa: Option<Cfa>,
    encoded: Encoded,
    /// The place of the goal chosen.
    only: Option<usize>,
    /// How many blocks the encoding counts.
    blocks: usize,
}

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, the goal does not exist, or the file can't be written.
pub fn run(args: &EncodeArgs) -> Result<Exit> {
    let input = input::resolve(&args.input)?;
    for remark in &input.remarks {
        eprintln!("llumc: note: {remark}");
    }
    let limits = limits(args)?;
    let compiled = pipeline::compile(&input.task.frontend, &limits)?;
    let source = Source::new(&compiled.program, args)?;
    let output = match &args.output {
        Some(output) => output.clone(),
        None => default_output(&input.name, args.to)?,
    };
    let names = map_of(&output);
    let written = [("--output", output.as_path()), ("the map of --output", &names)];
    let mut read = input.task.frontend.inputs();
    if outputs::exist(&written) {
        read.extend(read_files(&input.task.frontend, &Clang::default()));
    }
    outputs::check(&read, &written)?;
    let rows = source.write(args, &output)?;
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

/// How memory is resolved: with arrays only where the format and the encoding have them.
fn limits(args: &EncodeArgs) -> Result<Limits> {
    let has_arrays = !matches!(args.to, ModelFormat::Dimspec | ModelFormat::Aiger)
        && args.encoding == EncodingArg::Cfa;
    let arrays = &args.arrays;
    let terms = match arrays.arrays {
        EncodedArraysArg::Terms if !has_arrays => {
            bail!(
                "formats of bits and the encoding `paper` have no arrays: not with --arrays terms"
            )
        }
        EncodedArraysArg::Auto | EncodedArraysArg::Terms => has_arrays,
        EncodedArraysArg::Exact => false,
    };
    Ok(Limits { arrays: terms.then_some(arrays.array_elements), ..Limits::default() })
}

impl<'a> Source<'a> {
    fn new(program: &'a Program, args: &EncodeArgs) -> Result<Self> {
        let goal = args.goal.map(GoalId);
        if let Some(goal) = goal
            && program.goals.get(goal).is_none()
        {
            bail!("there is no goal {}; the program has {} goals", goal.0, program.goals.len());
        }
        if args.encoding == EncodingArg::Paper {
            let blocks = SmallBlocks::new(program, goal);
            let count = blocks.counts().blocks;
            let mut encoded = blocks.encoded();
            encoded.system.expand_floats();
            return Ok(Self { program, cfa: None, encoded, only: None, blocks: count });
        }
        let mut cfa = large::summarise(&single::build(program), args.blocks.into());
        let mut encoded = automaton::encode(program, &cfa);
        cfa.expand_floats();
        encoded.system.expand_floats();
        if args.one_goal {
            encoded.system.join_goals();
        }
        let place = |wanted| encoded.system.bad.iter().position(|bad| bad.goals.contains(&wanted));
        let only = match goal {
            Some(goal) => match place(goal) {
                Some(place) => Some(place),
                None => bail!("goal {} can't be reached by any path of the program", goal.0),
            },
            None => None,
        };
        Ok(Self { program, cfa: Some(cfa), encoded, only, blocks: program.blocks.len() })
    }

    /// Writes the model and its map; returns the sizes that are printed.
    fn write(&self, args: &EncodeArgs, output: &Path) -> Result<Vec<(&'static str, u64)>> {
        let system = &self.encoded.system;
        let map = Map::new(self.program, &self.encoded, &sequential::places(system, self.only));
        let comments = map.lines();
        let sorts = system.states.iter().map(|state| system.terms.sort(state.current));
        let (arrays, words): (Vec<Sort>, Vec<Sort>) = sorts.partition(|sort| sort.is_array());
        let bits = words.iter().map(|sort| u64::from(sort.width())).sum();
        let mut rows = vec![
            ("basic blocks", self.blocks as u64),
            ("state variables", system.states.len() as u64),
            ("state bits", bits),
        ];
        if !arrays.is_empty() {
            rows.push(("arrays", arrays.len() as u64));
        }
        rows.push(("goals", map.goals.len() as u64));
        let limits = map.goals.iter().filter(|goal| goal.is_limit()).count();
        if limits > 0 {
            rows.push(("of these not modelled, or bounds", limits as u64));
        }
        let failed = || format!("cannot write {}", output.display());
        match (args.to, &self.cfa) {
            (ModelFormat::Dimspec, _) => {
                let built = build::build(system, self.only);
                let spec = &built.model.spec;
                let comments = [built.map.comments(), comments].concat();
                write::write_file(spec, &comments, output).with_context(failed)?;
                rows.extend([
                    ("CNF variables", u64::from(spec.num_vars)),
                    ("clauses of I", spec.init.len() as u64),
                    ("clauses of U", spec.universal.len() as u64),
                    ("clauses of G", spec.goal.len() as u64),
                    ("clauses of T", spec.trans.len() as u64),
                ]);
            }
            (ModelFormat::Chc, Some(cfa)) => {
                let wanted = |goal| self.only.is_none_or(|only| system.bad[only].goals == [goal]);
                let place = |location: &Location| match location {
                    Location::Block(block) => place_of_block(self.program, *block),
                    Location::Goal(goal) => place_of_goal(self.program, *goal),
                    Location::End => "the path has ended".to_owned(),
                };
                write_whole(output, |out| chc::write(cfa, &wanted, &place, &comments, out))
                    .with_context(failed)?;
                rows.extend([
                    ("locations", cfa.locations.len() as u64),
                    ("edges", cfa.edges.len() as u64),
                ]);
            }
            (ModelFormat::Chc, None) => {
                bail!("Horn clauses are made from the automaton: not with --encoding paper")
            }
            (format, _) => {
                export::write_system(system, self.only, format, args.bound, &comments, output)?;
            }
        }
        if output.is_file() {
            let path = map_of(output);
            let text = serde_json::to_vec_pretty(&map)?;
            write_whole(&path, |out| std::io::Write::write_all(out, &text))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(rows)
    }
}

/// The file with the map of the names in a file.
fn map_of(output: &Path) -> PathBuf {
    let mut path = output.as_os_str().to_owned();
    path.push(".map.json");
    path.into()
}

fn default_output(name: &str, format: ModelFormat) -> Result<PathBuf> {
    let folder = Path::new(OUTPUT_FOLDER);
    std::fs::create_dir_all(folder).with_context(|| {
        format!("cannot make the folder {OUTPUT_FOLDER}; choose a file with -o")
    })?;
    Ok(folder.join(format!("{name}.{}", format.extension())))
}
