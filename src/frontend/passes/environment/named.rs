//! Names of functions that options give.
//!
//! One that no function has may be right: options are often those of a whole project. If a function
//! is called like it, it is a slip, which would let interrupts stay off, or a failure go unnoticed.
//! Of short names that says little.

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::support::similar;

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
    Ok(())
}
