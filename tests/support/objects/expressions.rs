//! Integer expressions and conditions of generated programs. They have no side effects
//! and read no inputs: a guard may repeat one.

use super::Generator;
use super::types::Ty;

impl Generator {
    pub fn constant(&mut self) -> String {
        match self.rng.index(10) {
            0 if !self.shape.tame => "2147483647".to_owned(),
            1 if !self.shape.tame => "(-2147483647 - 1)".to_owned(),
            2 => "4294967295u".to_owned(),
            3 => "-1".to_owned(),
            4 => format!("{}u", self.rng.index(300)),
            _ => (self.rng.index(40) as i64 - 10).to_string(),
        }
    }

    /// A constant or something small to read.
    pub fn atom(&mut self) -> String {
        let ints: Vec<String> =
            self.scope.iter().filter(|var| var.ty.is_int()).map(|var| var.name.clone()).collect();
        match ints.is_empty() || self.chance(25) {
            true => self.constant(),
            false => self.rng.pick(&ints).clone(),
        }
    }

    /// Something to read, also in memory.
    fn read(&mut self) -> String {
        let place = match self.rng.index(10) {
            0..=5 => self.place(|_, place| place.ty.is_int()),
            6 => self.bytes_of_place(),
            7 => return self.pointer_comparison(),
            _ => None,
        };
        place.map_or_else(|| self.atom(), |place| place.guarded())
    }

    fn pointer_comparison(&mut self) -> String {
        let Some(pointer) = self.place(|_, place| place.ty.is_pointer()) else {
            return self.atom();
        };
        let Ty::Pointer(to) = &pointer.ty else { return self.atom() };
        if !pointer.guards.is_empty() {
            return self.atom();
        }
        let op = *self.rng.pick(&["==", "!="]);
        match self.address(to, 1, usize::MAX) {
            Some(other) if self.chance(70) => format!("({} {op} {other})", pointer.text),
            _ => format!("({} {op} 0)", pointer.text),
        }
    }

    pub fn expression(&mut self, depth: usize) -> String {
        let value = self.wide_expression(depth);
        match self.shape.tame && depth > 0 && self.chance(50) {
            true => format!("(({value}) & {})", self.rng.pick(&[1, 3, 15, 63])),
            false => value,
        }
    }

    fn wide_expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(20) {
            return self.read();
        }
        let a = self.expression(depth - 1);
        match self.rng.index(12) {
            0 => format!("{}({a})", self.rng.pick(&["-", "~", "!"])),
            1 => format!("({})({a})", self.int().c),
            2 => {
                let (condition, b) = (self.condition(), self.read());
                format!("(({condition}) ? {a} : {b})")
            }
            3 => format!("({a}) {} {}", self.rng.pick(&["<<", ">>"]), self.rng.index(5)),
            4 => format!("({a}) {} {}", self.rng.pick(&["/", "%"]), 1 + self.rng.index(9)),
            5 if self.shape.heavy => format!("({a}) * ({})", self.read()),
            5 => format!("({a}) * {}", self.rng.index(6)),
            _ => {
                let op = *self.rng.pick(&["+", "-", "+", "-", "^", "|", "&"]);
                format!("({a}) {op} ({})", self.read())
            }
        }
    }

    pub fn condition(&mut self) -> String {
        let a = self.read();
        match self.rng.index(8) {
            0 => format!("!({a})"),
            1 => {
                let (b, op) = (self.read(), *self.rng.pick(&["&&", "||"]));
                format!("({a}) {op} ({b})")
            }
            2 => format!("({a}) % {} == {}", 2 + self.rng.index(4), self.rng.index(3)),
            _ => {
                let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let b = if self.chance(60) { self.constant() } else { self.read() };
                format!("({a}) {op} ({b})")
            }
        }
    }
}
