//! An engine in a process of its own, without what else the command line needs: to load LLVM
//! takes longer than many an engine works. Also the host of a SAT library, which the engine
//! starts.

use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use llumc::{engine::worker, sat::ipasir};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match &arguments[..] {
        [stamp, ..] if stamp == worker::STAMP => worker::worker_main(),
        [first, ..] if first == ipasir::ARGUMENT => ipasir::main(),
        // Left over from another build: who asked is an engine, too.
        [_, caller] => {
            let error = Command::new(caller).arg(worker::ARGUMENT).exec();
            eprintln!("cannot start {}: {error}", caller.display());
            ExitCode::FAILURE
        }
        _ => {
            eprintln!("llumc-engine is started by llumc, and by nobody else: run llumc --help");
            ExitCode::FAILURE
        }
    }
}
