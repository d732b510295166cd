//! All files that clang reads of a program, headers among them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::compiler::Clang;
use crate::frontend::{Options, Unit, clang};

/// The files; of what clang does not understand none, which is told when it is compiled.
pub fn of(clang: &Clang, options: &Options) -> BTreeSet<PathBuf> {
    let mut all = BTreeSet::new();
    let mut add = |directory: Option<&Path>, arguments: Vec<String>, file: &Path| {
        let rule = clang.rule(directory, arguments, file).unwrap_or_default();
        let place =
            |name: String| directory.map_or_else(|| name.clone().into(), |it| it.join(&name));
        all.extend(files(&rule).into_iter().map(place));
    };
    for unit in &options.project {
        let Unit { directory, file, .. } = unit;
        add(Some(directory), clang::rule_of_unit(options, unit), file);
    }
    let is_c = |file: &&PathBuf| file.extension().is_none_or(|end| end == "c" || end == "i");
    let files = if options.project.is_empty() { &options.files[..] } else { &[] };
    for file in files.iter().chain(&options.models).filter(is_c) {
        add(None, clang::rule(options), file);
    }
    all
}

/// What a rule of make names behind its target.
fn files(rule: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = rule.split_once(": ").map_or("", |it| it.1).chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let last = all.len() - 1;
        match (c, next) {
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => all[last].extend(rest.next()),
            ('\\', Some('\n')) | (' ' | '\n', _) => all.push(String::new()),
            _ => all[last].push(c),
        }
    }
    all.retain(|name| !name.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_make_are_read() {
        let rule = "a.o: a.c b\\ c.h \\\n  d\\#e.h \\\n  /f/$$g.h\n";
        assert_eq!(files(rule), ["a.c", "b c.h", "d#e.h", "/f/$g.h"]);
        assert_eq!(files(""), [""; 0]);
    }
}
