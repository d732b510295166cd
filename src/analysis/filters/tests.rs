//! Filters are found and bounded as tightly as can be, and nothing else is.

use super::*;
use crate::certify::inductive;
use crate::cfa::single;
use crate::program::samples::{Builder, number};
use crate::program::{BlockId, EndKind, Operand, Program, Property, Terminator, ValueId};
use crate::support::Random;

/// `for (;;) { x = input(); if (!(-1 < x && x < 1)) return; y = a*y1 + b*y2 + x; y2 = y1; y1 = y; }`
/// of `double`; with the head of the loop and the values of `y1` and `y2` there.
fn filter(a: f64, b: f64) -> (Program, BlockId, [ValueId; 2]) {
    let format = Format::Double;
    let constant = |value: f64| number(64, value.to_bits().into());
    let add = Op::Float(FloatOp::Add(format, Rounding::NearestEven));
    let mul = Op::Float(FloatOp::Mul(format, Rounding::NearestEven));
    let less = Op::Float(FloatOp::Less(format));
    let mut it = Builder::default();
    let blocks = ["entry", "head", "body", "end"].map(|name| it.block(name));
    let [entry, head, body, end] = blocks;
    it.goto(entry, head);
    let states = ["last", "before"].map(|name| it.value(name, 64));
    let [last, before] = states.map(Operand::Value);
    let input = it.input(head, "input", 64);
    let above = it.assign(head, "above", less, &[constant(-1.0), input.clone()]);
    let below = it.assign(head, "below", less, &[input.clone(), constant(1.0)]);
    let within = it.assign(head, "within", Op::And, &[above, below]);
    it.branch(head, within, body, end);
    it.program.blocks[end].terminator = Terminator::End(EndKind::Return);
    let one = it.assign(body, "one", mul, &[constant(a), last.clone()]);
    let other = it.assign(body, "other", mul, &[constant(b), before]);
    let sum = it.assign(body, "sum", add, &[one, other]);
    let output = it.assign(body, "output", add, &[sum, input]);
    ask(&mut it, (body, head), &output);
    it.phi(head, states[0], &[(entry, constant(0.0)), (body, output)]);
    it.phi(head, states[1], &[(entry, constant(0.0)), (body, last)]);
    (it.program, head, states)
}

/// Ends a block with a goal that is reached where the number is large.
fn ask(it: &mut Builder, (block, next): (BlockId, BlockId), of: &Operand) {
    let goal = it.goal("far", Property::Assert);
    let limit = number(64, 1e6f64.to_bits().into());
    let far =
        it.assign(block, "far", Op::Float(FloatOp::Less(Format::Double)), &[limit, of.clone()]);
    it.branch(block, far, goal, next);
}

/// The largest output after many steps with inputs that push it away as far as they can.
fn peak(a: f64, b: f64) -> f64 {
    let mut answer = vec![1.0, a];
    for step in 2..2000 {
        answer.push(a * answer[step - 1] + b * answer[step - 2]);
    }
    answer.into_iter().map(f64::abs).sum()
}

#[test]
fn filters_of_second_order_stay_within_what_is_found() {
    for (a, b) in [(1.5, -0.7), (1.8, -0.85)] {
        let (program, head, states) = filter(a, b);
        let single = single::build(&program);
        let budget = Budget::unlimited();
        let filters = find(&single, Slack(10), &budget).expect("there is a filter");
        let most = peak(a, b);
        for state in states {
            let known = filters.of(head, state).expect("it is bounded");
            let (least, greatest) = ends(Format::Double, &known).expect("by numbers");
            assert!((most..most * 1.05).contains(&greatest), "{a} {b}: {greatest}, not {most}");
            assert!((-most * 1.05..=-most).contains(&least), "{a} {b}: {least}, not {most}");
        }
        let ranges = ranges::analyse_given(&single, filters, &budget);
        let invariant = ranges.invariant(&single);
        assert!(inductive::holds_by_bounds(&program, &invariant, &budget), "{a} {b}");
        assert!(inductive::check(&program, &invariant, &[], &budget).is_ok(), "{a} {b}");
    }
}

/// Bounds that are too narrow are not confirmed.
#[test]
fn bounds_that_no_filter_keeps_are_refused() {
    let (program, _, _) = filter(1.5, -0.7);
    let single = single::build(&program);
    let budget = Budget::unlimited();
    let random = &mut Random::new(5);
    for _ in 0..8 {
        let mut filters = find(&single, Slack(10), &budget).expect("there is a filter");
        let sums = filters.at.values_mut().next().expect("at a head");
        let place = random.index(sums.len());
        let (least, most) = ends(Format::Double, &sums[place].known).expect("by numbers");
        sums[place].known = between(Format::Double, least * 0.9, most * 0.9).expect("numbers");
        let ranges = ranges::analyse_given(&single, filters, &budget);
        assert!(!inductive::holds_by_bounds(&program, &ranges.invariant(&single), &budget));
    }
}

#[test]
fn what_grows_for_ever_is_no_filter() {
    for (a, b) in [(1.2, -0.1), (2.0, -1.0), (0.5, 0.5), (-1.0, 0.25)] {
        let (program, head, states) = filter(a, b);
        let found = find(&single::build(&program), Slack(10), &Budget::unlimited());
        let bounded = |state| found.as_ref().and_then(|it| it.of(head, state)).is_some();
        assert!(!states.into_iter().any(bounded), "{a} {b}");
    }
}

/// `for (;;) { x = input(); if (!(-1 < x && x < 1)) return; (p, q) = (a*p - b*q + x, b*p + a*q); }` of
/// `double`.
fn rotation(a: f64, b: f64) -> Program {
    let format = Format::Double;
    let constant = |value: f64| number(64, value.to_bits().into());
    let add = Op::Float(FloatOp::Add(format, Rounding::NearestEven));
    let mul = Op::Float(FloatOp::Mul(format, Rounding::NearestEven));
    let less = Op::Float(FloatOp::Less(format));
    let mut it = Builder::default();
    let [entry, head, body, end] = ["entry", "head", "body", "end"].map(|name| it.block(name));
    it.goto(entry, head);
    let states = ["p", "q"].map(|name| it.value(name, 64));
    let [p, q] = states.map(Operand::Value);
    let input = it.input(head, "input", 64);
    let above = it.assign(head, "above", less, &[constant(-1.0), input.clone()]);
    let below = it.assign(head, "below", less, &[input.clone(), constant(1.0)]);
    let within = it.assign(head, "within", Op::And, &[above, below]);
    it.branch(head, within, body, end);
    let mut sum = |one: (f64, &Operand), other: (f64, &Operand)| {
        let parts = [one, other]
            .map(|(factor, of)| it.assign(body, "part", mul, &[constant(factor), of.clone()]));
        it.assign(body, "sum", add, &parts)
    };
    let (turned, next) = (sum((a, &p), (-b, &q)), sum((b, &p), (a, &q)));
    let pushed = it.assign(body, "pushed", add, &[turned, input]);
    ask(&mut it, (body, head), &pushed);
    it.phi(head, states[0], &[(entry, constant(1.0)), (body, pushed)]);
    it.phi(head, states[1], &[(entry, constant(0.0)), (body, next)]);
    it.program
}

#[test]
fn states_that_turn_stay_within_what_is_found() {
    for (a, b) in [(0.5, 0.5), (0.75, 0.5), (-0.25, 0.75)] {
        let program = rotation(a, b);
        let single = single::build(&program);
        let budget = Budget::unlimited();
        let filters = find(&single, Slack(10), &budget).expect("there is a filter");
        let ranges = ranges::analyse_given(&single, filters, &budget);
        let invariant = ranges.invariant(&single);
        assert!(inductive::holds_by_bounds(&program, &invariant, &budget), "{a} {b}");
    }
}
