//! Evidence that `check --evidence` writes is accepted by `certify` and by tools that others wrote,
//! and is refused once it was changed.
//!
//! `LLUMC_EVIDENCE` says how many tasks of `c-tests` are drawn (`make evidence`).

#![cfg(feature = "llvm")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use llumc::support::Random;
use serde_json::{Value, json};

const SEED: u64 = 29;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn llumc(words: &[&str], file: &Path) -> Output {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    command.arg(words[0]).arg(file).args(&words[1..]).output().expect("it runs")
}

fn certify(folder: &Path) -> (Option<i32>, String) {
    let output = llumc(&["certify"], folder);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// The evidence for a task, and the exit code of its check.
fn evidence(task: &Path, folder: &Path) -> Option<i32> {
    let folder = folder.display().to_string();
    let output = llumc(&["check", "--quiet", "--timeout", "20", "--evidence", &folder], task);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("no evidence"), "{}: {said}", task.display());
    output.status.code()
}

fn tasks() -> Vec<PathBuf> {
    let mut all = vec![];
    let mut open = vec![root().join("c-tests")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "yml") {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

#[test]
fn others_accept_what_is_written() {
    let count = std::env::var("LLUMC_EVIDENCE").ok().and_then(|it| it.parse().ok()).unwrap_or(8);
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let mut all = tasks();
    let (mut decided, mut accepted) = (0, 0);
    for _ in 0..count {
        let place = usize::try_from(random.below(all.len() as u64)).expect("it is small");
        let task = all.swap_remove(place);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let code = evidence(&task, folder.path());
        if code == Some(3) {
            // It needs options of its own.
            continue;
        }
        let (checked, said) = certify(folder.path());
        assert_eq!(checked, Some(0), "{}: {said}", task.display());
        assert!(said.contains("follows"), "{}: {said}", task.display());
        decided += usize::from(matches!(code, Some(0 | 1)));
        let script = root().join("scripts/check-evidence.sh");
        let output = Command::new(script).arg(folder.path()).env("LIMIT", "10").output();
        let output = output.expect("it runs");
        let judged = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {judged}", task.display());
        accepted += usize::from(judged.contains("z3"));
        println!("{}: {code:?}\n{said}{judged}", task.display());
    }
    assert!(decided * 2 > count && accepted > 0, "{decided} decided, {accepted} with conditions");
}

/// Evidence for a program that was written for the occasion.
fn small(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.c");
    fs::write(&file, text).expect("a writable folder");
    let evidence_folder = folder.path().join("evidence");
    assert!(matches!(evidence(&file, &evidence_folder), Some(0 | 1)));
    assert_eq!(certify(&evidence_folder).0, Some(0));
    (folder, evidence_folder)
}

/// Changes the main file, and says how the check of that ends.
fn changed(folder: &Path, change: impl FnOnce(&mut Value)) -> (Option<i32>, String) {
    let file = folder.join("evidence.json");
    let before = fs::read(&file).expect("it was written");
    let mut value = serde_json::from_slice(&before).expect("JSON");
    change(&mut value);
    fs::write(&file, value.to_string()).expect("a writable folder");
    let said = certify(folder);
    fs::write(&file, before).expect("a writable folder");
    said
}

const SAFE: &str = "extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    int main(void) {
      unsigned a = 0, b = 0;
      while (__VERIFIER_nondet_uint()) { a += 3; b += 3; }
      if (a != b) reach_error();
    }";

#[test]
fn a_changed_proof_is_refused() {
    let (_kept, folder) = small(SAFE);
    let verdict = |value: &Value| value["verdict"].clone();
    let refused = |what: &str, (code, said): (Option<i32>, String)| {
        assert_eq!(code, Some(1), "{what}: {said}");
        assert!(said.contains("wrong"), "{what}: {said}");
    };
    refused("no proof", changed(&folder, |it| it["proofs"] = json!([])));
    refused("no goals", changed(&folder, |it| it["proofs"][0]["goals"] = json!([])));
    refused("no such goal", changed(&folder, |it| it["proofs"][0]["goals"] = json!([77])));
    refused(
        "another verdict",
        changed(&folder, |it| {
            assert_eq!(verdict(it), "true");
            it["verdict"] = json!("false(unreach-call)");
        }),
    );
    for unheard in ["TRUE", "", "false", "false(assert)"] {
        refused(unheard, changed(&folder, |it| it["verdict"] = json!(unheard)));
    }
    let empty = json!({ "Inductive": { "terms": [[], []], "symbols": {}, "at": {} } });
    let (code, said) = changed(&folder, |it| it["proofs"][0]["certificate"] = empty);
    assert!(matches!(code, Some(1 | 3)), "no certificate: {said}");
    // The conditions in the folder are those of the program with this number in it.
    let replaced = |text: &str| text.replacen("\"bits\":3", "\"bits\":5", 1);
    let file = folder.join("evidence.json");
    let before = fs::read_to_string(&file).expect("it was written");
    if replaced(&before) != before {
        fs::write(&file, replaced(&before)).expect("a writable folder");
        refused("another program", certify(&folder));
        fs::write(&file, &before).expect("a writable folder");
    }
    for cut in [0, 1, before.len() / 2, before.len() - 1] {
        fs::write(&file, &before[..cut]).expect("a writable folder");
        assert_eq!(certify(&folder).0, Some(3), "{cut} bytes");
    }
    fs::write(&file, before).expect("a writable folder");
    let conditions = fs::read_dir(folder.join("conditions")).expect("it is there");
    for entry in conditions {
        let path = entry.expect("a readable entry").path();
        let text = fs::read_to_string(&path).expect("it was written");
        fs::write(&path, "").expect("a writable folder");
        refused(&path.display().to_string(), certify(&folder));
        fs::remove_file(&path).expect("a writable folder");
        refused(&path.display().to_string(), certify(&folder));
        fs::write(&path, text).expect("a writable folder");
    }
    assert_eq!(certify(&folder).0, Some(0));
    fs::write(folder.join("../p.c"), "int main(void) { }").expect("a writable folder");
    assert!(certify(&folder).1.contains("is another file now"));
}

#[test]
fn a_changed_trace_is_refused() {
    let (_kept, folder) = small(&SAFE.replace("b += 3", "b += 4"));
    let (code, said) = changed(&folder, |it| it["traces"] = json!([]));
    assert_eq!(code, Some(1), "{said}");
    let (code, said) = changed(&folder, |it| it["verdict"] = json!("false(assert)"));
    assert_eq!(code, Some(1), "{said}");
    let (code, said) = changed(&folder, |it| {
        it["traces"][0]["steps"].as_array_mut().expect("steps").pop();
    });
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn nothing_is_overwritten() {
    let (_kept, folder) = small(SAFE);
    let words = ["check", "--quiet", "--evidence", &folder.display().to_string()];
    let output = llumc(&words, &folder.join("../p.c"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is something in"), "{said}");
    assert_eq!(certify(&folder).0, Some(0));
}
