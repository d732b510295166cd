//! Writing SMT-LIB 2.6, logic QF_BV (where there are arrays, QF_ABV or ALL): the formulas I, U, G and T as functions of the state,
//! the inputs and the next state; and, unrolled, the question whether a goal is reached
//! within a number of steps.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use crate::bv::smtlib::{Bound, Names, bind, sort};
use crate::bv::{SymbolId, Term, TermStore};
use crate::system::{Transition, TransitionSystem};

/// Writes the functions
///
/// * `I` of the state variables: the state is initial;
/// * `U`, `G` and `badN`, one for each bad condition, of state variables and inputs;
/// * `T` of state variables, inputs and the state variables of the next state (`|x'|`).
///
/// With a `bound` the question follows whether there is a run to a goal with so many steps
/// or fewer: `sat` means that there is. The symbols of step k are `|x@k|`.
///
/// # Errors
/// Those of `out`.
pub fn write(
    system: &TransitionSystem,
    bad: &[usize],
    bound: Option<u32>,
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    for comment in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(set-logic {})", logic(&system.terms))?;
    let functions = Functions::new(system);
    functions.define(bad, out)?;
    match bound {
        Some(bound) => functions.unroll(bound, out),
        None => Ok(()),
    }
}

/// The logic of these terms. Constant arrays, `(as const …)`, are in no named one, though
/// most solvers know them; Z3 only if the logic has no name or is this.
fn logic(terms: &TermStore) -> &'static str {
    match (terms.has_arrays(), terms.has_constant_arrays()) {
        (false, _) => "QF_BV",
        (true, false) => "QF_ABV",
        (true, true) => "ALL",
    }
}

/// The symbols of a system by name.
pub(super) struct Functions<'a> {
    system: &'a TransitionSystem,
    pub names: Names,
}

impl<'a> Functions<'a> {
    pub fn new(system: &'a TransitionSystem) -> Self {
        let mut names = Names::default();
        ["I", "U", "G", "T"].iter().for_each(|name| names.reserve(name));
        (0..system.bad.len()).for_each(|i| names.reserve(&format!("bad{i}")));
        for state in system.states.iter() {
            names.give(symbol(system, state.current), &state.name);
            names.give(symbol(system, state.next), &format!("{}'", state.name));
        }
        names.give_rest(&system.terms);
        Self { system, names }
    }

    /// The inputs that are no next values: the next value of a state variable that is arbitrary in
    /// each step is among the inputs, too.
    pub fn inputs(&self) -> impl Iterator<Item = Term> {
        let next: FxHashSet<Term> = self.system.states.iter().map(|state| state.next).collect();
        self.system.inputs.iter().copied().filter(move |input| !next.contains(input))
    }

    pub fn name(&self, term: Term) -> &str {
        self.names.of(symbol(self.system, term))
    }

    /// A symbol with its sort.
    pub fn typed(&self, term: Term) -> String {
        format!("({} {})", self.name(term), sort(self.system.terms.sort(term)))
    }

    pub fn bind(&self, roots: &[Term]) -> Bound {
        bind(&self.system.terms, &self.names, roots)
    }

    /// The conjunction of truth values as a Boolean.
    pub fn all(&self, roots: &[Term]) -> String {
        let bound = self.bind(roots);
        let truths: Vec<String> = bound.roots.iter().map(|text| truth(text)).collect();
        format!("{}{}{}", bound.open, connect("and", "true", &truths), bound.close)
    }

    /// The step as a Boolean.
    pub fn step(&self) -> String {
        let values = match &self.system.transition {
            Transition::Relation(conjuncts) => return self.all(conjuncts),
            Transition::Functional(values) => values,
        };
        let values: Vec<Term> = values.iter().copied().collect();
        let bound = self.bind(&values);
        let next = self.system.states.iter().map(|state| self.name(state.next));
        let equations: Vec<String> =
            next.zip(&bound.roots).map(|(next, value)| format!("(= {next} {value})")).collect();
        format!("{}{}{}", bound.open, connect("and", "true", &equations), bound.close)
    }

    fn define(&self, bad: &[usize], out: &mut impl Write) -> io::Result<()> {
        let typed = |terms: &mut dyn Iterator<Item = Term>| -> String {
            terms.map(|term| self.typed(term)).collect::<Vec<_>>().join(" ")
        };
        let system = self.system;
        let state = typed(&mut system.states.iter().map(|state| state.current));
        let inputs = typed(&mut self.inputs());
        let next = typed(&mut system.states.iter().map(|state| state.next));
        let init = self.all(&system.init);
        writeln!(out, "(define-fun I ({state}) Bool\n  {init})")?;
        let universal = self.all(&system.universal);
        writeln!(out, "(define-fun U ({state} {inputs}) Bool\n  {universal})")?;
        let mut calls = Vec::new();
        for &place in bad {
            let goals = &system.bad[place].goals;
            let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
            let body = self.all(&[system.bad[place].condition]);
            writeln!(out, "; {}", goals.join(" "))?;
            writeln!(out, "(define-fun bad{place} ({state} {inputs}) Bool\n  {body})")?;
            calls.push(call(&format!("bad{place}"), &self.arguments()));
        }
        let any = connect("or", "false", &calls);
        writeln!(out, "(define-fun G ({state} {inputs}) Bool\n  {any})")?;
        writeln!(out, "(define-fun T ({state} {inputs} {next}) Bool\n  {})", self.step())
    }

    /// State variables and inputs by name.
    fn arguments(&self) -> String {
        let current = self.system.states.iter().map(|state| state.current);
        let all = current.chain(self.inputs());
        all.map(|term| self.name(term)).collect::<Vec<_>>().join(" ")
    }

    fn unroll(&self, bound: u32, out: &mut impl Write) -> io::Result<()> {
        let system = self.system;
        let at = |term: Term, step: u32| format!("|{}@{step}|", self.name(term).trim_matches('|'));
        let state = |step: u32| -> String {
            system.states.iter().map(|state| at(state.current, step) + " ").collect()
        };
        let inputs =
            |step: u32| -> String { self.inputs().map(|input| at(input, step) + " ").collect() };
        for step in 0..=bound {
            let current = system.states.iter().map(|state| state.current);
            for term in current.chain(self.inputs()) {
                let sort = sort(system.terms.sort(term));
                writeln!(out, "(declare-const {} {sort})", at(term, step))?;
            }
        }
        // From the last step down: `reach@k` says that a goal is reached from state k on.
        for step in (0..=bound).rev() {
            let here = state(step) + &inputs(step);
            let further = if step < bound {
                let there = step + 1;
                format!("(and {} |reach@{there}|)", call("T", &(here.clone() + &state(there))))
            } else {
                "false".to_owned()
            };
            let (universal, goal) = (call("U", &here), call("G", &here));
            writeln!(
                out,
                "(define-fun |reach@{step}| () Bool (and {universal} (or {goal} {further})))"
            )?;
        }
        writeln!(out, "(assert {})\n(assert |reach@0|)\n(check-sat)", call("I", &state(0)))
    }
}

fn symbol(system: &TransitionSystem, term: Term) -> SymbolId {
    system.terms.as_symbol(term).expect("state variables and inputs are symbols")
}

/// A function's value; one without arguments is no application.
pub(super) fn call(function: &str, arguments: &str) -> String {
    match arguments.trim_end() {
        "" => function.to_owned(),
        some => format!("({function} {some})"),
    }
}

/// A truth value of width 1 as a Boolean.
pub(super) fn truth(text: &str) -> String {
    format!("(= {text} #b1)")
}

/// Booleans connected; one operand per line if there are several.
pub(super) fn connect(connective: &str, neutral: &str, operands: &[String]) -> String {
    match operands {
        [] => neutral.to_owned(),
        [one] => one.clone(),
        many => format!("({connective}\n    {})", many.join("\n    ")),
    }
}
