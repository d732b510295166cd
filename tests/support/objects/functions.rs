//! Functions of generated programs: with structures by value, pointers and recursion.

use super::types::{INT, Ty};
use super::{Generator, Var};

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    name: String,
    result: Ty,
    parameters: Vec<(Ty, usize)>,
    /// Its first parameter tells how deep it calls itself.
    recursive: bool,
}

/// How names of recursive functions begin.
pub const RECURSIVE: &str = "recursive";

impl Generator {
    /// Defines one.
    pub fn function(&mut self) {
        let recursive = self.chance(25);
        // The campaign knows programs with recursion by this name.
        let name = self.name(if recursive { RECURSIVE } else { "f" });
        // Those of tables are all alike.
        let plain = !recursive && self.chance(40);
        let mut parameters = vec![];
        if recursive {
            parameters.push((Ty::Int(INT), 1));
        }
        for _ in 0..if plain { 2 } else { 1 + self.rng.index(2) } {
            parameters.push(if plain { (Ty::Int(INT), 1) } else { self.parameter() });
        }
        let result = match self.rng.index(4) {
            _ if plain || recursive => Ty::Int(INT),
            0 => self.result_pointer(&parameters),
            1 if !self.records.is_empty() => Ty::Record(self.rng.index(self.records.len())),
            _ => Ty::Int(self.int()),
        };
        let outer = self.scope.len();
        let mut texts = vec![];
        for (ty, reach) in &parameters {
            let parameter = self.name("a");
            texts.push(self.declare(ty, &parameter));
            let (writable, below, level) = (true, None, self.level + 1);
            let (name, ty, reach) = (parameter, ty.clone(), *reach);
            self.scope.push(Var { name, ty, level, writable, reach, below, text: false });
        }
        let head = self.declare(&result, &format!("{name}({})", texts.join(", ")));
        self.line(&format!("static {head} {{"));
        self.enter();
        if recursive {
            let depth = self.scope[outer].name.clone();
            self.scope[outer].writable = false;
            let value = self.rng.index(9);
            self.line(&format!("if ({depth} <= 0) return {value};"));
        }
        for _ in 0..1 + self.rng.index(3) {
            self.statement(1);
        }
        self.result(&name, &result, outer, recursive);
        self.leave(outer);
        self.line("}");
        self.functions.push(Function { name, result, parameters, recursive });
    }

    /// Frees what the function owns, and returns.
    fn result(&mut self, name: &str, result: &Ty, outer: usize, recursive: bool) {
        let value = match result {
            Ty::Pointer(to) => self.address(to, 1, 0),
            Ty::Record(_) => {
                let same = |_: &Self, place: &super::places::Place| {
                    place.ty == *result && place.guards.is_empty() && place.lives == 0
                };
                self.place(same).map(|place| place.text)
            }
            _ => Some(self.expression(2)),
        };
        let text = self.declare(result, "result");
        match value {
            Some(value) => self.line(&format!("{text} = {value};")),
            None if result.is_pointer() => {
                // One of its parameters has this type.
                let same = self.scope[outer..].iter().find(|var| var.ty == *result);
                let value = same.map_or("0".to_owned(), |var| var.name.clone());
                self.line(&format!("{text} = {value};"));
            }
            None => self.line(&format!("{text} = {{0}};")),
        }
        if recursive {
            let mut arguments: Vec<String> =
                self.scope[outer..].iter().map(|var| var.name.clone()).collect();
            arguments.truncate(self.scope.len() - outer);
            arguments[0] = format!("{} - 1", arguments[0]);
            let count = self.scope[outer..].iter().take_while(|v| v.name.starts_with('a')).count();
            let arguments = arguments[..count].join(", ");
            self.line(&format!("result = result ^ {name}({arguments});"));
        }
        self.release();
        self.line("return result;");
    }

    fn parameter(&mut self) -> (Ty, usize) {
        match self.rng.index(5) {
            0 => (Ty::Int(self.int()), 1),
            1 if !self.records.is_empty() => (Ty::Record(self.rng.index(self.records.len())), 1),
            2 if !self.records.is_empty() => {
                (Ty::Record(self.rng.index(self.records.len())).pointer(), 1)
            }
            _ => (Ty::Int(self.int()).pointer(), 1 + self.rng.index(4)),
        }
    }

    fn result_pointer(&self, parameters: &[(Ty, usize)]) -> Ty {
        let mut pointers = parameters.iter().filter(|(ty, _)| ty.is_pointer());
        pointers.next().map_or(Ty::Int(INT), |(ty, _)| ty.clone())
    }

    /// A table of the functions `int f(int, int)`.
    pub fn table(&mut self) {
        let int = (Ty::Int(INT), 1);
        let plain: Vec<String> = self
            .functions
            .iter()
            .filter(|f| !f.recursive && f.parameters == [int.clone(), int.clone()])
            .filter(|f| f.result == Ty::Int(INT))
            .map(|f| f.name.clone())
            .collect();
        if plain.is_empty() {
            return;
        }
        let (name, count) = (self.name("t"), 2 + self.rng.index(3));
        let entries: Vec<String> = (0..count).map(|_| self.rng.pick(&plain).clone()).collect();
        let entries = entries.join(", ");
        self.line(&format!("static int (*{name}[{count}])(int, int) = {{{entries}}};"));
        self.tables.push((name, count));
    }

    /// A call, whose result goes to a new variable.
    pub fn call(&mut self) {
        if !self.tables.is_empty() && self.chance(30) {
            let (table, count) = self.rng.pick(&self.tables.clone()).clone();
            let (a, b, name) = (self.expression(1), self.atom(), self.name("v"));
            let index = self.atom();
            let index = format!("(unsigned char)({index}) % {count}");
            self.line(&format!("int {name} = {table}[{index}]({a}, {b});"));
            return self.add(name, Ty::Int(INT), self.level);
        }
        if self.functions.is_empty() {
            return self.assignment();
        }
        let function = self.rng.pick(&self.functions.clone()).clone();
        let mut arguments = vec![];
        for (ty, reach) in &function.parameters {
            let argument = match ty {
                Ty::Int(_) => Some(self.expression(1)),
                Ty::Pointer(to) => self.address(to, *reach, usize::MAX),
                other => self
                    .place(|_, place| place.ty == *other && place.guards.is_empty())
                    .map(|place| place.text),
            };
            let Some(argument) = argument else { return self.assignment() };
            arguments.push(argument);
        }
        if function.recursive {
            let depth = self.atom();
            arguments[0] = match self.chance(50) {
                true => self.rng.index(4).to_string(),
                false => format!("({depth}) & 3"),
            };
        }
        let name = self.name("v");
        let text = self.declare(&function.result, &name);
        let arguments = arguments.join(", ");
        self.line(&format!("{text} = {}({arguments});", function.name));
        // A pointer that comes back may be null or to what is gone.
        if !function.result.is_pointer() {
            self.add(name, function.result, self.level);
        }
    }
}
