//! Rules for operators on addresses, asked directly.

use super::Facts;
use crate::bv::Op;
use crate::program::samples::{Builder, number};
use crate::program::{
    Correspondence, Initial, Instr, MemoryInstr, MemoryOp, Object, Operand, Possible, Program,
    Progression, Storage, ValueId,
};
use crate::support::IndexVec;

const POINTER: u32 = 16;

/// A program with the addresses of two objects that are aligned at four bytes, a choice of the
/// second one and of this number, and a value of the same width.
struct Sample {
    program: Program,
    first: Operand,
    second: Operand,
    choice: Operand,
    other: i128,
    any: ValueId,
}

impl Sample {
    fn new(other: u8) -> Self {
        let mut b = Builder::default();
        b.program.memory.pointer_width = POINTER;
        let at = b.block("entry");
        let [first, second] = ["a", "b"].map(|name| {
            let object = b.program.memory.objects.push(Object {
                name: name.to_owned(),
                loc: None,
                storage: Storage::Static,
                size: 8,
                writable: true,
                initial: Initial::Known(vec![]),
                align: 4,
                fields: vec![],
            });
            let dest = b.value(name, POINTER);
            let op = MemoryOp::Address(object);
            let instr = MemoryInstr { dest: Some(dest), op, args: vec![], loc: None };
            b.program.blocks[at].instrs.push(Instr::Memory(instr));
            Operand::Value(dest)
        });
        let either = b.input(at, "", 1);
        let choice =
            b.assign(at, "", Op::Ite, &[either, second.clone(), number(POINTER, other.into())]);
        let any = b.input(at, "", POINTER).as_value().expect("an input");
        Self { program: b.program, first, second, choice, other: other.into(), any }
    }

    /// What is true of its values.
    fn claims(&self) -> Correspondence {
        let program = &self.program;
        let mut possible = IndexVec::filled(Possible::default(), program.values.len());
        for (id, value) in program.values.iter_enumerated() {
            possible[id].number = Some(Progression::any(value.width()));
        }
        let mut claim = |operand: &Operand, set| {
            possible[operand.as_value().expect("a value")] = set;
        };
        let address = |object: usize| {
            let object = program.memory.objects.indices().nth(object).expect("one of two");
            vec![(object, Progression::constant(0))]
        };
        claim(&self.first, Possible { objects: address(0), ..Possible::default() });
        claim(&self.second, Possible { objects: address(1), ..Possible::default() });
        let number = Some(Progression::constant(self.other));
        claim(&self.choice, Possible { objects: address(1), number, ..Possible::default() });
        let blocks = program.blocks.len();
        Correspondence {
            resolved: program.clone(),
            tails: program.blocks.indices().collect(),
            values: program.values.indices().map(Operand::Value).collect(),
            held: IndexVec::filled(vec![], blocks),
            gone: Default::default(),
            given: Default::default(),
            possible,
            stay: vec![],
            words: Default::default(),
            oversized: vec![],
        }
    }

    /// Whether there is a rule for an operator on these.
    fn has_rule(&self, op: Op, args: &[Operand]) -> bool {
        let claims = self.claims();
        let facts = Facts::new(&self.program, &claims, usize::MAX).expect("the claims hold");
        facts.assigned(self.any, op, args).is_ok()
    }
}

/// What a number of bytes leaves of an address is known, what an address leaves is not.
#[test]
fn remainders_are_those_by_numbers() {
    let sample = Sample::new(4);
    let by = |divisor: Operand| sample.has_rule(Op::Urem, &[sample.first.clone(), divisor]);
    assert!(by(number(POINTER, 4)) && by(number(POINTER, 2)));
    assert!(!by(number(POINTER, 8)) && !by(number(POINTER, 3)) && !by(number(POINTER, 0)));
    assert!(!by(sample.choice.clone()), "perhaps an address");
    assert!(!by(sample.second.clone()), "an address");
}

/// A mask clears as many bits as the alignment fixes, or keeps only these.
#[test]
fn masks_clear_what_alignment_fixes() {
    let sample = Sample::new(0);
    for low in 0..8 {
        let with = |mask| sample.has_rule(Op::And, &[sample.first.clone(), number(POINTER, mask)]);
        assert_eq!(with(low), low < 4, "{low}");
        // Of the masks that clear these bits the ones with all bits from some one on.
        assert_eq!(with(0xffff & !low), matches!(low, 0 | 1 | 3), "not {low}");
    }
}
