//! The report of a comparison as one self-contained HTML page: what contradicts itself
//! first and in red, how much each engine solves, the cactus plot, a scatter plot of the
//! first engine against each other one, and all runs.

use std::fmt::Write;

use super::Row;
use super::judge::Disagreement;

/// What the page says about, besides the rows.
pub struct Page<'a> {
    /// All runs.
    pub rows: &'a [Row],
    /// The engines, in order.
    pub engines: &'a [String],
    /// The files, in order.
    pub files: &'a [String],
    /// Where engines contradict each other.
    pub disagreements: &'a [Disagreement],
    /// The cactus plot as SVG.
    pub cactus: &'a str,
    /// Time limit of a run in seconds.
    pub timeout: f64,
}

const STYLE: &str = "body{font-family:sans-serif;margin:2em;max-width:75em}\
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left}\
.n{text-align:right}.bad{color:#b00;font-weight:bold}.t{color:#060}.f{color:#a50}.u{color:#888}\
svg{margin:.5em}";

impl Page<'_> {
    /// The page.
    pub fn text(&self) -> String {
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <title>llumc compare</title><style>{STYLE}</style></head><body>\n\
             <h1>llumc compare</h1>\n<p>{} files, {} engines, {} s for each run.</p>\n",
            self.files.len(),
            self.engines.len(),
            self.timeout
        );
        self.wrong(&mut out);
        self.summary(&mut out);
        out += self.cactus;
        out.push('\n');
        if let Some((first, others)) = self.engines.split_first() {
            for other in others {
                out += &self.scatter(first, other);
            }
        }
        self.runs(&mut out);
        out + "</body></html>\n"
    }

    /// Contradictions and wrong witnesses.
    fn wrong(&self, out: &mut String) {
        for disagreement in self.disagreements {
            let text = escape(&disagreement.text());
            line(out, &format!("<p class=\"bad\">Engines disagree on {text}</p>"));
        }
        for row in self.rows.iter().filter(|row| row.checked == Some(false)) {
            let (engine, file) = (escape(&row.engine), escape(&row.file));
            line(out, &format!("<p class=\"bad\">The witness of {engine} on {file} is none</p>"));
        }
    }

    fn summary(&self, out: &mut String) {
        line(out, "<table><tr><th>engine<th>solved<th>true<th>false<th>seconds for these</tr>");
        for engine in self.engines {
            let solved = || self.rows.iter().filter(|row| row.engine == *engine && row.solved());
            let holds = solved().filter(|row| row.verdict == "true").count();
            let seconds: f64 = solved().map(|row| row.seconds).sum();
            let all = solved().count();
            line(
                out,
                &format!(
                    "<tr><td>{}<td class=\"n\">{all}<td class=\"n\">{holds}<td class=\"n\">{}\
                     <td class=\"n\">{seconds:.2}</tr>",
                    escape(engine),
                    all - holds
                ),
            );
        }
        line(out, "</table>");
    }

    fn row(&self, file: &str, engine: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.file == file && row.engine == engine)
    }

    fn runs(&self, out: &mut String) {
        let heads: String = self.engines.iter().map(|e| format!("<th>{}", escape(e))).collect();
        line(out, &format!("<table><tr><th>file{heads}</tr>"));
        for file in self.files {
            let disputed = self.disagreements.iter().any(|one| one.file == *file);
            let class = if disputed { " class=\"bad\"" } else { "" };
            let mut text = format!("<tr><td{class}>{}", escape(file));
            for engine in self.engines {
                let Some(row) = self.row(file, engine) else {
                    text += "<td>";
                    continue;
                };
                let class = match row.verdict.as_str() {
                    _ if row.wrong || row.checked == Some(false) => "bad",
                    "true" => "t",
                    verdict if verdict.starts_with("false") => "f",
                    _ => "u",
                };
                let verdict = escape(&row.verdict);
                let wrong = if row.wrong { ", wrong" } else { "" };
                text += &format!("<td class=\"{class}\">{verdict}{wrong} ({:.2} s)", row.seconds);
            }
            line(out, &(text + "</tr>"));
        }
        line(out, "</table>");
    }

    /// The times of two engines on each file that one of them solves, logarithmic from
    /// 10 ms to the time limit; what an engine does not solve is at the limit.
    fn scatter(&self, x: &str, y: &str) -> String {
        const SIZE: f64 = 260.0;
        const LEFT: f64 = 30.0;
        const LEAST: f64 = 0.01;
        let limit = self.timeout.max(2.0 * LEAST);
        let scale =
            |seconds: f64| SIZE * (seconds.clamp(LEAST, limit) / LEAST).ln() / (limit / LEAST).ln();
        let side = SIZE + 2.0 * LEFT;
        let mut svg = format!(
            "<svg width=\"{side}\" height=\"{side}\" font-size=\"11\">\
             <rect x=\"{LEFT}\" y=\"{LEFT}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"none\" stroke=\"#999\"/>\
             <line x1=\"{LEFT}\" y1=\"{}\" x2=\"{}\" y2=\"{LEFT}\" stroke=\"#ccc\"/>\
             <text x=\"{LEFT}\" y=\"{}\">{} (s), {LEAST} to {limit}</text>\
             <text x=\"{LEFT}\" y=\"{}\">{} (s)</text>",
            LEFT + SIZE,
            LEFT + SIZE,
            side - 8.0,
            escape(x),
            LEFT - 8.0,
            escape(y),
        );
        for file in self.files {
            let pair = [x, y].map(|engine| self.row(file, engine).filter(|row| row.solved()));
            if pair.iter().all(Option::is_none) {
                continue;
            }
            let [right, up] = pair.map(|row| scale(row.map_or(limit, |row| row.seconds)));
            svg += &format!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#36c\"><title>{}</title></circle>",
                LEFT + right,
                LEFT + SIZE - up,
                escape(file)
            );
        }
        svg + "</svg>\n"
    }
}

fn line(out: &mut String, text: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(out, "{text}");
}

/// Text as HTML text or attribute.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::{judged, row};
    use super::*;

    #[test]
    fn what_is_wrong_stands_first() {
        let mut rows = [
            row("a<b", "ic3", "true", Some(true)),
            row("a<b", "liar", "false", Some(false)),
            row("c", "ic3", "true", Some(true)),
            row("c", "liar", "false(assert)", None),
            row("d", "ic3", "false(assert)", Some(true)),
            row("d", "liar", "false(assert)", None),
        ];
        let (engines, files) = (["ic3", "liar"], ["a<b", "c", "d"]);
        let disagreements = [judged(&mut rows, "c").expect("a disagreement")];
        let page = Page {
            rows: &rows,
            engines: &engines.map(str::to_owned),
            files: &files.map(str::to_owned),
            disagreements: &disagreements,
            cactus: "<svg></svg>",
            timeout: 10.0,
        };
        let text = page.text();
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what} in {text}"));
        assert!(place("Engines disagree on c: ic3 says true") < place("<table>"));
        assert!(place("liar is wrong") < place("<table>"));
        assert!(place("The witness of liar on a&lt;b is none") < place("<table>"));
        assert!(text.contains("<td class=\"bad\">false(assert), wrong (0.50 s)"), "{text}");
        assert!(text.contains("<td>ic3<td class=\"n\">3<td class=\"n\">2<td class=\"n\">1"));
        assert!(text.contains("<td>liar<td class=\"n\">1<td class=\"n\">0<td class=\"n\">1"));
        assert_eq!(text.matches("<circle").count(), 3);
        assert!(!text.contains("a<b"), "names are escaped");
        assert_eq!(text.matches("http").count(), 0, "nothing is loaded from elsewhere");
    }
}
