//! Checks: control flow to a goal where a property may be violated.
//!
//! Those of arithmetic come from clang's sanitizers, or are inserted where these have none
//! ([`sanitizers`], [`arithmetic`], [`casts`], [`numbers`], [`constants`]); those of memory are inserted ([`deref`], [`alignment`],
//! [`uninit`], [`overlap`], [`leaks`]). And goals of which is only asked whether runs get there
//! ([`cover`]).

pub mod alignment;
mod alive;
pub mod arithmetic;
mod bit_fields;
pub mod casts;
pub mod constants;
pub mod cover;
pub mod deref;
pub mod edges;
mod guards;
pub mod handlers;
pub mod leaks;
pub mod numbers;
pub mod overlap;
pub mod sanitizers;
pub mod uninit;
pub mod unreachable;
