//! `llumc certify`: checks anybody's answer about a model file.

use std::time::Duration;

use anyhow::{Result, bail};

use super::args::CertifyArgs;
use super::exit::Exit;
use crate::verify::model::certify;

/// Runs the subcommand. The exit code is 0 if the answer is right, 1 if it is wrong and 2
/// if there was no time to say.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn run(args: &CertifyArgs) -> Result<Exit> {
    let checked = match (&args.invariant, &args.witness) {
        (Some(path), None) => {
            certify::invariant(&args.file, path, args.timeout.map(Duration::from_secs_f64))?
        }
        (None, Some(path)) => certify::witness(&args.file, path)?,
        _ => bail!("either --invariant or --witness says what is to be checked"),
    };
    super::print(&(checked.text + "\n"))?;
    Ok(checked.is_right.into())
}
