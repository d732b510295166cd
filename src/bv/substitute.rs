//! Replacing symbols by terms, all at once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Node, Op, Term, TermStore};

/// A simultaneous replacement of symbols. It remembers what it has replaced, so that
/// shared subterms cost once; it belongs to the store it is used with.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `symbol` become `by`, a term of the same width. To be called before
    /// [`Self::apply`].
    pub fn replace(&mut self, symbol: Term, by: Term) {
        self.done.insert(symbol, by);
    }

    /// `term` with all symbols replaced, rewritten on the way. Without recursion.
    pub fn apply(&mut self, terms: &mut TermStore, term: Term) -> Term {
        self.rebuild(terms, term, |terms, op, args, same| {
            same.unwrap_or_else(|| terms.app(op, args))
        })
    }

    /// As [`Self::apply`], but each application is made again by `build`, which may return any
    /// term of the same sort.
    pub(super) fn apply_with(
        &mut self,
        terms: &mut TermStore,
        term: Term,
        mut build: impl FnMut(&mut TermStore, Op, &[Term]) -> Term,
    ) -> Term {
        self.rebuild(terms, term, |terms, op, args, _| build(terms, op, args))
    }

    /// `build` gets an operator with its new operands, and the term itself if they are the old.
    fn rebuild(
        &mut self,
        terms: &mut TermStore,
        term: Term,
        mut build: impl FnMut(&mut TermStore, Op, &[Term], Option<Term>) -> Term,
    ) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let Node::App(op, _) = *terms.node(top) else {
                self.done.insert(top, top);
                stack.pop();
                continue;
            };
            let before = stack.len();
            stack.extend(terms.args(top).iter().filter(|arg| !self.done.contains_key(arg)));
            if stack.len() == before {
                let args: SmallVec<[Term; 3]> =
                    terms.args(top).iter().map(|arg| self.done[arg]).collect();
                let same = (terms.args(top) == &args[..]).then_some(top);
                let new = build(terms, op, &args, same);
                self.done.insert(top, new);
                stack.pop();
            }
        }
        self.done[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;

    #[test]
    fn replaces_all_at_once() {
        let mut terms = TermStore::new();
        let (x, y) = (terms.symbol("x", 8), terms.symbol("y", 8));
        let sum = terms.app(Op::Sub, &[x, y]);
        let both = terms.app(Op::Ult, &[sum, y]);
        let mut swap = Substitution::new();
        swap.replace(x, y);
        swap.replace(y, x);
        let expected = terms.app(Op::Sub, &[y, x]);
        let expected = terms.app(Op::Ult, &[expected, x]);
        assert_eq!(swap.apply(&mut terms, both), expected);
        assert_eq!(Substitution::new().apply(&mut terms, both), both);
    }
}
