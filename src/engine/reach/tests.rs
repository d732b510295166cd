//! The engines on random automata with loops: what they say is compared with all runs.

use std::collections::HashSet;
use std::time::Duration;

use super::testing::{State, automaton, block, holds, states, successors};
use super::*;
use crate::program::GoalId;
use crate::support::Random;

const BLOCKS: u32 = 4;
const GOALS: u32 = 2;

/// Some edges from each block, none to the entry, which is the first.
fn random_automaton(random: &mut Random) -> Automaton {
    let mut steps = vec![];
    for source in 0..BLOCKS {
        for _ in 0..=random.below(3) {
            let choices = u64::from(BLOCKS + GOALS - 1);
            steps.push([source, 1 + u32::try_from(random.below(choices)).expect("it is small")]);
        }
    }
    let goals = (0..GOALS).map(|goal| Location::Goal(GoalId(goal)));
    let locations = (0..BLOCKS).map(block).chain(goals).collect();
    let cfa = automaton(random, locations, &steps);
    let goals = (BLOCKS..BLOCKS + GOALS).map(|place| Some(LocationId(place))).collect();
    Automaton { cfa, goals, hints: vec![] }
}

/// Where runs come.
fn reached(cfa: &Cfa) -> HashSet<(LocationId, State)> {
    let mut open: Vec<(LocationId, State)> = states().map(|state| (cfa.entry, state)).collect();
    let mut seen: HashSet<(LocationId, State)> = open.iter().cloned().collect();
    while let Some((location, state)) = open.pop() {
        for edge in cfa.edges.iter().filter(|edge| edge.source == location) {
            for next in successors(cfa, edge, &state) {
                if seen.insert((edge.target, next.clone())) {
                    open.push((edge.target, next));
                }
            }
        }
    }
    seen
}

/// That formulas hold at the entry, that no step leaves them, and that none leads to the goals.
fn check_proof(cfa: &Cfa, formulas: &Formulas, goals: &[LocationId]) {
    let allowed = |location: LocationId, state: &State| {
        let mut here = formulas.at.iter().filter(|it| it.0 == location);
        here.next().is_some_and(|it| holds(&formulas.terms, cfa, it.1, state))
    };
    assert!(states().all(|state| allowed(cfa.entry, &state)));
    for edge in cfa.edges.iter() {
        for state in states().filter(|state| allowed(edge.source, state)) {
            for next in successors(cfa, edge, &state) {
                assert!(!goals.contains(&edge.target), "a step leads to {}", edge.target);
                let inside = matches!(cfa.locations[edge.target], Location::Block(_));
                assert!(!inside || allowed(edge.target, &next), "a step leaves the formulas");
            }
        }
    }
}

fn random_options(random: &mut Random) -> Options {
    Options {
        abstraction: *random.pick(&[Abstraction::Boolean, Abstraction::Cartesian]),
        order: *random.pick(&[Order::Breadth, Order::Depth]),
        scope: *random.pick(&[Scope::Location, Scope::Program]),
        explain: *random.pick(&[Explain::Atoms, Explain::Interpolants]),
        interpolation: *random.pick(&[Interpolation::McMillan, Interpolation::Pudlak]),
        without: Source::ALL.into_iter().filter(|_| random.one_in(4)).collect(),
        forced_covering: random.one_in(2),
        // With it the search need not end.
        keep_subtree: false,
        slackening: random.one_in(2),
    }
}

#[test]
fn what_engines_say_of_random_automata_is_so() {
    let kinds = [
        EngineKind::Predicate,
        EngineKind::Impact,
        EngineKind::Blast,
        EngineKind::Tracer,
        EngineKind::Ic3ia,
    ];
    let mut random = Random::new(13);
    let (mut found, mut proved) = ([0; 5], [0; 5]);
    for round in 0..120 {
        let automaton = random_automaton(&mut random);
        let cfa = &automaton.cfa;
        let runs = reached(cfa);
        let goal = |goal: usize| automaton.goals[goal].expect("it has a place");
        let is_reached = |at: usize| runs.iter().any(|it| it.0 == goal(at));
        for (place, &kind) in kinds.iter().enumerate() {
            let config = Config { reach: random_options(&mut random), ..Config::new(kind) };
            // A search that does not end would hold up all tests.
            let budget = Budget::with_timeout(Some(Duration::from_secs(100)));
            let mut decided = [0; GOALS as usize];
            let mut sink = |event: Event| match event {
                Event::ReachedAlong { goal: at, path } => {
                    assert!(is_reached(at), "{kind}, round {round}: no run reaches {at}");
                    assert_eq!(cfa.edges[path[path.len() - 1].edge].target, goal(at));
                    decided[at] += 1;
                    found[place] += 1;
                }
                Event::Unreachable { goals, proof: Proof::Formulas(formulas) } => {
                    assert!(!goals.iter().any(|&at| is_reached(at)), "{kind}, round {round}");
                    let at: Vec<LocationId> = goals.iter().map(|&at| goal(at)).collect();
                    check_proof(cfa, &formulas, &at);
                    goals.iter().for_each(|&at| decided[at] += 1);
                    proved[place] += goals.len();
                }
                _ => {}
            };
            let ending = run(&automaton, &config, &budget, &mut sink);
            assert!(matches!(ending, Ending::Complete), "{kind}, round {round}: {ending:?}");
            assert_eq!(decided, [1; GOALS as usize], "{kind}, round {round}");
        }
    }
    assert!(found.iter().chain(&proved).all(|&count| count > 30), "{found:?} {proved:?}");
}
