//! Systems without floating-point operators, for formats that have none.

use super::{Transition, TransitionSystem};
use crate::bv::float::circuit::{Expansion, is_needed};

impl TransitionSystem {
    /// Replaces operators on floating-point numbers by terms on words.
    pub fn expand_floats(&mut self) {
        if !is_needed(&self.terms) {
            return;
        }
        let mut expansion = Expansion::default();
        let conditions = self.bad.iter_mut().map(|bad| &mut bad.condition);
        let all = self.init.iter_mut().chain(&mut self.universal).chain(&mut self.facts);
        let all = all.chain(&mut self.predicates).chain(&mut self.terminated).chain(conditions);
        for term in all {
            *term = expansion.apply(&mut self.terms, *term);
        }
        match &mut self.transition {
            Transition::Relation(conjuncts) => {
                for term in conjuncts {
                    *term = expansion.apply(&mut self.terms, *term);
                }
            }
            Transition::Functional(next) => {
                for term in next.iter_mut() {
                    *term = expansion.apply(&mut self.terms, *term);
                }
            }
        }
    }
}
