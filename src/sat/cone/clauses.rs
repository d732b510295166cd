//! Clauses, and who watches them.
//!
//! The first two literals of a clause are watched: the list of a literal `l` has an
//! entry for each clause that watches `¬l`, with another literal of it (the *blocker*),
//! which saves the look at the clause where it is true.

use rustc_hash::FxHashMap;

use crate::cnf::Lit;
use crate::sat::ALWAYS;
use crate::support::limits;

/// Where a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ref(u32);

impl Ref {
    /// No clause.
    pub const NONE: Ref = Ref(u32::MAX);
}

/// The bit of [`Watch::clause`] that says that there are two literals only.
const BINARY: u32 = 1 << 31;

/// An entry of a watch list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    clause: u32,
    pub blocker: Lit,
    /// The last frame that the clause belongs to. It also stands with the clause, but most clauses
    /// of other frames would be read only to see that.
    pub last: u32,
}

impl Watch {
    fn new(clause: Ref, length: usize, last: u32, blocker: Lit) -> Self {
        let binary = if length == 2 { BINARY } else { 0 };
        Watch { clause: clause.0 | binary, blocker, last }
    }

    /// The clause.
    pub fn clause(self) -> Ref {
        Ref(self.clause & !BINARY)
    }

    /// Whether the blocker is all that the clause has beside the watched literal, so that
    /// it need not be looked at.
    pub fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    /// Whether the clause does not belong to all frames.
    pub fn is_framed(self) -> bool {
        self.last != ALWAYS
    }
}

/// The glue of a clause that is no more.
const REMOVED: u32 = (1 << 31) - 1;

// What stands before the literals of a clause, word by word: their number, the last frame that
// the clause belongs to, the number of decision levels when it was learned (0, if it was given),
// and where the last search for a literal to watch ended (Gent: Optimal Implementation of Watched
// Literals and More General Techniques, JAIR 2013).
const LENGTH: usize = 0;
const LAST: usize = 1;
const GLUE: usize = 2;
const POSITION: usize = 3;
const HEADER: usize = 4;

/// The clauses of two literals and more.
#[derive(Default)]
pub(super) struct Clauses {
    /// One clause behind the other, each with its header, so that a look at a clause is one at
    /// one place of the memory. Numbers are written as the literal with that code.
    words: Vec<Lit>,
    /// By literal.
    pub watches: Vec<Vec<Watch>>,
    /// Number of learned clauses.
    pub learned: usize,
    /// The clauses that were given for some frames, by their literals in ascending order.
    framed: FxHashMap<Box<[Lit]>, Ref>,
    /// Number of words that belong to removed clauses.
    removed: usize,
}

impl Clauses {
    /// Adds a clause of the frames up to `last`, watched by its first two literals.
    pub fn push(&mut self, clause: &[Lit], glue: u32, last: u32) -> Ref {
        debug_assert!(clause.len() >= 2);
        let new = Ref(self.words.len() as u32);
        assert!(new.0 < BINARY, "clauses of 2^31 words");
        let length = clause.len();
        self.words.extend([length as u32, last, glue, 2].map(Lit::from_code));
        self.words.extend_from_slice(clause);
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
                if last > self.last(known) {
                    self.words[known.0 as usize + LAST] = Lit::from_code(last);
                    for place in 0..2 {
                        let watched = self.get(known)[place];
                        let list = &mut self.watches[(!watched).code()];
                        let watch = list.iter_mut().find(|watch| watch.clause() == known);
                        watch.expect("a clause is watched").last = last;
                    }
                }
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
        self.removed > limits::CONE_REMOVED.max(self.words.len() / 2)
    }

    fn number(&self, clause: Ref, what: usize) -> u32 {
        self.words[clause.0 as usize + what].code() as u32
    }

    /// Its literals.
    pub fn get(&self, clause: Ref) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.number(clause, LENGTH) as usize]
    }

    /// The last frame that a clause belongs to.
    pub fn last(&self, clause: Ref) -> u32 {
        self.number(clause, LAST)
    }

    /// Its literals, behind a word that says where among them the last search for one to watch
    /// ended.
    pub fn search_mut(&mut self, clause: Ref) -> (&mut Lit, &mut [Lit]) {
        let start = clause.0 as usize;
        let length = self.number(clause, LENGTH) as usize;
        let (position, lits) =
            self.words[start + POSITION..start + HEADER + length].split_at_mut(1);
        (&mut position[0], lits)
    }

    /// All clauses, those included that were removed but keep their place.
    fn all(&self) -> impl Iterator<Item = Ref> {
        let first = (!self.words.is_empty()).then_some(Ref(0));
        std::iter::successors(first, |&before| {
            let next = before.0 + HEADER as u32 + self.number(before, LENGTH);
            ((next as usize) < self.words.len()).then_some(Ref(next))
        })
    }

    /// All clauses that belong to `frame`; only the debug check reads them.
    #[cfg(debug_assertions)]
    pub fn of_frame(&self, frame: u32) -> impl Iterator<Item = &[Lit]> {
        let of_frame =
            move |&clause: &Ref| self.number(clause, GLUE) != REMOVED && self.last(clause) >= frame;
        self.all().filter(of_frame).map(|clause| self.get(clause))
    }

    /// Number of words, those included that belong to removed clauses.
    #[cfg(debug_assertions)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Takes a clause away that is no reason.
    pub fn remove(&mut self, clause: Ref) {
        for place in 0..2 {
            let watched = self.get(clause)[place];
            self.watches[(!watched).code()].retain(|watch| watch.clause() != clause);
        }
        self.learned -= usize::from(self.number(clause, GLUE) > 0);
        let start = clause.0 as usize;
        let words = HEADER + self.get(clause).len();
        if start + words == self.words.len() {
            self.words.truncate(start);
        } else {
            self.words[start + GLUE] = Lit::from_code(REMOVED);
            self.removed += words;
        }
    }

    /// Keeps the clauses that `keep` says, given their glue; they move. Nobody may hold one.
    pub fn retain(&mut self, mut keep: impl FnMut(u32, &[Lit]) -> bool) {
        let mut old = std::mem::take(self);
        self.watches = std::mem::take(&mut old.watches);
        self.watches.iter_mut().for_each(Vec::clear);
        let mut moved: FxHashMap<u32, Ref> = FxHashMap::default();
        for clause in old.all() {
            let (glue, last) = (old.number(clause, GLUE), old.last(clause));
            if glue == 0 || glue != REMOVED && keep(glue, old.get(clause)) {
                let new = self.push(old.get(clause), glue, last);
                if glue == 0 && last != ALWAYS {
                    moved.insert(clause.0, new);
                }
            }
        }
        self.framed = old.framed;
        self.framed.values_mut().for_each(|clause| *clause = moved[&clause.0]);
    }
}
