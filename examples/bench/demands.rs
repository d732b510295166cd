//! What is demanded of the engines and encoders on these programs, and whether it is met.

use std::fmt;

use serde::Serialize;

use super::run::Measured;

/// What the default may take on any program of the benchmark that it decides, in MB.
pub const MOST_MEGABYTES: f64 = 500.0;

/// A demand with what falls short of it.
#[derive(Serialize)]
pub struct Demand {
    /// What is demanded.
    pub what: String,
    /// What falls short; empty if the demand is met.
    pub short: Vec<String>,
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.short.is_empty() {
            true => write!(f, "met: {}", self.what),
            false => write!(f, "NOT met: {}: {}", self.what, self.short.join("; ")),
        }
    }
}

/// Whether an engine's answer is wrong, or it failed.
pub fn wrong(result: &Measured) -> bool {
    let all = [&result.default, &result.unroll, &result.ic3];
    all.iter().any(|check| check.wrong(result.expected))
}

/// All demands.
pub fn all(results: &[Measured]) -> Vec<Demand> {
    let demand = |what: &str, short: &dyn Fn(&Measured) -> Option<String>| Demand {
        what: what.to_owned(),
        short: results.iter().filter_map(short).collect(),
    };
    vec![
        demand("no wrong answer", &|result| wrong(result).then(|| result.task.clone())),
        demand("the default solves every task", &|result| {
            (!result.default.solved()).then(|| result.task.clone())
        }),
        demand("the default takes at most 500 MB", &|result| {
            let megabytes = result.default.cost.megabytes;
            (megabytes > MOST_MEGABYTES).then(|| format!("{} ({megabytes:.0} MB)", result.task))
        }),
        demand("unroll solves every unsafe program that abcdSAT solved", &|result| {
            let wanted = !result.expected && result.row()?.abcdsat.is_some();
            (wanted && !result.unroll.solved())
                .then(|| format!("{} (no answer at {} steps)", result.task, result.unroll.depth))
        }),
        demand("ic3 solves every program that MinireachIC3 solved", &|result| {
            result.row()?.minireach?;
            (!result.ic3.solved())
                .then(|| format!("{} (no answer at {} frames)", result.task, result.ic3.depth))
        }),
        demand("unroll gets as far as abcdSAT did in 600 s", &|result| {
            let row = result.row()?;
            let iterations = row.iterations.filter(|_| row.abcdsat.is_none())?;
            // An iteration is a solver call; steps count from 0.
            let reached = result.unroll.depth + 1;
            (!result.unroll.solved() && reached < iterations)
                .then(|| format!("{} ({reached} of {iterations})", result.task))
        }),
        demand(
            "encoding 250 blocks takes less than 1 s (on the processor) and 300 MB",
            &|result| {
                (result.row()?.size[0] > 250).then_some(())?;
                let slow = [&result.paper, &result.cfa].into_iter().find(|encoding| {
                    encoding.cost.cpu >= 1.0 || encoding.cost.megabytes >= 300.0
                })?;
                let cost = &slow.cost;
                Some(format!("{} ({:.2} s, {:.0} MB)", result.task, cost.cpu, cost.megabytes))
            },
        ),
        demand("the paper's encoding has within 20% of Table 2's blocks and bits", &|result| {
            let (theirs, ours) = (result.row()?.size, result.paper.size);
            let off = |place: usize| 5 * ours[place].abs_diff(theirs[place]) > theirs[place];
            (off(0) || off(2)).then(|| {
                format!(
                    "{} ({} blocks for {}, {} bits for {})",
                    result.task, ours[0], theirs[0], ours[2], theirs[2]
                )
            })
        }),
    ]
}
