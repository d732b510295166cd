//! Calls: what they call and what that means, until none is left.
//!
//! Calls come to name what they call ([`variadic`], [`aliases`], [`prototypes`], [`indirect`]),
//! calls of functions that are for a checker ([`meaning`]) or that nobody defines
//! ([`undefined`], with what these call back: [`callbacks`], and structures: [`structures`]) get a meaning ([`questions`]: that of
//! questions about objects, [`foreign`]: words that are no calls), and the others are inlined ([`recursion`], [`inline`]). Those
//! that return twice become jumps ([`jumps`]).

pub mod aliases;
pub mod assembly;
mod callbacks;
mod escaping;
mod foreign;
pub mod indirect;
pub mod inline;
mod inlined;
pub mod jumps;
pub mod meaning;
pub mod outside;
pub mod prototypes;
mod questions;
mod reach;
pub mod recursion;
mod structures;
mod undefined;
mod user_data;
pub mod variadic;
