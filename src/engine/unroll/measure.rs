//! How many steps fit into a minute: run by hand, with
//! `cargo test --lib unroll::measure -- --ignored --nocapture --test-threads 1`.
//!
//! Counterparts of the unsatisfiable rows of the paper's Table 3, written as programs;
//! what counts is the depth reached, against the paper's for 600 s.

use std::time::{Duration, Instant};

use super::*;
use crate::bv::Op;
use crate::program::samples::{Builder, jain, number};
use crate::program::{BlockId, Operand, Program, Property};
use crate::support::{Budget, Random};
use crate::{cfa, dimspec, encode};

/// `v1 = 1; …; while (1) { vi += step * nondet(); …; assert(v1 + … != 0); }`.
fn sums(vars: usize, step: u128) -> Program {
    let mut b = Builder::default();
    let (entry, head) = (b.block("entry"), b.block("loop"));
    let wrong = b.goal("wrong", Property::Assert);
    b.goto(entry, head);
    let mut total = number(32, u128::from(vars.is_multiple_of(2)));
    for i in 0..vars {
        let v = b.value(&format!("v{i}"), 32);
        let input = b.input(head, "n", 32);
        let part = b.assign(head, "part", Op::Mul, &[input, number(32, step)]);
        let sum = b.assign(head, "sum", Op::Add, &[Operand::Value(v), part]);
        b.phi(head, v, &[(entry, number(32, 1)), (head, sum.clone())]);
        total = b.assign(head, "total", Op::Add, &[total, sum]);
    }
    let zero = b.assign(head, "zero", Op::Eq, &[total, number(32, 0)]);
    b.branch(head, zero, wrong, head);
    b.program
}

/// Euclid's algorithm on two arbitrary signed characters, of which the second divides the
/// first; the result must be the second.
fn gcd() -> Program {
    let mut b = Builder::default();
    let [entry, check, abs, abs_y, head, body, exit, end] =
        ["entry", "check", "abs", "abs_y", "head", "body", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let zero = || number(32, 0);
    let (x8, y8) = (b.input(entry, "x", 8), b.input(entry, "y", 8));
    let x = b.assign(entry, "x", Op::SignExtend(32), &[x8]);
    let y = b.assign(entry, "y", Op::SignExtend(32), &[y8]);
    let positive = b.assign(entry, "positive", Op::Slt, &[zero(), y.clone()]);
    b.branch(entry, positive, check, end);
    let rest = b.assign(check, "rest", Op::Srem, &[x.clone(), y.clone()]);
    let divides = b.assign(check, "divides", Op::Eq, &[rest, zero()]);
    b.branch(check, divides, abs, end);
    let negative = b.assign(abs, "negative", Op::Slt, &[x.clone(), zero()]);
    let minus = b.assign(abs, "minus", Op::Neg, std::slice::from_ref(&x));
    let a0 = b.assign(abs, "a0", Op::Ite, &[negative, minus, x]);
    b.goto(abs, abs_y);
    b.goto(abs_y, head);
    let (a, d) = (b.value("a", 32), b.value("b", 32));
    let done = b.assign(head, "done", Op::Eq, &[Operand::Value(d), zero()]);
    b.branch(head, done, exit, body);
    let rest = b.assign(body, "rest", Op::Srem, &[Operand::Value(a), Operand::Value(d)]);
    b.goto(body, head);
    b.phi(head, a, &[(abs_y, a0), (body, Operand::Value(d))]);
    b.phi(head, d, &[(abs_y, y.clone()), (body, rest)]);
    let same = b.assign(exit, "same", Op::Eq, &[Operand::Value(a), y]);
    b.branch(exit, same, end, wrong);
    b.program
}

/// A protocol of some 240 blocks over 97 words: a loop that switches over a state; each
/// state changes one word and goes on to one state or stays. The first word is never
/// changed, so the error is not there.
fn protocol() -> Program {
    const STATES: usize = 80;
    const VARS: usize = 96;
    let mut random = Random::new(5);
    let mut b = Builder::default();
    let (entry, head) = (b.block("entry"), b.block("loop"));
    let wrong = b.goal("wrong", Property::Assert);
    b.goto(entry, head);
    let state = b.value("state", 32);
    let vars: Vec<_> = (0..VARS).map(|i| b.value(&format!("v{i}"), 32)).collect();
    let tests: Vec<BlockId> = (0..STATES).map(|_| b.block("test")).collect();
    b.goto(head, tests[0]);
    // Where the loop's head is entered from, with the next state and the word changed.
    let mut edges = vec![];
    for i in 0..STATES {
        let (then, stay, leave) = (b.block("then"), b.block("stay"), b.block("leave"));
        let here =
            b.assign(tests[i], "here", Op::Eq, &[Operand::Value(state), number(32, i as u128)]);
        b.branch(tests[i], here, then, *tests.get(i + 1).unwrap_or(&head));
        let input = b.input(then, "n", 32);
        let (from, to) = (random.index(VARS), 1 + random.index(VARS - 1));
        let low = b.assign(then, "low", Op::Slt, &[Operand::Value(vars[from]), input.clone()]);
        let sum = b.assign(then, "sum", Op::Add, &[Operand::Value(vars[from]), input]);
        b.branch(then, low, leave, stay);
        b.goto(leave, head);
        edges.push((leave, number(32, u128::from(random.below(80))), Some((to, sum))));
        edges.push((stay, Operand::Value(state), None));
        if i == STATES - 1 {
            let first = Operand::Value(vars[0]);
            let bad = b.assign(stay, "bad", Op::Slt, &[first, number(32, 0)]);
            b.branch(stay, bad, wrong, head);
        } else {
            b.goto(stay, head);
        }
    }
    edges.push((tests[STATES - 1], Operand::Value(state), None));
    let mut incoming = vec![(entry, number(32, 0))];
    incoming.extend(edges.iter().map(|(from, next, _)| (*from, next.clone())));
    b.phi(head, state, &incoming);
    for (i, &var) in vars.iter().enumerate() {
        let mut incoming = vec![(entry, number(32, 0))];
        incoming.extend(edges.iter().map(|(from, _, change)| match change {
            Some((changed, value)) if *changed == i => (*from, value.clone()),
            _ => (*from, Operand::Value(var)),
        }));
        b.phi(head, var, &incoming);
    }
    b.program
}

#[test]
#[ignore = "takes minutes; prints figures"]
fn steps_per_minute() {
    let seconds = std::env::var("SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(60);
    let rows: [(&str, Program, u32); 7] = [
        ("jain 1", sums(1, 2), 5595),
        ("jain 1, counted", jain(32), 5595),
        ("jain 2", sums(2, 2), 4230),
        ("jain 4", sums(3, 4), 3273),
        ("jain 7", sums(3, 1 << 20), 2731),
        ("gcd 4", gcd(), 2249),
        ("250 blocks", protocol(), 93),
    ];
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, program, paper) in rows.into_iter().filter(|row| row.0.contains(&only)) {
        program.validate().unwrap();
        let automaton = encode::automaton::encode(&program, &cfa::single::build(&program));
        let paper_encoding = encode::paper::encode(&program, None);
        for (encoding, system) in
            [("automaton", automaton.system), ("paper", paper_encoding.system)]
        {
            let built = dimspec::build::build(&system, None);
            let counts = built.counts();
            let plan = Plan::new(&built.model);
            let budget = Budget::with_timeout(Some(Duration::from_secs(seconds)));
            let config = Config { kind: crate::engine::EngineKind::Unroll, bound: None, seed: 0 };
            let (mut depth, mut clauses) = (0, 0);
            let start = Instant::now();
            let ending = run(&built.model, &config, &budget, &mut |event| match event {
                Event::Progress(progress) => (depth, clauses) = (progress.depth, progress.clauses),
                Event::Reached { trace, .. } => println!("reached at {}", trace.states.len() - 1),
                Event::Unreachable { .. } => {}
            });
            println!(
                "{name:16} {encoding:10} {:5} bits {:6} vars ({:4} free, {:5} clauses left): \
                 {depth:6} steps ({paper} in the paper), {clauses:9} clauses, {ending:?} after {:.1?}",
                counts.state_bits,
                counts.variables,
                plan.free.len(),
                plan.universal_rest.len() + plan.trans_rest.len(),
                start.elapsed()
            );
        }
    }
}
