//! Writing constrained Horn clauses (SMT-LIB, logic HORN), as Spacer reads them: one
//! predicate for each location of the automaton, over the variables that matter there; a
//! clause for each edge; and a clause for each goal that says it is not reached.
//!
//! `sat`: no goal can be reached, and the predicates' values are the proof. `unsat`: some
//! goal can.

use std::io::{self, Write};

use crate::bv::smtlib::{Names, bind, sort};
use crate::bv::{SymbolId, Term};
use crate::cfa::live::{live, symbols};
use crate::cfa::{Cfa, CfaVarId, Edge, Location, LocationId};
use crate::formats::smtlib::call;
use crate::program::GoalId;
use crate::support::IndexVec;

/// Writes the clauses of `cfa` for the goals that are `wanted`. `place` says where a
/// location is in the source.
///
/// # Errors
/// Those of `out`.
pub fn write(
    cfa: &Cfa,
    wanted: &dyn Fn(GoalId) -> bool,
    place: &dyn Fn(&Location) -> String,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(set-logic HORN)")?;
    let clauses = Clauses::new(cfa);
    for (id, location) in cfa.locations.iter_enumerated() {
        writeln!(out, "; {}", place(location))?;
        let sorts: Vec<String> =
            clauses.live[id].iter().map(|&var| sort(cfa.terms.sort(cfa.vars[var].term))).collect();
        writeln!(out, "(declare-fun {} ({}) Bool)", predicate(cfa, id), sorts.join(" "))?;
    }
    let start = clauses.holds(cfa.entry);
    writeln!(out, "; the entry: all values are arbitrary")?;
    writeln!(out, "(assert {})", clauses.forall(&clauses.live[cfa.entry], &[], &start))?;
    for edge in cfa.edges.iter() {
        clauses.edge(edge, out)?;
    }
    for (id, location) in cfa.locations.iter_enumerated() {
        if let Location::Goal(goal) = location
            && wanted(*goal)
        {
            let body = format!("(=> {} false)", clauses.holds(id));
            writeln!(out, "(assert {})", clauses.forall(&clauses.live[id], &[], &body))?;
        }
    }
    writeln!(out, "(check-sat)")
}

struct Clauses<'a> {
    cfa: &'a Cfa,
    names: Names,
    live: IndexVec<LocationId, Vec<CfaVarId>>,
}

impl<'a> Clauses<'a> {
    fn new(cfa: &'a Cfa) -> Self {
        let mut names = Names::default();
        for id in cfa.locations.indices() {
            names.reserve(&predicate(cfa, id));
        }
        names.give_rest(&cfa.terms);
        Self { cfa, names, live: live(cfa) }
    }

    fn name(&self, term: Term) -> &str {
        self.names.of(self.symbol(term))
    }

    fn symbol(&self, term: Term) -> SymbolId {
        self.cfa.terms.as_symbol(term).expect("variables and inputs are symbols")
    }

    /// `body` for all values of variables and inputs.
    fn forall(&self, vars: &[CfaVarId], inputs: &[Term], body: &str) -> String {
        let vars = vars.iter().map(|&var| self.cfa.vars[var].term);
        let typed: Vec<String> = vars
            .chain(inputs.iter().copied())
            .map(|term| format!("({} {})", self.name(term), sort(self.cfa.terms.sort(term))))
            .collect();
        if typed.is_empty() {
            return body.to_owned();
        }
        format!("(forall ({}) {body})", typed.join(" "))
    }

    /// The predicate of a location on the variables as they are.
    fn holds(&self, id: LocationId) -> String {
        let vars = self.live[id].iter().map(|&var| self.name(self.cfa.vars[var].term).to_owned());
        apply(&predicate(self.cfa, id), vars)
    }

    fn edge(&self, edge: &Edge, out: &mut impl Write) -> io::Result<()> {
        let cfa = self.cfa;
        let after = &self.live[edge.target];
        let value = |var: CfaVarId| {
            let update = edge.update.iter().find(|update| update.0 == var);
            update.map_or(cfa.vars[var].term, |update| update.1)
        };
        let mut roots = edge.guard.clone();
        roots.extend(after.iter().map(|&var| value(var)));
        let bound = bind(&cfa.terms, &self.names, &roots);
        let (guards, values) = bound.roots.split_at(edge.guard.len());
        let mut body = vec![self.holds(edge.source)];
        body.extend(guards.iter().map(|guard| format!("(= {guard} #b1)")));
        let head = apply(&predicate(cfa, edge.target), values.iter().cloned());
        // What is kept is live before the edge; what else the clause mentions are inputs,
        // and variables that are live only behind the edge, with arbitrary values.
        let mentioned = symbols(&cfa.terms, &roots);
        let before = &self.live[edge.source];
        let mut vars = before.clone();
        vars.extend(cfa.vars.indices().filter(|var| {
            let symbol = self.symbol(cfa.vars[*var].term);
            mentioned.contains(&symbol) && !before.contains(var)
        }));
        let mut inputs: Vec<Term> = cfa.inputs.iter().copied().collect();
        inputs.retain(|&input| mentioned.contains(&self.symbol(input)));
        let clause = format!("{}(=> (and {}) {head}){}", bound.open, body.join(" "), bound.close);
        writeln!(out, "(assert {})", self.forall(&vars, &inputs, &clause))
    }
}

fn apply(predicate: &str, arguments: impl Iterator<Item = String>) -> String {
    call(predicate, &arguments.collect::<Vec<_>>().join(" "))
}

/// The name of a location's predicate.
fn predicate(cfa: &Cfa, id: LocationId) -> String {
    match cfa.locations[id] {
        Location::Block(_) => id.to_string(),
        Location::Goal(goal) => goal.to_string(),
        Location::End => "end".to_owned(),
    }
}
