//! What each part of the engines on words is worth: each source of predicates and each way to
//! explain a path, Boolean against Cartesian abstraction, blocks, scopes, forced covering, what
//! engines tell each other.

use std::path::Path;

use anyhow::{Context, Result};

use super::ablation::Variant;
use super::{coupled, families, locks, place};

/// Its name among the suites.
pub const NAME: &str = "words";

/// Variants, each group compared with its first.
pub const GROUPS: &[(&str, &[Variant])] = &[
    (
        "predicate",
        &[
            ("nothing", &["--engine", "predicate"]),
            ("relations", &["--engine", "predicate", "--explain-without", "relations"]),
            ("conditions to come", &["--engine", "predicate", "--explain-without", "conditions"]),
            ("conditions met", &["--engine", "predicate", "--explain-without", "met"]),
            ("combinations", &["--engine", "predicate", "--explain-without", "combinations"]),
            ("weakest formula", &["--engine", "predicate", "--explain-without", "weakest"]),
            ("all but interpolants", &["--engine", "predicate", "--explain", "interpolants"]),
            ("Boolean: Cartesian", &["--engine", "predicate", "--abstraction", "cartesian"]),
            ("large blocks: single", &["--engine", "predicate", "--blocks", "single"]),
            ("large blocks: loops", &["--engine", "predicate", "--blocks", "loops"]),
            ("scope location: program", &["--engine", "predicate", "--scope", "program"]),
            ("order breadth: depth", &["--engine", "predicate", "--order", "depth"]),
        ],
    ),
    (
        "impact",
        &[
            ("nothing", &["--engine", "impact"]),
            ("forced covering", &["--engine", "impact", "--no-forced-covering"]),
            ("relations", &["--engine", "impact", "--explain-without", "relations"]),
            ("all but interpolants", &["--engine", "impact", "--explain", "interpolants"]),
            (
                "all but Pudlák's interpolants",
                &["--engine", "impact", "--explain", "interpolants", "--interpolation", "pudlak"],
            ),
            ("large blocks: single", &["--engine", "impact", "--blocks", "single"]),
            ("large blocks: loops", &["--engine", "impact", "--blocks", "loops"]),
            ("order breadth: depth", &["--engine", "impact", "--order", "depth"]),
        ],
    ),
    (
        "blast",
        &[
            ("nothing", &["--engine", "blast"]),
            ("focus", &["--engine", "blast", "--explain-without", "focus"]),
            ("relations", &["--engine", "blast", "--explain-without", "relations"]),
            ("all but interpolants", &["--engine", "blast", "--explain", "interpolants"]),
            ("large blocks: single", &["--engine", "blast", "--blocks", "single"]),
        ],
    ),
    (
        "tracer",
        &[
            ("nothing", &["--engine", "tracer"]),
            ("slackening", &["--engine", "tracer", "--no-slackening"]),
            ("relations", &["--engine", "tracer", "--no-mine"]),
            ("large blocks: single", &["--engine", "tracer", "--blocks", "single"]),
        ],
    ),
    (
        "ic3ia",
        &[
            ("nothing", &["--engine", "ic3ia"]),
            ("relations", &["--engine", "ic3ia", "--explain-without", "relations"]),
            ("conditions to come", &["--engine", "ic3ia", "--explain-without", "conditions"]),
            ("conditions met", &["--engine", "ic3ia", "--explain-without", "met"]),
            ("combinations", &["--engine", "ic3ia", "--explain-without", "combinations"]),
            ("weakest formula", &["--engine", "ic3ia", "--explain-without", "weakest"]),
            ("all but interpolants", &["--engine", "ic3ia", "--explain", "interpolants"]),
            ("large blocks: single", &["--engine", "ic3ia", "--blocks", "single"]),
            ("large blocks: loops", &["--engine", "ic3ia", "--blocks", "loops"]),
            ("scope location: program", &["--engine", "ic3ia", "--scope", "program"]),
        ],
    ),
    (
        "auto",
        &[
            ("nothing", &[]),
            ("ic3ia", &["--auto-without", "ic3ia"]),
            ("lemmas shared", &["--no-share"]),
            ("relations", &["--no-mine"]),
        ],
    ),
];

/// A family of programs, and one of its sizes.
type Written = (&'static str, fn(u32) -> String, u32);

/// Programs that come in sizes, in small ones.
const WRITTEN: &[Written] = &[
    ("locks", locks::locks, 9),
    ("tokens", coupled::tokens, 2),
    ("fifo", coupled::fifo, 2),
    ("timers", coupled::timers, 2),
    ("transactions", coupled::transactions, 2),
    ("states", coupled::states, 4),
    ("multiples", coupled::multiples, 10),
    ("congruences", coupled::congruences, 3),
];

/// Tasks of `c-tests`.
const SHIPPED: &[&str] = &[
    "engines/impact_machine_violated",
    "engines/mined_two_loops_safe",
    "engines/predicate_disjunction_safe",
    "engines/predicate_tokens_violated",
    "engines/tracer_branches_safe",
    "paper/handshake_server_safe",
];

/// The tasks; programs that are written go to `scratch`.
///
/// # Errors
/// If one can't be read or written.
pub fn tasks(scratch: &Path) -> Result<Vec<families::Task>> {
    let task = |name: String, file, expected| {
        let options = vec![];
        families::Task { name, file, expected, size: None, options }
    };
    let mut tasks = vec![];
    for (family, text, size) in WRITTEN {
        let file = scratch.join(format!("{family}_{size}.c"));
        std::fs::write(&file, text(*size))?;
        tasks.push(task(format!("{family} {size}"), file, true));
    }
    for name in SHIPPED {
        let file = place::root().join("c-tests").join(name).with_extension("yml");
        let expected = families::expected(&file).with_context(|| (*name).to_owned())?;
        tasks.push(task((*name).to_owned(), file, expected));
    }
    Ok(tasks)
}
