//! A transition system as the hardware formats (AIGER, BTOR2) want it: registers with a
//! constant or no initial value and a next value each, constraints that hold in every
//! step, bad conditions.
//!
//! A [`TransitionSystem`] says more, and what it says is kept exactly:
//! * A conjunct of I that fixes a state variable becomes its initial value. Any other
//!   becomes a constraint `first ⇒ conjunct`, with a register `first` that is 1 in the
//!   first step only.
//! * U becomes constraints.
//! * A relational T becomes a fresh input for each state variable, its next value, and a
//!   register `valid`: 1 at first, and 0 for ever once a step was taken that T does not
//!   allow. That it is 1 is a constraint. (T itself as a constraint would demand that the
//!   last state has a successor, which DimSpec does not.)

use rustc_hash::FxHashSet;

use crate::bv::{Node, Op, SymbolId, Term, TermStore, Value};
use crate::dimspec::escape;
use crate::system::{Transition, TransitionSystem};

/// A register.
#[derive(Clone, Debug)]
pub struct Register {
    /// Its name: one printable word.
    pub name: String,
    /// Its symbol.
    pub current: Term,
    /// Its initial value; arbitrary if there is none.
    pub init: Option<Value>,
    /// Its next value, over symbols of registers and inputs.
    pub next: Term,
}

/// Registers, inputs, constraints, bad conditions.
#[derive(Clone, Debug)]
pub struct Sequential {
    /// The terms of everything below.
    pub terms: TermStore,
    /// The registers: one for each state variable, in order, then the auxiliary ones.
    pub registers: Vec<Register>,
    /// Inputs with their names (one printable word each): those of the system, in order,
    /// then the next values of a relational one.
    pub inputs: Vec<(String, Term)>,
    /// What holds in every step up to the bad one.
    pub constraints: Vec<Term>,
    /// Bad conditions with their names.
    pub bad: Vec<(String, Term)>,
}

impl Sequential {
    /// The same system, with the bad conditions at these places.
    pub fn new(system: &TransitionSystem, bad: &[usize]) -> Self {
        let mut names = Names::default();
        let mut terms = system.terms.clone();
        let mut registers: Vec<Register> = system
            .states
            .iter()
            .map(|state| Register {
                name: names.give(&state.name),
                current: state.current,
                init: None,
                next: state.current,
            })
            .collect();
        let name_of = |terms: &TermStore, term: Term| {
            let symbol = terms.as_symbol(term).expect("inputs are symbols");
            terms.symbols()[symbol].name.clone()
        };
        let mut inputs: Vec<(String, Term)> = system
            .inputs
            .iter()
            .map(|&input| (names.give(&name_of(&terms, input)), input))
            .collect();

        let mut constraints = system.universal.clone();
        let rest = initial_values(system, &mut registers);
        if !rest.is_empty() {
            let first = terms.symbol("first", 1);
            let never = terms.bool(false);
            for conjunct in rest {
                constraints.push(terms.implies(first, conjunct));
            }
            let init = Some(Value::bool(true));
            registers.push(Register {
                name: names.give("first"),
                current: first,
                init,
                next: never,
            });
        }
        match &system.transition {
            Transition::Functional(values) => {
                for (register, &value) in registers.iter_mut().zip(values.iter()) {
                    register.next = value;
                }
            }
            Transition::Relation(conjuncts) => {
                for (register, state) in registers.iter_mut().zip(system.states.iter()) {
                    register.next = state.next;
                    inputs.push((names.give(&format!("{}'", state.name)), state.next));
                }
                let valid = terms.symbol("valid", 1);
                let next = terms.conjunction([valid].into_iter().chain(conjuncts.iter().copied()));
                let init = Some(Value::bool(true));
                registers.push(Register { name: names.give("valid"), current: valid, init, next });
                constraints.push(valid);
            }
        }
        let truth = terms.bool(true);
        constraints.retain(|&constraint| constraint != truth);
        let bad = bad.iter().map(|&place| {
            let goals: Vec<String> =
                system.bad[place].goals.iter().map(ToString::to_string).collect();
            (names.give(&goals.join("_")), system.bad[place].condition)
        });
        let mut bad: Vec<(String, Term)> = bad.collect();
        if bad.is_empty() {
            // Not every reader takes a file without a property.
            bad.push((names.give("never"), terms.bool(false)));
        }
        Self { terms, registers, inputs, constraints, bad }
    }
}

/// Takes initial values from the conjuncts of I; the conjuncts that are none remain.
fn initial_values(system: &TransitionSystem, registers: &mut [Register]) -> Vec<Term> {
    let terms = &system.terms;
    let place = |symbol: SymbolId| {
        system.states.iter().position(|state| terms.as_symbol(state.current) == Some(symbol))
    };
    let mut stack: Vec<Term> = system.init.iter().rev().copied().collect();
    let mut rest = Vec::new();
    while let Some(conjunct) = stack.pop() {
        if let Node::App(Op::And, _) = terms.node(conjunct) {
            stack.extend(terms.args(conjunct).iter().rev());
            continue;
        }
        if terms.as_const(conjunct).is_some_and(Value::is_true) {
            continue;
        }
        let fixed = fixes(terms, conjunct);
        match fixed.and_then(|(symbol, value)| Some((place(symbol)?, value))) {
            Some((place, value)) if registers[place].init.as_ref().is_none_or(|v| *v == value) => {
                registers[place].init = Some(value);
            }
            _ => rest.push(conjunct),
        }
    }
    rest
}

/// The symbol and the value that a truth value fixes it to, if it does.
fn fixes(terms: &TermStore, conjunct: Term) -> Option<(SymbolId, Value)> {
    if let Some(symbol) = terms.as_symbol(conjunct) {
        return Some((symbol, Value::bool(true)));
    }
    let args = terms.args(conjunct);
    match terms.node(conjunct) {
        Node::App(Op::Not, _) => Some((terms.as_symbol(args[0])?, Value::bool(false))),
        Node::App(Op::Eq, _) => {
            let ordered = [(args[0], args[1]), (args[1], args[0])];
            ordered.into_iter().find_map(|(symbol, value)| {
                Some((terms.as_symbol(symbol)?, terms.as_const(value)?.clone()))
            })
        }
        _ => None,
    }
}

/// Hands out names: one printable word each, and each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    pub fn give(&mut self, wish: &str) -> String {
        let base = escape(wish);
        let numbered = (2..).map(|n| format!("{base}#{n}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let name = candidates.find(|name| !self.taken.contains(name));
        let name = name.expect("infinitely many candidates");
        self.taken.insert(name.clone());
        name
    }
}

/// The places of all bad conditions, or of the one chosen.
pub fn places(system: &TransitionSystem, goal: Option<usize>) -> Vec<usize> {
    match goal {
        Some(place) => vec![place],
        None => (0..system.bad.len()).collect(),
    }
}
