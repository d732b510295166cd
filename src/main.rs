//! `llumc`: engines, hosts of SAT libraries, and the command line for files of models. What
//! reads C is passed on to `llumc-c`, so that LLVM is loaded only for that: it takes longer to
//! load than many an engine works.

use std::process::ExitCode;

use llumc::cli;

fn main() -> ExitCode {
    cli::main(cli::pass_on)
}
