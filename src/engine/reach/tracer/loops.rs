//! Heads of loops: what a path around the loop keeps, and what must be kept.
//!
//! A loop closes where a path around it ends in the states of its head. So that it does, facts
//! that the path breaks are dropped at the head, as few as need be, each of them for good or
//! weakened from an equation to orders (the paper's slackening), and the loop is searched anew. A
//! path to a goal that only exists since something was dropped locks what excludes it, at the
//! first head of the path that lacks it; where a locked fact is broken the loop is unrolled.

use super::super::explain::{Asked, Said, explain_with};
use super::super::path::{Core, Path};
use super::{Head, Search, facts};
use crate::bv::Term;
use crate::support::{Fault, StopReason};

impl Search<'_> {
    /// The last node of the path is at the head of a loop.
    pub(super) fn arrive_at_head(&mut self) -> Result<(), StopReason> {
        let top = self.stack.len() - 1;
        let location = self.graph.node(self.stack[top].node).location;
        // The nearest first.
        let mut parents: Vec<usize> = (0..top).rev().collect();
        parents.retain(|&it| self.graph.node(self.stack[it].node).location == location);
        let here = self.anchored(top);
        for &parent in &parents {
            let facts = self.stack[parent].facts.clone();
            if self.holds(top, &here, &facts)? || Fault::TracerClose.is_planted() {
                self.head(parent).closes = true;
                return self.cover(self.stack[parent].node, facts);
            }
        }
        for &parent in &parents {
            let broken = self.broken(parent)?;
            let locked = &self.head(parent).locked;
            if broken.iter().all(|fact| !locked.contains(fact)) {
                return self.drop_facts(parent, &broken);
            }
        }
        self.begin_loop(&here)
    }

    fn head(&mut self, place: usize) -> &mut Head {
        self.stack[place].head.as_mut().expect("it is the head of a loop")
    }

    /// The facts at a head that do not hold at the end of the path. If the path between them has
    /// no other head, none of the others needs one of them.
    fn broken(&mut self, parent: usize) -> Result<Vec<Term>, StopReason> {
        let top = self.stack.len() - 1;
        let is_anchor = self.stack[top].anchor == parent;
        let mut kept = self.stack[parent].facts.clone();
        let mut broken = vec![];
        loop {
            let assumed = if is_anchor { kept.clone() } else { self.anchored(top) };
            let mut stays = vec![];
            for &fact in &kept {
                match self.holds(top, &assumed, &[fact])? {
                    true => stays.push(fact),
                    false => broken.push(fact),
                }
            }
            if stays.len() == kept.len() || !is_anchor {
                return Ok(broken);
            }
            kept = stays;
        }
    }

    /// Drops facts at a head, and searches the loop anew.
    fn drop_facts(&mut self, place: usize, broken: &[Term]) -> Result<(), StopReason> {
        let slackening = self.options.slackening;
        let mut weaker = vec![];
        for &fact in broken.iter().filter(|_| slackening) {
            weaker.extend(facts::orders(&mut self.space.terms, fact));
        }
        let head = self.head(place);
        weaker.retain(|fact| !head.known.contains(fact));
        head.known.extend(weaker);
        head.dropped.extend(broken);
        self.again(place);
        Ok(())
    }

    /// Searches anew from a head.
    fn again(&mut self, place: usize) {
        let node = self.stack[place].node;
        self.told.removed = self.graph.below(node);
        let freed = self.graph.remove(node, false);
        debug_assert!(freed.is_empty(), "all that was covered since is below");
        self.stack.truncate(place + 1);
        let open = self.edges(self.graph.node(node).location);
        let frame = &mut self.stack[place];
        let head = frame.head.as_mut().expect("it is the head of a loop");
        head.closes = false;
        frame.facts = head.known.clone();
        frame.facts.retain(|fact| !head.dropped.contains(fact));
        frame.needed.clear();
        frame.open = open;
    }

    /// The last node of the path is where a loop is entered, or unrolled once more: from here on
    /// only facts are known.
    fn begin_loop(&mut self, here: &[Term]) -> Result<(), StopReason> {
        let top = self.stack.len() - 1;
        let location = self.graph.node(self.stack[top].node).location;
        let mut known = std::mem::take(&mut self.stack[top].facts);
        for hint in self.hints[location].clone() {
            if !known.contains(&hint) && self.holds(top, here, &[hint])? {
                known.push(hint);
            }
        }
        let state = self.itself();
        let frame = &mut self.stack[top];
        frame.facts.clone_from(&known);
        frame.head = Some(Head { known, ..Head::default() });
        (frame.anchor, frame.state) = (top, state);
        frame.conditions.clear();
        Ok(())
    }

    /// A path to a goal can't be taken: locks what excludes it at the first head that lacks some
    /// of it, and searches anew from there.
    pub(super) fn lock(&mut self, path: &Path, core: &Core) -> Result<(), StopReason> {
        self.told.refinements += 1;
        let mut candidates = vec![];
        let mut known = vec![];
        for (place, &edge) in path.edges[..path.edges.len() - 1].iter().enumerate() {
            known = facts::after(&mut self.space, &known, edge);
            if let Some(head) = &self.stack[place + 1].head {
                known.extend(&head.known);
            }
            candidates.push(known.clone());
        }
        let asked = Asked { options: self.options, hints: &self.hints, boolean: true };
        let said = explain_with(&mut self.space, &asked, path, core, &candidates)?;
        for (said, place) in said.into_iter().zip(1..self.stack.len()) {
            if self.stack[place].head.is_none() {
                continue;
            }
            let parts = self.as_facts(said);
            if parts.iter().all(|part| self.stack[place].facts.contains(part)) {
                continue;
            }
            let head = self.head(place);
            for part in parts {
                head.dropped.remove(&part);
                head.locked.insert(part);
                if !head.known.contains(&part) {
                    head.known.push(part);
                }
            }
            self.again(place);
            return Ok(());
        }
        Err(StopReason::Failure("nothing that was dropped excludes a path".to_owned()))
    }

    /// Facts that say the same.
    fn as_facts(&mut self, said: Said) -> Vec<Term> {
        let all = self.space.terms.conjunction(said.parts.iter().copied());
        match all == said.formula {
            true => said.parts,
            false => facts::conjuncts(&mut self.space.terms, said.formula),
        }
    }
}
