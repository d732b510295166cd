//! Copies formulas into other terms.

use rustc_hash::FxHashMap;

use crate::bv::{Node, Op, SymbolId, Term, TermStore};

/// Copies terms of one store into another one.
pub(super) struct Copier<'a> {
    from: &'a TermStore,
    /// What symbols are there.
    symbols: FxHashMap<SymbolId, Term>,
    /// Whether variables may be multiplied.
    products: bool,
    copied: FxHashMap<Term, Option<Term>>,
}

impl<'a> Copier<'a> {
    /// Copies from `from`, with these terms in the places of symbols.
    pub fn new(from: &'a TermStore, symbols: FxHashMap<SymbolId, Term>) -> Self {
        Self { from, symbols, products: true, copied: FxHashMap::default() }
    }

    /// Copies no formula that multiplies variables.
    pub fn without_products(self) -> Self {
        Self { products: false, ..self }
    }

    /// The formula `root` in `terms`; `None` if it speaks of unknown symbols, or multiplies
    /// variables and may not.
    pub fn copy(&mut self, root: Term, terms: &mut TermStore) -> Option<Term> {
        let from = self.from;
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if self.copied.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = from.args(top);
            let before = stack.len();
            stack.extend(args.iter().filter(|arg| !self.copied.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            let varies = |arg: &Term| from.as_const(*arg).is_none();
            let new = match from.node(top) {
                Node::Const(constant) => Some(terms.constant(constant.clone())),
                Node::Symbol(symbol) => self.symbols.get(symbol).copied(),
                Node::App(Op::Mul, _) if !self.products && args.iter().all(varies) => None,
                Node::App(op, _) => {
                    let args: Option<Vec<Term>> = args.iter().map(|arg| self.copied[arg]).collect();
                    args.map(|args| terms.app(*op, &args))
                }
            };
            self.copied.insert(top, new);
            stack.pop();
        }
        self.copied[&root]
    }
}
