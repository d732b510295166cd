//! Models that llumc did not make (`tests/models/`), with known answers: they are solved,
//! the answers are certified, wrong answers are not, and every format that the model is
//! converted to has the same answer.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;

/// Each model with the number of states of its shortest run to a goal.
const MODELS: &[(&str, Option<usize>)] = &[
    ("constrained.aag", None),
    ("counter.aag", Some(4)),
    ("counter.btor2", Some(6)),
    ("deadlock.dimspec", Some(2)),
    ("memory.btor2", None),
    ("memory_violated.btor2", Some(2)),
    ("mutex.aag", None),
    ("mutex_violated.aag", Some(3)),
    ("planning.dimspec", Some(5)),
    ("planning_unsolvable.dimspec", None),
];

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name)
}

/// Runs it with words and files in turn.
fn llumc(words: &[&str], files: &[&Path]) -> Output {
    let mut command = Command::cargo_bin("llumc").expect("the binary");
    for (i, word) in words.iter().enumerate() {
        command.arg(word);
        if let Some(file) = files.get(i) {
            command.arg(file);
        }
    }
    command.output().expect("it runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn text(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    both.concat()
}

/// All models are there, and solved as expected; the answers stand up to `certify`.
#[test]
fn answers_are_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for &(name, states) in MODELS {
        let file = model(name);
        let answer = folder.path().join("answer");
        match states {
            Some(states) => {
                let solved = llumc(&["solve", "--engine=unroll"], &[&file]);
                assert_eq!(code(&solved), 1, "{name}: {}", text(&solved));
                std::fs::write(&answer, &solved.stdout).expect("written");
                let certified = llumc(&["certify", "--witness"], &[&file, &answer]);
                assert_eq!(code(&certified), 0, "{name}: {}", text(&certified));
                let expected = format!("in {states} states");
                assert!(text(&certified).contains(&expected), "{name}: {}", text(&certified));
            }
            None => {
                let solved = llumc(&["solve", "--invariant"], &[&file, &answer]);
                assert_eq!(code(&solved), 0, "{name}: {}", text(&solved));
                let certified = llumc(&["certify", "--invariant"], &[&file, &answer]);
                assert_eq!(code(&certified), 0, "{name}: {}", text(&certified));
                // No clause at all: everything is allowed.
                let written = std::fs::read_to_string(&answer).expect("an invariant");
                let first = written.lines().next().expect("a header");
                let variables = first.split(' ').nth(1).expect("a number");
                std::fs::write(&answer, format!("invariant {variables} 0\n")).expect("written");
                let certified = llumc(&["certify", "--invariant"], &[&file, &answer]);
                assert_eq!(code(&certified), 1, "{name}: {}", text(&certified));
            }
        }
    }
}

#[test]
fn wrong_witnesses_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let answer = folder.path().join("answer");
    let cases: &[(&str, &str, i32, &str)] = &[
        ("counter.aag", "1\nb0\n00\n\n\n\n\n.\n", 0, "in 4 states"),
        ("counter.aag", "c by hand\n1\nb0\n00\n\n\n\n.\n", 1, "step 2 the goal"),
        ("counter.aag", "1\nb0\n01\n\n\n.\n", 1, "initial condition"),
        ("counter.aag", "1\nb7\n00\n\n.\n", 3, "line 2"),
        ("counter.aag", "1\nb0\n000\n\n.\n", 3, "line 3"),
        ("counter.aag", "1\nb0\n00\n\n", 3, "too early"),
        ("constrained.aag", "1\nb0\n10\n\n\n.\n", 1, "constraint"),
        (
            "counter.btor2",
            "sat\nb0\n#0\n1 1\n@0\n#1\n1 1\n@1\n#2\n1 1\n@2\n#3\n1 1\n@3\n\
          #4\n1 1\n@4\n#5\n1 0\n@5\n.\n",
            0,
            "in 6 states",
        ),
        ("counter.btor2", "sat\nb0\n#0\n@0\n.\n", 1, "the goal"),
        ("counter.btor2", "sat\nb0\n#0\n5 1\n@0\n.\n", 3, "line 4"),
        ("memory_violated.btor2", "sat\nb0\n#0\n0 [*] 0010\n@0\n1 11\n@1\n.\n", 0, "in 2 states"),
        ("memory_violated.btor2", "sat\nb0\n#0\n0 [00] 0111\n@0\n.\n", 1, "constraint"),
        ("deadlock.dimspec", "solution 1 2\n-1 0\n1 0\n", 0, "in 2 states"),
        ("deadlock.dimspec", "solution 1 1\n1\n", 1, "i is false"),
        ("deadlock.dimspec", "solution 2 1\n1 2\n", 3, "over 2 variables"),
    ];
    for &(name, witness, expected, what) in cases {
        std::fs::write(&answer, witness).expect("written");
        let certified = llumc(&["certify", "--witness"], &[&model(name), &answer]);
        let said = text(&certified);
        assert_eq!(code(&certified), expected, "{name}: {witness}: {said}");
        assert!(said.contains(what), "{name}: {witness}: {said}");
    }
}

#[test]
fn conversions_keep_the_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for &(name, states) in MODELS {
        for (format, file) in
            [("dimspec", "m.dimspec"), ("aiger", "m.aag"), ("aiger", "m.aig"), ("btor2", "m.btor2")]
        {
            let file = folder.path().join(file);
            let to = format!("--to={format}");
            let output = format!("--output={}", file.display());
            let converted = llumc(&["convert", &to, &output], &[&model(name)]);
            assert_eq!(code(&converted), 0, "{name}: {}", text(&converted));
            let solved = llumc(&["solve"], &[&file]);
            let expected = i32::from(states.is_some());
            assert_eq!(code(&solved), expected, "{name} as {format}: {}", text(&solved));
        }
        // And by Z3: exactly this many steps.
        let Some(states) = states else { continue };
        for (bound, answer) in [(states - 1, "sat"), (states.saturating_sub(2), "unsat")] {
            let file = folder.path().join("m.smt2");
            let (bound_is, output) =
                (format!("--bound={bound}"), format!("--output={}", file.display()));
            let words = ["convert", "--to=smt2", &bound_is, &output];
            let converted = llumc(&words, &[&model(name)]);
            assert_eq!(code(&converted), 0, "{name}: {}", text(&converted));
            let z3 = Command::new("z3").arg(&file).output().expect("z3 is installed (make setup)");
            assert_eq!(text(&z3).trim(), answer, "{name} within {bound} steps");
        }
    }
}
