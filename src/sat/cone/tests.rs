//! The solver beside CaDiCaL: the same random sequences of calls to both.

use super::{Cone, luby};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::framed::Switched;
use crate::sat::{ALWAYS, Answer, CaDiCaL, Framed, Profile, Solver};
use crate::support::{Budget, Random};

fn literal(random: &mut Random, vars: u32) -> Lit {
    Lit::new(Var(1 + random.below(vars.into()) as u32), random.one_in(2))
}

/// A frame, or none in particular.
fn frame(random: &mut Random) -> u32 {
    if random.one_in(3) { ALWAYS } else { random.below(5) as u32 }
}

/// CaDiCaL, for formulas of the variables from 1 to `vars`.
fn reference(profile: Profile, vars: u32) -> Switched<CaDiCaL> {
    Switched::new(CaDiCaL::new(profile), Var(vars + 1))
}

/// A definition of `output` over variables below it.
fn gate(random: &mut Random, output: u32) -> Cnf {
    let [a, b, c] = [(); 3].map(|()| literal(random, output - 1));
    let out = Lit::new(Var(output), random.one_in(2));
    let mut cnf = Cnf::new();
    match random.below(3) {
        0 => {
            cnf.push([!out, a]);
            cnf.push([!out, b]);
            cnf.push([out, !a, !b]);
        }
        1 => {
            cnf.push([!out, a, b]);
            cnf.push([!out, !a, !b]);
            cnf.push([out, !a, b]);
            cnf.push([out, a, !b]);
        }
        _ => {
            cnf.push([!out, !c, a]);
            cnf.push([!out, c, b]);
            cnf.push([out, !c, !a]);
            cnf.push([out, c, !b]);
        }
    }
    cnf
}

/// What occurred, so that the test can't become empty.
#[derive(Default, Debug)]
struct Tally {
    sat: u32,
    cores: u32,
    learned: usize,
    interrupted: u32,
    withdrawn: usize,
}

/// One formula that grows between queries.
fn round(random: &mut Random, inputs: u32, gates: u32, tally: &mut Tally) {
    let budget = Budget::unlimited();
    let vars = inputs + gates;
    let (mut cone, mut reference) = (Cone::new(), reference(Profile::Incremental, vars));
    cone.limit = random.index(6);
    let mut lemmas: Vec<(Box<[Lit]>, u32)> = vec![];
    for output in inputs + 1..=vars {
        let definition = gate(random, output);
        definition.iter().for_each(|clause| reference.add(clause));
        cone.define(Var(output), &definition);
    }
    for _ in 0..30 {
        for _ in 0..random.below(3) {
            let length = 1 + random.index(4) + random.index(2);
            // Mostly over inputs, like lemmas.
            let over = if random.one_in(8) { vars } else { inputs };
            let clause: Vec<Lit> = (0..length).map(|_| literal(random, over)).collect();
            let last = frame(random);
            cone.add_up_to(last, &clause);
            reference.add_up_to(last, &clause);
            lemmas.push((clause.into(), last));
        }
        if random.one_in(2) && !lemmas.is_empty() {
            // One that implies it in its place, or the same for more frames.
            let (old, last) = lemmas.swap_remove(random.index(lemmas.len()));
            let mut clause = old.to_vec();
            clause.truncate(1 + random.index(clause.len()));
            let last = last.max(frame(random));
            tally.withdrawn += 1 - cone.supersede(last, &clause, std::slice::from_ref(&old));
            reference.add_up_to(last, &clause);
            lemmas.push((clause.into(), last));
        }
        let frame = frame(random);
        let assumed: Vec<Lit> = (0..random.below(6)).map(|_| literal(random, vars)).collect();
        let temporary: Vec<Lit> = (0..random.below(4)).map(|_| literal(random, vars)).collect();
        if random.one_in(4) {
            cone.limit_conflicts(1);
        }
        if random.one_in(4) {
            cone.set_phase(literal(random, vars));
        }
        let answer = cone.solve_in(frame, &assumed, &temporary, &budget);
        let expected = reference.solve_in(frame, &assumed, &temporary, &budget);
        tally.learned = tally.learned.max(cone.clauses.learned);
        match answer {
            Answer::Interrupted => tally.interrupted += 1,
            Answer::Sat => {
                tally.sat += 1;
                assert_eq!(expected, Answer::Sat);
                assert!(assumed.iter().all(|&lit| cone.value(lit) && !cone.value(!lit)));
                assert!(temporary.is_empty() || temporary.iter().any(|&lit| cone.value(lit)));
                let domain: Vec<Var> = cone.domain.iter().collect();
                let model: Vec<Lit> =
                    domain.iter().map(|&var| Lit::new(var, cone.value(var.lit()))).collect();
                let checked = reference.solve_in(frame, &model, &[], &budget);
                assert_eq!(checked, Answer::Sat, "no model");
            }
            Answer::Unsat => {
                assert_eq!(expected, Answer::Unsat);
                let core: Vec<Lit> =
                    assumed.iter().copied().filter(|&lit| cone.failed(lit)).collect();
                tally.cores += u32::from(!core.is_empty());
                let again = reference.solve_in(frame, &core, &temporary, &budget);
                assert_eq!(again, Answer::Unsat, "the core {core:?} of {assumed:?}");
            }
        }
    }
}

#[test]
fn answers_like_cadical() {
    let mut random = Random::new(5);
    let mut tally = Tally::default();
    for _ in 0..1500 {
        let (inputs, gates) = (2 + random.below(10) as u32, random.below(40) as u32);
        round(&mut random, inputs, gates, &mut tally);
    }
    assert!(tally.sat > 5000 && tally.cores > 3000 && tally.interrupted > 100, "{tally:?}");
    assert!(tally.learned > 10 && tally.withdrawn > 2000, "{tally:?}");
}

/// Formulas that need many conflicts, restarts and reductions.
#[test]
fn answers_like_cadical_on_hard_formulas() {
    let mut random = Random::new(6);
    let budget = Budget::unlimited();
    let mut answers = [0, 0];
    for _ in 0..20 {
        let (mut cone, mut reference) = (Cone::new(), reference(Profile::Default, 120));
        cone.limit = 50;
        for number in 0..5 * 120 {
            let clause = [(); 3].map(|()| literal(&mut random, 120));
            let last = if number < 3 * 120 { ALWAYS } else { random.below(8) as u32 };
            cone.add_up_to(last, &clause);
            reference.add_up_to(last, &clause);
        }
        for _ in 0..10 {
            let assumed = [(); 3].map(|()| literal(&mut random, 120));
            let frame = random.below(8) as u32;
            let answer = cone.solve_in(frame, &assumed, &[], &budget);
            assert_eq!(answer, reference.solve_in(frame, &assumed, &[], &budget));
            answers[usize::from(answer == Answer::Sat)] += 1;
        }
    }
    assert!(answers.iter().all(|&count| count > 20), "{answers:?}");
}

#[test]
fn a_limit_on_conflicts_holds_for_one_call() {
    let lit = |pigeon: i32, hole: i32| Lit::from_dimacs(6 * pigeon + hole + 1);
    let mut solver = Cone::new();
    for pigeon in 0..7 {
        solver.add(&(0..6).map(|hole| lit(pigeon, hole)).collect::<Vec<Lit>>());
        for (other, hole) in (0..pigeon).flat_map(|p| (0..6).map(move |h| (p, h))) {
            solver.add(&[!lit(pigeon, hole), !lit(other, hole)]);
        }
    }
    let budget = Budget::unlimited();
    solver.limit_conflicts(5);
    assert_eq!(solver.solve(&[], &budget), Answer::Interrupted);
    assert_eq!(solver.solve(&[], &budget), Answer::Unsat);
    budget.cancel();
    assert_eq!(Cone::new().solve(&[], &budget), Answer::Interrupted);
}

#[test]
fn what_a_query_does_not_depend_on_stays_open() {
    let mut solver = Cone::new();
    let mut definition = Cnf::new();
    definition.push([Lit::from_dimacs(-3), Lit::from_dimacs(1)]);
    definition.push([Lit::from_dimacs(-3), Lit::from_dimacs(2)]);
    definition.push([Lit::from_dimacs(3), Lit::from_dimacs(-1), Lit::from_dimacs(-2)]);
    solver.define(Var(3), &definition);
    let assumed = [1, 2].map(Lit::from_dimacs);
    assert_eq!(solver.solve(&assumed, &Budget::unlimited()), Answer::Sat);
    assert_eq!(solver.trail.len(), 2);
    assert_eq!(solver.solve(&[Lit::from_dimacs(-3)], &Budget::unlimited()), Answer::Sat);
    assert_eq!(solver.trail.len(), 3);
}

/// Of two clauses the same literals are left; one of them is withdrawn for fewer frames.
#[test]
fn what_holds_in_more_frames_stays() {
    let [a, a2, b, c] = [1, 2, 3, 4].map(Lit::from_dimacs);
    let (one, other) = ([a, b, c], [a2, b, c]);
    let mut solver = Cone::new();
    solver.add_up_to(3, &one);
    solver.add_up_to(4, &other);
    solver.add(&[!a]);
    solver.add(&[!a2]);
    solver.add_up_to(7, &other);
    solver.add_up_to(3, &one);
    assert_eq!(solver.supersede(5, &[a, b], &[one.into()]), 1);
    let budget = Budget::unlimited();
    for (frame, answer) in [(5, Answer::Unsat), (7, Answer::Unsat), (8, Answer::Sat)] {
        assert_eq!(solver.solve_in(frame, &[!b, !c], &[], &budget), answer, "frame {frame}");
    }
}

/// A lemma that comes to hold in all frames is there once.
#[test]
fn what_holds_always_belongs_to_no_frame() {
    let [a, b] = [1, 2].map(Lit::from_dimacs);
    let mut solver = Cone::new();
    let watched = |solver: &Cone| solver.clauses.watches[(!a).code()].len();
    solver.add_up_to(3, &[a, b]);
    assert_eq!(watched(&solver), 1);
    assert_eq!(solver.supersede(5, &[a, b], &[[a, b].into()]), 0);
    assert_eq!(solver.supersede(ALWAYS, &[a, b], &[[a, b].into()]), 0);
    assert_eq!(watched(&solver), 1);
    assert_eq!(solver.solve(&[!a, !b], &Budget::unlimited()), Answer::Unsat);
}

#[test]
fn the_luby_sequence() {
    let sequence: Vec<u32> = (1..16).map(luby).collect();
    assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
