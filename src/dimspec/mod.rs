//! DimSpec: four CNFs over one set of variables per time step (paper, section 2.0.1).
//!
//! A [`DimSpec`] is what a file holds. A [`Model`] is what an engine works on: a
//! DimSpec with its goals apart, and what is known of its structure. [`build`] makes
//! the model of a transition system, with the map back to its state variables.

mod bits;
pub mod build;
pub mod circuit;
mod format;
mod implied;
pub mod read;
pub mod write;

pub use bits::{BitMap, Field, escape};
pub use format::{BitTrace, DimSpec, Goal, Model, Structure, Word};
