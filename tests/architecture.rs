//! The module table of `docs/ARCHITECTURE.md` is true: no module of the crate names
//! another one that its row doesn't list. Tests may: what is behind `#[cfg(test)]`, a
//! file or the end of one, doesn't count.
//!
//! And no analysis overlooks an operation on memory: who tells them apart names them all. What is
//! declared once, or lies in one folder, stands nowhere else: names of ours, calls of LLVM, limits.

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

/// All files of the crate but those of tests, with their paths in `src/`, and the code in them.
fn sources() -> Vec<(PathBuf, String)> {
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
fn modules_import_only_what_the_table_allows() {
    let table = table();
    assert!(table.len() > 10, "the table was not found");
    let mut wrong = Vec::new();
    let mut edges = 0;
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

/// What operations on memory, and their effects, are named by.
const TOLD_APART: [&str; 2] = ["MemoryOp::", "Effect::"];

fn tells_apart(pattern: &str) -> bool {
    TOLD_APART.iter().any(|name| pattern.contains(name))
}

/// The text in the brackets that `text` begins with, and where it ends.
fn bracketed(text: &str) -> &str {
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

/// The patterns of the arms in the body of a `match`.
fn patterns(body: &str) -> Vec<&str> {
    let mut patterns = Vec::new();
    let mut rest = body.trim_start();
    while let Some(arrow) = rest.find("=>") {
        patterns.push(rest[..arrow].trim());
        rest = rest[arrow + 2..].trim_start();
        let end = match rest.starts_with('{') {
            true => bracketed(rest).len() + 2,
            false => {
                let mut depth = 0;
                let ends = rest.char_indices().find(|&(_, c)| {
                    depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
                    depth == 0 && c == ','
                });
                ends.map_or(rest.len(), |(at, _)| at)
            }
        };
        rest = rest[end..].trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }
    patterns
}

/// Patterns in a source that pick some operations on memory and say nothing of the others.
fn partial(text: &str) -> Vec<String> {
    let code = code(text);
    let mut wrong = Vec::new();
    for (at, _) in code.match_indices("match ") {
        let Some(open) = code[at..].find('{') else { continue };
        let patterns = patterns(bracketed(&code[at + open..]));
        if patterns.iter().any(|pattern| tells_apart(pattern)) {
            let others = patterns.iter().filter(|pattern| !tells_apart(pattern));
            wrong.extend(others.map(|other| format!("an arm `{other}`")));
        }
    }
    for (at, _) in code.match_indices("let ") {
        let pattern = code[at..].split_once('=').map_or("", |(pattern, _)| pattern);
        if tells_apart(pattern) && !pattern.contains(';') {
            wrong.push(format!("`{}`", pattern.trim()));
        }
    }
    for (at, name) in code.match_indices("matches!") {
        let arguments = bracketed(&code[at + name.len()..]);
        if tells_apart(arguments.split_once(',').map_or("", |(_, pattern)| pattern)) {
            wrong.push(format!("`matches!({arguments})`"));
        }
    }
    wrong
}

#[test]
fn who_tells_operations_on_memory_apart_names_them_all() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, text) in sources() {
        // The one place that knows what operations do.
        if file.starts_with("program/memory") {
            continue;
        }
        seen += usize::from(tells_apart(&text));
        let found = partial(&text).into_iter();
        wrong.extend(found.map(|what| format!("{}: {what}", file.display())));
    }
    assert!(seen > 10, "only {seen} files name operations: the reader is broken");
    assert!(
        wrong.is_empty(),
        "an operation, or an effect, that is new would be overlooked here; name all, or ask a \
         method of `program::Effect`:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn patterns_that_overlook_operations_are_found() {
    let whole = "match op { MemoryOp::Load => f(|x| { g(x, 1) }), MemoryOp::Store if x => {} \
                 Effect::Copy { to, .. } | Effect::End(_) => 2, }";
    assert!(partial(whole).is_empty(), "{:?}", partial(whole));
    for wrong in [
        "match op { MemoryOp::Load => f(1, 2), _ => {} }",
        "match op { MemoryOp::Load => {} other => match x { _ => {} } }",
        "match (op, x) { (MemoryOp::Load, [a]) => {} (_, x) => {} }",
        "if let Effect::Load { .. } = x {}",
        "let Some(MemoryOp::Load) = x else { return };",
        "matches!(instr.op, MemoryOp::Load | MemoryOp::Store)",
    ] {
        assert_eq!(partial(wrong).len(), 1, "{wrong}");
    }
    for right in ["let op = MemoryOp::Address(x);", "match x { 1 => Effect::Start(x), _ => y }"] {
        assert!(partial(right).is_empty(), "{right}");
    }
}

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
