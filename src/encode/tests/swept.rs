//! Smaller models of random programs (`sweep`): what they take for granted holds in all
//! reachable states, and what is found and proved of them is right.

use std::collections::BTreeSet;

use super::invariants::{check_invariant, clause};
use super::search::{goals, reachable};
use super::*;
use crate::encode::automaton::locations;
use crate::engine::{self, Config, EngineKind, Event, Proof};
use crate::program::random::{self, Shape};
use crate::support::Budget;
use crate::sweep::sweep;
use crate::system::predicates::comparisons;
use crate::system::{LocationInvariant, ProofLit, StateLit, with_facts};

#[test]
fn smaller_models_of_programs_answer_like_the_whole() {
    let (mut merged, mut conditional, mut proved, mut found, mut said) = (0, 0, 0, 0, 0);
    for seed in 0..120 {
        let mut rng = Random::new(seed);
        let program = random::program(&mut rng, &Shape::tiny());
        let blocks = *rng.pick(&[Blocks::Single, Blocks::Large, Blocks::Loops]);
        let cfa = summarise(&single::build(&program), blocks);
        let mut machine = Machine { encoded: automaton::encode(&program, &cfa), rows: None };
        machine.encoded.system.predicates = comparisons(&machine.encoded.system);
        let Some(states) = reachable(&program, &machine) else { continue };
        let expected = goals(&program, &machine).expect("as many states");
        let Encoded { system, restore } = &machine.encoded;
        let known: Vec<Vec<StateLit>> =
            (0..rng.below(5)).filter_map(|_| clause(&mut rng, system, &states)).collect();
        let known = restore.invariant(&program, system, &known);
        let informed = with_facts(system, restore, &known, &LocationInvariant::default());
        let places = locations(&cfa, system);
        let Some(swept) = sweep(&informed, Some(&places), false, &Budget::unlimited()) else {
            continue;
        };
        merged += swept.merged;
        conditional += swept.facts.iter().filter(|clause| clause.len() > 2).count();
        let bits = |clause: &Vec<StateLit>| clause.iter().map(|&lit| lit.into()).collect();
        let taken: Vec<Vec<ProofLit>> = swept.facts.iter().map(bits).collect();
        assert!(
            hold_in_all(system, &states, &taken),
            "seed {seed}: what is taken for granted does not hold"
        );
        let invariant = restore.invariant(&program, system, &swept.facts);
        said += check_invariant(&mut rng, &program, &invariant);
        let mut open: BTreeSet<usize> = (0..system.bad.len()).collect();
        let config = Config::new(EngineKind::Ic3);
        let (model, map) = (&swept.built.model, &swept.built.map);
        engine::run(model, &config, &Budget::unlimited(), &mut |event| match event {
            Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
            Event::Reached { goal, trace } => {
                let trace = restore.trace(&program, &map.words(&trace)).expect("a run");
                assert!(system.bad[goal].goals.contains(&trace.goal), "seed {seed}");
                assert!(expected.contains(&trace.goal), "seed {seed}");
                open.remove(&goal);
                found += 1;
            }
            Event::Unreachable { goals, proof } => {
                for goal in goals {
                    assert!(open.remove(&goal), "seed {seed}");
                    let none = |goal: &GoalId| !expected.contains(goal);
                    assert!(system.bad[goal].goals.iter().all(none), "seed {seed}");
                }
                if let Proof::Inductive(clauses) = proof {
                    let clauses: Option<Vec<Vec<ProofLit>>> =
                        clauses.iter().map(|clause| map.clause(clause)).collect();
                    let clauses = clauses.expect("of state");
                    assert!(hold_in_all(system, &states, &clauses), "seed {seed}: no invariant");
                    let invariant = restore.invariant(&program, system, &clauses);
                    said += check_invariant(&mut rng, &program, &invariant);
                    proved += 1;
                }
            }
        });
        assert!(open.is_empty(), "seed {seed}: {open:?}");
    }
    let seen = [merged, conditional, proved, found, said];
    assert!(seen.iter().zip([60, 50, 20, 20, 100]).all(|(seen, least)| *seen > least), "{seen:?}");
}
