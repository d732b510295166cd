//! Interpolants: what a node must know so that all that was found below it holds.
//!
//! They are made from the leaves to the root. Of a node they are conjunctions, and for each edge
//! from it they imply that it can't be taken, or what the node after it needs. If that can be
//! written over the state before the edge, it is the most general there is; else those of the
//! facts are taken that suffice (the paper's `interpolate`). Where facts are too weak, as they are
//! kept without quantifiers, interpolants from a proof are facts that do.

use super::super::explain::interpolants;
use super::Search;
use super::facts::is_small;
use crate::bv::Term;
use crate::cfa::EdgeId;
use crate::cnf::Lit;
use crate::support::{Fault, StopReason};

impl Search<'_> {
    /// A formula holds after an edge from a place of the path: so that it does, the node there
    /// must know something.
    pub(super) fn require(
        &mut self,
        place: usize,
        edge: EdgeId,
        wanted: Term,
    ) -> Result<(), StopReason> {
        let after = self.space.before(edge, wanted);
        let violated = self.space.terms.not(after);
        let guard = self.space.guard(edge);
        let given = self.space.words.lits(&self.space.terms, &[guard, violated]);
        let needed = self.stack[place].needed.clone();
        let mut asked = self.space.words.lits(&self.space.terms, &needed);
        asked.extend(&given);
        if !self.space.words.is_possible(&asked)? {
            return Ok(());
        }
        if let Some(general) = self.general(place, edge, after)? {
            self.need(place, general);
            return Ok(());
        }
        if self.needed_facts(place, &given)? {
            return Ok(());
        }
        self.strengthen(place, edge, wanted)?;
        match self.needed_facts(place, &given)? {
            true => Ok(()),
            false => Err(StopReason::Failure("no fact shows what holds along a path".to_owned())),
        }
    }

    /// The most general formula that shows what is wanted, if it is known and small: what is wanted
    /// itself, or that one of the conditions of the edge does not hold.
    fn general(
        &mut self,
        place: usize,
        edge: EdgeId,
        after: Term,
    ) -> Result<Option<Term>, StopReason> {
        let mut candidates = vec![after];
        if self.space.terms.as_const(after).is_some() {
            let guard = self.space.cfa.edges[edge].guard.clone();
            candidates = guard.into_iter().map(|it| self.space.terms.not(it)).collect();
        }
        candidates.retain(|&it| self.space.is_of_states(it) && is_small(&self.space.terms, it));
        let facts = self.stack[place].facts.clone();
        let facts = self.space.words.lits(&self.space.terms, &facts);
        for candidate in candidates {
            let violated = self.space.terms.not(candidate);
            let mut asked = facts.clone();
            asked.push(self.space.words.lit(&self.space.terms, violated));
            if !self.space.words.is_possible(&asked)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// Few of the facts that contradict what is given. Returns whether there are such.
    fn needed_facts(&mut self, place: usize, given: &[Lit]) -> Result<bool, StopReason> {
        let facts = self.stack[place].facts.clone();
        let lits = self.space.words.lits(&self.space.terms, &facts);
        let Some(core) = self.space.words.contradiction(given, &lits)? else { return Ok(false) };
        core.into_iter().for_each(|fact| self.need(place, facts[fact]));
        Ok(true)
    }

    fn need(&mut self, place: usize, formula: Term) {
        let needed = &mut self.stack[place].needed;
        if !Fault::TracerNeed.is_planted() && !needed.contains(&formula) {
            needed.push(formula);
        }
    }

    /// Adds facts along the path, from the last anchor on, that show what is wanted after an edge.
    fn strengthen(&mut self, place: usize, edge: EdgeId, wanted: Term) -> Result<(), StopReason> {
        let anchor = self.stack[place].anchor;
        let known = self.stack[anchor].facts.clone();
        let from = self.space.terms.conjunction(known);
        let steps = self.stack[anchor + 1..=place].iter();
        let edges = steps.filter_map(|frame| self.graph.node(frame.node).parent);
        let edges: Vec<EdgeId> = edges.map(|parent| parent.1).chain([edge]).collect();
        let system = self.options.interpolation;
        let Some(formulas) = interpolants(&mut self.space, from, &edges, wanted, system)? else {
            return Err(StopReason::Failure("what held along a path does not hold".to_owned()));
        };
        for (frame, formula) in self.stack[anchor + 1..=place].iter_mut().zip(formulas) {
            frame.facts.push(formula);
        }
        Ok(())
    }
}
