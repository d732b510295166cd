//! Macros by which a program knows how it is compiled (`__OPTIMIZE__`, `__PIC__`).
//!
//! The options that set them say nothing else of what a program means, and clang must not heed them:
//! an optimiser uses undefined behaviour. So the macros are set instead. Deliberately absent:
//! `__NO_INLINE__`, which is there without optimisation; and those of sanitizers, whose runtimes are
//! not modelled.

use std::collections::BTreeMap;

/// With optimisation.
pub const OPTIMIZE: &str = "-D__OPTIMIZE__=1";

/// What the C library checks beyond the program where it is optimised: its functions have other
/// names then, of which none is modelled. What these checks are about is checked anyway.
const FORTIFY: &str = "_FORTIFY_SOURCE";

/// The options that say what options of a command predefine.
pub fn options<'a>(arguments: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut last: BTreeMap<&str, &[&str]> = BTreeMap::new();
    for argument in arguments {
        last.extend(said(argument).iter().copied());
    }
    last.into_values().flatten().map(|&it| it.to_owned()).collect()
}

/// Whether an option is one of those.
pub fn is_known(argument: &str) -> bool {
    !said(argument).is_empty()
}

/// What an option says, each about a matter of which the last word counts.
fn said(argument: &str) -> &'static [(&'static str, &'static [&'static str])] {
    match argument {
        "-O0" => &[("optimisation", &[])],
        "-Os" | "-Oz" => &[("optimisation", &[OPTIMIZE, "-D__OPTIMIZE_SIZE__=1"])],
        _ if argument.starts_with("-O") => &[("optimisation", &[OPTIMIZE])],
        "-fpic" => &[("position", &["-D__pic__=1", "-D__PIC__=1", "-U__pie__", "-U__PIE__"])],
        "-fPIC" => &[("position", &["-D__pic__=2", "-D__PIC__=2", "-U__pie__", "-U__PIE__"])],
        "-fpie" => &[("position", &["-D__pic__=1", "-D__PIC__=1", "-D__pie__=1", "-D__PIE__=1"])],
        "-fPIE" => &[("position", &["-D__pic__=2", "-D__PIC__=2", "-D__pie__=2", "-D__PIE__=2"])],
        "-fno-pic" | "-fno-PIC" | "-fno-pie" | "-fno-PIE" => {
            &[("position", &["-U__pic__", "-U__PIC__", "-U__pie__", "-U__PIE__"])]
        }
        "-fno-stack-protector" => &[("stack", &[])],
        "-fstack-protector" => &[("stack", &["-D__SSP__=1"])],
        "-fstack-protector-strong" => &[("stack", &["-D__SSP_STRONG__=2"])],
        "-fstack-protector-all" => &[("stack", &["-D__SSP_ALL__=3"])],
        "-fcf-protection=none" => &[("control flow", &[])],
        "-fcf-protection=branch" => &[("control flow", &["-D__CET__=1"])],
        "-fcf-protection=return" => &[("control flow", &["-D__CET__=2"])],
        "-fcf-protection" | "-fcf-protection=full" => &[("control flow", &["-D__CET__=3"])],
        "-fexceptions" => &[("exceptions", &["-D__EXCEPTIONS=1"])],
        "-fno-exceptions" => &[("exceptions", &[])],
        "-fno-math-errno" => &[("errno", &["-D__NO_MATH_ERRNO__=1"])],
        "-fmath-errno" => &[("errno", &[])],
        // Numbers are kept in such registers all the same.
        "-mno-mmx" => &[("mmx", &["-U__MMX__"])],
        "-mno-sse" => &[
            ("sse", &["-U__SSE__", "-U__SSE_MATH__"]),
            ("sse2", &["-mno-sse3", "-U__SSE2__", "-U__SSE2_MATH__"]),
        ],
        "-mno-sse2" => &[("sse2", &["-mno-sse3", "-U__SSE2__", "-U__SSE2_MATH__"])],
        "-msse" => &[("sse", &[])],
        "-msse2" => &[("sse", &[]), ("sse2", &[])],
        _ => &[],
    }
}

/// Switches off the checks of the C library beyond the program in options that have them.
pub fn without_fortification(options: &mut [String]) {
    let is_optimised = options.iter().any(|it| it == OPTIMIZE);
    for at in 0..options.len() {
        let before = at.checked_sub(1).map(|before| options[before].as_str());
        let (start, name) = match options[at].strip_prefix("-D") {
            Some(name) => ("-D", name),
            None if before == Some("-D") => ("", options[at].as_str()),
            None => continue,
        };
        let name = name.split('=').next().unwrap_or_default();
        if is_optimised && name == FORTIFY {
            options[at] = format!("{start}{FORTIFY}=0");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_last_word_counts() {
        for (given, expected) in [
            ("-Wall", ""),
            ("-O2", "-D__OPTIMIZE__=1"),
            ("-O2 -O0", ""),
            ("-O3 -Os", "-D__OPTIMIZE__=1 -D__OPTIMIZE_SIZE__=1"),
            ("-fPIC -fno-pie", "-U__pic__ -U__PIC__ -U__pie__ -U__PIE__"),
            ("-fstack-protector -fstack-protector-all", "-D__SSP_ALL__=3"),
            ("-mno-sse -msse2", ""),
            ("-mno-sse2", "-mno-sse3 -U__SSE2__ -U__SSE2_MATH__"),
        ] {
            assert_eq!(options(words(given).iter()).join(" "), expected, "{given}");
        }
    }

    #[test]
    fn nothing_is_fortified() {
        for (given, expected) in [
            ("-D__OPTIMIZE__=1 -D_FORTIFY_SOURCE=2", "-D__OPTIMIZE__=1 -D_FORTIFY_SOURCE=0"),
            ("-D__OPTIMIZE__=1 -D _FORTIFY_SOURCE", "-D__OPTIMIZE__=1 -D _FORTIFY_SOURCE=0"),
            ("-D_FORTIFY_SOURCE=2 -DA=1", "-D_FORTIFY_SOURCE=2 -DA=1"),
        ] {
            let mut options = words(given);
            without_fortification(&mut options);
            assert_eq!(options.join(" "), expected);
        }
    }
}
