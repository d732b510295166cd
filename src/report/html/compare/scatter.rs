//! Scatter plots: the times of the first engine against those of each other one, file by file.

use std::fmt::{self, Write};

use super::plot::{self, Scale};
use super::{Comparison, Outcome, Run, count};
use crate::report::escape::xml;

const LEFT: f64 = 62.0;
const TOP: f64 = 20.0;
/// Width and height between the axes, up to the limits.
const SIZE: f64 = 280.0;
/// How far the plot goes on beyond the limits, so that points on them are whole.
const BEYOND: f64 = 14.0;
const WIDTH: f64 = LEFT + SIZE + BEYOND + 22.0;
const HEIGHT: f64 = TOP + BEYOND + SIZE + 72.0;

/// A file in a plot: its name, and what two engines say of it.
type Pair<'a> = (&'a str, [Option<&'a Run>; 2]);

/// Writes a plot for each engine but the first.
pub fn write_all(out: &mut String, comparison: &Comparison) -> fmt::Result {
    if comparison.engines.len() < 2 {
        return Ok(());
    }
    let first = &comparison.engines[0];
    writeln!(
        out,
        "<h2>Times of {} against the others</h2>\n<p class=\"faint\">A point for each file that one \
         of the two solves; below the diagonal {0} is slower. What an engine does not solve (timeout, \
         unknown, out of memory, an error, a wrong answer) lies on the line of the timeout. The dashed \
         lines are a factor of 10.</p>\n<div class=\"pairs\">",
        xml(first)
    )?;
    for other in 1..comparison.engines.len() {
        write_one(out, comparison, other)?;
    }
    out.push_str("</div>\n");
    Ok(())
}

fn solved(run: Option<&Run>) -> Option<&Run> {
    run.filter(|run| run.is_solved())
}

fn write_one<'a>(out: &mut String, comparison: &'a Comparison, other: usize) -> fmt::Result {
    let names = [&comparison.engines[0], &comparison.engines[other]];
    let rows = comparison.files.iter().zip(&comparison.runs);
    let run = |row: &'a [Option<Run>], engine: usize| row.get(engine).and_then(Option::as_ref);
    let all = rows.map(|(file, row)| (file.as_str(), [0, other].map(|engine| run(row, engine))));
    let (pairs, neither): (Vec<Pair<'_>>, Vec<Pair<'_>>) =
        all.partition(|(_, pair)| pair.iter().any(|run| solved(*run).is_some()));
    let alone = |one: usize| {
        let is_alone = |(_, pair): &&Pair<'_>| solved(pair[1 - one]).is_none();
        pairs.iter().filter(is_alone).count()
    };
    let faster = |one: usize| {
        let is_faster = |(_, pair): &&Pair<'_>| match pair.map(solved) {
            [Some(x), Some(y)] => [x.seconds, y.seconds][one] < [x.seconds, y.seconds][1 - one],
            _ => false,
        };
        pairs.iter().filter(is_faster).count()
    };
    let text = format!(
        "{0} is faster on {2}, {1} on {3}; only {0} solves {4}, only {1} solves {5}; neither solves {6}.",
        names[0],
        names[1],
        count(faster(0), "file"),
        faster(1),
        alone(0),
        alone(1),
        neither.len()
    );
    writeln!(out, "<figure>")?;
    draw(out, comparison.timeout, (other, names), &pairs, &text)?;
    writeln!(out, "<figcaption>{}</figcaption>\n</figure>", xml(&text))
}

fn draw(
    out: &mut String,
    timeout: f64,
    (other, names): (usize, [&String; 2]),
    pairs: &[Pair<'_>],
    text: &str,
) -> fmt::Result {
    let times = || pairs.iter().flat_map(|(_, pair)| pair).filter_map(|run| solved(*run));
    let bottom = TOP + BEYOND + SIZE;
    let x = Scale::new(times().map(|run| run.seconds), timeout, (LEFT, LEFT + SIZE));
    let y = Scale::new(times().map(|run| run.seconds), timeout, (bottom, TOP + BEYOND));
    let title = format!("Times of {} and {}", names[0], names[1]);
    out.push_str(&plot::start(&format!("scatter-{other}"), (WIDTH, HEIGHT), &title, text));
    write_axes(out, &x, &y, names)?;
    for (file, pair) in pairs {
        let at = |scale: &Scale, run| match solved(run) {
            Some(run) => scale.at(run.seconds),
            None => scale.limit(),
        };
        let centre = (at(&x, pair[0]), at(&y, pair[1]));
        let holds = pair.iter().any(|run| run.is_some_and(|it| it.outcome == Outcome::True));
        let look = usize::from(!holds);
        let said = names.iter().zip(pair).map(|(name, run)| match run {
            Some(run) => format!("{name}: {} ({:.2} s)", run.said(), run.seconds),
            None => format!("{name}: not run"),
        });
        let said: Vec<String> = std::iter::once((*file).to_owned()).chain(said).collect();
        let (cx, cy) = centre;
        writeln!(
            out,
            "<g><path class=\"shape {}\" d=\"{}\"/><circle class=\"hit\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" \
             r=\"5\"><title>{}</title></circle></g>",
            plot::colour(look),
            plot::shape(look, centre, 3.5),
            xml(&said.join("\n"))
        )?;
    }
    let (x, y) = (LEFT + SIZE / 2.0, HEIGHT - 10.0);
    for (look, name, x) in [(0, "true", x - 50.0), (1, "false", x + 20.0)] {
        writeln!(
            out,
            "<path class=\"shape {}\" d=\"{}\"/><text x=\"{:.1}\" y=\"{y:.1}\">{name}</text>",
            plot::colour(look),
            plot::shape(look, (x, y - 4.0), 4.0),
            x + 9.0
        )?;
    }
    writeln!(out, "</svg>")
}

fn write_axes(out: &mut String, x: &Scale, y: &Scale, names: [&String; 2]) -> fmt::Result {
    let (right, bottom) = (LEFT + SIZE + BEYOND, TOP + BEYOND + SIZE);
    for tick in x.ticks(44.0) {
        let at = tick.at;
        if let Some(label) = tick.label {
            writeln!(
                out,
                "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 18.0
            )?;
        } else {
            writeln!(out, "<path class=\"frame\" d=\"M{at:.1} {bottom}v-4\"/>")?;
        }
    }
    for tick in y.ticks(16.0) {
        let at = tick.at;
        if let Some(label) = tick.label {
            writeln!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                LEFT - 8.0,
                at + 4.0
            )?;
        } else {
            writeln!(out, "<path class=\"frame\" d=\"M{LEFT} {at:.1}h4\"/>")?;
        }
    }
    write_diagonals(out, x, y)?;
    let (middle, centre) = (LEFT + SIZE / 2.0, bottom - SIZE / 2.0);
    let [across, up] = names.map(|name| xml(&plot::cut(name, 34)));
    writeln!(
        out,
        "<path class=\"frame\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n\
         <path class=\"limit\" d=\"M{LEFT} {y_limit:.1}H{right}M{x_limit:.1} {TOP}V{bottom}\"/>\n\
         <text x=\"{x_limit:.1}\" y=\"{}\" text-anchor=\"middle\">timeout</text>\n\
         <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">timeout</text>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{across}, seconds</text>\n\
         <text x=\"14\" y=\"{centre}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {centre})\">\
         {up}, seconds</text>",
        bottom + 18.0,
        LEFT - 8.0,
        y.limit() + 4.0,
        bottom + 38.0,
        x_limit = x.limit(),
        y_limit = y.limit(),
    )
}

/// Where both take the same time, and where one takes ten times as long, as far as the plot goes.
fn write_diagonals(out: &mut String, x: &Scale, y: &Scale) -> fmt::Result {
    let (low, high) = (x.least(), x.most());
    writeln!(
        out,
        "<path class=\"frame\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        x.at(low),
        y.at(low),
        x.at(high),
        y.at(high)
    )?;
    if high / low <= 10.0 {
        return Ok(());
    }
    writeln!(
        out,
        "<path class=\"help\" d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\"/>\n\
         <text class=\"more\" x=\"{:.1}\" y=\"{:.1}\">10×</text>\n\
         <text class=\"more\" x=\"{:.1}\" y=\"{:.1}\">10×</text>",
        x.at(low),
        y.at(10.0 * low),
        x.at(high / 10.0),
        y.at(high),
        x.at(10.0 * low),
        y.at(low),
        x.at(high),
        y.at(high / 10.0),
        x.at(low) + 4.0,
        y.at(10.0 * low) - 32.0,
        x.at(10.0 * low) + 17.0,
        y.at(low) - 4.0
    )
}
