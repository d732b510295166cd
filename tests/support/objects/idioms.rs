//! What programs do with pointers beyond reading and writing: walking through arrays,
//! casts to numbers and back, copies byte by byte, sorting, objects whose size an input
//! decides, flexible array members, string literals.

use super::types::{INT, Ty};
use super::{Generator, Var};

impl Generator {
    pub fn idiom(&mut self) {
        match self.rng.index(9) {
            0 => self.walk(),
            1 => self.backwards(),
            2 => self.round_trip(),
            3 => self.pointer_by_bytes(),
            4 => self.sort(),
            5..=6 => self.sized_by_input(),
            7 => self.flexible(),
            _ => self.literal_characters(),
        }
    }

    /// An array of integers that can be named: text, element type in C, count.
    fn int_array(&mut self) -> Option<(String, &'static str, usize)> {
        let place = self.place(|_, place| {
            matches!(&place.ty, Ty::Array(of, _) if of.is_int()) && place.guards.is_empty()
        })?;
        match &place.ty {
            Ty::Array(of, count) if place.addressable => match **of {
                Ty::Int(int) => Some((place.text, int.c, *count)),
                _ => None,
            },
            _ => None,
        }
    }

    fn number(&mut self, name: String) {
        self.add(name, Ty::Int(INT), self.level);
    }

    /// `for (p = a; p < a + n; p++)`
    fn walk(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.declaration() };
        let (sum, at) = (self.name("v"), self.name("p"));
        let op = *self.rng.pick::<&str>(&["<", "!="]);
        let end = if self.careless() { count + 1 } else { count };
        let condition = self.condition();
        self.line(&format!("int {sum} = 0;"));
        self.line(&format!("for ({ty} *{at} = {array}; {at} {op} {array} + {end}; {at}++) {{"));
        self.line(&format!("  if (*{at} == 3 || ({condition})) {{ {sum} = {at} - {array}; }}"));
        self.line(&format!("  else *{at} = {sum};"));
        self.line("}");
        self.number(sum);
    }

    /// From some element down to the first.
    fn backwards(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.declaration() };
        let (first, at, name) = (self.index(count, 8, true), self.name("p"), self.name("v"));
        let down = if self.careless() { ">=" } else { ">" };
        self.line(&format!("{ty} *{at} = &{array}[{first}];"));
        self.line(&format!("while ({at} {down} {array} && {at}[-1] != 7) {at}--;"));
        self.line(&format!("int {name} = (int)(&{array}[{count}] - {at}) + ({at} == {array});"));
        self.number(name);
    }

    /// An address becomes a number, and an address again.
    fn round_trip(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.declaration() };
        let (number, at, name) = (self.name("u"), self.name("p"), self.name("v"));
        let index = self.index(count, 4, true);
        self.line(&format!("unsigned long {number} = (unsigned long){array};"));
        self.line(&format!("{number} += ({index}) * sizeof({ty});"));
        self.line(&format!("{ty} *{at} = ({ty} *){number};"));
        self.line(&format!("int {name} = *{at} ^ (int)({number} - (unsigned long)&{array}[0]);"));
        self.number(name);
    }

    /// A pointer is copied through an array of bytes.
    fn pointer_by_bytes(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.declaration() };
        let index = self.index(count, 4, true);
        let (from, to, bytes) = (self.name("p"), self.name("p"), self.name("b"));
        let (name, i, condition) = (self.name("v"), self.name("i"), self.condition());
        self.line(&format!("{ty} *{from} = &{array}[{index}], *{to} = &{array}[0];"));
        self.line(&format!("unsigned char {bytes}[sizeof {from}] = {{0}};"));
        self.line(&format!("memcpy({bytes}, &{from}, sizeof {from});"));
        match self.chance(50) {
            true => self.line(&format!("if ({condition}) memcpy(&{to}, {bytes}, sizeof {to});")),
            false => self.line(&format!(
                "if ({condition}) for (unsigned {i} = 0; {i} < sizeof {to}; {i}++) \
                 ((unsigned char *)&{to})[{i}] = {bytes}[{i}];"
            )),
        }
        let value = self.atom();
        self.line(&format!("*{to} = {value}; int {name} = *{from} + ({to} == {from});"));
        self.number(name);
    }

    fn sort(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.declaration() };
        if count > 4 || self.sorts.is_empty() {
            return self.walk();
        }
        let sorts = self.sorts.clone();
        let Some((_, compare)) = sorts.iter().find(|(of, _)| *of == ty) else {
            return self.walk();
        };
        self.line(&format!("qsort({array}, {count}, sizeof *{array}, {compare});"));
    }

    /// A function that compares for `qsort`.
    pub fn comparison(&mut self) {
        let (name, ty) = (self.name("f"), self.int().c);
        self.line(&format!("static int {name}(const void *a, const void *b) {{"));
        self.line(&format!("  return (*({ty} *)a > *({ty} *)b) - (*({ty} *)a < *({ty} *)b);"));
        self.line("}");
        self.sorts.push((ty, name));
    }

    /// A heap object whose size an input decides.
    fn sized_by_input(&mut self) {
        let (size, name, ty) = (self.name("v"), self.name("h"), self.int());
        let (i, sum) = (self.name("i"), self.name("v"));
        let mask = *self.rng.pick(&[1, 3, 1023]);
        let value = self.atom();
        self.line(&format!("unsigned {size} = (__VERIFIER_nondet_uint() & {mask}) + 1;"));
        self.line(&format!("{0} *{name} = calloc({size}, sizeof({0}));", ty.c));
        let wrong = if self.careless() { "<=" } else { "<" };
        self.line(&format!("for (unsigned {i} = 0; {i} {wrong} {size}; {i}++)"));
        self.line(&format!("  {name}[{i}] = ({value}) + {i};"));
        let last = if self.careless() { "" } else { " - 1" };
        self.line(&format!(
            "int {sum} = {name}[{size}{last}] + {name}[(unsigned char)({value}) % {size}];"
        ));
        if self.careless() {
            self.owned.push((name, self.level));
        } else {
            self.line(&format!("free({name});"));
        }
        self.number(sum);
    }

    /// A structure that ends in an array of any length.
    fn flexible(&mut self) {
        let (tag, name, ty) = (self.name("x"), self.name("h"), self.int());
        let (count, sum, i) = (1 + self.rng.index(4), self.name("v"), self.name("i"));
        let extra = if self.careless() { count - 1 } else { count };
        let value = self.atom();
        self.line(&format!("struct {tag} {{ short count; {} data[]; }};", ty.c));
        self.line(&format!(
            "struct {tag} *{name} = calloc(1, sizeof(struct {tag}) + {extra} * sizeof({}));",
            ty.c
        ));
        self.line(&format!("{name}->count = {count}; int {sum} = 0;"));
        self.line(&format!("for (int {i} = 0; {i} < {name}->count; {i}++) {{"));
        self.line(&format!("  {name}->data[{i}] = {value}; {sum} ^= {name}->data[{i}] + {i};"));
        self.line("}");
        self.line(&format!("free({name});"));
        self.number(sum);
    }

    fn literal_characters(&mut self) {
        let (name, value) = (self.name("t"), self.name("v"));
        // AddressSanitizer does not see what lies in front of a literal.
        let index = self.index(5, 1, false);
        let index = if index.ends_with("1") { "0".to_owned() } else { index };
        self.line(&format!("const char *{name} = \"wxyz\";"));
        self.line(&format!("int {value} = {name}[{index}] + (int)strlen({name});"));
        self.number(value);
    }

    /// An array of pointers, all to valid elements.
    pub fn pointer_array(&mut self) {
        let Some((array, ty, count)) = self.int_array() else { return self.walk() };
        let (name, many) = (self.name("q"), 2 + self.rng.index(2));
        let values: Vec<String> =
            (0..many).map(|_| format!("&{array}[{}]", self.rng.index(count))).collect();
        let Some(int) = super::super::cgen::TYPES.iter().find(|int| int.c == ty).copied() else {
            return;
        };
        self.line(&format!("{ty} *{name}[{many}] = {{{}}};", values.join(", ")));
        let ty = Ty::Int(int).pointer().array(many);
        let (level, below) = (self.level, None);
        self.scope.push(Var { name, ty, level, writable: true, reach: 1, below, text: false });
    }
}
