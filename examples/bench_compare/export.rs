//! How fast models are written: programs with long chains of multiplications, each some ten
//! thousand gates, in every format. Twice the model should take twice the memory.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use llumc::support::Budget;
use llumc::support::limited::{self, Limits};
use serde::Serialize;

/// The formats with the ends of their files' names.
const FORMATS: [(&str, &str); 6] = [
    ("aiger", "aig"),
    ("aiger", "aag"),
    ("dimspec", "dimspec"),
    ("btor2", "btor2"),
    ("smt2", "smt2"),
    ("chc", "horn.smt2"),
];

/// Multiplications in the program of each size.
const SIZES: [u32; 3] = [10, 40, 80];

/// A model written once.
#[derive(Serialize)]
pub struct Export {
    /// The file's ending.
    format: &'static str,
    /// Multiplications in the program.
    size: u32,
    /// ANDs of the model as AIGER.
    gates: u64,
    /// Seconds on the processor, the front end included: the median run.
    cpu: f64,
    /// The same without what the smallest program of this kind takes.
    writing: f64,
    /// Most memory in MB.
    megabytes: f64,
    /// Length of the file in bytes.
    bytes: u64,
}

impl Export {
    /// Gates per second.
    fn speed(&self) -> f64 {
        self.gates as f64 / self.writing.max(0.001)
    }
}

/// A loop with `count` multiplications of 64 bits, each with what the last one gave.
fn multiplications(count: u32) -> String {
    let mut text = String::from(
        "extern unsigned long __VERIFIER_nondet_ulong(void);\nextern void reach_error(void);\n\
         int main(void) {\n  unsigned long x = __VERIFIER_nondet_ulong();\n  for (;;) {\n",
    );
    for number in 0..count {
        // Writing to a string can't fail.
        let _ = writeln!(text, "    x = x * (x ^ {}ul) + __VERIFIER_nondet_ulong();", 3 * number);
    }
    text + "    if (x == 77) reach_error();\n  }\n}\n"
}

/// Measures all formats and sizes.
///
/// # Errors
/// If a model can't be written.
pub fn measure(llumc: &Path, scratch: &Path, repeat: usize) -> Result<Vec<Export>> {
    let mut all: Vec<Export> = vec![];
    for (format, ending) in FORMATS {
        let mut base = 0.0;
        // A program with no multiplication first: what clang and the start take.
        for size in [0].into_iter().chain(SIZES) {
            let program = scratch.join("multiplications.c");
            std::fs::write(&program, multiplications(size))?;
            let output = scratch.join(format!("model.{ending}"));
            let mut runs = vec![];
            for _ in 0..repeat {
                let mut command = Command::new(llumc);
                command.arg("encode").arg(&program).args(["--to", format, "-o"]).arg(&output);
                let limits = Limits { time: Duration::from_secs(600), memory: 16 << 30, cores: 1 };
                let run = limited::run(command, limits, &Budget::unlimited())?;
                ensure!(run.exit == Some(0), "{} can't be written", output.display());
                runs.push((run.cpu.as_secs_f64(), run.memory));
            }
            runs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (cpu, memory) = runs[(runs.len() - 1) / 2];
            let bytes = std::fs::metadata(&output)?.len();
            let gates = match ending {
                "aig" => gates(&output)?,
                _ => all.iter().find(|one| one.size == size).map_or(0, |one| one.gates),
            };
            if size == 0 {
                base = cpu;
                continue;
            }
            let megabytes = memory as f64 / f64::from(1 << 20);
            let writing = cpu - base;
            all.push(Export { format: ending, size, gates, cpu, writing, megabytes, bytes });
        }
    }
    Ok(all)
}

/// The number of ANDs in an AIGER file.
fn gates(file: &Path) -> Result<u64> {
    let data = std::fs::read(file)?;
    let header = data.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let header = String::from_utf8_lossy(header);
    header.split(' ').nth(5).and_then(|word| word.parse().ok()).context("an AIGER header")
}

/// The figures as a table.
pub fn table(all: &[Export]) -> String {
    let mut text =
        "| format | gates | cpu (s) | writing (s) | million gates/s | MB | bytes/gate |\n\
                    |---|---|---|---|---|---|---|\n"
            .to_owned();
    for one in all {
        // Writing to a string can't fail.
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.2} | {:.0} | {:.1} |",
            one.format,
            one.gates,
            one.cpu,
            one.writing,
            one.speed() / 1e6,
            one.megabytes,
            one.bytes as f64 / one.gates as f64
        );
    }
    text
}
