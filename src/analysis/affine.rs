//! Affine relations modulo 2^w that hold at a set of points, as a module over Z/2^w
//! (Müller-Olm, Seidl: Analysis of Modular Arithmetic, TOPLAS 2007).
//!
//! The relations `r` with `r·p = 0` at every point `p` form a module, kept by its
//! generators. A new point cuts it down: of the generators that it breaks, one for which
//! `r·p` has the fewest factors 2 takes the others' breaches away, and remains itself
//! multiplied by the power of two that makes it hold. So `2^(w−1)·x = 0`, "x is even",
//! is found like everything else. No point is kept, and a chain of points that change
//! anything has at most (columns · w) members.

use super::polynomial::inverse;

/// A module of relations between a fixed number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relations {
    width: u32,
    rows: Vec<Vec<u128>>,
}

impl Relations {
    /// All relations: what holds at no point at all.
    pub fn all(width: u32, columns: usize) -> Self {
        debug_assert!((1..=128).contains(&width));
        let unit = |place| (0..columns).map(|column| u128::from(column == place)).collect();
        Self { width, rows: (0..columns).map(unit).collect() }
    }

    /// Keeps the relations that hold at `point` too; says whether any was lost.
    pub fn meet(&mut self, point: &[u128]) -> bool {
        let breaches: Vec<u128> = self.rows.iter().map(|row| self.value(row, point)).collect();
        let broken = (0..self.rows.len()).filter(|&row| breaches[row] != 0);
        let Some(pivot) = broken.min_by_key(|&row| breaches[row].trailing_zeros()) else {
            return false;
        };
        let twos = breaches[pivot].trailing_zeros();
        let unit = inverse(breaches[pivot] >> twos);
        let first = self.rows[pivot].clone();
        for (row, breach) in self.rows.iter_mut().zip(&breaches) {
            let factor = (breach >> twos).wrapping_mul(unit).wrapping_neg();
            add_multiple(row, &first, factor, self.width);
        }
        // The pivot itself became 0.
        if twos == 0 {
            self.rows.remove(pivot);
        } else {
            self.rows[pivot] =
                first.iter().map(|c| masked(c << (self.width - twos), self.width)).collect();
        }
        true
    }

    /// Whether every relation holds at `point`.
    #[cfg(test)]
    fn hold_at(&self, point: &[u128]) -> bool {
        self.rows.iter().all(|row| self.holds(row, point))
    }

    /// Whether a relation of so many bits holds at `point`.
    pub fn holds(&self, row: &[u128], point: &[u128]) -> bool {
        self.value(row, point) == 0
    }

    /// The value of a relation's left-hand side at a point.
    fn value(&self, row: &[u128], point: &[u128]) -> u128 {
        let products = row.iter().zip(point).map(|(c, x)| c.wrapping_mul(*x));
        masked(products.fold(0, u128::wrapping_add), self.width)
    }

    /// Brings the generators into a form in which each has a column that it shares with
    /// no generator of a smaller power of two there, and returns them with their column.
    /// The entry there is a power of two that divides the whole generator. Of several
    /// such columns the one is taken that makes the coefficients small.
    pub fn solved(&self) -> Vec<(Vec<u128>, usize)> {
        let mut rows: Vec<Vec<u128>> =
            self.rows.iter().filter(|row| row.iter().any(|&c| c != 0)).cloned().collect();
        let mut columns = Vec::new();
        while let Some((row, column)) = self.easiest(&rows, columns.len()) {
            let done = columns.len();
            rows.swap(done, row);
            let pivot = self.scaled(&rows[done], column);
            let twos = pivot[column].trailing_zeros();
            for (place, other) in rows.iter_mut().enumerate() {
                if place == done {
                    other.clone_from(&pivot);
                } else {
                    // What remains there is small in absolute value.
                    let half = (1u128 << twos) >> 1;
                    let times = other[column].wrapping_add(half) >> twos;
                    add_multiple(other, &pivot, times.wrapping_neg(), self.width);
                }
            }
            columns.push(column);
        }
        rows.into_iter().zip(columns).collect()
    }

    /// Among the rows from `start` on an entry that divides all others (one with the
    /// fewest factors 2), and the one that makes its row smallest.
    fn easiest(&self, rows: &[Vec<u128>], start: usize) -> Option<(usize, usize)> {
        let entries = || {
            let rows = rows.iter().enumerate().skip(start);
            rows.flat_map(|(place, row)| {
                let filled = row.iter().enumerate().filter(|(_, c)| **c != 0);
                filled.map(move |(column, &c)| (place, column, c.trailing_zeros()))
            })
        };
        let twos = entries().map(|entry| entry.2).min()?;
        let size = |&(place, column, _): &(usize, usize, u32)| {
            let scaled = self.scaled(&rows[place], column);
            let bits: u32 = scaled.iter().map(|&c| 128 - self.magnitude(c).leading_zeros()).sum();
            (bits, std::cmp::Reverse(column), place)
        };
        let best = entries().filter(|entry| entry.2 == twos).min_by_key(size);
        best.map(|(place, column, _)| (place, column))
    }

    /// The row, times the odd number that makes the entry at `column` a power of two.
    fn scaled(&self, row: &[u128], column: usize) -> Vec<u128> {
        let entry = row[column];
        let unit = inverse(entry >> entry.trailing_zeros());
        row.iter().map(|c| masked(c.wrapping_mul(unit), self.width)).collect()
    }

    /// The absolute value of a coefficient as a two's complement number.
    fn magnitude(&self, c: u128) -> u128 {
        c.min(masked(c.wrapping_neg(), self.width))
    }

    /// Gives up the relations that a predicate on solved generators names.
    pub fn give_up(&mut self, mut gone: impl FnMut(&[u128]) -> bool) {
        let solved = self.solved().into_iter().map(|(row, _)| row);
        self.rows = solved.filter(|row| !gone(row)).collect();
    }
}

fn masked(value: u128, width: u32) -> u128 {
    value & (u128::MAX >> (128 - width))
}

fn add_multiple(row: &mut [u128], other: &[u128], factor: u128, width: u32) {
    if factor != 0 {
        for (c, d) in row.iter_mut().zip(other) {
            *c = masked(c.wrapping_add(factor.wrapping_mul(*d)), width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::Random;

    /// All relations between three columns modulo 2^width that hold at the points, found
    /// by trying; compared with what the generators span.
    #[test]
    fn the_module_is_the_one_found_by_trying() {
        let mut rng = Random::new(6);
        let mut sizes = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let width = 1 + rng.below(3) as u32;
            let size = 1u128 << width;
            let mut relations = Relations::all(width, 3);
            let mut points: Vec<Vec<u128>> = Vec::new();
            for _ in 0..1 + rng.below(4) {
                let point: Vec<u128> =
                    vec![1, u128::from(rng.below(8)) % size, u128::from(rng.below(8)) % size];
                let known = relations.hold_at(&point);
                assert_eq!(relations.meet(&point), !known);
                points.push(point);
            }
            let all = (0..size.pow(3)).map(|n| vec![n % size, n / size % size, n / size / size]);
            let expected: Vec<Vec<u128>> = all
                .filter(|row| points.iter().all(|point| relations.value(row, point) == 0))
                .collect();
            let solved = relations.solved().into_iter().map(|(row, _)| row).collect();
            for rows in [relations.rows.clone(), solved] {
                let mut spanned = vec![vec![0; 3]];
                for row in rows {
                    let multiples = (0..size).flat_map(|factor| {
                        spanned.iter().map({
                            let row = row.clone();
                            move |start| {
                                let mut sum = start.clone();
                                add_multiple(&mut sum, &row, factor, width);
                                sum
                            }
                        })
                    });
                    spanned = multiples.collect();
                }
                let reordered = |n: &Vec<u128>| n[0] + n[1] * size + n[2] * size * size;
                spanned.sort_by_key(reordered);
                spanned.dedup();
                assert_eq!(spanned, expected);
            }
            sizes.insert(expected.len());
        }
        assert!(sizes.len() > 5, "{sizes:?}");
    }

    #[test]
    fn carries_don_t_hide_relations() {
        // y = 3x and x + z = n modulo 2^64; columns 1, x, y, z, n.
        let mut rng = Random::new(1);
        let mut relations = Relations::all(64, 5);
        for _ in 0..20 {
            let (x, n) = (rng.wide(), rng.wide());
            let point = [1, x, x.wrapping_mul(3), n.wrapping_sub(x), n];
            let point: Vec<u128> = point.iter().map(|&c| masked(c, 64)).collect();
            relations.meet(&point);
        }
        let minus = u128::from(u64::MAX);
        let solved: Vec<Vec<u128>> = relations.solved().into_iter().map(|(row, _)| row).collect();
        assert_eq!(solved.len(), 2);
        assert!(solved.contains(&vec![0, minus - 2, 1, 0, 0]), "y = 3x: {solved:?}");
        assert!(relations.hold_at(&[1, 2, 6, 5, 7]) && !relations.hold_at(&[1, 2, 7, 5, 7]));
    }
}
