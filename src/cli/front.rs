//! Who runs the subcommands that read C: `llumc-c`, which has LLVM in it. `llumc` becomes
//! `llumc-c` for them, as a compiler driver starts the compiler proper.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Result, bail};

use super::args::ReadsC;
use super::exit::Exit;
use crate::engine::worker::STAMP;

/// The file name of the binary that reads C.
const BINARY: &str = "llumc-c";

/// The first argument of [`BINARY`] when it is started by `llumc`; the second is the
/// [`STAMP`] of that.
pub const ARGUMENT: &str = "__from";

/// Becomes the binary that reads C, with the arguments of this process.
///
/// # Errors
/// If there is none beside this one.
pub fn pass_on(_: &ReadsC) -> Result<Exit> {
    let own = std::env::current_exe()?;
    let other = own.with_file_name(BINARY);
    let mut command = Command::new(&other);
    command.arg(ARGUMENT).arg(STAMP).args(std::env::args_os().skip(1));
    let error = command.exec();
    bail!(
        "cannot start {}, which reads C: {error}\nIt belongs beside {}: install both, or build \
         with `make build`.",
        other.display(),
        own.display()
    );
}

/// Runs a subcommand that reads C in this process.
///
/// # Errors
/// If the input is wrong, or something is wrong with us.
#[cfg(feature = "llvm")]
pub fn read_c(command: &ReadsC) -> Result<Exit> {
    use super::{check, encode, project, show, validate};
    match command {
        ReadsC::Check(args) => check::run(args),
        ReadsC::Validate(args) => validate::run(args),
        ReadsC::Project(args) => project::run(args),
        ReadsC::Encode(args) => encode::run(args),
        ReadsC::Show(args) => show::run(args),
        ReadsC::Models(args) => show::models(&args.models),
    }
}
