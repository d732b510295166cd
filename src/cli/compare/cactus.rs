//! The cactus plot: how many files each engine solves within which time.

use anyhow::{Result, anyhow};
use plotters::prelude::*;

/// One engine's curve: the times of the files it solved, in seconds.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The engine.
    pub engine: String,
    /// Times in seconds, in any order.
    pub times: Vec<f64>,
}

/// Draws the plot as SVG text. The y axis is logarithmic, from 1 ms on; `limit` is the
/// time limit in seconds.
///
/// # Errors
/// If drawing fails.
pub fn draw(curves: &[Curve], limit: f64) -> Result<String> {
    let most = curves.iter().map(|curve| curve.times.len()).max().unwrap_or(0).max(1);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (800, 500)).into_drawing_area();
        let fail = |error: &dyn std::fmt::Display| anyhow!("cannot draw the plot: {error}");
        area.fill(&WHITE).map_err(|e| fail(&e))?;
        let mut chart = ChartBuilder::on(&area)
            .caption("Files solved within a time", ("sans-serif", 20))
            .margin(15)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0f64..most as f64 + 0.5, (0.001f64..limit.max(0.01)).log_scale())
            .map_err(|e| fail(&e))?;
        chart
            .configure_mesh()
            .x_desc("files solved")
            .y_desc("seconds for the hardest of them")
            .x_labels(most.min(20) + 1)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .draw()
            .map_err(|e| fail(&e))?;
        for (i, curve) in curves.iter().enumerate() {
            let mut times = curve.times.clone();
            times.sort_by(f64::total_cmp);
            let points: Vec<(f64, f64)> =
                times.iter().enumerate().map(|(n, t)| (n as f64 + 1.0, t.max(0.001))).collect();
            let colour = Palette99::pick(i).to_rgba();
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))
                .map_err(|e| fail(&e))?
                .label(format!("{} ({})", curve.engine, times.len()))
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2))
                });
            chart
                .draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))
                .map_err(|e| fail(&e))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.9))
            .border_style(BLACK)
            .label_font(("sans-serif", 14))
            .draw()
            .map_err(|e| fail(&e))?;
        area.present().map_err(|e| fail(&e))?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_curve() {
        let curves = [
            Curve { engine: "ic3".into(), times: vec![0.5, 0.01, 3.0] },
            Curve { engine: "unroll".into(), times: vec![] },
        ];
        let svg = draw(&curves, 60.0).expect("drawn");
        assert!(svg.contains("ic3 (3)") && svg.contains("unroll (0)"));
        assert_eq!(svg.matches("<circle").count(), 3);
    }
}
