//! The domain of a query: the variables that are assigned in it.
//!
//! It is closed under definitions: with a defined variable, all that its definition
//! mentions is in it. Whatever is outside is defined by total functions and occurs in
//! no other clause that was given, so an assignment of the domain that satisfies the
//! clauses within it extends to all variables.

use crate::cnf::{Cnf, Var};

#[derive(Default)]
pub(super) struct Domain {
    /// What definitions mention, one after the other.
    mentions: Vec<Var>,
    /// By variable: where its own are.
    spans: Vec<(u32, u32)>,
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
        self.spans.resize(variables, (0, 0));
        self.member.resize(variables, 0);
    }

    pub fn define(&mut self, var: Var, definition: &Cnf) {
        let start = self.mentions.len();
        let others = definition.iter().flatten().map(|lit| lit.var());
        self.mentions.extend(others.filter(|&other| other != var));
        self.mentions[start..].sort_unstable();
        // Each once.
        let mut kept = start;
        for place in start..self.mentions.len() {
            if place == start || self.mentions[place] != self.mentions[kept - 1] {
                self.mentions[kept] = self.mentions[place];
                kept += 1;
            }
        }
        self.mentions.truncate(kept);
        self.spans[var.0 as usize] = (start as u32, kept as u32);
    }

    /// Puts a variable, and all it depends on, into every domain; returns what is new there.
    pub fn add_always(&mut self, var: Var) -> Vec<Var> {
        let first = self.always.len();
        let mut stack = vec![var];
        while let Some(var) = stack.pop() {
            if std::mem::replace(&mut self.member[var.0 as usize], ALWAYS) != ALWAYS {
                self.always.push(var);
                stack.extend(self.mentioned(var));
            }
        }
        self.always[first..].to_vec()
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
            let (start, end) = self.spans[var.0 as usize];
            for place in start..end {
                self.enter(self.mentions[place as usize]);
            }
        }
    }

    fn mentioned(&self, var: Var) -> &[Var] {
        let (start, end) = self.spans[var.0 as usize];
        &self.mentions[start as usize..end as usize]
    }

    fn enter(&mut self, var: Var) {
        if self.member[var.0 as usize] < self.query {
            self.member[var.0 as usize] = self.query;
            self.local.push(var);
        }
    }

    /// All variables of the domain, each once.
    pub fn iter(&self) -> impl Iterator<Item = Var> {
        self.always.iter().chain(&self.local).copied()
    }
}
