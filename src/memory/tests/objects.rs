//! What objects hold, and when they live.

use super::Written;
use super::written::{POINTER, piece};
use crate::bv::Op;
use crate::program::samples::number;
use crate::program::{Initial, MemoryOp, Operand, Phi, Piece, Property, Storage};

#[test]
fn bytes_of_a_number() {
    let mut w = Written::new();
    let x = w.object("x", Storage::Static, 4);
    w.known(x, vec![(0, piece(32, 0x0102_0304))]);
    let p = w.address(x);
    let first = w.load(&p, 8);
    w.equal(&first, 4, "little-endian");
    let third = w.plus(&p, 2);
    w.store(&third, number(8, 0xff));
    let whole = w.load(&p, 32);
    w.equal(&whole, 0x01ff_0304, "one byte changed");
    let second = w.plus(&p, 1);
    let middle = w.load(&second, 16);
    w.equal(&middle, 0xff03, "unaligned");
    w.equal(&middle, 0xff04, "wrong");
    w.reaches(&["wrong"]);
    // Constants only: nothing is left of it.
    let left = w.resolved();
    assert!(left.blocks.iter().all(|block| block.instrs.is_empty()), "{left}");
}

#[test]
fn fields_do_not_touch() {
    let mut w = Written::new();
    let s = w.object("s", Storage::Static, 4);
    let p = w.address(s);
    let field = w.plus(&p, 2);
    let x = w.input(8);
    w.store(&p, x.clone());
    w.store(&field, number(16, 7));
    let a = w.load(&p, 8);
    let same = w.apply(Op::Eq, &[a, x]);
    w.expect(same, "the first field is what was stored");
    let b = w.load(&field, 16);
    w.equal(&b, 7, "the second field too");
    w.reaches(&[]);
}

#[test]
fn arrays_with_an_arbitrary_index() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 4);
    let p = w.address(a);
    let i = w.input(3);
    let at = w.element(&p, &i, 1);
    let ok = w.valid(&at, 1, true);
    w.expect(ok.clone(), "out of bounds");
    w.store(&at, number(8, 7));
    let value = w.load(&at, 8);
    w.equal(&value, 7, "what was stored is read");
    let first = w.load(&p, 8);
    w.equal(&first, 7, "not always the first");
    w.equal(&first, 0, "sometimes the first");
    let last = w.plus(&p, 3);
    let last = w.load(&last, 8);
    w.equal(&last, 0, "never both");
    w.reaches(&["out of bounds", "not always the first", "sometimes the first"]);
}

#[test]
fn elements_of_twelve_bytes() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 36);
    w.known(a, vec![(4, piece(32, 10)), (16, piece(32, 11)), (28, piece(32, 12))]);
    let p = w.address(a);
    let i = w.input(2);
    let element = w.element(&p, &i, 12);
    let field = w.plus(&element, 4);
    let ok = w.valid(&field, 4, false);
    w.expect(ok, "out of bounds");
    let value = w.load(&field, 32);
    let wide = w.apply(Op::ZeroExtend(32), &[i]);
    let base = w.plus(&wide, 10);
    let same = w.apply(Op::Eq, &[value, base]);
    w.expect(same, "the field of that element");
    let next = w.load(&element, 32);
    w.equal(&next, 0, "the rest is zero");
    w.reaches(&["out of bounds"]);
}

#[test]
fn addresses_in_memory() {
    let mut w = Written::new();
    let (x, y) = (w.object("x", Storage::Static, 1), w.object("y", Storage::Static, 1));
    let cell = w.object("cell", Storage::Static, 2);
    w.known(cell, vec![(0, Piece::Address(x, 0))]);
    let (to_x, to_y, to_cell) = (w.address(x), w.address(y), w.address(cell));
    let p = w.load(&to_cell, POINTER);
    let same = w.apply(Op::Eq, &[p.clone(), to_x.clone()]);
    w.expect(same, "the initial value");
    let q = w.either(to_x.clone(), to_y.clone());
    w.store(&to_cell, q);
    let p = w.load(&to_cell, POINTER);
    let ok = w.valid(&p, 1, true);
    w.expect(ok, "always valid");
    w.store(&p, number(8, 5));
    let (x, y) = (w.load(&to_x, 8), w.load(&to_y, 8));
    let sum = w.apply(Op::Add, &[x.clone(), y]);
    w.equal(&sum, 5, "one of the two");
    w.equal(&x, 5, "not always x");
    w.reaches(&["not always x"]);
}

/// A list of two nodes from a loop: `for (i = 0; i < 2; i++) { n = malloc; n->value = i + 1;
/// n->next = head; head = n; }`, then the sum of the values.
#[test]
fn a_list_of_heap_objects() {
    let mut w = Written::new();
    let site = w.site("node", 4, 2);
    let entry = w.at;
    let [head, body, more, full] = ["head", "body", "more", "full"].map(|name| w.b.block(name));
    let (i, list) = (w.b.value("i", 8), w.b.value("list", POINTER));
    w.b.goto(entry, head);
    w.at = head;
    let again = w.apply(Op::Ult, &[Operand::Value(i), number(8, 2)]);
    let walk = w.b.block("walk");
    w.b.branch(head, again, body, walk);
    w.at = body;
    let left = w.get(MemoryOp::Available(site), &[], 1);
    w.b.branch(body, left, more, full);
    w.at = more;
    let op = MemoryOp::Allocate { site, zeroed: true };
    let node = w.get(op, &[number(POINTER, 4)], POINTER);
    let next = w.plus(&Operand::Value(i), 1);
    w.store(&node, next.clone());
    let link = w.plus(&node, 2);
    w.store(&link, Operand::Value(list));
    w.b.goto(more, head);
    for (dest, first, then) in [(i, number(8, 0), next), (list, number(POINTER, 0), node)] {
        let incoming = vec![(entry, first), (more, then)];
        w.b.program.blocks[head].phis.push(Phi { dest, incoming });
    }
    let (p, sum) = (w.b.value("p", POINTER), w.b.value("sum", 8));
    let (step, done) = (w.b.block("step"), w.b.block("done"));
    w.at = walk;
    let null = w.apply(Op::Eq, &[Operand::Value(p), number(POINTER, 0)]);
    w.b.branch(walk, null, done, step);
    w.at = step;
    let ok = w.valid(&Operand::Value(p), 4, false);
    w.expect(ok, "a node is valid");
    let value = w.load(&Operand::Value(p), 8);
    let total = w.apply(Op::Add, &[Operand::Value(sum), value]);
    let link = w.plus(&Operand::Value(p), 2);
    let next = w.load(&link, POINTER);
    let tail = w.at;
    w.b.goto(tail, walk);
    for (dest, first, then) in [(p, Operand::Value(list), next), (sum, number(8, 0), total)] {
        let incoming = vec![(head, first), (tail, then)];
        w.b.program.blocks[walk].phis.push(Phi { dest, incoming });
    }
    w.at = done;
    w.equal(&Operand::Value(sum), 3, "the sum of all");
    let leaked = w.get(MemoryOp::Leaked, &[], 1);
    w.equal(&leaked, 0, "something leaks");
    w.reaches(&["something leaks"]);
}

#[test]
fn places_with_a_byte_in_common() {
    let mut w = Written::new();
    let (a, b) = (w.object("a", Storage::Static, 8), w.object("b", Storage::Static, 8));
    let (a, b) = (w.address(a), w.address(b));
    let i = w.input(2);
    let at = w.element(&a, &i, 1);
    let three = number(POINTER, 3);
    let ask = |w: &mut Written, p: &Operand, q: &Operand, size: &Operand| {
        w.get(MemoryOp::Overlap, &[p.clone(), three.clone(), q.clone(), size.clone()], 1)
    };
    for (p, q) in [(&at, &a), (&a, &at)] {
        let common = ask(&mut w, p, q, &three);
        let (none, four) = (number(POINTER, 0), w.plus(&at, 4));
        w.equal(&common, 1, "the fourth byte is apart");
        let common = ask(&mut w, p, q, &none);
        w.equal(&common, 0, "nothing has nothing in common");
        let common = ask(&mut w, &four, &a, &three);
        w.equal(&common, 0, "always apart");
    }
    let either = w.either(a.clone(), b.clone());
    let common = ask(&mut w, &either, &b, &three);
    w.equal(&common, 1, "another object");
    w.reaches(&["the fourth byte is apart", "another object"]);
}

#[test]
fn what_was_written() {
    let mut w = Written::new();
    let (x, y) = (w.object("x", Storage::Local, 4), w.object("y", Storage::Local, 4));
    let (p, q) = (w.address(x), w.address(y));
    w.run(MemoryOp::Start(x), &[]);
    w.run(MemoryOp::Start(y), &[]);
    let ask = |w: &mut Written, at: &Operand, bytes: u64, answer: u128, name: &str| {
        let written = w.get(MemoryOp::Written(bytes), std::slice::from_ref(at), 1);
        w.equal(&written, answer, name);
    };
    ask(&mut w, &p, 1, 0, "nobody wrote it");
    w.store(&p, number(16, 7));
    ask(&mut w, &p, 2, 1, "written");
    ask(&mut w, &p, 3, 0, "one byte was not");
    w.run(MemoryOp::Copy(4), &[q.clone(), p.clone()]);
    ask(&mut w, &q, 2, 1, "copied as it is");
    ask(&mut w, &q, 4, 0, "copied as it is not");
    let i = w.input(1);
    let at = w.element(&q, &i, 2);
    w.store(&at, number(16, 1));
    ask(&mut w, &q, 4, 1, "not if the index is 0");
    w.run(MemoryOp::Start(x), &[]);
    ask(&mut w, &p, 1, 0, "it begins anew");
    let (raw, zeroed) = (w.site("raw", 2, 1), w.site("zeroed", 2, 1));
    for (site, zeroed) in [(raw, false), (zeroed, true)] {
        let new = w.get(MemoryOp::Allocate { site, zeroed }, &[number(POINTER, 2)], POINTER);
        ask(&mut w, &new, 2, zeroed.into(), "zeros are written");
    }
    w.reaches(&["not if the index is 0"]);
}

#[test]
fn locals_live_from_start_to_end() {
    let mut w = Written::new();
    let x = w.object("x", Storage::Local, 1);
    let p = w.address(x);
    let ok = w.valid(&p, 1, true);
    w.equal(&ok, 0, "not yet");
    w.run(MemoryOp::Start(x), &[]);
    let ok = w.valid(&p, 1, true);
    w.equal(&ok, 1, "now");
    w.store(&p, number(8, 3));
    let value = w.load(&p, 8);
    w.equal(&value, 3, "what was stored");
    w.run(MemoryOp::End(x), &[]);
    let ok = w.valid(&p, 1, true);
    w.equal(&ok, 0, "no longer");
    w.run(MemoryOp::Start(x), &[]);
    let value = w.load(&p, 8);
    w.equal(&value, 3, "anything again");
    w.reaches(&["anything again"]);
}

#[test]
fn a_local_of_a_loop_is_new_each_time() {
    let mut w = Written::new();
    let x = w.object("x", Storage::Local, 1);
    let (entry, head, out) = (w.at, w.b.block("head"), w.b.block("out"));
    let last = w.b.value("last", 8);
    w.b.goto(entry, head);
    w.at = head;
    w.run(MemoryOp::Start(x), &[]);
    let p = w.address(x);
    let value = w.load(&p, 8);
    let same = w.apply(Op::Eq, &[value.clone(), Operand::Value(last)]);
    w.expect(same, "another value");
    w.run(MemoryOp::End(x), &[]);
    let again = w.input(1);
    let tail = w.at;
    w.b.branch(tail, again, head, out);
    let incoming = vec![(entry, number(8, 0)), (tail, value)];
    w.b.program.blocks[head].phis.push(Phi { dest: last, incoming });
    w.reaches(&["another value"]);
}

#[test]
fn what_is_freed_is_not_freed_again() {
    let mut w = Written::new();
    let site = w.site("h", 2, 1);
    let op = MemoryOp::Allocate { site, zeroed: true };
    let p = w.get(op, &[number(POINTER, 2)], POINTER);
    let none = w.get(MemoryOp::Available(site), &[], 1);
    w.equal(&none, 0, "there was only one");
    let value = w.load(&p, 16);
    w.equal(&value, 0, "zeros");
    let q = w.either(p.clone(), number(POINTER, 0));
    let ok = w.get(MemoryOp::Freeable, std::slice::from_ref(&q), 1);
    w.expect(ok, "null or living");
    w.run(MemoryOp::Free, std::slice::from_ref(&q));
    let ok = w.get(MemoryOp::Freeable, std::slice::from_ref(&p), 1);
    w.expect(ok, "freed twice");
    let ok = w.valid(&p, 1, false);
    w.expect(ok, "still valid where null was freed");
    let inner = w.plus(&p, 1);
    let ok = w.get(MemoryOp::Freeable, std::slice::from_ref(&inner), 1);
    w.equal(&ok, 0, "not the start");
    w.reaches(&["freed twice"]);
}

#[test]
fn sizes_of_allocations() {
    let mut w = Written::new();
    let site = w.site("h", 8, 2);
    let asked = w.input(3);
    let size = w.apply(Op::ZeroExtend(POINTER), &[asked]);
    let op = MemoryOp::Allocate { site, zeroed: false };
    let p = w.get(op, std::slice::from_ref(&size), POINTER);
    let got = w.get(MemoryOp::Room, std::slice::from_ref(&p), POINTER);
    let same = w.apply(Op::Eq, &[got, size.clone()]);
    w.expect(same, "as asked");
    let end = w.apply(Op::Add, &[p.clone(), size.clone()]);
    let before = w.get(MemoryOp::Offset, std::slice::from_ref(&end), POINTER);
    let same = w.apply(Op::Eq, &[before, size.clone()]);
    w.expect(same, "all before the end");
    let beyond = w.plus(&end, 1);
    let before = w.get(MemoryOp::Offset, &[beyond], POINTER);
    w.equal(&before, 0, "in no object");
    let ok = w.valid(&end, 1, false);
    w.equal(&ok, 0, "behind the end");
    let ok = w.get(MemoryOp::Valid { write: true }, &[p.clone(), size], 1);
    w.expect(ok, "the whole");
    let ok = w.valid(&p, 0, true);
    w.expect(ok, "nothing is always valid");
    let ok = w.valid(&p, 5, true);
    w.expect(ok, "not always so large");
    w.reaches(&["not always so large"]);
}

#[test]
fn an_address_in_pieces() {
    let mut w = Written::new();
    let (x, u) = (w.object("x", Storage::Static, 1), w.object("u", Storage::Static, 2));
    let (to_x, to_u) = (w.address(x), w.address(u));
    w.store(&to_u, to_x.clone());
    let low = w.load(&to_u, 8);
    let second = w.plus(&to_u, 1);
    let high = w.load(&second, 8);
    let p = w.apply(Op::Concat, &[high, low]);
    let ok = w.valid(&p, 1, true);
    w.expect(ok, "the address again");
    w.store(&p, number(8, 9));
    let value = w.load(&to_x, 8);
    w.equal(&value, 9, "through the pieces");
    w.reaches(&[]);
}

#[test]
fn copies_that_overlap() {
    let mut w = Written::new();
    let a = w.object("a", Storage::Static, 6);
    w.known(a, vec![(0, piece(48, 0x0605_0403_0201))]);
    let p = w.address(a);
    let i = w.input(1);
    let from = w.element(&p, &i, 1);
    let to = w.plus(&from, 1);
    w.run(MemoryOp::Copy(4), &[to.clone(), from]);
    let value = w.load(&to, 32);
    let second = w.apply(Op::Eq, &[i, number(1, 1)]);
    let wanted = w.apply(Op::Ite, &[second, number(32, 0x0504_0302), number(32, 0x0403_0201)]);
    let same = w.apply(Op::Eq, &[value, wanted]);
    w.expect(same, "as through a third place");
    let first = w.load(&p, 8);
    w.equal(&first, 1, "the rest stays");
    w.reaches(&[]);
}

#[test]
fn copies_carry_addresses_and_fills_repeat() {
    let mut w = Written::new();
    let x = w.object("x", Storage::Static, 1);
    let (s, t) = (w.object("s", Storage::Static, 4), w.object("t", Storage::Local, 4));
    let (to_x, to_s, to_t) = (w.address(x), w.address(s), w.address(t));
    w.run(MemoryOp::Start(t), &[]);
    let field = w.plus(&to_s, 2);
    w.store(&field, to_x);
    w.run(MemoryOp::Copy(4), &[to_t.clone(), to_s.clone()]);
    w.run(MemoryOp::Fill(3), &[to_s.clone(), number(8, 0xab)]);
    let field = w.plus(&to_t, 2);
    let p = w.load(&field, POINTER);
    let ok = w.valid(&p, 1, true);
    w.expect(ok, "the address was copied");
    let whole = w.load(&to_s, 24);
    w.equal(&whole, 0x00ab_abab, "three times");
    w.reaches(&[]);
}

#[test]
fn literals_cannot_be_written() {
    let mut w = Written::new();
    let text = w.object("text", Storage::Static, 2);
    w.known(text, vec![(0, piece(8, 0x61))]);
    w.b.program.memory.objects[text].writable = false;
    let f = w.object("f", Storage::Function, 0);
    let (p, f) = (w.address(text), w.address(f));
    let (read, write) = (w.valid(&p, 2, false), w.valid(&p, 1, true));
    w.equal(&read, 1, "readable");
    w.equal(&write, 0, "not writable");
    let code = w.valid(&f, 1, false);
    w.equal(&code, 0, "a function has no contents");
    let missing = w.apply(Op::Eq, &[f, number(POINTER, 0)]);
    w.equal(&missing, 0, "but an address");
    w.reaches(&[]);
}

#[test]
fn what_nothing_initialises_is_arbitrary_once() {
    let mut w = Written::new();
    let x = w.object("x", Storage::Static, 1);
    w.b.program.memory.objects[x].initial = Initial::Arbitrary;
    let p = w.address(x);
    let (a, b) = (w.load(&p, 8), w.load(&p, 8));
    let same = w.apply(Op::Eq, &[a.clone(), b]);
    w.expect(same, "the same each time");
    let wrong = w.b.goal("anything", Property::Assert);
    let end = w.b.block("end");
    let seven = w.apply(Op::Eq, &[a, number(8, 7)]);
    w.b.branch(w.at, seven, wrong, end);
    w.reaches(&["anything"]);
}
