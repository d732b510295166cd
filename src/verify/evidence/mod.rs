//! Evidence to take away: a folder with what a verdict rests on (`check --evidence DIR`), and its
//! check without any engine (`llumc certify DIR`).
//!
//! | file | is |
//! |---|---|
//! | `evidence.json` | the program, certificates and traces: [`Evidence`](crate::report::evidence::Evidence) |
//! | `program.txt` | the program, for people |
//! | `conditions/P-C.smt2` | condition C of proof P; the answer to it must be `unsat` |
//! | `conditions/P-C.cnf`, `.lrat` | the same in clauses, with their refutation |
//! | `README.txt` | what is what, and how to check it with other tools |

mod check;
mod valid;
mod write;

use std::path::{Path, PathBuf};

pub use check::{check, is_current};
pub use write::{copy, digest, remove, write};

/// The name of the file that everything else is made of.
pub const MAIN: &str = "evidence.json";

/// The file with the program, for people.
const PROGRAM: &str = "program.txt";

/// The folder of conditions.
const CONDITIONS: &str = "conditions";

/// A file of a condition of a proof, both counted from 1.
fn condition(folder: &Path, (proof, place): (usize, usize), end: &str) -> PathBuf {
    folder.join(CONDITIONS).join(format!("{}-{}.{end}", proof + 1, place + 1))
}
