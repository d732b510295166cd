//! Evidence that `check --evidence` writes is accepted by `certify` and by tools that others wrote,
//! and is refused once it was changed.
//!
//! `LLUMC_EVIDENCE` says how many tasks of `c-tests` are drawn (`make evidence`).

#![cfg(feature = "llvm")]

#[path = "support/tasks.rs"]
mod tasks;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use llumc::support::Random;
use serde_json::{Value, json};
use tasks::task_files;

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
    evidence_by("auto", task, folder)
}

fn evidence_by(engine: &str, task: &Path, folder: &Path) -> Option<i32> {
    let folder = folder.display().to_string();
    let words = ["check", "--quiet", "--timeout", "20", "--engine", engine, "--evidence", &folder];
    let output = llumc(&words, task);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("no evidence"), "{}: {said}", task.display());
    output.status.code()
}

#[test]
fn others_accept_what_is_written() {
    let count = std::env::var("LLUMC_EVIDENCE").ok().and_then(|it| it.parse().ok()).unwrap_or(8);
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let mut all = task_files();
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
    small_by("auto", text)
}

/// The same, found by an engine.
fn small_by(engine: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("p.c");
    fs::write(&file, text).expect("a writable folder");
    let evidence_folder = folder.path().join("evidence");
    assert!(matches!(evidence_by(engine, &file, &evidence_folder), Some(0 | 1)));
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

const COUNTED: &str = "extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    int main(void) {
      unsigned char a = 0;
      while (__VERIFIER_nondet_uint()) if (a < 10) a++;
      if (a > 10) reach_error();
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
    // The verdict is about the source as it was: it may be gone, but no other one there.
    fs::write(folder.join("../p.c"), "int main(void) { }").expect("a writable folder");
    let (code, said) = certify(&folder);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is another file now") && said.contains("other sources"), "{said}");
    fs::remove_file(folder.join("../p.c")).expect("a writable folder");
    let (code, said) = certify(&folder);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the sources are not here"), "{said}");
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

/// Says the places of all parts of a value that are of some form.
fn places(value: &Value, wanted: &dyn Fn(&Value) -> bool, at: &str, found: &mut Vec<String>) {
    if wanted(value) {
        found.push(at.to_owned());
    }
    match value {
        Value::Array(all) => {
            for (index, part) in all.iter().enumerate() {
                places(part, wanted, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(all) => {
            for (key, part) in all {
                places(part, wanted, &format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
}

/// Numbers that are none of the program's, terms that refer to themselves, widths that don't fit:
/// each is refused with a sentence, whatever it belongs to.
#[test]
fn what_makes_no_sense_is_refused() {
    // Its certificate is an invariant, whoever is faster.
    let (_proof, proof) = small_by("ic3", COUNTED);
    let (_trace, trace) = small(&SAFE.replace("b += 3", "b += 4"));
    let malformed = |folder: &Path, at: &str, to: Value| {
        let (code, said) = changed(folder, |it| {
            *it.pointer_mut(at).unwrap_or_else(|| panic!("no {at}")) = to.clone();
        });
        assert_eq!(code, Some(3), "{at} is {to}: {said}");
        assert!(said.contains("evidence.json: "), "{at} is {to}: {said}");
    };
    let text = fs::read(proof.join("evidence.json")).expect("it was written");
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let of = |wanted: &dyn Fn(&Value) -> bool| {
        let mut found = vec![];
        places(&value, wanted, "", &mut found);
        assert!(!found.is_empty());
        found
    };
    for at in of(&|it| it.get("repr").is_some()).iter().take(2) {
        for width in [0, 1_000_000] {
            malformed(&proof, &format!("{at}/width"), json!(width));
        }
    }
    for at in of(&|it| it.get("incoming").is_some()).iter().take(1) {
        malformed(&proof, &format!("{at}/incoming/0/0"), json!(1_000_000));
    }
    let terms = "/proofs/0/certificate/Inductive/terms";
    let applied = of(&|it| it.get("App").is_some());
    let applied = applied.iter().rfind(|at| at.starts_with(terms)).expect("an operator");
    let own: u32 = applied.rsplit('/').next().and_then(|it| it.parse().ok()).expect("a number");
    for to in [own, own + 1, 1_000_000] {
        malformed(&proof, &format!("{applied}/App/1/0"), json!(to));
    }
    malformed(&proof, &format!("{applied}/App/0"), json!({ "ZeroExtend": 0 }));
    malformed(&proof, "/program/sources/locs/0/inlined_at", json!(0));
    malformed(&proof, "/program/sources/locs/0/file", json!(77));
    malformed(&proof, "/program/values/0/sort", json!({ "Word": 1_000_000_000 }));
    malformed(&proof, "/properties", json!([]));
    let (code, said) = changed(&proof, |it| {
        let at = it["proofs"][0]["certificate"]["Inductive"]["at"].as_object_mut();
        at.expect("an invariant").insert("77".to_owned(), json!([]));
    });
    assert!(code == Some(3) && said.contains("bb77, which does not exist"), "{said}");
    malformed(&trace, "/traces/0/steps/1/block", json!(77));
}

/// What is said is about what people are shown.
#[test]
fn the_program_shown_is_the_one_that_was_checked() {
    let (_kept, folder) = small(SAFE);
    let said = certify(&folder).1;
    assert!(said.contains("the verdict true follows for unreach-call (1 check)"), "{said}");
    let (code, said) = changed(&folder, |it| it["properties"] = json!(["shift"]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("checks of unreach-call, which is not named"), "{said}");
    let (code, said) = changed(&folder, |it| it["sources"] = json!([]));
    assert!(code == Some(1) && said.contains("sources"), "{said}");
    let (code, said) = changed(&folder, |it| it["program"]["blocks"][0]["name"] = json!("begin"));
    assert!(code == Some(1) && said.contains("program.txt does not show"), "{said}");
    let shown = folder.join("program.txt");
    let text = fs::read_to_string(&shown).expect("it was written");
    fs::write(&shown, text.replacen("reach goal0", "end: return", 1)).expect("a writable folder");
    let (code, said) = certify(&folder);
    assert!(code == Some(1) && said.contains("program.txt does not show"), "{said}");
    fs::remove_file(&shown).expect("a writable folder");
    let (code, said) = certify(&folder);
    assert!(code == Some(1) && said.contains("program.txt can't be read"), "{said}");
}

const LIST: &str = "#include <stdlib.h>
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    struct node { int value; struct node *next; };
    int main(void) {
      struct node *head = 0;
      int marks[3] = {0};
      for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct node *new = malloc(sizeof *new);
        new->value = i;
        new->next = head;
        head = new;
        marks[i] = 1;
      }
      if (head && head->value > 2) reach_error();
      if (head && !marks[head->value]) reach_error();
    }";

/// What is proved of values is proved of objects and their bytes: that is shown, too.
#[test]
fn memory_is_part_of_it() {
    let (_kept, folder) = small(LIST);
    let said = certify(&folder).1;
    let rightly = "memory was resolved into values rightly";
    assert!(said.contains(rightly) && said.contains("holds of objects.txt"), "{said}");
    let refused = |what: &str, (code, said): (Option<i32>, String)| {
        assert!(code == Some(1) && said.contains("wrong"), "{what}: {code:?} {said}");
    };
    for name in ["objects.txt", "conditions/memory-1.cnf", "conditions/memory-1.lrat"] {
        let path = folder.join(name);
        let text = fs::read(&path).expect("it was written");
        fs::write(&path, "").expect("a writable folder");
        refused(name, certify(&folder));
        fs::write(&path, text).expect("a writable folder");
    }
    let claims = "/memory/resolved/Shown/claims";
    let about_another = |it: &mut Value| {
        *it.pointer_mut(&format!("{claims}/resolved/goals/0/kind")).expect("a goal") =
            json!({ "Unsupported": "nothing" });
    };
    refused("another program", changed(&folder, about_another));
    let (code, said) = changed(&folder, |it| {
        *it.pointer_mut("/memory/resolved").expect("it is there") = json!({ "Trusted": "so" });
    });
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("is trusted: so") && !said.contains(rightly), "{said}");
    let (_kept, folder) = small(&LIST.replace("value > 2", "value > 1"));
    assert!(certify(&folder).1.contains("also with objects"));
}

/// Elements of a large array are followed.
const FILLED: &str = "
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    int a[100000];
    int main(void) {
      int n = __VERIFIER_nondet_int();
      if (n < 0 || n > 100000) return 0;
      for (int i = 0; i < n; i++) a[i] = 7;
      int k = __VERIFIER_nondet_int();
      if (k >= 0 && k < n && a[k] != 7) reach_error();
    }";

/// Whatever is changed in what is claimed of memory: it is refused, makes no sense, or holds as well.
#[test]
fn changed_claims_about_memory_do_no_harm() {
    no_harm_by_changed_claims(LIST, "claims");
}

/// The same of elements that are followed.
#[test]
fn changed_claims_about_followed_elements_do_no_harm() {
    no_harm_by_changed_claims(FILLED, "followed");
}

fn no_harm_by_changed_claims(text: &str, part: &str) {
    let (_kept, folder) = small(text);
    let said = certify(&folder).1;
    assert!(said.contains("holds of objects.txt"), "{said}");
    let text = fs::read(folder.join("evidence.json")).expect("it was written");
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let claims = &format!("/memory/resolved/Shown/{part}");
    let is_number = |it: &Value| it.is_number() || it.is_boolean();
    let mut all = vec![];
    let inside = value.pointer(claims).expect("memory was validated");
    places(inside, &is_number, claims, &mut all);
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let (mut refused, mut senseless) = (0, 0);
    for _ in 0..200 {
        let place = usize::try_from(random.below(all.len() as u64)).expect("it is small");
        let at = &all[place];
        let now = value.pointer(at).expect("a place");
        let to = match (random.below(4), now.as_u64()) {
            (0, _) => json!(0),
            (1, Some(number)) => json!(number.wrapping_add(1)),
            (2, _) => json!(9_999_999),
            _ => json!(!now.as_bool().unwrap_or_default()),
        };
        let (code, said) =
            changed(&folder, |it| *it.pointer_mut(at).expect("a place") = to.clone());
        let is_known = matches!(code, Some(0 | 1 | 3));
        assert!(is_known && !said.contains("panicked"), "{at} is {to}: {code:?} {said}");
        refused += usize::from(code == Some(1));
        senseless += usize::from(code == Some(3));
    }
    assert!(refused > 5 && senseless > 5, "{refused} refused, {senseless} without sense");
}

#[test]
fn nothing_is_overwritten() {
    let (_kept, folder) = small(SAFE);
    let words = ["check", "--quiet", "--evidence", &folder.display().to_string()];
    let output = llumc(&words, &folder.join("../p.c"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is something in"), "{said}");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(certify(&folder).0, Some(0));
}
