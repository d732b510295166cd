//! The random-program campaign: `make fuzz ARGS="--seconds 600 --seed 1"`.
//!
//! Each program goes through the whole line (see `tests/support/differential.rs`). The
//! first disagreement ends the campaign with the seed and the program, exit code 1.

#[cfg(feature = "llvm")]
#[path = "../tests/support/mod.rs"]
mod support;

#[cfg(feature = "llvm")]
fn main() -> std::process::ExitCode {
    use std::time::{Duration, Instant};

    use clap::Parser;
    use support::cgen::Shape;
    use support::differential::{Effort, Tally, check};

    /// Random programs through the whole line; ends at the first disagreement.
    #[derive(Parser)]
    struct Arguments {
        /// Seconds of wall-clock time.
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// Seed of the first program; the next ones count up.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    }

    let Arguments { seconds, seed: first } = Arguments::parse();
    let effort = Effort { runs: 20, time: Duration::from_secs(2), vectors: 70_000 };
    println!("random programs from seed {first} on, for {seconds} s");
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("no temporary folder: {error}");
            return std::process::ExitCode::from(3);
        }
    };
    let started = Instant::now();
    let mut total = Tally::default();
    for seed in first.. {
        if started.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        let shape = Shape {
            statements: 2 + (seed % 9) as usize,
            depth: 1 + (seed / 2 % 2) as usize,
            heavy: seed % 5 == 0,
        };
        match check(seed, shape, effort, folder.path()) {
            Ok(tally) => total.add(tally),
            Err(what) => {
                println!("DISAGREEMENT: {what}");
                return std::process::ExitCode::FAILURE;
            }
        }
        if seed % 50 == 0 {
            println!("{:>6.0} s  {total:?}", started.elapsed().as_secs_f64());
        }
    }
    println!("no disagreement: {total:?}");
    std::process::ExitCode::SUCCESS
}

#[cfg(not(feature = "llvm"))]
fn main() {
    eprintln!("the campaign needs the feature llvm");
}
