//! The domain of a query: the variables that are assigned in it.
//!
//! It is closed under definitions: with a defined variable, all that its definition
//! mentions is in it. Whatever is outside is defined by total functions and occurs in
//! no other clause that was given, so an assignment of the domain that satisfies the
//! clauses within it extends to all variables.

use crate::cnf::{Cnf, Var};

#[derive(Default)]
pub(super) struct Domain {
    /// By variable: what its definition mentions.
    mentions: Vec<Box<[Var]>>,
    /// By variable: the last query it was in, or [`ALWAYS`].
    member: Vec<u32>,
    query: u32,
    /// The variables that are in every domain.
    always: Vec<Var>,
    /// The others of this query.
    pub local: Vec<Var>,
}

const ALWAYS: u32 = u32::MAX;

impl Domain {
    pub fn resize(&mut self, variables: usize) {
        self.mentions.resize(variables, Box::default());
        self.member.resize(variables, 0);
    }

    pub fn define(&mut self, var: Var, definition: &Cnf) {
        let others = definition.iter().flatten().map(|lit| lit.var());
        let mut others: Vec<Var> = others.filter(|&other| other != var).collect();
        others.sort_unstable();
        others.dedup();
        self.mentions[var.0 as usize] = others.into();
    }

    /// Puts a variable, and all it depends on, into every domain.
    pub fn add_always(&mut self, var: Var) {
        let mut stack = vec![var];
        while let Some(var) = stack.pop() {
            if std::mem::replace(&mut self.member[var.0 as usize], ALWAYS) != ALWAYS {
                self.always.push(var);
                stack.extend(&self.mentions[var.0 as usize]);
            }
        }
    }

    /// Starts the domain of the next query.
    pub fn start(&mut self) {
        self.local.clear();
        self.query += 1;
        if self.query == ALWAYS {
            self.query = 1;
            self.member.iter_mut().filter(|query| **query != ALWAYS).for_each(|query| *query = 0);
        }
    }

    /// Puts a variable, and all it depends on, into the domain of this query.
    pub fn add(&mut self, var: Var) {
        let first = self.local.len();
        self.enter(var);
        let mut next = first;
        while let Some(&var) = self.local.get(next) {
            next += 1;
            for place in 0..self.mentions[var.0 as usize].len() {
                self.enter(self.mentions[var.0 as usize][place]);
            }
        }
    }

    fn enter(&mut self, var: Var) {
        if !self.contains(var) {
            self.member[var.0 as usize] = self.query;
            self.local.push(var);
        }
    }

    pub fn contains(&self, var: Var) -> bool {
        self.member[var.0 as usize] >= self.query
    }

    /// All variables of the domain, each once.
    pub fn iter(&self) -> impl Iterator<Item = Var> {
        self.always.iter().chain(&self.local).copied()
    }
}
