//! What plots are made of: a logarithmic scale of times, and colours, dashes and shapes that tell
//! lines apart, each of which does so alone for the first few.

use super::page;
use crate::report::escape::xml;

/// How plots look, in colours that have names.
pub const STYLE: &str = include_str!("plots.css");

/// How many colours have a class (`c0`, …). The numbers of colours, dashes and shapes have no common
/// divisor, so that lines share all three only if there are more than 200.
pub const COLOURS: usize = 6;
/// Lengths of dashes and gaps, by line; none is a line without gaps.
pub const DASHES: [&str; 5] = ["none", "8 4", "2 3", "11 3 2 3", "16 5"];
/// How many shapes there are.
const SHAPES: usize = 7;

/// How far what is beyond a limit is drawn from it.
const BEYOND: f64 = 8.0;

/// How wide a text is drawn at most, about: fonts differ.
pub fn width(text: &str) -> f64 {
    6.8 * text.chars().count() as f64
}

/// A text that is cut where it is longer.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    start + "…"
}

/// The class of a line's colour.
pub fn colour(line: usize) -> String {
    format!("c{}", line % COLOURS)
}

/// A shape as the data of a path around a point.
pub fn shape(line: usize, (x, y): (f64, f64), radius: f64) -> String {
    let at = |right: f64, down: f64| format!("{:.1} {:.1}", x + right * radius, y + down * radius);
    let path = |points: &[(f64, f64)]| {
        let points: Vec<String> = points.iter().map(|&(right, down)| at(right, down)).collect();
        format!("M{}", points.join("L"))
    };
    match line % SHAPES {
        0 => format!(
            "M{}a{radius:.1} {radius:.1} 0 1 0 {:.1} 0a{radius:.1} {radius:.1} 0 1 0 -{:.1} 0z",
            at(-1.0, 0.0),
            2.0 * radius,
            2.0 * radius
        ),
        1 => path(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]) + "z",
        2 => path(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]) + "z",
        3 => path(&[(-1.0, -1.0), (1.0, 1.0)]) + &path(&[(-1.0, 1.0), (1.0, -1.0)]),
        4 => path(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]) + "z",
        5 => path(&[(0.0, -1.3), (0.0, 1.3)]) + &path(&[(-1.3, 0.0), (1.3, 0.0)]),
        _ => path(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]) + "z",
    }
}

/// A logarithmic axis of seconds up to a time limit.
#[derive(Clone, Debug)]
pub struct Scale {
    least: f64,
    limit: f64,
    /// Where the ends are drawn.
    ends: (f64, f64),
}

/// A line across an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it is drawn.
    pub at: f64,
    /// What is written there, if anything.
    pub label: Option<String>,
}

impl Scale {
    /// From 1, 2 or 5 times a power of ten below the shortest of the times, at least 1 ms, to the
    /// limit.
    pub fn new(times: impl Iterator<Item = f64>, limit: f64, ends: (f64, f64)) -> Self {
        let shortest = times.fold(limit / 10.0, f64::min).max(0.001);
        let exponent = shortest.log10().floor() as i32;
        let below = [5, 2, 1].map(|digit| value(digit, exponent));
        let least = below.into_iter().find(|it| *it <= shortest).unwrap_or(0.001).max(0.001);
        Self { least, limit: limit.max(2.0 * least), ends }
    }

    /// Where a time is drawn. Those below the first are drawn with it; a run may end a little after
    /// its limit, and what is beyond that stays near it.
    pub fn at(&self, seconds: f64) -> f64 {
        let part = (seconds.max(self.least) / self.least).ln() / (self.limit / self.least).ln();
        let (from, to) = self.ends;
        let most = 1.0 + BEYOND / (to - from).abs();
        from + (to - from) * part.min(most)
    }

    /// The time that is drawn first.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The time that is drawn last.
    pub fn most(&self) -> f64 {
        self.limit
    }

    /// Where the limit is drawn.
    pub fn limit(&self) -> f64 {
        self.ends.1
    }

    /// Lines for 1, 2, …, 9 of each power of ten, of which the first have a label, or also 2 and 5 if
    /// these are few, and the first of all. Labels keep a distance from the limit, which has one of
    /// its own, and the first from the next.
    pub fn ticks(&self, distance: f64) -> Vec<Tick> {
        let mut ticks: Vec<Tick> = vec![];
        let few = self.limit / self.least < 150.0;
        let first = self.least.log10().floor() as i32;
        let all = (first..).flat_map(|power| (1..10).map(move |digit| (digit, power)));
        let all = all.map(|(digit, power)| (digit, value(digit, power)));
        for (digit, seconds) in all.take_while(|(_, seconds)| *seconds < self.limit) {
            if seconds < self.least {
                continue;
            }
            let at = self.at(seconds);
            let is_round = digit == 1 || few && matches!(digit, 2 | 5);
            let label = is_round || ticks.is_empty();
            let label = label && (at - self.limit()).abs() >= distance;
            if is_round && ticks.first().is_some_and(|it| (at - it.at).abs() < distance) {
                ticks[0].label = None;
            }
            ticks.push(Tick { at, label: label.then(|| seconds.to_string()) });
        }
        ticks
    }
}

/// A digit times a power of ten, as it is written: 3 · 10^-1 is computed a little more than 0.3.
fn value(digit: i32, power: i32) -> f64 {
    format!("{digit}e{power}").parse().unwrap_or(f64::INFINITY)
}

/// Starts a plot: what it is called, and what it shows for those who can't see it.
pub fn start(id: &str, (width, height): (f64, f64), title: &str, text: &str) -> String {
    let (title, text) = (xml(title), xml(text));
    format!(
        "<svg class=\"plot\" role=\"img\" aria-labelledby=\"{id}-title {id}-text\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n<title id=\"{id}-title\">{title}</title>\n\
         <desc id=\"{id}-text\">{text}</desc>\n\
         <rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n"
    )
}

/// A plot as a file of its own, with its style. Many programs that show SVG know no colours by
/// name, so these are replaced by the light ones.
pub fn file(svg: &str) -> String {
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    let svg = svg.replacen("<svg", head, 1);
    let start = svg.find('>').map_or(0, |at| at + 1);
    let (open, rest) = svg.split_at(start);
    format!("{open}\n<style>\n{}</style>{rest}", light(STYLE))
}

/// The style with each `var(--name)` replaced by the colour that has this name on a light page.
fn light(style: &str) -> String {
    let block = page::COLOURS.split('}').next().unwrap_or_default();
    let declared = block.split([';', '{']).filter_map(|it| it.trim().split_once(':'));
    declared.fold(style.to_owned(), |style, (name, value)| {
        style.replace(&format!("var({})", name.trim()), value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_drawn_by_their_logarithm() {
        let scale = Scale::new([0.012, 3.0].into_iter(), 100.0, (400.0, 0.0));
        for (seconds, at) in [(0.01, 400.0), (0.1, 300.0), (10.0, 100.0), (100.0, 0.0)] {
            assert!((scale.at(seconds) - at).abs() < 1e-6, "{seconds}: {}", scale.at(seconds));
        }
        assert!((scale.at(0.0) - 400.0).abs() < 1e-6 && (scale.at(1e9) + BEYOND).abs() < 1e-6);
        let labels: Vec<String> = scale.ticks(10.0).into_iter().filter_map(|it| it.label).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10"]);
    }

    #[test]
    fn short_axes_have_labels_between_powers_of_ten() {
        let labels = |limit, distance| -> Vec<String> {
            let ticks = Scale::new(std::iter::empty(), limit, (0.0, 300.0)).ticks(distance);
            ticks.into_iter().filter_map(|it| it.label).collect()
        };
        assert_eq!(labels(60.0, 20.0), ["5", "10", "20", "50"]);
        assert_eq!(labels(60.0, 30.0), ["5", "10", "20"]);
        assert_eq!(labels(60.0, 90.0), ["10", "20"]);
        assert_eq!(labels(0.001, 0.0), ["0.001"], "a limit below what is measured");
        assert_eq!(labels(0.3, 0.0), ["0.02", "0.05", "0.1", "0.2"]);
    }

    #[test]
    fn files_of_their_own_have_all_they_need() {
        let svg = file(&(start("p", (10.0, 20.0), "a < b", "c & d") + "</svg>\n"));
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let text = |name: &str| root.children().find(|it| it.tag_name().name() == name)?.text();
        assert_eq!((text("title"), text("desc")), (Some("a < b"), Some("c & d")));
        assert!(!svg.contains("var("), "{svg}");
        assert!(svg.contains("stroke: #0c336b"), "{svg}");
    }
}
