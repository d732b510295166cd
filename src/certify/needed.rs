//! What a run needs of what memory holds before it is written.
//!
//! A counterexample gives every byte that nobody initialised a value, also those of objects
//! that are never made. What of them decides where control goes, or becomes the value of a
//! C variable, is found by going back through the run: dynamic slicing.
//!
//! Source: Agrawal, Horgan, "Dynamic Program Slicing" (PLDI 1990), on data alone: control is
//! needed everywhere. Of all other inputs it is found in the same way which of them decide where
//! control goes: with any values of the others the run goes the same way.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::{Op, Value};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{InputKind, Instr, Operand, Program, Terminator, ValueId};
use crate::system::Trace;

/// Something that was computed, by its place in the list of all.
type Made = usize;

/// What was computed in a run, and from what.
#[derive(Default)]
struct Log {
    from: Vec<Vec<Made>>,
    last: FxHashMap<ValueId, Made>,
    /// What conditions ask for.
    asked: Vec<Made>,
    /// What becomes the value of a C variable.
    shown: Vec<Made>,
}

impl Log {
    fn made(&mut self, dest: ValueId, from: Vec<Made>) -> Made {
        self.from.push(from);
        self.last.insert(dest, self.from.len() - 1);
        self.from.len() - 1
    }

    fn sources<'a>(&self, operands: impl IntoIterator<Item = &'a Operand>) -> Vec<Made> {
        let values = operands.into_iter().filter_map(|operand| match operand {
            Operand::Value(id) => self.last.get(id).copied(),
            Operand::Const(_) => None,
        });
        values.collect()
    }

    /// Of everything whether one of these depends on it.
    fn depends(&self, from: impl Iterator<Item = Made>) -> Vec<bool> {
        let mut needed = vec![false; self.from.len()];
        let mut open: Vec<Made> = from.collect();
        while let Some(made) = open.pop() {
            if !std::mem::replace(&mut needed[made], true) {
                open.extend(&self.from[made]);
            }
        }
        needed
    }
}

/// Inputs of a run, each by the step and the value that it defines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unneeded {
    /// Those of kind [`InputKind::Memory`] that the trace gives values for nothing.
    pub for_nothing: FxHashSet<(usize, ValueId)>,
    /// Those that decide nothing: with any other values the run goes the same way.
    pub free: FxHashSet<(usize, ValueId)>,
}

/// Gives the interpreter the values of one step; zero where there are none.
struct Given<'a>(&'a [Value]);

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, width: u32) -> Value {
        let given = self.0.get(index).filter(|value| value.width() == width);
        given.cloned().unwrap_or_else(|| Value::zero(width))
    }
}

/// What a run does not need. None is known, if the trace does not list all iterations.
pub(super) fn unneeded(program: &Program, trace: &Trace) -> Unneeded {
    let mut inputs: Vec<(Made, (usize, ValueId), bool)> = Vec::new();
    if !trace.accelerated.is_empty() {
        return Unneeded::default();
    }
    let mut log = Log::default();
    let mut run = Interpreter::new(program);
    for (number, step) in trace.steps.iter().enumerate() {
        let block = &program.blocks[step.block];
        if run.block() != step.block {
            break;
        }
        let event = run.try_step(&mut Given(&step.inputs), |run, instr| match instr {
            Instr::Assign { dest, op, args, .. } => {
                let from = log.sources(deciding(run, *op, args));
                log.made(*dest, from);
            }
            Instr::Input { dest, kind, .. } => {
                let made = log.made(*dest, vec![]);
                let is_memory = matches!(kind, InputKind::Memory(_) | InputKind::Left(_));
                inputs.push((made, (number, *dest), is_memory));
            }
            Instr::Bind { value, .. } => {
                let shown = log.sources([value]);
                log.shown.extend(shown);
            }
            Instr::Memory(instr) => instr.unresolved(),
        });
        if let Terminator::Branch { cond: asked, .. } | Terminator::Switch { value: asked, .. } =
            &block.terminator
        {
            let asked = log.sources([asked]);
            log.asked.extend(asked);
        }
        let Ok(Event::Enter(next)) = event else { break };
        let phis = program.blocks[next].phis.iter();
        let taken: Vec<(ValueId, Vec<Made>)> = phis
            .map(|phi| {
                let incoming = phi.incoming.iter().filter(|incoming| incoming.0 == step.block);
                (phi.dest, log.sources(incoming.map(|incoming| &incoming.1)))
            })
            .collect();
        for (dest, from) in taken {
            log.made(dest, from);
        }
    }
    let asked = log.depends(log.asked.iter().copied());
    let used = log.depends(log.asked.iter().chain(&log.shown).copied());
    let for_nothing = inputs.iter().filter(|it| it.2 && !used[it.0]).map(|it| it.1).collect();
    let free = inputs.iter().filter(|it| !asked[it.0]).map(|it| it.1).collect();
    Unneeded { for_nothing, free }
}

/// The operands that the result depends on, with the values that they have: of a choice the
/// condition and what is chosen, of a conjunction one that is zero, if there is one.
fn deciding<'a>(run: &Interpreter<'_>, op: Op, args: &'a [Operand]) -> Vec<&'a Operand> {
    let value = |operand: &Operand| run.operand(operand);
    match (op, args) {
        (Op::Ite, [cond, then, otherwise]) => match value(cond) {
            Some(truth) => vec![cond, if truth.is_true() { then } else { otherwise }],
            None => args.iter().collect(),
        },
        (Op::And, _) => match args.iter().find(|arg| value(arg).is_some_and(|it| it.is_zero())) {
            Some(zero) => vec![zero],
            None => args.iter().collect(),
        },
        (Op::Or, _) => {
            let ones = |it: Value| it == Value::ones(it.width());
            match args.iter().find(|arg| value(arg).is_some_and(ones)) {
                Some(ones) => vec![ones],
                None => args.iter().collect(),
            }
        }
        _ => args.iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::samples::{Builder, number};
    use crate::program::{CStyle, CType, GoalId, Property, Variable};
    use crate::system::Step;

    /// Two cells are chosen from by a condition that the program asks for.
    #[test]
    fn what_is_not_chosen_is_not_needed() {
        let mut b = Builder::default();
        let entry = b.block("entry");
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        let mut ids = Vec::new();
        for width in [1, 8, 8] {
            let dest = b.value("cell", width);
            let kind = InputKind::Memory("uninitialised".to_owned());
            b.program.blocks[entry].instrs.push(Instr::Input { dest, kind, loc: None });
            ids.push(dest);
        }
        let args: Vec<Operand> = ids.iter().map(|&id| Operand::Value(id)).collect();
        let one = b.assign(entry, "one", Op::Ite, &args);
        let is = b.assign(entry, "is", Op::Eq, &[one, number(8, 7)]);
        b.branch(entry, is, wrong, end);
        let steps = |cond: u128| {
            let inputs = vec![Value::new(1, cond), Value::new(8, 7), Value::new(8, 7)];
            let second = Step { block: wrong, inputs: vec![] };
            vec![Step { block: entry, inputs }, second]
        };
        for (cond, unneeded_one) in [(1, ids[2]), (0, ids[1])] {
            let trace = Trace { goal: GoalId(0), steps: steps(cond), accelerated: vec![] };
            let found = unneeded(&b.program, &trace);
            let expected = FxHashSet::from_iter([(0, unneeded_one)]);
            assert_eq!(found.for_nothing, expected, "condition {cond}");
            assert_eq!(found.free, expected, "condition {cond}");
        }
    }
    /// What only becomes the value of a C variable is told, and can be anything.
    #[test]
    fn what_decides_nothing_is_free() {
        let mut b = Builder::default();
        let entry = b.block("entry");
        let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
        let (shown, asked) = (b.input(entry, "shown", 8), b.input(entry, "asked", 8));
        let is = b.assign(entry, "is", Op::Eq, &[asked, number(8, 7)]);
        let ty = CType { name: "char".to_owned(), style: CStyle::Unsigned };
        let (name, function) = ("x".to_owned(), "main".to_owned());
        let var = b.program.variables.push(Variable { name, function, ty, chain: vec![] });
        let Operand::Value(first) = shown.clone() else { panic!("an input is a value") };
        b.program.blocks[entry].instrs.push(Instr::Bind { var, value: shown, loc: None });
        b.branch(entry, is, wrong, end);
        let inputs = vec![Value::new(8, 1), Value::new(8, 7)];
        let steps = vec![Step { block: entry, inputs }, Step { block: wrong, inputs: vec![] }];
        let found = unneeded(&b.program, &Trace { goal: GoalId(0), steps, accelerated: vec![] });
        assert_eq!(found.free, FxHashSet::from_iter([(0, first)]));
        assert_eq!(found.for_nothing, FxHashSet::default());
    }
}
