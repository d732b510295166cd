//! Calls of the compiler and its like.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;

use crate::support::limits;
use crate::support::{Budget, process};

pub(super) const CLANG: &str = "clang-22";

/// How it begins that a tool was not called to its end.
pub const NO_TIME: &str = "no time is left";

/// Runs a tool in a folder; its standard output, or its first complaint.
pub(super) fn tool(
    folder: &Path,
    name: &str,
    arguments: &[&str],
    budget: &Budget,
) -> Result<String, String> {
    let (said, complaint) = (folder.join("said"), folder.join("complaint"));
    let mut command = Command::new(name);
    command
        .args(arguments)
        .current_dir(folder)
        // What it leaves if it is killed goes with the folder.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(File::create(&said).map_err(text)?)
        .stderr(File::create(&complaint).map_err(text)?);
    let status = wait(command, budget).map_err(|error| format!("{name} can't be called: {error}"));
    let status = status?.ok_or_else(|| format!("{NO_TIME} for {name}"))?;
    if !status.success() {
        let complaint = fs::read(complaint).map_err(text)?;
        let complaint = String::from_utf8_lossy(&complaint);
        let first = complaint.lines().find(|line| line.contains("error"));
        let first = first.or(complaint.lines().next()).unwrap_or("without a word");
        return Err(format!("{name} fails: {first}"));
    }
    fs::read_to_string(said).map_err(text)
}

/// Runs a command to its end; `None` if it was killed because the budget is used up.
pub(super) fn wait(mut command: Command, budget: &Budget) -> Result<Option<ExitStatus>, String> {
    if budget.exhausted().is_some() {
        return Ok(None);
    }
    let mut child = process::dies_with_us(&mut command).spawn().map_err(text)?;
    loop {
        if let Some(status) = child.try_wait().map_err(text)? {
            return Ok(Some(status));
        }
        if budget.exhausted().is_some() {
            child.kill().and_then(|()| child.wait()).map_err(text)?;
            return Ok(None);
        }
        sleep(limits::NATIVE_POLL);
    }
}

/// An error, for people.
pub(super) fn text(error: io::Error) -> String {
    error.to_string()
}
