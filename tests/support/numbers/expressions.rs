//! Numbers, integers and conditions of generated programs. They have no side effects and
//! read no inputs.

use super::super::cgen::TYPES;
use super::super::inputs::CORNERS;
use super::{Format, Generator, Ty};

/// Functions of one number that are not hard.
const ROUNDING: [&str; 8] =
    ["fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "fabs"];

impl Generator {
    /// A constant of a format.
    pub fn constant(&mut self, format: Format) -> String {
        let suffix = match format {
            Format::Float => "f",
            Format::Double => "",
            Format::Extended => "L",
        };
        match self.rng.index(12) {
            0 => "NAN".to_owned(),
            1 => "INFINITY".to_owned(),
            2 => self.rng.pick(&["FLT_MAX", "FLT_MIN", "FLT_EPSILON", "-FLT_MAX"]).to_string(),
            3 => {
                let bits = self.rng.bits() as u32 & 0x83ff_ffff | 0x3e00_0000;
                format!("{:e}{suffix}", f32::from_bits(bits))
            }
            4 | 5 => {
                let number = *self.rng.pick(&CORNERS[..20]);
                format!("{}{number:e}{suffix}", self.rng.pick(&["", "-"]))
            }
            _ => format!("{:e}{suffix}", self.rng.index(41) as f64 / 4.0 - 5.0),
        }
    }

    fn atom(&mut self) -> (String, Format) {
        let places: Vec<(String, Format)> = self
            .scope
            .iter()
            .filter_map(|place| match place.ty {
                Ty::Number(format) => Some((place.text.clone(), format)),
                Ty::Integer => None,
            })
            .collect();
        if places.is_empty() || self.chance(20) {
            let format = self.format();
            return (format!("({}){}", format.c(), self.constant(format)), format);
        }
        self.rng.pick(&places).clone()
    }

    /// The format of functions whose models are on bits, or of no format wider than that.
    pub fn narrow(&self, format: Format) -> (Format, &'static str) {
        let format = format.min(Format::Double);
        (format, format.c())
    }

    /// A number, and its format.
    pub fn number(&mut self, depth: usize) -> (String, Format) {
        if depth == 0 || self.chance(15) {
            return self.atom();
        }
        let (a, of_a) = self.number(depth - 1);
        match self.rng.index(20) {
            0..=7 => {
                let ops = ["+", "-", "+", "-", "*", "/"];
                let op = *self.rng.pick(&ops[..if self.shape.heavy { 6 } else { 4 }]);
                let (b, of_b) = self.number(depth - 1);
                (format!("({a}) {op} ({b})"), of_a.max(of_b))
            }
            8 => {
                // By a constant it is simple.
                let op = *self.rng.pick(&["*", "/", "*"]);
                let by = self.rng.pick(&["2.0f", "0.5f", "-1.0f", "4.0f", "3.0f", "0.25f"]);
                (format!("({a}) {op} {by}"), of_a)
            }
            9 => (format!("-({a})"), of_a),
            10..=12 => {
                let name = *self.rng.pick(&ROUNDING);
                (format!("{name}{}({a})", of_a.suffix()), of_a)
            }
            13 => self.converted(&a),
            14 => {
                let (condition, (b, of_b)) = (self.condition_of(&a), self.atom());
                (format!("(({condition}) ? {a} : {b})"), of_a.max(of_b))
            }
            15 => {
                let (integer, to) = (self.integer(depth - 1), self.format());
                (format!("({})({integer})", to.c()), to)
            }
            16 => self.bitwise(&a, of_a),
            17 => self.of_two(&a, of_a),
            18 if self.shape.library => self.of_library(&a, of_a),
            19 if !self.functions.is_empty() => {
                let (name, format) = self.rng.pick(&self.functions.clone()).clone();
                let b = self.atom().0;
                (format!("{name}({a}, {b})"), format)
            }
            _ if self.shape.heavy => self.heavy(&a, of_a),
            _ => (a, of_a),
        }
    }

    fn converted(&mut self, a: &str) -> (String, Format) {
        let to = self.format();
        (format!("({})({a})", to.c()), to)
    }

    /// Through the bits of it.
    fn bitwise(&mut self, a: &str, format: Format) -> (String, Format) {
        let (format, c) = self.narrow(format);
        let change = match self.rng.index(4) {
            0 => "^ 1".to_owned(),
            1 => "+ 1".to_owned(),
            2 => "& ~0xffu".to_owned(),
            _ => format!("+ ({})", self.integer(1)),
        };
        (format!("of_bits_{c}(bits_{c}({a}) {change})"), format)
    }

    /// A function of two numbers that compares or chooses.
    fn of_two(&mut self, a: &str, of_a: Format) -> (String, Format) {
        let (b, of_b) = self.atom();
        let (format, c) = self.narrow(of_a.max(of_b));
        let f = format.suffix();
        let text = match self.rng.index(4) {
            0 => format!("copysign{f}({a}, some_{c}({b}))"),
            1 => format!("fdim{f}({a}, {b})"),
            2 => format!("(fmin{f}(quiet_{c}({a}), quiet_{c}({b})) + 0)"),
            _ => format!("(fmax{f}(quiet_{c}({a}), quiet_{c}({b})) + 0)"),
        };
        (text, format)
    }

    fn heavy(&mut self, a: &str, format: Format) -> (String, Format) {
        let f = format.suffix();
        match self.rng.one_in(2) {
            true => (format!("sqrt{f}({a})"), format),
            false => {
                let ((b, of_b), (c, of_c)) = (self.atom(), self.atom());
                let format = format.max(of_b).max(of_c);
                (format!("fma{}({a}, {b}, {c})", format.suffix()), format)
            }
        }
    }

    fn of_library(&mut self, a: &str, format: Format) -> (String, Format) {
        let (format, _) = self.narrow(format);
        let f = format.suffix();
        let (b, n) = (self.atom().0, self.integer(1));
        let text = match self.rng.index(6) {
            0 => format!("fmod{f}({a}, {b})"),
            // Which zero it is glibc gets wrong for tiny divisors.
            1 => format!("(remainder{f}({a}, {b}) + 0)"),
            2 => format!("nextafter{f}({a}, {b})"),
            3 => format!("ldexp{f}({a}, (({n}) & 15) - 8)"),
            4 => format!("scalbn{f}({a}, ({n}) & 255)"),
            _ => format!("logb{f}({a})"),
        };
        (text, format)
    }

    /// An integer, that is not so large that much overflows.
    pub fn integer(&mut self, depth: usize) -> String {
        let integers: Vec<String> = self
            .scope
            .iter()
            .filter(|place| place.ty == Ty::Integer)
            .map(|place| place.text.clone())
            .collect();
        if depth == 0 || self.chance(20) {
            return match integers.is_empty() || self.chance(30) {
                true => match self.rng.index(6) {
                    0 => "16777217".to_owned(),
                    1 => "2147483647".to_owned(),
                    2 => "0xffffffffffffffffull".to_owned(),
                    _ => (self.rng.index(40) as i64 - 10).to_string(),
                },
                false => self.rng.pick(&integers).clone(),
            };
        }
        match self.rng.index(10) {
            0..=3 => self.cast(depth),
            4 => format!("({})", self.condition()),
            5 => {
                let (a, _) = self.number(depth - 1);
                let function = *self.rng.pick(&["nearest", "rounded", "exponent_of"]);
                match function == "exponent_of" && !self.shape.library {
                    true => format!("fpclassify({a})"),
                    false => format!("{function}({a})"),
                }
            }
            6 => {
                let (a, format) = self.number(depth - 1);
                let (_, c) = self.narrow(format);
                format!("(int)(bits_{c}({a}) >> {})", self.rng.pick(&[0, 20, 23, 31]))
            }
            _ => {
                let (a, b) = (self.integer(depth - 1), self.integer(0));
                let op = *self.rng.pick(&["+", "-", "^", "|", "&"]);
                // Unsigned, so that nothing overflows.
                format!("(int)((unsigned)({a}) {op} (unsigned)({b}))")
            }
        }
    }

    /// A number as an integer.
    fn cast(&mut self, depth: usize) -> String {
        let (a, _) = self.number(depth - 1);
        let ty = *self.rng.pick(&TYPES);
        match ty.input {
            "bool" => format!("(_Bool)({a})"),
            _ if self.shape.casts && self.chance(50) => format!("({})({a})", ty.c),
            "long" if self.chance(50) => format!("to_longlong({a})"),
            "ulong" if self.chance(50) => format!("to_ulonglong({a})"),
            name => format!("to_{name}({a})"),
        }
    }

    pub fn condition(&mut self) -> String {
        let (a, _) = self.number(1);
        self.condition_of(&a)
    }

    /// A condition on a number.
    fn condition_of(&mut self, a: &str) -> String {
        let b = match self.chance(50) {
            true => self.constant(Format::Float),
            false => self.atom().0,
        };
        match self.rng.index(14) {
            0 => format!("{}({a})", self.rng.pick(&["isnan", "isinf", "isfinite", "isnormal"])),
            1 => format!("signbit(some_float({a}))"),
            2 => {
                let class = self.rng.pick(&["FP_NAN", "FP_ZERO", "FP_SUBNORMAL", "FP_NORMAL"]);
                format!("fpclassify({a}) == {class}")
            }
            3 => {
                let name = ["isless", "islessgreater", "isunordered", "isgreaterequal"];
                format!("{}({a}, {b})", self.rng.pick(&name))
            }
            4 => format!("!(({a}) {} ({b}))", self.rng.pick(&["<", "<=", "=="])),
            5 => {
                let (op, n) = (*self.rng.pick(&["==", "<", ">="]), self.integer(0));
                format!("({a}) {op} ({n})")
            }
            6 => {
                let (n, m) = (self.integer(1), self.integer(0));
                format!("({n}) {} ({m})", self.rng.pick(&["==", "<", "!="]))
            }
            _ => {
                let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">=", "<", ">"]);
                format!("({a}) {op} ({b})")
            }
        }
    }
}
