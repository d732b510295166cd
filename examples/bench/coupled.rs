//! Programs whose proofs couple words, often under a condition: cooperative schedulers, counters
//! that agree in some states of a machine, congruences, multiples. All at 32 bits.

use std::fmt::Write;

use super::locks::HEADER;

/// A scheduler runs one of `count` tasks at a time; each adds its own token to the sum of tokens,
/// which are counted again at the end of a round.
pub fn tokens(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line("  unsigned task = 0, sum = 0, rounds = 0;".to_owned());
    for i in 0..count {
        line(format!("  unsigned token{i} = 0;"));
    }
    line("  while (__VERIFIER_nondet_int()) {".to_owned());
    for i in 0..count {
        let start = if i == 0 { "    if" } else { " else if" };
        let next = (i + 1) % count;
        let round = if next == 0 { " rounds++;" } else { "" };
        write!(text, "{start} (task == {i}) {{ token{i}++; sum++; task = {next};{round} }}")
            .expect("writing to a string");
    }
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line(format!("\n    if (task == 0 && sum != {count} * rounds) reach_error();"));
    for i in 0..count {
        line(format!("    if (task == 0 && token{i} != rounds) reach_error();"));
    }
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// `count` stages hand items on through slots of one element: what went into a slot has come out
/// if it is empty, and one less if it is full.
pub fn fifo(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    for i in 0..count {
        line(format!("  unsigned in{i} = 0, out{i} = 0; int full{i} = 0;"));
    }
    line("  while (__VERIFIER_nondet_int()) {\n    int who = __VERIFIER_nondet_int();".to_owned());
    for i in 0..count {
        let (put, take) = (2 * i, 2 * i + 1);
        line(format!("    if (who == {put} && !full{i}) {{ in{i}++; full{i} = 1; }}"));
        line(format!("    if (who == {take} && full{i}) {{ out{i}++; full{i} = 0; }}"));
    }
    for i in 0..count {
        line(format!("    if (!full{i} && in{i} != out{i}) reach_error();"));
    }
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// `count` timers with periods of their own, driven by one clock: each has expired as often as its
/// count says.
pub fn timers(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line("  unsigned now = 0;".to_owned());
    for i in 0..count {
        line(format!("  unsigned left{i} = {}, fired{i} = 0;", i + 2));
    }
    line("  while (__VERIFIER_nondet_int()) {\n    now++;".to_owned());
    for i in 0..count {
        let period = i + 2;
        line(format!("    if (--left{i} == 0) {{ fired{i}++; left{i} = {period}; }}"));
    }
    for i in 0..count {
        let period = i + 2;
        let elapsed = format!("{period} * fired{i} + {period} - left{i}");
        line(format!("    if (now != {elapsed}) reach_error();"));
    }
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// A master starts transactions of `count` slaves, which answer when they like: what was asked has
/// been answered, unless a slave is busy.
pub fn transactions(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line("  unsigned asked = 0, answered = 0;".to_owned());
    for i in 0..count {
        line(format!("  int busy{i} = 0;"));
    }
    line("  while (__VERIFIER_nondet_int()) {\n    int who = __VERIFIER_nondet_int();".to_owned());
    for i in 0..count {
        line(format!("    if (who == {i}) {{"));
        line(format!("      if (busy{i}) {{ busy{i} = 0; answered++; }}"));
        line(format!("      else {{ busy{i} = 1; asked++; }}\n    }}"));
    }
    let idle: Vec<String> = (0..count).map(|i| format!("!busy{i}")).collect();
    line(format!("    if ({} && asked != answered) reach_error();", idle.join(" && ")));
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// Two counters that agree in the first and in the third of `count + 3` states.
pub fn states(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    let last = count + 2;
    line("  unsigned sent = 0, received = 0; int state = 0;".to_owned());
    line("  while (__VERIFIER_nondet_int()) {\n    switch (state) {".to_owned());
    line(
        "    case 0: sent++; state = 1; break;\n    case 1: received++; state = 2; break;"
            .to_owned(),
    );
    for i in 2..last {
        line(format!("    case {i}: if (__VERIFIER_nondet_int()) state = {}; break;", i + 1));
    }
    line(format!("    case {last}: sent++; received++; state = 0; break;\n    }}"));
    line("    if ((state == 0 || state == 2) && sent != received) reach_error();".to_owned());
    line("  }\n  return 0;\n}".to_owned());
    text
}

/// A counter that goes up by at most `factor` in each of so many rounds.
pub fn multiples(factor: u32) -> String {
    format!(
        "{HEADER}  unsigned rounds = 0, count = 0;\n  \
         while (rounds < 1000000 && __VERIFIER_nondet_int()) {{\n    \
         unsigned more = __VERIFIER_nondet_int();\n    \
         if (more <= {factor}) count += more;\n    rounds++;\n  }}\n  \
         if (count > {factor} * rounds) reach_error();\n  return 0;\n}}\n"
    )
}

/// A counter that is a multiple of `modulus` and can't wrap.
pub fn congruences(modulus: u32) -> String {
    format!(
        "{HEADER}  unsigned i = 0;\n  \
         while (__VERIFIER_nondet_int()) {{\n    \
         if (i < 1000000) i += {modulus}; else i = {start};\n  }}\n  \
         if (i % {modulus} != 0) reach_error();\n  return 0;\n}}\n",
        start = 2 * modulus
    )
}

/// A server of `count` states, each with some five blocks: it sends, waits for what acknowledges it
/// and goes on, or starts again. What is asserted couples several words of its state: the counts
/// while nothing is pending, the stage with the state, that a peer is trusted in the later half.
pub fn server(count: u32) -> String {
    let mut text = String::from(HEADER);
    let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
    line("  unsigned sent = 0, acked = 0;".to_owned());
    line("  int state = 0, stage = 0, trusted = 0, pending = 0;".to_owned());
    line("  while (__VERIFIER_nondet_int()) {\n    switch (state) {".to_owned());
    let quarter = |state: u32| state * 4 / count;
    for i in 0..count {
        let next = (i + 1) % count;
        let mut goes_on = format!("acked++; pending = 0; state = {next};");
        if next == 0 {
            goes_on += " stage = 0; trusted = 0;";
        } else if quarter(next) != quarter(i) {
            goes_on += " stage++;";
        }
        if next == count / 2 {
            goes_on += " trusted = 1;";
        }
        line(format!("    case {i}:\n      if (pending) {{ {goes_on} }}"));
        line("      else if (__VERIFIER_nondet_int()) { sent++; pending = 1; }".to_owned());
        line(
            "      else if (__VERIFIER_nondet_int()) { state = 0; stage = 0; trusted = 0; }"
                .to_owned(),
        );
        line("      break;".to_owned());
    }
    line("    }\n    if (!pending && sent != acked) reach_error();".to_owned());
    line(format!("    if (state >= {} && !trusted) reach_error();", count / 2));
    line("    if (state == 0 && stage != 0) reach_error();".to_owned());
    line(format!("    if (stage != state * 4 / {count}) reach_error();"));
    line("  }\n  return 0;\n}".to_owned());
    text
}
