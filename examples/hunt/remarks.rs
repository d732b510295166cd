//! What a program's name and first lines say of it.

use std::path::Path;

use super::descriptions::properties;
use super::tasks::Expected;

/// Remarks of Ultimate's and SMACK's programs: what holds, and what can fail.
const REMARKS: [(&str, bool); 4] =
    [("#Safe", true), ("#Unsafe", false), ("@expect verified", true), ("@expect error", false)];

/// What is said of a program, if anything; `None` if it is no program at all, but a part of
/// one (it has no `main`) or can't be read.
pub fn of_program(path: &Path) -> Option<Option<Expected>> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    if !text.contains("main") {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    Some(by_name(name).or_else(|| by_remark(&text)))
}

/// Names as SV-COMP had them: `x_true-unreach-call_false-valid-deref.c`. If one says that
/// something can fail, that is it.
fn by_name(name: &str) -> Option<Expected> {
    let told = name.split(['_', '.']).filter_map(|part| {
        let (verdict, property) = part.split_once('-')?;
        Some((verdict.parse::<bool>().ok()?, properties(property)))
    });
    let all: Vec<(bool, String)> = told
        .flat_map(|(holds, names)| names.into_iter().map(move |name| (holds, name.to_owned())))
        .collect();
    let holds = all.iter().all(|&(holds, _)| holds);
    let properties: Vec<String> =
        all.into_iter().filter(|it| it.0 == holds).map(|it| it.1).collect();
    (!properties.is_empty()).then_some(Expected { holds, properties })
}

/// A remark in the text.
fn by_remark(text: &str) -> Option<Expected> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("//"));
    let mut said = lines.flat_map(|line| {
        REMARKS.iter().filter(move |(words, _)| line.trim() == *words).map(|&(_, holds)| holds)
    });
    let holds = said.next()?;
    // Ultimate's programs may also have annotations in comments, which say nothing to us.
    if ["//@", "/*@"].iter().any(|it| text.contains(it)) {
        return None;
    }
    let properties = ["unreach-call", "assert"].map(str::to_owned).to_vec();
    said.all(|other| other == holds).then_some(Expected { holds, properties })
}
