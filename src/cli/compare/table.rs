//! The report of a comparison as text: what contradicts itself first and in red, then a
//! line for each run.

use std::fmt::Write;
use std::io::IsTerminal;

use super::Row;
use super::disagreements::Disagreement;

/// Whether to print in colours: on a terminal, unless `NO_COLOR` is set; with
/// `CLICOLOR_FORCE` also elsewhere.
pub fn wants_colour() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && (set("CLICOLOR_FORCE") || std::io::stdout().is_terminal())
}

/// The report.
pub fn text(rows: &[Row], disagreements: &[Disagreement], in_colour: bool) -> String {
    let (red, plain) = if in_colour { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let width =
        |get: fn(&Row) -> usize, least: usize| rows.iter().map(get).max().unwrap_or(0).max(least);
    let file = width(|row| row.file.chars().count(), 4);
    let engine = width(|row| row.engine.chars().count(), 6);
    let verdict = width(|row| row.verdict.chars().count(), 7);
    let mut out = String::new();
    // Writing to a string can't fail.
    for disagreement in disagreements {
        let _ = writeln!(out, "{red}DISAGREEMENT on {}{plain}", disagreement.text());
    }
    for row in rows.iter().filter(|row| row.checked == Some(false)) {
        let (engine, file) = (&row.engine, &row.file);
        let _ = writeln!(out, "{red}WRONG: the witness of {engine} on {file} is none{plain}");
    }
    let _ = writeln!(
        out,
        "{:file$}  {:engine$}  {:verdict$}  {:7}  {:>9}  {:>9}  {:>7}",
        "file", "engine", "verdict", "checked", "time (s)", "mem (MB)", "depth"
    );
    for row in rows {
        let depth = row.depth.map_or("-".to_owned(), |depth| depth.to_string());
        let checked = match row.checked {
            _ if row.wrong => "WRONG",
            Some(true) => "yes",
            Some(false) => "WRONG",
            None => "-",
        };
        let (red, plain) = if checked == "WRONG" { (red, plain) } else { ("", "") };
        let _ = writeln!(
            out,
            "{red}{:file$}  {:engine$}  {:verdict$}  {checked:7}  {:>9.2}  {:>9.0}  {depth:>7}{plain}",
            row.file, row.engine, row.verdict, row.seconds, row.megabytes
        );
    }
    out
}
