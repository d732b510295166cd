//! What operations on memory give is what the interpreter says, and nothing else is taken for it.

use super::super::Written;
use super::super::differential::each_value;
use super::super::written::{POINTER, piece};
use super::{claims, holds};
use crate::bv::{Op, Value};
use crate::program::samples::number;
use crate::program::{AllocationSiteId, MemoryOp, ObjectId, Operand, Storage};

/// That what stands for a value is validated if it is this number, and no other.
fn gives_what_it_gives(w: &Written, of: &Operand) {
    let program = &w.b.program;
    assert_eq!(program.validate(), Ok(()));
    let id = of.as_value().expect("a result");
    let mut given = None;
    each_value(program, 0, |dest, value| {
        if dest == id {
            given = Some(value.clone());
        }
    });
    let given = given.expect("the run comes to it");
    let mut claims = claims(program);
    assert!(holds(program, &claims), "{program}");
    let mut stands = |value: Value| {
        claims.values[id] = Operand::Const(value);
        holds(program, &claims)
    };
    assert!(stands(given.clone()), "{given}\n{program}");
    let one = Value::one(given.width());
    for wrong in [Op::Add.apply(&[&given, &one]), Op::Sub.apply(&[&given, &one])] {
        assert!(!stands(wrong.clone()), "{wrong}, not {given}\n{program}");
    }
}

/// A program with two objects of three bytes.
fn two() -> (Written, [ObjectId; 2]) {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 3), w.object("b", Storage::Static, 3));
    w.known(a, vec![(0, piece(8, 5)), (2, piece(8, 5))]);
    w.known(b, vec![(0, piece(8, 5)), (1, piece(8, 7)), (2, piece(8, 5))]);
    (w, [a, b])
}

/// An address some bytes behind the start.
fn at(w: &mut Written, object: ObjectId, by: u128) -> Operand {
    let address = w.address(object);
    w.plus(&address, by)
}

fn size(bytes: u128) -> Operand {
    number(POINTER, bytes)
}

#[test]
fn places_that_overlap() {
    for other in [0, 1] {
        for (first, second) in [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)] {
            for (n, m) in [(0, 1), (1, 0), (0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3)] {
                let (mut w, objects) = two();
                let p = at(&mut w, objects[0], first);
                let q = at(&mut w, objects[other], second);
                let same = w.get(MemoryOp::Overlap, &[p, size(n), q, size(m)], 1);
                gives_what_it_gives(&w, &same);
            }
        }
    }
    // One of two objects each, by an arbitrary choice.
    let (mut w, [a, b]) = two();
    let (a, b) = (w.address(a), w.address(b));
    let p = w.either(a.clone(), b.clone());
    let same = w.get(MemoryOp::Overlap, &[p.clone(), size(1), a.clone(), size(1)], 1);
    let other = w.get(MemoryOp::Overlap, &[p, size(1), b, size(1)], 1);
    let one = w.apply(Op::Xor, &[same, other]);
    gives_what_it_gives(&w, &one);
    // The second may lie in more objects than the first.
    let (mut w, [a, b]) = two();
    let (a, b) = (w.address(a), w.address(b));
    let p = w.either(a.clone(), b.clone());
    let same = w.get(MemoryOp::Overlap, &[a, size(1), p.clone(), size(1)], 1);
    let other = w.get(MemoryOp::Overlap, &[b, size(1), p, size(1)], 1);
    let one = w.apply(Op::Xor, &[same, other]);
    gives_what_it_gives(&w, &one);
    // A number is no place.
    let (mut w, [a, _]) = two();
    let a = w.address(a);
    let p = w.either(a.clone(), size(0));
    w.get(MemoryOp::Overlap, &[p.clone(), size(1), p, size(1)], 1);
    assert!(!holds(&w.b.program, &claims(&w.b.program)));
}

#[test]
fn room_and_validity() {
    for by in 0..5 {
        let (mut w, [a, _]) = two();
        let p = at(&mut w, a, by);
        let room = w.get(MemoryOp::Room, std::slice::from_ref(&p), POINTER);
        gives_what_it_gives(&w, &room);
        let (mut w, [a, _]) = two();
        let p = at(&mut w, a, by);
        let before = w.get(MemoryOp::Offset, &[p], POINTER);
        gives_what_it_gives(&w, &before);
        for n in 0..5 {
            for writable in [true, false] {
                let (mut w, [a, _]) = two();
                w.b.program.memory.objects[a].writable = writable;
                let p = at(&mut w, a, by);
                let ok = w.valid(&p, n, true);
                gives_what_it_gives(&w, &ok);
                let ok = w.valid(&p, n, false);
                gives_what_it_gives(&w, &ok);
            }
        }
        for bytes in [1, 2, 4, 8] {
            let (mut w, [a, _]) = two();
            let p = at(&mut w, a, by);
            let ok = w.get(MemoryOp::Aligned(bytes), &[p], 1);
            gives_what_it_gives(&w, &ok);
        }
    }
}

#[test]
fn searches() {
    for by in 0..4 {
        for n in 0..=3 - by {
            for byte in [0, 5, 7] {
                for last in [false, true] {
                    let (mut w, [_, b]) = two();
                    let p = at(&mut w, b, by);
                    let found = MemoryOp::Find { last };
                    let found = w.get(found, &[p, number(8, byte), size(n)], POINTER);
                    gives_what_it_gives(&w, &found);
                }
            }
            for other in 0..=3 - n {
                let (mut w, [a, b]) = two();
                let (p, q) = (at(&mut w, a, by), at(&mut w, b, other));
                let apart = w.get(MemoryOp::Mismatch, &[p, q, size(n)], POINTER);
                gives_what_it_gives(&w, &apart);
            }
        }
    }
}

/// Asks something, given an instance of each site, and the sites.
type Ask = fn(&mut Written, [Operand; 2], [AllocationSiteId; 2]) -> Operand;

/// Two sites, the first with two instances; what is asked after each step of a life.
#[test]
fn lives_of_instances() {
    let asked: [Ask; 7] = [
        |w, _, _| w.get(MemoryOp::Leaked, &[], 2),
        |w, [p, _], _| w.get(MemoryOp::Freeable, &[p], 1),
        |w, [p, _], _| {
            let inside = w.plus(&p, 1);
            w.get(MemoryOp::Freeable, &[inside], 1)
        },
        |w, [p, _], _| w.valid(&p, 3, true),
        |w, [p, _], _| w.get(MemoryOp::Room, &[p], POINTER),
        |w, [p, _], _| {
            let inside = w.plus(&p, 2);
            w.get(MemoryOp::Offset, &[inside], POINTER)
        },
        |w, _, [first, _]| w.get(MemoryOp::Available(first), &[], 1),
    ];
    for ask in asked {
        for steps in 0..5 {
            let mut w = Written::new();
            let sites = [w.site("m", 4, 2), w.site("n", 8, 1)];
            let get = |w: &mut Written, site: usize, bytes: u128, zeroed: bool| {
                w.get(MemoryOp::Allocate { site: sites[site], zeroed }, &[size(bytes)], POINTER)
            };
            let p = get(&mut w, 0, 3, false);
            let mut q = p.clone();
            if steps > 0 {
                q = get(&mut w, 1, 8, true);
            }
            if steps > 1 {
                get(&mut w, 0, 4, true);
            }
            if steps > 2 {
                w.run(MemoryOp::Free, std::slice::from_ref(&p));
            }
            if steps > 3 {
                w.run(MemoryOp::Free, &[size(0)]);
                w.run(MemoryOp::Free, std::slice::from_ref(&q));
            }
            let answer = ask(&mut w, [p, q], sites);
            gives_what_it_gives(&w, &answer);
        }
    }
}

#[test]
fn copies_and_fills() {
    for by in 0..3 {
        for n in 0..=3 - by {
            for variable in [false, true] {
                let (mut w, [a, b]) = two();
                let (p, q) = (at(&mut w, a, by), at(&mut w, b, by));
                if variable {
                    w.run(MemoryOp::CopyBytes, &[p.clone(), q, size(n)]);
                    w.run(MemoryOp::FillBytes, &[p, number(8, 9), size(n / 2)]);
                } else {
                    w.run(MemoryOp::Copy(n as u64), &[p.clone(), q]);
                    w.run(MemoryOp::Fill(n as u64 / 2), &[p, number(8, 9)]);
                }
                let a = w.address(a);
                let all = w.load(&a, 24);
                gives_what_it_gives(&w, &all);
            }
        }
    }
}

/// Words are copied in one block and compared byte by byte in another one: that these bytes are
/// parts of the same words is known there, too.
#[test]
fn what_was_copied_is_compared_later() {
    for changed in [false, true] {
        let mut w = Written::new();
        let [a, b] = ["a", "b"].map(|name| w.object(name, Storage::Static, 4));
        let (p, q) = (w.address(a), w.address(b));
        for by in [0, 2] {
            let (part, word) = (w.plus(&p, by), w.input(16));
            w.store(&part, word);
        }
        w.run(MemoryOp::Copy(4), &[q.clone(), p.clone()]);
        if changed {
            let part = w.plus(&q, 3);
            let byte = w.load(&part, 8);
            let other = w.apply(Op::Add, &[byte, number(8, 1)]);
            w.store(&part, other);
        }
        let later = w.b.block("later");
        w.b.goto(w.at, later);
        w.at = later;
        let same = w.get(MemoryOp::Mismatch, &[p, q, size(4)], POINTER);
        gives_what_it_gives(&w, &same);
    }
}
