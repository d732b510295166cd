//! Terms without the rewriter, which is not trusted: only what is constant is computed.

use crate::bv::{Op, Sort, Term, TermStore, Value};

/// Makes terms.
#[derive(Default)]
pub(super) struct Terms {
    pub store: TermStore,
}

impl Terms {
    /// The result of an operator.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Term {
        let constants: Option<Vec<Value>> =
            args.iter().map(|&arg| self.store.as_const(arg).cloned()).collect();
        if let Some(constants) = constants {
            let constants: Vec<&Value> = constants.iter().collect();
            return self.store.constant(op.apply(&constants));
        }
        let is = |this: &Self, term, truth: bool| {
            this.store.as_const(term).is_some_and(|it| it.width() == 1 && it.is_true() == truth)
        };
        match (op, args) {
            (Op::Extract { low: 0, high }, &[a]) if high + 1 == self.store.width(a) => a,
            (Op::ZeroExtend(width) | Op::SignExtend(width), &[a])
                if width == self.store.width(a) =>
            {
                a
            }
            (Op::Ite, &[c, a, _]) if is(self, c, true) => a,
            (Op::Ite, &[c, _, b]) if is(self, c, false) => b,
            (Op::Ite, &[_, a, b]) if a == b => a,
            (Op::And, &[a, b]) if is(self, a, true) || is(self, b, false) || a == b => b,
            (Op::And, &[a, b]) if is(self, b, true) || is(self, a, false) => a,
            (Op::Or, &[a, b]) if is(self, a, false) || is(self, b, true) || a == b => b,
            (Op::Or, &[a, b]) if is(self, b, false) || is(self, a, true) => a,
            (Op::Eq, &[a, b]) if a == b => self.store.bool(true),
            _ => self.store.app_verbatim(op, args),
        }
    }

    pub fn constant(&mut self, value: &Value) -> Term {
        self.store.constant(value.clone())
    }

    pub fn number(&mut self, width: u32, n: u64) -> Term {
        self.store.number(width, n.into())
    }

    pub fn bool(&mut self, truth: bool) -> Term {
        self.store.bool(truth)
    }

    /// A word that may be anything.
    pub fn any(&mut self, name: &str, sort: impl Into<Sort>) -> Term {
        self.store.symbol(name, sort)
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.app(Op::Not, &[a])
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::And, &[a, b])
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Or, &[a, b])
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, &[a, b])
    }

    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        self.app(Op::Ite, &[c, a, b])
    }

    pub fn all(&mut self, terms: &[Term]) -> Term {
        let yes = self.bool(true);
        terms.iter().fold(yes, |all, &term| self.and(all, term))
    }

    pub fn some(&mut self, terms: &[Term]) -> Term {
        let no = self.bool(false);
        terms.iter().fold(no, |some, &term| self.or(some, term))
    }

    /// Some bytes of a word, the first in the low bits.
    pub fn bytes(&mut self, word: Term, start: u64, count: u64) -> Term {
        let bit = |byte: u64| u32::try_from(byte * 8).expect("a word has a width");
        self.app(Op::Extract { high: bit(start + count) - 1, low: bit(start) }, &[word])
    }

    /// Words in a row, the first in the low bits: in pairs, so that long ones are not deep.
    pub fn joined(&mut self, mut parts: Vec<Term>) -> Option<Term> {
        while parts.len() > 1 {
            let pairs = parts.chunks(2).map(|pair| match *pair {
                [low, high] => self.app(Op::Concat, &[high, low]),
                _ => pair[0],
            });
            parts = pairs.collect();
        }
        parts.pop()
    }
}
