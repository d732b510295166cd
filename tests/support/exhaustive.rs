//! Exhaustive search: the interpreter on every input vector.

use std::collections::BTreeSet;

use llumc::bv::Value;
use llumc::program::interp::Inputs;
use llumc::program::{GoalId, Program};

use super::differential::interpret;

/// All goals that can be reached, by running every input vector; `None` if there are
/// more than `most` of them.
pub fn exhaust(program: &Program, most: usize) -> Result<Option<BTreeSet<GoalId>>, String> {
    let mut reached = BTreeSet::new();
    let mut odometer = Odometer { digits: vec![], position: 0 };
    for _ in 0..most {
        odometer.position = 0;
        reached.extend(interpret(program, &mut odometer)?.1);
        if !odometer.advance() {
            return Ok(Some(reached));
        }
    }
    Ok(None)
}

/// Counts through all input vectors; the vector grows when a run asks for more.
struct Odometer {
    /// Value and width of each input.
    digits: Vec<(u128, u32)>,
    position: usize,
}

impl Inputs for Odometer {
    fn next(&mut self, _: usize, _: usize, width: u32) -> Value {
        if self.position == self.digits.len() {
            self.digits.push((0, width));
        }
        let value = Value::new(width, self.digits[self.position].0);
        self.position += 1;
        value
    }
}

impl Odometer {
    /// The next vector; `false` after the last.
    fn advance(&mut self) -> bool {
        self.digits.truncate(self.position);
        while let Some((value, width)) = self.digits.pop() {
            // No input is wider than 64 bits.
            if value + 1 < 1 << width {
                self.digits.push((value + 1, width));
                return true;
            }
        }
        false
    }
}
