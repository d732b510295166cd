//! Options about interrupt handlers.

use clap::Args;

use crate::cli::values::NestedArg;

/// Functions that interrupt the program.
#[derive(Clone, Debug, Args)]
pub struct InterruptArgs {
    /// A function without parameters that may interrupt the program between any two accesses to
    /// what both use, any number of times. Volatile variables of the program are plain then; only
    /// registers at fixed addresses give any value.
    #[arg(long = "interrupt", value_name = "FUNCTION", value_delimiter = ',')]
    pub handlers: Vec<String>,
    /// A function that switches interrupts off, as the instructions cli and cpsid i do.
    #[arg(
        long = "interrupt-off",
        value_name = "FUNCTION",
        value_delimiter = ',',
        requires = "handlers"
    )]
    pub off: Vec<String>,
    /// A function that switches them on again, as the instructions sti, sei and cpsie i do.
    #[arg(
        long = "interrupt-on",
        value_name = "FUNCTION",
        value_delimiter = ',',
        requires = "handlers"
    )]
    pub on: Vec<String>,
    /// Let handlers interrupt one another (=all: and themselves, which has no bound).
    #[arg(long = "interrupt-nested", requires = "handlers", value_enum, value_name = "WHICH",
        num_args = 0..=1, require_equals = true, default_missing_value = "others")]
    pub nested: Option<NestedArg>,
    /// How many bits the machine reads or writes in one step: wider accesses to what is shared
    /// with handlers can be interrupted [default: as many as an address has].
    #[arg(long, value_name = "BITS", requires = "handlers",
        value_parser = parse_width)]
    pub atomic_width: Option<u32>,
}

/// A width that a machine has.
fn parse_width(text: &str) -> Result<u32, String> {
    let width = text.parse().ok().filter(|width| [8, 16, 32, 64].contains(width));
    width.ok_or_else(|| "it is 8, 16, 32 or 64".to_owned())
}
