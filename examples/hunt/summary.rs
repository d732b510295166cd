//! The tables at the end.

use std::collections::BTreeMap;

use super::layout::layout;
use super::record::Record;

/// So many examples of a class are named.
const EXAMPLES: usize = 2;

/// So many classes of a table are shown.
const CLASSES: usize = 60;

/// Behind this a reason names a function.
const UNDEFINED: &str = "the undefined function ";

/// All tables, as text.
pub fn tables(records: &[Record]) -> String {
    let seconds: f64 = records.iter().map(|it| it.seconds).sum();
    let verdicts = classes(records, |it| vec![it.verdict.clone()]);
    let refusals = classes(records, |it| match it.verdict.as_str() {
        "unknown" => it.reasons.iter().map(|reason| normalised(reason)).collect(),
        _ => vec![],
    });
    let undefined = classes(records, |it| {
        let names = it.reasons.iter().filter_map(|reason| reason.split_once(UNDEFINED));
        names.map(|(_, name)| name.split(' ').next().unwrap_or_default().to_owned()).collect()
    });
    let rejected = classes(records, |it| match it.verdict.as_str() {
        "rejected" => vec![normalised(error(&it.message))],
        _ => vec![],
    });
    let native = classes(records, |it| it.native.iter().map(|text| normalised(text)).collect());
    let failures = list(records, |it| it.failure.clone());
    let disagreements = list(records, |it| {
        let expected = it.expected.as_ref().filter(|_| it.disagrees())?;
        let (holds, properties) = (expected.holds, expected.properties.join(","));
        let violated = it.violated.join(",");
        Some(format!("{} [{violated}]; the suite says {holds} of {properties}", it.verdict))
    });
    let told = records.iter().filter(|it| it.expected.is_some()).count();
    let decided =
        |it: &&Record| it.expected.is_some() && (it.exit == Some(0) || it.exit == Some(1));
    let both = records.iter().filter(decided).count();
    format!(
        "{} tasks, {seconds:.0} s; the suites tell a verdict of {told}, of which {both} are decided\n\n\
         verdicts:\n{verdicts}\nwhy unknown (a task may have several reasons):\n{refusals}\n\
         undefined functions, of those:\n{undefined}\nrejected:\n{rejected}\nnative replays of violations:\n{native}\n\
         failures:\n{failures}\ndisagreements:\n{disagreements}",
        records.len()
    )
}

/// How many records are of each class, most first, with examples.
fn classes(records: &[Record], class: impl Fn(&Record) -> Vec<String>) -> String {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for record in records {
        let mut mine = class(record);
        mine.sort();
        mine.dedup();
        for name in mine {
            all.entry(name).or_default().push(&record.name);
        }
    }
    let mut all: Vec<(String, Vec<&str>)> = all.into_iter().collect();
    all.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    let line = |(class, names): (String, Vec<&str>)| {
        let examples = names.iter().take(EXAMPLES).copied().collect::<Vec<_>>().join(", ");
        vec![names.len().to_string(), class, examples]
    };
    layout(&all.into_iter().take(CLASSES).map(line).collect::<Vec<_>>(), 3)
}

/// Records of which there is something to say.
fn list(records: &[Record], what: impl Fn(&Record) -> Option<String>) -> String {
    let lines = records
        .iter()
        .filter_map(|it| Some(format!("  {} [{}]: {}\n", it.name, it.property, what(it)?)));
    lines.collect()
}

/// The first error of clang or llumc.
fn error(message: &str) -> &str {
    let line = message.lines().find(|line| line.contains("error: ")).or(message.lines().next());
    line.map_or("", |line| line.split_once("error: ").map_or(line, |it| it.1))
}

/// Words before the name of something in the program, which says nothing to others.
const NAMES: [&str; 4] = [UNDEFINED, "a recursive call of ", "the global variable ", "a call of "];

/// A text without what differs from program to program: where it is, what stands in quotes,
/// numbers, names of the program's functions and variables. Names of the C library's stay.
pub fn normalised(text: &str) -> String {
    let text = text.split(" at ").next().unwrap_or_default();
    let mut text = text.split(", called at ").next().unwrap_or_default().to_owned();
    for words in NAMES {
        if let Some((before, after)) = text.split_once(words) {
            let end = after.find([' ', ',']).unwrap_or(after.len());
            let (name, rest) = after.split_at(end);
            // `a call of the library function f`; `__CPROVER_f` is known to all.
            if !["the", "a"].contains(&name) && !name.starts_with("__") {
                text = format!("{before}{words}…{rest}");
            }
        }
    }
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' | '`' => {
                let closed = rest.clone().any(|other| other == c);
                out.push(c);
                if closed {
                    rest.by_ref().take_while(|&other| other != c).for_each(drop);
                    out.extend(['…', c]);
                }
            }
            // Not those in names: ic3, f1.
            '0'..='9' if !out.ends_with(|it: char| it.is_alphanumeric() || it == '_') => {
                while rest.next_if(char::is_ascii_alphanumeric).is_some() {}
                out.push('N');
            }
            _ => out.push(c),
        }
    }
    out
}
