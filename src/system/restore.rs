//! From a run of a system back to the program: traces. (Invariants: `invariant`.)

use rustc_hash::FxHashMap;

use super::{Accelerated, StateId, Step, Trace};
use crate::bv::{Op, Value};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{Block, BlockId, GoalId, Instr, Program};
use crate::support::IndexVec;
use crate::support::limits;

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

/// A literal of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProofLit {
    /// Over a bit of a state variable.
    Bit(StateLit),
    /// The place of a predicate in [`super::TransitionSystem::predicates`], and whether it
    /// holds.
    Predicate(usize, bool),
}

impl From<StateLit> for ProofLit {
    fn from(lit: StateLit) -> Self {
        Self::Bit(lit)
    }
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
    /// For each location with an accelerated loop the inputs of the system that say whether
    /// a step takes several iterations (if it is 1), and how many after the first.
    pub iterations: FxHashMap<BlockId, (usize, usize)>,
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
            iterations: FxHashMap::default(),
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
        let fail = |step: usize, what: &str| Err(RestoreError { step, what: what.to_owned() });
        let Some(first) = run.first() else {
            return fail(0, "there is no state");
        };
        if self.locations.get(&program.entry) != Some(&first.states[self.counter]) {
            return fail(0, "it does not start at the entry");
        }
        let run_of_program = Interpreter::new(program);
        let (steps, accelerated) = (Vec::new(), Vec::new());
        let mut walk = Walk { restore: self, program, run: run_of_program, steps, accelerated };
        for (step, pair) in run.windows(2).enumerate() {
            let after = &pair[1].states[self.counter];
            let goal =
                walk.take(&pair[0].inputs, after).map_err(|what| RestoreError { step, what })?;
            if let Some(goal) = goal {
                return Ok(Trace { goal, steps: walk.steps, accelerated: walk.accelerated });
            }
        }
        fail(run.len(), "no goal is reached")
    }

    /// How many iterations of the loop at `location` a step with these inputs makes after
    /// the first.
    fn more(&self, location: BlockId, inputs: &[Value]) -> u64 {
        match self.iterations.get(&location) {
            Some(&(accelerate, more)) if inputs[accelerate].is_true() => {
                inputs[more].to_u64().expect("a counter has at most 64 bits")
            }
            _ => 0,
        }
    }
}

/// The program, walked along a run of the system.
struct Walk<'a> {
    restore: &'a Restore,
    program: &'a Program,
    run: Interpreter<'a>,
    steps: Vec<Step>,
    accelerated: Vec<Accelerated>,
}

impl Walk<'_> {
    /// Takes one step of the system, which leads to the program counter `after`. The goal,
    /// if one is reached.
    fn take(&mut self, inputs: &[Value], after: &Value) -> Result<Option<GoalId>, String> {
        let location = self.run.block();
        let more = self.restore.more(location, inputs);
        let (start, listed) = (self.phis(), self.steps.len());
        if let Some(goal) = self.once(location, inputs, after)? {
            return Ok(Some(goal));
        }
        if more > 0 && self.run.block() != location {
            return Err(format!("it should come back to {location}, not to {}", self.run.block()));
        }
        let blocks = (self.steps.len() - listed) as u64;
        let mut rest = more;
        if more.saturating_mul(blocks) > limits::LISTED_BLOCKS {
            // The last one computes what each iteration computes anew.
            self.jump(start, more - 1);
            rest = 1;
        }
        for _ in 0..rest {
            if self.once(location, inputs, after)?.is_some() || self.run.block() != location {
                return Err(format!("the loop at {location} is left too early"));
            }
        }
        Ok(None)
    }

    /// Goes from `location` to the next location. The goal, if one is reached.
    fn once(
        &mut self,
        location: BlockId,
        inputs: &[Value],
        after: &Value,
    ) -> Result<Option<GoalId>, String> {
        // No cycle that leads to a goal is without a location, so a step executes each
        // block at most once.
        for _ in 0..self.program.blocks.len() {
            let block = self.run.block();
            match self.execute(location, inputs) {
                Event::Goal(goal) if self.restore.goals.get(&goal) == Some(after) => {
                    return Ok(Some(goal));
                }
                Event::Goal(goal) => {
                    return Err(format!("the program reaches {goal}, the run does not"));
                }
                Event::End(_) => return Err(format!("the program ends in {block}")),
                Event::Enter(next) => match self.restore.locations.get(&next) {
                    Some(code) if code == after => return Ok(None),
                    Some(code) => {
                        return Err(format!(
                            "the program is at {next} ({code}), the run at {after}"
                        ));
                    }
                    None => {}
                },
            }
        }
        Err("the step enters no location".to_owned())
    }

    /// Executes one block with the values that the step's inputs give it; 0 where
    /// nothing depends on the value.
    fn execute(&mut self, location: BlockId, inputs: &[Value]) -> Event {
        let block = self.run.block();
        let reads = self.restore.reads.get(&(location, block)).map_or(&[][..], Vec::as_slice);
        let read = |(index, width): (usize, u32)| match reads.get(index) {
            Some(Some(input)) => inputs[*input].clone(),
            _ => Value::zero(width),
        };
        let widths = input_widths(self.program, &self.program.blocks[block]);
        let inputs: Vec<Value> = widths.enumerate().map(read).collect();
        let event = self.run.step(&mut Given(&inputs), |_, _| {});
        self.steps.push(Step { block, inputs });
        event
    }

    /// The values of the phis of the block that is next.
    fn phis(&self) -> Vec<Option<Value>> {
        let phis = self.program.blocks[self.run.block()].phis.iter();
        phis.map(|phi| self.run.value(phi.dest).cloned()).collect()
    }

    /// Leaves out iterations of the loop whose head is next, but not its last: in each the
    /// phis of the head change by what they changed by since they were `before`. That is
    /// right of all that the next iteration asks for, and of others it is not claimed.
    fn jump(&mut self, before: Vec<Option<Value>>, iterations: u64) {
        let phis = self.program.blocks[self.run.block()].phis.iter();
        let values = before.into_iter().zip(phis).map(|(before, phi)| {
            let before = before?;
            let now = self.run.value(phi.dest)?;
            let step = Op::Sub.apply(&[now, &before]);
            let count = Value::new(now.width(), iterations.into());
            let way = Op::Mul.apply(&[&step, &count]);
            Some((phi.dest, Some(Op::Add.apply(&[now, &way]))))
        });
        let values: Vec<_> = values.flatten().collect();
        self.run.jump(values);
        self.accelerated.push(Accelerated { before: self.steps.len(), iterations });
    }
}

/// Widths of a block's input instructions, in order.
fn input_widths<'a>(program: &'a Program, block: &'a Block) -> impl Iterator<Item = u32> + 'a {
    block.instrs.iter().filter_map(|instr| match instr {
        Instr::Input { dest, .. } => Some(program.values[*dest].width()),
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
