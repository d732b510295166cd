//! Lazy abstraction: its program, and its figure 9.

use anyhow::Result;

use super::runs::{Setting, Table, check_text};

/// The program of section 2: a lock that is taken again in each round, unless nothing was new.
const LOCKS: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int lock = 0, new = __VERIFIER_nondet_int(), old;
  do {
    if (lock) reach_error();
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      if (!lock) reach_error();
      lock = 0;
      new = (int)((unsigned)new + 1);
    }
  } while (new != old);
  if (!lock) reach_error();
  lock = 0;
  return 0;
}
";

/// Two parts of one location: predicates of one are of no use in the other (section 2, second
/// part of the program).
const PARTS: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int flag = __VERIFIER_nondet_int(), got = 0, x = __VERIFIER_nondet_int(), y = 0;
  if (flag) got = 1;
  while (__VERIFIER_nondet_int()) y = x;
  if (flag && !got) reach_error();
  if (y != 0 && y != x) reach_error();
  return 0;
}
";

const ENGINES: [(&str, &[&str]); 4] = [
    ("blast", &["--engine", "blast", "--blocks", "single"]),
    ("blast, subtree kept", &["--engine", "blast", "--blocks", "single", "--keep-subtree"]),
    ("predicate, by location", &["--engine", "predicate", "--blocks", "single"]),
    (
        "predicate, everywhere",
        &["--engine", "predicate", "--blocks", "single", "--scope", "program"],
    ),
];

/// Nodes, refinements and predicates of lazy abstraction beside predicate abstraction.
///
/// # Errors
/// If programs can't be run.
pub fn measure(setting: &Setting) -> Result<Vec<Table>> {
    let columns = ["program, engine", "s", "nodes", "ref", "pred"];
    let notes = [
        "The paper's example needs the predicates of the lock and `new = old`, as here; its proof \
         is a unit test step by step (engine/reach/blast/tests.rs), as are examples 2 to 5 and \
         figure 9.",
        "The paper's table (driver.c, funlock.c, read.c, floppy.c, qpmouse.c, ll_rw_block.c) is of \
         drivers that are not part of the project: not run.",
    ];
    let mut table = Table::new("Lazy abstraction", &columns, &notes);
    for (program, text) in [("locks", LOCKS), ("parts", PARTS)] {
        for (engine, options) in ENGINES {
            let run = check_text(setting, program, text, options)?;
            table.wrong += usize::from(run.is_wrong(true));
            let mut cells = vec![format!("{program}, {engine}"), run.seconds()];
            cells.extend(run.counts());
            table.rows.push(cells);
        }
    }
    Ok(vec![table])
}
