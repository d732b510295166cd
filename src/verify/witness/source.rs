//! The sources of the program that a witness is about.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::edits::{self, Edit};
use super::read::Location;
use crate::report::scan::Scan;
use crate::support::Scratch;

/// The program's C files, and the witness about them.
pub struct Program {
    /// The witness's file.
    pub witness: PathBuf,
    /// In the order in which they were given.
    pub files: Vec<File>,
}

/// A C file.
pub struct File {
    /// Its path, as it was given.
    pub path: PathBuf,
    /// What is in it.
    pub text: String,
    /// Where things begin and end in it.
    pub scan: Scan,
}

/// A witness says that something is where nothing of the kind is.
#[derive(Debug)]
pub struct Missing {
    /// Where.
    pub location: Location,
    /// What should be there.
    pub what: &'static str,
}

impl Program {
    /// Reads the sources.
    ///
    /// # Errors
    /// If one can't be read, or is no C.
    pub fn read(witness: &Path, paths: &[PathBuf]) -> Result<Self> {
        let read = |path: &PathBuf| {
            if !path.extension().is_some_and(|end| end == "c" || end == "i") {
                bail!("{}: witnesses are about C files (.c, .i)", path.display());
            }
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let scan = Scan::new(&text);
            Ok(File { path: path.clone(), text, scan })
        };
        Ok(Self {
            witness: witness.to_owned(),
            files: paths.iter().map(read).collect::<Result<_>>()?,
        })
    }

    /// The file that a location is in: that of the same path, or else the only one of the same
    /// name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, location: &Location) -> Result<usize, Missing> {
        let told = Path::new(&location.file);
        let same = self.files.iter().position(|file| file.path == told);
        let named: Vec<usize> = (0..self.files.len())
            .filter(|&index| self.files[index].path.file_name() == told.file_name())
            .collect();
        match (same, &named[..]) {
            (Some(index), _) | (None, &[index]) => Ok(index),
            _ => Err(Missing { location: location.clone(), what: "file of the program" }),
        }
    }

    /// What the witness says in this line, put into a file: what is put there has its place in the
    /// witness, and all else keeps its own.
    pub fn put(&self, file: usize, edit: Edit, told: u32) -> Put {
        let mark = |at: usize, text: String| self.marked(file, at, text, told);
        let Edit { start, end, before, behind } = edit;
        let before = mark(start, before);
        let behind = if behind.is_empty() { behind } else { mark(end, behind) };
        Put { file, edit: Edit { start, end, before, behind } }
    }

    /// Text with the directives that say where it is from, and where what follows is.
    fn marked(&self, file: usize, at: usize, text: String, told: u32) -> String {
        let File { path, scan, .. } = &self.files[file];
        if may_be_argument(scan, at) {
            return text;
        }
        let (line, column) = scan.at(at);
        let [witness, path] = [&self.witness, path].map(|it| quoted(&it.to_string_lossy()));
        let blanks = " ".repeat(column as usize - 1);
        format!("\n#line {told} {witness}\n{text}\n#line {line} {path}\n{blanks}")
    }

    /// Writes the edited files into `folder`, and gives their paths and the options with which they
    /// find the headers of the program's own.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, all: &[Put], folder: &Scratch) -> Result<(Vec<PathBuf>, Vec<String>)> {
        let (mut files, mut options) = (vec![], vec![]);
        for (index, file) in self.files.iter().enumerate() {
            let own: Vec<Edit> =
                all.iter().filter(|put| put.file == index).map(|put| put.edit.clone()).collect();
            let end = file.path.extension().unwrap_or_default();
            let written = folder.path().join(index.to_string()).with_extension(end);
            std::fs::write(&written, edits::apply(&file.text, &own))
                .with_context(|| format!("cannot write {}", written.display()))?;
            files.push(written);
            let beside = std::path::absolute(&file.path)?;
            let beside = beside.parent().unwrap_or(Path::new("/")).display().to_string();
            options.extend(["-iquote".to_owned(), beside]);
        }
        Ok((files, options))
    }
}

/// An edit of one of the files.
pub struct Put {
    file: usize,
    edit: Edit,
}

/// Whether an offset may lie in the argument of a macro, where there can be no directive.
fn may_be_argument(scan: &Scan, mut at: usize) -> bool {
    while let Some(around) = scan.around(at) {
        let (_, word) = scan.word_before(around);
        if scan.code()[around] == b'(' && !word.is_empty() && !STATEMENTS.contains(&word) {
            return true;
        }
        at = around;
    }
    false
}

/// Keywords of statements with an expression in parentheses.
const STATEMENTS: [&str; 5] = ["if", "while", "for", "switch", "return"];

/// A C string literal.
pub fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
