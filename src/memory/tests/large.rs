//! Cost of large objects.

use super::Written;
use crate::bv::Op;
use crate::memory::{Limits, resolve};
use crate::program::samples::number;
use crate::program::{GoalKind, Operand, Phi, Program, Storage};

/// `for (i = 0; i < n; i++) a[i] = i; assert(a[k] == 0);` with so many elements.
fn filled(elements: u64) -> Program {
    let mut w = Written::new();
    w.b.program.memory.pointer_width = 32;
    let a = w.object("a", Storage::Static, elements * 4);
    let base = w.get(crate::program::MemoryOp::Address(a), &[], 32);
    let (entry, head) = (w.at, w.b.block("head"));
    let (body, out) = (w.b.block("body"), w.b.block("out"));
    let i = w.b.value("i", 32);
    w.b.goto(entry, head);
    w.at = head;
    let more = w.apply(Op::Ult, &[Operand::Value(i), number(32, elements.into())]);
    w.b.branch(head, more, body, out);
    let place = |w: &mut Written, i: &Operand| {
        let offset = w.apply(Op::Shl, &[i.clone(), number(32, 2)]);
        w.apply(Op::Add, &[base.clone(), offset])
    };
    w.at = body;
    let at = place(&mut w, &Operand::Value(i));
    w.store(&at, Operand::Value(i));
    let next = w.plus(&Operand::Value(i), 1);
    w.b.goto(body, head);
    let incoming = vec![(entry, number(32, 0)), (body, next)];
    w.b.program.blocks[head].phis.push(Phi { dest: i, incoming });
    w.at = out;
    let k = w.input(32);
    let at = place(&mut w, &k);
    let value = w.load(&at, 32);
    w.equal(&value, 0, "not zero");
    assert_eq!(w.b.program.validate(), Ok(()));
    w.b.program
}

fn instructions(program: &Program) -> usize {
    program.blocks.iter().map(|block| block.instrs.len() + block.phis.len()).sum()
}

#[test]
fn cost_is_linear_in_the_number_of_cells() {
    let size = |elements| {
        let resolved = resolve(filled(elements), &Limits::default());
        assert_eq!(resolved.validate(), Ok(()));
        instructions(&resolved) as u64
    };
    for elements in [16, 256, 4096] {
        // For each element: phi, bits of the index, `ite`, in store and load.
        let size = size(elements);
        assert!(size < 7 * elements + 60, "{size} instructions for {elements} elements");
    }
}

#[test]
fn what_is_too_large_is_named() {
    let resolved = resolve(filled(5000), &Limits::default());
    assert_eq!(resolved.validate(), Ok(()));
    let unsupported = resolved.goals.iter().filter_map(|goal| match &goal.kind {
        GoalKind::Unsupported(what) => Some(what.as_str()),
        _ => None,
    });
    let unsupported: Vec<&str> = unsupported.collect();
    let wanted = "the object 'a' of 20000 bytes is larger than what is modelled";
    assert_eq!(unsupported, [wanted; 2]);
    assert!(instructions(&resolved) < 20);
}
