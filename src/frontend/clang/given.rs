//! Options for clang that the user gives behind `--`: all that say how C is read are taken as they
//! are. Refused is what asks clang for something else than a compiled C file, and what changes the
//! meaning where clang passes over it.

/// Options that ask for something else, and whether others begin like them.
const JOBS: [(&str, bool); 16] = [
    ("-E", false),
    ("-S", false),
    ("-M", false),
    ("-MM", false),
    ("-fsyntax-only", false),
    ("-emit-ast", false),
    ("-emit-pch", false),
    ("--analyze", false),
    ("-ast-dump", true),
    ("-###", false),
    ("--version", false),
    ("--help", true),
    ("-print-", true),
    ("--print-", true),
    ("-o", true),
    ("-save-temps", true),
];

/// Options of gcc that clang takes and passes over, though they change the meaning.
const PASSED_OVER: [&str; 7] = [
    // Numbers near zero become zero in what is linked (`crtfastmath.o`).
    "-mdaz-ftz",
    "-fdenormal-fp-math=positive-zero",
    "-fdenormal-fp-math=preserve-sign",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fsingle-precision-constant",
    "-traditional",
];

/// Refuses them.
///
/// # Errors
/// Which one, and why, for people.
pub fn check(options: &[String]) -> Result<(), String> {
    let mut language = None;
    for option in options {
        let is =
            |&(name, begins): &(&str, bool)| option == name || begins && option.starts_with(name);
        if JOBS.iter().any(is) {
            return Err(format!(
                "{option}: options behind -- are those that say how clang reads C; this one asks \
                 it for something else"
            ));
        }
        if PASSED_OVER.contains(&option.as_str()) {
            return Err(format!("{option} is not supported: it changes what the program means"));
        }
        if language == Some("-x") {
            language = Some(option.as_str());
        } else if let Some(given) = option.strip_prefix("-x") {
            language = Some(if given.is_empty() { "-x" } else { given });
        }
    }
    match language {
        Some(other) if !["c", "cpp-output", "none"].contains(&other) => {
            Err(format!("-x {other}: only C is read"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_taken(options: &str) -> bool {
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        check(&options).is_ok()
    }

    #[test]
    fn what_says_how_c_is_read_is_taken() {
        for options in ["-std=c11 -Wall -DE -I S", "-x c", "-xc", "-O2 -fwrapv", "-MD", "-E1"] {
            assert!(is_taken(options), "{options}");
        }
        for options in [
            "-DX -E",
            "-x c++",
            "-xc++",
            "-x",
            "--version",
            "-funsigned-bitfields",
            "-oX",
            "-mdaz-ftz",
        ] {
            assert!(!is_taken(options), "{options}");
        }
    }
}
