//! The libraries that `programs.txt` lists, as `scripts/fetch-real.sh` left them.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::place::root;

/// A library with its harness.
pub struct Program {
    /// Its name.
    pub name: String,
    /// Lines of its files, comments and all.
    pub lines: usize,
    /// What `llumc check` gets: the harness, files, options; paths from the project's folder.
    pub arguments: Vec<String>,
}

/// All of them, in the order of the file.
///
/// # Errors
/// If one was not fetched.
pub fn all() -> Result<Vec<Program>> {
    let text = std::fs::read_to_string(root().join("examples/bench_real/programs.txt"))?;
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(parse).collect()
}

fn parse(row: &str) -> Result<Program> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [name, _registry, _package, _sum, ref rest @ ..] = words[..] else {
        bail!("no row of programs.txt: {row}");
    };
    let folder = format!("build/real/{name}");
    let mut arguments = vec![format!("examples/bench_real/{name}.c")];
    let mut lines = 0;
    for &word in rest {
        if let Some(include) = word.strip_prefix("-I") {
            arguments.push(format!("-I{folder}/{include}"));
        } else if word.starts_with('-') {
            arguments.push(word.to_owned());
        } else {
            let file = format!("{folder}/{word}");
            let text = std::fs::read(root().join(&file));
            let text = text.with_context(|| format!("{file}: call scripts/fetch-real.sh first"))?;
            lines += text.iter().filter(|&&byte| byte == b'\n').count();
            if Path::new(word).extension().is_some_and(|extension| extension == "c") {
                arguments.push(file);
            }
        }
    }
    Ok(Program { name: name.to_owned(), lines, arguments })
}
