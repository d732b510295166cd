//! An automaton as text.

use super::{Cfa, Edge, Location};
use crate::bv::pretty::Printer;
use std::fmt;

impl fmt::Display for Cfa {
    /// Variables, then each location with the edges that leave it. A long subterm is
    /// defined in a line `$n := …` before the edge that first needs it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(&self.terms);
        for var in self.vars.iter() {
            let width = self.terms.sort(var.term);
            writeln!(
                f,
                "var {}: {width} bits (last value of {})",
                printer.text(var.term),
                var.value
            )?;
        }
        for &input in self.inputs.iter() {
            writeln!(f, "input {}: {} bits", printer.text(input), self.terms.sort(input))?;
        }
        let loops = self.loops();
        let heads = loops.heads();
        let outgoing = self.outgoing();
        for (id, location) in self.locations.iter_enumerated() {
            write!(f, "{id}: {location}")?;
            if id == self.entry {
                write!(f, ", entry")?;
            }
            if heads.contains(&id) {
                write!(f, ", head of a loop of depth {}", loops.depth(id))?;
            }
            writeln!(f)?;
            for &edge in &outgoing[id] {
                let edge = &self.edges[edge];
                let text = label(&mut printer, self, edge);
                for (name, definition) in printer.take_definitions() {
                    writeln!(f, "    {name} := {definition}")?;
                }
                writeln!(
                    f,
                    "    -> {}{}",
                    edge.target,
                    text.iter().map(|t| format!("  {t}")).collect::<String>()
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Block(block) => write!(f, "{block}"),
            Location::Goal(goal) => write!(f, "{goal}"),
            Location::End => write!(f, "end"),
        }
    }
}

/// What an edge asks (`[…]`, if anything) and does (`x := …`).
pub(super) fn label(printer: &mut Printer<'_>, cfa: &Cfa, edge: &Edge) -> Vec<String> {
    let mut lines = Vec::new();
    if !edge.guard.is_empty() {
        let guard: Vec<String> = edge.guard.iter().map(|&term| printer.text(term)).collect();
        lines.push(format!("[{}]", guard.join(" ∧ ")));
    }
    for &(var, term) in &edge.update {
        let name = printer.text(cfa.vars[var].term);
        lines.push(format!("{name} := {}", printer.text(term)));
    }
    lines
}
