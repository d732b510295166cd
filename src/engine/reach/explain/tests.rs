//! Explanations and interpolants of random paths, by their definition: on all states.

use super::*;
use crate::bv::{Assignment, Value, eval};
use crate::cfa::{Cfa, CfaInputId, CfaVar, Edge, Location, LocationId};
use crate::engine::reach::path::Taken;
use crate::program::{BlockId, ValueId};
use crate::support::{Budget, IndexVec, Random};

/// Bits of each variable and input.
const WIDTH: u32 = 2;
const VARIABLES: u32 = 3;

/// A term of this width over some symbols.
fn term(terms: &mut TermStore, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    if depth == 0 || random.one_in(4) {
        return match random.one_in(4) {
            true => terms.number(WIDTH, random.below(4).into()),
            false => *random.pick(symbols),
        };
    }
    let [a, b] = [(); 2].map(|()| term(terms, random, symbols, depth - 1));
    match random.below(5) {
        0 => terms.app(Op::Sub, &[a, b]),
        1 => terms.and(a, b),
        2 => {
            let condition = truth(terms, random, symbols, depth - 1);
            terms.ite(condition, a, b)
        }
        _ => terms.app(Op::Add, &[a, b]),
    }
}

/// A truth value.
fn truth(terms: &mut TermStore, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    let [a, b] = [(); 2].map(|()| term(terms, random, symbols, depth));
    match random.below(5) {
        0 => terms.app(Op::Ult, &[a, b]),
        1 => terms.app(Op::Sle, &[a, b]),
        2 if depth > 0 => {
            let [a, b] = [(); 2].map(|()| truth(terms, random, symbols, depth - 1));
            terms.or(a, b)
        }
        3 => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        _ => terms.eq(a, b),
    }
}

/// A line of locations, each with one edge to the next.
fn line(random: &mut Random, length: usize) -> Cfa {
    let mut terms = TermStore::new();
    let vars: IndexVec<_, CfaVar> = (0..VARIABLES)
        .map(|place| CfaVar {
            term: terms.symbol(format!("x{place}"), WIDTH),
            value: ValueId(place),
        })
        .collect();
    let inputs: IndexVec<_, Term> = [terms.symbol("in", WIDTH)].into_iter().collect();
    let symbols: Vec<Term> =
        vars.iter().map(|var| var.term).chain([inputs[CfaInputId(0)]]).collect();
    let mut edges = IndexVec::new();
    for place in 0..length as u32 {
        let guard = (0..random.below(3)).map(|_| truth(&mut terms, random, &symbols, 1)).collect();
        let mut update = vec![];
        for var in vars.indices() {
            if random.one_in(2) {
                update.push((var, term(&mut terms, random, &symbols, 2)));
            }
        }
        edges.push(Edge {
            source: LocationId(place),
            target: LocationId(place + 1),
            guard,
            update,
            blocks: vec![],
            iterations: None,
        });
    }
    let locations = (0..=length as u32).map(|place| Location::Block(BlockId(place))).collect();
    Cfa { terms, vars, inputs, locations, edges, entry: LocationId(0) }
}

/// Values of the variables.
type State = Vec<Value>;

fn states() -> impl Iterator<Item = State> {
    let bits = WIDTH * VARIABLES;
    (0..1u128 << bits).map(|number| {
        (0..VARIABLES).map(|place| Value::new(WIDTH, number >> (place * WIDTH))).collect()
    })
}

fn assignment(cfa: &Cfa, state: &State, input: u128) -> Assignment {
    let symbol = |term: Term| cfa.terms.as_symbol(term).expect("variables are symbols");
    let vars = cfa.vars.iter().zip(state).map(|(var, value)| (symbol(var.term), value.clone()));
    vars.chain([(symbol(cfa.inputs[CfaInputId(0)]), Value::new(WIDTH, input))]).collect()
}

fn holds(terms: &TermStore, cfa: &Cfa, formula: Term, state: &State) -> bool {
    eval(terms, formula, &assignment(cfa, state, 0)).is_true()
}

/// The states that an edge leads to.
fn successors(cfa: &Cfa, edge: &Edge, state: &State) -> Vec<State> {
    let mut all = vec![];
    for input in 0..1 << WIDTH {
        let values = assignment(cfa, state, input);
        if edge.guard.iter().all(|&conjunct| eval(&cfa.terms, conjunct, &values).is_true()) {
            let mut next = state.clone();
            for &(var, value) in &edge.update {
                next[var.0 as usize] = eval(&cfa.terms, value, &values);
            }
            all.push(next);
        }
    }
    all
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
    for _ in 0..300 {
        let length = 1 + random.below(4) as usize;
        let cfa = line(&mut random, length);
        let mut space = Space::new(&cfa, &Budget::unlimited());
        let symbols: Vec<Term> = cfa.vars.iter().map(|var| var.term).collect();
        let from = truth(&mut space.terms, &mut random, &symbols, 1);
        let to = truth(&mut space.terms, &mut random, &symbols, 1);
        let edges: Vec<EdgeId> = cfa.edges.indices().collect();
        match interpolants(&mut space, from, &edges, to).expect("there is time") {
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
    assert!(found > 50 && none > 50, "{found} {none}");
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
        let options = Options { explain: explain_by, ..Options::default() };
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
