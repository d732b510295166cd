//! No planted fault leads to a wrong verdict ([`llumc::support::fault`]).
//!
//! One test per fault plants it and checks a program that meets it: the verdict is right, or there
//! is none. `LLUMC_FAULTS=all` plants each fault in all of these programs; one that nothing there
//! meets fails.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use libtest_mimic::{Arguments, Failed, Trial};
use llumc::support::Fault;
use llumc::support::fault::{MET, VARIABLE};
use serde::Deserialize;

/// Tasks of `c-tests`, with options so that each stage and engine has its turn.
const TASKS: &[(&str, &str)] = &[
    ("widths/uchar_wraps_violated", "--no-ranges"),
    ("engines/ic3_predicates_safe", "--engine ic3 --no-mine --no-ranges"),
    ("engines/kinduction_pipeline_safe", "--engine kinduction --no-mine --no-ranges"),
    ("engines/kinduction_pipeline_violated", "--engine kinduction"),
    ("engines/bmc_all_rounds_safe", "--engine bmc --no-ranges"),
    ("engines/bmc_violated_in_the_last_round", "--engine bmc"),
    ("engines/predicate_locks_safe", "--engine predicate --no-mine"),
    ("engines/blast_two_parts_safe", "--engine blast --no-mine"),
    ("engines/ic3ia_ring_safe", "--engine ic3ia --no-mine"),
    ("engines/mined_two_loops_safe", ""),
    ("engines/impact_machine_safe", "--engine ic3 --sweep --no-mine"),
    ("engines/shared_lemmas_safe", "--no-mine"),
    ("acceleration/in_sequence_violated", ""),
    ("acceleration/two_counters_violated", ""),
    ("control/switch_safe", "--no-ranges"),
    ("control/nested_loops_safe", "--no-ranges"),
    ("division/rounds_to_zero_safe", "--no-ranges"),
    ("shift/right_of_negative_safe", "--no-ranges"),
    ("shift/amount_violated", ""),
    ("intervals/thermostat_safe", ""),
    ("intervals/countdown_safe", ""),
    ("intervals/countdown_violated", ""),
    ("conversion/sign_safe", "--no-ranges"),
    ("conversion/sign_violated", ""),
    ("engines/states_that_agree_safe", ""),
    ("promotion/unsigned_short_product_violated", ""),
    ("engines/predicate_locks_violated", "--engine predicate"),
    ("strings/strncpy_without_end_violated", "--engine unroll"),
    ("engines/impact_machine_safe", "--engine impact --no-mine"),
    ("engines/tracer_unrolled_once_safe", "--engine tracer --no-mine"),
    ("pointers/aliases_violated", ""),
    ("heap/list_remove_violated", ""),
    ("arrays/index_from_input_violated", ""),
    ("memory-bugs/use_after_free_violated", ""),
    ("blocks/low_byte_copied_violated", ""),
    ("blocks/low_byte_cleared_violated", ""),
    ("memory-bugs/off_by_one_in_loop_violated", ""),
    ("pointers/sentinel_violated", ""),
    ("memory-bugs/double_free_violated", ""),
    ("structs/table_by_key_violated", ""),
    ("arrays/rotate_violated", ""),
    ("heap/queue_last_violated", ""),
    ("floats/smoothing_grows_violated", ""),
    ("large-arrays/stale_element_violated", ""),
    ("any-size/filled_in_part_violated", ""),
];

/// A task that meets the fault, by its place in the table.
fn met_by(fault: Fault) -> usize {
    match fault {
        Fault::RewriteUle | Fault::TseitinAnd => 0,
        Fault::RewriteIte
        | Fault::DimspecFrozen
        | Fault::Ic3Literal
        | Fault::Ic3Initial
        | Fault::Ic3Propagate => 1,
        Fault::EqualBit | Fault::DimspecLoose | Fault::KinductionReached | Fault::KinductionK => 2,
        Fault::GoalEdge | Fault::TseitinMux => 3,
        Fault::AddCarry | Fault::ShiftFar => 4,
        Fault::LessEqual | Fault::TseitinXor => 5,
        Fault::PhiUpdate | Fault::ReachImplied => 6,
        Fault::ComposeGuard | Fault::ReachFormula | Fault::BlastCover => 7,
        Fault::BranchElse | Fault::WordsNeeded | Fault::PathCore | Fault::Ic3iaLiteral => 8,
        Fault::SignedLess | Fault::AccelerateCondition | Fault::PolynomialImplies => 9,
        Fault::SwitchDefault | Fault::DimspecGoals | Fault::SweepStep => 10,
        Fault::RewriteExtract | Fault::Ic3Share | Fault::RaceGoals => 11,
        Fault::ComposeUpdate | Fault::AccelerateStep => 12,
        Fault::MultiplyDigit | Fault::DomainAdd => 13,
        Fault::EncodeUpdate => 15,
        Fault::RemainderSign | Fault::DivideFits => 16,
        Fault::EncodeGuard | Fault::DomainLess => 18,
        Fault::RewriteSign => 19,
        Fault::DomainJoin => 20,
        Fault::EncodeGoal | Fault::EqualitiesCheck => 21,
        Fault::MergeGuard => 23,
        Fault::MergeSelect | Fault::HoudiniBroken | Fault::Ic3Settle => 24,
        Fault::MultiplyRow | Fault::SignExtend => 25,
        Fault::EncodeTrace | Fault::ReachCover => 26,
        Fault::EncodeTerminated
        | Fault::UnrollAll
        | Fault::UnrollDepth
        | Fault::UnrollEnded
        | Fault::UnrollTrace => 27,
        Fault::EncodeInvariant | Fault::ImpactCover => 28,
        Fault::TracerNeed | Fault::TracerClose => 29,
        Fault::MemoryBegins => 30,
        Fault::MemoryHolds => 31,
        Fault::MemoryStore | Fault::MemoryLoad => 32,
        Fault::MemoryLives => 33,
        Fault::MemoryCopy => 34,
        Fault::MemoryBlock => 35,
        Fault::MemoryBounds => 36,
        Fault::MemoryAlias => 37,
        Fault::MemoryEnds => 38,
        Fault::MemoryJoin => 40,
        Fault::DomainRounding => 42,
        Fault::FollowedStore | Fault::FollowedHit => 43,
        Fault::FollowedRecent => 44,
    }
}

#[derive(Deserialize)]
struct Task {
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    expected_verdict: bool,
}

fn main() {
    let arguments = Arguments::from_args();
    let all = std::env::var("LLUMC_FAULTS").is_ok_and(|value| value == "all");
    let trial = |&fault: &Fault| {
        Trial::test(fault.name(), move || match all {
            true => everywhere(fault),
            false => at_its_place(fault),
        })
    };
    libtest_mimic::run(&arguments, Fault::ALL.iter().map(trial).collect()).exit();
}

/// In the task that was chosen.
fn at_its_place(fault: Fault) -> Result<(), Failed> {
    for _ in 0..attempts(fault) {
        if plant(fault, TASKS[met_by(fault)])? {
            return Ok(());
        }
    }
    Err("nothing meets the fault".into())
}

/// How often a fault is planted until it is met. An engine that runs alone meets its faults each
/// time; between engines that race, a busy machine can let another one win before the fault's turn.
fn attempts(fault: Fault) -> usize {
    match fault {
        Fault::Ic3Share | Fault::RaceGoals | Fault::HoudiniBroken | Fault::Ic3Settle => 5,
        _ => 1,
    }
}

/// In all tasks.
fn everywhere(fault: Fault) -> Result<(), Failed> {
    let mut met = 0;
    for &task in TASKS {
        met += usize::from(plant(fault, task)?);
    }
    if met == 0 {
        return Err("nothing meets the fault".into());
    }
    println!("{}: met in {met} of {} tasks", fault.name(), TASKS.len());
    Ok(())
}

/// Checks a task with a fault. Returns whether the fault was met.
///
/// # Errors
/// If the verdict is wrong.
fn plant(fault: Fault, (task, options): (&str, &str)) -> Result<bool, Failed> {
    let file = format!("{}/c-tests/{task}.yml", env!("CARGO_MANIFEST_DIR"));
    let parsed: Task = serde_saphyr::from_str(&std::fs::read_to_string(&file)?)?;
    let holds = parsed.properties.iter().all(|property| property.expected_verdict);
    let folder = tempfile::tempdir()?;
    let met = folder.path().join("met");
    let output = Command::cargo_bin("llumc")?
        .args(["check", &file, "--timeout", "10", "--jobs", "1"])
        .args(options.split_whitespace())
        .env(VARIABLE, fault.name())
        .env(MET, &met)
        .output()?;
    let code = output.status.code();
    let wrong = if holds { 1 } else { 0 };
    // An internal error is how a fault should be seen; other ends are no answers.
    if code == Some(wrong) {
        let text = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{}: {task} is wrong:\n{text}", fault.name()).into());
    }
    if !matches!(code, Some(0 | 1 | 2 | 4)) {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: {task} ends with {code:?}:\n{text}", fault.name()).into());
    }
    Ok(met.exists())
}
