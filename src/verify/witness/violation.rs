//! A witness of a violation, put into the program: only runs that follow it come to the target.
//!
//! A counter holds how many segments are passed. At each waypoint a call looks at it, and at the
//! waypoint's constraint: a run that passes what it has to avoid ends there, one that passes what
//! it has to follow counts on, and one that comes there and does not pass ends, too. At the target a
//! run ends that has not passed all segments.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::edits::Edit;
use super::places::{self, Before};
use super::read::{Location, Segment, Way, Waypoint, WaypointKind};
use super::source::{Missing, Program, Put};
use crate::report::{InputReport, Violation};

/// What a call looks at.
struct Step {
    /// The line of the witness that says so.
    told: u32,
    /// The waypoint counts if so many segments are passed.
    segment: usize,
    /// And this C expression holds.
    condition: String,
    /// What then happens.
    followed: bool,
}

/// Where something is called, and how. Of those that stand around the same text the first is the
/// outermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Before(Before),
    Condition { start: usize, end: usize },
    Switch { start: usize, end: usize },
    Enter { start: usize, end: usize },
    Return { start: usize, end: usize },
}

/// The name of the value that a call or a condition has, in what is put around it.
const VALUE: &str = "__witness_value";

/// What is put into the files. `ends_at_target`: a run ends at the target if it comes there
/// before it has passed all segments.
///
/// # Errors
/// If the program has nothing at a location that suits the waypoint.
pub fn instrument(
    program: &Program,
    segments: &[Segment],
    ends_at_target: bool,
) -> Result<Vec<Put>, Missing> {
    let mut hooks: BTreeMap<(usize, Point), Vec<Step>> = BTreeMap::new();
    let mut targets = vec![];
    for (number, segment) in segments.iter().enumerate() {
        let followed = std::iter::once((&segment.followed, true));
        let all = segment.avoided.iter().map(|avoided| (avoided, false)).chain(followed);
        for (waypoint, followed) in all {
            if waypoint.kind == WaypointKind::Target {
                targets.push((number, &waypoint.location));
                continue;
            }
            let file = program.find(&waypoint.location)?;
            let (point, condition) = place(program, file, waypoint)?;
            let told = waypoint.location.told;
            let step = Step { told, segment: number, condition, followed };
            hooks.entry((file, point)).or_default().push(step);
        }
    }
    let head = |file| Edit::insert(0, if file == 0 { COUNTER } else { DECLARED }.to_owned());
    let mut all: Vec<Put> =
        (0..program.files.len()).map(|file| program.put(file, head(file), 1)).collect();
    for (number, (&(file, point), steps)) in hooks.iter().enumerate() {
        let told = steps[0].told;
        all.push(program.put(file, Edit::insert(0, function(number, steps)), told));
        all.push(program.put(file, edit(point, &call(number, steps)), told));
    }
    for (number, location) in targets.into_iter().filter(|_| ends_at_target) {
        let file = program.find(location)?;
        let arrive = format!("__witness_assume(__witness_passed({number}))");
        let before = before(program, file, location)?;
        all.push(program.put(file, before.edit(&arrive), location.told));
    }
    Ok(all)
}

/// The counter, and what looks at it; reserved names, so that no program has them. What it counts
/// to is an input as well, so that a trace has it where nobody looks at the counter any more; the
/// program defines no function of that name.
const COUNTER: &str = "extern void __witness_assume(int) __asm__(\"__VERIFIER_assume\");\n\
static unsigned __witness_counter;\n\
int __witness_passed(unsigned segments) { return __witness_counter == segments; }\n\
extern unsigned __witness_told(void) __asm__(\"__VERIFIER_nondet_witness\");\n\
void __witness_pass(void) { __witness_assume(__witness_told() == ++__witness_counter); }\n";

/// The same in the other files.
const DECLARED: &str = "extern void __witness_assume(int) __asm__(\"__VERIFIER_assume\");\n\
int __witness_passed(unsigned segments);\nvoid __witness_pass(void);\n";

/// The function that passes a segment.
const PASS: &str = "__witness_pass";

/// How many segments a run has passed at its end; none if it leaves out what it does.
pub fn passed(violation: &Violation) -> Option<usize> {
    let whole = violation.steps.iter().all(|step| step.skipped.is_none());
    let passes = violation.inputs.iter().filter(|input| is_pass(input)).count();
    whole.then_some(passes)
}

/// Whether an input is one of those that count segments.
pub fn is_pass(input: &InputReport) -> bool {
    input.place.as_ref().is_some_and(|place| place.function == PASS)
}

/// Where a waypoint is looked at, and on what condition it is passed.
fn place(program: &Program, file: usize, waypoint: &Waypoint) -> Result<(Point, String), Missing> {
    let (scan, location) = (&program.files[file].scan, &waypoint.location);
    let missing = |what| Missing { location: location.clone(), what };
    match &waypoint.kind {
        WaypointKind::Assumption(expression) => {
            Ok((Point::Before(before(program, file, location)?), format!("({expression})")))
        }
        WaypointKind::FunctionEnter | WaypointKind::FunctionReturn(_) => {
            let call = places::call(scan, location).ok_or_else(|| missing("call"))?;
            let (start, end) = (call.start, call.end);
            Ok(match &waypoint.kind {
                WaypointKind::FunctionReturn(expression) => {
                    let condition = expression.replace("\\result", VALUE);
                    (Point::Return { start, end }, format!("({condition})"))
                }
                _ => (Point::Enter { start, end }, "1".to_owned()),
            })
        }
        WaypointKind::Branching(way) => {
            let found = places::branching(scan, location);
            let found = found.ok_or_else(|| missing("condition or switch"))?;
            let (start, end) = found.expression;
            let text = &program.files[file].text;
            let condition = match (way, &found.cases) {
                (Way::Truth(true), None) => format!("({VALUE} != 0)"),
                (Way::Truth(false), None) => format!("({VALUE} == 0)"),
                (Way::Case(constant), Some(_)) => format!("({VALUE} == ({constant}))"),
                (Way::Default, Some(cases)) => {
                    let others = cases.iter().map(|&(start, end)| &text[start..end]);
                    let others = others.map(|case| format!(" && {VALUE} != ({})", case.trim()));
                    format!("(1{})", others.collect::<String>())
                }
                (Way::Truth(_), Some(_)) => return Err(missing("condition (there is a switch)")),
                (_, None) => return Err(missing("switch (there is a condition)")),
            };
            Ok(match found.cases {
                Some(_) => (Point::Switch { start, end }, condition),
                None => (Point::Condition { start, end }, condition),
            })
        }
        WaypointKind::Target => Err(missing("target")),
    }
}

fn before(program: &Program, file: usize, location: &Location) -> Result<Before, Missing> {
    let found = places::before(&program.files[file].scan, location);
    found.ok_or_else(|| Missing { location: location.clone(), what: "statement or declaration" })
}

/// The function that is called at a point: its parameters say which waypoints are passed.
fn function(number: usize, steps: &[Step]) -> String {
    let parameters: Vec<String> = (0..steps.len()).map(|step| format!("int p{step}")).collect();
    let mut out = format!("static void __witness_at_{number}({}) {{", parameters.join(", "));
    for (index, step) in steps.iter().enumerate() {
        // 1 where the constraint does not hold, 2 where it does.
        let action = match step.followed {
            true => {
                format!("__witness_assume(p{index} != 1); if (p{index} == 2) __witness_pass();")
            }
            false => format!("__witness_assume(p{index} != 2);"),
        };
        // Writing to a string can't fail.
        let _ = write!(out, " {action}");
    }
    out + " }\n"
}

/// The call of a hook. A constraint is evaluated only where it counts: elsewhere it may be
/// undefined.
fn call(number: usize, steps: &[Step]) -> String {
    let arguments: Vec<String> = steps
        .iter()
        .map(|step| format!("!__witness_passed({}) ? 0 : {} ? 2 : 1", step.segment, step.condition))
        .collect();
    format!("__witness_at_{number}({})", arguments.join(", "))
}

/// The text that evaluates something at a point.
fn edit(point: Point, check: &str) -> Edit {
    match point {
        Point::Before(before) => before.edit(check),
        Point::Enter { start, end } => Edit::around(start, end, format!("({check}, "), ")"),
        Point::Return { start, end } => Edit::around(
            start,
            end,
            format!("({{ __auto_type {VALUE} = "),
            &format!("; {check}; {VALUE}; }})"),
        ),
        // `for (;;)` has none.
        Point::Condition { start, end } if start == end => {
            Edit::insert(start, format!("({{ int {VALUE} = 1; {check}; {VALUE}; }})"))
        }
        Point::Condition { start, end } => Edit::around(
            start,
            end,
            format!("({{ int {VALUE} = !!("),
            &format!("); {check}; {VALUE}; }})"),
        ),
        // Promoted as `switch` does, which a bit-field needs here.
        Point::Switch { start, end } => Edit::around(
            start,
            end,
            format!("({{ __auto_type {VALUE} = +("),
            &format!("); {check}; {VALUE}; }})"),
        ),
    }
}
