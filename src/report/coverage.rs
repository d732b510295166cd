//! What runs of a program reach: lines, functions and branches, which are the ways that a
//! condition or a `switch` may go.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether any run gets somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// One does, which was replayed.
    Reached,
    /// None does, which was proved.
    Unreachable,
    /// Nobody knows.
    Unknown,
}

impl Reach {
    /// Of what is reached if one of two is.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Reached, _) | (_, Self::Reached) => Self::Reached,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Unreachable, Self::Unreachable) => Self::Unreachable,
        }
    }

    /// What is known if somebody else knows something, too, of the same.
    fn or_known(self, other: Self) -> Self {
        debug_assert!(
            self == other || self == Self::Unknown || other == Self::Unknown,
            "one says {}, the other {}",
            self.name(),
            other.name()
        );
        if self == Self::Unknown { other } else { self }
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Unreachable => "unreachable",
            Self::Unknown => "unknown",
        }
    }
}

/// What runs reach of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// The files that have code.
    pub files: Vec<FileCoverage>,
}

/// What runs reach of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCoverage {
    /// The file as it was given.
    pub file: String,
    /// Its functions, by the lines where they begin.
    pub functions: Vec<FunctionCoverage>,
    /// Its lines that have code, in order.
    pub lines: Vec<LineCoverage>,
    /// The ways that its branchings may go, in order.
    pub branches: Vec<BranchCoverage>,
}

/// Whether any run calls a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionCoverage {
    /// Its name.
    pub function: String,
    /// The first line of it that has code.
    pub line: u32,
    /// Whether any run calls it.
    pub reach: Reach,
}

/// Whether any run executes a part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LineCoverage {
    /// The line, from 1.
    pub line: u32,
    /// Whether any run executes a part of it.
    pub reach: Reach,
}

/// Whether any run goes a way of a branching: of a condition, or of one of the operands that
/// `&&`, `||` and `?:` decide by, or of a `switch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchCoverage {
    /// The line of the branching.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Number of the branching in its function.
    pub branching: u32,
    /// Which of its ways, from 0: of a condition first the one where it holds, of a `switch` first
    /// the one of `default`.
    pub way: u32,
    /// Whether any run goes it.
    pub reach: Reach,
}

impl Coverage {
    /// The file of this name, which is added if it is new.
    pub fn file(&mut self, name: &str) -> &mut FileCoverage {
        let known = self.files.iter().position(|file| file.file == name);
        let place = known.unwrap_or_else(|| {
            self.files.push(FileCoverage { file: name.to_owned(), ..FileCoverage::default() });
            self.files.len() - 1
        });
        &mut self.files[place]
    }

    /// Adds what runs of another program reach, whose files have names that `name` gives. Files are
    /// in the order of their names then.
    pub fn add(&mut self, other: &Coverage, name: &dyn Fn(&str) -> String) {
        for FileCoverage { file, functions, lines, branches } in &other.files {
            let own = self.file(&name(file));
            functions.iter().for_each(|it| own.function(it.clone()));
            lines.iter().for_each(|it| own.line(it.line, it.reach));
            branches.iter().for_each(|it| own.branch(it.clone()));
        }
        self.files.sort_by(|one, other| one.file.cmp(&other.file));
    }

    /// Something may reach what is not reached.
    pub fn doubt(&mut self) {
        let doubted = |reach: &mut Reach| *reach = reach.or(Reach::Unknown);
        for file in &mut self.files {
            file.functions.iter_mut().for_each(|it| doubted(&mut it.reach));
            file.lines.iter_mut().for_each(|it| doubted(&mut it.reach));
            file.branches.iter_mut().for_each(|it| doubted(&mut it.reach));
        }
    }

    /// Takes from another one, of the same program, what is not known here.
    pub fn complete(&mut self, other: &Coverage) {
        for (file, other) in self.files.iter_mut().zip(&other.files) {
            let lines = file.lines.iter_mut().zip(&other.lines);
            lines.for_each(|(it, other)| it.reach = it.reach.or_known(other.reach));
            let branches = file.branches.iter_mut().zip(&other.branches);
            branches.for_each(|(it, other)| it.reach = it.reach.or_known(other.reach));
            let functions = file.functions.iter_mut().zip(&other.functions);
            functions.for_each(|(it, other)| it.reach = it.reach.or_known(other.reach));
        }
    }

    /// How many lines are so.
    pub fn lines(&self, reach: Reach) -> usize {
        self.files.iter().flat_map(|file| &file.lines).filter(|it| it.reach == reach).count()
    }

    /// How many ways of branchings are so.
    pub fn branches(&self, reach: Reach) -> usize {
        self.files.iter().flat_map(|file| &file.branches).filter(|it| it.reach == reach).count()
    }
}

impl FileCoverage {
    /// Adds what is known of a place on this line.
    pub fn line(&mut self, line: u32, reach: Reach) {
        match self.lines.binary_search_by_key(&line, |it| it.line) {
            Ok(place) => self.lines[place].reach = self.lines[place].reach.or(reach),
            Err(place) => self.lines.insert(place, LineCoverage { line, reach }),
        }
    }

    /// Adds what is known of a function. Those of headers are there once for each file that
    /// includes them: one is reached if one of its copies is.
    pub fn function(&mut self, new: FunctionCoverage) {
        let key = |it: &FunctionCoverage| (it.line, it.function.clone());
        match self.functions.binary_search_by_key(&key(&new), key) {
            Ok(place) => {
                let known = &mut self.functions[place];
                known.reach = known.reach.or(new.reach);
            }
            Err(place) => self.functions.insert(place, new),
        }
    }

    /// The same of a branch.
    pub fn branch(&mut self, new: BranchCoverage) {
        let key = |it: &BranchCoverage| (it.line, it.column, it.branching, it.way);
        match self.branches.binary_search_by_key(&key(&new), key) {
            Ok(place) => {
                let known = &mut self.branches[place];
                known.reach = known.reach.or(new.reach);
            }
            Err(place) => self.branches.insert(place, new),
        }
    }

    /// What is known of a line, if it has code.
    pub fn of_line(&self, line: u32) -> Option<Reach> {
        let place = self.lines.binary_search_by_key(&line, |it| it.line).ok()?;
        Some(self.lines[place].reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a file `name` with one function that begins on line 1, and these lines.
    fn file(name: &str, lines: &[(u32, Reach)]) -> Coverage {
        let mut coverage = Coverage::default();
        let file = coverage.file(name);
        for &(line, reach) in lines {
            file.line(line, reach);
            file.branch(BranchCoverage { line, column: 1, branching: 0, way: 0, reach });
        }
        let (function, reach) = ("f".to_owned(), lines[0].1);
        file.function(FunctionCoverage { function, line: 1, reach });
        coverage
    }

    #[test]
    fn what_one_of_several_programs_reaches_is_reached() {
        use Reach::{Reached, Unknown, Unreachable};
        let one = file("./b.c", &[(1, Unreachable), (2, Reached), (3, Unreachable)]);
        let other = file("b.c", &[(1, Unreachable), (2, Unreachable), (3, Unknown), (4, Unknown)]);
        let alone = file("a.c", &[(1, Unreachable)]);
        let mut whole = Coverage::default();
        for coverage in [&one, &other, &alone] {
            whole.add(coverage, &|name| name.trim_start_matches("./").to_owned());
        }
        let names: Vec<&str> = whole.files.iter().map(|it| it.file.as_str()).collect();
        assert_eq!(names, ["a.c", "b.c"]);
        let of = |whole: &Coverage, file: usize| -> Vec<Reach> {
            let file = &whole.files[file];
            let ways = file.branches.iter().map(|it| it.reach);
            assert!(ways.eq(file.lines.iter().map(|it| it.reach)));
            file.functions
                .iter()
                .map(|it| it.reach)
                .chain(file.lines.iter().map(|it| it.reach))
                .collect()
        };
        assert_eq!(of(&whole, 0), [Unreachable, Unreachable]);
        assert_eq!(of(&whole, 1), [Unreachable, Unreachable, Reached, Unknown, Unknown]);
        whole.doubt();
        assert_eq!(of(&whole, 0), [Unknown, Unknown]);
        assert_eq!(of(&whole, 1), [Unknown, Unknown, Reached, Unknown, Unknown]);
    }
}
