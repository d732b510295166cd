//! Automata without floating-point operators, for formats that have none.

use super::Cfa;
use crate::bv::float::circuit::{Expansion, is_needed};

impl Cfa {
    /// Replaces operators on floating-point numbers by terms on words.
    pub fn expand_floats(&mut self) {
        if !is_needed(&self.terms) {
            return;
        }
        let mut expansion = Expansion::default();
        for edge in self.edges.iter_mut() {
            let updates = edge.update.iter_mut().map(|(_, term)| term);
            for term in edge.guard.iter_mut().chain(updates) {
                *term = expansion.apply(&mut self.terms, *term);
            }
        }
    }
}
