//! What asks for the numbers of addresses, or for parts of them, is not validated; what is like it
//! and does not is.

use super::super::Written;
use super::super::written::POINTER;
use super::{claims, holds};
use crate::bv::Op;
use crate::program::samples::number;
use crate::program::{MemoryOp, Operand, Piece, Program, Storage, Terminator};

/// A program that does this with the addresses of two objects of eight bytes.
fn acting(act: impl FnOnce(&mut Written, Operand, Operand)) -> Program {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 8), w.object("b", Storage::Static, 8));
    let (a, b) = (w.address(a), w.address(b));
    act(&mut w, a, b);
    let end = w.b.block("end");
    w.b.goto(w.at, end);
    let program = w.b.program;
    assert_eq!(program.validate(), Ok(()));
    program
}

/// Whether it is validated.
fn is_validated(act: impl FnOnce(&mut Written, Operand, Operand)) -> bool {
    let program = acting(act);
    holds(&program, &claims(&program))
}

/// The same where all of that is arithmetic on integers.
fn is_validated_of_integers(act: impl FnOnce(&mut Written, Operand, Operand)) -> bool {
    let mut program = acting(act);
    program.memory.integers = program.values.indices().collect();
    holds(&program, &claims(&program))
}

/// Integers tell how far an address is from its object, and signs what codes are.
#[test]
fn comparisons_of_integers() {
    for op in [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle] {
        let moved = |by| {
            is_validated_of_integers(|w, a, _| {
                let p = w.plus(&a, by);
                w.apply(op, &[p, a]);
            })
        };
        assert!(moved(8) && moved(8 + 4095) && !moved(8 + 4096), "{op:?}");
        let below = |by: u128| moved((1 << POINTER) - by);
        assert!(below(4095) && !below(4096), "{op:?}");
        // What C leaves undefined of pointers.
        assert!(
            is_validated(|w, a, _| {
                let p = w.plus(&a, 8 + 4096);
                w.apply(op, &[p, a]);
            }) != matches!(op, Op::Slt | Op::Sle)
        );
        let any = is_validated_of_integers(|w, a, _| {
            let n = w.input(POINTER);
            let p = w.apply(Op::Add, &[a.clone(), n]);
            w.apply(op, &[p, a]);
        });
        assert!(!any, "{op:?}");
        let or_null = is_validated(|w, a, _| {
            let p = w.either(a.clone(), number(POINTER, 0));
            w.apply(op, &[p, a]);
        });
        assert_eq!(or_null, !matches!(op, Op::Slt | Op::Sle), "{op:?}");
    }
}

/// Objects of no bytes may lie where others do; allocated ones don't.
#[test]
fn objects_of_no_bytes() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 0), w.object("b", Storage::Static, 8));
    let (a, b) = (w.address(a), w.address(b));
    w.apply(Op::Eq, &[a, b]);
    let end = w.b.block("end");
    w.b.goto(w.at, end);
    let program = w.b.program;
    assert!(!holds(&program, &claims(&program)));
}

/// That a sum stays near to its object is taken from C of pointers, not of integers.
#[test]
fn offsets_of_integers_are_not_taken_from_c() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 8);
    let a = w.address(a);
    // It leaves what addresses of the model can tell.
    let far = w.apply(Op::Lshr, &[number(POINTER, 3 << (POINTER - 2)), number(POINTER, 1)]);
    let sum = w.apply(Op::Add, &[a, far.clone()]);
    let [far, sum] = [far, sum].map(|it| it.as_value().expect("it is computed"));
    let n = w.input(8);
    let any = n.as_value().expect("an input");
    w.equal(&n, 5, "wrong");
    let end = w.b.block("end");
    w.b.goto(w.at, end);
    let mut program = w.b.program;
    let right = claims(&program);
    assert!(holds(&program, &right));
    let mut claims = right.clone();
    let half = 1i128 << (program.memory.offset_bits() - 1);
    let mut numbers = claims.possible[any].number.expect("a number");
    (numbers.low, numbers.high) = (0, (1 << (POINTER - 1)) - 1);
    claims.possible[far].number = Some(numbers);
    (numbers.low, numbers.high) = (0, half - 1);
    claims.possible[sum].objects[0].1 = numbers;
    for block in claims.resolved.blocks.iter_mut() {
        if let Terminator::Branch { then, .. } = block.terminator {
            block.terminator = Terminator::Goto(then);
        }
    }
    assert!(holds(&program, &claims), "long before C leaves it undefined");
    program.memory.integers.insert(sum);
    assert!(!holds(&program, &claims));
    assert!(holds(&program, &right));
}

/// An operator on an address and something else.
fn with(op: Op, other: u128) -> bool {
    is_validated(|w, a, _| {
        w.apply(op, &[a, number(POINTER, other)]);
    })
}

#[test]
fn comparisons() {
    let pair = |op: Op| {
        is_validated(|w, a, b| {
            let (p, q) = (w.plus(&a, 1), w.plus(&b, 2));
            w.apply(op, &[p, q]);
        })
    };
    let within = |op: Op| {
        is_validated(|w, a, _| {
            let (p, q) = (w.plus(&a, 1), w.plus(&a, 2));
            w.apply(op, &[p, q]);
        })
    };
    for op in [Op::Ult, Op::Ule, Op::Slt, Op::Sle] {
        assert!(!pair(op), "{op:?} of two objects");
    }
    for op in [Op::Ult, Op::Ule] {
        assert!(within(op), "{op:?} in one object");
        assert!(with(op, 0) && with(op, 4095) && !with(op, 4096), "{op:?} and a number");
    }
    assert!(pair(Op::Eq) && within(Op::Eq));
    assert!(with(Op::Eq, 0) && with(Op::Eq, 4095) && !with(Op::Eq, 4096));
    assert!(!with(Op::Slt, 0) && !with(Op::Sle, 0));
    // Behind its end a variable may be where another one begins.
    let ends = |by| {
        is_validated(|w, a, b| {
            let p = w.plus(&a, by);
            w.apply(Op::Eq, &[p, b]);
        })
    };
    assert!(ends(7) && !ends(8) && !ends(9));
    let unknown = is_validated(|w, a, _| {
        let n = w.input(POINTER);
        w.apply(Op::Eq, &[a, n]);
    });
    assert!(!unknown, "a number that may be any");
    for first in [true, false] {
        let null = is_validated(|w, a, _| {
            let n = w.input(POINTER);
            let p = w.either(a, number(POINTER, 0));
            w.apply(Op::Eq, &if first { [n, p] } else { [p, n] });
        });
        assert!(!null, "a number that may be any, and an address or null");
    }
    // A number that is small, and one that may be any, or an address.
    let mixed = |bits: u32| {
        is_validated(|w, a, b| {
            let n = w.input(bits);
            let n = if bits < POINTER { w.apply(Op::ZeroExtend(POINTER), &[n]) } else { n };
            let p = w.either(a, n);
            w.apply(Op::Eq, &[p, b]);
        })
    };
    assert!(mixed(8) && !mixed(POINTER));
}

#[test]
fn arithmetic() {
    for op in [Op::Mul, Op::Xor, Op::Or, Op::Shl, Op::Lshr, Op::Udiv] {
        assert!(!with(op, 2), "{op:?}");
    }
    let pair = |op: Op| {
        is_validated(|w, a, b| {
            w.apply(op, &[a, b]);
        })
    };
    assert!(!pair(Op::Add) && !pair(Op::Sub) && !pair(Op::And));
    let apart = is_validated(|w, a, _| {
        let p = w.plus(&a, 3);
        w.apply(Op::Sub, &[p, a]);
    });
    assert!(apart, "the distance in one object");
    let mixed = |swap: bool| {
        is_validated(|w, a, b| {
            let p = w.either(a.clone(), b);
            w.apply(Op::Sub, &if swap { [a, p] } else { [p, a] });
        })
    };
    assert!(!mixed(false) && !mixed(true), "the distance of perhaps two objects");
    // They are aligned at four bytes.
    assert!(with(Op::And, 3) && !with(Op::And, 7) && !with(Op::And, 4));
    assert!(with(Op::And, 0xfffc) && !with(Op::And, 0xfff8) && !with(Op::And, 0xfffa));
    assert!(with(Op::Urem, 4) && with(Op::Urem, 2) && !with(Op::Urem, 8) && !with(Op::Urem, 3));
    let remainder = is_validated(|w, a, b| {
        let n = w.either(number(POINTER, 4), b);
        w.apply(Op::Urem, &[a, n]);
    });
    assert!(!remainder, "a remainder by what may be an address");
    let narrow = is_validated(|w, a, _| {
        w.apply(Op::Extract { high: 7, low: 0 }, &[a]);
    });
    assert!(!narrow, "a part");
    let wide = is_validated(|w, a, _| {
        w.apply(Op::ZeroExtend(32), &[a]);
    });
    assert!(!wide, "a number");
}

/// A cell with an address: what it does to the cell, and whether the address is read then.
fn in_cell(act: impl FnOnce(&mut Written, &Operand), reads: bool) -> bool {
    is_validated(|w, a, b| {
        let cell = w.object("cell", Storage::Static, 4);
        w.known(cell, vec![(0, Piece::Address(cell, 0))]);
        let cell = w.address(cell);
        let p = w.either(a, b);
        w.store(&cell, p);
        act(w, &cell);
        if reads {
            w.load(&cell, POINTER);
        }
    })
}

#[test]
fn parts_of_addresses() {
    assert!(in_cell(|_, _| {}, true));
    let part = |w: &mut Written, cell: &Operand| {
        w.load(cell, 8);
    };
    assert!(!in_cell(part, false), "a part is read");
    let beside = |w: &mut Written, cell: &Operand| {
        let beside = w.plus(cell, 1);
        w.load(&beside, POINTER);
    };
    assert!(!in_cell(beside, false), "a part of it, and what lies beside");
    let over = |w: &mut Written, cell: &Operand| w.store(cell, number(8, 1));
    assert!(!in_cell(over, true), "a part is overwritten");
    let fill = |n: u128| {
        move |w: &mut Written, cell: &Operand| {
            w.run(MemoryOp::Fill(2), &[cell.clone(), number(8, n)]);
        }
    };
    assert!(in_cell(fill(0), true), "null");
    let half = |w: &mut Written, cell: &Operand| {
        w.run(MemoryOp::Fill(1), &[cell.clone(), number(8, 0)]);
    };
    assert!(!in_cell(half, true), "half of it is filled");
    let copy = |w: &mut Written, cell: &Operand| {
        let other = w.object("other", Storage::Static, 4);
        let other = w.address(other);
        w.run(MemoryOp::Copy(1), &[other.clone(), cell.clone()]);
        w.load(&other, POINTER);
    };
    assert!(!in_cell(copy, false), "half of it is copied");
}

/// A sum that may lead from one of two objects into the other is one of which it is checked that it
/// does not.
#[test]
fn sums_that_may_leave_their_objects() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 8), w.object("b", Storage::Static, 8));
    let (a, b) = (w.address(a), w.address(b));
    let p = w.either(a, b);
    let n = w.input(POINTER);
    let q = w.apply(Op::Add, &[p, n]);
    let ok = w.valid(&q, 1, false);
    w.assume(ok);
    w.load(&q, 8);
    let program = w.b.program;
    let mut claims = claims(&program);
    assert!(!claims.stay.is_empty() && holds(&program, &claims));
    claims.stay.clear();
    assert!(!holds(&program, &claims));
}

/// Where control goes must not depend on the number of an address.
#[test]
fn decisions() {
    let decided = |w: &mut Written, what: Operand| {
        let (then, other) = (w.b.block("then"), w.b.block("other"));
        let cases = vec![(crate::bv::Value::new(POINTER, 77), then)];
        let switch = crate::program::Terminator::Switch { value: what, cases, default: other };
        w.b.program.blocks[w.at].terminator = switch;
        w.b.goto(then, other);
        w.at = other;
    };
    assert!(!is_validated(|w, a, _| decided(w, a)));
    assert!(is_validated(|w, _, _| {
        let n = w.input(POINTER);
        decided(w, n);
    }));
}
