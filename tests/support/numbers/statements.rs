//! Statements of generated programs.

use super::{Format, Generator, Place, Ty};

impl Generator {
    pub fn statement(&mut self, depth: usize) {
        match self.rng.index(100) {
            0..=34 => self.assignment(),
            35..=49 => self.declaration(),
            50..=61 if depth > 0 => self.conditional(depth),
            62..=69 if depth > 0 => self.repetition(depth),
            70..=73 if depth > 0 => self.choice(depth),
            74 | 75 => self.pieces(),
            76 | 77 => self.object(),
            78..=83 => self.law(),
            84..=95 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) reach_error();"));
            }
            _ if self.in_loop > 0 => {
                let condition = self.condition();
                let word = *self.rng.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {word};"));
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) return 0;"));
            }
        }
    }

    /// Ends the runs in which a number is not small.
    pub fn limit(&mut self, name: &str) {
        let (low, high) = match self.rng.index(4) {
            0 => (0, 1),
            1 => (-1, 1),
            2 => (1, 2 + self.rng.index(20)),
            _ => (-8, 8 + self.rng.index(1000)),
        };
        self.line(&format!("if (!({low} <= {name} && {name} <= {high})) return 0;"));
    }

    fn assignment(&mut self) {
        let places: Vec<Place> =
            self.scope.iter().filter(|place| place.writable).cloned().collect();
        if places.is_empty() {
            return self.declaration();
        }
        let Place { text: place, ty, .. } = self.rng.pick(&places).clone();
        let text = match ty {
            // What does not fit is checked.
            Ty::Integer if self.shape.casts && self.chance(30) => {
                let op = *self.rng.pick(&["+", "-", "*"]);
                format!("{place} {op}= {};", self.number(1).0)
            }
            Ty::Integer => format!("{place} = {};", self.integer(2)),
            Ty::Number(_) => match self.rng.index(4) {
                0 => format!("{place} {}= {};", self.rng.pick(&["+", "-"]), self.number(1).0),
                1 if self.shape.heavy => {
                    format!("{place} {}= {};", self.rng.pick(&["*", "/"]), self.number(1).0)
                }
                2 => format!("{place}{};", self.rng.pick(&["++", "--"])),
                _ => format!("{place} = {};", self.number(2).0),
            },
        };
        self.line(&text);
    }

    fn declaration(&mut self) {
        if self.chance(30) {
            let ty = *self.rng.pick(&["int", "unsigned", "short", "long long"]);
            let value = self.integer(2);
            let name = self.name("n");
            self.line(&format!("{ty} {name} = {value};"));
            return self.add(&name, Ty::Integer);
        }
        let (format, value) = (self.format(), self.number(2).0);
        let name = self.name("x");
        self.line(&format!("{} {name} = {value};", format.c()));
        self.add(&name, Ty::Number(format));
    }

    /// Exponent and fraction, or fraction and whole part.
    fn pieces(&mut self) {
        if !self.shape.library {
            return self.assignment();
        }
        let (value, name) = (self.number(1).0, self.name("x"));
        let other = self.name("n");
        if self.chance(50) {
            self.line(&format!("int {other};"));
            self.line(&format!("double {name} = split({value}, &{other});"));
            self.add(&other, Ty::Integer);
        } else {
            self.line(&format!("double {other};"));
            self.line(&format!("double {name} = modf({value}, &{other});"));
            self.add(&other, Ty::Number(Format::Double));
        }
        self.add(&name, Ty::Number(Format::Double));
    }

    fn block(&mut self, depth: usize) {
        let outer = self.scope.len();
        self.indent += 1;
        for _ in 0..1 + self.rng.index(2) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
        self.scope.truncate(outer);
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

    fn repetition(&mut self, depth: usize) {
        let (counter, rounds) = (self.name("i"), 1 + self.rng.index(3));
        let outer = self.scope.len();
        let (c, step, ty) = match self.chance(30) {
            true => ("float", "0.5f", Ty::Number(Format::Float)),
            false => ("int", "1", Ty::Integer),
        };
        self.line(&format!(
            "for ({c} {counter} = 0; {counter} < {rounds}; {counter} += {step}) {{"
        ));
        self.scope.push(Place { text: counter, ty, writable: false });
        self.in_loop += 1;
        self.block(depth);
        self.in_loop -= 1;
        self.line("}");
        self.scope.truncate(outer);
    }

    /// By what class a number is of.
    fn choice(&mut self, depth: usize) {
        let value = self.number(1).0;
        self.line(&format!("switch (fpclassify({value})) {{"));
        let in_loop = std::mem::take(&mut self.in_loop);
        for class in ["FP_NAN", "FP_INFINITE", "FP_ZERO", "FP_SUBNORMAL"] {
            if self.chance(50) {
                self.line(&format!("case {class}: {{"));
                self.block(depth);
                self.line("}");
                if self.chance(70) {
                    self.line("break;");
                }
            }
        }
        self.line("default: {");
        self.block(depth);
        self.line("}");
        self.in_loop = in_loop;
        self.line("}");
    }
}
