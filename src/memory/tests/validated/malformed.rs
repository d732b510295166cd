//! Claims that speak of what is not there are refused before anything is made of them.

use super::claims;
use crate::certify::memory::{Validation, validate};
use crate::program::{
    Bytes, Correspondence, Held, ObjectId, Operand, Possible, Progression, ValueId, random,
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
    ("bytes behind the end are held", |it| hold(it, bytes(99, 1))),
    ("a number that is far off", |it| it.possible[ValueId(0)] = number(1 << 70, 1, 0, 9)),
    ("a low end that is far off", |it| it.possible[ValueId(0)] = number(0, 1, -1 << 70, 9)),
    ("a high end that is far off", |it| it.possible[ValueId(0)] = number(0, 1, 0, 1 << 70)),
    ("a large step", |it| it.possible[ValueId(0)] = number(0, (1 << 64) + 1, 0, 9)),
    ("a negative step", |it| it.possible[ValueId(0)] = number(0, -1, 0, 9)),
    ("a number out of its bounds", |it| it.possible[ValueId(0)] = number(5, 0, 6, 9)),
    ("a number above its bounds", |it| it.possible[ValueId(0)] = number(5, 0, 1, 4)),
];

fn hold(claims: &mut Correspondence, at: Bytes) {
    let value = Operand::Const(crate::bv::Value::zero(8));
    claims.held.iter_mut().for_each(|held| held.push((Held::Bytes(at), value.clone())));
}

#[test]
fn malformed_claims_are_refused() {
    for seed in 0..12 {
        let program = random::memory::program(&mut Random::new(seed));
        let right = claims(&program);
        for (what, spoil) in SPOILT {
            let mut wrong = right.clone();
            spoil(&mut wrong);
            match validate(&program, &wrong, &Budget::unlimited()) {
                Ok(Validation::Open(why)) => {
                    let said = why.to_string();
                    assert!(said.contains("malformed"), "seed {seed}: {what}: {said}");
                }
                other => panic!("seed {seed}: {what}: {other:?}"),
            }
        }
    }
}
