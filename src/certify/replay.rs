//! Replay of a counterexample: the interpreter walks the trace on the [`Program`], before
//! any encoding of ours.
//!
//! A trace is confirmed if the interpreter, given the trace's inputs, executes exactly
//! the trace's blocks and ends in the trace's goal. A goal ends its path, so no other
//! goal, and in particular nothing unsupported, lies on a confirmed trace. Whether the
//! goal is a violation is for the reader of [`Run::goal`] to say: a confirmed trace to an
//! unsupported point shows that the point matters.
//!
//! Iterations that the trace does not list are made by [`super::accelerated`].

use rustc_hash::FxHashSet;

use super::accelerated::{self, Unconfirmed};
use super::needed::unneeded;
use super::solvers::{CertifyError, Solvers};
use crate::bv::Value;
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{
    BlockId, GoalId, InputKind, Instr, LocId, Operand, Program, Terminator, ValueId, VarId,
};
use crate::support::limits;
use crate::support::{Budget, IndexVec};
use crate::system::Trace;

/// A confirmed trace with what happened on it, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The goal reached.
    pub goal: GoalId,
    /// The blocks executed that the trace lists, in order; the last one ends in the goal.
    pub steps: Vec<RunStep>,
    /// Who proved the closed forms of iterations that are not listed; nobody, if there are
    /// none.
    pub solvers: Solvers,
}

/// One executed block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The block.
    pub block: BlockId,
    /// What a reader wants to know, in order. Not told is the arbitrary value that a
    /// variable has before its first assignment, where nothing but a later assignment
    /// follows: the program never reads it; nor what memory held before its first write,
    /// where nothing depends on it.
    pub happenings: Vec<Happening>,
}

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Before this block, which is the head of a loop, so many more iterations were made.
    Iterated(u64),
    /// Control passed this position; not repeated while it stays there.
    Passed(LocId),
    /// An arbitrary value was chosen.
    Chosen {
        /// Where the freedom comes from.
        kind: InputKind,
        /// The value.
        value: Value,
        /// Whether the run goes the same way with any other value.
        free: bool,
        /// Which of the choices of a native run it is, from 0, if that makes it.
        native: Option<usize>,
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

/// Why a trace is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It is wrong.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// It may be right, but iterations that it does not list could not be confirmed.
    #[error("a long loop of the trace could not be confirmed: {0}")]
    Unproved(String),
    /// No time was left to walk it to its end.
    #[error("no time was left to replay it")]
    Time,
    /// The solvers can't be believed.
    #[error(transparent)]
    Internal(CertifyError),
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
/// If the program does something else than the trace says, or if it can't be told within
/// the budget.
pub fn replay(program: &Program, trace: &Trace, budget: &Budget) -> Result<Run, ReplayError> {
    let mut run = Interpreter::new(program);
    let mut solvers = Solvers::default();
    let mut variables: IndexVec<VarId, Option<Value>> =
        IndexVec::filled(None, program.variables.len());
    let unread = unread(program);
    let unneeded = unneeded(program, trace);
    let mut steps = Vec::with_capacity(trace.steps.len());
    // Choices of a native run so far.
    let mut natives = 0;
    let mut accelerated = trace.accelerated.iter().peekable();
    for (number, step) in trace.steps.iter().enumerate() {
        if number % limits::REPLAY_STRIDE == limits::REPLAY_STRIDE - 1
            && budget.exhausted().is_some()
        {
            return Err(ReplayError::Time);
        }
        let wrong = |what: String| Contradiction { step: number, what };
        if run.block() != step.block {
            let what = format!("it is in {}, the program in {}", step.block, run.block());
            return Err(wrong(what).into());
        }
        fits(program, step.block, &step.inputs).map_err(wrong)?;
        let mut happenings = Vec::new();
        while let Some(some) = accelerated.next_if(|some| some.before == number) {
            let iterations = some.iterations;
            let budget = budget.at_most(limits::CLOSED_FORM_TIME);
            let made = accelerated::make(program, &mut run, iterations, &mut solvers, &budget);
            made.map_err(|error| match error {
                Unconfirmed::Left(_) => wrong(error.to_string()).into(),
                Unconfirmed::Unproved(what) => ReplayError::Unproved(what),
                Unconfirmed::Internal(error) => ReplayError::Internal(error),
            })?;
            forget(program, &accelerated::blocks(program, step.block), &mut variables);
            happenings.push(Happening::Iterated(iterations));
        }
        let event = run.try_step(&mut Given(&step.inputs), |run, instr| {
            let choice = natives;
            natives += usize::from(matches!(instr, Instr::Input { kind, .. } if kind.is_native()));
            let is_unneeded = |dest| unneeded.for_nothing.contains(&(number, dest));
            if is_of_unread(instr, &unread) || instr.dest().is_some_and(is_unneeded) {
                return;
            }
            let told = happening(run, instr, &mut variables);
            // A variable that stays what it is moves nobody, nor does its first value.
            let moves = match instr {
                Instr::Assign { .. } => true,
                Instr::Bind { .. } => told.is_some(),
                Instr::Memory(instr) => instr.unresolved(),
                Instr::Input { kind, .. } => !matches!(kind, InputKind::Uninitialised(_)),
            };
            happenings.extend(instr.loc().filter(|_| moves).map(Happening::Passed));
            happenings.extend(told.map(|mut told| {
                if let (Happening::Chosen { kind, free, native, .. }, Some(dest)) =
                    (&mut told, instr.dest())
                {
                    *free = unneeded.free.contains(&(number, dest));
                    *native = kind.is_native().then_some(choice);
                }
                told
            }));
        });
        let event = event.map_err(|unknown| ReplayError::Unproved(unknown.to_string()))?;
        happenings.extend(program.blocks[step.block].loc.map(Happening::Passed));
        happenings.dedup();
        steps.push(RunStep { block: step.block, happenings });
        let last = number + 1 == trace.steps.len();
        let what = match event {
            Event::Goal(goal) if last && goal == trace.goal => {
                return match accelerated.next() {
                    None => Ok(Run { goal, steps, solvers }),
                    Some(_) => Err(wrong("iterations are left over".to_owned()).into()),
                };
            }
            Event::Goal(goal) if last => {
                format!("it claims {}, the program reaches {goal}", trace.goal)
            }
            Event::Goal(goal) => format!("the path ends here, in {goal}"),
            Event::End(kind) => format!("the path ends here ({kind:?})"),
            Event::Enter(_) => continue,
        };
        return Err(wrong(what).into());
    }
    let step = trace.steps.len().saturating_sub(1);
    Err(Contradiction { step, what: format!("it ends before it reaches {}", trace.goal) }.into())
}

/// Forgets the variables that some blocks bind, so that their next values are told.
fn forget(program: &Program, blocks: &[BlockId], variables: &mut IndexVec<VarId, Option<Value>>) {
    for instr in blocks.iter().flat_map(|&block| &program.blocks[block].instrs) {
        if let Instr::Bind { var, .. } = instr {
            variables[*var] = None;
        }
    }
}

/// Whether these are values for the input instructions of the block.
fn fits(program: &Program, block: BlockId, inputs: &[Value]) -> Result<(), String> {
    let reads = program.blocks[block].instrs.iter().filter_map(|instr| match instr {
        Instr::Input { dest, .. } => Some(program.values[*dest].width()),
        Instr::Assign { .. } | Instr::Bind { .. } => None,
        Instr::Memory(instr) => instr.unresolved(),
    });
    let wanted: Vec<u32> = reads.collect();
    let given: Vec<u32> = inputs.iter().map(Value::width).collect();
    if wanted == given {
        Ok(())
    } else {
        Err(format!("{block} reads inputs of widths {wanted:?}, the trace has {given:?}"))
    }
}

/// The values of uninitialised variables that the program never reads.
fn unread(program: &Program) -> FxHashSet<ValueId> {
    let instrs = || program.blocks.iter().flat_map(|block| &block.instrs);
    let uninitialised = instrs().filter_map(|instr| match instr {
        Instr::Input { dest, kind: InputKind::Uninitialised(_), .. } => Some(*dest),
        _ => None,
    });
    let mut unread: FxHashSet<ValueId> = uninitialised.collect();
    let mut read = |operand: &Operand| {
        if let Operand::Value(value) = operand {
            unread.remove(value);
        }
    };
    for instr in instrs() {
        if let Instr::Assign { args, .. } = instr {
            args.iter().for_each(&mut read);
        }
    }
    for block in program.blocks.iter() {
        block.phis.iter().flat_map(|phi| &phi.incoming).for_each(|incoming| read(&incoming.1));
        match &block.terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. } => read(operand),
            Terminator::Goto(_) | Terminator::Goal(_) | Terminator::End(_) => {}
        }
    }
    unread
}

/// Whether the instruction makes or binds a value that the program never reads.
fn is_of_unread(instr: &Instr, unread: &FxHashSet<ValueId>) -> bool {
    match instr {
        Instr::Input { dest, .. } => unread.contains(dest),
        Instr::Bind { value: Operand::Value(value), .. } => unread.contains(value),
        Instr::Bind { .. } | Instr::Assign { .. } => false,
        Instr::Memory(instr) => instr.unresolved(),
    }
}

fn happening(
    run: &Interpreter<'_>,
    instr: &Instr,
    variables: &mut IndexVec<VarId, Option<Value>>,
) -> Option<Happening> {
    match instr {
        // No choice of the program.
        Instr::Input { kind: InputKind::Cover, .. } => None,
        Instr::Input { dest, kind, loc } => {
            let value = run.value(*dest)?.clone();
            Some(Happening::Chosen {
                kind: kind.clone(),
                value,
                free: false,
                native: None,
                loc: *loc,
            })
        }
        Instr::Bind { var, value, loc } => {
            let value = run.operand(value)?;
            let before = variables[*var].replace(value.clone());
            let changed = before.as_ref() != Some(&value);
            changed.then_some(Happening::Changed { var: *var, value, loc: *loc })
        }
        Instr::Assign { .. } => None,
        Instr::Memory(instr) => instr.unresolved(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;
    use crate::program::samples::{Builder, number};
    use crate::program::{CStyle, CType, Loc, Property, Variable};
    use crate::system::Step;

    /// `x = nondet; while (x != 3) { x = x + nondet; } error`, with positions.
    fn program() -> Program {
        let mut b = Builder::default();
        let file = b.program.sources.file("no such file.c");
        let mut at = |line| {
            let function = "main".to_owned();
            b.program.sources.add(Loc { file, line, column: 1, function, inlined_at: None })
        };
        let (one, two) = (at(1), at(2));
        let ty = CType { name: "unsigned char".to_owned(), style: CStyle::Unsigned };
        let name = "x".to_owned();
        let function = "main".to_owned();
        let var = b.program.variables.push(Variable { name, function, ty, chain: vec![] });
        let (entry, head, body) = (b.block("entry"), b.block("head"), b.block("body"));
        let wrong = b.goal("wrong", Property::UnreachCall);
        let start = b.input(entry, "start", 4);
        b.program.blocks[entry].instrs.push(Instr::Bind {
            var,
            value: start.clone(),
            loc: Some(one),
        });
        b.goto(entry, head);
        let x = b.value("x", 4);
        let three = b.assign(head, "three", Op::Eq, &[Operand::Value(x), number(4, 3)]);
        b.branch(head, three, wrong, body);
        let by = b.input(body, "by", 4);
        let sum = b.assign(body, "sum", Op::Add, &[Operand::Value(x), by]);
        b.program.blocks[body].instrs.push(Instr::Bind { var, value: sum.clone(), loc: Some(two) });
        b.program.blocks[body].loc = Some(two);
        b.goto(body, head);
        b.phi(head, x, &[(entry, start), (body, sum)]);
        assert_eq!(b.program.validate(), Ok(()));
        b.program
    }

    fn trace(steps: &[(u32, &[u128])]) -> Trace {
        let steps = steps.iter().map(|(block, inputs)| Step {
            block: BlockId(*block),
            inputs: inputs.iter().map(|&bits| Value::new(4, bits)).collect(),
        });
        Trace { goal: GoalId(0), steps: steps.collect(), accelerated: vec![] }
    }

    #[test]
    fn a_run_is_confirmed_and_told() {
        let program = program();
        // 9 + 0 changes nothing; 9 + 10 is 3 at 4 bits.
        let steps: &[(u32, &[u128])] =
            &[(0, &[9]), (1, &[]), (2, &[0]), (1, &[]), (2, &[10]), (1, &[]), (3, &[])];
        let run = replay(&program, &trace(steps), &Budget::unlimited()).unwrap();
        assert_eq!(run.goal, GoalId(0));
        let told: Vec<String> = run
            .steps
            .iter()
            .flat_map(|step| &step.happenings)
            .map(|happening| match happening {
                Happening::Passed(loc) => format!("line {}", program.sources.loc(*loc).line),
                Happening::Iterated(count) => format!("{count} times"),
                Happening::Chosen { value, .. } => format!("choose {value}"),
                Happening::Changed { var, value, loc } => {
                    let line = program.sources.loc(loc.unwrap()).line;
                    format!("{} = {value} in line {line}", program.variables[*var].name)
                }
            })
            .collect();
        let expected = [
            "choose 9",
            "line 1",
            "x = 9 in line 1",
            "choose 0",
            "line 2",
            "choose 10",
            "line 2",
            "x = 3 in line 2",
            "line 2",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn contradictions_name_their_step() {
        let program = program();
        let wrong = |trace: &Trace| match replay(&program, trace, &Budget::unlimited()) {
            Err(ReplayError::Contradiction(contradiction)) => contradiction.step,
            other => panic!("{other:?}"),
        };
        let step = |steps: &[(u32, &[u128])]| wrong(&trace(steps));
        assert_eq!(step(&[]), 0);
        assert_eq!(step(&[(1, &[])]), 0, "not the entry");
        assert_eq!(step(&[(0, &[9]), (1, &[]), (3, &[])]), 2, "9 is not 3");
        assert_eq!(step(&[(0, &[3]), (1, &[]), (2, &[0])]), 2, "3 is 3");
        assert_eq!(step(&[(0, &[3]), (1, &[])]), 1, "ends before the goal");
        assert_eq!(step(&[(0, &[3]), (1, &[]), (3, &[]), (3, &[])]), 2, "goes on");
        assert_eq!(step(&[(0, &[]), (1, &[])]), 0, "too few inputs");
        assert_eq!(step(&[(0, &[3]), (1, &[3])]), 1, "too many inputs");
        let mut wide = trace(&[(0, &[3]), (1, &[]), (3, &[])]);
        assert!(replay(&program, &wide, &Budget::unlimited()).is_ok());
        wide.steps[0].inputs[0] = Value::new(5, 3);
        assert_eq!(wrong(&wide), 0);
        let mut other = trace(&[(0, &[3]), (1, &[]), (3, &[])]);
        other.goal = GoalId(1);
        assert_eq!(wrong(&other), 2);
    }
}
