//! Evaluation of the same terms under many assignments, as the states of a long run are.

use rustc_hash::FxHashMap;

use super::eval::apply;
use super::{Assignment, Term, TermStore, Value};

/// Terms in an order in which each comes after its operands.
pub struct Batch<'a> {
    store: &'a TermStore,
    order: Vec<Term>,
    /// The places of the operands, one after the other.
    operands: Vec<u32>,
    places: FxHashMap<Term, u32>,
    /// By place: the value under the last assignment.
    values: Vec<Value>,
}

impl<'a> Batch<'a> {
    /// These terms with all that they are made of.
    pub fn new(store: &'a TermStore, roots: impl IntoIterator<Item = Term>) -> Self {
        let (order, operands, places) = <_>::default();
        let mut new = Self { store, order, operands, places, values: vec![] };
        // An explicit stack: terms of large programs are deeper than the machine's.
        let mut stack: Vec<Term> = roots.into_iter().collect();
        while let Some(&top) = stack.last() {
            let pending = stack.len();
            if !new.places.contains_key(&top) {
                let args = store.args(top);
                stack.extend(args.iter().filter(|arg| !new.places.contains_key(arg)));
                if stack.len() > pending {
                    continue;
                }
                new.operands.extend(args.iter().map(|arg| new.places[arg]));
                new.places.insert(top, new.order.len() as u32);
                new.order.push(top);
            }
            stack.pop();
        }
        new
    }

    /// Evaluates all terms. A symbol without a value counts as 0.
    pub fn run(&mut self, symbols: &Assignment) {
        self.values.clear();
        let mut operands = &self.operands[..];
        for &term in &self.order {
            let (own, rest) = operands.split_at(self.store.args(term).len());
            operands = rest;
            let own = own.iter().map(|&place| &self.values[place as usize]);
            let value = apply(self.store, term, own, symbols);
            self.values.push(value);
        }
    }

    /// The value that the last [`Self::run`] gave a term.
    ///
    /// # Panics
    /// If the term was not among those given, or nothing was evaluated.
    pub fn value(&self, term: Term) -> &Value {
        &self.values[self.places[&term] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Op, eval};

    #[test]
    fn values_are_those_of_the_evaluator() {
        let mut terms = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, 8));
        let sum = terms.app(Op::Add, &[x, y]);
        let product = terms.app(Op::Mul, &[sum, sum]);
        let less = terms.app(Op::Ult, &[product, x]);
        let choice = terms.ite(less, sum, y);
        let roots = [choice, sum, x];
        let mut batch = Batch::new(&terms, roots);
        for row in 0..64u128 {
            let values = [(x, row * 37), (y, row * row)];
            let mut assignment: Assignment = values
                .into_iter()
                .filter_map(|(symbol, value)| {
                    Some((terms.as_symbol(symbol)?, Value::new(8, value)))
                })
                .collect();
            if row == 63 {
                assignment.clear();
            }
            batch.run(&assignment);
            for root in roots {
                assert_eq!(batch.value(root), &eval(&terms, root, &assignment));
            }
        }
    }
}
