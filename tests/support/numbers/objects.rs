//! Arrays, structures, unions, vectors and bytes of numbers.

use super::{Format, Generator, Ty};

const SINGLE: Ty = Ty::Number(Format::Float);
const DOUBLE: Ty = Ty::Number(Format::Double);

impl Generator {
    /// A table of constants, or numbers that outlive a call.
    pub fn table(&mut self) {
        let (name, format) = (self.name("t"), self.format());
        let values: Vec<String> = (0..4).map(|_| self.constant(format)).collect();
        let constant = *self.rng.pick(&["", "const "]);
        let values = values.join(", ");
        self.line(&format!("static {constant}{} {name}[4] = {{{values}}};", format.c()));
        let index = self.rng.index(4);
        self.add(&format!("{name}[{index}]"), Ty::Number(format));
        if let Some(place) = self.scope.last_mut() {
            place.writable = constant.is_empty();
        }
    }

    /// An object of several numbers.
    pub fn object(&mut self) {
        let name = self.name("a");
        let (first, second) = (self.number(1).0, self.number(1).0);
        match self.rng.index(8) {
            0 | 1 => self.array(&name, &first, &second),
            2 => {
                let fields = "char tag; float low; double high;";
                self.line(&format!("struct {{ {fields} }} {name} = {{1, {first}, {second}}};"));
                self.members(&name, &[("tag", Ty::Integer), ("low", SINGLE), ("high", DOUBLE)]);
            }
            3 => {
                let by = self.number(1).0;
                let of = format!("(struct pair){{{first}, {second}}}");
                let value = match self.rng.index(3) {
                    0 => format!("swapped({of})"),
                    1 => format!("moved({of}, {by})"),
                    _ => format!("moved(swapped({of}), {by})"),
                };
                self.line(&format!("struct pair {name} = {value};"));
                self.members(&name, &[("low", SINGLE), ("high", SINGLE)]);
            }
            4 => {
                self.line(&format!("struct mixed {name} = mixed_of({first}, {second});"));
                let fields = [("wide", DOUBLE), ("narrow", SINGLE), ("tag", Ty::Integer)];
                self.members(&name, &fields);
            }
            5 => self.union(&name, &first),
            6 => {
                self.line("typedef float four __attribute__((vector_size(16)));");
                self.line(&format!("four {name} = {{{first}, {second}, 1.5f, -0.0f}};"));
                let op = *self.rng.pick(&["+", "-"]);
                self.line(&format!("{name} = {name} {op} (four){{1, 0.5f, {first}, {second}}};"));
                self.members(&format!("{name}[0]"), &[("", SINGLE)]);
                self.members(&format!("{name}[2]"), &[("", SINGLE)]);
                self.line(&format!("{name}[1] = {name}[3];"));
            }
            _ => {
                self.line(&format!(
                    "double {name} = sum_of(2, (double)({first}), (double)({second}));"
                ));
                self.add(&name, DOUBLE);
            }
        }
    }

    fn members(&mut self, name: &str, members: &[(&str, Ty)]) {
        for (member, ty) in members {
            let dot = if member.is_empty() { "" } else { "." };
            self.add(&format!("{name}{dot}{member}"), *ty);
        }
    }

    fn array(&mut self, name: &str, first: &str, second: &str) {
        let format = self.format();
        let c = format.c();
        self.line(&format!("{c} {name}[3] = {{{first}, {second}}};"));
        let any = format!("({}) & 1", self.integer(1));
        for index in ["0", "1", "2", &any] {
            self.add(&format!("{name}[{index}]"), Ty::Number(format));
        }
        match self.rng.index(3) {
            0 => self.line(&format!("memcpy({name} + 1, {name}, sizeof *{name});")),
            1 => {
                let pointer = self.name("q");
                self.line(&format!("{c} *{pointer} = {name} + ({any});"));
                self.add(&format!("{pointer}[1]"), Ty::Number(format));
            }
            _ => {}
        }
    }

    /// A number beside its bits. A NaN whose bits are left open never gets in.
    fn union(&mut self, name: &str, first: &str) {
        let (small, change) = (self.integer(1), self.integer(1));
        if self.chance(50) {
            self.line(&format!("union {{ float number; unsigned bits; }} {name};"));
            self.line(&format!("{name}.bits = {small};"));
            if self.chance(50) {
                self.line(&format!("{name}.number = quiet_float({first});"));
                self.line(&format!("{name}.bits ^= ({change}) & 0x80000007u;"));
            }
            return self.add(&format!("{name}.number"), SINGLE);
        }
        let of = "double number; float halves[2]; unsigned char bytes[8];";
        self.line(&format!("union {{ {of} }} {name};"));
        self.line(&format!("{name}.number = quiet_double({first});"));
        if self.chance(50) {
            let byte = self.rng.index(8);
            self.line(&format!("{name}.bytes[{byte}] = {change};"));
        }
        if self.chance(30) {
            self.line(&format!("{name}.halves[1] = some_float({first});"));
        }
        self.add(&format!("{name}.number"), DOUBLE);
        self.add(&format!("{name}.halves[1]"), SINGLE);
        for place in self.scope.iter_mut().rev().take(2) {
            place.writable = false;
        }
    }
}
