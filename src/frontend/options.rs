//! What to compile and how.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::program::Property;

/// Sizes of the C types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataModel {
    /// 64-bit `long` and pointers (`-m64`).
    #[default]
    Lp64,
    /// 32-bit `long` and pointers (`-m32`).
    Ilp32,
}

/// What a read of a `volatile` object gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// Any value, each time.
    #[default]
    Arbitrary,
    /// What was last written: as if it were not `volatile`.
    Plain,
}

/// What to compile and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The files: `.c`, `.i`, `.ll`, `.bc`; linked into one program.
    pub files: Vec<PathBuf>,
    /// Folders for `#include` (`-I`).
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE` (`-D`).
    pub defines: Vec<String>,
    /// Sizes of the C types.
    pub data_model: DataModel,
    /// Name of the function where execution starts.
    pub entry: String,
    /// The properties to check; what is not checked goes on as C compilers make it go on
    /// (overflow wraps, and so on).
    pub properties: BTreeSet<Property>,
    /// What a read of a `volatile` object gives.
    pub volatile: Volatile,
    /// Further arguments for clang, after all others.
    pub clang_args: Vec<String>,
}

impl Default for Options {
    /// No files; 64 bits, `main`, all properties, arbitrary `volatile` reads.
    fn default() -> Self {
        Self {
            files: Vec::new(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            data_model: DataModel::default(),
            entry: "main".to_owned(),
            properties: Property::ALL.into_iter().collect(),
            volatile: Volatile::default(),
            clang_args: Vec::new(),
        }
    }
}
