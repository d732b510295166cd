//! Printing terms for people, in infix notation: `(x + 2)`, `ite((pred = 2), 10, y)`.
//!
//! Constants are unsigned decimals, signed comparisons carry an `s`. Terms share
//! operands, so a long expression becomes a definition `$n` of its own: the text is
//! linear in the number of terms, and never nested deeply.

use rustc_hash::FxHashMap;

use super::{Node, Op, Term, TermStore};

/// An expression longer than this becomes a definition.
const LONG: usize = 160;

/// Prints terms of one store.
#[derive(Clone, Debug)]
pub struct Printer<'a> {
    store: &'a TermStore,
    texts: FxHashMap<Term, String>,
    definitions: Vec<(String, String)>,
}

impl<'a> Printer<'a> {
    /// A printer without definitions.
    pub fn new(store: &'a TermStore) -> Self {
        Self { store, texts: FxHashMap::default(), definitions: Vec::new() }
    }

    /// The text of a term; it may refer to definitions.
    pub fn text(&mut self, term: Term) -> String {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let pending = stack.len();
            let args = self.store.args(top).iter();
            stack.extend(args.filter(|arg| !self.texts.contains_key(arg)));
            if stack.len() > pending {
                continue;
            }
            stack.pop();
            if self.texts.contains_key(&top) {
                continue;
            }
            let mut text = self.expression(top);
            // The term asked for is printed whole.
            if text.chars().count() > LONG && top != term {
                let name = format!("${}", top.0);
                self.definitions.push((name.clone(), text));
                text = name;
            }
            self.texts.insert(top, text);
        }
        self.texts[&term].clone()
    }

    /// Names and texts of the definitions made since the last call; each refers only to
    /// earlier ones.
    pub fn take_definitions(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.definitions)
    }

    /// The text of a term whose operands have theirs.
    fn expression(&self, term: Term) -> String {
        let op = match self.store.node(term) {
            Node::Const(value) => return value.to_string(),
            Node::Symbol(symbol) => return self.store.symbols()[*symbol].name.clone(),
            Node::App(op, _) => *op,
        };
        let text = |arg: &Term| self.texts[arg].as_str();
        match (infix(op), self.store.args(term)) {
            // The store keeps commutative operands in its own order.
            (Some(sign), [a, b]) if op.is_commutative() && self.store.as_const(*a).is_some() => {
                format!("({} {sign} {})", text(b), text(a))
            }
            (Some(sign), [a, b]) => format!("({} {sign} {})", text(a), text(b)),
            (_, [a]) if op == Op::Not => format!("¬{}", text(a)),
            (_, [a]) if op == Op::Neg => format!("−{}", text(a)),
            (_, args) => {
                let args: Vec<&str> = args.iter().map(text).collect();
                format!("{}({})", function(op), args.join(", "))
            }
        }
    }
}

fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "∧",
        Op::Or => "∨",
        Op::Xor => "⊕",
        Op::Add => "+",
        Op::Sub => "−",
        Op::Mul => "·",
        Op::Shl => "<<",
        Op::Lshr => ">>",
        Op::Ashr => ">>s",
        Op::Eq => "=",
        Op::Ult => "<",
        Op::Ule => "≤",
        Op::Slt => "<s",
        Op::Sle => "≤s",
        _ => return None,
    })
}

/// SMT-LIB's name without the `bv`, with the sizes behind it.
fn function(op: Op) -> String {
    match op {
        Op::Extract { high, low } => format!("extract[{high}:{low}]"),
        Op::ZeroExtend(to) => format!("zext[{to}]"),
        Op::SignExtend(to) => format!("sext[{to}]"),
        Op::Float(op) => op.name(),
        op => format!("{op:?}").to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_and_linear() {
        let mut store = TermStore::new();
        let (x, y) = (store.symbol("x", 8), store.symbol("y", 8));
        let two = store.number(8, 2);
        let less = store.app_verbatim(Op::Slt, &[x, two]);
        let rest = store.app_verbatim(Op::Srem, &[y, two]);
        let not = store.app_verbatim(Op::Not, &[rest]);
        let choice = store.app_verbatim(Op::Ite, &[less, not, x]);
        let sum = store.app_verbatim(Op::Add, &[two, choice]);
        let mut printer = Printer::new(&store);
        assert_eq!(printer.text(sum), "(ite((x <s 2), ¬srem(y, 2), x) + 2)");
        assert!(printer.take_definitions().is_empty());

        let mut term = x;
        for _ in 0..1000 {
            term = store.app_verbatim(Op::Mul, &[term, term]);
        }
        let mut printer = Printer::new(&store);
        let text = printer.text(term);
        let length: usize = printer.take_definitions().iter().map(|d| d.1.len()).sum();
        assert!(text.len() < 500 && length < 200_000);
    }
}
