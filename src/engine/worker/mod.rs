//! Engines in child processes of the same binary.
//!
//! A solver that runs out of memory inside C++ code can't be stopped from within its
//! process, so an engine gets a process of its own with a limit on its address space: the
//! binary starts itself with [`ARGUMENT`] as its first argument. What the two tell each
//! other are frames (a length of eight bytes, lowest first, then `postcard`):
//!
//! | from | frames |
//! |---|---|
//! | parent, on the child's standard input | a [`Task`], the model, then any number of [`Order`]s |
//! | child, on its standard output | any number of [`Reply::Event`], one [`Reply::End`] |
//!
//! What always holds: the child ends when its parent does, by whatever way that ended: it is
//! killed by the system (Linux), and its input ends, which it takes for an order to stop.
//! Whatever the child does, the parent gets an [`Ending`].
//!
//! Deliberately absent: trust. What comes from the child are claims, as from any engine.

mod child;
mod handle;

use std::io::{self, Read, Write};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Config, Ending, Event};

pub use child::worker_main;
pub use handle::{Output, Worker, this_executable};

/// The first argument that makes the binary an engine.
pub const ARGUMENT: &str = "__engine";

/// What a child is to do; the model follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task {
    config: Config,
    /// Wall-clock limit from the child's start.
    timeout: Option<Duration>,
    /// Limit of the address space in bytes.
    memory: Option<u64>,
    /// Process id of the parent.
    parent: u32,
}

/// What a child is told while it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Order {
    /// The goal was decided elsewhere.
    Drop(usize),
    /// The answer is no longer wanted.
    Stop,
}

/// What a child tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Reply {
    Event(Event),
    End(Ending),
}

fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    to.write_all(&(bytes.len() as u64).to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// The next message; an error of kind `UnexpectedEof` after the last.
fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_as_sent() {
        let mut bytes = Vec::new();
        send(&mut bytes, &Order::Drop(300)).unwrap();
        send(&mut bytes, &Order::Stop).unwrap();
        let mut from = bytes.as_slice();
        assert_eq!(receive::<Order>(&mut from).unwrap(), Order::Drop(300));
        assert_eq!(receive::<Order>(&mut from).unwrap(), Order::Stop);
        let end = receive::<Order>(&mut from).unwrap_err();
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_message_that_makes_no_sense_is_an_error() {
        let mut bytes = u64::MAX.to_le_bytes().to_vec();
        bytes.push(1);
        assert!(receive::<Order>(&mut bytes.as_slice()).is_err());
        let mut bytes = 1u64.to_le_bytes().to_vec();
        bytes.push(77);
        assert!(receive::<Order>(&mut bytes.as_slice()).is_err());
    }
}
