//! `make bench-papers`: what the papers on engines that work on words print, beside what these
//! engines do on counterparts of their programs.
//!
//! | file | paper |
//! |---|---|
//! | [`blocks`] | Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: large-block encoding (FMCAD 2009), Tables I and II |
//! | [`configurations`] | Beyer, Dangl, Wendler: a unifying view (JAR 2018): four configurations on the same tasks |
//! | [`lazy`] | Henzinger, Jhala, Majumdar, Sutre: lazy abstraction (POPL 2002): its program, and Figure 9 |
//! | [`foreign`] | the first, on its own programs, where a folder has them (`--dir`) |
//! | [`minimax`] | Jaffar, Navas, Santosa: symbolic execution for verification (2011), Figure 3 |
//!
//! Answers of engines are taken as they are (`--no-certify`): what is measured is the search.

#[cfg(feature = "llvm")]
mod blocks;
#[cfg(feature = "llvm")]
mod configurations;
#[cfg(feature = "llvm")]
mod foreign;
#[cfg(feature = "llvm")]
mod lazy;
#[cfg(feature = "llvm")]
mod minimax;
#[cfg(feature = "llvm")]
#[path = "../bench/place.rs"]
mod place;
#[cfg(feature = "llvm")]
mod runs;

#[cfg(feature = "llvm")]
mod run {
    use std::path::PathBuf;
    use std::process::ExitCode;
    use std::time::Duration;

    use anyhow::Result;
    use clap::Parser;

    use super::runs::Setting;
    use super::{blocks, configurations, foreign, lazy, minimax, place};

    /// Compares engines on words with what the papers say of theirs.
    #[derive(Parser)]
    struct Arguments {
        /// Wall-clock seconds for each run.
        #[arg(long, default_value_t = 30.0)]
        timeout: f64,
        /// Only these: blocks, configurations, foreign, lazy, minimax [default: all].
        #[arg(long, value_delimiter = ',')]
        suite: Vec<String>,
        /// A folder with the large-block paper's own programs.
        #[arg(long)]
        dir: Option<PathBuf>,
        /// How many tasks of c-tests are drawn for the configurations.
        #[arg(long, default_value_t = 40)]
        sample: usize,
        /// Seed of the draw.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The result goes to target/bench/<name>.json.
        #[arg(long, default_value = "papers")]
        name: String,
        /// The program to measure [default: the one built with this benchmark].
        #[arg(long)]
        llumc: Option<PathBuf>,
    }

    /// Measures and prints.
    ///
    /// # Errors
    /// If the program is missing or the result can't be written.
    pub fn main() -> Result<ExitCode> {
        let arguments = Arguments::parse();
        let scratch = tempfile::tempdir()?;
        let setting = Setting {
            llumc: place::llumc(arguments.llumc.as_deref())?,
            timeout: Duration::from_secs_f64(arguments.timeout),
            scratch: scratch.path().to_owned(),
        };
        let is_chosen =
            |name: &str| arguments.suite.is_empty() || arguments.suite.iter().any(|it| it == name);
        let mut tables = vec![];
        for name in ["blocks", "configurations", "foreign", "lazy", "minimax"] {
            if !is_chosen(name) {
                continue;
            }
            let more = match name {
                "blocks" => blocks::measure(&setting)?,
                "configurations" => {
                    configurations::measure(&setting, arguments.sample, arguments.seed)?
                }
                "foreign" => match &arguments.dir {
                    Some(folder) => foreign::measure(&setting, folder)?,
                    None => continue,
                },
                "lazy" => lazy::measure(&setting)?,
                _ => minimax::measure(&setting)?,
            };
            more.iter().for_each(|table| println!("{}", table.text()));
            tables.extend(more);
        }
        let folder = place::root().join("target/bench");
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{}.json", arguments.name));
        std::fs::write(&file, serde_json::to_string_pretty(&tables)?)?;
        println!("{}", file.display());
        let wrong = tables.iter().map(|table| table.wrong).sum::<usize>();
        if wrong > 0 {
            println!("{wrong} wrong answers");
        }
        Ok(if wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    run::main()
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the engines on words need the front end: build with the feature llvm");
}
