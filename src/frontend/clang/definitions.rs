//! What a module defines for others, and how strongly.
//!
//! As linkers do (System V ABI, "Symbol Table"): one name has at most one strong definition, which
//! takes the place of others. Weaker are what `__attribute__((weak))` and `#pragma weak` say,
//! variables without a first value with `-fcommon`, and bodies of functions that are inline only
//! ([`super::inline_definitions`]). A second name (`alias`) and a function that the loader chooses
//! (`ifunc`) define their names as functions and variables do.

use std::path::{Path, PathBuf};

use inkwell::module::{Linkage, Module};
use rustc_hash::FxHashMap;

use crate::frontend::{FrontendError, llvm};

/// How much a definition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// It gives way to any other one.
    Weak,
    /// Room for a variable, which all files share that want it; it gives way to a strong one.
    Common,
    /// There can't be another one.
    Strong,
}

/// The names that a module defines for others.
pub type Definitions = FxHashMap<String, Strength>;

/// Finds them.
pub fn of(module: &Module<'_>) -> Definitions {
    let functions = llvm::defined(module).into_iter();
    let functions = functions.map(|it| (llvm::name(it), it.get_linkage()));
    let variables = module.get_globals().filter(|it| it.get_initializer().is_some());
    let others = llvm::aliases(module).into_iter().chain(llvm::load_time_choices(module));
    let others = variables.chain(others);
    let others = others.map(|it| (llvm::text(it.get_name()), it.get_linkage()));
    let all = functions.chain(others).filter(|(name, _)| !name.starts_with("llvm."));
    all.filter_map(|(name, linkage)| Some((name, strength(linkage)?))).collect()
}

/// `None` of what others don't see.
fn strength(linkage: Linkage) -> Option<Strength> {
    match linkage {
        Linkage::Internal | Linkage::Private | Linkage::AvailableExternally => None,
        Linkage::Common => Some(Strength::Common),
        Linkage::External | Linkage::DLLExport => Some(Strength::Strong),
        _ => Some(Strength::Weak),
    }
}

/// The definitions of what is linked so far, and their files.
#[derive(Debug, Default)]
pub struct Linked {
    definitions: FxHashMap<String, (Strength, PathBuf)>,
}

impl Linked {
    /// How strongly a name is defined.
    pub fn strength(&self, name: &str) -> Option<Strength> {
        self.definitions.get(name).map(|it| it.0)
    }

    /// A name that has a strong definition here and in another file, with the file here; the first by
    /// its name.
    pub fn clash<'a>(&'a self, other: &'a Definitions) -> Option<(&'a str, &'a Path)> {
        let strong = other.iter().filter(|it| *it.1 == Strength::Strong);
        let both = strong.filter_map(|(name, _)| match self.definitions.get(name) {
            Some((Strength::Strong, file)) => Some((name.as_str(), file.as_path())),
            _ => None,
        });
        both.min()
    }

    /// Adds those of a file.
    ///
    /// # Errors
    /// [`FrontendError::Input`] if there are two strong ones of a name.
    pub fn add(&mut self, file: &Path, definitions: &Definitions) -> Result<(), FrontendError> {
        if let Some((name, first)) = self.clash(definitions) {
            let (first, second) = (first.display(), file.display());
            let what = format!("'{name}' is defined in {first} and in {second}");
            return Err(FrontendError::Input(what));
        }
        for (name, strength) in definitions {
            match self.definitions.get(name) {
                Some((known, _)) if known >= strength => {}
                _ => {
                    self.definitions.insert(name.clone(), (*strength, file.to_owned()));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    use super::*;

    #[test]
    fn names_are_defined_more_or_less() {
        let context = Context::create();
        let text = "
            @strong = global i32 1
            @weak = weak global i32 1
            @common = common global i32 0
            @hidden = internal global i32 1
            @declared = external global i32
            @second = alias i32, ptr @hidden
            @weaker = weak alias void (), ptr @f
            @chosen = ifunc void (), ptr @resolve
            define void @f() { ret void }
            define weak void @g() { ret void }
            define internal ptr @resolve() { ret ptr @f }
            define available_externally void @inline() { ret void }
            declare void @h()
        ";
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "text");
        let module = context.create_module_from_ir(buffer).expect("IR");
        let mut all: Vec<(String, Strength)> = of(&module).into_iter().collect();
        all.sort();
        let expected = [
            ("chosen", Strength::Strong),
            ("common", Strength::Common),
            ("f", Strength::Strong),
            ("g", Strength::Weak),
            ("second", Strength::Strong),
            ("strong", Strength::Strong),
            ("weak", Strength::Weak),
            ("weaker", Strength::Weak),
        ];
        assert_eq!(all, expected.map(|(name, strength)| (name.to_owned(), strength)));
    }

    #[test]
    fn one_strong_definition_counts() {
        let one = |strength| Definitions::from_iter([("f".to_owned(), strength)]);
        let mut linked = Linked::default();
        for (file, strength, expected) in [
            ("a.c", Strength::Weak, Strength::Weak),
            ("b.c", Strength::Common, Strength::Common),
            ("c.c", Strength::Strong, Strength::Strong),
            ("d.c", Strength::Weak, Strength::Strong),
        ] {
            linked.add(Path::new(file), &one(strength)).expect("no other strong one");
            assert_eq!(linked.strength("f"), Some(expected), "{file}");
        }
        let error = linked.add(Path::new("e.c"), &one(Strength::Strong)).expect_err("two");
        assert_eq!(error.to_string(), "'f' is defined in c.c and in e.c");
    }
}
