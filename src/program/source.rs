//! Source files and positions, with the call sites that a position was inlined through.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::index_type;
use crate::support::{IndexVec, source};

index_type!(
    /// A source file.
    pub struct FileId,
    "file"
);
index_type!(
    /// A source position.
    pub struct LocId,
    "loc"
);

/// A source file by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as the compiler was given it.
    pub path: String,
    /// The text, if it could be read; for quoting lines in reports.
    pub text: Option<String>,
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The C function the position is in.
    pub function: String,
    /// The call that this function was inlined through.
    pub inlined_at: Option<LocId>,
}

/// All files and positions of a program; positions are shared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// The files.
    pub files: IndexVec<FileId, SourceFile>,
    locs: IndexVec<LocId, Loc>,
    /// Positions that are read from a file are not shared with others.
    #[serde(skip)]
    known: FxHashMap<Loc, LocId>,
}

impl Sources {
    /// The file of this path, added if new.
    pub fn file(&mut self, path: &str) -> FileId {
        let known = self.files.indices().find(|&id| self.files[id].path == path);
        known.unwrap_or_else(|| {
            let text = source::read_text(path.as_ref()).ok();
            self.files.push(SourceFile { path: path.to_owned(), text })
        })
    }

    /// The id of a position, added if new.
    pub fn add(&mut self, loc: Loc) -> LocId {
        if let Some(&id) = self.known.get(&loc) {
            return id;
        }
        let id = self.locs.push(loc.clone());
        self.known.insert(loc, id);
        id
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.locs.len()
    }

    /// What positions refer to and is not there; a call site comes before what was inlined there,
    /// so that every chain of them has an end.
    pub(super) fn dangling(&self) -> Vec<String> {
        let mut said = vec![];
        for (id, loc) in self.locs.iter_enumerated() {
            if self.files.get(loc.file).is_none() {
                said.push(format!("{id} is in {}, which does not exist", loc.file));
            }
            if let Some(call) = loc.inlined_at.filter(|&call| call >= id) {
                said.push(format!("{id} was inlined at {call}, which does not come before it"));
            }
        }
        said
    }

    /// A position.
    pub fn loc(&self, id: LocId) -> &Loc {
        &self.locs[id]
    }

    /// `file:line:column`, without a column if it is not known, or `an unknown place`.
    pub fn describe(&self, id: Option<LocId>) -> String {
        match id.map(|id| self.loc(id)) {
            Some(loc) if loc.column == 0 => {
                format!("{}:{}", self.files[loc.file].path, loc.line)
            }
            Some(loc) => format!("{}:{}:{}", self.files[loc.file].path, loc.line, loc.column),
            None => "an unknown place".to_owned(),
        }
    }

    /// The call sites that a position was inlined through, innermost first.
    pub fn chain(&self, id: LocId) -> Vec<LocId> {
        std::iter::successors(self.loc(id).inlined_at, |&call| self.loc(call).inlined_at).collect()
    }

    /// The text of the position's line, if the file could be read.
    pub fn line_text(&self, id: LocId) -> Option<&str> {
        let loc = self.loc(id);
        let text = self.files[loc.file].text.as_deref()?;
        text.lines().nth((loc.line as usize).checked_sub(1)?)
    }
}
