//! `llumc check` keeps its time limit where it can't be interrupted, too. Bounds are
//! generous: without the limit each of these runs takes minutes at least.

#![cfg(feature = "llvm")]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// What a run with a limit of a second may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

/// `text` as a program in `folder`, checked there; all temporary files go there, too.
fn check(folder: &Path, text: &str, options: &[&str]) -> Output {
    let temporary = folder.join("temporary");
    std::fs::write(folder.join("p.c"), text).expect("a writable folder");
    std::fs::create_dir(&temporary).expect("a writable folder");
    let started = Instant::now();
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .arg("check")
        .arg(folder.join("p.c"))
        .args(["--quiet", "--format", "json"])
        .args(options)
        .env("TMPDIR", &temporary)
        .output()
        .expect("it runs");
    assert!(started.elapsed() < PATIENCE, "{options:?}: {:?}", started.elapsed());
    let left = std::fs::read_dir(temporary).expect("it is there").count();
    assert_eq!(left, 0, "temporary files are left");
    output
}

/// Thousands of divisions of 64 bits: hundreds of millions of gates.
fn divisions(count: u32) -> String {
    let mut text = "extern unsigned long __VERIFIER_nondet_ulong(void);\n\
                    extern void reach_error(void);\n\
                    int main(void) {\n  unsigned long x = __VERIFIER_nondet_ulong();\n"
        .to_owned();
    for number in 0..count {
        let _ = writeln!(text, "  x = __VERIFIER_nondet_ulong() / (x | {number}ul);");
    }
    text + "  if (x == 77) reach_error();\n  return 0;\n}\n"
}

#[test]
fn phases_that_do_not_ask_are_ended() {
    for options in [&["--timeout", "1"][..], &["--timeout", "1", "--engine", "ic3", "--no-certify"]]
    {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = check(folder.path(), &divisions(3000), options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["verdict"], "unknown");
        let reasons = report["reasons"].to_string();
        assert!(reasons.contains("the time limit passed (--timeout)"), "{reasons}");
    }
}

/// The limit may be over before anything was done.
#[test]
fn no_time_at_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = check(folder.path(), &divisions(20), &["--timeout", "0.000001"]);
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["verdict"], "unknown");
    let reasons = report["reasons"].to_string();
    assert!(reasons.contains("the time limit passed (--timeout)"), "{reasons}");
}

/// What is said on an interrupt is of that moment, not of when something was last found.
#[test]
fn an_interrupt_is_told_with_the_time_until_then() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extern unsigned long __VERIFIER_nondet_ulong(void);
                extern void reach_error(void);
                int main(void) {
                  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
                  unsigned n = (unsigned)__VERIFIER_nondet_ulong();
                  for (unsigned i = 0; i < n; i++) {
                    unsigned long z = __VERIFIER_nondet_ulong() | 1;
                    if (x * y / z * z > x * y) reach_error();
                  }
                  return 0;
                }";
    std::fs::write(folder.path().join("p.c"), text).expect("a writable folder");
    let child = Command::cargo_bin("llumc")
        .expect("the binary")
        .arg("check")
        .arg(folder.path().join("p.c"))
        .args(["--quiet", "--format", "json", "-p", "unreach-call"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    // It does not end by itself in that time, nor in a hundred times that.
    std::thread::sleep(Duration::from_secs(6));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("it runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["reasons"].to_string().contains("it was interrupted"), "{report}");
    assert!(report["seconds"].as_f64().expect("a number") > 3.0, "{report}");
    let phases = report["phases"].as_array().expect("a list").iter();
    let spent: f64 = phases.map(|phase| phase["seconds"].as_f64().expect("a number")).sum();
    assert!(spent > 3.0, "{report}");
}
