//! The binary: an engine process if it was started as one, else the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|arg| arg == llumc::engine::worker::ARGUMENT) {
        return llumc::engine::worker::worker_main();
    }
    llumc::cli::main()
}
