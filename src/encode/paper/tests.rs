//! The running example, and how blocks are counted.

use super::*;
use crate::bv::Op;
use crate::program::Property;
use crate::program::samples::{Builder, number, running_example};

/// Appendix 5.2, corrected as `docs/ENCODING.md` says.
#[test]
fn running_example_of_the_paper() {
    let encoding = SmallBlocks::verbatim(&running_example(), None);
    let expected = "\
I: curr = 1 ∧ pred = 1
G: curr = 9
U: curr ≤ 9 ∧ pred ≤ 9
T: curr = 1 ⇒ curr' = 2 ∧ pred' = 1 ∧ tmp2' = tmp2
T: curr = 2 ⇒ curr' = 3 ∧ pred' = 2 ∧ tmp2' = tmp2
T: curr = 3 ∧ (10 ≤ (ite((pred = 2), 4294967194, tmp2) + 2)) ⇒ \
curr' = 3 ∧ pred' = 3 ∧ tmp2' = (ite((pred = 2), 4294967194, tmp2) + 2)
T: curr = 3 ∧ ¬(10 ≤ (ite((pred = 2), 4294967194, tmp2) + 2)) ⇒ \
curr' = 4 ∧ pred' = 3 ∧ tmp2' = (ite((pred = 2), 4294967194, tmp2) + 2)
T: curr = 4 ⇒ curr' = 5 ∧ pred' = 4 ∧ tmp2' = tmp2
T: curr = 5 ∧ (urem(ite((pred = 4), tmp2, 4294967194), 2) = 0) ⇒ \
curr' = 6 ∧ pred' = 5 ∧ tmp2' = tmp2
T: curr = 5 ∧ ¬(urem(ite((pred = 4), tmp2, 4294967194), 2) = 0) ⇒ \
curr' = 7 ∧ pred' = 5 ∧ tmp2' = tmp2
T: curr = 6 ⇒ curr' = 9 ∧ pred' = 6 ∧ tmp2' = tmp2
T: curr = 7 ⇒ curr' = 8 ∧ pred' = 7 ∧ tmp2' = tmp2
T: curr = 8 ⇒ curr' = 8 ∧ pred' = 8 ∧ tmp2' = tmp2
T: curr = 9 ⇒ curr' = 9 ∧ pred' = 9 ∧ tmp2' = tmp2
";
    assert_eq!(encoding.to_string(), expected);
    assert_eq!(encoding.counts(), Counts { blocks: 7, variables: 3, bits: 4 + 4 + 32 });
}

/// A check of an addition: condition, empty goal block, rest of the block.
fn checked() -> Builder {
    let mut b = Builder::default();
    let (entry, rest, end) = (b.block("entry"), b.block("rest"), b.block("end"));
    let overflow = b.goal("overflow", Property::NoOverflow);
    let error = b.goal("error", Property::UnreachCall);
    let input = b.input(entry, "n", 8);
    let over = b.assign(entry, "over", Op::Eq, &[input.clone(), number(8, 127)]);
    b.branch(entry, over, overflow, rest);
    let sum = b.assign(rest, "sum", Op::Add, &[input, number(8, 1)]);
    let wrong = b.assign(rest, "wrong", Op::Ule, &[number(8, 5), sum]);
    b.branch(rest, wrong, error, end);
    b
}

#[test]
fn a_check_is_no_block() {
    let encoding = SmallBlocks::verbatim(&checked().program, None);
    // entry with rest, end, error's block; nothing crosses blocks.
    assert_eq!(encoding.counts(), Counts { blocks: 3, variables: 2, bits: 6 });
    let expected = "\
T: curr = 1 ∧ (input8.0 = 127) ⇒ curr' = 5 ∧ pred' = 1
T: curr = 1 ∧ ¬(input8.0 = 127) ∧ (5 ≤ (input8.0 + 1)) ⇒ curr' = 3 ∧ pred' = 1
T: curr = 1 ∧ ¬(input8.0 = 127) ∧ ¬(5 ≤ (input8.0 + 1)) ⇒ curr' = 2 ∧ pred' = 1
";
    let text = encoding.to_string();
    let rows: String = text.lines().skip(3).take(3).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(rows, expected);
}

#[test]
fn other_goals_lead_to_ok() {
    let program = checked().program;
    for (goal, to) in [(GoalId(0), [5, 4]), (GoalId(1), [4, 5])] {
        let encoding = SmallBlocks::new(&program, Some(goal));
        // The check that failed, and the block that calls the error function.
        let error_block = encoding.rows.iter().find(|row| row.from == 3).expect("its row");
        assert_eq!([encoding.rows[0].to, error_block.to], to);
        assert_eq!(encoding.encoded().system.bad[0].goals, [goal]);
    }
}

#[test]
fn seven_codes_need_three_bits_and_eight_need_four() {
    // Codes are 1..=N with N = |B| + 2; the paper's ⌈log2 N⌉ is too few for N = 8.
    for (blocks, bits) in [(1, 2), (2, 3), (5, 3), (6, 4)] {
        let mut b = Builder::default();
        let all: Vec<BlockId> = (0..blocks).map(|n| b.block(&format!("b{n}"))).collect();
        all.windows(2).for_each(|pair| b.goto(pair[0], pair[1]));
        let counts = SmallBlocks::new(&b.program, None).counts();
        assert_eq!(counts, Counts { blocks, variables: 2, bits: 2 * bits }, "{blocks}");
    }
}
