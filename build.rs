//! Tells the linker where libbitwuzla is, when the feature `bitwuzla` asks for it, and the
//! crate a stamp of its sources, dependencies and features, by which `llumc` and `llumc-c` know
//! whether they were built from the same ones.
//!
//! `scripts/build-bitwuzla.sh` puts the library below the project's folder. Its absolute
//! path goes into the binaries, so that nobody has to set a variable to run them, and beside it
//! the place where it is once they are installed.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-env=LLUMC_STAMP={:016x}", stamp()?);
    if std::env::var_os("CARGO_FEATURE_BITWUZLA").is_some() {
        link_bitwuzla();
    }
    Ok(())
}

fn link_bitwuzla() {
    let project = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&project).join("build/bitwuzla");
    let library = folder.join("libbitwuzla.so");
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.exists() {
        println!(
            "cargo::error=the feature `bitwuzla` needs {}: run `make setup`",
            library.display()
        );
        return;
    }
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", folder.display());
    // Where `make install` puts it.
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/llumc");
}

/// A number that changes with the sources, the versions of dependencies and the features.
fn stamp() -> io::Result<u64> {
    let mut files = BTreeSet::from([PathBuf::from("Cargo.lock")]);
    collect(Path::new("src"), &mut files)?;
    let mut hasher = DefaultHasher::new();
    let features = std::env::vars().map(|(name, _)| name);
    let features: BTreeSet<_> =
        features.filter(|name| name.starts_with("CARGO_FEATURE_")).collect();
    features.hash(&mut hasher);
    for file in files {
        std::fs::read(&file)?.hash(&mut hasher);
        file.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => _ = files.insert(path),
        }
    }
    Ok(())
}
