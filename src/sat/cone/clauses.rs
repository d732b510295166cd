//! Clauses, and who watches them.
//!
//! The first two literals of a clause are watched: the list of a literal `l` has an
//! entry for each clause that watches `¬l`, with another literal of it (the *blocker*),
//! which saves the look at the clause where it is true.

use rustc_hash::FxHashMap;

use crate::cnf::Lit;
use crate::sat::ALWAYS;

/// The number of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ref(u32);

impl Ref {
    /// No clause.
    pub const NONE: Ref = Ref(u32::MAX);
}

/// The bit of [`Watch::clause`] that says that there are two literals only.
const BINARY: u32 = 1 << 31;
/// The bit of [`Watch::clause`] that says that the clause does not belong to all frames.
const FRAMED: u32 = 1 << 30;

/// An entry of a watch list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    clause: u32,
    pub blocker: Lit,
}

impl Watch {
    fn new(clause: Ref, length: usize, last: u32, blocker: Lit) -> Self {
        let binary = if length == 2 { BINARY } else { 0 };
        let framed = if last == ALWAYS { 0 } else { FRAMED };
        Watch { clause: clause.0 | binary | framed, blocker }
    }

    /// The same with another blocker.
    pub fn with_blocker(self, blocker: Lit) -> Self {
        Watch { blocker, ..self }
    }

    /// The clause.
    pub fn clause(self) -> Ref {
        Ref(self.clause & !(BINARY | FRAMED))
    }

    /// Whether the blocker is all that the clause has beside the watched literal, so that
    /// it need not be looked at.
    pub fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    /// Whether the clause does not belong to all frames.
    pub fn is_framed(self) -> bool {
        self.clause & FRAMED != 0
    }
}

/// So many removed clauses may always keep their places.
const SPARSE: usize = 1000;

/// The glue of a clause that is no more.
const REMOVED: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Header {
    start: u32,
    length: u32,
    /// Number of decision levels when it was learned; 0 for a clause that was given.
    glue: u32,
    /// The last frame that it belongs to.
    last: u32,
}

/// The clauses of two literals and more.
#[derive(Default)]
pub(super) struct Clauses {
    headers: Vec<Header>,
    lits: Vec<Lit>,
    /// By literal.
    pub watches: Vec<Vec<Watch>>,
    /// Number of learned clauses.
    pub learned: usize,
    /// The clauses that were given for some frames, by their literals in ascending order.
    framed: FxHashMap<Box<[Lit]>, Ref>,
    /// Number of clauses that were removed and keep their place.
    removed: usize,
}

impl Clauses {
    /// Adds a clause of the frames up to `last`, watched by its first two literals.
    pub fn push(&mut self, clause: &[Lit], glue: u32, last: u32) -> Ref {
        debug_assert!(clause.len() >= 2);
        let new = Ref(self.headers.len() as u32);
        debug_assert!(new.0 < FRAMED);
        let (start, length) = (self.lits.len() as u32, clause.len() as u32);
        self.headers.push(Header { start, length, glue, last });
        self.lits.extend_from_slice(clause);
        let length = clause.len();
        self.watches[(!clause[0]).code()].push(Watch::new(new, length, last, clause[1]));
        self.watches[(!clause[1]).code()].push(Watch::new(new, length, last, clause[0]));
        self.learned += usize::from(glue > 0);
        new
    }

    /// Adds a clause of the frames up to `last`, or up to there if it is there already. Its
    /// literals are in ascending order.
    pub fn add_framed(&mut self, clause: &[Lit], last: u32) {
        match self.framed.get(clause) {
            Some(&known) => {
                let known = &mut self.headers[known.0 as usize].last;
                *known = last.max(*known);
            }
            None => {
                let new = self.push(clause, 0, last);
                self.framed.insert(clause.into(), new);
            }
        }
    }

    /// Removes a clause that was given for some frames, unless it belongs to one after `last`:
    /// then it stands for another one, too, which the same literals are left of. Says whether it
    /// did. Its literals are in ascending order.
    pub fn remove_framed(&mut self, clause: &[Lit], last: u32) -> bool {
        let Some(&known) = self.framed.get(clause).filter(|known| self.last(**known) <= last)
        else {
            return false;
        };
        self.framed.remove(clause);
        self.remove(known);
        true
    }

    /// Whether much of the memory is that of clauses that were removed.
    pub fn is_sparse(&self) -> bool {
        self.removed > SPARSE.max(self.headers.len() / 2)
    }

    pub fn get(&self, clause: Ref) -> &[Lit] {
        let Header { start, length, .. } = self.headers[clause.0 as usize];
        &self.lits[start as usize..(start + length) as usize]
    }

    /// The last frame that a clause belongs to.
    pub fn last(&self, clause: Ref) -> u32 {
        self.headers[clause.0 as usize].last
    }

    pub fn get_mut(&mut self, clause: Ref) -> &mut [Lit] {
        let Header { start, length, .. } = self.headers[clause.0 as usize];
        &mut self.lits[start as usize..(start + length) as usize]
    }

    /// All clauses that belong to `frame`; only the debug check reads them.
    #[cfg(debug_assertions)]
    pub fn of_frame(&self, frame: u32) -> impl Iterator<Item = &[Lit]> {
        let of_frame = move |header: &&Header| header.glue != REMOVED && header.last >= frame;
        let kept = self.headers.iter().filter(of_frame);
        kept.map(|header| {
            &self.lits[header.start as usize..(header.start + header.length) as usize]
        })
    }

    /// Number of clauses, those included that were removed but keep their place.
    #[cfg(debug_assertions)]
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Takes a clause away that is no reason.
    pub fn remove(&mut self, clause: Ref) {
        for place in 0..2 {
            let watched = self.get(clause)[place];
            self.watches[(!watched).code()].retain(|watch| watch.clause() != clause);
        }
        let header = &mut self.headers[clause.0 as usize];
        self.learned -= usize::from(header.glue > 0);
        header.glue = REMOVED;
        self.removed += 1;
        while let Some(last) = self.headers.pop_if(|last| last.glue == REMOVED) {
            self.lits.truncate(last.start as usize);
            self.removed -= 1;
        }
    }

    /// Keeps the clauses that `keep` says, given their glue; numbers change. Nobody may
    /// hold one.
    pub fn retain(&mut self, mut keep: impl FnMut(u32, &[Lit]) -> bool) {
        let old = std::mem::take(self);
        self.watches = old.watches;
        self.watches.iter_mut().for_each(Vec::clear);
        let mut numbers = vec![Ref::NONE; old.headers.len()];
        for (header, number) in old.headers.into_iter().zip(&mut numbers) {
            let clause = &old.lits[header.start as usize..(header.start + header.length) as usize];
            if header.glue == 0 || header.glue != REMOVED && keep(header.glue, clause) {
                *number = self.push(clause, header.glue, header.last);
            }
        }
        self.framed = old.framed;
        self.framed.values_mut().for_each(|clause| *clause = numbers[clause.0 as usize]);
    }
}
