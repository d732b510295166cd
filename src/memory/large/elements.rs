//! The elements of a group that are known: those that are followed, and those accessed lately.

use crate::program::{ObjectId, Operand};

/// An element that is followed.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Place of its group.
    pub group: usize,
    /// Its index.
    pub index: Operand,
    /// In a group of several objects for each but the first, from the last on, whether the
    /// element is in that one.
    pub choices: Vec<Operand>,
    /// Holds what it holds.
    pub contents: ObjectId,
    /// One byte: whether the load or copy that the element is followed for read it when it
    /// was last executed, if it was.
    pub hit: ObjectId,
}

/// An element of a group of one object that was accessed lately: what it holds is known,
/// too, until the next iteration of a loop. So `if (a[i] > m) m = a[i];` sees one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recent {
    /// One byte: whether there is one.
    pub known: ObjectId,
    /// Its offset in the object.
    pub offset: ObjectId,
    /// Holds what it holds.
    pub contents: ObjectId,
}
