//! What the reader accepts and refuses, and that nothing makes it panic.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::*;
use crate::dimspec::write::{write, write_file};
use crate::support::Random;

fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        cnf.push(clause.iter().map(|&number| Lit::from_dimacs(number)));
    }
    cnf
}

fn example() -> DimSpec {
    DimSpec {
        num_vars: 2,
        init: cnf(&[&[-1], &[-2]]),
        universal: cnf(&[&[1, 2, -1]]),
        goal: cnf(&[&[2]]),
        trans: cnf(&[&[-3, -1], &[3, 1], &[-4, 1], &[4, -1]]),
    }
}

const TEXT: &str = "c a\nc b\ni cnf 2 2\n-1 0\n-2 0\nu cnf 2 1\n1 2 -1 0\ng cnf 2 1\n2 0\n\
                    t cnf 4 4\n-3 -1 0\n3 1 0\n-4 1 0\n4 -1 0\n";

#[test]
fn writes_the_common_ground() {
    let mut text = Vec::new();
    write(&example(), &["a\nb".to_string()], &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), TEXT);
    assert_eq!(read(TEXT.as_bytes()).unwrap(), example());
}

#[test]
fn files_compressed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.dimspec");
    write_file(&example(), &[], &path).unwrap();
    assert_eq!(read_file(&path).unwrap(), example());
    let mut packed = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::fast());
    packed.write_all(TEXT.as_bytes()).unwrap();
    packed.finish().unwrap();
    assert_eq!(read_file(&path).unwrap(), example());
    let packed = std::fs::read(&path).unwrap();
    assert!(matches!(read(&packed[..packed.len() - 9]), Err(ReadError::Io { .. })));

    let missing = folder.path().join("none").join("x.dimspec");
    assert!(matches!(read_file(&missing), Err(ReadError::Open(_))));
    assert!(write_file(&example(), &[], &missing).is_err());
    // A failed write leaves nothing behind, not even a temporary file.
    assert!(write_file(&example(), &[], folder.path()).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn accepts_what_others_write() {
    let text = "t cnf 2 4\nc x\n-3 -1\n0 3 1 0\n-4 1 0   4 -1 0\r\n\n  c y\ng cnf 2 1\n2\n0\n\
                u cnf 2 1\n1 2 -1 0\ni cnf 2 2\n-1 0 -2 0";
    assert_eq!(read(text.as_bytes()).unwrap(), example());
    let empty = "u cnf 1 0\ng cnf 1 0\nt cnf 2 0\ni cnf 1 1\n0\n";
    let empty_clause = read(empty.as_bytes()).unwrap();
    assert_eq!((empty_clause.num_vars, empty_clause.universal.len()), (1, 0));
    assert_eq!(empty_clause.init.iter().next(), Some(&[][..]));
}

#[test]
fn a_file_from_elsewhere_has_one_goal() {
    let model = Model::from(example());
    assert_eq!(model.goals, [Goal { name: "goal".into(), clauses: example().goal }]);
    assert_eq!(model.structure, Structure::Relational);
}

#[test]
fn refuses_with_line_and_reason() {
    for (text, line, reason) in [
        ("", 1, "no section"),
        ("c only\n", 2, "no section"),
        ("hello\n", 1, "found `hello`"),
        ("\u{1f}x", 1, "found `\\x1fx`"),
        ("p cnf 1 1\n1 0\n", 1, "found `p cnf"),
        ("1 0\n", 1, "before the first header"),
        ("i cnf 1\n", 1, "found `i cnf 1`"),
        ("i cnf 1 1 1 0\n", 1, "found `i cnf 1 1 1 0`"),
        ("i dnf 1 1\n", 1, "found `i dnf"),
        ("i cnf -1 1\n", 1, "two numbers"),
        ("i cnf 99999999999999999999 1\n", 1, "two numbers"),
        ("i cnf 2000000000 2000000000\n", 1, "at most 1073741823"),
        ("t cnf 2000000000 2000000000\n1 0\n", 3, "only 1 of the 2000000000"),
        ("i cnf 1000000000 2000000000\n1 0\n", 3, "only 1 of the 2000000000"),
        ("i cnf 1 1\n2 0\n", 2, "variable 2 is out of range (1 to 1)"),
        ("i cnf 1 1\n-99999999999999999 0\n", 2, "out of range"),
        ("i cnf 1 1\n999999999999999999999999 0\n", 2, "expected a literal"),
        ("i cnf 1 1\n1 x 0\n", 2, "found `x`"),
        ("i cnf 1 1\n1 +1 0\n", 2, "found `+1`"),
        ("i cnf 1 1\n1 --1 0\n", 2, "expected a literal"),
        ("i cnf 1 1\n-0\n", 2, "expected a literal"),
        ("i cnf 1 2\n1 0\n", 3, "only 1 of the 2 clauses that line 1 announced"),
        ("i cnf 1 1\n1 0\n1 0\n", 3, "more clauses than the 1 of line 1"),
        ("i cnf 1 1\n1\n", 3, "no closing 0"),
        ("i cnf 1 1\n1\nu cnf 1 0\n", 3, "no closing 0"),
        ("i cnf 1 0\ni cnf 1 0\n", 2, "a second section i, after line 1"),
        ("i cnf 1 0\nu cnf 1 0\nt cnf 2 0\n", 4, "without section g"),
        ("t cnf 3 0\n", 2, "without section i, u, g;"),
        ("i cnf 1 0\nu cnf 2 0\ng cnf 1 0\nt cnf 2 0\n", 2, "2 variables, but 1 in line 1"),
        (
            "i cnf 5000000 0\nu cnf 5000000 0\ng cnf 5000000 0\nt cnf 10000000 0\n",
            1,
            "the file has 0 literals",
        ),
        ("i cnf 1 0\nu cnf 1 0\ng cnf 1 0\nt cnf 3 0\n", 4, "it must be 2"),
        ("t cnf 2 1\n4 0\ni cnf 1 0\nu cnf 1 0\ng cnf 1 0\n", 2, "out of range (1 to 2)"),
        ("i cnf 1 0\nu cnf 1 0\ng cnf 1 0\nt cnf 2 1\n3 0\n", 5, "out of range (1 to 2)"),
    ] {
        match read(text.as_bytes()) {
            Err(ReadError::Format { line: at, what }) => {
                assert!(what.contains(reason), "{text:?}: {what}");
                assert_eq!(at, line, "{text:?}: {what}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

/// Every prefix of a file is refused, unless only the last line's end is missing.
#[test]
fn truncated_files() {
    for end in 0..TEXT.len() {
        let text = &TEXT[..end];
        assert_eq!(read(text.as_bytes()).is_ok(), text.ends_with("4 -1 0"), "{text:?}");
    }
}

fn clauses(vars: i32) -> impl Strategy<Value = Cnf> {
    let literal = (1..=vars, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var });
    let clause = proptest::collection::vec(literal, 0..5);
    proptest::collection::vec(clause, 0..6)
        .prop_map(|clauses| cnf(&clauses.iter().map(Vec::as_slice).collect::<Vec<_>>()))
}

fn specs() -> impl Strategy<Value = DimSpec> {
    (1..40i32).prop_flat_map(|vars| {
        (clauses(vars), clauses(vars), clauses(vars), clauses(2 * vars)).prop_map(
            move |(init, universal, goal, trans)| DimSpec {
                num_vars: vars.unsigned_abs(),
                init,
                universal,
                goal,
                trans,
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn write_read_write_is_the_identity(spec in specs()) {
        let mut first = Vec::new();
        write(&spec, &["note".to_string()], &mut first).unwrap();
        let again = read(first.as_slice()).unwrap();
        prop_assert_eq!(&again, &spec);
        let mut second = Vec::new();
        write(&again, &["note".to_string()], &mut second).unwrap();
        prop_assert_eq!(first, second);
    }
}

/// The fuzz target, on mutations of the example.
#[test]
fn mutations_never_panic() {
    let mut random = Random::new(3);
    let words = ["0", "-", " ", "\n", "c", "i cnf 2 2\n", "t cnf", "4", "99", "\u{1f}\u{8b}"];
    for _ in 0..100_000 {
        let mut text = TEXT.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let place = random.below(text.len() as u64) as usize;
            match random.below(5) {
                0 => text[place] = random.bits() as u8,
                1 => drop(text.remove(place)),
                2 => text.truncate(place + 1),
                3 => {
                    let upto = place + random.below((text.len() - place) as u64) as usize;
                    let copy = text[place..upto].to_vec();
                    text.extend(copy);
                }
                _ => {
                    let word = words[random.below(words.len() as u64) as usize];
                    text.splice(place..place, word.bytes());
                }
            }
            if text.is_empty() {
                text.push(b'\n');
            }
        }
        fuzz(&text);
    }
}
