//! Comparing engines, and which there are.

use std::path::PathBuf;

use clap::Args;

use super::engine::{self, Ic3Args};
use crate::cli::values::FormatArg;
use crate::support::limits;

/// `llumc compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// C programs, SV-COMP tasks or model files (DimSpec, AIGER, BTOR2).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Engines to run: unroll, bmc, kinduction, ic3, ic3-2, race, auto, or names from the
    /// solver descriptions [default: all that are installed]; of programs also those on
    /// words (predicate, impact, blast, tracer, ic3ia).
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub engines: Vec<String>,
    /// Make J runs at once, each on a core of its own.
    #[arg(short, long, value_name = "J", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Time limit of each run in seconds.
    #[arg(short, long, value_name = "SECONDS", default_value_t = limits::COMPARE_TIMEOUT.as_secs_f64(),
        value_parser = engine::positive_seconds)]
    pub timeout: f64,
    /// Memory limit of each run in MB (2^20 bytes): of address space for each process, of
    /// memory in use for all its processes together.
    #[arg(long, value_name = "MB", default_value_t = limits::COMPARE_MEMORY,
        value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    pub memory: u64,
    /// Folder of solver descriptions [default: those that are shipped].
    #[arg(long, value_name = "DIR")]
    pub solvers: Option<PathBuf>,
    /// Append each run to this file as a JSON line. Runs with the same file, engine, options
    /// and limits that are in it already are not made again: an interrupted comparison goes on.
    #[arg(long, value_name = "JSONL")]
    pub log: Option<PathBuf>,
    /// Write the cactus plot here.
    #[arg(long, value_name = "SVG")]
    pub plot: Option<PathBuf>,
    /// Write a report here: one HTML page with tables, cactus and scatter plots.
    #[arg(long, value_name = "HTML")]
    pub report: Option<PathBuf>,
    /// Options of our IC3.
    #[command(flatten)]
    pub ic3: Ic3Args,
    /// How to print the table.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
}

/// `llumc solvers`.
#[derive(Debug, Args)]
pub struct SolversArgs {
    /// Folder of solver descriptions [default: those that are shipped].
    #[arg(long, value_name = "DIR")]
    pub solvers: Option<PathBuf>,
    /// How to print the list.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
}
