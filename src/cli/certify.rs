//! `llumc certify`: checks anybody's answer about a model file. A witness is evaluated, an
//! invariant's conditions are refuted by the judges that also check our own proofs.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::args::CertifyArgs;
use super::exit::{Exit, internal};
use super::foreign::Foreign;
use crate::certify::CertifyError;
use crate::certify::dimspec::check_trace;
use crate::certify::system::{check_run, simulate};
use crate::formats::answer::read_solution;
use crate::formats::file::ModelFile;
use crate::formats::text::{ReadError, read_whole};
use crate::formats::{aiger, btor2};
use crate::support::Budget;

/// Runs the subcommand. The exit code is 0 if the answer is right, 1 if it is wrong and 2
/// if there was no time to say.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn run(args: &CertifyArgs) -> Result<Exit> {
    let foreign = Foreign::read(&args.file)?;
    let (text, exit) = match (&args.invariant, &args.witness) {
        (Some(path), None) => {
            let limit = args.timeout.map(std::time::Duration::from_secs_f64);
            invariant(&foreign, path, &Budget::with_timeout(limit))?
        }
        (None, Some(path)) => witness(&foreign, path)?,
        _ => bail!("either --invariant or --witness says what is to be checked"),
    };
    super::print(&(text + "\n"))?;
    Ok(exit)
}

fn invariant(foreign: &Foreign, path: &Path, budget: &Budget) -> Result<(String, Exit)> {
    Ok(match foreign.certify_invariant(path, budget)? {
        Ok(()) => ("the invariant is right: no goal can be reached".to_owned(), Exit::Holds),
        Err(CertifyError::Unknown(_)) => {
            ("unknown: the check took too much time or memory".to_owned(), Exit::Unknown)
        }
        Err(error @ CertifyError::Internal(_)) => return Err(internal(error)),
        Err(error) => (format!("wrong: {error}"), Exit::Violated),
    })
}

fn witness(foreign: &Foreign, path: &Path) -> Result<(String, Exit)> {
    let reading = || format!("cannot read {}", path.display());
    let data = read_whole(path).with_context(reading)?;
    let (goal, steps, result) = check_witness(foreign, &data).with_context(reading)?;
    Ok(match result {
        Ok(()) => {
            let name = if foreign.words.is_some() { format!(" b{goal}") } else { String::new() };
            let times = if steps == 1 { "state" } else { "states" };
            (format!("the witness is right: goal{name} is reached in {steps} {times}"), Exit::Holds)
        }
        Err(what) => (format!("wrong: {what}"), Exit::Violated),
    })
}

/// The goal of a witness, the number of its states, and what is wrong with it.
type Checked = (usize, usize, std::result::Result<(), String>);

fn check_witness(foreign: &Foreign, data: &[u8]) -> std::result::Result<Checked, ReadError> {
    let (system, goal, start, inputs) = match &foreign.file {
        ModelFile::DimSpec(spec) => {
            let trace = read_solution(data, spec.num_vars)?;
            let result = check_trace(&foreign.model, 0, &trace).map_err(|error| error.to_string());
            return Ok((0, trace.states.len(), result));
        }
        ModelFile::Aiger(system) => {
            let witness = aiger::witness::read(data, system)?;
            (system, witness.goal, witness.latches.into_iter().collect(), witness.inputs)
        }
        ModelFile::Btor2(model) => {
            let witness = btor2::witness::read(data, model)?;
            (&model.system, witness.goal, witness.start, witness.inputs)
        }
    };
    let steps = inputs.len();
    let result = match simulate(system, start, inputs) {
        Some(run) => check_run(system, goal, &run).map_err(|error| error.to_string()),
        None => Err("its values don't fit the model".to_owned()),
    };
    Ok((goal, steps, result))
}
