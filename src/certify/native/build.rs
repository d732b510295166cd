//! Builds the executable from bitcode and runtime.

use std::fs;
use std::path::Path;

use super::tools::{CLANG, text, tool};
use crate::program::runtime::{CHECKED, DESCRIPTIONS, MEASURED};
use crate::program::{NativeModule, runtime};
use crate::support::Budget;

/// The files of the runtime; the first is compiled, and includes the others.
pub(super) const RUNTIME: [(&str, &str); 6] = [
    ("runtime.c", include_str!("runtime.c")),
    ("sandbox.c", include_str!("sandbox.c")),
    ("computed.c", include_str!("computed.c")),
    ("measured.c", include_str!("measured.c")),
    ("threads.c", include_str!("threads.c")),
    ("sanitizer.c", include_str!("sanitizer.c")),
];

/// What the module may leave undefined beside what the run-time library has: the four functions
/// that every C compiler may call of its own accord, the linker's, and what can't be modelled
/// otherwise than by the C library itself.
const PROVIDED: [&str; 13] = [
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "_GLOBAL_OFFSET_TABLE_",
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
];

/// How a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// As it stands.
    Plain,
    /// With AddressSanitizer, which checks its accesses to memory.
    Sanitized,
}

/// Compiles the module as it stands and links it with the runtime, in a folder.
///
/// # Errors
/// The reason, for people, why there can be no native run: the module calls something
/// that is not modelled, the compiler or a library is missing, or no time is left.
pub(super) fn build(
    at: &Path,
    module: &NativeModule,
    flavour: Flavour,
    budget: &Budget,
) -> Result<(), String> {
    fs::write(at.join("program.bc"), &module.bitcode).map_err(text)?;
    for (name, file) in RUNTIME {
        fs::write(at.join(name), file).map_err(text)?;
    }
    fs::write(at.join(runtime::HEADER), runtime::header()).map_err(text)?;
    // What the front end takes floating-point numbers of 32-bit programs for.
    let width: &[&str] = if module.ilp32 { &["-m32", "-msse2", "-mfpmath=sse"] } else { &["-m64"] };
    let tool = |name: &str, arguments: &[&str]| tool(at, name, arguments, budget);

    let sanitized = flavour == Flavour::Sanitized;
    let calls = format!("-asan-memory-access-callback-prefix={CHECKED}");
    let always = "-asan-instrumentation-with-call-threshold=0";
    let checks = ["-fsanitize=address", "-mllvm", &calls, "-mllvm", always];
    let checks: &[&str] = if sanitized { &checks } else { &[] };
    let ir = ["-O0", "-w", "-c", "-x", "ir", "program.bc", "-o", "program.o"];
    tool(CLANG, &[width, checks, &ir[..]].concat())?;
    let undefined = tool("nm", &["--undefined-only", "--format=posix", "program.o"])?;
    let foreign: Vec<&str> = undefined
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !is_provided(name) && !is_arithmetic_helper(name))
        .filter(|name| !(sanitized && is_of_sanitizer(name)))
        .collect();
    let computes = undefined.lines().any(|line| line.starts_with(MEASURED));
    let computes: &[&str] = if computes { &["-DCOMPUTES"] } else { &[] };
    if !foreign.is_empty() {
        return Err(format!("it uses what is not modelled: {}", foreign.join(", ")));
    }
    // A `write` or `fork` of the program's own must not take the place of the C
    // library's in the runtime, and nothing of the program may run before its entry.
    let mut edit = vec![
        format!("--keep-global-symbol={}", runtime::MAIN),
        format!("--keep-global-symbol={}", runtime::THREADS),
        "--remove-section=*init_array*".to_owned(),
        "--remove-section=*fini_array*".to_owned(),
        "program.o".to_owned(),
    ];
    if sanitized {
        let checked = ["memcpy", "memmove", "memset"].into_iter();
        edit.extend(checked.map(|name| format!("--redefine-sym={name}={CHECKED}{name}")));
    }
    tool("objcopy", &edit.iter().map(String::as_str).collect::<Vec<_>>())?;
    // Debian has the kernel's headers (the same for 32 bits) only here.
    let headers = "-idirafter/usr/include/x86_64-linux-gnu";
    let files = ["runtime.c", "program.o", "-lm", "-o", "program"];
    // What the compiler adds to the runtime registers the variables of both.
    let variables = format!(
        "-Wl,--defsym={DESCRIPTIONS}=__start_asan_globals,--defsym={DESCRIPTIONS}_end=__stop_asan_globals"
    );
    let linked: &[&str] = match flavour {
        Flavour::Plain => &["-static"],
        Flavour::Sanitized => {
            &["-no-pie", "-fsanitize=address", "-fno-omit-frame-pointer", &variables]
        }
    };
    tool(CLANG, &[width, linked, computes, &["-O1", "-w", headers][..], &files].concat())?;
    Ok(())
}

/// Whether the program may leave a function of this name to what it is linked with.
fn is_provided(name: &str) -> bool {
    PROVIDED.contains(&name)
        || runtime::computes_exactly(name)
        || runtime::provided().any(|provided| provided == name)
}

/// Whether the name is one that AddressSanitizer brings with it.
fn is_of_sanitizer(name: &str) -> bool {
    ["__asan_", CHECKED, "__start_asan_", "__stop_asan_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether the name is one of libgcc's functions by which the compiler does wide arithmetic
/// (`__divti3`, `__udivdi3`, …) and conversions of numbers (`__truncsfhf2`, `__fixdfti`, …).
fn is_arithmetic_helper(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("__") else { return false };
    let ends_with = |these: &[&str]| these.iter().any(|it| rest.ends_with(it));
    let is_conversion = ["extend", "trunc", "fix", "float"].iter().any(|it| rest.starts_with(it));
    match is_conversion {
        true => ends_with(&["hf2", "sf2", "df2", "xf2", "hf", "sf", "df", "xf", "di", "ti"]),
        false => ends_with(&["di2", "ti2", "di3", "ti3", "di4", "ti4"]),
    }
}
