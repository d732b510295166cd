//! String literals, and which of them may share bytes.

use super::{Initial, Memory, ObjectId, Piece, Storage};

/// No more bytes of two literals are compared.
const MOST_COMPARED: usize = 1 << 16;

impl Memory {
    /// Whether an object is a string literal.
    pub fn is_literal(&self, object: ObjectId) -> bool {
        let object = &self.objects[object];
        object.storage == Storage::Static && !object.writable && object.name.starts_with('"')
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
        // How many bytes behind the start of the first the second one starts.
        if let (Some(at), Some(other)) = (at, other) {
            return agree(&a, &b, at - other);
        }
        a.len().saturating_mul(b.len()) > MOST_COMPARED
            || (1 - b.len() as i128..a.len() as i128).any(|distance| agree(&a, &b, distance))
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
