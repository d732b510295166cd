//! The pass itself: each operation on memory becomes operations on values.

use super::Limits;
use super::abstraction::Abstract;
use super::layout::{Cell, CellId, Layout, Place};
use super::numbers::Numbers;
use super::points_to::{PointsTo, has_contents};
use super::select::{decode, select};
use super::ssa::Writer;
use super::variables::{Variables, cell_name, initial};
use crate::bv::{Op, Value};
use crate::program::{
    Approximation, BlockId, Field, GoalKind, Initial, Instr, Memory, MemoryInstr, MemoryOp,
    ObjectId, Operand, PoolId, Program, Storage, VarId,
};
use rustc_hash::FxHashMap;

/// Everything that the operations are resolved with.
pub(super) struct Resolver<'a> {
    pub program: &'a Program,
    pub limits: &'a Limits,
    pub points_to: PointsTo,
    pub layout: Layout,
    pub variables: Variables,
    pub writer: Writer<'a>,
    /// The C variables that cells are, for traces.
    named: FxHashMap<CellId, Option<VarId>>,
}

/// An address: the operand, and what is known of it.
pub(super) struct Address {
    pub operand: Operand,
    pub set: Abstract,
}

/// A write that may be to more places than this is not told cell by cell.
const MAX_TOLD: usize = 16;

pub(super) fn bit(truth: bool) -> Operand {
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
        Self { program, limits, points_to, layout, variables, writer, named }
    }

    /// Rewrites everything.
    pub fn run(mut self) -> Program {
        let program = self.program;
        for id in program.reverse_postorder() {
            self.writer.begin(id);
            let block = &program.blocks[id];
            for phi in &block.phis {
                self.constant_address(phi.dest);
            }
            for (at, instr) in block.instrs.iter().enumerate() {
                self.writer.loc = instr.loc();
                self.instr(id, at, instr);
            }
            self.writer.loc = block.loc;
            self.writer.end();
        }
        self.writer.finish()
    }

    /// Lets a constant stand for a value that is always the same address; whether it is.
    fn constant_address(&mut self, dest: crate::program::ValueId) -> bool {
        let set = self.points_to.of(&Operand::Value(dest));
        let mut objects = set.objects.iter();
        if let (Some((&object, offsets)), None, None) = (objects.next(), objects.next(), set.number)
            && self.program.values[dest].width == self.memory().pointer_width
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
    fn address(&self, object: ObjectId, offset: i128) -> Value {
        let memory = self.memory();
        let offset = Value::new(memory.pointer_width, offset as u128);
        Op::Add.apply(&[&memory.base(object), &offset])
    }

    fn key(&self, object: ObjectId, offset: i128) -> u128 {
        self.address(object, offset).small().unwrap_or_default()
    }

    /// The address that an operand of the source is.
    pub fn pointer(&self, operand: &Operand) -> Address {
        let set = self.points_to.of(operand);
        let operand = self.writer.operand(operand);
        let set = match &operand {
            Operand::Const(value) => self.constant(value, set),
            Operand::Value(_) => set,
        };
        Address { operand, set }
    }

    /// What a constant address with these possibilities is.
    fn constant(&self, value: &Value, set: Abstract) -> Abstract {
        let object = match set.objects.keys().next() {
            Some(&only) if set.bases() == 1 => Some(only),
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

    pub fn lives(&mut self, object: ObjectId) -> Operand {
        match (self.variables.alive[object], self.memory().objects[object].storage) {
            (Some(var), _) => self.writer.read(var),
            (None, storage) => bit(storage == Storage::Static),
        }
    }

    /// The size in bytes of an object that lives.
    fn size(&mut self, object: ObjectId) -> Operand {
        match self.variables.sizes[object] {
            Some(var) => {
                let size = self.writer.read(var);
                let width = self.memory().pointer_width;
                self.apply(Op::ZeroExtend(width), &[size])
            }
            None => self.number(self.variables.known_sizes[object]),
        }
    }

    /// An address that may be a number made from anything is followed only where an
    /// address could be that the analysis knows.
    fn only_known(&mut self, address: &Address) {
        let limit = 1i128 << self.points_to.field.bits;
        let Some(numbers) = address.set.number else { return };
        if numbers.within(-limit, limit - 1) || matches!(address.operand, Operand::Const(_)) {
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
        let bad = self.apply(Op::And, &[names, unknown]);
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

    fn memory_instr(&mut self, site: (u32, usize), instr: &MemoryInstr) {
        let result = match (instr.op, &instr.args[..]) {
            (MemoryOp::Address(object), _) => Some(Operand::Const(self.memory().base(object))),
            (MemoryOp::Load, [from]) => {
                let bytes =
                    instr.dest.map_or(0, |dest| u64::from(self.program.values[dest].width / 8));
                let from = self.pointer(from);
                self.modelled(&from);
                Some(self.load(&from, bytes))
            }
            (MemoryOp::Store, [to, value]) => {
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
            (MemoryOp::Fill(bytes), [to, byte]) => {
                let (to, byte) = (self.pointer(to), self.writer.operand(byte));
                self.modelled(&to);
                self.store(&to, bytes, |this, _, bytes| (this.repeated(&byte, bytes), bit(true)));
                None
            }
            (MemoryOp::Copy(bytes), [to, from]) => {
                let (to, from) = (self.pointer(to), self.pointer(from));
                self.modelled(&from);
                self.modelled(&to);
                self.copy(site, &to, &from, bytes);
                None
            }
            (MemoryOp::Valid { write }, [at, size]) => {
                let (at, size) = (self.pointer(at), self.writer.operand(size));
                Some(self.valid(&at, &size, write))
            }
            (MemoryOp::Freeable, [at]) => {
                let at = self.pointer(at);
                Some(self.freeable(&at))
            }
            (MemoryOp::Start(object), _) => {
                self.start(object);
                None
            }
            (MemoryOp::End(object), _) => {
                if let Some(var) = self.variables.alive[object] {
                    self.writer.write(var, bit(false));
                }
                None
            }
            (MemoryOp::Available(pool), _) => Some(self.available(pool)),
            (MemoryOp::Allocate { pool, zeroed }, [size]) => {
                let size = self.writer.operand(size);
                Some(self.allocate(pool, &size, zeroed))
            }
            (MemoryOp::Free, [at]) => {
                let at = self.pointer(at);
                self.end(&at, Storage::Heap);
                None
            }
            (MemoryOp::Release, [at]) => {
                let at = self.pointer(at);
                self.end(&at, Storage::Stack);
                None
            }
            (MemoryOp::Leaked, _) => Some(self.leaked()),
            (MemoryOp::Lost, held) => {
                let held: Vec<Address> = held.iter().map(|held| self.pointer(held)).collect();
                Some(self.lost(&held))
            }
            (MemoryOp::Written(bytes), [at]) => {
                let at = self.pointer(at);
                self.modelled(&at);
                let mut items = Vec::new();
                for (key, place) in self.places(&at, bytes, false) {
                    items.push((key, self.written(place, bytes)));
                }
                match items.is_empty() {
                    // No valid place: not specified.
                    true => Some(bit(true)),
                    false => Some(select(&mut self.writer, &at.operand, &items)),
                }
            }
            (MemoryOp::Overlap, [p, n, q, m]) => {
                let (p, q) = (self.pointer(p), self.pointer(q));
                let (n, m) = (self.writer.operand(n), self.writer.operand(m));
                Some(self.overlap((&p, &n), (&q, &m)))
            }
            (MemoryOp::Size, [at]) => {
                let at = self.pointer(at);
                Some(self.size_at(&at))
            }
            (op, args) => unreachable!("{op:?} with {} operands", args.len()),
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

    /// A byte so many times.
    fn repeated(&mut self, byte: &Operand, times: u64) -> Operand {
        if times == 1 {
            return byte.clone();
        }
        let half = self.repeated(byte, times / 2);
        let both = self.apply(Op::Concat, &[half.clone(), half]);
        if times % 2 == 1 { self.apply(Op::Concat, &[byte.clone(), both]) } else { both }
    }

    /// The places that an access may be to, with their addresses, in order.
    fn places(&self, address: &Address, bytes: u64, write: bool) -> Vec<(u128, Place)> {
        let places = self.layout.places(self.program, &address.set, bytes, write);
        let keyed =
            places.into_iter().map(|place| (self.key(place.object, place.offset.into()), place));
        let mut keyed: Vec<_> = keyed.collect();
        keyed.sort_unstable_by_key(|place| place.0);
        keyed
    }

    /// What lies at an address.
    fn load(&mut self, from: &Address, bytes: u64) -> Operand {
        let mut items = Vec::new();
        for (key, place) in self.places(from, bytes, false) {
            items.push((key, self.contents(place, bytes)));
        }
        if items.is_empty() {
            // No valid place: not specified.
            return Operand::Const(Value::zero((bytes * 8) as u32));
        }
        select(&mut self.writer, &from.operand, &items)
    }

    /// What cells hold that all are read, so many bytes from a place on.
    pub fn contents(&mut self, at: Place, bytes: u64) -> Operand {
        let cells = self.layout.within(at, bytes).to_vec();
        let mut all: Option<Operand> = None;
        for cell in cells {
            let value = self.writer.read(self.variables.cell(cell));
            all = Some(match all {
                None => value,
                Some(low) => self.apply(Op::Concat, &[value, low]),
            });
        }
        all.expect("what is loaded has cells")
    }

    /// Whether the cells that all are read, so many bytes from a place on, were written.
    fn written(&mut self, at: Place, bytes: u64) -> Operand {
        let mut all = bit(true);
        for cell in self.layout.within(at, bytes).to_vec() {
            if let Some(var) = self.variables.written(cell) {
                let written = self.writer.read(var);
                all = self.apply(Op::And, &[all, written]);
            }
        }
        all
    }

    /// Writes to an address; `part` gives some of the bytes, by first and number, and
    /// whether they count as written.
    fn store(
        &mut self,
        to: &Address,
        bytes: u64,
        mut part: impl FnMut(&mut Self, u64, u64) -> (Operand, Operand),
    ) {
        if bytes == 0 {
            return;
        }
        let places = self.places(to, bytes, true);
        let keys: Vec<u128> = places.iter().map(|place| place.0).collect();
        let hits = decode(&mut self.writer, &to.operand, &keys);
        let told = places.len() <= MAX_TOLD;
        for ((_, place), hit) in places.into_iter().zip(hits) {
            for cell in self.layout.within(place, bytes).to_vec() {
                let Cell { start, bytes, .. } = self.layout.cells[cell];
                let (new, written) = part(self, start - place.offset, bytes);
                if let Some(var) = self.variables.written(cell) {
                    self.write_if(&hit, var, written);
                }
                self.write_if(&hit, self.variables.cell(cell), new);
                if told {
                    self.bind(cell);
                }
            }
        }
    }

    /// Tells traces the new value of a cell that is a scalar with a name.
    fn bind(&mut self, id: CellId) {
        let named = match self.named.get(&id) {
            Some(&known) => known,
            None => {
                let cell = &self.layout.cells[id];
                let object = &self.program.memory.objects[cell.object];
                let same = |it: &&Field| (it.offset, it.size) == (cell.start, cell.bytes);
                let made = object.fields.iter().find(same).map(|field| {
                    let name = format!("{}{}", object.name, field.path);
                    self.writer.variable(name, field.ty.clone())
                });
                self.named.insert(id, made);
                made
            }
        };
        if let Some(var) = named {
            let value = self.writer.read(self.variables.cell(id));
            let loc = self.writer.loc;
            self.writer.instr(Instr::Bind { var, value, loc });
        }
    }

    /// Changes a variable where a condition holds.
    fn write_if(&mut self, hit: &Operand, var: super::ssa::Var, new: Operand) {
        let value = if *hit == bit(true) {
            new
        } else {
            let old = self.writer.read(var);
            self.apply(Op::Ite, &[hit.clone(), new, old])
        };
        self.writer.write(var, value);
    }

    fn copy(&mut self, site: (u32, usize), to: &Address, from: &Address, bytes: u64) {
        let Some(cuts) = self.layout.cuts.get(&site).cloned() else { return };
        let (sources, targets) = (self.places(from, bytes, false), self.places(to, bytes, true));
        if sources.is_empty() || targets.is_empty() {
            return;
        }
        // Everything is read before anything is written.
        let mut pieces = Vec::new();
        for ends in cuts.windows(2) {
            let length = ends[1] - ends[0];
            let moved = |place: &Place| Place { offset: place.offset + ends[0], ..*place };
            let wanted = targets
                .iter()
                .any(|(_, place)| !self.layout.within(moved(place), length).is_empty());
            if wanted {
                let (mut items, mut written) = (Vec::new(), Vec::new());
                for (key, place) in &sources {
                    items.push((*key, self.contents(moved(place), length)));
                    written.push((*key, self.written(moved(place), length)));
                }
                let piece = select(&mut self.writer, &from.operand, &items);
                let written = select(&mut self.writer, &from.operand, &written);
                pieces.push((ends[0], (piece, written)));
            }
        }
        self.store(to, bytes, |_, at, _| {
            let piece = pieces.iter().find(|piece| piece.0 == at);
            piece.expect("cells have the same boundaries on both sides").1.clone()
        });
    }

    fn valid(&mut self, at: &Address, size: &Operand, write: bool) -> Operand {
        let zero = self.number(0);
        let nothing = self.apply(Op::Eq, &[size.clone(), zero]);
        if nothing == bit(true) {
            return nothing;
        }
        self.only_known(at);
        let objects: Vec<(ObjectId, Numbers)> =
            at.set.objects.iter().map(|(&o, &n)| (o, n)).collect();
        let constant = |n: &Numbers| n.as_constant();
        let all_constant = objects.iter().all(|(_, offsets)| constant(offsets).is_some())
            && at.set.number.is_none_or(|number| constant(&number).is_some());
        let any = if all_constant {
            // The address is one of these few.
            let mut items = Vec::new();
            for &(object, offsets) in &objects {
                let offset = constant(&offsets).unwrap_or_default();
                let ok = self.valid_in(object, write, Ok(offset), size);
                items.push((self.key(object, offset), ok));
            }
            if let Some(number) = at.set.number.as_ref().and_then(constant) {
                let value = Value::new(self.memory().pointer_width, number as u128);
                let key = value.small().unwrap_or_default();
                if items.iter().all(|item| item.0 != key) {
                    items.push((key, bit(false)));
                }
            }
            items.sort_unstable_by_key(|item| item.0);
            if items.is_empty() {
                bit(false)
            } else {
                select(&mut self.writer, &at.operand, &items)
            }
        } else {
            let mut any = bit(false);
            for (object, offsets) in objects {
                let ok = match constant(&offsets) {
                    Some(offset) => {
                        let place = Operand::Const(self.address(object, offset));
                        let here = self.apply(Op::Eq, &[at.operand.clone(), place]);
                        let ok = self.valid_in(object, write, Ok(offset), size);
                        self.apply(Op::And, &[here, ok])
                    }
                    None => self.valid_in(object, write, Err(&at.operand), size),
                };
                any = self.apply(Op::Or, &[any, ok]);
            }
            any
        };
        self.apply(Op::Or, &[nothing, any])
    }

    /// Whether so many bytes from an offset or an address on lie within an object that
    /// lives.
    fn valid_in(
        &mut self,
        object: ObjectId,
        write: bool,
        at: Result<i128, &Operand>,
        size: &Operand,
    ) -> Operand {
        let info = &self.memory().objects[object];
        if !has_contents(self.memory(), object) || write && !info.writable {
            return bit(false);
        }
        let offset = match at {
            Ok(offset) => {
                let width = self.memory().pointer_width;
                Operand::Const(Value::new(width, offset as u128))
            }
            Err(address) => {
                let base = Operand::Const(self.memory().base(object));
                self.apply(Op::Sub, &[address.clone(), base])
            }
        };
        let whole = self.size(object);
        let fits = self.apply(Op::Ule, &[size.clone(), whole.clone()]);
        let room = self.apply(Op::Sub, &[whole, size.clone()]);
        let inside = self.apply(Op::Ule, &[offset, room]);
        let inside = self.apply(Op::And, &[fits, inside]);
        if inside == bit(false) {
            return inside;
        }
        let lives = self.lives(object);
        self.apply(Op::And, &[lives, inside])
    }

    /// The objects of this storage that an address may be the start of.
    fn starts(&self, at: &Address, storage: Storage) -> Vec<ObjectId> {
        let begins =
            |offsets: &Numbers| offsets.start == 0 && offsets.low <= 0 && offsets.high >= 0;
        let such = |object: &ObjectId| self.memory().objects[*object].storage == storage;
        let objects =
            at.set.objects.iter().filter(|(object, offsets)| such(object) && begins(offsets));
        objects.map(|(&object, _)| object).collect()
    }

    fn freeable(&mut self, at: &Address) -> Operand {
        self.only_known(at);
        let null = self.number(0);
        let mut any = self.apply(Op::Eq, &[at.operand.clone(), null]);
        for object in self.starts(at, Storage::Heap) {
            let base = Operand::Const(self.memory().base(object));
            let here = self.apply(Op::Eq, &[at.operand.clone(), base]);
            let lives = self.lives(object);
            let ok = self.apply(Op::And, &[here, lives]);
            any = self.apply(Op::Or, &[any, ok]);
        }
        any
    }

    fn end(&mut self, at: &Address, storage: Storage) {
        // Null is no number of an object: it hits none.
        let objects = self.starts(at, storage);
        let mut keys: Vec<(u128, Option<ObjectId>)> =
            objects.into_iter().map(|object| (self.key(object, 0), Some(object))).collect();
        if at.set.number.is_some() {
            keys.push((0, None));
        }
        keys.sort_unstable_by_key(|key| key.0);
        let numbers: Vec<u128> = keys.iter().map(|key| key.0).collect();
        let hits = decode(&mut self.writer, &at.operand, &numbers);
        for ((_, object), hit) in keys.into_iter().zip(hits) {
            if let Some(var) = object.and_then(|object| self.variables.alive[object]) {
                self.write_if(&hit, var, bit(false));
            }
        }
    }

    fn start(&mut self, object: ObjectId) {
        if let Some(var) = self.variables.alive[object] {
            self.writer.write(var, bit(true));
        }
        self.begin_cells(object, &bit(true));
    }

    /// Gives the cells of an object their initial values where a condition holds.
    fn begin_cells(&mut self, object: ObjectId, hit: &Operand) {
        let size = self.memory().objects[object].size;
        let info_known = self.memory().objects[object].initial != Initial::Arbitrary;
        let whole = Place { object, offset: 0 };
        for id in self.layout.within(whole, size).to_vec() {
            let cell = self.layout.cells[id].clone();
            let storage = self.memory().objects[object].storage;
            let heap = matches!(storage, Storage::Heap | Storage::Stack);
            let value = match initial(self.memory(), &cell).filter(|_| !heap) {
                Some(value) => Operand::Const(value),
                None => {
                    let what = format!("uninitialised {}", cell_name(self.memory(), &cell));
                    let width = (cell.bytes * 8) as u32;
                    self.writer.arbitrary(width, what)
                }
            };
            let known = bit(!heap && info_known);
            if let Some(var) = self.variables.written(id) {
                self.write_if(hit, var, known);
            }
            self.write_if(hit, self.variables.cell(id), value);
        }
    }

    fn available(&mut self, pool: PoolId) -> Operand {
        let count = self.writer.read(self.variables.counts[pool]);
        let width = self.writer.out.width(&count);
        let all = self.memory().pools[pool].instances.len() as u128;
        self.apply(Op::Ult, &[count, Operand::Const(Value::new(width, all))])
    }

    fn allocate(&mut self, pool: PoolId, size: &Operand, zeroed: bool) -> Operand {
        let instances = &self.memory().pools[pool].instances;
        let var = self.variables.counts[pool];
        let count = self.writer.read(var);
        let keys: Vec<u128> = (0..instances.len() as u128).collect();
        let hits = decode(&mut self.writer, &count, &keys);
        let mut items = Vec::new();
        for ((&object, hit), key) in instances.iter().zip(hits).zip(keys) {
            if let Some(alive) = self.variables.alive[object] {
                self.write_if(&hit, alive, bit(true));
            }
            if let Some(var) = self.variables.sizes[object] {
                let width = super::variables::bits_for(self.memory().objects[object].size);
                let part = Op::Extract { high: width - 1, low: 0 };
                let size = self.apply(part, std::slice::from_ref(size));
                self.write_if(&hit, var, size);
            }
            if !zeroed && self.variables.mixed.contains(&object) {
                self.begin_cells(object, &hit);
            }
            items.push((key, Operand::Const(self.memory().base(object))));
        }
        let width = self.writer.out.width(&count);
        let next = self.apply(Op::Add, &[count.clone(), Operand::Const(Value::one(width))]);
        self.writer.write(var, next);
        if items.is_empty() {
            return self.number(0);
        }
        select(&mut self.writer, &count, &items)
    }

    /// Whether two valid places have a byte in common.
    fn overlap(&mut self, a: (&Address, &Operand), b: (&Address, &Operand)) -> Operand {
        if !a.0.set.objects.keys().any(|object| b.0.set.objects.contains_key(object)) {
            return bit(false);
        }
        let zero = self.number(0);
        let mut any = bit(false);
        for (one, other) in [(a, b), (b, a)] {
            let apart = self.apply(Op::Sub, &[other.0.operand.clone(), one.0.operand.clone()]);
            let inside = self.apply(Op::Ult, &[apart, one.1.clone()]);
            let none = self.apply(Op::Eq, &[other.1.clone(), zero.clone()]);
            let some = self.apply(Op::Not, &[none]);
            let common = self.apply(Op::And, &[some, inside]);
            any = self.apply(Op::Or, &[any, common]);
        }
        any
    }

    fn size_at(&mut self, at: &Address) -> Operand {
        self.only_known(at);
        let mut result = self.number(0);
        let objects: Vec<ObjectId> = at.set.objects.keys().copied().collect();
        for object in objects {
            if !has_contents(self.memory(), object) {
                continue;
            }
            let base = Operand::Const(self.memory().base(object));
            let offset = self.apply(Op::Sub, &[at.operand.clone(), base]);
            let size = self.size(object);
            let inside = self.apply(Op::Ule, &[offset, size.clone()]);
            let lives = self.lives(object);
            let here = self.apply(Op::And, &[lives, inside]);
            result = self.apply(Op::Ite, &[here, size, result]);
        }
        result
    }

    /// Lists a shortcut with the verdict, once for each place.
    pub fn approximate(&mut self, kind: &'static str, what: &str) {
        let entry = Approximation { kind, what: what.to_owned(), loc: self.writer.loc };
        if !self.writer.out.approximations.contains(&entry) {
            self.writer.out.approximations.push(entry);
        }
    }
}
