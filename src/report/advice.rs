//! What may help where the verdict is unknown, or a violation rests on an assumption that adds runs:
//! read off the report, in order of promise.

use super::{Advice, Report, Verdict};
use crate::program::AssumptionKind;

/// What may help to get a verdict, or another one.
pub fn of(report: &Report) -> Vec<Advice> {
    let mut all = Advices::default();
    match report.verdict {
        Verdict::Unknown if report.error.is_none() => {}
        Verdict::False(_) if report.used_assumptions().any(|it| it.kind == VOLATILE) => {
            all.volatile(report);
            return all.0;
        }
        _ => return vec![],
    }
    // What runs get to stands in the way for sure.
    for status in ["reachable", "unknown"] {
        for point in report.obstacles.iter().filter(|point| point.status == status) {
            all.obstacle(&point.what);
        }
    }
    for reason in &report.reasons {
        all.reason(reason, report);
    }
    // Reads that give any value lead where no run of the device does.
    if report.assumptions.iter().any(|it| it.kind == VOLATILE) && report.open() > 0 {
        all.volatile(report);
    }
    all.0
}

/// The name of the assumption that reads of volatile objects give any value.
const VOLATILE: &str = AssumptionKind::Volatile.name();

#[derive(Default)]
struct Advices(Vec<Advice>);

impl Advices {
    /// Each option once.
    fn add(&mut self, option: &str, why: impl Into<String>) {
        if !self.0.iter().any(|it| it.option == option) {
            self.0.push(Advice { option: option.to_owned(), why: why.into() });
        }
    }

    /// Reads of volatile objects that give any value.
    fn volatile(&mut self, report: &Report) {
        let why = "each read of a volatile object gives any value: if only this program writes \
                   them, they are like other variables";
        self.add("--volatile plain", why);
        // That is listed where handlers are named.
        let handlers = AssumptionKind::ProgramOrder.name();
        if !report.assumptions.iter().any(|it| it.kind == handlers) {
            let why = "if interrupt handlers of this program write them, name these";
            self.add("--interrupt FUNCTION,…", why);
        }
    }

    /// A point that is not modelled, or a bound.
    fn obstacle(&mut self, what: &str) {
        if what.contains("callback from within callbacks") {
            let why = format!("{what}: what a callback calls does not call back");
            self.add("--callbacks flat", why);
        }
        if let Some((before, option)) = named_option(what) {
            let option = match option {
                "--max-allocation" => "--max-allocation BYTES".to_owned(),
                "--thread-switches" => "--thread-switches all".to_owned(),
                "--outside-depth and --outside-objects" => {
                    "--outside-depth N --outside-objects N".to_owned()
                }
                other => format!("{other} N"),
            };
            self.add(&option, format!("the model ends at a bound, which this raises: {before}"));
        } else if what.contains("that may do more than change memory") {
            self.add("--model FILE.c", format!("{what}: what it does, in C"));
        } else if what.contains("undefined function") {
            let means = "it returns anything and may change all that it can reach";
            self.add("--extern default", format!("{what}: {means}"));
            let means = "it writes nothing, calls nothing back and returns any number";
            self.add("--extern pure", format!("{what}: {means}"));
            self.add("--model FILE.c", format!("{what}: what it does, in C"));
        } else if ["an invalid read", "an invalid write", "a free of what"]
            .into_iter()
            .any(|it| what.starts_with(it))
        {
            let means = "runs in which that happens are left out";
            self.add("--accept accesses-valid", format!("{what}: {means}"));
        } else if what.contains("library function") {
            self.add("--model FILE.c", format!("{what}: what it does, in C"));
        }
    }

    /// Why something is open.
    fn reason(&mut self, reason: &str, report: &Report) {
        let furthest = match &report.explored {
            Some(far) => format!("; {} came furthest, {} steps", far.engine, far.steps),
            None => String::new(),
        };
        if reason.contains("elements of large objects that are not followed") {
            let why = "single elements of large objects are followed: with all of them the \
                       answer can be checked";
            self.add("--arrays exact", why);
        }
        if reason.contains("--extern pure") {
            let means = "undefined functions write nothing and call nothing back: with that the \
                         checks hold that are known to hold then";
            self.add("--extern pure", means);
        }
        if reason.contains("(--bound)") {
            let why =
                format!("no engine was to look further; without it there is no bound{furthest}");
            self.add("--bound K", why);
        }
        if reason.contains("(--memory)") {
            self.add("--memory MB", format!("an engine came to its limit of memory{furthest}"));
        }
        if reason.contains("(--timeout)") || reason.contains("ran out of time") {
            self.add("--timeout SECONDS", format!("the time was over{furthest}"));
        }
    }
}

/// What a text says before `(option --name)`, and the option.
fn named_option(what: &str) -> Option<(&str, &str)> {
    let (before, rest) = what.split_once("(option ")?;
    Some((before.trim_end(), rest.split_once(')')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::AssumptionReport;

    #[test]
    fn a_violation_may_rest_on_volatile_reads() {
        let assumption = |kind: AssumptionKind, used| AssumptionReport {
            kind: kind.name().into(),
            what: String::new(),
            place: None,
            runs: "adds".into(),
            used,
        };
        let options = |assumptions| -> Vec<String> {
            let report = Report {
                verdict: Verdict::False(Some(Property::Assert)),
                assumptions,
                ..Report::blank()
            };
            of(&report).into_iter().map(|it| it.option).collect()
        };
        let volatile = || assumption(AssumptionKind::Volatile, true);
        assert_eq!(options(vec![volatile()]), ["--volatile plain", "--interrupt FUNCTION,…"]);
        let handlers = assumption(AssumptionKind::ProgramOrder, false);
        assert_eq!(options(vec![volatile(), handlers]), ["--volatile plain"]);
        assert!(options(vec![assumption(AssumptionKind::Volatile, false)]).is_empty());
    }

    #[test]
    fn options_are_named_once_and_in_order() {
        let mut all = Advices::default();
        all.obstacle("a recursive call of f, more than 5 deep (option --recursion)");
        all.obstacle("a recursive call of g, more than 5 deep (option --recursion)");
        all.obstacle("a call of the undefined function f with a pointer");
        all.obstacle("inline assembly");
        all.obstacle("a call of the undefined function g that may do more than change memory");
        all.obstacle("an invalid read (4 bytes), whose behaviour is undefined");
        let options: Vec<&str> = all.0.iter().map(|it| it.option.as_str()).collect();
        assert_eq!(
            options,
            [
                "--recursion N",
                "--extern default",
                "--extern pure",
                "--model FILE.c",
                "--accept accesses-valid"
            ]
        );
        assert!(all.0[0].why.ends_with("a recursive call of f, more than 5 deep"));
    }
}
