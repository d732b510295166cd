//! Output files that appear whole or not at all, and numbers written fast.

use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file by `write`: first beside its place, then renamed, so that nobody ever
/// sees half of it. What is there and is no ordinary file (`/dev/stdout`) is written to
/// directly.
///
/// # Errors
/// Those of the file system and of `write`; nothing is left behind then.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut std::fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        let mut out = BufWriter::with_capacity(1 << 16, &mut file);
        write(&mut out)?;
        return out.flush();
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".llumc-").suffix(".part");
    // As an ordinary new file: a temporary one would be readable by its owner only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path))?;
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether [`write_whole`] can write such a file, as far as that is known beforehand.
///
/// # Errors
/// Those of the file system; nothing is left behind.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(there) if !there.is_file() => {
            std::fs::OpenOptions::new().write(true).open(path).map(|_| ())
        }
        _ => {
            let made = tempfile::Builder::new().prefix(".llumc-").tempfile_in(folder(path));
            // The error names the temporary file.
            made.map(|_| ()).map_err(|error| error.kind().into())
        }
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Appends a decimal number: formatting machinery would take most of the time.
pub fn push_number(text: &mut Vec<u8>, number: u64) {
    let start = text.len();
    let mut rest = number;
    loop {
        // A digit fits in a byte.
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[start..].reverse();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_half_written_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("x");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
        write_whole(&path, |out| out.write_all(b"whole")).expect("written");
        assert_eq!(std::fs::read(&path).expect("readable"), b"whole");
        write_whole(Path::new("/dev/null"), |out| out.write_all(b"gone")).expect("written");
        assert!(!Path::new("/dev/null").is_file(), "it is not replaced");
        assert!(write_whole(folder.path(), |_| Ok(())).is_err());
    }

    #[test]
    fn what_can_be_written_is_known_beforehand() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let is_ok = |name: &str| check_writable(&folder.path().join(name)).is_ok();
        assert!(is_ok("x") && !is_ok("missing/x") && !is_ok(""));
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
        assert!(check_writable(Path::new("/dev/null")).is_ok());
    }

    #[test]
    fn numbers() {
        for number in [0, 7, 10, 1234, u64::MAX] {
            let mut text = vec![];
            push_number(&mut text, number);
            assert_eq!(text, number.to_string().into_bytes());
        }
    }
}
