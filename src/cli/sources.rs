//! The sources that a report speaks of.

use std::collections::BTreeSet;

use crate::report::{Place, Report, SourceText};

/// Adds the files that the report names and has no text of, as far as they can be read.
pub fn add(report: &mut Report) {
    let checks = report.checks.iter().map(|it| &it.place);
    let points = report.obstacles.iter().map(|it| &it.place);
    let assumptions = report.assumptions.iter().map(|it| &it.place);
    let places = checks.chain(points).chain(assumptions).flatten();
    let places = places.flat_map(|place| std::iter::once(place).chain(&place.called_from));
    let named = report.files.iter().chain(places.map(|Place { file, .. }| file));
    let named: BTreeSet<String> = named.cloned().collect();
    for path in named {
        if !report.sources.iter().any(|source| source.path == path)
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            report.sources.push(SourceText { path, text });
        }
    }
}
