//! Descriptions of external solvers: `solvers/*.toml` (see the README there).

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// How an external solver is called and understood.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    /// Its name on the command line and in tables.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The format it reads.
    pub input: InputFormat,
    /// Its program, looked up on the `PATH`.
    pub command: String,
    /// Its arguments; `{file}` stands for the input file.
    pub args: Vec<String>,
    /// How its output is read.
    pub answer: AnswerPatterns,
}

/// Formats that external solvers read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputFormat {
    /// DimSpec.
    Dimspec,
}

/// Beginnings of lines that tell the answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerPatterns {
    /// The goal can be reached.
    pub reachable: String,
    /// The goal can't be reached.
    pub unreachable: Option<String>,
    /// The line whose last number is the number of states of the solution.
    pub steps: Option<String>,
}

/// What an output says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// Whether the goal is reachable; `None` if the output doesn't say.
    pub reachable: Option<bool>,
    /// Number of states of the solution.
    pub states: Option<u32>,
}

impl Solver {
    /// The solver's program, if it is installed.
    pub fn installed(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join(&self.command)).find(|file| file.is_file())
    }

    /// Reads the solver's output.
    pub fn understand(&self, output: &str) -> Understood {
        let has = |pattern: &str| output.lines().any(|line| line.starts_with(pattern));
        let patterns = &self.answer;
        let states = patterns.steps.as_ref().and_then(|pattern| {
            let line = output.lines().find(|line| line.starts_with(pattern.as_str()))?;
            line.split_whitespace().last()?.parse().ok()
        });
        let reachable = if has(&patterns.reachable) {
            Some(true)
        } else if patterns.unreachable.as_ref().is_some_and(|pattern| has(pattern)) {
            Some(false)
        } else {
            None
        };
        Understood { reachable, states }
    }
}

/// Reads all descriptions of a folder, by file name.
///
/// # Errors
/// If the folder can't be read or a description is malformed.
pub fn read_folder(folder: &Path) -> Result<Vec<Solver>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the solver descriptions in {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Result<Solver> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&text).with_context(|| format!("in the solver description {}", file.display()))
}

fn parse(text: &str) -> Result<Solver> {
    let solver: Solver = toml::from_str(text)?;
    if !solver.args.iter().any(|arg| arg.contains("{file}")) {
        bail!("args must contain {{file}}, the place of the input file");
    }
    Ok(solver)
}

/// The descriptions that are shipped, built in so that an installed program has them.
///
/// # Errors
/// Never for the files as they are shipped (a test reads them).
pub fn shipped() -> Result<Vec<Solver>> {
    [
        include_str!("../../../solvers/incplan.toml"),
        include_str!("../../../solvers/minireachic3.toml"),
    ]
    .into_iter()
    .map(parse)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_of_the_shipped_solvers() {
        let solvers = shipped().expect("well-formed");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers");
        assert_eq!(read_folder(&folder).expect("well-formed"), solvers, "all are built in");
        let [incplan, minireach] = &solvers[..] else { panic!("two are shipped") };
        let found = incplan.understand("c IncPlan\nsolution 4 3\n1 2 3 4\n");
        assert_eq!(found, Understood { reachable: Some(true), states: Some(3) });
        assert_eq!(incplan.understand("nothing yet").reachable, None);
        assert_eq!(minireach.understand("// UNSAT: safe\n").reachable, Some(false));
        let found = minireach.understand("// SAT: model of length 2 found:\nsolution 4 2\n1 0\n");
        assert_eq!(found, Understood { reachable: Some(true), states: Some(2) });
    }

    #[test]
    fn malformed_descriptions_are_refused() {
        let good = include_str!("../../../solvers/incplan.toml");
        assert!(parse(&good.replace("{file}", "file")).is_err());
        assert!(parse(&good.replace("input = \"dimspec\"", "input = \"cnf\"")).is_err());
        assert!(parse(&format!("{good}\nsurprise = 1\n")).is_err());
    }
}
