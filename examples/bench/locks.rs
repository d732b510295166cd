//! Lock programs, which come in sizes.

use std::fmt::Write;

/// Locks in the manner of the test programs of the large-block paper: in each round of a
/// loop each of `count` locks is taken if it is wanted, and later found held and given
/// back. No invariant over rounds is needed, but there are 2^`count` paths through one.
pub fn locks(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    for i in 0..count {
        line(format!("  int wanted{i} = __VERIFIER_nondet_int(), held{i};"));
    }
    line("  while (__VERIFIER_nondet_int()) {".to_owned());
    for i in 0..count {
        line(format!("    held{i} = 0;\n    if (wanted{i} != 0) held{i} = 1;"));
    }
    for i in 0..count {
        line(format!("    if (wanted{i} != 0) {{\n      if (held{i} != 1) reach_error();"));
        line(format!("      held{i} = 0;\n    }}"));
    }
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// What every program starts with.
pub const HEADER: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                      int main(void) {\n";
