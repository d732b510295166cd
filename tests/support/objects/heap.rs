//! The heap in generated programs: arrays, structures, lists, growth.

use super::types::Ty;
use super::{Generator, Var};

impl Generator {
    pub fn heap_statement(&mut self) {
        match self.rng.index(10) {
            0..=5 => self.heap_object(),
            6..=7 => self.list(),
            _ if self.shape.wrong > 0 => self.early_free(),
            _ => self.heap_object(),
        }
    }

    fn heap_object(&mut self) {
        let ty = loop {
            match self.object_type() {
                Ty::Array(element, _) => break *element,
                other if other.is_record() => break other,
                other if self.chance(50) => break other,
                _ => {}
            }
        };
        let (name, count) = (self.name("h"), 1 + self.rng.index(4));
        let text = self.declare(&ty.clone().pointer(), &name);
        let bytes = format!("{count} * sizeof *{name}");
        match self.rng.index(4) {
            0 => {
                let value = if self.holds_pointer(&ty) { 0 } else { self.rng.index(3) };
                self.line(&format!("{text} = malloc({bytes}); memset({name}, {value}, {bytes});"));
            }
            1 if !self.holds_pointer(&ty) => {
                let (few, value) = (1 + self.rng.index(count), self.rng.index(9));
                self.line(&format!(
                    "{text} = malloc({few} * sizeof *{name}); memset({name}, {value}, {few} * \
                     sizeof *{name}); {name} = realloc({name}, {bytes}); memset({name} + {few}, 0, \
                     {} * sizeof *{name});",
                    count - few
                ));
            }
            _ => self.line(&format!("{text} = calloc({count}, sizeof *{name});")),
        }
        if !self.careless() {
            self.owned.push((name.clone(), self.level));
        }
        let level = self.level;
        let ty = ty.pointer();
        let (writable, below) = (false, None);
        self.scope.push(Var { name, ty, level, writable, reach: count, below, text: false });
    }

    /// Frees what this scope owns.
    pub fn release(&mut self) {
        while let Some((name, level)) = self.owned.last().cloned() {
            if level < self.level {
                break;
            }
            self.owned.pop();
            self.line(&format!("free({name});"));
        }
    }

    /// Frees something that is freed again, or used, later.
    fn early_free(&mut self) {
        let Some((name, _)) = self.owned.last().cloned() else { return self.assignment() };
        let condition = self.condition();
        let after = if self.chance(40) { format!(" {name} = 0;") } else { String::new() };
        self.line(&format!("if ({condition}) {{ free({name});{after} }}"));
    }

    /// Builds a list, goes through it, and takes it down.
    fn list(&mut self) {
        let [node, head, counter, sum, at] =
            ["n", "l", "i", "v", "p"].map(|prefix| self.name(prefix));
        let length = 1 + self.rng.index(4);
        let ty = self.int();
        let value = self.expression(1);
        self.line(&format!("struct {node} {{ struct {node} *next; {} value; }};", ty.c));
        self.line(&format!("struct {node} *{head} = 0;"));
        self.line(&format!("unsigned {sum} = 0;"));
        let condition = match self.chance(40) {
            true => format!(" && ({})", self.condition()),
            false => String::new(),
        };
        self.line(&format!(
            "for (int {counter} = 0; {counter} < {length}{condition}; {counter}++) {{"
        ));
        self.line(&format!("  struct {node} *{at} = malloc(sizeof *{at});"));
        match self.chance(60) {
            true => {
                self.line(&format!("  {at}->value = {value} + {counter}; {at}->next = {head};"));
                self.line(&format!("  {head} = {at};"));
            }
            false => {
                let last = self.name("q");
                self.line(&format!("  {at}->value = {counter}; {at}->next = 0;"));
                self.line(&format!("  struct {node} **{last} = &{head};"));
                self.line(&format!("  while (*{last}) {last} = &(*{last})->next;"));
                self.line(&format!("  *{last} = {at};"));
            }
        }
        self.line("}");
        if self.chance(30) {
            let (wanted, link, gone) = (self.expression(1), self.name("q"), self.name("p"));
            self.line(&format!("for (struct {node} **{link} = &{head}; *{link}; ) {{"));
            self.line(&format!("  struct {node} *{gone} = *{link};"));
            self.line(&format!(
                "  if ({gone}->value == ({wanted})) {{ *{link} = {gone}->next; free({gone}); }}"
            ));
            let next =
                if self.careless() { format!("{gone}->next") } else { format!("(*{link})->next") };
            self.line(&format!("  else {link} = &{next};"));
            self.line("}");
        }
        self.line(&format!("for (struct {node} *{at} = {head}; {at}; {at} = {at}->next)"));
        self.line(&format!("  {sum} += {at}->value;"));
        let rest = if self.careless() { format!("{head}->next") } else { head.clone() };
        self.line(&format!("while ({rest}) {{"));
        self.line(&format!("  struct {node} *{at} = {head};"));
        if self.careless() {
            self.line(&format!("  free({at}); {head} = {at}->next;"));
        } else {
            self.line(&format!("  {head} = {at}->next; free({at});"));
        }
        self.line("}");
        self.add(sum, Ty::Int(super::types::UNSIGNED), self.level);
    }
}
