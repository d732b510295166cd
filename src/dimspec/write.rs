//! Writing DimSpec files: the common ground of the solvers that read them.
//!
//! Comments stand only before the `i` header, sections in the order i, u, g, t, with
//! exact clause counts, `n` variables in i, u and g and `2n` in t, one clause per line,
//! a newline at the end.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::DimSpec;
use crate::cnf::Cnf;

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
            push_number(text, lit.to_dimacs());
            text.push(b' ');
        }
        text.extend(b"0\n");
        out.write_all(text)?;
    }
    Ok(())
}

/// Appends a decimal number: formatting machinery would take most of the time.
fn push_number(text: &mut Vec<u8>, number: i32) {
    if number < 0 {
        text.push(b'-');
    }
    let start = text.len();
    let mut rest = number.unsigned_abs();
    loop {
        // A digit fits in a byte.
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[start..].reverse();
}

/// Writes a file as [`write()`] does: first beside its place, then renamed, so that
/// nobody ever sees half of it.
///
/// # Errors
/// Those of the file system; nothing is left behind then.
pub fn write_file(spec: &DimSpec, comments: &[String], path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".llumc-").suffix(".dimspec");
    // As an ordinary new file: a temporary one would be readable by its owner only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    write(spec, comments, file.as_file_mut())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
