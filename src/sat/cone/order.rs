//! Which variable to decide next: one of the most active ones (VSIDS; Moskewicz, Madigan,
//! Zhao, Zhang, Malik: Chaff, DAC 2001), from buckets by the binary logarithm of the
//! activity (as rIC3's solver has them: Su et al., CAV 2025), of which the last one put in
//! comes first. Taking and putting back take constant time; a heap took more than a third
//! of the time where a query assigns thousands of variables without a conflict.
//!
//! The buckets hold what is open of the domain of one query. They are filled when the first
//! decision is due: most queries of IC3 end before.

use crate::cnf::Var;

/// How much the weight of a conflict's variables grows from one to the next.
const GROWTH: f64 = 1.0 / 0.95;

/// Variables that are less active by more powers of two are all the same.
const BUCKETS: usize = 32;

/// In no bucket.
const OUTSIDE: u8 = u8::MAX;

#[derive(Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    weight: f64,
    /// From the most active down. An entry counts only if `places` agrees.
    buckets: [Vec<Var>; BUCKETS],
    /// By variable: the bucket it is in.
    places: Vec<u8>,
    /// The buckets before this one are empty.
    first: usize,
}

impl Order {
    pub fn resize(&mut self, variables: usize) {
        self.activity.resize(variables, 0.0);
        self.places.resize(variables, OUTSIDE);
        self.weight = self.weight.max(1.0);
    }

    /// Replaces all by these variables, each named once.
    pub fn fill(&mut self, vars: impl Iterator<Item = Var>) {
        for bucket in &mut self.buckets {
            for var in bucket.drain(..) {
                self.places[var.0 as usize] = OUTSIDE;
            }
        }
        self.first = BUCKETS;
        vars.for_each(|var| self.insert(var));
    }

    /// Puts a variable back.
    pub fn insert(&mut self, var: Var) {
        if self.places[var.0 as usize] == OUTSIDE {
            self.put(var, self.bucket(var));
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self) -> Option<Var> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            match bucket.pop() {
                Some(var) if self.places[var.0 as usize] as usize == self.first => {
                    self.places[var.0 as usize] = OUTSIDE;
                    return Some(var);
                }
                Some(_) => {}
                None => self.first += 1,
            }
        }
        None
    }

    pub fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.0 as usize];
        *activity += self.weight;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.weight *= 1e-100;
        }
        let place = self.places[var.0 as usize];
        let bucket = self.bucket(var);
        if place != OUTSIDE && bucket < place as usize {
            self.put(var, bucket);
        }
    }

    pub fn decay(&mut self) {
        self.weight *= GROWTH;
    }

    fn put(&mut self, var: Var, bucket: usize) {
        self.buckets[bucket].push(var);
        self.places[var.0 as usize] = bucket as u8;
        self.first = self.first.min(bucket);
    }

    fn bucket(&self, var: Var) -> usize {
        // Of a positive number the exponent stands above the 52 bits of the fraction.
        let exponent = |value: f64| value.to_bits() >> 52;
        let activity = exponent(self.activity[var.0 as usize]);
        (exponent(self.weight).saturating_sub(activity) as usize).min(BUCKETS - 1)
    }
}
