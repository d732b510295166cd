//! Files that describe tasks: SV-COMP's (.yml), and those of CBMC's, ESBMC's and 2LS's
//! regression tests (test.desc).

use std::path::{Path, PathBuf};

use llumc::program::Property;
use serde::Deserialize;

use super::tasks::{Expected, Task};

/// A task file of SV-COMP, as far as it concerns us.
#[derive(Deserialize)]
struct Yaml {
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<YamlProperty>,
    #[serde(default)]
    options: YamlOptions,
}

/// One name or a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// One property of a task file.
#[derive(Deserialize)]
struct YamlProperty {
    property_file: String,
    expected_verdict: Option<bool>,
}

/// Of the options of a task file.
#[derive(Default, Deserialize)]
struct YamlOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// The tasks that a file describes: none, if it is no description.
pub fn read(folder: &Path, file: &Path) -> Vec<Task> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_task = name.ends_with(".yml") || name.ends_with(".desc");
    let Some(text) = is_task.then(|| std::fs::read_to_string(folder.join(file)).ok()).flatten()
    else {
        return vec![];
    };
    let tasks = match name.ends_with(".yml") {
        true => yaml(file, &text),
        false => regression(file, &text).into_iter().collect(),
    };
    let is_there = |task: &Task| task.files.iter().all(|file| folder.join(file).is_file());
    tasks.into_iter().filter(is_there).collect()
}

/// One task for each property.
fn yaml(file: &Path, text: &str) -> Vec<Task> {
    let Ok(yaml) = serde_saphyr::from_str::<Yaml>(text) else { return vec![] };
    if yaml.options.language.is_some_and(|language| language != "C") {
        return vec![];
    }
    let names = match yaml.input_files {
        OneOrMany::One(name) => vec![name],
        OneOrMany::Many(names) => names,
    };
    let files: Vec<PathBuf> = names.iter().map(|name| beside(file, name)).collect();
    let bits = match yaml.options.data_model.as_deref() {
        Some("LP64") => "64",
        _ => "32",
    };
    let mut tasks = vec![];
    for property in &yaml.properties {
        let stem = Path::new(&property.property_file).file_stem();
        let names = properties(stem.and_then(|stem| stem.to_str()).unwrap_or_default());
        if names.is_empty() {
            continue;
        }
        let names = names.join(",");
        tasks.push(Task {
            name: file.display().to_string(),
            options: ["--property", &names, "-m", bits].map(str::to_owned).to_vec(),
            files: files.clone(),
            expected: property.expected_verdict.map(|holds| Expected {
                holds,
                properties: names.split(',').map(str::to_owned).collect(),
            }),
            property: names,
            hash: String::new(),
        });
    }
    tasks
}

/// What a property of SV-COMP is called here; nothing if it is none of ours.
pub fn properties(name: &str) -> Vec<&str> {
    match name {
        "valid-memsafety" => vec!["valid-deref", "valid-free", "valid-memtrack"],
        _ if name.parse::<Property>().is_ok() => vec![name],
        _ => vec![],
    }
}

/// A name as it is meant in a file.
fn beside(file: &Path, name: &str) -> PathBuf {
    let mut path = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(name).components() {
        match part {
            std::path::Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}

/// A regression test: a line with its kind, one with the file, one with options, then lines
/// that the output must have, up to `--`.
///
/// What is checked by default is checked, and what the options ask for.
fn regression(file: &Path, text: &str) -> Option<Task> {
    let mut lines = text.lines().map(str::trim);
    let (kind, program, words) = (lines.next()?, lines.next()?, lines.next()?);
    if !is_program(program) {
        return None;
    }
    let wanted: Vec<&str> = lines.take_while(|&line| line != "--").collect();
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut files = vec![beside(file, program)];
    let mut options = vec![];
    let mut position = words.iter();
    while let Some(&word) = position.next() {
        let option = match word {
            "--32" | "--64" => ["-m".to_owned(), word[2..].to_owned()],
            "-D" => [word.to_owned(), (*position.next()?).to_owned()],
            "-I" => [word.to_owned(), beside(file, position.next()?).display().to_string()],
            "--function" | "--func" => ["--entry".to_owned(), (*position.next()?).to_owned()],
            _ => match word.strip_prefix("-D") {
                Some(definition) => ["-D".to_owned(), definition.to_owned()],
                None if is_program(word) => {
                    files.push(beside(file, word));
                    continue;
                }
                None => continue,
            },
        };
        options.extend(option);
    }
    let mut asked: Vec<&str> = words.iter().copied().filter_map(property_of).collect();
    asked.sort_unstable();
    asked.dedup();
    if words.contains(&"--no-reachable-memory-leak") {
        asked
            .iter_mut()
            .filter(|it| **it == "valid-memcleanup")
            .for_each(|it| *it = "valid-memtrack");
    }
    let property = asked.join(",");
    if let Some(all) = beside_default(asked.iter().copied()) {
        options.extend(["--property".to_owned(), all]);
    }
    // 2LS tells by the folder that the question is whether the program ends.
    let is_clear =
        (kind == "CORE" || kind == "THOROUGH") && !file.to_string_lossy().contains("termination");
    let holds = holds(&words, &wanted).filter(|_| is_clear);
    let expected = holds.map(|holds| {
        let all = always(&words, &wanted).into_iter().chain(asked);
        Expected { holds, properties: all.map(str::to_owned).collect() }
    });
    let name = file.display().to_string();
    Some(Task { name, property, files, options, expected, hash: String::new() })
}

/// What `llumc check` checks by default.
const DEFAULT: &str = "unreach-call,assert,no-overflow,shift,vla-bound,div-by-zero,unreachable,\
                       valid-deref,valid-free,overlap,float-cast-overflow";

/// What is checked by default and these, unless they are checked by default.
pub fn beside_default<'a>(asked: impl Iterator<Item = &'a str>) -> Option<String> {
    let more: Vec<&str> =
        asked.filter(|it| !DEFAULT.split(',').any(|known| known == *it)).collect();
    (!more.is_empty()).then(|| format!("{DEFAULT},{}", more.join(",")))
}

fn is_program(name: &str) -> bool {
    name.ends_with(".c") || name.ends_with(".i")
}

/// Whether a regression test says that its program is correct, for runs of any length. The
/// options tell whether that is what is tested.
fn holds(words: &[&str], wanted: &[&str]) -> Option<bool> {
    let says = |text: &str| wanted.iter().any(|line| line.trim_matches(['^', '$']) == text);
    let has = |name: &str| words.iter().any(|word| word.starts_with(name));
    let holds = match (says("VERIFICATION SUCCESSFUL"), says("VERIFICATION FAILED")) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    // Not all of the program, or something else.
    let others =
        ["--depth", "--context-bound", "--no-assert", "--conv-assert", "--cover", "--error-label"];
    let machine = ["--big-endian", "--stack-limit", "--total-stack", "--fixedbv", "--16", "--ir"];
    if others.iter().chain(&machine).any(|name| has(name)) {
        return None;
    }
    // A bound is proved to suffice, unless that is switched off.
    let unbounded = !has("--unwind") || holds != has("--no-unwinding-assertions");
    unbounded.then_some(holds)
}

/// What the tool checks without being asked.
fn always(words: &[&str], wanted: &[&str]) -> Vec<&'static str> {
    let has = |name: &str| words.iter().any(|word| word.starts_with(name));
    let mut all = vec!["unreach-call", "assert"];
    // ESBMC; the others test the exit code, too, and check only what they are asked to.
    if !wanted.iter().any(|line| line.contains("EXIT=")) {
        if !has("--no-div") {
            all.push("div-by-zero");
        }
        if !has("--no-pointer") && !has("--no-bounds") {
            all.extend(["valid-deref", "valid-free"]);
        }
    }
    all
}

/// The property that an option of CBMC or ESBMC asks for.
fn property_of(option: &str) -> Option<&'static str> {
    Some(match option {
        "--overflow-check" | "--signed-overflow-check" => "no-overflow",
        "--unsigned-overflow-check" => "unsigned-overflow",
        "--conversion-check" => "conversion",
        "--undefined-shift-check" | "--ub-shift-check" => "shift",
        "--div-by-zero-check" => "div-by-zero",
        "--bounds-check" | "--pointer-check" => "valid-deref",
        "--memory-leak-check" => "valid-memcleanup",
        "--data-races-check" | "--data-races-check-only" => "no-data-race",
        _ => return None,
    })
}
