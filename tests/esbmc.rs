//! Our witnesses, judged by a validator that others wrote: ESBMC confirms those that
//! `check --witness` writes for drawn tasks of `c-tests`, or has no answer. What it refutes stands
//! in `ARGUED`, with the reason.
//!
//! `ESBMC` names the program (`make test-foreign ESBMC=…`), `LLUMC_ESBMC` says how many witnesses of
//! violations it is asked about, and half as many of proofs. Without ESBMC nothing is tested.

#![cfg(feature = "llvm")]

#[path = "support/tasks.rs"]
mod tasks;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use llumc::support::Random;
use serde_json::Value;
use tasks::task_files;

const SEED: u64 = 31;

/// What it gets for one witness.
const LIMITS: [&str; 4] = ["--timeout", "30s", "--memlimit", "4g"];

/// Tasks whose witnesses are right although ESBMC refutes them, and why it does.
const ARGUED: &[(&str, &str)] = &[];

/// ESBMC's path; none with a message if nobody gave one.
fn esbmc() -> Option<OsString> {
    let path = std::env::var_os("ESBMC").filter(|path| !path.is_empty());
    if path.is_none() {
        eprintln!("not run: ESBMC on our witnesses (make test-foreign ESBMC=/path/to/esbmc)");
    }
    path
}

/// What the validator makes of a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Confirmed,
    /// Without conditions that it does not follow: refuted with them, and with their opposites.
    ConfirmedInPart,
    Refuted,
    /// Refuted, and so it is if all that the witness says of values and conditions is left out, but
    /// it fails at the target's line, or in a library of its own: there are calls that it does not
    /// see, or it looks at the first check of the line only.
    Blind,
    /// Refuted, as the invariants are all that it knows of a loop, and the proof needs more. The
    /// format asks for invariants that hold.
    Weak,
    /// Refuted, but without a witness it has the other verdict on the program, too: they differ in
    /// what C means (functions of the library, lifetimes), which `c_tests` tests.
    OtherVerdict,
    /// Not decided within its limits.
    Unknown,
    /// It does not take the program, or the witness, or crashed.
    Error,
}

/// A task with one property that ESBMC knows, too.
struct Task {
    file: PathBuf,
    source: PathBuf,
    property: String,
    is_narrow: bool,
    holds: bool,
}

impl Task {
    /// Its name in `c-tests`.
    fn name(&self) -> String {
        let name = self.file.strip_prefix(root()).expect("below the root").with_extension("");
        name.display().to_string()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests")
}

/// Tasks of one program in C, with a verdict, and without options that only we have.
fn tasks() -> Vec<Task> {
    task_files().into_iter().filter_map(task).collect()
}

fn task(file: PathBuf) -> Option<Task> {
    let text = fs::read_to_string(&file).expect("a readable file");
    if ["unknown:", "arguments:", "engine:", "hard:", ".ll"].iter().any(|it| text.contains(it)) {
        return None;
    }
    let task: Value = serde_saphyr::from_str(&text).expect("YAML");
    let source = file.with_file_name(task["input_files"].as_str()?);
    // Of threads the format says nothing before 2.2.
    let program = String::from_utf8_lossy(&fs::read(&source).ok()?).into_owned();
    if ["pthread", "threads.h"].iter().any(|it| program.contains(it)) {
        return None;
    }
    let [property] = &task["properties"].as_array()?[..] else { return None };
    let holds = property["expected_verdict"].as_bool()?;
    let property = Path::new(property["property_file"].as_str()?).file_stem()?.to_str()?.to_owned();
    let is_narrow = task["options"]["data_model"] == "ILP32";
    options(&property).is_some().then_some(Task { file, source, property, is_narrow, holds })
}

/// The options for a property, as ESBMC has them when it takes part in SV-COMP; none for
/// properties that it does not know. Two are left out: intervals, which forget that numbers wrap
/// around, and induction for witnesses of violations, whose steps begin anywhere.
fn options(property: &str) -> Option<&'static str> {
    Some(match property {
        "unreach-call" => "--enable-unreachability-intrinsic --no-pointer-check --no-bounds-check",
        "no-overflow" => "--no-pointer-check --no-bounds-check --no-assertions --overflow-check",
        "valid-deref" | "valid-free" => "--no-assertions --malloc-zero-is-null",
        "valid-memtrack" => {
            "--no-assertions --malloc-zero-is-null --memory-leak-check \
             --no-reachable-memory-leak --no-abnormal-memory-leak"
        }
        "valid-memcleanup" => {
            "--no-pointer-check --no-bounds-check --no-assertions --malloc-zero-is-null \
             --memory-leak-check --no-abnormal-memory-leak"
        }
        _ => return None,
    })
}

/// Those for all properties.
const OPTIONS: &str = "--sv-comp --floatbv --no-div-by-zero-check --no-align-check \
                       --no-vla-size-check --force-malloc-success --force-realloc-success \
                       --state-hashing --add-symex-value-sets --k-step 2 --unlimited-k-steps";

/// What ESBMC says of a witness, and all that it printed.
fn judge(esbmc: &OsString, task: &Task, witness: &Path) -> (Said, String) {
    let output = validate(esbmc, task, witness);
    let said = match verdict(&output) {
        Some(holds) if holds == task.holds => Said::Confirmed,
        Some(_) if verdict(&verify(esbmc, task, &[])) == Some(!task.holds) => Said::OtherVerdict,
        Some(_) if task.holds => {
            let is_wrong = |line: &str| line.contains("FAILED") && line.contains(" base case");
            if output.lines().any(is_wrong) { Said::Refuted } else { Said::Weak }
        }
        Some(_) => judge_parts(esbmc, task, witness),
        None if OPEN.into_iter().any(|words| output.contains(words)) => Said::Unknown,
        None => Said::Error,
    };
    (said, output)
}

/// What is wrong with a witness of a violation that it refutes: values, conditions, or nothing but
/// that it does not see them.
fn judge_parts(esbmc: &OsString, task: &Task, witness: &Path) -> Said {
    let text = fs::read_to_string(witness).expect("a readable file");
    let segments: Vec<&str> = text.split("    - segment:\n").collect();
    let file = witness.with_file_name("part.yml");
    let confirms = |segments: &[String]| {
        fs::write(&file, segments.join("    - segment:\n")).expect("written");
        verdict(&validate(esbmc, task, &file)) == Some(false)
    };
    let is_branching = |segment: &str| segment.contains("type: branching");
    let mut kept: Vec<String> = segments.iter().map(|it| (*it).to_owned()).collect();
    kept.retain(|it| !is_branching(it));
    let vague = kept.iter().map(|it| match it.split_once("value: \"") {
        Some((head, _)) => format!("{head}value: \"{ANYTHING}\n"),
        None => it.clone(),
    });
    if !confirms(&vague.collect::<Vec<String>>()) {
        let ends = [&kept[0], &kept[kept.len() - 1]].map(String::clone);
        let is_there = || fails_at(&ends[1], &verify(esbmc, task, &[]));
        return if confirms(&ends) || is_there() { Said::Blind } else { Said::Refuted };
    }
    if !confirms(&kept) {
        let checks = checks_at(&kept[kept.len() - 1], &validate(esbmc, task, witness));
        return if checks > 1 { Said::Blind } else { Said::Refuted };
    }
    let mut place = 0;
    for segment in segments {
        if !is_branching(segment) {
            place += 1;
            continue;
        }
        kept.insert(place, segment.to_owned());
        if confirms(&kept) {
            place += 1;
            continue;
        }
        let (from, to) =
            if segment.contains("\"true\"") { ("true", "false") } else { ("false", "true") };
        kept[place] = segment.replace(&format!("\"{from}\""), &format!("\"{to}\""));
        if kept[place] != segment && confirms(&kept) {
            return Said::Refuted;
        }
        kept.remove(place);
    }
    Said::ConfirmedInPart
}

/// A constraint that any result meets, with its format.
const ANYTHING: &str =
    "\\\\result == 0 || \\\\result != 0\"\n              format: ext_c_expression";

/// All that it prints on a task with a witness.
fn validate(esbmc: &OsString, task: &Task, witness: &Path) -> String {
    let kind = if task.holds { "correctness" } else { "violation" };
    let witness = witness.to_str().expect("UTF-8");
    verify(esbmc, task, &[&format!("--validate-{kind}-witness"), "--witness", witness])
}

/// How it says that it does not know.
const OPEN: [&str; 3] = ["VERIFICATION UNKNOWN", "Timed out", "Out of memory"];

/// Whether it says that the property holds, or that it does not.
fn verdict(text: &str) -> Option<bool> {
    let holds = text.contains("VERIFICATION SUCCESSFUL");
    (holds || text.contains("VERIFICATION FAILED")).then_some(holds)
}

/// Its checks at the line of a target, of those that it lists as `PASSED` or `FAILED`.
fn checks_at(target: &str, text: &str) -> usize {
    let is_there = |line: &&str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("PASSED" | "FAILED"))
            && words
                .skip_while(|&word| word != "line")
                .nth(1)
                .is_some_and(|line| target.contains(&format!("line: {line}\n")))
    };
    text.lines().filter(is_there).count()
}

/// Whether a check fails at the line of this target, or in a library of its own, where no target is.
fn fails_at(target: &str, text: &str) -> bool {
    let mut is_own = true;
    text.lines().any(|line| {
        if let Some((file, _)) = line.split_once(", function ") {
            is_own = !file.starts_with("/esbmc-vfs/");
        }
        line.trim().starts_with("FAILED ") && (!is_own || checks_at(target, line) > 0)
    })
}

/// All that it prints on a task with these options.
fn verify(esbmc: &OsString, task: &Task, more: &[&str]) -> String {
    let words = OPTIONS.split_whitespace();
    let words = words.chain(options(&task.property).expect("it is known").split_whitespace());
    let induction: &[&str] = match task.property.as_str() {
        "unreach-call" if task.holds => &["--k-induction", "--max-inductive-step", "3"],
        _ => &["--incremental-bmc"],
    };
    let output = Command::new(esbmc)
        .args(words)
        .args(induction)
        .args(LIMITS)
        .arg(if task.is_narrow { "--32" } else { "--64" })
        .args(more)
        .arg(&task.source)
        .output()
        .expect("ESBMC runs");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

/// The witness that we write for a task, if it says more than the verdict does; with the exit code.
fn witness(task: &Task, folder: &Path) -> (Option<i32>, Option<PathBuf>) {
    let file = folder.join("w.yml");
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    command.arg("check").arg(&task.file).args(["--quiet", "--timeout", "20", "--stop-at-first"]);
    command.args(["-p", &task.property]);
    let code = command.arg("--witness").arg(&file).output().expect("it runs").status.code();
    let is_there = fs::read_to_string(&file).is_ok_and(|text| !text.contains("content: []"));
    (code, is_there.then_some(file))
}

/// Where there are none there are no invariants.
fn has_loops(task: &Task) -> bool {
    let program = fs::read(&task.source).expect("a readable file");
    let program = String::from_utf8_lossy(&program);
    ["while", "for (", "for(", "do {"].iter().any(|it| program.contains(it))
}

/// How many witnesses of violations are drawn.
fn drawn() -> usize {
    std::env::var("LLUMC_ESBMC").map_or(20, |text| text.parse().expect("LLUMC_ESBMC is a number"))
}

#[test]
fn witnesses_of_violations_are_not_refuted() {
    are_not_refuted(false);
}

#[test]
fn witnesses_of_proofs_are_not_refuted() {
    are_not_refuted(true);
}

fn are_not_refuted(holds: bool) {
    let Some(esbmc) = esbmc() else { return };
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let mut tasks = tasks();
    tasks.retain(|task| task.holds == holds && (!holds || has_loops(task)));
    let mut table: BTreeMap<Said, usize> = BTreeMap::new();
    let (mut without, mut wrong) = (0, vec![]);
    let drawn = if holds { drawn() / 2 } else { drawn() };
    while table.values().sum::<usize>() < drawn && !tasks.is_empty() {
        let task = tasks.swap_remove(random.index(tasks.len()));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (code, Some(file)) = witness(&task, folder.path()) else {
            without += 1;
            continue;
        };
        let name = task.name();
        assert_eq!(code, Some(i32::from(!holds)), "{name}");
        let (said, text) = judge(&esbmc, &task, &file);
        println!("{said:?}: {name}");
        *table.entry(said).or_default() += 1;
        if said == Said::Refuted && !ARGUED.iter().any(|argued| argued.0 == name) {
            let witness = fs::read_to_string(&file).expect("a readable file");
            wrong.push(format!("{name}\n{text}\n{witness}"));
        }
    }
    let kind = if holds { "proofs" } else { "violations" };
    println!("witnesses of {kind}: {table:?}, {without} tasks have none that says more");
    assert!(wrong.is_empty(), "refuted:\n{}", wrong.join("\n\n"));
}

const VIOLATED: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 7) {
    if (x < 9)
      reach_error();
  }
  return 0;
}
";

const SAFE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned i = 0, sum = 0;
  while (__VERIFIER_nondet_int()) {
    if (i < 10) {
      i += 1;
      sum += 3;
    }
  }
  if (sum > 30)
    reach_error();
  return 0;
}
";

/// It is a judge that can say no.
#[test]
fn spoiled_witnesses_are_refuted() {
    let Some(esbmc) = esbmc() else { return };
    let spoiled = [
        (VIOLATED, r"\\result == 8", r"\\result == 9"),
        (VIOLATED, r#"value: "true""#, r#"value: "false""#),
        (VIOLATED, "line: 7", "line: 9"),
        (SAFE, "sum < 31ULL", "sum > 31ULL"),
    ];
    for (program, from, to) in spoiled {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("p.c");
        fs::write(&source, program).expect("written");
        let task = Task {
            file: source.clone(),
            source,
            property: "unreach-call".to_owned(),
            is_narrow: false,
            holds: program == SAFE,
        };
        let (_, file) = witness(&task, folder.path());
        let file = file.expect("a witness that says something");
        let (said, output) = judge(&esbmc, &task, &file);
        assert_eq!(said, Said::Confirmed, "{output}");
        let text = fs::read_to_string(&file).expect("a readable file");
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replace(from, to)).expect("written");
        let (said, output) = judge(&esbmc, &task, &file);
        assert_eq!(said, Said::Refuted, "{from} → {to}\n{output}");
    }
}
