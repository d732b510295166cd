//! A copy of the project in which all drawn changes are made, each if it is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use llumc::support::Random;
use serde_json::Value;

use crate::points::{Point, Walk};

/// The files of `src/certify` and the folders there that say what must hold.
const FILES: &[&str] = &[
    "conditions.rs",
    "cuts.rs",
    "dimspec",
    "dimspec.rs",
    "direct.rs",
    "exhausted.rs",
    "fixed.rs",
    "formulas.rs",
    "inductive.rs",
    "k_inductive.rs",
    "live.rs",
    "memory",
    "obligation.rs",
    "proved.rs",
    "region.rs",
    "accelerated.rs",
    "system.rs",
    "unrolled.rs",
];

/// How a change begins.
const MADE: &str = "crate :: mutant";

/// Added to the copy: which change is made, and which ones are met.
const ASKED: &str = r#"
/// Whether this change is made. The first time that it is asked the number goes to a file.
pub fn mutant(number: usize) -> bool {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{LazyLock, Mutex};
    static MADE: LazyLock<Option<usize>> =
        LazyLock::new(|| std::env::var("LLUMC_MUTANT").ok()?.parse().ok());
    static MET: LazyLock<Option<Mutex<std::fs::File>>> = LazyLock::new(|| {
        let name = std::env::var("LLUMC_MUTANTS_MET").ok()?;
        std::fs::File::options().create(true).append(true).open(name).ok().map(Mutex::new)
    });
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
    if let Some(file) = &*MET
        && !SEEN[number].swap(true, Ordering::Relaxed)
    {
        let _ = file.lock().map(|mut file| file.write_all(format!("{number}\n").as_bytes()));
    }
    *MADE == Some(number)
}
"#;

/// The sources that are changed, by their names from `src` on.
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Reads them.
    pub fn read(root: &Path) -> Result<Self> {
        let folder = root.join("src");
        let mut open: Vec<PathBuf> =
            FILES.iter().map(|it| folder.join("certify").join(it)).collect();
        let mut all = BTreeMap::new();
        while let Some(path) = open.pop() {
            if path.is_dir() {
                for entry in fs::read_dir(&path)? {
                    open.push(entry?.path());
                }
            } else if !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let name = path.strip_prefix(&folder)?.to_string_lossy().into_owned();
                all.insert(name, text);
            }
        }
        Ok(Self(all))
    }

    /// The sources with these changes, and all changes that there could be.
    pub fn with(&self, chosen: &BTreeSet<usize>) -> Result<(BTreeMap<String, String>, Vec<Point>)> {
        let mut walk = Walk::choosing(chosen);
        let mut texts = BTreeMap::new();
        for (name, text) in &self.0 {
            let text = walk.file(name, text).with_context(|| name.clone())?;
            texts.insert(name.clone(), text);
        }
        Ok((texts, walk.points))
    }
}

/// What was built.
pub struct Built {
    /// The changes that are made if they are asked for, by their numbers.
    pub points: BTreeMap<usize, Point>,
    /// All that there are, also those that do not compile.
    pub all: usize,
    /// Programs with tests, by their names.
    pub tests: BTreeMap<String, PathBuf>,
}

/// The copy.
pub struct Tree<'a> {
    pub root: &'a Path,
    pub folder: PathBuf,
    /// Where it is built.
    pub built: PathBuf,
    /// Features of the crate.
    pub features: &'a str,
    /// Integration tests.
    pub tests: &'a [String],
}

impl Tree<'_> {
    /// Draws so many changes that compile, and builds the copy with them.
    pub fn build(&self, count: usize, seed: u64) -> Result<Built> {
        self.copy()?;
        let sources = Sources::read(self.root)?;
        let (_, points) = sources.with(&BTreeSet::new())?;
        let mut drawn: Vec<usize> = (0..points.len()).collect();
        let mut random = Random::new(seed);
        for place in (1..drawn.len()).rev() {
            drawn.swap(place, random.index(place + 1));
        }
        let mut refused = BTreeSet::new();
        loop {
            let fine = drawn.iter().copied().filter(|number| !refused.contains(number));
            let chosen: BTreeSet<usize> = fine.take(count).collect();
            for (name, text) in sources.with(&chosen)?.0 {
                write(&self.folder.join("src").join(name), &text)?;
            }
            match self.compile()? {
                Ok(tests) => {
                    let all = points.len();
                    let points = chosen.into_iter().map(|it| (it, points[it].clone())).collect();
                    return Ok(Built { points, all, tests });
                }
                Err(wrong) => {
                    for &number in &wrong {
                        println!("does not compile: {}", points[number]);
                    }
                    refused.extend(wrong);
                }
            }
        }
    }

    /// Sources are copied, all else is linked.
    fn copy(&self) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        for entry in fs::read_dir(self.root)? {
            let entry = entry?;
            let name = entry.file_name();
            let to = self.folder.join(&name);
            match name.to_string_lossy().as_ref() {
                "target" | ".git" | "src" => {}
                "Cargo.toml" | "Cargo.lock" => write(&to, &fs::read_to_string(entry.path())?)?,
                _ if to.exists() => {}
                _ => symlink(entry.path(), to)?,
            }
        }
        let changed = Sources::read(self.root)?.0;
        let from = self.root.join("src");
        let mut open = vec![from.clone()];
        while let Some(path) = open.pop() {
            let name = path.strip_prefix(&from)?;
            let to = self.folder.join("src").join(name);
            if path.is_dir() {
                fs::create_dir_all(to)?;
                for entry in fs::read_dir(&path)? {
                    open.push(entry?.path());
                }
            } else if name == Path::new("lib.rs") {
                let text = fs::read_to_string(&path)?;
                write(&to, &format!("#![allow(warnings)]\n{text}{ASKED}"))?;
            } else if !changed.contains_key(&*name.to_string_lossy())
                && fs::read(&to).ok() != Some(fs::read(&path)?)
            {
                fs::copy(&path, to)?;
            }
        }
        Ok(())
    }

    /// Builds the tests; else the changes at which that fails.
    fn compile(&self) -> Result<Result<BTreeMap<String, PathBuf>, BTreeSet<usize>>> {
        let mut command = Command::new("cargo");
        command.args(["test", "--no-run", "--lib", "--message-format=json"]);
        command.args(["--features", self.features]);
        command.args(self.tests.iter().flat_map(|test| ["--test", test]));
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.built);
        let output = command.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
        let text = String::from_utf8(output.stdout)?;
        let messages: Vec<Value> =
            text.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
        if output.status.success() {
            let tests = messages.iter().filter(|it| it["profile"]["test"] == true);
            let named = tests.filter_map(|it| {
                let name = it["target"]["name"].as_str()?.to_owned();
                Some((name, PathBuf::from(it["executable"].as_str()?)))
            });
            return Ok(Ok(named.collect()));
        }
        let errors = messages.iter().map(|it| &it["message"]).filter(|it| it["level"] == "error");
        let spans = errors.clone().flat_map(|it| it["spans"].as_array()).flatten();
        let wrong: BTreeSet<usize> = spans.filter_map(|span| self.change_at(span)).collect();
        if wrong.is_empty() {
            let said: Vec<&str> = errors.filter_map(|it| it["rendered"].as_str()).collect();
            bail!("the copy can't be built:\n{}", said.join("\n"));
        }
        Ok(Err(wrong))
    }

    /// The change that a message of the compiler is about: the last one that begins before, or
    /// the first one behind.
    fn change_at(&self, span: &Value) -> Option<usize> {
        if span["is_primary"] != true {
            return None;
        }
        let text = fs::read(self.folder.join(span["file_name"].as_str()?)).ok()?;
        let at = usize::try_from(span["byte_start"].as_u64()?).ok()?;
        let (before, behind) = text.split_at_checked(at)?;
        let before = String::from_utf8_lossy(before);
        let behind = String::from_utf8_lossy(behind);
        let first = || behind.find(MADE).map(|at| &behind[at..]);
        let number = before.rfind(MADE).map(|at| &before[at..]).or_else(first)?;
        let digits = number.trim_start_matches(|it: char| !it.is_ascii_digit());
        let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    }
}

/// Writes a file, unless it is there as it should be: what is not new is not built again.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}
