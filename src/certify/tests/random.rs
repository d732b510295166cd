//! Random small programs: any shape of control flow, irreducible loops included.

use crate::bv::{Op, Value};
use crate::certify::blaster::tests::Random;
use crate::program::samples::{Builder, number};
use crate::program::{BlockId, EndKind, Goal, GoalKind, Operand, Program, Terminator, ValueId};
use crate::support::IndexVec;

/// Blocks reachable from the entry without passing `avoided`.
fn reachable(program: &Program, avoided: Option<BlockId>) -> IndexVec<BlockId, bool> {
    let mut seen = IndexVec::filled(false, program.blocks.len());
    let mut open = vec![program.entry];
    while let Some(block) = open.pop() {
        if Some(block) != avoided && !seen[block] {
            seen[block] = true;
            open.extend(program.blocks[block].terminator.successors());
        }
    }
    seen
}

/// A program in which every block is reachable in the graph.
pub fn program(random: &mut Random) -> Program {
    loop {
        let mut b = Builder::default();
        let size = 3 + random.below(4);
        for i in 0..size {
            b.block(&format!("b{i}"));
        }
        shape(&mut b, random, size);
        if reachable(&b.program, None).iter().all(|&block| block) {
            fill(&mut b, random);
            assert_eq!(b.program.validate(), Ok(()));
            return b.program;
        }
    }
}

/// Control flow, with placeholders for what it depends on.
fn shape(b: &mut Builder, random: &mut Random, size: usize) {
    for i in 0..size {
        let block = BlockId(i as u32);
        let mut target = || BlockId(1 + random.below(size - 1) as u32);
        let (one, other, third) = (target(), target(), target());
        let terminator = match random.below(9) {
            0 if i > 0 => {
                let kind = GoalKind::Unsupported(format!("goal in b{i}"));
                Terminator::Goal(b.program.goals.push(Goal { kind, loc: None, site: None }))
            }
            1 if i > 0 => Terminator::End(EndKind::Return),
            2 | 3 => Terminator::Goto(one),
            4 => Terminator::Switch {
                value: number(2, 0),
                cases: vec![(Value::new(2, 1), one), (Value::new(2, 2), other)],
                default: third,
            },
            _ if one != other => {
                Terminator::Branch { cond: number(1, 0), then: one, otherwise: other }
            }
            _ => Terminator::Goto(one),
        };
        b.program.blocks[block].terminator = terminator;
    }
}

/// Phis, instructions and conditions; widths 1 and 2 only.
fn fill(b: &mut Builder, random: &mut Random) {
    let blocks: Vec<BlockId> = b.program.reverse_postorder();
    let dominates: IndexVec<BlockId, IndexVec<BlockId, bool>> = b
        .program
        .blocks
        .indices()
        .map(|above| {
            let without = reachable(&b.program, Some(above));
            without.iter().map(|&seen| !seen).collect()
        })
        .collect();
    // What is defined in each block so far.
    let mut defined: IndexVec<BlockId, Vec<ValueId>> =
        IndexVec::filled(Vec::new(), b.program.blocks.len());
    let mut phis = Vec::new();
    for &block in &blocks {
        if block != b.program.entry {
            for _ in 0..random.below(3) {
                let dest = b.value(&format!("p{}", b.program.values.len()), 2);
                defined[block].push(dest);
                phis.push((block, dest));
            }
        }
        for _ in 0..random.below(3) {
            let known = visible(&dominates, &defined, block);
            let mut operand = |b: &Builder| any_operand(b, random, &known, 2);
            let args = [operand(b), operand(b)];
            let ops = [Op::Add, Op::Sub, Op::Xor, Op::And, Op::Mul, Op::Udiv, Op::Srem, Op::Shl];
            let made = match random.below(4) {
                0 => b.input(block, "input", 2),
                1 => b.input(block, "flag", 1),
                _ => b.assign(block, "value", ops[random.below(ops.len())], &args),
            };
            if let Operand::Value(made) = made {
                defined[block].push(made);
            }
        }
        let known = visible(&dominates, &defined, block);
        let mut terminator = b.program.blocks[block].terminator.clone();
        match &mut terminator {
            Terminator::Branch { cond, .. } => {
                let ops = [Op::Eq, Op::Ult, Op::Slt, Op::Ule];
                let args = [any_operand(b, random, &known, 2), any_operand(b, random, &known, 2)];
                *cond = match random.below(3) {
                    0 => any_operand(b, random, &known, 1),
                    _ => b.assign(block, "cond", ops[random.below(ops.len())], &args),
                };
                if let Operand::Value(cond) = cond
                    && !known.contains(cond)
                {
                    defined[block].push(*cond);
                }
            }
            Terminator::Switch { value, .. } => *value = any_operand(b, random, &known, 2),
            _ => {}
        }
        b.program.blocks[block].terminator = terminator;
    }
    let predecessors = b.program.predecessors();
    for (block, dest) in phis {
        let incoming: Vec<(BlockId, Operand)> = predecessors[block]
            .iter()
            .map(|&from| {
                let known = visible(&dominates, &defined, from);
                (from, any_operand(b, random, &known, 2))
            })
            .collect();
        b.phi(block, dest, &incoming);
    }
}

/// Values defined in blocks that dominate `block`, and in it so far.
fn visible(
    dominates: &IndexVec<BlockId, IndexVec<BlockId, bool>>,
    defined: &IndexVec<BlockId, Vec<ValueId>>,
    block: BlockId,
) -> Vec<ValueId> {
    let above = defined.iter_enumerated().filter(|(above, _)| dominates[*above][block]);
    above.flat_map(|(_, values)| values.iter().copied()).collect()
}

fn any_operand(b: &Builder, random: &mut Random, known: &[ValueId], width: u32) -> Operand {
    let fitting: Vec<ValueId> =
        known.iter().copied().filter(|&value| b.program.values[value].width() == width).collect();
    if fitting.is_empty() || random.below(4) == 0 {
        number(width, u128::from(random.next() % 4))
    } else {
        Operand::Value(fitting[random.below(fitting.len())])
    }
}
