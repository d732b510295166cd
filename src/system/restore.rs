//! From a run of a system back to the program: traces. (Invariants: `invariant`.)

use rustc_hash::FxHashMap;

use super::{StateId, Step, Trace};
use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{Block, BlockId, GoalId, Instr, Program};
use crate::support::IndexVec;

/// One step of a run of a [`super::TransitionSystem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordState {
    /// Values of the state variables.
    pub states: IndexVec<StateId, Value>,
    /// Values of the inputs, in the order of [`super::TransitionSystem::inputs`].
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
#[derive(Clone, Debug)]
pub struct Restore {
    /// The state variable that is the program counter.
    pub counter: StateId,
    /// For each block that is a location, its number in the program counter.
    pub locations: FxHashMap<BlockId, Value>,
    /// For each goal that has a location, its number in the program counter.
    pub goals: FxHashMap<GoalId, Value>,
    /// Which inputs of the system the input instructions of a block read, in order, when
    /// the block (second) is executed in a step that started at the location (first).
    /// `None`, or no entry: nothing depends on it.
    pub reads: FxHashMap<(BlockId, BlockId), Vec<Option<usize>>>,
    /// The state variable that names the block control came from, if the encoding has
    /// one. Then a location stands *before* the phis of its block.
    pub predecessor: Option<StateId>,
    /// With `predecessor`: for each block the location whose step executes it.
    pub home: FxHashMap<BlockId, BlockId>,
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
    /// Nothing but the program counter.
    pub fn new(counter: StateId) -> Self {
        Self {
            counter,
            locations: FxHashMap::default(),
            goals: FxHashMap::default(),
            reads: FxHashMap::default(),
            predecessor: None,
            home: FxHashMap::default(),
        }
    }

    /// Walks the program along the states of a run that reaches a goal. States after
    /// the first one at a goal are ignored: goals are absorbing.
    ///
    /// # Errors
    /// If the program does something else than the states say, or reaches no goal.
    pub fn trace(&self, program: &Program, run: &[WordState]) -> Result<Trace, RestoreError> {
        let fail = |step: usize, what: String| Err(RestoreError { step, what });
        let mut walk = Interpreter::new(program);
        let mut steps = Vec::new();
        let Some(first) = run.first() else {
            return fail(0, "there is no state".to_owned());
        };
        if self.locations.get(&program.entry) != Some(&first.states[self.counter]) {
            return fail(0, "it does not start at the entry".to_owned());
        }
        for (number, pair) in run.windows(2).enumerate() {
            let (now, after) = (&pair[0], &pair[1].states[self.counter]);
            let location = walk.block();
            // No cycle that leads to a goal is without a location, so a step executes each
            // block at most once.
            for _ in 0..program.blocks.len() {
                let block = walk.block();
                let (step, event) = self.execute(program, &mut walk, location, &now.inputs);
                steps.push(step);
                match event {
                    Event::Goal(goal) if self.goals.get(&goal) == Some(after) => {
                        return Ok(Trace { goal, steps });
                    }
                    Event::Goal(goal) => {
                        return fail(
                            number,
                            format!("the program reaches {goal}, the run does not"),
                        );
                    }
                    Event::End(_) => {
                        return fail(number, format!("the program ends in {block}"));
                    }
                    Event::Enter(next) => match self.locations.get(&next) {
                        Some(code) if code == after => break,
                        Some(code) => {
                            let what =
                                format!("the program is at {next} ({code}), the run at {after}");
                            return fail(number, what);
                        }
                        None => {}
                    },
                }
            }
            if !self.locations.contains_key(&walk.block()) {
                return fail(number, "the step enters no location".to_owned());
            }
        }
        fail(run.len(), "no goal is reached".to_owned())
    }

    /// Executes one block with the values that the step's inputs give it; 0 where
    /// nothing depends on the value.
    fn execute(
        &self,
        program: &Program,
        walk: &mut Interpreter<'_>,
        location: BlockId,
        inputs: &[Value],
    ) -> (Step, Event) {
        let block = walk.block();
        let reads = self.reads.get(&(location, block)).map_or(&[][..], Vec::as_slice);
        let read = |(index, width): (usize, u32)| match reads.get(index) {
            Some(Some(input)) => inputs[*input].clone(),
            _ => Value::zero(width),
        };
        let widths = input_widths(program, &program.blocks[block]);
        let inputs: Vec<Value> = widths.enumerate().map(read).collect();
        let event = walk.step(&mut Given(&inputs), |_, _| {});
        (Step { block, inputs }, event)
    }
}

/// Widths of a block's input instructions, in order.
fn input_widths<'a>(program: &'a Program, block: &'a Block) -> impl Iterator<Item = u32> + 'a {
    block.instrs.iter().filter_map(|instr| match instr {
        Instr::Input { dest, .. } => Some(program.values[*dest].width),
        _ => None,
    })
}

/// Inputs of one block, in order.
struct Given<'a>(&'a [Value]);

impl Inputs for Given<'_> {
    fn next(&mut self, _step: usize, index: usize, _width: u32) -> Value {
        self.0[index].clone()
    }
}
