//! Exported models, judged by other people's tools: Z3 (Spacer on Horn clauses, bounded
//! queries on SMT-LIB and on VMT unrolled here) and ABC (`pdr` on AIGER) must say of
//! `c-tests` what the task files expect. So must we of BTOR2 files with arrays.
//!
//! By default a selection runs that ends in about a minute. All tasks:
//! `LLUMC_FORMATS=all cargo test --test formats`. There a tool may run out of time
//! (20 s each); a contradiction fails always.

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;

#[derive(Deserialize)]
struct Task {
    properties: Vec<Property>,
    #[serde(rename = "x-llumc")]
    extra: Option<Extra>,
}

#[derive(Deserialize)]
struct Property {
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Deserialize)]
struct Extra {
    unknown: Option<String>,
}

/// What both tools decide quickly, from all corners: loops, wrapping, shifts, division,
/// reads of uninitialised variables, wide and narrow words, several files.
const SELECTION: &[&str] = &[
    "carries/bound_8_violated",
    "control/goto_irreducible_safe",
    "control/infinite_loop_safe",
    "control/phi_swap_safe",
    "division/by_zero_violated",
    "division/rounds_to_zero_safe",
    "overflow/sub_safe",
    "paper/implicit_unsigned_conversion_violated",
    "programs/binary_search_midpoint_violated",
    "programs/peterson_safe",
    "programs/traffic_light_safe",
    "programs/traffic_light_violated",
    "promotion/char_sum_truncated_violated",
    "several-files/two_files_safe",
    "shift/amount_violated",
    "uninitialised/declared_in_loop_violated",
    "uninitialised/fixed_once_read_safe",
    "widths/bitint_wide_violated",
    "widths/nondet_bool_safe",
];

/// Those of the selection that are too hard for the tools, or too far for the bound, in the
/// paper's encoding: relational, and in smaller steps.
const HARD_IF_RELATIONAL: &[&str] = &[
    "carries/bound_8_violated",
    "programs/peterson_safe",
    "programs/traffic_light_safe",
    "programs/traffic_light_violated",
];

/// Programs with arrays, small and large, that both tools decide quickly if these are array
/// terms: filled, copied and initialised in part, of structures, sorted, read where nothing
/// was written.
const ARRAYS: &[&str] = &[
    "arrays/histogram_violated",
    "arrays/index_from_input_violated",
    "arrays/initialised_in_part_safe",
    "arrays/insertion_sort_violated",
    "arrays/moving_average_safe",
    "arrays/other_elements_keep_safe",
    "large-arrays/counters_violated",
    "large-arrays/filled_prefix_violated",
    "large-arrays/stale_element_violated",
    "large-arrays/swapped_neighbours_safe",
];

/// Bounded queries look this far; every violation of the selection is nearer.
const BOUND: u32 = 12;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests");
    let all = std::env::var_os("LLUMC_FORMATS").is_some_and(|value| value == "all");
    let mut tasks: Vec<PathBuf> =
        SELECTION.iter().chain(ARRAYS).map(|name| root.join(name)).collect();
    if all {
        tasks.clear();
        collect(&root, &mut tasks);
        tasks.sort();
    }
    let mut trials = vec![];
    for task in tasks {
        let within = |folder| task.parent().is_some_and(|parent| parent.ends_with(folder));
        let has_arrays = within("arrays") || within("large-arrays");
        let plain = KINDS.iter().filter(|_| all || !has_arrays);
        let arrays = ARRAY_KINDS.iter().filter(|_| has_arrays);
        // Our reader makes words of the elements again, if they are no more than 1024.
        let arrays = arrays.filter(|kind| within("arrays") || kind.0 != "btor2-arrays");
        let kinds: Vec<&(&str, Judge)> = plain.chain(arrays).collect();
        let file = task.with_extension("yml");
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let task: Task = serde_saphyr::from_str(&text).expect("a task");
        if task.extra.is_some_and(|extra| extra.unknown.is_some()) {
            continue;
        }
        for Property { property_file, expected_verdict } in task.properties {
            let Some(safe) = expected_verdict else { continue };
            let property = file.parent().expect("a folder").join(property_file);
            let name = file.strip_prefix(&root).expect("below the root").with_extension("");
            let hard = HARD_IF_RELATIONAL.iter().any(|hard| name == Path::new(hard));
            for &(kind, test) in &kinds {
                if hard && !all && kind.ends_with("relational") {
                    continue;
                }
                let (file, property) = (file.clone(), property.clone());
                let stem = property.file_stem().expect("a name").to_string_lossy();
                let name = format!("{}::{stem}::{kind}", name.display());
                trials.push(Trial::test(name, move || {
                    let folder = tempfile::tempdir()?;
                    judge(test(&Model { file, property, folder })?, !safe, all)
                }));
            }
        }
    }
    assert!(trials.len() > (SELECTION.len() * KINDS.len() + ARRAYS.len() * ARRAY_KINDS.len()) / 2);
    libtest_mimic::run(&arguments, trials).exit();
}

fn collect(folder: &Path, tasks: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, tasks);
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            tasks.push(path.with_extension(""));
        }
    }
}

/// What a tool says: whether a goal can be reached, if it says so.
#[derive(Clone)]
enum Said {
    Reachable,
    Unreachable,
    /// Not within so many steps.
    NotSoon,
    Nothing(String),
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Reachable => f.write_str("reachable"),
            Said::Unreachable => f.write_str("unreachable"),
            Said::NotSoon => write!(f, "not within {BOUND} steps"),
            Said::Nothing(text) => write!(f, "nothing: {text}"),
        }
    }
}

fn judge(said: Said, reachable: bool, all: bool) -> Result<(), Failed> {
    match (&said, reachable) {
        (Said::Reachable, true) | (Said::Unreachable | Said::NotSoon, false) => Ok(()),
        (Said::NotSoon, true) | (Said::Nothing(_), _) if all => {
            eprintln!("undecided: {said}");
            Ok(())
        }
        _ => Err(Failed::from(format!("expected reachable: {reachable}, got {said}"))),
    }
}

type Judge = fn(&Model) -> Result<Said, Failed>;

/// The formats, each with its judge.
const KINDS: &[(&str, Judge)] = &[
    ("aiger", |model| abc(&model.encode("x.aig", &["--to", "aiger"])?)),
    ("aiger-relational", |model| {
        abc(&model.encode("x.aig", &["--to", "aiger", "--encoding", "paper"])?)
    }),
    ("horn", |model| horn(&model.encode("x.smt2", &["--to", "chc"])?)),
    ("smt2", |model| {
        bounded(&model.encode("x.smt2", &["--to", "smt2", "--bound", &BOUND.to_string()])?)
    }),
    ("smt2-relational", |model| {
        let bound = BOUND.to_string();
        bounded(
            &model.encode("x.smt2", &["--to", "smt2", "--bound", &bound, "--encoding", "paper"])?,
        )
    }),
    ("vmt", |model| {
        let file = model.encode("x.vmt", &["--to", "vmt"])?;
        let script = unrolled_vmt(&std::fs::read_to_string(&file)?);
        std::fs::write(&file, script)?;
        bounded(&file)
    }),
];

/// The formats with array terms, for all objects of which that is possible.
const ARRAY_KINDS: &[(&str, Judge)] = &[
    ("horn-arrays", |model| horn(&model.encode("x.smt2", &[&["--to", "chc"], TERMS].concat())?)),
    ("smt2-arrays", |model| {
        let bound = BOUND.to_string();
        let options = ["--to", "smt2", "--bound", &bound];
        bounded(&model.encode("x.smt2", &[&options, TERMS].concat())?)
    }),
    ("vmt-arrays", |model| {
        let file = model.encode("x.vmt", &[&["--to", "vmt"], TERMS].concat())?;
        let script = unrolled_vmt(&std::fs::read_to_string(&file)?);
        std::fs::write(&file, script)?;
        bounded(&file)
    }),
    ("btor2-arrays", |model| {
        let file = model.encode("x.btor2", &[&["--to", "btor2"], TERMS].concat())?;
        let output = Command::cargo_bin("llumc")?
            .args(["solve", "--timeout", "60", "--quiet"])
            .arg(&file)
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(match output.status.code() {
            Some(0) => Said::Unreachable,
            Some(1) => Said::Reachable,
            _ => Said::Nothing(said),
        })
    }),
];

const TERMS: &[&str] = &["--arrays", "terms", "--array-elements", "2"];

struct Model {
    file: PathBuf,
    property: PathBuf,
    folder: tempfile::TempDir,
}

impl Model {
    fn encode(&self, name: &str, options: &[&str]) -> Result<PathBuf, Failed> {
        let path = self.folder.path().join(name);
        let output = Command::cargo_bin("llumc")?
            .arg("encode")
            .arg(&self.file)
            .arg("--property")
            .arg(&self.property)
            .args(options)
            .arg("-o")
            .arg(&path)
            .output()?;
        if !output.status.success() {
            return Err(Failed::from(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let map = std::fs::read_to_string(self.folder.path().join(format!("{name}.map.json")))?;
        let map: serde_json::Value = serde_json::from_str(&map)?;
        assert_eq!(map["format"], "llumc map 1");
        Ok(path)
    }
}

/// What a tool prints; it must be installed (`make setup`).
fn run(mut command: Command) -> Result<String, Failed> {
    let output = command
        .output()
        .map_err(|error| format!("{:?} can't be run: {error}", command.get_program()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `undc` and `fold`: otherwise ABC takes uninitialised latches for 0 and reads
/// constraints as one output more.
fn abc(file: &Path) -> Result<Said, Failed> {
    let mut command = Command::new("berkeley-abc");
    let script =
        format!("read_aiger {}; logic; undc; strash; zero; fold; pdr -T 20", file.display());
    command.args(["-q", &script]);
    let text = run(command)?;
    Ok(if text.contains("was asserted in frame") {
        Said::Reachable
    } else if text.contains("Property proved") {
        Said::Unreachable
    } else {
        Said::Nothing(text)
    })
}

fn z3(file: &Path, options: &[&str]) -> Result<String, Failed> {
    let mut command = Command::new("z3");
    command.arg("-T:20").args(options).arg(file);
    let text = run(command)?;
    Ok(text.lines().last().unwrap_or_default().to_owned())
}

fn horn(file: &Path) -> Result<Said, Failed> {
    Ok(match z3(file, &["fp.engine=spacer"])?.as_str() {
        "sat" => Said::Unreachable,
        "unsat" => Said::Reachable,
        text => Said::Nothing(text.to_owned()),
    })
}

fn bounded(file: &Path) -> Result<Said, Failed> {
    Ok(match z3(file, &[])?.as_str() {
        "sat" => Said::Reachable,
        "unsat" => Said::NotSoon,
        text => Said::Nothing(text.to_owned()),
    })
}

/// A VMT file as a question for an SMT solver: a copy of its definitions for each step,
/// with the next state of one being the current state of the other.
fn unrolled_vmt(text: &str) -> String {
    let defined = |line: &&str| line.starts_with("(define-fun .state");
    let mut next = std::collections::HashMap::new();
    for line in text.lines().filter(defined) {
        let quoted: Vec<&str> = line.split('|').collect();
        assert_eq!((quoted.len(), quoted[2]), (5, " :next "), "{line}");
        next.insert(quoted[3], quoted[1]);
    }
    assert!(!next.is_empty(), "there are state variables");
    let logic = if text.contains("(Array ") { "ALL" } else { "QF_BV" };
    let mut script = format!("(set-logic {logic})\n");
    for (step, declaration) in (0..=BOUND + 1)
        .flat_map(|step| text.lines().map(move |line| (step, line)))
        .filter(|(_, line)| line.starts_with("(declare-fun"))
    {
        let name = declaration.split('|').nth(1).expect("a quoted name");
        if !next.contains_key(name) {
            let name = format!("|{name}|");
            script +=
                &declaration.replacen(&name, &format!("|{}@{step}|", name.trim_matches('|')), 1);
            script.push('\n');
        }
    }
    let body = text.find("(define-fun .init").expect("initial states");
    for step in 0..=BOUND {
        for (place, piece) in text[body..].split('|').enumerate() {
            if place % 2 == 0 {
                let mut piece = piece.to_owned();
                for name in [".init", ".universal", ".trans", ".property"] {
                    piece = piece.replace(name, &format!("{name}@{step}"));
                }
                script += &piece;
            } else {
                script += &match next.get(piece) {
                    Some(now) => format!("|{now}@{}|", step + 1),
                    None => format!("|{piece}@{step}|"),
                };
            }
        }
    }
    for step in (0..=BOUND).rev() {
        let further = match step {
            BOUND => "false".to_owned(),
            _ => format!("(and .trans@{step} reach{})", step + 1),
        };
        script +=
            &format!("(define-fun reach{step} () Bool (or (not .property@{step}) {further}))\n");
    }
    script + "(assert .init@0)\n(assert reach0)\n(check-sat)\n"
}
