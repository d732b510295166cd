//! Arrays: what is read where something was written.

use crate::bv::{Op, Term, TermStore, Value};

/// `a[i]`
pub(super) fn select(terms: &mut TermStore, a: Term, i: Term) -> Option<Term> {
    let mut below = a;
    while let Some((Op::Store, [array, at, element])) = terms.app_of(below) {
        // The rules for equality say as much of two indices as can be seen at once.
        let equal = terms.eq(at, i);
        match terms.as_const(equal).map(Value::is_true) {
            Some(true) => return Some(element),
            Some(false) => below = array,
            None => break,
        }
    }
    (below != a).then(|| terms.select(below, i))
}

/// `a` with `x` at `i`
pub(super) fn store(terms: &mut TermStore, a: Term, i: Term, x: Term) -> Option<Term> {
    if let Some((Op::Select, [array, at, _])) = terms.app_of(x)
        && (array, at) == (a, i)
    {
        return Some(a);
    }
    match terms.app_of(a) {
        Some((Op::Store, [array, at, _])) if at == i => Some(terms.store(array, i, x)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::eval::{Assignment, Evaluator};
    use crate::bv::{Sort, Value};
    use crate::support::Random;

    /// Random terms of all sorts, each rewritten and as it is written: the same value.
    #[test]
    fn rules_are_equivalences() {
        const ARRAY: Sort = Sort::Array { index: 2, element: 3 };
        let sorts = [ARRAY, ARRAY, Sort::Word(2), Sort::Word(2), Sort::Word(3), Sort::Word(1)];
        let mut random = Random::new(5);
        let mut shorter = 0;
        for _ in 0..300 {
            let mut terms = TermStore::new();
            // Pairs of equal terms, by sort.
            let mut site: Vec<(Term, Term)> =
                sorts.iter().map(|&sort| terms.symbol("x", sort)).map(|x| (x, x)).collect();
            for value in [ARRAY.zero(), Value::new(2, 1), Value::new(2, 3), Value::new(3, 6)] {
                let constant = terms.constant(value);
                site.push((constant, constant));
            }
            let ops = [Op::Select, Op::Store, Op::Store, Op::Ite, Op::Eq, Op::Add, Op::Not];
            for _ in 0..200 {
                let op = *random.pick(&ops);
                let args: Vec<(Term, Term)> =
                    (0..op.arity()).map(|_| *random.pick(&site)).collect();
                let sorts: Vec<Sort> = args.iter().map(|arg| terms.sort(arg.0)).collect();
                if op.checked_result_sort(&sorts).is_some() {
                    let (first, second): (Vec<Term>, Vec<Term>) = args.into_iter().unzip();
                    let pair = (terms.app(op, &first), terms.app_verbatim(op, &second));
                    shorter +=
                        usize::from(matches!(op, Op::Select | Op::Store) && pair.0 != pair.1);
                    site.push(pair);
                }
            }
            for _ in 0..8 {
                let mut value = |sort: Sort| match sort {
                    Sort::Word(width) => Value::new(width, random.wide()),
                    Sort::Array { index, element } => {
                        let word = |at| (Value::new(index, at), Value::new(element, random.wide()));
                        let words: Vec<_> = (0..1 << index).map(word).collect();
                        crate::bv::Array::new(index, Value::zero(element)).with(words).into()
                    }
                };
                let assignment: Assignment = terms
                    .symbols()
                    .iter_enumerated()
                    .map(|(id, it)| (id, value(it.sort)))
                    .collect();
                let mut evaluator = Evaluator::new(&terms, &assignment);
                for &(one, other) in &site {
                    assert_eq!(evaluator.eval(one), evaluator.eval(other));
                }
            }
        }
        assert!(shorter > 200, "{shorter}");
    }

    #[test]
    fn reads_look_through_writes() {
        let mut terms = TermStore::new();
        let a = terms.symbol("a", Sort::Array { index: 8, element: 8 });
        let (i, x) = (terms.symbol("i", 8), terms.symbol("x", 8));
        let one = terms.number(8, 1);
        let next = terms.app(Op::Add, &[i, one]);
        let written = terms.store(a, i, x);
        let both = terms.store(written, next, one);
        assert_eq!(terms.select(both, next), one);
        assert_eq!(terms.select(both, i), x);
        assert_eq!(terms.store(both, next, x), terms.store(written, next, x));
        let same = terms.select(a, i);
        assert_eq!(terms.store(a, i, same), a);
        // Nothing is known of another index.
        let j = terms.symbol("j", 8);
        let read = terms.select(written, j);
        assert_eq!(terms.args(read), [written, j]);
    }
}
