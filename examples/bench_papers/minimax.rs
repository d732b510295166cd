//! Symbolic execution with interpolants: the programs of figure 3, growing.

use std::fmt::Write;

use anyhow::Result;

use super::runs::{Setting, Table, check_text};

/// `any()` in a branch keeps LLVM from making a choice between values of it.
const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                    #define any __VERIFIER_nondet_int\nint main(void) {\n";

/// (a): branches of which none matters. (What is constant would be folded before.)
fn irrelevant(size: u32) -> String {
    let mut text = format!("{HEAD}  int q = any();\n  if ((q & 3) != 1) return 1;\n");
    for i in 0..size {
        let _ = writeln!(text, "  int x{i}, y{i};");
        let _ = writeln!(text, "  if (any()) {{ any(); x{i} = 0; }} else {{ any(); x{i} = 1; }}");
        let _ =
            writeln!(text, "  if (x{i} > 0) {{ any(); y{i} = 0; }} else {{ any(); y{i} = 1; }}");
        let _ = writeln!(text, "  if (y{i} > 1) return 1;");
    }
    text + "  if (q == 0) reach_error();\n  return 0;\n}\n"
}

/// (b): a loop whose strongest invariant needs no unrolling; `y` is bounded so that nothing wraps.
fn counted(size: u32) -> String {
    format!(
        "{HEAD}  int y = 0, n = 0;\n  while (n < {size}) {{ y++; n++; }}\n  \
         if (y + n < {size}) reach_error();\n  return 0;\n}}\n"
    )
}

/// (c): a sum that matters only where the first branch went one way.
fn guarded(size: u32) -> String {
    let mut text = format!(
        "{HEAD}  int s = 0, z;\n  if (any()) {{ any(); z = 0; }} else {{ any(); z = 999; }}\n"
    );
    for _ in 0..size {
        text += "  if (any()) { any(); s++; } else { any(); s += 2; }\n";
    }
    text + &format!("  if (s + z > {} && z == 0) reach_error();\n  return 0;\n}}\n", 2 * size)
}

/// (d): two sums, either of which excludes the error in one of the branches.
fn either(size: u32) -> String {
    let mut text = format!(
        "{HEAD}  int x, y = 0;\n  if (any()) {{ any(); x = 0; }} else x = any() & 1023;\n  \
         int s = x, t = y;\n"
    );
    for _ in 0..size {
        text += "  if (any()) { any(); s++; t++; }\n";
    }
    text + &format!("  if (t > {size} && s > {size}) reach_error();\n  return 0;\n}}\n")
}

type Program = fn(u32) -> String;

const PROGRAMS: [(&str, Program, [u32; 4]); 4] = [
    ("(a)", irrelevant, [2, 4, 8, 16]),
    ("(b)", counted, [5, 10, 20, 40]),
    ("(c)", guarded, [2, 4, 8, 16]),
    ("(d)", either, [2, 4, 8, 16]),
];

/// TRACER's search beside predicate abstraction.
///
/// # Errors
/// If programs can't be run.
pub fn measure(setting: &Setting) -> Result<Vec<Table>> {
    let columns =
        ["program", "N", "tracer s", "nodes", "ref", "predicate s", "nodes", "ref", "pred"];
    let notes = [
        "The paper says of (a) that symbolic execution with interpolants is linear in N, of (b) that \
         it does not unroll the loop, of (c) and (d) that predicate abstraction is exponential where \
         it is not.",
        "Predicate abstraction here is that of single edges with Cartesian abstraction; its \
         predicates are not those of a tool of 2011 (docs/ENGINES.md), so where the paper foretells \
         a blow-up it may be missing.",
        "The paper's table of drivers and tcas is of programs that are not part of the project: not \
         run.",
    ];
    let mut table = Table::new("Symbolic execution for verification, Figure 3", &columns, &notes);
    for (name, program, sizes) in PROGRAMS {
        for size in sizes {
            let mut cells = vec![name.to_owned(), size.to_string()];
            for options in [
                &["--engine", "tracer", "--blocks", "single"][..],
                &["--engine", "predicate", "--blocks", "single", "--abstraction", "cartesian"],
            ] {
                let run = check_text(setting, "figure3", &program(size), options)?;
                table.wrong += usize::from(run.is_wrong(true));
                cells.push(run.seconds());
                let counts = run.counts();
                let shown = if options.contains(&"tracer") { 2 } else { 3 };
                cells.extend_from_slice(&counts[..shown]);
            }
            table.rows.push(cells);
        }
    }
    Ok(vec![table])
}
