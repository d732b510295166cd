//! The checks of proofs by unrolling, on programs written by hand and at random.

use std::collections::{BTreeMap, BTreeSet};

use super::{all_goals, explicit, invariant, random};
use crate::analysis::ranges;
use crate::bv::Op;
use crate::certify::blaster::tests::Random;
use crate::certify::cuts::Cuts;
use crate::certify::live::Live;
use crate::certify::{self, CertifyError, Checker, Gap, Solvers};
use crate::cfa::single;
use crate::program::interp::{Event, Interpreter};
use crate::program::samples::{Builder, jain, number};
use crate::program::{BlockId, GoalId, Operand, Program, Property, explore};
use crate::support::{Budget, StopReason};
use crate::system::{Certificate, LocationInvariant};

fn exhausted(
    program: &Program,
    steps: u32,
    auxiliary: &LocationInvariant,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let certificate = Certificate::Exhausted { steps, auxiliary: auxiliary.clone() };
    certify::check(program, &certificate, goals, budget)
}

fn k_inductive(
    program: &Program,
    k: u32,
    auxiliary: &LocationInvariant,
    simple_path: bool,
    goals: &[GoalId],
    budget: &Budget,
) -> Result<Solvers, CertifyError> {
    let certificate = Certificate::KInductive { k, auxiliary: auxiliary.clone(), simple_path };
    certify::check(program, &certificate, goals, budget)
}

fn ends(program: &Program, steps: u32) -> Result<Solvers, CertifyError> {
    assert_eq!(program.validate(), Ok(()));
    exhausted(
        program,
        steps,
        &LocationInvariant::default(),
        &all_goals(program),
        &Budget::unlimited(),
    )
}

fn induction(program: &Program, k: u32, simple_path: bool) -> Result<Solvers, CertifyError> {
    let nothing = LocationInvariant::default();
    let goals = all_goals(program);
    k_inductive(program, k, &nothing, simple_path, &goals, &Budget::unlimited())
}

fn gap(answer: Result<Solvers, CertifyError>) -> Gap {
    match answer {
        Err(CertifyError::Gap { gap, .. }) => gap,
        other => panic!("should be rejected: {other:?}"),
    }
}

/// `for (i = 0; i != rounds; i++) { if (nondet) s += 2; } assert(s != limit);`
fn bounded(rounds: u128, limit: u128) -> Program {
    let mut b = Builder::default();
    let [entry, head, body, add, next, exit, end] =
        ["entry", "head", "body", "add", "next", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let (i, s, t) = (b.value("i", 8), b.value("s", 8), b.value("t", 8));
    let [i_now, s_now, t_now] = [i, s, t].map(Operand::Value);
    b.goto(entry, head);
    let done = b.assign(head, "done", Op::Eq, &[i_now.clone(), number(8, rounds)]);
    b.branch(head, done, exit, body);
    let flag = b.input(body, "flag", 1);
    b.branch(body, flag, add, next);
    let more = b.assign(add, "more", Op::Add, &[s_now.clone(), number(8, 2)]);
    b.goto(add, next);
    b.phi(next, t, &[(body, s_now.clone()), (add, more)]);
    let i_next = b.assign(next, "i'", Op::Add, &[i_now, number(8, 1)]);
    b.goto(next, head);
    b.phi(head, i, &[(entry, number(8, 0)), (next, i_next)]);
    b.phi(head, s, &[(entry, number(8, 0)), (next, t_now)]);
    let bad = b.assign(exit, "bad", Op::Eq, &[s_now, number(8, limit)]);
    b.branch(exit, bad, wrong, end);
    b.program
}

#[test]
fn a_loop_with_a_last_round() {
    // To the head, five rounds, and from the head to the end.
    let solvers = ends(&bounded(5, 3), 7).expect("s is even");
    assert_eq!(solvers.conditions, 1);
    assert!(solvers.to_string().contains("with LRAT proof checked"), "{solvers}");
    assert!(ends(&bounded(5, 12), 9).is_ok(), "more steps than needed");
    assert_eq!(gap(ends(&bounded(5, 3), 6)), Gap::GoesOn(6));
    assert_eq!(gap(ends(&bounded(5, 3), 0)), Gap::GoesOn(0));
    assert_eq!(gap(ends(&bounded(5, 10), 7)), Gap::Reached(7));
    // Endless.
    assert_eq!(gap(ends(&jain(8), 12)), Gap::GoesOn(12));
    // Goals that are not asked for end their paths without harm.
    let program = bounded(5, 10);
    assert!(
        exhausted(&program, 0, &LocationInvariant::default(), &[], &Budget::unlimited()).is_err()
    );
    assert!(
        exhausted(&program, 1, &LocationInvariant::default(), &[], &Budget::unlimited()).is_ok()
    );
}

/// `n = nondet; for (i = 0; i != n; i++) ; assert(n != limit);` with three bits.
fn as_long_as_wanted(limit: u128) -> Program {
    let mut b = Builder::default();
    let [entry, head, body, exit, end] =
        ["entry", "head", "body", "exit", "end"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let i = b.value("i", 4);
    let n = b.input(entry, "n", 3);
    let wide = b.assign(entry, "wide", Op::ZeroExtend(4), &[n]);
    b.goto(entry, head);
    let done = b.assign(head, "done", Op::Eq, &[Operand::Value(i), wide.clone()]);
    b.branch(head, done, exit, body);
    let next = b.assign(body, "next", Op::Add, &[Operand::Value(i), number(4, 1)]);
    b.goto(body, head);
    b.phi(head, i, &[(entry, number(4, 0)), (body, next)]);
    let bad = b.assign(exit, "bad", Op::Eq, &[wide, number(4, limit)]);
    b.branch(exit, bad, wrong, end);
    b.program
}

/// More steps than needed are not checked; but as long as any run goes on, it is.
#[test]
fn the_last_run_decides_how_many_steps_are_needed() {
    assert!(ends(&as_long_as_wanted(8), 40).is_ok(), "no n is 8");
    assert_eq!(ends(&as_long_as_wanted(8), 9), ends(&as_long_as_wanted(8), 40));
    assert_eq!(gap(ends(&as_long_as_wanted(8), 8)), Gap::GoesOn(8));
    for limit in [0, 3, 7] {
        let program = as_long_as_wanted(limit);
        // The run that reaches the goal is one of few, and others end before it or after it.
        let step = u32::try_from(limit).expect("it is small") + 2;
        assert_eq!(gap(ends(&program, 40)), Gap::Reached(step), "{limit}");
    }
    assert_eq!(gap(ends(&jain(8), 40)), Gap::GoesOn(40), "endless");
}

/// A loop from which no goal can be reached does not keep a run from having ended.
#[test]
fn an_endless_loop_behind_all_goals() {
    let mut b = Builder::default();
    let [entry, test, idle] = ["entry", "test", "idle"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let n = b.input(entry, "n", 4);
    let half = b.assign(entry, "half", Op::Lshr, &[n, number(4, 1)]);
    b.goto(entry, test);
    let big = b.assign(test, "big", Op::Ult, &[number(4, 7), half]);
    b.branch(test, big, wrong, idle);
    b.goto(idle, idle);
    assert!(ends(&b.program, 1).is_ok());
}

/// `x = 0; while (1) { if (x == 3) wrong; x = next(x); }` where next leads from 0 over 1
/// and 2 back to 0, from 5 over 4 to 3, and from all else to itself. With `stays` it may
/// stay at 5, too.
fn detour(stays: bool) -> Program {
    let mut b = Builder::default();
    let [entry, head, go] = ["entry", "head", "go"].map(|name| b.block(name));
    let wrong = b.goal("wrong", Property::Assert);
    let x = b.value("x", 3);
    b.goto(entry, head);
    let bad = b.assign(head, "bad", Op::Eq, &[Operand::Value(x), number(3, 3)]);
    b.branch(head, bad, wrong, go);
    let mut next = Operand::Value(x);
    for (from, to) in [(0, 1), (1, 2), (2, 0), (5, 4), (4, 3)] {
        let mut here = b.assign(go, "here", Op::Eq, &[Operand::Value(x), number(3, from)]);
        if stays && from == 5 {
            let free = b.input(go, "free", 1);
            here = b.assign(go, "leaves", Op::And, &[here, free]);
        }
        next = b.assign(go, "next", Op::Ite, &[here, number(3, to), next]);
    }
    b.goto(go, head);
    b.phi(head, x, &[(entry, number(3, 0)), (go, next)]);
    b.program
}

#[test]
fn the_k_of_a_detour() {
    // 3 meets the goal at once, 4 in the second step, 5 in the third.
    for (k, simple_path) in [(1, false), (2, true), (3, false), (3, true)] {
        assert_eq!(gap(induction(&detour(false), k, simple_path)), Gap::Step(k));
    }
    assert_eq!(induction(&detour(false), 4, false).expect("4 steps").conditions, 2);
    assert!(induction(&detour(false), 6, false).is_ok());
    // Whoever may stay somewhere takes as long as it likes, but not on a simple path.
    assert_eq!(gap(induction(&detour(true), 9, false)), Gap::Step(9));
    assert!(induction(&detour(true), 4, true).is_ok());
    let zero = induction(&detour(false), 0, false);
    assert!(matches!(zero, Err(CertifyError::Malformed(_))), "{zero:?}");
}

#[test]
fn auxiliary_invariants() {
    let program = detour(true);
    let less = |limit: u128| {
        invariant(&program, |terms, x| {
            let limit = terms.number(3, limit);
            vec![(1, vec![terms.app(Op::Ult, &[x[0], limit])])]
        })
    };
    let check = |k: u32, auxiliary: &LocationInvariant| {
        let goals = all_goals(&program);
        k_inductive(&program, k, auxiliary, false, &goals, &Budget::unlimited())
    };
    assert!(check(1, &less(3)).is_ok());
    // Right, but no help; with more steps neither.
    assert_eq!(gap(check(2, &less(7))), Gap::Step(2));
    // Not inductive, though with it the goal would be.
    let wrong = check(1, &less(2));
    assert!(matches!(wrong, Err(CertifyError::NotInductive { .. })), "{wrong:?}");
    // Where it says something is where the run is: falsity at the goal's block excludes
    // nothing, for that is no cut point.
    let elsewhere = invariant(&program, |terms, _| vec![(3, vec![terms.bool(false)])]);
    assert_eq!(gap(check(2, &elsewhere)), Gap::Step(2));
}

/// What was found right before is not checked again, and nothing else is taken for it.
#[test]
fn an_auxiliary_invariant_is_checked_once() {
    let program = detour(true);
    let goals = all_goals(&program);
    let less = |limit: u128| {
        invariant(&program, |terms, x| {
            let limit = terms.number(3, limit);
            vec![(1, vec![terms.app(Op::Ult, &[x[0], limit])])]
        })
    };
    let checker = Checker::new(&program);
    let budget = Budget::unlimited();
    let check = |limit: u128| {
        let certificate =
            Certificate::KInductive { k: 1, auxiliary: less(limit), simple_path: false };
        let answer = checker.check(&certificate, &goals, &budget);
        (answer, checker.proved.borrow().len())
    };
    let (first, known) = check(3);
    assert!(first.is_ok() && known == 1);
    assert_eq!(check(3), (first, known));
    for _ in 0..2 {
        let (wrong, known) = check(2);
        assert!(matches!(wrong, Err(CertifyError::NotInductive { .. })), "{wrong:?}");
        assert_eq!(known, 1);
    }
}

/// A goal that is reached late is not missed by the base.
#[test]
fn bases_reach_far_enough() {
    // In the 7th step, and from arbitrary values at once.
    let program = bounded(5, 10);
    for k in 1..10 {
        match gap(induction(&program, k, true)) {
            Gap::Reached(step) => assert!(step == 7 && k >= 7),
            Gap::Step(step) => assert!(step == k && k < 7),
            Gap::GoesOn(_) => panic!("nobody said that it ends"),
        }
    }
}

#[test]
fn no_time_no_verdict() {
    let budget = Budget::unlimited();
    budget.cancel();
    let program = bounded(5, 3);
    let answer =
        exhausted(&program, 7, &LocationInvariant::default(), &all_goals(&program), &budget);
    assert_eq!(answer, Err(CertifyError::Unknown(StopReason::Cancelled)));
    let nothing = LocationInvariant::default();
    let answer = k_inductive(&program, 2, &nothing, true, &all_goals(&program), &budget);
    assert_eq!(answer, Err(CertifyError::Unknown(StopReason::Cancelled)));
}

#[test]
fn goals_of_other_programs_are_refused() {
    let program = bounded(5, 3);
    let answer =
        exhausted(&program, 7, &LocationInvariant::default(), &[GoalId(1)], &Budget::unlimited());
    assert!(matches!(answer, Err(CertifyError::Malformed(_))), "{answer:?}");
}

/// By running everything: after how many region steps, at most `limit`, every run has
/// ended or is where it can't reach the goals; and the goals reached until then.
fn explicit_end(program: &Program, goals: &[GoalId], limit: u32) -> (Option<u32>, Vec<GoalId>) {
    let cuts = Cuts::new(program).expect("cycles are cut");
    let live = Live::new(program, goals);
    let state = |run: &Interpreter<'_>| -> (BlockId, explicit::State) {
        (run.block(), program.values.indices().map(|v| run.value(v).cloned()).collect())
    };
    let mut reached = BTreeSet::new();
    let mut now = vec![Interpreter::new(program)];
    for step in 1..=limit {
        let mut arrived = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = std::mem::take(&mut now);
        while let Some(run) = open.pop() {
            for inputs in explicit::choices(program, run.block()) {
                let mut next = run.clone();
                match next.step(&mut explicit::Given(inputs), |_, _| {}) {
                    Event::Goal(goal) => drop(reached.insert(goal)),
                    Event::End(_) => {}
                    Event::Enter(block) if !live.leads(block) => {}
                    Event::Enter(_) if !seen.insert(state(&next)) => {}
                    Event::Enter(block) if cuts.is_cut(block) => arrived.push(next),
                    Event::Enter(_) => open.push(next),
                }
            }
        }
        if arrived.is_empty() {
            return (Some(step), reached.into_iter().collect());
        }
        now = arrived;
    }
    (None, reached.into_iter().collect())
}

fn accepted(answer: Result<Solvers, CertifyError>, program: &Program) -> bool {
    match answer {
        Ok(_) => true,
        Err(CertifyError::Gap { .. }) => false,
        Err(error) => panic!("{error}\n{program}"),
    }
}

#[test]
fn what_is_said_of_values_must_be_so() {
    let program = bounded(5, 10);
    let mut lie = LocationInvariant::default();
    let i = lie.terms.symbol("i", 8);
    let value = program.values.indices().find(|&it| program.values[it].name == "i");
    lie.symbols.insert(lie.terms.as_symbol(i).expect("a symbol"), value.expect("it is there"));
    // With that no run would come behind the loop.
    let three = lie.terms.number(8, 3);
    let conjunct = lie.terms.eq(i, three);
    lie.at.insert(BlockId(1), vec![conjunct]);
    let answer = exhausted(&program, 7, &lie, &all_goals(&program), &Budget::unlimited());
    assert!(matches!(answer, Err(CertifyError::NotInductive { .. })), "{answer:?}");
}

/// All that is accepted is true; and what ends is accepted with exactly the steps that it
/// takes.
#[test]
fn random_programs() {
    let mut random = Random(17);
    let nothing = LocationInvariant::default();
    let budget = Budget::unlimited();
    let (mut programs, mut ended, mut proved, mut simple_only) = (0, 0, 0, 0);
    let mut differ = 0;
    for number in 0..600 {
        let program = if number % 2 == 0 {
            random::program(&mut random)
        } else {
            let shape = crate::program::random::Shape::tiny();
            crate::program::random::program(&mut crate::support::Random::new(number), &shape)
        };
        let Some(reachable) = explore::reachable_goals(&program, 2000) else { continue };
        if Cuts::new(&program).is_some_and(|cuts| cuts.heads().len() == 1) {
            continue;
        }
        programs += 1;
        let single = single::build(&program);
        let known = ranges::analyse(&single, &budget).invariant(&single);
        for goal in program.goals.indices() {
            let goals = [goal];
            let (end, early) = explicit_end(&program, &goals, 4);
            for steps in 1..=4 {
                let answer =
                    exhausted(&program, steps, &LocationInvariant::default(), &goals, &budget);
                let expected = end.is_some_and(|end| end <= steps) && !early.contains(&goal);
                let text = format!("program {number}, {goal}, {steps} steps, {end:?}\n{program}");
                assert_eq!(accepted(answer, &program), expected, "{text}");
                let informed = exhausted(&program, steps, &known, &goals, &budget);
                let informed = accepted(informed, &program);
                // What is known may move cut points where loops have several entries.
                assert!(!(informed && reachable.contains(&goal)), "informed, {text}");
                differ += usize::from(informed != expected);
                ended += usize::from(expected);
            }
            let mut before = [false; 2];
            for k in [1, 2, 3, 5] {
                let now = [false, true].map(|simple_path| {
                    let answer = k_inductive(&program, k, &nothing, simple_path, &goals, &budget);
                    accepted(answer, &program)
                });
                let text = format!("program {number}, {goal}, k = {k}: {now:?}\n{program}");
                assert!(!(now[1] && reachable.contains(&goal)), "{text}");
                // What holds with fewer steps, or without the option, holds with it.
                assert!(now[1] || !now[0], "{text}");
                assert!(before.iter().zip(&now).all(|(before, now)| *now || !before), "{text}");
                before = now;
            }
            proved += usize::from(before[0]);
            simple_only += usize::from(before[1] && !before[0]);
        }
    }
    println!(
        "{programs} programs, {ended} ends, {proved} proved, {simple_only} by simple paths, {differ} differ"
    );
    assert!(programs > 300 && ended > 150 && proved > 60 && simple_only > 0 && differ < 9);
}

/// The reachable states are an auxiliary invariant with which everything is inductive;
/// without one of them they are none.
#[test]
fn sabotaged_auxiliary_invariants() {
    let mut random = Random(23);
    let budget = Budget::unlimited();
    let (mut good, mut bad) = (0, 0);
    for _ in 0..150 {
        let program = random::program(&mut random);
        let Some(found) = explicit::search(&program, 60) else { continue };
        let goals: Vec<GoalId> =
            program.goals.indices().filter(|goal| !found.goals.contains(goal)).collect();
        let check = |auxiliary: &LocationInvariant| {
            k_inductive(&program, 1, auxiliary, false, &goals, &budget)
        };
        let (exact, _) = explicit::exact(&program, &found.states);
        assert!(check(&exact).is_ok(), "{program}");
        good += goals.len();
        let cuts = Cuts::new(&program).expect("cycles are cut");
        for head in cuts.heads().into_iter().filter(|&head| head != program.entry) {
            let Some(states) = found.states.get(&head) else { continue };
            let mut fewer = found.states.clone();
            let left_out = states.iter().next().expect("one at least").clone();
            fewer.get_mut(&head).expect("it is there").remove(&left_out);
            if super::excludes(&program, &fewer[&head], &left_out) {
                let (wrong, _) = explicit::exact(&program, &fewer);
                let answer = check(&wrong);
                assert!(matches!(answer, Err(CertifyError::NotInductive { .. })), "{program}");
                bad += 1;
            }
        }
    }
    assert!(good > 10 && bad > 10, "{good} proved, {bad} sabotaged");
}

/// Runs that agree in the live values go the same way on the same inputs, as long as it
/// leads to a goal.
#[test]
fn dead_values_do_not_matter() {
    let mut random = Random(29);
    let mut compared = 0;
    for _ in 0..1000 {
        let program = random::program(&mut random);
        let live = Live::new(&program, &all_goals(&program));
        let mut known: BTreeMap<(BlockId, explicit::State), Interpreter<'_>> = BTreeMap::new();
        let mut open = vec![Interpreter::new(&program)];
        for _ in 0..100 {
            let Some(run) = open.pop() else { break };
            for inputs in explicit::choices(&program, run.block()) {
                let mut next = run.clone();
                let event = next.step(&mut explicit::Given(inputs), |_, _| {});
                let Event::Enter(block) = event else { continue };
                if !live.leads(block) {
                    continue;
                }
                let values = live.at(block).map(|value| next.value(value).cloned()).collect();
                if let Some(other) = known.get(&(block, values)) {
                    compared += 1;
                    go_together(&program, &live, other.clone(), next, &mut random);
                } else {
                    let values = live.at(block).map(|value| next.value(value).cloned()).collect();
                    known.insert((block, values), next.clone());
                    open.push(next);
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

fn go_together<'a>(
    program: &'a Program,
    live: &Live,
    mut one: Interpreter<'a>,
    mut other: Interpreter<'a>,
    random: &mut Random,
) {
    for _ in 0..20 {
        let mut choices = explicit::choices(program, one.block());
        let inputs = choices.swap_remove(random.below(choices.len()));
        let event = one.step(&mut explicit::Given(inputs.clone()), |_, _| {});
        assert_eq!(event, other.step(&mut explicit::Given(inputs), |_, _| {}), "{program}");
        if !matches!(event, Event::Enter(block) if live.leads(block)) {
            break;
        }
    }
}
