//! Functions that the user names by options: which one is meant where several files have a static
//! one of that name.

use std::collections::{BTreeMap, BTreeSet};

use inkwell::module::{Linkage, Module};

use crate::frontend::{FrontendError, Options, llvm};

/// What files have functions that the user names.
pub struct Named<'a> {
    /// The names, each with its option.
    names: Vec<(&'a str, &'static str)>,
    /// Where static functions of these names are.
    statics: BTreeMap<&'a str, BTreeSet<(String, u32)>>,
    /// The names of others.
    others: BTreeSet<&'a str>,
}

/// The option that names the entry.
const ENTRY: &str = "--entry";

impl<'a> Named<'a> {
    /// Knows no file yet.
    pub fn new(options: &'a Options) -> Self {
        let interrupts = &options.interrupts;
        let mut names = vec![(options.entry.as_str(), ENTRY)];
        for (all, by) in [
            (&interrupts.handlers, "--interrupt"),
            (&interrupts.off, "--interrupt-off"),
            (&interrupts.on, "--interrupt-on"),
        ] {
            names.extend(all.iter().map(|name| (name.as_str(), by)));
        }
        Self { names, statics: BTreeMap::new(), others: BTreeSet::new() }
    }

    /// Takes in a file, before it is linked: what nobody calls is left out then. The entry is looked
    /// for in files that are meant to have it.
    pub fn add(&mut self, module: &Module<'_>, may_have_entry: bool) {
        for &(name, _) in self.names.iter().filter(|it| may_have_entry || it.1 != ENTRY) {
            let function = module.get_function(name);
            let Some(function) = function.filter(|it| it.count_basic_blocks() > 0) else {
                continue;
            };
            let place = llvm::function_file(function).zip(llvm::function_line(function));
            match place.filter(|_| function.get_linkage() == Linkage::Internal) {
                // The same one again is in a header.
                Some(place) => _ = self.statics.entry(name).or_default().insert(place),
                None => _ = self.others.insert(name),
            }
        }
    }

    /// Whether it is clear which functions are meant.
    ///
    /// # Errors
    /// [`FrontendError::Input`] if it is not.
    pub fn check(&self) -> Result<(), FrontendError> {
        for &(name, by) in &self.names {
            let mut places = self.statics.get(name).into_iter().flatten();
            if let (Some(one), Some(other)) = (places.next(), places.next())
                && !self.others.contains(name)
            {
                return Err(FrontendError::Input(format!(
                    "there are several static functions '{name}' ({by}), at {}:{} and {}:{}: it is \
                     not clear which is meant",
                    one.0, one.1, other.0, other.1
                )));
            }
        }
        Ok(())
    }
}
