//! How many instructions a program has once everything is inlined, without inlining it.
//!
//! Inlining copies a function for each way that leads to it. Counted is along the graph of
//! calls, each function once for each level of recursion: what it has itself, and what the
//! functions that it calls become. Passes that simplify come later, so this is more than what
//! is left in the end, and says how programs compare.

use rustc_hash::FxHashMap;

/// A function: what it has itself, and what it calls, once for each call.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Instructions.
    pub instructions: u64,
    /// Calls of functions that have a body.
    pub calls: Vec<Call>,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// What is called, by its place.
    pub callee: usize,
    /// Whether it closes a cycle of calls, and then what it costs of the levels of recursion.
    pub cycle: Option<u32>,
}

/// The number of instructions of the function at place `main` with all that it calls, if
/// recursion is followed so many levels deep. The largest number stands for all above it.
pub fn size(functions: &[Own], main: usize, levels: u32) -> u64 {
    Sizes { functions, levels, known: FxHashMap::default() }.of(main, levels)
}

struct Sizes<'a> {
    functions: &'a [Own],
    levels: u32,
    /// By function and levels that are left.
    known: FxHashMap<(usize, u32), u64>,
}

impl Sizes<'_> {
    fn of(&mut self, function: usize, left: u32) -> u64 {
        if let Some(&known) = self.known.get(&(function, left)) {
            return known;
        }
        let functions = self.functions;
        let mut sum = functions[function].instructions;
        for call in &functions[function].calls {
            // Who is called from outside of a cycle begins anew.
            let left = call.cycle.map_or(Some(self.levels), |cost| left.checked_sub(cost));
            sum = left.map_or(sum, |left| sum.saturating_add(self.of(call.callee, left)));
        }
        self.known.insert((function, left), sum);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(callee: usize, cycle: Option<u32>) -> Call {
        Call { callee, cycle }
    }

    /// `main` calls `f`, which calls itself twice and once `g`, which calls itself.
    #[test]
    fn every_way_is_a_copy() {
        let functions = [
            Own { instructions: 3, calls: vec![call(1, None)] },
            Own {
                instructions: 10,
                calls: vec![call(1, Some(1)), call(1, Some(1)), call(2, None)],
            },
            Own { instructions: 100, calls: vec![call(2, Some(1))] },
        ];
        // f is there 1, 1 + 2, 1 + 2 + 4 times, and each time the levels of g.
        let expected = [3 + 110, 3 + 3 * 210, 3 + 7 * 310];
        assert_eq!([0, 1, 2].map(|levels| size(&functions, 0, levels)), expected);
        assert_eq!(size(&functions, 0, 200), u64::MAX);
    }

    /// A call through a pointer is one call with what stands for it, not two.
    #[test]
    fn some_calls_of_a_cycle_cost_no_level() {
        let functions = [
            Own { instructions: 1, calls: vec![call(1, Some(0))] },
            Own { instructions: 1, calls: vec![call(0, Some(1))] },
        ];
        assert_eq!([0, 1, 2].map(|levels| size(&functions, 0, levels)), [2, 4, 6]);
    }
}
