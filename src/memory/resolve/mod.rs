//! Each operation on memory becomes operations on values: [`accesses`] read and write cells,
//! [`elements`] those of arrays, [`blocks`] any number of bytes; [`validity`] and [`lives`] answer
//! whether an access is allowed and begin and end objects, [`leaks`] what nothing points to any
//! more; [`arithmetic`] and [`bases`] turn addresses into numbers where C asks for these.
//!
//! [`ssa`] writes the new program, [`mod@select`] chooses among places, [`mod@fold`] and
//! [`mod@clean`] keep it small.

mod accesses;
mod arithmetic;
mod bases;
mod blocks;
mod clean;
mod correspondence;
mod elements;
mod fold;
mod leaks;
mod lives;
mod select;
mod ssa;
mod validity;

use crate::bv::{Op, Value};
use crate::memory::Limits;
use crate::memory::model::layout::{CellId, Layout};
use crate::memory::model::variables::Variables;
use crate::memory::points_to::PointsTo;
use crate::memory::points_to::abstraction::{Abstract, Form};
use crate::memory::points_to::numbers::Numbers;
use crate::program::{
    Assumption, AssumptionKind, BlockId, GoalKind, Instr, Memory, MemoryInstr, MemoryOp, ObjectId,
    Operand, Program, Property, Storage, ValueId, VarId,
};
use arithmetic::Ends;
pub(super) use correspondence::correspondence;
use rustc_hash::FxHashMap;
use select::select;
use ssa::Writer;

/// The program with each operation on memory in terms of values.
pub(super) fn resolve(program: &Program, limits: &Limits) -> Program {
    let added = program.values.len();
    let mut resolver = Resolver::new(program, limits);
    resolver.run();
    clean::clean(resolver.writer.out, added).0.prune()
}

/// Everything that the operations are resolved with.
struct Resolver<'a> {
    pub program: &'a Program,
    pub limits: &'a Limits,
    pub points_to: PointsTo,
    pub layout: Layout,
    pub variables: Variables,
    pub writer: Writer<'a>,
    /// What sums and differences are made of.
    pub sums: FxHashMap<ValueId, (Op, &'a [Operand])>,
    /// What ends in the program.
    pub ends: Ends,
    /// Whether arithmetic on integers may lead far from an object.
    pub far_integers: bool,
    /// The numbers of the first bytes of objects, as far as something asked for them.
    pub bases: FxHashMap<ObjectId, Operand>,
    /// The C variables that cells are, for traces.
    pub named: FxHashMap<CellId, Option<VarId>>,
    /// The instruction that is resolved now.
    pub position: (BlockId, usize),
    /// The inputs that stand for contents that become arbitrary, by instruction.
    pub given: FxHashMap<(BlockId, usize), Vec<(CellId, ValueId)>>,
}

/// An address: the operand, and what is known of it.
struct Address {
    pub operand: Operand,
    pub set: Abstract,
    /// What only numbers were added to to get there, if that is an address of these objects, or null
    /// and its like.
    pub origin: Option<Operand>,
}

/// The sums and differences of a program.
fn sums(program: &Program) -> FxHashMap<ValueId, (Op, &[Operand])> {
    let instrs = program.blocks.iter().flat_map(|block| &block.instrs);
    let sum = |instr| match instr {
        &Instr::Assign { dest, op: op @ (Op::Add | Op::Sub), ref args, .. } => {
            Some((dest, (op, &args[..])))
        }
        _ => None,
    };
    instrs.filter_map(sum).collect()
}

fn bit(truth: bool) -> Operand {
    Operand::Const(Value::bool(truth))
}

impl<'a> Resolver<'a> {
    /// Analyses a program and prepares to rewrite it.
    pub fn new(program: &'a Program, limits: &'a Limits) -> Self {
        let points_to = PointsTo::new(program);
        let layout = Layout::new(program, &points_to, limits);
        let mut variables = Variables::new(program, &points_to, &layout);
        let all = std::mem::take(&mut variables.all);
        let writes = std::mem::take(&mut variables.writes);
        let writer = Writer::new(program, all, writes);
        let named = FxHashMap::default();
        let sums = sums(program);
        let ends = Ends::new(program);
        let far_integers = Self::has_far_integers(program, &points_to);
        let bases = FxHashMap::default();
        let (position, given) = ((program.entry, 0), FxHashMap::default());
        Self {
            program,
            limits,
            points_to,
            layout,
            variables,
            writer,
            sums,
            ends,
            far_integers,
            bases,
            named,
            position,
            given,
        }
    }

    /// Rewrites everything.
    pub fn run(&mut self) {
        let program = self.program;
        for id in program.reverse_postorder() {
            self.writer.begin(id);
            let block = &program.blocks[id];
            for phi in &block.phis {
                self.constant_address(phi.dest);
            }
            for (at, instr) in block.instrs.iter().enumerate() {
                self.writer.loc = instr.loc();
                self.position = (id, at);
                self.instr(id, at, instr);
            }
            self.writer.loc = block.loc;
            let read = block.terminator.operand().map(|read| self.quantity(read));
            self.writer.end(read);
        }
        self.writer.finish();
    }

    /// Lets a constant stand for a value that is always the same address; whether it is.
    fn constant_address(&mut self, dest: crate::program::ValueId) -> bool {
        let set = self.points_to.of(&Operand::Value(dest));
        let mut objects = set.objects.iter();
        if let (Some((&object, offsets)), None, None) = (objects.next(), objects.next(), set.number)
            && set.form == Form::CODE
            && self.program.values[dest].width() == self.memory().pointer_width
            && let Some(offset) = offsets.as_constant()
        {
            let address = self.address(object, offset);
            self.writer.replace(dest, Operand::Const(address));
            return true;
        }
        false
    }

    fn instr(&mut self, block: BlockId, at: usize, instr: &Instr) {
        match instr {
            Instr::Assign { dest, op, args, loc } => {
                self.list(*op, args);
                if !self.constant_address(*dest) {
                    self.assign(*dest, *op, args, *loc);
                }
            }
            Instr::Input { .. } => self.writer.instr(instr.clone()),
            Instr::Bind { var, value, loc } => {
                let value = self.writer.operand(value);
                self.writer.instr(Instr::Bind { var: *var, value, loc: *loc });
            }
            Instr::Memory(instr) => self.memory_instr((block.0, at), instr),
        }
    }

    pub fn memory(&self) -> &'a Memory {
        &self.program.memory
    }

    /// A number of the width of an address.
    pub fn number(&self, n: u64) -> Operand {
        Operand::Const(Value::new(self.memory().pointer_width, n.into()))
    }

    /// The address so many bytes into an object.
    pub fn address(&self, object: ObjectId, offset: i128) -> Value {
        let memory = self.memory();
        let offset = Value::new(memory.pointer_width, offset as u128);
        Op::Add.apply(&[&memory.base(object), &offset])
    }

    pub fn key(&self, object: ObjectId, offset: i128) -> u128 {
        self.address(object, offset).small().unwrap_or_default()
    }

    /// The address that an operand of the source is.
    pub fn pointer(&mut self, operand: &Operand) -> Address {
        let set = self.points_to.of(operand);
        let origin = self.origin(operand).map(|origin| self.writer.operand(&origin));
        let operand = self.writer.operand(operand);
        let operand = self.as_code(&operand, &set);
        let set = match &operand {
            Operand::Const(value) => self.constant(value, set),
            Operand::Value(_) => set,
        };
        Address { operand, set, origin }
    }

    /// See [`Address::origin`].
    fn origin(&self, operand: &Operand) -> Option<Operand> {
        let mut origin = operand.clone();
        loop {
            let set = self.points_to.of(&origin);
            if set.form == Form::CODE && set.number.is_none_or(|it| self.names_nothing(it)) {
                return Some(origin);
            }
            let Operand::Value(value) = origin else { return None };
            let &(op, args) = self.sums.get(&value)?;
            let is_address = |arg: &&Operand| !self.points_to.of(arg).objects.is_empty();
            let mut addresses = args.iter().filter(is_address);
            let (only, None) = (addresses.next()?, addresses.next()) else { return None };
            if op == Op::Sub && *only != args[0] {
                return None;
            }
            origin = only.clone();
        }
    }

    /// Whether none of these numbers is the code of an address.
    fn names_nothing(&self, numbers: Numbers) -> bool {
        let limit = 1i128 << self.points_to.field.bits;
        numbers.within(-limit, limit - 1)
    }

    /// The number that an operand of the source is, which is used as one.
    fn quantity(&mut self, operand: &Operand) -> Operand {
        let set = self.points_to.of(operand);
        let operand = self.writer.operand(operand);
        self.as_number(&operand, &set)
    }

    /// What a constant address with these possibilities is.
    fn constant(&self, value: &Value, set: Abstract) -> Abstract {
        let object = match set.objects.keys().next() {
            Some(&only) if set.bases() == 1 && set.form == Form::CODE => Some(only),
            _ => {
                let number = value.small().unwrap_or_default() >> self.points_to.field.bits;
                set.objects.keys().copied().find(|object| u128::from(object.0) + 1 == number)
            }
        };
        match object {
            Some(object) => {
                let base = self.memory().base(object);
                let offset = Op::Sub.apply(&[value, &base]);
                let offset = Numbers::of(&offset).as_constant().unwrap_or_default();
                Abstract::address(object, offset)
            }
            None => Abstract::numbers(Numbers::of(value)),
        }
    }

    pub fn apply(&mut self, op: Op, args: &[Operand]) -> Operand {
        self.writer.apply(op, args)
    }

    /// The bits of an address that say which object it belongs to.
    pub fn object_number(&mut self, address: &Operand) -> Operand {
        let high = self.memory().pointer_width - 1;
        let low = self.points_to.field.bits;
        self.apply(Op::Extract { high, low }, std::slice::from_ref(address))
    }

    /// Whether these bits are the number of an object.
    pub fn names_object(&mut self, number: &Operand) -> Operand {
        let width = self.writer.out.width(number);
        let count = self.memory().objects.len() as u128;
        let none = self.apply(Op::Eq, &[number.clone(), Operand::Const(Value::zero(width))]);
        let some = self.apply(Op::Not, &[none]);
        let count = Operand::Const(Value::new(width, count));
        let known = self.apply(Op::Ule, &[number.clone(), count]);
        self.apply(Op::And, &[some, known])
    }

    /// Whether addresses are taken to lead into objects, and no property asks whether they do.
    fn accesses_are_valid(&self) -> bool {
        let mut assumed = self.program.assumptions.iter();
        assumed.any(|it| it.kind == AssumptionKind::AccessesValid)
            && !self.program.checks(Property::ValidDeref)
    }

    /// An address that may be a number made from anything is followed only where an
    /// address could be that the analysis knows. What began as an address is none.
    pub fn only_known(&mut self, address: &Address) {
        let Some(numbers) = address.set.number else { return };
        if self.names_nothing(numbers) || matches!(address.operand, Operand::Const(_)) {
            return;
        }
        let number = self.object_number(&address.operand);
        let mut known = bit(false);
        for (&object, &offsets) in &address.set.objects {
            let fits = self.fits(address, object, offsets);
            known = self.apply(Op::Or, &[known, fits]);
        }
        let unknown = self.apply(Op::Not, &[known]);
        let names = self.names_object(&number);
        let mut bad = self.apply(Op::And, &[names, unknown]);
        if let Some(origin) = &address.origin {
            let number = self.object_number(origin);
            let is_address = self.names_object(&number);
            let is_number = self.apply(Op::Not, &[is_address]);
            bad = self.apply(Op::And, &[bad, is_number]);
        }
        if self.accesses_are_valid() {
            self.writer.end_invalid(&bad);
            return;
        }
        let what = "an address that was made from a number".to_owned();
        self.writer.check(&bad, GoalKind::Unsupported(what));
    }

    /// Whether an address is that of the object plus one of the offsets.
    fn fits(&mut self, address: &Address, object: ObjectId, offsets: Numbers) -> Operand {
        let operand = address.operand.clone();
        if let Some(offset) = offsets.as_constant() {
            let place = Operand::Const(self.address(object, offset));
            return self.apply(Op::Eq, &[operand, place]);
        }
        let base = Operand::Const(self.memory().base(object));
        let offset = self.apply(Op::Sub, &[operand, base]);
        let width = self.memory().pointer_width;
        let constant = |n: i128| Operand::Const(Value::new(width, n as u128));
        let last = i128::from(self.memory().objects[object].size).min(offsets.high);
        if last < 0 {
            return bit(false);
        }
        let mut fits = self.apply(Op::Ule, &[offset.clone(), constant(last)]);
        if offsets.low > 0 {
            let after = self.apply(Op::Ule, &[constant(offsets.low), offset.clone()]);
            fits = self.apply(Op::And, &[fits, after]);
        }
        if offsets.step > 1 {
            let rest = self.apply(Op::Urem, &[offset, constant(offsets.step)]);
            let on = self.apply(Op::Eq, &[rest, constant(offsets.start)]);
            fits = self.apply(Op::And, &[fits, on]);
        }
        fits
    }

    fn end_of(&mut self, object: ObjectId) {
        if let Some(var) = self.variables.alive[object] {
            self.writer.write(var, bit(false));
        }
    }

    /// A pointer to an object of an earlier iteration may be hidden: what it is now is not known.
    fn hidden(&mut self, past: ObjectId) {
        let name = &self.memory().objects[past].name;
        let what = format!("'{name}', whose address is kept in parts or hidden from the analysis");
        self.writer.check(&bit(true), GoalKind::Unsupported(what));
    }

    /// Whether all of an access range was written; where it is valid nowhere that is not specified.
    fn is_written(&mut self, at: &Address, bytes: u64) -> Operand {
        let mut items = Vec::new();
        for (key, place) in self.places(at, bytes, false) {
            items.push((key, self.written(place, bytes)));
        }
        match items.is_empty() {
            true => bit(true),
            false => select(&mut self.writer, &at.operand, &items),
        }
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each operation, with its operands")]
    fn memory_instr(&mut self, position: (u32, usize), instr: &MemoryInstr) {
        let result = match instr.op {
            MemoryOp::Address(object) => Some(Operand::Const(self.memory().base(object))),
            MemoryOp::Load => {
                let [from] = instr.operands();
                let bytes =
                    instr.dest.map_or(0, |dest| u64::from(self.program.values[dest].width() / 8));
                let from = self.pointer(from);
                self.modelled(&from);
                self.is_one(&from, bytes);
                Some(self.load(&from, bytes))
            }
            MemoryOp::Store => {
                let [to, value] = instr.operands();
                let (to, value) = (self.pointer(to), self.writer.operand(value));
                self.modelled(&to);
                let bytes = u64::from(self.writer.out.width(&value) / 8);
                self.store(&to, bytes, |this, from, bytes| {
                    let (low, high) = (from * 8, (from + bytes) * 8 - 1);
                    let part = Op::Extract { high: high as u32, low: low as u32 };
                    (this.apply(part, std::slice::from_ref(&value)), bit(true))
                });
                None
            }
            MemoryOp::Fill(bytes) => {
                let [to, byte] = instr.operands();
                let (to, byte) = (self.pointer(to), self.writer.operand(byte));
                self.modelled(&to);
                self.store(&to, bytes, |this, _, bytes| (this.repeated(&byte, bytes), bit(true)));
                self.fill_arrays(&to, &byte, bytes);
                None
            }
            MemoryOp::Copy(bytes) => {
                let [to, from] = instr.operands();
                let (to, from) = (self.pointer(to), self.pointer(from));
                self.modelled(&from);
                self.modelled(&to);
                self.copy(position, &to, &from, bytes);
                None
            }
            MemoryOp::FillBytes => {
                let [to, byte, size] = instr.operands();
                let (to, byte) = (self.pointer(to), self.writer.operand(byte));
                let size = self.quantity(size);
                self.modelled(&to);
                self.fill_bytes(&to, &byte, &size);
                None
            }
            MemoryOp::CopyBytes => {
                let [to, from, size] = instr.operands();
                let (to, from) = (self.pointer(to), self.pointer(from));
                let size = self.quantity(size);
                self.modelled(&from);
                self.modelled(&to);
                self.copy_bytes(&to, &from, &size);
                None
            }
            MemoryOp::Find { last } => {
                let [from, byte, size] = instr.operands();
                let (from, byte) = (self.pointer(from), self.writer.operand(byte));
                let size = self.quantity(size);
                self.modelled(&from);
                Some(self.find(&from, &byte, &size, last))
            }
            MemoryOp::Mismatch => {
                let [one, other, size] = instr.operands();
                let (one, other) = (self.pointer(one), self.pointer(other));
                let size = self.quantity(size);
                self.modelled(&one);
                self.modelled(&other);
                Some(self.mismatch(&one, &other, &size))
            }
            MemoryOp::Valid { write } => {
                let [at, size] = instr.operands();
                let (at, size) = (self.pointer(at), self.quantity(size));
                Some(self.valid(&at, &size, write))
            }
            MemoryOp::Aligned(bytes) => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                Some(self.aligned(&at, bytes))
            }
            MemoryOp::Freeable => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                Some(self.freeable(&at))
            }
            MemoryOp::Start(object) => {
                self.start(object);
                None
            }
            MemoryOp::End(object) => {
                self.end_of(object);
                None
            }
            MemoryOp::Retire { now, past, hidden } => {
                if hidden {
                    self.hidden(past);
                }
                self.retire(now, past, &instr.args);
                None
            }
            MemoryOp::Available(site) => Some(self.available(site)),
            MemoryOp::Allocate { site, zeroed } => {
                let [size] = instr.operands();
                let size = self.quantity(size);
                Some(self.allocate(site, &size, zeroed))
            }
            MemoryOp::Free => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                self.end(&at, Storage::Heap);
                None
            }
            MemoryOp::Release => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                self.end(&at, Storage::Stack);
                None
            }
            MemoryOp::Leaked => Some(self.leaked()),
            MemoryOp::Lost => {
                let held = &instr.args;
                let held: Vec<Address> = held.iter().map(|held| self.pointer(held)).collect();
                Some(self.lost(&held))
            }
            MemoryOp::Written(bytes) => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                self.modelled(&at);
                Some(self.is_written(&at, bytes))
            }
            MemoryOp::Havoc { direct: false } => {
                self.havoc(position, None);
                None
            }
            MemoryOp::Havoc { direct: true } => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                self.havoc(position, Some(&at));
                None
            }
            MemoryOp::WrittenBytes => {
                let [from, size] = instr.operands();
                let (from, size) = (self.pointer(from), self.quantity(size));
                self.modelled(&from);
                Some(self.all_written(&from, &size))
            }
            MemoryOp::Overlap => {
                let [p, n, q, m] = instr.operands();
                let (p, q) = (self.pointer(p), self.pointer(q));
                let (n, m) = (self.quantity(n), self.quantity(m));
                Some(self.overlap((&p, &n), (&q, &m)))
            }
            MemoryOp::Room => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                Some(self.room(&at))
            }
            MemoryOp::Offset => {
                let [at] = instr.operands();
                let at = self.pointer(at);
                Some(self.offset_in_object(&at))
            }
        };
        if let (Some(dest), Some(result)) = (instr.dest, result)
            && !self.constant_address(dest)
        {
            self.writer.replace(dest, result);
        }
    }

    /// Ends the path where an access is to an object that has no cells because it is too
    /// large, or everything is.
    fn modelled(&mut self, address: &Address) {
        if self.writer.written > self.limits.instructions {
            let what = "operations on memory beyond the number that is modelled".to_owned();
            self.writer.check(&bit(true), GoalKind::Unsupported(what));
        }
        for &object in address.set.objects.keys() {
            if !self.layout.oversized.contains(&object) {
                continue;
            }
            let bad = if address.set.bases() == 1 {
                bit(true)
            } else {
                let number = self.object_number(&address.operand);
                let width = self.writer.out.width(&number);
                let own = Operand::Const(Value::new(width, u128::from(object.0) + 1));
                self.apply(Op::Eq, &[number, own])
            };
            let info = &self.memory().objects[object];
            let what = format!(
                "the object '{}' of {} bytes is larger than what is modelled",
                info.name, info.size
            );
            self.writer.check(&bad, GoalKind::Unsupported(what));
        }
    }

    /// Lists a shortcut with the verdict, once for each place.
    pub fn assume(&mut self, kind: AssumptionKind, what: &str) {
        let entry = Assumption { kind, what: what.to_owned(), loc: self.writer.loc };
        if !self.writer.out.assumptions.contains(&entry) {
            self.writer.out.assumptions.push(entry);
        }
    }
}
