//! The campaign of floating-point operators: `make float-operators ARGS="--seed 1"`.
//!
//! Three parts. `half`: the engines' circuits and the checker's of binary16 are compared on all
//! operands, those of one operand with the operator's meaning, too. `host`: the meaning is compared
//! with the processor and its C library, in binary32 and binary64 and the ways of rounding that
//! they have. `solver`: Bitwuzla's theory is compared with the engines' circuits, by one query for
//! each operator, and with the meaning on drawn operands. Exit code 1 if anything disagrees.

#[cfg(feature = "bitwuzla")]
#[path = "../tests/support/operators/mod.rs"]
mod operators;

#[cfg(feature = "bitwuzla")]
mod campaign {
    use std::time::{Duration, Instant};

    use anyhow::Result;
    use clap::Parser;
    use llumc::bv::FloatOp;

    use crate::operators::{Outcome, half, host, operands, solver};

    /// Floating-point operators, compared with each other.
    #[derive(Parser)]
    pub struct Arguments {
        /// Only one of the parts.
        #[arg(long, value_parser = ["half", "host", "solver"])]
        only: Option<String>,
        /// Only operators whose name and rounding contain this, as `fadd16 Up` does.
        #[arg(long, default_value = "")]
        operator: String,
        /// Operands of each operator that are compared with the host.
        #[arg(long, default_value_t = 2_500_000)]
        operands: u64,
        /// Operands that Bitwuzla gets, of all operators together.
        #[arg(long, default_value_t = 100_000)]
        samples: u64,
        /// Seconds for each query to Bitwuzla.
        #[arg(long, default_value_t = 600)]
        limit: u64,
        /// Seed of what is drawn.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    }

    /// Runs the parts; whether all agree.
    pub fn run(arguments: &Arguments) -> Result<bool> {
        println!("seed {}", arguments.seed);
        let wanted = |part: &str| arguments.only.as_deref().is_none_or(|only| only == part);
        let mut tally = Tally { filter: arguments.operator.clone(), ..Tally::default() };
        if wanted("half") {
            for op in half::operators() {
                tally.of("half", op, || Ok(half::compare(op)))?;
            }
        }
        if wanted("host") {
            let host = host::Host::build()?;
            for op in host::operators() {
                tally.of("host", op, || host.compare(op, arguments.operands, arguments.seed))?;
            }
        }
        if wanted("solver") {
            let limit = Duration::from_secs(arguments.limit);
            for op in solver::operators() {
                tally.of("solver", op, || Ok(solver::equivalent(op, limit)))?;
            }
            let drawn = solver::drawn_operators();
            let each = arguments.samples.div_ceil(drawn.len() as u64);
            for op in drawn {
                tally.of("solver", op, || Ok(solver::compare(op, each, arguments.seed)))?;
            }
        }
        println!(
            "{} operators: {} agree on all operands, {} on {} drawn ones, {} open, {} differ",
            tally.operators, tally.equal, tally.drawn, tally.operands, tally.open, tally.differ,
        );
        Ok(tally.differ == 0)
    }

    /// What was seen so far.
    #[derive(Default)]
    struct Tally {
        filter: String,
        operators: u64,
        equal: u64,
        drawn: u64,
        operands: u64,
        open: u64,
        differ: u64,
    }

    impl Tally {
        fn of(
            &mut self,
            part: &str,
            op: FloatOp,
            compare: impl FnOnce() -> Result<Outcome>,
        ) -> Result<()> {
            let name = operands::name(op);
            if !name.contains(&self.filter) {
                return Ok(());
            }
            let started = Instant::now();
            let outcome = compare()?;
            self.operators += 1;
            let text = match outcome {
                Outcome::Agree(operands) => {
                    self.drawn += 1;
                    self.operands += operands;
                    format!("agree on {operands} operands")
                }
                Outcome::Equal => {
                    self.equal += 1;
                    "agree on all operands".to_owned()
                }
                Outcome::Open => {
                    self.open += 1;
                    "open".to_owned()
                }
                Outcome::Differ(place) => {
                    self.differ += 1;
                    format!("DIFFER: {place}")
                }
            };
            println!("{part:6} {name:32} {text} ({:.1} s)", started.elapsed().as_secs_f64());
            Ok(())
        }
    }
}

#[cfg(feature = "bitwuzla")]
fn main() -> anyhow::Result<std::process::ExitCode> {
    use clap::Parser as _;
    let agree = campaign::run(&campaign::Arguments::parse())?;
    Ok(std::process::ExitCode::from(u8::from(!agree)))
}

#[cfg(not(feature = "bitwuzla"))]
fn main() {
    eprintln!("built without the feature `bitwuzla`");
}
