//! Replay of a counterexample: the interpreter walks the trace on the [`Program`], before
//! any encoding of ours.
//!
//! A trace is confirmed if the interpreter, given the trace's inputs, executes exactly
//! the trace's blocks and ends in the trace's goal. A goal ends its path, so no other
//! goal, and in particular nothing unsupported, lies on a confirmed trace. Whether the
//! goal is a violation is for the reader of [`Run::goal`] to say: a confirmed trace to an
//! unsupported point shows that the point matters.

use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{BlockId, GoalId, InputKind, Instr, LocId, Program, VarId};
use crate::support::IndexVec;
use crate::system::Trace;

/// A confirmed trace with what happened on it, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The goal reached.
    pub goal: GoalId,
    /// The blocks executed, in order; the last one ends in the goal.
    pub steps: Vec<RunStep>,
}

/// One executed block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The block.
    pub block: BlockId,
    /// Source positions executed, in order, the terminator's last; repetitions in a row
    /// are left out.
    pub locs: Vec<LocId>,
    /// What a reader wants to know, in order.
    pub happenings: Vec<Happening>,
}

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An arbitrary value was chosen.
    Chosen {
        /// Where the freedom comes from.
        kind: InputKind,
        /// The value.
        value: Value,
        /// Where.
        loc: Option<LocId>,
    },
    /// A C variable got a value other than the one it had, or its first.
    Changed {
        /// The variable.
        var: VarId,
        /// Its new value.
        value: Value,
        /// Where.
        loc: Option<LocId>,
    },
}

/// The trace is not a run of the program: a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} of the trace contradicts the program: {what}")]
pub struct Contradiction {
    /// Which step, from 0.
    pub step: usize,
    /// What is wrong.
    pub what: String,
}

/// Gives the interpreter the values of one step.
struct Given<'a>(&'a [Value]);

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, _: u32) -> Value {
        // Number and widths were compared with the block before it is executed.
        self.0[index].clone()
    }
}

/// Walks the program along the trace.
///
/// # Errors
/// If the program does something else than the trace says.
pub fn replay(program: &Program, trace: &Trace) -> Result<Run, Contradiction> {
    let mut run = Interpreter::new(program);
    let mut variables: IndexVec<VarId, Option<Value>> =
        IndexVec::filled(None, program.variables.len());
    let mut steps = Vec::with_capacity(trace.steps.len());
    for (number, step) in trace.steps.iter().enumerate() {
        let wrong = |what: String| Contradiction { step: number, what };
        if run.block() != step.block {
            return Err(wrong(format!("it is in {}, the program in {}", step.block, run.block())));
        }
        fits(program, step.block, &step.inputs).map_err(wrong)?;
        let mut told = RunStep { block: step.block, locs: Vec::new(), happenings: Vec::new() };
        let event = run.step(&mut Given(&step.inputs), |run, instr| {
            told.locs.extend(instr.loc());
            told.happenings.extend(happening(run, instr, &mut variables));
        });
        told.locs.extend(program.blocks[step.block].loc);
        told.locs.dedup();
        steps.push(told);
        let last = number + 1 == trace.steps.len();
        match event {
            Event::Goal(goal) if last && goal == trace.goal => return Ok(Run { goal, steps }),
            Event::Goal(goal) if last => {
                return Err(wrong(format!("it claims {}, the program reaches {goal}", trace.goal)));
            }
            Event::Goal(goal) => return Err(wrong(format!("the path ends here, in {goal}"))),
            Event::End(kind) => return Err(wrong(format!("the path ends here ({kind:?})"))),
            Event::Enter(_) => {}
        }
    }
    Err(Contradiction {
        step: trace.steps.len().saturating_sub(1),
        what: format!("it ends before it reaches {}", trace.goal),
    })
}

/// Whether these are values for the input instructions of the block.
fn fits(program: &Program, block: BlockId, inputs: &[Value]) -> Result<(), String> {
    let reads = program.blocks[block].instrs.iter().filter_map(|instr| match instr {
        Instr::Input { dest, .. } => Some(program.values[*dest].width),
        Instr::Assign { .. } | Instr::Bind { .. } => None,
    });
    let wanted: Vec<u32> = reads.collect();
    let given: Vec<u32> = inputs.iter().map(Value::width).collect();
    if wanted == given {
        Ok(())
    } else {
        Err(format!("{block} reads inputs of widths {wanted:?}, the trace has {given:?}"))
    }
}

fn happening(
    run: &Interpreter<'_>,
    instr: &Instr,
    variables: &mut IndexVec<VarId, Option<Value>>,
) -> Option<Happening> {
    match instr {
        Instr::Input { dest, kind, loc } => {
            let value = run.value(*dest)?.clone();
            Some(Happening::Chosen { kind: kind.clone(), value, loc: *loc })
        }
        Instr::Bind { var, value, loc } => {
            let value = run.operand(value);
            let before = variables[*var].replace(value.clone());
            let changed = before.as_ref() != Some(&value);
            changed.then_some(Happening::Changed { var: *var, value, loc: *loc })
        }
        Instr::Assign { .. } => None,
    }
}
