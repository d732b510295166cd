//! Tells the linker where libbitwuzla is, when the feature `bitwuzla` asks for it.
//!
//! `scripts/build-bitwuzla.sh` puts the library below the project's folder. Its absolute
//! path goes into the binaries, so that nobody has to set a variable to run them.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_BITWUZLA").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/bitwuzla");
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
}
