//! Random programs with memory: structured control flow, a few objects of each sort of
//! storage, every access guarded, and what was read bound to a variable, so that two runs
//! can be compared.

use super::*;

/// A random program with operations on memory.
pub fn program(rng: &mut Random) -> Program {
    let mut generator =
        Generator { rng, program: Program::default(), at: BlockId(0), scope: vec![] };
    generator.objects();
    generator.at = generator.block();
    for width in [8, 24, 8] {
        let dest = generator.value(width);
        let kind = InputKind::Call { function: "nondet".to_owned(), signed: false };
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

/// Sizes of random objects in bytes.
const SIZES: [u64; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];

impl Generator<'_> {
    fn objects(&mut self) {
        self.program.variables.push(Variable {
            name: "seen".to_owned(),
            function: "main".to_owned(),
            ty: CType { name: "int".to_owned(), style: CStyle::Unsigned },
            chain: Vec::new(),
        });
        let mut memory =
            Memory { pointer_width: *self.rng.pick(&[16, 16, 32]), ..Memory::default() };
        let count = 1 + self.rng.index(4);
        for number in 0..count {
            let storage = *self.rng.pick(&[
                Storage::Static,
                Storage::Static,
                Storage::Local,
                Storage::Local,
                Storage::Function,
            ]);
            let size = if storage == Storage::Function { 0 } else { *self.rng.pick(&SIZES) };
            let initial = self.initial(memory.pointer_width, size, count);
            memory.objects.push(Object {
                name: format!("o{number}"),
                loc: None,
                storage,
                size,
                align: 1 << self.rng.below(3),
                writable: !self.rng.one_in(6),
                initial,
                fields: vec![],
            });
        }
        for _ in 0..self.rng.index(3) {
            let size = *self.rng.pick(&SIZES);
            let instances = (0..1 + self.rng.index(3)).map(|_| {
                let name = format!("o{}", memory.objects.len());
                memory.objects.push(Object {
                    name,
                    loc: None,
                    storage: Storage::Heap,
                    size,
                    align: 4,
                    writable: true,
                    initial: Initial::Arbitrary,
                    fields: vec![],
                })
            });
            let instances = instances.collect();
            memory.pools.push(Pool { instances });
        }
        self.program.memory = memory;
    }

    fn initial(&mut self, pointer: u32, size: u64, objects: usize) -> Initial {
        if self.rng.one_in(3) {
            return Initial::Arbitrary;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < size {
            let bytes = match self.rng.below(4) {
                0 => u64::from(pointer / 8),
                other => other,
            };
            if at + bytes <= size {
                if bytes == u64::from(pointer / 8) && self.rng.one_in(2) {
                    let to = ObjectId(self.rng.index(objects) as u32);
                    pieces.push((at, Piece::Address(to, self.rng.below(4) as i64)));
                } else if !self.rng.one_in(3) {
                    let value = Value::new(bytes as u32 * 8, self.rng.wide());
                    pieces.push((at, Piece::Number(value)));
                }
            }
            at += bytes;
        }
        Initial::Known(pieces)
    }

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
        let id = self.program.values.push(ValueInfo { width, name: String::new() });
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
        let fits = |value: &&ValueId| self.program.values[**value].width == width;
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

    fn copy(&mut self) {
        let (to, from) = (self.address(), self.address());
        let (op, size) = if self.rng.one_in(2) {
            (MemoryOp::CopyBytes, self.length())
        } else {
            let bytes = *self.rng.pick(&[0, 1, 2, 4, 6, 8, 12]);
            (MemoryOp::Copy(bytes), self.number(self.pointer(), bytes.into()))
        };
        let one = self.valid_block(&to, &size, true);
        let other = self.valid_block(&from, &size, false);
        let both = self.assign(Op::And, &[one, other]);
        self.when(both, |this| {
            let size = (op == MemoryOp::CopyBytes).then_some(size);
            let args: Vec<Operand> = [to, from].into_iter().chain(size).collect();
            this.memory(op, &args, None)
        });
    }

    fn fill(&mut self) {
        let (to, byte) = (self.address(), self.some(8));
        if self.rng.one_in(2) {
            let size = self.length();
            let ok = self.valid_block(&to, &size, true);
            self.when(ok, |this| this.memory(MemoryOp::FillBytes, &[to, byte, size], None));
        } else {
            let bytes = *self.rng.pick(&[0, 1, 2, 3, 8]);
            let ok = self.valid(&to, bytes, true);
            self.when(ok, |this| this.memory(MemoryOp::Fill(bytes), &[to, byte], None));
        }
    }

    fn search(&mut self) {
        let (one, pointer) = (self.address(), self.pointer());
        let size = if self.rng.one_in(2) {
            self.length()
        } else {
            self.memory(MemoryOp::Room, std::slice::from_ref(&one), Some(pointer))
                .expect("a result")
        };
        let mut ok = self.valid_block(&one, &size, false);
        let second = self.rng.one_in(3).then(|| self.address());
        if let Some(other) = &second {
            let other = self.valid_block(other, &size, false);
            ok = self.assign(Op::And, &[ok, other]);
        }
        let (byte, last) = (self.some(8), self.rng.one_in(2));
        let asks = self.rng.one_in(4);
        self.when(ok, |this| {
            if asks {
                let args = [one.clone(), size.clone()];
                let written = this.memory(MemoryOp::WrittenBytes, &args, Some(1));
                written.into_iter().for_each(|written| this.show(written));
            }
            let (op, middle) = match second {
                Some(other) => (MemoryOp::Mismatch, other),
                None => (MemoryOp::Find { last }, byte),
            };
            let index = this.memory(op, &[one, middle, size], Some(pointer));
            index.clone().into_iter().for_each(|index| this.show(index));
            index
        });
    }

    fn statement(&mut self, budget: &mut usize, depth: usize) {
        *budget = budget.saturating_sub(1);
        let pointer = self.pointer();
        match self.rng.below(21) {
            0..=3 => self.read(),
            4..=8 => self.write(),
            9 => self.copy(),
            10 => self.fill(),
            11 | 12 => self.allocate(),
            13 => {
                let at = if self.rng.one_in(3) { self.address() } else { self.some(pointer) };
                let ok = self.memory(MemoryOp::Freeable, std::slice::from_ref(&at), Some(1));
                let ok = ok.expect("a result");
                self.show(ok.clone());
                self.when(ok, |this| this.memory(MemoryOp::Free, &[at], None));
            }
            14 | 15 => {
                let objects = self.program.memory.objects.iter_enumerated();
                let locals = objects.filter(|(_, object)| object.storage == Storage::Local);
                let locals: Vec<ObjectId> = locals.map(|(id, _)| id).collect();
                if !locals.is_empty() {
                    let object = *self.rng.pick(&locals);
                    let op = if self.rng.one_in(3) {
                        MemoryOp::End(object)
                    } else {
                        MemoryOp::Start(object)
                    };
                    self.memory(op, &[], None);
                }
            }
            16 => self.ask(),
            17 if depth < 3 => {
                let cond = self.condition();
                self.when(cond, |this| {
                    let scope = this.scope.len();
                    let mut inner = (*budget).min(1 + this.rng.index(5));
                    while inner > 0 {
                        this.statement(&mut inner, depth + 1);
                    }
                    this.scope.get(scope..).and_then(|new| new.last()).map(|&id| Operand::Value(id))
                });
            }
            18 if depth < 3 => self.repeat(depth),
            19 => self.search(),
            _ => self.arithmetic(),
        }
    }

    fn condition(&mut self) -> Operand {
        let width = *self.rng.pick(&[8, 24]);
        let (a, b) = (self.some(width), self.some(width));
        let op = *self.rng.pick(&[Op::Ult, Op::Eq, Op::Slt]);
        self.assign(op, &[a, b])
    }

    fn read(&mut self) {
        let width = *self.rng.pick(&[8, 16, 32, 24, self.pointer(), self.pointer()]);
        let from = self.address();
        let ok = self.valid(&from, u64::from(width / 8), false);
        self.show(ok.clone());
        let asks = self.rng.one_in(8);
        self.when(ok, |this| {
            if asks {
                let op = MemoryOp::Written(u64::from(width / 8));
                let written = this.memory(op, std::slice::from_ref(&from), Some(1));
                written.into_iter().for_each(|written| this.show(written));
            }
            let value = this.memory(MemoryOp::Load, &[from], Some(width));
            value.clone().into_iter().for_each(|value| this.show(value));
            value
        });
    }

    fn write(&mut self) {
        let width = *self.rng.pick(&[8, 16, 32, 24, self.pointer(), self.pointer()]);
        let to = self.address();
        let value = if width == self.pointer() { self.address() } else { self.some(width) };
        let ok = self.valid(&to, u64::from(width / 8), true);
        self.when(ok, |this| this.memory(MemoryOp::Store, &[to, value], None));
    }

    fn allocate(&mut self) {
        if self.program.memory.pools.is_empty() {
            return;
        }
        let pool = PoolId(self.rng.index(self.program.memory.pools.len()) as u32);
        let largest =
            self.program.memory.objects[self.program.memory.pools[pool].instances[0]].size;
        let pointer = self.pointer();
        let size = if self.rng.one_in(2) {
            self.number(pointer, largest.into())
        } else {
            let some = self.some(pointer);
            let all = self.number(pointer, u128::from(largest) + 1);
            self.assign(Op::Urem, &[some, all])
        };
        let zeroed = self.rng.one_in(2);
        let ok = self.memory(MemoryOp::Available(pool), &[], Some(1)).expect("a result");
        self.show(ok.clone());
        self.when(ok, |this| {
            this.memory(MemoryOp::Allocate { pool, zeroed }, &[size], Some(pointer))
        });
    }

    fn ask(&mut self) {
        let pointer = self.pointer();
        let (a, b) = (self.address(), self.address());
        let answer = match self.rng.below(6) {
            0 if !self.program.memory.pools.is_empty() => {
                let sites = self.program.memory.pools.len() as u32;
                self.memory(MemoryOp::Leaked, &[], Some(sites)).expect("a result")
            }
            1 => self.memory(MemoryOp::Room, &[a], Some(pointer)).expect("a result"),
            2 => self.assign(Op::Sub, &[a, b]),
            3 => {
                let bytes = 1 << self.rng.below(3);
                let op = MemoryOp::Aligned(bytes);
                self.memory(op, &[a], Some(1)).expect("a result")
            }
            _ => {
                let op = *self.rng.pick(&[Op::Ult, Op::Eq, Op::Sle]);
                self.assign(op, &[a, b])
            }
        };
        self.show(answer);
    }

    /// A loop with a counter and an address that moves.
    fn repeat(&mut self, depth: usize) {
        let pointer = self.pointer();
        let (start, count) = (self.address(), 1 + self.rng.below(5));
        let (head, body, exit) = (self.block(), self.block(), self.block());
        let before = self.at;
        self.end(Terminator::Goto(head));
        self.at = head;
        let (i, p) = (self.value(8), self.value(pointer));
        let limit = self.number(8, count.into());
        let more = self.assign(Op::Ult, &[Operand::Value(i), limit]);
        self.end(Terminator::Branch { cond: more, then: body, otherwise: exit });
        let scope = self.scope.clone();
        self.at = body;
        let mut inner = 1 + self.rng.index(4);
        while inner > 0 {
            self.statement(&mut inner, depth + 1);
        }
        let one = self.number(8, 1);
        let next = self.assign(Op::Add, &[Operand::Value(i), one]);
        let moved = if self.rng.one_in(4) {
            self.some(pointer)
        } else {
            let step = u128::from(*self.rng.pick(&[1u8, 2, 3, 4, 6]));
            let step = self.number(pointer, step);
            self.assign(Op::Add, &[Operand::Value(p), step])
        };
        let from = self.at;
        self.end(Terminator::Goto(head));
        let zero = self.number(8, 0);
        self.program.blocks[head].phis = vec![
            Phi { dest: i, incoming: vec![(before, zero), (from, next)] },
            Phi { dest: p, incoming: vec![(before, start), (from, moved)] },
        ];
        self.scope = scope;
        self.at = exit;
    }

    fn arithmetic(&mut self) {
        let pointer = self.pointer();
        if self.rng.one_in(2) {
            let address = self.address();
            let made = match self.rng.below(5) {
                0 => {
                    let tag = self.number(pointer, 1);
                    self.assign(Op::Or, &[address, tag])
                }
                1 => {
                    let mask = self.number(pointer, !3);
                    self.assign(Op::And, &[address, mask])
                }
                2 => {
                    let low = self
                        .assign(Op::Extract { high: 7, low: 0 }, std::slice::from_ref(&address));
                    let high = self.assign(Op::Extract { high: pointer - 1, low: 8 }, &[address]);
                    self.assign(Op::Concat, &[high, low])
                }
                3 => {
                    let by = u128::from(self.rng.below(6));
                    let by = self.number(pointer, by);
                    self.assign(Op::Sub, &[address, by])
                }
                _ => {
                    let (cond, other) = (self.condition(), self.address());
                    self.assign(Op::Ite, &[cond, address, other])
                }
            };
            if self.rng.one_in(3) {
                self.show(made);
            }
        } else {
            let width = *self.rng.pick(&[8, 24]);
            let (a, b) = (self.some(width), self.some(width));
            let op = *self.rng.pick(&[Op::Add, Op::Xor, Op::Mul, Op::And, Op::Sub]);
            self.assign(op, &[a, b]);
        }
    }
}
