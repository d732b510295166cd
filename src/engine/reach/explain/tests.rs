//! Explanations and interpolants of random paths, by their definition: on all states.

use super::*;
use crate::cfa::Cfa;
use crate::engine::reach::Interpolation;
use crate::engine::reach::path::Taken;
use crate::engine::reach::testing::{State, automaton, block, holds, states, successors, truth};
use crate::support::{Budget, Random};

/// A line of locations, each with one edge to the next.
fn line(random: &mut Random, length: usize) -> Cfa {
    let last = u32::try_from(length).expect("it is short");
    let steps: Vec<[u32; 2]> = (0..last).map(|place| [place, place + 1]).collect();
    automaton(random, (0..=last).map(block).collect(), &steps)
}

/// That each formula, with the step, implies the next, the first one `from`.
fn check(terms: &TermStore, cfa: &Cfa, from: Term, formulas: &[Term]) {
    let mut before = from;
    for (edge, &after) in cfa.edges.iter().zip(formulas) {
        for state in states().filter(|state| holds(terms, cfa, before, state)) {
            for next in successors(cfa, edge, &state) {
                assert!(holds(terms, cfa, after, &next), "{state:?} {next:?}");
            }
        }
        before = after;
    }
}

#[test]
fn interpolants_lead_from_one_condition_to_the_other() {
    let mut random = Random::new(11);
    let (mut found, mut none) = (0, 0);
    for round in 0..600 {
        let system = [Interpolation::McMillan, Interpolation::Pudlak][round % 2];
        let length = 1 + random.below(4) as usize;
        let cfa = line(&mut random, length);
        let mut space = Space::new(&cfa, &Budget::unlimited());
        let symbols: Vec<Term> = cfa.vars.iter().map(|var| var.term).collect();
        let from = truth(&mut space.terms, &mut random, &symbols, 1);
        let to = truth(&mut space.terms, &mut random, &symbols, 1);
        let edges: Vec<EdgeId> = cfa.edges.indices().collect();
        match interpolants(&mut space, from, &edges, to, system).expect("there is time") {
            Some(formulas) => {
                found += 1;
                assert_eq!(formulas.len(), length);
                assert!(formulas.iter().all(|&formula| space.is_of_states(formula)));
                check(&space.terms, &cfa, from, &formulas);
                let last = formulas[length - 1];
                let mut ends = states().filter(|end| holds(&space.terms, &cfa, last, end));
                assert!(ends.all(|end| holds(&space.terms, &cfa, to, &end)));
            }
            None => none += 1,
        }
    }
    assert!(found > 100 && none > 100, "{found} {none}");
}

#[test]
fn explanations_exclude_the_path() {
    let mut random = Random::new(12);
    let mut explained = 0;
    for round in 0..400 {
        let length = 2 + random.below(4) as usize;
        let cfa = line(&mut random, length);
        let mut space = Space::new(&cfa, &Budget::unlimited());
        let edges: Vec<EdgeId> = cfa.edges.indices().collect();
        let path = Path::new(&mut space, edges.clone());
        let taken = path.taken(&mut space).expect("there is time");
        let mut reached: Vec<State> = states().collect();
        for edge in cfa.edges.iter() {
            let next = reached.iter().flat_map(|state| successors(&cfa, edge, state));
            reached = next.collect();
            reached.sort_unstable();
            reached.dedup();
        }
        let Taken::No(core) = taken else {
            assert!(!reached.is_empty());
            continue;
        };
        assert!(reached.is_empty());
        explained += 1;
        let explain_by = if round % 4 == 0 { Explain::Interpolants } else { Explain::Atoms };
        let interpolation = [Interpolation::McMillan, Interpolation::Pudlak][round / 4 % 2];
        let options = Options { explain: explain_by, interpolation, ..Options::default() };
        let mut hints = IndexVec::filled(vec![], cfa.locations.len());
        if round % 2 == 0 {
            let symbols: Vec<Term> = cfa.vars.iter().map(|var| var.term).collect();
            for hints in hints.iter_mut() {
                *hints = vec![truth(&mut space.terms, &mut random, &symbols, 1)];
            }
        }
        let asked = Asked { options: &options, hints: &hints, boolean: round % 3 != 0 };
        let said = explain(&mut space, &asked, &path, &core).expect("there is time");
        assert!(said.len() < length);
        let truth = space.terms.bool(true);
        let falsity = space.terms.bool(false);
        let formulas: Vec<Term> = said.iter().map(|it| it.formula).chain([falsity]).collect();
        check(&space.terms, &cfa, truth, &formulas);
    }
    assert!(explained > 100, "{explained}");
}
