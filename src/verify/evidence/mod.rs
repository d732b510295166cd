//! Evidence to take away: a folder with what a verdict rests on (`check --evidence DIR`), and its
//! check without any engine (`llumc certify DIR`).
//!
//! | file | is |
//! |---|---|
//! | `evidence.json` | the program, certificates and traces: [`Evidence`](crate::report::evidence::Evidence) |
//! | `program.txt` | the program, for people |
//! | `objects.txt` | the program before its memory was resolved, for people |
//! | `conditions/P-C.smt2` | condition C of proof P; the answer to it must be `unsat` |
//! | `conditions/memory-C.smt2` | condition C of how memory was resolved; the same |
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

/// The file with the program before its memory was resolved, for people.
const OBJECTS: &str = "objects.txt";

/// The folder of conditions.
const CONDITIONS: &str = "conditions";

/// What conditions belong to.
#[derive(Clone, Copy, Debug)]
enum Of {
    /// A proof, counted from 0.
    Proof(usize),
    /// How memory was resolved.
    Memory,
}

/// A file of a condition, which is counted from 0.
fn condition(folder: &Path, (of, place): (Of, usize), end: &str) -> PathBuf {
    let of = match of {
        Of::Proof(place) => (place + 1).to_string(),
        Of::Memory => "memory".to_owned(),
    };
    folder.join(CONDITIONS).join(format!("{of}-{}.{end}", place + 1))
}
