//! Reads what the runtime prints about its runs. The numbers are those of `enum ending`
//! in `runtime.c`.

use num_bigint::BigUint;

use super::sanitized::Complaint;
use super::{Choice, Computed, Taken};
use crate::bv::Value;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Killed by a signal before it said anything.
    Crashed,
    /// A goal site was reached.
    Goal(u32),
    /// The path ended, with the kind of [`crate::program::NativeModule`].
    End(u32),
    /// The entry function returned.
    Returned,
    /// One choice more was asked for than there are.
    Exhausted { site: u32, bits: u32 },
    /// A choice was asked for with another width than the next one has.
    Mismatch { site: u32, bits: u32 },
    /// More choices than the runtime keeps.
    Long,
    /// The sandbox could not be set up, with the operating system's error number.
    Unsafe(u32),
    /// AddressSanitizer complained.
    Sanitizer,
}

/// What the runtime printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// How the last run ended.
    pub ending: Ending,
    /// Choices it had made by then.
    pub choices: u64,
    /// The signal that killed it; 0 for none.
    pub signal: i32,
    /// Random runs made.
    pub runs: u64,
    /// The random choices of the last run, if it reached a site attacked.
    pub log: Vec<Choice>,
    /// How conditions came out in a replay.
    pub taken: Vec<Taken>,
    /// What functions of the mathematical library computed in a replay, in place of choices.
    pub computed: Vec<Computed>,
    /// What AddressSanitizer said.
    pub complaint: Complaint,
}

impl Report {
    /// Reads the runtime's output; `None` if it isn't complete.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut runs = 0;
        let (mut log, mut taken, mut computed) = (Vec::new(), Vec::new(), Vec::new());
        let mut complaint = Complaint::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["choice", site, bits, digits] => {
                    let number = BigUint::parse_bytes(digits.as_bytes(), 16)?;
                    let bits = bits.parse().ok().filter(|&bits| bits > 0)?;
                    let value = Value::from_big(bits, &number);
                    log.push(Choice { site: site.parse().ok()?, value });
                }
                ["branching", choices, branching, way] => taken.push(Taken {
                    choices: choices.parse().ok()?,
                    branching: branching.parse().ok()?,
                    way: way.parse().ok()?,
                }),
                ["computed", choices, low, high] => {
                    let choices: usize = choices.parse().ok()?;
                    let [low, high]: [u32; 2] = [low.parse().ok()?, high.parse().ok()?];
                    let bits = u64::from(high) << 32 | u64::from(low);
                    computed.push(Computed { choice: choices.checked_sub(1)?, bits });
                }
                ["runs", count] => runs = count.parse().ok()?,
                ["ended", code, a, b, "choices", choices, "signal", signal] => {
                    let ending = ending(code.parse().ok()?, a.parse().ok()?, b.parse().ok()?)?;
                    let (choices, signal) = (choices.parse().ok()?, signal.parse().ok()?);
                    let report =
                        Self { ending, choices, signal, runs, log, taken, computed, complaint };
                    return Some(report);
                }
                _ => complaint.take(&words)?,
            }
        }
        None
    }
}

fn ending(code: u32, a: u32, b: u32) -> Option<Ending> {
    Some(match code {
        0 => Ending::Crashed,
        1 => Ending::Goal(a),
        2 => Ending::End(a),
        3 => Ending::Returned,
        4 => Ending::Exhausted { site: a, bits: b },
        5 => Ending::Mismatch { site: a, bits: b },
        6 => Ending::Long,
        7 => Ending::Unsafe(a),
        8 => Ending::Sanitizer,
        _ => return None,
    })
}
