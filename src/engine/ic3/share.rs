//! Lemmas from other engines and for them ([`crate::engine::lemmas`]).
//!
//! What is told is `F_∞`, which is inductive: whatever is new in it since the last time.
//! Without others there is little reason to look for more of it before the frames become
//! equal or a pass ends. With others the Houdini loop ([`super::houdini`]) is run whenever
//! the number of queries has doubled, with a limit on its effort: a subset of all lemmas,
//! not only of those of one frame, as Bradley's "infinite frame" and the pushing of
//! single clauses to it would give (Ivrii, Gurfinkel: Pushing to the Top, FMCAD 2015).
//!
//! What others told goes to `F_∞`, and so into every invariant that this engine reports.
//!
//! Only the search from I takes part. What the reversed search finds says what can come to
//! the goals that it started from, and nothing about states of runs.

use rustc_hash::FxHashSet;

use super::Ic3;
use super::cube::Cube;
use super::frames::INFINITY;
use super::system::Role;
use crate::cnf::Lit;
use crate::engine::Event;
use crate::engine::lemmas::Inbox;
use crate::support::Fault;
use crate::support::StopReason;
use crate::support::limits;

/// What is shared, and with whom.
pub(super) struct Sharing {
    inbox: Inbox,
    /// The cubes of all lemmas that were told, by this engine or others.
    known: FxHashSet<Vec<Lit>>,
    /// Whether any came from others.
    pub informed: bool,
    /// Whether some could not be taken. What is told later may need them.
    deaf: bool,
    /// The number of queries after which lemmas are looked for again.
    next_look: u64,
}

impl Sharing {
    /// Nothing yet; lemmas to tell are looked for after `first_look` queries.
    pub fn new(inbox: &Inbox, first_look: u64) -> Self {
        let (inbox, known) = (inbox.clone(), FxHashSet::default());
        Self { inbox, known, informed: false, deaf: false, next_look: first_look }
    }
}

impl Ic3<'_, '_> {
    /// Takes what others told, and looks now and then for what to tell them; says whether
    /// `F_∞` has grown.
    pub(super) fn exchange(&mut self) -> Result<bool, StopReason> {
        let Some(sharing) = &mut self.sharing else { return Ok(false) };
        let received = sharing.inbox.take();
        let mut grown = self.receive(received)?;
        if let Some(sharing) = &mut self.sharing
            && self.queries.count >= sharing.next_look
        {
            sharing.next_look = 2 * self.queries.count;
            let budget = self.budget.clone();
            grown |= self.close_inductive(&budget, Some(limits::IC3_SHARE_CONFLICTS))?;
        }
        Ok(grown)
    }

    /// Adds what others told to `F_∞`.
    fn receive(&mut self, lemmas: Vec<Vec<Lit>>) -> Result<bool, StopReason> {
        let system = &self.system;
        let is_latch = |lit: &Lit| {
            (1..=system.num_vars).contains(&lit.var().0)
                && matches!(system.role(lit.var()), Role::Latch | Role::Predicate)
        };
        // Another configuration may see other variables in cubes. Then all of it is left: only
        // together are they inductive.
        let usable = |lemma: &Vec<Lit>| !lemma.is_empty() && lemma.iter().all(is_latch);
        let all_usable = lemmas.iter().all(usable);
        let Some(sharing) = &mut self.sharing else { return Ok(false) };
        sharing.deaf |= !all_usable;
        if sharing.deaf {
            return Ok(false);
        }
        let cube = |lemma: Vec<Lit>| Cube::new(lemma.into_iter().map(|lit| !lit).collect());
        let cubes: Vec<Cube> = lemmas.into_iter().map(cube).collect();
        let mut grown = false;
        for cube in cubes {
            if let Some(sharing) = &mut self.sharing {
                sharing.informed = true;
                sharing.known.insert(cube.lits().to_vec());
            }
            if !self.frames.block(&cube, INFINITY) {
                self.add_lemma(&cube, INFINITY)?;
                grown = true;
            }
        }
        Ok(grown)
    }

    /// Tells others what is new in `F_∞`: all of it, for any part may need the rest.
    pub(super) fn publish(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        let all = self.frames.level(INFINITY).iter();
        let new: Vec<&Cube> = all.filter(|cube| !sharing.known.contains(cube.lits())).collect();
        let literals: usize = new.iter().map(|cube| cube.lits().len()).sum();
        if new.is_empty() || literals > limits::LEMMA_LITERALS {
            return;
        }
        sharing.known.extend(new.iter().map(|cube| cube.lits().to_vec()));
        let mut lemmas: Vec<Vec<Lit>> = new.iter().map(|cube| cube.clause().collect()).collect();
        if Fault::Ic3Share.is_planted() {
            lemmas.iter_mut().filter(|lemma| lemma.len() > 1).for_each(|lemma| _ = lemma.pop());
        }
        (self.sink)(Event::Lemmas(lemmas));
    }

    /// Whether all of `F_∞` is this engine's own.
    pub(super) fn is_alone(&self) -> bool {
        self.sharing.as_ref().is_none_or(|sharing| !sharing.informed)
    }
}
