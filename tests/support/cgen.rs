//! Random integer C programs for differential testing.
//!
//! A program is a function of its seed. Every loop ends: its counter is touched by the
//! loop alone. Inputs come from `__VERIFIER_nondet_*`; every variable is initialised, so
//! that a run depends on nothing but its inputs. Overflows, bad shifts and divisions by
//! zero are made likely, and `reach_error()` stands at several places, one a line: how
//! a run ends is told by the line that it ends in.

use std::fmt::Write;

use llumc::support::random::Random;

/// A C integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name in C.
    pub c: &'static str,
    /// The suffix of its input function.
    pub input: &'static str,
}

/// The types that variables and inputs have.
pub const TYPES: [Type; 9] = [
    Type { c: "signed char", input: "char" },
    Type { c: "unsigned char", input: "uchar" },
    Type { c: "short", input: "short" },
    Type { c: "unsigned short", input: "ushort" },
    Type { c: "int", input: "int" },
    Type { c: "unsigned", input: "uint" },
    Type { c: "long", input: "long" },
    Type { c: "unsigned long", input: "ulong" },
    Type { c: "_Bool", input: "bool" },
];

/// What the generated programs are like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Statements of `main`, roughly.
    pub statements: usize,
    /// Nesting of statements.
    pub depth: usize,
    /// Use 64-bit types, multiplication and division: hard for solvers.
    pub heavy: bool,
}

struct Generator {
    rng: Random,
    shape: Shape,
    out: String,
    /// Variables in scope: name, type, whether it may be assigned.
    scope: Vec<(String, Type, bool)>,
    functions: Vec<(String, Type, usize)>,
    names: usize,
    indent: usize,
    in_loop: usize,
    in_function: bool,
    /// Whether the statement may still contain a call. One is allowed: with two, C leaves
    /// their order open, and with it the order of inputs.
    call_allowed: bool,
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
        in_function: false,
        call_allowed: true,
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

    fn ty(&mut self) -> Type {
        loop {
            let ty = *self.rng.pick(&TYPES);
            if self.shape.heavy || !ty.c.contains("long") {
                return ty;
            }
        }
    }

    fn program(&mut self) {
        self.line("#ifndef HARNESS");
        for ty in TYPES {
            self.line(&format!("extern {} __VERIFIER_nondet_{}(void);", ty.c, ty.input));
        }
        self.line("extern void reach_error(void);");
        self.line("#endif");
        for _ in 0..self.rng.index(3) {
            let (name, ty, value) = (self.name("g"), self.ty(), self.rng.index(200));
            self.line(&format!("static {} {name} = {value};", ty.c));
            self.scope.push((name, ty, true));
        }
        for _ in 0..self.rng.index(3) {
            self.function();
        }
        self.line("int main(void) {");
        self.indent += 1;
        for _ in 0..1 + self.rng.index(3) {
            let (name, ty) = (self.name("v"), self.ty());
            self.line(&format!("{} {name} = __VERIFIER_nondet_{}();", ty.c, ty.input));
            self.scope.push((name, ty, true));
        }
        for _ in 0..self.shape.statements {
            self.statement(self.shape.depth);
        }
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    fn function(&mut self) {
        let (name, result) = (self.name("f"), self.ty());
        let globals = self.scope.len();
        // Functions only read globals: their calls may stand anywhere in an expression.
        self.scope.iter_mut().for_each(|variable| variable.2 = false);
        let count = 1 + self.rng.index(2);
        let mut parameters = vec![];
        for _ in 0..count {
            let (parameter, ty) = (self.name("p"), self.ty());
            parameters.push(format!("{} {parameter}", ty.c));
            self.scope.push((parameter, ty, true));
        }
        self.line(&format!("static {} {name}({}) {{", result.c, parameters.join(", ")));
        self.indent += 1;
        self.in_function = true;
        for _ in 0..1 + self.rng.index(3) {
            self.statement(1);
        }
        self.call_allowed = true;
        let value = self.expression(2);
        self.line(&format!("return {value};"));
        self.in_function = false;
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(globals);
        self.scope.iter_mut().for_each(|variable| variable.2 = true);
        self.functions.push((name, result, count));
    }

    fn statement(&mut self, depth: usize) {
        self.call_allowed = true;
        let choice = self.rng.index(100);
        match choice {
            0..=34 => self.assignment(),
            35..=44 => self.declaration(),
            45..=56 if depth > 0 => self.conditional(depth),
            57..=66 if depth > 0 => self.loop_statement(depth),
            67..=73 if depth > 0 => self.switch(depth),
            74..=79 if self.in_loop > 0 => {
                let condition = self.condition();
                let word = *self.rng.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {word};"));
            }
            80..=89 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) reach_error();"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let targets: Vec<_> =
            self.scope.iter().filter(|v| v.2).map(|v| (v.0.clone(), v.1)).collect();
        if targets.is_empty() {
            return self.declaration();
        }
        let (name, _) = self.rng.pick(&targets).clone();
        match self.rng.index(10) {
            0 => {
                let form = *self.rng.pick(&["++", "--"]);
                self.line(&format!("{name}{form};"));
            }
            1..=4 => {
                let op = *self.rng.pick(&["+", "-", "^", "|", "&", "<<", ">>", "*", "/", "%"]);
                let value = self.operand_for(op, 1);
                self.line(&format!("{name} {op}= {value};"));
            }
            _ => {
                let value = self.expression(2);
                self.line(&format!("{name} = {value};"));
            }
        }
    }

    fn declaration(&mut self) {
        let (ty, value) = (self.ty(), self.expression(1));
        let name = self.name("v");
        self.line(&format!("{} {name} = {value};", ty.c));
        self.scope.push((name, ty, true));
    }

    fn block(&mut self, depth: usize) {
        let outer = self.scope.len();
        self.indent += 1;
        for _ in 0..1 + self.rng.index(3) {
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

    fn loop_statement(&mut self, depth: usize) {
        let counter = self.name("i");
        let rounds = 1 + self.rng.index(4);
        let ty = *self.rng.pick(&["int", "unsigned char", "short", "unsigned"]);
        let outer = self.scope.len();
        // The counter may be read, not assigned.
        let counter_type = TYPES[4];
        let form = self.rng.index(3);
        match form {
            0 => self
                .line(&format!("for ({ty} {counter} = 0; {counter} < {rounds}; {counter}++) {{")),
            1 => {
                let condition = self.condition();
                self.line(&format!("{ty} {counter} = {rounds};"));
                self.line(&format!("while ({counter}-- > 0 && ({condition})) {{"));
            }
            _ => {
                self.line(&format!("{ty} {counter} = 0;"));
                self.line("do {");
            }
        }
        self.scope.push((counter.clone(), counter_type, false));
        self.in_loop += 1;
        self.block(depth);
        self.in_loop -= 1;
        match form {
            2 => {
                let condition = self.condition();
                self.line(&format!("}} while (++{counter} < {rounds} && ({condition}));"));
            }
            _ => self.line("}"),
        }
        self.scope.truncate(outer);
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(1);
        let mask = *self.rng.pick(&[1, 3, 7]);
        self.line(&format!("switch (({value}) & {mask}) {{"));
        self.indent += 1;
        let in_loop = std::mem::take(&mut self.in_loop);
        for case in 0..1 + self.rng.index(mask + 1) {
            self.line(&format!("case {case}: {{"));
            self.block(depth);
            self.line("}");
            if self.chance(70) {
                self.line("break;");
            }
        }
        if self.chance(60) {
            self.line("default: {");
            self.block(depth);
            self.line("}");
        }
        self.in_loop = in_loop;
        self.indent -= 1;
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let a = self.expression(1);
        match self.rng.index(8) {
            0 => format!("!({a})"),
            1 => {
                let (b, op) = (self.expression(1), *self.rng.pick(&["&&", "||"]));
                format!("({a}) {op} ({b})")
            }
            2 => {
                let (modulus, rest) = (2 + self.rng.index(9), self.rng.index(5));
                format!("({a}) % {modulus} == {rest}")
            }
            _ => {
                let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let b = if self.chance(60) { self.constant() } else { self.expression(1) };
                format!("({a}) {op} ({b})")
            }
        }
    }

    fn constant(&mut self) -> String {
        match self.rng.index(10) {
            0 => "2147483647".to_owned(),
            1 => "(-2147483647 - 1)".to_owned(),
            2 => "4294967295u".to_owned(),
            3 => "-1".to_owned(),
            4 => format!("{}u", self.rng.index(300)),
            5 if self.shape.heavy => "9223372036854775807L".to_owned(),
            _ => (self.rng.index(300) as i64 - 60).to_string(),
        }
    }

    /// A right operand: for shifts and divisions mostly one that is fine.
    fn operand_for(&mut self, op: &str, depth: usize) -> String {
        let fine = self.chance(80);
        match op {
            "<<" | ">>" if fine => format!("{}", self.rng.index(9)),
            "/" | "%" if fine => format!("{}", 1 + self.rng.index(12)),
            "*" if !self.shape.heavy => format!("{}", self.rng.index(12)),
            "/" | "%" if !self.shape.heavy => format!("{}", self.rng.index(4)),
            _ => self.expression(depth.saturating_sub(1)),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(15) {
            return self.atom();
        }
        match self.rng.index(12) {
            0 => {
                let a = self.expression(depth - 1);
                let op = *self.rng.pick(&["-", "~", "!"]);
                format!("{op}({a})")
            }
            1 => {
                let (ty, a) = (self.ty(), self.expression(depth - 1));
                format!("({})({a})", ty.c)
            }
            2 => {
                let (c, a, b) = (self.condition_small(), self.expression(depth - 1), self.atom());
                format!("({c} ? {a} : {b})")
            }
            3 if self.call_allowed && !self.in_function && !self.functions.is_empty() => {
                self.call_allowed = false;
                let (name, _, count) = self.rng.pick(&self.functions.clone()).clone();
                let args: Vec<String> = (0..count).map(|_| self.atom()).collect();
                format!("{name}({})", args.join(", "))
            }
            _ => {
                let ops = ["+", "-", "+", "-", "^", "|", "&", "<<", ">>", "*", "/", "%"];
                let op = *self.rng.pick(&ops);
                let (a, b) = (self.expression(depth - 1), self.operand_for(op, depth));
                format!("({a}) {op} ({b})")
            }
        }
    }

    fn condition_small(&mut self) -> String {
        let (a, b) = (self.atom(), self.constant());
        let op = *self.rng.pick(&["==", "<", ">"]);
        format!("({a} {op} {b})")
    }

    fn atom(&mut self) -> String {
        if self.scope.is_empty() || self.chance(30) {
            return self.constant();
        }
        if self.call_allowed && self.chance(6) {
            self.call_allowed = false;
            let ty = self.ty();
            return format!("__VERIFIER_nondet_{}()", ty.input);
        }
        let index = self.rng.index(self.scope.len());
        self.scope[index].0.clone()
    }
}
