//! What nothing points to any more.

use super::Written;
use super::written::POINTER;
use crate::program::samples::number;
use crate::program::{AllocationSiteId, MemoryOp, Operand, Storage};

const SITES: u32 = 2;

/// A new object of two bytes, room for an address.
fn new(w: &mut Written, site: AllocationSiteId) -> Operand {
    let op = MemoryOp::Allocate { site, zeroed: true };
    w.get(op, &[number(POINTER, 2)], POINTER)
}

fn lost(w: &mut Written, held: &[Operand], sites: u128, what: &str) {
    let lost = w.get(MemoryOp::Lost, held, SITES);
    w.equal(&lost, sites, what);
}

#[test]
fn variables_and_registers_hold_objects() {
    let mut w = Written::new();
    let root = w.object("root", Storage::Static, 2);
    let root = w.address(root);
    let (first, second) = (w.site("a", 2, 1), w.site("b", 2, 1));
    let (a, b) = (new(&mut w, first), new(&mut w, second));
    lost(&mut w, &[], 0b11, "nothing holds them");
    lost(&mut w, &[a.clone(), b.clone()], 0, "registers hold both");
    let inside = w.plus(&b, 1);
    lost(&mut w, &[inside], 0b01, "the place after the first byte holds the second");
    w.store(&root, a.clone());
    lost(&mut w, &[], 0b10, "a variable holds the first");
    w.store(&a, b.clone());
    lost(&mut w, &[], 0, "which holds the second");
    w.run(MemoryOp::Free, std::slice::from_ref(&a));
    lost(&mut w, &[], 0b10, "not once it is freed");
    w.run(MemoryOp::Free, std::slice::from_ref(&b));
    lost(&mut w, &[], 0, "what is freed is not lost");
    lost(&mut w, &[], 1, "wrong");
    w.reaches(&["wrong"]);
}

#[test]
fn a_cycle_holds_nothing() {
    let mut w = Written::new();
    let root = w.object("root", Storage::Local, 2);
    let (first, second) = (w.site("a", 2, 1), w.site("b", 2, 1));
    let (a, b) = (new(&mut w, first), new(&mut w, second));
    w.store(&a, b.clone());
    w.store(&b, a.clone());
    lost(&mut w, &[], 0b11, "each holds the other");
    w.run(MemoryOp::Start(root), &[]);
    let place = w.address(root);
    let one = w.either(a, b);
    w.store(&place, one);
    lost(&mut w, &[], 0, "one of them is held, so both are");
    w.run(MemoryOp::End(root), &[]);
    lost(&mut w, &[], 0b11, "the variable is gone");
    w.reaches(&[]);
}
