//! Mutants of the files of `certify` that say what must hold: `make mutants ARGS="--seed 1"`.
//!
//! Small changes are drawn, one copy of the project is built in which each is made if an
//! environment variable names it, and for each the tests are run that come to it, until one fails.
//! A change that no test notices is printed. What became of each is kept in a file; started again,
//! the program goes on where it was.

#[cfg(feature = "llvm")]
mod changes;
#[cfg(feature = "llvm")]
mod points;
#[cfg(feature = "llvm")]
mod run;
#[cfg(feature = "llvm")]
mod tree;

#[cfg(feature = "llvm")]
mod campaign {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    use anyhow::{Context, Result};
    use clap::Parser;

    use crate::run::{Fate, fate, tests};
    use crate::tree::Tree;

    /// Mutants of what says what must hold.
    #[derive(Parser)]
    pub struct Arguments {
        /// How many are drawn.
        #[arg(long, default_value_t = 200)]
        count: usize,
        /// Seed of what is drawn.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Run those again that survived.
        #[arg(long)]
        again: bool,
        /// Seconds of tests for each.
        #[arg(long, default_value_t = 30)]
        limit: u64,
        /// Integration tests that are run, beside those of the library.
        #[arg(long, value_delimiter = ',', default_value = "faults,validated,sharing")]
        tests: Vec<String>,
        /// Features of the crate.
        #[arg(long, default_value = "bitwuzla")]
        features: String,
        /// Where the copy is made and built, and what became of the mutants is kept.
        #[arg(long, default_value = "target/mutants")]
        folder: PathBuf,
    }

    /// Runs all that are drawn.
    pub fn run(arguments: &Arguments) -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir_all(&arguments.folder)?;
        let folder = arguments.folder.canonicalize()?;
        let tree = Tree {
            root,
            folder: folder.join("tree"),
            built: folder.join("built"),
            features: &arguments.features,
            tests: &arguments.tests,
        };
        let built = tree.build(arguments.count, arguments.seed)?;
        let drawn = built.points.len();
        println!("{drawn} of {} changes, drawn with seed {}", built.all, arguments.seed);
        let record = folder.join("results.txt");
        let mut known = read(&record, arguments.again)?;
        let time = Duration::from_secs(arguments.limit);
        let started = Instant::now();
        let tests = tests(&built.tests, &tree.folder, time)?;
        println!("{} tests, in {:.0} s", tests.len(), started.elapsed().as_secs_f64());
        let mut survivors = vec![];
        for (place, (&number, point)) in built.points.iter().enumerate() {
            let name = point.to_string();
            let said = if let Some(said) = known.get(&name) {
                said.clone()
            } else {
                let said = match fate(number, &tests, &tree.folder, time)? {
                    Fate::Noticed(test) => format!("noticed by {test}"),
                    Fate::Hung(test) => format!("noticed by {test}, which does not end"),
                    Fate::Survived(0) => "SURVIVED, no test comes to it".to_owned(),
                    Fate::Survived(ran) => format!("SURVIVED {ran} tests"),
                };
                println!("{}/{drawn} {name}: {said}", place + 1);
                known.insert(name.clone(), said.clone());
                write(&record, &known)?;
                said
            };
            if said.starts_with("SURVIVED") {
                survivors.push(format!("{name}: {said}"));
            }
        }
        println!("{} of {drawn} survived:", survivors.len());
        survivors.iter().for_each(|line| println!("{line}"));
        Ok(())
    }

    /// What became of mutants, by what they change.
    type Record = BTreeMap<String, String>;

    fn read(path: &Path, again: bool) -> Result<Record> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        let kept = lines.filter(|(_, said)| !again || !said.starts_with("SURVIVED"));
        Ok(kept.map(|(name, said)| (name.to_owned(), said.to_owned())).collect())
    }

    fn write(path: &Path, record: &Record) -> Result<()> {
        let lines = record.iter().map(|(name, said)| format!("{name}\t{said}\n"));
        std::fs::write(path, lines.collect::<String>()).context("cannot keep results")
    }
}

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<()> {
    campaign::run(&clap::Parser::parse())
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("mutants need the feature `llvm`");
}
