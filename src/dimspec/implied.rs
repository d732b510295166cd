//! Whether the universal conjuncts of a functional system hold in all its reachable
//! states anyway, so that they cut off no step.
//!
//! Recognised, without a solver, are conjuncts over one state variable that has a
//! constant initial value and whose next values are, case by case, itself or one of a
//! few constants: the range of a program counter. Everything else counts as not implied.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::bv::eval::Assignment;
use crate::bv::{Node, Op, SymbolId, Term, TermStore, Value, eval};
use crate::support::limits;
use crate::system::{Transition, TransitionSystem};

/// Whether every universal conjunct of a functional system is implied by its initial
/// states and steps.
pub(super) fn universal_is_implied(system: &TransitionSystem) -> bool {
    system.universal.iter().all(|&conjunct| is_implied(system, conjunct))
}

fn is_implied(system: &TransitionSystem, conjunct: Term) -> bool {
    let terms = &system.terms;
    let Transition::Functional(next) = &system.transition else { return false };
    let mut symbols = symbols(terms, conjunct).into_iter();
    let Some(symbol) = symbols.next() else {
        return holds(terms, conjunct, None);
    };
    if symbols.next().is_some() {
        return false;
    }
    let Some((id, variable)) =
        system.states.iter_enumerated().find(|s| terms.as_symbol(s.1.current) == Some(symbol))
    else {
        return false;
    };
    let kept = |value: &Value| holds(terms, conjunct, Some((symbol, value)));
    let starts = system.init.iter().any(|&init| {
        initial_value(terms, init, variable.current).is_some_and(|value| kept(&value))
    });
    starts
        && cases(terms, next[id]).into_iter().all(|case| {
            case == variable.current
                || values(terms, case).is_some_and(|values| values.iter().all(kept))
        })
}

fn holds(terms: &TermStore, conjunct: Term, value: Option<(SymbolId, &Value)>) -> bool {
    let assignment: Assignment =
        value.into_iter().map(|(symbol, value)| (symbol, value.clone())).collect();
    eval(terms, conjunct, &assignment).is_true()
}

/// The constant that an initial conjunct fixes `variable` to, if it does.
fn initial_value(terms: &TermStore, conjunct: Term, variable: Term) -> Option<Value> {
    if conjunct == variable {
        return Some(Value::bool(true));
    }
    let args = terms.args(conjunct);
    match terms.node(conjunct) {
        Node::App(Op::Not, _) if args[0] == variable => Some(Value::bool(false)),
        Node::App(Op::Eq, _) if args[0] == variable => terms.as_const(args[1]).cloned(),
        Node::App(Op::Eq, _) if args[1] == variable => terms.as_const(args[0]).cloned(),
        _ => None,
    }
}

fn symbols(terms: &TermStore, root: Term) -> BTreeSet<SymbolId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    let mut symbols = BTreeSet::new();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            symbols.extend(terms.as_symbol(term));
            stack.extend(terms.args(term));
        }
    }
    symbols
}

/// The leaves of a tree of `Ite`s.
fn cases(terms: &TermStore, root: Term) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    let mut cases = Vec::new();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::App(Op::Ite, [_, a, b]) => stack.extend([*a, *b]),
            _ => cases.push(term),
        }
    }
    cases
}

/// A superset of the values of a term, if it is small: so that cases are also seen when
/// rewriting has made something else of a choice between constants.
fn values(terms: &TermStore, root: Term) -> Option<BTreeSet<Value>> {
    fn go(terms: &TermStore, term: Term, depth: u32) -> Option<BTreeSet<Value>> {
        if terms.width(term) == 1 {
            return Some([false, true].map(Value::bool).into());
        }
        let Node::App(op, _) = terms.node(term) else {
            return terms.as_const(term).map(|value| [value.clone()].into());
        };
        let args: Option<Vec<_>> = if depth == 0 {
            None
        } else {
            terms.args(term).iter().map(|&arg| go(terms, arg, depth - 1)).collect()
        };
        let args = args?;
        if args.iter().map(BTreeSet::len).product::<usize>() > limits::IMPLIED_VALUES {
            return None;
        }
        let mut tuples: Vec<Vec<&Value>> = vec![Vec::new()];
        for arg in &args {
            tuples = tuples
                .iter()
                .flat_map(|tuple| arg.iter().map(|v| [tuple.as_slice(), &[v]].concat()))
                .collect();
        }
        Some(tuples.iter().map(|tuple| op.apply(tuple)).collect())
    }
    // Deep enough for what rewriting makes of two constants, too shallow to blow up.
    if let Some(value) = terms.as_const(root) {
        Some([value.clone()].into())
    } else {
        go(terms, root, 6)
    }
}
