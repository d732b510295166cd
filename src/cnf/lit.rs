//! Variables, literals and clause lists.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// A Boolean variable, numbered from 1 as in DIMACS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Var(pub u32);

/// A literal: twice its variable, plus one if negated. So literals index arrays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Lit(u32);

impl Var {
    /// The positive literal.
    pub fn lit(self) -> Lit {
        Lit(self.0 * 2)
    }
}

impl Lit {
    /// The literal of a variable with the given sign.
    pub fn new(var: Var, positive: bool) -> Self {
        Lit(var.0 * 2 + u32::from(!positive))
    }

    /// The literal of a non-zero DIMACS number.
    pub fn from_dimacs(number: i32) -> Self {
        debug_assert_ne!(number, 0);
        Lit(number.unsigned_abs() * 2 + u32::from(number < 0))
    }

    /// The DIMACS number.
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 / 2) as i32;
        if self.is_positive() { number } else { -number }
    }

    /// The variable.
    pub fn var(self) -> Var {
        Var(self.0 / 2)
    }

    /// Whether the literal is the variable itself.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A dense index, `2 * var + sign`.
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal with that index.
    pub fn from_code(code: u32) -> Self {
        Lit(code)
    }

    /// The literal `offset` variables further on (a later time step).
    pub fn shift(self, offset: u32) -> Self {
        Lit(self.0 + 2 * offset)
    }

    /// This literal if `keep`, else its negation.
    pub fn xor(self, negate: bool) -> Self {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A list of clauses in one piece of memory.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cnf {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// No clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a clause; an empty one makes the list unsatisfiable.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause at `index`, from 0.
    pub fn get(&self, index: usize) -> Option<&[Lit]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.lits[start..end])
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (0..self.ends.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.ends[i - 1] };
            &self.lits[start..self.ends[i]]
        })
    }
}

impl<'a> Extend<&'a [Lit]> for Cnf {
    fn extend<I: IntoIterator<Item = &'a [Lit]>>(&mut self, clauses: I) {
        for clause in clauses {
            self.push(clause.iter().copied());
        }
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
