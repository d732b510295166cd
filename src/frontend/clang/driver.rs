//! Which machine a compile command is for, by the compiler's name and its options.
//!
//! What is compiled for another machine has integers of other sizes, another order of bytes, other
//! layouts of structures; read as if it were for x86, its verdict would be one about another
//! program. So a compiler that is not known is refused, as are options that other machines'
//! compilers take, unless it is one of those.

use super::machine::{Machine, Target};

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

/// Options that say more of a machine that is modelled, or how they start: its instructions, and
/// how arguments are passed.
const OF_MACHINES: [&str; 12] = [
    "-mabi=ilp32",
    "-mabi=ilp32f",
    "-mabi=ilp32d",
    "-mabi=aapcs",
    "-mthumb",
    "-marm",
    "-mlittle-endian",
    "-mcpu=",
    "-mfloat-abi=",
    "-mfpu=",
    "-march=arm",
    "-march=rv32",
];

/// What a command says besides its options.
#[derive(Debug, PartialEq, Eq)]
pub struct Driver<'a> {
    /// The compiler's arguments.
    pub arguments: &'a [String],
    /// What the name of the compiler stands for.
    pub target: Target,
    /// The options for clang that say the same.
    pub options: Vec<String>,
}

/// Finds the compiler in the words of a command.
///
/// # Errors
/// Why it is refused, for people.
pub fn find(words: &[String]) -> Result<Driver<'_>, String> {
    let mut rest = words;
    while let [word, others @ ..] = rest {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let known = name.strip_suffix(".exe").unwrap_or(name);
        rest = others;
        if WRAPPERS.contains(&known) {
            continue;
        }
        return match of_compiler(known, rest) {
            Some(target) => {
                let options = options(&target, rest, !known.contains("clang"));
                Ok(Driver { arguments: rest, target, options })
            }
            None => Err(refused(&format!("it is compiled by {name}"))),
        };
    }
    Err(refused("its command names no compiler"))
}

/// What is said of a command for a machine that is not modelled.
fn refused(what: &str) -> String {
    format!(
        "{what}, which is not known to compile C for a machine that is modelled (x86, ARM and \
         RISC-V with 32 bits); change the command to one of these (cc, with -m32 for 32 bits), or \
         name the files without --compile-commands"
    )
}

/// The target of a compiler of this name with these arguments, if it is modelled.
fn of_compiler(name: &str, arguments: &[String]) -> Option<Target> {
    if COMPILERS.contains(&name) {
        return Some(Target::Lp64);
    }
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let name = name.strip_suffix('-').unwrap_or(name);
    if COMPILERS.contains(&name) {
        return Some(Target::Lp64);
    }
    let (machine, compiler) = name.rsplit_once('-')?;
    if !COMPILERS.contains(&compiler) {
        return None;
    }
    // Compilers for RISC-V make code for both widths.
    let has = |start: &str| arguments.iter().any(|it| it.starts_with(start));
    if machine.starts_with("riscv") && (has("-march=rv32") || has("-mabi=ilp32")) {
        return Some(Target::Other(Machine { triple: "riscv32-unknown-elf".to_owned() }));
    }
    Target::named(machine)
}

/// Options for clang that a compiler for this target, perhaps gcc, stands for.
fn options(target: &Target, arguments: &[String], is_gcc: bool) -> Vec<String> {
    let mut options = target.options();
    // The last dialect counts.
    let dialect = arguments.iter().rfind(|it| *it == "-ansi" || it.starts_with("-std="));
    let is_iso = dialect.is_some_and(|it| !it.starts_with("-std=gnu"));
    match target {
        // gcc's enumerations are as short as can be on bare metal (AAPCS, 8.1.3), not on Linux.
        Target::Other(Machine { triple })
            if is_gcc && triple.starts_with("arm") && !triple.contains("linux") =>
        {
            options.push("-fshort-enums".to_owned());
        }
        _ => {}
    }
    // gcc fuses across statements, but where it keeps to the standard. What the command itself says
    // comes behind.
    if is_gcc {
        let contracts = if is_iso { "off" } else { "fast" };
        options.push(format!("-ffp-contract={contracts}"));
    }
    options
}

/// What an option of a compiler for this target says of another one.
///
/// # Errors
/// Why it is refused, for people.
pub fn machine(option: &str, target: &Target) -> Result<Option<Target>, String> {
    let refuse = || Err(refused(&format!("it is compiled with {option}")));
    if let Some(name) = option.strip_prefix("--target=").or(option.strip_prefix("-target=")) {
        return Target::named(name).map_or_else(refuse, |target| Ok(Some(target)));
    }
    if is_of_machine(option, target) {
        return Ok(None);
    }
    // They would make clang take another machine.
    if matches!(target, Target::Other(_)) && ["-m32", "-m64"].contains(&option) {
        return refuse();
    }
    if FOREIGN.iter().any(|foreign| option.starts_with(foreign)) || ["-EB", "-EL"].contains(&option)
    {
        return refuse();
    }
    Ok(None)
}

/// Whether an option says more of this machine.
pub fn is_of_machine(option: &str, target: &Target) -> bool {
    // Whole words, and beginnings. With 16 registers RISC-V passes arguments in another way.
    let is_beginning = |known: &str| known.contains('=') && !known.starts_with("-mabi");
    let is_known = OF_MACHINES
        .iter()
        .any(|&known| option == known || is_beginning(known) && option.starts_with(known));
    matches!(target, Target::Other(_)) && is_known && !option.starts_with("-march=rv32e")
}

/// Whether options for clang say nothing of another machine than `machine`, if that is given, or
/// x86, and of 32 bits only if these are taken (`ilp32`).
///
/// # Errors
/// Why they are refused, for people.
pub fn check(options: &[String], machine: Option<&Machine>, ilp32: bool) -> Result<(), String> {
    let own = match (machine, ilp32) {
        (Some(machine), _) => Target::Other(machine.clone()),
        (None, true) => Target::Ilp32,
        (None, false) => Target::Lp64,
    };
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        let option = match option.as_str() {
            "-target" | "--target" => {
                format!("--target={}", rest.next().map(String::as_str).unwrap_or_default())
            }
            other => other.to_owned(),
        };
        let is_cc1s = ["-triple", "-arch", "-cc1"].contains(&option.as_str());
        let says = if is_cc1s { Err(String::new()) } else { self::machine(&option, &own) };
        if !says.is_ok_and(|target| target.is_none_or(|target| target == own)) {
            return Err(format!(
                "{option}: the machine is said by --target TRIPLE of llumc, or by -m 32 if it is \
                 x86 with 32 bits"
            ));
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
        let other = |triple: &str| Target::Other(Machine { triple: triple.to_owned() });
        for (command, target) in [
            ("cc -c a.c", Target::Lp64),
            ("/usr/bin/gcc-12 -c a.c", Target::Lp64),
            ("clang-22 -c a.c", Target::Lp64),
            ("gcc12 -c a.c", Target::Lp64),
            ("c99 -c a.c", Target::Lp64),
            ("ccache distcc /opt/bin/x86_64-linux-gnu-gcc-9.3 -c a.c", Target::Lp64),
            ("x86_64-pc-linux-musl-cc -c a.c", Target::Lp64),
            ("i686-linux-gnu-gcc -c a.c", Target::Ilp32),
            ("arm-none-eabi-gcc-12.2 -c a.c", other("arm-none-eabi")),
            ("riscv32-esp-elf-gcc -c a.c", other("riscv32-esp-elf")),
        ] {
            let words = words(command);
            let driver = find(&words).expect("it is known");
            assert_eq!(driver.arguments, ["-c", "a.c"], "{command}");
            assert_eq!(driver.target, target, "{command}");
        }
    }

    #[test]
    fn other_compilers_are_refused() {
        for name in [
            "armeb-none-eabi-gcc",
            "aarch64-linux-gnu-gcc-12",
            "riscv64-unknown-elf-gcc",
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
            assert!(
                reason.contains(name) && reason.contains("without --compile-commands"),
                "{reason}"
            );
        }
        assert!(find(&words("ccache")).is_err());
        assert!(find(&[]).is_err());
    }

    #[test]
    fn compilers_for_both_widths_say_by_options_which() {
        let command = words("riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -c a.c");
        let Ok(driver) = find(&command) else { panic!("it is known") };
        assert_eq!(driver.target.options(), ["--target=riscv32-unknown-elf"]);
        assert!(is_of_machine("-march=rv32imac", &driver.target));
        assert!(machine("-mbig-endian", &driver.target).is_err());
    }

    #[test]
    fn clang_is_told_of_no_other_machine() {
        let arm = Machine { triple: "arm-none-eabi".to_owned() };
        let is_taken =
            |options: &str, machine, ilp32| check(&words(options), machine, ilp32).is_ok();
        for options in ["-m32", "--target=x86_64-linux-gnu", "-target x86_64-linux-gnu"] {
            assert!(is_taken(options, None, false), "{options}");
            assert!(!is_taken(options, Some(&arm), false), "{options}");
        }
        assert!(is_taken("-std=c99 -DA", None, false) && is_taken("-std=c99", Some(&arm), false));
        for options in
            ["--target=arm-none-eabi", "-target riscv32", "-Xclang -triple -Xclang arm", "-mthumb"]
        {
            assert!(!is_taken(options, None, false) && !is_taken(options, None, true), "{options}");
        }
        assert!(is_taken("--target=i686-linux-gnu", None, true));
        assert!(!is_taken("--target=i686-linux-gnu", None, false));
        assert!(is_taken("--target=arm-none-eabi -mcpu=cortex-m4 -mthumb", Some(&arm), false));
        assert!(!is_taken("-mbig-endian", Some(&arm), false));
    }

    #[test]
    fn options_of_other_machines_are_refused() {
        let machine = |option| machine(option, &Target::Lp64);
        for option in ["-mcpu=cortex-m4", "-mthumb", "-mmcu=atmega328p", "-march=rv32imac", "-mx32"]
        {
            assert!(machine(option).is_err(), "{option}");
        }
        for option in ["--target=avr", "--target=x86_64-pc-windows-msvc"] {
            assert!(machine(option).is_err(), "{option}");
        }
        assert_eq!(machine("--target=i686-pc-linux-gnu"), Ok(Some(Target::Ilp32)));
        assert_eq!(machine("--target=x86_64-linux-gnu"), Ok(Some(Target::Lp64)));
        for option in ["-march=native", "-march=x86-64-v3", "-msse2", "-mtune=generic", "-m32"] {
            assert_eq!(machine(option), Ok(None), "{option}");
        }
    }
}
