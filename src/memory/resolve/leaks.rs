//! Which heap objects were not freed, and which of them nothing points to any more.
//!
//! An address reaches the object that it belongs to. Only what the analysis says may be an
//! address into an object is looked at: bits that happen to be the same reach nothing.

use std::collections::BTreeMap;

use super::{Address, Resolver, bit};
use crate::bv::{Op, Value};
use crate::memory::points_to::abstraction::Abstract;
use crate::memory::points_to::numbers::Numbers;
use crate::memory::points_to::places::addresses;
use crate::program::{AssumptionKind, GoalKind, ObjectId, Operand, Storage};

impl Resolver<'_> {
    /// For each allocation site whether an object of it lives.
    pub fn leaked(&mut self) -> Operand {
        let heap = self.heap();
        let lives = heap.into_iter().map(|object| (object, self.lives(object)));
        let lives = lives.collect();
        self.sites(&lives)
    }

    /// For each allocation site whether an object of it lives that can't be reached: from
    /// what is held, from a variable that lives, or from another one that can.
    pub fn lost(&mut self, held: &[Address]) -> Operand {
        let heap = self.heap();
        let mut reached: BTreeMap<ObjectId, Operand> =
            heap.iter().map(|&object| (object, bit(false))).collect();
        for address in held {
            self.meet(&address.operand, &address.set, &bit(true), &mut reached);
        }
        // From heap objects to heap objects.
        let mut edges: Vec<(ObjectId, Operand, Abstract)> = Vec::new();
        for (place, set) in addresses(self.program, &self.points_to) {
            let lives = self.lives(place.object);
            if self.layout.oversized.contains(&place.object) {
                let what = format!(
                    "the question what the object '{}' points to, which is larger than what is \
                     modelled",
                    self.memory().objects[place.object].name
                );
                self.writer.check(&lives, GoalKind::Unsupported(what));
                continue;
            }
            let word = u64::from(self.memory().pointer_width / 8);
            let at = Numbers::constant(place.offset.into());
            if self.points_to.contents.is_overwritten(place.object, at) {
                let what = "an address in memory of which a part is overwritten still leads where \
                            it led: what it led to is not lost";
                self.assume(AssumptionKind::WholeAddresses, what);
            }
            let value = self.contents(place, word);
            let value = self.as_code(&value, &set);
            if reached.contains_key(&place.object) {
                edges.push((place.object, value, set));
            } else {
                self.meet(&value, &set, &lives, &mut reached);
            }
        }
        // A shortest way visits each object once. Dead objects lead nowhere.
        let mut alive = BTreeMap::new();
        for &object in &heap {
            alive.insert(object, self.lives(object));
        }
        let roots = reached.clone();
        for _ in 1..heap.len() {
            let mut next = roots.clone();
            for (from, value, set) in &edges {
                let on = self.apply(Op::And, &[alive[from].clone(), reached[from].clone()]);
                self.meet(value, set, &on, &mut next);
            }
            if next == reached {
                break;
            }
            reached = next;
        }
        let mut lost = BTreeMap::new();
        for object in heap {
            let not = self.apply(Op::Not, &[reached[&object].clone()]);
            lost.insert(object, self.apply(Op::And, &[alive[&object].clone(), not]));
        }
        self.sites(&lost)
    }

    fn heap(&self) -> Vec<ObjectId> {
        let objects = self.memory().objects.iter_enumerated();
        objects.filter(|(_, info)| info.storage == Storage::Heap).map(|it| it.0).collect()
    }

    /// Notes which heap objects an address reaches, where `on` holds.
    fn meet(
        &mut self,
        address: &Operand,
        set: &Abstract,
        on: &Operand,
        reached: &mut BTreeMap<ObjectId, Operand>,
    ) {
        if *on == bit(false) || !set.objects.keys().any(|object| reached.contains_key(object)) {
            return;
        }
        let number = self.object_number(address);
        let width = self.writer.out.width(&number);
        for (object, known) in reached.iter_mut().filter(|it| set.objects.contains_key(it.0)) {
            let own = Operand::Const(Value::new(width, u128::from(object.0) + 1));
            let here = self.apply(Op::Eq, &[number.clone(), own]);
            let here = self.apply(Op::And, &[on.clone(), here]);
            *known = self.apply(Op::Or, &[known.clone(), here]);
        }
    }

    /// A bit for each allocation site: whether it holds of one of its objects.
    fn sites(&mut self, of: &BTreeMap<ObjectId, Operand>) -> Operand {
        let mut all: Option<Operand> = None;
        for site in self.memory().sites.iter() {
            let mut any = bit(false);
            for holds in site.instances.iter().filter_map(|object| of.get(object)) {
                any = self.apply(Op::Or, &[any, holds.clone()]);
            }
            all = Some(match all {
                None => any,
                Some(low) => self.apply(Op::Concat, &[any, low]),
            });
        }
        all.expect("who asks has allocation sites")
    }
}
