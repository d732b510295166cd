//! `llumc-c`: the command line with all that reads C.

use std::process::ExitCode;

use llumc::cli;

fn main() -> ExitCode {
    cli::main(cli::read_c)
}
