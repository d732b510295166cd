//! The module table of `docs/ARCHITECTURE.md` is true: no module of the crate names another one that
//! its row doesn't list, and each is named that it lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::sources::{named, root, sources};

type Table = BTreeMap<String, BTreeSet<String>>;

/// Rows `| module | owns | may import |`; "everything" stands for all modules.
fn table() -> Table {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("the document");
    let rows: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> =
                line.trim().trim_matches('|').split('|').map(str::trim).collect();
            match cells[..] {
                [module, _, imports] if module.starts_with('`') => {
                    Some((module.trim_matches('`').to_owned(), imports.to_owned()))
                }
                _ => None,
            }
        })
        .collect();
    let all: BTreeSet<String> = rows.iter().map(|row| row.0.clone()).collect();
    let imports = |text: &str| match text {
        "–" => BTreeSet::new(),
        "everything" => all.clone(),
        list => list.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    let table: Table = rows.iter().map(|row| (row.0.clone(), imports(&row.1))).collect();
    for (module, imports) in &table {
        assert!(imports.is_subset(&all), "{module} may import something unknown: {imports:?}");
    }
    table
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let table = table();
    assert!(table.len() > 10, "the table was not found");
    let mut wrong = Vec::new();
    let mut edges = BTreeSet::new();
    for (inside, text) in sources() {
        let first = inside.components().next().expect("a name").as_os_str();
        let module = Path::new(first).file_stem().expect("a name").to_string_lossy().into_owned();
        if inside.components().count() == 1 && matches!(module.as_str(), "lib" | "main" | "c_main")
        {
            continue;
        }
        let Some(allowed) = table.get(&module) else {
            wrong.push(format!("{} is in no module of the table", inside.display()));
            continue;
        };
        for name in named(&text) {
            edges.insert((module.clone(), name.clone()));
            // Macros and re-exports at the crate's root are support's.
            let known = table.contains_key(&name);
            if known && name != module && name != "support" && !allowed.contains(&name) {
                wrong.push(format!("{} names crate::{name}", inside.display()));
            }
            if !known && name != "index_type" {
                wrong.push(format!("{} names the unknown crate::{name}", inside.display()));
            }
        }
    }
    assert!(edges.len() > 50, "only {} edges were found: the reader is broken", edges.len());
    assert!(wrong.is_empty(), "not allowed by docs/ARCHITECTURE.md:\n{}", wrong.join("\n"));
    let allowed = table.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    let unused: Vec<String> = allowed
        .filter(|&(from, to)| !edges.contains(&(from.clone(), to.clone())))
        .map(|(from, to)| format!("{from} may name {to}, and does not"))
        .collect();
    assert!(unused.is_empty(), "permissions that nobody uses:\n{}", unused.join("\n"));
}

#[test]
fn all_modules_have_a_row() {
    let table = table();
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    let modules: BTreeSet<String> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';').map(str::to_owned))
        .collect();
    let rows: BTreeSet<String> = table.keys().cloned().collect();
    assert_eq!(rows, modules);
}
