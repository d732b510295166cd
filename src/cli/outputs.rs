//! Files that are written are neither files that are read nor each other: a mistyped name must not
//! cost a source, nor one result another.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// A file to be written, with the option that says so.
pub type Output<'a> = (&'a str, &'a Path);

/// Refuses outputs that are inputs, and two that are the same file, whatever the paths are.
///
/// # Errors
/// If there are such.
pub fn check(inputs: &[PathBuf], outputs: &[Output<'_>]) -> Result<()> {
    let read: Vec<Option<Place>> = inputs.iter().map(|path| Place::of(path)).collect();
    let mut written: Vec<(Place, &str)> = vec![];
    for (option, path) in outputs {
        let Some(place) = Place::of(path) else { continue };
        let path = path.display();
        if read.iter().flatten().any(|input| *input == place) {
            bail!("{option} {path} would overwrite an input; name another file");
        }
        if let Some((_, other)) = written.iter().find(|entry| entry.0 == place) {
            bail!("{other} and {option} name one file, {path}; name two");
        }
        written.push((place, option));
    }
    Ok(())
}

/// Whether a file is there already that would be overwritten.
#[cfg(any(feature = "llvm", test))]
pub fn exist(outputs: &[Output<'_>]) -> bool {
    outputs.iter().any(|(_, path)| path.is_file())
}

/// Where an ordinary file is, by whatever path.
#[derive(PartialEq)]
enum Place {
    /// The device and the number of a file that is there.
    There(u64, u64),
    /// The path of one that is not, in a folder that is.
    New(PathBuf),
}

impl Place {
    /// `None` for what many may write to and read from (`/dev/stdout`), and where nothing can be.
    fn of(path: &Path) -> Option<Self> {
        if let Ok(there) = path.metadata() {
            return there.is_file().then(|| Self::There(there.dev(), there.ino()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(Self::New(folder.join(path.file_name()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_file_is_known_by_any_path() {
        let kept = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| kept.path().join(name);
        std::fs::create_dir(at("d")).expect("a writable folder");
        std::fs::write(at("a.c"), "").expect("a writable folder");
        std::fs::hard_link(at("a.c"), at("hard.c")).expect("a writable folder");
        std::os::unix::fs::symlink(at("a.c"), at("soft.c")).expect("a writable folder");
        let said = |outputs: &[Output<'_>]| {
            check(&[at("a.c"), at("none.c"), at("d")], outputs).err().map(|it| it.to_string())
        };
        for name in ["a.c", "d/../a.c", "hard.c", "soft.c", "d/../none.c"] {
            let said = said(&[("--json", &at(name))]).expect("it is refused");
            assert!(said.contains("would overwrite an input"), "{name}: {said}");
        }
        let said_twice = said(&[("--json", &at("x")), ("--html", &at("d/../x"))]);
        assert!(said_twice.is_some_and(|it| it.starts_with("--json and --html name one file")));
        let null = Path::new("/dev/null");
        assert_eq!(said(&[("--json", null), ("--html", null), ("--lcov", &at("d/x"))]), None);
        assert!(!exist(&[("--json", null), ("--html", &at("none"))]));
        assert!(exist(&[("--json", null), ("--html", &at("a.c"))]));
        assert_eq!(said(&[("--json", &at("no folder/x")), ("--html", &at("no folder/x"))]), None);
    }
}
