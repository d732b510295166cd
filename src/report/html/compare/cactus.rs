//! The cactus plot: how many files each engine solves if each may take a time.
//!
//! Lines that coincide are all seen: where others lie on a line, it has a wider band below them, and
//! a marker that others lie on is larger. Markers are hollow.

use std::fmt::Write;

use super::Comparison;
use super::labels::{self, Label};
use super::plot::{self, DASHES, Scale};
use crate::report::escape::xml;

const LEFT: f64 = 64.0;
const TOP: f64 = 18.0;
/// Height of the part between the axes.
const HEIGHT: f64 = 380.0;
/// Right end of the axis; names of lines may go beyond.
const RIGHT: f64 = 720.0;
/// Below the plot, for the labels of the axis.
const BELOW: f64 = 56.0;
/// How near two lines are that can't be told apart.
const NEAR: f64 = 3.0;
/// From a marker of a line to the next.
const BETWEEN: f64 = 60.0;
/// Height of a row of the legend.
const ROW: f64 = 20.0;

/// The line of one engine.
struct Curve<'a> {
    name: &'a str,
    /// Seconds and files of what it solves, the fastest first.
    solved: Vec<(f64, &'a str)>,
    /// Where these are drawn.
    at: Vec<(f64, f64)>,
}

impl Curve<'_> {
    /// Whether another curve can't be told from this one at a point.
    fn meets(&self, other: &Self, index: usize) -> bool {
        match (self.at.get(index), other.at.get(index)) {
            (Some(one), Some(other)) => (one.1 - other.1).abs() < NEAR,
            _ => false,
        }
    }
}

/// Draws the plot.
pub fn draw(comparison: &Comparison) -> String {
    let all = comparison.runs.iter().flatten().flatten().filter(|run| run.is_solved());
    let ends = (TOP + HEIGHT, TOP);
    let scale = Scale::new(all.map(|run| run.seconds), comparison.timeout, ends);
    let curves = curves(comparison, &scale);
    let most = curves.iter().map(|curve| curve.at.len()).max().unwrap_or(0);
    let longest = curves.iter().map(|curve| plot::width(&shown(curve))).fold(0.0, f64::max);
    let columns = Columns::new(&curves);
    let width = RIGHT + 24.0 + longest;
    let height = TOP + HEIGHT + BELOW + ROW * columns.rows(curves.len()) as f64 + 8.0;
    let counts: Vec<String> =
        curves.iter().map(|it| format!("{} solves {}", it.name, it.at.len())).collect();
    let text = format!(
        "For each engine a line: the time of its n-th fastest solved file over n. {}.",
        counts.join(", ")
    );
    let mut out = plot::start("cactus", (width, height), "Files solved within a time", &text);
    write_axes(&mut out, &scale, most, comparison.timeout);
    for index in 0..curves.len() {
        write_bands(&mut out, &curves, index);
    }
    for (index, curve) in curves.iter().enumerate() {
        write_curve(&mut out, curve, index);
    }
    for index in 0..curves.len() {
        write_markers(&mut out, &curves, index);
    }
    write_names(&mut out, &curves);
    for index in 0..curves.len() {
        write_points(&mut out, &curves, index);
    }
    columns.write(&mut out, &curves);
    out + "</svg>\n"
}

/// Where the n-th solved file is drawn.
fn across(number: usize, most: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * number as f64 / most.max(1) as f64
}

fn curves<'a>(comparison: &'a Comparison, scale: &Scale) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'a>> = vec![];
    for (engine, name) in comparison.engines.iter().enumerate() {
        let solved = comparison.of(engine).filter(|(_, run)| run.is_solved());
        let mut solved: Vec<(f64, &str)> = solved.map(|(file, run)| (run.seconds, file)).collect();
        solved.sort_by(|one, other| one.0.total_cmp(&other.0));
        curves.push(Curve { name, solved, at: vec![] });
    }
    let most = curves.iter().map(|curve| curve.solved.len()).max().unwrap_or(0);
    for curve in &mut curves {
        let times = (1..).zip(&curve.solved);
        curve.at = times.map(|(n, (time, _))| (across(n, most), scale.at(*time))).collect();
    }
    curves
}

/// The name beside a line.
fn shown(curve: &Curve<'_>) -> String {
    plot::cut(curve.name, 24)
}

// Writing to a string can't fail, in all that follows.

fn write_axes(out: &mut String, scale: &Scale, most: usize, timeout: f64) {
    let bottom = TOP + HEIGHT;
    for tick in scale.ticks(16.0) {
        let (y, class) = (tick.at, if tick.label.is_some() { "grid" } else { "grid fine" });
        let _ = writeln!(out, "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>");
        if let Some(label) = tick.label {
            let (x, y) = (LEFT - 8.0, y + 4.0);
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
        }
    }
    let step = step(most);
    for number in (0..=most).step_by(step) {
        let (x, y) = (across(number, most), bottom + 18.0);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}\"/>\
             <text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>"
        );
    }
    let (middle, centre) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, bottom));
    let _ = writeln!(
        out,
        "<path class=\"frame\" d=\"M{LEFT} {TOP}V{bottom}H{RIGHT}\"/>\n\
         <path class=\"limit\" d=\"M{LEFT} {TOP}H{RIGHT}\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">timeout</text>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">files solved</text>\n\
         <text x=\"16\" y=\"{centre}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {centre})\">\
         seconds for each, timeout {timeout}</text>",
        LEFT - 8.0,
        TOP + 4.0,
        bottom + 38.0
    );
    if most == 0 {
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"{centre}\" text-anchor=\"middle\">no engine solves a file</text>"
        );
    }
}

/// How far the labels of an axis up to a number are from each other: 1, 2 or 5 times a power of
/// ten, so that there are about ten.
fn step(most: usize) -> usize {
    let steps = (0..).map(|it| [1, 2, 5][it % 3] * 10usize.pow((it / 3) as u32));
    steps.into_iter().find(|step| most / step <= 12).unwrap_or(1)
}

/// How many later lines lie on a line between a point and the next, and so above it.
fn above(curves: &[Curve<'_>], index: usize, point: usize) -> usize {
    let curve = &curves[index];
    let later = curves[index + 1..].iter();
    later.filter(|it| curve.meets(it, point) && curve.meets(it, point + 1)).count()
}

/// How much wider a line or a marker is on which others lie: more than these, and not too much if
/// they are many.
fn wider(above: usize) -> f64 {
    4.0 * above.min(2) as f64 + 1.5 * above.saturating_sub(2).min(6) as f64
}

/// The bands of a line where later ones lie on it.
fn write_bands(out: &mut String, curves: &[Curve<'_>], index: usize) {
    let at = &curves[index].at;
    let mut start = 0;
    while start + 1 < at.len() {
        let many = above(curves, index, start);
        let same = (start..at.len() - 1).take_while(|&it| above(curves, index, it) == many);
        let end = start + same.count();
        if many > 0 {
            let _ = writeln!(
                out,
                "<polyline class=\"band {}\" stroke-width=\"{:.1}\" points=\"{}\"/>",
                plot::colour(index),
                1.8 + wider(many),
                points(&at[start..=end])
            );
        }
        start = end;
    }
}

fn points(at: &[(f64, f64)]) -> String {
    let points: Vec<String> = at.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    points.join(" ")
}

fn write_curve(out: &mut String, curve: &Curve<'_>, index: usize) {
    if curve.at.len() > 1 {
        let _ = writeln!(
            out,
            "<polyline class=\"curve {}\" stroke-dasharray=\"{}\" points=\"{}\"/>",
            plot::colour(index),
            DASHES[index % DASHES.len()],
            points(&curve.at)
        );
    }
}

/// Which points of a line have markers: some at a distance from each other, and the last. Lines begin
/// with them at different places.
fn marked(curve: &Curve<'_>, index: usize) -> Vec<usize> {
    let mut next = LEFT + BETWEEN * (index as f64 * 0.38).fract();
    let mut marked = vec![];
    for (point, &(x, _)) in curve.at.iter().enumerate() {
        if x >= next || point + 1 == curve.at.len() {
            marked.push(point);
            next = x + BETWEEN;
        }
    }
    marked
}

fn write_markers(out: &mut String, curves: &[Curve<'_>], index: usize) {
    let curve = &curves[index];
    for point in marked(curve, index) {
        let later = curves[index + 1..].iter().filter(|it| curve.meets(it, point)).count();
        let _ = writeln!(
            out,
            "<path class=\"shape {}\" d=\"{}\"/>",
            plot::colour(index),
            plot::shape(index, curve.at[point], 4.0 + wider(later) / 2.0)
        );
    }
}

/// The names at the ends of lines. Of more than there is room for the legend has the rest.
fn write_names(out: &mut String, curves: &[Curve<'_>]) {
    let mut ends: Vec<(usize, (f64, f64))> =
        (0..).zip(curves).filter_map(|(index, it)| Some((index, *it.at.last()?))).collect();
    ends.sort_by(|one, other| one.1.1.total_cmp(&other.1.1));
    let wanted: Vec<Label> = ends
        .iter()
        .map(|&(index, (x, y))| Label {
            x: x + 14.0,
            y,
            width: plot::width(&shown(&curves[index])),
        })
        .collect();
    // Other markers may be covered: names would be too far from their lines.
    let last: Vec<(f64, f64)> = ends.iter().map(|end| end.1).collect();
    let placed = labels::place(&wanted, &last, (TOP, TOP + HEIGHT - labels::HEIGHT / 2.0));
    for ((index, (x, y)), label) in ends.into_iter().zip(placed) {
        let Some(label) = label else { continue };
        if (label.y - y).abs() > labels::HEIGHT / 2.0 {
            let _ = writeln!(
                out,
                "<path class=\"leader {}\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}\"/>",
                plot::colour(index),
                label.x - 2.0,
                label.y
            );
        }
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            label.x,
            label.y + 4.0,
            xml(&shown(&curves[index]))
        );
    }
}

/// What the mouse finds: each point of a line, with all that lie there.
fn write_points(out: &mut String, curves: &[Curve<'_>], index: usize) {
    let curve = &curves[index];
    for (point, &(x, y)) in curve.at.iter().enumerate() {
        let there = curves.iter().filter(|it| curve.meets(it, point));
        let said: Vec<String> = there
            .map(|it| {
                let (seconds, file) = it.solved[point];
                format!("{}: {} files, the last {file} in {seconds:.2} s", it.name, point + 1)
            })
            .collect();
        let _ = writeln!(
            out,
            "<circle class=\"hit\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}</title></circle>",
            xml(&said.join("\n"))
        );
    }
}

/// The columns of the legend.
struct Columns {
    number: usize,
    width: f64,
}

impl Columns {
    fn new(curves: &[Curve<'_>]) -> Self {
        let widths = curves.iter().map(|it| plot::width(&Self::text(it)) + 80.0);
        let width = widths.fold(120.0, f64::max);
        Self { number: ((RIGHT - LEFT + 80.0) / width).floor().max(1.0) as usize, width }
    }

    fn rows(&self, curves: usize) -> usize {
        curves.div_ceil(self.number)
    }

    /// The name of an engine, and how much it solves.
    fn text(curve: &Curve<'_>) -> String {
        format!("{} ({})", plot::cut(curve.name, 24), curve.at.len())
    }

    fn write(&self, out: &mut String, curves: &[Curve<'_>]) {
        for (index, curve) in curves.iter().enumerate() {
            let x = LEFT + self.width * (index % self.number) as f64;
            let y = TOP + HEIGHT + BELOW + ROW * (index / self.number) as f64;
            let colour = plot::colour(index);
            let _ = writeln!(
                out,
                "<g class=\"entry\"><title>{}</title><path class=\"curve {colour}\" stroke-dasharray=\"{}\" \
                 d=\"M{x:.1} {y:.1}h54\"/><path class=\"shape {colour}\" d=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
                xml(curve.name),
                DASHES[index % DASHES.len()],
                plot::shape(index, (x + 27.0, y), 4.0),
                x + 62.0,
                y + 4.0,
                xml(&Self::text(curve))
            );
        }
    }
}
