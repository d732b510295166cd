//! Conditions over words that are worth a name.
//!
//! Engines on bits see a comparison of words as a function of many bits, and what they learn
//! of it takes a clause for each case. With a name it is one literal.

use rustc_hash::FxHashMap;

use super::{Origin, Transition, TransitionSystem};
use crate::bv::{Node, Op, Sort, Term};

/// The comparisons of words that a system makes, as far as they depend on its state alone
/// and not on where it is.
pub fn comparisons(system: &TransitionSystem) -> Vec<Term> {
    let terms = &system.terms;
    let mut known: FxHashMap<Term, bool> = FxHashMap::default();
    for state in system.states.iter() {
        let speaks = matches!(state.origin, Origin::Value(_) | Origin::Foreign);
        known.insert(state.current, speaks);
    }
    let mut stack: Vec<Term> = match &system.transition {
        Transition::Functional(values) => values.iter().copied().collect(),
        Transition::Relation(conjuncts) => conjuncts.clone(),
    };
    stack.extend(system.bad.iter().map(|bad| bad.condition));
    stack.extend(&system.universal);
    let mut found = Vec::new();
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        let args = terms.args(term);
        let before = stack.len();
        stack.extend(args.iter().filter(|arg| !known.contains_key(arg)));
        if stack.len() > before {
            continue;
        }
        let of_state = match terms.node(term) {
            Node::Const(_) => true,
            Node::Symbol(_) => false,
            Node::App(..) => args.iter().all(|arg| known[arg]),
        };
        if let Node::App(op, [first, ..]) = terms.node(term)
            && of_state
            && Op::COMPARISONS.contains(op)
            && matches!(terms.sort(*first), Sort::Word(2..))
        {
            found.push(term);
        }
        known.insert(term, of_state);
        stack.pop();
    }
    found
}
