//! Random C programs with memory: arrays, structures, unions, bit-fields, pointers to all
//! of them, the heap, strings, recursion; for differential testing against native runs
//! under sanitizers.
//!
//! A program is a function of its seed and shape. With [`Shape::wrong`] 0 every access
//! is valid and all memory is freed; otherwise so many percent of the places where that
//! has to be seen to are got wrong. All loops end. All memory is initialised, so that a
//! run depends on nothing but its inputs. What is wrong stays near its object: a red zone
//! of the sanitizer that is jumped over is not seen.

mod expressions;
mod functions;
mod heap;
mod idioms;
mod places;
mod statements;
mod strings;
mod types;

use std::fmt::Write;

use llumc::support::random::Random;

pub use functions::RECURSIVE;

use super::cgen::TYPES;
use functions::Function;
use types::{Record, Ty};

/// What the generated programs are like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Statements of `main`, roughly.
    pub statements: usize,
    /// Nesting of statements.
    pub depth: usize,
    /// Use 64-bit types, multiplication and division: hard for solvers.
    pub heavy: bool,
    /// Percent of the care for memory that is not taken.
    pub wrong: usize,
    /// Percent of the statements that are `if (…) reach_error();`.
    pub errors: usize,
    /// Keep arithmetic small, so that signed overflow is rare.
    pub tame: bool,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    /// Nesting of its scope; 0 lives as long as the program. What a pointer points to
    /// lives as long as a variable of its level.
    level: usize,
    writable: bool,
    /// Of a pointer: how many elements lie behind it.
    reach: usize,
    /// Of a counter: it is from 0 to below this.
    below: Option<usize>,
    /// Of an array of characters: it holds a string, its last byte stays 0.
    text: bool,
}

struct Generator {
    rng: Random,
    shape: Shape,
    out: String,
    scope: Vec<Var>,
    records: Vec<Record>,
    functions: Vec<Function>,
    /// Names of tables of functions `int f(int, int)`, and their lengths.
    tables: Vec<(String, usize)>,
    /// Functions that compare for `qsort`: type, name.
    sorts: Vec<(&'static str, String)>,
    names: usize,
    indent: usize,
    level: usize,
    in_loop: usize,
    /// The heap objects that are freed at the end of a scope: name, level.
    owned: Vec<(String, usize)>,
}

/// The program of a seed.
pub fn program(seed: u64, shape: Shape) -> String {
    let mut generator = Generator {
        rng: Random::new(seed),
        shape,
        out: String::new(),
        scope: vec![],
        records: vec![],
        functions: vec![],
        tables: vec![],
        sorts: vec![],
        names: 0,
        indent: 0,
        level: 0,
        in_loop: 0,
        owned: vec![],
    };
    generator.program();
    generator.out
}

/// What stands before each program. Types that may be misaligned are told to be so: the
/// sanitizer then looks at all of their bytes.
const PRELUDE: &str = "#include <stdlib.h>
#include <string.h>
#ifndef HARNESS
extern void reach_error(void);
#endif
typedef unsigned short half __attribute__((aligned(1), may_alias));
typedef unsigned word __attribute__((aligned(1), may_alias));
";

impl Generator {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.indent);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.rng.index(100) < percent
    }

    /// Whether to be careless here.
    fn careless(&mut self) -> bool {
        self.chance(self.shape.wrong)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn program(&mut self) {
        self.out.push_str(PRELUDE);
        for ty in TYPES {
            self.line(&format!("extern {} __VERIFIER_nondet_{}(void);", ty.c, ty.input));
        }
        for _ in 0..self.rng.index(3) {
            self.record();
        }
        for _ in 0..self.rng.index(3) {
            self.global();
        }
        for _ in 0..self.rng.index(3) {
            self.function();
        }
        self.table();
        if self.chance(30) {
            self.comparison();
        }
        self.line("int main(void) {");
        self.enter();
        for _ in 0..1 + self.rng.index(2) {
            self.input_variable();
        }
        for _ in 0..1 + self.rng.index(3) {
            self.declaration();
        }
        for _ in 0..self.shape.statements {
            self.statement(self.shape.depth);
        }
        self.release();
        self.line("return 0;");
        self.leave(0);
        self.line("}");
    }

    fn global(&mut self) {
        let (name, ty) = (self.name("g"), self.object_type());
        let value = match ty.is_int() {
            true => self.rng.index(200).to_string(),
            false => "{0}".to_owned(),
        };
        let text = self.declare(&ty, &name);
        self.line(&format!("static {text} = {value};"));
        self.add(name, ty, 0);
    }

    /// A variable that may be written, of this level.
    fn add(&mut self, name: String, ty: Ty, level: usize) {
        let (writable, reach) = (true, 1);
        self.scope.push(Var { name, ty, level, writable, reach, below: None, text: false });
    }

    fn enter(&mut self) {
        self.indent += 1;
        self.level += 1;
    }

    /// Leaves a scope; `outer` variables stay.
    fn leave(&mut self, outer: usize) {
        self.indent -= 1;
        self.level -= 1;
        self.scope.truncate(outer);
    }
}
