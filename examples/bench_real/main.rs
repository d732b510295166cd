//! `make bench-real`: small C libraries that others wrote (`programs.txt`, fetched by
//! `scripts/fetch-real.sh`), each called by a harness of ours with arbitrary input of
//! bounded length. One run of `llumc check --property all` each, on one core: what is
//! proved, violated and unknown, of which property, in what time, and why the unknown ones
//! are unknown.
//!
//! Exit code 1 if a run has no report: wrong input, an internal error, or a time limit
//! that was not kept.

#[cfg(feature = "llvm")]
#[path = "../bench/layout.rs"]
mod layout;
#[cfg(feature = "llvm")]
#[path = "../bench/place.rs"]
mod place;
#[cfg(feature = "llvm")]
mod programs;
#[cfg(feature = "llvm")]
mod results;

#[cfg(feature = "llvm")]
mod run {
    use std::path::{Path, PathBuf};
    use std::process::{Command, ExitCode};
    use std::time::Duration;

    use anyhow::{Context, Result, bail};
    use clap::Parser;
    use llumc::support::Budget;
    use llumc::support::limited::{self, Limits};
    use serde_json::json;

    use super::place;
    use super::programs::{self, Program};
    use super::results::{self, Measured};

    /// Time beyond the limit for the native replay of the last trace, and to write the report.
    const GRACE: Duration = Duration::from_secs(30);

    /// Checks real programs.
    #[derive(Parser)]
    struct Arguments {
        /// Wall-clock seconds for each program.
        #[arg(long, default_value_t = 60.0)]
        timeout: f64,
        /// Only programs whose name contains this.
        #[arg(long, default_value = "")]
        only: String,
        /// Properties, as `llumc check` takes them.
        #[arg(long, default_value = "all")]
        property: String,
        /// Further options of `llumc check`.
        #[arg(long, value_delimiter = ' ', allow_hyphen_values = true)]
        options: Vec<String>,
        /// Write the result to this file.
        #[arg(long, default_value = "target/bench/real.json")]
        json: PathBuf,
        /// The program to measure [default: the one built with this benchmark].
        #[arg(long)]
        llumc: Option<PathBuf>,
    }

    /// Measures and prints.
    ///
    /// # Errors
    /// If a library or llumc is missing, or the result can't be written.
    pub fn main() -> Result<ExitCode> {
        let arguments = Arguments::parse();
        let llumc = place::llumc(arguments.llumc.as_deref())?;
        let mut all = vec![];
        for program in programs::all()? {
            if program.name.contains(&arguments.only) {
                let measured = check(&llumc, &program, &arguments)?;
                eprintln!("{}", measured.text());
                all.push(measured);
            }
        }
        if all.is_empty() {
            bail!("no program has a name with '{}'", arguments.only);
        }
        println!("{}", results::table(&all));
        println!("{}", results::properties(&all));
        println!("{}", results::remarks(&all));
        if let Some(folder) = arguments.json.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let json = json!({ "timeout": arguments.timeout, "programs": all });
        std::fs::write(&arguments.json, serde_json::to_string_pretty(&json)? + "\n")
            .with_context(|| format!("cannot write {}", arguments.json.display()))?;
        println!("kept as {}", arguments.json.display());
        let failed = all.iter().any(|measured| measured.failure.is_some());
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn check(llumc: &Path, program: &Program, arguments: &Arguments) -> Result<Measured> {
        let mut command = Command::new(llumc);
        command.current_dir(place::root()).arg("check").args(&program.arguments);
        command.args(["--property", &arguments.property]).args(&arguments.options);
        command.args(["--timeout", &arguments.timeout.to_string()]);
        command.args(["--format", "json", "--quiet"]);
        let time = Duration::from_secs_f64(arguments.timeout) + GRACE;
        let run = limited::run(
            command,
            Limits { time, memory: 16 << 30, cores: 1 },
            &Budget::unlimited(),
        )?;
        Ok(Measured::new(program, &run))
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
