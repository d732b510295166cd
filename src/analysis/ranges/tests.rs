//! What is known holds in every reachable state, is inductive for the solvers of
//! certificates, and excludes what it should; written into the automaton it changes nothing
//! there.

use super::*;
use crate::bv::{Assignment, Op, Value, eval};
use crate::certify::inductive;
use crate::cfa::large::Blocks;
use crate::cfa::{self, single};
use crate::program::explore::visit;
use crate::program::random::{self, Shape};
use crate::program::samples::{Builder, number};
use crate::program::{Operand, Program, Property};
use crate::support::Random;

/// Compares the edges that leave a reached state with those of the automaton that has what is
/// known written into it.
fn compare_edges(cfa: &Cfa, special: &Cfa, here: BlockId, known: &Values, rng: &mut Random) {
    let symbols = cfa.vars.iter().map(|var| (var.term, known.get(&var.value)));
    let inputs = cfa.inputs.iter().map(|&input| (input, None));
    let value = |(term, value): (Term, Option<&Value>)| {
        let any = || Value::new(cfa.terms.width(term), rng.wide());
        (cfa.terms.as_symbol(term).expect("a symbol"), value.cloned().unwrap_or_else(any))
    };
    let values: Assignment = symbols.chain(inputs).map(value).collect();
    let taken = |cfa: &Cfa| -> Vec<(LocationId, Vec<Value>)> {
        let leaving = cfa.edges.iter().filter(|edge| {
            cfa.locations[edge.source] == Location::Block(here)
                && edge.guard.iter().all(|&it| eval(&cfa.terms, it, &values).is_true())
        });
        let behind = |edge: &cfa::Edge| {
            let updates = edge.update.iter().map(|it| eval(&cfa.terms, it.1, &values));
            (edge.target, updates.collect())
        };
        leaving.map(behind).collect()
    };
    assert_eq!(taken(cfa), taken(special), "from {here} of {values:?}");
}

type Values = FxHashMap<ValueId, Value>;

/// Compares with explicit-state search; says of how many values something is known, how
/// many goals are excluded, and how many more for each value of a control word.
fn compare(program: &Program, rng: &mut Random) -> Option<[usize; 3]> {
    let budget = Budget::unlimited();
    let cfa = single::build(program);
    let ranges = analyse(&cfa, &budget);
    let special = ranges.rewrite(&cfa);
    let goals = visit(program, 3000, |run| {
        let values = program.values.indices().filter_map(|it| Some((it, run.value(it)?.clone())));
        compare_edges(&cfa, &special, run.block(), &values.collect(), rng);
        // Some blocks are no locations.
        let here = ranges.at.get(&run.block());
        let here = here.map(|reached| reached.as_ref().expect("a run gets there"));
        for (value, known) in here.into_iter().flatten() {
            // Before the first definition nothing is known.
            let bits = run.value(*value).and_then(|value| value.small()).expect("it is defined");
            assert!(
                known.contains(bits),
                "{value} = {bits} at {}: {known:?}\n{program}",
                run.block()
            );
        }
    })?;
    assert!(ranges.goals.iter().all(|goal| !goals.contains(goal)), "{program}");
    let needed = ranges.needed(&cfa, &ranges.goals, &budget).expect("there is time");
    for (invariant, goals) in [(needed, &ranges.goals[..]), (ranges.invariant(&cfa), &[])] {
        let checked = inductive::check(program, &invariant, goals, &budget);
        assert!(checked.is_ok(), "{checked:?} in\n{program}");
    }
    let mut by_parts = 0;
    for parts in parts::analyse(&cfa, &ranges, &budget) {
        assert!(parts.goals.iter().all(|goal| !goals.contains(goal)), "{program}");
        let is_new = |goal: &&GoalId| !ranges.goals.contains(goal);
        by_parts += parts.goals.iter().filter(is_new).count();
        let needed = parts.needed(&cfa, &ranges, &parts.goals, &budget).expect("there is time");
        let whole = parts::together(std::slice::from_ref(&parts), &cfa, &ranges);
        for invariant in [needed, whole] {
            let checked = inductive::check(program, &invariant, &parts.goals, &budget);
            assert!(checked.is_ok(), "{checked:?} by parts in\n{program}");
        }
    }
    Some([ranges.at.values().flatten().map(Vec::len).sum(), ranges.goals.len(), by_parts])
}

#[test]
fn what_is_known_holds_in_every_reachable_state() {
    let mut rng = Random::new(31);
    let (mut programs, mut known, mut excluded) = (0, 0, 0);
    let shapes =
        [Shape::tiny(), Shape { widths: vec![1, 2, 3, 5], phis: 3, instrs: 4, ..Shape::tiny() }];
    for round in 0..400 {
        let mut program = random::program(&mut rng, &shapes[round % 2]);
        if round % 4 > 1 {
            random::let_count(&mut rng, &mut program);
        }
        if let Some([values, goals, _]) = compare(&program, &mut rng) {
            programs += 1;
            known += values;
            excluded += goals;
        }
    }
    assert!(programs > 130, "only {programs} programs were small enough");
    assert!(known > 150 && excluded > 40, "{known} values, {excluded} goals");
}

/// A machine with some states, in each of which a counter is set, kept or increased, and of which it
/// is claimed what the counter is in one of them.
fn machine(rng: &mut Random) -> Program {
    let mut b = Builder::default();
    let [entry, head, join] = ["entry", "head", "join"].map(|name| b.block(name));
    let (wrong, lost) = (b.goal("wrong", Property::Assert), b.goal("lost", Property::Assert));
    let states: Vec<u128> = (0..2 + rng.below(4)).map(|it| u128::from(it * 3 % 8)).collect();
    let [state, count] = ["state", "count"].map(|name| b.value(name, 3));
    let [next, counted] = ["next", "counted"].map(|name| b.value(name, 3));
    b.goto(entry, head);
    let (mut here, mut arriving) = (head, vec![]);
    for &own in &states {
        let [body, other] = ["body", "other"].map(|name| b.block(name));
        let is_own = b.assign(here, "own", Op::Eq, &[Operand::Value(state), number(3, own)]);
        b.branch(here, is_own, body, other);
        let [one, two] = [(); 2].map(|()| number(3, *rng.pick(&states)));
        let choice = b.input(body, "", 1);
        let to = if rng.one_in(3) { Operand::Value(state) } else { two };
        let to = b.assign(body, "to", Op::Ite, &[choice, one, to]);
        let now = match rng.below(3) {
            0 => number(3, u128::from(rng.below(8))),
            1 => Operand::Value(count),
            _ => b.assign(body, "more", Op::Add, &[Operand::Value(count), number(3, 1)]),
        };
        b.goto(body, join);
        arriving.push((body, to, now));
        here = other;
    }
    b.goto(here, lost);
    b.phi(join, next, &arriving.iter().map(|it| (it.0, it.1.clone())).collect::<Vec<_>>());
    b.phi(join, counted, &arriving.iter().map(|it| (it.0, it.2.clone())).collect::<Vec<_>>());
    let own = number(3, *rng.pick(&states));
    let other = b.assign(join, "is", Op::Eq, &[Operand::Value(next), own]);
    let other = b.assign(join, "other", Op::Not, &[other]);
    let most = number(3, u128::from(rng.below(7)));
    let small = b.assign(join, "small", Op::Ule, &[Operand::Value(counted), most]);
    let holds = b.assign(join, "holds", Op::Or, &[other, small]);
    b.branch(join, holds, head, wrong);
    b.phi(head, state, &[(entry, number(3, states[0])), (join, Operand::Value(next))]);
    b.phi(head, count, &[(entry, number(3, 0)), (join, Operand::Value(counted))]);
    b.program
}

/// Some goals take that the value of a control word is told apart.
#[test]
fn what_is_known_of_states_holds_in_machines() {
    let mut rng = Random::new(60);
    let (mut goals, mut more) = (0, 0);
    for _ in 0..300 {
        let program = machine(&mut rng);
        assert_eq!(program.validate(), Ok(()));
        if let Some([_, excluded, by_parts]) = compare(&program, &mut rng) {
            goals += excluded;
            more += by_parts;
        }
    }
    assert!(goals > 30 && more > 30, "{goals} goals, {more} more by parts");
}

/// `for (i = start; i op limit; i += step) assert(claim); assert(claim at the end)`.
fn counting(
    start: u128,
    (op, limit): (Op, u128),
    step: u128,
    claim: impl Fn(&mut Builder, BlockId, &Operand) -> Operand,
) -> Program {
    let mut b = Builder::default();
    let [entry, head, body, next, end] =
        ["entry", "head", "body", "next", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let i = b.value("i", 32);
    let now = Operand::Value(i);
    b.goto(entry, head);
    let goes_on = b.assign(head, "goes on", op, &[now.clone(), number(32, limit)]);
    b.branch(head, goes_on, body, end);
    let holds = claim(&mut b, body, &now);
    b.branch(body, holds, next, wrong);
    let more = b.assign(next, "more", Op::Add, &[now, number(32, step)]);
    b.goto(next, head);
    b.phi(head, i, &[(entry, number(32, start)), (next, more)]);
    b.program
}

fn excludes(program: &Program) -> bool {
    assert_eq!(program.validate(), Ok(()));
    let budget = Budget::unlimited();
    let cfa = single::build(program);
    let ranges = analyse(&cfa, &budget);
    let needed = ranges.needed(&cfa, &ranges.goals, &budget).expect("there is time");
    let checked = inductive::check(program, &needed, &ranges.goals, &budget);
    assert!(checked.is_ok(), "{checked:?}");
    !ranges.goals.is_empty()
}

#[test]
fn bounds_and_strides_of_counters() {
    let at_most = |limit| {
        move |b: &mut Builder, body: BlockId, i: &Operand| {
            b.assign(body, "small", Op::Ule, &[i.clone(), number(32, limit)])
        }
    };
    let (below, not_above) = ((Op::Ult, 1000), (Op::Sle, 1000));
    assert!(excludes(&counting(0, below, 1, at_most(999))));
    assert!(!excludes(&counting(0, below, 1, at_most(998))));
    assert!(excludes(&counting(0, below, 8, at_most(992))));
    assert!(!excludes(&counting(0, below, 8, at_most(991))));
    assert!(excludes(&counting(5, not_above, 3, at_most(1000))));
    let multiple = |of: u128| {
        move |b: &mut Builder, body: BlockId, i: &Operand| {
            let rest = b.assign(body, "rest", Op::Urem, &[i.clone(), number(32, of)]);
            b.assign(body, "none", Op::Eq, &[rest, number(32, 0)])
        }
    };
    assert!(excludes(&counting(16, below, 24, multiple(8))));
    assert!(!excludes(&counting(16, below, 24, multiple(16))));
    // Downwards, below 0.
    let down = counting(20, (Op::Sle, 1 << 30), u128::MAX, |b, body, i| {
        b.assign(body, "small", Op::Sle, &[i.clone(), number(32, 20)])
    });
    assert!(!excludes(&down), "it wraps around");
    let positive = counting(20, (Op::Ult, 21), u128::MAX, |b, body, i| {
        b.assign(body, "small", Op::Sle, &[i.clone(), number(32, 20)])
    });
    assert!(excludes(&positive));
}

#[test]
fn no_time_nothing_known() {
    let program = counting(0, (Op::Ult, 5), 1, |b, body, i| {
        b.assign(body, "small", Op::Ult, &[i.clone(), number(32, 9)])
    });
    let budget = Budget::with_timeout(Some(std::time::Duration::ZERO));
    let ranges = analyse(&single::build(&program), &budget);
    assert!(ranges.at.is_empty() && ranges.goals.is_empty());
    assert!(excludes(&program));
}

/// Certificates speak of the heads of all loops: an engine that has no location there has
/// nothing to say of it, and its right proofs would be refused.
#[test]
fn heads_of_loops_that_are_none_any_more_stay() {
    let program = counting(5, (Op::Ult, 3), 1, |b, block, i| {
        b.assign(block, "claim", Op::Eq, &[i.clone(), number(32, 7)])
    });
    let cfa = single::build(&program);
    let special = analyse(&cfa, &Budget::unlimited()).specialise(&cfa, Blocks::Large);
    assert!(special.loops().heads().is_empty(), "no round is ever made");
    let heads = cfa.loops().heads();
    assert_eq!(heads.len(), 1);
    assert!(special.locations.iter().any(|location| *location == cfa.locations[heads[0]]));
}

/// `for (;;) { assert(i <= limit); i = (choice); }`
fn chosen(limit: u128, choice: impl Fn(&mut Builder, BlockId, &Operand) -> Operand) -> Program {
    let mut b = Builder::default();
    let [entry, head, next] = ["entry", "head", "next"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let i = b.value("i", 32);
    b.goto(entry, head);
    let holds = b.assign(head, "holds", Op::Ule, &[Operand::Value(i), number(32, limit)]);
    b.branch(head, holds, next, wrong);
    let then = choice(&mut b, next, &Operand::Value(i));
    b.goto(next, head);
    b.phi(head, i, &[(entry, number(32, 0)), (next, then)]);
    b.program
}

/// What a choice is made by is known of its sides, also some operators below.
#[test]
fn sides_of_choices_know_their_condition() {
    let round = |b: &mut Builder, next: BlockId, i: &Operand| {
        let small = b.assign(next, "small", Op::Ult, &[i.clone(), number(32, 100)]);
        let more = b.assign(next, "more", Op::Add, &[i.clone(), number(32, 1)]);
        b.assign(next, "then", Op::Ite, &[small, more, number(32, 0)])
    };
    // The assertion itself says that i is at most so much.
    assert!(excludes(&chosen(100, round)));
    assert!(!excludes(&chosen(99, round)));
    let both = |b: &mut Builder, next: BlockId, i: &Operand| {
        let large = b.assign(next, "large", Op::Ult, &[number(32, 70), i.clone()]);
        let small = b.assign(next, "small", Op::Ult, &[i.clone(), number(32, 100)]);
        let some = b.assign(next, "some", Op::And, &[large, small]);
        let none = b.assign(next, "none", Op::Not, &[some]);
        let twice = b.assign(next, "twice", Op::Add, &[i.clone(), i.clone()]);
        b.assign(next, "then", Op::Ite, &[none, number(32, 90), twice])
    };
    // Even numbers up to 98 are doubled.
    assert!(excludes(&chosen(196, both)));
    assert!(!excludes(&chosen(195, both)));
}
