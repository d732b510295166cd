//! Findings that don't count: suppressed in the source or in llumc.toml, or in the baseline.
//!
//! In the source a comment suppresses findings of its own line, or, if it stands alone, of the next
//! one with code: `// llumc-suppress PROPERTY, …: reason`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::config::Suppression;
use crate::program::Property;
use crate::report::project::{Finding, FindingKind, ProjectReport, Suppressed, TaskReport};

/// What begins a suppression in a comment.
const MARK: &str = "llumc-suppress";

/// A suppression in a source.
#[derive(Debug, PartialEq)]
struct Comment {
    file: String,
    /// Where it stands.
    line: usize,
    /// The line that it is about.
    about: usize,
    properties: Vec<Property>,
    reason: String,
}

/// Marks the findings that are suppressed. With `whole`, the report is of all tasks, and what meets
/// nothing is noted.
pub fn suppress(report: &mut ProjectReport, suppressions: &[Suppression], whole: bool) {
    let mut notes = vec![];
    let comments = comments(report, &mut notes);
    let mut used = vec![false; suppressions.len() + comments.len()];
    for task in &mut report.tasks {
        for index in 0..task.findings.len() {
            let finding = &task.findings[index];
            let by_file = suppressions.iter().map(|it| (meets(it, task, finding), &it.reason));
            let by_comment = comments.iter().map(|it| (is_about(it, task, finding), &it.reason));
            let mut suppressed = None;
            for (at, (meets, reason)) in by_file.chain(by_comment).enumerate() {
                if meets {
                    used[at] = true;
                    let in_source = at >= suppressions.len();
                    suppressed.get_or_insert(Suppressed { in_source, reason: reason.clone() });
                }
            }
            task.findings[index].suppressed = suppressed;
        }
    }
    if whole {
        let by_file = suppressions.iter().map(|it| format!("the suppression \"{}\"", it.reason));
        let by_comment = comments.iter().map(|it| format!("{MARK} at {}:{}", it.file, it.line));
        let unused = by_file.chain(by_comment).zip(used).filter(|it| !it.1);
        notes.extend(unused.map(|it| format!("{} meets no finding", it.0)));
    }
    report.notes.extend(notes);
}

/// Whether a finding is one of those that are meant.
fn meets(suppression: &Suppression, task: &TaskReport, finding: &Finding) -> bool {
    let Suppression { task: name, file, function, property, what, kind, reason: _ } = suppression;
    let check = finding.check.map(|index| &task.report.checks[index]);
    let place = task.place(finding);
    let is = |wanted: bool, met: Option<bool>| !wanted || met == Some(true);
    // That nothing could be decided is not overlooked by chance.
    if finding.kind == FindingKind::Error && *kind != Some(FindingKind::Error) {
        return false;
    }
    is(name.is_some(), name.as_ref().map(|it| *it == task.name))
        && is(kind.is_some(), kind.map(|it| it == finding.kind))
        && is(property.is_some(), check.map(|it| Some(it.property) == *property))
        && is(what.is_some(), check.zip(what.as_ref()).map(|(it, part)| it.what.contains(part)))
        && is(function.is_some(), place.map(|it| Some(&it.function) == function.as_ref()))
        && is(file.is_some(), place.zip(file.as_ref()).map(|(it, end)| ends_with(&it.file, end)))
}

fn ends_with(path: &str, end: &Path) -> bool {
    Path::new(path).ends_with(end.strip_prefix("./").unwrap_or(end))
}

fn is_about(comment: &Comment, task: &TaskReport, finding: &Finding) -> bool {
    let Some((check, place)) = finding.check.zip(task.place(finding)) else { return false };
    let property = task.report.checks[check].property;
    real(&place.file) == real(&comment.file)
        && place.line as usize == comment.about
        && comment.properties.contains(&property)
}

/// The file, which tasks may name in different ways.
fn real(file: &str) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.into())
}

/// The suppressions in all sources that the reports have; what is wrong with one is noted.
fn comments(report: &ProjectReport, notes: &mut Vec<String>) -> Vec<Comment> {
    let sources = report.tasks.iter().flat_map(|task| &task.report.sources);
    let sources: BTreeMap<PathBuf, (&str, &str)> =
        sources.map(|it| (real(&it.path), (it.path.as_str(), it.text.as_str()))).collect();
    let mut all = vec![];
    for (file, text) in sources.into_values() {
        let lines: Vec<&str> = text.lines().collect();
        let mut scanner = Scanner(State::Code);
        for (index, line) in lines.iter().enumerate() {
            let Some(at) = scanner.mark(line) else { continue };
            let (before, rest) = (&line[..at], &line[at + MARK.len()..]);
            match parse(rest) {
                Ok((properties, reason)) => all.push(Comment {
                    file: file.to_owned(),
                    line: index + 1,
                    about: about(&lines, index, before),
                    properties,
                    reason,
                }),
                Err(why) => notes.push(format!("{file}:{}: {MARK}: {why}", index + 1)),
            }
        }
    }
    all
}

/// Goes through a source line by line, to tell its comments from what only looks like one.
struct Scanner(State);

/// What a place in a source is in.
#[derive(Clone, Copy)]
enum State {
    Code,
    /// A comment up to the end of the line.
    Line,
    /// A comment up to its end.
    Block,
    /// A string or a character, up to this quote.
    Literal(u8),
}

impl Scanner {
    /// Where the first mark of the next line is that stands in a comment.
    fn mark(&mut self, line: &str) -> Option<usize> {
        let bytes = line.as_bytes();
        let (mut at, mut found) = (0, None);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (state, length) = match self.0 {
                State::Line | State::Block if rest.starts_with(MARK.as_bytes()) => {
                    found = found.or(Some(at));
                    (self.0, MARK.len())
                }
                State::Block if rest.starts_with(b"*/") => (State::Code, 2),
                State::Literal(_) if rest[0] == b'\\' => (self.0, 2),
                State::Literal(quote) if rest[0] == quote => (State::Code, 1),
                State::Line | State::Block | State::Literal(_) => (self.0, 1),
                State::Code if rest.starts_with(b"//") => (State::Line, 2),
                State::Code if rest.starts_with(b"/*") => (State::Block, 2),
                State::Code if matches!(rest[0], b'"' | b'\'') => (State::Literal(rest[0]), 1),
                State::Code => (State::Code, word(rest)),
            };
            self.0 = state;
            at += length;
        }
        // Literals and such comments go on behind a backslash only.
        if !line.ends_with('\\') && !matches!(self.0, State::Block) {
            self.0 = State::Code;
        }
        found
    }
}

/// How long the number or name is that something begins with, at least 1. Quotes in a number part
/// its digits (C23 6.4.4.1).
fn word(text: &[u8]) -> usize {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let parts = |at: usize| {
        text[at] == b'\''
            && text[0].is_ascii_digit()
            && text.get(at + 1).is_some_and(|it| is_part(*it))
    };
    (0..text.len()).find(|&at| !is_part(text[at]) && !parts(at)).unwrap_or(text.len()).max(1)
}

/// Properties and reason of a suppression.
fn parse(rest: &str) -> Result<(Vec<Property>, String), String> {
    let form = "it is written `llumc-suppress PROPERTY: reason`";
    let (properties, reason) = rest.split_once(':').ok_or(form)?;
    let reason = reason.split("*/").next().unwrap_or_default().trim();
    if reason.is_empty() {
        return Err(format!("there is no reason; {form}"));
    }
    let words = properties.split(',').map(str::trim);
    let properties: Result<Vec<Property>, String> = words.map(str::parse).collect();
    Ok((properties?, reason.to_owned()))
}

/// The number of the line that a suppression is about: its own, if something but the beginning of a
/// comment is `before` it, or the next with code.
fn about(lines: &[&str], index: usize, before: &str) -> usize {
    if !before.chars().all(|c| c.is_whitespace() || "/*!".contains(c)) {
        return index + 1;
    }
    let mut in_block = !before.contains("//");
    for (at, line) in lines.iter().enumerate().skip(index) {
        // A comment to the end of the line has no code behind it.
        let mut rest = if at == index && !in_block { "" } else { *line };
        loop {
            if in_block {
                let Some((_, behind)) = rest.split_once("*/") else { break };
                (rest, in_block) = (behind, false);
            }
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with("//") {
                break;
            }
            match rest.strip_prefix("/*") {
                Some(inside) => (rest, in_block) = (inside, true),
                None => return at + 1,
            }
        }
    }
    index + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CheckReport, Place, Report, SourceText, Status};

    const SOURCE: &str = "int f(int n) {
  return n + 1; // llumc-suppress no-overflow: callers know
}
/* llumc-suppress no-overflow, shift: the counter wraps
 * on purpose */

int g(int n) { return n << 1; }
int h(int n) { return n / n; } // llumc-suppress div-by-zero:
";

    fn project() -> ProjectReport {
        let check = |line, property| CheckReport {
            goal: 0,
            property,
            what: format!("something at line {line}"),
            place: Some(Place {
                file: "./src/a.c".to_owned(),
                line,
                column: 1,
                function: "f".to_owned(),
                text: None,
                called_from: vec![],
            }),
            status: Status::Unknown,
            met: None,
        };
        let checks = vec![
            check(2, Property::NoOverflow),
            check(2, Property::Shift),
            check(7, Property::Shift),
            check(8, Property::DivByZero),
        ];
        let sources = vec![SourceText { path: "./src/a.c".to_owned(), text: SOURCE.to_owned() }];
        let report = Report { checks, sources, ..Report::blank() };
        ProjectReport::new(vec![TaskReport::new("t".to_owned(), String::new(), false, report)])
    }

    fn suppressed(report: &ProjectReport) -> Vec<Option<&str>> {
        let reason = |it: &Finding| it.suppressed.is_some();
        let findings = &report.tasks[0].findings;
        findings
            .iter()
            .map(|it| it.suppressed.as_ref().filter(|_| reason(it)).map(|it| it.reason.as_str()))
            .collect()
    }

    #[test]
    fn comments_are_about_their_line_or_the_next_with_code() {
        let mut report = project();
        suppress(&mut report, &[], true);
        let expected = [Some("callers know"), None, Some("the counter wraps"), None];
        assert_eq!(suppressed(&report), expected);
        assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
        assert!(report.notes[0].starts_with("./src/a.c:8: llumc-suppress: there is no reason"));
    }

    /// Two tasks may name a file in different ways.
    #[test]
    fn a_comment_of_a_file_with_two_names_is_one() {
        let mut report = project();
        let file = |path: &str| SourceText { path: path.to_owned(), text: SOURCE.to_owned() };
        let tasks = ["Cargo.toml", "./src/../Cargo.toml"].map(|path| {
            let mut task = report.tasks[0].clone();
            task.report.sources = vec![file(path)];
            task
        });
        report.tasks = tasks.into();
        for check in &mut report.tasks[1].report.checks {
            let place = check.place.as_mut().expect("it has one");
            place.file = "Cargo.toml".to_owned();
        }
        suppress(&mut report, &[], true);
        let met =
            |task: &TaskReport| task.findings.iter().filter(|it| it.suppressed.is_some()).count();
        assert_eq!(report.tasks.iter().map(met).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(report.notes.len(), 1, "{:?}", report.notes);
    }

    #[test]
    fn code_that_looks_like_a_comment_is_code() {
        let of = |text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            let index = lines.iter().position(|line| line.contains(MARK)).expect("a mark");
            about(&lines, index, lines[index].split_once(MARK).expect("a mark").0)
        };
        assert_eq!(of("*p = a + b; // llumc-suppress no-overflow: x\nq = 1;"), 1);
        assert_eq!(of("// llumc-suppress no-overflow: x\n\n// more\n*p = a + b;"), 4);
        assert_eq!(of("/* llumc-suppress no-overflow: x\n * and more */ *p = 1;\nq = 2;"), 2);
        assert_eq!(of("/* llumc-suppress no-overflow: x */ p = 1;\nq = 2;"), 1);
        assert_eq!(of("/* llumc-suppress no-overflow: x */\n/* more\n*/ /* */\nq = 2;"), 4);
        assert_eq!(of("/*\n * llumc-suppress no-overflow: x\n */\nq = 2;"), 4);
    }

    #[test]
    fn only_comments_suppress() {
        // The lines of marks, each with how many there are before it in the line that are none.
        let marks = |text: &str| {
            let mut scanner = Scanner(State::Code);
            let found = text.lines().enumerate().filter_map(|(index, line)| {
                let line = line.replace('@', MARK);
                let at = scanner.mark(&line)?;
                assert!(line[at..].starts_with(MARK), "{line}");
                Some((index + 1, line[..at].matches(MARK).count()))
            });
            found.collect::<Vec<_>>()
        };
        for (text, expected) in [
            ("x(); // @", vec![(1, 0)]),
            ("x(); /* @ */ /* @ */", vec![(1, 0)]),
            (r#"x("// @");"#, vec![]),
            (r#"x("/* @", "*/"); // @"#, vec![(1, 1)]),
            (r#"x("\"// @"); y('"'); // @"#, vec![(1, 1)]),
            (r"x('\'', '\\', '@'); // @", vec![(1, 1)]),
            ("n = 1'000; // @", vec![(1, 0)]),
            ("c = L'\"'; // @", vec![(1, 0)]),
            ("x(\"a \\\n// @\"); // @", vec![(2, 1)]),
            ("/*\n\"\n@ */ x(\"@\");", vec![(3, 0)]),
            ("// a \\\n@\n@", vec![(2, 0)]),
            ("a / b; @", vec![]),
            ("# error don't\nx(); // @", vec![(2, 0)]),
        ] {
            assert_eq!(marks(text), expected, "{text}");
        }
    }

    #[test]
    fn the_file_suppresses_what_meets_all_it_says() {
        let mut report = project();
        let with =
            |reason: &str| Suppression { reason: reason.to_owned(), ..Suppression::default() };
        let all = [
            Suppression { file: Some("src/a.c".into()), what: Some("line 8".into()), ..with("a") },
            Suppression { file: Some("b.c".into()), ..with("b") },
            Suppression { task: Some("t".into()), kind: Some(FindingKind::Error), ..with("c") },
            Suppression {
                function: Some("f".into()),
                property: Some(Property::Shift),
                what: Some("line 2".into()),
                ..with("d")
            },
        ];
        suppress(&mut report, &all, true);
        let expected = [Some("callers know"), Some("d"), Some("the counter wraps"), Some("a")];
        assert_eq!(suppressed(&report), expected);
        let unused = report.notes.iter().filter(|note| note.ends_with("meets no finding"));
        assert_eq!(unused.count(), 2, "{:?}", report.notes);
    }
}
