//! The encoding as the paper's appendix prints it: I, G, U, and T row by row.

use std::fmt;

use super::{CURR, PRED, Row, SmallBlocks};
use crate::bv::{Node, Op, Term};
use crate::support::index::Idx;

impl fmt::Display for SmallBlocks {
    /// Lines of `curr = 3 ∧ … ⇒ curr' = 4 ∧ pred' = 3 ∧ tmp2' = …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (curr, pred) = (&self.states[CURR].name, &self.states[PRED].name);
        let last = self.error();
        writeln!(f, "I: {curr} = 1 ∧ {pred} = 1")?;
        writeln!(f, "G: {curr} = {last}")?;
        writeln!(f, "U: {curr} ≤ {last} ∧ {pred} ≤ {last}")?;
        self.rows.iter().try_for_each(|row| self.row(f, row))
    }
}

impl SmallBlocks {
    fn row(&self, f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
        let (curr, pred) = (&self.states[CURR].name, &self.states[PRED].name);
        write!(f, "T: {curr} = {}", row.from)?;
        for &term in &row.guard {
            write!(f, " ∧ {}", self.term(term))?;
        }
        write!(f, " ⇒ {curr}' = {} ∧ {pred}' = {}", row.to, row.from)?;
        for (id, state) in self.states.iter_enumerated().skip(PRED.index() + 1) {
            let updated = row.update.iter().find(|update| update.0 == id);
            let value = updated.map_or(state.current, |update| update.1);
            write!(f, " ∧ {}' = {}", state.name, self.term(value))?;
        }
        writeln!(f)
    }

    /// A term as a formula; numbers are unsigned.
    fn term(&self, term: Term) -> String {
        let args =
            || -> Vec<String> { self.terms.args(term).iter().map(|&arg| self.term(arg)).collect() };
        match self.terms.node(term) {
            Node::Const(value) => value.to_string(),
            Node::Symbol(symbol) => self.terms.symbols()[*symbol].name.clone(),
            Node::App(op, _) => match (infix(*op), self.terms.args(term)) {
                // The store keeps commutative operands in its own order.
                (Some(sign), &[a, b]) => {
                    let swap = op.is_commutative() && self.terms.as_const(a).is_some();
                    let (a, b) = if swap { (b, a) } else { (a, b) };
                    format!("({} {sign} {})", self.term(a), self.term(b))
                }
                (_, &[a]) if *op == Op::Not => format!("¬{}", self.term(a)),
                (_, args) => {
                    let args: Vec<String> = args.iter().map(|&arg| self.term(arg)).collect();
                    format!("{}({})", function(*op), args.join(", "))
                }
            },
        }
    }
}

fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "∧",
        Op::Or => "∨",
        Op::Add => "+",
        Op::Sub => "−",
        Op::Mul => "·",
        Op::Eq => "=",
        Op::Ult => "<",
        Op::Ule => "≤",
        _ => return None,
    })
}

/// SMT-LIB's name without the `bv`, with the sizes behind it.
fn function(op: Op) -> String {
    match op {
        Op::Extract { high, low } => format!("extract[{high}:{low}]"),
        Op::ZeroExtend(to) => format!("zext[{to}]"),
        Op::SignExtend(to) => format!("sext[{to}]"),
        op => format!("{op:?}").to_lowercase(),
    }
}
