//! The module table of `docs/ARCHITECTURE.md` is true: no module of the crate names
//! another one that its row doesn't list. Tests may: what is behind `#[cfg(test)]`, a
//! file or the end of one, doesn't count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Table = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

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

/// The text without comments and without the contents of string literals.
fn code(text: &str) -> String {
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
            // A character literal that would look like the start of a string.
            '\'' if chars.peek() == Some(&'"') => _ = chars.next(),
            _ => result.push(c),
        }
    }
    result
}

/// Modules of the crate that a text names: `crate::a`, `use crate::{a, b::{c, d}}`.
fn named(text: &str) -> BTreeSet<String> {
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

fn identifier(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let table = table();
    assert!(table.len() > 10, "the table was not found");
    let source = root().join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let sources: Vec<(PathBuf, String)> = files
        .into_iter()
        .map(|file| (file.clone(), fs::read_to_string(file).expect("readable source")))
        .collect();
    let tests: Vec<PathBuf> =
        sources.iter().flat_map(|(file, text)| test_modules(file, text)).collect();
    let only_tests =
        |file: &Path| file.ancestors().any(|above| tests.contains(&above.with_extension("")));
    let mut wrong = Vec::new();
    let mut edges = 0;
    for (file, text) in sources.iter().filter(|source| !only_tests(&source.0)) {
        let inside = file.strip_prefix(&source).expect("a file of the crate");
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
        for name in named(without_tests(text)) {
            edges += 1;
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
    assert!(edges > 50, "only {edges} paths were found: the reader is broken");
    assert!(wrong.is_empty(), "not allowed by docs/ARCHITECTURE.md:\n{}", wrong.join("\n"));
}

/// Names of functions of ours have one declaration, `program/runtime.rs`; C files include it.
#[test]
fn names_of_ours_stand_in_one_place() {
    let source = root().join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut naming: Vec<PathBuf> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("readable source");
        let inside = file.strip_prefix(&source).expect("a file of the crate").to_owned();
        let is_test = inside.to_string_lossy().contains("/tests");
        if !is_test && without_tests(&text).contains("\"__llumc_") {
            naming.push(inside);
        }
    }
    assert_eq!(naming, [Path::new("program/runtime.rs")]);
}

/// What is unsafe in the front end, calls of LLVM's C interface, lies in one folder.
#[test]
fn the_front_end_speaks_to_llvm_in_one_place() {
    let source = root().join("src/frontend");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let (inside, outside): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.starts_with(source.join("llvm")));
    let is_unsafe = |file: &&PathBuf| {
        let code = code(&fs::read_to_string(file).expect("readable source"));
        ["unsafe", "llvm_sys"].iter().any(|word| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            code.split(|c| !is_part(c)).any(|part| part == *word)
        })
    };
    assert!(inside.iter().filter(is_unsafe).count() > 5, "the folder was not found");
    let wrong: Vec<_> = outside.iter().filter(is_unsafe).collect();
    assert!(wrong.is_empty(), "unsafe code outside of frontend/llvm: {wrong:?}");
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
