//! Proofs of random programs that speak of comparisons: what they say holds in all reachable
//! states, on the system's words, and at the program's locations.

use super::invariants::check_invariant;
use super::search::{goals, reachable};
use super::*;
use crate::certify::system::check_invariant as check_on_words;
use crate::dimspec::build;
use crate::engine::{self, Config, EngineKind, Event, Proof};
use crate::program::random::{self, Shape};
use crate::support::Budget;
use crate::system::predicates::comparisons;

#[test]
fn proofs_about_comparisons_hold() {
    let (mut known, mut spoken, mut said) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Random::new(seed);
        let program = random::program(&mut rng, &Shape::tiny());
        let blocks = *rng.pick(&[Blocks::Single, Blocks::Large, Blocks::Loops]);
        let mut machine = Machine::automaton(&program, blocks);
        let Some(states) = reachable(&program, &machine) else { continue };
        let expected = goals(&program, &machine).expect("as many states");
        let Encoded { system, restore } = &mut machine.encoded;
        system.predicates = comparisons(system);
        known += system.predicates.len();
        let built = build::build(system, None);
        let config = Config::new(EngineKind::Ic3);
        let budget = Budget::unlimited();
        engine::run(&built.model, &config, &budget, &mut |event| match event {
            Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
            Event::Reached { goal, .. } => {
                assert!(system.bad[goal].goals.iter().any(|goal| expected.contains(goal)));
            }
            Event::Unreachable { goals, proof } => {
                let reached = |goal: &usize| &system.bad[*goal].goals;
                assert!(!goals.iter().flat_map(reached).any(|goal| expected.contains(goal)));
                let Proof::Inductive(clauses) = proof else { return };
                let clauses: Option<Vec<Vec<ProofLit>>> =
                    clauses.iter().map(|clause| built.map.clause(clause)).collect();
                let clauses = clauses.expect("of state");
                assert!(hold_in_all(system, &states, &clauses), "seed {seed}: no invariant");
                let named = |lit: &ProofLit| matches!(lit, ProofLit::Predicate(..));
                spoken += usize::from(clauses.iter().flatten().any(named));
                check_on_words(system, &goals, &clauses, &budget).expect("an invariant");
                let invariant = restore.invariant(&program, system, &clauses);
                said += check_invariant(&mut rng, &program, &invariant);
            }
        });
    }
    assert!(known > 150 && spoken > 8 && said > 4000, "{known} {spoken} {said}");
}
