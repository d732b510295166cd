//! Writing BTOR2: every word-level operator of ours has its counterpart.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use crate::bv::{Node, Op, Term, TermStore};
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
    let mut printer =
        Printer { terms, last: 0, sorts: FxHashMap::default(), nodes: FxHashMap::default(), out };
    for (name, input) in &system.inputs {
        printer.symbol("input", *input, name)?;
    }
    for register in &system.registers {
        // An initial value must stand before its state.
        let Some(value) = &register.init else {
            printer.symbol("state", register.current, &register.name)?;
            continue;
        };
        let sort = printer.sort(value.width())?;
        let value = printer.line(&format!("constd {sort} {value}"))?;
        printer.symbol("state", register.current, &register.name)?;
        let state = printer.nodes[&register.current];
        printer.line(&format!("init {sort} {state} {value}"))?;
    }
    for register in &system.registers {
        let next = printer.term(register.next)?;
        let sort = printer.sort(terms.width(register.next))?;
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
    sorts: FxHashMap<u32, u64>,
    nodes: FxHashMap<Term, u64>,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn line(&mut self, text: &str) -> io::Result<u64> {
        self.last += 1;
        writeln!(self.out, "{} {text}", self.last)?;
        Ok(self.last)
    }

    fn sort(&mut self, width: u32) -> io::Result<u64> {
        if let Some(&sort) = self.sorts.get(&width) {
            return Ok(sort);
        }
        let sort = self.line(&format!("sort bitvec {width}"))?;
        self.sorts.insert(width, sort);
        Ok(sort)
    }

    fn symbol(&mut self, kind: &str, term: Term, name: &str) -> io::Result<()> {
        let sort = self.sort(self.terms.width(term))?;
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
        let sort = self.sort(self.terms.width(term))?;
        let op = match self.terms.node(term) {
            Node::Const(value) => return self.line(&format!("constd {sort} {value}")),
            Node::Symbol(_) => unreachable!("the symbols of a system are its registers and inputs"),
            Node::App(op, _) => *op,
        };
        let args = self.terms.args(term);
        let width = self.terms.width(args[0]);
        let mut text = format!("{} {sort}", name(op));
        for arg in args {
            text += &format!(" {}", self.nodes[arg]);
        }
        match op {
            Op::Extract { high, low } => text += &format!(" {high} {low}"),
            Op::ZeroExtend(to) | Op::SignExtend(to) => text += &format!(" {}", to - width),
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
    }
}
