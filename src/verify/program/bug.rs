//! What is kept of a run of which a result did not stand up to its check: that is a bug of ours, and
//! these files are needed to report it.

use std::path::PathBuf;

use anyhow::Result;

use super::pipeline::Pipeline;

/// Writes the program in all its stages, and `what` is wrong, into a new folder.
///
/// # Errors
/// If the folder or a file can't be written.
pub fn keep(pipeline: &Pipeline, what: &str) -> Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("llumc-bug-").tempdir()?.keep();
    let compiled = &pipeline.compiled;
    std::fs::write(folder.join("what.txt"), what)?;
    std::fs::write(folder.join("inlined.ll"), &compiled.ir)?;
    std::fs::write(folder.join("program.txt"), compiled.program.to_string())?;
    std::fs::write(folder.join("instrumented.bc"), &compiled.native.bitcode)?;
    let file = std::fs::File::create(folder.join("model.dimspec"))?;
    let comments = pipeline.built.map.comments();
    crate::dimspec::write::write(
        &pipeline.built.model.spec,
        &comments,
        std::io::BufWriter::new(file),
    )?;
    Ok(folder)
}
