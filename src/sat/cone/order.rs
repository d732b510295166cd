//! Which variable to decide next: the most active one (VSIDS; Moskewicz, Madigan, Zhao,
//! Zhang, Malik: Chaff, DAC 2001), from a binary heap.
//!
//! The heap holds the domain of one query only. It is made when the first decision is
//! due: most queries of IC3 end before.

use crate::cnf::Var;

/// How much the weight of a conflict's variables grows from one to the next.
const GROWTH: f64 = 1.0 / 0.95;

/// Not in the heap.
const OUTSIDE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    weight: f64,
    heap: Vec<Var>,
    /// By variable: its place in the heap.
    places: Vec<u32>,
}

impl Order {
    pub fn resize(&mut self, variables: usize) {
        self.activity.resize(variables, 0.0);
        self.places.resize(variables, OUTSIDE);
        self.weight = self.weight.max(1.0);
    }

    /// Empties the heap.
    pub fn clear(&mut self) {
        for var in self.heap.drain(..) {
            self.places[var.0 as usize] = OUTSIDE;
        }
    }

    /// Makes the heap of these variables, each named once.
    pub fn fill(&mut self, vars: impl Iterator<Item = Var>) {
        self.clear();
        self.heap.extend(vars);
        for (place, var) in self.heap.iter().enumerate() {
            self.places[var.0 as usize] = place as u32;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sink(place);
        }
    }

    /// Puts a variable back.
    pub fn insert(&mut self, var: Var) {
        if self.places[var.0 as usize] == OUTSIDE {
            self.places[var.0 as usize] = self.heap.len() as u32;
            self.heap.push(var);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self) -> Option<Var> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            self.places[last.0 as usize] = OUTSIDE;
            return Some(last);
        };
        self.places[first.0 as usize] = OUTSIDE;
        self.put(last, 0);
        self.sink(0);
        Some(first)
    }

    pub fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.0 as usize];
        *activity += self.weight;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.weight *= 1e-100;
        }
        let place = self.places[var.0 as usize];
        if place != OUTSIDE {
            self.rise(place as usize);
        }
    }

    pub fn decay(&mut self) {
        self.weight *= GROWTH;
    }

    fn put(&mut self, var: Var, place: usize) {
        self.heap[place] = var;
        self.places[var.0 as usize] = place as u32;
    }

    fn above(&self, a: Var, b: Var) -> bool {
        self.activity[a.0 as usize] > self.activity[b.0 as usize]
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 && self.above(var, self.heap[(place - 1) / 2]) {
            self.put(self.heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        self.put(var, place);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.above(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.above(self.heap[child], var) {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(var, place);
    }
}
