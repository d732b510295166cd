//! `make bench-compare`: our engines against other people's on the same AIGER and DimSpec files and,
//! through Horn clauses, on the same programs ([`engines`]); how fast models are written
//! ([`export`]). The figures are printed as tables and kept as JSON.
//!
//! Exit code 1 if a named engine is absent (it is shown as absent), or engines disagree.

#[cfg(feature = "llvm")]
#[path = "../bench/coupled.rs"]
mod coupled;
#[cfg(feature = "llvm")]
mod engines;
#[cfg(feature = "llvm")]
mod export;
#[cfg(feature = "llvm")]
#[allow(dead_code)] // the answers that are expected
#[path = "../bench/families.rs"]
mod families;
#[cfg(feature = "llvm")]
#[path = "../bench/floats.rs"]
mod floats;
#[cfg(feature = "llvm")]
#[path = "../bench/locks.rs"]
mod locks;
#[cfg(feature = "llvm")]
#[path = "../bench/place.rs"]
mod place;
#[cfg(feature = "llvm")]
#[path = "../bench/programs.rs"]
mod programs;
#[cfg(feature = "llvm")]
#[path = "../bench/storage.rs"]
mod storage;

#[cfg(feature = "llvm")]
mod run {
    use std::path::PathBuf;
    use std::process::{Command, ExitCode};

    use anyhow::{Context, Result};
    use clap::Parser;
    use serde_json::{Value, json};

    use super::{engines, export, place};

    /// Measures our IC3 beside other people's engines, and the export of models.
    #[derive(Parser)]
    pub struct Arguments {
        /// Wall-clock seconds for each run of an engine.
        #[arg(long, default_value_t = 60.0)]
        pub timeout: f64,
        /// Runs of each kind; the median counts.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        pub repeat: u16,
        /// Only these families: paper, locks, carries, acceleration, phases, variables, width,
        /// depth, arrays, lists, buffers [default: all].
        #[arg(long, value_delimiter = ',')]
        pub suite: Vec<String>,
        /// Only programs whose name contains this.
        #[arg(long, default_value = "")]
        pub only: String,
        /// Only the speed of the export.
        #[arg(long)]
        pub export_only: bool,
        /// Write the result to this file.
        #[arg(long, default_value = "target/bench/compare.json")]
        pub json: PathBuf,
        /// The program to measure [default: the one built with this benchmark].
        #[arg(long)]
        llumc: Option<PathBuf>,
    }

    /// Measures and prints.
    ///
    /// # Errors
    /// If the program is missing or fails, or the result can't be written.
    pub fn main() -> Result<ExitCode> {
        let arguments = Arguments::parse();
        let llumc = place::llumc(arguments.llumc.as_deref())?;
        let scratch = tempfile::tempdir()?;
        let exports = export::measure(&llumc, scratch.path(), arguments.repeat.into())?;
        println!("{}", export::table(&exports));
        let mut result = json!({ "timeout": arguments.timeout, "export": exports });
        let mut fine = true;
        if !arguments.export_only {
            let compared = engines::compare(&llumc, scratch.path(), &arguments)?;
            fine = compared.is_fine();
            result["engines"] = serde_json::to_value(&compared)?;
        }
        if let Some(folder) = arguments.json.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&arguments.json, serde_json::to_string_pretty(&result)? + "\n")
            .with_context(|| format!("cannot write {}", arguments.json.display()))?;
        println!("kept as {}", arguments.json.display());
        Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// What the program prints as JSON.
    ///
    /// # Errors
    /// If it fails to.
    pub fn json_of(mut command: Command) -> Result<Value> {
        let output = command.output()?;
        let said = || String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).with_context(said)
    }
}

#[cfg(feature = "llvm")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    run::main()
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the benchmark needs the feature llvm");
}
