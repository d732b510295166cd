//! Checking witnesses.

use clap::Args;

use super::InputArgs;
use super::engine::EngineArgs;
use crate::cli::values::FormatArg;

/// For the end of the help text.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  the witness is confirmed: by a run that was replayed, or a proof that was checked
  1  it is rejected: no run follows it, or an invariant or the property does not hold
  2  unknown: time, memory, bound, or something that is not modelled; the text says which
  3  wrong usage or input: the witness is malformed, or about another program
  4  internal error: a bug in llumc; it says nothing of the witness then";

/// `llumc validate`.
#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// The program, and behind it the witness: a file in SV-COMP's format 2.0 (YAML). Without
    /// --property, the properties are those that the witness is about; without --entry, so is the
    /// function where execution starts, and without -m, --target, a task and compile commands, the
    /// data model.
    #[command(flatten)]
    pub input: InputArgs,
    /// Engine and limits.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// How to print the result.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Print all that the report on the program with the witness in it says.
    #[arg(short, long)]
    pub verbose: bool,
    /// Don't run the program natively, to replay a trace or to attack a proof.
    #[arg(long)]
    pub no_native_replay: bool,
}
