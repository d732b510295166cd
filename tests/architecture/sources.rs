//! Reads the sources of the crate: which files there are, their code without comments and tests,
//! and the modules that they name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The text without comments and literals of strings and characters.
pub fn code(text: &str) -> String {
    let mut result = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|&c| c != '\n').is_some() {},
            '"' => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => _ = chars.next(),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '\'' => {
                let mut ahead = chars.clone();
                match (ahead.next(), ahead.next()) {
                    (Some('\\'), Some(_)) => {
                        ahead.find(|&c| c == '\'');
                        chars = ahead;
                    }
                    (Some(_), Some('\'')) => chars = ahead,
                    // A lifetime.
                    _ => result.push(c),
                }
            }
            _ => result.push(c),
        }
    }
    result
}

/// Modules of the crate that a text names: `crate::a`, `use crate::{a, b::{c, d}}`.
pub fn named(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let mut result = BTreeSet::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find("crate::") {
        // `$crate::` in an exported macro is not an import of this file.
        let in_macro = rest[..at].ends_with('$');
        rest = &rest[at + "crate::".len()..];
        if in_macro {
            continue;
        }
        match rest.trim_start().strip_prefix('{') {
            Some(group) => result.extend(group_heads(group)),
            None => result.extend(identifier(rest)),
        }
    }
    result
}

/// First identifiers of the paths in a group, whose opening brace was just read.
fn group_heads(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, true);
    for (at, c) in group.char_indices() {
        match c {
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            '{' => depth += 1,
            ',' if depth == 0 => start = true,
            c if start && !c.is_whitespace() => {
                heads.extend(identifier(&group[at..]));
                start = false;
            }
            _ => {}
        }
    }
    heads
}

const TEST_ONLY: &str = "#[cfg(test)]";

/// A source without the test module at its end.
fn without_tests(text: &str) -> &str {
    let mut ends = text.match_indices(TEST_ONLY);
    let end = ends.find(|(at, _)| {
        let module = text[at + TEST_ONLY.len()..].trim_start();
        module.starts_with("mod ") && module.lines().next().is_some_and(|line| line.ends_with('{'))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// Where the files of the test-only modules lie that a file declares: without extension.
fn test_modules(file: &Path, text: &str) -> Vec<PathBuf> {
    let stem = file.file_stem().expect("a file").to_string_lossy();
    let owner = matches!(stem.as_ref(), "mod" | "lib" | "main" | "c_main");
    let directory = if owner { file.with_file_name("") } else { file.with_extension("") };
    let declared = text.match_indices(TEST_ONLY).filter_map(|(at, _)| {
        let line = text[at + TEST_ONLY.len()..].trim_start().lines().next()?;
        let name = line.strip_suffix(';')?.strip_prefix("pub(crate) ").unwrap_or(line);
        Some(directory.join(name.trim_end_matches(';').strip_prefix("mod ")?))
    });
    declared.collect()
}

pub fn identifier(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// All files of the crate but those of tests, with their paths in `src/`, and the code in them.
pub fn sources() -> Vec<(PathBuf, String)> {
    let source = root().join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("readable source");
        (file, text)
    };
    let all: Vec<(PathBuf, String)> = files.into_iter().map(read).collect();
    let tests: Vec<PathBuf> =
        all.iter().flat_map(|(file, text)| test_modules(file, text)).collect();
    let is_test =
        |file: &Path| file.ancestors().any(|above| tests.contains(&above.with_extension("")));
    all.into_iter()
        .filter(|(file, _)| !is_test(file))
        .map(|(file, text)| {
            let inside = file.strip_prefix(&source).expect("a file of the crate").to_owned();
            (inside, without_tests(&text).to_owned())
        })
        .collect()
}

#[test]
fn tests_are_told_apart() {
    let text = "use crate::a;\n#[cfg(test)]\nmod far;\n#[cfg(test)]\npub(crate) mod shared;\n
        #[cfg(test)]\nfn helper() {}\n#[cfg(test)]\nmod tests {\n use crate::b; }";
    assert_eq!(named(without_tests(text)), ["a".to_owned()].into());
    let of = |file: &str| -> Vec<String> {
        let found = test_modules(Path::new(file), text).into_iter();
        found.map(|path| path.to_string_lossy().into_owned()).collect()
    };
    assert_eq!(of("x/mod.rs"), ["x/far", "x/shared"]);
    assert_eq!(of("x/y.rs"), ["x/y/far", "x/y/shared"]);
}

#[test]
fn the_reader_finds_all_kinds_of_paths() {
    let text = "use crate::bv::{Term, eval::eval};
        use crate::{
            program::{self, Block}, cfa, // crate::comment
            system::Bad as Worse,
        };
        fn f() -> crate::engine::Ending { g(\"crate::string\", '\"', crate :: x) }
        macro_rules! m { () => { $crate::hidden::m!() } }
        pub(crate) fn h(x: crate::sat::Lit) {}";
    let found: Vec<String> = named(text).into_iter().collect();
    assert_eq!(found, ["bv", "cfa", "engine", "program", "sat", "system"]);
}

/// The text in the brackets that `text` begins with, and where it ends.
pub fn bracketed(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..at];
        }
    }
    panic!("brackets that are not closed: {}", &text[..text.len().min(80)]);
}
