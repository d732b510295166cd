//! Where the project and its program are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program in the folder above the one of the examples.
///
/// # Errors
/// If it is not there.
pub fn built_beside() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).context("a folder of builds")?;
    let llumc = folder.join("llumc");
    if !llumc.is_file() {
        bail!("{} is not built yet: cargo build --release", llumc.display());
    }
    Ok(llumc)
}
