//! The sources that a report speaks of.

use std::collections::BTreeSet;

#[cfg(feature = "llvm")]
use crate::report::Status;
use crate::report::{Place, Report, SourceText};
use crate::support::source;

/// Adds the files that the report names and has no text of, as far as they can be read.
pub fn add(report: &mut Report) {
    let checks = report.checks.iter().map(|it| &it.place);
    let points = report.obstacles.iter().map(|it| &it.place);
    let assumptions = report.assumptions.iter().map(|it| &it.place);
    let places = checks.chain(points).chain(assumptions).flatten();
    let places = places.flat_map(|place| std::iter::once(place).chain(&place.called_from));
    let covered = report.coverage.iter().flat_map(|it| &it.files).map(|it| &it.file);
    let given = report.files.iter().chain(&report.units);
    let named = given.chain(places.map(|Place { file, .. }| file)).chain(covered);
    let named: BTreeSet<String> = named.cloned().collect();
    for path in named {
        if !report.sources.iter().any(|source| source.path == path)
            && let Ok(text) = source::read_text(path.as_ref())
        {
            report.sources.push(SourceText { path, text });
        }
    }
}

/// Quotes the sources as they are now: of a report that was kept, comments may have changed.
#[cfg(feature = "llvm")]
pub fn quote_anew(report: &mut Report) {
    add(report);
    let sources = std::mem::take(&mut report.sources);
    each_place(report, &mut |place| {
        let source = sources.iter().find(|source| source.path == place.file);
        let line = source.zip((place.line as usize).checked_sub(1));
        let line = line.and_then(|(source, index)| source.text.lines().nth(index));
        if let (Some(text), Some(line)) = (&mut place.text, line) {
            line.clone_into(text);
        }
    });
    report.sources = sources;
}

/// All places that a report has.
#[cfg(feature = "llvm")]
fn each_place(report: &mut Report, change: &mut dyn FnMut(&mut Place)) {
    let mut places: Vec<&mut Place> = vec![];
    for check in &mut report.checks {
        places.extend(&mut check.place);
        match &mut check.status {
            Status::Violated(violation) => {
                places.extend(violation.inputs.iter_mut().filter_map(|it| it.place.as_mut()));
                places.extend(violation.steps.iter_mut().filter_map(|it| it.place.as_mut()));
            }
            Status::Proved { invariant, .. } => {
                places.extend(invariant.iter_mut().filter_map(|it| it.place.as_mut()));
            }
            Status::Unknown | Status::HoldsWhereModelled => {}
        }
    }
    places.extend(report.obstacles.iter_mut().filter_map(|it| it.place.as_mut()));
    places.extend(report.assumptions.iter_mut().filter_map(|it| it.place.as_mut()));
    for place in places {
        change(place);
        place.called_from.iter_mut().for_each(&mut *change);
    }
}
