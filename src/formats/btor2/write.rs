//! Writing BTOR2: every word-level operator of ours has its counterpart.
//!
//! What BTOR2 has no terms for is said by states. A constant array is one that begins with
//! the same word everywhere and stays as it is, with `write` for each other word. An input
//! that is an array is one without a next value, arbitrary in each step: not every reader
//! takes inputs that are arrays.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use crate::bv::{Array, Node, Op, Sort, Term, TermStore, Value};
use crate::formats::sequential::Sequential;

/// Writes `system`, with `comments` (single lines) at the top.
///
/// # Errors
/// Those of `out`.
pub fn write(system: &Sequential, comments: &[String], out: &mut impl Write) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {comment}")?;
    }
    let terms = &system.terms;
    let mut printer = Printer {
        terms,
        last: 0,
        sorts: FxHashMap::default(),
        nodes: FxHashMap::default(),
        uniform: FxHashMap::default(),
        out,
    };
    for (name, input) in &system.inputs {
        let kind = if terms.sort(*input).is_array() { "state" } else { "input" };
        printer.symbol(kind, *input, name)?;
    }
    for register in &system.registers {
        // An initial value must stand before its state.
        let Some(value) = &register.init else {
            printer.symbol("state", register.current, &register.name)?;
            continue;
        };
        let sort = printer.sort(value.sort())?;
        let value = printer.word(value)?;
        printer.symbol("state", register.current, &register.name)?;
        let state = printer.nodes[&register.current];
        printer.line(&format!("init {sort} {state} {value}"))?;
    }
    for register in &system.registers {
        let next = printer.term(register.next)?;
        let sort = printer.sort(terms.sort(register.next))?;
        let state = printer.nodes[&register.current];
        printer.line(&format!("next {sort} {state} {next}"))?;
    }
    for &constraint in &system.constraints {
        let node = printer.term(constraint)?;
        printer.line(&format!("constraint {node}"))?;
    }
    for (name, bad) in &system.bad {
        let node = printer.term(*bad)?;
        printer.line(&format!("bad {node} {name}"))?;
    }
    Ok(())
}

struct Printer<'a, W> {
    terms: &'a TermStore,
    /// The number of the last line.
    last: u64,
    sorts: FxHashMap<Sort, u64>,
    nodes: FxHashMap<Term, u64>,
    /// The states that hold one word everywhere, by sort and word.
    uniform: FxHashMap<(Sort, Value), u64>,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn line(&mut self, text: &str) -> io::Result<u64> {
        self.last += 1;
        writeln!(self.out, "{} {text}", self.last)?;
        Ok(self.last)
    }

    fn sort(&mut self, sort: Sort) -> io::Result<u64> {
        if let Some(&known) = self.sorts.get(&sort) {
            return Ok(known);
        }
        let text = match sort {
            Sort::Word(width) => format!("sort bitvec {width}"),
            Sort::Array { index, element } => {
                let (index, element) = (Sort::Word(index), Sort::Word(element));
                format!("sort array {} {}", self.sort(index)?, self.sort(element)?)
            }
        };
        let line = self.line(&text)?;
        self.sorts.insert(sort, line);
        Ok(line)
    }

    fn word(&mut self, value: &Value) -> io::Result<u64> {
        let sort = self.sort(value.sort())?;
        self.line(&format!("constd {sort} {value}"))
    }

    /// A constant array.
    fn array(&mut self, array: &Array) -> io::Result<u64> {
        let sort = self.sort(array.sort())?;
        let key = (array.sort(), array.default().clone());
        let mut node = match self.uniform.get(&key) {
            Some(&state) => state,
            None => {
                let word = self.word(array.default())?;
                let state = self.line(&format!("state {sort} constant.{}", self.uniform.len()))?;
                self.line(&format!("init {sort} {state} {word}"))?;
                self.line(&format!("next {sort} {state} {state}"))?;
                self.uniform.insert(key, state);
                state
            }
        };
        for (at, word) in array.entries() {
            let (at, word) = (self.word(at)?, self.word(word)?);
            node = self.line(&format!("write {sort} {node} {at} {word}"))?;
        }
        Ok(node)
    }

    fn symbol(&mut self, kind: &str, term: Term, name: &str) -> io::Result<()> {
        let sort = self.sort(self.terms.sort(term))?;
        let node = self.line(&format!("{kind} {sort} {name}"))?;
        self.nodes.insert(term, node);
        Ok(())
    }

    /// The line of a term, written with all it depends on if it is new.
    fn term(&mut self, root: Term) -> io::Result<u64> {
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if self.nodes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let args = self.terms.args(top);
            stack.extend(args.iter().filter(|arg| !self.nodes.contains_key(arg)));
            if stack.len() == pending {
                let node = self.node(top)?;
                self.nodes.insert(top, node);
                stack.pop();
            }
        }
        Ok(self.nodes[&root])
    }

    fn node(&mut self, term: Term) -> io::Result<u64> {
        let sort = self.sort(self.terms.sort(term))?;
        let op = match self.terms.node(term) {
            Node::Const(value) => {
                return match value.as_array() {
                    Some(array) => self.array(array),
                    None => self.word(value),
                };
            }
            Node::Symbol(_) => unreachable!("the symbols of a system are its registers and inputs"),
            Node::App(op, _) => *op,
        };
        let args = self.terms.args(term);
        let first = self.terms.sort(args[0]);
        let mut text = format!("{} {sort}", name(op));
        for arg in args {
            text += &format!(" {}", self.nodes[arg]);
        }
        match op {
            Op::Extract { high, low } => text += &format!(" {high} {low}"),
            Op::ZeroExtend(to) | Op::SignExtend(to) => text += &format!(" {}", to - first.width()),
            _ => {}
        }
        self.line(&text)
    }
}

/// The operator's name.
pub(super) fn name(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::Neg => "neg",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Add => "add",
        Op::Sub => "sub",
        Op::Mul => "mul",
        Op::Udiv => "udiv",
        Op::Urem => "urem",
        Op::Sdiv => "sdiv",
        Op::Srem => "srem",
        Op::Shl => "sll",
        Op::Lshr => "srl",
        Op::Ashr => "sra",
        Op::Eq => "eq",
        Op::Ult => "ult",
        Op::Ule => "ulte",
        Op::Slt => "slt",
        Op::Sle => "slte",
        Op::Ite => "ite",
        Op::Concat => "concat",
        Op::Extract { .. } => "slice",
        Op::ZeroExtend(_) => "uext",
        Op::SignExtend(_) => "sext",
        Op::Select => "read",
        Op::Store => "write",
        Op::Float(_) => unreachable!("floating-point operators are expanded before export"),
    }
}
