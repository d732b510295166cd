//! A checker of LRAT proofs: decides whether a refutation of a CNF is right.
//!
//! Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT
//! Verification (CADE 2017), restricted to steps by unit propagation (RUP). Steps are
//! checked as they arrive, in the order of the proof.
//!
//! Why it suffices. A derived clause C is accepted if, with all its literals false, the
//! hinted clauses one after the other leave a single literal that isn't false (which is
//! then made true, if it is not yet) and the last leaves none. So every assignment that satisfies the
//! clauses known before satisfies C too. When the empty clause is accepted, no
//! assignment satisfies the CNF. The originals are taken from our own CNF, never from
//! the solver: a proof about other clauses can't be accepted.
//!
//! Deliberately absent: RAT steps (no technique that needs them is switched on), files.

use rustc_hash::FxHashMap;

use crate::cnf::{Cnf, Lit};
use crate::sat::proof::ProofSink;

/// Why a proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} of the LRAT proof, clause {id}: {what}")]
pub struct LratError {
    /// Number of the step, from 1.
    pub step: u64,
    /// The clause that the step is about; 0 for the end of the proof.
    pub id: i64,
    /// What is wrong.
    pub what: &'static str,
}

/// Checks one proof. The first error is kept and ends the check.
#[derive(Debug)]
pub struct Checker {
    formula: Cnf,
    /// Number of clauses of `formula` that have got their id.
    named: usize,
    clauses: FxHashMap<i64, Box<[Lit]>>,
    /// By literal code: whether the literal is false in the current propagation.
    falsified: Vec<bool>,
    step: u64,
    refuted: bool,
    error: Option<LratError>,
}

impl Checker {
    /// A checker of refutations of `formula`.
    pub fn new(formula: Cnf) -> Self {
        Self {
            formula,
            named: 0,
            clauses: FxHashMap::default(),
            falsified: Vec::new(),
            step: 0,
            refuted: false,
            error: None,
        }
    }

    /// Ends the check.
    ///
    /// # Errors
    /// If a step was wrong, or the empty clause was not derived.
    pub fn finish(self) -> Result<(), LratError> {
        match self.error {
            Some(error) => Err(error),
            None if self.refuted => Ok(()),
            None => Err(LratError {
                step: self.step,
                id: 0,
                what: "the proof ends without the empty clause",
            }),
        }
    }

    /// Runs one step unless an earlier one was wrong, and keeps its error.
    fn step(&mut self, id: i64, run: impl FnOnce(&mut Self) -> Result<(), &'static str>) {
        if self.error.is_none() {
            self.step += 1;
            if let Err(what) = run(self) {
                self.error = Some(LratError { step: self.step, id, what });
            }
        }
    }

    fn insert(&mut self, id: i64, clause: &[Lit]) -> Result<(), &'static str> {
        if id <= 0 {
            return Err("an id is a positive number");
        }
        if self.clauses.insert(id, clause.into()).is_some() {
            return Err("the id is in use");
        }
        self.refuted |= clause.is_empty();
        let codes = clause.iter().map(|lit| (lit.code() | 1) + 1).max().unwrap_or(0);
        if codes > self.falsified.len() {
            self.falsified.resize(codes, false);
        }
        Ok(())
    }

    /// Whether `clause` follows by propagating the hints in order. `trail` receives the
    /// literals that were made false on the way.
    fn follows(
        &mut self,
        clause: &[Lit],
        hints: &[i64],
        trail: &mut Vec<Lit>,
    ) -> Result<(), &'static str> {
        for &lit in clause {
            if self.falsified.get((!lit).code()) == Some(&true) {
                return Err("the clause is a tautology");
            }
            if lit.code() >= self.falsified.len() {
                return Err("a variable that no clause has");
            }
            if !self.falsified[lit.code()] {
                self.falsified[lit.code()] = true;
                trail.push(lit);
            }
        }
        for (i, hint) in hints.iter().enumerate() {
            let hinted = self.clauses.get(hint).ok_or("a hint names no clause")?;
            let mut open = None;
            for &lit in hinted {
                if !self.falsified[lit.code()] && open != Some(lit) {
                    if open.is_some() {
                        return Err("a hint leaves more than one literal");
                    }
                    open = Some(lit);
                }
            }
            match open {
                None if i + 1 == hints.len() => return Ok(()),
                None => return Err("hints go on after the conflict"),
                // True already: the hint does nothing. CaDiCaL gives such hints at times.
                Some(unit) if self.falsified[(!unit).code()] => {}
                Some(unit) => {
                    self.falsified[(!unit).code()] = true;
                    trail.push(!unit);
                }
            }
        }
        Err("the hints lead to no conflict")
    }
}

impl ProofSink for Checker {
    fn original(&mut self, id: i64) {
        self.step(id, |checker| {
            let clause = checker.formula.get(checker.named);
            let clause = clause.ok_or("more original clauses than the formula has")?.to_vec();
            checker.named += 1;
            checker.insert(id, &clause)
        });
    }

    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.step(id, |checker| {
            let mut trail = Vec::new();
            let follows = checker.follows(clause, hints, &mut trail);
            for lit in trail {
                checker.falsified[lit.code()] = false;
            }
            follows?;
            checker.insert(id, clause)
        });
    }

    fn deleted(&mut self, id: i64) {
        self.step(id, |checker| {
            checker.clauses.remove(&id).map(drop).ok_or("no such clause to delete")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Answer, proof};
    use crate::support::Budget;

    /// A recorded proof, so that it can be changed.
    #[derive(Clone, Debug)]
    enum Step {
        Original(i64),
        Derived(i64, Vec<Lit>, Vec<i64>),
        Deleted(i64),
    }

    #[derive(Default)]
    struct Recorder(Vec<Step>);

    impl ProofSink for Recorder {
        fn original(&mut self, id: i64) {
            self.0.push(Step::Original(id));
        }
        fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
            self.0.push(Step::Derived(id, clause.to_vec(), hints.to_vec()));
        }
        fn deleted(&mut self, id: i64) {
            self.0.push(Step::Deleted(id));
        }
    }

    fn play(formula: &Cnf, steps: &[Step]) -> Result<(), LratError> {
        let mut checker = Checker::new(formula.clone());
        for step in steps {
            match step {
                Step::Original(id) => checker.original(*id),
                Step::Derived(id, clause, hints) => checker.derived(*id, clause, hints),
                Step::Deleted(id) => checker.deleted(*id),
            }
        }
        checker.finish()
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

    fn record(formula: &Cnf) -> Vec<Step> {
        let (answer, _, proof) = proof::solve(formula, Recorder::default(), &Budget::unlimited());
        assert_eq!(answer, Answer::Unsat);
        proof.0
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
            let steps = record(formula);
            assert_eq!(play(formula, &steps), Ok(()));
            let (answer, _, checker) =
                proof::solve(formula, Checker::new(formula.clone()), &Budget::unlimited());
            assert_eq!((answer, checker.finish()), (Answer::Unsat, Ok(())));
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
            let mut weaker = Cnf::new();
            for (i, clause) in formula.iter().enumerate() {
                if i == left_out {
                    let unused = Lit::from_dimacs(1000 + i32::try_from(i).unwrap());
                    weaker.push(clause.iter().copied().chain([unused]));
                } else {
                    weaker.push(clause.iter().copied());
                }
            }
            assert!(play(&weaker, &steps).is_err(), "clause {left_out} weakened");
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
            assert!(play(&formula, &copy).is_err(), "step {at} damaged: {:?}", copy.get(at));
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
        assert!(play(&formula, &[]).is_err());
    }

    #[test]
    fn rejects_malformed_steps() {
        let mut formula = Cnf::new();
        formula.push(clause(&[1, 2]));
        formula.push(clause(&[-1, 2]));
        formula.push(clause(&[-2]));
        let original = [Step::Original(1), Step::Original(2), Step::Original(3)];
        let derive =
            |id, numbers: &[i32], hints: &[i64]| Step::Derived(id, clause(numbers), hints.to_vec());
        let run = |more: &[Step]| play(&formula, &[&original[..], more].concat());
        assert_eq!(run(&[derive(4, &[2], &[1, 2]), derive(5, &[], &[4, 3])]), Ok(()));
        assert_eq!(run(&[derive(4, &[], &[3, 1, 2])]), Ok(()));
        // A hint twice: the second time it does nothing.
        assert_eq!(run(&[derive(4, &[], &[3, 1, 1, 2])]), Ok(()));
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
        ];
        for steps in wrong {
            assert!(run(&steps).is_err(), "{steps:?}");
        }
    }
}
