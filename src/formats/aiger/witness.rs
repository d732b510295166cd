//! AIGER witnesses, as HWMCC wants them: `1`, the property, the initial latches, the inputs
//! of each step, a full stop. And `0` for a property that holds.

use std::fmt::Write;

use crate::bv::Value;
use crate::formats::text::{Lines, ReadError, excerpt, natural};
use crate::system::{TransitionSystem, WordState};

/// The witness of a run that ends where bad state `goal` holds.
pub fn write(goal: usize, run: &[WordState]) -> String {
    let bits = |values: &mut dyn Iterator<Item = &Value>| -> String {
        values.map(|value| if value.is_true() { '1' } else { '0' }).collect()
    };
    let mut out = format!("1\nb{goal}\n");
    let start = run.first().map(|state| bits(&mut state.states.iter())).unwrap_or_default();
    // Writing to a string can't fail.
    let _ = writeln!(out, "{start}");
    for state in run {
        let _ = writeln!(out, "{}", bits(&mut state.inputs.iter()));
    }
    out + ".\n"
}

/// The answer that bad state `goal` is never reached.
pub fn write_unreachable(goal: usize) -> String {
    format!("0\nb{goal}\n.\n")
}

/// A witness as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The bad state that holds at the end.
    pub goal: usize,
    /// Initial values of the latches.
    pub latches: Vec<Value>,
    /// Values of the inputs in each step.
    pub inputs: Vec<Vec<Value>>,
}

/// Reads a witness for `system`; a bit `x` counts as 0, and so does one that the line does
/// not have. Comments (`c…`, `u…`) may stand before it.
///
/// # Errors
/// If it is none, or has more bits in a line than the system has.
pub fn read(data: &[u8], system: &TransitionSystem) -> Result<Witness, ReadError> {
    let mut lines = Lines::new(data);
    let mut line = || -> Option<(Vec<u8>, u64)> {
        loop {
            let line = lines.next()?.trim_ascii_end();
            if !matches!(line.first(), Some(b'c' | b'u')) {
                return Some((line.to_vec(), lines.number));
            }
        }
    };
    let fail = |line: u64, what: String| Err(ReadError::Format { line, what });
    let ended = || ReadError::Format { line: 1, what: "the witness ends too early".to_owned() };
    let (mut first, mut number) = line().ok_or_else(ended)?;
    // What solvers say of bad states that are not reached comes first.
    while first == b"0" {
        while line().ok_or_else(ended)?.0 != b"." {}
        (first, number) = line().ok_or_else(ended)?;
    }
    if first != b"1" {
        return fail(number, format!("a witness begins with 1, not `{}`", excerpt(&first)));
    }
    let (property, number) = line().ok_or_else(ended)?;
    let goal = property.strip_prefix(b"b").and_then(natural);
    let Some(goal) = goal.filter(|&goal| goal < system.bad.len() as u64) else {
        return fail(number, format!("not a bad state: `{}`", excerpt(&property)));
    };
    let bits = |(text, number): (Vec<u8>, u64), count: usize| {
        if text.len() > count {
            return Err(ReadError::Format {
                line: number,
                what: format!("{} bits; there are {count}", text.len()),
            });
        }
        let bit = |byte: &u8| match byte {
            b'0' | b'x' => Ok(Value::bool(false)),
            b'1' => Ok(Value::bool(true)),
            _ => Err(ReadError::Format {
                line: number,
                what: format!("not bits: `{}`", excerpt(&text)),
            }),
        };
        let mut values: Vec<Value> = text.iter().map(bit).collect::<Result<_, _>>()?;
        values.resize(count, Value::bool(false));
        Ok(values)
    };
    let latches = bits(line().ok_or_else(ended)?, system.states.len())?;
    let mut inputs = Vec::new();
    loop {
        let next = line().ok_or_else(ended)?;
        if next.0 == b"." {
            return Ok(Witness { goal: goal as usize, latches, inputs });
        }
        inputs.push(bits(next, system.inputs.len())?);
    }
}
