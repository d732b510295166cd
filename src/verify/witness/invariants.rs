//! A witness of a proof, put into the program: its invariants become assertions.

use super::edits::Edit;
use super::places;
use super::read::Invariant;
use super::source::{Missing, Program, Put, quoted};

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
        let before = match of_loop {
            true => places::before_loop(scan, location).ok_or_else(|| missing("loop"))?,
            false => {
                places::before(scan, location).ok_or_else(|| missing("statement or declaration"))?
            }
        };
        let function = format!(
            "static void __witness_invariant_{number}(int holds) {{ if (!holds) __witness_fails({}, \
             \"\", 0, \"\"); }}\n",
            quoted(value),
        );
        all.push(program.put(file, Edit::insert(0, function), location.told));
        all.push(program.put(file, before.edit(&check), location.told));
    }
    Ok(all)
}

/// What a failed assertion calls; a reserved name, so that no program has it.
const DECLARED: &str = "extern void __witness_fails(const char *, const char *, unsigned, \
                        const char *) __attribute__((noreturn)) __asm__(\"__assert_fail\");\n";
