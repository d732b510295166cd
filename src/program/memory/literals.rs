//! String literals, and which of them may share bytes.

use super::{Initial, Memory, ObjectId, Piece, Storage};

/// How the names of literals begin: texts in quotes, and what clang calls wide ones and empty ones.
const BEGINNINGS: [&str; 4] = ["\"", ".str", ".compoundliteral", "compound literal"];

/// No more bytes of two literals are compared.
const MOST_COMPARED: usize = 1 << 16;

impl Memory {
    /// Whether an object is a string literal, or a compound literal that is constant (C17 6.5.2.5p7).
    pub fn is_literal(&self, object: ObjectId) -> bool {
        let object = &self.objects[object];
        let is_named = BEGINNINGS.iter().any(|beginning| object.name.starts_with(beginning));
        object.storage == Storage::Static && !object.writable && is_named
    }

    /// Whether addresses into two objects, at these offsets in bytes where they are known, may be
    /// equal as both are literals, which may share bytes that agree (C17 6.4.5p7).
    pub fn may_share(
        &self,
        (first, at): (ObjectId, Option<i128>),
        (second, other): (ObjectId, Option<i128>),
    ) -> bool {
        if first == second || !self.is_literal(first) || !self.is_literal(second) {
            return false;
        }
        let (Some(a), Some(b)) = (self.contents(first), self.contents(second)) else {
            return true;
        };
        if let (Some(at), Some(other)) = (at, other) {
            return agree(&a, &b, at - other);
        }
        distances(&a, &b).is_none_or(|all| !all.is_empty())
    }

    /// How many bytes behind the start of a literal another one may start with which it shares
    /// some; `None` if these are too many to tell, or the objects are no literals.
    pub fn shared_distances(&self, first: ObjectId, second: ObjectId) -> Option<Vec<i64>> {
        let are = first != second && self.is_literal(first) && self.is_literal(second);
        are.then(|| distances(&self.contents(first)?, &self.contents(second)?))?
    }

    /// The bytes of an object at first; `None` if there are addresses among them.
    fn contents(&self, object: ObjectId) -> Option<Vec<u8>> {
        let object = &self.objects[object];
        let Initial::Known(pieces) = &object.initial else { return None };
        let mut all = vec![0; object.size as usize];
        for (offset, piece) in pieces {
            let Piece::Number(value) = piece else { return None };
            let bytes = value.to_big().to_bytes_le();
            for (byte, place) in bytes.into_iter().zip(all.get_mut(*offset as usize..)?) {
                *place = byte;
            }
        }
        Some(all)
    }
}

/// All distances at which two texts agree.
fn distances(a: &[u8], b: &[u8]) -> Option<Vec<i64>> {
    let fits = a.len().saturating_mul(b.len()) <= MOST_COMPARED;
    let all = 1 - b.len() as i64..a.len() as i64;
    fits.then(|| all.filter(|&distance| agree(a, b, distance.into())).collect())
}

/// Whether bytes share a place, and agree wherever they do, if the second ones start so far behind
/// the start of the first.
fn agree(a: &[u8], b: &[u8], distance: i128) -> bool {
    let (skip, offset) = (distance.max(0), (-distance).max(0));
    let (Ok(skip), Ok(offset)) = (usize::try_from(skip), usize::try_from(offset)) else {
        return false;
    };
    let (Some(a), Some(b)) = (a.get(skip..), b.get(offset..)) else { return false };
    !a.is_empty() && !b.is_empty() && a.iter().zip(b).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_share_what_agrees() {
        let agrees = |a: &str, b: &str, distance| agree(a.as_bytes(), b.as_bytes(), distance);
        assert!(agrees("item\0", "item\0", 0));
        assert!(agrees("an item\0", "item\0", 3));
        assert!(agrees("item\0", "an item\0", -3));
        assert!(agrees("a\0", "\0", 1));
        assert!(!agrees("item\0", "items\0", 0));
        assert!(!agrees("an item\0", "item\0", 0));
        // One begins where the other ends: they share nothing.
        assert!(!agrees("item\0", "item\0", 5));
        assert!(!agrees("item\0", "item\0", -5));
    }
}
