//! `llumc certify`: checks anybody's answer about a model file, or evidence about a program.

use std::time::Duration;

use anyhow::{Result, bail};

use super::args::CertifyArgs;
use super::deadline::Deadline;
use super::exit::Exit;
use crate::verify::evidence;
use crate::verify::model::certify;

/// Runs the subcommand. The exit code is 0 if the answer is right, 1 if it is wrong and 2
/// if there was no time to say.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn run(args: &CertifyArgs) -> Result<Exit> {
    let limit = args.timeout.map(Duration::from_secs_f64);
    // What is to be checked may be by anybody, and large: not all of the check asks for the time.
    let deadline = Deadline::start(limit, |reason, _| format!("unknown: {reason}\n"));
    deadline.phase("it was checked");
    let checked = match (&args.invariant, &args.witness) {
        (None, None) if args.file.is_dir() => evidence::check(&args.file, limit)?,
        (Some(path), None) => certify::invariant(&args.file, path, limit)?,
        (None, Some(path)) => certify::witness(&args.file, path)?,
        _ => bail!(
            "either --invariant or --witness says what is to be checked of a model file; a folder \
             of evidence (check --evidence) needs neither"
        ),
    };
    deadline.finish();
    super::print(&(checked.text + "\n"))?;
    Ok(checked.is_right.into())
}
