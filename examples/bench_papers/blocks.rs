//! Single and large blocks on lock programs: Tables I and II of the large-block paper.

use anyhow::Result;

use super::runs::{Run, Setting, Table, check_text};

#[path = "../bench/locks.rs"]
mod locks;

/// A row of the paper: seconds of CPAchecker with single and large blocks (none: out of memory or
/// of 1800 s); of single blocks nodes, refinements and predicates, some of runs without an end.
/// With large blocks each has 4 nodes, and neither refinements nor predicates.
struct Row {
    locks: u32,
    single: Option<f64>,
    large: f64,
    counts: [u32; 3],
}

const fn row(locks: u32, single: Option<f64>, large: f64, counts: [u32; 3]) -> Row {
    Row { locks, single, large, counts }
}

#[rustfmt::skip]
const PAPER: [Row; 11] = [
    row(5, Some(4.01), 0.29, [1344, 50, 10]),
    row(6, Some(7.22), 0.32, [2301, 72, 12]),
    row(7, Some(12.63), 0.34, [3845, 98, 14]),
    row(8, Some(23.93), 0.57, [6426, 128, 16]),
    row(9, Some(52.04), 0.38, [10926, 162, 18]),
    row(10, Some(131.39), 0.40, [19091, 200, 20]),
    row(11, None, 0.70, [24779, 242, 22]),
    row(12, None, 0.46, [28119, 288, 24]),
    row(13, None, 0.49, [31739, 338, 26]),
    row(14, None, 0.50, [35178, 392, 28]),
    row(15, None, 0.56, [38777, 450, 30]),
];

const SINGLE: [&str; 4] = ["--engine", "predicate", "--blocks", "single"];
const LARGE: [&str; 4] = ["--engine", "predicate", "--blocks", "large"];

/// Both tables, and the two combinations that the paper describes without figures.
///
/// # Errors
/// If programs can't be run.
pub fn measure(setting: &Setting) -> Result<Vec<Table>> {
    Ok(vec![both(setting)?, crossed(setting)?])
}

fn both(setting: &Setting) -> Result<Table> {
    let columns = [
        "locks",
        "SBE s",
        "nodes",
        "ref",
        "pred",
        "LBE s",
        "nodes",
        "ref",
        "pred",
        "paper: SBE s",
        "nodes",
        "ref",
        "pred",
        "LBE s",
        "nodes",
        "ref",
        "pred",
    ];
    let notes = [
        "SBE: single edges with Cartesian abstraction; LBE: large blocks with Boolean abstraction.",
        "The programs are our own, in the style of the paper's; (…): of a run without an answer.",
        "As there: SBE's time grows exponentially, and it ends early (its graph does not grow so: each \
         location has few abstract states); LBE needs no predicate and no time.",
    ];
    let mut table = Table::new("Large-block encoding, Tables I and II", &columns, &notes);
    let mut ended = false;
    for row in &PAPER {
        let run = |options: &[&str]| run_locks(setting, row.locks, options);
        // What is larger takes no less.
        let single = match ended {
            true => None,
            false => Some(run(&[&SINGLE[..], &["--abstraction", "cartesian"]].concat())?),
        };
        ended = single.as_ref().is_none_or(|run| !run.is_solved());
        let large = run(&[&LARGE[..], &["--abstraction", "boolean"]].concat())?;
        let mut cells = vec![row.locks.to_string()];
        for run in [single, Some(large)] {
            match run {
                Some(run) => {
                    table.wrong += usize::from(run.is_wrong(true));
                    cells.push(run.seconds());
                    cells.extend(run.counts());
                }
                None => cells.extend(["not run", "", "", ""].map(str::to_owned)),
            }
        }
        cells.push(row.single.map_or("–".to_owned(), |seconds| format!("{seconds:.2}")));
        let bracket = |number: u32| match row.single {
            Some(_) => number.to_string(),
            None => format!("({number})"),
        };
        cells.extend(row.counts.map(bracket));
        cells.push(format!("{:.2}", row.large));
        cells.extend(["4", "0", "0"].map(str::to_owned));
        table.rows.push(cells);
    }
    Ok(table)
}

fn crossed(setting: &Setting) -> Result<Table> {
    let columns = [
        "locks",
        "SBE, Boolean s",
        "nodes",
        "ref",
        "pred",
        "LBE, Cartesian s",
        "nodes",
        "ref",
        "pred",
    ];
    let notes = [
        "The paper (section V) says of SBE with Boolean abstraction that it ends for the first five \
         programs only, and of LBE with Cartesian abstraction that it solves none for want of \
         precision.",
        "Here a block that can't be taken is excluded by its own formula, so these need no \
         predicate with large blocks, whatever the abstraction.",
    ];
    let mut table =
        Table::new("Large-block encoding, the other two combinations", &columns, &notes);
    for count in 1..=7 {
        let mut cells = vec![count.to_string()];
        for options in [
            [&SINGLE[..], &["--abstraction", "boolean"]].concat(),
            [&LARGE[..], &["--abstraction", "cartesian"]].concat(),
        ] {
            let run = run_locks(setting, count, &options)?;
            table.wrong += usize::from(run.is_wrong(true));
            cells.push(run.seconds());
            cells.extend(run.counts());
        }
        table.rows.push(cells);
    }
    Ok(table)
}

fn run_locks(setting: &Setting, count: u32, options: &[&str]) -> Result<Run> {
    check_text(setting, &format!("locks_{count}"), &locks::locks(count), options)
}
