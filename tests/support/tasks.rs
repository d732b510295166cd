//! The task files of `c-tests`.

use std::fs;
use std::path::{Path, PathBuf};

/// All of them, in order.
pub fn task_files() -> Vec<PathBuf> {
    let mut all = vec![];
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("c-tests")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "yml") {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}
