//! A witness of a proof, put into the program: its invariants become assertions.

use super::edits::Edit;
use super::places::{self, Before, Loop};
use super::read::Invariant;
use super::source::{Missing, Program, Put};

/// What is put into the files. An assertion has the place at which the witness states the invariant.
///
/// # Errors
/// If the program has nothing at a location that suits the invariant.
pub fn instrument(program: &Program, invariants: &[Invariant]) -> Result<Vec<Put>, Missing> {
    let declared = |file| program.put(file, Edit::insert(0, DECLARED.to_owned()), 1);
    let mut all: Vec<Put> = (0..program.files.len()).map(declared).collect();
    for (number, invariant) in invariants.iter().enumerate() {
        let Invariant { of_loop, location, value } = invariant;
        let file = program.find(location)?;
        let scan = &program.files[file].scan;
        let missing = |what| Missing { location: location.clone(), what };
        let check = format!("__witness_invariant_{number}(({value}) != 0)");
        let edit = if *of_loop {
            match places::loop_(scan, location).ok_or_else(|| missing("loop"))? {
                Loop::Condition(start, end) if start == end => {
                    Edit::insert(start, format!("({check}, 1)"))
                }
                Loop::Condition(start, end) => {
                    Edit::around(start, end, format!("({check}, ("), "))")
                }
                Loop::Body(at) => Edit::insert(at, format!(" if ({check}, 0) ; else ")),
            }
        } else {
            let before = places::before(scan, location);
            match before.ok_or_else(|| missing("statement or declaration"))? {
                Before::Statement(at) => Edit::insert(at, format!(" {check}; ")),
                Before::Body(at) => Edit::insert(at, format!(" if ({check}, 0) ; else ")),
                Before::Expression(start, end) => {
                    Edit::around(start, end, format!("({check}, ("), "))")
                }
            }
        };
        let function = format!(
            "static void __witness_invariant_{number}(int holds) {{ if (!holds) __witness_fails({}, \
             \"\", 0, \"\"); }}\n",
            quoted(value),
        );
        all.push(program.put(file, Edit::insert(0, function), location.told));
        all.push(program.put(file, edit, location.told));
    }
    Ok(all)
}

/// What a failed assertion calls; a reserved name, so that no program has it.
const DECLARED: &str = "extern void __witness_fails(const char *, const char *, unsigned, \
                        const char *) __attribute__((noreturn)) __asm__(\"__assert_fail\");\n";

/// A C string literal.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
    format!("\"{escaped}\"")
}
