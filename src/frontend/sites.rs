//! The table of sites: what the numbers mean that instrumentation writes into the module.
//!
//! They are constant arguments of the functions by which the module makes arbitrary choices and
//! says that goals are reached ([`crate::program::runtime`]).
//!
//! A site belongs to one place of the module before inlining; its inlined copies share
//! the number and differ by their chains of call sites.

use std::collections::BTreeSet;

use crate::index_type;
use crate::program::{GoalKind, InputKind};
use crate::support::IndexVec;

index_type!(
    /// A site of [`Sites`].
    pub struct SiteId,
    "site"
);

/// What a site is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// An arbitrary value.
    Choice(InputKind),
    /// A goal.
    Goal {
        /// What reaching it means.
        kind: GoalKind,
        /// Where it stands, for modules without debug locations. A debug location of
        /// the call is to be preferred: it carries the inlining chain.
        loc: Option<RawLoc>,
    },
}

/// A source position by names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawLoc {
    /// Path of the file as the compiler was given it.
    pub file: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
}

/// All sites of a module.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    sites: IndexVec<SiteId, Site>,
}

impl Sites {
    /// Adds a site.
    pub fn add(&mut self, site: Site) -> SiteId {
        self.sites.push(site)
    }

    /// The number of an equal site, which is added if there is none.
    pub fn shared(&mut self, site: Site) -> SiteId {
        let known = self.sites.iter_enumerated().find(|known| *known.1 == site);
        known.map(|known| known.0).unwrap_or_else(|| self.sites.push(site))
    }

    /// The site of this number, if there is one.
    pub fn get(&self, id: SiteId) -> Option<&Site> {
        self.sites.get(id)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sites.len()
    }

    /// The functions whose results are choices.
    pub fn functions(&self) -> Vec<String> {
        let names = self.sites.iter().filter_map(|site| match site {
            Site::Choice(InputKind::Call { function, .. }) => Some(function.clone()),
            _ => None,
        });
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// All sites in order.
    pub fn iter(&self) -> impl Iterator<Item = (SiteId, &Site)> {
        self.sites.iter_enumerated()
    }
}
