//! A comparison of engines as a page, and its cactus plot: what contradicts itself first, how much
//! each engine solves, plots, and a table of all runs.
//!
//! Nothing is told by colour alone: lines have dashes and markers of their own, points of plots
//! shapes, verdicts marks.

mod cactus;
mod labels;
mod plot;
mod runs;
mod scatter;

use std::fmt::{self, Write};

use super::{SORTABLE, TABLE_SCRIPT, page};
use crate::report::escape::xml;

const TABLES: &str = include_str!("tables.css");

/// What engines answered on files, as plain data.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The files, in order.
    pub files: Vec<String>,
    /// The engines, in order.
    pub engines: Vec<String>,
    /// Time limit of a run in seconds.
    pub timeout: f64,
    /// Memory limit of a run in MB (2^20 bytes).
    pub memory: u64,
    /// What contradicts itself, and witnesses that are wrong, in words.
    pub problems: Vec<String>,
    /// For each file the runs of the engines, in their orders.
    pub runs: Vec<Vec<Option<Run>>>,
}

/// What one engine answered on one file.
#[derive(Clone, Debug)]
pub struct Run {
    /// The answer as it is called elsewhere: `true`, `false(…)`, `timeout`.
    pub verdict: String,
    /// What it is worth.
    pub outcome: Outcome,
    /// Whether the answer was checked, and what came out.
    pub checked: Option<bool>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// Most memory in MB (2^20 bytes).
    pub megabytes: f64,
    /// Steps of the trace, or frames.
    pub depth: Option<u64>,
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    True,
    /// It is violated.
    False,
    /// The answer or its witness is known to be wrong.
    Wrong,
    /// Another engine says the contrary, and nothing says who is wrong.
    Disputed,
    /// No answer.
    Open,
}

impl Run {
    /// Whether the run counts as solved: with an answer that nothing contradicts.
    fn is_solved(&self) -> bool {
        matches!(self.outcome, Outcome::True | Outcome::False)
    }

    /// The answer, and what is wrong with it.
    fn said(&self) -> String {
        match self.outcome {
            Outcome::Wrong => format!("{}, wrong", self.verdict),
            Outcome::Disputed => format!("{}, disputed", self.verdict),
            Outcome::True | Outcome::False | Outcome::Open => self.verdict.clone(),
        }
    }
}

impl Comparison {
    /// The runs of one engine with their files.
    fn of(&self, engine: usize) -> impl Iterator<Item = (&str, &Run)> {
        let rows = self.files.iter().zip(&self.runs);
        rows.filter_map(move |(file, row)| Some((file.as_str(), row.get(engine)?.as_ref()?)))
    }
}

/// The page.
pub fn render(comparison: &Comparison) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_page(&mut out, comparison);
    out
}

/// The cactus plot as a file of its own: SVG in light colours, as for print.
pub fn cactus_plot(comparison: &Comparison) -> String {
    plot::file(&cactus::draw(comparison))
}

/// A number of things.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn write_page(out: &mut String, comparison: &Comparison) -> fmt::Result {
    page::write_start(out, "llumc compare", &format!("{}{SORTABLE}{TABLES}", plot::STYLE))?;
    let (class, said) = match comparison.problems.len() {
        0 => ("proved", "no contradictions".to_owned()),
        problems => ("violated", count(problems, "contradiction")),
    };
    writeln!(
        out,
        "<header>\n<h1>Comparison: <span class=\"verdict {class}\">{said}</span></h1>\n\
         <p class=\"faint\">{}, {}; {} s and {} MB for each run; llumc {}</p>\n</header>\n\
         <main class=\"single\">\n<div>",
        count(comparison.files.len(), "file"),
        count(comparison.engines.len(), "engine"),
        comparison.timeout,
        comparison.memory,
        env!("CARGO_PKG_VERSION")
    )?;
    if !comparison.problems.is_empty() {
        out.push_str("<h2>Contradictions and wrong witnesses</h2>\n<ul class=\"violated\">\n");
        for problem in &comparison.problems {
            writeln!(out, "<li>{}</li>", xml(problem))?;
        }
        out.push_str("</ul>\n");
    }
    write_engines(out, comparison)?;
    writeln!(
        out,
        "<h2>Files solved within a time</h2>\n<figure class=\"wide\">\n{}</figure>",
        cactus::draw(comparison)
    )?;
    scatter::write_all(out, comparison)?;
    runs::write(out, comparison)?;
    writeln!(out, "</div>\n</main>\n<script>\n{TABLE_SCRIPT}</script>\n</body>\n</html>")
}

/// How much each engine solves.
fn write_engines(out: &mut String, comparison: &Comparison) -> fmt::Result {
    out.push_str(
        "<h2>Engines</h2>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr>\
         <th scope=\"col\">engine</th>",
    );
    let figures =
        ["solved", "true", "false", "wrong or disputed", "not solved", "seconds for the solved"];
    for figure in figures {
        write!(out, "<th scope=\"col\" class=\"numeric\">{figure}</th>")?;
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (engine, name) in comparison.engines.iter().enumerate() {
        let number = |wanted: &[Outcome]| {
            comparison.of(engine).filter(|(_, run)| wanted.contains(&run.outcome)).count()
        };
        let solved = || comparison.of(engine).filter(|(_, run)| run.is_solved());
        let wrong = number(&[Outcome::Wrong, Outcome::Disputed]);
        writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"numeric\">{}</td><td class=\"numeric\">{}</td>\
             <td class=\"numeric\">{}</td><td class=\"numeric{}\">{wrong}</td>\
             <td class=\"numeric\">{}</td><td class=\"numeric\">{:.2}</td></tr>",
            xml(name),
            solved().count(),
            number(&[Outcome::True]),
            number(&[Outcome::False]),
            if wrong == 0 { "" } else { " violated" },
            number(&[Outcome::Open]),
            // Not a sum: that of nothing is -0.
            solved().fold(0.0, |sum, (_, run)| sum + run.seconds),
        )?;
    }
    out.push_str("</tbody></table></div>\n");
    Ok(())
}

#[cfg(test)]
mod tests;
