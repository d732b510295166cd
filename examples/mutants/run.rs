//! The tests, and which of them notice a change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use llumc::support::{Budget, limited};

/// The parts of the library whose tests are run, and those of them whose tests are not.
const WANTED: &[&str] = &["certify::", "encode::tests::predicates::", "memory::tests::validated::"];
const UNWANTED: &[&str] = &["certify::native::"];

/// A test that holds where nothing is changed.
pub struct Test {
    binary: PathBuf,
    pub name: String,
    time: Duration,
    /// The changes that it comes to.
    meets: BTreeSet<usize>,
}

/// All tests that hold within this time, the fast ones first.
pub fn tests(
    binaries: &BTreeMap<String, PathBuf>,
    folder: &Path,
    longest: Duration,
) -> Result<Vec<Test>> {
    let mut all = vec![];
    for (target, binary) in binaries {
        let list = Command::new(binary).args(["--list", "--format", "terse"]).output()?;
        let list = String::from_utf8(list.stdout)?;
        for name in list.lines().filter_map(|line| line.strip_suffix(": test")) {
            let is_part = |parts: &[&str]| parts.iter().any(|part| name.starts_with(part));
            if target == "llumc" && (!is_part(WANTED) || is_part(UNWANTED)) {
                continue;
            }
            let met = tempfile::NamedTempFile::new()?;
            let mut command = command(binary, name, folder);
            command.env("LLUMC_MUTANTS_MET", met.path());
            let run = limited::run(command, limits(longest), &Budget::unlimited())?;
            if run.exit != Some(0) {
                println!("not used, as it fails or takes too long: {target} {name}");
                continue;
            }
            let meets = std::fs::read_to_string(met.path())?;
            let meets = meets.lines().filter_map(|line| line.parse().ok()).collect();
            let (binary, name) = (binary.clone(), name.to_owned());
            all.push(Test { binary, name, time: run.time, meets });
        }
    }
    all.sort_by_key(|test| test.time);
    Ok(all)
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A test failed.
    Noticed(String),
    /// A test did not end.
    Hung(String),
    /// So many tests came to it, and none failed.
    Survived(usize),
}

/// Runs the tests that come to a change, until one fails or so much time is over.
pub fn fate(number: usize, tests: &[Test], folder: &Path, time: Duration) -> Result<Fate> {
    let mut left = time;
    let mut ran = 0;
    for test in tests.iter().filter(|test| test.meets.contains(&number)) {
        if test.time > left {
            break;
        }
        left -= test.time;
        ran += 1;
        let mut command = command(&test.binary, &test.name, folder);
        command.env("LLUMC_MUTANT", number.to_string());
        let longest = test.time * 4 + Duration::from_secs(5);
        let run = limited::run(command, limits(longest), &Budget::unlimited())?;
        if run.stopped.is_some() {
            return Ok(Fate::Hung(test.name.clone()));
        }
        if run.exit != Some(0) {
            return Ok(Fate::Noticed(test.name.clone()));
        }
    }
    Ok(Fate::Survived(ran))
}

fn command(binary: &Path, test: &str, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command.args(["--exact", test]).current_dir(folder);
    command
}

fn limits(time: Duration) -> limited::Limits {
    limited::Limits { time, memory: 1 << 34, cores: 2 }
}
