//! Random programs with memory: structured control flow, a few objects of each sort of
//! storage, every access guarded, and what was read bound to a variable, so that two runs
//! can be compared. What stands in such a program is drawn in `objects` and
//! `statements`; here is what statements are made of.

mod objects;
mod statements;

use super::*;

/// A random program with operations on memory.
pub fn program(rng: &mut Random) -> Program {
    let mut generator =
        Generator { rng, program: Program::default(), at: BlockId(0), scope: vec![] };
    generator.objects();
    generator.at = generator.block();
    for width in [8, 24, 8] {
        let dest = generator.value(width);
        let kind = InputKind::Call { function: "nondet".to_owned(), reading: Reading::Unsigned };
        generator.push(Instr::Input { dest, kind, loc: None });
    }
    let mut budget = 6 + generator.rng.index(30);
    while budget > 0 {
        generator.statement(&mut budget, 0);
    }
    generator.program
}

struct Generator<'a> {
    rng: &'a mut Random,
    program: Program,
    /// The block that is being filled.
    at: BlockId,
    /// Values that may be used here.
    scope: Vec<ValueId>,
}

impl Generator<'_> {
    fn pointer(&self) -> u32 {
        self.program.memory.pointer_width
    }

    fn block(&mut self) -> BlockId {
        self.program.blocks.push(Block {
            name: format!("b{}", self.program.blocks.len()),
            phis: Vec::new(),
            instrs: Vec::new(),
            terminator: Terminator::End(EndKind::Return),
            loc: None,
        })
    }

    fn end(&mut self, terminator: Terminator) {
        self.program.blocks[self.at].terminator = terminator;
    }

    fn push(&mut self, instr: Instr) {
        self.program.blocks[self.at].instrs.push(instr);
    }

    fn value(&mut self, width: u32) -> ValueId {
        let id = self.program.values.push(ValueInfo { sort: width.into(), name: String::new() });
        self.scope.push(id);
        id
    }

    fn assign(&mut self, op: Op, args: &[Operand]) -> Operand {
        let widths: Vec<u32> = args.iter().map(|arg| self.program.width(arg)).collect();
        let dest = self.value(op.result_width(&widths));
        self.push(Instr::Assign { dest, op, args: args.to_vec(), loc: None });
        Operand::Value(dest)
    }

    fn memory(&mut self, op: MemoryOp, args: &[Operand], width: Option<u32>) -> Option<Operand> {
        let dest = width.map(|width| self.value(width));
        self.push(Instr::Memory(MemoryInstr { dest, op, args: args.to_vec(), loc: None }));
        dest.map(Operand::Value)
    }

    fn number(&self, width: u32, bits: u128) -> Operand {
        Operand::Const(Value::new(width, bits))
    }

    /// A value of this width in scope; else a constant.
    fn some(&mut self, width: u32) -> Operand {
        let fits = |value: &&ValueId| self.program.values[**value].width() == width;
        let fit: Vec<ValueId> = self.scope.iter().filter(fits).copied().collect();
        if fit.is_empty() || self.rng.one_in(8) {
            let null = width == self.pointer() && !self.rng.one_in(8) || self.rng.one_in(3);
            let bits = if null { 0 } else { self.rng.wide() };
            return self.number(width, bits);
        }
        // Rather what is new.
        let back = self.rng.index(fit.len()).min(self.rng.index(fit.len()));
        Operand::Value(fit[fit.len() - 1 - back])
    }

    /// An address: of an object, or in scope; perhaps moved.
    fn address(&mut self) -> Operand {
        let pointer = self.pointer();
        let mut address = if self.rng.one_in(3) {
            let object = ObjectId(self.rng.index(self.program.memory.objects.len()) as u32);
            let heap = self.program.memory.objects[object].storage == Storage::Heap;
            // Heap objects have no name to take the address of.
            if heap {
                self.some(pointer)
            } else {
                self.memory(MemoryOp::Address(object), &[], Some(pointer)).expect("a result")
            }
        } else {
            self.some(pointer)
        };
        match self.rng.below(4) {
            0 => {
                let by = u128::from(self.rng.below(9));
                let by = self.number(pointer, by);
                address = self.assign(Op::Add, &[address, by]);
            }
            1 => {
                let index = self.some(8);
                let high = self.rng.index(4) as u32;
                let index = self.assign(Op::Extract { high, low: 0 }, &[index]);
                let index = self.assign(Op::ZeroExtend(pointer), &[index]);
                let stride = u128::from(*self.rng.pick(&[1u8, 2, 3, 4, 6, 8]));
                let stride = self.number(pointer, stride);
                let offset = self.assign(Op::Mul, &[index, stride]);
                address = self.assign(Op::Add, &[address, offset]);
            }
            _ => {}
        }
        address
    }

    /// A length that is not constant.
    fn length(&mut self) -> Operand {
        let (byte, high) = (self.some(8), self.rng.index(4) as u32);
        let length = self.assign(Op::Extract { high, low: 0 }, &[byte]);
        let pointer = self.pointer();
        let length = self.assign(Op::ZeroExtend(pointer), &[length]);
        let unit = u128::from(*self.rng.pick(&[1u8, 1, 2, 3, 4]));
        if unit == 1 {
            return length;
        }
        let unit = self.number(pointer, unit);
        self.assign(Op::Mul, &[length, unit])
    }

    fn condition(&mut self) -> Operand {
        let width = *self.rng.pick(&[8, 24]);
        let (a, b) = (self.some(width), self.some(width));
        let op = *self.rng.pick(&[Op::Ult, Op::Eq, Op::Slt]);
        self.assign(op, &[a, b])
    }

    /// Lets two runs be compared.
    fn show(&mut self, value: Operand) {
        self.push(Instr::Bind { var: VarId(0), value, loc: None });
    }

    /// `if (cond) { body }`, with a value that the body makes merged with a constant.
    fn when(&mut self, cond: Operand, body: impl FnOnce(&mut Self) -> Option<Operand>) {
        let (then, join) = (self.block(), self.block());
        let before = self.at;
        self.end(Terminator::Branch { cond, then, otherwise: join });
        let scope = self.scope.clone();
        self.at = then;
        let made = body(self);
        let from = self.at;
        self.end(Terminator::Goto(join));
        self.scope = scope;
        self.at = join;
        if let Some(made) = made {
            let width = self.program.width(&made);
            let other = self.some(width);
            let dest = self.value(width);
            let incoming = vec![(from, made), (before, other)];
            self.program.blocks[join].phis.push(Phi { dest, incoming });
        }
    }

    fn valid(&mut self, address: &Operand, bytes: u64, write: bool) -> Operand {
        let size = self.number(self.pointer(), bytes.into());
        self.valid_block(address, &size, write)
    }

    fn valid_block(&mut self, address: &Operand, size: &Operand, write: bool) -> Operand {
        let args = [address.clone(), size.clone()];
        self.memory(MemoryOp::Valid { write }, &args, Some(1)).expect("a result")
    }
}
