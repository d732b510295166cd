//! Conditions without the circuits of large operators.
//!
//! Each result of a product, a quotient, a remainder or a floating-point operator may be anything
//! that is stated of it: for integers by [`integers`], for floating-point numbers by [`rounded`].
//! What is stated always holds, so a condition that holds then also does with the operators
//! themselves, and solvers need no circuits. If it does not hold, nothing is said of the original
//! one.
//!
//! Intervals of operands come from [`crate::bounds`] under the condition's assumptions, and for the
//! first claims also where each of them is broken; they are not trusted, as nothing is stated but
//! what follows *if* operands lie in them.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::conditions::Condition;
use super::{integers, linear, rounded};
use crate::bounds::{Edge, Known};
use crate::bv::{Node, Op, Term, TermStore};
use crate::support::limits;

/// A condition that says more, and has none of these operators, with what is stated of results
/// behind its other assumptions; `None` if there are none, or nothing can be stated.
pub(super) fn stronger(condition: &Condition) -> Option<Condition> {
    let old = &condition.terms;
    if !(0..old.len()).any(|place| is_large(old, Term(place as u32))) {
        return None;
    }
    let anything = |_| None;
    let mut edges = vec![Edge::take(old, &condition.assumptions, &anything)?];
    let mut sums = linear::Sums::of(old, &condition.assumptions);
    let (mut implied, mut told_apart) = (FxHashMap::default(), FxHashSet::default());
    for claim in condition.claims.iter().take(limits::BOUNDED_CLAIMS) {
        // What is read of sums may be bounded on each of several ways to a claim only.
        let mut ways = if sums.is_some() { ways(old, claim.1) } else { vec![] };
        ways.retain(|&way| told_apart.len() < limits::BOUNDED_WAYS && told_apart.insert(way));
        for way in [claim.1].into_iter().chain(ways) {
            let told = implied_by(old, way, &mut implied);
            let guard = [&condition.assumptions[..], &told].concat();
            edges.extend(Edge::take(old, &guard, &anything));
        }
    }
    let mut terms = TermStore::new();
    let mut made: Vec<Term> = Vec::with_capacity(old.len());
    let (mut stated, mut seen): (Vec<Term>, FxHashSet<Term>) = (vec![], FxHashSet::default());
    for place in 0..old.len() {
        let term = Term(place as u32);
        let args: SmallVec<[Term; 3]> =
            old.args(term).iter().map(|arg| made[arg.0 as usize]).collect();
        made.push(match old.node(term) {
            Node::App(op, _) if is_large(old, term) => {
                let result = terms.symbol(format!("result {place}"), old.width(term));
                for edge in &mut edges {
                    let known: Option<SmallVec<[Known; 3]>> =
                        old.args(term).iter().map(|&arg| edge.eval(arg)).collect();
                    // An operand without a value: nothing of this is computed.
                    let Some(known) = known else { continue };
                    for fact in all_stated(&mut terms, *op, &args, &known, result) {
                        if seen.insert(fact) {
                            stated.push(fact);
                        }
                    }
                }
                result
            }
            Node::App(op, _) => terms.app_verbatim(*op, &args),
            Node::Const(value) => terms.constant(value.clone()),
            Node::Symbol(symbol) => terms.symbol(&old.symbols()[*symbol].name, old.width(term)),
        });
    }
    let made = |term: Term| made[term.0 as usize];
    if let Some(sums) = &mut sums {
        for edge in &mut edges {
            for fact in sums.facts(edge) {
                let fact = fact.stated(&mut terms, made);
                if seen.insert(fact) {
                    stated.push(fact);
                }
            }
        }
    }
    if stated.is_empty() {
        return None;
    }
    let mut assumptions: Vec<Term> = condition.assumptions.iter().copied().map(made).collect();
    assumptions.extend(stated);
    let claims = condition.claims.iter().map(|&(claim, broken)| (claim, made(broken))).collect();
    Some(Condition { head: condition.head, terms, assumptions, claims })
}

/// The ways in which a conjunction can be true of which some part is a disjunction.
fn ways(terms: &TermStore, truth: Term) -> Vec<Term> {
    let (mut open, mut ways) = (vec![(truth, false)], vec![]);
    while let Some((term, is_way)) = open.pop() {
        match terms.node(term) {
            Node::App(Op::And, _) if !is_way => {
                open.extend(terms.args(term).iter().map(|&side| (side, false)));
            }
            Node::App(Op::Or, _) => open.extend(terms.args(term).iter().map(|&side| (side, true))),
            _ if is_way => ways.push(term),
            _ => {}
        }
        if ways.len() >= limits::BOUNDED_WAYS {
            break;
        }
    }
    ways
}

/// What holds where a truth value is true, itself included: of conjunctions what either side says,
/// of disjunctions what both do. Behind branches that join again that is what held before them.
fn implied_by(
    terms: &TermStore,
    truth: Term,
    known: &mut FxHashMap<Term, Rc<BTreeSet<Term>>>,
) -> Vec<Term> {
    let mut open = vec![truth];
    while let Some(&term) = open.last() {
        let sides = match terms.node(term) {
            Node::App(Op::And | Op::Or, _) if !known.contains_key(&term) => terms.args(term),
            _ => &[],
        };
        let before = open.len();
        open.extend(sides.iter().filter(|side| !known.contains_key(side)));
        if open.len() > before {
            continue;
        }
        open.pop();
        let mut all = match (terms.node(term), sides) {
            (Node::App(Op::And, _), &[a, b]) => &*known[&a] | &*known[&b],
            (Node::App(Op::Or, _), &[a, b]) => &*known[&a] & &*known[&b],
            _ => BTreeSet::new(),
        };
        // Those that were made first are what most paths have in common.
        while all.len() >= limits::IMPLIED_CONJUNCTS {
            all.pop_last();
        }
        all.insert(term);
        known.entry(term).or_insert_with(|| Rc::new(all));
    }
    known[&truth].iter().copied().collect()
}

/// Whether a term is the result of an operator with a large circuit.
fn is_large(terms: &TermStore, term: Term) -> bool {
    let Node::App(op, _) = terms.node(term) else { return false };
    match op {
        Op::Float(op) => rounded::format(*op).is_some(),
        _ => {
            let has_constant = terms.args(term).iter().any(|&arg| terms.as_const(arg).is_some());
            integers::is_large(*op, terms.width(term), has_constant)
        }
    }
}

/// What always holds of the result of an operator.
fn all_stated(
    terms: &mut TermStore,
    op: Op,
    args: &[Term],
    known: &[Known],
    result: Term,
) -> SmallVec<[Term; 2]> {
    match op {
        Op::Float(op) => rounded::stated(terms, op, args, known, result).into_iter().collect(),
        _ => integers::Operation { op, args, known, result }.stated(terms),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::{Assignment, SymbolId, Value, eval};
    use crate::certify::conditions::Claim;
    use crate::program::BlockId;

    /// Makes what breaks a claim about `x` and `y`.
    type Broken = fn(&mut TermStore, Term, Term) -> Term;

    /// 0 < x ≤ 20, and a claim that is broken where `broken` says so.
    fn condition(broken: impl Fn(&mut TermStore, Term, Term) -> Term) -> Condition {
        let mut terms = TermStore::new();
        let (x, y) = (terms.symbol("x", 9), terms.symbol("y", 9));
        let [zero, most] = [0, 20].map(|number| terms.number(9, number));
        let above = terms.app(Op::Slt, &[zero, x]);
        let below = terms.app(Op::Sle, &[x, most]);
        let assumptions = vec![above, below];
        let claims = vec![(Claim::Initial(0), broken(&mut terms, x, y))];
        Condition { head: BlockId(0), terms, assumptions, claims }
    }

    /// Whether some values break the condition.
    fn is_broken(condition: &mut Condition) -> bool {
        let violation = condition.violation();
        let mut solvers = crate::certify::Solvers::default();
        let budget = crate::support::Budget::unlimited();
        let found =
            crate::certify::solvers::refute(&condition.terms, violation, &mut solvers, &budget);
        found.expect("decided").is_some()
    }

    #[test]
    fn large_operators_are_replaced_by_what_is_stated() {
        // x·x > 400, which is 20·20; x·x > 399; y / x > y; y % x ≥ x; x % y > x.
        let cases: [(Broken, bool); 4] = [
            (
                |terms, x, _| {
                    let (square, most) = (terms.app(Op::Mul, &[x, x]), terms.number(9, 400));
                    terms.app(Op::Ult, &[most, square])
                },
                false,
            ),
            (
                |terms, x, _| {
                    let (square, most) = (terms.app(Op::Mul, &[x, x]), terms.number(9, 399));
                    terms.app(Op::Ult, &[most, square])
                },
                true,
            ),
            (
                |terms, x, y| {
                    let quotient = terms.app(Op::Udiv, &[y, x]);
                    terms.app(Op::Ult, &[y, quotient])
                },
                false,
            ),
            (
                |terms, x, y| {
                    let remainder = terms.app(Op::Urem, &[y, x]);
                    terms.app(Op::Ule, &[x, remainder])
                },
                false,
            ),
        ];
        for (place, (broken, reached)) in cases.into_iter().enumerate() {
            let mut whole = condition(broken);
            let mut stronger = stronger(&whole).expect("something is stated");
            let large = |place: usize| is_large(&stronger.terms, Term(place as u32));
            assert!(!(0..stronger.terms.len()).any(large));
            assert_eq!(is_broken(&mut whole), reached, "{place}");
            assert_eq!(is_broken(&mut stronger), reached, "{place}");
        }
        let sum = |terms: &mut TermStore, x, y| terms.app(Op::Eq, &[x, y]);
        assert!(stronger(&condition(sum)).is_none(), "no operator is large");
    }

    /// What breaks a condition breaks the stronger one, with results as they are.
    #[test]
    fn the_stronger_condition_says_more() {
        let whole = condition(|terms, x, y| {
            let product = terms.app(Op::Mul, &[x, y]);
            let rest = terms.app(Op::Srem, &[product, x]);
            let quotient = terms.app(Op::Sdiv, &[y, rest]);
            terms.app(Op::Slt, &[quotient, product])
        });
        let made = stronger(&whole).expect("something is stated");
        let holds = |condition: &Condition, values: &Assignment| {
            let all = condition.assumptions.iter().chain([&condition.claims[0].1]);
            all.into_iter().all(|&term| eval(&condition.terms, term, values).is_true())
        };
        let mut seen = 0;
        for bits in 0..1u128 << 18 {
            let of = |name: &str| Value::new(9, if name == "x" { bits & 0x1ff } else { bits >> 9 });
            let symbols = whole.terms.symbols().iter_enumerated();
            let values: Assignment = symbols.map(|(id, symbol)| (id, of(&symbol.name))).collect();
            if !holds(&whole, &values) {
                continue;
            }
            let same = |(id, symbol): (SymbolId, &crate::bv::Symbol)| {
                let place = symbol.name.strip_prefix("result ");
                let place = place.map(|place| Term(place.parse().expect("a number")));
                let value = place.map(|term| eval(&whole.terms, term, &values));
                (id, value.unwrap_or_else(|| of(&symbol.name)))
            };
            let same: Assignment = made.terms.symbols().iter_enumerated().map(same).collect();
            assert!(holds(&made, &same), "{values:?}");
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }
}
