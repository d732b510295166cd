//! Random programs for differential tests: small, valid, with every kind of block,
//! phi, instruction and terminator, in any control flow (irreducible loops, self-loops,
//! infinite loops, goals right in the entry).
//!
//! A control-flow graph is drawn first and pruned to what the entry reaches; then each
//! block gets definitions; last come the operands, from what dominates the use.
//! Deliberately absent: C. (The fuzzer of the front end has its own generator.)

pub mod memory;

use super::*;
use crate::bv::Op;
use crate::support::Random;
use crate::support::graph::Dominators;

/// What the programs look like.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Blocks drawn; fewer remain after pruning.
    pub blocks: usize,
    /// At most so many phis per block.
    pub phis: usize,
    /// At most so many instructions per block.
    pub instrs: usize,
    /// Widths of values, besides truth values.
    pub widths: Vec<u32>,
    /// Of the instructions one in this many is an input.
    pub input_rate: u64,
}

impl Shape {
    /// Small enough for explicit-state search.
    pub fn tiny() -> Self {
        Self { blocks: 8, phis: 2, instrs: 3, widths: vec![1, 2], input_rate: 6 }
    }

    /// With the widths of C.
    pub fn medium() -> Self {
        Self { blocks: 14, phis: 3, instrs: 6, widths: vec![1, 8, 13, 32], input_rate: 5 }
    }
}

/// A random program. It keeps every promise of [`Program`].
pub fn program(rng: &mut Random, shape: &Shape) -> Program {
    let graph = prune(&graph(rng, shape.blocks));
    let mut generator = Generator {
        rng,
        shape,
        dominators: dominators(&graph),
        defined: vec![Vec::new(); graph.len()],
        program: Program::default(),
    };
    let blocks = generator.define(&graph);
    generator.program.blocks = blocks;
    generator.fill();
    generator.program
}

/// Lets most phis of loops count: where control comes back, a phi takes its own value and a
/// constant more.
pub fn let_count(rng: &mut Random, program: &mut Program) {
    let reached = |without: BlockId| {
        let mut seen = IndexVec::filled(false, program.blocks.len());
        let mut work = vec![program.entry];
        while let Some(block) = work.pop() {
            if block != without && !std::mem::replace(&mut seen[block], true) {
                work.extend(program.blocks[block].terminator.successors());
            }
        }
        seen
    };
    let heads = program.blocks.indices().filter(|&head| !program.blocks[head].phis.is_empty());
    let heads: Vec<_> = heads.map(|head| (head, reached(head))).collect();
    for (head, elsewhere) in heads {
        for index in 0..program.blocks[head].phis.len() {
            let phi = program.blocks[head].phis[index].clone();
            let width = program.values[phi.dest].width();
            for (place, (from, _)) in phi.incoming.iter().enumerate() {
                // Only if the head dominates where control comes from.
                if elsewhere[*from] || rng.one_in(4) {
                    continue;
                }
                let info = ValueInfo { sort: width.into(), name: "count".to_owned() };
                let dest = program.values.push(info);
                let step = Operand::Const(Value::new(width, rng.wide()));
                let args = vec![Operand::Value(phi.dest), step];
                let instr = Instr::Assign { dest, op: Op::Add, args, loc: None };
                program.blocks[*from].instrs.push(instr);
                program.blocks[head].phis[index].incoming[place].1 = Operand::Value(dest);
            }
        }
    }
}

/// How a block of the graph ends.
#[derive(Clone, Debug)]
enum Exit {
    To(Vec<usize>),
    Goal,
    End(EndKind),
}

type Graph = Vec<Exit>;

fn graph(rng: &mut Random, blocks: usize) -> Graph {
    let other = |rng: &mut Random| 1 + rng.index(blocks - 1);
    (0..blocks)
        .map(|block| match rng.below(12) {
            // An entry that ends at once is worth testing, but rarely.
            0 | 1 if block > 0 || rng.one_in(8) => Exit::Goal,
            2 if block > 0 => {
                let kinds =
                    [EndKind::Return, EndKind::Exit, EndKind::Assumption, EndKind::Division];
                Exit::End(*rng.pick(&kinds))
            }
            3 | 4 => Exit::To(vec![other(rng)]),
            5 => Exit::To((0..2 + rng.index(3)).map(|_| other(rng)).collect()),
            _ => {
                let then = other(rng);
                let otherwise = other(rng);
                Exit::To(if then == otherwise { vec![then] } else { vec![then, otherwise] })
            }
        })
        .collect()
}

/// Only what block 0 reaches, renumbered.
fn prune(graph: &Graph) -> Graph {
    let mut order = vec![0];
    let mut next = 0;
    while let Some(&block) = order.get(next) {
        next += 1;
        for &to in targets(&graph[block]) {
            if !order.contains(&to) {
                order.push(to);
            }
        }
    }
    let number = |old: &usize| order.iter().position(|block| block == old).expect("reached");
    let renumber = |block: &usize| match &graph[*block] {
        Exit::To(to) => Exit::To(to.iter().map(number).collect()),
        exit => exit.clone(),
    };
    order.iter().map(renumber).collect()
}

fn targets(exit: &Exit) -> &[usize] {
    match exit {
        Exit::To(targets) => targets,
        _ => &[],
    }
}

/// For each block all blocks that dominate it, itself included; of what nothing leads to, all.
fn dominators(graph: &Graph) -> Vec<Vec<usize>> {
    let id = |block: usize| BlockId(block as u32);
    let successors = graph.iter().map(|exit| targets(exit).iter().map(|&to| id(to)).collect());
    let tree = Dominators::new(&successors.collect(), BlockId(0));
    let above = |block: usize| {
        let dominates =
            |&other: &usize| !tree.reachable(id(block)) || tree.dominates(id(other), id(block));
        (0..graph.len()).filter(dominates).collect()
    };
    (0..graph.len()).map(above).collect()
}

struct Generator<'a> {
    rng: &'a mut Random,
    shape: &'a Shape,
    dominators: Vec<Vec<usize>>,
    /// Values that each block defines, in order.
    defined: Vec<Vec<ValueId>>,
    program: Program,
}

impl Generator<'_> {
    /// Blocks with all definitions and no operands yet (they are constants).
    fn define(&mut self, graph: &Graph) -> IndexVec<BlockId, Block> {
        let variable = Variable {
            name: "x".to_owned(),
            function: "main".to_owned(),
            ty: CType { name: "int".to_owned(), style: CStyle::Signed },
            chain: Vec::new(),
        };
        self.program.variables.push(variable);
        let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
        for (number, exit) in graph.iter().enumerate() {
            let sources: Vec<BlockId> = (0..graph.len())
                .filter(|&from| targets(&graph[from]).contains(&number))
                .map(block_id)
                .collect();
            let mut phis = Vec::new();
            if number > 0 {
                for _ in 0..self.rng.index(self.shape.phis + 1) {
                    let width = *self.rng.pick(&self.shape.widths);
                    let dest = self.value(number, width);
                    let zero = Operand::Const(Value::zero(width));
                    let incoming = sources.iter().map(|&from| (from, zero.clone())).collect();
                    phis.push(Phi { dest, incoming });
                }
            }
            let instrs =
                (0..self.rng.index(self.shape.instrs + 1)).map(|_| self.instr(number)).collect();
            let terminator = self.terminator(exit);
            blocks.push(Block { name: format!("b{number}"), phis, instrs, terminator, loc: None });
        }
        blocks
    }

    fn value(&mut self, block: usize, width: u32) -> ValueId {
        let name =
            if self.rng.one_in(3) { String::new() } else { format!("n{}", self.rng.index(9)) };
        let value = self.program.values.push(ValueInfo { sort: width.into(), name });
        self.defined[block].push(value);
        value
    }

    fn instr(&mut self, block: usize) -> Instr {
        let width = *self.rng.pick(&self.shape.widths);
        let constant = |width| Operand::Const(Value::zero(width));
        if self.rng.one_in(self.shape.input_rate) {
            let kind = InputKind::Uninitialised("x".to_owned());
            return Instr::Input { dest: self.value(block, width), kind, loc: None };
        }
        if self.rng.one_in(8) {
            return Instr::Bind { var: VarId(0), value: constant(width), loc: None };
        }
        let other = *self.rng.pick(&self.shape.widths);
        let (op, widths) = match self.rng.below(10) {
            0 => (Op::Ite, vec![1, width, width]),
            1 => (Op::Concat, vec![width, other]),
            2 => (Op::SignExtend(width.max(other)), vec![width.min(other)]),
            3 => (Op::ZeroExtend(width.max(other)), vec![width.min(other)]),
            4 => {
                let low = self.rng.index(width as usize) as u32;
                (Op::Extract { high: width - 1, low }, vec![width])
            }
            5 | 6 => (*self.rng.pick(&Op::COMPARISONS), vec![width; 2]),
            _ => {
                let ops = [
                    Op::And,
                    Op::Or,
                    Op::Xor,
                    Op::Add,
                    Op::Add,
                    Op::Add,
                    Op::Sub,
                    Op::Mul,
                    Op::Udiv,
                    Op::Urem,
                    Op::Sdiv,
                    Op::Srem,
                    Op::Shl,
                    Op::Lshr,
                    Op::Ashr,
                ];
                (*self.rng.pick(&ops), vec![width; 2])
            }
        };
        let dest = self.value(block, op.result_width(&widths));
        Instr::Assign { dest, op, args: widths.into_iter().map(constant).collect(), loc: None }
    }

    fn terminator(&mut self, exit: &Exit) -> Terminator {
        match exit {
            Exit::End(kind) => Terminator::End(*kind),
            Exit::Goal => {
                let property = *self.rng.pick(&Property::ALL);
                let kind = match self.rng.below(8) {
                    0 => GoalKind::Unsupported("something".to_owned()),
                    1 => GoalKind::Bound(Bound::fixed("too deep")),
                    _ => GoalKind::Check(Check { property, what: "wrong".to_owned() }),
                };
                Terminator::Goal(self.program.goals.push(Goal { kind, loc: None, site: None }))
            }
            Exit::To(to) => match to[..] {
                [to] => Terminator::Goto(block_id(to)),
                [then, otherwise] if then != otherwise => Terminator::Branch {
                    cond: Operand::Const(Value::zero(1)),
                    then: block_id(then),
                    otherwise: block_id(otherwise),
                },
                _ => {
                    let width = *self.shape.widths.last().expect("some width");
                    let (default, cases) = to.split_last().expect("some target");
                    let number = |i: usize| Value::new(width, i as u128);
                    Terminator::Switch {
                        value: Operand::Const(Value::zero(width)),
                        cases: cases
                            .iter()
                            .enumerate()
                            .map(|(i, &to)| (number(i), block_id(to)))
                            .collect(),
                        default: block_id(*default),
                    }
                }
            },
        }
    }

    /// Puts operands in all places.
    fn fill(&mut self) {
        let mut blocks = std::mem::take(&mut self.program.blocks);
        for (number, block) in blocks.iter_mut().enumerate() {
            for phi in &mut block.phis {
                for (from, operand) in &mut phi.incoming {
                    let known = self.known_at_end(from.0 as usize);
                    self.fill_operand(&known, operand);
                }
            }
            let own = self.defined[number].clone();
            let mut known: Vec<ValueId> = self.dominators[number]
                .iter()
                .filter(|&&above| above != number)
                .flat_map(|&above| self.defined[above].clone())
                .collect();
            known.extend(own.iter().take(block.phis.len()));
            for instr in &mut block.instrs {
                match instr {
                    Instr::Assign { dest, args, .. } => {
                        args.iter_mut().for_each(|arg| self.fill_operand(&known, arg));
                        known.push(*dest);
                    }
                    Instr::Input { dest, .. } => known.push(*dest),
                    Instr::Bind { value, .. } => self.fill_operand(&known, value),
                    Instr::Memory(instr) => instr.unresolved(),
                }
            }
            match &mut block.terminator {
                Terminator::Branch { cond, .. } => self.fill_operand(&known, cond),
                Terminator::Switch { value, .. } => self.fill_operand(&known, value),
                _ => {}
            }
        }
        self.program.blocks = blocks;
    }

    fn known_at_end(&self, block: usize) -> Vec<ValueId> {
        self.dominators[block].iter().flat_map(|&above| self.defined[above].clone()).collect()
    }

    /// A known value of the same width, preferably; else a constant.
    fn fill_operand(&mut self, known: &[ValueId], operand: &mut Operand) {
        let width = self.program.width(operand);
        let fit: Vec<ValueId> = known
            .iter()
            .copied()
            .filter(|&value| self.program.values[value].width() == width)
            .collect();
        *operand = if fit.is_empty() || self.rng.one_in(6) {
            Operand::Const(Value::new(width, self.rng.wide() >> self.rng.index(128)))
        } else {
            Operand::Value(*self.rng.pick(&fit))
        };
    }
}

fn block_id(number: usize) -> BlockId {
    BlockId(u32::try_from(number).expect("few blocks"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_valid_and_varied() {
        let (mut switches, mut loops, mut phis) = (0, 0, 0);
        for seed in 0..400 {
            let shape = if seed % 2 == 0 { Shape::tiny() } else { Shape::medium() };
            let program = program(&mut Random::new(seed), &shape);
            assert_eq!(program.validate(), Ok(()), "seed {seed}");
            for (id, block) in program.blocks.iter_enumerated() {
                phis += block.phis.len();
                switches += usize::from(matches!(block.terminator, Terminator::Switch { .. }));
                loops += block.terminator.successors().iter().filter(|to| to.0 <= id.0).count();
            }
        }
        assert!(switches > 100 && loops > 400 && phis > 1000, "{switches} {loops} {phis}");
    }
}
