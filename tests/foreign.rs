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
    ("twins.aag", None),
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
                for ending in ["txt", "aag", "aig", "smt2"] {
                    let answer = answer.with_extension(ending);
                    let solved = llumc(&["solve", "--invariant"], &[&file, &answer]);
                    assert_eq!(code(&solved), 0, "{name}: {}", text(&solved));
                    let certified = llumc(&["certify", "--invariant"], &[&file, &answer]);
                    assert_eq!(code(&certified), 0, "{name}, {ending}: {}", text(&certified));
                    let written = std::fs::read(&answer).expect("an invariant");
                    std::fs::write(&answer, anything(&written)).expect("written");
                    let certified = llumc(&["certify", "--invariant"], &[&file, &answer]);
                    assert_eq!(code(&certified), 1, "{name}, {ending}: {}", text(&certified));
                }
            }
        }
    }
}

/// Bits that are equal are merged, and each engine's proof is carried over to the file.
#[test]
fn smaller_models_are_solved_for_the_whole() {
    let sweep = |words: &[&str]| {
        let words = [&["solve", "--format=json", "--timeout=60"], words].concat();
        let file = model("twins.aag");
        let mut command = Command::cargo_bin("llumc").expect("the binary");
        let output = command.args(words).arg(file).output().expect("it runs");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["verdict"], "true", "{}", text(&output));
        ["merged", "dropped"].map(|key| report["sweep"][key].as_u64().expect("a number"))
    };
    for engine in ["auto", "ic3", "kinduction"] {
        assert_eq!(sweep(&["--engine", engine]), [4, 3], "{engine}");
    }
    // Where states must differ those of the file must, too.
    assert_eq!(sweep(&["--engine=kinduction", "--simple-path"]), [3, 0]);
    assert_eq!(sweep(&["--no-sweep"]), [0, 0]);
}

/// Counts to a limit that is any number. No clauses over bits of reasonable number say that it
/// does not pass it; one gate of the comparison does.
const LIMIT: &str = "\
1 sort bitvec 16
2 sort bitvec 1
3 zero 1
4 one 1
5 state 1 count
6 state 1 limit
7 init 1 5 3
8 ult 2 5 6
9 add 1 5 4
10 ite 1 8 9 5
11 next 1 5 10
12 next 1 6 6
13 ugt 2 5 6
14 bad 13
";

/// Signals that correspond decide what IC3 on bits does not; the answer is checked as others are.
#[test]
fn corresponding_signals_decide() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("limit.btor2");
    std::fs::write(&file, LIMIT).expect("written");
    let bits = ["--ic3-without=predicates", "--no-relations"];
    let words = [&["solve", "--engine=ic3", "--timeout=300"][..], &bits].concat();
    let solved = llumc(&words, &[&file]);
    assert_eq!(code(&solved), 0, "{}", text(&solved));
    assert!(text(&solved).contains("the goal can't be reached (proof checked)"));
    assert!(text(&solved).contains("decided by gates being equal in all steps: 0"));
    // An engine that ends before the thread has begun does not end it.
    let words = ["solve", "--engine=bmc", "--bound=3", "--timeout=300", "--no-relations"];
    let solved = llumc(&words, &[&file]);
    assert_eq!(code(&solved), 0, "{}", text(&solved));
    // With a goal that is reached, too, the engine finds that one and is not kept by the other.
    std::fs::write(&file, format!("{LIMIT}15 eq 2 5 6\n16 bad 15\n")).expect("written");
    let words = ["solve", "--engine=ic3", "--timeout=300", "--format=json"];
    let words = [&words[..], &bits].concat();
    let solved = llumc(&words, &[&file]);
    assert_eq!(code(&solved), 1, "{}", text(&solved));
    let report: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
    let seconds = report["seconds"].as_f64().expect("a number");
    assert!(seconds < 250.0, "{report}");
    assert_eq!(report["correspondence"]["goals"], serde_json::json!([0]), "{report}");
}

/// `x` counts down and `y` up, so `x + y = n` stays; at the end `y` must be `n`. The goal is told
/// of three steps late.
const TRANSFER: &str = "\
1 sort bitvec 1
2 sort bitvec 24
3 state 2 x
4 state 2 y
5 state 2 n
6 init 2 3 5
7 zero 2
8 init 2 4 7
9 one 2
10 eq 1 3 7
11 sub 2 3 9
12 ite 2 10 3 11
13 next 2 3 12
14 add 2 4 9
15 ite 2 10 4 14
16 next 2 4 15
17 next 2 5 5
18 neq 1 4 5
19 and 1 10 18
";

/// Relations between words decide what no engine on bits does, of files whose bits have names,
/// too; where they don't decide by themselves the engines begin anew with them.
#[test]
fn relations_between_words_decide() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [words, bits] = ["sum.btor2", "sum.aig"].map(|name| folder.path().join(name));
    let late = "20 zero 1\n21 state 1 a\n22 state 1 b\n23 state 1 c\n24 init 1 21 20\n\
        25 init 1 22 20\n26 init 1 23 20\n27 next 1 21 19\n28 next 1 22 21\n\
        29 next 1 23 22\n30 bad 23\n";
    let report = |file: &Path, options: &[&str]| -> serde_json::Value {
        let words = [&["solve", "--format=json", "--timeout=300"], options].concat();
        let solved = llumc(&words, &[file]);
        assert_eq!(code(&solved), 0, "{}", text(&solved));
        let report: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
        assert_eq!(report["checked"], true, "{report}");
        report["relations"].clone()
    };
    for (end, decided) in [("20 bad 19\n", true), (late, false)] {
        std::fs::write(&words, format!("{TRANSFER}{end}")).expect("written");
        let converted = llumc(&["convert", "--output", "--to=aiger"], &[&words, &bits]);
        assert_eq!(code(&converted), 0, "{}", text(&converted));
        for file in [&words, &bits] {
            let found = report(file, &["--engine=ic3"]);
            assert_eq!(found["goals"].as_array().expect("a list").len(), usize::from(decided));
            assert_eq!(found["facts"].as_u64().expect("a number") > 0, !decided, "{found}");
        }
    }
    // The last file, in all ways that proofs can be made and put together with what was found.
    for engine in ["auto", "ic3", "kinduction"] {
        for options in [&[][..], &["--no-sweep"], &["--ic3-without=reverse"]] {
            let found = report(&bits, &[&["--engine", engine], options].concat());
            assert!(found["facts"].as_u64().expect("a number") > 0, "{engine}: {found}");
        }
    }
    let solved = llumc(&["solve", "--no-relations", "--engine=ic3", "--timeout=3"], &[&bits]);
    assert_eq!(code(&solved), 2, "{}", text(&solved));
}

/// The invariant that allows everything, in the format and over the parameters of this one.
fn anything(invariant: &[u8]) -> String {
    let text = String::from_utf8_lossy(invariant);
    let first = text.lines().next().expect("a line");
    let number = |place: usize| first.split(' ').nth(place).expect("a number");
    match first.split(' ').next() {
        Some("invariant") => format!("invariant {} 0\n", number(1)),
        Some("aag") => {
            let inputs: u32 = number(2).parse().expect("a number");
            let lines: String = (1..=inputs).map(|input| format!("{}\n", 2 * input)).collect();
            format!("aag {inputs} {inputs} 0 1 0\n{lines}1\n")
        }
        Some("aig") => format!("aig {0} {0} 0 1 0\n1\n", number(2)),
        _ => {
            let head = text.find(" Bool\n").expect("the end of the function's head");
            format!("{} Bool true)", &text[..head])
        }
    }
}

/// `i <= n`, where `i` counts while it is less, takes a clause for each of very many cases over
/// bits.
#[test]
fn comparisons_of_words_decide() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("order.btor2");
    let order = "1 sort bitvec 1\n2 sort bitvec 32\n3 state 2 i\n4 state 2 n\n5 zero 2\n\
        6 init 2 3 5\n7 one 2\n8 add 2 3 7\n9 ult 1 3 4\n10 ite 2 9 8 3\n11 next 2 3 10\n\
        12 next 2 4 4\n13 ult 1 4 3\n14 bad 13\n";
    std::fs::write(&file, order).expect("written");
    for sweeping in [&[][..], &["--no-sweep"]] {
        let words = [&["solve", "--engine", "ic3", "--timeout", "60"][..], sweeping].concat();
        let output = llumc(&words, &[&file]);
        assert_eq!(code(&output), 0, "{}", text(&output));
        assert!(text(&output).contains("proof checked"), "{}", text(&output));
    }
}

/// An invariant as SMT-LIB fits to the model as SMT-LIB: Z3 finds nothing against it.
#[test]
fn an_invariant_is_checked_by_z3() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [model, invariant, script] =
        ["m.smt2", "i.smt2", "all.smt2"].map(|name| folder.path().join(name));
    let file = self::model("mutex.aag");
    let output = format!("--output={}", model.display());
    assert_eq!(code(&llumc(&["convert", "--to=smt2", &output], &[&file])), 0);
    assert_eq!(code(&llumc(&["solve", "--invariant"], &[&file, &invariant])), 0);
    let mut text = std::fs::read_to_string(&model).expect("a model");
    let (_, step) = text.split_once("(define-fun T (").expect("the step");
    let (parameters, _) = step.split_once(") Bool").expect("its parameters");
    let parameters: Vec<String> = parameters
        .split_inclusive("))")
        .map(|one| one.trim()[1..].replacen("))", ")", 1))
        .collect();
    let names: Vec<&str> =
        parameters.iter().map(|one| one.rsplit_once(" (").expect("a sort").0).collect();
    let states = names.iter().filter(|name| name.ends_with("'|")).count();
    assert!(states > 0 && names.len() > 2 * states, "{parameters:?}");
    let (now, next) = (names[..states].join(" "), names[names.len() - states..].join(" "));
    let with_inputs = names[..names.len() - states].join(" ");
    text += &std::fs::read_to_string(&invariant).expect("an invariant");
    for one in &parameters {
        text += &format!("(declare-const {one})\n");
    }
    let all = names.join(" ");
    for condition in [
        format!("(and (I {now}) (not (Inv {now})))"),
        format!("(and (Inv {now}) (U {with_inputs}) (T {all}) (not (Inv {next})))"),
        format!("(and (Inv {now}) (G {with_inputs}))"),
    ] {
        text += &format!("(push)\n(assert {condition})\n(check-sat)\n(pop)\n");
    }
    std::fs::write(&script, text).expect("written");
    let z3 = Command::new("z3").arg(&script).output().expect("z3 is installed (make setup)");
    assert_eq!(self::text(&z3).trim(), "unsat\nunsat\nunsat");
}

/// A witness circuit has the inputs and latches of the model, says so in its symbol table, and its
/// property is inductive; there is none of a model whose goal can be reached, and none of a DimSpec.
#[test]
fn a_witness_circuit_is_the_model_with_an_inductive_property() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [circuit, witness] = ["m.aag", "w.aag"].map(|name| folder.path().join(name));
    for name in ["constrained.aag", "memory.btor2", "mutex.aag", "twins.aag"] {
        let file = model(name);
        let output = format!("--output={}", circuit.display());
        assert_eq!(code(&llumc(&["convert", "--to=aiger", &output], &[&file])), 0);
        let solved = llumc(&["solve", "--certificate"], &[&file, &witness]);
        assert_eq!(code(&solved), 0, "{name}: {}", text(&solved));
        let [of_model, of_witness] =
            [&circuit, &witness].map(|path| std::fs::read_to_string(path).expect("a circuit"));
        let head = |text: &str| text.lines().next().expect("a line").to_owned();
        let [inputs, latches] = [2, 3].map(|at| {
            let of = |text| head(text).split(' ').nth(at).expect("a number").to_owned();
            assert_eq!(of(&of_model), of(&of_witness), "{name}");
            of(&of_model).parse::<usize>().expect("a number")
        });
        for at in 0..inputs + latches {
            let (letter, number) = if at < inputs { ('i', at) } else { ('l', at - inputs) };
            let line = format!("{letter}{number} = {}", 2 * (at + 1));
            assert!(of_witness.lines().any(|it| it == line), "{name}: {line}");
        }
        let inductive = llumc(&["solve", "--engine=kinduction", "--bound=1"], &[&witness]);
        assert_eq!(code(&inductive), 0, "{name}: {}", text(&inductive));
        std::fs::remove_file(&witness).expect("removed");
    }
    for name in ["mutex_violated.aag", "planning_unsolvable.dimspec"] {
        let solved = llumc(&["solve", "--certificate"], &[&model(name), &witness]);
        assert!(!witness.exists(), "{name}: {}", text(&solved));
    }
}

/// A file that was cut off before its properties is not proved.
#[test]
fn a_file_without_a_property_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nothing.btor2");
    std::fs::write(&path, "1 sort bitvec 1\n2 state 1\n").expect("written");
    let output = llumc(&["solve"], &[&path]);
    assert_eq!(code(&output), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no property"));
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

/// Of two goals, of which one can be reached, `--one-goal` makes one that can.
#[test]
fn goals_are_joined() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let two = folder.path().join("two.btor2");
    let toggle = "1 sort bitvec 1\n2 zero 1\n3 one 1\n4 state 1 x\n5 init 1 4 2\n6 not 1 4\n\
        7 next 1 4 6\n8 bad 2 never\n9 bad 4 odd\n";
    std::fs::write(&two, toggle).expect("written");
    for (format, file) in [("btor2", "one.btor2"), ("aiger", "one.aag")] {
        let (one, witness) = (folder.path().join(file), folder.path().join("witness"));
        let (to, output) = (format!("--to={format}"), format!("--output={}", one.display()));
        let converted = llumc(&["convert", "--one-goal", &to, &output], &[&two]);
        assert_eq!(code(&converted), 0, "{}", text(&converted));
        let solved = llumc(&["solve"], &[&one]);
        assert_eq!(code(&solved), 1, "{}", text(&solved));
        assert!(text(&solved).lines().any(|line| line == "b0"), "{}", text(&solved));
        std::fs::write(&witness, &solved.stdout).expect("written");
        let certified = llumc(&["certify", "--witness"], &[&one, &witness]);
        assert_eq!(code(&certified), 0, "{}", text(&certified));
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
