//! The domain of a query: the variables that may be assigned in it. It grows during the
//! search and shrinks again when the search goes back.
//!
//! *Roots*: the assumptions, the temporary clause, and what occurs in clauses that are no
//! definitions. Further, what the definition of an assigned variable of the domain
//! mentions. So a selection of which the unselected side matters to nobody draws only
//! the selected side in.
//!
//! A satisfying assignment of all variables exists as soon as the roots are assigned,
//! no clause is broken, and each assigned variable that has a definition is *justified*:
//! a clause of its definition forces its value. For then the other variables can be
//! evaluated along their definitions, which are total.

use super::Cone;
use super::clauses::Ref;
use crate::cnf::{Cnf, Lit, Var};

/// The definition of a variable.
#[derive(Clone, Default)]
pub(super) struct Definition {
    /// As it was given; empty if the variable has none.
    pub clauses: Cnf,
    pub mentions: Box<[Var]>,
    /// What the solver made of the clauses.
    pub stored: Box<[Ref]>,
}

#[derive(Default)]
pub(super) struct Domain {
    pub definitions: Vec<Definition>,
    /// By variable: the last query it was in, or [`ALWAYS`].
    member: Vec<u32>,
    query: u32,
    /// Roots of every query.
    pub always: Vec<Var>,
    /// The other variables of the domain, in the order they came in.
    pub local: Vec<Var>,
    /// Assigned variables that have a definition, in the order they came in.
    pub needs: Vec<Var>,
    /// So many of `needs` are justified.
    pub justified: usize,
}

/// Sizes to go back to.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    local: usize,
    needs: usize,
    justified: usize,
}

const ALWAYS: u32 = u32::MAX;

impl Domain {
    pub fn resize(&mut self, variables: usize) {
        self.definitions.resize(variables, Definition::default());
        self.member.resize(variables, 0);
    }

    /// Makes a variable a root of every query.
    pub fn add_always(&mut self, var: Var) {
        if std::mem::replace(&mut self.member[var.0 as usize], ALWAYS) != ALWAYS {
            self.always.push(var);
        }
    }

    /// Starts an empty domain.
    pub fn start(&mut self) {
        self.local.clear();
        self.needs.clear();
        self.justified = 0;
        self.query += 1;
        if self.query == ALWAYS {
            self.query = 1;
            self.member.iter_mut().filter(|query| **query != ALWAYS).for_each(|query| *query = 0);
        }
    }

    pub fn contains(&self, var: Var) -> bool {
        self.member[var.0 as usize] >= self.query
    }

    pub fn is_always(&self, var: Var) -> bool {
        self.member[var.0 as usize] == ALWAYS
    }

    /// Puts a variable in; says whether it is new.
    fn insert(&mut self, var: Var) -> bool {
        let new = !self.contains(var);
        if new {
            self.member[var.0 as usize] = self.query;
            self.local.push(var);
        }
        new
    }

    pub fn mark(&self) -> Mark {
        Mark { local: self.local.len(), needs: self.needs.len(), justified: self.justified }
    }

    pub fn go_back(&mut self, mark: Mark) {
        for var in self.local.drain(mark.local..) {
            self.member[var.0 as usize] = 0;
        }
        self.needs.truncate(mark.needs);
        self.justified = mark.justified;
    }
}

impl Cone {
    /// Puts the roots of the query into a new domain. Values of level 0 must be complete.
    pub(super) fn start_domain(&mut self, lits: impl Iterator<Item = Lit>) {
        self.domain.start();
        for place in 0..self.domain.always.len() {
            let var = self.domain.always[place];
            if self.truth(var.lit()) != 0 {
                self.need(var);
            }
        }
        lits.for_each(|lit| self.enter(lit.var()));
    }

    /// Puts a variable into the domain, with its value if its definition forces one.
    pub(super) fn enter(&mut self, var: Var) {
        if !self.domain.insert(var) {
            return;
        }
        if self.truth(var.lit()) != 0 {
            self.need(var);
        } else if !self.marks.is_empty() {
            let stored = &self.domain.definitions[var.0 as usize].stored;
            let forced = stored.iter().find_map(|&clause| {
                let mut open = self.clauses.get(clause).iter().filter(|lit| self.truth(**lit) >= 0);
                let first = *open.next()?;
                (open.next().is_none() && first.var() == var).then_some((first, clause))
            });
            if let Some((lit, clause)) = forced {
                self.assign(lit, clause);
            }
        }
    }

    /// Draws in what an assigned variable of the domain needs, and what of that is
    /// assigned already needs in turn.
    pub(super) fn need(&mut self, var: Var) {
        if self.domain.definitions[var.0 as usize].mentions.is_empty() {
            return;
        }
        self.domain.needs.push(var);
        for place in 0..self.domain.definitions[var.0 as usize].mentions.len() {
            let other = self.domain.definitions[var.0 as usize].mentions[place];
            self.enter(other);
        }
    }

    /// The next decision that helps to justify a value; none if all are justified.
    pub(super) fn decision_that_justifies(&mut self) -> Option<Lit> {
        while let Some(&var) = self.domain.needs.get(self.domain.justified) {
            let definition = &self.domain.definitions[var.0 as usize];
            let mut best: Option<(f64, bool, Lit)> = None;
            let mut justified = false;
            for clause in definition.clauses.iter() {
                // The others have to become false.
                let mut others = clause.iter().filter(|lit| lit.var() != var);
                if !clause.iter().any(|&lit| lit.var() == var && self.truth(lit) > 0)
                    || others.clone().any(|&lit| self.truth(lit) > 0)
                {
                    continue;
                }
                if others.clone().all(|&lit| self.truth(lit) < 0) {
                    justified = true;
                    break;
                }
                for &lit in others.by_ref().filter(|lit| self.truth(**lit) == 0) {
                    let agrees = self.phases[lit.var().0 as usize] != lit.is_positive();
                    let activity = self.order.activity(lit.var());
                    if best.is_none_or(|(most, agreed, _)| (most, agreed) < (activity, agrees)) {
                        best = Some((activity, agrees, !lit));
                    }
                }
            }
            if justified {
                self.domain.justified += 1;
                continue;
            }
            let open = |var: &&Var| self.truth(var.lit()) == 0;
            let any = || definition.mentions.iter().find(open).map(|var| var.lit());
            let decision = best.map(|(.., lit)| lit).or_else(any);
            debug_assert!(decision.is_some(), "a broken definition was not noticed");
            return decision;
        }
        None
    }

    /// The value of a variable in the extension of the assignment to all variables.
    pub(super) fn extended(&mut self, var: Var) -> bool {
        let mut stack = vec![var];
        while let Some(&var) = stack.last() {
            let known = |cone: &Self, lit: Lit| cone.truth(lit) + cone.extension[lit.code()];
            if known(self, var.lit()) != 0 {
                stack.pop();
                continue;
            }
            let definition = &self.domain.definitions[var.0 as usize];
            let before = stack.len();
            stack.extend(definition.mentions.iter().filter(|var| known(self, var.lit()) == 0));
            if stack.len() > before {
                continue;
            }
            let forces = |clause: &&[Lit]| {
                clause.iter().all(|&lit| lit.var() == var || known(self, lit) < 0)
            };
            let clause = definition.clauses.iter().find(forces);
            let lit = clause.and_then(|clause| clause.iter().find(|lit| lit.var() == var));
            let lit = lit.copied().unwrap_or(!var.lit());
            self.extension[lit.code()] = 1;
            self.extension[(!lit).code()] = -1;
            self.extended.push(lit);
        }
        self.truth(var.lit()) + self.extension[var.lit().code()] > 0
    }
}
