//! Small models with known answers.

use std::time::{Duration, Instant};

use super::{HASTY, cnf, config, relational, satisfiable, verdicts};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{Model, Structure};
use crate::engine::ic3::measure::measure;
use crate::engine::ic3::{self, EFFORT, Options, Technique};
use crate::engine::lemmas::Inbox;
use crate::engine::{Ending, Event, Sink};
use crate::support::{Budget, StopReason};

/// Grows a functional model: state bits first, then inputs, then gates in U.
struct Circuit {
    num_state: u32,
    num_inputs: u32,
    last: u32,
    universal: Cnf,
    next: Vec<Lit>,
}

impl Circuit {
    fn new(num_state: u32, num_inputs: u32) -> Self {
        let last = num_state + num_inputs;
        Circuit { num_state, num_inputs, last, universal: Cnf::new(), next: Vec::new() }
    }

    fn bit(&self, index: u32) -> Lit {
        Var(index + 1).lit()
    }

    fn input(&self, index: u32) -> Lit {
        Var(self.num_state + index + 1).lit()
    }

    fn gate(&mut self) -> Lit {
        self.last += 1;
        Var(self.last).lit()
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.gate();
        self.universal.push([!gate, a]);
        self.universal.push([!gate, b]);
        self.universal.push([gate, !a, !b]);
        gate
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.gate();
        self.universal.push([!gate, a, b]);
        self.universal.push([!gate, !a, !b]);
        self.universal.push([gate, !a, b]);
        self.universal.push([gate, a, !b]);
        gate
    }

    /// The word of `width` state bits from `first`, plus one if `carry`.
    fn count(&mut self, first: u32, width: u32, carry: Lit) -> Vec<Lit> {
        let mut carry = carry;
        let mut sum = Vec::new();
        for index in first..first + width {
            let bit = self.bit(index);
            sum.push(self.xor(bit, carry));
            carry = self.and(bit, carry);
        }
        sum
    }

    /// The model; all state bits start as 0, each goal is a conjunction of literals.
    fn model(self, goals: &[Vec<Lit>]) -> Model {
        let mut init = Cnf::new();
        (0..self.num_state).for_each(|index| init.push([!self.bit(index)]));
        let mut trans = Cnf::new();
        for (index, &value) in self.next.iter().enumerate() {
            let next = Var(index as u32 + 1 + self.last).lit();
            trans.push([!next, value]);
            trans.push([next, !value]);
        }
        let units = |goal: &Vec<Lit>| {
            let mut clauses = Cnf::new();
            goal.iter().for_each(|&lit| clauses.push([lit]));
            clauses
        };
        let goals = goals.iter().map(units).collect();
        let mut model = relational(self.last, init, self.universal, trans, goals);
        let vars = |from: u32, to: u32| (from..=to).map(Var).collect();
        let state = vars(1, self.num_state);
        let inputs = vars(self.num_state + 1, self.num_state + self.num_inputs);
        model.structure = Structure::Functional { state, inputs };
        model
    }
}

fn value(circuit: &Circuit, first: u32, width: u32, number: u32) -> Vec<Lit> {
    (0..width).map(|index| circuit.bit(first + index).xor(number >> index & 1 == 0)).collect()
}

/// A counter of `width` bits that counts up to `last`, then stays.
fn saturating_counter(width: u32, last: u32, goals: &[u32]) -> Model {
    let mut circuit = Circuit::new(width, 0);
    let at_last = value(&circuit, 0, width, last);
    let stop = at_last[1..].iter().fold(at_last[0], |stop, &lit| circuit.and(stop, lit));
    circuit.next = circuit.count(0, width, !stop);
    let goals: Vec<Vec<Lit>> = goals.iter().map(|&goal| value(&circuit, 0, width, goal)).collect();
    circuit.model(&goals)
}

#[test]
fn a_counter_reaches_exactly_what_it_counts_to() {
    let model = saturating_counter(5, 20, &[0, 1, 7, 20, 21, 31]);
    assert_eq!(verdicts(&model, EFFORT), [true, true, true, true, false, false]);
    assert_eq!(verdicts(&model, HASTY), [true, true, true, true, false, false]);
}

#[test]
fn a_trace_of_five_hundred_steps_is_found_quickly() {
    let start = Instant::now();
    assert_eq!(verdicts(&saturating_counter(10, 500, &[500, 501]), EFFORT), [true, false]);
    // It takes a fraction of a second; the limit only has to notice exponential growth.
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// `n` stations; the token is passed on if the input says so. Bit `n + i`: station `i`
/// is in its critical section, which it enters only with the token.
fn token_ring(n: u32, broken: bool) -> Model {
    let mut circuit = Circuit::new(2 * n, 2);
    let (pass, enter) = (circuit.input(0), circuit.input(1));
    // Station 0 has the token where all bits are 0: bit 0 says that it does *not*.
    let token = |circuit: &Circuit, i: u32| circuit.bit(i).xor(i == 0);
    let critical: Vec<Lit> = (0..n).map(|i| circuit.bit(n + i)).collect();
    let mut next = Vec::new();
    for i in 0..n {
        let (own, from) = (token(&circuit, i), (i + n - 1) % n);
        let given = token(&circuit, from);
        // Who is in the critical section keeps the token.
        let moves = if broken { pass } else { circuit.and(pass, !critical[from as usize]) };
        let gets = circuit.and(given, moves);
        let leaves = if broken { pass } else { circuit.and(pass, !critical[i as usize]) };
        let keeps = circuit.and(own, !leaves);
        let either = !circuit.and(!gets, !keeps);
        next.push(either.xor(i == 0));
    }
    for i in 0..n {
        let own = token(&circuit, i);
        // One station at a time decides: without the token nothing changes.
        let stays = circuit.and(critical[i as usize], !own);
        let enters = circuit.and(own, enter);
        let enters = if broken { enters } else { circuit.and(enters, !pass) };
        next.push(!circuit.and(!stays, !enters));
    }
    circuit.next = next;
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    let goals: Vec<Vec<Lit>> =
        pairs.map(|(i, j)| vec![critical[i as usize], critical[j as usize]]).collect();
    circuit.model(&goals)
}

#[test]
fn a_token_ring_excludes() {
    assert_eq!(verdicts(&token_ring(5, false), EFFORT), [false; 10]);
    assert_eq!(verdicts(&token_ring(5, false), HASTY), [false; 10]);
    assert_eq!(verdicts(&token_ring(4, true), EFFORT), [true; 6]);
}

/// A block on one of three places; `move(a, b)` is an auxiliary variable that T reads
/// only unprimed. 1 to 3: the place; 4 to 6: the moves 1→2, 2→3, 3→1; 7: it is broken,
/// which a move from 3 makes it.
fn planning(goals: Vec<Cnf>) -> Model {
    let init = cnf(&[&[1], &[-2], &[-3], &[-7]]);
    let universal = cnf(&[&[-4, -5], &[-4, -6], &[-5, -6]]);
    let p = |var: i32| var + 7 * var.signum();
    let trans = cnf(&[
        &[-4, 1],
        &[-4, p(2)],
        &[-4, p(-1)],
        &[-5, 2],
        &[-5, p(3)],
        &[-5, p(-2)],
        &[-6, 3],
        &[-6, p(1)],
        &[-6, p(-3)],
        &[-6, p(7)],
        // A place is left or entered only by a move (frame axioms).
        &[-1, p(1), 4],
        &[-2, p(2), 5],
        &[-3, p(3), 6],
        &[1, p(-1), 6],
        &[2, p(-2), 4],
        &[3, p(-3), 5],
        &[-7, p(7)],
        &[7, p(-7), 6],
        // Something moves in each step.
        &[4, 5, 6],
    ]);
    relational(7, init, universal, trans, goals)
}

#[test]
fn planning_with_auxiliary_variables() {
    let goals = vec![
        cnf(&[&[3], &[-7]]),
        cnf(&[&[1, 2], &[7]]),
        cnf(&[&[1], &[2]]),
        cnf(&[&[-1], &[-2], &[-3]]),
        cnf(&[&[2, 3], &[1], &[7]]),
        cnf(&[&[5], &[-7]]),
        // Two moves at once: U excludes it.
        cnf(&[&[5], &[6]]),
    ];
    let expected = [true, true, false, false, false, true, false];
    assert_eq!(verdicts(&planning(goals), EFFORT), expected);
}

#[test]
fn extreme_models() {
    let none = Cnf::new;
    // No variable: the empty state is initial and meets the empty goal, not the empty clause.
    let empty = relational(0, none(), none(), none(), vec![none(), cnf(&[&[]])]);
    assert_eq!(verdicts(&empty, EFFORT), [true, false]);
    // No initial state.
    let model = relational(2, cnf(&[&[1], &[-1]]), none(), none(), vec![cnf(&[&[2]]), none()]);
    assert_eq!(verdicts(&model, EFFORT), [false, false]);
    // No state at all.
    let model = relational(2, none(), cnf(&[&[]]), none(), vec![none()]);
    assert_eq!(verdicts(&model, EFFORT), [false]);
    // No step: only initial states are reached.
    let model = relational(2, cnf(&[&[1]]), none(), cnf(&[&[]]), vec![cnf(&[&[2]]), cnf(&[&[-1]])]);
    assert_eq!(verdicts(&model, EFFORT), [true, false]);
    // No goal.
    assert!(verdicts(&relational(2, none(), none(), none(), vec![]), EFFORT).is_empty());
    // A goal state without successor.
    let model = relational(1, cnf(&[&[-1]]), none(), cnf(&[&[-1], &[2]]), vec![cnf(&[&[1]])]);
    assert!(satisfiable(&[&model.spec.trans]));
    assert_eq!(verdicts(&model, EFFORT), [true]);
}

#[test]
fn lemmas_are_predicted_if_that_is_on() {
    let predicted = |without: Vec<Technique>| {
        let options = Options { without, ..Options::default() };
        let config = ic3::Config { ic3: options, ..config() };
        let model = token_ring(5, false);
        let unlimited = Budget::unlimited();
        let sink: Sink<'_> = &mut |_| {};
        measure(&model, &config, &unlimited, sink, false).statistics.predicted
    };
    assert!(predicted(vec![])[0] > 0);
    assert_eq!(predicted(vec![Technique::Predict]), [0, 0]);
}

#[test]
fn limits_are_kept() {
    let model = saturating_counter(10, 500, &[500]);
    let run = |bound: Option<u32>, budget: &Budget| {
        let mut events = Vec::new();
        let ending = ic3::run(
            &model,
            &ic3::Config { bound, ..config() },
            budget,
            &Inbox::default(),
            &mut |event| {
                if !matches!(event, Event::Progress(_)) {
                    events.push(event);
                }
            },
        );
        (ending, events.len())
    };
    let bound = Some(3);
    assert_eq!(run(bound, &Budget::unlimited()), (Ending::Stopped(StopReason::Bound(3)), 0));
    let over = Budget::with_timeout(Some(Duration::ZERO));
    assert_eq!(run(None, &over), (Ending::Stopped(StopReason::Time), 0));
    let dropped = Budget::unlimited();
    dropped.drop_part(0);
    assert_eq!(run(None, &dropped), (Ending::Complete, 0));
}

#[test]
fn runs_are_repeatable() {
    let model = token_ring(4, false);
    let run = || {
        let mut events = Vec::new();
        ic3::run(&model, &config(), &Budget::unlimited(), &Inbox::default(), &mut |event| {
            events.push(event)
        });
        events
    };
    assert_eq!(run(), run());
}
