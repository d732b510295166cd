//! A project's own compile commands (`compile_commands.json`).
//!
//! Format: the Clang documentation, "JSON Compilation Database Format Specification". What the options
//! of a command say is [`super::meaning`]. Deliberately absent: running the commands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::machine::Machine;
use super::meaning;
use crate::frontend::FrontendError;

/// A translation unit and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The C file, absolute.
    pub file: PathBuf,
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
        let unit = Unit { file, directory, arguments: said.options };
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

/// The machine that the units are compiled for, if it is another than x86.
///
/// # Errors
/// [`FrontendError::Input`] if they are for several.
pub fn machine_of(units: &[Unit]) -> Result<Option<Machine>, FrontendError> {
    let of = |unit: &Unit| {
        let mut options = unit.arguments.iter().rev();
        options.find_map(|it| it.strip_prefix("--target=").map(str::to_owned))
    };
    let Some(first) = units.first().map(of) else { return Ok(None) };
    if let Some(other) = units.iter().find(|unit| of(unit) != first) {
        let (one, other) = (&units[0].file, &other.file);
        return Err(FrontendError::Input(format!(
            "{} and {} are compiled for different machines",
            one.display(),
            other.display()
        )));
    }
    Ok(first.map(|triple| Machine { triple }))
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
