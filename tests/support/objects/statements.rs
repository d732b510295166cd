//! Statements and declarations of generated programs.

use super::types::{INT, Ty};
use super::{Generator, Var};

impl Generator {
    pub fn statement(&mut self, depth: usize) {
        if self.chance(self.shape.errors) {
            let condition = self.condition();
            return self.line(&format!("if ({condition}) reach_error();"));
        }
        match self.rng.index(100) {
            0..=19 => self.assignment(),
            20..=24 => self.record_assignment(),
            25..=31 => self.pointer_assignment(),
            32..=42 => self.declaration(),
            43..=47 => self.input_variable(),
            48..=57 if depth > 0 => self.conditional(depth),
            58..=67 if depth > 0 => self.loop_statement(depth),
            68..=71 if depth > 0 => self.switch(depth),
            72..=79 => self.call(),
            80..=86 => self.library_statement(),
            87..=92 => self.heap_statement(),
            93..=97 => self.idiom(),
            // What a scope owns would not be freed.
            _ if self.in_loop > 0 && (self.owned.is_empty() || self.careless()) => {
                let condition = self.condition();
                let word = *self.rng.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {word};"));
            }
            _ => self.assignment(),
        }
    }

    /// An integer variable with an input.
    pub fn input_variable(&mut self) {
        let (name, ty) = (self.name("v"), self.int());
        let mask = if self.shape.tame || self.chance(50) { " & 15" } else { "" };
        self.line(&format!("{} {name} = __VERIFIER_nondet_{}(){mask};", ty.c, ty.input));
        self.add(name, Ty::Int(ty), self.level);
    }

    pub fn assignment(&mut self) {
        let place = match self.chance(15) {
            true => self.bytes_of_place(),
            false => self.place(|_, place| place.ty.is_int() && place.writable),
        };
        let Some(place) = place else { return self.declaration() };
        let text = &place.text;
        let statement = match self.rng.index(12) {
            0 => format!("{text}{};", self.rng.pick(&["++", "--"])),
            1..=3 => {
                let op = *self.rng.pick(&["+", "-", "^", "|", "&"]);
                let value = self.expression(1);
                format!("{text} {op}= {value};")
            }
            4 => {
                let ty = self.int();
                format!("{text} = __VERIFIER_nondet_{}();", ty.input)
            }
            _ => {
                let value = self.expression(2);
                format!("{text} = {value};")
            }
        };
        self.line(&place.where_valid(&statement));
    }

    fn record_assignment(&mut self) {
        let to = self.place(|_, place| place.ty.is_record() && place.writable);
        let Some(to) = to else { return self.assignment() };
        let careless = self.careless();
        let from = self.place(|all, place| {
            let lives = place.lives <= to.keeps || careless || !all.holds_pointer(&to.ty);
            place.ty == to.ty && lives && place.guards.is_empty()
        });
        match from {
            Some(from) if from.text != to.text && self.chance(30) && to.addressable => {
                let function = *self.rng.pick::<&str>(&["memcpy", "memmove"]);
                let address = |text: &str| format!("&({text})");
                let (a, b) = (address(&to.text), address(&from.text));
                let call = format!("{function}({a}, {b}, sizeof({}));", to.text);
                self.line(&to.where_valid(&call));
            }
            Some(from) if from.text != to.text => {
                self.line(&to.where_valid(&format!("{} = {};", to.text, from.text)));
            }
            _ => self.assignment(),
        }
    }

    fn pointer_assignment(&mut self) {
        let to = self.place(|_, place| place.ty.is_pointer() && place.writable);
        let Some(to) = to else { return self.declaration() };
        let Ty::Pointer(target) = to.ty.clone() else { return };
        if self.careless() {
            return self.line(&to.where_valid(&format!("{} = 0;", to.text)));
        }
        match self.address(&target, to.reach, to.keeps) {
            Some(value) => self.line(&to.where_valid(&format!("{} = {value};", to.text))),
            None => self.assignment(),
        }
    }

    pub fn declaration(&mut self) {
        if self.chance(35) && self.pointer_variable() {
            return;
        }
        match self.rng.index(16) {
            0..=1 => return self.string_variable(),
            2 => return self.pointer_array(),
            _ => {}
        }
        let (ty, storage) = (self.object_type(), if self.chance(8) { "static " } else { "" });
        let name = self.name("v");
        let text = self.declare(&ty, &name);
        let value = match &ty {
            Ty::Int(_) if storage.is_empty() => self.expression(1),
            Ty::Array(element, count) if element.is_int() && storage.is_empty() => {
                let values: Vec<String> =
                    (0..1 + self.rng.index(*count)).map(|_| self.atom()).collect();
                format!("{{{}}}", values.join(", "))
            }
            Ty::Int(_) => "1".to_owned(),
            _ => "{0}".to_owned(),
        };
        self.line(&format!("{storage}{text} = {value};"));
        let level = if storage.is_empty() { self.level } else { 0 };
        self.add(name, ty, level);
    }

    fn pointer_variable(&mut self) -> bool {
        let target = self.place(|all, place| {
            let array_of_pointers = matches!(&place.ty, Ty::Array(of, _) if of.is_pointer());
            !array_of_pointers && (!place.ty.is_pointer() || !all.is_double(&place.ty))
        });
        let Some(target) = target else { return false };
        let (ty, reach) = match target.ty {
            Ty::Array(element, count) if self.chance(85) => (*element, 1 + self.rng.index(count)),
            other => (other, 1),
        };
        let Some(value) = self.address(&ty, reach, self.level) else { return false };
        let (name, ty) = (self.name("p"), ty.pointer());
        let text = self.declare(&ty, &name);
        self.line(&format!("{text} = {value};"));
        let level = self.level;
        let (writable, below) = (true, None);
        self.scope.push(Var { name, ty, level, writable, reach, below, text: false });
        true
    }

    fn is_double(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Pointer(to) if to.is_pointer())
    }

    /// Statements in a scope of their own.
    pub fn block(&mut self, depth: usize) {
        let outer = self.scope.len();
        self.enter();
        for _ in 0..1 + self.rng.index(3) {
            self.statement(depth - 1);
        }
        self.release();
        self.leave(outer);
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.chance(50) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn loop_statement(&mut self, depth: usize) {
        let (counter, rounds) = (self.name("i"), 1 + self.rng.index(5));
        let outer = self.scope.len();
        let ty = *self.rng.pick(&["int", "unsigned char", "short", "unsigned"]);
        let form = self.rng.index(4);
        let level = self.level;
        let (head, tail) = match form {
            0 | 1 => {
                let head =
                    format!("for ({ty} {counter} = 0; {counter} < {rounds}; {counter}++) {{");
                (head, "}".to_owned())
            }
            2 => {
                let condition = self.condition();
                self.line(&format!("{ty} {counter} = 0;"));
                let tail = format!("}} while (++{counter} < {rounds} && ({condition}));");
                ("do {".to_owned(), tail)
            }
            _ => {
                let (label, condition) = (self.name("again"), self.condition());
                self.line(&format!("{ty} {counter} = 0;"));
                let tail = format!("}} if (++{counter} < {rounds} && ({condition})) goto {label};");
                (format!("{label}: {{"), tail)
            }
        };
        self.line(&head);
        let name = counter;
        let (ty, below) = (Ty::Int(INT), Some(rounds));
        self.scope.push(Var { name, ty, level, writable: false, reach: 1, below, text: false });
        let outside = self.in_loop;
        self.in_loop = if form == 3 { 0 } else { outside + 1 };
        self.block(depth);
        self.in_loop = outside;
        self.scope.truncate(outer);
        self.line(&tail);
    }

    fn switch(&mut self, depth: usize) {
        let (value, mask) = (self.expression(1), *self.rng.pick(&[1, 3, 7]));
        self.line(&format!("switch (({value}) & {mask}) {{"));
        let in_loop = std::mem::take(&mut self.in_loop);
        for case in 0..1 + self.rng.index(mask + 1) {
            self.line(&format!("case {case}: {{"));
            self.block(depth);
            let end = if self.chance(70) { "} break;" } else { "}" };
            self.line(end);
        }
        if self.chance(60) {
            self.line("default: {");
            self.block(depth);
            self.line("}");
        }
        self.in_loop = in_loop;
        self.line("}");
    }
}
