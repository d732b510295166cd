//! A file's bytes, line by line, for the readers.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

pub use crate::dimspec::read::ReadError;

/// Reads a whole file, unpacked if it is compressed with gzip.
///
/// # Errors
/// If it can't be read.
pub fn read_whole(path: &Path) -> Result<Vec<u8>, ReadError> {
    let fail = |error| ReadError::Io { line: 1, error };
    let mut data = Vec::new();
    let file = File::open(path).map_err(ReadError::Open)?;
    BufReader::new(file).read_to_end(&mut data).map_err(fail)?;
    if data.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(data.as_slice()).read_to_end(&mut unpacked).map_err(fail)?;
        data = unpacked;
    }
    Ok(data)
}

/// The lines of a text, numbered from 1.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line that was read last.
    pub number: u64,
    /// Whether the end of the text came before the end of that line.
    pub is_cut_off: bool,
}

impl<'a> Lines<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { rest: data, number: 0, is_cut_off: false }
    }

    /// The next line, without its end; `None` at the end of the text.
    pub fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        self.is_cut_off = end.is_none();
        let (line, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &self.rest[self.rest.len()..]),
        };
        self.rest = rest;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next byte, for binary parts.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// An error in the line that was read last.
    pub fn fail<T>(&self, what: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::Format { line: self.number.max(1), what: what.into() })
    }
}

/// A decimal number without sign.
pub(super) fn natural(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect()
}

/// Bytes for a message: printable, and not too long.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(30)].escape_ascii().to_string()
}
