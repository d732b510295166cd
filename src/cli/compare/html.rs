//! What a report says of a comparison, from its rows.

use std::collections::HashMap;

use super::Row;
use super::disagreements::Disagreement;
use crate::cli::args::CompareArgs;
use crate::report::html::compare::{Comparison, Outcome, Run};

/// The comparison of these engines as plain data.
pub fn comparison(
    rows: &[Row],
    engines: Vec<String>,
    disagreements: &[Disagreement],
    args: &CompareArgs,
) -> Comparison {
    let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let (timeout, memory) = (args.timeout, args.memory);
    let problems = problems(rows, disagreements);
    let runs = runs(rows, &files, &engines, disagreements);
    Comparison { files, engines, timeout, memory, problems, runs }
}

/// Contradictions and wrong witnesses.
fn problems(rows: &[Row], disagreements: &[Disagreement]) -> Vec<String> {
    let contradictions =
        disagreements.iter().map(|it| format!("Engines disagree on {}", it.text()));
    let wrong = rows.iter().filter(|row| row.checked == Some(false));
    let witnesses =
        wrong.map(|row| format!("The witness of {} on {} is none", row.engine, row.file));
    contradictions.chain(witnesses).collect()
}

fn runs(
    rows: &[Row],
    files: &[String],
    engines: &[String],
    disagreements: &[Disagreement],
) -> Vec<Vec<Option<Run>>> {
    let known: HashMap<(&str, &str), &Row> =
        rows.iter().map(|row| ((row.file.as_str(), row.engine.as_str()), row)).collect();
    let of_file = |file: &String| {
        let is_open = disagreements.iter().any(|it| it.file == *file && it.truth().is_none());
        let run = |engine: &String| {
            known.get(&(file.as_str(), engine.as_str())).map(|row| run(row, is_open))
        };
        engines.iter().map(run).collect()
    };
    files.iter().map(of_file).collect()
}

/// A run on a file about which engines disagree, and nobody knows who is right, or on another one.
fn run(row: &Row, is_disputed: bool) -> Run {
    let outcome = match row.verdict.as_str() {
        _ if row.wrong || row.checked == Some(false) => Outcome::Wrong,
        _ if row.answers() && is_disputed => Outcome::Disputed,
        _ if !row.solved() => Outcome::Open,
        "true" => Outcome::True,
        _ => Outcome::False,
    };
    Run {
        verdict: row.verdict.clone(),
        outcome,
        checked: row.checked,
        seconds: row.seconds,
        megabytes: row.megabytes,
        depth: row.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::super::REACHED;
    use super::super::disagreements::tests::{row, ruled};
    use super::*;

    #[test]
    fn only_answers_that_nothing_contradicts_are_solutions() {
        let mut rows = [
            row("a", "ic3", "true", Some(true)),
            row("a", "liar", "false", Some(false)),
            row("b", "ic3", "true", Some(true)),
            row("b", "liar", "false(assert)", None),
            row("c", "ic3", "true", None),
            row("c", "liar", "false(assert)", None),
            row("d", "liar", REACHED, None),
        ];
        let disagreements: Vec<Disagreement> =
            ["a", "b", "c"].iter().filter_map(|file| ruled(&mut rows, file)).collect();
        assert_eq!(disagreements.len(), 2, "a wrong witness is no answer");
        let problems = problems(&rows, &disagreements);
        assert_eq!(problems.len(), 3);
        assert!(problems[0].starts_with("Engines disagree on b: ic3 says true"), "{problems:?}");
        assert!(problems[0].contains("liar is wrong"), "{problems:?}");
        assert_eq!(problems[2], "The witness of liar on a is none");
        let files = ["a", "b", "c", "d"].map(str::to_owned);
        let engines = ["ic3", "liar"].map(str::to_owned);
        let runs = runs(&rows, &files, &engines, &disagreements);
        let outcomes: Vec<Vec<Option<Outcome>>> = runs
            .iter()
            .map(|row| row.iter().map(|it| it.as_ref().map(|run| run.outcome)).collect())
            .collect();
        let expected = [
            [Some(Outcome::True), Some(Outcome::Wrong)],
            [Some(Outcome::True), Some(Outcome::Wrong)],
            [Some(Outcome::Disputed), Some(Outcome::Disputed)],
            [None, Some(Outcome::Open)],
        ];
        assert_eq!(outcomes, expected);
    }
}
