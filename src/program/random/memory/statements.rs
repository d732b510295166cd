//! Random statements: accesses, each behind the check that it is valid; allocations;
//! questions; branches and loops around other statements.

use super::*;

impl Generator<'_> {
    /// A statement of any kind, which takes its share of the budget.
    pub fn statement(&mut self, budget: &mut usize, depth: usize) {
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

    fn allocate(&mut self) {
        if self.program.memory.sites.is_empty() {
            return;
        }
        let site = AllocationSiteId(self.rng.index(self.program.memory.sites.len()) as u32);
        let largest =
            self.program.memory.objects[self.program.memory.sites[site].instances[0]].size;
        let pointer = self.pointer();
        let size = if self.rng.one_in(2) {
            self.number(pointer, largest.into())
        } else {
            let some = self.some(pointer);
            let all = self.number(pointer, u128::from(largest) + 1);
            self.assign(Op::Urem, &[some, all])
        };
        let zeroed = self.rng.one_in(2);
        let ok = self.memory(MemoryOp::Available(site), &[], Some(1)).expect("a result");
        self.show(ok.clone());
        self.when(ok, |this| {
            this.memory(MemoryOp::Allocate { site, zeroed }, &[size], Some(pointer))
        });
    }

    fn ask(&mut self) {
        let pointer = self.pointer();
        let (a, b) = (self.address(), self.address());
        let answer = match self.rng.below(6) {
            0 if !self.program.memory.sites.is_empty() => {
                let sites = self.program.memory.sites.len() as u32;
                self.memory(MemoryOp::Leaked, &[], Some(sites)).expect("a result")
            }
            1 => {
                // Without a choice of its own, so that the programs of seeds stay as they are.
                let is_even = self.program.values.len().is_multiple_of(2);
                let op = if is_even { MemoryOp::Room } else { MemoryOp::Offset };
                self.memory(op, &[a], Some(pointer)).expect("a result")
            }
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
