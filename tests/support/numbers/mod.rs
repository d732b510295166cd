//! Random C programs with floating-point numbers: operators, functions of math.h, conversions
//! from and to integers of all widths, bits, arrays and structures of numbers; for
//! differential testing against native runs.
//!
//! A program is a function of its seed and shape. All loops end, and all memory is
//! initialised. What C leaves open is not looked at, since the checker takes any of it and a
//! machine one: the sign, the payload and the kind of a NaN (`bits_float`, `quiet_float` and
//! their like in `prelude.h`), which of two zeros `fmin` returns (zero is added), what a
//! number that does not fit becomes as an integer (`to_int`; unless such conversions are
//! checked).

mod expressions;
mod laws;
mod objects;
mod statements;

use std::fmt::Write;

use llumc::support::random::Random;

use super::cgen::TYPES;

/// What stands before each program.
pub const PRELUDE: &str = include_str!("prelude.h");

/// What the generated programs are like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Statements of `main`, roughly.
    pub statements: usize,
    /// Nesting of statements.
    pub depth: usize,
    /// Use `double`, not only `float`: hard for solvers.
    pub wide: bool,
    /// Use the x87's `long double`, too.
    pub extended: bool,
    /// Multiply, divide, take roots: hard for solvers.
    pub heavy: bool,
    /// Call functions that loop, as `fmod` does.
    pub library: bool,
    /// Conversions to integers are checked, so that they may fail.
    pub casts: bool,
    /// Limit what inputs may be.
    pub tame: bool,
}

/// A format, the narrower one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    Float,
    Double,
    Extended,
}

impl Format {
    fn c(self) -> &'static str {
        match self {
            Format::Float => "float",
            Format::Double => "double",
            Format::Extended => "long double",
        }
    }

    /// The suffix of functions of math.h.
    fn suffix(self) -> &'static str {
        match self {
            Format::Float => "f",
            Format::Double => "",
            Format::Extended => "l",
        }
    }
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Number(Format),
    Integer,
}

/// A variable, an element of an array or a member of a structure.
#[derive(Clone, Debug)]
struct Place {
    text: String,
    ty: Ty,
    /// Counters of loops may not be assigned.
    writable: bool,
}

struct Generator {
    rng: Random,
    shape: Shape,
    out: String,
    scope: Vec<Place>,
    /// Functions of two numbers.
    functions: Vec<(String, Format)>,
    names: usize,
    indent: usize,
    in_loop: usize,
}

/// The program of a seed.
pub fn program(seed: u64, shape: Shape) -> String {
    let mut generator = Generator {
        rng: Random::new(seed),
        shape,
        out: String::new(),
        scope: vec![],
        functions: vec![],
        names: 0,
        indent: 0,
        in_loop: 0,
    };
    generator.program();
    generator.out
}

impl Generator {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.indent);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.rng.index(100) < percent
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn add(&mut self, text: &str, ty: Ty) {
        self.scope.push(Place { text: text.to_owned(), ty, writable: true });
    }

    fn format(&mut self) -> Format {
        match self.rng.index(10) {
            0 | 1 if self.shape.extended => Format::Extended,
            2..=5 if self.shape.wide => Format::Double,
            _ => Format::Float,
        }
    }

    fn program(&mut self) {
        self.out.push_str(PRELUDE);
        for ty in TYPES {
            self.line(&format!("extern {} __VERIFIER_nondet_{}(void);", ty.c, ty.input));
        }
        for _ in 0..self.rng.index(3) {
            self.table();
        }
        for _ in 0..self.rng.index(3) {
            self.function();
        }
        self.line("int main(void) {");
        self.indent += 1;
        for _ in 0..1 + self.rng.index(3) {
            self.input_number();
        }
        if self.chance(60) {
            self.input_integer();
        }
        for _ in 0..self.rng.index(3) {
            self.object();
        }
        for _ in 0..self.shape.statements {
            self.statement(self.shape.depth);
        }
        if self.chance(70) {
            self.law();
        }
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    /// Of two numbers, without a choice.
    fn function(&mut self) {
        let (name, format) = (self.name("f"), self.format());
        let (a, b) = (self.name("p"), self.name("p"));
        let c = format.c();
        let outer = self.scope.len();
        self.add(&a, Ty::Number(format));
        self.add(&b, Ty::Number(format));
        let (condition, value) = (self.condition(), self.number(2).0);
        self.line(&format!("static {c} {name}({c} {a}, {c} {b}) {{"));
        self.line(&format!("  if ({condition}) return {value};"));
        let value = self.number(1).0;
        self.line(&format!("  return {value};"));
        self.line("}");
        self.scope.truncate(outer);
        self.functions.push((name, format));
    }

    fn input_number(&mut self) {
        let (name, format) = (self.name("x"), self.format());
        let (format, c) = match format {
            Format::Float => (format, "float"),
            _ => (Format::Double, "double"),
        };
        match self.rng.index(8) {
            0 if format == Format::Float => {
                self.line(&format!("float {name} = of_bits_float(__VERIFIER_nondet_uint());"));
            }
            _ => self.line(&format!("{c} {name} = __VERIFIER_nondet_{c}();")),
        }
        self.add(&name, Ty::Number(format));
        if self.shape.tame && self.chance(70) {
            self.limit(&name);
        }
    }

    fn input_integer(&mut self) {
        let (name, ty) = (self.name("n"), *self.rng.pick(&TYPES));
        self.line(&format!("{} {name} = __VERIFIER_nondet_{}();", ty.c, ty.input));
        self.add(&name, Ty::Integer);
    }
}
