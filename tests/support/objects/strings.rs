//! Strings and the functions of string.h in generated programs.

use super::types::{CHAR, INT, Ty};
use super::{Generator, Var};

impl Generator {
    /// An array with a string in it. Its last byte stays 0.
    pub fn string_variable(&mut self) {
        let (name, count) = (self.name("s"), 3 + self.rng.index(6));
        let value = self.literal(count - 1);
        self.line(&format!("char {name}[{count}] = {value};"));
        let ty = Ty::Int(CHAR).array(count);
        let (level, below) = (self.level, None);
        self.scope.push(Var { name, ty, level, writable: true, reach: 1, below, text: true });
    }

    /// A string of at most so many characters.
    fn literal(&mut self, most: usize) -> String {
        let count = self.rng.index(most + 1);
        let text: String = (0..count).map(|_| *self.rng.pick(&['a', 'b', 'c', '0'])).collect();
        format!("\"{text}\"")
    }

    /// A string variable and the bytes of its array.
    fn string(&mut self) -> Option<(String, usize)> {
        let all: Vec<(String, usize)> = self
            .scope
            .iter()
            .filter(|var| var.text)
            .filter_map(|var| match var.ty {
                Ty::Array(_, count) => Some((var.name.clone(), count)),
                _ => None,
            })
            .collect();
        (!all.is_empty()).then(|| self.rng.pick(&all).clone())
    }

    pub fn library_statement(&mut self) {
        match self.rng.index(10) {
            0..=3 => self.block_statement(),
            _ => match self.string() {
                Some((name, count)) => self.string_statement(&name, count),
                None => self.string_variable(),
            },
        }
    }

    fn string_statement(&mut self, s: &str, count: usize) {
        let other = self.string().map_or(self.literal(4), |(name, _)| name);
        let other = if self.chance(50) { other } else { self.literal(count - 1) };
        // What must hold for the result to fit, and mostly is made sure of.
        let most = if self.careless() { count + 1 } else { count - 1 };
        let value = self.atom();
        let length = format!("(unsigned char)({value}) % {}", most + 1);
        let test = |text: String| match most >= count {
            true => text,
            false => format!("if (strlen({other}) < {count}) {text}"),
        };
        let own = if other == s { "\"ab\"".to_owned() } else { other.clone() };
        let ch = *self.rng.pick(&["'a'", "'b'", "0"]);
        let index = self.index(count - 1, 1, false);
        let statement = match self.rng.index(13) {
            0 if own == other => test(format!("strcpy({s}, {own});")),
            1 if most >= count => format!("strcat({s}, {own});"),
            1 => format!("if (strlen({s}) + strlen({own}) < {count}) strcat({s}, {own});"),
            2 => format!("strncpy({s}, {own}, {length});"),
            3 => format!("memset({s}, {ch}, {length});"),
            4 => format!("{s}[{index}] = __VERIFIER_nondet_char();"),
            5 => format!("{s}[{index}] = {ch};"),
            6 => format!("memmove({s}, {s} + 1, {});", most - 1),
            choice => return self.string_question(choice, s, &other, ch),
        };
        self.line(&statement);
    }

    /// A variable with what a function says about a string.
    fn string_question(&mut self, choice: usize, s: &str, other: &str, ch: &str) {
        let name = self.name("v");
        let few = self.rng.index(5);
        let value = match choice {
            7 => format!("(int)strlen({s})"),
            8 => format!("strcmp({s}, {other}) < 0"),
            9 => format!("strncmp({s}, {other}, {few}) > 0"),
            10 => format!("strchr({s}, {ch}) ? (int)(strchr({s}, {ch}) - {s}) : -1"),
            11 => format!("strrchr({s}, {ch}) != 0"),
            12 => format!("strstr({s}, {other}) != 0"),
            _ => format!("(int)(strspn({s}, {other}) + 8 * strcspn({s}, {other}))"),
        };
        self.line(&format!("int {name} = {value};"));
        self.add(name, Ty::Int(INT), self.level);
    }

    /// memset, memcpy, memmove, memcmp of arrays.
    fn block_statement(&mut self) {
        let array = self.place(|all, place| {
            let plain = matches!(&place.ty, Ty::Array(of, _) if of.is_int());
            plain && place.writable && place.guards.is_empty() && !all.holds_pointer(&place.ty)
        });
        let Some(array) = array else { return self.declaration() };
        let Ty::Array(element, count) = array.ty.clone() else { return };
        let text = &array.text;
        let most = if self.careless() { count + 1 } else { count };
        let value = self.atom();
        let few = match self.chance(50) {
            true => self.rng.index(most + 1).to_string(),
            false => format!("((unsigned char)({value}) % {})", most + 1),
        };
        let other = self.address(&element, count, usize::MAX);
        let source = other.filter(|other| !other.contains(text.as_str()));
        match (self.rng.index(5), source) {
            (0, _) => {
                let value = *self.rng.pick(&["0", "1", "-1", "255"]);
                self.line(&format!("memset({text}, {value}, {few} * sizeof *{text});"));
            }
            (1, Some(source)) => {
                let name = self.name("v");
                let value = format!("memcmp({text}, {source}, {few} * sizeof *{text})");
                self.line(&format!("int {name} = {value} == 0;"));
                self.add(name, Ty::Int(INT), self.level);
            }
            (2..=3, Some(source)) => {
                let function = *self.rng.pick(&["memcpy", "memmove"]);
                self.line(&format!("{function}({text}, {source}, {few} * sizeof *{text});"));
            }
            _ => {
                let less = most.max(1) - 1;
                let (to, from) = if self.chance(50) { (" + 1", "") } else { ("", " + 1") };
                let bytes = format!("{less} * sizeof *{text}");
                self.line(&format!("memmove({text}{to}, {text}{from}, {bytes});"));
            }
        }
    }
}
