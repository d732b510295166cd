//! Small models written by hand, and random ones against explicit-state search.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::Plan;
use super::*;
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{BitTrace, DimSpec, Goal};
use crate::support::Random;

pub fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        cnf.push(clause.iter().map(|&number| Lit::from_dimacs(number)));
    }
    cnf
}

pub fn model(num_vars: u32, init: Cnf, universal: Cnf, trans: Cnf, goals: &[Cnf]) -> Model {
    let goal = |clauses: &Cnf| Goal { name: "goal".to_owned(), clauses: clauses.clone() };
    let spec = DimSpec { num_vars, init, universal, goal: Cnf::new(), trans };
    Model { goals: goals.iter().map(goal).collect(), ..Model::from(spec) }
}

pub fn satisfied(cnf: &Cnf, value: impl Fn(Lit) -> bool) -> bool {
    cnf.iter().all(|clause| clause.iter().any(|&lit| value(lit)))
}

/// Whether the trace satisfies every clause of `F_k` with this goal.
pub fn check(model: &Model, goal: usize, trace: &BitTrace) {
    let spec = &model.spec;
    let n = spec.num_vars;
    assert!(trace.states.iter().all(|state| state.len() == n as usize));
    let last = trace.states.len() - 1;
    assert!(satisfied(&spec.init, |lit| trace.holds(0, lit)), "I");
    for step in 0..=last {
        assert!(satisfied(&spec.universal, |lit| trace.holds(step, lit)), "U at {step}");
    }
    for step in 0..last {
        let value = |lit: Lit| match lit.var().0.checked_sub(n) {
            None | Some(0) => trace.holds(step, lit),
            Some(var) => trace.holds(step + 1, Lit::new(Var(var), lit.is_positive())),
        };
        assert!(satisfied(&spec.trans, value), "T at {step}");
    }
    assert!(satisfied(&model.goals[goal].clauses, |lit| trace.holds(last, lit)), "G");
}

/// What an engine said: the depth at which each goal was reached, the steps after which
/// all runs have ended, and how the engine ended.
type Said = (BTreeMap<usize, usize>, Option<u32>, Ending);

fn said(model: &Model, kind: EngineKind, bound: u32) -> Said {
    let config = Config { bound: Some(bound), ..Config::new(kind) };
    let mut found = BTreeMap::new();
    let mut end = None;
    let ending = run(model, &config, &Budget::unlimited(), &mut |event| match event {
        Event::Reached { goal, trace } => {
            check(model, goal, &trace);
            assert!(found.insert(goal, trace.states.len() - 1).is_none(), "goal {goal} twice");
        }
        Event::Unreachable { goals, proof: Proof::Exhausted { steps } } => {
            let rest = (0..model.goals.len()).filter(|goal| !found.contains_key(goal));
            assert_eq!(goals, rest.collect::<Vec<_>>());
            assert!(end.replace(steps).is_none(), "it ends twice");
        }
        Event::Unreachable { proof, .. } => panic!("no proof of this engine: {proof:?}"),
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
    });
    (found, end, ending)
}

/// Depth at which each goal was reached, and how it ended, without a proof.
fn depths(model: &Model, bound: u32) -> (BTreeMap<usize, usize>, Ending) {
    let (found, end, ending) = said(model, EngineKind::Unroll, bound);
    assert_eq!(end, None);
    (found, ending)
}

const BOUND: Ending = Ending::Stopped(StopReason::Bound(20));

/// A counter of three bits (1 is the lowest) that counts while input 4 holds; 5 and 6 are
/// the sum and carry of bit 2, 7 the sum of bit 3, 8 the lowest bit's.
fn counter(init: &[&[i32]], goals: &[Cnf]) -> Model {
    let universal = cnf(&[
        &[-8, 1, 4],
        &[-8, -1, -4],
        &[8, -1, 4],
        &[8, 1, -4], // 8 = 1 xor 4
        &[-9, 1],
        &[-9, 4],
        &[9, -1, -4], // 9 = 1 and 4
        &[-5, 2, 9],
        &[-5, -2, -9],
        &[5, -2, 9],
        &[5, 2, -9], // 5 = 2 xor 9
        &[-6, 2],
        &[-6, 9],
        &[6, -2, -9], // 6 = 2 and 9
        &[-7, 3, 6],
        &[-7, -3, -6],
        &[7, -3, 6],
        &[7, 3, -6], // 7 = 3 xor 6
    ]);
    let trans = cnf(&[&[-10, 8], &[10, -8], &[-11, 5], &[11, -5], &[-12, 7], &[12, -7]]);
    model(9, cnf(init), universal, trans, goals)
}

#[test]
fn a_counter_reaches_each_value_after_as_many_steps() {
    let zero: &[&[i32]] = &[&[-1], &[-2], &[-3]];
    let value = |n: i32| {
        let bit = |i: i32| if n >> (i - 1) & 1 == 1 { i } else { -i };
        cnf(&[&[bit(1)], &[bit(2)], &[bit(3)]])
    };
    let values: Vec<Cnf> = (0..8).map(value).collect();
    let (found, ending) = depths(&counter(zero, &values), 20);
    assert_eq!(found, (0..8).map(|n| (n, n)).collect());
    assert_eq!(ending, Ending::Complete);
    // Several clauses, one of them wide: 6 or 7, and odd.
    let (found, _) = depths(&counter(zero, &[cnf(&[&[3], &[2, -3], &[1]])]), 20);
    assert_eq!(found, [(0, 7)].into());
    let (found, ending) = depths(&counter(zero, &[cnf(&[&[1], &[-1]]), cnf(&[&[3]])]), 20);
    assert_eq!((found, ending), ([(1, 4)].into(), BOUND));
    // From an arbitrary start everything is there at once; from none nothing is.
    let (found, _) = depths(&counter(&[], &values), 20);
    assert_eq!(found, (0..8).map(|n| (n, 0)).collect());
    let none = said(&counter(&[&[1], &[-1]], &values), EngineKind::Unroll, 20);
    assert_eq!(none, ([].into(), Some(0), Ending::Complete));
}

#[test]
fn the_gates_of_a_counter_are_all_recognised() {
    let plan = Plan::new(&counter(&[], &[cnf(&[&[3]])]));
    assert!(plan.universal_rest.is_empty() && plan.trans_rest.is_empty());
    assert_eq!(plan.free, [Var(4)]);
    assert_eq!(plan.next.len(), 3);
    // A goal over the lowest bit depends on that bit and the input only.
    let cone = plan.cone(&[&cnf(&[&[1]])]);
    assert_eq!((cone.next.len(), cone.universal.len()), (1, 1));
}

#[test]
fn two_processes_exclude_each_other() {
    // 1, 2: process in its critical section; 3: whose turn it is; 4, 5: inputs to go on.
    // A process enters only on its turn and gives the turn away when it leaves. T is a
    // relation: 6 and 7 are auxiliary and occur nowhere else.
    let trans = cnf(&[
        &[-6, -1, 8],
        &[-6, 4, 8],
        &[6, 1, -8], // while 6 nothing changes for process 1
        &[-8, -3, 1],
        &[-9, 3, 2], // enter on one's turn
        &[-1, 8, 10],
        &[-2, 9, -10], // leaving hands over
        &[-10, 3, 1],
        &[10, -3, 2], // only a leaving process hands over
        &[-7, 6],
        &[7, -6],
        &[1, 8, -10, 3],
        &[-1, -8, -10, 3],
        &[2, 9, 10, -3],
        &[-2, -9, 10, -3],
    ]);
    let goals = [cnf(&[&[1], &[2]]), cnf(&[&[1]]), cnf(&[&[2]])];
    let safe = model(7, cnf(&[&[-1], &[-2], &[-3]]), Cnf::new(), trans, &goals);
    let (found, ending) = depths(&safe, 20);
    assert_eq!(reference(&safe, 20), (found.clone(), None));
    assert!(!found.contains_key(&0) && found.contains_key(&1));
    assert_eq!(ending, BOUND);
}

#[test]
fn a_planning_problem_with_a_relation_for_t() {
    // A robot in one of three rooms in a row (1, 2, 3), with (4) or without a parcel that
    // lies in room 3 and belongs to room 1, where it is delivered (5). Frame axioms only.
    let universal = cnf(&[&[1, 2, 3], &[-1, -2], &[-1, -3], &[-2, -3], &[-4, -5]]);
    let trans = cnf(&[
        &[-1, -8],
        &[-3, -6], // no jumps
        &[4, -9, 3],
        &[4, -9, 8], // picked up in room 3, where it stays meanwhile
        &[5, -10, 4],
        &[5, -10, 1],
        &[5, -10, 6], // delivered in room 1
        &[-5, 10],
        &[-4, 9, 10],
    ]);
    let init = cnf(&[&[1], &[-4], &[-5]]);
    let goals = [cnf(&[&[5]]), cnf(&[&[5], &[3]]), cnf(&[&[4], &[5]])];
    let plan = model(5, init, universal, trans, &goals);
    let (found, ending) = depths(&plan, 20);
    assert_eq!((found, ending), ([(0, 6), (1, 8)].into(), BOUND));
}

#[test]
fn a_run_that_can_not_go_on_exhausts_the_search() {
    // One variable that can only go from false to true, and then nowhere.
    let dead_end = model(1, cnf(&[&[-1]]), Cnf::new(), cnf(&[&[-1], &[2]]), &[cnf(&[&[1], &[-1]])]);
    for kind in [EngineKind::Unroll, EngineKind::Bmc] {
        assert_eq!(said(&dead_end, kind, 20), ([].into(), Some(1), Ending::Complete));
    }
}

#[test]
fn terminated_runs_have_ended() {
    // 1 and then 2 become true and stay so; once 2 is true, all is over.
    let trans = cnf(&[&[3], &[-4, 1], &[4, -1]]);
    let goals = [cnf(&[&[2]]), cnf(&[&[-1], &[2]])];
    let mut model = model(2, cnf(&[&[-1], &[-2]]), Cnf::new(), trans, &goals);
    for kind in [EngineKind::Unroll, EngineKind::Bmc] {
        assert_eq!(said(&model, kind, 20), ([(0, 2)].into(), None, BOUND));
    }
    // The goal that holds when the run settles is found, the other excluded.
    model.terminated = Some(Var(2).lit());
    for kind in [EngineKind::Unroll, EngineKind::Bmc] {
        assert_eq!(said(&model, kind, 20), ([(0, 2)].into(), Some(2), Ending::Complete));
    }
}

#[test]
fn only_bmc_asks_for_an_end() {
    // No step is possible, which takes a case split to see; and the goal costs no query.
    let trans = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let goals = [cnf(&[&[1], &[-1], &[2]])];
    let model = model(2, Cnf::new(), Cnf::new(), trans, &goals);
    assert_eq!(reference(&model, 20).1, Some(0));
    assert_eq!(said(&model, EngineKind::Unroll, 20), ([].into(), None, BOUND));
    assert_eq!(said(&model, EngineKind::Bmc, 20), ([].into(), Some(1), Ending::Complete));
}

#[test]
fn a_goal_that_others_decided_is_left_out() {
    let zero: &[&[i32]] = &[&[-1], &[-2], &[-3]];
    let counter = counter(zero, &[cnf(&[&[1]]), cnf(&[&[3]])]);
    let budget = Budget::unlimited();
    let mut reached = BTreeSet::new();
    let config = Config::new(EngineKind::Unroll);
    let ending = run(&counter, &config, &budget, &mut |event| {
        if let Event::Reached { goal, .. } = event {
            reached.insert(goal);
            budget.drop_part(1);
        }
    });
    assert_eq!((reached, ending), ([0].into(), Ending::Complete));
}

/// Explicit-state search over full assignments: the depth of each goal up to the bound,
/// and the number of steps of the longest run, if that is smaller.
pub fn reference(model: &Model, bound: usize) -> (BTreeMap<usize, usize>, Option<usize>) {
    let spec = &model.spec;
    let n = spec.num_vars;
    let bit = |state: u32, lit: Lit| (state >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive();
    let legal = |&state: &u32| satisfied(&spec.universal, |lit| bit(state, lit));
    let states: Vec<u32> = (0..1 << n).filter(legal).collect();
    let first = |&&state: &&u32| satisfied(&spec.init, |lit| bit(state, lit));
    let mut layer: BTreeSet<u32> = states.iter().filter(first).copied().collect();
    let mut found = BTreeMap::new();
    for depth in 0..=bound {
        if layer.is_empty() {
            return (found, Some(depth.saturating_sub(1)));
        }
        for (goal, condition) in model.goals.iter().enumerate() {
            if layer.iter().any(|&state| satisfied(&condition.clauses, |lit| bit(state, lit))) {
                found.entry(goal).or_insert(depth);
            }
        }
        let step = |from: u32, to: u32| {
            satisfied(&spec.trans, |lit| match lit.var().0.checked_sub(n) {
                None | Some(0) => bit(from, lit),
                Some(var) => bit(to, Lit::new(Var(var), lit.is_positive())),
            })
        };
        let reached = |to: &&u32| layer.iter().any(|&from| step(from, **to));
        layer = states.iter().filter(reached).copied().collect();
    }
    (found, None)
}

/// Random parts of models.
pub struct Parts(pub Random);

impl Parts {
    pub fn below(&mut self, end: u32) -> u32 {
        self.0.below(end.into()) as u32
    }

    pub fn lit(&mut self, vars: u32) -> Lit {
        Lit::new(Var(1 + self.below(vars)), self.0.one_in(2))
    }

    fn clauses(&mut self, vars: u32, count: u32, cnf: &mut Cnf) {
        for _ in 0..self.below(count + 1) {
            let len = 1 + self.below(4);
            cnf.push((0..len).map(|_| self.lit(vars)));
        }
    }

    /// Clauses of a random gate, not necessarily a sensible one.
    pub fn gate(&mut self, output: Lit, vars: u32, cnf: &mut Cnf) {
        let (z, a, b, c) = (output, self.lit(vars), self.lit(vars), self.lit(vars));
        let clauses: &[&[Lit]] = match self.below(4) {
            0 => &[&[!z, a], &[z, !a]],
            1 => &[&[!z, a], &[!z, b], &[z, !a, !b]],
            2 => &[&[!z, a, b], &[!z, !a, !b], &[z, !a, b], &[z, a, !b]],
            _ => &[&[!z, !a, b], &[z, !a, !b], &[!z, a, c], &[z, a, !c]],
        };
        cnf.extend(clauses.iter().copied());
    }
}

/// A model of up to `most` variables.
pub fn random_model(random: &mut Parts, most: u32) -> Model {
    let n = 2 + random.below(most - 1);
    // The variables after these occur in T only, and there only unprimed.
    let carried = n - random.below(3).min(n - 1);
    let (mut init, mut universal, mut trans) = (Cnf::new(), Cnf::new(), Cnf::new());
    random.clauses(carried, 3, &mut init);
    random.clauses(carried, 1, &mut universal);
    random.clauses(n + carried, 3, &mut trans);
    for _ in 0..random.below(3) {
        let output = random.lit(carried);
        random.gate(output, carried, &mut universal);
    }
    for _ in 0..random.below(4) {
        let output = random.lit(n + carried);
        random.gate(output, n + carried, &mut trans);
    }
    for local in carried + 1..=n {
        random.gate(Var(local).lit(), n + carried, &mut trans);
    }
    let goals: Vec<Cnf> = (0..1 + random.below(3))
        .map(|_| {
            let mut goal = Cnf::new();
            random.clauses(carried, 4, &mut goal);
            goal
        })
        .collect();
    model(n, init, universal, trans, &goals)
}

#[test]
fn agrees_with_explicit_state_search_on_random_models() {
    let mut random = Parts(Random::new(7));
    let (mut reached, mut early, mut late, mut ends, mut noticed) = (0, 0, 0, 0, 0);
    for _ in 0..1500 {
        let model = random_model(&mut random, 5);
        // Every path repeats a set of states within 2^n layers; ten reach far enough.
        let (depths, end) = reference(&model, 12);
        let depths: BTreeMap<usize, usize> =
            depths.into_iter().filter(|entry| entry.1 <= 10).collect();
        let all = depths.len() == model.goals.len();
        for kind in [EngineKind::Unroll, EngineKind::Bmc] {
            let (found, claimed, ending) = said(&model, kind, 10);
            assert_eq!(found, depths, "{kind}: {model:?}");
            assert_eq!(ending == Ending::Complete, all || claimed.is_some());
            if let Some(claimed) = claimed {
                assert!(end.is_some_and(|end| end <= claimed as usize), "{kind}: {model:?}");
            }
            match (kind, end) {
                // Of runs with n steps it is asked in depth n + 1 whether they go on.
                (EngineKind::Bmc, Some(end)) if end < 10 && !all => {
                    assert!(claimed.is_some_and(|claimed| claimed as usize <= end + 1));
                    ends += 1;
                }
                (EngineKind::Unroll, _) => noticed += usize::from(claimed.is_some()),
                _ => {}
            }
        }
        reached += depths.len();
        let plan = Plan::new(&model);
        early += plan.early.len();
        late += plan.late.len();
    }
    assert!(reached > 500 && early > 50 && late > 50, "{reached}, {early}, {late}");
    assert!(ends > 100 && noticed > 20, "{ends} ends, {noticed} noticed");
}
