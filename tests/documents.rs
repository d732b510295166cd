//! The documents are true where a program can tell: README is short, the commands that it shows
//! print what it shows, links lead somewhere, and files that documents name exist.

#![cfg(feature = "llvm")]

#[path = "support/folder.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder that this end of their names tells.
fn files(folder: &Path, end: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files(&path, end, into);
        } else if path.extension().is_some_and(|extension| extension == end) {
            into.push(path);
        }
    }
}

/// A block of a document between lines of backticks: what it is marked as, and its text.
struct Fenced {
    mark: String,
    text: String,
}

/// The lines outside of fenced blocks, with their numbers, and these blocks.
fn parts(document: &str) -> (Vec<(usize, &str)>, Vec<Fenced>) {
    let (mut outside, mut blocks) = (vec![], vec![]);
    let mut open: Option<Fenced> = None;
    for (number, line) in (1..).zip(document.lines()) {
        match (line.strip_prefix("```"), open.take()) {
            (Some(mark), None) => open = Some(Fenced { mark: mark.into(), text: String::new() }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(block)) => {
                open = Some(Fenced { text: format!("{}{line}\n", block.text), ..block });
            }
            (None, None) => outside.push((number, line)),
        }
    }
    assert!(open.is_none(), "a fenced block is not closed");
    (outside, blocks)
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines; more belongs into docs/");
}

/// Times, numbers of random runs and versions differ from run to run, and from build to build.
fn normalised(text: &str) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let differs = |place: usize| {
            let previous = place.checked_sub(1).map_or("", |before| words[before]);
            let next = words.get(place + 1).copied().unwrap_or_default();
            let is_number = words[place].starts_with(|c: char| c.is_ascii_digit());
            let is_version = matches!(previous, "CaDiCaL" | "Bitwuzla");
            is_number && (next.starts_with("s)") || next == "random" || is_version)
        };
        let word = |place| if differs(place) { "…" } else { words[place] };
        (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = text.lines().map(|it| line(it.trim_end())).collect();
    lines.join("\n").trim().to_owned()
}

#[test]
fn what_differs_from_run_to_run_is_left_out() {
    let shown = "checked: it holds, by CaDiCaL 3.0.1 with LRAT proof checked and Bitwuzla 0.8.0\n\
                 checked: 12 random native runs\nverdict: TRUE (it holds; 0.97 s)\n";
    let told = "checked: it holds, by CaDiCaL 3.1 with LRAT proof checked and Bitwuzla 1.0\n\
                checked: 4711 random native runs\nverdict: TRUE (it holds; 12.3 s)";
    assert_eq!(normalised(shown), normalised(told));
    assert_ne!(normalised("2 checks: 1 violated"), normalised("1 check: 1 violated"));
}

/// Each program of the README is followed by a command about it, with what that prints.
#[test]
fn the_readme_shows_what_its_commands_print() {
    let readme = read("README.md");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut program, mut shown) = (None, 0);
    for Fenced { mark, text } in parts(&readme).1 {
        if mark == "c" {
            program = Some(text);
            continue;
        }
        let Some(rest) = text.strip_prefix("$ llumc ") else { continue };
        let (command, expected) = rest.split_once('\n').expect("a command and its output");
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let file = arguments.last().expect("the command names a file");
        let program = program.take().expect("the program stands before the command");
        fs::write(folder.path().join(file), program).expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_llumc"))
            .args(&arguments)
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut expected = normalised(expected);
        if !cfg!(feature = "bitwuzla") {
            expected = expected.replace(" and Bitwuzla …", "");
        }
        let printed = normalised(&String::from_utf8_lossy(&output.stdout));
        assert_eq!(printed, expected, "llumc {command} prints something else than README.md shows");
        shown += 1;
    }
    assert_eq!(shown, 2, "a violation and a proof");
}

/// What a heading is called in links to it, as GitHub does it.
fn anchor(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text: String = heading.trim().to_lowercase().chars().filter(|&c| kept(c)).collect();
    text.replace(' ', "-")
}

/// The anchors of a document.
fn anchors(document: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let (outside, _) = parts(document);
    let headings = outside.iter().filter_map(|(_, line)| {
        let text = line.trim_start_matches('#');
        (text.len() < line.len()).then(|| text.strip_prefix(' ')).flatten()
    });
    let mut all = BTreeSet::new();
    for heading in headings {
        let name = anchor(heading);
        let count = seen.entry(name.clone()).or_default();
        all.insert(if *count == 0 { name } else { format!("{name}-{count}") });
        *count += 1;
    }
    all
}

/// A line without what is in backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Where the links of a line lead, but for those into the world.
fn links(line: &str) -> Vec<String> {
    let text = without_code(line);
    let ends = text.match_indices("](").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        rest.find(')').map(|end| rest[..end].to_owned())
    });
    ends.filter(|link| !link.contains("://") && !link.starts_with("mailto:")).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut documents =
        ["README.md", "CHANGELOG.md", "dimspec-out/README.md"].map(|it| root().join(it)).to_vec();
    files(&root().join("docs"), "md", &mut documents);
    files(&root().join("solvers"), "md", &mut documents);
    let (mut wrong, mut seen) = (vec![], 0);
    for document in &documents {
        let text = fs::read_to_string(document).expect("a readable document");
        for (number, line) in parts(&text).0 {
            for link in links(line) {
                seen += 1;
                let (path, name) = link.split_once('#').unwrap_or((&link, ""));
                let target = match path {
                    "" => document.clone(),
                    path => document.with_file_name("").join(path),
                };
                let leads = target.exists()
                    && (name.is_empty()
                        || fs::read_to_string(&target)
                            .is_ok_and(|text| anchors(&text).contains(name)));
                if !leads {
                    let document = document.strip_prefix(root()).expect("a file of ours");
                    wrong.push(format!("{}:{number}: {link}", document.display()));
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} links were found: the reader is broken");
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn links_and_anchors_are_found() {
    let line = "See [one](a.md) and [two](../b.md#here), `not [this](c.md)`, [x](https://d.e).";
    assert_eq!(links(line), ["a.md", "../b.md#here"]);
    let text = "# One `two`, three\n## x\n```\n# no\n```\n## x\n#no";
    let expected = ["one-two-three", "x", "x-1"].map(str::to_owned);
    assert_eq!(anchors(text), BTreeSet::from(expected));
}

/// The sources and folders that documents name in backticks: paths from `src/` or from the
/// project's folder, or the ends of such paths.
#[test]
fn files_that_documents_name_exist() {
    let mut all = vec![];
    for folder in ["src", "tests", "examples"] {
        files(&root().join(folder), "rs", &mut all);
    }
    let folders: BTreeSet<&Path> = all.iter().flat_map(|file| file.ancestors().skip(1)).collect();
    let mut documents = vec![];
    files(&root().join("docs"), "md", &mut documents);
    // These speak of other projects' files, and of ours as they were.
    documents.retain(|it| {
        !it.ends_with("SUITES.md")
            && !it.components().any(|part| part.as_os_str() == "measurements")
    });
    let (mut wrong, mut seen) = (vec![], 0);
    for document in &documents {
        let text = fs::read_to_string(document).expect("a readable document");
        for (number, line) in parts(&text).0 {
            for word in line.split('`').skip(1).step_by(2) {
                let is_path = word.ends_with(".rs") || word.ends_with('/');
                if !is_path || word.contains([' ', '<', '*', '{']) || word.starts_with("target/") {
                    continue;
                }
                seen += 1;
                let exists = root().join(word).exists()
                    || root().join("src").join(word).exists()
                    || all.iter().any(|file| file.ends_with(word))
                    || folders.iter().any(|folder| folder.ends_with(word));
                if !exists {
                    wrong.push(format!("{}:{number}: {word}", document.display()));
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} files were found: the reader is broken");
    assert!(wrong.is_empty(), "files that are not there:\n{}", wrong.join("\n"));
}

/// Lines of code in a file of ours: not blank, no comment, not of tests at its end.
fn lines_of_code(text: &str) -> usize {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// Those of a file, or of all in a folder, below `src/`.
fn code_below(path: &str) -> usize {
    let path = root().join("src").join(path);
    let mut all = vec![];
    match path.is_dir() {
        true => ["rs", "c", "h"].iter().for_each(|end| files(&path, end, &mut all)),
        false => all.push(path),
    }
    let is_test = |path: &PathBuf| path.to_string_lossy().contains("/tests");
    all.retain(|path| !is_test(path));
    all.iter().map(|path| lines_of_code(&read(path))).sum()
}

/// The table of what has to be trusted tells how much that is, give or take a twentieth.
#[test]
fn what_has_to_be_trusted_is_counted() {
    let trust = read("docs/TRUST.md");
    let rows = trust.lines().skip_while(|line| !line.starts_with("| for | part | lines |")).skip(2);
    let mut counted = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let [_, _, part, lines, ..] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("a row without cells: {row}");
        };
        let paths: Vec<&str> = part.split('`').skip(1).step_by(2).collect();
        let code: usize = paths.iter().map(|path| code_below(path)).sum();
        match lines.trim().replace(',', "").parse::<usize>() {
            Ok(lines) => assert!(code.abs_diff(lines) * 20 <= code, "{code} lines of {part}"),
            Err(_) => assert!(paths.is_empty(), "{code} lines of {part}"),
        }
        counted += code;
    }
    assert!(counted > 10_000, "{counted}");
}

/// A line with times left out, and without the blanks that these take.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_time = |place: usize| {
        let next = words.get(place + 1).copied().unwrap_or_default();
        words[place].starts_with(|c: char| c.is_ascii_digit() || c == '(')
            && words[place].contains('.')
            && (next == "s" || next.starts_with("s)"))
    };
    let word = |place| if is_time(place) { "_" } else { words[place] };
    (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
}

/// Whether lines are those that are shown, where `…` stands for any number of lines.
fn is_shown(shown: &[String], lines: &[String]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            is_shown(rest, lines) || !lines.is_empty() && is_shown(shown, &lines[1..])
        }
        (Some((first, rest)), Some((line, others))) => first == line && is_shown(rest, others),
        _ => false,
    }
}

#[test]
fn dots_stand_for_lines() {
    let lines = |text: &str| text.lines().map(without_times).collect::<Vec<_>>();
    let printed = lines("a  (1.5 s)\nb\nc\nd 12.3 s  x");
    for (shown, expected) in [
        ("a (2.5 s)\nb\nc\nd 0.1 s x", true),
        ("a (2.5 s)\n…\nd 0.1 s x", true),
        ("…\nc\n…", true),
        ("…\na (2.5 s)\n…\nb\nc\n…\nd 0.1 s x\n…", true),
        ("a (2.5 s)\nc\n…", false),
        ("…\nc", false),
        ("a (2.5 s)\nb\nc", false),
    ] {
        assert_eq!(is_shown(&lines(shown), &printed), expected, "{shown}");
    }
}

/// The commands of the tour print, one after the other, what it shows.
#[test]
fn the_tour_shows_what_its_commands_print() {
    let folder = folder::copy_of(&root().join("examples/firmware"));
    let binary = Path::new(env!("CARGO_BIN_EXE_llumc"));
    let path = std::env::var("PATH").expect("a search path");
    let path = format!("{}:{path}", binary.parent().expect("a folder").display());
    let mut count = 0;
    for Fenced { mark, text } in parts(&read("docs/TOUR.md")).1 {
        if mark != "console" {
            continue;
        }
        for command in text.split("$ ").skip(1) {
            let (command, shown) = command.split_once('\n').expect("a line");
            let output = Command::new("sh")
                .args(["-c", command])
                .env("PATH", &path)
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = String::from_utf8_lossy(&output.stderr);
            // Progress of projects is no output; what a sanitizer says is.
            let told = if command.starts_with("llumc") { told } else { format!("{told}{said}") };
            let [printed, shown] =
                [&told, shown].map(|text| text.lines().map(without_times).collect::<Vec<_>>());
            assert!(
                is_shown(&shown, &printed),
                "$ {command}\n{told}\nis not as it is shown\n{said}"
            );
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}
