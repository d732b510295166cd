//! What is declared once, or lies in one folder, stands nowhere else: names of ours, calls of LLVM,
//! limits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::sources::{code, identifier, sources};

/// Names of functions of ours have one declaration; C files include what is made of it.
#[test]
fn names_of_ours_stand_in_one_place() {
    let naming = sources().into_iter().filter(|(_, text)| text.contains("\"__llumc_"));
    let naming: Vec<PathBuf> = naming.map(|(file, _)| file).collect();
    assert_eq!(naming, [Path::new("program/runtime.rs")]);
}

/// What is unsafe in the front end, calls of LLVM's C interface, lies in one folder.
#[test]
fn the_front_end_speaks_to_llvm_in_one_place() {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_unsafe = |(_, text): &(PathBuf, String)| {
        let code = code(text);
        code.split(|c| !is_part(c)).any(|word| matches!(word, "unsafe" | "llvm_sys"))
    };
    let all = sources().into_iter().filter(|(file, _)| file.starts_with("frontend"));
    let (inside, outside): (Vec<_>, Vec<_>) =
        all.filter(is_unsafe).map(|(file, _)| file).partition(|it| it.starts_with("frontend/llvm"));
    assert!(inside.len() > 5, "the folder was not found");
    assert!(outside.is_empty(), "unsafe code outside of frontend/llvm: {outside:?}");
}

/// Times that a source says itself: constants, and those made of a literal.
fn times(code: &str) -> Vec<&str> {
    let line = |at: usize| code[at..].lines().next().unwrap_or_default();
    let constants = code.match_indices("const ").map(|(at, _)| line(at)).filter(|line| {
        let kind = line.split_once(':').and_then(|(_, rest)| rest.split('=').next());
        kind.is_some_and(|kind| kind.trim().ends_with("Duration"))
    });
    let made = code.match_indices("Duration::from_").map(|(at, _)| line(at)).filter(|line| {
        let argument = line.split_once('(').map_or("", |(_, rest)| rest);
        argument.starts_with(|c: char| c.is_ascii_digit())
    });
    constants.chain(made).collect()
}

/// Limits stand in `support/limits`, where they are explained and listed, and each is kept.
#[test]
fn limits_stand_in_one_table() {
    let (tables, others): (Vec<_>, Vec<_>) =
        sources().into_iter().partition(|(file, _)| file.starts_with("support/limits"));
    let tables: String = tables.iter().map(|(_, text)| code(text)).collect();
    assert!(times(&tables).len() > 30, "the reader is broken");
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for (file, text) in &others {
        let code = code(text);
        wrong.extend(times(&code).iter().map(|time| format!("{}: {time}", file.display())));
        let names = code
            .match_indices("limits::")
            .filter_map(|(at, path)| identifier(&code[at + path.len()..]));
        used.extend(names);
    }
    assert!(wrong.is_empty(), "times that belong into src/support/limits:\n{}", wrong.join("\n"));
    let is_used = |name: &str| used.contains(name) || tables.contains(&format!("* {name}"));
    let all = llumc::support::limits::Limit::all();
    let unused: Vec<&str> =
        all.iter().map(|limit| limit.name).filter(|name| !is_used(name)).collect();
    assert!(unused.is_empty(), "limits that nothing keeps: {unused:?}");
}

#[test]
fn times_are_found() {
    for wrong in [
        "const PAUSE: Duration = other::PAUSE;",
        "pub(super) const PAUSE: std::time::Duration = Duration::ZERO;",
        "sleep(Duration::from_millis(1));",
        "budget.at_most(std::time::Duration::from_secs_f64(0.5))",
    ] {
        assert_eq!(times(wrong).len(), 1, "{wrong}");
    }
    for right in ["fn f(time: Duration) {}", "const N: u32 = 1;", "Duration::from_secs(seconds)"] {
        assert!(times(right).is_empty(), "{right}");
    }
}
