//! At which depths to ask what costs a query and may wait: whether any run goes on, whether
//! a goal is k-inductive.
//!
//! Both stay true once they are. So they are asked at every depth at first, where most
//! programs that they prove are proved, and then at depths that grow by a quarter: a proof
//! then takes at most a quarter more steps, and the way to a deep violation is not held up
//! by queries that fail.

use crate::support::limits;

/// The depths, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    next: u32,
    /// The last depth of all, if there is one: there it is asked, too.
    last: Option<u32>,
}

impl Schedule {
    /// From depth 0 on.
    pub fn new(last: Option<u32>) -> Self {
        Self { next: 0, last }
    }

    /// Whether to ask at this depth; they must be told in order.
    pub fn is_due(&mut self, depth: u32) -> bool {
        if depth < self.next && self.last != Some(depth) {
            return false;
        }
        self.next = depth + 1 + if depth < limits::UNROLL_EVERY { 0 } else { depth / 4 };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_at_first_then_fewer_and_the_last() {
        let mut schedule = Schedule::new(Some(50));
        let due: Vec<u32> = (0..=50).filter(|&depth| schedule.is_due(depth)).collect();
        assert_eq!(due[..17], (0..=16).collect::<Vec<u32>>());
        assert_eq!(due[17..], [21, 27, 34, 43, 50]);
    }
}
