//! The encoding as the paper's appendix prints it: I, G, U, and T row by row.

use std::fmt;

use super::{CURR, PRED, Row, SmallBlocks};
use crate::bv::pretty::Printer;
use crate::support::index::Idx;

impl fmt::Display for SmallBlocks {
    /// Lines of `curr = 3 ∧ … ⇒ curr' = 4 ∧ pred' = 3 ∧ tmp2' = …`. Long subterms are
    /// defined in a line `$n := …` before the row that first needs them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (curr, pred) = (&self.states[CURR].name, &self.states[PRED].name);
        let last = self.error();
        writeln!(f, "I: {curr} = 1 ∧ {pred} = 1")?;
        writeln!(f, "G: {curr} = {last}")?;
        writeln!(f, "U: {curr} ≤ {last} ∧ {pred} ≤ {last}")?;
        let mut printer = Printer::new(&self.terms);
        for row in &self.rows {
            let text = self.row(&mut printer, row);
            for (name, definition) in printer.take_definitions() {
                writeln!(f, "{name} := {definition}")?;
            }
            writeln!(f, "{text}")?;
        }
        Ok(())
    }
}

impl SmallBlocks {
    fn row(&self, printer: &mut Printer<'_>, row: &Row) -> String {
        let (curr, pred) = (&self.states[CURR].name, &self.states[PRED].name);
        let mut text = format!("T: {curr} = {}", row.from);
        for &term in &row.guard {
            text += &format!(" ∧ {}", printer.text(term));
        }
        text += &format!(" ⇒ {curr}' = {} ∧ {pred}' = {}", row.to, row.from);
        for (id, state) in self.states.iter_enumerated().skip(PRED.index() + 1) {
            let updated = row.update.iter().find(|update| update.0 == id);
            let value = updated.map_or(state.current, |update| update.1);
            text += &format!(" ∧ {}' = {}", state.name, printer.text(value));
        }
        text
    }
}
