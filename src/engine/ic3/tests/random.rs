//! Random small models, relational and functional, against explicit-state search.

use super::{HASTY, explicit, relational, reversed_verdicts, verdicts_with};
use crate::cnf::{Cnf, Lit, Var};
use crate::dimspec::{Model, Structure, Word};
use crate::engine::ic3::{EFFORT, Options, SolverKind, Technique};
use crate::support::Random;

fn literal(random: &mut Random, vars: &[u32]) -> Lit {
    let var = vars[random.below(vars.len() as u64) as usize];
    Lit::new(Var(var), random.one_in(2))
}

fn clause(random: &mut Random, vars: &[u32], longest: u64) -> Vec<Lit> {
    (0..1 + random.below(longest)).map(|_| literal(random, vars)).collect()
}

pub(super) fn clauses(random: &mut Random, vars: &[u32], count: u64, longest: u64) -> Cnf {
    let mut cnf = Cnf::new();
    for _ in 0..random.below(count + 1) {
        cnf.push(clause(random, vars, longest));
    }
    cnf
}

/// `output ↔ gate` over literals of `vars`, the gate drawn among what our own models and
/// foreign ones contain.
fn gate(random: &mut Random, output: Lit, vars: &[u32], cnf: &mut Cnf) {
    let [a, b, c] = [(); 3].map(|()| literal(random, vars));
    match random.below(5) {
        0 => {
            cnf.push([!output, a]);
            cnf.push([output, !a]);
        }
        1 | 2 => {
            cnf.push([!output, a]);
            cnf.push([b, !output]);
            cnf.push([output, !a, !b]);
        }
        3 => {
            cnf.push([!output, a, b]);
            cnf.push([!output, !a, !b]);
            cnf.push([output, !a, b]);
            cnf.push([output, a, !b]);
        }
        _ => {
            cnf.push([!output, !c, a]);
            cnf.push([!output, c, b]);
            cnf.push([output, !c, !a]);
            cnf.push([output, c, !b]);
        }
    }
}

/// A random order of 1 to n.
fn shuffled(random: &mut Random, n: u32) -> Vec<u32> {
    let mut vars: Vec<u32> = (1..=n).collect();
    for place in (1..vars.len()).rev() {
        vars.swap(place, random.below(place as u64 + 1) as usize);
    }
    vars
}

/// Any mixture of gates in U, functions and relations in T, restrictions anywhere.
pub(super) fn random_relation(random: &mut Random) -> Model {
    let n = 2 + random.below(5) as u32;
    let all: Vec<u32> = (1..=n).collect();
    let both: Vec<u32> = (1..=2 * n).collect();
    let order = match random.below(3) {
        0 => all.clone(),
        1 => all.iter().rev().copied().collect(),
        _ => shuffled(random, n),
    };
    let gates = random.below(u64::from(n)) as usize;
    let mut universal = Cnf::new();
    for place in order.len() - gates..order.len() {
        let output = Lit::new(Var(order[place]), random.one_in(2));
        if place > 0 {
            gate(random, output, &order[..place], &mut universal);
        }
    }
    universal.extend(clauses(random, &all, 2, 3).iter());
    let mut trans = Cnf::new();
    for &var in &order {
        if random.one_in(3) {
            let output = Lit::new(Var(var + n), random.one_in(2));
            let arguments = if random.one_in(4) { &both } else { &all };
            gate(random, output, arguments, &mut trans);
        }
    }
    trans.extend(clauses(random, &both, u64::from(2 * n), 4).iter());
    let init = match random.below(8) {
        0 => Cnf::new(),
        1 => clauses(random, &all, u64::from(3 * n), 1),
        _ => clauses(random, &all, u64::from(2 * n), 3),
    };
    let goals = (0..1 + random.below(3)).map(|_| clauses(random, &all, 4, 3)).collect();
    relational(n, init, universal, trans, goals)
}

/// A circuit: state bits, inputs, gates in U, `x' ↔ literal` in T. Small enough that all
/// variables can be enumerated. U may restrict states by a unit clause on a gate.
pub(super) fn random_circuit(random: &mut Random) -> Model {
    let num_state = 1 + random.below(5) as u32;
    let num_inputs = random.below(3) as u32;
    let num_gates = random.below(5) as u32;
    let n = num_state + num_inputs + num_gates;
    let state: Vec<u32> = (1..=num_state).collect();
    let sources: Vec<u32> = (1..=num_state + num_inputs).collect();
    let all: Vec<u32> = (1..=n).collect();
    let mut universal = Cnf::new();
    for var in num_state + num_inputs + 1..=n {
        gate(random, Var(var).lit(), &all[..var as usize - 1], &mut universal);
    }
    let mut trans = Cnf::new();
    for &bit in &state {
        let (next, function) = (Var(bit + n).lit(), literal(random, &all));
        if random.one_in(8) {
            trans.push([next.xor(random.one_in(2))]);
        } else {
            trans.push([!next, function]);
            trans.push([next, !function]);
        }
    }
    if random.one_in(3) {
        universal.push([literal(random, &all)]);
    }
    let init = match random.below(6) {
        0 => clauses(random, &all, u64::from(n), 3),
        1 => clauses(random, &sources, u64::from(n), 3),
        _ => clauses(random, &state, u64::from(3 * num_state), 1),
    };
    let goals = (0..1 + random.below(4)).map(|_| {
        let mut clauses = Cnf::new();
        clauses.push([literal(random, &all)]);
        if random.one_in(2) {
            clauses.push([literal(random, &state)]);
        }
        clauses
    });
    let goals = goals.collect();
    let vars = |range: std::ops::RangeInclusive<u32>| range.map(Var).collect::<Vec<Var>>();
    let mut model = relational(n, init, universal, trans, goals);
    // Inputs that I reads carry state in the first step: such a model isn't functional.
    let reads_inputs = model.spec.init.iter().flatten().any(|lit| lit.var().0 > num_state);
    if !reads_inputs {
        model.structure = Structure::Functional {
            state: vars(1..=num_state),
            inputs: vars(num_state + 1..=num_state + num_inputs),
        };
    }
    model
}

/// Clauses that hold in every run of the model; sometimes many, and not inductive.
pub(super) fn random_facts(random: &mut Random, model: &Model) -> Cnf {
    let all: Vec<u32> = (1..=model.spec.num_vars).collect();
    let count = if random.one_in(4) { 100 } else { 10 };
    explicit::true_in(&explicit::reached(model), &clauses(random, &all, count, 3))
}

/// Any variables. Of those that are no gates over latches nothing may come.
pub(super) fn random_predicates(random: &mut Random, model: &Model) -> Vec<Var> {
    (0..random.below(6)).map(|_| Var(1 + random.below(model.spec.num_vars.into()) as u32)).collect()
}

/// Some of the variables, in any order, as bits of words.
pub(super) fn random_words(random: &mut Random, model: &Model) -> Vec<Word> {
    let mut vars = shuffled(random, model.spec.num_vars).into_iter().map(Var);
    let words = 0..random.below(4);
    let word = |_| Word {
        is_location: random.one_in(2),
        bits: vars.by_ref().take(random.below(4) as usize).collect(),
    };
    words.map(word).collect()
}

/// Either solver; often all techniques, else some.
pub(super) fn random_options(random: &mut Random) -> Options {
    let solver = if random.one_in(4) { SolverKind::CaDiCaL } else { SolverKind::Cone };
    let rare = 1 + random.below(4);
    let mut off = || rare > 1 && random.one_in(rare);
    let without = Technique::ALL.iter().copied().filter(|_| off()).collect();
    let with = Technique::ALL.iter().copied().filter(|_| random.one_in(2)).collect();
    Options { solver, without, with }
}

/// Runs `count` models, some with facts; both answers must occur often, and facts too,
/// else the test shows nothing.
fn compare(seed: u64, count: usize, draw: fn(&mut Random) -> Model) {
    let mut random = Random::new(seed);
    let (mut tally, mut informed) = ([0, 0], 0);
    for round in 0..count {
        let mut model = draw(&mut random);
        let expected = explicit::search(&model);
        if random.one_in(2) {
            model.facts = random_facts(&mut random, &model);
            informed += usize::from(!model.facts.is_empty());
        }
        if random.one_in(2) {
            model.predicates = random_predicates(&mut random, &model);
        }
        model.words = random_words(&mut random, &model);
        let effort = if random.one_in(2) { HASTY } else { EFFORT };
        let options = random_options(&mut random);
        let found = if random.one_in(3) {
            reversed_verdicts(&model, options.clone())
        } else {
            verdicts_with(&model, effort, options.clone())
        };
        assert_eq!(found, expected, "round {round}: {options:?} {model:?}");
        expected.iter().for_each(|&reached| tally[usize::from(reached)] += 1);
    }
    assert!(tally.iter().all(|&seen| seen > count / 8), "one-sided: {tally:?}");
    assert!(informed > count / 8, "{informed} models with facts");
}

#[test]
fn random_relations() {
    compare(1, 4000, random_relation);
}

#[test]
fn random_circuits() {
    compare(2, 4000, random_circuit);
}
