//! The drivers, and the client and server of OpenSSL, of the large-block paper: Tables I and III. They are
//! no part of the project: a folder with a copy of them is needed, as old versions of SV-COMP's
//! benchmarks have them (`ntdrivers`, `ssh`).
//!
//! What these papers assume is said with options: undefined functions change nothing (`--extern pure`),
//! pointers from outside lead to objects of their own (as always here). In these files `ERROR` is a
//! label; a call of `reach_error` is put behind it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::runs::{Setting, Table, check_fully};

/// A program of the paper, with the seconds that it prints: of Blast at its best, of single and of large
/// blocks in CPAchecker.
struct Program {
    name: &'static str,
    correct: [&'static str; 3],
    defective: [&'static str; 3],
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "cdaudio",
        correct: ["175.76", "MO", "53.55"],
        defective: ["18.79", "74.39", "9.85"],
    },
    Program {
        name: "diskperf",
        correct: [">>1800.00", "MO", "232.00"],
        defective: ["889.79", "26.53", "6.78"],
    },
    Program {
        name: "floppy",
        correct: ["218.26", "MO", "56.36"],
        defective: ["119.60", "36.49", "4.30"],
    },
    Program {
        name: "kbfiltr",
        correct: ["23.55", "41.12", "7.82"],
        defective: ["46.80", "75.45", "11.52"],
    },
    Program {
        name: "parport",
        correct: ["738.82", "MO", "378.04"],
        defective: ["1.67", "14.62", "2.64"],
    },
    Program {
        name: "s3_clnt.blast.01",
        correct: ["33.01", "755.81", "19.51"],
        defective: ["8.84", "1514.90", "3.33"],
    },
    Program {
        name: "s3_clnt.blast.02",
        correct: ["62.65", "1075.45", "16.00"],
        defective: ["9.02", "843.42", "3.27"],
    },
    Program {
        name: "s3_clnt.blast.03",
        correct: ["60.62", "746.31", "49.50"],
        defective: ["6.64", "780.72", "2.61"],
    },
    Program {
        name: "s3_clnt.blast.04",
        correct: ["63.96", "730.80", "25.45"],
        defective: ["9.78", "724.04", "3.18"],
    },
    Program {
        name: "s3_srvr.blast.01",
        correct: ["811.27", ">>1800.00", "125.33"],
        defective: ["7.59", "MO", "2.09"],
    },
    Program {
        name: "s3_srvr.blast.02",
        correct: ["360.47", ">>1800.00", "122.83"],
        defective: ["7.16", ">>1800.00", "2.10"],
    },
    Program {
        name: "s3_srvr.blast.03",
        correct: ["276.19", ">>1800.00", "98.47"],
        defective: ["7.42", ">>1800.00", "2.08"],
    },
    Program {
        name: "s3_srvr.blast.04",
        correct: ["175.64", ">>1800.00", "71.77"],
        defective: ["7.33", ">>1800.00", "1.93"],
    },
    Program {
        name: "s3_srvr.blast.06",
        correct: ["304.63", ">>1800.00", "59.70"],
        defective: ["39.81", "MO", "5.08"],
    },
    Program {
        name: "s3_srvr.blast.07",
        correct: ["478.05", ">>1800.00", "85.82"],
        defective: ["310.84", ">>1800.00", "28.35"],
    },
    Program {
        name: "s3_srvr.blast.08",
        correct: ["115.76", ">>1800.00", "61.29"],
        defective: ["40.51", ">>1800.00", "36.47"],
    },
    Program {
        name: "s3_srvr.blast.09",
        correct: ["445.21", ">>1800.00", "126.47"],
        defective: ["265.48", ">>1800.00", "4.94"],
    },
    Program {
        name: "s3_srvr.blast.10",
        correct: ["115.10", ">>1800.00", "63.36"],
        defective: ["40.24", ">>1800.00", "12.01"],
    },
    Program {
        name: "s3_srvr.blast.11",
        correct: ["367.98", ">>1800.00", "162.76"],
        defective: ["49.05", ">>1800.00", "4.80"],
    },
    Program {
        name: "s3_srvr.blast.12",
        correct: ["304.05", ">>1800.00", "170.33"],
        defective: ["38.66", ">>1800.00", "6.11"],
    },
    Program {
        name: "s3_srvr.blast.13",
        correct: ["580.33", ">>1800.00", "74.49"],
        defective: ["251.56", ">>1800.00", "15.20"],
    },
    Program {
        name: "s3_srvr.blast.14",
        correct: ["303.21", ">>1800.00", "50.38"],
        defective: ["39.94", "1656.54", "4.63"],
    },
    Program {
        name: "s3_srvr.blast.15",
        correct: ["115.88", ">>1800.00", "21.01"],
        defective: ["40.19", ">>1800.00", "10.19"],
    },
    Program {
        name: "s3_srvr.blast.16",
        correct: ["305.11", ">>1800.00", "127.82"],
        defective: ["39.54", ">>1800.00", "5.21"],
    },
];

/// All that is found of the paper's programs in a folder.
///
/// # Errors
/// If a file can't be read or a program can't be run.
pub fn measure(setting: &Setting, folder: &Path) -> Result<Vec<Table>> {
    let mut files = vec![];
    walk(folder, &mut files)?;
    let columns = [
        "program",
        "Blast",
        "SBE",
        "LBE",
        "pure, s",
        "verdict",
        "default, s",
        "verdict",
        "assumed",
    ];
    let notes = [
        "Blast, SBE, LBE: the paper's seconds (3 GHz, 2009). `pure`: undefined functions change \
         nothing, as the paper assumes; proofs and traces are checked. `default`: they may change \
         what they can reach; `assumed` are the assumptions that this verdict may rest on.",
        "* only of runs in which accesses to memory are valid (`--accept accesses-valid`). A program with a defect for which that says true does not get to it without an invalid access before.",
    ];
    let mut tables = vec![];
    for (is_correct, title) in [(true, "correct programs"), (false, "programs with defects")] {
        let title = format!("Tables I and III of the large-block paper: {title}");
        let mut table = Table::new(&title, &columns, &notes);
        let (mut missing, mut decided) = (vec![], 0);
        for program in PROGRAMS {
            let Some(file) = files.iter().find(|it| is_version(it, program.name, is_correct))
            else {
                missing.push(program.name);
                continue;
            };
            let text = with_calls(file)?;
            let seconds = if is_correct { program.correct } else { program.defective };
            let mut row = vec![program.name.to_owned()];
            row.extend(seconds.map(str::to_owned));
            let mut assumed = BTreeMap::new();
            for policy in ["pure", "default"] {
                let options = ["--lenient", "-m", "32", "--extern", policy];
                let check = |options: &[&str]| check_fully(setting, program.name, &text, options);
                let mut run = check(&options)?;
                let mut mark = "";
                if !run.is_solved() {
                    let valid = check(&[&options[..], &["--accept", "accesses-valid"]].concat())?;
                    if valid.is_solved() {
                        (run, mark) = (valid, "*");
                    }
                }
                // Other functions may do what the paper excludes, and there may be no valid run.
                let is_wrong = policy == "pure" && mark.is_empty() && run.is_wrong(is_correct);
                table.wrong += usize::from(is_wrong);
                decided += usize::from(policy == "pure" && run.is_solved());
                let verdict = run.verdict.split('(').next().unwrap_or_default();
                row.extend([run.seconds(), format!("{verdict}{mark}")]);
                assumed.insert(policy, run.assumptions);
            }
            row.push(assumed["default"].to_string());
            table.rows.push(row);
        }
        let found = table.rows.len();
        table.notes.push(format!("{decided} of {found} are decided with `pure`."));
        if !missing.is_empty() {
            table.notes.push(format!("Not run, as they are not there: {}.", missing.join(", ")));
        }
        tables.push(table);
    }
    Ok(tables)
}

/// All C files below a folder, in the order of their names.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let reading = || format!("cannot read {}", folder.display());
    let entries = std::fs::read_dir(folder).with_context(reading)?;
    let mut entries = entries.map(|it| Ok(it?.path())).collect::<Result<Vec<PathBuf>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "c") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file is the correct, or a defective, version of a program, as its name says.
fn is_version(file: &Path, program: &str, is_correct: bool) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some(rest) = name.strip_prefix(program) else { return false };
    let is_defective = ["false", "unsafe", "BUG"].iter().any(|word| rest.contains(word));
    let says = is_defective || ["true", "safe"].iter().any(|word| rest.contains(word));
    rest.starts_with(['.', '_']) && says && is_defective != is_correct
}

/// The text of a program in which the label `ERROR` is a call.
fn with_calls(file: &Path) -> Result<String> {
    let text = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = |line: &str| match line.trim_start().strip_prefix("ERROR") {
        Some(rest) if rest.trim_start().starts_with(':') => {
            line.replacen(':', ": reach_error();", 1)
        }
        _ => line.to_owned(),
    };
    Ok(text.lines().map(line).collect::<Vec<_>>().join("\n"))
}
