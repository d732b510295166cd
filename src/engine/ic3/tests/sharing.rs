//! What IC3 tells other engines, and what it makes of what they tell: on random models,
//! against explicit-state search.

use super::random::{clauses, random_circuit, random_facts, random_options, random_relation};
use super::{HASTY, checked, config, explicit, is_cover, is_invariant, is_trace};
use crate::cnf::{Cnf, Lit};
use crate::dimspec::{Goal, Model};
use crate::engine::ic3::measure::Solvers;
use crate::engine::ic3::{Options, run_with};
use crate::engine::lemmas::Inbox;
use crate::engine::{Config, Ending, Event, Proof, Sink};
use crate::support::{Budget, Random};

/// A model, by chance with facts.
fn draw(random: &mut Random) -> Model {
    let mut model = if random.one_in(2) { random_relation(random) } else { random_circuit(random) };
    if random.one_in(2) {
        model.facts = random_facts(random, &model);
    }
    model
}

/// Runs IC3, which shares, after it was told `lemmas`.
fn run(
    model: &Model,
    options: Options,
    lemmas: Vec<Vec<Lit>>,
    budget: &Budget,
    sink: Sink<'_>,
) -> Ending {
    let solvers = Solvers { kind: options.solver, streams: None };
    let config = Config { shares: true, ic3: options, ..config() };
    let inbox = Inbox::default();
    inbox.put(lemmas);
    run_with(model, &config, budget, &inbox, sink, HASTY, solvers).0
}

/// What it tells others. It gets more goals than they, or it would seldom have the time.
fn told(random: &mut Random, model: &Model, options: Options) -> Vec<Vec<Lit>> {
    let mut many = model.clone();
    let vars: Vec<u32> = (1..=model.spec.num_vars).collect();
    let goal = |_| Goal { name: String::new(), clauses: clauses(random, &vars, 4, 2) };
    many.goals.extend((0..10).map(goal));
    let mut all: Vec<Vec<Lit>> = Vec::new();
    run(&many, options, vec![], &Budget::unlimited(), &mut |event| {
        if let Event::Lemmas(lemmas) = event {
            assert!(!lemmas.is_empty());
            all.extend(lemmas);
            // With all that was told before; it is whole at any time.
            assert!(is_invariant(model, &[], &all), "not inductive: {all:?} {model:?}");
        }
    });
    all
}

fn as_cnf(lemmas: &[Vec<Lit>]) -> Cnf {
    let mut cnf = Cnf::new();
    lemmas.iter().for_each(|lemma| cnf.push(lemma.iter().copied()));
    cnf
}

#[test]
fn what_is_told_is_inductive_and_helps_others_to_right_answers() {
    let mut random = Random::new(11);
    let (mut tellers, mut used) = (0, 0);
    for round in 0..8000 {
        let model = draw(&mut random);
        let options = random_options(&mut random);
        let lemmas = told(&mut random, &model, options);
        let true_ones = explicit::true_in(&explicit::reached(&model), &as_cnf(&lemmas));
        assert_eq!(true_ones.len(), lemmas.len(), "round {round}: {lemmas:?} {model:?}");
        tellers += usize::from(!lemmas.is_empty());
        // Another configuration gets right answers from it, and its invariants contain it.
        let mut without = |event: Event, sink: Sink<'_>| {
            if let Event::Unreachable { proof: Proof::Inductive(invariant), .. } = &event {
                let implies = |lemma: &Vec<Lit>| {
                    invariant.iter().any(|clause| clause.iter().all(|lit| lemma.contains(lit)))
                };
                assert!(lemmas.iter().all(implies), "round {round}: {invariant:?}, {lemmas:?}");
                used += usize::from(!lemmas.is_empty());
            }
            sink(event);
        };
        let options = random_options(&mut random);
        let found = checked(&model, |budget, sink| {
            let mut sink = |event| without(event, sink);
            let ending = run(&model, options.clone(), lemmas.clone(), budget, &mut sink);
            assert_eq!(ending, Ending::Complete);
        });
        assert_eq!(found, explicit::search(&model), "round {round}: {options:?} {model:?}");
    }
    assert!(tellers > 80 && used > 20, "{tellers} told something, {used} proofs contain it");
}

#[test]
fn wrong_lemmas_lead_to_no_wrong_answer_that_stands_its_check() {
    let mut random = Random::new(12);
    let mut refused = 0;
    for round in 0..2000 {
        let model = draw(&mut random);
        let expected = explicit::search(&model);
        let vars: Vec<u32> = (1..=model.spec.num_vars).collect();
        let wrong = clauses(&mut random, &vars, 6, 2).iter().map(<[Lit]>::to_vec).collect();
        let options = random_options(&mut random);
        run(&model, options, wrong, &Budget::unlimited(), &mut |event| match event {
            Event::Reached { goal, trace } => {
                assert!(is_trace(&model, goal, &trace), "round {round}: {trace:?}");
            }
            Event::Unreachable { goals, proof } => {
                let holds = match &proof {
                    Proof::Inductive(invariant) => is_invariant(&model, &goals, invariant),
                    Proof::Cover(cubes) => is_cover(&model, &goals, cubes),
                    proof => panic!("no proof of IC3: {proof:?}"),
                };
                let reached = goals.iter().any(|&goal| expected[goal]);
                assert!(!(holds && reached), "round {round}: {proof:?} {model:?}");
                refused += usize::from(reached);
            }
            Event::ReachedAlong { .. } | Event::Lemmas(_) | Event::Progress(_) => {}
        });
    }
    assert!(refused > 50, "{refused} wrong proofs were refused");
}
