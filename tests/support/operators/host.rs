//! What operators mean, against the processor and its C library (`host.c`).

use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use llumc::bv::float::samples::{binary, from_integers, unary};
use llumc::bv::{FloatOp, Format, Rounding, Value};
use llumc::support::Random;

use super::Outcome;
use super::operands::{draw, name, rounding};

/// Widths of integers that the host has.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The operators of binary32 and binary64 that the host has, in the ways of rounding that it has.
pub fn operators() -> Vec<FloatOp> {
    let mut ops = Vec::new();
    for format in [Format::Single, Format::Double] {
        ops.extend(unary(format, &WIDTHS));
        ops.extend(WIDTHS.into_iter().flat_map(|from| from_integers(from, format)));
        ops.extend(binary(format));
        ops.extend(Rounding::ALL.map(|rounding| FloatOp::Fma(format, rounding)));
    }
    ops.retain(|&op| operation(op).is_some());
    ops
}

/// What `host.c` calls an operator, and the bits of its numbers.
fn operation(op: FloatOp) -> Option<(String, u32)> {
    let is_away = rounding(op) == Some(Rounding::NearestAway);
    let sign = |signed: bool| if signed { 's' } else { 'u' };
    let (name, format) = match op {
        FloatOp::Integral(format, _) => ("integral".to_owned(), format),
        FloatOp::ToInteger { from, to, signed, .. } => (format!("t{}{to}", sign(signed)), from),
        FloatOp::Equal(format) => ("equal".to_owned(), format),
        FloatOp::Less(format) => ("less".to_owned(), format),
        FloatOp::IsNan(format) => ("nan".to_owned(), format),
        // The processor has no such rounding for these.
        _ if is_away => return None,
        FloatOp::Add(format, _) => ("add".to_owned(), format),
        FloatOp::Mul(format, _) => ("mul".to_owned(), format),
        FloatOp::Div(format, _) => ("div".to_owned(), format),
        FloatOp::Fma(format, _) => ("fma".to_owned(), format),
        FloatOp::Sqrt(format, _) => ("sqrt".to_owned(), format),
        FloatOp::Convert { from: from @ Format::Single, to: Format::Double, .. }
        | FloatOp::Convert { from: from @ Format::Double, to: Format::Single, .. } => {
            ("other".to_owned(), from)
        }
        FloatOp::Convert { .. } => return None,
        FloatOp::FromInteger { from, signed, to, .. } => (format!("f{}{from}", sign(signed)), to),
    };
    Some((name, format.width()))
}

/// The host's operators, as a program.
pub struct Host {
    folder: tempfile::TempDir,
}

impl Host {
    /// Builds it.
    pub fn build() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/operators/host.c");
        let mut clang = Command::new("clang-22");
        clang.args(["-O1", "-frounding-math", "-ffp-contract=off"]).arg(source);
        let status = clang.arg("-o").arg(folder.path().join("host")).arg("-lm").status()?;
        ensure!(status.success(), "clang-22 can't build the host's operators");
        Ok(Self { folder })
    }

    /// Compares an operator's meaning with the host on drawn operands.
    pub fn compare(&self, op: FloatOp, operands: u64, seed: u64) -> Result<Outcome> {
        let (operation, width) = operation(op).context("the host doesn't have it")?;
        let how = format!("{:?}", rounding(op).unwrap_or(Rounding::NearestEven));
        let mut host = Command::new(self.folder.path().join("host"))
            .args([operation, width.to_string(), how])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = BufWriter::new(host.stdin.take().context("it has an input")?);
        let mut output = host.stdout.take().context("it has an output")?;
        // Drawn twice, from the same seed, rather than kept.
        let writer = std::thread::spawn(move || -> Result<()> {
            let mut random = Random::new(seed);
            for _ in 0..operands {
                for operand in draw(op, &mut random) {
                    input.write_all(&(operand as u64).to_le_bytes())?;
                }
            }
            Ok(input.flush()?)
        });
        let mut random = Random::new(seed);
        let mut results = vec![0; 8 * 4096];
        let (mut done, mut differs) = (0, None);
        while done < operands {
            let block = results.len().min(8 * (operands - done) as usize);
            output.read_exact(&mut results[..block])?;
            for result in results[..block].as_chunks::<8>().0 {
                let found = u128::from(u64::from_le_bytes(*result));
                let drawn = draw(op, &mut random);
                let values: Vec<Value> =
                    drawn.iter().map(|&bits| Value::new(op.operand_width(), bits)).collect();
                let meaning = op.apply(&values.iter().collect::<Vec<_>>());
                if meaning.small() != Some(found) && differs.is_none() {
                    let place = format!("{} of {drawn:x?}: {meaning}, host {found:x}", name(op));
                    differs = Some(Outcome::Differ(place));
                }
            }
            done += block as u64 / 8;
        }
        writer.join().expect("it doesn't panic")?;
        ensure!(host.wait()?.success(), "the host's operators fail");
        Ok(differs.unwrap_or(Outcome::Agree(operands)))
    }
}
