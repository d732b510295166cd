//! Hashes that others compute, too.

use sha2::{Digest, Sha256};

/// The SHA-256 of a text or of bytes, as 32 bytes.
pub fn sha256(text: impl AsRef<[u8]>) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

/// Hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_others() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(&sha256("")), empty);
    }
}
