//! What C leaves open, and what is not modelled.

use super::Written;
use super::written::POINTER;
use crate::bv::Op;
use crate::program::samples::number;
use crate::program::{AssumptionKind, MemoryOp, Operand, Phi, Storage};

const BOUND: &str = "bound: pointer arithmetic leaves the range that is modelled";
const NUMBER: &str = "unsupported: an address that was made from a number";

#[test]
fn the_order_of_objects_is_open() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 4), w.object("b", Storage::Static, 4));
    let (a, b) = (w.address(a), w.address(b));
    let p = w.plus(&a, 1);
    let less = w.apply(Op::Ult, &[a.clone(), p.clone()]);
    w.expect(less, "within one object there is an order");
    let apart = w.apply(Op::Sub, &[p, a.clone()]);
    w.equal(&apart, 1, "and a distance");
    let same = w.apply(Op::Eq, &[a.clone(), b.clone()]);
    w.equal(&same, 0, "different objects have different addresses");
    let q = w.either(a.clone(), b.clone());
    let less = w.apply(Op::Slt, &[a.clone(), q.clone()]);
    w.equal(&less, 0, "perhaps less");
    w.reaches(&["perhaps less"]);
    let more = w.apply(Op::Ule, &[q, a]);
    w.equal(&more, 0, "perhaps more");
    w.reaches(&["perhaps less", "perhaps more"]);
}

#[test]
fn arithmetic_between_objects_is_a_bound() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 4), w.object("b", Storage::Static, 4));
    let (a, b) = (w.address(a), w.address(b));
    let p = w.either(a, b);
    let i = w.input(8);
    let q = w.element(&p, &i, 128);
    let ok = w.valid(&q, 1, false);
    w.expect(ok, "out of bounds");
    w.reaches(&["out of bounds", BOUND]);
}

#[test]
fn with_one_object_arithmetic_needs_no_bound() {
    let mut w = Written::new();
    let (a, _) = (w.object("a", Storage::Static, 4), w.object("b", Storage::Static, 4));
    let a = w.address(a);
    let i = w.input(8);
    let q = w.element(&a, &i, 256);
    let ok = w.valid(&q, 1, false);
    w.assume(ok);
    w.equal(&i, 0, "into another object");
    w.reaches(&[]);
}

/// `for (p = a; nondet; p += 3)`: the step does not survive a wrap-around, so there is a
/// bound, and every access is to an element.
#[test]
fn steps_that_are_no_power_of_two_are_bounded() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 9);
    let (entry, head, out) = (w.at, w.b.block("head"), w.b.block("out"));
    let base = w.address(a);
    let p = w.b.value("p", POINTER);
    w.b.goto(entry, head);
    w.at = head;
    let ok = w.valid(&Operand::Value(p), 3, true);
    w.assume(ok);
    w.store(&Operand::Value(p), number(8, 1));
    let next = w.plus(&Operand::Value(p), 3);
    let again = w.input(1);
    let tail = w.at;
    w.b.branch(tail, again, head, out);
    let incoming = vec![(entry, base.clone()), (tail, next)];
    w.b.program.blocks[head].phis.push(Phi { dest: p, incoming });
    w.at = out;
    let other = w.plus(&base, 1);
    let other = w.load(&other, 8);
    w.equal(&other, 0, "never touched");
    let last = w.plus(&base, 6);
    let last = w.load(&last, 8);
    w.equal(&last, 0, "perhaps touched");
    // The accesses end before the bound is reached.
    w.reaches(&["perhaps touched"]);
}

#[test]
fn numbers_are_no_addresses() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 1);
    let a = w.address(a);
    let ok = w.valid(&number(POINTER, 0), 1, false);
    w.equal(&ok, 0, "null");
    let high = w.input(4);
    let n = w.apply(Op::Concat, &[high, number(12, 0x800)]);
    let ok = w.valid(&n, 1, false);
    w.expect(ok, "no object");
    w.reaches(&["no object", NUMBER]);
    let p = w.either(a, n);
    let ok = w.valid(&p, 1, false);
    w.expect(ok, "no object either");
    w.reaches(&["no object", NUMBER]);
}

#[test]
fn tags_in_low_bits() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 8), w.object("b", Storage::Static, 8));
    let (to_a, to_b) = (w.address(a), w.address(b));
    let p = w.either(to_a.clone(), to_b);
    let tagged = w.apply(Op::Or, &[p.clone(), number(POINTER, 1)]);
    let bit = w.apply(Op::And, &[tagged.clone(), number(POINTER, 1)]);
    w.equal(&bit, 1, "the tag");
    let clean = w.apply(Op::And, &[tagged, number(POINTER, 0xfffe)]);
    let same = w.apply(Op::Eq, &[clean.clone(), p]);
    w.expect(same, "the address again");
    let ok = w.valid(&clean, 8, true);
    w.expect(ok, "valid");
    w.store(&clean, number(8, 1));
    w.reaches(&[]);
    // The alignment fixes this bit.
    assert_eq!(w.resolved().assumptions, []);
}

#[test]
fn bits_beyond_the_alignment_are_listed() {
    for (mask, listed) in [(3, false), (7, true), (0xfffc, false), (0xfff0, true)] {
        let mut w = Written::new();
        let a = w.object("a", Storage::Static, 4);
        let p = w.address(a);
        let bits = w.apply(Op::And, &[p, number(POINTER, mask)]);
        w.equal(&bits, 1, "odd");
        let found = w.resolved().assumptions;
        let found = found.iter().any(|entry| entry.kind == AssumptionKind::AddressAsNumber);
        assert_eq!(found, listed, "{mask:x}");
    }
}

#[test]
fn another_object_may_lie_one_past_the_end() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 4), w.object("b", Storage::Static, 4));
    let (to_a, to_b) = (w.address(a), w.address(b));
    let i = w.input(2);
    let i = w.apply(Op::ZeroExtend(POINTER), &[i]);
    let inside = w.apply(Op::Add, &[to_a.clone(), i.clone()]);
    let same = w.apply(Op::Eq, &[inside, to_b.clone()]);
    w.equal(&same, 0, "inside");
    let next = w.apply(Op::Add, &[i, number(POINTER, 1)]);
    let behind = w.apply(Op::Add, &[to_a.clone(), next]);
    let own = w.apply(Op::Add, &[to_a, number(POINTER, 4)]);
    let same = w.apply(Op::Eq, &[behind, to_b.clone()]);
    w.equal(&same, 0, "inside or one past the end");
    let same = w.apply(Op::Eq, &[own, to_b]);
    w.equal(&same, 0, "one past the end");
    w.reaches(&["one past the end", "inside or one past the end"]);
}

/// A tag that is an input leads to no other place than within its bits.
#[test]
fn tags_that_are_inputs() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 8);
    let p = w.address(a);
    let input = w.input(2);
    let tag = w.apply(Op::ZeroExtend(POINTER), &[input]);
    let tagged = w.apply(Op::Or, &[p, tag]);
    let ok = w.valid(&tagged, 1, true);
    w.expect(ok, "the first four bytes");
    w.store(&tagged, number(8, 1));
    let far = w.apply(Op::Add, &[tagged, number(POINTER, 6)]);
    let ok = w.valid(&far, 1, true);
    w.expect(ok, "behind its end");
    w.reaches(&["behind its end"]);
}

#[test]
fn comparing_addresses_of_what_has_ended_is_listed() {
    for (storage, end, kind) in [
        (Storage::Heap, MemoryOp::Free, AssumptionKind::HeapNoReuse),
        (Storage::Stack, MemoryOp::Release, AssumptionKind::StackNoReuse),
    ] {
        let mut w = Written::new();
        let site = w.site("h", 1, 2);
        w.b.program.memory.objects.iter_mut().for_each(|object| object.storage = storage);
        let op = MemoryOp::Allocate { site, zeroed: false };
        let p = w.get(op, &[number(POINTER, 1)], POINTER);
        w.run(end, std::slice::from_ref(&p));
        let q = w.get(op, &[number(POINTER, 1)], POINTER);
        let same = w.apply(Op::Eq, &[p, q]);
        w.equal(&same, 0, "used again");
        w.reaches(&[]);
        let listed = w.resolved().assumptions;
        assert!(listed.iter().any(|entry| entry.kind == kind), "{listed:?}");
    }
}
