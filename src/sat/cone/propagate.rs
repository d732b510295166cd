//! Unit propagation within the domain.
//!
//! A clause with an open literal outside of the domain can neither become unit for
//! another literal nor be broken in this query, so it is passed over, and its watches
//! stay as they are: such a literal has the value [`OUTSIDE`], which looks true. At level
//! 0, where values are for good, all variables but the guard are assigned, so that no watch
//! is stale when the domain changes.

use super::clauses::Ref;
use super::{Cone, GUARD, OUTSIDE};
use crate::cnf::Lit;

impl Cone {
    /// Propagates what is on the trail; returns a broken clause.
    pub(super) fn propagate(&mut self) -> Option<Ref> {
        match self.marks.is_empty() {
            true => self.propagate_in::<true>(),
            false => self.propagate_in::<false>(),
        }
    }

    /// Within the domain, or for all variables if `EVERYWHERE`.
    fn propagate_in<const EVERYWHERE: bool>(&mut self) -> Option<Ref> {
        let level = self.level();
        let frame = self.frame;
        // Each in a variable of its own: they stay in registers.
        let Self { clauses, values, levels, reasons, trail, head, facts, assigned, .. } = self;
        let values = &mut values[..];
        let truth_in = |value: i8| if EVERYWHERE && value == OUTSIDE { 0 } else { value };
        while let Some(&lit) = trail.get(*head) {
            *head += 1;
            let mut list = std::mem::take(&mut clauses.watches[lit.code()]);
            let mut conflict = None;
            let mut place = 0;
            'watches: while let Some(watch) = list.get_mut(place) {
                place += 1;
                if !EVERYWHERE && watch.last < frame {
                    continue;
                }
                let mut first = watch.blocker;
                let mut truth = truth_in(values[first.code()]);
                if truth > 0 {
                    continue;
                }
                let name = watch.clause();
                debug_assert_eq!(watch.last, clauses.last(name));
                if !watch.is_binary() {
                    let (position, clause) = clauses.search_mut(name);
                    if clause[0] == !lit {
                        clause.swap(0, 1);
                    }
                    first = clause[0];
                    watch.blocker = first;
                    truth = truth_in(values[first.code()]);
                    if truth > 0 {
                        continue;
                    }
                    // From where the last search ended, once around.
                    let from = position.code();
                    let is_watchable = |lit: &Lit| values[lit.code()] >= 0;
                    let behind = clause[from..].iter().position(is_watchable);
                    let other = behind.map(|place| from + place).or_else(|| {
                        let before = clause[2..from].iter().position(is_watchable);
                        before.map(|place| 2 + place)
                    });
                    if let Some(other) = other {
                        clause.swap(1, other);
                        *position = Lit::from_code(other as u32);
                        let watched = clause[1];
                        clauses.watches[(!watched).code()].push(*watch);
                        place -= 1;
                        list.swap_remove(place);
                        continue 'watches;
                    }
                }
                if EVERYWHERE && first.var() == GUARD {
                    // Nothing of a query is for good.
                } else if EVERYWHERE && watch.is_framed() {
                    // In its frames this holds from the beginning of each query on.
                    match truth {
                        0 => facts.add(first, watch.last),
                        _ => facts.contradict(watch.last),
                    }
                } else if truth < 0 {
                    conflict = Some(name);
                    break;
                } else {
                    values[first.code()] = 1;
                    values[(!first).code()] = -1;
                    let var = first.var().0 as usize;
                    levels[var] = level;
                    reasons[var] = name;
                    trail.push(first);
                    *assigned += 1;
                }
            }
            clauses.watches[lit.code()] = list;
            if conflict.is_some() {
                *head = trail.len();
                return conflict;
            }
        }
        None
    }

    /// Whether assuming the negation of `clause` leads to a conflict by propagation
    /// alone; without watches, so it shares nothing with what it checks.
    #[cfg(debug_assertions)]
    pub(super) fn follows_by_propagation(&self, clause: &[Lit], frame: u32) -> bool {
        let fixed = self.marks.first().map_or(self.trail.len(), |&mark| mark);
        let mut values = vec![false; self.values.len()];
        self.trail[..fixed].iter().for_each(|lit| values[lit.code()] = true);
        self.facts.of_frame(frame).for_each(|lit| values[lit.code()] = true);
        clause.iter().for_each(|&lit| values[(!lit).code()] = true);
        loop {
            let mut changed = false;
            for clause in self.clauses.of_frame(frame) {
                if clause.iter().any(|lit| values[lit.code()]) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !values[(!lit).code()]);
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&lit), None) => (values[lit.code()], changed) = (true, true),
                    _ => {}
                }
            }
            if !changed {
                return clause.iter().any(|&lit| values[lit.code()]);
            }
        }
    }
}
