//! Temporary folders that are removed also when a thread of its own ends the process, where
//! no destructor runs.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// All that are open. A set is whole at every moment, so a panic elsewhere does not spoil it.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary folder; it goes, with all that is in it, when it is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A new folder.
    ///
    /// # Errors
    /// If none can be made.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("llumc-").tempdir()?;
        open().insert(folder.path().to_owned());
        Ok(Self { folder })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        open().remove(self.folder.path());
    }
}

/// Removes all that are open now: the last thing that is done before the process ends.
pub fn remove_all() {
    for folder in open().iter() {
        // What can't be removed is left to whoever cleans the system's temporary folder.
        let _ = std::fs::remove_dir_all(folder);
    }
}

fn open() -> std::sync::MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_known_as_long_as_it_is_there() {
        let scratch = Scratch::new().expect("a temporary folder");
        let path = scratch.path().to_owned();
        assert!(path.is_dir() && open().contains(&path));
        drop(scratch);
        assert!(!path.exists() && !open().contains(&path));
    }
}
