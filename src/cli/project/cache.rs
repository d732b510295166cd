//! Results that are kept: what is checked again is only what something has changed of.
//!
//! The key of a result is a hash of all that it depends on: the program as the compiler made it,
//! with all files that it needs, what is asked of it, the build of this program, the compiler's
//! version. A verdict stands whatever the limits are. Where a check is open, more time may decide
//! it: such a report is taken again only within the limits that it was made with. Errors are not
//! kept.
//!
//! Beside a result stands its evidence, if that was asked for; it is gone when the result is. With each
//! stands a hash of it and of its key: what is damaged, or was renamed, is as if it were not there. It
//! protects from accidents, not from somebody who can write there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::task::Task;
use crate::cli::args::CheckArgs;
use crate::cli::input;
use crate::engine::worker::STAMP;
use crate::frontend::{self, Clang};
use crate::report::coverage::{Coverage, Reach};
use crate::report::{ObstacleReport, Report, Status, Verdict};
use crate::support::hash::{hex, sha256};
use crate::support::limits;
use crate::support::output::write_whole;
use crate::verify::evidence;

/// What a task may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resources {
    /// Time limit in seconds.
    pub timeout: f64,
    /// Processor cores.
    pub cores: usize,
    /// Memory in MB (2^20 bytes), if that was said; the machine has always as much as it has.
    pub memory: Option<u64>,
}

/// The folder of results.
#[derive(Debug)]
pub struct Cache(PathBuf);

/// A result.
#[derive(Serialize, Deserialize)]
struct Kept {
    resources: Resources,
    /// When it was told, which reports don't say by themselves.
    told: u64,
    report: Report,
}

/// The key of a task's result.
///
/// # Errors
/// If there is no program: options are wrong, a file is missing, or clang rejects one.
pub fn key(task: &Task, args: &CheckArgs, clang: &Clang) -> Result<String> {
    let input = input::resolve(&args.input)?.task;
    let program = frontend::content(&input.frontend, clang)?;
    let parts = [STAMP, &program, &format!("{input:?}"), &task.words_with(&[]).join("\0")];
    Ok(hex(&sha256(parts.join("\0\0"))))
}

impl Cache {
    /// In this folder, which is made if need be.
    ///
    /// # Errors
    /// If that can't be made.
    pub fn open(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Self(folder.to_owned()))
    }

    /// The result with this key, if more of these resources than it had can't change it.
    pub fn find(&self, key: &str, args: &CheckArgs, resources: Resources) -> Option<Report> {
        let (path, kept) = (self.path(key), self.kept(key)?);
        if !is_final(&kept.report, args) && exceeds(resources, kept.resources) {
            return None;
        }
        // Whether it is too old is asked of the file's time. Without it it is made anew some day.
        if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(Report { told: kept.told, ..kept.report })
    }

    /// The folder with the evidence for the result with this key, if it is kept and about the
    /// sources as they are now.
    pub fn find_evidence(&self, key: &str) -> Option<PathBuf> {
        let is_whole = |folder: &PathBuf| {
            let kept = std::fs::read_to_string(folder.join(SUM));
            kept.is_ok_and(|kept| sum(key, folder).is_ok_and(|now| now == kept))
        };
        Some(self.evidence(key)).filter(|folder| is_whole(folder) && evidence::is_current(folder))
    }

    /// Keeps evidence, of a result that is kept. The run does not fail if that can't be done.
    pub fn keep_evidence(&self, key: &str, from: &Path) {
        let place = self.evidence(key);
        let kept = || -> Result<()> {
            let part = tempfile::Builder::new().prefix(PART).tempdir_in(&self.0)?;
            evidence::copy(from, part.path())?;
            std::fs::write(part.path().join(SUM), sum(key, part.path())?)?;
            forget(&place)?;
            Ok(std::fs::rename(part.keep(), &place)?)
        };
        if self.path(key).exists()
            && let Err(error) = kept()
        {
            eprintln!("llumc: warning: cannot keep evidence in {}: {error:#}", place.display());
        }
    }

    /// Keeps a result, unless it is open and the one that is kept is not; whether it does. The run
    /// does not fail if that can't be done.
    pub fn keep(&self, key: &str, report: &Report, resources: Resources) -> bool {
        let is_better = |kept: Kept| kept.report.verdict != Verdict::Unknown;
        if report.error.is_some()
            || report.verdict == Verdict::Unknown && self.kept(key).is_some_and(is_better)
        {
            return false;
        }
        let kept = Kept { resources, told: report.told, report: report.clone() };
        let written = serde_json::to_string(&kept).map_err(std::io::Error::other);
        let written = written.and_then(|text| {
            let hash = hash(key, &text);
            write_whole(&self.path(key), |out| write!(out, "{hash}\n{text}"))
        });
        // Any that is there is of the result before. What can't be removed is replaced later.
        let _ = forget(&self.evidence(key));
        if let Err(error) = written {
            eprintln!("llumc: warning: cannot keep a result in {}: {error}", self.0.display());
        }
        true
    }

    /// The result with this key.
    fn kept(&self, key: &str) -> Option<Kept> {
        let all = std::fs::read_to_string(self.path(key)).ok()?;
        let (hash, text) = all.split_once('\n')?;
        if hash != self::hash(key, text) {
            return None;
        }
        serde_json::from_str(text).ok()
    }

    /// Forgets what was not asked for in a long time.
    pub fn prune(&self) {
        let files = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        for file in files {
            let modified = file.metadata().and_then(|it| it.modified());
            let age = modified.ok().and_then(|time| time.elapsed().ok());
            let name = file.file_name().to_string_lossy().into_owned();
            let is_lone = |key: &str| !self.path(key).exists();
            // What can't be removed stays.
            let _ = match name.strip_suffix(EVIDENCE) {
                Some(key) if is_lone(key) => forget(&file.path()),
                Some(_) => Ok(()),
                None if age.is_none_or(|age| age <= limits::PROJECT_KEPT) => Ok(()),
                None if name.starts_with(PART) => forget(&file.path()),
                None => std::fs::remove_file(file.path()).map_err(anyhow::Error::from),
            };
        }
    }

    fn evidence(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}{EVIDENCE}"))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}.json"))
    }
}

/// What the names of folders with evidence end in.
const EVIDENCE: &str = ".evidence";

/// What the names of those begin with that are not whole yet.
const PART: &str = ".part-";

/// The file in such a folder with a hash of the others.
const SUM: &str = "kept.sha256";

/// A hash of what is kept and of its key.
fn hash(key: &str, text: &str) -> String {
    hex(&sha256(format!("{key}\n{text}")))
}

/// The same of evidence.
fn sum(key: &str, folder: &Path) -> Result<String> {
    Ok(hash(key, &evidence::digest(folder)?))
}

/// Removes evidence that is kept.
fn forget(folder: &Path) -> Result<()> {
    if folder.join(SUM).exists() {
        std::fs::remove_file(folder.join(SUM))?;
    }
    evidence::remove(folder)
}

/// Whether more resources would say nothing else.
fn is_final(report: &Report, args: &CheckArgs) -> bool {
    let is_known =
        |it: &Coverage| it.lines(Reach::Unknown) == 0 && it.branches(Reach::Unknown) == 0;
    if args.cover && !report.coverage.as_ref().is_some_and(is_known) {
        return false;
    }
    let ends_there =
        matches!(report.verdict, Verdict::False(_)) && args.stop_at_first == Some(true);
    // Larger models follow while there is time.
    let undecided = |it: &ObstacleReport| {
        it.status == "unknown" || it.kind == "bound" && it.status != "unreachable"
    };
    report.verdict == Verdict::True
        || ends_there
        || !report.checks.is_empty()
            && !report.checks.iter().any(|check| matches!(check.status, Status::Unknown))
            && !report.obstacles.iter().any(undecided)
}

/// Whether there is more than there was.
fn exceeds(now: Resources, then: Resources) -> bool {
    now.timeout > then.timeout
        || now.cores > then.cores
        || match (now.memory, then.memory) {
            (Some(now), Some(then)) => now > then,
            (None, Some(_)) => true,
            (_, None) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::{CheckReport, ErrorKind, ErrorReport, ProofReport};

    fn report(status: Status) -> Report {
        let check = CheckReport {
            goal: 0,
            property: Property::Assert,
            what: "assertion".to_owned(),
            place: None,
            status,
            met: None,
        };
        Report { checks: vec![check], ..Report::blank() }
    }

    fn arguments(words: &[&str]) -> Box<CheckArgs> {
        let words = ["check", "a.c"].iter().chain(words).map(|&it| it.to_owned()).collect();
        let task = Task { name: "t".to_owned(), words, clang: vec![], timeout: 1.0 };
        task.arguments().expect("they are right")
    }

    #[test]
    fn what_is_open_is_taken_again_within_its_limits_only() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::open(&folder.path().join("cache")).expect("it can be made");
        let resources = |timeout, cores, memory| Resources { timeout, cores, memory };
        let proved =
            Status::Proved { engine: String::new(), proof: ProofReport::Folded, invariant: vec![] };
        let given = resources(10.0, 2, Some(100));
        cache.keep("proved", &report(proved), given);
        cache.keep("open", &report(Status::Unknown), given);
        cache.keep("bare", &Report::blank(), given);
        let plain = arguments(&[]);
        let found = |key: &str, now| cache.find(key, &plain, now).is_some();
        for (now, expected) in [
            (given, true),
            (resources(5.0, 1, Some(50)), true),
            (resources(11.0, 2, Some(100)), false),
            (resources(10.0, 3, Some(100)), false),
            (resources(10.0, 2, Some(101)), false),
            (resources(10.0, 2, None), false),
        ] {
            assert!(found("proved", now));
            assert_eq!(found("open", now), expected, "{now:?}");
            assert_eq!(found("bare", now), expected, "{now:?}");
        }
        assert!(!found("another", given));
        // Of a violation that is all that is wanted nothing else is to come.
        let violated =
            Report { verdict: Verdict::False(Some(Property::Assert)), ..report(Status::Unknown) };
        cache.keep("violated", &violated, given);
        let more = resources(20.0, 2, Some(100));
        assert!(!found("violated", more));
        assert!(cache.find("violated", &arguments(&["--stop-at-first"]), more).is_some());
    }

    #[test]
    fn neither_errors_nor_broken_files_are_results() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::open(folder.path()).expect("it is there");
        let resources = Resources { timeout: 1.0, cores: 1, memory: None };
        let error = Some(ErrorReport { kind: ErrorKind::Internal, message: String::new() });
        cache.keep("a", &Report { error, ..Report::blank() }, resources);
        std::fs::write(folder.path().join("b.json"), "{\"resources\":").expect("written");
        for key in ["a", "b"] {
            assert!(cache.find(key, &arguments(&[]), resources).is_none(), "{key}");
        }
    }

    #[test]
    fn what_is_damaged_or_renamed_is_not_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::open(folder.path()).expect("it is there");
        let resources = Resources { timeout: 1.0, cores: 1, memory: None };
        let is_found = |key: &str| cache.find(key, &arguments(&[]), resources).is_some();
        cache.keep("a", &report(Status::Unknown), resources);
        assert!(is_found("a"));
        let whole = std::fs::read(cache.path("a")).expect("readable");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(cache.path("a"), damaged).expect("written");
            assert!(!is_found("a"), "byte {at}");
        }
        std::fs::write(cache.path("a"), &whole[..whole.len() - 1]).expect("written");
        assert!(!is_found("a"));
        std::fs::write(cache.path("b"), &whole).expect("written");
        assert!(!is_found("b"));
        std::fs::write(cache.path("a"), &whole).expect("written");
        assert!(is_found("a"));
    }
}
