//! A short, seeded run of the random-program campaign; `make fuzz` runs a long one.

#![cfg(feature = "llvm")]

use std::time::Duration;

mod support;

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
