//! Scaling curves as SVG: time, memory and state bits over the size of a family's programs.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::suites::{Figure, Measurement, Point};

/// What is drawn below each other.
const FIGURES: [Figure; 3] = [
    ("seconds (processor)", |point| point.seconds),
    ("MB", |point| point.megabytes),
    ("state bits", |point| point.bits),
];
/// The colours of columns.
const COLOURS: [RGBColor; 3] = [BLUE, RED, GREEN];

/// A line with its name and colour.
type Line = (&'static str, RGBColor, Vec<(f64, f64)>);

/// Draws the families whose programs come in sizes, one beside the other, all axes
/// logarithmic, a line for each column. `None` if there is no such family.
///
/// # Errors
/// If drawing fails.
pub fn draw(measured: &[Measurement]) -> Result<Option<String>> {
    let is_sized = |it: &&Measurement| it.curves().iter().any(|curve| curve.1.len() > 1);
    let sized: Vec<&Measurement> = measured.iter().filter(is_sized).collect();
    if sized.is_empty() {
        return Ok(None);
    }
    let mut svg = String::new();
    {
        let width = 300 * sized.len() as u32;
        let area = SVGBackend::with_string(&mut svg, (width, 840)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("cannot draw: {error}"))?;
        let parts = area.split_evenly((FIGURES.len(), sized.len()));
        for (column, measurement) in sized.iter().enumerate() {
            for (row, (what, figure)) in FIGURES.into_iter().enumerate() {
                let line = |((name, points), colour): ((&'static str, Vec<Point>), RGBColor)| {
                    let pairs = points.iter().map(|point| (point.size, figure(point)));
                    (name, colour, pairs.filter(|pair| pair.1 > 0.0).collect())
                };
                let curves = measurement.curves().into_iter().zip(COLOURS);
                let lines: Vec<Line> = curves.map(line).collect();
                let part = &parts[row * sized.len() + column];
                panel(part, &format!("{}: {what}", measurement.suite), &lines)?;
            }
        }
        area.present().map_err(|error| anyhow!("cannot draw: {error}"))?;
    }
    Ok(Some(svg))
}

fn panel(area: &DrawingArea<SVGBackend<'_>, Shift>, caption: &str, lines: &[Line]) -> Result<()> {
    let fail = |error: &dyn std::fmt::Display| anyhow!("cannot draw {caption}: {error}");
    let range = |number: fn(&(f64, f64)) -> f64| {
        let numbers = || lines.iter().flat_map(|line| &line.2).map(number);
        let low = numbers().fold(f64::INFINITY, f64::min);
        // Nothing was decided, or there is no such figure: an empty panel.
        let low = if low.is_finite() { low } else { 1.0 };
        low / 1.5..numbers().fold(low, f64::max) * 1.5
    };
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(50)
        .build_cartesian_2d(range(|p| p.0).log_scale(), range(|p| p.1).log_scale())
        .map_err(|error| fail(&error))?;
    chart.configure_mesh().draw().map_err(|error| fail(&error))?;
    for (name, colour, points) in lines {
        let (style, dot) = (colour.stroke_width(2), colour.filled());
        let line = LineSeries::new(points.iter().copied(), style);
        let drawn = chart.draw_series(line).map_err(|error| fail(&error))?;
        drawn.label(*name).legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], style));
        let dots = points.iter().map(|&point| Circle::new(point, 3, dot));
        chart.draw_series(dots).map_err(|error| fail(&error))?;
    }
    if lines.len() > 1 {
        let mut labels = chart.configure_series_labels();
        labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.7));
        labels.draw().map_err(|error| fail(&error))?;
    }
    Ok(())
}
