//! Typed indices: a `BlockId` can't be used where a `ValueId` is meant.
//!
//! [`crate::index_type!`] declares an id, [`IndexVec`] is a vector that is addressed by it.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A type that is nothing but a position in an [`IndexVec`].
pub trait Idx: Copy + Eq + 'static {
    /// The id of position `index`.
    fn from_index(index: usize) -> Self;
    /// The position this id names.
    fn index(self) -> usize;
}

/// Declares a 32-bit typed index: `index_type!(pub struct BlockId, "bb");` prints as `bb7`.
#[macro_export]
macro_rules! index_type {
    ($(#[$meta:meta])* $vis:vis struct $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        $vis struct $name(pub u32);

        impl $crate::support::index::Idx for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
    };
}

/// A vector addressed by a typed index.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }

    /// A vector of `len` copies of `item`.
    pub fn filled(item: T, len: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![item; len], index: PhantomData }
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All ids with their items, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item))
    }

    /// All ids in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All ids with their items, in order, the items mutable.
    pub fn iter_mut_enumerated(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.items.iter_mut().enumerate().map(|(i, item)| (I::from_index(i), item))
    }

    /// The items without their ids, in order.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }

    /// The item at `id`, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: serde::Serialize> serde::Serialize for IndexVec<I, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, I, T: serde::Deserialize<'de>> serde::Deserialize<'de> for IndexVec<I, T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { items: Vec::deserialize(deserializer)?, index: PhantomData })
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Self { items: iter.into_iter().collect(), index: PhantomData }
    }
}

impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
