//! Names of functions that options give.
//!
//! One that no function has may be right: options are often those of a whole project. If a function
//! is called like it, it is a slip, which would let interrupts stay off, or a failure go unnoticed.
//! Of short names that says little. A name of a failure that no source has is wrong in any case: nothing
//! would be looked for.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::frontend::clang::dependencies;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::names::harness::ERROR_CALLS;
use crate::frontend::{FrontendError, llvm};
use crate::support::{similar, source};

/// How many letters a name has at least that is compared.
const LONG: usize = 6;

/// Refuses misspelt names.
///
/// # Errors
/// [`FrontendError::Input`] if there is one.
pub fn check(instrument: &Instrument<'_, '_>) -> Outcome {
    let options = instrument.options;
    let given = [
        ("--interrupt-off", &options.interrupts.off),
        ("--interrupt-on", &options.interrupts.on),
        ("--error-function", &options.error_functions),
    ];
    let is_given = |name: &String| given.iter().any(|(_, names)| names.contains(name));
    for (option, names) in given {
        let is_unknown =
            |name: &&String| name.len() >= LONG && instrument.module.get_function(name).is_none();
        for name in names.iter().filter(is_unknown) {
            let functions = instrument.module.get_functions().map(llvm::name);
            let others = functions.filter(|it| !it.starts_with("llvm.") && !is_given(it));
            if let Some(near) = similar::nearest(name, others) {
                let what = format!("no function '{name}' is there, which {option} names");
                return Err(FrontendError::Input(format!("{what}; did you mean '{near}'?")));
            }
        }
    }
    let mut unknown = options.error_functions.iter().filter(|name| !is_known(instrument, name));
    let Some(name) = unknown.next() else { return Ok(()) };
    let functions = instrument.module.get_functions().map(llvm::name);
    let others = functions.filter(|it| !it.starts_with("llvm."));
    let question = similar::question(name, others);
    Err(FrontendError::Input(format!(
        "the program names no function '{name}', which --error-function names{question}"
    )))
}

/// Whether a function is there, or named in a source: clang leaves out what is declared only.
fn is_known(instrument: &Instrument<'_, '_>, name: &str) -> bool {
    if instrument.module.get_function(name).is_some() || ERROR_CALLS.contains(&name) {
        return true;
    }
    let options = instrument.options;
    let mut read: BTreeSet<PathBuf> = options.inputs().into_iter().collect();
    read.extend(dependencies::of(instrument.clang, options));
    read.iter().any(|file| source::read(file).is_ok_and(|text| has_word(&text, name)))
}

/// Whether a text has a word that is not a part of a longer one.
fn has_word(text: &[u8], word: &str) -> bool {
    let is_part =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let begins = |at: usize| text[at..].starts_with(word.as_bytes());
    let is_whole = |at: usize| {
        !is_part(at.checked_sub(1).and_then(|before| text.get(before)))
            && !is_part(text.get(at + word.len()))
    };
    (0..text.len()).any(|at| begins(at) && is_whole(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        for (text, expected) in [("f();", true), ("xf f_ 2f", false), ("xf f", true), ("", false)] {
            assert_eq!(has_word(text.as_bytes(), "f"), expected, "{text}");
        }
    }
}
