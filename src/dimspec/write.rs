//! Writing DimSpec files: the common ground of the solvers that read them.
//!
//! Comments stand only before the `i` header, sections in the order i, u, g, t, with
//! exact clause counts, `n` variables in i, u and g and `2n` in t, one clause per line,
//! a newline at the end.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::DimSpec;
use crate::cnf::Cnf;
use crate::support::output::{push_number, write_whole};

/// Writes `spec`, with `comments` as comment lines at the top (each without the leading
/// `c`; a line break within one starts a further comment line).
///
/// # Errors
/// Those of `out`.
pub fn write(spec: &DimSpec, comments: &[String], out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    for line in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "c {line}")?;
    }
    let sections = [
        ('i', 1, &spec.init),
        ('u', 1, &spec.universal),
        ('g', 1, &spec.goal),
        ('t', 2, &spec.trans),
    ];
    let mut text = Vec::new();
    for (letter, states, clauses) in sections {
        let vars = u64::from(spec.num_vars) * states;
        writeln!(out, "{letter} cnf {vars} {}", clauses.len())?;
        write_clauses(clauses, &mut text, &mut out)?;
    }
    out.flush()
}

fn write_clauses(clauses: &Cnf, text: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
    for clause in clauses.iter() {
        text.clear();
        for lit in clause {
            if !lit.is_positive() {
                text.push(b'-');
            }
            push_number(text, lit.var().0.into());
            text.push(b' ');
        }
        text.extend(b"0\n");
        out.write_all(text)?;
    }
    Ok(())
}

/// Writes a file as [`write()`] does: first beside its place, then renamed, so that
/// nobody ever sees half of it.
///
/// # Errors
/// Those of the file system; nothing is left behind then.
pub fn write_file(spec: &DimSpec, comments: &[String], path: &Path) -> io::Result<()> {
    write_whole(path, |out| write(spec, comments, out))
}
