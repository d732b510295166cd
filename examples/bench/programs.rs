//! Programs that come in sizes: written here, so that the size can be anything.

use std::fmt::Write;

use super::locks::HEADER;

/// `count` phases, each a loop that counts up to an arbitrary limit; the sum of the
/// limits' parities is found again in the counters. Blocks grow with `count`.
pub fn phases(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line("  unsigned parity = 0;".to_owned());
    for i in 0..count {
        line(format!("  unsigned x{i} = 0;"));
        line(format!("  while (__VERIFIER_nondet_int()) {{ x{i} += 2; parity ^= 2; }}"));
        line(format!("  if (x{i} & 1) reach_error();"));
    }
    line("  if (parity & 1) reach_error();\n  return 0;\n}".to_owned());
    text
}

/// `count` variables that move together in one loop and stay multiples of four.
pub fn variables(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    for i in 0..count {
        line(format!("  unsigned x{i} = {};", 4 * i));
    }
    line("  while (__VERIFIER_nondet_int()) {".to_owned());
    for i in 0..count {
        let next = (i + 1) % count;
        line(format!("    x{i} += 4 * (unsigned)__VERIFIER_nondet_int() + x{next};"));
    }
    line("  }".to_owned());
    for i in 0..count {
        line(format!("  if (x{i} & 3) reach_error();"));
    }
    line("  return 0;\n}".to_owned());
    text
}

/// A counter of `bits` bits that goes up in steps of two and is never odd.
pub fn width(bits: u32) -> String {
    format!(
        "{HEADER}  unsigned _BitInt({bits}) x = 0, y = 0;\n  \
         while (__VERIFIER_nondet_int()) {{ x += 2; y += x; }}\n  \
         if ((x | y) & 1) reach_error();\n  return 0;\n}}\n"
    )
}

/// A violation `depth` rounds deep that no closed form finds: each round reads an input.
pub fn depth(rounds: u32) -> String {
    format!(
        "{HEADER}  unsigned x = 0;\n  \
         while (1) {{\n    unsigned n = __VERIFIER_nondet_int();\n    \
         if (n > 2) return 0;\n    x += n;\n    \
         if (x == {}) reach_error();\n  }}\n}}\n",
        2 * rounds
    )
}
