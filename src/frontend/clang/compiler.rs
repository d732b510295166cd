//! The compiler: where it is, and what it has made already.

use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::frontend::FrontendError;
use crate::support::{process, source};

/// Where Debian's package and others put the binary, besides the search path.
const PLACES: [&str; 4] = [
    "/usr/lib/llvm-22/bin/clang",
    "/usr/local/opt/llvm@22/bin/clang",
    "/opt/homebrew/opt/llvm@22/bin/clang",
    "/usr/local/llvm-22/bin/clang",
];

/// The clang of the LLVM version that this program is linked with. What it made of a file is kept:
/// who links many programs from the same files asks once for each.
#[derive(Debug, Default)]
pub struct Clang {
    found: OnceLock<Found>,
    /// Bitcode or messages; the arguments tell which.
    made: Mutex<FxHashMap<Job, Vec<u8>>>,
}

#[derive(Clone, Debug)]
struct Found {
    path: PathBuf,
    /// The first line of what it says of its version.
    version: String,
}

/// Folder, arguments and file.
type Job = (Option<PathBuf>, Vec<String>, PathBuf);

impl Clang {
    /// What it says of its version.
    ///
    /// # Errors
    /// [`FrontendError::Tool`] if there is none.
    pub fn version(&self) -> Result<&str, FrontendError> {
        Ok(&self.find()?.version)
    }

    /// Looks for it, once.
    fn find(&self) -> Result<&Found, FrontendError> {
        if let Some(found) = self.found.get() {
            return Ok(found);
        }
        let mut candidates = ["clang-22", "clang"].into_iter().chain(PLACES).map(PathBuf::from);
        let found = candidates.find_map(Found::new).ok_or_else(|| {
            FrontendError::Tool(
                "clang 22 is needed to read C and was not found; on Debian: apt install clang-22"
                    .to_owned(),
            )
        })?;
        Ok(self.found.get_or_init(|| found))
    }

    /// Runs it in a folder.
    ///
    /// # Errors
    /// [`FrontendError::Input`] with clang's own messages if it rejects the file,
    /// [`FrontendError::Tool`] if there is no clang.
    pub(super) fn run(
        &self,
        directory: Option<&Path>,
        arguments: Vec<String>,
        file: &Path,
        output: &Path,
    ) -> Result<(), FrontendError> {
        let unwritable =
            |error: std::io::Error| FrontendError::Tool(format!("{}: {error}", output.display()));
        let job = (directory.map(Path::to_owned), arguments, file.to_owned());
        // What is in it is whole at every moment.
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bitcode) = made().get(&job) {
            return std::fs::write(output, bitcode).map_err(unwritable);
        }
        self.make(&job, output)?;
        let bitcode = std::fs::read(output).map_err(unwritable)?;
        made().insert(job, bitcode);
        Ok(())
    }

    /// What it says of a file, which it may reject, in a folder.
    ///
    /// # Errors
    /// [`FrontendError::Tool`] if there is no clang.
    pub(super) fn messages(
        &self,
        directory: Option<&Path>,
        arguments: Vec<String>,
        file: &Path,
    ) -> Result<String, FrontendError> {
        let job = (directory.map(Path::to_owned), arguments, file.to_owned());
        self.said(job, |output| {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            // It was compiled before, so errors are warnings that the user's options make such.
            if !output.status.success() && !text.contains(": error: ") {
                let why = format!("clang failed on {}: {}", file.display(), output.status);
                return Err(FrontendError::Tool(why));
            }
            Ok(text)
        })
    }

    /// The rule of make with the files that it reads of one, in a folder.
    ///
    /// # Errors
    /// [`FrontendError`] if there is no clang, or it rejects the file.
    pub(super) fn rule(
        &self,
        directory: Option<&Path>,
        arguments: Vec<String>,
        file: &Path,
    ) -> Result<String, FrontendError> {
        let job = (directory.map(Path::to_owned), arguments, file.to_owned());
        self.said(job, |output| match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => {
                let why = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
                Err(FrontendError::Input(why))
            }
        })
    }

    /// What is read of its output; known, if it was asked before.
    fn said(
        &self,
        job: Job,
        read: impl FnOnce(Output) -> Result<String, FrontendError>,
    ) -> Result<String, FrontendError> {
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = made().get(&job) {
            return Ok(String::from_utf8_lossy(text).into_owned());
        }
        let text = read(self.output(&job, |_| {})?)?;
        made().insert(job, text.clone().into_bytes());
        Ok(text)
    }

    /// Runs it, once `more` has added to the command.
    fn output(
        &self,
        (directory, arguments, file): &Job,
        more: impl FnOnce(&mut Command),
    ) -> Result<Output, FrontendError> {
        let path = &self.find()?.path;
        let mut command = Command::new(path);
        command.args(arguments);
        more(&mut command);
        match source::stdin(file) {
            Some(text) => {
                command.args(["-x", "c", "-"]).stdin(
                    piped(text).map_err(|error| {
                        FrontendError::Tool(format!("no temporary file: {error}"))
                    })?,
                );
            }
            None => {
                command.arg(file);
            }
        }
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        if let Some(directory) = directory.as_ref().filter(|it| !it.is_dir()) {
            return Err(FrontendError::Input(format!(
                "{}: the folder {} of its compile command is not there",
                file.display(),
                directory.display()
            )));
        }
        process::dies_with_us(&mut command).output().map_err(|error| {
            FrontendError::Tool(format!("{} can't be run: {error}", path.display()))
        })
    }

    fn make(&self, job: &Job, output: &Path) -> Result<(), FrontendError> {
        let result = self.output(job, |command| {
            command.arg("-o").arg(output);
            // What it leaves if it crashes or is killed goes with our own temporary files.
            if let Some(folder) = output.parent() {
                command.env("TMPDIR", folder);
            }
        })?;
        let (_, _, file) = job;
        if result.status.success() {
            return Ok(());
        }
        let messages = String::from_utf8_lossy(&result.stderr);
        let failed = |why: &str| format!("clang failed on {}: {why}", file.display());
        Err(FrontendError::Input(match crash(&messages) {
            Some(errors) => failed(&errors),
            None if messages.trim_end().is_empty() => failed(&result.status.to_string()),
            None => messages.trim_end().to_owned(),
        }))
    }
}

/// A text as the standard input of a process.
fn piped(text: &[u8]) -> std::io::Result<Stdio> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text)?;
    file.rewind()?;
    Ok(file.into())
}

impl Found {
    /// If it is of version 22.
    fn new(path: PathBuf) -> Option<Self> {
        let output = Command::new(&path).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.lines().next().filter(|line| line.contains("version 22."))?.to_owned();
        Some(Self { path, version })
    }
}

/// What clang says where it crashes, as it does on a full disk, without the stack.
fn crash(messages: &str) -> Option<String> {
    let crashes = messages.contains("PLEASE submit a bug report");
    let errors = messages.lines().filter(|line| line.contains("error"));
    crashes.then(|| errors.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_given_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, output) = (folder.path().join("a.c"), folder.path().join("a.bc"));
        let clang = Clang::default();
        let made = |text: &str, arguments: &[&str]| {
            std::fs::write(&file, text).expect("a writable folder");
            let arguments = ["-c", "-emit-llvm"].iter().chain(arguments).map(|&it| it.to_owned());
            clang.run(None, arguments.collect(), &file, &output).expect("it compiles");
            std::fs::read(&output).expect("it was written")
        };
        let first = made("int one;\n", &[]);
        assert_eq!(made("int other;\n", &[]), first);
        assert_ne!(made("int other;\n", &["-DX"]), first);
    }
}
