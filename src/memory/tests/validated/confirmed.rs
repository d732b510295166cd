//! What is confirmed of values holds in runs: of claims that say more than the right ones none is
//! confirmed that a run refutes.

use super::super::Written;
use super::super::differential::each_value;
use super::super::written::POINTER;
use super::{claims, holds};
use crate::bv::{Op, Value};
use crate::program::samples::number;
use crate::program::{
    Bytes, Correspondence, MemoryOp, Possible, Program, Progression, Storage, random,
};
use crate::support::Random;

/// Whether a number is one of these.
fn is_member(set: &Progression, n: i128) -> bool {
    let on = if set.step == 0 { n == set.start } else { (n - set.start) % set.step == 0 };
    on && set.low <= n && n <= set.high
}

fn signed(value: &Value) -> i128 {
    let bits = value.small().expect("words are short").cast_signed();
    if value.sign() { bits - (1 << value.width()) } else { bits }
}

/// Whether a value is what is claimed of it.
fn is_possible(program: &Program, set: &Possible, value: &Value) -> bool {
    let memory = &program.memory;
    let is_number =
        set.number.is_some_and(|it| value.width() > 64 || is_member(&it, signed(value)));
    let is_address = |object, offsets: &Progression| {
        let offset = Op::Sub.apply(&[value, &memory.base(object)]);
        is_member(offsets, signed(&offset))
    };
    let is_pointer = value.width() == memory.pointer_width;
    is_number || is_pointer && set.objects.iter().any(|it| is_address(it.0, &it.1))
}

/// Says more of some numbers than before: some are not among them any more.
fn fewer(numbers: &mut Progression, rng: &mut Random) {
    let (low, high) = (numbers.low, numbers.high);
    let some = i128::from(rng.below(4)) + 1;
    match rng.index(5) {
        0 if numbers.step > 0 && low + some <= high => numbers.low += some,
        1 if numbers.step > 0 && low + some <= high => numbers.high -= some,
        2 if numbers.step > 0 => numbers.step *= 2,
        3 => numbers.start += 1,
        _ => *numbers = Progression { start: low, step: 0, low, high: low },
    }
    if numbers.step == 0 {
        (numbers.low, numbers.high) = (numbers.start, numbers.start);
    }
}

/// Says more of all that the same was said of; whether it could.
fn say_more(claims: &mut Correspondence, rng: &mut Random) -> bool {
    let sets = claims.possible.iter().chain(claims.words.values());
    let sets: Vec<Possible> = sets.filter(|it| !it.is_computed).cloned().collect();
    if sets.is_empty() {
        return false;
    }
    let old = rng.pick(&sets).clone();
    let mut new = old.clone();
    let objects = new.objects.len();
    if objects > 0 && rng.one_in(2) {
        if objects > 1 && rng.one_in(2) {
            new.objects.remove(rng.index(objects));
        } else {
            fewer(&mut new.objects[rng.index(objects)].1, rng);
        }
    } else if objects > 0 && new.number.is_some() && rng.one_in(2) {
        new.number = None;
    } else if let Some(numbers) = &mut new.number {
        fewer(numbers, rng);
    }
    let all = claims.possible.iter_mut().chain(claims.words.values_mut());
    // All of them, as one follows from the other, or only some.
    let each = rng.one_in(2);
    all.filter(|set| **set == old).for_each(|set| {
        if each || rng.one_in(2) {
            set.clone_from(&new);
        }
    });
    new != old
}

#[test]
fn what_is_confirmed_holds_in_runs() {
    let (mut confirmed, mut refused, mut seen) = (0, 0, 0);
    for seed in 0..150 {
        let mut rng = Random::new(seed);
        let program = random::memory::program(&mut rng);
        let right = claims(&program);
        if !holds(&program, &right) {
            continue;
        }
        for round in 0..25 {
            let mut claims = right.clone();
            if round > 0 && !say_more(&mut claims, &mut rng) {
                continue;
            }
            if !holds(&program, &claims) {
                refused += 1;
                continue;
            }
            confirmed += 1;
            for run in 0..8 {
                each_value(&program, seed * 8 + run, |id, value| {
                    let set = &claims.possible[id];
                    let fits = is_possible(&program, set, value);
                    assert!(fits, "seed {seed}: {id} is {value}, not {set:?}\n{program}");
                    seen += 1;
                });
            }
        }
    }
    eprintln!("{confirmed} confirmed, {refused} refused, {seen} values");
    assert!(confirmed > 100 && refused > 200, "{confirmed} confirmed, {refused} refused");
}

#[test]
fn of_a_choice_both_are_possible() {
    let mut w = Written::new();
    let objects = ["a", "b"].map(|name| w.object(name, Storage::Static, 8));
    let [a, b] = objects.map(|object| w.address(object));
    let choice = w.input(1);
    let p = w.apply(Op::Ite, &[choice, a, b]);
    w.load(&p, 8);
    let id = p.as_value().expect("a result");
    let right = claims(&w.b.program);
    assert!(holds(&w.b.program, &right));
    assert_eq!(right.possible[id].objects.len(), 2);
    for gone in 0..2 {
        let mut wrong = right.clone();
        wrong.possible[id].objects.remove(gone);
        assert!(!holds(&w.b.program, &wrong), "not object {gone}");
    }
}

/// A block is filled from the start of an object on: of its first byte nothing else may be claimed.
#[test]
fn blocks_that_are_filled_hold_the_byte() {
    for length in [1, 3] {
        let mut w = Written::new();
        let object = w.object("a", Storage::Static, 3);
        let a = w.address(object);
        w.run(MemoryOp::FillBytes, &[a.clone(), number(8, 7), number(POINTER, length)]);
        let loaded = w.load(&a, 8);
        let id = loaded.as_value().expect("a result");
        let right = claims(&w.b.program);
        assert!(holds(&w.b.program, &right), "{length}");
        let is_first = |bytes: &Bytes| (bytes.object, bytes.start, bytes.count) == (object, 0, 1);
        let zero = Progression { start: 0, step: 0, low: 0, high: 0 };
        let mut wrong = right.clone();
        let first = wrong.words.iter_mut().find(|(bytes, _)| is_first(bytes));
        let (_, first) = first.expect("something is claimed of the first byte");
        assert_ne!(first.number, Some(zero));
        first.number = Some(zero);
        wrong.possible[id] = first.clone();
        assert!(!holds(&w.b.program, &wrong), "{length}");
    }
}
