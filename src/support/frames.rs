//! Messages between processes over pipes: a length of eight bytes, lowest first, then what
//! `postcard` makes of a value.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::limits;

/// Sends a message.
///
/// # Errors
/// Those of `to`.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    to.write_all(&(bytes.len() as u64).to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// The next message.
///
/// # Errors
/// Those of `from`; of kind `UnexpectedEof` after the last message.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    // Not allocated in advance: a length that makes no sense must not end the process.
    if from.take(length).read_to_end(&mut bytes)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

/// All that comes, but only the last few thousand bytes of it are kept: what a process says
/// before it ends.
pub fn last_text(mut from: impl Read) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; 1024];
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..length]);
        let excess = kept.len().saturating_sub(limits::LAST_TEXT);
        kept.drain(..excess);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_as_sent() {
        let mut bytes = Vec::new();
        send(&mut bytes, &(300u32, "one")).unwrap();
        send(&mut bytes, &[-1, 70]).unwrap();
        let mut from = bytes.as_slice();
        assert_eq!(receive::<(u32, String)>(&mut from).unwrap(), (300, "one".to_owned()));
        assert_eq!(receive::<[i32; 2]>(&mut from).unwrap(), [-1, 70]);
        let end = receive::<u8>(&mut from).unwrap_err();
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_message_that_makes_no_sense_is_an_error() {
        let mut bytes = u64::MAX.to_le_bytes().to_vec();
        bytes.push(1);
        assert!(receive::<Vec<u32>>(&mut bytes.as_slice()).is_err());
        let mut bytes = 1u64.to_le_bytes().to_vec();
        bytes.push(77);
        assert!(receive::<Option<u32>>(&mut bytes.as_slice()).is_err());
    }

    #[test]
    fn the_end_of_a_text_is_kept() {
        let text = "x".repeat(10_000) + "end";
        let kept = last_text(text.as_bytes());
        assert!(kept.ends_with("xend") && kept.len() < 5000);
    }
}
