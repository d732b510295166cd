//! Whether a violation rests on an address that comes from outside, of which nothing is known.
//!
//! Where an undefined function may have changed memory any number stands for what it left
//! ([`InputKind::Left`]), and so does one for pointers from outside whose objects are not modelled
//! ([`InputKind::Pointer`]). As a number that is right; but such a pointer is null or leads
//! to an object, perhaps one that the program does not know. So an access that is invalid because
//! it follows such a number is none that counts. One whose index was left so is: there the address
//! is that of an object of the program.
//!
//! Found by going through the run of the resolved program: which values are such a number, at most
//! moved by some bytes, and whether the last condition asks about one.

use rustc_hash::FxHashSet;

use crate::bv::{Op, Value};
use crate::program::interp::{Event, Inputs, Interpreter};
use crate::program::{InputKind, Instr, Operand, Program, Terminator, ValueId};
use crate::system::Trace;

/// Gives the interpreter the values of one step; zero where there are none.
struct Given<'a>(&'a [Value]);

impl Inputs for Given<'_> {
    fn next(&mut self, _: usize, index: usize, width: u32) -> Value {
        let given = self.0.get(index).filter(|value| value.width() == width);
        given.cloned().unwrap_or_else(|| Value::zero(width))
    }
}

/// What is known of the values of a run.
struct Marks<'a> {
    program: &'a Program,
    /// Addresses of objects of the program, and what was computed from them.
    addresses: FxHashSet<ValueId>,
    /// Such numbers, and what was computed from them alone.
    stray: FxHashSet<ValueId>,
}

impl Marks<'_> {
    fn is_address(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(id) => self.addresses.contains(id),
            Operand::Const(value) => {
                value.width() == self.program.memory.pointer_width
                    && self.program.memory.locate(value).is_some()
            }
        }
    }

    fn is_stray(&self, operand: &Operand) -> bool {
        operand.as_value().is_some_and(|id| self.stray.contains(&id))
    }

    fn mark(&mut self, dest: ValueId, address: bool, stray: bool) {
        for (all, marked) in [(&mut self.addresses, address), (&mut self.stray, stray)] {
            match marked {
                true => _ = all.insert(dest),
                false => _ = all.remove(&dest),
            }
        }
    }

    fn see(&mut self, run: &Interpreter<'_>, instr: &Instr) {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                let chosen = match (op, &args[..]) {
                    (Op::Ite, [cond, then, otherwise]) => match run.operand(cond) {
                        Some(cond) if cond.is_true() => std::slice::from_ref(then),
                        Some(_) => std::slice::from_ref(otherwise),
                        None => &args[1..],
                    },
                    _ => &args[..],
                };
                let stray = chosen.iter().any(|arg| self.is_stray(arg));
                let address = chosen.iter().any(|arg| self.is_address(arg));
                // A question about an address is put with the addresses of objects.
                let asks = matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
                self.mark(*dest, address && !asks, stray && (asks || !address));
            }
            Instr::Input { dest, kind, .. } => {
                let left = is_unknown_pointer(kind);
                let null = run.value(*dest).is_some_and(Value::is_zero);
                let whole = self.program.values[*dest].width() == self.program.memory.pointer_width;
                self.mark(*dest, false, left && whole && !null);
            }
            Instr::Bind { .. } => {}
            Instr::Memory(instr) => instr.unresolved(),
        }
    }
}

/// Whether an input may be a pointer that leads to nobody knows what.
fn is_unknown_pointer(kind: &InputKind) -> bool {
    matches!(kind, InputKind::Left(_) | InputKind::Pointer(_))
}

/// Whether the last condition of a trace of a resolved program asks about such an address. Where
/// the trace does not list all iterations it may.
pub fn is_followed(program: &Program, trace: &Trace) -> bool {
    let instrs = program.blocks.iter().flat_map(|block| &block.instrs);
    let is_left = |instr: &Instr| match instr {
        Instr::Input { kind, .. } => is_unknown_pointer(kind),
        _ => false,
    };
    if !instrs.into_iter().any(is_left) {
        return false;
    }
    if !trace.accelerated.is_empty() {
        return true;
    }
    let (addresses, stray) = (FxHashSet::default(), FxHashSet::default());
    let mut marks = Marks { program, addresses, stray };
    let mut run = Interpreter::new(program);
    let mut asked = false;
    for step in &trace.steps {
        let block = &program.blocks[step.block];
        if run.block() != step.block {
            break;
        }
        let event = run.try_step(&mut Given(&step.inputs), |run, instr| marks.see(run, instr));
        if let Terminator::Branch { cond: on, .. } | Terminator::Switch { value: on, .. } =
            &block.terminator
        {
            asked = marks.is_stray(on);
        }
        let Ok(Event::Enter(next)) = event else { break };
        let phis = program.blocks[next].phis.iter().filter_map(|phi| {
            let incoming = phi.incoming.iter().find(|incoming| incoming.0 == step.block)?;
            Some((phi.dest, marks.is_address(&incoming.1), marks.is_stray(&incoming.1)))
        });
        // All are read before any is written.
        for (dest, address, stray) in phis.collect::<Vec<_>>() {
            marks.mark(dest, address, stray);
        }
    }
    asked
}
