//! Models written by hand, and random ones against explicit-state search: every goal must
//! get its verdict with exactly the k that it takes.

use std::collections::BTreeMap;

use super::*;
use crate::certify::CertifyError;
use crate::certify::dimspec::{check_exhausted, check_invariant, check_k_inductive};
use crate::cnf::{Cnf, Lit, Var};
use crate::engine::EngineKind;
use crate::engine::unroll::tests::{Parts, check, cnf, model, random_model, satisfied};
use crate::support::Random;

/// What is said of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Reached(usize),
    /// After how many steps all has ended is checked, not compared.
    Ended,
    Inductive(u32),
}

/// Runs the engine up to the bound; each claim is checked on the clauses, and a smaller k
/// must not do.
fn said(model: &Model, bound: u32, simple_path: bool) -> BTreeMap<usize, Said> {
    let config = Config { bound: Some(bound), simple_path, ..Config::new(EngineKind::Kinduction) };
    let budget = Budget::unlimited();
    let mut all = BTreeMap::new();
    let mut add = |goal: usize, said: Said| {
        assert_eq!(all.insert(goal, said), None, "goal {goal} is decided twice");
    };
    let ending = run(model, &config, &budget, &Inbox::default(), &mut |event| match event {
        Event::Reached { goal, trace } => {
            check(model, goal, &trace);
            add(goal, Said::Reached(trace.states.len() - 1));
        }
        Event::Unreachable { goals, proof: Proof::Exhausted { steps } } => {
            check_exhausted(model, &goals, steps, &budget).expect("all runs end");
            goals.into_iter().for_each(|goal| add(goal, Said::Ended));
        }
        Event::Unreachable {
            goals,
            proof: Proof::KInductive { k, simple_path: simple, lemmas },
        } => {
            assert_eq!((simple, lemmas), (simple_path, vec![]));
            check_k_inductive(model, &goals, k, simple, &budget).expect("it is k-inductive");
            for goal in goals {
                let less = check_k_inductive(model, &[goal], k - 1, simple, &budget);
                match less {
                    Err(CertifyError::Malformed(_)) => assert_eq!(k, 1),
                    Err(CertifyError::ClausesFail(_)) => {}
                    other => panic!("{k} is not the least: {other:?}"),
                }
                add(goal, Said::Inductive(k));
            }
        }
        Event::Unreachable { proof, .. } => panic!("no proof of k-induction: {proof:?}"),
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
    });
    let decided = all.len() == model.goals.len();
    let expected =
        if decided { Ending::Complete } else { Ending::Stopped(StopReason::Bound(bound)) };
    assert_eq!(ending, expected);
    all
}

/// Three bits (1 is the lowest) that go 0, 1, 2, 0, … from 0, and from 5 over 4 to 3; 6
/// and 7 stay. With `stays` 5 may stay, too. The goals are values.
fn detour(stays: bool, goals: &[i32]) -> Model {
    let steps = [(0, 1), (1, 2), (2, 0), (3, 3), (4, 3), (5, 4), (6, 6), (7, 7)];
    let bit = |n: i32, i: i32| if n >> (i - 1) & 1 == 1 { i } else { -i };
    let mut trans = Cnf::new();
    for (from, to) in steps {
        for i in 1..=3 {
            let to = bit(to, i);
            let next = Lit::from_dimacs(if to > 0 { to + 3 } else { to - 3 });
            // Where 5 may stay only the lowest bit is free: 4 and 5 differ in no other.
            if !(stays && from == 5 && i == 1) {
                let here = [1, 2, 3].map(|i| Lit::from_dimacs(-bit(from, i)));
                trans.push(here.into_iter().chain([next]));
            }
        }
    }
    let value = |n: &i32| cnf(&[&[bit(*n, 1)], &[bit(*n, 2)], &[bit(*n, 3)]]);
    let goals: Vec<Cnf> = goals.iter().map(value).collect();
    model(3, cnf(&[&[-1], &[-2], &[-3]]), Cnf::new(), trans, &goals)
}

#[test]
fn each_goal_has_its_own_k() {
    use Said::{Inductive, Reached};
    // From 4 it is one step to 3, from 5 two, and nothing leads to 5.
    let found = said(&detour(false, &[3, 4, 5, 2, 6]), 20, false);
    let expected = [Inductive(3), Inductive(2), Inductive(1), Reached(2), Inductive(1)];
    assert_eq!(found.into_values().collect::<Vec<_>>(), expected);
}

#[test]
fn simple_paths_prove_more() {
    use Said::Inductive;
    assert_eq!(said(&detour(true, &[3]), 12, false), [].into());
    assert_eq!(said(&detour(true, &[3]), 12, true), [(0, Inductive(3))].into());
    assert_eq!(said(&detour(true, &[4]), 12, true), [(0, Inductive(2))].into());
}

#[test]
fn terminated_states_lead_to_no_goal() {
    // 1 stays as it is, 3 may be given up. 2 follows where 1 holds and 3 doesn't.
    let trans = cnf(&[&[-4, 1], &[4, -1], &[-5, 1], &[-5, -3], &[5, -1, 3], &[3, -6]]);
    let mut model = model(3, cnf(&[&[-1], &[-2]]), Cnf::new(), trans, &[cnf(&[&[2]])]);
    assert_eq!(said(&model, 12, false), [].into(), "3 may be kept for long");
    // The engine believes a hint; who checks the claim does not.
    model.terminated = Some(Var(3).lit());
    let mut proofs = Vec::new();
    run(
        &model,
        &Config::new(EngineKind::Kinduction),
        &Budget::unlimited(),
        &Inbox::default(),
        &mut |event| {
            if let Event::Unreachable { proof, .. } = event {
                proofs.push(proof);
            }
        },
    );
    assert_eq!(proofs, [Proof::KInductive { k: 2, simple_path: false, lemmas: vec![] }]);
    let check = check_k_inductive(&model, &[0], 2, false, &Budget::unlimited());
    assert!(matches!(check, Err(CertifyError::ClausesFail(_))), "{check:?}");
}

#[test]
fn a_goal_that_others_decided_is_left_out() {
    let model = detour(false, &[2, 3]);
    let budget = Budget::unlimited();
    budget.drop_part(1);
    let mut reached = Vec::new();
    let ending = run(
        &model,
        &Config::new(EngineKind::Kinduction),
        &budget,
        &Inbox::default(),
        &mut |event| match event {
            Event::Reached { goal, .. } => reached.push(goal),
            Event::Unreachable { .. } => panic!("nobody asked"),
            Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
        },
    );
    assert_eq!((reached, ending), (vec![0], Ending::Complete));
}

#[test]
fn it_stops_when_told() {
    let budget = Budget::unlimited();
    budget.cancel();
    let model = detour(true, &[3]);
    let ending =
        run(&model, &Config::new(EngineKind::Kinduction), &budget, &Inbox::default(), &mut |_| {});
    assert_eq!(ending, Ending::Stopped(StopReason::Cancelled));
}

/// A model as a graph over full assignments.
struct Graph {
    states: Vec<u32>,
    /// For each state by its place: those that may follow.
    next: Vec<Vec<usize>>,
    first: Vec<usize>,
    /// For each goal the states, by their places, where it holds.
    goals: Vec<Vec<bool>>,
    /// The bits in which states on a simple path differ.
    latches: u32,
}

impl Graph {
    fn new(model: &Model) -> Self {
        let spec = &model.spec;
        let n = spec.num_vars;
        let bit = |state: u32, lit: Lit| (state >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive();
        let legal = |&state: &u32| satisfied(&spec.universal, |lit| bit(state, lit));
        let states: Vec<u32> = (0..1 << n).filter(legal).collect();
        let step = |from: u32, to: u32| {
            satisfied(&spec.trans, |lit| match lit.var().0.checked_sub(n) {
                None | Some(0) => bit(from, lit),
                Some(var) => bit(to, Lit::new(Var(var), lit.is_positive())),
            })
        };
        let all = 0..states.len();
        let next = all
            .clone()
            .map(|from| all.clone().filter(|&to| step(states[from], states[to])).collect())
            .collect();
        let first = |&place: &usize| satisfied(&spec.init, |lit| bit(states[place], lit));
        let holds = |goal: &crate::dimspec::Goal| {
            states.iter().map(|&s| satisfied(&goal.clauses, |lit| bit(s, lit))).collect()
        };
        let latches = spec.latches().iter().map(|var| 1 << (var.0 - 1)).sum();
        let first = all.filter(first).collect();
        let goals = model.goals.iter().map(holds).collect();
        Self { states, next, first, goals, latches }
    }

    /// Whether `steps` steps from `from` lead to the goal for the first time. On a simple
    /// path the states must differ from those `before` and from each other.
    fn leads(&self, from: usize, steps: u32, goal: usize, before: Option<&mut Vec<u32>>) -> bool {
        let is_goal = self.goals[goal][from];
        if steps == 0 || is_goal {
            return steps == 0 && is_goal;
        }
        match before {
            None => self.next[from].iter().any(|&to| self.leads(to, steps - 1, goal, None)),
            Some(before) => {
                let state = self.states[from] & self.latches;
                if before.contains(&state) {
                    return false;
                }
                before.push(state);
                let found =
                    self.next[from].iter().any(|&to| self.leads(to, steps - 1, goal, Some(before)));
                before.pop();
                found
            }
        }
    }

    /// What has to be said of a goal.
    fn expected(&self, goal: usize, bound: u32, simple_path: bool) -> Option<Said> {
        let mut layer = self.first.clone();
        for k in 1..=bound + 1 {
            if layer.iter().any(|&state| self.goals[goal][state]) {
                return Some(Said::Reached(k as usize - 1));
            }
            if layer.is_empty() {
                return Some(Said::Ended);
            }
            let leads =
                |from: usize| self.leads(from, k, goal, simple_path.then(Vec::new).as_mut());
            if !(0..self.states.len()).any(leads) {
                return Some(Said::Inductive(k));
            }
            let mut next: Vec<usize> = layer.iter().flat_map(|&s| self.next[s].clone()).collect();
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        None
    }
}

/// State bits, each with a gate for its next value, and one input.
fn random_circuit(random: &mut Parts, bits: u32) -> Model {
    let n = bits + 1;
    let (mut init, mut trans) = (Cnf::new(), Cnf::new());
    for bit in 1..=bits {
        random.gate(Var(n + bit).lit(), n, &mut trans);
        if !random.0.one_in(4) {
            init.push([Lit::new(Var(bit), random.0.one_in(2))]);
        }
    }
    let goals: Vec<Cnf> = (0..2)
        .map(|_| {
            let mut goal = Cnf::new();
            (0..3).for_each(|_| goal.push([random.lit(bits)]));
            goal
        })
        .collect();
    model(n, init, Cnf::new(), trans, &goals)
}

fn compare(seed: u64, count: usize, most: u32, bound: u32, simple_path: bool) {
    let mut random = Parts(Random::new(seed));
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..count {
        let model = match round % 2 {
            0 => random_model(&mut random, most),
            _ => random_circuit(&mut random, most - 1),
        };
        let graph = Graph::new(&model);
        let expected: BTreeMap<usize, Said> = (0..model.goals.len())
            .filter_map(|goal| Some((goal, graph.expected(goal, bound, simple_path)?)))
            .collect();
        let found = said(&model, bound, simple_path);
        assert_eq!(found, expected, "round {round}: {model:?}");
        for said in found.into_values() {
            let kind = match said {
                Said::Reached(_) => "reached",
                Said::Ended => "ended",
                Said::Inductive(1) => "inductive",
                Said::Inductive(_) => "k-inductive",
            };
            *tally.entry(kind.to_owned()).or_default() += 1;
        }
    }
    println!("{tally:?}");
    assert!(tally.len() == 4 && tally.values().all(|&seen| seen > count / 100), "{tally:?}");
}

#[test]
fn random_models() {
    compare(3, 1200, 4, 4, false);
}

/// With simple paths eight states are decided within nine steps.
#[test]
fn random_models_with_simple_paths() {
    compare(4, 600, 3, 9, true);
}

/// The proofs of an engine that was told `lemmas` before it began, with their goals.
fn told(model: &Model, lemmas: &[&[i32]]) -> Vec<(Vec<usize>, Proof)> {
    let inbox = Inbox::default();
    inbox.put(cnf(lemmas).iter().map(<[Lit]>::to_vec).collect());
    let (shares, bound) = (true, Some(6));
    let config = Config { shares, bound, ..Config::new(EngineKind::Kinduction) };
    let mut proofs = Vec::new();
    run(model, &config, &Budget::unlimited(), &inbox, &mut |event| {
        if let Event::Unreachable { goals, proof } = event {
            proofs.push((goals, proof));
        }
    });
    proofs
}

#[test]
fn a_proof_contains_the_lemmas_that_it_was_told() {
    let budget = Budget::unlimited();
    let model = detour(true, &[3]);
    assert_eq!(said(&model, 6, false), [].into());
    // The highest bit is never set: of the other states only 3 itself leads to 3.
    let proofs = told(&model, &[&[-3]]);
    let lemmas = vec![vec![Lit::from_dimacs(-3)]];
    let proof = Proof::KInductive { k: 1, simple_path: false, lemmas: lemmas.clone() };
    assert_eq!(proofs, [(vec![0], proof)]);
    check_invariant(&model, &[], &lemmas, &budget).expect("it is inductive by itself");
    check_k_inductive(&model.given(&lemmas), &[0], 1, false, &budget).expect("it suffices");
    let without = check_k_inductive(&model, &[0], 1, false, &budget);
    assert!(matches!(without, Err(CertifyError::ClausesFail(_))), "{without:?}");
}

#[test]
fn a_proof_with_a_wrong_lemma_is_refused() {
    // The second bit is set in 2, which is reached in two steps.
    let model = detour(true, &[2]);
    let proofs = told(&model, &[&[-2]]);
    let [(goals, Proof::KInductive { k: 1, lemmas, .. })] = &proofs[..] else {
        panic!("the lemma excludes the goal: {proofs:?}");
    };
    assert_eq!(goals, &[0]);
    let check = check_invariant(&model, &[], lemmas, &Budget::unlimited());
    assert!(matches!(check, Err(CertifyError::ClausesFail(_))), "{check:?}");
}

#[test]
fn lemmas_that_come_late_start_the_step_case_again() {
    let model = detour(true, &[3, 2]);
    let inbox = Inbox::default();
    let config = Config { shares: true, bound: Some(6), ..Config::new(EngineKind::Kinduction) };
    let mut proved = None;
    run(&model, &config, &Budget::unlimited(), &inbox, &mut |event| match event {
        // After two steps; the step case has been at k = 2.
        Event::Reached { goal: 1, .. } => inbox.put(vec![vec![Lit::from_dimacs(-3)]]),
        Event::Unreachable { proof: Proof::KInductive { k, .. }, .. } => proved = Some(k),
        event => assert!(matches!(event, Event::Progress(_)), "{event:?}"),
    });
    assert_eq!(proved, Some(1));
}
