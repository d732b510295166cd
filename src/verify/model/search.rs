//! What is looked for in a thread in parallel with the engines: relations between words
//! ([`crate::relations`]), and signals that correspond ([`crate::sweep::signals`]). Both may decide
//! goals; relations that don't are worth a new start of the engines, with them as facts.

use std::time::{Duration, Instant};

use crate::bv::{Term, TermStore};
use crate::certify::{self, CertifyError};
use crate::relations::{self, Relations};
use crate::support::limits;
use crate::support::{Budget, process};
use crate::sweep::signals;
use crate::system::TransitionSystem;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Where.
    pub system: &'a TransitionSystem,
    /// For relations between words.
    pub relations: bool,
    /// For signals that correspond.
    pub signals: bool,
    /// How long each may take.
    pub time: Duration,
    /// Whether what is found is checked.
    pub check: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Places of the goals that can't be reached because of relations, if these were found right.
    pub related: Vec<usize>,
    /// Places of the goals that can't be reached because signals correspond, if that was found
    /// right.
    pub corresponding: Vec<usize>,
    /// Relations that leave goals open: the race was ended, to begin anew with them.
    pub relations: Option<Relations>,
    /// Something was found wrong: a bug of ours.
    pub wrong: bool,
    /// A check took too much time or memory.
    pub unchecked: bool,
    /// The time that the search for relations took.
    pub relating: Duration,
    /// The time that the search for signals took.
    pub search: Duration,
    /// The time that checks took.
    pub certification: Duration,
}

/// Searches, under the budget of a race, from which it drops the goals that it decides. Relations
/// that leave goals open end the race.
pub fn look(search: Search<'_>, race: &Budget) -> Found {
    let mut found = Found::default();
    // The engines do so, too; where that is refused nothing is lost but some time.
    let _ = process::yield_to_others();
    if search.relations && race.exhausted().is_none() {
        let begin = Instant::now();
        let relations = relations::relations(search.system, &race.at_most(search.time));
        found.relating = begin.elapsed();
        if let Some(mut relations) = relations {
            let holds = relations.terms.conjunction(relations.facts.iter().copied());
            let invariant = (relations.terms.clone(), holds);
            if found.stands(search, &relations.goals, invariant, race) {
                found.related.clone_from(&relations.goals);
                if relations.goals.len() < search.system.bad.len() {
                    found.relations = Some(relations);
                    race.cancel();
                }
                return found;
            }
        }
    }
    if search.signals && race.exhausted().is_none() {
        let begin = Instant::now();
        let signals = signals::correspondence(search.system, &race.at_most(search.time));
        found.search = begin.elapsed();
        if let Some(signals) = signals {
            let invariant = (signals.terms, signals.holds);
            if found.stands(search, &signals.goals, invariant, race) {
                found.corresponding = signals.goals;
            }
        }
    }
    found
}

impl Found {
    /// Checks an invariant that excludes `goals`, and has the race drop these.
    fn stands(
        &mut self,
        search: Search<'_>,
        goals: &[usize],
        invariant: (TermStore, Term),
        race: &Budget,
    ) -> bool {
        let begin = Instant::now();
        let budget = race.at_most(limits::SEARCH_CHECK_TIME);
        let checked = match search.check {
            false => Ok(()),
            true => certify::system::check_inductive(search.system, goals, invariant, &budget)
                .map(|_| ()),
        };
        self.certification += begin.elapsed();
        match checked {
            Ok(()) => {
                goals.iter().for_each(|&goal| race.drop_part(goal));
                return true;
            }
            Err(CertifyError::Unknown(_)) => self.unchecked = true,
            Err(_) => {
                self.wrong = true;
                race.cancel();
            }
        }
        false
    }
}
