//! A project's own compile commands (`compile_commands.json`).
//!
//! Format: the Clang documentation, "JSON Compilation Database Format Specification". Of
//! the options those stay that say what the program means (macros, headers, the language,
//! the sizes of types); output, warnings, optimisation, debugging, dependency files and
//! whatever only other compilers know go. Deliberately absent: running the commands.

use std::path::{Path, PathBuf};

use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use serde::Deserialize;

use super::compile::OF_LAYOUT;
use super::compiler::Clang;
use super::constants;
use super::declarations;
use super::driver::{self, Driver};
use super::foreign;
use super::inline_definitions::{self, Known};
use super::machine::{Machine, Target};
use super::module;
use crate::frontend::{FrontendError, Options, clang, llvm};
use crate::support::similar;

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

/// An entry as it stands in the file.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Options that stay, by how they start; the next argument belongs to them if they stand
/// alone.
const WITH_VALUE: [&str; 10] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-x",
];

/// Options that stay as they are, by how they start, besides those [`OF_LAYOUT`].
const PLAIN: [&str; 20] = [
    "-std=",
    "-ansi",
    "-trigraphs",
    "-nostdinc",
    "-undef",
    "-m32",
    "-m64",
    "-pthread",
    "--sysroot=",
    "-fwrapv",
    "-fno-wrapv",
    "-fno-strict-overflow",
    "-fstrict-overflow",
    "-fms-extensions",
    "-fgnu89-inline",
    "-fcommon",
    "-fno-common",
    "-ffreestanding",
    "-fhosted",
    "-fno-builtin",
];

/// Options that say how numbers are rounded, by how they start.
const OF_NUMBERS: [&str; 15] = [
    "-ffast-math",
    "-fno-fast-math",
    "-funsafe-math-optimizations",
    "-fno-unsafe-math-optimizations",
    "-ffinite-math-only",
    "-fno-finite-math-only",
    "-fsigned-zeros",
    "-fno-signed-zeros",
    "-fassociative-math",
    "-fno-associative-math",
    "-freciprocal-math",
    "-fno-reciprocal-math",
    "-frounding-math",
    "-fno-rounding-math",
    "-ffp-contract=",
];

/// Options that give x86 further instructions, by how they start: macros tell the program of them,
/// and some round in another way.
const OF_X86: [&str; 12] = [
    "-march=", "-mfma", "-mno-fma", "-mavx", "-mno-avx", "-msse", "-mssse", "-mbmi", "-mf16c",
    "-mpopcnt", "-maes", "-mpclmul",
];

/// Options that change what a program means in a way that is not modelled, by how they start.
const NOT_MODELLED: [&str; 5] =
    ["-fsingle-precision-constant", "-mfpmath=387", "-fopenmp", "-fexec-charset=", "-fopenacc"];

/// Options that go together with the next argument.
const DROPPED_WITH_VALUE: [&str; 8] =
    ["-o", "-MF", "-MT", "-MQ", "-L", "-l", "-Xclang", "-Xlinker"];

/// Reads the C files of a database; each is taken once.
///
/// # Errors
/// [`FrontendError::Input`] if it can't be read, or is meant for another machine.
pub fn read(database: &Path) -> Result<Vec<Unit>, FrontendError> {
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
    for entry in entries {
        let directory = base.join(entry.directory);
        let file = directory.join(&entry.file);
        let c = file.extension().is_some_and(|extension| extension == "c");
        if !c || units.iter().any(|unit| unit.file == file) {
            continue;
        }
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => shlex::split(&command)
                .ok_or_else(|| input(format!("a quotation that does not end in: {command}")))?,
            (None, None) => return Err(input(format!("no command for {}", file.display()))),
        };
        let arguments =
            meaning(&words).map_err(|what| input(format!("{}: {what}", file.display())))?;
        units.push(Unit { file, directory, arguments });
    }
    if units.is_empty() {
        return Err(input("no C file is compiled".to_owned()));
    }
    Ok(units)
}

/// The options in a command that say what the program means.
fn meaning(command: &[String]) -> Result<Vec<String>, String> {
    let Driver { arguments, mut target, options } = driver::find(command)?;
    // What the compiler's name stands for gives way to its options.
    let mut kept = options.clone();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument.starts_with('@') {
            return Err(format!("{argument} is not supported"));
        }
        let says = match argument.as_str() {
            "-target" | "-arch" => {
                let name = rest.next().map(String::as_str).unwrap_or_default();
                driver::machine(&format!("--target={name}"), &target)?
            }
            option => driver::machine(option, &target)?,
        };
        if let Some(said) = says {
            let gives_way = |it: &String| options.contains(it) && !it.starts_with("-ffp-contract");
            kept.retain(|option| !gives_way(option));
            kept.extend(said.options());
            target = said;
        }
        let starts = |known: &[&str]| known.iter().any(|known| argument.starts_with(known));
        let is_utf_8 = argument.to_ascii_lowercase().ends_with("=utf-8");
        if starts(&NOT_MODELLED)
            && !is_utf_8
            && !(argument == "-mfpmath=387" && target == Target::Ilp32)
        {
            return Err(format!("{argument} is not supported: it changes what the program means"));
        }
        let is_of_x86 = !matches!(target, Target::Other(_)) && starts(&OF_X86);
        if driver::is_of_machine(argument, &target) || is_of_x86 || starts(&OF_NUMBERS) {
            kept.push(argument.clone());
        } else if argument == "-Ofast" {
            kept.push("-ffast-math".to_owned());
        } else if WITH_VALUE.contains(&argument.as_str()) {
            kept.push(argument.clone());
            kept.extend(rest.next().cloned());
        } else if DROPPED_WITH_VALUE.contains(&argument.as_str()) {
            rest.next();
        } else if starts(&WITH_VALUE) || starts(&PLAIN) || starts(&OF_LAYOUT) {
            kept.push(argument.clone());
        }
    }
    Ok(kept)
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

/// Compiles the units and links those that are needed: the ones named, or the one that
/// defines the entry function, and what defines something that these lack. Also the files of these
/// units, in the order of the compile commands.
///
/// # Errors
/// [`FrontendError::Input`] if clang rejects a unit, or it is not clear which are meant.
pub fn load<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
    known: Known<'_>,
) -> Result<(Module<'ctx>, Vec<PathBuf>), FrontendError> {
    let folder = crate::support::Scratch::new()
        .map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let mut left: Vec<(&Unit, Module<'ctx>)> = Vec::new();
    for (number, unit) in options.project.iter().enumerate() {
        let bitcode = folder.path().join(format!("{number}.bc"));
        let adapted = foreign::compile(&bitcode, |more| {
            clang::compile_unit(clang, &options.with(more), unit, &bitcode, false)
        })?;
        let own = &options.with(&adapted.arguments);
        let module = module::read(context, &bitcode)?;
        let again = |bitcode: &Path| clang::compile_unit(clang, own, unit, bitcode, true);
        inline_definitions::add(context, &module, &unit.file, &bitcode, known, again)?;
        let messages = || clang::warnings_of_unit(clang, own, unit);
        let path = unit.directory.join(&unit.file);
        let shifts = constants::may_shift(own, &unit.arguments, &path);
        constants::note(context, &module, shifts, messages)?;
        if clang::wraps(unit.arguments.iter().chain(&options.clang_args)) {
            module::mark(context, &module, module::WRAPS);
        }
        if adapted.has_contracts {
            module::mark(context, &module, module::CONTRACTS);
        }
        left.push((unit, module));
    }
    let mut chosen: Vec<usize> = Vec::new();
    if options.files.is_empty() {
        chosen.extend(definer(&left, &options.entry)?);
        if chosen.is_empty() {
            let entry = &options.entry;
            let names = left.iter().flat_map(|(_, module)| llvm::defined(module)).map(llvm::name);
            let question = similar::question(entry, names);
            let what = format!("no function '{entry}' is defined in the project{question}");
            return Err(FrontendError::Input(what));
        }
    }
    for file in &options.files {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        let found = left.iter().position(|(unit, _)| same(&unit.file, &absolute));
        chosen.push(found.ok_or_else(|| {
            FrontendError::Input(format!("{}: not among the compile commands", file.display()))
        })?);
    }
    chosen.sort_unstable();
    chosen.dedup();
    let mut linked: Option<Module<'ctx>> = None;
    let mut needed: Vec<&Unit> = Vec::new();
    loop {
        for at in chosen.drain(..).rev() {
            let (unit, module) = left.remove(at);
            needed.push(unit);
            match &linked {
                None => linked = Some(module),
                Some(all) => {
                    declarations::agree(all, &module);
                    all.link_in_module(module).map_err(|error| {
                        let error = error.to_string_lossy().into_owned();
                        FrontendError::Input(format!("{}: {error}", unit.file.display()))
                    })?;
                }
            }
        }
        let all = linked.as_ref().expect("one unit is chosen at least");
        for name in lacking(all) {
            if let Some(at) = definer(&left, &name)? {
                chosen.push(at);
                break;
            }
        }
        if chosen.is_empty() {
            break;
        }
    }
    let module = linked.ok_or_else(|| FrontendError::Input("no unit is linked".to_owned()))?;
    let files = options.project.iter().filter(|unit| needed.contains(unit));
    Ok((module, files.map(|unit| unit.file.clone()).collect()))
}

/// Whether two paths name the same file.
pub fn same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The names that a module uses and does not define.
fn lacking(module: &Module<'_>) -> Vec<String> {
    let functions = module.get_functions();
    let functions = functions.filter(|it| it.count_basic_blocks() == 0 && llvm::is_used(*it));
    let globals = module.get_globals();
    let globals = globals.filter(|it| it.get_initializer().is_none() && llvm::is_used(*it));
    let names = functions.map(llvm::name).chain(globals.map(|it| llvm::text(it.get_name())));
    names.filter(|name| !name.starts_with("llvm.")).collect()
}

/// The unit that defines a name for others.
fn definer(units: &[(&Unit, Module<'_>)], name: &str) -> Result<Option<usize>, FrontendError> {
    let hidden = |linkage| matches!(linkage, Linkage::Internal | Linkage::Private);
    let defines = |module: &Module<'_>| {
        let function = module.get_function(name);
        let variable = module.get_global(name);
        function.is_some_and(|it| it.count_basic_blocks() > 0 && !hidden(it.get_linkage()))
            || variable
                .is_some_and(|it| it.get_initializer().is_some() && !hidden(it.get_linkage()))
    };
    let all = (0..).zip(units).filter(|(_, (_, module))| defines(module));
    let all: Vec<(usize, String)> =
        all.map(|(at, (unit, _))| (at, unit.file.display().to_string())).collect();
    match all.as_slice() {
        [] => Ok(None),
        [(at, _)] => Ok(Some(*at)),
        several => {
            let files: Vec<&str> = several.iter().map(|(_, file)| file.as_str()).collect();
            Err(FrontendError::Input(format!(
                "'{name}' is defined in several files of the project: {}; name the file that is \
                 meant",
                files.join(", ")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(command: &str) -> Vec<String> {
        shlex::split(command).expect("quotations end")
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("compile_commands.json");
        let with = |command: &str| {
            let command = serde_json::to_string(command).expect("a string");
            let entry = format!(r#"[{{"directory": ".", "file": "a.c", "command": {command}}}]"#);
            std::fs::write(&database, entry).expect("written");
            read(&database)
        };
        let units = with(r#"cc -c '-DA="x y"' -DB=\"q\" a.c"#).expect("a command");
        assert_eq!(units[0].arguments[1..], [r#"-DA="x y""#, r#"-DB="q""#]);
        let refused = with("cc -c '-DA=x a.c").expect_err("no end").to_string();
        assert!(refused.contains("a quotation that does not end"), "{refused}");
    }

    #[test]
    fn what_says_nothing_about_the_meaning_goes() {
        let words = split(
            "cc -O2 -g -Wall -Wp,-MD,x.d -MD -MF x.d -c a.c -o a.o -Iinc -I inc2 -DN=3 -std=gnu99 \
             -include config.h -fwrapv -fstack-protector -march=native -flto=auto",
        );
        let kept = meaning(&words).expect("supported");
        let expected = "-ffp-contract=fast -Iinc -I inc2 -DN=3 -std=gnu99 -include config.h -fwrapv -march=native";
        assert_eq!(kept.join(" "), expected);
        let arm = split("arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -specs=nano.specs -Os -c a.c");
        let expected =
            "--target=arm-none-eabi -fshort-enums -ffp-contract=fast -mcpu=cortex-m4 -mthumb";
        assert_eq!(meaning(&arm).expect("supported").join(" "), expected);
        let clang = split("clang --target=armv6m-none-eabi -mfloat-abi=soft -c a.c");
        let expected = "--target=armv6m-none-eabi -mfloat-abi=soft";
        assert_eq!(meaning(&clang).expect("supported").join(" "), expected);
        let said = split("arm-none-eabi-clang --target=x86_64-linux-gnu -mno-red-zone -DA -c a.c");
        assert_eq!(meaning(&said).expect("supported").join(" "), "-DA");
        let zephyr = split("arm-zephyr-eabi-gcc -march=armv7e-m -c a.c");
        let expected = "--target=arm-zephyr-eabi -fshort-enums -ffp-contract=fast -march=armv7e-m";
        assert_eq!(meaning(&zephyr).expect("supported").join(" "), expected);
        let fast = split("cc -std=c11 -Ofast -fno-signed-zeros -mfma -fexec-charset=UTF-8 -c a.c");
        let expected = "-ffp-contract=off -std=c11 -ffast-math -fno-signed-zeros -mfma";
        assert_eq!(meaning(&fast).expect("supported").join(" "), expected);
        for other in ["-fopenmp", "-fsingle-precision-constant", "-fexec-charset=EBCDIC-US"] {
            assert!(meaning(&split(&format!("cc {other} -c a.c"))).is_err(), "{other}");
        }
        for narrow in ["-march=rv32emac -mabi=ilp32e", "-march=rv32imac -mabi=ilp32e"] {
            let command = split(&format!("riscv32-unknown-elf-gcc {narrow} -c a.c"));
            assert!(meaning(&command).is_err(), "{narrow}");
        }
        for command in ["cc --target=avr", "cc -target mips", "avr-gcc", "cc -mthumb"] {
            assert!(meaning(&split(command)).is_err(), "{command}");
        }
        for command in ["i686-linux-gnu-gcc", "clang -target i686-linux-gnu", "cc -m32"] {
            let mut kept = meaning(&split(command)).expect("supported");
            kept.retain(|it| !it.starts_with("-ffp-contract"));
            assert_eq!(kept, ["-m32"], "{command}");
        }
    }
}
