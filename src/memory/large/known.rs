//! What is known of the elements of a group: of those that are followed, and of those accessed
//! lately.

use super::groups::Group;
use super::rewrite::Rewriter;
use crate::bv::{Op, Value};
use crate::memory::points_to::numbers::bits_for;
use crate::program::{Actual, FollowedElement, Initial, Operand, Piece, RecentElement, Storage};
use crate::support::fault::Fault;
use crate::support::limits;

impl Rewriter<'_> {
    /// Chooses the elements of a group; written at the start of the program.
    pub fn choose(&mut self, place: usize, group: &Group) {
        let objects = &self.source.memory.objects;
        let zeroed = group.objects.iter().all(|&object| {
            let object = &objects[object];
            object.storage != Storage::Static || object.initial == Initial::Known(vec![])
        });
        let last = group.last();
        let name = self.name(place);
        let bits = bits_for(last);
        for number in 0..group.followed() {
            let choices = group.objects[1..].iter();
            let choices =
                choices.map(|_| self.chosen(1, format!("which object of {name}"))).collect();
            let index = self.chosen(bits, format!("which element of {name}"));
            let last = Operand::Const(Value::new(bits, last.into()));
            let inside = self.apply(Op::Ule, &[index.clone(), last]);
            self.inside.push(inside);
            let initial = if zeroed { Initial::Known(vec![]) } else { Initial::Arbitrary };
            let followed = format!("followed element {number} of {name}");
            let said = format!("{followed} was read last");
            let contents = self.object(followed, group.element, initial);
            let one = Initial::Known(vec![(0, Piece::Number(Value::one(8)))]);
            let hit = self.object(said, 1, one);
            let reader = group.reader(number);
            let element = FollowedElement { index, choices, contents, hit, reader };
            self.elements[place].push(element);
        }
    }

    /// Objects for what was accessed lately in a group.
    pub fn remember(&mut self, place: usize, group: &Group) {
        if group.objects.len() > 1 {
            return;
        }
        let name = self.name(place);
        let address = u64::from(self.source.memory.pointer_width / 8);
        for number in 0..limits::RECENT_ELEMENTS {
            let mut object = |what: &str, size: u64| {
                let name = format!("{what} {number} of {name}");
                self.object(name, size, Initial::Known(vec![]))
            };
            let known = object("whether there is a recent element", 1);
            let offset = object("where is recent element", address);
            let contents = object("recent element", group.element);
            self.recent[place].push(RecentElement { known, offset, contents });
        }
    }

    /// From here on nothing was accessed lately.
    pub fn forget(&mut self, place: usize) {
        if Fault::FollowedRecent.is_planted() {
            return;
        }
        for recent in self.recent[place].clone() {
            self.store(recent.known, 0, Operand::Const(Value::zero(8)));
        }
    }

    /// Where the object begins that a followed element is in. Like the next, this is made
    /// anew where it is needed: so it is the index that the program remembers, which
    /// invariants compare with counters.
    pub fn base(&mut self, group: usize, element: &FollowedElement) -> Operand {
        let objects = self.groups.all[group].objects.clone();
        let mut base = self.address(objects[0], 0);
        for (&object, choice) in objects[1..].iter().zip(&element.choices) {
            let other = self.address(object, 0);
            base = self.apply(Op::Ite, &[choice.clone(), other, base]);
        }
        base
    }

    /// Where a followed element begins.
    pub fn place(&mut self, group: usize, element: &FollowedElement) -> Operand {
        let width = self.source.memory.pointer_width;
        let base = self.base(group, element);
        let index = self.apply(Op::ZeroExtend(width), std::slice::from_ref(&element.index));
        let size = self.number(self.groups.all[group].element);
        let offset = self.apply(Op::Mul, &[index, size]);
        self.apply(Op::Add, &[base, offset])
    }

    /// Where the element begins that an address is so many bytes into.
    pub fn beginning(&mut self, operand: &Operand, offset: u64) -> Operand {
        if offset == 0 {
            return operand.clone();
        }
        let offset = self.number(offset);
        self.apply(Op::Sub, &[operand.clone(), offset])
    }

    /// For each followed element of a group whether it is the one at an address.
    pub fn hits(&mut self, group: usize, at: &Operand) -> Vec<(FollowedElement, Operand)> {
        let elements = self.elements[group].clone();
        let hit = |element: FollowedElement| {
            let place = self.place(group, &element);
            let hit = self.apply(Op::Eq, &[at.clone(), place]);
            (element, hit)
        };
        elements.into_iter().map(hit).collect()
    }

    /// What the element at an address holds, as far as that is known, else anything.
    pub fn element(
        &mut self,
        group: usize,
        at: &Operand,
        hits: &[(FollowedElement, Operand)],
        actual: Actual,
    ) -> Operand {
        let width = self.element_width(group);
        let what = format!("an element of {} that is not followed", self.name(group));
        let mut value = self.arbitrary(width, what, actual);
        let known = self.recent[group].clone();
        for recent in known.iter().rev() {
            let here = self.is_recent(recent, group, at);
            let held = self.load(recent.contents, 0, width);
            value = self.apply(Op::Ite, &[here, held, value]);
        }
        for (element, hit) in hits {
            let held = self.load(element.contents, 0, width);
            value = self.apply(Op::Ite, &[hit.clone(), held, value]);
        }
        value
    }

    pub fn element_width(&self, group: usize) -> u32 {
        u32::try_from(self.groups.all[group].element * 8).expect("elements are accessed as values")
    }

    /// The offset of an address in the only object of a group.
    pub fn offset(&mut self, group: usize, at: &Operand) -> Operand {
        let base = self.address(self.groups.all[group].objects[0], 0);
        self.apply(Op::Sub, &[at.clone(), base])
    }

    pub fn is_recent(&mut self, recent: &RecentElement, group: usize, at: &Operand) -> Operand {
        let known = self.load(recent.known, 0, 8);
        let known = self.apply(Op::Extract { high: 0, low: 0 }, &[known]);
        let offset = self.offset(group, at);
        let there = self.load(recent.offset, 0, self.source.memory.pointer_width);
        let same = self.apply(Op::Eq, &[offset, there]);
        self.apply(Op::And, &[known, same])
    }

    /// The element at an address was accessed and holds this; it moves to the front.
    pub fn accessed(&mut self, group: usize, at: &Operand, contents: Operand) {
        let pointer = self.source.memory.pointer_width;
        let width = self.element_width(group);
        let offset = self.offset(group, at);
        // What comes next: known, offset, contents; and whether its place is free for it.
        let mut next = [Operand::Const(Value::one(8)), offset, contents];
        let mut moves = Operand::Const(Value::one(1));
        for recent in self.recent[group].clone() {
            let was_it = self.is_recent(&recent, group, at);
            let places = [recent.known, recent.offset, recent.contents];
            for ((place, width), new) in places.into_iter().zip([8, pointer, width]).zip(&mut next)
            {
                let old = self.load(place, 0, width);
                let written = self.apply(Op::Ite, &[moves.clone(), new.clone(), old.clone()]);
                self.store(place, 0, written);
                *new = old;
            }
            let other = self.apply(Op::Not, &[was_it]);
            moves = self.apply(Op::And, &[moves, other]);
        }
    }
}
