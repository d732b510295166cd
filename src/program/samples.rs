//! Small programs for unit tests, and a short way to write them.

use super::*;
use crate::bv::Op;

/// Writes a program block by block.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) program: Program,
}

impl Builder {
    /// A new block, ending in [`EndKind::Return`] until told otherwise.
    pub(crate) fn block(&mut self, name: &str) -> BlockId {
        self.program.blocks.push(Block {
            name: name.to_owned(),
            phis: Vec::new(),
            instrs: Vec::new(),
            terminator: Terminator::End(EndKind::Return),
            loc: None,
        })
    }

    pub(crate) fn value(&mut self, name: &str, width: u32) -> ValueId {
        self.program.values.push(ValueInfo { sort: width.into(), name: name.to_owned() })
    }

    pub(crate) fn phi(&mut self, block: BlockId, dest: ValueId, incoming: &[(BlockId, Operand)]) {
        self.program.blocks[block].phis.push(Phi { dest, incoming: incoming.to_vec() });
    }

    pub(crate) fn assign(
        &mut self,
        block: BlockId,
        name: &str,
        op: Op,
        args: &[Operand],
    ) -> Operand {
        let widths: Vec<u32> = args.iter().map(|arg| self.program.width(arg)).collect();
        let dest = self.value(name, op.result_width(&widths));
        let instr = Instr::Assign { dest, op, args: args.to_vec(), loc: None };
        self.program.blocks[block].instrs.push(instr);
        Operand::Value(dest)
    }

    /// Like [`Self::assign`] to a value that was declared before.
    pub(crate) fn assign_to(&mut self, block: BlockId, dest: ValueId, op: Op, args: &[Operand]) {
        let instr = Instr::Assign { dest, op, args: args.to_vec(), loc: None };
        self.program.blocks[block].instrs.push(instr);
    }

    pub(crate) fn input(&mut self, block: BlockId, name: &str, width: u32) -> Operand {
        let dest = self.value(name, width);
        let kind = InputKind::Call { function: "nondet".to_owned(), reading: Reading::Signed };
        self.program.blocks[block].instrs.push(Instr::Input { dest, kind, loc: None });
        Operand::Value(dest)
    }

    pub(crate) fn goto(&mut self, block: BlockId, to: BlockId) {
        self.program.blocks[block].terminator = Terminator::Goto(to);
    }

    pub(crate) fn branch(
        &mut self,
        block: BlockId,
        cond: Operand,
        then: BlockId,
        otherwise: BlockId,
    ) {
        self.program.blocks[block].terminator = Terminator::Branch { cond, then, otherwise };
    }

    /// A block that ends in a new goal of this property.
    pub(crate) fn goal(&mut self, name: &str, property: Property) -> BlockId {
        let kind = GoalKind::Check(Check { property, what: name.to_owned() });
        let goal = self.program.goals.push(Goal { kind, loc: None, site: None });
        let block = self.block(name);
        self.program.blocks[block].terminator = Terminator::Goal(goal);
        block
    }
}

pub(crate) fn number(width: u32, bits: u128) -> Operand {
    Operand::Const(Value::new(width, bits))
}

/// The jain family's first: `y = 1; while (1) { y += 2 * nondet(); assert(y != 0); }`,
/// with a counter that nothing asks about.
pub(crate) fn jain(width: u32) -> Program {
    let mut b = Builder::default();
    let (entry, head) = (b.block("entry"), b.block("loop"));
    let wrong = b.goal("wrong", Property::Assert);
    let (y, i) = (b.value("y", width), b.value("i", width));
    b.goto(entry, head);
    let input = b.input(head, "n", width);
    let twice = b.assign(head, "twice", Op::Mul, &[input, number(width, 2)]);
    let sum = b.assign(head, "sum", Op::Add, &[Operand::Value(y), twice]);
    let more = b.assign(head, "more", Op::Add, &[Operand::Value(i), number(width, 1)]);
    let zero = b.assign(head, "zero", Op::Eq, &[sum.clone(), number(width, 0)]);
    b.phi(head, y, &[(entry, number(width, 1)), (head, sum)]);
    b.phi(head, i, &[(entry, number(width, 0)), (head, more)]);
    b.branch(head, zero, wrong, head);
    b.program
}

/// A sequence of branches: `if (nondet) x += 1; else x *= 3;`, so many times, and at last
/// `assert(x != 0)`.
pub(crate) fn diamonds(count: u32) -> Program {
    let mut b = Builder::default();
    let mut top = b.block("entry");
    let mut x = b.input(top, "x", 32);
    for _ in 0..count {
        let (left, right, join) = (b.block("left"), b.block("right"), b.block("join"));
        let choice = b.input(top, "choice", 1);
        b.branch(top, choice, left, right);
        let more = b.assign(left, "more", Op::Add, &[x.clone(), number(32, 1)]);
        let thrice = b.assign(right, "thrice", Op::Mul, &[x, number(32, 3)]);
        b.goto(left, join);
        b.goto(right, join);
        let both = b.value("x", 32);
        b.phi(join, both, &[(left, more), (right, thrice)]);
        (top, x) = (join, Operand::Value(both));
    }
    let zero = b.assign(top, "zero", Op::Eq, &[x, number(32, 0)]);
    let (wrong, end) = (b.goal("wrong", Property::Assert), b.block("end"));
    b.branch(top, zero, wrong, end);
    b.program
}

/// Two phis that swap: `a = 0; b = 1; while (nondet) { swap(a, b); } assert(a != b)`.
/// Serialised, the swap makes them equal.
pub(crate) fn swap() -> Program {
    let mut b = Builder::default();
    let (entry, head, exit) = (b.block("entry"), b.block("head"), b.block("exit"));
    let end = b.block("end");
    let wrong = b.goal("wrong", Property::Assert);
    let (x, y) = (b.value("x", 2), b.value("y", 2));
    b.goto(entry, head);
    b.phi(head, x, &[(entry, number(2, 0)), (head, Operand::Value(y))]);
    b.phi(head, y, &[(entry, number(2, 1)), (head, Operand::Value(x))]);
    let again = b.input(head, "again", 1);
    b.branch(head, again, head, exit);
    let equal = b.assign(exit, "equal", Op::Eq, &[Operand::Value(x), Operand::Value(y)]);
    b.branch(exit, equal, wrong, end);
    b.program
}

/// The running example of the LLUMC paper (appendix 5.1), in the block structure of 5.2.
pub(crate) fn running_example() -> Program {
    let mut b = Builder::default();
    let start = number(32, 4_294_967_194);
    let [entry, preheader, body, crit_edge, exit] =
        ["entry", "bb1.lr.ph", "bb1", "bb.return_crit_edge", "return"].map(|name| b.block(name));
    let wrong = b.goal("bb1.i", Property::UnreachCall);
    let end = b.block("__VERIFIER_assert.exit");
    let (x0, tmp2, x1) = (b.value("x.0", 32), b.value("tmp2", 32), b.value("x.1", 32));
    // 4294967194 >= 10 is known before any block is encoded, as in 5.2.
    b.branch(entry, number(1, 1), preheader, exit);
    b.goto(preheader, body);
    b.phi(body, x0, &[(preheader, start.clone()), (body, Operand::Value(tmp2))]);
    b.assign_to(body, tmp2, Op::Add, &[Operand::Value(x0), number(32, 2)]);
    let again = b.assign(body, "tmp3", Op::Ule, &[number(32, 10), Operand::Value(tmp2)]);
    b.branch(body, again, body, crit_edge);
    b.goto(crit_edge, exit);
    b.phi(exit, x1, &[(crit_edge, Operand::Value(tmp2)), (entry, start)]);
    let rest = b.assign(exit, "tmp4", Op::Urem, &[Operand::Value(x1), number(32, 2)]);
    let even = b.assign(exit, "even", Op::Eq, &[rest, number(32, 0)]);
    b.branch(exit, even, wrong, end);
    b.program
}

/// `x = 0; while (nondet) x++; assert(x != 3);` with the next value in a register of its
/// own: behind the loop's phi the old `x` is gone.
pub(crate) fn counter() -> Program {
    let mut b = Builder::default();
    let [entry, head, exit, end] = ["entry", "head", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let x = b.value("x", 2);
    b.goto(entry, head);
    let next = b.assign(head, "next", Op::Add, &[Operand::Value(x), number(2, 1)]);
    b.phi(head, x, &[(entry, number(2, 0)), (head, next)]);
    let again = b.input(head, "again", 1);
    b.branch(head, again, head, exit);
    let three = b.assign(exit, "three", Op::Eq, &[Operand::Value(x), number(2, 3)]);
    b.branch(exit, three, wrong, end);
    b.program
}

/// A switch with several ways to the end and several to one goal.
pub(crate) fn agreeing_edges() -> Program {
    let mut b = Builder::default();
    let entry = b.block("entry");
    let wrong = b.goal("wrong", Property::Assert);
    let again = b.block("wrong again");
    b.program.blocks[again].terminator = b.program.blocks[wrong].terminator.clone();
    let ends = ["one", "two", "three"].map(|name| b.block(name));
    let value = b.input(entry, "n", 3);
    let numbers = (0..).map(|n| Value::new(3, n));
    let cases = numbers.zip([ends[0], wrong, ends[1], again]).collect();
    b.program.blocks[entry].terminator = Terminator::Switch { value, cases, default: ends[2] };
    b.program
}
