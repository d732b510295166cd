//! Why a path can't be taken: what to say of the states along it, so that one sees it.

pub mod atoms;
pub mod interpolate;
