//! Of values that nobody reads any more it is claimed what they would be: another operator, other
//! operands, none, or one of a value that is there, is refused.

use super::{claims, holds};
use crate::bv::{Op, Value};
use crate::program::{Correspondence, Operand, ValueId, random};
use crate::support::Random;

/// The claim about a value says the opposite in its lowest bit.
fn flip(claims: &mut Correspondence, value: ValueId) {
    let width = claims.resolved.values[value].width();
    let one = Operand::Const(Value::new(width, 1));
    let flipped = Operand::Value(another(claims, value));
    claims.gone.insert(value, (Op::Xor, vec![flipped, one]));
}

/// A further value that would be what this one was claimed to be.
fn another(claims: &mut Correspondence, value: ValueId) -> ValueId {
    let info = claims.resolved.values[value].clone();
    let before = claims.gone[&value].clone();
    let other = claims.resolved.values.push(info);
    claims.gone.insert(other, before);
    other
}

#[test]
fn what_values_that_are_gone_would_be_is_checked() {
    let (mut spoilt, mut kept, mut missed) = (0, 0, 0);
    for seed in 0..400 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        if right.gone.is_empty() || !holds(&program, &right) {
            continue;
        }
        let mut values: Vec<ValueId> = right.gone.keys().copied().collect();
        values.sort_unstable();
        for value in values {
            // Said in two steps it is the same.
            let mut same = right.clone();
            let other = another(&mut same, value);
            let width = same.resolved.values[value].width();
            let nothing = Operand::Const(Value::zero(width));
            same.gone.insert(value, (Op::Or, vec![Operand::Value(other), nothing]));
            assert!(holds(&program, &same), "seed {seed}: {value}");
            kept += 1;
            // Where no run gets nothing is missed.
            let mut missing = right.clone();
            missing.gone.remove(&value);
            missed += usize::from(!holds(&program, &missing));
            let mut wrong = right.clone();
            flip(&mut wrong, value);
            let mut circular = right.clone();
            circular.gone.insert(value, (Op::Not, vec![Operand::Value(value)]));
            for (what, claims) in [("wrong", wrong), ("circular", circular)] {
                assert!(!holds(&program, &claims), "seed {seed}: {value} is {what}");
                spoilt += 1;
            }
        }
    }
    assert!(spoilt > 20 && kept > 10 && missed > 10, "{spoilt} {kept} {missed}");
}

/// Of a value that is there nothing can be claimed.
#[test]
fn values_that_are_there_are_not_gone() {
    for seed in 0..20 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        let mut instrs = right.resolved.blocks.iter().flat_map(|block| &block.instrs);
        let Some(there) = instrs.find_map(crate::program::Instr::dest) else { continue };
        let mut wrong = right.clone();
        let width = wrong.resolved.values[there].width();
        let zero = Operand::Const(Value::zero(width));
        wrong.gone.insert(there, (Op::Or, vec![zero.clone(), zero]));
        assert!(!holds(&program, &wrong), "seed {seed}");
    }
}
