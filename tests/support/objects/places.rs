//! Places of generated programs: variables and their parts, and what pointers point to.

use super::types::{BYTE, Ty};
use super::{Generator, Var};
use crate::support::cgen::Type;

/// A place: an expression that may be read and, if it is writable, written.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub ty: Ty,
    pub addressable: bool,
    /// It lives as long as a variable of this level.
    pub lives: usize,
    /// Pointers that are stored here must live as long as a variable of this level.
    pub keeps: usize,
    /// Conditions under which it is one.
    pub guards: Vec<String>,
    /// Of a pointer: how many elements lie behind it.
    pub reach: usize,
    /// Of an array: it lies in another object, so that its end need not be the object's.
    pub part: bool,
    pub writable: bool,
}

impl Place {
    fn of(var: &Var) -> Place {
        Place {
            text: var.name.clone(),
            ty: var.ty.clone(),
            addressable: true,
            lives: var.level,
            keeps: var.level,
            guards: vec![],
            reach: var.reach,
            part: false,
            writable: var.writable,
        }
    }

    /// The expression, which is 0 where the place is none.
    pub fn guarded(&self) -> String {
        match self.guards.is_empty() {
            true => self.text.clone(),
            false => format!("({} ? {} : 0)", self.guards.join(" && "), self.text),
        }
    }

    /// The statement, which is done where the place is one.
    pub fn where_valid(&self, statement: &str) -> String {
        match self.guards.is_empty() {
            true => statement.to_owned(),
            false => format!("if ({}) {statement}", self.guards.join(" && ")),
        }
    }
}

impl Generator {
    /// A place of a type that is wanted, if one is found.
    pub fn place(&mut self, wanted: impl Fn(&Self, &Place) -> bool) -> Option<Place> {
        for _ in 0..12 {
            if self.scope.is_empty() {
                return None;
            }
            let index = self.rng.index(self.scope.len());
            let var = self.scope[index].clone();
            if var.text {
                continue;
            }
            let mut place = Place::of(&var);
            for _ in 0..6 {
                if wanted(self, &place) && (self.chance(60) || place.ty.is_int()) {
                    return Some(place);
                }
                match self.part(&place) {
                    Some(part) => place = part,
                    None => break,
                }
            }
            if wanted(self, &place) {
                return Some(place);
            }
        }
        None
    }

    /// A part of a place, or what it points to.
    fn part(&mut self, place: &Place) -> Option<Place> {
        let mut part = place.clone();
        match &place.ty {
            Ty::Int(_) => return None,
            Ty::Array(element, count) => {
                let index = self.index(*count, self.size(element), place.part);
                part.text = format!("{}[{index}]", place.text);
                part.ty = (**element).clone();
                part.reach = 1;
                part.part = true;
            }
            Ty::Record(id) => {
                let record = self.records[*id].clone();
                let field = self.rng.pick(&record.fields).clone();
                part.text = match place.text.strip_prefix("*") {
                    Some(pointer) => format!("{pointer}->{}", field.name),
                    None => format!("{}.{}", place.text, field.name),
                };
                part.ty = field.ty;
                part.addressable = place.addressable && !record.packed && field.bits.is_none();
                part.part = true;
            }
            Ty::Pointer(to) => {
                // Variables point somewhere, fields and elements only when they were set.
                if place.part && !self.careless() {
                    part.guards.push(place.text.clone());
                }
                part.ty = (**to).clone();
                let plain = place.reach == 1 && !self.careless();
                part.text = match plain {
                    true if matches!(part.ty, Ty::Record(_)) => format!("*{}", place.text),
                    true => format!("(*{})", place.text),
                    false => {
                        let index = self.index(place.reach, self.size(to), false);
                        format!("{}[{index}]", place.text)
                    }
                };
                part.reach = 1;
                part.part = true;
                part.addressable = true;
                part.keeps = 0;
                part.writable = true;
            }
        }
        // `*p` of a structure is only good for `->`.
        Some(part)
    }

    /// An index below `count`, of elements of so many bytes; or sometimes just outside.
    /// `inside`: of an array that lies in a larger object.
    pub fn index(&mut self, count: usize, size: usize, inside: bool) -> String {
        if self.careless() && size <= 24 {
            return self.wrong_index(count, size, inside);
        }
        let counters: Vec<String> = self
            .scope
            .iter()
            .filter(|var| var.below.is_some_and(|below| below <= count))
            .map(|var| var.name.clone())
            .collect();
        match self.rng.index(10) {
            0..=2 if !counters.is_empty() => self.rng.pick(&counters).clone(),
            3..=4 => {
                let value = self.atom();
                match count.is_power_of_two() {
                    true => format!("({value}) & {}", count - 1),
                    false => format!("(unsigned char)({value}) % {count}"),
                }
            }
            _ => self.rng.index(count).to_string(),
        }
    }

    fn wrong_index(&mut self, count: usize, size: usize, inside: bool) -> String {
        let value = self.atom();
        match self.rng.index(6) {
            0 if size <= 8 => "-1".to_owned(),
            1 if size <= 4 => format!("{}", count + 1),
            2 => format!("(unsigned char)({value}) % {}", count + 1),
            3 if size <= 8 => format!("(({value}) & 1) - 1"),
            4 if inside => format!("({value}) & 3"),
            5 if size <= 4 => format!("({value}) & {}", (count + 1).next_power_of_two() - 1),
            _ => count.to_string(),
        }
    }

    /// A part of the bytes of some object without pointers, as a number.
    pub fn bytes_of_place(&mut self) -> Option<Place> {
        let object = self.place(|all, place| {
            place.addressable && !all.holds_pointer(&place.ty) && place.writable
        })?;
        let name = object.text.trim_start_matches('*');
        let (whole, size) = match object.text.starts_with('*') {
            true => (format!("({name})"), format!("sizeof *{name}")),
            false => (format!("(&{name})"), format!("sizeof {name}")),
        };
        let value = self.atom();
        let value = match self.chance(50) {
            true => self.rng.index(self.size(&object.ty)).to_string(),
            false => format!("(unsigned char)({value})"),
        };
        let extra = if self.careless() { " + 1" } else { "" };
        let half = Type { c: "half", input: "ushort" };
        let word = Type { c: "word", input: "uint" };
        let size_here = self.size(&object.ty);
        let ty = *self.rng.pick(&[BYTE, BYTE, half, word]);
        let less = super::types::bytes(ty) - 1;
        let (ty, less) = if less < size_here { (ty, less) } else { (BYTE, 0) };
        let text = match less {
            0 => format!("((unsigned char *){whole})[{value} % ({size}{extra})]"),
            // Packed bit-fields may take less than their types.
            _ => format!(
                "(*({} *)((char *){whole} + {value} % \
                 ({size}{extra} > {less} ? {size}{extra} - {less} : 1)))",
                ty.c
            ),
        };
        Some(Place { text, ty: Ty::Int(ty), addressable: false, ..object })
    }

    /// As [`Self::one_address`], or one of two.
    pub fn address(&mut self, to: &Ty, reach: usize, keeps: usize) -> Option<String> {
        let one = self.one_address(to, reach, keeps)?;
        match self.chance(15) {
            true => {
                let (condition, other) = (self.condition(), self.one_address(to, reach, keeps)?);
                Some(format!("(({condition}) ? {one} : {other})"))
            }
            false => Some(one),
        }
    }

    /// An expression for a pointer to elements of a type, of which `reach` are there, and
    /// which lives at least as long as a variable of level `keeps`.
    fn one_address(&mut self, to: &Ty, reach: usize, keeps: usize) -> Option<String> {
        let keeps = if self.careless() { usize::MAX } else { keeps };
        let reach = if reach > 1 && self.careless() { reach - 1 } else { reach };
        let place = self.place(|_, place| {
            let fits = match &place.ty {
                Ty::Array(element, count) => **element == *to && *count >= reach,
                Ty::Pointer(element) => **element == *to && place.reach >= reach,
                other => other == to && reach == 1,
            };
            // Whoever writes through it knows nothing of a pointer's reach.
            let fixed = place.ty == *to && to.is_pointer() && place.reach > 1;
            let written = place.writable || matches!(place.ty, Ty::Pointer(_));
            fits && !fixed
                && written
                && (place.addressable || !(place.ty == *to))
                && place.lives <= keeps
        })?;
        let text = place.text.clone();
        Some(match &place.ty {
            Ty::Array(_, count) if *to != place.ty => {
                if !place.addressable {
                    return None;
                }
                let first = self.rng.index(count - reach + 1);
                match self.rng.index(3) {
                    0 if first > 0 => format!("{text} + {first}"),
                    1 => format!("&{text}[{first}]"),
                    _ if first > 0 => format!("&{text}[{first}]"),
                    _ => text,
                }
            }
            Ty::Pointer(_) if *to != place.ty => {
                if !place.guards.is_empty() || place.part {
                    return None;
                }
                text
            }
            _ => {
                if !place.guards.is_empty() {
                    return None;
                }
                match text.strip_prefix('*') {
                    Some(pointer) => pointer.to_owned(),
                    None => format!("&{text}"),
                }
            }
        })
    }
}
