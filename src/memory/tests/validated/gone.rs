//! Of values that nobody reads any more it is claimed what they would be; not of one that is there.

use super::{claims, holds};
use crate::bv::{Op, Value};
use crate::program::{Instr, Operand, random};
use crate::support::Random;

#[test]
fn values_that_are_there_are_not_gone() {
    for seed in 0..20 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        let mut instrs = right.resolved.blocks.iter().flat_map(|block| &block.instrs);
        let Some(there) = instrs.find_map(Instr::dest) else { continue };
        let mut wrong = right.clone();
        let width = wrong.resolved.values[there].width();
        let zero = Operand::Const(Value::zero(width));
        wrong.gone.insert(there, (Op::Or, vec![zero.clone(), zero]));
        assert!(!holds(&program, &wrong), "seed {seed}");
    }
}
