//! Scaling curves as SVG: time and memory over the size of a family's programs.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::suites::Measurement;

/// Draws the families whose programs come in sizes, one beside the other: seconds of
/// wall-clock time above, MB below, all axes logarithmic. `None` if there is no such family.
///
/// # Errors
/// If drawing fails.
pub fn draw(measured: &[Measurement]) -> Result<Option<String>> {
    let sized: Vec<&Measurement> = measured.iter().filter(|it| it.curve().len() > 1).collect();
    if sized.is_empty() {
        return Ok(None);
    }
    let mut svg = String::new();
    {
        let width = 300 * sized.len() as u32;
        let area = SVGBackend::with_string(&mut svg, (width, 560)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("cannot draw: {error}"))?;
        let parts = area.split_evenly((2, sized.len()));
        for (place, measurement) in sized.iter().enumerate() {
            let curve = measurement.curve();
            let seconds: Vec<_> = curve.iter().map(|point| (point.0, point.1)).collect();
            let memory: Vec<_> = curve.iter().map(|point| (point.0, point.2)).collect();
            let (above, below) = (&parts[place], &parts[sized.len() + place]);
            panel(above, &format!("{}: seconds", measurement.suite), &seconds)?;
            panel(below, &format!("{}: MB", measurement.suite), &memory)?;
        }
        area.present().map_err(|error| anyhow!("cannot draw: {error}"))?;
    }
    Ok(Some(svg))
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    caption: &str,
    points: &[(f64, f64)],
) -> Result<()> {
    let fail = |error: &dyn std::fmt::Display| anyhow!("cannot draw {caption}: {error}");
    let range = |numbers: &dyn Fn(&(f64, f64)) -> f64| {
        let low = points.iter().map(numbers).fold(f64::INFINITY, f64::min).max(0.001);
        let high = points.iter().map(numbers).fold(low, f64::max);
        low / 1.5..high * 1.5
    };
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(50)
        .build_cartesian_2d(range(&|p| p.0).log_scale(), range(&|p| p.1).log_scale())
        .map_err(|error| fail(&error))?;
    chart.configure_mesh().draw().map_err(|error| fail(&error))?;
    let line = LineSeries::new(points.iter().copied(), BLUE.stroke_width(2));
    chart.draw_series(line).map_err(|error| fail(&error))?;
    let dots = points.iter().map(|&point| Circle::new(point, 3, BLUE.filled()));
    chart.draw_series(dots).map_err(|error| fail(&error))?;
    Ok(())
}
