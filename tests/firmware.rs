//! The example of a project, `examples/firmware`: its checks are proved, and its planted bugs are
//! found.
//!
//! `LLUMC_FIRMWARE=all` runs those checks, too, that take longer (`make test-long`).

#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;

/// Entry and options as its README tells them, whether they take seconds only, and the verdict.
const CHECKS: [(&str, &str, bool, &str); 14] = [
    (
        "check_ring",
        "--interrupt ring_isr -D RING_SLOTS=4u --engine ic3-2 --blocks loops",
        false,
        "TRUE",
    ),
    ("check_can_command", "", false, "TRUE"),
    ("check_can_status", "", false, "TRUE"),
    ("check_can_frame", "", true, "TRUE"),
    ("check_pid", "", false, "TRUE"),
    ("check_pidf", "", false, "TRUE"),
    ("check_motor", "", false, "TRUE"),
    ("check_crc", "", true, "TRUE"),
    ("check_boot", "", false, "TRUE"),
    ("check_boot_crc", "", false, "TRUE"),
    ("main", "--interrupt uart_isr,tick_isr", false, "TRUE"),
    (
        "check_ring",
        "--interrupt ring_isr -D RING_SLOTS=4u --engine ic3-2 --blocks loops -D BUG_RING",
        false,
        "FALSE(valid-deref)",
    ),
    ("check_can_command", "-D BUG_CAN", true, "FALSE("),
    ("check_boot", "-D BUG_BOOT --stop-at-first", true, "FALSE(valid-deref)"),
];

#[test]
fn checks_are_proved_and_bugs_found() {
    let all = std::env::var_os("LLUMC_FIRMWARE").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/firmware");
    let mut wrong = vec![];
    for (entry, options, _, expected) in CHECKS.iter().filter(|check| all || check.2) {
        let output = Command::cargo_bin("llumc")
            .expect("the binary")
            .current_dir(&folder)
            .args(["check", "-p", "compile_commands.json", "--timeout", "120", "--entry", entry])
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
