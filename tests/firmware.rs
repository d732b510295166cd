//! The example of a project, `examples/firmware`: the checks that its `llumc.toml` lists are proved,
//! and its planted bugs are found.
//!
//! `LLUMC_FIRMWARE=all` runs those checks, too, that take longer (`make test-long`).

#![cfg(feature = "llvm")]

#[path = "support/folder.rs"]
mod folder;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use assert_cmd::cargo::CommandCargoExt;

/// What takes seconds only.
const QUICK: &str = "check_can_frame,check_crc";

/// Entry and options of the planted bugs as the README tells them, whether they take seconds only,
/// and the verdict.
const BUGS: [(&str, &str, bool, &str); 3] = [
    (
        "check_ring",
        "--interrupt ring_isr -D RING_SLOTS=4u --engine ic3-2 --blocks loops -D BUG_RING",
        false,
        "FALSE(valid-deref)",
    ),
    ("check_can_command", "-D BUG_CAN", true, "FALSE("),
    ("check_boot", "-D BUG_BOOT --stop-at-first", true, "FALSE(valid-deref)"),
];

fn is_long() -> bool {
    std::env::var_os("LLUMC_FIRMWARE").is_some()
}

#[test]
fn checks_are_proved() {
    let firmware =
        folder::copy_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/firmware"));
    let mut runs = vec![];
    for _ in 0..2 {
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        command.args(["project", "--quiet"]).current_dir(firmware.path());
        if !is_long() {
            command.args(["--task", QUICK]);
        }
        let started = Instant::now();
        let output = command.output().expect("it runs");
        println!("{:.1} s", started.elapsed().as_secs_f64());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}{errors}");
        runs.push(said);
    }
    let tasks = runs[0].lines().count() - 2;
    assert_eq!(tasks, if is_long() { 11 } else { 2 });
    let unchanged = format!("{tasks} unchanged since they were checked");
    assert!(!runs[0].contains("unchanged") && runs[1].contains(&unchanged), "{}", runs[1]);
}

#[test]
fn bugs_are_found() {
    let firmware = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/firmware");
    let mut wrong = vec![];
    for (entry, options, _, expected) in BUGS.iter().filter(|check| is_long() || check.2) {
        let output = Command::cargo_bin("llumc")
            .expect("the binary")
            .current_dir(&firmware)
            .args([
                "check",
                "--compile-commands",
                "compile_commands.json",
                "--timeout",
                "120",
                "--entry",
                entry,
            ])
            .args(options.split_whitespace())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let last = said.lines().last().unwrap_or_default();
        println!("{entry} {options}: {last}");
        if !last.starts_with(&format!("verdict: {expected}")) {
            let errors = String::from_utf8_lossy(&output.stderr);
            wrong.push(format!("{entry} {options}: {last} {errors}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
