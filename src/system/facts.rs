//! What is known to hold at locations, as conjuncts of U.
//!
//! A fact that every run keeps excludes no run, so engines may use it; where they prove
//! from any state on, as k-induction does, it excludes states that no run reaches. Facts
//! that multiply variables are left out: bit-blasted they cost more than they exclude.

use rustc_hash::FxHashMap;

use super::{LocationInvariant, Origin, Restore, TransitionSystem};
use crate::bv::{Node, Op, Term, TermStore};
use crate::program::ValueId;

/// The system with those facts of `invariant` in U that stand at locations of the system.
///
/// # Panics
/// If the encoding has a predecessor variable.
pub fn with_facts(
    system: &TransitionSystem,
    restore: &Restore,
    invariant: &LocationInvariant,
) -> TransitionSystem {
    assert!(restore.predecessor.is_none(), "locations stand behind the phis of their blocks");
    let mut system = system.clone();
    let value = |state: &super::StateVar| match state.origin {
        Origin::Value(value) => Some((value, state.current)),
        Origin::Location | Origin::Predecessor | Origin::Foreign => None,
    };
    let values: FxHashMap<ValueId, Term> = system.states.iter().filter_map(value).collect();
    let counter = system.states[restore.counter].current;
    let mut copied: FxHashMap<Term, Option<Term>> = FxHashMap::default();
    for (block, conjuncts) in &invariant.at {
        let Some(code) = restore.locations.get(block) else { continue };
        let code = system.terms.constant(code.clone());
        let here = system.terms.eq(counter, code);
        for &conjunct in conjuncts {
            let fact = copy(invariant, conjunct, &mut system.terms, &values, &mut copied);
            if let Some(fact) = fact {
                system.universal.push(system.terms.implies(here, fact));
            }
        }
    }
    system
}

/// A formula in other terms; `None` if it speaks of values that the system does not keep,
/// or multiplies variables.
fn copy(
    invariant: &LocationInvariant,
    root: Term,
    terms: &mut TermStore,
    values: &FxHashMap<ValueId, Term>,
    copied: &mut FxHashMap<Term, Option<Term>>,
) -> Option<Term> {
    let from = &invariant.terms;
    let mut stack = vec![root];
    while let Some(&top) = stack.last() {
        if copied.contains_key(&top) {
            stack.pop();
            continue;
        }
        let args = from.args(top);
        let before = stack.len();
        stack.extend(args.iter().filter(|arg| !copied.contains_key(arg)));
        if stack.len() > before {
            continue;
        }
        let new = match from.node(top) {
            Node::Const(constant) => Some(terms.constant(constant.clone())),
            Node::Symbol(symbol) => {
                invariant.symbols.get(symbol).and_then(|value| values.get(value)).copied()
            }
            Node::App(Op::Mul, _) if args.iter().all(|&arg| from.as_const(arg).is_none()) => None,
            Node::App(op, _) => {
                let args: Option<Vec<Term>> = args.iter().map(|arg| copied[arg]).collect();
                args.map(|args| terms.app(*op, &args))
            }
        };
        copied.insert(top, new);
        stack.pop();
    }
    copied[&root]
}
