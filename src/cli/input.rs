//! From the typed input options to what the front end is asked to do.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::args::InputArgs;
use super::values::{
    AcceptArg, CallbacksArg, GlobalsArg, NestedArg, SwitchesArg, UndefinedArg, VolatileArg,
};
use crate::frontend::{
    self, Callbacks, Commands, DataModel, Interrupts, Limits, Machine, Nested, Options, Signature,
    Target, Undefined, Unit, Volatile,
};
use crate::program::{ModelLimit, Property};
use crate::support::{limits, source};
use crate::verify::{ProgramTask, svcomp};

/// The resolved input.
#[derive(Clone, Debug)]
pub struct Input {
    /// The program, and what is asked of it.
    pub task: ProgramTask,
    /// Remarks for the user (properties of a task file that are not supported).
    pub remarks: Vec<String>,
    /// Whether a single property was asked for in the manner of SV-COMP, where one violation is
    /// all that is wanted.
    pub is_single: bool,
    /// Name for output files: the first file's, without folder and extension.
    pub name: String,
}

/// Resolves the input options: reads task and property files, fills in defaults.
///
/// # Errors
/// If a file is missing or malformed, or the options contradict each other.
pub fn resolve(args: &InputArgs) -> Result<Input> {
    let commands = match &args.compile_commands {
        None => Commands::default(),
        Some(path) if path.is_dir() => frontend::read_project(&path.join("compile_commands.json"))?,
        Some(database) => frontend::read_project(database)?,
    };
    let Commands { units: mut project, mut remarks } = commands;
    if project.is_empty() && args.files.is_empty() {
        bail!(
            "no FILE is given: name C files, or a project by its compile commands \
             (--compile-commands compile_commands.json, or the folder where that is)"
        );
    }
    let with_tasks = [&SOURCES[..], &TASKS].concat();
    let mut files = with_stdin(args.files.clone())?;
    for file in &files {
        check_readable(file, &with_tasks)?;
    }
    for file in &args.models {
        check_readable(file, &SOURCES)?;
    }
    let first = files.first().cloned().unwrap_or_else(|| PathBuf::from(args.entry()));
    let name = match source::stdin(&first) {
        Some(_) => "stdin".to_owned(),
        None => first.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let words = &args.properties[..];
    let mut is_single = matches!(words, [word] if word.ends_with(".prp"));
    let mut properties = parse_properties(words, args.entry())?;
    let signature = Signature::parse(args.entry.as_deref().unwrap_or("main"))?;
    let (machine, is_narrow) = machine(args, &mut project, &mut remarks)?;
    let mut ilp32 = is_narrow;
    if args.files.iter().any(|file| is_task(file)) {
        if args.files.len() > 1 {
            bail!("a task file names all its inputs; give it alone, not with other files");
        }
        let task = svcomp::read_task(&first, args.entry())?;
        for file in &task.files {
            check_readable(file, &SOURCES)?;
        }
        for skipped in &task.skipped {
            remarks.push(format!("property {skipped} of {} is not supported", first.display()));
        }
        is_single |= words.is_empty() && task.is_single;
        files = task.files;
        ilp32 = task.ilp32 || is_narrow;
        properties = properties.or(Some(task.properties));
    }
    let data_model = match args.model.as_deref() {
        Some("32") => DataModel::Ilp32,
        Some(_) => DataModel::Lp64,
        None if ilp32 => DataModel::Ilp32,
        None => DataModel::Lp64,
    };
    let frontend = Options {
        files,
        include_dirs: args.include.clone(),
        defines: args.define.clone(),
        data_model,
        machine,
        entry: signature.name,
        globals_arbitrary: args.entry_globals == GlobalsArg::Any,
        parameters: signature.parameters,
        properties: properties.unwrap_or_else(|| Property::by_default().collect()),
        cover: false,
        branchings: false,
        volatile: match args.volatile {
            VolatileArg::Arbitrary => Volatile::Arbitrary,
            VolatileArg::Plain => Volatile::Plain,
        },
        undefined: undefined(args.undefined),
        callbacks: callbacks(args.callbacks),
        interrupts: Interrupts {
            handlers: args.interrupts.handlers.clone(),
            off: args.interrupts.off.clone(),
            on: args.interrupts.on.clone(),
            nested: match args.interrupts.nested {
                None => Nested::None,
                Some(NestedArg::Others) => Nested::Others,
                Some(NestedArg::All) => Nested::All,
            },
            atomic_width: args.interrupts.atomic_width,
        },
        error_functions: args.error_functions.clone(),
        lenient: args.lenient,
        limits: model_limits(args),
        malloc_may_fail: args.malloc_may_fail,
        accesses_valid: args.accept.contains(&AcceptArg::AccessesValid),
        // Else runs that follow them would be left out.
        pointers_assumed: args.accept.contains(&AcceptArg::AccessesValid),
        recursion: args.recursion.unwrap_or(limits::RECURSION),
        inlined: args.recursion.is_none().then_some(limits::RECURSIVE_INSTRUCTIONS),
        models: args.models.clone(),
        project,
        clang_args: args.clang.clone(),
    };
    Ok(Input { task: ProgramTask { frontend, fixed: fixed(args) }, remarks, is_single, name })
}

/// How much is modelled at first.
fn model_limits(args: &InputArgs) -> Limits {
    Limits {
        instances: args.allocations.unwrap_or(limits::ALLOCATIONS),
        allocation: args.max_allocation.unwrap_or(limits::MAX_ALLOCATION),
        any_size: false,
        string: args.max_string.unwrap_or(limits::MAX_STRING),
        outside_depth: args.outside_depth.unwrap_or(limits::OUTSIDE_DEPTH),
        outside_objects: args.outside_objects.unwrap_or(limits::OUTSIDE_OBJECTS),
        threads: args.threads.unwrap_or(limits::THREADS),
        fewer_switches: args.thread_switches != Some(SwitchesArg::All),
    }
}

/// The limits of the model that are named, and so not raised.
fn fixed(args: &InputArgs) -> BTreeSet<ModelLimit> {
    let all = [
        (ModelLimit::Allocations, args.allocations.is_some()),
        (ModelLimit::AllocationSize, args.max_allocation.is_some()),
        (ModelLimit::StringLength, args.max_string.is_some()),
        (
            ModelLimit::OutsideObjects,
            args.outside_depth.is_some() || args.outside_objects.is_some(),
        ),
        (ModelLimit::Threads, args.threads.is_some()),
        (ModelLimit::ThreadSwitches, args.thread_switches.is_some()),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

/// The files, with the standard input taken if it is one of them.
fn with_stdin(mut files: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let is_dash = |file: &Path| file == Path::new(source::DASH);
    if files.iter().filter(|file| is_dash(file)).count() > 1 {
        bail!("the standard input ({}) is named twice", source::DASH);
    }
    for file in files.iter_mut().filter(|file| is_dash(file)) {
        source::take_stdin().context("cannot read the standard input")?;
        *file = PathBuf::from(source::STDIN);
    }
    Ok(files)
}

/// The machine that is meant if it is another than x86, and whether it is x86 with 32 bits. Units for
/// others are removed.
fn machine(
    args: &InputArgs,
    project: &mut Vec<Unit>,
    remarks: &mut Vec<String>,
) -> Result<(Option<Machine>, bool)> {
    let named = match &args.target {
        None => None,
        Some(name) => Some(Target::named(name).with_context(|| {
            format!(
                "--target {name}: this machine is not modelled; those are x86, ARM and RISC-V with \
                 32 bits and the lowest byte first"
            )
        })?),
    };
    let of_model = |model: &str| if model == "32" { Target::Ilp32 } else { Target::Lp64 };
    let wanted = named.clone().or_else(|| args.model.as_deref().map(of_model));
    let (of_units, removed) = frontend::for_one_target(project, wanted.as_ref(), &args.files)?;
    if removed > 0 {
        let files = if removed == 1 { "file that is" } else { "files that are" };
        remarks.push(format!("{removed} {files} compiled for another machine: left out"));
    }
    match (named.unwrap_or_else(|| of_units.clone()), of_units) {
        (Target::Other(named), _) if project.is_empty() => Ok((Some(named), false)),
        (Target::Other(named), Target::Other(of_units)) if named == of_units => {
            Ok((Some(named), false))
        }
        (Target::Ilp32, Target::Lp64 | Target::Ilp32) => Ok((None, true)),
        (Target::Lp64, Target::Lp64) => Ok((None, false)),
        _ => bail!(
            "--target {}: the compile commands are for another machine",
            args.target.as_deref().unwrap_or_default()
        ),
    }
}

/// Whether a word seems to name a project's compile commands.
fn is_project(word: &str) -> bool {
    word.ends_with(".json") || Path::new(word).is_dir()
}

/// The properties named on the command line; `None` if none is.
fn parse_properties(words: &[String], entry: &str) -> Result<Option<BTreeSet<Property>>> {
    let mut result = BTreeSet::new();
    for word in words {
        if word == "all" {
            result.extend(Property::ALL);
        } else if word.ends_with(".prp") {
            match svcomp::read_property_file(Path::new(word), entry)? {
                Some(properties) => result.extend(properties),
                None => bail!("{word}: this property is not supported"),
            };
        } else {
            let property = word.parse().map_err(anyhow::Error::msg);
            result.insert(property.map_err(|error| match is_project(word) {
                true => error.context(format!(
                    "-p takes properties; a project's compile commands are given by \
                     --compile-commands {word}"
                )),
                false => error,
            })?);
        }
    }
    Ok((!words.is_empty()).then_some(result))
}

/// The kinds of files that hold a part of the program.
const SOURCES: [&str; 4] = ["c", "i", "ll", "bc"];
/// The kinds of files that say what program is meant.
const TASKS: [&str; 2] = ["yml", "yaml"];

/// Whether a file says what program is meant.
pub fn is_task(file: &Path) -> bool {
    file.extension().is_some_and(|end| TASKS.iter().any(|task| end == *task))
}

/// # Errors
/// If a file can't be read, or is of none of these kinds.
fn check_readable(file: &Path, known: &[&str]) -> Result<()> {
    if source::stdin(file).is_some() {
        return Ok(());
    }
    match std::fs::metadata(file) {
        Ok(meta) if meta.is_dir() => bail!("{} is a folder, not a file", file.display()),
        Ok(_) => {}
        Err(error) => bail!("cannot read {}: {error}", file.display()),
    }
    let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    if !known.contains(&extension.as_str()) {
        bail!(
            "{}: don't know what to do with this kind of file; known are .{}",
            file.display(),
            known.join(", .")
        );
    }
    Ok(())
}

fn undefined(policy: UndefinedArg) -> Undefined {
    match policy {
        UndefinedArg::Default => Undefined::Changes,
        UndefinedArg::Arguments => Undefined::Arguments,
        UndefinedArg::Pure => Undefined::Pure,
        UndefinedArg::Strict => Undefined::Strict,
    }
}

fn callbacks(which: CallbacksArg) -> Callbacks {
    match which {
        CallbacksArg::Nested => Callbacks::Nested,
        CallbacksArg::Flat => Callbacks::Flat,
        CallbacksArg::None => Callbacks::None,
    }
}
