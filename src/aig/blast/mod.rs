//! Bit-blasting: terms to words of edges, the least significant bit first.
//!
//! All operators of [`Op`] with the meaning of [`mod@crate::bv::eval`]; one file per family.
//! Equal operands give equal edges, so what operators have in common is built once.
//! Terms are walked with an explicit stack: those of large programs are deeper than the
//! machine's.

mod arith;
mod compare;
mod divide;
mod shift;

use rustc_hash::FxHashMap;

use super::{Aig, Edge};
use crate::bv::float::circuit;
use crate::bv::{FloatOp, Node, Op, SymbolId, Term, TermStore};
use crate::support::Fault;

/// Bits of a term, the least significant first.
pub type Word = Vec<Edge>;

/// Quotient and remainder, by dividend and divisor.
type Quotients = FxHashMap<(Word, Word), (Word, Word)>;

/// Translates terms of one store into one graph.
#[derive(Debug)]
pub struct Blaster<'a> {
    store: &'a TermStore,
    /// What was built so far.
    pub built: Paused,
}

/// What a translator has built; without it the store is free to grow.
#[derive(Debug)]
pub struct Paused {
    /// The graph built so far.
    pub aig: Aig,
    /// Where the bits of a term start in `bits`; as many follow as the term is wide.
    starts: FxHashMap<Term, usize>,
    bits: Vec<Edge>,
    symbols: FxHashMap<SymbolId, Vec<Edge>>,
    quotients: Quotients,
    /// What products are made of.
    adder: arith::Adder,
}

impl Default for Paused {
    fn default() -> Self {
        Self {
            aig: Aig::new(),
            starts: FxHashMap::default(),
            bits: Vec::new(),
            symbols: FxHashMap::default(),
            quotients: FxHashMap::default(),
            adder: Aig::full_adder,
        }
    }
}

impl Paused {
    /// Goes on with the same store.
    pub fn resume(self, store: &TermStore) -> Blaster<'_> {
        Blaster { store, built: self }
    }

    /// The inputs that stand for the bits of a symbol, if it was met.
    pub fn symbol(&self, symbol: SymbolId) -> Option<&[Edge]> {
        self.symbols.get(&symbol).map(Vec::as_slice)
    }
}

impl<'a> Blaster<'a> {
    /// A translator with an empty graph.
    pub fn new(store: &'a TermStore) -> Self {
        Paused::default().resume(store)
    }

    /// Lets go of the store.
    pub fn pause(self) -> Paused {
        self.built
    }

    /// The bits of `term`, the least significant first.
    pub fn bits(&mut self, term: Term) -> &[Edge] {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.built.starts.contains_key(&top) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let args = self.store.args(top);
            stack.extend(args.iter().filter(|arg| !self.built.starts.contains_key(arg)));
            if stack.len() > pending {
                continue;
            }
            let word = self.node(top);
            debug_assert_eq!(word.len(), self.store.width(top) as usize);
            self.built.starts.insert(top, self.built.bits.len());
            self.built.bits.extend(word);
            stack.pop();
        }
        self.known(term)
    }

    /// The single bit of a truth value.
    pub fn bit(&mut self, term: Term) -> Edge {
        debug_assert_eq!(self.store.width(term), 1);
        self.bits(term)[0]
    }

    fn known(&self, term: Term) -> &[Edge] {
        let start = self.built.starts[&term];
        &self.built.bits[start..start + self.store.width(term) as usize]
    }

    fn node(&mut self, term: Term) -> Word {
        let width = self.store.width(term);
        match self.store.node(term) {
            Node::Const(value) => (0..width).map(|i| Edge::constant(value.bit(i))).collect(),
            Node::Symbol(symbol) => {
                let aig = &mut self.built.aig;
                let inputs = || (0..width).map(|_| aig.input()).collect();
                self.built.symbols.entry(*symbol).or_insert_with(inputs).clone()
            }
            Node::App(op, _) => {
                let words: Vec<Word> =
                    self.store.args(term).iter().map(|&arg| self.known(arg).to_vec()).collect();
                self.apply(*op, &words)
            }
        }
    }

    fn apply(&mut self, op: Op, words: &[Word]) -> Word {
        let a = &words[0];
        // Operators with one operand don't look at `b`.
        let b = words.get(1).unwrap_or(a);
        let aig = &mut self.built.aig;
        match op {
            Op::Not => a.iter().map(|&bit| !bit).collect(),
            Op::Neg => aig.negate(a),
            Op::And => zip(a, b, |x, y| aig.and(x, y)),
            Op::Or => zip(a, b, |x, y| aig.or(x, y)),
            Op::Xor => zip(a, b, |x, y| aig.xor(x, y)),
            Op::Add => aig.add(a, b, Edge::FALSE),
            Op::Sub => aig.subtract(a, b),
            Op::Mul => aig.multiply(self.built.adder, a, b),
            Op::Udiv => aig.divide(a, b, &mut self.built.quotients).0,
            Op::Urem => aig.divide(a, b, &mut self.built.quotients).1,
            Op::Sdiv => aig.signed_quotient(a, b, &mut self.built.quotients),
            Op::Srem => aig.signed_remainder(a, b, &mut self.built.quotients),
            Op::Shl => aig.shift_left(a, b),
            Op::Lshr => aig.shift_right(a, b, Edge::FALSE),
            Op::Ashr => aig.shift_right(a, b, sign(a)),
            Op::Eq => vec![aig.equal(a, b)],
            Op::Ult => vec![aig.less(a, b)],
            Op::Ule => vec![!aig.less(b, a)],
            Op::Slt => vec![aig.signed_less(a, b)],
            Op::Sle => vec![!aig.signed_less(b, a)],
            Op::Ite => zip(b, &words[2], |x, y| aig.mux(a[0], x, y)),
            Op::Concat => [b.as_slice(), a].concat(),
            Op::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(to) => extend(a, to, Edge::FALSE),
            Op::SignExtend(to) if Fault::SignExtend.is_planted() => extend(a, to, Edge::FALSE),
            Op::SignExtend(to) => extend(a, to, sign(a)),
            Op::Float(op) => self.float(op, words),
            Op::Select | Op::Store => unreachable!("models in bits have no arrays"),
        }
    }
}

/// Operators on floating-point numbers.
impl Blaster<'_> {
    /// The operator's circuit is made of terms of a store of its own, whose symbols are the
    /// operands.
    fn float(&mut self, op: FloatOp, operands: &[Word]) -> Word {
        let mut store = TermStore::new();
        let args: Vec<Term> =
            operands.iter().map(|word| store.symbol("operand", word.len() as u32)).collect();
        let result = circuit::expand(&mut store, op, &args);
        let mut inner = Blaster::new(&store);
        inner.built.adder = Aig::small_full_adder;
        std::mem::swap(&mut inner.built.aig, &mut self.built.aig);
        for (arg, word) in args.iter().zip(operands) {
            let symbol = store.as_symbol(*arg).expect("it was made as one");
            inner.built.symbols.insert(symbol, word.clone());
        }
        let word = inner.bits(result).to_vec();
        self.built.aig = inner.built.aig;
        word
    }
}

/// The most significant bit.
fn sign(word: &[Edge]) -> Edge {
    word[word.len() - 1]
}

fn zip(a: &[Edge], b: &[Edge], mut gate: impl FnMut(Edge, Edge) -> Edge) -> Word {
    a.iter().zip(b).map(|(&x, &y)| gate(x, y)).collect()
}

fn extend(word: &[Edge], to: u32, with: Edge) -> Word {
    let mut word = word.to_vec();
    word.resize(to as usize, with);
    word
}

#[cfg(test)]
mod tests;
