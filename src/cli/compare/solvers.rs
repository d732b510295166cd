//! Descriptions of external solvers: `solvers/*.toml` (see the README there).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::super::values::ModelFormat;
use crate::support::Budget;
use crate::support::limited::{self, Limits};
use crate::support::limits;

/// How an external solver is called and understood.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    /// Its name on the command line and in tables.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The format it reads.
    pub input: ModelFormat,
    /// For SMT-LIB: to how many steps the query is unrolled.
    pub bound: Option<u32>,
    /// Whether it answers for one goal only: it gets models with a single one, which stands for all.
    #[serde(default)]
    pub one_goal: bool,
    /// Its program, looked up on the `PATH`.
    pub command: String,
    /// Its arguments; `{file}` stands for the input file, `{dir}` for a folder that is there only
    /// for this run.
    pub args: Vec<String>,
    /// Files that it writes, in `{dir}`: what stands in them counts as output, too. If there are any a
    /// witness is looked for only there.
    #[serde(default)]
    pub reads: Vec<String>,
    /// The arguments with which it prints its version on the first line.
    #[serde(default)]
    pub version: Vec<String>,
    /// Whether its output has a witness of what it reaches, in the words of its input format.
    #[serde(default)]
    pub witness: bool,
    /// What is known to be wrong with it.
    #[serde(default)]
    pub known: Vec<String>,
    /// How its output is read.
    pub answer: Answer,
}

/// What tells the answer. A pattern stands for a line that begins with it; in it `*` stands
/// for any text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The goal can be reached.
    pub reachable: Option<String>,
    /// The goal can't be reached.
    pub unreachable: Option<String>,
    /// It does not know, whatever its exit code is.
    pub unknown: Option<String>,
    /// The exit code that says that the goal can be reached.
    pub reachable_exit: Option<i32>,
    /// The exit code that says that it can't.
    pub unreachable_exit: Option<i32>,
    /// A line with the number of states of the solution, where the pattern has `#`.
    pub steps: Option<String>,
    /// The number that a solution with a single state has there.
    #[serde(default = "one")]
    pub steps_from: u32,
}

fn one() -> u32 {
    1
}

/// What a run says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// Whether the goal is reachable; `None` if the output doesn't say.
    pub reachable: Option<bool>,
    /// Number of states of the solution.
    pub states: Option<u32>,
    /// Whether the output says that the answer is not known.
    pub unknown: bool,
}

impl Solver {
    /// The solver's program, if it is installed.
    pub fn installed(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join(&self.command)).find(|file| file.is_file())
    }

    /// The first line that the installed program prints when asked for its version.
    pub fn installed_version(&self) -> Option<String> {
        if self.version.is_empty() {
            return None;
        }
        let mut command = Command::new(self.installed()?);
        command.args(&self.version);
        let limits =
            Limits { time: limits::VERSION_TIME, memory: limits::VERSION_MEMORY, cores: 1 };
        let output = limited::run(command, limits, &Budget::unlimited()).ok()?.output;
        output.lines().next().map(|line| line.trim().to_owned())
    }

    /// Reads the solver's output and exit code.
    pub fn understand(&self, output: &str, exit: Option<i32>) -> Understood {
        let Answer { reachable, unreachable, unknown, .. } = &self.answer;
        let has = |pattern: &Option<String>| {
            let Some(pattern) = pattern else { return false };
            output.lines().any(|line| matches(pattern, line))
        };
        let ended = |code: Option<i32>| code.is_some() && code == exit;
        let says = (
            has(reachable) || ended(self.answer.reachable_exit),
            has(unreachable) || ended(self.answer.unreachable_exit),
        );
        let states = self.answer.steps.as_ref().and_then(|pattern| {
            let number = output.lines().find_map(|line| number(pattern, line))?;
            Some((number + 1).saturating_sub(self.answer.steps_from))
        });
        match says {
            (true, false) => Understood { reachable: Some(true), states, unknown: false },
            (false, true) => Understood { reachable: Some(false), ..Understood::default() },
            // Both is as good as nothing.
            _ => Understood { unknown: has(unknown), ..Understood::default() },
        }
    }
}

/// Whether a line begins with a pattern.
fn matches(pattern: &str, line: &str) -> bool {
    rest(pattern, line).is_some()
}

/// What of a line is behind a pattern: each piece between stars is looked for from left to
/// right.
fn rest<'a>(pattern: &str, line: &'a str) -> Option<&'a str> {
    let mut pieces = pattern.split('*');
    let mut rest = line.strip_prefix(pieces.next()?)?;
    for piece in pieces {
        let at = rest.find(piece)?;
        rest = &rest[at + piece.len()..];
    }
    Some(rest)
}

/// The number that stands in a line where a pattern has `#`.
fn number(pattern: &str, line: &str) -> Option<u32> {
    let rest = rest(pattern.split('#').next()?, line)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
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
    if solver.bound.is_some() != (solver.input == ModelFormat::Smt2) {
        bail!("bound goes with input = \"smt2\", and must be given there");
    }
    if solver.answer.steps.as_ref().is_some_and(|steps| steps.matches('#').count() != 1) {
        bail!("steps must contain one #, the place of the number");
    }
    if solver.answer.reachable.is_none() && solver.answer.reachable_exit.is_none() {
        bail!("the answer says neither by a line nor by an exit code that a goal is reached");
    }
    Ok(solver)
}

/// The descriptions that are shipped, built in so that an installed program has them.
///
/// # Errors
/// Never for the files as they are shipped (a test reads them).
pub fn shipped() -> Result<Vec<Solver>> {
    [
        include_str!("../../../solvers/abc-bmc3.toml"),
        include_str!("../../../solvers/abc-pdr.toml"),
        include_str!("../../../solvers/abc-scorr-pdr.toml"),
        include_str!("../../../solvers/avr.toml"),
        include_str!("../../../solvers/bitwuzla-bmc.toml"),
        include_str!("../../../solvers/btormc-kind.toml"),
        include_str!("../../../solvers/btormc.toml"),
        include_str!("../../../solvers/incplan.toml"),
        include_str!("../../../solvers/minireachic3.toml"),
        include_str!("../../../solvers/pono-ind.toml"),
        include_str!("../../../solvers/pono.toml"),
        include_str!("../../../solvers/ric3-portfolio.toml"),
        include_str!("../../../solvers/ric3.toml"),
        include_str!("../../../solvers/z3-bmc.toml"),
        include_str!("../../../solvers/z3-spacer.toml"),
    ]
    .into_iter()
    .map(parse)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped_solver(name: &str) -> Solver {
        let found = shipped().expect("well-formed").into_iter().find(|solver| solver.name == name);
        found.expect("it is shipped")
    }

    fn said(name: &str, output: &str) -> (Option<bool>, Option<u32>) {
        let understood = shipped_solver(name).understand(output, Some(0));
        (understood.reachable, understood.states)
    }

    #[test]
    fn outputs_of_the_shipped_solvers() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers");
        let solvers = shipped().expect("well-formed");
        assert_eq!(read_folder(&folder).expect("well-formed"), solvers, "all are built in");
        let solution = "c IncPlan\nsolution 4 3\n1 2 3 4\n";
        assert_eq!(said("incplan", solution), (Some(true), Some(3)));
        assert_eq!(said("incplan", "nothing yet"), (None, None));
        assert_eq!(said("minireachic3", "// UNSAT: safe\n"), (Some(false), None));
        let results = ["avr-h", "avr-v", "avr-f_to"].map(|result| said("avr", result).0);
        assert_eq!(results, [Some(false), Some(true), None]);
        let unknown = shipped_solver("pono").understand("unknown\nb0\n", Some(255));
        assert!(unknown.unknown && unknown.reachable.is_none());
        let found = "// SAT: model of length 2 found:\nsolution 4 2\n1 0\n";
        assert_eq!(said("minireachic3", found), (Some(true), Some(2)));
        let asserted = "Output 0 of miter \"x y\" was asserted in frame 12.  Time =     0.02 sec";
        assert_eq!(said("abc-pdr", asserted), (Some(true), Some(13)));
        assert_eq!(said("abc-pdr", "Property proved.  Time =     0.05 sec"), (Some(false), None));
        assert_eq!(said("abc-pdr", "Property UNDECIDED.  Time = 20 sec"), (None, None));
        assert_eq!(said("z3-spacer", "unsat\n"), (Some(true), None));
        assert_eq!(said("z3-spacer", "sat\n"), (Some(false), None));
        assert_eq!(said("z3-bmc", "unsat\n"), (None, None));
        assert_eq!(said("ric3", "result: safe\n"), (Some(false), None));
        assert_eq!(said("ric3", "result: unsafe\n0\n"), (Some(true), None));
    }

    #[test]
    fn exit_codes_and_contradictions() {
        let good = include_str!("../../../solvers/incplan.toml");
        let text = format!("{good}\nreachable_exit = 10\nunreachable_exit = 20\n");
        let solver = parse(&text).expect("well-formed");
        assert_eq!(solver.understand("", Some(10)).reachable, Some(true));
        assert_eq!(solver.understand("", Some(20)).reachable, Some(false));
        assert_eq!(solver.understand("", None).reachable, None);
        assert_eq!(solver.understand("solution 1 1\n", Some(20)).reachable, None);
    }

    #[test]
    fn malformed_descriptions_are_refused() {
        let good = include_str!("../../../solvers/incplan.toml");
        assert!(parse(good).is_ok());
        assert!(parse(&good.replace("{file}", "file")).is_err());
        assert!(parse(&good.replace("input = \"dimspec\"", "input = \"cnf\"")).is_err());
        assert!(parse(&good.replace("input = \"dimspec\"", "input = \"smt2\"")).is_err());
        assert!(parse(&good.replace("* #", "")).is_err());
        assert!(parse(&good.replace("reachable = \"solution \"\n", "")).is_err());
        assert!(parse(&format!("{good}\nsurprise = 1\n")).is_err());
    }
}
