//! Where the project and its program are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program to measure: the one that is named, else that in the folder above the one of
/// the examples.
///
/// # Errors
/// If none is named and it is not there.
pub fn llumc(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).context("a folder of builds")?;
    let llumc = folder.join("llumc");
    if !llumc.is_file() {
        bail!("{} is not built yet: cargo build --release", llumc.display());
    }
    Ok(llumc)
}
