//! What runs reach in the format of LCOV's trace files (geninfo(1)), which `genhtml` and services
//! for coverage read.
//!
//! The format counts executions. Here a line, function or branch counts 1 if some run reaches it,
//! and 0 if none does or nobody knows: the other outputs tell these apart.

use std::fmt::{self, Write};

use super::Report;
use super::coverage::{FileCoverage, Reach};

/// The trace file; none, if nothing is known of what runs reach.
pub fn render(report: &Report) -> Option<String> {
    let coverage = report.coverage.as_ref()?;
    let mut out = String::from("TN:llumc\n");
    for file in &coverage.files {
        // Writing to a string can't fail.
        let _ = write_file(&mut out, file);
    }
    Some(out)
}

fn write_file(out: &mut String, file: &FileCoverage) -> fmt::Result {
    let hit = |reach: Reach| u32::from(reach == Reach::Reached);
    writeln!(out, "SF:{}", file.file)?;
    for it in &file.functions {
        writeln!(out, "FN:{},{}", it.line, it.function)?;
    }
    for it in &file.functions {
        writeln!(out, "FNDA:{},{}", hit(it.reach), it.function)?;
    }
    let functions: u32 = file.functions.iter().map(|it| hit(it.reach)).sum();
    writeln!(out, "FNF:{}\nFNH:{functions}", file.functions.len())?;
    for it in &file.branches {
        writeln!(out, "BRDA:{},{},{},{}", it.line, it.branching, it.way, hit(it.reach))?;
    }
    let branches: u32 = file.branches.iter().map(|it| hit(it.reach)).sum();
    writeln!(out, "BRF:{}\nBRH:{branches}", file.branches.len())?;
    for it in &file.lines {
        writeln!(out, "DA:{},{}", it.line, hit(it.reach))?;
    }
    let lines: u32 = file.lines.iter().map(|it| hit(it.reach)).sum();
    writeln!(out, "LF:{}\nLH:{lines}\nend_of_record", file.lines.len())
}
