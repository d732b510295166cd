//! The table of sites: what the numbers mean that instrumentation writes into the module.
//!
//! The instrumented module speaks to the rest through three functions, whose first
//! argument is a constant:
//!
//! * `iN @__llumc_choice_iN(i32 site)`: an arbitrary value, anew at each call;
//! * `void @__llumc_goal(i32 site)`, followed by `unreachable`: the goal is reached;
//! * `void @__llumc_end(i32 kind)`, followed by `unreachable`: the path ends without a
//!   violation, [`END_EXIT`], [`END_ASSUMPTION`] or [`END_DIVISION`].
//!
//! A site belongs to one place of the module before inlining; its inlined copies share
//! the number and differ by their chains of call sites.

use std::collections::BTreeSet;

use crate::index_type;
use crate::program::{GoalKind, InputKind};
use crate::support::IndexVec;

/// Name of the goal function.
pub const GOAL: &str = "__llumc_goal";
/// Name of the end function.
pub const END: &str = "__llumc_end";
/// Prefix of the choice functions; the width in bits follows.
pub const CHOICE_PREFIX: &str = "__llumc_choice_i";
/// Name of the function that everything is inlined into: `i32 @__llumc_main()`.
pub const MAIN: &str = "__llumc_main";
/// Name of the subprogram that, in debug information, owns the local copies of global
/// variables: a variable in its scope is a global one.
pub const GLOBALS: &str = "__llumc_globals";

/// `i1 @__llumc_readable(ptr, iP size)`: whether so many bytes may be read.
pub const READABLE: &str = "__llumc_readable";
/// `i1 @__llumc_writable(ptr, iP size)`: whether so many bytes may be written.
pub const WRITABLE: &str = "__llumc_writable";
/// `i1 @__llumc_aligned(ptr, iP bytes)`: whether an address is a multiple of a constant power
/// of two.
pub const ALIGNED: &str = "__llumc_aligned";
/// `i32 @__llumc_allocation(iP size)`: an allocation site; the next three take its number.
pub const ALLOCATION: &str = "__llumc_allocation";
/// `i32 @__llumc_stack_allocation(iP size)`: the same, of objects on the stack.
pub const STACK_ALLOCATION: &str = "__llumc_stack_allocation";
/// `i1 @__llumc_fits(i32, iP size)`: whether such an object is modelled.
pub const FITS: &str = "__llumc_fits";
/// `i1 @__llumc_available(i32)`: whether an object is left.
pub const AVAILABLE: &str = "__llumc_available";
/// `ptr @__llumc_allocate(i32, iP size)`: a new object with arbitrary contents.
pub const ALLOCATE: &str = "__llumc_allocate";
/// `ptr @__llumc_allocate_zeroed(i32, iP size)`: a new object that holds zeros.
pub const ALLOCATE_ZEROED: &str = "__llumc_allocate_zeroed";
/// `i1 @__llumc_freeable(ptr)`: whether it is null or the start of a living heap object.
pub const FREEABLE: &str = "__llumc_freeable";
/// `void @__llumc_free(ptr)`.
pub const FREE: &str = "__llumc_free";
/// `void @__llumc_release(ptr)`: an object on the stack ends; nothing, if it is null.
pub const RELEASE: &str = "__llumc_release";
/// `void @__llumc_all_freed(i32 site)`: for each allocation, its goal is reached if one of
/// its objects lives.
pub const ALL_FREED: &str = "__llumc_all_freed";
/// `void @__llumc_all_tracked(i32 site, …)`: for each allocation, its goal is reached if one
/// of its objects lives that can't be reached from a variable in memory, nor from the
/// values that follow.
pub const ALL_TRACKED: &str = "__llumc_all_tracked";
/// `i1 @__llumc_overlap(ptr, iP size, ptr, iP size)`: whether two valid places have a byte in
/// common.
pub const OVERLAP: &str = "__llumc_overlap";
/// `void @__llumc_havoc(…)`: what can be reached from these addresses may change.
pub const HAVOC: &str = "__llumc_havoc";
/// `i1 @__llumc_written(ptr, iP size)`: whether all of so many valid bytes were written.
pub const WRITTEN: &str = "__llumc_written";
/// `iP @__llumc_room(ptr)`: how many bytes there are to the end of the living object that it
/// points into; 0 if there is none. In a native run at least that many.
pub const ROOM: &str = "__llumc_room";
/// `iP @__llumc_find(ptr, i8 byte, iP size)`: how many bytes lie before the first of so many
/// valid ones that is this one; the size, if none is.
pub const FIND: &str = "__llumc_find";
/// The same of the last one.
pub const FIND_LAST: &str = "__llumc_find_last";
/// `iP @__llumc_mismatch(ptr, ptr, iP size)`: how many bytes lie before the first in which two
/// blocks of so many valid ones differ; the size, if none does.
pub const MISMATCH: &str = "__llumc_mismatch";

/// Argument of the end function: `exit`, `abort` and the like.
pub const END_EXIT: u32 = 0;
/// Argument of the end function: an assumption does not hold.
pub const END_ASSUMPTION: u32 = 1;
/// Argument of the end function: an unchecked division by zero.
pub const END_DIVISION: u32 = 2;

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
