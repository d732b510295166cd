//! Source files, one of which may be the standard input.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::OnceLock;

/// What the command line calls the standard input.
pub const DASH: &str = "-";

/// What the standard input is called as a file: clang's name for it.
pub const STDIN: &str = "<stdin>";

/// It can be read once only.
static TEXT: OnceLock<Vec<u8>> = OnceLock::new();

/// Reads the standard input to its end: from now on it is the file [`STDIN`].
///
/// # Errors
/// If it can't be read.
pub fn take_stdin() -> io::Result<()> {
    let mut text = vec![];
    io::stdin().read_to_end(&mut text)?;
    TEXT.get_or_init(|| text);
    Ok(())
}

/// The contents of the standard input if it was taken and this file is it.
pub fn stdin(file: &Path) -> Option<&'static [u8]> {
    TEXT.get().filter(|_| file == Path::new(STDIN)).map(Vec::as_slice)
}

/// The contents of a file.
///
/// # Errors
/// If it can't be read.
pub fn read(file: &Path) -> io::Result<Vec<u8>> {
    stdin(file).map_or_else(|| std::fs::read(file), |text| Ok(text.to_vec()))
}

/// The text of a file.
///
/// # Errors
/// If it can't be read, or is no UTF-8.
pub fn read_text(file: &Path) -> io::Result<String> {
    String::from_utf8(read(file)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
