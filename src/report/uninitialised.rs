//! What variables hold that are not initialised, as waypoints of a witness.
//!
//! Such a waypoint stands before what follows the declaration. Where nothing can be said of a value
//! it stands there all the same, and assumes nothing: the next one is about the next time.

use super::constant::constraint;
use super::place::Place;
use super::scan::{At, Scan};
use super::{Change, InputReport, TraceStep, Violation};
use crate::program::Property;

/// A waypoint that assumes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed<'a> {
    /// Where the first variable is declared.
    pub place: &'a Place,
    /// The statement or declaration before which it holds.
    pub at: At,
    /// The C expression that holds there.
    pub value: String,
}

/// The variables of a trace that are not initialised, told from its beginning.
pub struct Uninitialised<'a> {
    violation: &'a Violation,
    scan: &'a dyn Fn(&str) -> Option<&'a Scan>,
    /// Whether anything is told: to look at such a variable would be the violation itself.
    told: bool,
    /// How many inputs are told of.
    inputs: usize,
}

/// What an input is of.
struct Declared<'a> {
    place: &'a Place,
    /// What follows the declaration.
    next: At,
    name: &'a str,
    /// The steps of the trace at the declaration: one or two.
    steps: &'a [TraceStep],
    input: &'a InputReport,
    /// Its type, if it is a number.
    number: Option<&'a str>,
}

impl<'a> Uninitialised<'a> {
    /// All of a violation of `property`; `scan` gives the sources of the program.
    pub fn new(
        property: Property,
        violation: &'a Violation,
        scan: &'a dyn Fn(&str) -> Option<&'a Scan>,
    ) -> Self {
        Self { violation, scan, told: property != Property::Uninit, inputs: 0 }
    }

    /// The waypoint of the input of this number, and of those that follow it at the same place.
    pub fn from(&mut self, index: usize) -> Option<Assumed<'a>> {
        let inputs = &self.violation.inputs[index..];
        let first = self.declared(&inputs[0]).filter(|_| index >= self.inputs)?;
        let mut known: Vec<Declared<'a>> = vec![];
        let mut parts: Vec<String> = vec![];
        for input in inputs {
            let Some(it) = self.declared(input) else { break };
            let is_here = (&it.place.file, it.next) == (&first.place.file, first.next);
            let mut same = known.iter().filter(|other| other.name == it.name);
            // A variable that has parts may have an input for each.
            let is_again =
                same.any(|other| it.number.is_some() || it.input.step > other.input.step + 1);
            if !is_here || is_again {
                break;
            }
            if !known.iter().any(|other| other.name == it.name) {
                parts.extend(self.values(&it));
            }
            known.push(it);
        }
        self.inputs = index + known.len();
        let value = if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") };
        Some(Assumed { place: first.place, at: first.next, value })
    }

    /// What an input is of, if it is of a variable of the program and there is a place for it.
    fn declared(&self, input: &'a InputReport) -> Option<Declared<'a>> {
        let name = input.source.strip_prefix("uninitialised ").filter(|_| self.told)?;
        // Where it stands among the conditions has to be known.
        if input.native.is_none() && !self.violation.branches.is_empty() {
            return None;
        }
        let place = input.place.as_ref()?;
        let scan = (self.scan)(&place.file)?;
        let next = scan.behind_declaration((place.line, place.column), name)?;
        let steps = &self.violation.steps[input.step.min(self.violation.steps.len())..];
        let steps = &steps[..steps.len().min(2)];
        let number = self.number(name, &place.function);
        Some(Declared { place, next, name, steps, input, number })
    }

    /// The type of a variable, if the trace says that it is a number.
    fn number(&self, name: &str, function: &str) -> Option<&'a str> {
        let is_there =
            |it: &&TraceStep| it.place.as_ref().is_some_and(|it| it.function == function);
        let steps = self.violation.steps.iter().filter(is_there);
        let mut changes = steps.flat_map(|step| &step.changes).filter(|it| is_of(it, name));
        // A change of a part says nothing of the whole.
        let first = changes.next().filter(|it| it.variable == name)?;
        let ty = first.ty.as_str();
        let is_aggregate = ["struct ", "union "].iter().any(|kind| ty.starts_with(kind));
        let is_number = !ty.contains(['*', '[', '(']) && !is_aggregate;
        (is_number && changes.all(|it| it.variable == name && it.ty == ty)).then_some(ty)
    }

    /// What is known of a variable where it is declared.
    fn values(&self, of: &Declared<'a>) -> Vec<String> {
        let changes: Vec<&Change> = of.changes().collect();
        // What comes last stays.
        let is_last = |(place, change): &(usize, &&Change)| {
            changes[place + 1..].iter().all(|later| later.variable != change.variable)
        };
        let last = changes.iter().enumerate().filter(is_last).map(|it| it.1);
        let changed: Vec<String> =
            last.filter_map(|it| constraint(&it.variable, &it.ty, &it.value)).collect();
        let Some(ty) = of.number.filter(|_| changed.is_empty()) else { return changed };
        // It holds what it held the time before.
        let (unsigned, signed) = match of.input.value.split_once(" (signed ") {
            Some((unsigned, signed)) => (unsigned, signed.trim_end_matches(')')),
            None => (&*of.input.value, &*of.input.value),
        };
        let of_value = |value| constraint(of.name, ty, value);
        match (of_value(unsigned), of_value(signed)) {
            (Some(one), Some(other)) if one == other => vec![one],
            (Some(one), _) if ty.starts_with("unsigned ") => vec![one],
            (_, Some(other)) if SIGNED.contains(&ty) => vec![other],
            (Some(one), Some(other)) => vec![format!("({one} || {other})")],
            _ => vec![],
        }
    }
}

impl<'a> Declared<'a> {
    /// The changes of it or its parts where it is declared.
    fn changes(&self) -> impl Iterator<Item = &'a Change> {
        let (place, name) = (self.place, self.name);
        let here = self.steps.iter().filter(|step| {
            step.place.as_ref().is_some_and(|it| {
                (&it.file, &it.function, it.line) == (&place.file, &place.function, place.line)
            })
        });
        here.flat_map(|step| &step.changes).filter(move |change| is_of(change, name))
    }
}

/// Types with a sign, as debug information names them.
const SIGNED: [&str; 5] = ["int", "short", "long", "long long", "signed char"];

/// Whether a change is one of this variable or of a part of it.
fn is_of(change: &Change, name: &str) -> bool {
    let rest = change.variable.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
