//! Where engines contradict each other: whose answer is certified, and whose is wrong.

use std::path::Path;

use anyhow::Result;

use super::engine::{Engine, run_one};
use super::inputs::Inputs;
use super::{REACHED, Row};
use crate::cli::args::CompareArgs;
use crate::support::Budget;

/// A file on which one engine says true and another false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The file.
    pub file: String,
    /// Engines with their answers.
    answers: Vec<(String, String)>,
    /// The certified answer, and whose it is; several if they contradict each other.
    certified: Vec<(String, String)>,
}

impl Disagreement {
    /// The certified answer with whose it is, unless there is none, or several that contradict each
    /// other.
    pub fn truth(&self) -> Option<&(String, String)> {
        let first = self.certified.first()?;
        self.certified.iter().all(|one| same(&one.1, &first.1)).then_some(first)
    }

    /// The file, who says what, and who is wrong.
    pub fn text(&self) -> String {
        let say = |answers: &[(String, String)]| {
            let each = answers.iter().map(|(engine, verdict)| format!("{engine} says {verdict}"));
            each.collect::<Vec<_>>().join(", ")
        };
        let ruling = match self.truth() {
            Some((engine, verdict)) => {
                let wrong = self.answers.iter().filter(|answer| !same(&answer.1, verdict));
                let wrong: Vec<&str> = wrong.map(|answer| answer.0.as_str()).collect();
                let are = if wrong.len() == 1 { "is" } else { "are" };
                let wrong = wrong.join(", ");
                format!("{wrong} {are} wrong: the answer {verdict} of {engine} is certified")
            }
            None if self.certified.is_empty() => {
                "no answer could be certified within the limits".to_owned()
            }
            None => {
                let both = say(&self.certified);
                format!("certified are both ({both}): a bug in llumc, please report it")
            }
        };
        format!("{}: {}; {ruling}", self.file, say(&self.answers))
    }
}

/// Whether two verdicts are the same answer; which property is violated doesn't matter.
fn same(one: &str, other: &str) -> bool {
    (one == "true") == (other == "true")
}

/// Takes the goals that external solvers reached for violations where a certified answer says that
/// there is one.
pub fn settle(rows: &mut [Row]) {
    let violated = |row: &&Row| row.checked == Some(true) && row.verdict.starts_with("false");
    let violated: Vec<String> = rows.iter().filter(violated).map(|row| row.file.clone()).collect();
    for row in rows.iter_mut().filter(|row| row.verdict == REACHED) {
        if violated.contains(&row.file) {
            row.verdict = "false".to_owned();
        }
    }
}

/// Finds the files on which engines contradict each other, and marks the answers that are
/// wrong. Where none of the answers is certified, our own engines are asked (`auto`), whose
/// answers are.
///
/// # Errors
/// If our own engine can't be started.
pub fn all(rows: &mut [Row], args: &CompareArgs, budget: &Budget) -> Result<Vec<Disagreement>> {
    let mut found = vec![];
    for path in &args.files {
        let Some(mut one) = disagreement(rows, path) else { continue };
        if one.certified.is_empty() {
            eprintln!("{}: engines disagree; asking {}", one.file, Engine::ARBITER.name());
            let row = run_one(&Engine::ARBITER, path, &Inputs::new(path)?, args, budget)?;
            let row = row.filter(|row| row.checked == Some(true));
            one.certified.extend(row.map(|row| (row.engine, row.verdict)));
        }
        mark(rows, &one);
        found.push(one);
    }
    Ok(found)
}

/// What contradicts itself about a file.
fn disagreement(rows: &[Row], file: &Path) -> Option<Disagreement> {
    let file = file.display().to_string();
    let solved: Vec<&Row> = rows.iter().filter(|row| row.file == file && row.answers()).collect();
    let first = solved.first()?;
    if solved.iter().all(|row| same(&row.verdict, &first.verdict)) {
        return None;
    }
    let answer = |row: &&Row| (row.engine.clone(), row.verdict.clone());
    let certified = solved.iter().filter(|row| row.checked == Some(true)).map(answer).collect();
    let answers = solved.iter().map(answer).collect();
    Some(Disagreement { file, answers, certified })
}

/// Marks what a certified answer contradicts; nothing if these contradict each other.
fn mark(rows: &mut [Row], disagreement: &Disagreement) {
    let Some((_, truth)) = disagreement.truth() else { return };
    for row in rows.iter_mut().filter(|row| row.file == disagreement.file && row.answers()) {
        row.wrong = !same(&row.verdict, truth);
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A solved row.
    pub fn row(file: &str, engine: &str, verdict: &str, checked: Option<bool>) -> Row {
        let (verdict, seconds) = (verdict.to_owned(), 0.5);
        Row { verdict, checked, seconds, ..Row::new(Path::new(file), engine) }
    }

    /// What contradicts itself about a file; wrong answers are marked.
    pub fn ruled(rows: &mut [Row], file: &str) -> Option<Disagreement> {
        let one = disagreement(rows, Path::new(file))?;
        mark(rows, &one);
        Some(one)
    }

    #[test]
    fn the_wrong_one_is_named() {
        let mut rows = vec![
            row("a", "ic3", "true", Some(true)),
            row("a", "unroll", "unknown", None),
            row("b", "ic3", "true", Some(true)),
            row("b", "one", "false(no-overflow)", None),
            row("b", "two", "false", None),
        ];
        assert_eq!(ruled(&mut rows, "a"), None);
        let text = ruled(&mut rows, "b").expect("a disagreement").text();
        assert_eq!(
            text,
            "b: ic3 says true, one says false(no-overflow), two says false; one, two are wrong: \
             the answer true of ic3 is certified"
        );
        let wrong: Vec<bool> = rows.iter().map(|row| row.wrong).collect();
        assert_eq!(wrong, [false, false, false, true, true]);
        assert!(!rows[4].solved(), "a wrong answer solves nothing");
    }

    #[test]
    fn who_is_wrong_may_stay_open() {
        let mut rows = vec![row("a", "one", "true", None), row("a", "two", "false", None)];
        let text = ruled(&mut rows, "a").expect("a disagreement").text();
        assert!(text.ends_with("no answer could be certified within the limits"), "{text}");
        rows.iter_mut().for_each(|row| row.checked = Some(true));
        let text = ruled(&mut rows, "a").expect("a disagreement").text();
        assert!(text.contains("a bug in llumc"), "{text}");
        assert!(rows.iter().all(|row| !row.wrong));
        rows[1].checked = Some(false);
        assert_eq!(ruled(&mut rows, "a"), None, "a wrong witness is no answer");
    }

    /// A goal that was reached may be one of what is not modelled.
    #[test]
    fn what_is_reached_is_a_violation_if_there_is_one() {
        let mut rows = vec![
            row("a", "abc", REACHED, None),
            row("a", "ic3", "unknown", None),
            row("b", "abc", REACHED, None),
            row("b", "ic3", "false(no-overflow)", Some(true)),
            row("c", "abc", REACHED, None),
            row("c", "ic3", "true", Some(true)),
        ];
        settle(&mut rows);
        assert_eq!(ruled(&mut rows, "a"), None);
        assert_eq!(ruled(&mut rows, "b"), None);
        let text = ruled(&mut rows, "c").expect("a disagreement").text();
        assert!(text.contains("abc is wrong"), "{text}");
        let solved: Vec<bool> = rows.iter().map(Row::solved).collect();
        assert_eq!(solved, [false, false, true, true, false, true]);
    }
}
