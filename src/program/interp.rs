//! The concrete interpreter: what a [`Program`] does, step by step.
//!
//! It decides about counterexamples (every trace of an engine must lead it to the
//! goal) and the source of sample runs. One step is one basic block.
//!
//! A value may be unknown: before its first definition, after accelerated iterations that were
//! not walked one by one ([`Interpreter::jump`]), and where an input is to be any
//! ([`Inputs::known`]). What is computed from unknown values is unknown, unless the others decide
//! it, and a condition that is unknown ends the run ([`Unknown`]): it is never guessed where
//! control goes.

mod contents;
mod memory;

use super::{
    Block, BlockId, EndKind, GoalId, InputKind, Instr, ObjectId, Operand, Program, Terminator,
    ValueId,
};
use crate::bv::{Op, Sort, Value};
use crate::support::IndexVec;
use smallvec::SmallVec;

/// Supplies the arbitrary values of a run.
pub trait Inputs {
    /// The value for the `index`-th input instruction (from 0) executed in step `step`,
    /// of the given width.
    fn next(&mut self, step: usize, index: usize, width: u32) -> Value;

    /// The same; `None` if it is to be any value.
    fn known(&mut self, step: usize, index: usize, width: u32) -> Option<Value> {
        Some(self.next(step, index, width))
    }

    /// The array for such an input instruction of that sort. Only programs whose memory was
    /// resolved into arrays ask.
    fn array(&mut self, step: usize, index: usize, sort: Sort) -> Value {
        let _ = (step, index);
        sort.zero()
    }

    /// The byte at an offset of an object that holds anything, where it was never written
    /// since the object began to live in step `since`. Asked once for each byte and life.
    fn byte(&mut self, since: usize, object: ObjectId, offset: u64) -> u8 {
        let _ = (since, object, offset);
        0
    }
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Control goes on in this block.
    Enter(BlockId),
    /// A goal was reached.
    Goal(GoalId),
    /// The path ended.
    End(EndKind),
}

/// The condition that decides where control goes is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what {block} asks depends on values that are not known")]
pub struct Unknown {
    /// The block that was executed.
    pub block: BlockId,
}

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Interpreter<'a> {
    program: &'a Program,
    values: IndexVec<ValueId, Option<Value>>,
    /// Made when the first operation on memory is executed.
    objects: Option<Box<memory::Objects<'a>>>,
    block: BlockId,
    step: usize,
}

impl<'a> Interpreter<'a> {
    /// A run that stands before the entry block.
    pub fn new(program: &'a Program) -> Self {
        Self {
            program,
            values: IndexVec::filled(None, program.values.len()),
            objects: None,
            block: program.entry,
            step: 0,
        }
    }

    /// The block that the next step executes.
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// Number of steps made.
    pub fn steps(&self) -> usize {
        self.step
    }

    /// The last value of an SSA value; `None` before its first definition, and where it is
    /// not known.
    pub fn value(&self, id: ValueId) -> Option<&Value> {
        self.values[id].as_ref()
    }

    /// The value of an operand, if it is known.
    pub fn operand(&self, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Const(value) => Some(value.clone()),
            Operand::Value(id) => self.values[*id].clone(),
        }
    }

    /// Gives values their state after some steps that were not walked: the run stands
    /// before the same block again. `None` makes a value unknown. Whoever calls this must
    /// know that the program does so.
    pub fn jump(&mut self, values: impl IntoIterator<Item = (ValueId, Option<Value>)>) {
        for (id, value) in values {
            self.values[id] = value;
        }
    }

    /// Whether an operation on memory was left out, since it is about more bytes at once than are
    /// walked through. What the run says from then on is not what the program does.
    pub fn is_beyond(&self) -> bool {
        self.objects.as_ref().is_some_and(|objects| objects.is_beyond)
    }

    /// Executes the current block. `observe` is told each instruction after it was
    /// executed, together with the run as it then stands.
    ///
    /// # Panics
    /// If where control goes depends on an unknown value. In a program in SSA form that
    /// can only come of a [`Self::jump`]. And if an access to memory is to an invalid
    /// place: programs guard them.
    pub fn step(
        &mut self,
        inputs: &mut dyn Inputs,
        observe: impl FnMut(&Interpreter<'a>, &'a Instr),
    ) -> Event {
        self.try_step(inputs, observe).expect("definitions dominate uses")
    }

    /// As [`Self::step`].
    ///
    /// # Errors
    /// If where control goes depends on an unknown value; the run then goes no further.
    pub fn try_step(
        &mut self,
        inputs: &mut dyn Inputs,
        mut observe: impl FnMut(&Interpreter<'a>, &'a Instr),
    ) -> Result<Event, Unknown> {
        let program = self.program;
        let block: &'a Block = &program.blocks[self.block];
        let mut input = 0;
        for instr in &block.instrs {
            match instr {
                Instr::Assign { dest, op, args, .. } => {
                    self.values[*dest] = self.apply(*op, args);
                }
                // Nothing depends on it: nobody is asked.
                Instr::Input { dest, kind: InputKind::Unmodelled(_), .. } => {
                    self.values[*dest] = Some(program.values[*dest].sort.zero());
                }
                Instr::Input { dest, .. } => {
                    let sort = program.values[*dest].sort;
                    let value = match sort {
                        Sort::Word(width) => inputs.known(self.step, input, width),
                        Sort::Array { .. } => Some(inputs.array(self.step, input, sort)),
                    };
                    let fits = value.as_ref().is_none_or(|value| value.sort() == sort);
                    assert!(fits, "an input of the wrong width");
                    self.values[*dest] = value;
                    input += 1;
                }
                Instr::Bind { .. } => {}
                Instr::Memory(instr) => {
                    let args = instr.args.iter().map(|arg| self.operand(arg));
                    let args: Vec<Value> =
                        args.map(|arg| arg.expect("operands in memory are known")).collect();
                    let width = instr.dest.map_or(1, |dest| program.values[dest].width());
                    let objects = self
                        .objects
                        .get_or_insert_with(|| Box::new(memory::Objects::new(&program.memory)));
                    let result = objects.execute(instr.op, &args, width, self.step, inputs);
                    if let Some(dest) = instr.dest {
                        self.values[dest] = result;
                    }
                }
            }
            observe(self, instr);
        }
        self.step += 1;
        let decided = |operand| self.operand(operand).ok_or(Unknown { block: self.block });
        let next = match &block.terminator {
            Terminator::Goto(to) => *to,
            Terminator::Branch { cond, then, otherwise } => {
                if decided(cond)?.is_true() {
                    *then
                } else {
                    *otherwise
                }
            }
            Terminator::Switch { value, cases, default } => {
                let value = decided(value)?;
                cases.iter().find(|case| case.0 == value).map_or(*default, |case| case.1)
            }
            Terminator::Goal(goal) => return Ok(Event::Goal(*goal)),
            Terminator::End(kind) => return Ok(Event::End(*kind)),
        };
        self.enter(next);
        Ok(Event::Enter(next))
    }

    fn apply(&self, op: Op, args: &[Operand]) -> Option<Value> {
        // What is not chosen may be unknown.
        if op == Op::Ite {
            let arm = if self.operand(&args[0])?.is_true() { 1 } else { 2 };
            return self.operand(&args[arm]);
        }
        let args: SmallVec<[Option<Value>; 3]> = args.iter().map(|arg| self.operand(arg)).collect();
        let all: Option<SmallVec<[&Value; 3]>> = args.iter().map(Option::as_ref).collect();
        match (op, all) {
            (_, Some(args)) => Some(op.apply(&args)),
            // One operand may decide.
            (Op::And, None) => args.iter().flatten().find(|arg| arg.is_zero()).cloned(),
            (Op::Or, None) => args.iter().flatten().find(|arg| arg.is_ones()).cloned(),
            (_, None) => None,
        }
    }

    /// Takes the edge to `next`: all phis read before any is written.
    fn enter(&mut self, next: BlockId) {
        let from = self.block;
        let program = self.program;
        let phis = &program.blocks[next].phis;
        let read: Vec<Option<Value>> = phis
            .iter()
            .map(|phi| {
                let incoming = phi.incoming.iter().find(|incoming| incoming.0 == from);
                self.operand(&incoming.expect("a phi names every predecessor").1)
            })
            .collect();
        for (phi, value) in phis.iter().zip(read) {
            self.values[phi.dest] = value;
        }
        self.block = next;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Property;
    use super::super::samples::{Builder, number, swap};
    use super::*;

    /// Remembers what it was asked, answers from a list.
    struct Asked {
        answers: Vec<u128>,
        calls: Vec<(usize, usize, u32)>,
    }

    impl Asked {
        fn new(answers: &[u128]) -> Self {
            Self { answers: answers.to_vec(), calls: Vec::new() }
        }
    }

    impl Inputs for Asked {
        fn next(&mut self, step: usize, index: usize, width: u32) -> Value {
            let answer = self.answers[self.calls.len()];
            self.calls.push((step, index, width));
            Value::new(width, answer)
        }
    }

    /// The events until the path ends.
    fn events(program: &Program, inputs: &mut Asked) -> Vec<Event> {
        let mut run = Interpreter::new(program);
        let mut events = Vec::new();
        loop {
            let event = run.step(inputs, |_, _| {});
            events.push(event);
            match event {
                Event::Enter(block) => assert_eq!(run.block(), block),
                _ => break,
            }
        }
        assert_eq!(run.steps(), events.len());
        events
    }

    #[test]
    fn phis_read_before_they_are_written() {
        let program = swap();
        assert_eq!(program.validate(), Ok(()));
        // Around twice, then out: a serialised swap would reach the goal.
        let mut inputs = Asked::new(&[1, 1, 0]);
        let end = *events(&program, &mut inputs).last().unwrap();
        assert_eq!(end, Event::End(EndKind::Return));
        assert_eq!(inputs.calls, [(1, 0, 1), (2, 0, 1), (3, 0, 1)]);
    }

    #[test]
    fn switches_goals_and_ends() {
        let mut b = Builder::default();
        let entry = b.block("entry");
        let (exit, assume) = (b.block("exit"), b.block("assume"));
        let wrong = b.goal("wrong", Property::Assert);
        let first = b.input(entry, "first", 4);
        let second = b.input(entry, "second", 4);
        let sum = b.assign(entry, "sum", Op::Add, &[first, second]);
        let case = |n| Value::new(4, n);
        b.program.blocks[entry].terminator = Terminator::Switch {
            value: sum,
            cases: vec![(case(1), exit), (case(2), wrong), (case(3), exit)],
            default: assume,
        };
        b.program.blocks[exit].terminator = Terminator::End(EndKind::Exit);
        b.program.blocks[assume].terminator = Terminator::End(EndKind::Assumption);
        let program = b.program;
        assert_eq!(program.validate(), Ok(()));
        for (inputs, last) in [
            ([0, 1], Event::End(EndKind::Exit)),
            ([15, 3], Event::Goal(GoalId(0))),
            ([1, 2], Event::End(EndKind::Exit)),
            ([2, 2], Event::End(EndKind::Assumption)),
        ] {
            let mut inputs = Asked::new(&inputs);
            assert_eq!(events(&program, &mut inputs).last(), Some(&last));
            assert_eq!(inputs.calls, [(0, 0, 4), (0, 1, 4)], "in order, counted anew each step");
        }
    }

    #[test]
    fn observers_see_each_instruction_with_its_result() {
        let mut b = Builder::default();
        let entry = b.block("entry");
        let x = b.input(entry, "x", 8);
        let y = b.assign(entry, "y", Op::Mul, &[x.clone(), number(8, 3)]);
        let program = b.program;
        let mut run = Interpreter::new(&program);
        let mut seen = Vec::new();
        let event = run.step(&mut Asked::new(&[5]), |run, instr| {
            seen.push((instr.dest().and_then(|dest| run.value(dest).cloned()), run.steps()));
        });
        assert_eq!(event, Event::End(EndKind::Return));
        assert_eq!(seen, [(Some(Value::new(8, 5)), 0), (Some(Value::new(8, 15)), 0)]);
        assert_eq!(run.operand(&x), Some(Value::new(8, 5)));
        assert_eq!(run.operand(&y), Some(Value::new(8, 15)));
        assert!(matches!(
            &program.blocks[entry].instrs[0],
            Instr::Input { kind: InputKind::Call { .. }, .. }
        ));
    }

    /// After a jump what is unknown stays so, and never decides a branch.
    #[test]
    fn unknown_values_decide_nothing() {
        let program = swap();
        let run = |known: [Option<u128>; 2]| {
            let mut run = Interpreter::new(&program);
            run.step(&mut Asked::new(&[]), |_, _| {});
            let values = known.map(|known| known.map(|bits| Value::new(2, bits)));
            run.jump([ValueId(0), ValueId(1)].into_iter().zip(values));
            // Once around, which swaps the two, then out to where they are compared.
            run.step(&mut Asked::new(&[1]), |_, _| {});
            run.step(&mut Asked::new(&[0]), |_, _| {});
            (run.value(ValueId(0)).cloned(), run.try_step(&mut Asked::new(&[]), |_, _| {}))
        };
        let (first, event) = run([None, Some(3)]);
        assert_eq!(first, Some(Value::new(2, 3)));
        assert!(event.is_err());
        assert!(matches!(run([Some(3), Some(3)]).1, Ok(Event::Enter(_))));
    }

    #[test]
    #[should_panic(expected = "wrong width")]
    fn inputs_of_the_wrong_width_are_refused() {
        struct Wrong;
        impl Inputs for Wrong {
            fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
                Value::zero(width + 1)
            }
        }
        let mut b = Builder::default();
        let entry = b.block("entry");
        b.input(entry, "x", 8);
        Interpreter::new(&b.program).step(&mut Wrong, |_, _| {});
    }
}
