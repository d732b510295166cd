//! A SAT solver as an IPASIR library: CaDiCaL, linked from what the build has made of it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the library in a folder.
///
/// # Errors
/// What is missing.
pub fn cadical(folder: &Path) -> Result<PathBuf, String> {
    let library = folder.join("libcadical.so");
    let mut command = Command::new("g++");
    // What is named undefined is taken from the archive, with all that it needs.
    for name in ["signature", "init"] {
        command.arg(format!("-Wl,-u,ipasir_{name}"));
    }
    let archive = archive().ok_or("no archive of CaDiCaL beside this program")?;
    let rest = archive.with_file_name("libcadical-c.a");
    command.args(["-shared", "-o"]).arg(&library).args([archive, rest]);
    let output = command.output().map_err(|error| format!("g++ can't be called: {error}"))?;
    match output.status.success() {
        true => Ok(library),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The archive that the build has made, the newest if there are several.
fn archive() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    // target/PROFILE/deps or target/PROFILE/examples
    let builds = executable.ancestors().nth(2)?.join("build");
    let packages = std::fs::read_dir(builds).ok()?.flatten();
    let archives = packages.map(|package| package.path().join("out/libcadical-rs-bridge.a"));
    let newest = archives.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file)));
    newest.max().map(|newest| newest.1)
}
