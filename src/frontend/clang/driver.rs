//! Which machine a compile command is for, by the compiler's name and its options.
//!
//! Only x86 is modelled. What is compiled for another machine has integers of other sizes, another
//! order of bytes, other layouts of structures; read as if it were for x86, its verdict would be
//! one about another program. So a compiler that is not known is refused, as are options that
//! other machines' compilers take.

/// What starts a compiler, and stands before it.
const WRAPPERS: [&str; 7] =
    ["ccache", "distcc", "sccache", "icecc", "buildcache", "cachecc1", "gomacc"];

/// Compilers of C for the machine that they run on, without the numbers of versions.
const COMPILERS: [&str; 25] = [
    "cc",
    "gcc",
    "clang",
    "c89",
    "c99",
    "c11",
    "c17",
    "c23",
    "tcc",
    "icc",
    "icx",
    "nvc",
    "pgcc",
    "musl-gcc",
    "musl-clang",
    "mpicc",
    "wllvm",
    "gclang",
    "goto-cc",
    "ccc-analyzer",
    "afl-cc",
    "afl-gcc",
    "afl-clang",
    "afl-clang-fast",
    "hfuzz-clang",
];

/// How options start that other machines' compilers take, or that make x86 another machine.
const FOREIGN: [&str; 22] = [
    "-mcpu=",
    "-mthumb",
    "-marm",
    "-mmcu=",
    "-mfloat-abi=",
    "-mfpu=",
    "-mabi=ilp32",
    "-mabi=lp64",
    "-mabi=aapcs",
    "-mabi=apcs",
    "-mabi=n32",
    "-mabi=32",
    "-mabi=64",
    "-mabi=o32",
    "-march=rv",
    "-march=arm",
    "-march=mips",
    "-mbig-endian",
    "-mlittle-endian",
    "-mx32",
    "-m16",
    "-miamcu",
];

/// What a command says besides its options.
#[derive(Debug, PartialEq, Eq)]
pub struct Driver<'a> {
    /// The compiler's arguments.
    pub arguments: &'a [String],
    /// The option that the name of the compiler stands for: `-m32`.
    pub option: Option<&'static str>,
}

/// Finds the compiler in the words of a command.
///
/// # Errors
/// Why it is refused, for people.
pub fn find(words: &[String]) -> Result<Driver<'_>, String> {
    let mut rest = words;
    while let [word, others @ ..] = rest {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        rest = others;
        if WRAPPERS.contains(&name) {
            continue;
        }
        return match option(name) {
            Some(option) => Ok(Driver { arguments: rest, option }),
            None => Err(refused(&format!("it is compiled by {name}"))),
        };
    }
    Err(refused("its command names no compiler"))
}

/// What is said of a command that is not for x86.
fn refused(what: &str) -> String {
    format!(
        "{what}, which is not known to compile C for x86, and other machines are not modelled; \
         change the command to one for x86 (cc, with -m32 for 32 bits), or name the files \
         without -p"
    )
}

/// The option that a compiler of this name stands for, if it is one for x86.
#[allow(clippy::option_option)]
fn option(name: &str) -> Option<Option<&'static str>> {
    if COMPILERS.contains(&name) {
        return Some(None);
    }
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let name = name.strip_suffix('-').unwrap_or(name);
    if COMPILERS.contains(&name) {
        return Some(None);
    }
    let (machine, compiler) = name.rsplit_once('-')?;
    if COMPILERS.contains(&compiler) { target(machine) } else { None }
}

/// The option that a target (`i686-linux-gnu`) stands for, if it is one of x86 whose integers are
/// as on Linux.
#[allow(clippy::option_option)]
fn target(target: &str) -> Option<Option<&'static str>> {
    let mut parts = target.split('-');
    let machine = parts.next()?;
    let other = |part: &str| {
        let others = ["mingw", "cygwin", "windows", "win32", "msvc", "msys", "gnux32", "uefi"];
        others.iter().any(|other| part.starts_with(other))
    };
    if parts.any(other) {
        return None;
    }
    match machine {
        "x86_64" | "amd64" => Some(None),
        "i386" | "i486" | "i586" | "i686" => Some(Some("-m32")),
        _ => None,
    }
}

/// What an option says of the machine: nothing, or that it is this one.
///
/// # Errors
/// Why it is refused, for people.
pub fn machine(option: &str) -> Result<Option<&'static str>, String> {
    let refuse = || Err(refused(&format!("it is compiled with {option}")));
    if let Some(name) = option.strip_prefix("--target=").or(option.strip_prefix("-target=")) {
        return target(name).map_or_else(refuse, Ok);
    }
    if FOREIGN.iter().any(|foreign| option.starts_with(foreign)) || ["-EB", "-EL"].contains(&option)
    {
        return refuse();
    }
    Ok(None)
}

/// Whether options for clang say that the program is for x86, and for 32 bits only if it is taken
/// so; what they say of sizes (`-m32`) is heeded elsewhere.
///
/// # Errors
/// Why they are refused, for people.
pub fn check(options: &[String], ilp32: bool) -> Result<(), String> {
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        let option = match option.as_str() {
            "-target" | "--target" => {
                format!("--target={}", rest.next().map(String::as_str).unwrap_or_default())
            }
            other => other.to_owned(),
        };
        let foreign = ["-triple", "-arch", "-cc1"].contains(&option.as_str());
        if foreign || machine(&option).is_err() {
            return Err(format!(
                "{option}: only programs for x86 are modelled, with -m 32 for 32 bits"
            ));
        }
        if machine(&option)?.is_some() && !ilp32 {
            return Err(format!("{option} is for 32 bits: say -m 32, too"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        command.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn compilers_of_this_machine_are_known() {
        for (command, option) in [
            ("cc -c a.c", None),
            ("/usr/bin/gcc-12 -c a.c", None),
            ("clang-22 -c a.c", None),
            ("gcc12 -c a.c", None),
            ("c99 -c a.c", None),
            ("ccache distcc /opt/bin/x86_64-linux-gnu-gcc-9.3 -c a.c", None),
            ("x86_64-pc-linux-musl-cc -c a.c", None),
            ("i686-linux-gnu-gcc -c a.c", Some("-m32")),
        ] {
            let words = words(command);
            let driver = find(&words).expect("it is known");
            assert_eq!(driver.arguments, ["-c", "a.c"], "{command}");
            assert_eq!(driver.option, option, "{command}");
        }
    }

    #[test]
    fn other_compilers_are_refused() {
        for name in [
            "arm-none-eabi-gcc",
            "aarch64-linux-gnu-gcc-12",
            "riscv32-unknown-elf-gcc",
            "avr-gcc",
            "iccarm",
            "armcc",
            "cl.exe",
            "clang-cl",
            "xc8",
            "sdcc",
            "x86_64-w64-mingw32-gcc",
            "x86_64-linux-gnux32-gcc",
            "g++",
        ] {
            let words = words(&format!("ccache /opt/{name} -c a.c"));
            let reason = find(&words).expect_err(name);
            assert!(reason.contains(name) && reason.contains("without -p"), "{reason}");
        }
        assert!(find(&words("ccache")).is_err());
        assert!(find(&[]).is_err());
    }

    #[test]
    fn clang_is_told_of_no_other_machine() {
        let is_taken = |options: &str, ilp32| check(&words(options), ilp32).is_ok();
        for options in
            ["-std=c99 -DA -m32", "--target=x86_64-linux-gnu", "-target x86_64-linux-gnu"]
        {
            assert!(is_taken(options, false), "{options}");
        }
        for options in
            ["--target=arm-none-eabi", "-target riscv32", "-Xclang -triple -Xclang arm", "-mthumb"]
        {
            assert!(!is_taken(options, false) && !is_taken(options, true), "{options}");
        }
        assert!(is_taken("--target=i686-linux-gnu", true));
        assert!(!is_taken("--target=i686-linux-gnu", false));
    }

    #[test]
    fn options_of_other_machines_are_refused() {
        for option in ["-mcpu=cortex-m4", "-mthumb", "-mmcu=atmega328p", "-march=rv32imac", "-mx32"]
        {
            assert!(machine(option).is_err(), "{option}");
        }
        for option in ["--target=arm-none-eabi", "--target=x86_64-pc-windows-msvc"] {
            assert!(machine(option).is_err(), "{option}");
        }
        assert_eq!(machine("--target=i686-pc-linux-gnu"), Ok(Some("-m32")));
        assert_eq!(machine("--target=x86_64-linux-gnu"), Ok(None));
        for option in ["-march=native", "-march=x86-64-v3", "-msse2", "-mtune=generic", "-m32"] {
            assert_eq!(machine(option), Ok(None), "{option}");
        }
    }
}
