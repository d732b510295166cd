//! Runs of transition systems are told from what is none.

use crate::bv::{Op, Term, TermStore, Value};
use crate::certify::system::{BadRun, check_run};
use crate::program::GoalId;
use crate::support::IndexVec;
use crate::system::{Bad, Origin, StateVar, Transition, TransitionSystem, WordState};

/// `x` begins with 0 and grows by the input; it never is 6, and 3 is bad.
fn counter(functional: bool) -> TransitionSystem {
    let mut terms = TermStore::new();
    let [x, later, by] = ["x", "x'", "by"].map(|name| terms.symbol(name, 3));
    let mut is = |term: Term, number: u128| {
        let number = terms.number(3, number);
        terms.eq(term, number)
    };
    let (init, six, bad) = (is(x, 0), is(x, 6), is(x, 3));
    let universal = terms.not(six);
    let next = terms.app(Op::Add, &[x, by]);
    let transition = if functional {
        Transition::Functional([next].into_iter().collect())
    } else {
        Transition::Relation(vec![terms.eq(later, next)])
    };
    let state = StateVar { name: "x".to_owned(), current: x, next: later, origin: Origin::Foreign };
    TransitionSystem {
        terms,
        states: [state].into_iter().collect(),
        inputs: vec![by],
        init: vec![init],
        universal: vec![universal],
        transition,
        bad: vec![Bad { goals: vec![GoalId(0)], condition: bad }],
        terminated: None,
        facts: vec![],
        predicates: vec![],
    }
}

/// States, each with its input.
fn run(states: &[(u128, u128)]) -> Vec<WordState> {
    let state = |&(x, by): &(u128, u128)| WordState {
        states: [Value::new(3, x)].into_iter().collect(),
        inputs: vec![Value::new(3, by)],
    };
    states.iter().map(state).collect()
}

#[test]
fn a_run_is_one_of_the_system_to_its_end() {
    for functional in [true, false] {
        let system = counter(functional);
        let said = |states: &[(u128, u128)]| check_run(&system, 0, &run(states));
        let fails =
            |step: usize, what: &str| Err::<(), _>(BadRun::False { step, what: what.to_owned() });
        assert_eq!(said(&[(0, 1), (1, 2), (3, 0)]), Ok(()));
        assert_eq!(said(&[(0, 3), (3, 5)]), Ok(()));
        assert_eq!(said(&[(1, 2), (3, 0)]), fails(0, "initial condition 0"));
        assert_eq!(said(&[(0, 6), (6, 5), (3, 0)]), fails(1, "constraint 0"));
        assert_eq!(said(&[(0, 1), (1, 1), (2, 0)]), fails(2, "the goal 0"));
        let step = if functional { "the next value of x" } else { "condition of the step 0" };
        assert_eq!(said(&[(0, 1), (2, 1), (3, 0)]), fails(0, step));
        assert_eq!(said(&[(0, 1), (1, 1), (3, 0)]), fails(1, step));
        assert_eq!(said(&[]), Err(BadRun::Empty));
        assert_eq!(check_run(&system, 1, &run(&[(0, 3), (3, 0)])), Err(BadRun::Goal(1)));
    }
}

#[test]
fn states_have_the_variables_of_the_system() {
    let system = counter(true);
    let right = run(&[(0, 3), (3, 0)]);
    let changed = |place: usize, change: fn(&mut WordState)| {
        let mut run = right.clone();
        change(&mut run[place]);
        check_run(&system, 0, &run)
    };
    for place in 0..2 {
        let wrong = Err(BadRun::Variables(place));
        assert_eq!(changed(place, |state| state.states = IndexVec::new()), wrong);
        let longer = |state: &mut WordState| {
            state.states.push(Value::new(3, 0));
        };
        assert_eq!(changed(place, longer), wrong);
        assert_eq!(changed(place, |state| state.inputs.clear()), wrong);
        assert_eq!(changed(place, |state| state.inputs.push(Value::new(3, 0))), wrong);
        assert_eq!(changed(place, |state| state.inputs[0] = Value::new(4, 3)), wrong);
        let wider = |state: &mut WordState| {
            state.states = [Value::new(4, 0)].into_iter().collect();
        };
        assert_eq!(changed(place, wider), wrong);
    }
}
