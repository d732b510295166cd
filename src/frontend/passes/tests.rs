//! The order of the table.

use std::collections::BTreeSet;

use super::facts::Fact;
use super::table::LOWERING_NEEDS;
use super::{Pass, TABLE, describe, misplaced, up_to};

#[test]
fn passes_come_after_what_they_need() {
    assert_eq!(misplaced(TABLE), None);
    let lowering = TABLE.iter().flat_map(|pass| pass.establishes).copied().collect::<Vec<_>>();
    for fact in LOWERING_NEEDS {
        assert!(lowering.contains(fact), "{fact:?}");
    }
}

/// Any two passes of which one needs the other are refused if they change places.
#[test]
fn dependent_passes_that_are_swapped_are_refused() {
    let mut swaps = 0;
    for (later, pass) in TABLE.iter().enumerate() {
        for (earlier, needed) in TABLE[..later].iter().enumerate() {
            if needed.establishes.iter().any(|fact| pass.needs.contains(fact)) {
                let mut passes: Vec<Pass> = TABLE.to_vec();
                passes.swap(earlier, later);
                assert!(misplaced(&passes).is_some(), "{} and {}", needed.name, pass.name);
                swaps += 1;
            }
        }
    }
    assert!(swaps > 50, "{swaps}");
    let mut passes: Vec<Pass> = TABLE.to_vec();
    let at = |name| TABLE.iter().position(|pass| pass.name == name).expect("a pass");
    passes.swap(at("native"), at("deref"));
    assert_eq!(misplaced(&passes), Some(("deref", Fact::NativeWritten)));
}

#[test]
fn every_fact_is_established_once_and_needed() {
    for fact in Fact::ALL {
        let by = TABLE.iter().filter(|pass| pass.establishes.contains(fact)).count();
        assert_eq!(by, 1, "{fact:?}");
        let needed = TABLE.iter().any(|pass| pass.needs.contains(fact));
        assert!(needed || LOWERING_NEEDS.contains(fact), "nobody needs {fact:?}");
    }
}

#[test]
fn passes_are_known_by_name() {
    let names: BTreeSet<&str> = TABLE.iter().map(|pass| pass.name).collect();
    assert_eq!(names.len(), TABLE.len());
    assert_eq!(up_to("strip").map(|passes| passes[passes.len() - 1].name).ok(), Some("strip"));
    let unknown = up_to("stirp").err().expect("no such pass").to_string();
    assert!(unknown.contains("stirp") && unknown.contains("strip"), "{unknown}");
}

#[test]
fn the_table_can_be_read() {
    let text = describe();
    for pass in TABLE {
        assert!(text.contains(&format!(" {} ", pass.name)), "{} in\n{text}", pass.name);
    }
    for fact in Fact::ALL {
        assert!(text.contains(&fact.name()), "{fact:?} in\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}
