//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024)
//! through the crate `cadical-sys`, which holds CaDiCaL 3.0.1: of the bindings measured
//! the fastest on small incremental queries, and the one with temporary clauses, phases,
//! values known for good and proofs. The crate `cadical` 0.1.16 has none of these four.
//!
//! Only one CaDiCaL may be linked into the binary: two merge silently into one, since
//! their symbols are the same.

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::{Answer, Solver};
use crate::cnf::Lit;
use crate::support::Budget;

/// A CaDiCaL solver.
pub struct CaDiCaL {
    solver: CaDiCal,
}

/// How a solver is set up; CaDiCaL's own defaults suit single hard queries, not
/// thousands of small ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// CaDiCaL's defaults, but for lucky phases: few, hard queries.
    Default,
    /// Thousands of small incremental queries: no inprocessing.
    Incremental,
}

struct Stop(Budget);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.exhausted().is_some()
    }
}

impl CaDiCaL {
    /// A new solver without clauses.
    pub fn new(profile: Profile) -> Self {
        let mut solver = CaDiCal::new();
        // Bounded variable addition would claim variable numbers that callers may use.
        let mut set = |name: &str, value: i32| {
            let known = solver.set(name, value);
            debug_assert!(known, "CaDiCaL has no option {name}");
        };
        set("factor", 0);
        set("factorcheck", 0);
        // It tries simple assignments first, some at a cost that grows with the square of the size:
        // more than half of the time for proofs of handshakes. Most queries have no solution.
        set("lucky", 0);
        if profile == Profile::Incremental {
            for option in ["inprocessing", "walk"] {
                set(option, 0);
            }
        }
        Self { solver }
    }

    /// A new solver without clauses whose proof, with antecedents, is told to `tracer`.
    pub(super) fn with_proof(profile: Profile, tracer: impl ProofTracer + 'static) -> Self {
        let mut new = Self::new(profile);
        new.solver.connect_proof_tracer1(tracer, true, false);
        new
    }

    /// After [`Answer::Unsat`]: tells the proof's listener now why, which would else be done
    /// with the next question about the answer.
    pub(super) fn conclude(&mut self) {
        self.solver.conclude();
    }

    /// Name and version, for reports.
    pub fn version() -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }
}

impl Solver for CaDiCaL {
    fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.solver.add(lit.to_dimacs());
        }
        self.solver.add(0);
    }

    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer {
        if budget.exhausted().is_some() {
            return Answer::Interrupted;
        }
        for lit in assumptions {
            self.solver.assume(lit.to_dimacs());
        }
        if !temporary.is_empty() {
            for lit in temporary {
                self.solver.constrain(lit.to_dimacs());
            }
            self.solver.constrain(0);
        }
        self.solver.connect_terminator(Stop(budget.clone()));
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => Answer::Sat,
            Status::UNSATISFIABLE => Answer::Unsat,
            Status::UNKNOWN => Answer::Interrupted,
        }
    }

    fn value(&mut self, lit: Lit) -> bool {
        // CaDiCaL answers with the literal that is true.
        self.solver.val(lit.to_dimacs()) == lit.to_dimacs()
    }

    fn failed(&mut self, lit: Lit) -> bool {
        self.solver.failed(lit.to_dimacs())
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        let known = self.solver.limit("conflicts", conflicts.cast_signed());
        debug_assert!(known, "CaDiCaL limits conflicts");
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.phase(lit.to_dimacs());
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        match self.solver.fixed(lit.to_dimacs()) {
            0 => None,
            value => Some(value > 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use crate::support::Random;

    #[test]
    fn a_limit_on_conflicts_holds_for_one_call() {
        // More pigeons than holes: needs many conflicts.
        let lit = |pigeon: i32, hole: i32| Lit::from_dimacs(7 * pigeon + hole + 1);
        let mut solver = CaDiCaL::new(Profile::Incremental);
        for pigeon in 0..8 {
            solver.add(&(0..7).map(|hole| lit(pigeon, hole)).collect::<Vec<Lit>>());
            for (other, hole) in (0..pigeon).flat_map(|p| (0..7).map(move |h| (p, h))) {
                solver.add(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
        let budget = Budget::unlimited();
        solver.limit_conflicts(5);
        assert_eq!(solver.solve(&[], &budget), Answer::Interrupted);
        assert_eq!(solver.solve(&[], &budget), Answer::Unsat);
    }

    #[test]
    fn assumptions_and_temporary_clauses() {
        let lit = Lit::from_dimacs;
        for profile in [Profile::Default, Profile::Incremental] {
            let mut solver = CaDiCaL::new(profile);
            let budget = Budget::unlimited();
            solver.add(&[lit(1), lit(2)]);
            assert_eq!(solver.solve(&[lit(-1)], &budget), Answer::Sat);
            assert!(solver.value(lit(2)) && solver.value(lit(-1)));
            let answer = solver.solve_with(&[lit(-1), lit(3)], &[lit(-2)], &budget);
            assert_eq!(answer, Answer::Unsat);
            assert!(solver.failed(lit(-1)) && !solver.failed(lit(3)));
            assert_eq!(solver.solve(&[lit(-1)], &budget), Answer::Sat);
            solver.add(&[lit(-7), lit(-2)]);
            assert_eq!(solver.solve(&[lit(7)], &budget), Answer::Sat);
            assert!(solver.value(lit(1)));
            budget.cancel();
            assert_eq!(solver.solve(&[], &budget), Answer::Interrupted);
        }
    }

    /// Formulas of up to eight variables that grow, with assumptions and temporary
    /// clauses, against trying every assignment.
    #[test]
    fn agrees_with_every_assignment_tried() {
        const VARS: u32 = 8;
        let mut random = Random::new(11);
        let lit = |random: &mut Random| {
            Lit::new(Var(1 + random.below(VARS.into()) as u32), random.one_in(2))
        };
        let holds = |bits: u32, lit: Lit| (bits >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive();
        let budget = Budget::unlimited();
        let (mut sat, mut cores) = (0, 0);
        for round in 0..400 {
            let profile = if round % 2 == 0 { Profile::Default } else { Profile::Incremental };
            let mut solver = CaDiCaL::new(profile);
            let mut models: Vec<u32> = (0..1 << VARS).collect();
            for _ in 0..12 {
                for _ in 0..random.below(5) {
                    let length = 1 + random.index(4);
                    let clause: Vec<Lit> = (0..length).map(|_| lit(&mut random)).collect();
                    models.retain(|&bits| clause.iter().any(|&lit| holds(bits, lit)));
                    solver.add(&clause);
                }
                let assumed: Vec<Lit> = (0..random.below(4)).map(|_| lit(&mut random)).collect();
                let temporary: Vec<Lit> = (0..random.below(3)).map(|_| lit(&mut random)).collect();
                let possible = |assumed: &[Lit]| {
                    models.iter().any(|&bits| {
                        assumed.iter().all(|&lit| holds(bits, lit))
                            && (temporary.is_empty()
                                || temporary.iter().any(|&lit| holds(bits, lit)))
                    })
                };
                match solver.solve_with(&assumed, &temporary, &budget) {
                    Answer::Sat => {
                        sat += 1;
                        let all = (1..=VARS).map(Var).filter(|var| solver.value(var.lit()));
                        let bits = all.fold(0, |bits, var| bits | 1 << (var.0 - 1));
                        assert!(models.contains(&bits));
                        assert!(assumed.iter().all(|&lit| holds(bits, lit)));
                        assert!(
                            temporary.is_empty() || temporary.iter().any(|&lit| holds(bits, lit))
                        );
                        assert!(assumed.iter().all(|&lit| solver.value(lit)));
                    }
                    Answer::Unsat => {
                        let needed = |&lit: &Lit| solver.failed(lit);
                        let core: Vec<Lit> = assumed.iter().copied().filter(needed).collect();
                        assert!(!possible(&assumed) && !possible(&core));
                        cores += usize::from(!core.is_empty());
                    }
                    Answer::Interrupted => panic!("nothing interrupts"),
                }
                for var in (1..=VARS).map(Var) {
                    if let Some(value) = solver.fixed(var.lit()) {
                        assert!(models.iter().all(|&bits| holds(bits, var.lit()) == value));
                        assert_eq!(solver.fixed(!var.lit()), Some(!value));
                    }
                }
            }
        }
        assert!(sat > 500 && cores > 200, "{sat} satisfiable, {cores} with a core");
    }
}
