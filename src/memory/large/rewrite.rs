//! Replaces the accesses to groups by accesses to their followed elements.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bv::{Op, Value};
use crate::memory::points_to::PointsTo;
use crate::program::{
    Actual, Block, BlockId, EndKind, Followed, FollowedElement, FollowedGroup, Initial, InputKind,
    Instr, LocId, MemoryInstr, MemoryOp, Object, ObjectId, Operand, Program, RecentElement,
    Storage, Terminator, ValueId, ValueInfo,
};
use crate::support::fault::Fault;

use super::groups::{Access, Group, Groups, is_no_code};

/// What was taken for granted of an address.
pub(super) struct Granted {
    pub address: ValueId,
    pub element: u64,
    pub offset: u64,
}

/// All that was taken for granted.
pub(super) struct Assumptions(Vec<Granted>);

impl Assumptions {
    /// Whether an analysis of the program shows it.
    pub fn still_hold(&self, program: &Program) -> bool {
        let points_to = PointsTo::behind_comparisons(program);
        self.0.iter().all(|granted| {
            let element = i128::from(granted.element);
            let set = points_to.of(&Operand::Value(granted.address));
            set.number.is_none_or(|number| is_no_code(number, &program.memory))
                && set.objects.values().all(|offsets| {
                    offsets.step % element == 0
                        && offsets.start.rem_euclid(element) == i128::from(granted.offset)
                })
        })
    }
}

pub(super) struct Rewriter<'a> {
    pub source: &'a Program,
    pub groups: &'a Groups,
    pub out: Program,
    /// For each group its followed elements.
    pub elements: Vec<Vec<FollowedElement>>,
    /// For each group what was accessed lately; nothing in groups of several objects.
    pub recent: Vec<Vec<RecentElement>>,
    /// Where loops begin.
    pub heads: FxHashSet<BlockId>,
    /// The block that is being written.
    pub instrs: Vec<Instr>,
    pub loc: Option<LocId>,
    /// The place in the block of the instruction that is being written.
    pub place: usize,
    /// What inputs stand for.
    pub inputs: FxHashMap<ValueId, (usize, Actual)>,
    /// Whether indices are those of elements.
    pub inside: Vec<Operand>,
    pub granted: Vec<Granted>,
    /// The block that the instructions are of; another than that of the source, behind an
    /// assumption.
    at: BlockId,
    /// Where blocks of the source end that assumptions divide.
    ends: FxHashMap<BlockId, BlockId>,
}

/// The program with followed elements instead of groups.
pub(super) fn rewrite(source: &Program, groups: &Groups) -> (Followed, Assumptions) {
    let mut rewriter = Rewriter {
        source,
        groups,
        out: source.clone(),
        elements: vec![vec![]; groups.all.len()],
        recent: vec![vec![]; groups.all.len()],
        heads: heads(source),
        instrs: vec![],
        loc: None,
        place: 0,
        inputs: FxHashMap::default(),
        inside: vec![],
        granted: vec![],
        at: source.entry,
        ends: FxHashMap::default(),
    };
    for (place, group) in groups.iter() {
        rewriter.choose(place, group);
        rewriter.remember(place, group);
    }
    rewriter.start();
    for (id, block) in source.blocks.iter_enumerated() {
        rewriter.at = id;
        if rewriter.heads.contains(&id) {
            groups.iter().for_each(|(place, _)| rewriter.forget(place));
        }
        for (at, instr) in block.instrs.iter().enumerate() {
            (rewriter.loc, rewriter.place) = (instr.loc(), at);
            rewriter.instr((id.0, at), instr);
        }
        rewriter.finish(id);
    }
    for (id, block) in source.blocks.iter_enumerated() {
        if let Terminator::Goal(_) = block.terminator {
            rewriter.guard(id);
        }
    }
    let Rewriter { out, elements, recent, inputs, granted, .. } = rewriter;
    let mut known = elements.into_iter().zip(recent);
    let claims = |(_, group): (usize, &Group)| {
        let (elements, recent) = known.next().unwrap_or_default();
        let (objects, last) = (group.objects.clone(), group.last());
        FollowedGroup { objects, element: group.element, last, elements, recent }
    };
    let groups = groups.iter().map(claims).collect();
    (Followed { program: out, groups, inputs }, Assumptions(granted))
}

/// Blocks that some edge leads back to, in reverse postorder.
fn heads(program: &Program) -> FxHashSet<BlockId> {
    let mut seen = FxHashSet::default();
    let mut heads = FxHashSet::default();
    for block in program.reverse_postorder() {
        seen.insert(block);
        let back = program.blocks[block].terminator.successors();
        heads.extend(back.into_iter().filter(|to| seen.contains(to)));
    }
    heads
}

impl Rewriter<'_> {
    fn value(&mut self, width: u32) -> ValueId {
        self.out.values.push(ValueInfo { sort: width.into(), name: String::new() })
    }

    pub fn number(&self, n: u64) -> Operand {
        Operand::Const(Value::new(self.source.memory.pointer_width, n.into()))
    }

    pub fn apply(&mut self, op: Op, args: &[Operand]) -> Operand {
        let widths: Vec<u32> = args.iter().map(|arg| self.out.width(arg)).collect();
        let dest = self.value(op.result_width(&widths));
        self.instrs.push(Instr::Assign { dest, op, args: args.to_vec(), loc: self.loc });
        Operand::Value(dest)
    }

    pub fn memory(&mut self, op: MemoryOp, args: &[Operand], width: Option<u32>) -> Operand {
        let dest = width.map(|width| self.value(width));
        let args = args.to_vec();
        self.instrs.push(Instr::Memory(MemoryInstr { dest, op, args, loc: self.loc }));
        dest.map_or(Operand::Const(Value::zero(1)), Operand::Value)
    }

    pub fn address(&mut self, object: ObjectId, offset: u64) -> Operand {
        let width = self.source.memory.pointer_width;
        let base = self.memory(MemoryOp::Address(object), &[], Some(width));
        if offset == 0 {
            return base;
        }
        let offset = self.number(offset);
        self.apply(Op::Add, &[base, offset])
    }

    pub fn load(&mut self, object: ObjectId, offset: u64, width: u32) -> Operand {
        let from = self.address(object, offset);
        self.memory(MemoryOp::Load, &[from], Some(width))
    }

    pub fn store(&mut self, object: ObjectId, offset: u64, value: Operand) {
        let to = self.address(object, offset);
        self.memory(MemoryOp::Store, &[to, value], None);
    }

    /// An arbitrary value that no native program chooses.
    pub fn chosen(&mut self, width: u32, what: String) -> Operand {
        let dest = self.value(width);
        self.instrs.push(Instr::Input { dest, kind: InputKind::Memory(what), loc: self.loc });
        Operand::Value(dest)
    }

    /// An arbitrary value that stands for what the source has there.
    pub fn arbitrary(&mut self, width: u32, what: String, actual: Actual) -> Operand {
        let input = self.chosen(width, what);
        self.inputs.extend(input.as_value().map(|input| (input, (self.place, actual))));
        input
    }

    /// Ends the path unless the condition holds.
    pub fn assume(&mut self, cond: Operand) {
        let otherwise = self.block(Terminator::End(EndKind::Excluded));
        // The rest of the block gets its terminator when it is finished.
        let then = self.block(Terminator::End(EndKind::Excluded));
        let block = &mut self.out.blocks[self.at];
        block.instrs = std::mem::take(&mut self.instrs);
        block.terminator = Terminator::Branch { cond, then, otherwise };
        self.at = then;
    }

    /// Ends a block of the source, or what assumptions have left of it.
    fn finish(&mut self, id: BlockId) {
        self.out.blocks[self.at].instrs = std::mem::take(&mut self.instrs);
        if self.at == id {
            return;
        }
        let terminator = self.source.blocks[id].terminator.clone();
        for to in terminator.successors() {
            for phi in &mut self.out.blocks[to].phis {
                for (from, _) in &mut phi.incoming {
                    if *from == id {
                        *from = self.at;
                    }
                }
            }
        }
        self.out.blocks[self.at].terminator = terminator;
        self.ends.insert(id, self.at);
    }

    pub fn name(&self, group: usize) -> String {
        let names = self.groups.all[group].objects.iter();
        let names: Vec<&str> =
            names.map(|&object| self.source.memory.objects[object].name.as_str()).collect();
        match &names[..] {
            [one] => (*one).to_owned(),
            [first, .., last] => format!("{first} … {last}"),
            [] => String::new(),
        }
    }

    pub fn object(&mut self, name: String, size: u64, initial: Initial) -> ObjectId {
        self.out.memory.objects.push(Object {
            name,
            loc: None,
            storage: Storage::Static,
            size,
            align: size.next_power_of_two(),
            writable: true,
            initial,
            fields: vec![],
        })
    }

    /// A new entry, in which the elements were chosen; a choice that is none ends the run.
    fn start(&mut self) {
        let all = std::mem::take(&mut self.inside);
        let all = all.into_iter().reduce(|a, b| self.apply(Op::And, &[a, b]));
        let then = self.source.entry;
        let terminator = match all {
            None => Terminator::Goto(then),
            Some(cond) => {
                let otherwise = self.block(Terminator::End(EndKind::Excluded));
                Terminator::Branch { cond, then, otherwise }
            }
        };
        let entry = self.block(terminator);
        self.out.blocks[entry].instrs = std::mem::take(&mut self.instrs);
        self.out.entry = entry;
    }

    fn block(&mut self, terminator: Terminator) -> BlockId {
        let (name, phis, instrs) = (String::new(), vec![], vec![]);
        self.out.blocks.push(Block { name, phis, instrs, terminator, loc: self.loc })
    }

    /// How an operand meets a group.
    fn access(&mut self, operand: &Operand, bytes: u64) -> Option<Access> {
        let access = self.groups.access(self.source, operand, bytes)?;
        if let Access::Within { group, offset } = access {
            self.grant(operand, group, offset);
        }
        Some(access)
    }

    /// Takes for granted that an address is so many bytes into an element.
    pub fn grant(&mut self, operand: &Operand, group: usize, offset: u64) {
        if let Operand::Value(address) = *operand {
            let element = self.groups.all[group].element;
            self.granted.push(Granted { address, element, offset });
        }
    }

    fn instr(&mut self, position: (u32, usize), instr: &Instr) {
        let rewritten = instr.as_memory().is_some_and(|instr| self.memory_instr(position, instr));
        if !rewritten {
            self.instrs.push(instr.clone());
        }
    }

    /// Writes an operation that meets a group; whether it does. What is not about contents of
    /// objects stays as it is.
    fn memory_instr(&mut self, position: (u32, usize), instr: &MemoryInstr) -> bool {
        match instr.op {
            MemoryOp::Load => {
                let [from] = instr.operands();
                let dest = instr.dest.expect("a load has a result");
                let width = self.source.values[dest].width();
                let Some(value) = self.read(position, from, width) else { return false };
                let (op, args) = (Op::ZeroExtend(width), vec![value]);
                self.instrs.push(Instr::Assign { dest, op, args, loc: self.loc });
            }
            MemoryOp::Store => {
                let [to, value] = instr.operands();
                let bytes = u64::from(self.source.width(value) / 8);
                let Some(access) = self.access(to, bytes) else { return false };
                self.write(to, access, value);
            }
            MemoryOp::Fill(0) | MemoryOp::Copy(0) => return false,
            MemoryOp::Fill(bytes) => {
                let [to, byte] = instr.operands();
                match self.access(to, bytes) {
                    Some(Access::Block { group }) => {
                        let size = self.number(bytes);
                        self.fill_block(to, byte, &size, group);
                    }
                    Some(access) => {
                        let value = self.repeated(byte, bytes);
                        self.write(to, access, &value);
                    }
                    None => return false,
                }
            }
            MemoryOp::FillBytes => {
                let [to, byte, size] = instr.operands();
                let Some(group) = self.groups.group_of(self.source, to) else { return false };
                self.fill_block(to, byte, size, group);
            }
            MemoryOp::Copy(bytes) => {
                let [to, from] = instr.operands();
                return self.copy(position, to, from, bytes);
            }
            MemoryOp::CopyBytes => {
                let [to, from, size] = instr.operands();
                let Some(group) = self.groups.group_of(self.source, to) else { return false };
                self.copy_block(position, to, from, size, group);
            }
            MemoryOp::Find { last } => {
                let [from, byte, size] = instr.operands();
                let Some(group) = self.groups.group_of(self.source, from) else { return false };
                let dest = instr.dest.expect("a search has a result");
                self.find(dest, from, byte, size, last, group);
            }
            MemoryOp::Mismatch => {
                let [one, other, size] = instr.operands();
                let met = [one, other].map(|at| self.groups.group_of(self.source, at));
                let Some(group) = met[0].or(met[1]) else { return false };
                self.mismatch(instr.dest.expect("a comparison has a result"), size, group);
            }
            MemoryOp::Havoc { .. } => {
                self.havoc(position);
                return false;
            }
            MemoryOp::Start(object) => {
                self.instrs.push(Instr::Memory(instr.clone()));
                let zeroed = self.source.memory.objects[object].initial == Initial::Known(vec![]);
                let base = self.address(object, 0);
                self.begin(&[object], &base, zeroed);
            }
            MemoryOp::Allocate { site, zeroed } => {
                self.instrs.push(Instr::Memory(instr.clone()));
                let made = Operand::Value(instr.dest.expect("an allocation has a result"));
                let instances = self.source.memory.sites[site].instances.clone();
                self.begin(&instances, &made, zeroed);
            }
            // Nobody asks what was written, nor what is lost ([`super::follow`]).
            MemoryOp::Written(_) | MemoryOp::WrittenBytes | MemoryOp::Lost => return false,
            // Objects that hold addresses are in no group.
            MemoryOp::Retire { .. } => return false,
            MemoryOp::Address(_)
            | MemoryOp::Valid { .. }
            | MemoryOp::Aligned(_)
            | MemoryOp::Freeable
            | MemoryOp::End(_)
            | MemoryOp::Available(_)
            | MemoryOp::Free
            | MemoryOp::Release
            | MemoryOp::Leaked
            | MemoryOp::Overlap
            | MemoryOp::Room
            | MemoryOp::Offset => return false,
        }
        true
    }

    /// What a load from a group gives; `None` if it is from none.
    fn read(&mut self, position: (u32, usize), from: &Operand, width: u32) -> Option<Operand> {
        let Access::Within { group, offset } = self.access(from, u64::from(width / 8))? else {
            unreachable!("a load is within one element");
        };
        let at = self.beginning(from, offset);
        let hits = self.hits(group, &at);
        let element = self.element(group, &at, &hits, Actual::Read);
        let loads = self.groups.all[group].followed_loads();
        let own = loads.iter().position(|load| *load == position);
        if let Some((own, hit)) = own.and_then(|own| hits.get(own)) {
            let byte = match Fault::FollowedHit.is_planted() {
                true => Operand::Const(Value::zero(8)),
                false => self.apply(Op::ZeroExtend(8), std::slice::from_ref(hit)),
            };
            self.store(own.hit, 0, byte);
        }
        let low = u32::try_from(offset * 8).expect("elements are accessed as values");
        let part = Op::Extract { high: low + width - 1, low };
        let value = self.apply(part, std::slice::from_ref(&element));
        self.accessed(group, &at, element);
        Some(value)
    }

    /// Writes within an element.
    fn write(&mut self, to: &Operand, access: Access, value: &Operand) {
        let Access::Within { group, offset } = access else {
            unreachable!("a store is within one element");
        };
        let at = self.beginning(to, offset);
        let hits = self.hits(group, &at);
        let old = self.element(group, &at, &hits, Actual::Written);
        let low = u32::try_from(offset * 8).expect("elements are accessed as values");
        let new = self.replaced(&old, low, value);
        for (element, hit) in hits.into_iter().filter(|_| !Fault::FollowedStore.is_planted()) {
            self.write_if(hit, &element, offset, value.clone());
        }
        self.accessed(group, &at, new);
    }

    /// A value with some bits from `low` on replaced.
    fn replaced(&mut self, old: &Operand, low: u32, new: &Operand) -> Operand {
        let (width, behind) = (self.out.width(old), low + self.out.width(new));
        let mut all = new.clone();
        if low > 0 {
            let part = Op::Extract { high: low - 1, low: 0 };
            let part = self.apply(part, std::slice::from_ref(old));
            all = self.apply(Op::Concat, &[all, part]);
        }
        if behind < width {
            let part = Op::Extract { high: width - 1, low: behind };
            let part = self.apply(part, std::slice::from_ref(old));
            all = self.apply(Op::Concat, &[part, all]);
        }
        all
    }

    pub fn write_if(
        &mut self,
        hit: Operand,
        element: &FollowedElement,
        offset: u64,
        value: Operand,
    ) {
        let width = self.out.width(&value);
        let old = self.load(element.contents, offset, width);
        let new = self.apply(Op::Ite, &[hit, value, old]);
        self.store(element.contents, offset, new);
    }

    /// A copy that reads or writes a group; whether it does.
    fn copy(&mut self, position: (u32, usize), to: &Operand, from: &Operand, bytes: u64) -> bool {
        let target = self.access(to, bytes);
        if let Some(Access::Block { group }) = target {
            let size = self.number(bytes);
            self.copy_block(position, to, from, &size, group);
            return true;
        }
        let Ok(width) = u32::try_from(bytes * 8) else { return false };
        let value = match self.read(position, from, width) {
            Some(value) => value,
            None if target.is_none() => return false,
            None => self.memory(MemoryOp::Load, std::slice::from_ref(from), Some(width)),
        };
        match target {
            Some(access) => self.write(to, access, &value),
            None => {
                self.memory(MemoryOp::Store, &[to.clone(), value], None);
            }
        }
        true
    }

    /// One of these objects begins to live, at the address `start`.
    fn begin(&mut self, objects: &[ObjectId], start: &Operand, zeroed: bool) {
        let groups = self.groups;
        for (place, group) in groups.iter() {
            if !group.objects.iter().any(|object| objects.contains(object)) {
                continue;
            }
            self.forget(place);
            let width = self.element_width(place);
            for (number, element) in self.elements[place].clone().into_iter().enumerate() {
                let value = match zeroed {
                    true => Operand::Const(Value::zero(width)),
                    false => {
                        let first = &self.source.memory.objects[objects[0]];
                        let what = first.initially(&self.name(place));
                        let actual = Actual::Behind { group: place, element: number };
                        self.arbitrary(width, what, actual)
                    }
                };
                let base = self.base(place, &element);
                let here = self.apply(Op::Eq, &[base, start.clone()]);
                self.write_if(here, &element, 0, value);
            }
        }
    }

    /// A byte so many times.
    pub fn repeated(&mut self, byte: &Operand, times: u64) -> Operand {
        let mut all = byte.clone();
        for _ in 1..times {
            all = self.apply(Op::Concat, &[byte.clone(), all]);
        }
        all
    }

    /// Lets only those runs reach a goal in which each load that an element is followed
    /// for has read it last.
    fn guard(&mut self, id: BlockId) {
        self.loc = self.source.blocks[id].loc;
        let id = self.ends.get(&id).copied().unwrap_or(id);
        let mut all = Operand::Const(Value::one(1));
        let elements: Vec<FollowedElement> = self.elements.iter().flatten().cloned().collect();
        for element in elements {
            let byte = self.load(element.hit, 0, 8);
            let hit = self.apply(Op::Extract { high: 0, low: 0 }, &[byte]);
            all = self.apply(Op::And, &[all, hit]);
        }
        let terminator = self.out.blocks[id].terminator.clone();
        let then = self.block(terminator);
        let otherwise = self.block(Terminator::End(EndKind::Excluded));
        let goal = &mut self.out.blocks[id];
        goal.instrs.append(&mut self.instrs);
        goal.terminator = Terminator::Branch { cond: all, then, otherwise };
    }
}
