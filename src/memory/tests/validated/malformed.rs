//! Claims that speak of what is not there are refused before anything is made of them.

use super::claims;
use crate::bv::{Op, Value};
use crate::certify::memory::{Validation, validate};

use crate::program::{
    AllocationSiteId, BlockId, Bytes, Correspondence, Held, ObjectId, Operand, Possible,
    Progression, ValueId, random,
};
use crate::support::index::Idx;
use crate::support::{Budget, IndexVec, Random};

fn shorten<I: Idx, T: Clone>(list: &mut IndexVec<I, T>) {
    *list = list.as_slice().split_last().expect("it is not empty").1.iter().cloned().collect();
}

/// Claims of the bytes of the first object.
fn bytes(start: u64, count: u64) -> Bytes {
    Bytes { object: ObjectId(0), start, count }
}

fn at(object: u32) -> Possible {
    let objects = vec![(ObjectId(object), Progression { start: 0, step: 0, low: 0, high: 0 })];
    Possible { objects, ..Possible::default() }
}

/// What is claimed of some numbers of which nobody computes.
fn number(start: i128, step: i128, low: i128, high: i128) -> Possible {
    let number = Some(Progression { start, step, low, high });
    Possible { number, ..Possible::default() }
}

type Spoil = fn(&mut Correspondence);

const SPOILT: &[(&str, Spoil)] = &[
    ("a tail is missing", |it| shorten(&mut it.tails)),
    ("a block is missing", |it| shorten(&mut it.held)),
    ("a value is missing", |it| shorten(&mut it.values)),
    ("what a value may be is missing", |it| shorten(&mut it.possible)),
    ("blocks of the other program are missing", |it| it.resolved.blocks = IndexVec::new()),
    ("values of the other program are missing", |it| it.resolved.values = IndexVec::new()),
    ("a sum that is none", |it| it.stay.push(ValueId(9999))),
    ("an object that is none", |it| it.possible[ValueId(0)] = at(99)),
    ("an object that is none, in memory", |it| _ = it.words.insert(bytes(0, 1), at(99))),
    ("no bytes", |it| _ = it.words.insert(bytes(0, 0), at(0))),
    ("bytes behind the end", |it| _ = it.words.insert(bytes(20, 16), at(0))),
    ("bytes behind all ends", |it| _ = it.words.insert(bytes(u64::MAX, 1), at(0))),
    ("bytes behind the end are held", |it| hold(it, Held::Bytes(bytes(99, 1)), byte())),
    ("whether nothing lives", |it| hold(it, Held::Lives(ObjectId(99)), byte())),
    ("the size of nothing", |it| hold(it, Held::Size(ObjectId(99)), byte())),
    ("uses of no site", |it| hold(it, Held::Used(AllocationSiteId(99)), byte())),
    ("two bytes where one is held", |it| hold(it, Held::Bytes(bytes(0, 2)), byte())),
    ("a byte that is no value", |it| hold(it, Held::Bytes(bytes(0, 1)), value(9999))),
    ("a tail that is none", |it| it.tails[BlockId(0)] = BlockId(9999)),
    ("a value that is none", |it| it.values[ValueId(0)] = value(9999)),
    ("a value of another width", |it| it.values[ValueId(0)] = Operand::Const(Value::zero(77))),
    ("inputs that are none", |it| {
        it.given.insert((BlockId(0), 0), vec![(bytes(0, 1), ValueId(9999))]);
    }),
    ("inputs behind the end", |it| {
        it.given.insert((BlockId(0), 0), vec![(bytes(99, 1), ValueId(0))]);
    }),
    ("computed of what is none", |it| gone(it, ValueId(9999))),
    ("computed of itself", |it| gone(it, ValueId(0))),
    ("an operator on too little", |it| _ = it.gone.insert(ValueId(0), (Op::And, vec![]))),
    ("too large objects that are none", |it| it.oversized.push(ObjectId(99))),
    ("a number that is far off", |it| it.possible[ValueId(0)] = number(1 << 70, 1, 0, 9)),
    ("a low end that is far off", |it| it.possible[ValueId(0)] = number(0, 1, -1 << 70, 9)),
    ("a high end that is far off", |it| it.possible[ValueId(0)] = number(0, 1, 0, 1 << 70)),
    ("a large step", |it| it.possible[ValueId(0)] = number(0, (1 << 64) + 1, 0, 9)),
    ("a negative step", |it| it.possible[ValueId(0)] = number(0, -1, 0, 9)),
    ("a number out of its bounds", |it| it.possible[ValueId(0)] = number(5, 0, 6, 9)),
    ("a number above its bounds", |it| it.possible[ValueId(0)] = number(5, 0, 1, 4)),
];

fn byte() -> Operand {
    Operand::Const(Value::zero(8))
}

fn value(id: u32) -> Operand {
    Operand::Value(ValueId(id))
}

fn hold(claims: &mut Correspondence, part: Held, operand: Operand) {
    claims.held.iter_mut().for_each(|held| held.push((part, operand.clone())));
}

fn gone(claims: &mut Correspondence, of: ValueId) {
    claims.gone.insert(ValueId(0), (Op::Not, vec![Operand::Value(of)]));
}

#[test]
fn malformed_claims_are_refused() {
    for seed in 0..12 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        for (what, spoil) in SPOILT {
            let mut wrong = right.clone();
            spoil(&mut wrong);
            match validate(&program, None, &wrong, &Budget::unlimited()) {
                Ok(Validation::Open(why)) => {
                    let said = why.to_string();
                    assert!(said.contains("malformed"), "seed {seed}: {what}: {said}");
                }
                other => panic!("seed {seed}: {what}: {other:?}"),
            }
        }
    }
}
