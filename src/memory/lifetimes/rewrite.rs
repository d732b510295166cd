//! Writes the program in which earlier iterations are told apart.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Site;
use crate::program::{
    BlockId, EARLIER, Initial, Instr, MemoryInstr, MemoryOp, Object, ObjectId, Operand, Program,
    Storage, ValueId, ValueInfo,
};

/// What happens before an object starts to live again.
pub(super) struct Retired {
    pub object: ObjectId,
    /// The values and the objects that may hold an address into it.
    pub values: Vec<ValueId>,
    pub holders: Vec<ObjectId>,
    /// Whether something may hold one hidden.
    pub hidden: bool,
}

/// How the program changes.
#[derive(Default)]
pub(super) struct Plan {
    pub retired: BTreeMap<Site, Retired>,
    /// By value and block from which instruction on it is read from its own object.
    pub renewed: FxHashMap<(ValueId, BlockId), usize>,
}

/// The program being written.
struct Rewriter {
    plan: Plan,
    program: Program,
    /// The objects that values are kept in, and their addresses.
    kept: BTreeMap<ValueId, Operand>,
    /// For each object that is retired what stands for its earlier ones.
    past: BTreeMap<ObjectId, ObjectId>,
    addresses: BTreeMap<ObjectId, Operand>,
    /// What the entry begins with.
    prologue: Vec<Instr>,
}

impl Plan {
    /// Rewrites the program.
    pub fn apply(self, program: Program) -> Program {
        let kept: FxHashSet<ValueId> =
            self.retired.values().flat_map(|retired| retired.values.iter().copied()).collect();
        let mut kept: Vec<ValueId> = kept.into_iter().collect();
        kept.sort_unstable();
        let mut rewriter = Rewriter {
            plan: self,
            program,
            kept: BTreeMap::new(),
            past: BTreeMap::new(),
            addresses: BTreeMap::new(),
            prologue: Vec::new(),
        };
        for value in kept {
            let object = rewriter.object_for(value);
            let address = rewriter.address(object);
            rewriter.kept.insert(value, address);
        }
        for block in rewriter.program.blocks.indices() {
            rewriter.block(block);
        }
        let Rewriter { mut program, prologue, .. } = rewriter;
        program.blocks[program.entry].instrs.splice(0..0, prologue);
        program
    }
}

impl Rewriter {
    fn object(&mut self, object: Object) -> ObjectId {
        self.program.memory.objects.push(object)
    }

    /// An object to keep a value in.
    fn object_for(&mut self, value: ValueId) -> ObjectId {
        let bytes = u64::from(self.program.values[value].width() / 8);
        self.object(Object {
            name: self.program.values[value].name.clone(),
            loc: None,
            storage: Storage::Register,
            size: bytes,
            align: 1,
            writable: true,
            initial: Initial::Known(vec![]),
            fields: vec![],
        })
    }

    /// What stands for the earlier ones of an object.
    fn past(&mut self, now: ObjectId) -> ObjectId {
        if let Some(&past) = self.past.get(&now) {
            return past;
        }
        let present = self.program.memory.objects[now].clone();
        let name = format!("{}{EARLIER}", present.name);
        let past = Object { name, storage: Storage::Past, fields: vec![], ..present };
        let past = self.object(past);
        self.past.insert(now, past);
        past
    }

    fn address(&mut self, object: ObjectId) -> Operand {
        if let Some(known) = self.addresses.get(&object) {
            return known.clone();
        }
        let dest = self.value(self.program.memory.pointer_width);
        let op = MemoryOp::Address(object);
        self.prologue.push(memory(op, vec![], Some(dest)));
        self.addresses.insert(object, Operand::Value(dest));
        Operand::Value(dest)
    }

    fn value(&mut self, width: u32) -> ValueId {
        self.program.values.push(ValueInfo { sort: width.into(), name: String::new() })
    }

    fn block(&mut self, id: BlockId) {
        let block = &mut self.program.blocks[id];
        let old = std::mem::take(&mut block.instrs);
        let mut terminator = block.terminator.clone();
        let next = terminator.successors();
        let phis: Vec<ValueId> = block.phis.iter().map(|phi| phi.dest).collect();
        let mut new = Vec::with_capacity(old.len());
        phis.into_iter().for_each(|dest| self.keep(dest, &mut new));
        let end = old.len();
        for (at, mut instr) in old.into_iter().enumerate() {
            if let Some(Retired { object, values, holders, hidden }) =
                self.plan.retired.remove(&(id, at))
            {
                let held = values.iter().map(|value| self.kept[value].clone());
                let mut args: Vec<Operand> = held.collect();
                args.extend(holders.into_iter().map(|holder| self.address(holder)));
                let op = MemoryOp::Retire { now: object, past: self.past(object), hidden };
                let loc = instr.loc();
                new.push(Instr::Memory(MemoryInstr { dest: None, op, args, loc }));
            }
            for operand in instr.operands_mut() {
                self.renew(operand, (id, at), &mut new);
            }
            let dest = instr.dest();
            new.push(instr);
            dest.into_iter().for_each(|dest| self.keep(dest, &mut new));
        }
        if let Some(operand) = terminator.operand_mut() {
            self.renew(operand, (id, end), &mut new);
        }
        for next in next {
            for index in 0..self.program.blocks[next].phis.len() {
                for place in 0..self.program.blocks[next].phis[index].incoming.len() {
                    let (from, mut operand) =
                        self.program.blocks[next].phis[index].incoming[place].clone();
                    if from == id {
                        self.renew(&mut operand, (id, end), &mut new);
                        self.program.blocks[next].phis[index].incoming[place].1 = operand;
                    }
                }
            }
        }
        let block = &mut self.program.blocks[id];
        (block.instrs, block.terminator) = (new, terminator);
    }

    /// Keeps a value that was just defined, if that is wanted.
    fn keep(&self, dest: ValueId, new: &mut Vec<Instr>) {
        if let Some(at) = self.kept.get(&dest) {
            new.push(memory(MemoryOp::Store, vec![at.clone(), Operand::Value(dest)], None));
        }
    }

    /// Lets an operand be what it is by now.
    fn renew(&mut self, operand: &mut Operand, (block, at): Site, new: &mut Vec<Instr>) {
        let Some(id) = operand.as_value() else { return };
        if self.plan.renewed.get(&(id, block)).is_some_and(|&first| first < at || first == 0) {
            let dest = self.value(self.program.values[id].width());
            new.push(memory(MemoryOp::Load, vec![self.kept[&id].clone()], Some(dest)));
            *operand = Operand::Value(dest);
        }
    }
}

fn memory(op: MemoryOp, args: Vec<Operand>, dest: Option<ValueId>) -> Instr {
    Instr::Memory(MemoryInstr { dest, op, args, loc: None })
}
