//! From a system's states back to the program: traces and invariants.

use rustc_hash::FxHashMap;

use super::{LocationInvariant, StateId, Trace, TransitionSystem};
use crate::bv::Value;
use crate::program::{BlockId, Program};
use crate::support::IndexVec;

/// One step of a run of a [`TransitionSystem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordState {
    /// Values of the state variables.
    pub states: IndexVec<StateId, Value>,
    /// Values of the inputs, in the order of [`TransitionSystem::inputs`].
    pub inputs: Vec<Value>,
}

/// A literal over the bits of state variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateLit {
    /// The state variable.
    pub state: StateId,
    /// Which of its bits.
    pub bit: u32,
    /// Whether the bit is 1.
    pub positive: bool,
}

/// What an encoder leaves behind so that answers find their way back.
#[derive(Clone, Debug, Default)]
pub struct Restore {
    /// For each block that is a location, its number in the program counter.
    pub locations: FxHashMap<BlockId, Value>,
    /// Which inputs of the system the input instructions of a block read, in order, when
    /// the block is executed in a step that started at the location. `None`: nothing
    /// depends on it.
    pub reads: FxHashMap<(BlockId, BlockId), Vec<Option<usize>>>,
}

/// The states that an engine reported are not a run of the program: a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} of the engine's trace does not follow the program: {what}")]
pub struct RestoreError {
    /// Which step.
    pub step: usize,
    /// What is wrong.
    pub what: String,
}

impl Restore {
    /// Walks the program along the states of a run that reaches a goal.
    ///
    /// # Errors
    /// If the program does something else than the states say, or reaches no goal.
    pub fn trace(&self, program: &Program, run: &[WordState]) -> Result<Trace, RestoreError> {
        let _ = (program, run);
        todo!()
    }

    /// Turns clauses over state bits into a formula for each location.
    pub fn invariant(
        &self,
        program: &Program,
        system: &TransitionSystem,
        clauses: &[Vec<StateLit>],
    ) -> LocationInvariant {
        let _ = (program, system, clauses);
        todo!()
    }
}
