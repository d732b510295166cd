//! A short way to write programs with memory, and to ask what they can reach.

use std::collections::BTreeSet;

use super::differential::{Tally, compare};
use crate::bv::{Op, Value};
use crate::cfa::single;
use crate::dimspec::build;
use crate::encode::automaton;
use crate::engine::{self, Config, Ending, EngineKind, Event};
use crate::memory::{Limits, resolve, tell_apart};
use crate::program::explore::reachable_goals;
use crate::program::samples::{Builder, number};
use crate::program::{
    AllocationSite, AllocationSiteId, BlockId, GoalId, GoalKind, Initial, Instr, MemoryInstr,
    MemoryOp, Object, ObjectId, Operand, Phi, Piece, Program, Property, Storage,
};
use crate::support::{Budget, StopReason};

/// Width of addresses.
pub(super) const POINTER: u32 = 16;

/// A program being written; all operations go to the block `at`.
pub(super) struct Written {
    pub b: Builder,
    pub at: BlockId,
}

impl Written {
    pub fn new() -> Self {
        let mut b = Builder::default();
        b.program.memory.pointer_width = POINTER;
        let at = b.block("entry");
        Self { b, at }
    }

    pub fn object(&mut self, name: &str, storage: Storage, size: u64) -> ObjectId {
        let initial = match storage {
            Storage::Static => Initial::Known(vec![]),
            _ => Initial::Arbitrary,
        };
        self.b.program.memory.objects.push(Object {
            name: name.to_owned(),
            loc: None,
            storage,
            size,
            writable: true,
            initial,
            align: 4,
            fields: vec![],
        })
    }

    pub fn known(&mut self, object: ObjectId, pieces: Vec<(u64, Piece)>) {
        self.b.program.memory.objects[object].initial = Initial::Known(pieces);
    }

    pub fn site(&mut self, name: &str, size: u64, count: usize) -> AllocationSiteId {
        let instances =
            (0..count).map(|n| self.object(&format!("{name}{n}"), Storage::Heap, size)).collect();
        self.b.program.memory.sites.push(AllocationSite { instances })
    }

    /// An operation with a result of this width.
    pub fn get(&mut self, op: MemoryOp, args: &[Operand], width: u32) -> Operand {
        let dest = self.b.value("", width);
        let instr = MemoryInstr { dest: Some(dest), op, args: args.to_vec(), loc: None };
        self.b.program.blocks[self.at].instrs.push(Instr::Memory(instr));
        Operand::Value(dest)
    }

    /// An operation without a result.
    pub fn run(&mut self, op: MemoryOp, args: &[Operand]) {
        let instr = MemoryInstr { dest: None, op, args: args.to_vec(), loc: None };
        self.b.program.blocks[self.at].instrs.push(Instr::Memory(instr));
    }

    pub fn address(&mut self, object: ObjectId) -> Operand {
        self.get(MemoryOp::Address(object), &[], POINTER)
    }

    pub fn load(&mut self, from: &Operand, width: u32) -> Operand {
        self.get(MemoryOp::Load, std::slice::from_ref(from), width)
    }

    pub fn store(&mut self, to: &Operand, value: Operand) {
        self.run(MemoryOp::Store, &[to.clone(), value]);
    }

    pub fn apply(&mut self, op: Op, args: &[Operand]) -> Operand {
        self.b.assign(self.at, "", op, args)
    }

    pub fn plus(&mut self, a: &Operand, n: u128) -> Operand {
        let n = number(self.b.program.width(a), n);
        self.apply(Op::Add, &[a.clone(), n])
    }

    /// `base + index * stride`
    pub fn element(&mut self, base: &Operand, index: &Operand, stride: u128) -> Operand {
        let index = self.apply(Op::ZeroExtend(POINTER), std::slice::from_ref(index));
        let offset = self.apply(Op::Mul, &[index, number(POINTER, stride)]);
        self.apply(Op::Add, &[base.clone(), offset])
    }

    /// An arbitrary number that the native program reads.
    pub fn input(&mut self, width: u32) -> Operand {
        self.b.input(self.at, "", width)
    }

    /// Whether so many bytes can be read, or written.
    pub fn valid(&mut self, at: &Operand, bytes: u128, write: bool) -> Operand {
        let op = MemoryOp::Valid { write };
        self.get(op, &[at.clone(), number(POINTER, bytes)], 1)
    }

    /// A goal where the condition does not hold.
    pub fn expect(&mut self, cond: Operand, name: &str) {
        let next = self.b.block("");
        let wrong = self.b.goal(name, Property::Assert);
        self.b.branch(self.at, cond, next, wrong);
        self.at = next;
    }

    /// A goal where the two differ.
    pub fn equal(&mut self, a: &Operand, n: u128, name: &str) {
        let n = number(self.b.program.width(a), n);
        let same = self.apply(Op::Eq, &[a.clone(), n]);
        self.expect(same, name);
    }

    /// The path ends where the condition does not hold.
    pub fn assume(&mut self, cond: Operand) {
        let (next, end) = (self.b.block(""), self.b.block("end"));
        self.b.branch(self.at, cond, next, end);
        self.at = next;
    }

    /// One of two operands, by an arbitrary choice, through a phi.
    pub fn either(&mut self, one: Operand, other: Operand) -> Operand {
        let choice = self.input(1);
        let (then, join) = (self.b.block("then"), self.b.block("join"));
        let dest = self.b.value("either", self.b.program.width(&one));
        self.b.branch(self.at, choice, then, join);
        self.b.goto(then, join);
        let incoming = vec![(then, one), (self.at, other)];
        self.b.program.blocks[join].phis.push(Phi { dest, incoming });
        self.at = join;
        Operand::Value(dest)
    }

    /// The resolved program; a few runs are compared with those of the program itself.
    pub fn resolved(&self) -> Program {
        let mut program = self.b.program.clone();
        // Blocks are recognised by their names.
        for (id, block) in program.blocks.iter_mut_enumerated() {
            block.name = format!("{}{id}", block.name);
        }
        let program = tell_apart(program);
        for arrays in [None, Some(2)] {
            let limits = Limits { arrays, ..Limits::default() };
            compare(&program, &limits, 0..50, &mut Tally::default());
        }
        resolve(program, &Limits::default())
    }

    /// What the resolved program can reach.
    pub fn reached(&self) -> BTreeSet<String> {
        let resolved = self.resolved();
        let goals = reachable_goals(&resolved, 100_000).unwrap_or_else(|| unrolled(&resolved));
        let name = |goal| match &resolved.goals[goal].kind {
            GoalKind::Check(check) => check.what.clone(),
            GoalKind::Unsupported(what) => format!("unsupported: {what}"),
            GoalKind::Bound(bound) => format!("bound: {}", bound.what),
            GoalKind::Cover(_) => unreachable!("it was not asked for"),
        };
        goals.into_iter().map(name).collect()
    }

    /// Asserts what can be reached.
    pub fn reaches(&self, names: &[&str]) {
        let names: BTreeSet<String> = names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(self.reached(), names, "{}", self.resolved());
    }
}

/// The goals that a program can reach that has too many inputs to try them all, in a few steps.
fn unrolled(program: &Program) -> BTreeSet<GoalId> {
    let encoded = automaton::encode(program, &single::build(program));
    let built = build::build(&encoded.system, None);
    let config = Config { bound: Some(40), ..Config::new(EngineKind::Bmc) };
    let mut goals = BTreeSet::new();
    let ending = engine::run(&built.model, &config, &Budget::unlimited(), &mut |event| {
        if let Event::Reached { goal, .. } = event {
            goals.extend(encoded.system.bad[goal].goals.iter().copied());
        }
    });
    let over = [Ending::Complete, Ending::Stopped(StopReason::Bound(40))];
    assert!(over.contains(&ending), "{ending:?}");
    goals
}

/// A piece of so many bits.
pub(super) fn piece(width: u32, n: u128) -> Piece {
    Piece::Number(Value::new(width, n))
}
