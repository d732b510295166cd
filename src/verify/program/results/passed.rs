//! A run that reaches a goal passes places of which is asked whether any run does
//! ([`crate::program::Cover`]): of each it shows the same.

use super::Results;
use crate::bv::Value;
use crate::certify::native::kinds;
use crate::certify::replay;
use crate::program::{BlockId, Cover, GoalId, GoalKind, InputKind, Instr, Program, Terminator};
use crate::system::{Step, Trace};
use crate::verify::program::decisions::Decision;

impl Results<'_> {
    /// Marks the places that a trace passes as reached, each by its beginning up to there, which
    /// is replayed, too.
    pub(super) fn pass(&mut self, engine: &str, trace: &Trace) {
        let program = &self.pipeline.compiled.program;
        for number in 0..trace.steps.len() {
            let next = program.blocks[trace.steps[number].block].terminator.successors();
            for end in next {
                let Some((goal, cover)) = place(program, end) else { continue };
                if !self.decisions.goals[goal].is_open() {
                    continue;
                }
                let beginning = beginning(program, trace, number, end, goal, cover);
                let run = replay::replay(program, &beginning, &self.budget);
                // Else it is asked for like any other.
                if let Ok(run) = run {
                    let (run, native, branches) = (Box::new(run), String::new(), vec![]);
                    let (engine, cause) = (engine.to_owned(), None);
                    let reached = Decision::Reached { engine, run, native, branches, cause };
                    self.decisions.goals[goal] = reached;
                }
            }
        }
    }
}

/// The place that a run has passed, or ends at, that goes to a block or beside it.
fn place(program: &Program, block: BlockId) -> Option<(GoalId, &Cover)> {
    let Terminator::Goal(goal) = program.blocks[block].terminator else { return None };
    match &program.goals[goal].kind {
        GoalKind::Cover(cover) => Some((goal, cover)),
        GoalKind::Check(_) | GoalKind::Unsupported(_) | GoalKind::Bound(_) => None,
    }
}

/// A block whose inputs do not matter.
pub(super) fn with_zeros(program: &Program, block: BlockId) -> Step {
    let zero = |instr: &Instr| match instr {
        Instr::Input { dest, .. } => Some(Value::zero(program.values[*dest].width())),
        Instr::Assign { .. } | Instr::Bind { .. } => None,
        Instr::Memory(instr) => instr.unresolved(),
    };
    let inputs = program.blocks[block].instrs.iter().filter_map(zero).collect();
    Step { block, inputs }
}

/// The steps of a trace up to one, with an end at a place.
fn beginning(
    program: &Program,
    trace: &Trace,
    last: usize,
    end: BlockId,
    goal: GoalId,
    cover: &Cover,
) -> Trace {
    let mut steps = trace.steps[..=last].to_vec();
    for step in &mut steps {
        for (kind, value) in kinds(program, step.block).into_iter().zip(&mut step.inputs) {
            if *kind == InputKind::Cover {
                *value = Value::new(value.width(), cover.number.into());
            }
        }
    }
    steps.push(with_zeros(program, end));
    let before = trace.accelerated.iter().filter(|some| some.before <= last);
    Trace { goal, steps, accelerated: before.cloned().collect() }
}
