//! That a program in which only single elements of large objects are followed can do all that the
//! old one can, whatever the elements are: so that what is proved of the first holds of the second.
//! Whoever rewrote it claims how ([`Followed`]); here that is proved, once for a program, with
//! conditions of one block each.
//!
//! **The relation.** Values are equal, and so are all objects that are not followed. A followed
//! element holds what the source has where it is, and so does an element that was accessed lately, as
//! long as there is one; if there are two, they are different.
//!
//! **The simulation.** For each block, any choice of elements and any two states that are so related,
//! every run of the source through the block that is defined has one of the other program to the same
//! end of the block, to states that are related again: the inputs that were added are what they
//! stand for ([`crate::program::Actual`]). What is not about groups is done by both, in the same order.
//!
//! **The choice.** The other program drops a run at a goal unless the reader of each element found it
//! when it was last executed, if it was ("hit"). Given a run of the source to a goal, each element is
//! chosen to be the one that its reader reads last; for one that a copy fills another from, the one
//! that it reads last of those that fill the other, which is chosen before. There is such a
//! choice ([`shape`]), and with it nothing is dropped: that a reader sets "hit" to whether it read the
//! element, that nothing else changes it, and that a run goes on to its goal if all are hit, is part
//! of the conditions. (Prophecy variables: Abadi, Lamport, "The existence of refinement
//! mappings", 1991.)
//!
//! **Where values come from.** That bits are the same is not enough: what an access through an address
//! does depends on the object that it was made of. So all computations are the same, but for what
//! rewritten operations read; groups hold no addresses, so that is a number in both.
//!
//! What values may be is what is found of the new program ([`Facts`]): as long as a run of the source
//! has one there, with the same values, it is true of both.
//!
//! Deliberately absent: which elements are worth to be followed.

mod contents;
mod followed;
mod shape;
mod source;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unproved;
use super::facts::Facts;
use super::terms::Terms;
use crate::bv::{Op, Term, Value};
use crate::program::{BlockId, Followed, Instr, ObjectId, Operand, Program, ValueId};
use contents::Contents;
use followed::Recent;
use shape::Shape;

/// What is the same for all blocks.
pub(super) struct Following<'a> {
    pub source: &'a Program,
    pub followed: &'a Followed,
    pub facts: &'a Facts<'a>,
    shape: Shape,
}

/// An element that an instruction of the source accesses as a whole or in part.
#[derive(Clone, Copy)]
struct Accessed {
    group: usize,
    /// Where it begins.
    beginning: Term,
}

/// A block that an instruction of the source copies to a group.
#[derive(Clone, Copy)]
struct Copied {
    to: Term,
    size: Term,
    /// Where from and which group that is in, if elements are known to correspond.
    origin: Option<(Term, usize)>,
}

/// Something that the source does that is not about groups; the other program does it, too.
enum Outside<'a> {
    /// The same instruction.
    Same(&'a Instr),
    /// Bytes that are copied to a group are read.
    Read { from: &'a Operand, word: Term },
    /// Bytes that are copied from a group are written.
    Write { to: &'a Operand, word: Term },
}

/// A block, walked in both programs.
pub(super) struct Walk<'a> {
    all: &'a Following<'a>,
    block: BlockId,
    pub terms: Terms,
    /// What the source did until now is defined; else there is nothing to show.
    defined: Term,
    /// What is assumed.
    pub given: Vec<Term>,
    /// What must not be, each with what it would say.
    pub broken: Vec<(String, Term)>,
    /// The values of the source, and the choices of elements.
    values: FxHashMap<ValueId, Term>,
    contents: Contents,
    /// Where each followed element of each group begins.
    places: Vec<Vec<Term>>,
    /// Before each instruction of the source, and behind the last, how often each group was written.
    versions: Vec<Vec<usize>>,
    /// The elements that instructions read and write.
    read: FxHashMap<usize, Accessed>,
    written: FxHashMap<usize, Accessed>,
    copied: FxHashMap<usize, Copied>,
    /// The results of searches.
    found: FxHashMap<usize, Term>,
    outside: Vec<Outside<'a>>,
    /// The computations of the source, by their results.
    assigned: FxHashMap<ValueId, &'a Instr>,
    /// The results of its operations that the other program does not do as they are.
    rewritten: FxHashSet<ValueId>,
    /// By group what was accessed lately, at the start of the block.
    recent: Vec<Vec<Recent>>,
    /// By group places at which searches are asked, each with whether it counts.
    asked: Vec<Vec<(Term, Term)>>,
}

/// The program is not of the shape that the claims say.
fn odd() -> Unproved {
    Unproved::because("single elements of large objects are followed in another way than expected")
}

impl<'a> Walk<'a> {
    fn new(all: &'a Following<'a>, block: BlockId) -> Self {
        let Followed { program, groups, .. } = all.followed;
        let mut terms = Terms::default();
        let defined = terms.bool(true);
        let elements = groups.iter().map(|group| group.element);
        Self {
            all,
            block,
            terms,
            defined,
            given: vec![],
            broken: vec![],
            values: FxHashMap::default(),
            contents: Contents::new(elements, program.memory.pointer_width),
            places: vec![],
            versions: vec![],
            read: FxHashMap::default(),
            written: FxHashMap::default(),
            copied: FxHashMap::default(),
            found: FxHashMap::default(),
            outside: vec![],
            assigned: FxHashMap::default(),
            rewritten: FxHashSet::default(),
            recent: vec![],
            asked: vec![vec![]; groups.len()],
        }
    }

    /// What must hold behind a block of the source.
    ///
    /// # Errors
    /// If the block does something that has no rule.
    pub fn of(all: &'a Following<'a>, block: BlockId) -> Result<Self, Unproved> {
        let mut walk = Self::new(all, block);
        walk.choose();
        walk.remember();
        walk.source()?;
        walk.followed()?;
        let functional = std::mem::take(&mut walk.contents.functional);
        walk.given.extend(functional);
        Ok(walk)
    }

    /// What must hold where the program begins: whatever elements are chosen, it goes on.
    ///
    /// # Errors
    /// If it begins in another way than expected.
    pub fn start(all: &'a Following<'a>) -> Result<Self, Unproved> {
        let mut walk = Self::new(all, all.source.entry);
        walk.choose();
        walk.begins()?;
        Ok(walk)
    }

    /// Any elements, inside of what is accessed of their groups.
    fn choose(&mut self) {
        let groups = &self.all.followed.groups;
        for group in groups {
            let mut places = vec![];
            for element in &group.elements {
                let index = self.operand(&element.index);
                let width = self.terms.store.width(index);
                let last = self.terms.number(width, group.last);
                let inside = self.terms.app(Op::Ule, &[index, last]);
                self.given.push(inside);
                let mut base = self.base(group.objects[0]);
                for (&object, choice) in group.objects[1..].iter().zip(&element.choices) {
                    let choice = self.operand(choice);
                    let other = self.base(object);
                    base = self.terms.ite(choice, other, base);
                }
                let index = self.terms.app(Op::ZeroExtend(self.pointer()), &[index]);
                let size = self.terms.number(self.pointer(), group.element);
                let offset = self.terms.app(Op::Mul, &[index, size]);
                places.push(self.terms.app(Op::Add, &[base, offset]));
            }
            let yes = self.terms.bool(true);
            let asked = places.iter().map(|&place| (place, yes));
            self.asked[self.places.len()].extend(asked);
            self.places.push(places);
        }
    }

    fn pointer(&self) -> u32 {
        self.all.followed.program.memory.pointer_width
    }

    /// Where an object begins.
    fn base(&mut self, object: ObjectId) -> Term {
        self.terms.constant(&self.all.followed.program.memory.base(object))
    }

    /// An operand that is a value of the source, or a choice: arbitrary, if it was not defined yet.
    fn operand(&mut self, operand: &Operand) -> Term {
        match operand {
            Operand::Const(value) => self.terms.constant(value),
            Operand::Value(value) => *self.values.entry(*value).or_insert_with(|| {
                let info = &self.all.followed.program.values[*value];
                self.terms.any(&info.name, info.sort)
            }),
        }
    }

    /// Runs of the source in which this does not hold are not defined.
    fn assume(&mut self, holds: Term) {
        self.defined = self.terms.and(self.defined, holds);
    }

    /// Something that must hold.
    fn claim(&mut self, what: &str, holds: Term) {
        let fails = self.terms.not(holds);
        let broken = self.terms.and(self.defined, fails);
        if !self.terms.store.as_const(broken).is_some_and(Value::is_zero) {
            self.broken.push((what.to_owned(), broken));
        }
    }

    /// The lowest bit of a byte.
    fn low_bit(&mut self, byte: Term) -> Term {
        self.terms.app(Op::Extract { high: 0, low: 0 }, &[byte])
    }
}
