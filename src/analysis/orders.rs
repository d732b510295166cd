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
    let guard: Vec<Order> = guard.iter().filter_map(|&truth| order(terms, truth)).collect();
    for (place, &truth) in orders.iter().enumerate() {
        let Some((signed, low, high)) = order(terms, truth) else { continue };
        if guard.contains(&(signed, high, low)) {
            found.push((place, terms.eq(low, high)));
        }
    }
    found
}

/// Whether two words are read as signed numbers, and the words, of which the first one is not
/// above the second.
type Order = (bool, Term, Term);

/// What a truth value says of two words. That one is less than a number is that it is not above
/// the number before, and the other way round.
fn order(terms: &mut TermStore, truth: Term) -> Option<Order> {
    let is_negated = matches!(terms.node(truth), Node::App(Op::Not, _));
    let inner = if is_negated { terms.args(truth)[0] } else { truth };
    let (signed, is_strict) = match terms.node(inner) {
        Node::App(Op::Ult, _) => (false, true),
        Node::App(Op::Ule, _) => (false, false),
        Node::App(Op::Slt, _) => (true, true),
        Node::App(Op::Sle, _) => (true, false),
        _ => return None,
    };
    let &[a, b] = terms.args(inner) else { return None };
    // The negation of any of these turns it round, strict or not.
    let (low, high, is_strict) = if is_negated { (b, a, !is_strict) } else { (a, b, is_strict) };
    Some(match is_strict {
        true => {
            let less = neighbour(terms, high, signed, u128::MAX).unwrap_or(high);
            let more = neighbour(terms, low, signed, 1).unwrap_or(low);
            // One of two numbers is enough.
            if less == high { (signed, more, high) } else { (signed, low, less) }
        }
        false => (signed, low, high),
    })
}

/// The number beside a constant: `by` is 1 or −1. None, if it would wrap around.
fn neighbour(terms: &mut TermStore, term: Term, signed: bool, by: u128) -> Option<Term> {
    let value = terms.as_const(term)?;
    let (bits, width) = (value.small()?, value.width());
    let all = u128::MAX >> (128 - width);
    let least: u128 = if signed { 1 << (width - 1) } else { 0 };
    let most = least.wrapping_sub(1) & all;
    let end = if by == 1 { most } else { least };
    (bits != end).then(|| terms.number(width, bits.wrapping_add(by) & all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Assignment, Value, eval};

    /// With numbers: all pairs of a bound from above and one from below, for all values.
    #[test]
    fn what_bounds_say_holds_where_they_do() {
        let ops = [Op::Ult, Op::Ule, Op::Slt, Op::Sle];
        let mut found = 0;
        for shape in 0..4096u32 {
            let mut terms = TermStore::new();
            let a = terms.symbol("a", 3);
            let mut make = |shape: u32| {
                let number = terms.number(3, u128::from(shape >> 3));
                let args = if shape & 1 == 0 { [a, number] } else { [number, a] };
                terms.app_verbatim(ops[(shape >> 1 & 3) as usize], &args)
            };
            let pair = [make(shape & 63), make(shape >> 6)];
            for (_, equality) in equalities(&mut terms, &pair[..1], &pair[1..]) {
                found += 1;
                for bits in 0..8 {
                    let symbol = terms.as_symbol(a).unwrap();
                    let values: Assignment = [(symbol, Value::new(3, bits))].into_iter().collect();
                    let holds = |term| eval(&terms, term, &values).is_true();
                    assert!(!pair.iter().all(|&term| holds(term)) || holds(equality));
                }
            }
        }
        assert!(found > 50, "only {found}");
    }

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
