//! The process that holds the library: does what it is told, and knows nothing else.

use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};

use super::library::{self, Library};
use super::{FromLibrary, ToLibrary};
use crate::support::frames::{receive, send};
use crate::support::limits;
use crate::support::process;

/// What the binary does instead of everything else when its first argument is
/// [`super::ARGUMENT`].
pub fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("host of a SAT library: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> io::Result<()> {
    process::ignore_interrupt();
    process::no_core_dump()?;
    let mut arguments = std::env::args_os().skip(2);
    let wrong = || io::Error::other("the path of a library and a process number are wanted");
    let path = arguments.next().ok_or_else(wrong)?;
    let parent = arguments.next().and_then(|number| number.to_str()?.parse().ok());
    process::die_with_parent(parent.ok_or_else(wrong)?)?;
    let (mut input, mut output) = pipes()?;
    let mut library = match Library::load(&path) {
        Ok(library) => library,
        Err(reason) => return send(&mut output, &FromLibrary::Refused(reason)),
    };
    send(&mut output, &FromLibrary::Ready(library.signature.clone()))?;
    let (sender, orders) = channel();
    std::thread::Builder::new().stack_size(limits::IPASIR_STACK).spawn(move || {
        loop {
            match receive(&mut input) {
                Ok(ToLibrary::Stop) => library::stop(true),
                Ok(order) => {
                    library::stop(false);
                    if sender.send(order).is_err() {
                        return;
                    }
                }
                // No further order can come.
                Err(_) => return library::stop(true),
            }
        }
    })?;
    work(&mut library, &orders, &mut output)
}

fn work(library: &mut Library, orders: &Receiver<ToLibrary>, output: &mut File) -> io::Result<()> {
    let mut variables = 0;
    for order in orders {
        match order {
            ToLibrary::Add(literals) => {
                for literal in literals {
                    variables = variables.max(literal.abs());
                    library.add(literal);
                }
            }
            ToLibrary::Solve(assumptions) => {
                for &literal in &assumptions {
                    variables = variables.max(literal.abs());
                    library.assume(literal);
                }
                let answer = match library.solve() {
                    10 => FromLibrary::Sat((1..=variables).map(|v| library.value(v)).collect()),
                    20 => {
                        let needed = assumptions.iter().map(|&lit| library.failed(lit));
                        FromLibrary::Unsat(needed.collect())
                    }
                    0 => FromLibrary::Unknown,
                    other => FromLibrary::Nonsense(other),
                };
                send(output, &answer)?;
            }
            ToLibrary::Stop => {}
        }
    }
    Ok(())
}

/// Standard input and output as files of their own. In their places the library finds an
/// empty input, and an output that is the error output: what it prints is no message.
fn pipes() -> io::Result<(File, File)> {
    // SAFETY: these numbers are open files of this process, and nobody else uses the new
    // ones.
    unsafe {
        let duplicate = |number: i32| match libc::fcntl(number, libc::F_DUPFD_CLOEXEC, 3) {
            -1 => Err(io::Error::last_os_error()),
            new => Ok(File::from_raw_fd(new)),
        };
        let pipes = (duplicate(0)?, duplicate(1)?);
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY);
        if null == -1 || libc::dup2(null, 0) == -1 || libc::dup2(2, 1) == -1 {
            return Err(io::Error::last_os_error());
        }
        Ok(pipes)
    }
}
