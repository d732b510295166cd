//! What the options of a compile command say of a program.
//!
//! Those stay that say what it means (macros, headers, the language, the sizes of types, how numbers
//! are computed), and macros that others set ([`super::predefined`]). [What says nothing of
//! it](super::meaningless) goes. What changes the meaning in a way that is not modelled is refused,
//! and what is not known is told.

use super::compile::OF_LAYOUT;
use super::driver::{self, Driver};
use super::machine::Target;
use super::{meaningless, predefined, spelling};

/// What a command says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The options for clang that say what the program means.
    pub options: Vec<String>,
    /// Those that are not known, and passed over.
    pub unknown: Vec<String>,
}

/// Options that stay, by how they start; the next argument belongs to them if they stand
/// alone.
const WITH_VALUE: [&str; 14] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-x",
];

/// Options that stay as they are, by how they start, besides those [`OF_LAYOUT`].
const PLAIN: [&str; 36] = [
    "-std=",
    "-ansi",
    "-trigraphs",
    "-nostdinc",
    "-nostdlibinc",
    "-nobuiltininc",
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
    "-fno-ms-extensions",
    "-fms-compatibility",
    "-fgnu89-inline",
    "-fno-gnu89-inline",
    "-fgnu-keywords",
    "-fno-gnu-keywords",
    "-fasm",
    "-fno-asm",
    "-fcommon",
    "-fno-common",
    "-ffreestanding",
    "-fhosted",
    "-fno-builtin",
    "-fbuiltin",
    "-fblocks",
    "-fdollars-in-identifiers",
    "-fno-dollars-in-identifiers",
    "-fwritable-strings",
    "-fstrict-flex-arrays",
    "-fmacro-prefix-map=",
];

/// Options that clang does not know, or heeds more than is wanted, and what says the same.
const OTHERWISE: [(&str, &str); 4] = [
    ("-ftrapv", "-fno-wrapv"),
    ("-fno-hosted", "-ffreestanding"),
    ("-fno-freestanding", "-fhosted"),
    ("-Ofast", "-ffast-math"),
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
const OF_X86: [&str; 45] = [
    "-march=",
    "-mfma",
    "-mno-fma",
    "-mavx",
    "-mno-avx",
    "-msse",
    "-mno-sse3",
    "-mno-sse4",
    "-mssse3",
    "-mno-ssse3",
    "-mbmi",
    "-mno-bmi",
    "-mf16c",
    "-mno-f16c",
    "-mpopcnt",
    "-mno-popcnt",
    "-maes",
    "-mno-aes",
    "-mpclmul",
    "-mno-pclmul",
    "-mlzcnt",
    "-mno-lzcnt",
    "-mrdrnd",
    "-mno-rdrnd",
    "-mrdseed",
    "-mno-rdseed",
    "-madx",
    "-mno-adx",
    "-mmovbe",
    "-mno-movbe",
    "-mfsgsbase",
    "-mno-fsgsbase",
    "-mxsave",
    "-mno-xsave",
    "-msha",
    "-mno-sha",
    "-mvaes",
    "-mno-vaes",
    "-mgfni",
    "-mno-gfni",
    "-mcx16",
    "-mno-cx16",
    "-msahf",
    "-mno-sahf",
    "-mmmx",
];

/// Options that change what a program means in a way that is not modelled, by how they start.
const NOT_MODELLED: [&str; 13] = [
    "-mstructure-size-boundary=",
    "-fsingle-precision-constant",
    "-mfpmath=387",
    "-fopenmp",
    "-fopenacc",
    "-fexec-charset=",
    "-fwide-exec-charset=",
    "-finput-charset=",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-finstrument-functions",
    "-traditional",
    "-triple",
];

/// What the words of a command say.
///
/// # Errors
/// Why it is refused, for people.
pub fn of(command: &[String]) -> Result<Meaning, String> {
    let command = spelling::plain(command);
    let Driver { arguments, mut target, options } = driver::find(&command)?;
    let predefined = predefined::options(arguments.iter());
    // What the compiler's name stands for gives way to its options.
    let mut kept = [options.clone(), predefined].concat();
    let mut unknown = vec![];
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
            continue;
        }
        refuse(argument, &target)?;
        if let Some((_, same)) = OTHERWISE.iter().find(|it| it.0 == argument) {
            kept.push((*same).to_owned());
        } else if let Some(map) = argument.strip_prefix("-ffile-prefix-map=") {
            // It changes places, too, which are to be those of the files.
            kept.push(format!("-fmacro-prefix-map={map}"));
        } else if is_meant(argument, &target) {
            kept.push(argument.clone());
            if WITH_VALUE.contains(&argument.as_str()) {
                kept.extend(rest.next().cloned());
            }
        } else if meaningless::has_value(argument) {
            rest.next();
        } else if !is_passed_over(argument) {
            unknown.push(argument.clone());
        }
    }
    // For gcc the last one of `-ftrapv` and `-fwrapv` counts, for clang `-ftrapv`.
    let is_clang = !options.iter().any(|it| it.starts_with("-ffp-contract"));
    if is_clang && arguments.iter().any(|it| it == "-ftrapv") {
        kept.push("-fno-wrapv".to_owned());
    }
    predefined::without_fortification(&mut kept);
    Ok(Meaning { options: kept, unknown })
}

/// Refuses what changes the meaning in a way that is not modelled.
fn refuse(argument: &str, target: &Target) -> Result<(), String> {
    let is_utf_8 = argument.to_ascii_lowercase().ends_with("=utf-8");
    let is_usual = is_utf_8
        || argument == "-mstructure-size-boundary=8"
        || argument == "-mfpmath=387" && *target == Target::Ilp32;
    match starts(argument, &NOT_MODELLED) && !is_usual {
        true => Err(format!("{argument} is not supported: it changes what the program means")),
        false => Ok(()),
    }
}

/// Whether an option says what the program means.
fn is_meant(argument: &str, target: &Target) -> bool {
    let is_of_x86 = !matches!(target, Target::Other(_)) && starts(argument, &OF_X86);
    // Headers that clang has read before are in a form of its own.
    let is_compiled = argument == "-include-pch";
    driver::is_of_machine(argument, target)
        || is_of_x86
        || starts(argument, &OF_NUMBERS)
        || starts(argument, &WITH_VALUE) && !is_compiled
        || starts(argument, &PLAIN)
        || starts(argument, &OF_LAYOUT)
}

/// Whether nothing is lost with an option, or it is heeded already.
fn is_passed_over(argument: &str) -> bool {
    let is_utf_8 = starts(argument, &NOT_MODELLED);
    is_utf_8 || predefined::is_known(argument) || meaningless::is_known(argument)
}

fn starts(argument: &str, known: &[&str]) -> bool {
    known.iter().any(|known| argument.starts_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(command: &str) -> Vec<String> {
        shlex::split(command).expect("quotations end")
    }

    fn meaning(command: &[String]) -> Result<Vec<String>, String> {
        of(command).map(|it| it.options)
    }

    #[test]
    fn what_says_nothing_about_the_meaning_goes() {
        let words = split(
            "cc -O2 -g -Wall -Wp,-MD,x.d -MD -MF x.d -c a.c -o a.o -Iinc -I inc2 -DN=3 -std=gnu99 \
             -include config.h -fwrapv -fstack-protector -march=native -flto=auto",
        );
        let kept = meaning(&words).expect("supported");
        let expected = "-ffp-contract=fast -D__OPTIMIZE__=1 -D__SSP__=1 -Iinc -I inc2 -DN=3 -std=gnu99 -include config.h -fwrapv -march=native";
        assert_eq!(kept.join(" "), expected);
        let arm = split("arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -specs=nano.specs -Os -c a.c");
        let expected = "--target=arm-none-eabi -fshort-enums -ffp-contract=fast -D__OPTIMIZE__=1 \
             -D__OPTIMIZE_SIZE__=1 -mcpu=cortex-m4 -mthumb";
        assert_eq!(meaning(&arm).expect("supported").join(" "), expected);
        let clang = split("clang --target=armv6m-none-eabi -mfloat-abi=soft -c a.c");
        let expected = "--target=armv6m-none-eabi -mfloat-abi=soft";
        assert_eq!(meaning(&clang).expect("supported").join(" "), expected);
        let said = split("arm-none-eabi-clang --target=x86_64-linux-gnu -mno-red-zone -DA -c a.c");
        assert_eq!(meaning(&said).expect("supported").join(" "), "-DA");
        let windows = split("C:/arm/bin/arm-none-eabi-gcc.exe -c a.c");
        let expected = "--target=arm-none-eabi -fshort-enums -ffp-contract=fast";
        assert_eq!(meaning(&windows).expect("supported").join(" "), expected);
        let zephyr = split("arm-zephyr-eabi-gcc -march=armv7e-m -c a.c");
        let expected = "--target=arm-zephyr-eabi -fshort-enums -ffp-contract=fast -march=armv7e-m";
        assert_eq!(meaning(&zephyr).expect("supported").join(" "), expected);
        let fast = split("cc -std=c11 -Ofast -fno-signed-zeros -mfma -fexec-charset=UTF-8 -c a.c");
        let expected =
            "-ffp-contract=off -D__OPTIMIZE__=1 -std=c11 -ffast-math -fno-signed-zeros -mfma";
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

    #[test]
    fn what_is_not_known_is_told() {
        let said = of(&split(
            "gcc -O2 -Wp,-D_FORTIFY_SOURCE=2 -fplugin=x.so -fno-hosted -ffile-prefix-map=/a=b -mlzcnt \
             -fsanitize=address -finput-charset=utf-8 -c a.c",
        ))
        .expect("supported");
        let kept = "-ffp-contract=fast -D__OPTIMIZE__=1 -ffreestanding -fmacro-prefix-map=/a=b -mlzcnt \
                    -D_FORTIFY_SOURCE=0";
        assert_eq!(said.options.join(" "), kept);
        assert_eq!(said.unknown, ["-fplugin=x.so", "-fsanitize=address"]);
        for (command, expected) in [
            ("gcc -fwrapv -ftrapv", "-ffp-contract=fast -fwrapv -fno-wrapv"),
            ("gcc -ftrapv -fwrapv", "-ffp-contract=fast -fno-wrapv -fwrapv"),
            ("clang -ftrapv -fwrapv", "-fno-wrapv -fwrapv -fno-wrapv"),
        ] {
            assert_eq!(meaning(&split(command)).expect("supported").join(" "), expected);
        }
        assert!(of(&split("arm-none-eabi-gcc -mstructure-size-boundary=32 -c a.c")).is_err());
        for other in ["-funsigned-bitfields", "-finstrument-functions", "-Xclang -triple"] {
            assert!(of(&split(&format!("cc {other} -c a.c"))).is_err(), "{other}");
        }
    }
}
