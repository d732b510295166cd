//! The random-program campaigns: `make fuzz ARGS="--seconds 600 --seed 1"`.
//!
//! A third of the time goes to integer programs, each through the whole line in this process
//! (see `tests/support/differential.rs`), one each to programs with memory and with
//! floating-point numbers, by `llumc check`, against native runs (see
//! `tests/support/campaign.rs`). Engines, their options, encodings,
//! passes and SAT solvers are drawn for each program from its seed. What disagrees is printed
//! with what was drawn, made smaller and written to a folder. Exit code 1 if anything did.

#[cfg(feature = "llvm")]
#[path = "../tests/support/mod.rs"]
mod support;

#[cfg(feature = "llvm")]
mod campaigns {
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    use clap::Parser;

    use crate::support::campaign::{Case, Effort as CheckEffort, Tally as CheckTally};
    use crate::support::cgen::Shape;
    use crate::support::differential::{self, Effort, Tally};
    use crate::support::library;

    /// Random programs through the whole line.
    #[derive(Parser)]
    pub struct Arguments {
        /// Seconds of wall-clock time.
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// Seed of the first program; the next ones count up.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only one of the campaigns.
        #[arg(long, value_parser = ["integers", "memory", "floats"])]
        only: Option<String>,
        /// Of programs that are checked: the checker. Default: the one built beside this program.
        #[arg(long)]
        llumc: Option<PathBuf>,
        /// Of programs that are checked: the checker's time limit in seconds. 0: only compare
        /// the interpreter with native runs.
        #[arg(long, default_value_t = 4)]
        limit: u64,
        /// Of programs that are checked: native runs of each program with the verdict TRUE.
        #[arg(long, default_value_t = 10_000)]
        runs: u64,
        /// Where programs go that disagree.
        #[arg(long, default_value = "target/fuzz")]
        out: PathBuf,
        /// Only print the program of this seed and its command line: with memory, or of `--only
        /// floats`.
        #[arg(long)]
        print: bool,
    }

    /// Whether all agreed.
    pub fn run(arguments: &Arguments) -> Result<bool, String> {
        if arguments.print {
            let floats = arguments.only.as_deref() == Some("floats");
            let make = if floats { Case::with_numbers } else { Case::new };
            let case = make(arguments.seed, CheckEffort::default());
            println!("// {}\n{}", case.options().join(" "), case.source);
            return Ok(true);
        }
        let folder = tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?;
        let only = arguments.only.as_deref();
        let wanted = |name: &str| only.is_none_or(|only| only == name);
        let parts = if only.is_none() { 3 } else { 1 };
        let time = Duration::from_secs(arguments.seconds / parts);
        println!("random programs from seed {} on, for {} s", arguments.seed, arguments.seconds);
        let mut agree = true;
        if wanted("integers") {
            agree &= integers(arguments.seed, time, folder.path());
        }
        for (name, make) in [("memory", Case::new as Make), ("floats", Case::with_numbers)] {
            if wanted(name) {
                agree &= checked(name, make, arguments, time, folder.path())?;
            }
        }
        Ok(agree)
    }

    /// The first disagreement ends it.
    fn integers(first: u64, time: Duration, folder: &Path) -> bool {
        let effort = Effort { runs: 20, time: Duration::from_secs(2), vectors: 70_000 };
        let started = Instant::now();
        let mut total = Tally::default();
        for seed in first.. {
            if started.elapsed() >= time {
                break;
            }
            let shape = Shape {
                statements: 2 + (seed % 9) as usize,
                depth: 1 + (seed / 2 % 2) as usize,
                heavy: seed.is_multiple_of(5),
            };
            match differential::check(seed, shape, effort, folder) {
                Ok(tally) => total.add(tally),
                Err(what) => {
                    println!("DISAGREEMENT: {what}");
                    return false;
                }
            }
            if seed % 50 == 0 {
                println!("{:>6.0} s  {total:?}", started.elapsed().as_secs_f64());
            }
        }
        println!("integers: no disagreement: {total:?}");
        true
    }

    /// Makes the program of a seed.
    type Make = fn(u64, CheckEffort) -> Case;

    /// Programs that `llumc check` is asked about.
    fn checked(
        name: &str,
        make: Make,
        arguments: &Arguments,
        time: Duration,
        folder: &Path,
    ) -> Result<bool, String> {
        let beside = || {
            let program = std::env::current_exe().ok()?;
            Some(program.parent()?.parent()?.join("llumc"))
        };
        let llumc = arguments.llumc.clone().or_else(beside).filter(|path| path.exists());
        let llumc = llumc.ok_or("llumc is not built; --llumc tells where it is")?;
        let library = library::cadical(folder);
        if let Err(why) = &library {
            println!("no IPASIR library: {why}");
        }
        let effort = CheckEffort {
            llumc: (arguments.limit > 0).then_some(llumc),
            library: library.ok(),
            seconds: arguments.limit,
            runs: 30,
            random_runs: arguments.runs,
        };
        let started = Instant::now();
        let mut total = CheckTally::default();
        let mut failed = 0;
        for seed in arguments.seed.. {
            if started.elapsed() >= time {
                break;
            }
            let case = make(seed, effort.clone());
            match case.check(folder) {
                Ok(tally) => total.add(tally),
                Err(what) => {
                    failed += 1;
                    let options = case.options().join(" ");
                    println!("DISAGREEMENT: seed {seed}, {options}: {what}");
                    let small = case.shrink(&what, folder);
                    let place = write(&small, &what, &case.source, &arguments.out.join(name))?;
                    println!("  written to {}", place.display());
                }
            }
            if seed % 50 == 0 {
                let seconds = started.elapsed().as_secs_f64();
                println!("{seconds:>6.0} s, seed {seed}: {total}");
            }
        }
        println!("{name}: {failed} disagreements: {total}");
        Ok(failed == 0)
    }

    /// Writes the program, what it was made from, and the command line to a folder of its
    /// own.
    fn write(case: &Case, what: &str, original: &str, out: &Path) -> Result<PathBuf, String> {
        let place = out.join(case.seed.to_string());
        let command = format!("llumc check {} p.c\n{what}\n", case.options().join(" "));
        let files =
            [("p.c", case.source.as_str()), ("original.c", original), ("command", &command)];
        std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        for (name, text) in files {
            std::fs::write(place.join(name), text).map_err(|error| error.to_string())?;
        }
        Ok(place)
    }
}

#[cfg(feature = "llvm")]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    let arguments = <campaigns::Arguments as clap::Parser>::parse();
    match campaigns::run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the campaign needs the feature llvm");
}
