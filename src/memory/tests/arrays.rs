//! Objects that become arrays: which they are, and that programs with them do the same.

use super::Written;
use super::differential::{Tally, compare};
use super::written::{POINTER, piece};
use crate::bv::Op;
use crate::memory::{Limits, resolve};
use crate::program::explore::reachable_goals;
use crate::program::samples::number;
use crate::program::{
    CStyle, CType, Goal, GoalKind, Instr, MemoryOp, ObjectId, Operand, Program, Storage, VarId,
    Variable, random,
};
use crate::support::Random;

const ARRAYS: Limits = Limits { cells: 4096, instructions: 1 << 20, arrays: Some(2) };

/// How many values of a resolved program are arrays.
fn arrays(program: &Program) -> usize {
    resolve(program.clone(), &ARRAYS).values.iter().filter(|info| info.sort.is_array()).count()
}

/// `a[i]` for an arbitrary `i` below `count`, with elements of so many bytes.
fn any_element(w: &mut Written, base: &Operand, count: u128, bytes: u128) -> Operand {
    let index = w.input(4);
    let index = w.apply(Op::Urem, &[index, number(4, count)]);
    w.element(base, &index, bytes)
}

/// Objects of a random program: elements of up to three fields each.
struct Shape {
    object: ObjectId,
    bytes: u64,
    count: u64,
}

/// A random sequence of stores and loads, whole objects filled and copied, through addresses
/// of one object or of two; each value loaded is shown.
fn program(random: &mut Random) -> Program {
    let mut w = Written::new();
    let ty = CType { name: "int".into(), style: CStyle::Unsigned };
    let (name, function, chain) = ("shown".to_owned(), String::new(), vec![]);
    w.b.program.variables.push(Variable { name, function, ty, chain });
    // Elements of all objects have the same fields: bytes, or 1, 2 and 1 bytes of 4 or 6.
    let bytes = *random.pick(&[1u64, 4, 6]);
    let fields: &[(u64, u32)] = if bytes == 1 { &[(0, 8)] } else { &[(0, 8), (1, 16), (3, 8)] };
    let count = 2 + random.below(4);
    let mut shapes = vec![];
    for number in 0..3 {
        let storage = *random.pick(&[Storage::Static, Storage::Local]);
        // The last has fewer elements, or as many.
        let count = if number == 2 { 2 + random.below(count - 1) } else { count };
        let object = w.object(&format!("o{number}"), storage, bytes * count);
        if storage == Storage::Local {
            w.run(MemoryOp::Start(object), &[]);
        } else if random.one_in(2) {
            let at = random.below(count) * bytes;
            w.known(object, vec![(at, piece(8, random.wide()))]);
        }
        shapes.push(Shape { object, bytes, count });
    }
    for _ in 0..4 + random.below(12) {
        let shape = &shapes[random.index(3)];
        let base = w.address(shape.object);
        let &(offset, width) = random.pick(fields);
        let mut at = any_element(&mut w, &base, shape.count.into(), shape.bytes.into());
        at = w.plus(&at, offset.into());
        if random.one_in(3) {
            let other = &shapes[random.index(3)];
            let base = w.address(other.object);
            let there = any_element(&mut w, &base, other.count.into(), other.bytes.into());
            let there = w.plus(&there, offset.into());
            at = w.either(at, there);
        }
        match random.below(8) {
            0..3 => {
                let value = w.input(width);
                w.store(&at, value);
            }
            3 => {
                let byte = number(8, random.wide());
                w.run(MemoryOp::Fill(shape.bytes * shape.count), &[base, byte]);
            }
            4 => {
                let (to, from) = (w.address(shapes[0].object), w.address(shapes[1].object));
                w.run(MemoryOp::Copy(shapes[0].bytes * shapes[0].count), &[to, from]);
            }
            _ => {
                let value = w.load(&at, width);
                let show = Instr::Bind { var: VarId(0), value, loc: None };
                w.b.program.blocks[w.at].instrs.push(show);
            }
        }
    }
    // At the end an access at a place that is not known decides what is an array.
    for shape in &shapes[..random.index(4)] {
        let base = w.address(shape.object);
        let at = any_element(&mut w, &base, shape.count.into(), shape.bytes.into());
        let value = w.load(&at, 8);
        w.b.program.blocks[w.at].instrs.push(Instr::Bind { var: VarId(0), value, loc: None });
    }
    for (id, block) in w.b.program.blocks.iter_mut_enumerated() {
        block.name = format!("{}{id}", block.name);
    }
    w.b.program
}

#[test]
fn sequences_of_stores_and_loads_see_the_same() {
    let mut tally = Tally::default();
    let mut some = 0;
    for seed in 0..300 {
        let program = program(&mut Random::new(seed));
        compare(&program, &ARRAYS, seed * 8..seed * 8 + 8, &mut tally);
        some += usize::from(arrays(&program) > 0);
    }
    assert!(some > 250, "{some} programs have arrays");
    assert!(tally.values > 5000 && tally.whole > 2000, "{tally:?}");
}

/// Programs with all operations: few objects of theirs are arrays.
#[test]
fn random_programs_with_arrays_see_the_same() {
    let mut tally = Tally::default();
    let mut some = 0;
    for seed in 0..2500 {
        let program = random::memory::program(&mut Random::new(seed));
        if arrays(&program) > 0 {
            compare(&program, &ARRAYS, seed * 8..seed * 8 + 8, &mut tally);
            some += 1;
        }
    }
    assert!(some > 20, "{some} programs have arrays");
    assert!(tally.whole > 100, "{tally:?}");
}

/// An object of 24 bytes, accessed at any of its elements of 4 bytes, and otherwise as the
/// argument says.
fn with(otherwise: impl FnOnce(&mut Written, &Operand)) -> usize {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 24);
    let base = w.address(a);
    otherwise(&mut w, &base);
    let at = any_element(&mut w, &base, 6, 4);
    let value = w.input(32);
    w.store(&at, value);
    let at = any_element(&mut w, &base, 6, 4);
    let value = w.load(&at, 32);
    w.equal(&value, 0, "is not zero");
    arrays(&w.b.program)
}

#[test]
fn what_is_accessed_in_whole_elements_is_an_array() {
    assert!(with(|_, _| {}) > 0);
    let byte = |w: &mut Written, base: &Operand| {
        let at = w.plus(base, 5);
        let value = w.load(&at, 8);
        w.equal(&value, 0, "neither is a byte");
    };
    assert!(with(byte) > 0);
    assert!(with(|w, base| w.run(MemoryOp::Fill(24), &[base.clone(), number(8, 3)])) > 0);
}

#[test]
fn what_is_accessed_in_other_ways_is_none() {
    let across = |w: &mut Written, base: &Operand| {
        let at = w.plus(base, 2);
        let value = w.load(&at, 32);
        w.equal(&value, 0, "parts of two elements");
    };
    assert_eq!(with(across), 0);
    assert_eq!(with(|w, base| w.run(MemoryOp::Fill(8), &[base.clone(), number(8, 3)])), 0);
    let arbitrary_byte = |w: &mut Written, base: &Operand| {
        let byte = w.input(8);
        w.run(MemoryOp::Fill(24), &[base.clone(), byte]);
    };
    assert_eq!(with(arbitrary_byte), 0);
    let some_bytes = |w: &mut Written, base: &Operand| {
        let size = w.input(4);
        let size = w.apply(Op::ZeroExtend(POINTER), &[size]);
        w.run(MemoryOp::FillBytes, &[base.clone(), number(8, 0), size]);
    };
    assert_eq!(with(some_bytes), 0);
    let copied = |w: &mut Written, base: &Operand| {
        let other = w.object("other", Storage::Static, 8);
        let other = w.address(other);
        w.run(MemoryOp::Copy(8), &[other.clone(), base.clone()]);
        let value = w.load(&other, 8);
        w.equal(&value, 0, "a part of it");
    };
    assert_eq!(with(copied), 0);
}

#[test]
fn few_elements_are_no_array() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 24);
    let base = w.address(a);
    let at = any_element(&mut w, &base, 6, 4);
    let value = w.load(&at, 32);
    w.equal(&value, 0, "is not zero");
    for (least, expected) in [(6, true), (7, false)] {
        let limits = Limits { arrays: Some(least), ..ARRAYS };
        let resolved = resolve(w.b.program.clone(), &limits);
        // Nothing is written: it is a constant.
        let has = resolved.to_string().contains("select");
        assert_eq!(has, expected, "{resolved}");
    }
}

/// Both ways of resolving memory reach the same goals.
#[test]
fn goals_are_the_same() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 12), w.object("b", Storage::Static, 12));
    w.known(b, vec![(4, piece(32, 7))]);
    let (to_a, to_b) = (w.address(a), w.address(b));
    let at = any_element(&mut w, &to_a, 3, 4);
    w.store(&at, number(32, 5));
    let there = any_element(&mut w, &to_b, 3, 4);
    let both = w.either(at, there.clone());
    let value = w.load(&both, 32);
    for n in [0, 5, 7, 9] {
        w.equal(&value, n, &format!("is not {n}"));
    }
    w.run(MemoryOp::Copy(12), &[to_b, to_a]);
    let value = w.load(&there, 32);
    w.equal(&value, 7, "7 was overwritten");
    let goals = |limits: &Limits| {
        let resolved = resolve(w.b.program.clone(), limits);
        reachable_goals(&resolved, 100_000).expect("a small program")
    };
    assert!(arrays(&w.b.program) > 0);
    assert_eq!(goals(&ARRAYS), goals(&Limits::default()));
}

/// What is filled may be an array or another object, which then stays as it is.
#[test]
fn a_fill_of_one_of_two_objects_leaves_the_other() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 12), w.object("b", Storage::Static, 12));
    let (to_a, to_b) = (w.address(a), w.address(b));
    let at = any_element(&mut w, &to_a, 3, 4);
    w.store(&at, number(32, 1));
    w.store(&to_b, number(32, 5));
    let one = w.either(to_a, to_b.clone());
    w.run(MemoryOp::Fill(12), &[one, number(8, 0)]);
    // Where b is as it was, a was filled.
    let value = w.load(&to_b, 32);
    w.equal(&value, 5, "b was filled");
    let value = w.load(&at, 32);
    w.equal(&value, 1, "a was filled");
    let goals = |limits: &Limits| {
        let resolved = resolve(w.b.program.clone(), limits);
        reachable_goals(&resolved, 100_000).expect("a small program")
    };
    assert_eq!(goals(&ARRAYS), goals(&Limits::default()));
}

/// An object without cells is no array: then there are none.
#[test]
fn more_arrays_than_cells_are_beyond_the_model() {
    let mut w = Written::new();
    for name in ["a", "b", "c", "d"] {
        let object = w.object(name, Storage::Static, 12);
        let base = w.address(object);
        let at = any_element(&mut w, &base, 3, 4);
        let value = w.input(32);
        w.store(&at, value);
        let value = w.load(&at, 32);
        w.equal(&value, 0, "is not zero");
    }
    let limits = Limits { cells: 3, ..ARRAYS };
    let resolved = resolve(w.b.program, &limits);
    let unsupported = |goal: &Goal| matches!(goal.kind, GoalKind::Unsupported(_));
    assert!(resolved.goals.iter().any(unsupported), "{resolved}");
}
