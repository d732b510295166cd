//! A project's own compile commands (`compile_commands.json`).
//!
//! Format: the Clang documentation, "JSON Compilation Database Format Specification". What the options
//! of a command say is [`super::meaning`]. Deliberately absent: running the commands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::machine::{Machine, Target};
use super::meaning;
use crate::frontend::FrontendError;

/// A translation unit and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The C file, absolute.
    pub file: PathBuf,
    /// The same as its command names it, for `__FILE__`.
    pub named: PathBuf,
    /// Where its command is run.
    pub directory: PathBuf,
    /// The options that say what it means.
    pub arguments: Vec<String>,
}

/// What is in a file of compile commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// The C files.
    pub units: Vec<Unit>,
    /// What of the commands is passed over, for people.
    pub remarks: Vec<String>,
}

/// An entry as it stands in the file.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Reads the C files of a database; each is taken once, as its first entry says.
///
/// # Errors
/// [`FrontendError::Input`] if it can't be read, or is meant for another machine.
pub fn read(database: &Path) -> Result<Commands, FrontendError> {
    let input = |what: String| FrontendError::Input(format!("{}: {what}", database.display()));
    let text = std::fs::read_to_string(database).map_err(|error| {
        FrontendError::Input(format!(
            "cannot read {}: {error}; compile commands are a compile_commands.json, or its folder",
            database.display()
        ))
    })?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| input(format!("no compile commands: {error}")))?;
    let base = std::path::absolute(database).map_err(|error| input(error.to_string()))?;
    let base = base.parent().unwrap_or(Path::new("/"));
    let mut units: Vec<Unit> = Vec::new();
    let (mut unknown, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for entry in entries {
        let directory = base.join(entry.directory);
        let file = directory.join(&entry.file);
        let c = file.extension().is_some_and(|extension| extension == "c");
        if !c {
            continue;
        }
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => shlex::split(&command)
                .ok_or_else(|| input(format!("a quotation that does not end in: {command}")))?,
            (None, None) => return Err(input(format!("no command for {}", file.display()))),
        };
        let first = units.iter().find(|unit| unit.file == file);
        let said = match (meaning::of(&words), first) {
            (Ok(said), _) => said,
            (Err(_), Some(_)) => {
                twice.insert(file);
                continue;
            }
            (Err(what), None) => return Err(input(format!("{}: {what}", file.display()))),
        };
        let is_it = |word: &&String| directory.join(word) == file;
        let named = words.iter().skip(1).find(is_it).map_or(entry.file, PathBuf::from);
        let unit = Unit { file, named, directory, arguments: said.options };
        match first {
            None => {
                unknown.extend(said.unknown);
                units.push(unit);
            }
            Some(first) if *first == unit => {}
            Some(_) => {
                twice.insert(unit.file);
            }
        }
    }
    if units.is_empty() {
        return Err(input("no C file is compiled".to_owned()));
    }
    let mut remarks: Vec<String> = twice.iter().map(|file| remark(database, file)).collect();
    if !unknown.is_empty() {
        let (database, all) = (database.display(), unknown.into_iter().collect::<Vec<_>>());
        remarks.push(format!(
            "{database}: options that are not known are passed over: {}",
            all.join(" ")
        ));
    }
    Ok(Commands { units, remarks })
}

/// What is said of a file that is compiled in several ways.
fn remark(database: &Path, file: &Path) -> String {
    let (database, file) = (database.display(), file.display());
    format!(
        "{database}: {file} is compiled several times in different ways; it is taken as the first \
         entry says"
    )
}

impl Unit {
    /// What it is compiled for.
    pub fn target(&self) -> Target {
        let said = |option: &String| match option.as_str() {
            "-m32" => Some(Target::Ilp32),
            "-m64" => Some(Target::Lp64),
            other => {
                let triple = other.strip_prefix("--target=")?.to_owned();
                Some(Target::Other(Machine { triple }))
            }
        };
        self.arguments.iter().rev().find_map(said).unwrap_or(Target::Lp64)
    }
}

/// What all units are compiled for. If they are for several targets those are taken that are for
/// the one that is wanted, or of the first of these files, and the others removed; it is returned
/// how many.
///
/// # Errors
/// [`FrontendError::Input`] if it is not clear which target is meant, or no unit is for it.
pub fn for_one_target(
    units: &mut Vec<Unit>,
    wanted: Option<&Target>,
    files: &[PathBuf],
) -> Result<(Target, usize), FrontendError> {
    let first = units.first().map_or(Target::Lp64, Unit::target);
    let Some(other) = units.iter().find(|unit| unit.target() != first) else {
        return Ok((first, 0));
    };
    let named = files.iter().find_map(|file| units.iter().find(|unit| same(&unit.file, file)));
    let Some(target) = wanted.cloned().or_else(|| named.map(Unit::target)) else {
        return Err(FrontendError::Input(format!(
            "{} and {} are compiled for different machines; say which is meant (--target, of x86 \
             -m 32 or -m 64), or name a file of the program",
            units[0].file.display(),
            other.file.display()
        )));
    };
    let before = units.len();
    units.retain(|unit| unit.target() == target);
    if units.is_empty() {
        let what = "no file is compiled for the machine that is named (--target, -m)";
        return Err(FrontendError::Input(what.to_owned()));
    }
    Ok((target, before - units.len()))
}

/// Whether two paths name the same file.
pub fn same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("compile_commands.json");
        let with = |command: &str| {
            let command = serde_json::to_string(command).expect("a string");
            let entry = format!(r#"[{{"directory": ".", "file": "a.c", "command": {command}}}]"#);
            std::fs::write(&database, entry).expect("written");
            read(&database).map(|it| it.units)
        };
        let units = with(r#"cc -c '-DA="x y"' -DB=\"q\" a.c"#).expect("a command");
        assert_eq!(units[0].arguments[1..], [r#"-DA="x y""#, r#"-DB="q""#]);
        let refused = with("cc -c '-DA=x a.c").expect_err("no end").to_string();
        assert!(refused.contains("a quotation that does not end"), "{refused}");
    }

    #[test]
    fn units_are_for_one_target() {
        let unit = |name: &str, option: &str| Unit {
            file: PathBuf::from(name),
            named: PathBuf::from(name),
            directory: PathBuf::from("/"),
            arguments: vec![option.to_owned()],
        };
        let all = || {
            vec![unit("/a.c", "-DA"), unit("/b.c", "-m32"), unit("/c.c", "--target=arm-none-eabi")]
        };
        let refused = for_one_target(&mut all(), None, &[]).expect_err("not clear").to_string();
        assert!(refused.contains("/a.c and /b.c are compiled for different machines"), "{refused}");
        for (wanted, named, left, target) in [
            (Some(Target::Ilp32), None, "/b.c", Target::Ilp32),
            (Some(Target::Ilp32), Some("/a.c"), "/b.c", Target::Ilp32),
            (None, Some("/a.c"), "/a.c", Target::Lp64),
        ] {
            let mut units = all();
            let files: Vec<PathBuf> = named.into_iter().map(PathBuf::from).collect();
            let found = for_one_target(&mut units, wanted.as_ref(), &files).expect("clear");
            assert_eq!(found, (target, 2));
            assert_eq!(units[0].file, Path::new(left));
        }
        // All are for others.
        let mut others = all();
        others.remove(0);
        for_one_target(&mut others, Some(&Target::Lp64), &[]).expect_err("none is for it");
        let mut same = vec![unit("/a.c", "-m64"), unit("/b.c", "")];
        let found = for_one_target(&mut same, Some(&Target::Ilp32), &[]).expect("one target");
        assert_eq!((found, same.len()), ((Target::Lp64, 0), 2));
    }

    #[test]
    fn what_is_passed_over_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("compile_commands.json");
        let with = |commands: [&str; 2]| {
            let entries = commands.map(|command| {
                serde_json::json!({ "directory": ".", "file": "a.c", "command": command })
            });
            std::fs::write(&database, serde_json::json!(entries).to_string()).expect("written");
            read(&database).expect("commands")
        };
        assert_eq!(with(["cc -c a.c -o 1.o", "cc -g -c a.c -o 2.o"]).remarks, [""; 0]);
        for (second, told) in [
            ("cc -DA -c a.c", "compiled several times in different ways"),
            ("cc -fopenmp -c a.c", "compiled several times in different ways"),
        ] {
            let said = with(["cc -c a.c", second]);
            assert_eq!((said.units.len(), said.remarks.len()), (1, 1), "{second}");
            assert!(said.remarks[0].contains(told), "{:?}", said.remarks);
        }
        let said = with(["cc -fx=1 -c a.c", "cc -fx=1 -c a.c"]).remarks;
        assert!(said[0].ends_with("options that are not known are passed over: -fx=1"), "{said:?}");
        assert_eq!(said.len(), 1);
    }
}
