//! SV-COMP's property files and task definitions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::program::Property;

/// A task definition (`format_version` 2.0), as far as it concerns us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The program's files.
    pub files: Vec<PathBuf>,
    /// The properties named, of those that are known here.
    pub properties: BTreeSet<Property>,
    /// Names of property files of other properties (termination, data races).
    pub skipped: Vec<String>,
    /// Whether it asks for one property, which may be several of ours.
    pub is_single: bool,
    /// Whether the data model is ILP32.
    pub ilp32: bool,
}

#[derive(Deserialize)]
struct RawTask {
    format_version: String,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<RawProperty>,
    #[serde(default)]
    options: RawOptions,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: String,
}

#[derive(Default, Deserialize)]
struct RawOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// Reads a task definition; paths in it are relative to its folder.
///
/// # Errors
/// If the file can't be read, is no task definition of a known version, is not about C,
/// or names no property that is known here, or one of programs that begin elsewhere than in the
/// function `entry`.
pub fn read_task(path: &Path, entry: &str) -> Result<Task> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read task file {}", path.display()))?;
    let raw: RawTask = serde_saphyr::from_str(&text)
        .with_context(|| format!("{} is not an SV-COMP task definition", path.display()))?;
    if !raw.format_version.starts_with("2.") {
        bail!("{}: format_version {} is not known; 2.x is", path.display(), raw.format_version);
    }
    if let Some(language) = raw.options.language.filter(|language| language != "C") {
        bail!("{}: the language is {language}; only C is supported", path.display());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let names = match raw.input_files {
        OneOrMany::One(name) => vec![name],
        OneOrMany::Many(names) => names,
    };
    let mut task = Task {
        files: names.iter().map(|name| folder.join(name)).collect(),
        properties: BTreeSet::new(),
        skipped: vec![],
        is_single: raw.properties.len() == 1,
        ilp32: match raw.options.data_model.as_deref() {
            Some("ILP32") => true,
            Some("LP64") | None => false,
            Some(other) => bail!("{}: unknown data_model {other}", path.display()),
        },
    };
    for property in raw.properties {
        let file = folder.join(&property.property_file);
        match read_property_file(&file, entry)? {
            Some(known) => task.properties.extend(known),
            None => task.skipped.push(property.property_file),
        }
    }
    if task.properties.is_empty() {
        bail!(
            "{}: none of its properties is supported ({})",
            path.display(),
            if task.skipped.is_empty() { "it names none".into() } else { task.skipped.join(", ") }
        );
    }
    Ok(task)
}

/// Reads a property file: its properties, one a line. `None` if it is well-formed and one of
/// them is not supported.
///
/// SV-COMP's own are recognised by their formula; ours (`assert`, `shift`, …) follow the
/// same form with the property's name: `CHECK( init(main()), LTL(G ! shift) )`.
///
/// # Errors
/// If the file can't be read, is no property file, or one of programs that begin elsewhere than
/// in the function `entry`.
pub fn read_property_file(path: &Path, entry: &str) -> Result<Option<Vec<Property>>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read property file {}", path.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let formulas: Option<Vec<_>> = lines.map(parse_property).collect();
    let formulas = formulas.filter(|all| !all.is_empty()).with_context(|| {
        format!("{}: not a property file; expected CHECK( init(main()), LTL(…) )", path.display())
    })?;
    // SV-COMP's own files all say main, and serve for programs that are entered elsewhere, too.
    let is_other = |function: &str| function != "main" && function != entry;
    if let Some((other, _)) = formulas.iter().find(|(function, _)| is_other(function)) {
        bail!(
            "{}: it is about programs that begin in {other}(), not {entry}(); --entry {other} \
             checks these",
            path.display()
        );
    }
    Ok(formulas.into_iter().map(|(_, property)| property).collect())
}

/// The property that a formula names, with or without what stands around it in a property file;
/// none, if it is not known.
pub fn parse_formula(text: &str) -> Option<Property> {
    let bare = format!("CHECK( init(main()), LTL({text}) )");
    parse_property(text).or_else(|| parse_property(&bare))?.1
}

/// The function that a formula with what stands around it begins in.
pub fn parse_entry(text: &str) -> Option<String> {
    Some(parse_property(text)?.0)
}

/// The function that a formula begins in, and the property that it names, if that is known;
/// `None` if it is no formula at all.
fn parse_property(text: &str) -> Option<(String, Option<Property>)> {
    let compact: String = text.split_whitespace().collect();
    // What tests should cover, in a query language (SV-COMP's tasks serve Test-Comp, too).
    if let Some((entry, _)) =
        compact.strip_prefix("COVER(init(").and_then(|rest| rest.split_once("()),FQL("))
    {
        return compact.ends_with("))").then(|| (entry.to_owned(), None));
    }
    let (entry, formula) = compact.strip_prefix("CHECK(init(")?.split_once("()),LTL(")?;
    let (formula, rest) = formula.rsplit_once("))")?;
    if !rest.is_empty() {
        return None;
    }
    let known = match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Some(Property::UnreachCall),
        "G!overflow" => Some(Property::NoOverflow),
        "G!data-race" => Some(Property::NoDataRace),
        "Gvalid-deref" => Some(Property::ValidDeref),
        "Gvalid-free" => Some(Property::ValidFree),
        "Gvalid-memtrack" => Some(Property::ValidMemtrack),
        "Gvalid-memcleanup" => Some(Property::ValidMemcleanup),
        _ => formula.strip_prefix("G!").and_then(|name| name.parse().ok()),
    };
    Some((entry.to_owned(), known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_formulas() {
        let parse = |formula: &str| {
            let parsed = parse_property(&format!("CHECK( init(main()), LTL({formula}) )\n"));
            parsed.filter(|(entry, _)| entry == "main").map(|(_, property)| property)
        };
        assert_eq!(parse("G ! call(reach_error())"), Some(Some(Property::UnreachCall)));
        assert_eq!(parse("G ! overflow"), Some(Some(Property::NoOverflow)));
        assert_eq!(parse("G ! div-by-zero"), Some(Some(Property::DivByZero)));
        let cast = Some(Some(Property::FloatCastOverflow));
        assert_eq!(parse("G ! float-cast-overflow"), cast);
        assert_eq!(parse("F end"), Some(None));
        assert_eq!(parse("G valid-free"), Some(Some(Property::ValidFree)));
        assert_eq!(parse("G valid-memtrack"), Some(Some(Property::ValidMemtrack)));
        let cover = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
        assert_eq!(parse_property(cover), Some(("main".to_owned(), None)));
        assert_eq!(parse_property("int main() {}"), None);
    }

    #[test]
    fn tasks_are_read_relative_to_their_folder() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let write =
            |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("written");
        write("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )");
        write("end.prp", "CHECK( init(main()), LTL(F end) )");
        write(
            "t.yml",
            "format_version: '2.0'\ninput_files: ['a.c', 'b.c']\nproperties:\n  - property_file: overflow.prp\n    \
             expected_verdict: false\n  - property_file: end.prp\noptions:\n  language: C\n  data_model: ILP32\n",
        );
        let task = read_task(&dir.path().join("t.yml"), "main").expect("a task");
        assert_eq!(task.files, [dir.path().join("a.c"), dir.path().join("b.c")]);
        assert_eq!(task.properties, BTreeSet::from([Property::NoOverflow]));
        assert_eq!(task.skipped, ["end.prp"]);
        assert!(task.ilp32);
        assert!(read_task(&dir.path().join("t.yml"), "start").is_ok());
        write("overflow.prp", "CHECK( init(start()), LTL(G ! overflow) )");
        assert!(read_task(&dir.path().join("t.yml"), "start").is_ok());
        assert!(read_task(&dir.path().join("t.yml"), "main").is_err());
        for wrong in ["format_version: '9'\ninput_files: a.c\n", "input_files: a.c", "- 1", "\t"] {
            write("w.yml", wrong);
            assert!(read_task(&dir.path().join("w.yml"), "main").is_err(), "{wrong}");
        }
    }
}
