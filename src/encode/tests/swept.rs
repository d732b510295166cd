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
use crate::system::{StateLit, with_facts};

#[test]
fn smaller_models_of_programs_answer_like_the_whole() {
    let (mut merged, mut conditional, mut proved, mut found, mut said) = (0, 0, 0, 0, 0);
    for seed in 0..120 {
        let mut rng = Random::new(seed);
        let program = random::program(&mut rng, &Shape::tiny());
        let blocks = *rng.pick(&[Blocks::Single, Blocks::Large, Blocks::Loops]);
        let cfa = summarise(&single::build(&program), blocks);
        let machine = Machine { encoded: automaton::encode(&program, &cfa), rows: None };
        let Some(states) = reachable(&program, &machine) else { continue };
        let expected = goals(&program, &machine).expect("as many states");
        let Encoded { system, restore } = &machine.encoded;
        let known: Vec<Vec<StateLit>> =
            (0..rng.below(5)).filter_map(|_| clause(&mut rng, system, &states)).collect();
        let informed = with_facts(system, restore, &restore.invariant(&program, system, &known));
        let places = locations(&cfa, system);
        let Some(swept) = sweep(&informed, Some(&places), false, &Budget::unlimited()) else {
            continue;
        };
        merged += swept.merged;
        conditional += swept.facts.iter().filter(|clause| clause.len() > 2).count();
        let holds = |clauses: &[Vec<StateLit>]| {
            let is = |state: &States, lit: &StateLit| state[lit.state].bit(lit.bit) == lit.positive;
            let any =
                |state: &States, clause: &Vec<StateLit>| clause.iter().any(|lit| is(state, lit));
            states.iter().all(|state| clauses.iter().all(|clause| any(state, clause)))
        };
        assert!(holds(&swept.facts), "seed {seed}: what is taken for granted does not hold");
        let invariant = restore.invariant(&program, system, &swept.facts);
        said += check_invariant(&mut rng, &program, &invariant);
        let mut open: BTreeSet<usize> = (0..system.bad.len()).collect();
        let config = Config::new(EngineKind::Ic3);
        let (model, map) = (&swept.built.model, &swept.built.map);
        engine::run(model, &config, &Budget::unlimited(), &mut |event| match event {
            Event::Progress(_) | Event::Lemmas(_) => {}
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
                    let clauses: Option<Vec<Vec<StateLit>>> =
                        clauses.iter().map(|clause| map.clause(clause)).collect();
                    assert!(holds(&clauses.expect("of state")), "seed {seed}: no invariant");
                    proved += 1;
                }
            }
        });
        assert!(open.is_empty(), "seed {seed}: {open:?}");
    }
    let seen = [merged, conditional, proved, found, said];
    assert!(seen.iter().zip([60, 50, 20, 20, 100]).all(|(seen, least)| *seen > least), "{seen:?}");
}
