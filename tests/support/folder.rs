//! Copies of folders, for commands that write into them.

use std::path::Path;

/// A temporary copy of a folder, without what `llumc project` keeps there.
pub fn copy_of(folder: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().expect("a temporary folder");
    copy(folder, to.path());
    to
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a readable folder").flatten() {
        if entry.file_name() == ".llumc" {
            continue;
        }
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => _ = std::fs::copy(entry.path(), target).expect("copied"),
        }
    }
}
