//! A short, seeded run of the random-program campaign; `make fuzz` runs a long one.

#![cfg(feature = "llvm")]

use std::time::Duration;

mod support;

use support::campaign::{self, Case};
use support::cgen::Shape;
use support::differential::{Effort, Tally, check};

fn campaign(seeds: std::ops::Range<u64>, shape: Shape) -> Tally {
    let effort = Effort { runs: 10, time: Duration::from_secs(2), vectors: 5_000 };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut total = Tally::default();
    for seed in seeds {
        match check(seed, shape, effort, folder.path()) {
            Ok(tally) => total.add(tally),
            Err(what) => panic!("{what}"),
        }
    }
    println!("{total:?}");
    // The campaign must really compare something.
    assert!(total.reached > 0 && total.proved > 0 && total.runs > 0);
    total
}

#[test]
fn small_programs_agree() {
    let total = campaign(1..31, Shape { statements: 4, depth: 1, heavy: false });
    assert!(total.exhausted > 0);
}

#[test]
fn larger_programs_agree() {
    campaign(100..110, Shape { statements: 8, depth: 2, heavy: false });
}

#[test]
fn programs_with_wide_arithmetic_agree() {
    campaign(200..208, Shape { statements: 4, depth: 1, heavy: true });
}

/// Programs of these seeds; with `llumc`, also what it says about them.
fn checked(
    make: fn(u64, campaign::Effort) -> Case,
    seeds: std::ops::Range<u64>,
    llumc: bool,
) -> campaign::Tally {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = support::library::cadical(folder.path()).expect("g++ is installed");
    let effort = campaign::Effort {
        llumc: llumc.then(|| env!("CARGO_BIN_EXE_llumc").into()),
        library: Some(library),
        seconds: 2,
        runs: 20,
        random_runs: 1000,
    };
    let mut total = campaign::Tally::default();
    for seed in seeds {
        let case = make(seed, effort.clone());
        match case.check(folder.path()) {
            Ok(tally) => total.add(tally),
            Err(what) => {
                let small = case.shrink(&what, folder.path()).source;
                panic!("seed {seed}: {what}\n{:?}\n{small}", case.options());
            }
        }
    }
    println!("{total}");
    total
}

#[test]
fn programs_with_memory_run_as_they_are_modelled() {
    let total = checked(Case::new, 1..11, false);
    let ended = |how: &str| total.endings.get(how).is_some_and(|&count| count > 0);
    assert!(ended("returns") && ended("unreach-call") && ended("valid-deref"), "{total}");
    // What is compared must be inside of what is modelled.
    assert!(total.open * 4 < total.compared, "{total}");
}

#[test]
fn verdicts_on_programs_with_memory_agree_with_native_runs() {
    let total = checked(Case::new, 20..24, true);
    assert_eq!(total.verdicts.values().sum::<u64>(), total.programs);
}

#[test]
fn programs_with_floating_point_numbers_run_as_they_are_modelled() {
    let total = checked(Case::with_numbers, 60..80, false);
    let ended = |how: &str| total.endings.get(how).is_some_and(|&count| count > 0);
    assert!(ended("returns") && ended("unreach-call") && ended("float-cast-overflow"), "{total}");
    assert_eq!(total.open, 0, "{total}");
}

#[test]
fn verdicts_on_programs_with_floating_point_numbers_agree_with_native_runs() {
    let total = checked(Case::with_numbers, 40..46, true);
    assert_eq!(total.verdicts.values().sum::<u64>(), total.programs);
}

#[test]
fn what_fails_is_made_smaller() {
    let source = "int f(void) {\n  return 1;\n}\nint main(void) {\n  int x = 1;\n  \
                  if (x > (2 + (3))) {\n    boom(x);\n  }\n  return 0;\n}\n";
    let small = support::shrink::shrink(source, 200, |text| text.contains("boom("));
    assert!(small.contains("boom(") && small.len() < 20, "{small}");
}
