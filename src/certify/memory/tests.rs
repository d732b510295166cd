//! What the rules are made of: where accesses may be, and what memory holds.

use rustc_hash::FxHashMap;

use super::contents::{is_cut, positions};
use super::objects::{Objects, bits, initial, width_of};
use super::possible::{includes, join};
use super::terms::Terms;
use crate::bv::{Assignment, Op, Term, Value, eval};
use crate::program::{
    AllocationSiteId, Bytes, Held, Initial, Memory, Object, ObjectId, Piece, Possible, Progression,
    Storage,
};
use crate::support::Random;

fn is_member(set: &Progression, n: i128) -> bool {
    let on = if set.step == 0 { n == set.start } else { (n - set.start) % set.step == 0 };
    on && set.low <= n && n <= set.high
}

/// Progressions of small numbers, each with a member, where there is no step.
fn progressions() -> Vec<Progression> {
    let mut all = vec![];
    for low in -3..6 {
        for high in low..6 {
            for start in low..=high {
                all.push(Progression { start, step: 0, low, high });
            }
            for step in 1..4 {
                all.extend((0..step).map(|start| Progression { start, step, low, high }));
            }
        }
    }
    all
}

/// What is made of constants and symbols is what the operator gives for their values.
#[test]
fn terms_are_what_operators_give() {
    let mut terms = Terms::default();
    let symbols = [terms.any("x", 1), terms.any("y", 1)];
    let ids = symbols.map(|it| terms.store.as_symbol(it).expect("it is one"));
    let operands = [terms.bool(false), terms.bool(true), symbols[0], symbols[1]];
    let mut made: Vec<(Op, Vec<Term>, Term)> = vec![];
    let low = Op::Extract { high: 0, low: 0 };
    for a in operands {
        for op in [Op::Not, low, Op::ZeroExtend(1), Op::SignExtend(2), Op::ZeroExtend(2)] {
            made.push((op, vec![a], terms.app(op, &[a])));
        }
        for b in operands {
            for op in [Op::And, Op::Or, Op::Eq, Op::Xor] {
                made.push((op, vec![a, b], terms.app(op, &[a, b])));
            }
            for c in operands {
                made.push((Op::Ite, vec![a, b, c], terms.ite(a, b, c)));
            }
            made.push((Op::And, vec![a, b], terms.all(&[a, b])));
            made.push((Op::Or, vec![a, b], terms.some(&[a, b])));
            let joined = terms.joined(vec![a, b]).expect("some");
            made.push((Op::Concat, vec![b, a], joined));
        }
    }
    for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
        let values = [(ids[0], Value::bool(x)), (ids[1], Value::bool(y))];
        let values: Assignment = values.into_iter().collect();
        for (op, args, made) in &made {
            let args: Vec<Value> = args.iter().map(|&it| eval(&terms.store, it, &values)).collect();
            let expected = op.apply(&args.iter().collect::<Vec<_>>());
            assert_eq!(eval(&terms.store, *made, &values), expected, "{op:?} {args:?}");
        }
    }
}

/// What includes another has its members; and each includes itself, and what is joined from it.
#[test]
fn what_is_included_has_no_other_members() {
    let all = progressions();
    for one in &all {
        for other in &all {
            if one.includes(other) {
                let wrong = (-9..9).find(|&n| is_member(other, n) && !is_member(one, n));
                assert_eq!(wrong, None, "{one:?} {other:?}");
            }
            let both = one.join(*other);
            assert!(both.includes(one) && both.includes(other), "{one:?} {other:?}");
        }
    }
}

/// An access may be wherever all of it lies in the object, and nowhere else.
#[test]
fn positions_are_the_members_that_fit() {
    for offsets in progressions() {
        for size in 0..7u64 {
            for count in 0..4 {
                let fits = |&at: &u64| at + count <= size && is_member(&offsets, at.into());
                let expected: Vec<u64> = (0..=size).filter(fits).collect();
                let found: Vec<u64> = positions(offsets, size, count).collect();
                assert_eq!(found, expected, "{offsets:?}, {count} of {size}");
            }
        }
    }
}

#[test]
fn words_are_cut_where_a_place_lies_inside() {
    for places in progressions() {
        for start in 0..3u64 {
            for count in 1..4u64 {
                let word = Bytes { object: ObjectId(0), start, count };
                let inside = (start + 1..start + count).map(i128::from);
                let any = inside.into_iter().any(|at| {
                    let unbounded = Progression { low: -99, high: 99, ..places };
                    is_member(&unbounded, at)
                });
                assert_eq!(is_cut(word, places), any, "{places:?} {word:?}");
            }
        }
    }
}

/// What was joined includes both; what lacks an object or a number does not.
#[test]
fn joins_include_what_was_joined() {
    let number = |n| Some(Progression::constant(n));
    let at = |object, n| (ObjectId(object), Progression::constant(n));
    let sets = [
        Possible::default(),
        Possible { number: number(0), ..Possible::default() },
        Possible { number: number(5), objects: vec![at(0, 4)], ..Possible::default() },
        Possible { objects: vec![at(0, 0)], ..Possible::default() },
        Possible { objects: vec![at(0, 4), at(1, 0)], ..Possible::default() },
    ];
    for (i, one) in sets.iter().enumerate() {
        for (j, other) in sets.iter().enumerate() {
            let mut both = one.clone();
            join(&mut both, other);
            assert!(includes(&both, one) && includes(&both, other), "{i} {j}");
            // Each has something that those before it lack.
            assert!(j <= i || !includes(one, other), "{i} {j}");
        }
    }
}

fn memory(storage: Storage, size: u64, initial: Initial) -> Memory {
    let mut memory = Memory { pointer_width: 16, ..Memory::default() };
    memory.objects.push(Object {
        name: "o".to_owned(),
        loc: None,
        storage,
        size,
        writable: true,
        initial,
        align: 1,
        fields: vec![],
    });
    memory
}

const OBJECT: ObjectId = ObjectId(0);

/// Bytes written one after the other, some of them perhaps, are what is read.
#[test]
fn bytes_are_those_that_were_written() {
    let number = Piece::Number(Value::new(16, 0x0a0b));
    for seed in 0..300 {
        let mut rng = Random::new(seed);
        let memory = memory(Storage::Static, 8, Initial::Known(vec![(3, number.clone())]));
        let (fixed, sites) = (FxHashMap::default(), FxHashMap::default());
        let mut objects = Objects::new(&memory, &fixed, &sites);
        let mut terms = Terms::default();
        objects.begin(OBJECT);
        let mut bytes = [0, 0, 0, 0x0b, 0x0a, 0, 0, 0];
        let mut values: Vec<(_, Value)> = vec![];
        for _ in 0..12 {
            let start = rng.below(8);
            let at = Bytes { object: OBJECT, start, count: 1 + rng.below(8 - start) };
            let range = start as usize..(start + at.count) as usize;
            let word = Value::from_bits(
                &(0..bits(at.count)).map(|_| rng.one_in(2)).collect::<Vec<bool>>(),
            );
            let new = terms.constant(&word);
            let byte = |value: &Value, at: usize| {
                (0..8).fold(0u8, |byte, bit| byte | u8::from(value.bit(at as u32 * 8 + bit)) << bit)
            };
            let written = match rng.index(3) {
                0 => {
                    objects.set(&mut terms, at, new);
                    true
                }
                1 => {
                    let hit = terms.any("hit", 1);
                    let holds = rng.one_in(2);
                    let symbol = terms.store.as_symbol(hit).expect("it is one");
                    values.push((symbol, Value::bool(holds)));
                    objects.set_if(&mut terms, hit, at, new);
                    holds
                }
                _ => {
                    let read = objects.read(&mut terms, at);
                    let values: Assignment = values.iter().cloned().collect();
                    let found = eval(&terms.store, read, &values);
                    let found: Vec<u8> = (0..at.count as usize).map(|i| byte(&found, i)).collect();
                    assert_eq!(found, bytes[range.clone()], "seed {seed}: {at:?}");
                    false
                }
            };
            if written {
                range.enumerate().for_each(|(i, place)| bytes[place] = byte(&word, i));
            }
        }
    }
}

/// Constants at their places, addresses as their codes, all else zero.
#[test]
fn first_contents() {
    let pieces = vec![(1, Piece::Number(Value::new(8, 7))), (2, Piece::Address(OBJECT, 3))];
    let memory = memory(Storage::Static, 4, Initial::Known(pieces));
    let at = |start, count| initial(&memory, Bytes { object: OBJECT, start, count });
    let address = memory.base(OBJECT).to_u64().expect("it is short") + 3;
    assert_eq!(at(0, 2).to_u64(), Some(0x0700));
    assert_eq!(at(2, 2).to_u64(), Some(address));
    assert_eq!(at(3, 1).to_u64(), Some(address >> 8));
    assert_eq!(at(0, 1).to_u64(), Some(0));
}

/// What always lives, what never does, and what is not known to.
#[test]
fn who_lives() {
    for (storage, known) in [
        (Storage::Static, Some(true)),
        (Storage::Register, Some(true)),
        (Storage::Function, Some(false)),
        (Storage::Past, Some(false)),
        (Storage::Local, None),
        (Storage::Heap, None),
    ] {
        let memory = memory(storage, 4, Initial::Arbitrary);
        let (fixed, sites) = (FxHashMap::default(), FxHashMap::default());
        let mut objects = Objects::new(&memory, &fixed, &sites);
        let mut terms = Terms::default();
        let lives = objects.lives(&mut terms, OBJECT);
        assert_eq!(terms.store.as_const(lives).map(Value::is_true), known, "{storage:?}");
        assert_eq!(objects.lives(&mut terms, OBJECT), lives, "it is the same until told");
    }
}

/// Sizes of instances: that of the object elsewhere, the one of the site where it is fixed, but none
/// that is larger than the object; arbitrary, but always the same, where it is not.
#[test]
fn sizes_of_objects() {
    let memory = memory(Storage::Heap, 6, Initial::Arbitrary);
    let size = |fixed: Option<u64>, is_instance: bool| {
        let fixed = fixed.map(|size| (AllocationSiteId(0), size)).into_iter().collect();
        let sites = is_instance.then_some((OBJECT, AllocationSiteId(0))).into_iter().collect();
        let mut objects = Objects::new(&memory, &fixed, &sites);
        let mut terms = Terms::default();
        let size = objects.size(&mut terms, OBJECT);
        assert_eq!(terms.store.width(size), 16);
        assert_eq!(objects.size(&mut terms, OBJECT), size);
        assert_eq!(width_of(&memory, Held::Size(OBJECT)), Some(3));
        let held = objects.held(&mut terms, Held::Size(OBJECT));
        assert_eq!(terms.store.width(held), 3);
        objects.hold(&mut terms, Held::Size(OBJECT), held);
        terms.store.as_const(size).and_then(Value::to_u64)
    };
    assert_eq!(size(None, false), Some(6));
    assert_eq!(size(Some(4), true), Some(4));
    assert_eq!(size(Some(9), true), Some(6));
    assert_eq!(size(None, true), None);
}
