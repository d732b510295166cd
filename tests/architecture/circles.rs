//! Files of a folder don't name each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::sources::{bracketed, code, identifier, sources};

/// All paths that begin with `crate::` or `super::` in a source, groups taken apart.
fn paths(text: &str) -> Vec<Vec<String>> {
    let code = code(text);
    let mut all = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = ["crate::", "super::"].iter().filter_map(|root| rest.find(root)).min() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$';
        let whole = rest[..at].ends_with(is_part);
        let mut here = Vec::new();
        let length = path(&rest[at..], &mut Vec::new(), &mut here);
        if !whole {
            all.append(&mut here);
        }
        rest = &rest[at + length.max(1)..];
    }
    all
}

/// Reads a path, or a group of them, that goes on from `before`; how long it is.
fn path(text: &str, before: &mut Vec<String>, all: &mut Vec<Vec<String>>) -> usize {
    if text.starts_with('{') {
        let group = bracketed(text);
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 {
                let item = group[start..at].trim();
                path(item, &mut before.clone(), all);
                start = at + 1;
            }
        }
        return group.len() + 2;
    }
    let Some(name) = identifier(text) else {
        all.push(before.clone());
        return 0;
    };
    let length = name.len();
    before.push(name);
    match text[length..].strip_prefix("::") {
        Some(rest) => length + 2 + path(rest, before, all),
        None => {
            all.push(before.clone());
            length
        }
    }
}

/// The edges between the modules of each folder: from one that names something in another.
/// `mod.rs` counts as its folder, so what a folder and its own files share is no edge.
fn edges() -> BTreeMap<Vec<String>, BTreeSet<(String, String)>> {
    let module = |file: &Path| -> Vec<String> {
        let parts = file.with_extension("");
        let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod" && part != "lib").collect()
    };
    let sources = sources();
    let modules: BTreeSet<Vec<String>> = sources.iter().map(|(file, _)| module(file)).collect();
    let mut edges: BTreeMap<Vec<String>, BTreeSet<(String, String)>> = BTreeMap::new();
    for (file, text) in &sources {
        let here = module(file);
        for path in paths(text) {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let mut to = match ups {
                0 => vec![],
                _ => here[..here.len() - ups.min(here.len())].to_vec(),
            };
            to.extend(path.into_iter().skip(ups.max(1)));
            while !modules.contains(&to) && to.pop().is_some() {}
            let common = here.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (here.get(common), to.get(common)) {
                let folder = here[..common].to_vec();
                edges.entry(folder).or_default().insert((from.clone(), to.clone()));
            }
        }
    }
    edges
}

/// Files of a folder that name each other in a circle: each reaches all others. This list can only
/// shrink: a circle that is not on it is refused, and so is one on it that is none any more.
const CIRCLES: &[&str] = &[
    "certify: exhausted, k_inductive, proved",
    "formats/btor2: operators, read",
    "frontend/lower: constant, memory",
    "frontend/lower: ctype, debug",
    "sweep: classes, live, reduce",
];

#[test]
fn no_files_of_a_folder_name_each_other_in_a_circle() {
    let mut found = BTreeSet::new();
    let edges = edges();
    assert!(edges.values().map(BTreeSet::len).sum::<usize>() > 200, "the reader is broken");
    for (folder, edges) in &edges {
        let reached = |from: &String| {
            let mut seen = BTreeSet::new();
            let mut open = vec![from.clone()];
            while let Some(at) = open.pop() {
                let next = edges.iter().filter(|edge| edge.0 == at).map(|edge| edge.1.clone());
                open.extend(next.filter(|to| seen.insert(to.clone())));
            }
            seen
        };
        let names: BTreeSet<&String> = edges.iter().map(|edge| &edge.0).collect();
        for &name in &names {
            let mut circle: Vec<String> =
                reached(name).into_iter().filter(|other| reached(other).contains(name)).collect();
            if circle.len() > 1 {
                circle.sort();
                found.insert(format!("{}: {}", folder.join("/"), circle.join(", ")));
            }
        }
    }
    let listed: BTreeSet<String> = CIRCLES.iter().map(|&circle| circle.to_owned()).collect();
    let new: Vec<&String> = found.difference(&listed).collect();
    assert!(new.is_empty(), "circles that are not listed:\n{new:#?}");
    let gone: Vec<&String> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "these are no circles any more, so take them off the list: {gone:#?}");
}

#[test]
fn paths_are_read_whole() {
    let text = "use super::{a::{B, c::D}, e}; use crate::f::g; fn h(x: super::super::i::J) {}";
    let found: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
    let expected =
        ["super::a::B", "super::a::c::D", "super::e", "crate::f::g", "super::super::i::J"];
    assert_eq!(found, expected);
}
