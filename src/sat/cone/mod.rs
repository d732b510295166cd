//! A solver for very many small queries about one circuit, as IC3 asks them.
//!
//! Conflict-driven clause learning (Marques-Silva, Sakallah: GRASP, 1996; two watched
//! literals: Chaff, 2001; layout of MiniSat: Eén, Sörensson, An Extensible SAT-solver,
//! SAT 2003) that assigns only the variables which a query depends on (Su, Yang, Ci,
//! Bu, Huang: The rIC3 Hardware Model Checker, CAV 2025, describe the like): a
//! general-purpose solver spends most of its time on the rest of the circuit.
//!
//! Who uses it tells by [`Solver::define`] which clauses define a variable as a total
//! function of others, without cycles. All other clauses and their cones are part of
//! every query. [`domain`] says why the rest may stay unassigned; [`Solver::value`] of a
//! variable outside of the domain means nothing.
//!
//! Clauses may belong to some frames only ([`frames`]).
//!
//! The temporary clause is guarded by variable 0, which no caller can name; what is
//! learned from it goes with it, and so it does not outlive its query.
//!
//! In debug builds each learned clause of a small formula is checked by unit
//! propagation that shares no code with the search.
//!
//! Deliberately absent: inprocessing and proofs. Hard single queries belong to CaDiCaL.

mod analyse;
mod clauses;
mod domain;
mod frames;
mod order;
mod propagate;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use clauses::{Clauses, Ref};
use domain::Domain;
use frames::{BASE, Facts};
use order::Order;

use super::{ALWAYS, Answer, Framed, Solver};
use crate::cnf::{Cnf, Lit, Var};
use crate::support::Budget;
use crate::support::limits;

/// The guard of the temporary clause.
const GUARD: Var = Var(0);
/// The value of both literals of an open variable outside of the query's domain: as good as
/// true in a search for clauses that are not.
const OUTSIDE: i8 = 2;

/// See the module.
#[derive(Default)]
pub struct Cone {
    clauses: Clauses,
    domain: Domain,
    order: Order,
    /// By literal: 1 true, -1 false, 0 open, [`OUTSIDE`].
    values: Vec<i8>,
    /// By variable: the sign it had last.
    phases: Vec<bool>,
    /// By variable: decision level and reason of its value.
    levels: Vec<u32>,
    reasons: Vec<Ref>,
    trail: Vec<Lit>,
    /// Lengths of the trail at decisions.
    marks: Vec<usize>,
    /// How much of the trail is propagated.
    head: usize,
    /// By variable; scratch of the analysis.
    seen: Vec<bool>,
    /// By literal: failed assumptions.
    failed: Vec<bool>,
    core: Vec<Lit>,
    /// The clauses contradict each other.
    contradictory: bool,
    /// What holds in some frames only.
    facts: Facts,
    /// The frame of the query.
    frame: u32,
    /// By variable, if it was assigned for one of [`Facts`]: up to which frame it holds.
    lasts: Vec<u32>,
    /// The temporary clause and what was learned from it.
    temporary: Vec<Ref>,
    conflicts_left: Option<u32>,
    limit: usize,
    /// The order holds what is open of the domain.
    filled: bool,
    /// Values assigned so far.
    assigned: u64,
}

/// How a part of the search ended.
enum Search {
    Done(Answer),
    Restart,
}

impl Cone {
    /// A solver without clauses.
    pub fn new() -> Self {
        let mut new = Self { limit: limits::CONE_LEARNED, ..Self::default() };
        new.reserve(GUARD);
        new
    }

    fn reserve(&mut self, var: Var) {
        let variables = var.0 as usize + 1;
        if self.levels.len() < variables {
            // Grows by doubling: callers count up.
            let variables = variables.next_power_of_two();
            self.domain.resize(variables);
            self.order.resize(variables);
            self.values.resize(2 * variables, OUTSIDE);
            self.failed.resize(2 * variables, false);
            self.clauses.watches.resize(2 * variables, Vec::new());
            self.phases.resize(variables, false);
            self.levels.resize(variables, 0);
            self.reasons.resize(variables, Ref::NONE);
            self.seen.resize(variables, false);
            self.lasts.resize(variables, 0);
        }
    }

    /// Adds a clause of the frames up to `last` at level 0, without literals that are known
    /// for good.
    fn insert(&mut self, clause: &[Lit], last: u32) {
        debug_assert!(self.marks.is_empty());
        let mut lits: SmallVec<[Lit; 16]> = SmallVec::from_slice(clause);
        lits.sort_unstable();
        lits.dedup();
        let tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || lits.iter().any(|&lit| self.truth(lit) == 1) {
            return;
        }
        lits.retain(|lit| self.truth(*lit) != -1);
        match lits[..] {
            [] if last == ALWAYS => self.contradictory = true,
            [] => self.facts.contradict(last),
            [unit] if last == ALWAYS => {
                self.assign(unit, Ref::NONE);
                self.contradictory |= self.propagate().is_some();
            }
            [unit] => self.facts.add(unit, last),
            _ if last == ALWAYS => _ = self.clauses.push(&lits, 0, last),
            _ => self.clauses.add_framed(&lits, last),
        }
    }

    /// Takes a clause back that was given for some frames, none of them after `last`, if another
    /// is in its place; says whether it is gone.
    fn withdraw(&mut self, clause: &[Lit], other: &[Lit], last: u32) -> bool {
        let known = |clause: &[Lit]| {
            let open = |lit: &Lit| self.truth(*lit) != -1;
            let mut lits: SmallVec<[Lit; 16]> = clause.iter().copied().filter(open).collect();
            lits.sort_unstable();
            lits
        };
        let (old, new) = (known(clause), known(other));
        if old == new && last != ALWAYS {
            // It is the same clause, which has stayed.
            return true;
        }
        self.clauses.remove_framed(&old, last) || old == new
    }

    fn truth(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    fn level(&self) -> u32 {
        self.marks.len() as u32
    }

    fn assign(&mut self, lit: Lit, reason: Ref) {
        debug_assert!(matches!(self.truth(lit), 0 | OUTSIDE));
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        let var = lit.var().0 as usize;
        self.levels[var] = self.marks.len() as u32;
        self.reasons[var] = reason;
        self.trail.push(lit);
        self.assigned += 1;
    }

    fn decide(&mut self, lit: Lit) {
        self.marks.push(self.trail.len());
        self.assign(lit, Ref::NONE);
    }

    fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let length = self.marks[level as usize];
        for lit in self.trail.drain(length..) {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            self.phases[lit.var().0 as usize] = lit.is_positive();
            if self.filled {
                self.order.insert(lit.var());
            }
        }
        self.marks.truncate(level as usize);
        self.head = length;
    }

    fn search(&mut self, assumptions: &[Lit], mut conflicts: u32, budget: &Budget) -> Search {
        loop {
            if let Some(conflict) = self.propagate() {
                if self.level() <= BASE {
                    self.contradictory |= self.level() == 0;
                    return Search::Done(Answer::Unsat);
                }
                if !self.learn(conflict) {
                    return Search::Done(Answer::Unsat);
                }
                if let Some(left) = &mut self.conflicts_left {
                    *left = left.saturating_sub(1);
                    if *left == 0 {
                        return Search::Done(Answer::Interrupted);
                    }
                }
                conflicts = conflicts.saturating_sub(1);
                if conflicts.is_multiple_of(limits::CONE_LOOK) && budget.exhausted().is_some() {
                    return Search::Done(Answer::Interrupted);
                }
                continue;
            }
            if self.level() < BASE {
                match self.open_base() {
                    true => continue,
                    false => return Search::Done(Answer::Unsat),
                }
            }
            if conflicts == 0 {
                return Search::Restart;
            }
            if let Some(&lit) = assumptions.get((self.level() - BASE) as usize) {
                match self.truth(lit) {
                    1 => self.marks.push(self.trail.len()),
                    0 => self.decide(lit),
                    _ => {
                        self.explain_failure(lit);
                        return Search::Done(Answer::Unsat);
                    }
                }
                continue;
            }
            let values = &self.values;
            let order = &mut self.order;
            let open = |var: &Var| values[var.lit().code()] == 0;
            if !self.filled {
                // The others come in when they lose their values.
                self.filled = true;
                order.fill(self.domain.iter().filter(open));
            }
            match std::iter::from_fn(|| order.pop()).find(open) {
                Some(var) => self.decide(Lit::new(var, self.phases[var.0 as usize])),
                None => return Search::Done(Answer::Sat),
            }
        }
    }

    /// Drops the worse half of the learned clauses if there are too many.
    fn reduce(&mut self) {
        debug_assert!(self.marks.is_empty());
        let many = self.clauses.learned > self.limit;
        if !many && !self.clauses.is_sparse() {
            return;
        }
        if many {
            self.limit += self.limit / 10;
        }
        // Reasons at level 0 are never looked at.
        for lit in &self.trail {
            self.reasons[lit.var().0 as usize] = Ref::NONE;
        }
        let mut parity = false;
        self.clauses.retain(|glue, clause| {
            parity = !parity;
            !many || glue <= limits::CONE_GOOD_GLUE || clause.len() == 2 || (glue <= 6 && parity)
        });
    }

    /// Goes back to level 0, without the temporary clause and what was learned from it.
    fn reset(&mut self) {
        // The next query has a domain of its own.
        self.filled = false;
        self.backtrack(0);
        self.close(GUARD);
        for place in 0..self.domain.local.len() {
            self.close(self.domain.local[place]);
        }
        self.domain.start();
        while let Some(clause) = self.temporary.pop() {
            self.clauses.remove(clause);
        }
    }

    /// Lets the query assign a variable.
    fn open(&mut self, var: Var) {
        for lit in [var.lit(), !var.lit()] {
            if self.values[lit.code()] == OUTSIDE {
                self.values[lit.code()] = 0;
            }
        }
    }

    /// Takes a variable out of the query, unless its value is for good.
    fn close(&mut self, var: Var) {
        for lit in [var.lit(), !var.lit()] {
            if self.values[lit.code()] == 0 {
                self.values[lit.code()] = OUTSIDE;
            }
        }
    }

    /// Adds the temporary clause, guarded; says whether it is needed, or `None` if it
    /// is false.
    fn add_temporary(&mut self, clause: &[Lit]) -> Option<bool> {
        if clause.is_empty() || clause.iter().any(|&lit| self.truth(lit) > 0) {
            return Some(false);
        }
        let mut lits: Vec<Lit> =
            clause.iter().copied().filter(|&lit| self.truth(lit) == 0).collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Some(false);
        }
        if lits.is_empty() {
            return None;
        }
        lits.push(!GUARD.lit());
        let clause = self.clauses.push(&lits, 0, ALWAYS);
        self.temporary.push(clause);
        Some(true)
    }
}

impl Solver for Cone {
    fn define(&mut self, var: Var, definition: &Cnf) {
        self.reset();
        self.reserve(var);
        for clause in definition.iter() {
            clause.iter().for_each(|lit| self.reserve(lit.var()));
            self.insert(clause, ALWAYS);
        }
        self.domain.define(var, definition);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.add_up_to(ALWAYS, clause);
    }

    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer {
        self.solve_in(ALWAYS, assumptions, temporary, budget)
    }

    fn value(&mut self, lit: Lit) -> bool {
        match self.values.get(lit.code()) {
            Some(1) => true,
            Some(-1) => false,
            _ => !lit.is_positive(),
        }
    }

    fn failed(&mut self, lit: Lit) -> bool {
        self.failed.get(lit.code()).is_some_and(|&failed| failed)
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.conflicts_left = Some(conflicts);
    }

    fn set_phase(&mut self, lit: Lit) {
        // What is taken back later would be remembered in its place.
        self.reset();
        self.reserve(lit.var());
        self.phases[lit.var().0 as usize] = lit.is_positive();
    }

    fn assigned(&self) -> u64 {
        self.assigned
    }
}

impl Framed for Cone {
    fn supersede(&mut self, last: u32, clause: &[Lit], superseded: &[Box<[Lit]>]) -> usize {
        self.reset();
        for lit in clause {
            self.reserve(lit.var());
            for var in self.domain.add_always(lit.var()) {
                self.open(var);
            }
        }
        self.insert(clause, last);
        superseded.iter().filter(|old| !self.withdraw(old, clause, last)).count()
    }

    fn solve_in(
        &mut self,
        frame: u32,
        assumptions: &[Lit],
        temporary: &[Lit],
        budget: &Budget,
    ) -> Answer {
        self.reset();
        self.frame = frame;
        self.core.drain(..).for_each(|lit| self.failed[lit.code()] = false);
        let limit = self.conflicts_left.take();
        if self.contradictory {
            return Answer::Unsat;
        }
        if budget.exhausted().is_some() {
            return Answer::Interrupted;
        }
        self.reduce();
        for &lit in assumptions.iter().chain(temporary) {
            self.reserve(lit.var());
            self.domain.add(lit.var());
        }
        for place in 0..self.domain.local.len() {
            self.open(self.domain.local[place]);
        }
        let mut all = Vec::with_capacity(assumptions.len() + 1);
        match self.add_temporary(temporary) {
            None => return Answer::Unsat,
            Some(true) => {
                self.open(GUARD);
                all.push(GUARD.lit());
            }
            Some(false) => {}
        }
        all.extend_from_slice(assumptions);
        self.conflicts_left = limit;
        let mut round = 1;
        let answer = loop {
            match self.search(&all, limits::CONE_RESTART * luby(round), budget) {
                Search::Done(answer) => break answer,
                Search::Restart => self.backtrack(BASE),
            }
            round += 1;
        };
        self.conflicts_left = None;
        answer
    }
}

/// The Luby sequence 1 1 2 1 1 2 4 …, from 1 (Luby, Sinclair, Zuckerman: Optimal Speedup
/// of Las Vegas Algorithms, 1993).
fn luby(index: u32) -> u32 {
    let mut index = index;
    loop {
        if (index + 1).is_power_of_two() {
            return index.div_ceil(2);
        }
        // Without the largest complete part before it.
        index -= (1 << (31 - (index + 1).leading_zeros())) - 1;
    }
}
