//! The store of hash-consed terms.
//!
//! A [`Term`] is a position in its store; equal terms are the same position. A store
//! only grows, so whoever clones one may go on using the terms of the original:
//! that is how each stage of the pipeline owns its terms and still refers to those
//! of the stage before it.

mod serial;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Op, Sort, Value};
use crate::index_type;
use crate::support::IndexVec;

index_type!(
    /// A term of one [`TermStore`].
    pub struct Term,
    "t"
);
index_type!(
    /// A free symbol of one [`TermStore`].
    pub struct SymbolId,
    "s"
);

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Node {
    /// A constant.
    Const(Value),
    /// A free symbol.
    Symbol(SymbolId),
    /// An application; unused operand places repeat the first operand.
    App(Op, [Term; 3]),
}

/// A named free variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Symbol {
    /// Name for people and for files; need not be unique.
    pub name: String,
    /// What it stands for.
    pub sort: Sort,
    /// Its term.
    pub term: Term,
}

/// All terms of one object (automaton, transition system, …).
#[derive(Clone, Default, Debug)]
pub struct TermStore {
    nodes: IndexVec<Term, Node>,
    sorts: IndexVec<Term, Sort>,
    symbols: IndexVec<SymbolId, Symbol>,
    known: FxHashMap<Node, Term>,
}

impl TermStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether some term is an array.
    pub fn has_arrays(&self) -> bool {
        self.sorts.iter().any(|sort| sort.is_array())
    }

    /// Whether some term is a constant array.
    pub fn has_constant_arrays(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Const(value) if value.sort().is_array()))
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether both have the same terms and symbols, by the same numbers.
    pub fn is_same(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.sorts == other.sorts && self.symbols == other.symbols
    }

    /// What each term is made of, in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// All terms with their sorts.
    pub fn sorts(&self) -> impl Iterator<Item = (Term, Sort)> {
        self.sorts.iter_enumerated().map(|(term, sort)| (term, *sort))
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What `term` is made of.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term]
    }

    /// What `term` is: a word or an array.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term]
    }

    /// Width of `term` in bits.
    ///
    /// # Panics
    /// If it is an array.
    pub fn width(&self, term: Term) -> u32 {
        self.sorts[term].width()
    }

    /// The operands of `term`; none for constants and symbols.
    pub fn args(&self, term: Term) -> &[Term] {
        match &self.nodes[term] {
            Node::App(op, args) => &args[..op.arity()],
            _ => &[],
        }
    }

    /// The constant that `term` is, if it is one.
    pub fn as_const(&self, term: Term) -> Option<&Value> {
        match &self.nodes[term] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The symbol that `term` is, if it is one.
    pub fn as_symbol(&self, term: Term) -> Option<SymbolId> {
        match self.nodes[term] {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// All symbols.
    pub fn symbols(&self) -> &IndexVec<SymbolId, Symbol> {
        &self.symbols
    }

    /// A new symbol, distinct from all others whatever its name.
    pub fn symbol(&mut self, name: impl Into<String>, sort: impl Into<Sort>) -> Term {
        let sort = sort.into();
        assert!(sort != Sort::Word(0), "a bit-vector has at least one bit");
        let id = SymbolId(u32::try_from(self.symbols.len()).expect("fewer than 2^32 symbols"));
        let term = self.intern(Node::Symbol(id), sort);
        self.symbols.push(Symbol { name: name.into(), sort, term });
        term
    }

    /// A constant.
    pub fn constant(&mut self, value: Value) -> Term {
        let sort = value.sort();
        self.intern(Node::Const(value), sort)
    }

    /// Applies `op`, rewritten to a simpler equivalent where a rule of
    /// [`super::rewrite`] matches.
    ///
    /// # Panics
    /// If number or sorts of the operands don't fit.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Term {
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|&arg| self.sort(arg)).collect();
        let sort = op.result_sort(&sorts);
        if let Some(simpler) = super::rewrite::rewrite(self, op, args) {
            debug_assert_eq!(self.sort(simpler), sort, "rewriting {op:?} changed the sort");
            return simpler;
        }
        self.app_verbatim(op, args)
    }

    /// Applies `op` without rewriting; only commutative operands are put in order.
    /// For the rewriter itself, and for tests that need a term exactly as written.
    pub fn app_verbatim(&mut self, op: Op, args: &[Term]) -> Term {
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|&arg| self.sort(arg)).collect();
        let sort = op.result_sort(&sorts);
        let mut places = [args[0]; 3];
        places[..args.len()].copy_from_slice(args);
        if op.is_commutative() && places[0] > places[1] {
            places.swap(0, 1);
            places[2] = places[0];
        }
        self.intern(Node::App(op, places), sort)
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&term) = self.known.get(&node) {
            return term;
        }
        let term = self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.known.insert(node, term);
        term
    }
}

/// Short constructors.
impl TermStore {
    /// The constant `bits` of the given width.
    pub fn number(&mut self, width: u32, bits: u128) -> Term {
        self.constant(Value::new(width, bits))
    }

    /// The truth value of width 1.
    pub fn bool(&mut self, truth: bool) -> Term {
        self.constant(Value::bool(truth))
    }

    /// Bitwise (or logical) complement.
    pub fn not(&mut self, a: Term) -> Term {
        self.app(Op::Not, &[a])
    }

    /// Bitwise (or logical) and.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::And, &[a, b])
    }

    /// Bitwise (or logical) or.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Or, &[a, b])
    }

    /// Logical implication on truth values.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Conjunction of truth values; true for none.
    pub fn conjunction(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let truth = self.bool(true);
        terms.into_iter().fold(truth, |all, term| self.and(all, term))
    }

    /// Disjunction of truth values; false for none.
    pub fn disjunction(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let falsity = self.bool(false);
        terms.into_iter().fold(falsity, |any, term| self.or(any, term))
    }

    /// Equality.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, &[a, b])
    }

    /// `if c then a else b`.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        self.app(Op::Ite, &[c, a, b])
    }

    /// The element of an array at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.app(Op::Select, &[array, index])
    }

    /// The array, but with another element at an index.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        self.app(Op::Store, &[array, index, element])
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.app(Op::Extract { high, low }, &[a])
    }

    /// Bit `index` as a truth value.
    pub fn bit(&mut self, a: Term, index: u32) -> Term {
        self.extract(a, index, index)
    }

    /// Rotation to the left by a term of the same width, modulo the width.
    pub fn rotate_left(&mut self, a: Term, amount: Term) -> Term {
        self.rotate(a, amount, Op::Shl, Op::Lshr)
    }

    /// Rotation to the right by a term of the same width, modulo the width.
    pub fn rotate_right(&mut self, a: Term, amount: Term) -> Term {
        self.rotate(a, amount, Op::Lshr, Op::Shl)
    }

    fn rotate(&mut self, a: Term, amount: Term, forth: Op, back: Op) -> Term {
        let width = self.width(a);
        // The width as a number of `width` bits: exact from 2 bits on, as w < 2^w;
        // one bit rotates onto itself.
        if width == 1 {
            return a;
        }
        let size = self.number(width, width.into());
        let amount = self.app(Op::Urem, &[amount, size]);
        let rest = self.app(Op::Sub, &[size, amount]);
        let high = self.app(forth, &[a, amount]);
        let low = self.app(back, &[a, rest]);
        self.or(high, low)
    }
}
