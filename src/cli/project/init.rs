//! `llumc project --init`: a first llumc.toml, from what is found in the folder.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::config;
use crate::frontend::{self, Clang, DataModel, Defined, Target};
use crate::support::output::write_whole;

/// The file of compile commands.
const COMMANDS: &str = "compile_commands.json";

/// Beginnings of the names of functions that are made to be checked.
const CHECKS: [&str; 5] = ["check_", "harness", "prove_", "test_", "verify_"];

/// Writes the file in the current folder; what is said of it.
///
/// # Errors
/// If there is one already, there is no C file, or it can't be written.
pub fn run(shown: &Path, clang: &Clang) -> Result<String> {
    if Path::new(config::FILE).exists() {
        bail!("there is a {} already", shown.display());
    }
    let found = commands();
    let (tasks, text) = match &found {
        Some(commands) => of_project(commands, clang)?,
        None => of_files()?,
    };
    write_whole(Path::new(config::FILE), |out| std::io::Write::write_all(out, text.as_bytes()))
        .with_context(|| format!("cannot write {}", shown.display()))?;
    let from = found.map(|it| format!("the compile commands in {}", it.display()));
    let from = from.unwrap_or("the C files of the folder".to_owned());
    let count = if tasks == 1 { "1 task".to_owned() } else { format!("{tasks} tasks") };
    Ok(format!(
        "{} is written, with {count} from {from}. Read it, then run: llumc project\n",
        shown.display()
    ))
}

/// Compile commands here or in a folder here, where build systems write them.
fn commands() -> Option<PathBuf> {
    let here = PathBuf::from(COMMANDS);
    let folders = std::fs::read_dir(".").ok()?.flatten().map(|it| PathBuf::from(it.file_name()));
    let mut below: Vec<PathBuf> = folders.map(|folder| folder.join(COMMANDS)).collect();
    below.sort();
    std::iter::once(here).chain(below).find(|path| path.is_file())
}

/// Number of tasks and text for a project: its `main` functions, and functions that are made to be
/// checked; if there are none, each function.
fn of_project(commands: &Path, clang: &Clang) -> Result<(usize, String)> {
    let mut project = frontend::read_project(commands)?.units;
    let (target, _) = frontend::for_one_target(&mut project, None, &[])?;
    let data_model = if target == Target::Ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let machine = if let Target::Other(machine) = target { Some(machine) } else { None };
    let options =
        frontend::Options { project, machine, data_model, ..frontend::Options::default() };
    let all = frontend::functions(&options, clang)?;
    let is_check = |it: &&Defined| {
        let begins = CHECKS.iter().any(|start| it.function.starts_with(start));
        it.function == "main" || begins && it.parameters == 0
    };
    let entries: Vec<&Defined> = all.iter().filter(is_check).collect();
    let mut out = head(Some(commands))?;
    if entries.is_empty() {
        out.push_str(
            "# No main function and none that is made for checks was found: each function is a \
             task, called\n# with arguments that may be anything.\n[[functions]]\nin = [\".\"]\n\
             except = []\n",
        );
        return Ok((all.len(), out));
    }
    let folder = std::env::current_dir().context("there is no current folder")?;
    for entry in &entries {
        let several = entries.iter().filter(|it| it.function == entry.function).count() > 1;
        let file = entry.file.strip_prefix(&folder).unwrap_or(&entry.file);
        writeln!(out, "[[task]]")?;
        if several {
            let name = file.with_extension("").display().to_string().replace('/', ".");
            let name = format!("{}.{}", name.trim_start_matches('.'), entry.function);
            writeln!(out, "name = {}", quoted(&name))?;
        }
        writeln!(out, "entry = {}", quoted(&entry.function))?;
        if several {
            writeln!(out, "files = [{}]", quoted(&file.display().to_string()))?;
        }
        out.push('\n');
    }
    out.push_str(
        "# Each function of these files by itself, called with arguments that may be anything:\n\
         # [[functions]]\n# in = [\"src\"]\n# except = [\"main\"]\n",
    );
    Ok((entries.len(), out))
}

/// The same for the C files of the folder, which are one program.
fn of_files() -> Result<(usize, String)> {
    let names = std::fs::read_dir(".").context("cannot read the folder")?.flatten();
    let names = names.map(|it| it.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".c")).collect();
    files.sort();
    if files.is_empty() {
        bail!(
            "neither a {COMMANDS} nor a C file is here: CMake writes the former with \
             -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, `bear -- make` for other build systems"
        );
    }
    let files: Vec<String> = files.iter().map(|it| quoted(it)).collect();
    let mut out = head(None)?;
    write!(out, "[[task]]\nentry = \"main\"\nfiles = [{}]\n", files.join(", "))?;
    Ok((1, out))
}

fn head(commands: Option<&Path>) -> Result<String> {
    let mut out = String::from(
        "# What `llumc project` checks. docs/PROJECTS.md of llumc says all that can stand here.\n",
    );
    if let Some(commands) = commands {
        writeln!(out, "compile-commands = {}", quoted(&commands.display().to_string()))?;
    }
    out.push_str(
        "\n# Options of `llumc check` for all tasks, by their long names; a task may have others.\n\
         [options]\ntimeout = 60\n# volatile = \"plain\"\n# define = [\"NDEBUG\"]\n\n",
    );
    Ok(out)
}

/// A basic string of TOML. Names of files and functions have no control characters.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
