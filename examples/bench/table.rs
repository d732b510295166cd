//! The measured figures beside the paper's, as text.

use super::layout::layout;
use super::measure::{Check, Encoding};
use super::rows::Row;
use super::run::Measured;

/// Verdicts, times (on the processor) and depths.
pub fn engines(results: &[Measured]) -> String {
    let heads = [
        "task",
        "paper's benchmark",
        "expected",
        "default",
        "cpu (s)",
        "MB",
        "unroll",
        "cpu (s)",
        "steps",
        "abcdSAT (s)",
        "iterations",
        "ic3",
        "cpu (s)",
        "frames",
        "MinireachIC3 (s)",
        "phases",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for result in results {
        let row = result.row();
        let mut line = vec![result.task.clone(), name(row), result.expected.to_string()];
        let [verdict, cpu, _] = check(&result.default);
        line.extend([verdict, cpu, format!("{:.0}", result.default.cost.megabytes)]);
        line.extend(check(&result.unroll));
        line.extend(match row {
            Some(row) => [seconds(row.abcdsat), number(row.iterations)],
            None => ["-".to_owned(), "-".to_owned()],
        });
        line.extend(check(&result.ic3));
        line.extend(match row {
            Some(row) => [seconds(row.minireach.map(|m| m.0)), number(row.minireach.map(|m| m.1))],
            None => ["-".to_owned(), "-".to_owned()],
        });
        lines.push(line);
    }
    layout(&lines, 2)
}

/// Blocks, variables, bits and clauses; time and memory of the encoder.
pub fn encodings(results: &[Measured]) -> String {
    let heads = ["task", "Table 2: blocks", "vars", "bits", "clauses"];
    let ours = |name: &str| {
        [&format!("{name}: blocks"), "vars", "bits", "clauses", "cpu (s)", "MB"].map(str::to_owned)
    };
    let mut first = heads.map(str::to_owned).to_vec();
    first.extend(ours("paper encoding"));
    first.extend(ours("automaton encoding"));
    let mut lines = vec![first];
    for result in results {
        let mut line = vec![result.task.clone()];
        match result.row() {
            Some(row) => line.extend(row.size.map(|figure| figure.to_string())),
            None => line.extend(std::iter::repeat_n("-".to_owned(), 4)),
        }
        line.extend(encoding(&result.paper));
        line.extend(encoding(&result.cfa));
        lines.push(line);
    }
    layout(&lines, 1)
}

fn check(check: &Check) -> [String; 3] {
    [check.verdict.clone(), format!("{:.2}", check.cost.cpu), check.depth.to_string()]
}

fn encoding(encoding: &Encoding) -> Vec<String> {
    let mut cells: Vec<String> = encoding.size.iter().map(u64::to_string).collect();
    cells.push(format!("{:.2}", encoding.cost.cpu));
    cells.push(format!("{:.0}", encoding.cost.megabytes));
    cells
}

fn name(row: Option<&Row>) -> String {
    row.map_or("-", |row| row.name).to_owned()
}

fn seconds(time: Option<f64>) -> String {
    time.map_or("timeout".to_owned(), |time| time.to_string())
}

fn number(number: Option<u64>) -> String {
    number.map_or("-".to_owned(), |number| number.to_string())
}
