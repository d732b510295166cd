//! A checker of LRAT proofs: decides whether refutations of a CNF are right.
//!
//! Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT
//! Verification (CADE 2017), restricted to steps by unit propagation (RUP); for several
//! queries, with assumptions, to one CNF that grows: Fazekas, Pollitt, Fleury, Biere:
//! Certifying Incremental SAT Solving (LPAR 2024). Steps are checked as they arrive, in the
//! order of the proof.
//!
//! Why it suffices. A derived clause C is accepted if, with all its literals false, the
//! hinted clauses one after the other leave a single literal that isn't false (which is
//! then made true, if it is not yet) and the last leaves none. So every assignment that satisfies the
//! clauses known before satisfies C too. When the empty clause is accepted, no
//! assignment satisfies the CNF; when a clause of negated assumptions is, none satisfies
//! it and the assumptions. The originals are taken from who asks, never from the solver: a
//! proof about other clauses can't be accepted. A clause that was set aside comes back as it
//! was here; since whatever was once accepted follows from the originals, it may.
//!
//! Deliberately absent: RAT steps (no technique that needs them is switched on), files.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::cnf::Lit;
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
#[derive(Debug, Default)]
pub struct Checker {
    /// Clauses that were added and have got no id yet.
    unnamed: VecDeque<Box<[Lit]>>,
    clauses: FxHashMap<i64, Box<[Lit]>>,
    /// Clauses that may come back, and whether they are deleted yet.
    aside: FxHashMap<i64, Option<Box<[Lit]>>>,
    /// By literal code: whether the literal is false in the current propagation.
    falsified: Vec<bool>,
    step: u64,
    /// Whether the empty clause was derived.
    empty: bool,
    /// The last clause of negated assumptions.
    refuted: Option<Box<[Lit]>>,
    error: Option<LratError>,
}

impl Checker {
    /// Whether it was proved that no assignment satisfies the clauses that were added and
    /// these assumptions, by the last query.
    ///
    /// # Errors
    /// If a step was wrong, or that was not derived.
    pub fn conclude(&self, assumptions: &[Lit]) -> Result<(), LratError> {
        let error = |what| LratError { step: self.step, id: 0, what };
        let fits = |clause: &[Lit]| clause.iter().all(|&lit| assumptions.contains(&!lit));
        match (&self.error, &self.refuted) {
            (Some(error), _) => Err(error.clone()),
            (None, _) if self.empty => Ok(()),
            (None, Some(clause)) if fits(clause) => Ok(()),
            (None, _) if assumptions.is_empty() => {
                Err(error("the proof ends without the empty clause"))
            }
            (None, _) => Err(error("the proof ends without a clause of negated assumptions")),
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
        self.empty |= clause.is_empty();
        let codes = clause.iter().map(|lit| (lit.code() | 1) + 1).max().unwrap_or(0);
        if codes > self.falsified.len() {
            self.falsified.resize(codes, false);
        }
        Ok(())
    }

    /// Whether `clause` follows by propagating the hints in order.
    fn check(&mut self, clause: &[Lit], hints: &[i64]) -> Result<(), &'static str> {
        let mut trail = Vec::new();
        let follows = self.follows(clause, hints, &mut trail);
        for lit in trail {
            self.falsified[lit.code()] = false;
        }
        follows
    }

    /// As [`Self::check`]. `trail` receives the literals that were made false on the way.
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
    fn added(&mut self, clause: &[Lit]) {
        self.unnamed.push_back(clause.into());
    }

    fn original(&mut self, id: i64) {
        self.step(id, |checker| {
            let clause = checker.unnamed.pop_front();
            checker.insert(id, &clause.ok_or("more original clauses than were added")?)
        });
    }

    fn derived(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.step(id, |checker| {
            checker.check(clause, hints)?;
            checker.insert(id, clause)
        });
    }

    fn refuted(&mut self, id: i64, clause: &[Lit], hints: &[i64]) {
        self.step(id, |checker| {
            checker.check(clause, hints)?;
            checker.refuted = Some(clause.into());
            Ok(())
        });
    }

    fn deleted(&mut self, id: i64) {
        self.step(id, |checker| {
            let clause = checker.clauses.remove(&id).ok_or("no such clause to delete")?;
            if let Some(aside) = checker.aside.get_mut(&id) {
                *aside = Some(clause);
            }
            Ok(())
        });
    }

    fn set_aside(&mut self, id: i64) {
        self.step(id, |checker| {
            if !checker.clauses.contains_key(&id) {
                return Err("no such clause to set aside");
            }
            checker.aside.insert(id, None);
            Ok(())
        });
    }

    fn restored(&mut self, id: i64) {
        self.step(id, |checker| {
            match checker.aside.remove(&id).ok_or("no such clause to restore")? {
                Some(clause) => checker.insert(id, &clause),
                // It was not deleted yet.
                None => Ok(()),
            }
        });
    }
}

#[cfg(test)]
mod tests;
