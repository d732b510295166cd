//! The number of steps to a goal, by enumeration of all states and inputs.

use std::collections::BTreeSet;

use crate::bv::{Assignment, Term, Value, eval};
use crate::cnf::Cnf;
use crate::dimspec::DimSpec;
use crate::system::{Transition, TransitionSystem};

/// Of a DimSpec, straight from the definition of F_k.
pub fn depth_of_dimspec(spec: &DimSpec) -> Option<usize> {
    let n = spec.num_vars as usize;
    let all = |bits: usize, cnf: &Cnf| {
        cnf.iter().all(|clause| {
            clause.iter().any(|lit| (bits >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive())
        })
    };
    let states: Vec<usize> = (0..1 << n).filter(|&state| all(state, &spec.universal)).collect();
    let mut layer: BTreeSet<usize> =
        states.iter().copied().filter(|&state| all(state, &spec.init)).collect();
    let mut seen = layer.clone();
    for depth in 0.. {
        if layer.iter().any(|&state| all(state, &spec.goal)) {
            return Some(depth);
        }
        let step = |next: &usize| layer.iter().any(|&s| all(s | next << n, &spec.trans));
        let next: BTreeSet<usize> = states.iter().copied().filter(|next| step(next)).collect();
        layer = next.into_iter().filter(|state| seen.insert(*state)).collect();
        if layer.is_empty() {
            return None;
        }
    }
    None
}

/// Of each bad condition of a system.
pub fn depths(system: &TransitionSystem) -> Vec<Option<usize>> {
    let terms = &system.terms;
    let symbols: Vec<Term> = system.states.iter().map(|state| state.current).collect();
    let inputs = assignments(system, &system.inputs);
    let holds = |conjuncts: &[Term], values: &Assignment| {
        conjuncts.iter().all(|&term| eval(terms, term, values).is_true())
    };
    let states = assignments(system, &symbols);
    let key = |state: &Assignment| -> Vec<Value> {
        symbols.iter().map(|&s| state[&terms.as_symbol(s).expect("a symbol")].clone()).collect()
    };
    let mut layer: Vec<Assignment> =
        states.iter().filter(|state| holds(&system.init, state)).cloned().collect();
    let mut seen: BTreeSet<Vec<Value>> = layer.iter().map(key).collect();
    let mut found = vec![None; system.bad.len()];
    let nexts: Vec<Term> = system.states.iter().map(|state| state.next).collect();
    let relations = assignments(system, &nexts);
    for depth in 0.. {
        let mut after = vec![];
        for state in &layer {
            for input in &inputs {
                let mut values = state.clone();
                values.extend(input.clone());
                if !holds(&system.universal, &values) {
                    continue;
                }
                for (bad, found) in system.bad.iter().zip(&mut found) {
                    if found.is_none() && holds(&[bad.condition], &values) {
                        *found = Some(depth);
                    }
                }
                let mut enter = |next: Vec<Value>| {
                    if seen.insert(next.clone()) {
                        let symbols = symbols.iter().map(|&s| terms.as_symbol(s).expect("one"));
                        after.push(symbols.zip(next).collect::<Assignment>());
                    }
                };
                match &system.transition {
                    Transition::Functional(next) => {
                        enter(next.iter().map(|&term| eval(terms, term, &values)).collect());
                    }
                    Transition::Relation(conjuncts) => {
                        for next in &relations {
                            let mut both = values.clone();
                            both.extend(next.clone());
                            if holds(conjuncts, &both) {
                                let value =
                                    |&s: &Term| both[&terms.as_symbol(s).expect("one")].clone();
                                enter(nexts.iter().map(value).collect());
                            }
                        }
                    }
                }
            }
        }
        if after.is_empty() {
            break;
        }
        layer = after;
    }
    found
}

/// All values of some symbols.
fn assignments(system: &TransitionSystem, symbols: &[Term]) -> Vec<Assignment> {
    let terms = &system.terms;
    let bits: u32 = symbols.iter().map(|&symbol| terms.width(symbol)).sum();
    assert!(bits <= 12, "{bits} bits are too many to enumerate");
    (0u128..1 << bits)
        .map(|number| {
            let mut rest = number;
            let value = |&symbol: &Term| {
                let width = terms.width(symbol);
                let value = Value::new(width, rest);
                rest >>= width;
                (terms.as_symbol(symbol).expect("a symbol"), value)
            };
            symbols.iter().map(value).collect()
        })
        .collect()
}
