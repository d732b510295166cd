//! The binary: an engine process or the host of a SAT library if it was started as one, else
//! the command line.

use std::process::ExitCode;

use llumc::{cli, engine::worker, sat::ipasir};

fn main() -> ExitCode {
    match std::env::args_os().nth(1) {
        Some(first) if first == worker::ARGUMENT => worker::worker_main(),
        Some(first) if first == ipasir::ARGUMENT => ipasir::main(),
        _ => cli::main(),
    }
}
