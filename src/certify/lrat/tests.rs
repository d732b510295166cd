//! The checker against CaDiCaL's proofs, damaged proofs, and steps made up.

use super::*;
use crate::cnf::Cnf;
use crate::sat::Answer;
use crate::sat::Profile;
use crate::sat::proof::Session;
use crate::support::Budget;

/// A recorded proof, so that it can be changed.
#[derive(Clone, Debug)]
enum Step {
    Added(Vec<Lit>),
    Original(i64),
    Derived(i64, Vec<Lit>, Vec<i64>),
    Refuted(i64, Vec<Lit>, Vec<i64>),
    Deleted(i64),
    SetAside(i64),
    Restored(i64),
    /// The end of a query: what must have been proved.
    Conclude(Vec<Lit>),
}

#[derive(Default)]
struct Recorder(Vec<Step>);

impl ProofSink for Recorder {
    fn added(&mut self, clause: &[Lit]) {
        self.0.push(Step::Added(clause.to_vec()));
    }
    fn original(&mut self, id: i64) {
        self.0.push(Step::Original(id));
    }
    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.0.push(Step::Derived(id, clause.to_vec(), hints.to_vec()));
    }
    fn refuted(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.0.push(Step::Refuted(id, clause.to_vec(), hints.to_vec()));
    }
    fn deleted(&mut self, id: i64) {
        self.0.push(Step::Deleted(id));
    }
    fn set_aside(&mut self, id: i64) {
        self.0.push(Step::SetAside(id));
    }
    fn restored(&mut self, id: i64) {
        self.0.push(Step::Restored(id));
    }
}

fn play(steps: &[Step]) -> Result<(), LratError> {
    let mut checker = Checker::default();
    for step in steps {
        match step {
            Step::Added(clause) => checker.added(clause),
            Step::Original(id) => checker.original(*id),
            Step::Derived(id, clause, hints) => checker.derived(*id, clause, hints),
            Step::Refuted(id, clause, hints) => checker.refuted(*id, clause, hints),
            Step::Deleted(id) => checker.deleted(*id),
            Step::SetAside(id) => checker.set_aside(*id),
            Step::Restored(id) => checker.restored(*id),
            Step::Conclude(assumptions) => checker.conclude(assumptions)?,
        }
    }
    Ok(())
}

fn clause(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| Lit::from_dimacs(n)).collect()
}

/// `holes + 1` pigeons don't fit: hard enough to make CaDiCaL learn and delete.
fn pigeons(holes: i32) -> Cnf {
    let at = |pigeon: i32, hole: i32| Lit::from_dimacs(pigeon * holes + hole + 1);
    let mut cnf = Cnf::new();
    for pigeon in 0..=holes {
        cnf.push((0..holes).map(|hole| at(pigeon, hole)));
        for other in 0..pigeon {
            for hole in 0..holes {
                cnf.push([!at(pigeon, hole), !at(other, hole)]);
            }
        }
    }
    cnf
}

/// The proof that the clauses have no model, to be concluded at its end.
fn record(formula: &Cnf) -> Vec<Step> {
    let mut session = Session::new(Profile::Default, Recorder::default());
    formula.iter().for_each(|clause| session.add(clause));
    assert_eq!(session.solve(&[], &Budget::unlimited()), Answer::Unsat);
    let mut steps = std::mem::take(&mut session.sink().0);
    steps.push(Step::Conclude(vec![]));
    steps
}

#[test]
fn accepts_what_cadical_proves() {
    let mut formulas: Vec<Cnf> = (1..=7).map(pigeons).collect();
    // Duplicates, tautologies, units that shorten later clauses, an empty clause.
    let mut odd = Cnf::new();
    for numbers in [&[1, 1][..], &[2, -2], &[-1, 3, 3], &[-3, -1, 4], &[-4, -3], &[5]] {
        odd.push(clause(numbers));
    }
    formulas.push(odd);
    let mut empty = Cnf::new();
    empty.push(clause(&[1, 2]));
    empty.push([]);
    formulas.push(empty);
    for formula in &formulas {
        assert_eq!(play(&record(formula)), Ok(()));
        let mut session = Session::new(Profile::Default, Checker::default());
        formula.iter().for_each(|clause| session.add(clause));
        assert_eq!(session.solve(&[], &Budget::unlimited()), Answer::Unsat);
        assert_eq!(session.sink().conclude(&[]), Ok(()));
    }
}

/// Parts of a CNF that grows, each with a query: gates over the variables of the parts before,
/// and pigeons that have no room if the query's assumption is true. Refuting that takes the
/// solver long enough to take gates out that the next parts need again.
fn growing(seed: u64, parts: usize) -> Vec<(Vec<Vec<Lit>>, Lit)> {
    let mut random = crate::certify::blaster::tests::Random(seed);
    let mut below = move |limit: i32| i32::try_from(random.below(limit as usize)).unwrap();
    let mut variables = 12;
    let mut all = Vec::new();
    for _ in 0..parts {
        let mut part = Vec::new();
        for _ in 0..60 {
            let mut input = || (below(variables) + 1) * (2 * below(2) - 1);
            let (a, b) = (input(), input());
            variables += 1;
            let out = variables;
            part.extend([clause(&[-out, a]), clause(&[-out, b]), clause(&[out, -a, -b])]);
        }
        variables += 1;
        let query = variables;
        let pigeons = pigeons(7);
        for clause in pigeons.iter() {
            let moved = clause.iter().map(|lit| {
                let number = lit.to_dimacs();
                Lit::from_dimacs(number + number.signum() * variables)
            });
            part.push(moved.chain([Lit::from_dimacs(-query)]).collect());
        }
        variables += 56;
        all.push((part, Lit::from_dimacs(query)));
    }
    all
}

/// Queries with assumptions to clauses that grow: the checker agrees with each answer that
/// there is no model, and with no other.
#[test]
fn follows_queries_with_assumptions() {
    let (mut refuted, mut satisfied, mut restored) = (0, 0, 0);
    for seed in 0..4 {
        let mut session = Session::new(Profile::Default, Both::default());
        for (part, query) in growing(seed, 6) {
            part.iter().for_each(|clause| session.add(clause));
            let gate = part[0][0];
            for assumptions in [vec![gate, part[0][1]], vec![query, gate], vec![!gate]] {
                let answer = session.solve(&assumptions, &Budget::unlimited());
                let concluded = session.sink().checker.conclude(&assumptions);
                if answer == Answer::Unsat {
                    assert_eq!(concluded, Ok(()), "seed {seed}");
                    refuted += 1;
                } else {
                    assert!(concluded.is_err(), "seed {seed}");
                    satisfied += 1;
                }
            }
        }
        let steps = &session.sink().recorder.0;
        restored += steps.iter().filter(|step| matches!(step, Step::Restored(_))).count();
    }
    let all = (refuted, satisfied, restored);
    assert!(refuted >= 24 && satisfied >= 24 && restored >= 1000, "{all:?}");
}

/// A checker, and what it is told.
#[derive(Default)]
struct Both {
    recorder: Recorder,
    checker: Checker,
}

impl ProofSink for Both {
    fn added(&mut self, clause: &[Lit]) {
        self.recorder.added(clause);
        self.checker.added(clause);
    }
    fn original(&mut self, id: i64) {
        self.recorder.original(id);
        self.checker.original(id);
    }
    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.recorder.derived(id, clause, hints);
        self.checker.derived(id, clause, hints);
    }
    fn refuted(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.recorder.refuted(id, clause, hints);
        self.checker.refuted(id, clause, hints);
    }
    fn deleted(&mut self, id: i64) {
        self.recorder.deleted(id);
        self.checker.deleted(id);
    }
    fn set_aside(&mut self, id: i64) {
        self.recorder.set_aside(id);
        self.checker.set_aside(id);
    }
    fn restored(&mut self, id: i64) {
        self.recorder.restored(id);
        self.checker.restored(id);
    }
}

/// A proof of a satisfiable formula can't be accepted, whatever its steps: here all
/// proofs with one clause of the formula missing.
#[test]
fn rejects_proofs_of_something_else() {
    let formula = pigeons(4);
    let steps = record(&formula);
    for left_out in 0..formula.len() {
        // The pigeon-hole clauses are minimally unsatisfiable.
        let mut weaker = steps.clone();
        let mut number = 0;
        for step in &mut weaker {
            if let Step::Added(clause) = step {
                if number == left_out {
                    clause.push(Lit::from_dimacs(1000 + i32::try_from(number).unwrap()));
                }
                number += 1;
            }
        }
        assert!(play(&weaker).is_err(), "clause {left_out} weakened");
    }
}

/// Each way of damaging a step that matters is seen.
#[test]
fn rejects_damaged_proofs() {
    let formula = pigeons(3);
    let steps = record(&formula);
    // Only what the empty clause depends on can matter.
    let mut needed = rustc_hash::FxHashSet::default();
    for step in steps.iter().rev() {
        if let Step::Derived(id, clause, hints) = step
            && (clause.is_empty() || needed.contains(id))
        {
            needed.insert(*id);
            needed.extend(hints.iter().copied());
        }
    }
    let mut damaged = 0;
    let mut reject = |at: usize, step: Option<Step>| {
        let mut copy = steps.clone();
        match step {
            Some(step) => copy[at] = step,
            None => drop(copy.remove(at)),
        }
        assert!(play(&copy).is_err(), "step {at} damaged: {:?}", copy.get(at));
        damaged += 1;
    };
    for (at, step) in steps.iter().enumerate() {
        let Step::Derived(id, clause, hints) = step else { continue };
        if !needed.contains(id) {
            continue;
        }
        reject(at, None);
        for i in 0..hints.len() {
            let mut fewer = hints.clone();
            fewer.remove(i);
            reject(at, Some(Step::Derived(*id, clause.clone(), fewer)));
            for wrong in [0, -hints[i], 1_000_000] {
                let mut other = hints.clone();
                other[i] = wrong;
                reject(at, Some(Step::Derived(*id, clause.clone(), other)));
            }
        }
        for i in 0..clause.len() {
            // A literal negated: the hints no longer propagate to a conflict.
            let mut other = clause.clone();
            other[i] = !other[i];
            reject(at, Some(Step::Derived(*id, other, hints.clone())));
        }
    }
    assert!(damaged > 20, "the test damaged only {damaged} places");
    assert!(play(&[Step::Conclude(vec![])]).is_err());
}

#[test]
fn rejects_malformed_steps() {
    let original = [
        Step::Added(clause(&[1, 2])),
        Step::Added(clause(&[-1, 2])),
        Step::Added(clause(&[-2])),
        Step::Original(1),
        Step::Original(2),
        Step::Original(3),
    ];
    let derive =
        |id, numbers: &[i32], hints: &[i64]| Step::Derived(id, clause(numbers), hints.to_vec());
    let refute =
        |id, numbers: &[i32], hints: &[i64]| Step::Refuted(id, clause(numbers), hints.to_vec());
    let run = |more: &[Step], assumptions: &[i32]| {
        let end = Step::Conclude(clause(assumptions));
        play(&[&original[..], more, &[end]].concat())
    };
    assert_eq!(run(&[derive(4, &[2], &[1, 2]), derive(5, &[], &[4, 3])], &[]), Ok(()));
    assert_eq!(run(&[derive(4, &[], &[3, 1, 2])], &[]), Ok(()));
    // A hint twice: the second time it does nothing.
    assert_eq!(run(&[derive(4, &[], &[3, 1, 1, 2])], &[]), Ok(()));
    assert_eq!(run(&[refute(4, &[-1], &[2, 3])], &[1, 2]), Ok(()));
    let away = [Step::SetAside(2), Step::Deleted(2)];
    let back = [&away[..], &[Step::Restored(2), refute(4, &[-1], &[2, 3])]].concat();
    assert_eq!(run(&back, &[1]), Ok(()));
    // Set aside and restored without having been deleted.
    let kept = [Step::SetAside(2), Step::Restored(2), refute(4, &[-1], &[2, 3])];
    assert_eq!(run(&kept, &[1]), Ok(()));
    let wrong = [
        vec![derive(3, &[2], &[1, 2])],
        vec![derive(0, &[2], &[1, 2])],
        vec![derive(4, &[2, -2], &[1, 2])],
        vec![derive(4, &[9], &[3, 1, 2])],
        vec![derive(4, &[], &[1, 2, 3])],
        vec![derive(4, &[], &[3, 1, 2, 3])],
        vec![derive(4, &[], &[])],
        vec![Step::Deleted(4)],
        vec![Step::Deleted(1), derive(4, &[], &[3, 1, 2])],
        vec![Step::Original(4)],
        vec![Step::Restored(1)],
        vec![Step::Deleted(1), Step::Restored(1)],
        vec![Step::SetAside(4)],
        [&away[..], &[refute(4, &[-1], &[2, 3])]].concat(),
        // The clause of other assumptions, and one that is not refuted.
        vec![refute(4, &[-1], &[2])],
    ];
    for steps in wrong {
        assert!(run(&steps, &[1]).is_err(), "{steps:?}");
    }
    assert!(run(&[refute(4, &[-1], &[2, 3])], &[2]).is_err());
    assert!(run(&[refute(4, &[-1], &[2, 3])], &[]).is_err());
}
