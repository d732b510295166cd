//! Functions of the C library, written in C.
//!
//! A program that calls one of them without defining it gets it from here. They are
//! compiled without debug information, so that what goes wrong inside of them (a read
//! behind the end of a string) is reported where the program calls them, and without
//! sanitizers.

use std::path::Path;

use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::types::FunctionType;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use super::{atexit, computed, constructors, errno, formats, races, texts};
use crate::frontend::clang::{self, Clang, module};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, Options, llvm};
use crate::program::{AssumptionKind, runtime};

/// The files; the functions in them that programs may call are marked `MODEL`.
const FILES: [(&str, &str); 24] = [
    ("string.c", include_str!("models/string.c")),
    ("stdlib.c", include_str!("models/stdlib.c")),
    ("numbers.c", include_str!("models/numbers.c")),
    ("math.c", include_str!("models/math.c")),
    ("computed.c", include_str!("models/computed.c")),
    ("floating.c", include_str!("models/floating.c")),
    ("fenv.c", include_str!("models/fenv.c")),
    ("ctype.c", include_str!("models/ctype.c")),
    ("stdio.c", include_str!("models/stdio.c")),
    ("print.c", include_str!("models/print.c")),
    ("scan.c", include_str!("models/scan.c")),
    ("wide.c", include_str!("models/wide.c")),
    ("files.c", include_str!("models/files.c")),
    ("socket.c", include_str!("models/socket.c")),
    ("environment.c", include_str!("models/environment.c")),
    ("process.c", include_str!("models/process.c")),
    ("harness.c", include_str!("models/harness.c")),
    ("errno.c", include_str!("models/errno.c")),
    ("atexit.c", include_str!("models/atexit.c")),
    ("threads.c", include_str!("models/threads.c")),
    ("races.c", include_str!("models/races.c")),
    ("time.c", include_str!("models/time.c")),
    ("clock.c", include_str!("models/clock.c")),
    ("stat.c", include_str!("models/stat.c")),
];

/// Files of functions that ask the system for something, and set errno where it refuses.
const OF_THE_SYSTEM: [&str; 3] = ["files.c", "socket.c", "stat.c"];

/// Files of functions whose results are known as they are rounded to nearest only.
const OF_NEAREST: [&str; 2] = ["computed.c", "floating.c"];

/// Files whose types are those of glibc.
const OF_GLIBC: [&str; 3] = ["time.c", "clock.c", "stat.c"];

const FILE_CONTENTS: (AssumptionKind, &str) = (
    AssumptionKind::FileContents,
    "what is read from files is arbitrary, whatever was written to them, and where they end, too",
);

/// Functions whose model leaves something out, and what is listed with the verdict.
const SHORTCUTS: [(&[&str], (AssumptionKind, &str)); 4] = [
    (
        &["localtime", "localtime_r", "mktime"],
        (
            AssumptionKind::EnvironmentVariables,
            "local time is that of any zone, and each call may find another one",
        ),
    ),
    (
        &["getenv"],
        (
            AssumptionKind::EnvironmentVariables,
            "each call of getenv may find another value, also of the same variable",
        ),
    ),
    (
        &[
            "feof", "ferror", "fread", "fseek", "fseeko", "fseeko64", "ftell", "ftello",
            "ftello64", "getdelim", "lseek", "lseek64", "pread", "pread64", "rewind",
        ],
        FILE_CONTENTS,
    ),
    (
        &["fegetenv", "fegetexceptflag", "feholdexcept", "fetestexcept"],
        (
            AssumptionKind::ExceptionFlags,
            "flags of floating-point exceptions are arbitrary whenever they are read",
        ),
    ),
];

/// Beginnings of the names of functions that only the front end calls.
const INTERNAL: [&str; 5] = ["__format_", "__errno_may_", "__atexit_", "__exact_", "__race_"];

/// What they share.
const HEADERS: [(&str, &str); 5] = [
    ("blocks.h", include_str!("models/blocks.h")),
    ("number.h", include_str!("models/number.h")),
    ("range.h", include_str!("models/range.h")),
    ("text.h", include_str!("models/text.h")),
    ("system.h", include_str!("models/system.h")),
];

/// The functions that are modelled, by file.
pub fn list() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let for_programs = |name: &&str| !INTERNAL.iter().any(|prefix| name.starts_with(prefix));
    let files = FILES.into_iter();
    let files = files.map(move |(file, text)| (file, names(text).filter(for_programs).collect()));
    let formats = ("formats", formats::names().collect());
    files.chain([formats]).filter(|(_, names): &(_, Vec<_>)| !names.is_empty())
}

/// Whether the model of a function is one that asks the system for something.
pub fn asks_system(name: &str) -> bool {
    let files = FILES.into_iter().filter(|(file, _)| OF_THE_SYSTEM.contains(file));
    files.into_iter().any(|(_, text)| names(text).any(|known| known == name))
}

/// The identifiers before the first parenthesis behind each mark.
fn names(text: &'static str) -> impl Iterator<Item = &'static str> {
    let marked = text.split("\nMODEL ").skip(1);
    marked.filter_map(|rest| {
        let head = rest.split('(').next()?;
        head.rsplit([' ', '*']).next()
    })
}

/// Links what the program calls and does not define.
///
/// # Errors
/// If clang is not there.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    let mut own = own(instrument)?;
    let errno_matters = errno::is_asked(instrument);
    while let Some(at) = own.iter().position(|module| is_wanted(instrument, module)) {
        let all = instrument.module.link_in_module(own.remove(at));
        all.map_err(|error| FrontendError::Input(error.to_string_lossy().into_owned()))?;
    }
    refuse_rounded(instrument)?;
    formats::run(instrument)?;
    texts::run(instrument)?;
    // A model may call a model of another file.
    for _ in 0..FILES.len() {
        let mut wanted: FxHashSet<String> = instrument
            .module
            .get_functions()
            .filter(|&function| function.count_basic_blocks() == 0 && llvm::is_used(function))
            .map(llvm::name)
            .collect();
        if wanted.contains(atexit::REGISTER) || constructors::run_behind(instrument) {
            wanted.extend(atexit::AT_THE_END.map(str::to_owned));
        }
        if wanted.contains(errno::PLACE) {
            wanted.insert(errno::SET.to_owned());
        }
        wanted.extend(races::missing(instrument).map(str::to_owned));
        let mut linked = false;
        for (file, text) in FILES {
            // The libraries of other machines have other types.
            if OF_GLIBC.contains(&file) && instrument.options.machine.is_some() {
                continue;
            }
            if names(text).any(|name| wanted.contains(name)) {
                for (functions, (kind, what)) in SHORTCUTS {
                    let is_meant = |name| functions.contains(&name) && wanted.contains(name);
                    if names(text).any(is_meant) {
                        instrument.assume(kind, what.to_owned(), None);
                    }
                }
                if names(text).any(|name| computed::is_one(name) && wanted.contains(name)) {
                    computed::list(instrument);
                }
                let module = compile(instrument, (file, text), errno_matters)?;
                wanted.retain(|name| is_meant(instrument, &module, name));
                keep(&module, &wanted)?;
                let all = instrument.module.link_in_module(module);
                all.map_err(|error| FrontendError::Internal(error.to_string_lossy().into_owned()))?;
                linked = true;
            }
        }
        if !linked {
            break;
        }
    }
    Ok(())
}

/// Makes unsupported points of functions whose models are about results that are rounded to
/// nearest, in programs that change the rounding mode.
fn refuse_rounded(instrument: &mut Instrument<'_, '_>) -> Outcome {
    if !instrument.rounds_dynamically {
        return Ok(());
    }
    let files = FILES.into_iter().filter(|(file, _)| OF_NEAREST.contains(file));
    for name in files.flat_map(|(_, text)| names(text)) {
        let function = instrument.module.get_function(name);
        let is_used = |it: &FunctionValue<'_>| it.count_basic_blocks() == 0 && llvm::is_used(*it);
        if let Some(function) = function.filter(is_used) {
            instrument.refuse(function, "in a program that changes the rounding mode")?;
        }
    }
    Ok(())
}

/// The user's models. What they define gives way to what the program defines.
fn own<'ctx>(instrument: &Instrument<'ctx, '_>) -> Result<Vec<Module<'ctx>>, FrontendError> {
    let mut all = Vec::new();
    for file in &instrument.options.models {
        let module = own_file(instrument.context, instrument.options, instrument.clang, file)?;
        for function in llvm::defined(&module) {
            if function.get_linkage() == Linkage::External {
                function.set_linkage(Linkage::WeakAny);
            }
        }
        all.push(module);
    }
    Ok(all)
}

/// Compiles a file of a user's models.
///
/// # Errors
/// If clang rejects it.
pub fn own_file<'ctx>(
    context: &'ctx Context,
    options: &Options,
    clang: &Clang,
    file: &Path,
) -> Result<Module<'ctx>, FrontendError> {
    let folder = crate::support::Scratch::new();
    let folder =
        folder.map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let bitcode = folder.path().join("model.bc");
    clang::compile_own_model(clang, options, file, &bitcode)?;
    let module = module::read(context, &bitcode)?;
    module::mark(context, &module, module::MODEL);
    if let Some(machine) = &options.machine {
        if !["c", "i"].iter().any(|end| file.extension().is_some_and(|it| it == *end)) {
            let (file, machine) = (file.display(), &machine.triple);
            let what = format!("{file}: LLVM IR is read for x86 only, not for {machine}");
            return Err(FrontendError::Input(what));
        }
        llvm::call_as_c(&module);
    }
    Ok(module)
}

/// Whether the program calls something that it lacks and this module has.
fn is_wanted(instrument: &Instrument<'_, '_>, module: &Module<'_>) -> bool {
    llvm::defined(module).into_iter().any(|function| {
        function.get_linkage() == Linkage::WeakAny
            && instrument
                .module
                .get_function(&llvm::name(function))
                .is_some_and(|wanted| wanted.count_basic_blocks() == 0 && llvm::is_used(wanted))
    })
}

/// The functions that a user's models define.
///
/// # Errors
/// If clang rejects the file.
pub fn list_own(file: &Path) -> Result<Vec<String>, FrontendError> {
    let context = Context::create();
    let module = own_file(&context, &Options::default(), &Clang::default(), file)?;
    let all = llvm::defined(&module).into_iter();
    Ok(all.filter(|it| it.get_linkage() != Linkage::Internal).map(llvm::name).collect())
}

/// Compiles a file for the data model of the program, which may look at errno.
fn compile<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    (name, text): (&str, &str),
    errno_matters: bool,
) -> Result<Module<'ctx>, FrontendError> {
    let folder = crate::support::Scratch::new();
    let folder =
        folder.map_err(|error| FrontendError::Tool(format!("no temporary folder: {error}")))?;
    let (source, bitcode) = (folder.path().join(name), folder.path().join("model.bc"));
    let asked = format!("#define ERRNO_MATTERS {}\n", u8::from(errno_matters));
    let runtime = runtime::header() + &asked;
    for (name, text) in HEADERS.into_iter().chain([(runtime::HEADER, &*runtime), (name, text)]) {
        let written = std::fs::write(folder.path().join(name), text);
        written.map_err(|error| FrontendError::Tool(format!("no temporary file: {error}")))?;
    }
    clang::compile_model(instrument.clang, instrument.options, &source, &bitcode)?;
    let context: &'ctx Context = instrument.context;
    let module = module::read(context, &bitcode)?;
    module::mark(context, &module, module::MODEL);
    Ok(module)
}

/// Whether a program that declares a function of this name may mean the one that is modelled: a
/// prototype with other parameters, in number or in being addresses or floating-point numbers, is
/// that of a function of the program's own (`void read(int)`, `int remainder(int, int)`).
fn is_meant(instrument: &Instrument<'_, '_>, module: &Module<'_>, name: &str) -> bool {
    // It would write a variable of the library that the program looks at.
    if name.starts_with("lgamma") && instrument.module.get_global("signgam").is_some() {
        return false;
    }
    let (Some(declared), Some(model)) =
        (instrument.module.get_function(name), module.get_function(name))
    else {
        return true;
    };
    let (declared, model) = (declared.get_type(), model.get_type());
    let is_float =
        |ty: FunctionType<'_>| ty.get_return_type().is_some_and(|result| result.is_float_type());
    if is_float(declared) != is_float(model) {
        return false;
    }
    // newlib's `time_t` has 64 bits where `long`, which models write, has 32.
    if instrument.options.machine.is_some() && declared.get_return_type() != model.get_return_type()
    {
        return false;
    }
    let kinds = |ty: FunctionType<'_>| -> Vec<(bool, bool)> {
        let parameters = ty.get_param_types();
        parameters.iter().map(|ty| (ty.is_pointer_type(), ty.is_float_type())).collect()
    };
    // Without a prototype nothing is known.
    let open = declared.is_var_arg() && declared.count_param_types() == 0;
    open || declared.is_var_arg() == model.is_var_arg() && kinds(declared) == kinds(model)
}

/// Drops all functions that neither the program nor what it calls needs.
fn keep(module: &Module<'_>, wanted: &FxHashSet<String>) -> Outcome {
    for function in llvm::defined(module) {
        if !wanted.contains(&llvm::name(function)) {
            function.set_linkage(Linkage::Internal);
        }
    }
    llvm::run_passes(module, "globaldce")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marked_functions_are_known_by_name() {
        let all: Vec<_> = list().flat_map(|(_, names)| names).collect();
        for name in [
            "memcpy",
            "strlen",
            "realloc",
            "bsearch",
            "isalpha",
            "__ctype_b_loc",
            "__ctype_tolower_loc",
            "fgets",
            "strtol",
            "__errno_location",
            "snprintf",
            "wmemset",
            "fopen",
            "recv",
        ] {
            assert!(all.contains(&name), "{name} in {all:?}");
        }
        for name in ["number", "__format_string", "__errno_may_change"] {
            assert!(!all.contains(&name), "{name} is not for programs");
        }
    }
}
