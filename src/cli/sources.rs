//! The sources that a report speaks of.

use std::collections::BTreeSet;

use crate::report::{Place, Report, SourceText};

/// Adds the files that the report names and has no text of, as far as they can be read.
pub fn add(report: &mut Report) {
    let places = report.checks.iter().filter_map(|check| check.place.as_ref());
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
