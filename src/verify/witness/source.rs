//! The sources of the program that a witness is about.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::edits::{self, Edit};
use super::read::Location;
use crate::frontend::is_same_file;
use crate::report::scan::Scan;
use crate::support::{Scratch, source};

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
            let is_c = path.extension().is_some_and(|end| end == "c" || end == "i");
            if !is_c && source::stdin(path).is_none() {
                bail!("{}: witnesses are about C files (.c, .i)", path.display());
            }
            let text = source::read_text(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let scan = Scan::new(&text);
            Ok(File { path: path.clone(), text, scan })
        };
        Ok(Self {
            witness: witness.to_owned(),
            files: paths.iter().map(read).collect::<Result<_>>()?,
        })
    }

    /// The file that a location is in.
    ///
    /// # Errors
    /// If there is none, or nobody knows which.
    pub fn find(&self, location: &Location) -> Result<usize, Missing> {
        let paths: Vec<&Path> = self.files.iter().map(|file| file.path.as_path()).collect();
        let missing = || Missing { location: location.clone(), what: "file of the program" };
        named(&location.file, &paths).ok_or_else(missing)
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

    /// Writes the edited files into `folder`.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, all: &[Put], folder: &Scratch) -> Result<Vec<Edited>> {
        let mut files = vec![];
        for (index, file) in self.files.iter().enumerate() {
            let own: Vec<Edit> =
                all.iter().filter(|put| put.file == index).map(|put| put.edit.clone()).collect();
            let end = file.path.extension().unwrap_or_default();
            let written = folder.path().join(index.to_string()).with_extension(end);
            std::fs::write(&written, edits::apply(&file.text, &own))
                .with_context(|| format!("cannot write {}", written.display()))?;
            let beside = std::path::absolute(&file.path)?;
            let beside = beside.parent().unwrap_or(Path::new("/")).display().to_string();
            files.push(Edited { file: written, options: ["-iquote".to_owned(), beside] });
        }
        Ok(files)
    }
}

/// A file with what a witness says in it.
pub struct Edited {
    /// Where it is.
    pub file: PathBuf,
    /// With these options for clang it finds the headers that are beside the program's own file.
    pub options: [String; 2],
}

/// Which of these files a witness means: that of the same path, or else the one whose path has
/// most of its last folders in common with what it says, at least the name; none, if there are
/// several.
pub fn named(told: &str, paths: &[&Path]) -> Option<usize> {
    let told = Path::new(told);
    let names = |path: &'_ Path| -> Vec<OsString> {
        let parts = path.components().rev();
        let names = parts.filter(|it| matches!(it, Component::Normal(_)));
        names.map(|it| it.as_os_str().to_owned()).collect()
    };
    let own = names(told);
    let in_common =
        |path: &Path| names(path).iter().zip(&own).take_while(|(one, other)| one == other).count();
    let same = paths.iter().position(|path| is_same_file(path, told));
    same.or_else(|| {
        let most = paths.iter().map(|path| in_common(path)).max().filter(|&most| most > 0)?;
        let mut best = (0..paths.len()).filter(|&index| in_common(paths[index]) == most);
        best.next().filter(|_| best.next().is_none())
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_in_whatever_way() {
        let of = |told: &str, paths: &[&str]| {
            let paths: Vec<&Path> = paths.iter().map(|it| Path::new(*it)).collect();
            named(told, &paths)
        };
        let paths = ["/p/src/a.c", "/p/src/../test/a.c", "/p/src/b.c"];
        assert_eq!(of("b.c", &paths), Some(2));
        assert_eq!(of("/elsewhere/src/a.c", &paths), Some(0));
        assert_eq!(of("./test/a.c", &paths), Some(1));
        assert_eq!(of("/p/./src/a.c", &paths), Some(0));
        assert_eq!(of("a.c", &paths), None, "there are two");
        assert_eq!(of("c.c", &paths), None);
        assert_eq!(of("", &paths), None);
    }
}
