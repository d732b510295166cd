//! How the results of `check` are told: on standard output, and in files.

use std::path::PathBuf;

use clap::Args;

use crate::cli::values::FormatArg;

/// Formats and files. All files are written also when nothing is decided, the time is over, or the
/// process is interrupted.
#[derive(Debug, Args)]
pub struct ResultArgs {
    /// How to print the result.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Print all of it: traces and inputs as a whole, checks that are proved, each copy of what is
    /// inlined several times.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print every step of a trace instead of folding loops.
    #[arg(long)]
    pub full_trace: bool,
    /// Print the invariant of a proof.
    #[arg(long)]
    pub show_invariant: bool,
    /// Write the report as JSON to this file (`llumc schema` prints its schema).
    #[arg(long, value_name = "FILE.json", help_heading = "Files")]
    pub json: Option<PathBuf>,
    /// Write the results in SARIF 2.1.0, for editors and services that show them beside the code.
    #[arg(long, value_name = "FILE.sarif", help_heading = "Files")]
    pub sarif: Option<PathBuf>,
    /// Write the checks as test cases in JUnit's XML.
    #[arg(long, value_name = "FILE.xml", help_heading = "Files")]
    pub junit: Option<PathBuf>,
    /// Write one page of HTML that needs nothing else: sources with their checks, traces to step
    /// through, what to do next.
    #[arg(long, value_name = "FILE.html", help_heading = "Files")]
    pub html: Option<PathBuf>,
    /// Write which lines, functions and branches runs reach, as LCOV's trace files do. As --cover,
    /// it asks for that.
    #[arg(long, value_name = "FILE.info", help_heading = "Files")]
    pub lcov: Option<PathBuf>,
    /// Write a witness in the format of SV-COMP (2.0): of a violation or of a proof. Without a
    /// verdict none is written.
    #[arg(long, value_name = "FILE.yml", help_heading = "Files")]
    pub witness: Option<PathBuf>,
    /// Write the inputs of a violation to this C file: built with the program's own files and
    /// clang's sanitizers it goes wrong before your eyes.
    #[arg(long, value_name = "FILE.c", help_heading = "Files")]
    pub reproducer: Option<PathBuf>,
    /// Write what the verdict rests on into this folder, which is new or empty: the program, its
    /// certificates, conditions as SMT-LIB and as clauses with their refutations, traces. `llumc
    /// certify DIR` and other tools check it. Takes about as long as the check of the proofs.
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub evidence: Option<PathBuf>,
}
