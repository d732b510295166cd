//! How time, memory and state grow with the size of a family's programs: the exponent of the
//! power of the size that fits best.

use super::suites::{Figure, Measurement, Point};

/// So many of the largest sizes count at least.
const FEWEST: usize = 3;

/// What an exponent is said of.
const FIGURES: [Figure; 3] = [
    ("time", |point| point.seconds),
    ("memory", |point| point.megabytes),
    ("state bits", |point| point.bits),
];

/// One line for each column with enough sizes decided. Only the larger half of the sizes
/// counts: below, what a run always takes hides the growth.
pub fn lines(measurement: &Measurement) -> Vec<String> {
    let line = |(name, points): (&'static str, Vec<Point>)| {
        let upper = &points[(points.len() / 2).min(points.len().saturating_sub(FEWEST))..];
        let (first, last) = (upper.first()?, upper.last()?);
        let power = |(what, figure): Figure| {
            let pairs: Vec<_> = upper.iter().map(|point| (point.size, figure(point))).collect();
            exponent(&pairs).map(|exponent| format!("{what} n^{exponent:.2}"))
        };
        let powers: Vec<String> = FIGURES.into_iter().filter_map(power).collect();
        (upper.len() >= FEWEST && !powers.is_empty()).then(|| {
            format!(
                "{}, {name}: from {} to {} growth is {}",
                measurement.suite,
                first.size,
                last.size,
                powers.join(", ")
            )
        })
    };
    measurement.curves().into_iter().filter_map(line).collect()
}

/// The slope of the straight line that comes nearest (least squares) to the logarithms.
/// `None` if there are fewer than two sizes, or a figure is not positive.
fn exponent(pairs: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.0.ln(), pair.1.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let spread: f64 = logs.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    let shared: f64 = logs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum();
    let slope = shared / spread;
    slope.is_finite().then_some(slope)
}
