//! Equalities that two orders give: `a ≤ b` and `b ≤ a`.
//!
//! An invariant `i ≤ n` and a loop's exit `¬(i < n)` say `i = n`. A SAT solver sees that
//! bit by bit, which is too late where products of `i` are compared with products of `n`;
//! as an equality the normal forms take it for a definition.

use crate::bv::{Node, Op, Term, TermStore};

/// For each two truth values, one of `orders` (by its place) and one of `guard`, that make
/// two words equal: the equality.
pub fn equalities(terms: &mut TermStore, orders: &[Term], guard: &[Term]) -> Vec<(usize, Term)> {
    let mut found = Vec::new();
    for (place, &term) in orders.iter().enumerate() {
        let Some((signed, low, high)) = order(terms, term) else { continue };
        if guard.iter().any(|&condition| order(terms, condition) == Some((signed, high, low))) {
            found.push((place, terms.eq(low, high)));
        }
    }
    found
}

/// The words of which a truth value says that the first one is not above the second, and
/// whether they are read as signed numbers.
fn order(terms: &TermStore, truth: Term) -> Option<(bool, Term, Term)> {
    let args = terms.args(truth);
    match terms.node(truth) {
        Node::App(Op::Ult | Op::Ule, _) => Some((false, args[0], args[1])),
        Node::App(Op::Slt | Op::Sle, _) => Some((true, args[0], args[1])),
        Node::App(Op::Not, _) => {
            // The negation of any of these turns it round, strict or not.
            let inner = terms.args(args[0]);
            match terms.node(args[0]) {
                Node::App(Op::Ult | Op::Ule, _) => Some((false, inner[1], inner[0])),
                Node::App(Op::Slt | Op::Sle, _) => Some((true, inner[1], inner[0])),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Assignment, Value, eval};

    #[test]
    fn what_two_orders_say_holds_where_they_do() {
        let ops = [Op::Ult, Op::Ule, Op::Slt, Op::Sle];
        let mut found = 0;
        for shape in 0..64 {
            let mut terms = TermStore::new();
            let (a, b) = (terms.symbol("a", 3), terms.symbol("b", 3));
            let mut make = |shape: usize| {
                let args = if shape & 1 == 0 { [a, b] } else { [b, a] };
                let term = terms.app_verbatim(ops[(shape >> 1) & 3], &args);
                if shape >> 3 == 0 { term } else { terms.app_verbatim(Op::Not, &[term]) }
            };
            let pair = [make(shape & 15), make((shape * 5) & 15)];
            for (place, equality) in equalities(&mut terms, &pair[..1], &pair[1..]) {
                assert_eq!(place, 0);
                found += 1;
                for bits in 0..64u128 {
                    let symbols = [(a, bits & 7), (b, bits >> 3)];
                    let values: Assignment = symbols
                        .iter()
                        .map(|&(term, bits)| (terms.as_symbol(term).unwrap(), Value::new(3, bits)))
                        .collect();
                    let holds = |term| eval(&terms, term, &values).is_true();
                    assert!(!pair.iter().all(|&term| holds(term)) || holds(equality));
                }
            }
        }
        assert!(found > 4, "only {found}");
    }
}
