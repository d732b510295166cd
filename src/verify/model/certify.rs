//! Anybody's answer about a model file is checked: a witness is evaluated, an invariant's
//! conditions are refuted by the checkers that also check our own proofs.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::file::Loaded;
use crate::certify::CertifyError;
use crate::certify::dimspec::check_trace;
use crate::certify::system::{check_run, simulate};
use crate::formats::answer::read_solution;
use crate::formats::file::ModelFile;
use crate::formats::text::{ReadError, read_whole};
use crate::formats::{aiger, btor2};
use crate::support::Budget;
use crate::verify::{Error, Verdict};

/// What came of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Whether the answer is right; unknown if there was no time to say.
    pub is_right: Verdict,
    /// The same in words.
    pub text: String,
}

/// Checks an invariant that shall exclude all goals of the model file, in any format in which
/// invariants are written.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn invariant(model: &Path, path: &Path, limit: Option<Duration>) -> Result<Checked, Error> {
    let file = Loaded::read(model)?;
    let result = file.certify_invariant(path, &Budget::with_timeout(limit))?;
    let (is_right, text) = match result {
        Ok(()) => (Verdict::True, "the invariant is right: no goal can be reached".to_owned()),
        Err(CertifyError::Unknown(_)) => {
            (Verdict::Unknown, "unknown: the check took too much time or memory".to_owned())
        }
        Err(error @ CertifyError::Internal(_)) => return Err(Error::internal(error)),
        Err(error) => (Verdict::False(None), format!("wrong: {error}")),
    };
    Ok(Checked { is_right, text })
}

/// Checks a witness for a goal of the model file, in that file's format.
///
/// # Errors
/// If a file can't be read or is malformed.
pub fn witness(model: &Path, path: &Path) -> Result<Checked, Error> {
    let file = Loaded::read(model)?;
    let reading = || format!("cannot read {}", path.display());
    let data = read_whole(path).with_context(reading)?;
    let (goal, steps, result) = check_witness(&file, &data).with_context(reading)?;
    let (is_right, text) = match result {
        Ok(()) => {
            let name = if file.words.is_some() { format!(" b{goal}") } else { String::new() };
            let times = if steps == 1 { "state" } else { "states" };
            let text = format!("the witness is right: goal{name} is reached in {steps} {times}");
            (Verdict::True, text)
        }
        Err(what) => (Verdict::False(None), format!("wrong: {what}")),
    };
    Ok(Checked { is_right, text })
}

/// The goal of a witness, the number of its states, and what is wrong with it.
type Witness = (usize, usize, Result<(), String>);

fn check_witness(file: &Loaded, data: &[u8]) -> Result<Witness, ReadError> {
    let (system, goal, start, inputs) = match &file.file {
        ModelFile::DimSpec(spec) => {
            let trace = read_solution(data, spec.num_vars)?;
            let result = check_trace(&file.model, 0, &trace).map_err(|error| error.to_string());
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
