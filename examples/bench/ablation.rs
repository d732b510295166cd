//! What each part is worth: the same tasks with all parts, and with one after the other
//! switched off. Here are the parts of the engines on bits and of `auto`; those of the engines on
//! words are in `words`.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Serialize;

use super::measure::{self, Check, Setting};
use super::{families, place, words};

/// Its name among the suites.
pub const NAME: &str = "ablation";

/// Variants that are compared with the first of them.
type Group = (&'static str, &'static [Variant]);

/// The head of a line, and the options of `llumc check` that it stands for.
pub type Variant = (&'static str, &'static [&'static str]);

/// Variants that are compared with the first of them: in `auto` one engine answers where
/// another would need what is switched off, so the engines are looked at alone, too.
const GROUPS: &[Group] = &[
    (
        "auto",
        &[
            ("nothing", &[]),
            ("large blocks", &["--blocks", "single"]),
            ("acceleration", &["--no-accelerate"]),
            ("mining", &["--no-mine"]),
            ("intervals", &["--no-ranges"]),
            ("followed arrays", &["--arrays", "exact"]),
            ("unroll", &["--auto-without", "unroll"]),
            ("k-induction", &["--auto-without", "kinduction"]),
            ("IC3", &["--auto-without", "ic3,ic3-2"]),
            ("lemmas shared", &["--no-share"]),
            ("predicates", &["--ic3-without", "predicates"]),
            ("facts", &["--ic3-without", "facts"]),
            ("nothing, but with sweeping", &["--sweep"]),
        ],
    ),
    (
        "auto, four jobs",
        &[
            ("nothing", &["--jobs", "4"]),
            ("lemmas shared", &["--jobs", "4", "--no-share"]),
            ("second IC3", &["--jobs", "4", "--auto-without", "ic3-2"]),
        ],
    ),
    (
        "ic3",
        &[
            ("nothing", &["--engine", "ic3"]),
            ("large blocks", &["--engine", "ic3", "--blocks", "single"]),
            ("own solver (CaDiCaL)", &["--engine", "ic3", "--ic3-solver", "cadical"]),
            ("ctg", &["--engine", "ic3", "--ic3-without", "ctg"]),
            ("core", &["--engine", "ic3", "--ic3-without", "core"]),
            ("activity", &["--engine", "ic3", "--ic3-without", "activity"]),
            ("again", &["--engine", "ic3", "--ic3-without", "again"]),
            ("reverse", &["--engine", "ic3", "--ic3-without", "reverse"]),
            ("elimination", &["--engine", "ic3", "--ic3-without", "eliminate"]),
            ("predicates", &["--engine", "ic3", "--ic3-without", "predicates"]),
            ("nothing, but with sweeping", &["--engine", "ic3", "--sweep"]),
        ],
    ),
    (
        "kinduction",
        &[
            ("nothing", &["--engine", "kinduction", "--simple-path"]),
            ("simple paths", &["--engine", "kinduction"]),
            ("large blocks", &["--engine", "kinduction", "--simple-path", "--blocks", "single"]),
        ],
    ),
];

/// Variants of `llumc solve` on the tasks as AIGER files, where neither intervals nor mining have
/// seen them.
const MODELS: Group = (
    "ic3 on AIGER",
    &[
        ("nothing", &["--engine", "ic3"]),
        ("relations", &["--engine", "ic3", "--no-relations"]),
        ("sweeping and signals", &["--engine", "ic3", "--no-sweep"]),
        ("all of these", &["--engine", "ic3", "--no-relations", "--no-sweep"]),
    ],
);

/// Of each folder of `c-tests` some tasks, among them those that a part was made for.
const TASKS: &[(&str, &[&str])] = &[
    (
        "paper",
        &[
            "diamond_violated",
            "gcd_safe",
            "handshake_client_safe",
            "handshake_client_violated",
            "handshake_server_safe",
            "jain_7_safe",
            "wrap_around_720_violated",
            "wrap_around_violated",
        ],
    ),
    ("carries", &["bound_32_safe", "double_32_safe", "square_64_safe", "transfer_64_safe"]),
    ("acceleration", &["nested_violated", "two_counters_violated", "up_wraps_safe"]),
    (
        "engines",
        &["bmc_all_rounds_safe", "kinduction_pipeline_safe", "kinduction_simple_path_safe"],
    ),
    ("arrays", &["ring_index_safe", "selection_sort_violated"]),
    (
        "large-arrays",
        &["counters_saturate_safe", "filled_prefix_violated", "swapped_neighbours_safe"],
    ),
    ("heap", &["list_free_safe", "list_push_pop_safe"]),
    ("intervals", &["aligned_copy_safe", "line_protocol_safe", "thermostat_safe"]),
    ("programs", &["binary_search_midpoint_safe", "peterson_safe", "traffic_light_safe"]),
];

/// What was measured.
#[derive(Serialize)]
pub struct Ablation {
    /// One for each variant of each group.
    pub lines: Vec<Line>,
}

/// A variant on all tasks.
#[derive(Serialize)]
pub struct Line {
    /// The group.
    pub group: &'static str,
    /// What is switched off.
    pub without: &'static str,
    /// Tasks decided.
    pub solved: usize,
    /// Seconds on the processor, those of undecided tasks included.
    pub seconds: f64,
    /// Decided with all parts, not without this.
    pub lost: Vec<String>,
    /// Decided without this, not with all parts.
    pub gained: Vec<String>,
    /// Whether an answer is wrong.
    pub wrong: bool,
    /// Every task.
    pub cells: BTreeMap<String, Check>,
}

/// Measures all variants of the study `name`, [`NAME`] or [`words::NAME`], on those of its tasks
/// whose names contain `only`.
///
/// # Errors
/// If a task can't be read or the program not be run.
pub fn measure(setting: &Setting, name: &str, only: &str) -> Result<Ablation> {
    match name {
        words::NAME => {
            compare(setting, words::GROUPS.to_vec(), words::tasks(&setting.scratch)?, only)
        }
        _ => compare(setting, [GROUPS, &[MODELS]].concat(), tasks()?, only),
    }
}

fn tasks() -> Result<Vec<families::Task>> {
    let names = TASKS
        .iter()
        .flat_map(|(folder, names)| names.iter().map(move |name| format!("{folder}/{name}")));
    let task = |name: String| {
        let file = place::root().join("c-tests").join(&name).with_extension("yml");
        let expected = families::expected(&file).with_context(|| name.clone())?;
        Ok(families::Task { name, file, expected, size: None, options: vec![] })
    };
    names.map(task).collect()
}

/// Task by task, so that noise of the machine falls on all alike.
fn compare(
    setting: &Setting,
    groups: Vec<Group>,
    tasks: Vec<families::Task>,
    only: &str,
) -> Result<Ablation> {
    let line = |group, without| Line {
        group,
        without,
        solved: 0,
        seconds: 0.0,
        lost: vec![],
        gained: vec![],
        wrong: false,
        cells: BTreeMap::new(),
    };
    let lines = |group: &Group| group.1.iter().map(|variant| line(group.0, variant.0)).collect();
    let mut all: Vec<Vec<Line>> = groups.iter().map(lines).collect();
    for task in tasks.into_iter().filter(|task| task.name.contains(only)) {
        for ((group, variants), lines) in groups.iter().zip(&mut all) {
            let is_model = *group == MODELS.0;
            let model = is_model.then(|| measure::aiger(setting, &task.file)).transpose()?;
            let mut base = None;
            for (variant, line) in variants.iter().zip(lines) {
                let options = variant.1.iter().copied();
                let cell = match &model {
                    Some(model) => measure::solve(setting, model, options)?,
                    // Native runs take what they take, whatever finds the answer.
                    None => {
                        let options = options.chain(["--no-native-replay"]);
                        measure::check(setting, &task.file, options)?
                    }
                };
                eprintln!("{}: {group} without {}: {}", task.name, line.without, cell.text());
                line.add(&task.name, task.expected, *base.get_or_insert(cell.solved()), cell);
            }
        }
    }
    Ok(Ablation { lines: all.into_iter().flatten().collect() })
}

impl Line {
    fn add(&mut self, name: &str, expected: bool, solved_with_all: bool, cell: Check) {
        self.wrong |= cell.wrong(expected);
        self.seconds += cell.cost.cpu;
        self.solved += usize::from(cell.solved());
        match (solved_with_all, cell.solved()) {
            (true, false) => self.lost.push(name.to_owned()),
            (false, true) => self.gained.push(name.to_owned()),
            _ => {}
        }
        self.cells.insert(name.to_owned(), cell);
    }
}

impl Ablation {
    /// Whether an answer is wrong.
    pub fn wrong(&self) -> bool {
        self.lines.iter().any(|line| line.wrong)
    }

    /// For each variant tasks decided, total time, tasks lost and gained.
    pub fn table(&self) -> Vec<Vec<String>> {
        let heads = ["engine", "without", "solved", "cpu (s)", "lost", "gained"];
        let mut table = vec![heads.map(str::to_owned).to_vec()];
        for line in &self.lines {
            table.push(vec![
                line.group.to_owned(),
                line.without.to_owned(),
                format!("{} of {}", line.solved, line.cells.len()),
                format!("{:.1}", line.seconds),
                line.lost.join(" "),
                line.gained.join(" "),
            ]);
        }
        table
    }
}
