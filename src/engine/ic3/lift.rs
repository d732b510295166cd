//! Lifting: from one state that steps into a cube (or meets a goal) to a cube of
//! states that all do.
//!
//! 1. *Justification*, the cheap means: walk back from what must hold through the
//!    definitions, at each gate along one clause that forces its value. What must hold
//!    are the target's literals as far as step-defined, and each restricting clause of
//!    U and T: one true literal of each clause is kept (a cover), preferring those that
//!    are needed anyway. Next-state variables that are not step-defined keep their
//!    values from the model, and so do inputs: the step exists for these values.
//!    Latches reached by the walk are the cube. This is right for relations too, where
//!    the definitions are few and the cover is the work. A first walk stops at predicates,
//!    which gives the predicate cube ([`super::predicate_cubes`]); then it goes on below them.
//! 2. *Unsatisfiable core* (FMCAD 2011 uses ternary simulation; the core is from
//!    Chockler, Ivrii, Matsliah, Moran, Nevo: Incremental Formal Verification of
//!    Hardware, FMCAD 2011): with inputs and free next-state variables fixed, "some
//!    restriction is broken or the target missed" contradicts the cube; the failed
//!    literals remain. The definitions are total, so no state is lost by assuming them.
//!    What differs from the usual query: the restrictions stand negated in it beside the
//!    target. Left out where there are many of them (relations), as it costs more than
//!    it gives.

use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::cube::Cube;
use super::measure::{Question, Solvers};
use super::queries::Found;
use super::system::{Role, System};
use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{Answer, Framed};
use crate::support::StopReason;
use crate::support::limits;

/// What the state is to be lifted for.
#[derive(Clone, Copy)]
pub(super) enum Target<'a> {
    /// A step into this cube.
    Step(&'a [Lit]),
    /// Meeting this goal.
    Goal(usize),
}

/// What a state was lifted to. All states of both cubes step into the target, or meet it.
pub(super) struct Lifted {
    /// Over latches.
    pub cube: Cube,
    /// Over predicates and the latches that they don't stand for; none if no predicate was
    /// met on the way.
    pub predicate_cube: Option<Cube>,
}

pub(super) struct Lifter {
    core: Option<Core>,
    /// Variables reached in the current walk.
    reached: Vec<bool>,
    trail: Vec<Var>,
    /// Defined variables still to be justified, highest rank first.
    open: BinaryHeap<(u32, u32)>,
    /// Predicates reached.
    predicates: Vec<Lit>,
    /// Whether the walk goes on below them.
    below: bool,
    /// Latches and inputs reached.
    latches: Vec<Lit>,
    free: Vec<Lit>,
}

struct Core {
    solver: Box<dyn Framed>,
    /// Literals that imply that some restricting clause of U is broken.
    broken_universal: Vec<Lit>,
    /// The same of T.
    broken_trans: Vec<Lit>,
    /// The same of each goal.
    broken_goal: Vec<Vec<Lit>>,
}

impl Lifter {
    /// With the second means if `core`.
    pub fn new(system: &System<'_>, core: bool, solvers: &Solvers) -> Self {
        let restrictions = system.universal.len() + system.trans.len();
        let goals: usize = system.model.goals.iter().map(|goal| goal.clauses.len()).sum();
        // Behind two states, and a literal for each clause that can be broken.
        let free = Var(2 * system.num_vars + 1 + (restrictions + goals) as u32);
        Lifter {
            core: (core && restrictions <= limits::IC3_CORE_RESTRICTIONS)
                .then(|| Core::new(system, solvers.make("lift", free))),
            reached: vec![false; 2 * system.num_vars as usize + 1],
            trail: Vec::new(),
            open: BinaryHeap::new(),
            predicates: Vec::new(),
            below: false,
            latches: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Lifts the state (and step) that was found.
    pub fn lift(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        mut found: Found<'_>,
    ) -> Result<Lifted, StopReason> {
        self.justify(system, target, false, &mut |lit| found.value(lit));
        let mut predicate_cube = None;
        if !self.predicates.is_empty() {
            let mut lits = [&self.latches[..], &self.predicates].concat();
            self.shrink(system, target, &mut lits, &mut found)?;
            predicate_cube = Some(Cube::new(lits));
            self.go_below(system, &mut |lit| found.value(lit));
        }
        Ok(Lifted { cube: self.finish(system, target, &mut found)?, predicate_cube })
    }

    /// The same, but only to a cube over latches.
    pub fn lift_to_latches(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        mut found: Found<'_>,
    ) -> Result<Cube, StopReason> {
        self.justify(system, target, true, &mut |lit| found.value(lit));
        self.finish(system, target, &mut found)
    }

    /// The cube of the latches that were reached.
    fn finish(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        found: &mut Found<'_>,
    ) -> Result<Cube, StopReason> {
        let mut lits = self.latches.clone();
        self.shrink(system, target, &mut lits, found)?;
        found.statistics.lifted += lits.len() as u64;
        Ok(Cube::new(lits))
    }

    /// Leaves out what is not needed of a cube that suffices.
    fn shrink(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        cube: &mut Vec<Lit>,
        found: &mut Found<'_>,
    ) -> Result<(), StopReason> {
        match &mut self.core {
            Some(core) => core.shrink(system, target, cube, &self.free, found),
            None => Ok(()),
        }
    }

    /// Walks on from the predicates that were reached.
    fn go_below(&mut self, system: &System<'_>, value: &mut impl FnMut(Lit) -> bool) {
        self.below = true;
        let reached = self.predicates.iter().map(|lit| (system.rank(lit.var()), lit.var().0));
        self.open.extend(reached);
        self.drain(system, value);
    }

    fn justify(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        below: bool,
        value: &mut impl FnMut(Lit) -> bool,
    ) {
        for var in self.trail.drain(..) {
            self.reached[var.0 as usize] = false;
        }
        self.latches.clear();
        self.predicates.clear();
        self.below = below;
        self.free.clear();
        let mut covers: Vec<&Cnf> = vec![&system.universal];
        match target {
            Target::Step(cube) => {
                covers.push(&system.trans);
                for &lit in cube {
                    self.need(system, system.prime(lit).var(), value);
                }
            }
            Target::Goal(goal) => covers.push(&system.model.goals[goal].clauses),
        }
        self.drain(system, value);
        // Clauses with one true literal first: they leave no choice.
        for forced in [true, false] {
            for clause in covers.iter().flat_map(|cnf| cnf.iter()) {
                let holding = clause.iter().filter(|&&lit| value(lit)).map(|lit| lit.var());
                let holding: SmallVec<[Var; 8]> = holding.collect();
                let free = holding.iter().find(|&&var| self.is_free(system, var));
                let least = holding.iter().min_by_key(|&&var| system.rank(var));
                // The model satisfies every clause, so there is a variable to keep.
                if let Some(&var) = free.or(least)
                    && (free.is_some() || !forced || holding.len() == 1)
                {
                    self.need(system, var, value);
                    self.drain(system, value);
                }
            }
        }
    }

    /// Whether a variable's value costs nothing (more).
    fn is_free(&self, system: &System<'_>, var: Var) -> bool {
        self.reached[var.0 as usize]
            || system.definition(var).is_empty()
                && (system.is_next(var) || system.role(var) == Role::Input)
    }

    fn need(&mut self, system: &System<'_>, var: Var, value: &mut impl FnMut(Lit) -> bool) {
        if std::mem::replace(&mut self.reached[var.0 as usize], true) {
            return;
        }
        self.trail.push(var);
        if !self.below && !system.is_next(var) && system.role(var) == Role::Predicate {
            self.predicates.push(Lit::new(var, value(var.lit())));
        } else if !system.definition(var).is_empty() {
            self.open.push((system.rank(var), var.0));
        } else {
            let lit = Lit::new(var, value(var.lit()));
            let latch = !system.is_next(var) && system.role(var) == Role::Latch;
            (if latch { &mut self.latches } else { &mut self.free }).push(lit);
        }
    }

    fn drain(&mut self, system: &System<'_>, value: &mut impl FnMut(Lit) -> bool) {
        while let Some((_, var)) = self.open.pop() {
            let var = Var(var);
            let mut best: Option<(usize, &[Lit])> = None;
            for clause in system.definition(var).iter() {
                // A clause forces the value if all its other literals are false.
                if clause.iter().all(|&lit| (lit.var() == var) == value(lit)) {
                    let cost = clause.iter().filter(|lit| !self.is_free(system, lit.var())).count();
                    if best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, clause));
                    }
                }
            }
            // A definition leaves one value only, so some clause forces it.
            debug_assert!(best.is_some(), "no clause forces variable {var:?}");
            for lit in best.into_iter().flat_map(|(_, clause)| clause) {
                self.need(system, lit.var(), value);
            }
        }
    }
}

impl Core {
    fn new(system: &System<'_>, mut solver: Box<dyn Framed>) -> Self {
        let goals = &system.model.goals;
        let goal_lits = goals.iter().flat_map(|goal| goal.clauses.iter());
        let clauses = system.universal.iter().chain(system.trans.iter()).chain(goal_lits);
        let next_latches = system.latches.iter().map(|var| system.prime(var.lit()).var());
        let roots = clauses.flatten().map(|lit| lit.var()).chain(next_latches);
        for var in system.defined_below(roots.chain(system.both_predicates()).collect()) {
            solver.define(var, system.definition(var));
        }
        let mut next = 2 * system.num_vars;
        let mut broken = |clauses: &Cnf| -> Vec<Lit> {
            let name = |clause: &[Lit]| match clause {
                [lit] => !*lit,
                _ => {
                    next += 1;
                    let broken = Var(next).lit();
                    clause.iter().for_each(|&lit| solver.add(&[!broken, !lit]));
                    broken
                }
            };
            clauses.iter().map(name).collect()
        };
        let broken_universal = broken(&system.universal);
        let broken_trans = broken(&system.trans);
        let broken_goal = goals.iter().map(|goal| broken(&goal.clauses)).collect();
        Core { solver, broken_universal, broken_trans, broken_goal }
    }

    fn shrink(
        &mut self,
        system: &System<'_>,
        target: Target<'_>,
        cube: &mut Vec<Lit>,
        free: &[Lit],
        found: &mut Found<'_>,
    ) -> Result<(), StopReason> {
        let mut wrong = self.broken_universal.clone();
        match target {
            Target::Step(target) => {
                wrong.extend(&self.broken_trans);
                // Next-state variables that are not step-defined have the target's value.
                let defined = |lit: &Lit| !system.definition(lit.var()).is_empty();
                wrong.extend(
                    target.iter().map(|&lit| !system.prime(lit)).filter(|lit| defined(lit)),
                );
            }
            Target::Goal(goal) => wrong.extend(&self.broken_goal[goal]),
        }
        if wrong.is_empty() {
            cube.clear();
            return Ok(());
        }
        let mut assumptions: Vec<Lit> = free.to_vec();
        if matches!(target, Target::Step(_)) && !system.trans.is_empty() {
            let undefined = system.latches.iter().map(|var| system.prime(var.lit()));
            let undefined = undefined.filter(|lit| system.definition(lit.var()).is_empty());
            assumptions.extend(undefined.map(|lit| Lit::new(lit.var(), found.value(lit))));
        }
        assumptions.extend_from_slice(cube);
        let ask = || self.solver.solve_with(&assumptions, &wrong, found.budget);
        match found.statistics.ask(Question::Lift, ask) {
            Answer::Unsat => cube.retain(|&lit| self.solver.failed(lit)),
            Answer::Sat => debug_assert!(false, "a justified cube does not suffice"),
            Answer::Interrupted => {
                return Err(found.budget.exhausted().unwrap_or(StopReason::Cancelled));
            }
        }
        Ok(())
    }
}
