//! Compiling C files.
//!
//! clang runs at -O0 and inserts the sanitizers' checks for exactly the requested
//! properties; the flags (each was seen to matter) keep it from using the rest of C's
//! undefined behaviour. Not `-fwrapv`: it would drop the check of a shift's base and of
//! `abs(INT_MIN)`.

use std::collections::BTreeSet;
use std::path::Path;

use super::compiler::Clang;
use super::constants;
use super::driver;
use super::machine::Target;
use super::predefined;
use crate::frontend::{DataModel, FrontendError, Options, Unit};
use crate::program::Property;

/// The options for 32 bits, so that floating-point numbers are kept in SSE registers.
const SSE: [&str; 2] = ["-msse2", "-mfpmath=sse"];

/// What compilers of old dialects only warn of, and clang takes for errors in later ones: what C99
/// removed (C17 foreword, 5), and conversions that break constraints (C17 6.5.16.1) in code that
/// was compiled for decades.
const LENIENT: [&str; 6] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-mismatch",
];

/// The options for dialects in which these are warnings.
const OLD_DIALECTS: [&str; 10] = [
    "-ansi",
    "-std=c89",
    "-std=c90",
    "-std=gnu89",
    "-std=gnu90",
    "-std=iso9899:1990",
    "-std=iso9899:199409",
    "-std=c99",
    "-std=gnu99",
    "-std=iso9899:1999",
];

/// Compiles one C file to bitcode; `inline_bodies`: with the bodies of functions that are inline
/// only.
///
/// # Errors
/// [`FrontendError::Input`] with clang's own messages if it rejects the file.
pub fn compile(
    clang: &Clang,
    options: &Options,
    file: &Path,
    output: &Path,
    inline_bodies: bool,
) -> Result<(), FrontendError> {
    let mut arguments = arguments(options);
    if inline_bodies {
        arguments = with_inline_bodies(arguments);
    }
    clang.run(None, arguments, file, output).map_err(|error| without_headers(error, options))
}

/// Says where headers come from, if one is missing of a machine of which none are installed.
fn without_headers(error: FrontendError, options: &Options) -> FrontendError {
    match (error, &options.machine) {
        (FrontendError::Input(text), Some(machine))
            if text.contains("file not found") && machine.headers().is_none() =>
        {
            FrontendError::Input(format!(
                "{text}\nNo headers of a C library for {} are installed: on Debian they are in {}; \
                 or say where they are (-I)",
                machine.triple,
                machine.packages()
            ))
        }
        (error, _) => error,
    }
}

/// Lets clang keep bodies that another file may replace. It does so only where it optimises; no
/// pass is run, and headers see the same as before.
fn with_inline_bodies(mut arguments: Vec<String>) -> Vec<String> {
    if !arguments.iter().any(|it| it == predefined::OPTIMIZE) {
        arguments.push("-U__OPTIMIZE__".to_owned());
    }
    let more = ["-O1", "-Xclang", "-disable-llvm-passes", "-D__NO_INLINE__=1"];
    arguments.extend(more.map(str::to_owned));
    arguments
}

/// Compiles a unit of a project to bitcode, in its own folder and with its own options;
/// `inline_bodies`: with the bodies of functions that are inline only.
///
/// # Errors
/// [`FrontendError::Input`] with clang's own messages if it rejects the file.
pub fn compile_unit(
    clang: &Clang,
    options: &Options,
    unit: &Unit,
    output: &Path,
    inline_bodies: bool,
) -> Result<(), FrontendError> {
    let options = of_unit(options, unit);
    let mut arguments = arguments(&options);
    if inline_bodies {
        arguments = with_inline_bodies(arguments);
    }
    let made = clang.run(Some(&unit.directory), arguments, &unit.file, output);
    made.map_err(|error| without_headers(error, &options))
}

/// The options for a unit: its own come first, so that macros of the user's count more.
fn of_unit(options: &Options, unit: &Unit) -> Options {
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let own = unit.arguments.iter().cloned().chain(names_of_files(unit));
    let more = own.chain(defines).chain(options.clang_args.clone());
    Options { clang_args: more.collect(), defines: vec![], ..options.clone() }
}

/// The options by which `__FILE__` is what it is for the command of a unit, which may name the file
/// from its folder on; so are those of headers beside it, unless they may be found by an absolute
/// path, too.
fn names_of_files(unit: &Unit) -> Vec<String> {
    let folder = format!("{}/", unit.directory.display());
    let is_absolute =
        unit.named.is_absolute() || unit.arguments.iter().any(|option| option.contains(&folder));
    let (file, named) = (unit.file.display().to_string(), unit.named.display().to_string());
    let of_folder = (!is_absolute).then(|| (folder, String::new()));
    // What is replaced ends at the first such character.
    let all = of_folder.into_iter().chain([(file, named)]).filter(|it| !it.0.contains('='));
    all.map(|(prefix, by)| format!("-fmacro-prefix-map={prefix}={by}")).collect()
}

/// What clang warns of in the constants of a C file, in its own words.
///
/// # Errors
/// [`FrontendError::Tool`] if there is no clang.
pub fn warnings(clang: &Clang, options: &Options, file: &Path) -> Result<String, FrontendError> {
    clang.messages(None, constants::arguments(arguments(options)), file)
}

/// What clang warns of in the constants of a unit of a project.
///
/// # Errors
/// [`FrontendError::Tool`] if there is no clang.
pub fn warnings_of_unit(
    clang: &Clang,
    options: &Options,
    unit: &Unit,
) -> Result<String, FrontendError> {
    let arguments = constants::arguments(arguments(&of_unit(options, unit)));
    clang.messages(Some(&unit.directory), arguments, &unit.file)
}

/// What asks clang for the files that it reads.
pub fn rule(options: &Options) -> Vec<String> {
    [arguments(options), vec!["-M".to_owned()]].concat()
}

/// The same of a unit of a project.
pub fn rule_of_unit(options: &Options, unit: &Unit) -> Vec<String> {
    rule(&of_unit(options, unit))
}

/// How options start that say how types are laid out.
pub const OF_LAYOUT: [&str; 13] = [
    "-fshort-enums",
    "-fno-short-enums",
    "-fpack-struct",
    "-fshort-wchar",
    "-fsigned-char",
    "-funsigned-char",
    "-fno-signed-char",
    "-fno-unsigned-char",
    "-fsigned-bitfields",
    "-funsigned-bitfields",
    "-mms-bitfields",
    "-malign-double",
    "-mlong-double-",
];

/// How options start that LLVM wants to be the same in all modules that it links.
const OF_MODULE: [&str; 5] =
    ["-fshort-enums", "-fno-short-enums", "-fshort-wchar", "-fno-short-wchar", "-mregparm="];

/// Compiles a file of the user's with models to bitcode: with the program's layout of types, and
/// its way to pass arguments.
///
/// # Errors
/// [`FrontendError::Input`] with clang's own messages.
pub fn compile_own_model(
    clang: &Clang,
    options: &Options,
    file: &Path,
    output: &Path,
) -> Result<(), FrontendError> {
    compile_freestanding(clang, options, as_the_program(options, &OF_LAYOUT), file, output)
}

/// Compiles a file of [`crate::frontend::passes::libc::models`] to bitcode.
///
/// # Errors
/// [`FrontendError::Input`] with clang's own messages.
pub fn compile_model(
    clang: &Clang,
    options: &Options,
    file: &Path,
    output: &Path,
) -> Result<(), FrontendError> {
    compile_freestanding(clang, options, as_the_program(options, &OF_MODULE), file, output)
}

/// The program's options that start so, and those that say which of its machine's instructions and
/// ways to pass arguments are used.
fn as_the_program(options: &Options, starts: &[&str]) -> Vec<String> {
    let of_unit = options.project.iter().take(1).flat_map(|unit| &unit.arguments);
    let all = of_unit.chain(&options.clang_args);
    let target = options.machine.clone().map(Target::Other);
    let is_meant = |it: &&String| {
        starts.iter().any(|start| it.starts_with(start))
            || target.as_ref().is_some_and(|target| driver::is_of_machine(it, target))
    };
    all.filter(is_meant).cloned().collect()
}

fn compile_freestanding(
    clang: &Clang,
    options: &Options,
    more: Vec<String>,
    file: &Path,
    output: &Path,
) -> Result<(), FrontendError> {
    let mut arguments: Vec<String> =
        ["-c", "-emit-llvm", "-Xclang", "-disable-O0-optnone", "-O0", "-w"]
            .map(str::to_owned)
            .to_vec();
    arguments.extend(["-fwrapv", "-ffreestanding", "-fno-builtin"].map(str::to_owned));
    arguments
        .extend(["-fno-strict-aliasing", "-fno-delete-null-pointer-checks"].map(str::to_owned));
    arguments.extend(["-fno-finite-loops", "-ftrivial-auto-var-init=pattern"].map(str::to_owned));
    arguments.extend(data_model(options));
    for folder in &options.include_dirs {
        arguments.push(format!("-I{}", folder.display()));
    }
    arguments.extend(options.defines.iter().map(|define| format!("-D{define}")));
    arguments.extend(more);
    clang.run(None, arguments, file, output)
}

/// Whether the program is one for 32 bits; of x86, what the user's options say counts more than the data
/// model.
pub fn is_ilp32(options: &Options) -> bool {
    if options.machine.is_some() {
        return true;
    }
    let asked = options.clang_args.iter().rfind(|it| ["-m32", "-m64"].contains(&it.as_str()));
    asked.map_or(options.data_model == DataModel::Ilp32, |it| it == "-m32")
}

/// The sizes of types; what the user's options say comes later and counts more.
fn data_model(options: &Options) -> Vec<String> {
    if let Some(machine) = &options.machine {
        // Behind all others; not where the program says that it has its own.
        let own = ["-nostdinc", "-nostdlibinc", "--sysroot", "-isysroot"];
        let has_own = options.clang_args.iter().any(|it| own.iter().any(|own| it.starts_with(own)));
        let headers = machine.headers().filter(|_| !has_own);
        let headers = headers.map(|folder| ["-idirafter".to_owned(), folder.display().to_string()]);
        return std::iter::once(machine.option()).chain(headers.into_iter().flatten()).collect();
    }
    let width = match options.data_model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    };
    let more = SSE.iter().filter(|_| is_ilp32(options));
    std::iter::once(&width).chain(more).map(|&it| it.to_owned()).collect()
}

/// All arguments but the files.
fn arguments(options: &Options) -> Vec<String> {
    let mut arguments: Vec<String> = [
        "-c",
        "-emit-llvm",
        "-Xclang",
        "-disable-O0-optnone",
        "-g",
        "-fno-strict-aliasing",
        "-fno-delete-null-pointer-checks",
        "-fno-finite-loops",
        "-ftrivial-auto-var-init=pattern",
        "-fno-sanitize-recover=all",
        // A local structure that is returned is an object of its own, and ends with the call.
        "-fno-elide-constructors",
        "-w",
        // `0 <= x <= 9` is C; clang takes it for an error unless all such warnings are off.
        "-Wno-parentheses",
    ]
    .map(str::to_owned)
    .to_vec();
    if is_lenient(options) {
        arguments.extend(LENIENT.map(|what| format!("-Wno-error={what}")));
    }
    arguments.push(format!("-fsanitize={}", sanitizers(&options.properties).join(",")));
    if options.marks_blocks() {
        // Marks where the blocks end that local variables live in.
        let markers = ["-Xclang", "-fsanitize-address-use-after-scope"];
        arguments.extend(markers.map(str::to_owned));
    }
    if [Property::Overlap, Property::Alignment].iter().any(|it| options.properties.contains(it)) {
        // So that a call of memcpy can be told from the assignment of a structure, which may
        // be to itself, and is one of aligned ones.
        arguments.push("-fno-builtin-memcpy".to_owned());
    }
    // clang itself computes comparisons of its result: without converting the character to `char`
    // (C17 7.24.5.2p2).
    arguments.push("-fno-builtin-strchr".to_owned());
    arguments.extend(data_model(options));
    // What nothing calls may be static: clang would leave it out.
    if options.entry != "main" || !options.interrupts.handlers.is_empty() {
        arguments.push("-femit-all-decls".to_owned());
    }
    for folder in &options.include_dirs {
        arguments.push(format!("-I{}", folder.display()));
    }
    arguments.extend(options.defines.iter().map(|define| format!("-D{define}")));
    // Nothing is optimised, but a program can ask whether it is.
    let is_level = |it: &&String| it.starts_with("-O");
    let (levels, others): (Vec<&String>, Vec<&String>) =
        options.clang_args.iter().partition(is_level);
    arguments.extend(predefined::options(levels.iter().copied()));
    if levels.last().is_some_and(|it| *it == "-Ofast") {
        arguments.push("-ffast-math".to_owned());
    }
    arguments.extend(others.into_iter().cloned());
    // Names tell what blocks belong to.
    arguments.push("-fno-discard-value-names".to_owned());
    // Whatever level the user's options ask for: an optimiser uses undefined behaviour.
    arguments.push("-O0".to_owned());
    arguments
}

/// Whether what old dialects allow is no error.
fn is_lenient(options: &Options) -> bool {
    let is_dialect = |option: &&String| option.starts_with("-std=") || *option == "-ansi";
    let dialect = options.clang_args.iter().rfind(is_dialect);
    options.lenient || dialect.is_some_and(|dialect| OLD_DIALECTS.contains(&dialect.as_str()))
}

/// Whether these arguments say that signed overflow wraps around, as clang reads them: the last
/// of `-fwrapv` and `-fno-wrapv` decides, where there is none the last of `-fno-strict-overflow`
/// and `-fstrict-overflow`, and `-ftrapv` is stronger.
pub fn wraps<'a>(arguments: impl DoubleEndedIterator<Item = &'a String> + Clone) -> bool {
    let last = |yes: &str, no: &str| {
        let found = arguments.clone().rfind(|argument| *argument == yes || *argument == no);
        found.map(|argument| argument == yes)
    };
    let wraps = last("-fwrapv", "-fno-wrapv");
    wraps.or(last("-fno-strict-overflow", "-fstrict-overflow")).unwrap_or(false)
        && !arguments.clone().any(|argument| argument == "-ftrapv")
}

/// The sanitizers whose checks make up the properties. `unreachable` and `vla-bound` are
/// always there: where no property is asked for, the point is one whose behaviour is
/// undefined.
fn sanitizers(properties: &BTreeSet<Property>) -> Vec<&'static str> {
    let mut names = BTreeSet::from(["unreachable", "vla-bound"]);
    for property in properties {
        names.extend(match property {
            // The base of a left shift: too large a result is an overflow, a negative
            // base is a bad shift; the handler's operands tell which.
            Property::NoOverflow => &["signed-integer-overflow", "shift-base"][..],
            Property::Shift => &["shift-base", "shift-exponent"],
            Property::UnsignedOverflow => &["unsigned-integer-overflow", "unsigned-shift-base"],
            Property::Conversion => &["implicit-conversion"],
            Property::FloatCastOverflow => &["float-cast-overflow"],
            Property::ArrayBounds => &["array-bounds"],
            Property::DivByZero => &["integer-divide-by-zero"],
            Property::FloatDivByZero => &["float-divide-by-zero"],
            Property::UnreachCall
            | Property::Assert
            | Property::Unreachable
            | Property::VlaBound
            | Property::FloatOverflow
            | Property::Nan
            | Property::ValidDeref
            | Property::Alignment
            | Property::ValidFree
            | Property::Overlap
            | Property::Uninit
            | Property::ValidMemtrack
            | Property::ValidMemcleanup
            | Property::NoDataRace => &[],
        });
    }
    names.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sanitizers_are_those_of_the_properties() {
        assert_eq!(
            sanitizers(&BTreeSet::from([Property::UnreachCall])),
            ["unreachable", "vla-bound"]
        );
        assert_eq!(
            sanitizers(&BTreeSet::from([Property::DivByZero, Property::Shift])),
            ["integer-divide-by-zero", "shift-base", "shift-exponent", "unreachable", "vla-bound"]
        );
        let floating = [Property::FloatCastOverflow, Property::FloatDivByZero, Property::Nan];
        assert_eq!(
            sanitizers(&BTreeSet::from(floating)),
            ["float-cast-overflow", "float-divide-by-zero", "unreachable", "vla-bound"]
        );
        let asked = [Property::UnsignedOverflow, Property::Conversion, Property::ArrayBounds];
        let asked = BTreeSet::from(asked);
        let names = [
            "array-bounds",
            "implicit-conversion",
            "unreachable",
            "unsigned-integer-overflow",
            "unsigned-shift-base",
            "vla-bound",
        ];
        assert_eq!(sanitizers(&asked), names);
    }

    #[test]
    fn the_last_option_says_whether_signed_overflow_wraps() {
        for (options, expected) in [
            ("", false),
            ("-fwrapv", true),
            ("-fwrapv -fno-wrapv", false),
            ("-fno-wrapv -fwrapv -fwrapv-pointer", true),
            ("-fwrapv-pointer", false),
            ("-fno-strict-overflow", true),
            ("-fno-strict-overflow -fstrict-overflow", false),
            ("-fno-wrapv -fno-strict-overflow", false),
            ("-fwrapv -fstrict-overflow", true),
            ("-fwrapv -ftrapv", false),
        ] {
            let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
            assert_eq!(wraps(options.iter()), expected, "{options:?}");
        }
    }

    #[test]
    fn the_users_options_do_not_switch_optimisation_on() {
        let options = Options { clang_args: vec!["-O2".to_owned()], ..Options::default() };
        let given = arguments(&options);
        let level = given.iter().rfind(|argument| argument.starts_with("-O"));
        assert_eq!(level.map(String::as_str), Some("-O0"));
        assert!(given.iter().any(|it| it == predefined::OPTIMIZE), "programs can ask");
    }

    #[test]
    fn errors_of_c_are_clangs_own() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("bad.c");
        std::fs::write(&file, "int main(void) { return x; }\n").expect("a writable folder");
        let clang = Clang::default();
        let output = folder.path().join("bad.bc");
        let error = compile(&clang, &Options::default(), &file, &output, false);
        match error {
            Err(FrontendError::Input(text)) => {
                assert!(text.contains("bad.c:1:25: error:"), "{text}");
            }
            other => panic!("{other:?}"),
        }
    }
}
