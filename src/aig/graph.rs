//! The graph: two-input ANDs and complemented edges.
//!
//! Nodes are in topological order: the operands of an AND have smaller numbers. No two
//! ANDs have the same operands, none has a constant operand, and none matches a rule of
//! [`Aig::and`], which looks one and two levels deep (Brummayer, Biere: Local two-level
//! And-Inverter Graph minimization without blowup, MEMICS 2006).
//!
//! Deliberately absent: latches (a transition system says what is state), sweeping.

use std::fmt;
use std::ops::Not;

use rustc_hash::FxHashMap;

/// A node or its complement: twice the node's number, plus one if complemented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The constant 0.
    pub const FALSE: Edge = Edge(0);
    /// The constant 1.
    pub const TRUE: Edge = Edge(1);

    /// The uncomplemented edge to a node.
    pub fn to(node: usize) -> Self {
        Edge(u32::try_from(node * 2).expect("fewer than 2^31 nodes"))
    }

    /// The constant of this value.
    pub fn constant(value: bool) -> Self {
        Edge(u32::from(value))
    }

    /// The number of the node.
    pub fn node(self) -> usize {
        self.0 as usize / 2
    }

    /// Whether the edge complements its node.
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the edge is 0 or 1.
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// This edge, complemented if `negate`.
    pub fn xor(self, negate: bool) -> Self {
        Edge(self.0 ^ u32::from(negate))
    }
}

impl Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_complement() { "!" } else { "" }, self.node())
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The constant 0: node 0 and no other.
    False,
    /// The input of this number.
    Input(usize),
    /// A conjunction.
    And(Edge, Edge),
}

/// An and-inverter graph.
#[derive(Clone, Debug)]
pub struct Aig {
    /// Operands of ANDs; [`NO_GATE`] and the input's number for inputs.
    nodes: Vec<[Edge; 2]>,
    known: FxHashMap<[Edge; 2], Edge>,
    inputs: Vec<Edge>,
}

/// Marks nodes that are not ANDs.
const NO_GATE: Edge = Edge(u32::MAX);

impl Default for Aig {
    fn default() -> Self {
        Self { nodes: vec![[NO_GATE; 2]], known: FxHashMap::default(), inputs: Vec::new() }
    }
}

/// What the rules say about a conjunction.
enum Verdict {
    /// It equals this edge.
    Equals(Edge),
    /// It equals the conjunction of these, which are nearer to the inputs.
    Becomes(Edge, Edge),
    /// No rule matches.
    Stays,
}

impl Aig {
    /// A graph without inputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of nodes, the constant and the inputs included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph is only the constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Number of AND nodes.
    pub fn ands(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len()
    }

    /// What node `node` is.
    pub fn gate(&self, node: usize) -> Gate {
        match self.nodes[node] {
            [NO_GATE, NO_GATE] => Gate::False,
            [NO_GATE, input] => Gate::Input(input.0 as usize),
            [a, b] => Gate::And(a, b),
        }
    }

    /// The operands, if node `node` is an AND.
    pub fn operands(&self, node: usize) -> Option<[Edge; 2]> {
        match self.nodes[node] {
            [NO_GATE, _] => None,
            operands => Some(operands),
        }
    }

    /// The inputs in order of creation.
    pub fn inputs(&self) -> &[Edge] {
        &self.inputs
    }

    /// A new input.
    pub fn input(&mut self) -> Edge {
        let number = u32::try_from(self.inputs.len()).expect("fewer than 2^31 inputs");
        let edge = self.push([NO_GATE, Edge(number)]);
        self.inputs.push(edge);
        edge
    }

    fn push(&mut self, node: [Edge; 2]) -> Edge {
        let edge = Edge::to(self.nodes.len());
        self.nodes.push(node);
        edge
    }

    /// Conjunction.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (mut a, mut b) = (a, b);
        loop {
            match self.simplify(a, b) {
                Verdict::Equals(edge) => return edge,
                Verdict::Becomes(x, y) => (a, b) = (x, y),
                Verdict::Stays => break,
            }
        }
        let operands = [a.min(b), a.max(b)];
        if let Some(&edge) = self.known.get(&operands) {
            return edge;
        }
        let edge = self.push(operands);
        self.known.insert(operands, edge);
        edge
    }

    fn simplify(&self, a: Edge, b: Edge) -> Verdict {
        use Verdict::{Becomes, Equals, Stays};
        if a == Edge::FALSE || b == Edge::FALSE || a == !b {
            return Equals(Edge::FALSE);
        }
        if a == Edge::TRUE || a == b {
            return Equals(b);
        }
        if b == Edge::TRUE {
            return Equals(a);
        }
        let (inner_a, inner_b) = (self.operands(a.node()), self.operands(b.node()));
        for (x, inner, y) in [(a, inner_a, b), (b, inner_b, a)] {
            let Some([p, q]) = inner else { continue };
            match x.is_complement() {
                // (p∧q)∧¬p = 0 and (p∧q)∧p = p∧q
                false if y == !p || y == !q => return Equals(Edge::FALSE),
                false if y == p || y == q => return Equals(x),
                // ¬(p∧q)∧¬p = ¬p and ¬(p∧q)∧p = p∧¬q
                true if y == !p || y == !q => return Equals(y),
                true if y == p => return Becomes(y, !q),
                true if y == q => return Becomes(y, !p),
                _ => {}
            }
        }
        let (Some(inner_a), Some(inner_b)) = (inner_a, inner_b) else { return Stays };
        for (x, [p, q], y, [r, s]) in [(a, inner_a, b, inner_b), (b, inner_b, a, inner_a)] {
            match (x.is_complement(), y.is_complement()) {
                // (p∧q)∧(¬p∧s) = 0 and (p∧q)∧(p∧s) = (p∧q)∧s
                (false, false) if p == !r || p == !s || q == !r || q == !s => {
                    return Equals(Edge::FALSE);
                }
                (false, false) if r == p || r == q => return Becomes(x, s),
                (false, false) if s == p || s == q => return Becomes(x, r),
                // (p∧q)∧¬(¬p∧s) = p∧q and (p∧q)∧¬(p∧s) = (p∧q)∧¬s
                (false, true) if r == !p || r == !q || s == !p || s == !q => return Equals(x),
                (false, true) if r == p || r == q => return Becomes(x, !s),
                (false, true) if s == p || s == q => return Becomes(x, !r),
                // ¬(p∧q)∧¬(p∧¬q) = ¬p
                (true, true) if (p == r && q == !s) || (p == s && q == !r) => return Equals(!p),
                (true, true) if (q == r && p == !s) || (q == s && p == !r) => return Equals(!q),
                _ => {}
            }
        }
        Stays
    }

    /// Disjunction.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        // Complements are pulled out, so that all four sign variants are one node.
        let negate = a.is_complement() != b.is_complement();
        let (a, b) = (a.xor(a.is_complement()), b.xor(b.is_complement()));
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).xor(negate)
    }

    /// `if c then a else b`.
    pub fn mux(&mut self, c: Edge, a: Edge, b: Edge) -> Edge {
        if a == b {
            return a;
        }
        if a == !b {
            return !self.xor(c, a);
        }
        let (c, a, b) = if c.is_complement() { (!c, b, a) } else { (c, a, b) };
        // The complement of `a` is pulled out, so that a mux and the one of complements
        // are one node.
        let negate = a.is_complement();
        let (a, b) = (a.xor(negate), b.xor(negate));
        let then = self.and(c, a);
        let otherwise = self.and(!c, b);
        self.or(then, otherwise).xor(negate)
    }

    /// Sum and carry of three bits.
    pub fn full_adder(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        // Where a and b differ the carry is c, else it is either of them.
        let carry = self.mux(half, c, a);
        (sum, carry)
    }

    /// As [`Self::full_adder`], with one gate less: the carry shares both its operands with the
    /// sum. For that two edges that are complemented alike are added first, and if the third
    /// one is complemented, the carry is that of the complements, complemented.
    pub fn small_full_adder(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        let (a, b, c) = if a.is_complement() == b.is_complement() {
            (a, b, c)
        } else if a.is_complement() == c.is_complement() {
            (a, c, b)
        } else {
            (b, c, a)
        };
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let dual = c.is_complement();
        let both = self.and(a.xor(dual), b.xor(dual));
        let carried = self.and(half, c.xor(dual));
        (sum, self.or(both, carried).xor(dual))
    }

    /// Conjunction of all, as a balanced tree; true for none.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut level = edges.to_vec();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] })
                .collect();
        }
        level.pop().unwrap_or(Edge::TRUE)
    }

    /// Disjunction of all; false for none.
    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let complements: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        !self.and_all(&complements)
    }

    /// For each node whether one of `roots` depends on it (the roots themselves included).
    pub fn cone(&self, roots: impl IntoIterator<Item = Edge>) -> Vec<bool> {
        let mut inside = vec![false; self.len()];
        for root in roots {
            inside[root.node()] = true;
        }
        for node in (0..self.len()).rev().filter(|&node| self.operands(node).is_some()) {
            if inside[node] {
                for operand in self.nodes[node] {
                    inside[operand.node()] = true;
                }
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::simulate::simulate;

    /// Words that enumerate all assignments of up to six inputs.
    const ALL: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];

    /// Every AND of two ANDs over three inputs, in all sign variants, computes what it
    /// says: this visits every rule.
    #[test]
    fn two_level_rules_are_equivalences() {
        let mut aig = Aig::new();
        let mut level: Vec<(Edge, u64)> = vec![(Edge::FALSE, 0), (Edge::TRUE, !0)];
        for word in &ALL[..3] {
            let input = aig.input();
            level.extend([(input, *word), (!input, !word)]);
        }
        for _ in 0..2 {
            let mut next = level.clone();
            for &(a, x) in &level {
                for &(b, y) in &level {
                    let and = aig.and(a, b);
                    next.extend([(and, x & y), (!and, !(x & y))]);
                }
            }
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        let words = simulate(&aig, &ALL[..3]);
        for &(edge, expected) in &level {
            assert_eq!(words.value(edge), expected, "{edge:?}");
        }
        let pairs = aig.ands();
        assert!(pairs < 1500, "structural hashing and rules keep it small: {pairs}");
    }

    #[test]
    fn derived_gates() {
        let mut aig = Aig::new();
        let [a, b, c] = [(); 3].map(|()| aig.input());
        for signs in 0..8 {
            let flip = |e: Edge, i: u32| e.xor(signs >> i & 1 == 1);
            let (a, b, c) = (flip(a, 0), flip(b, 1), flip(c, 2));
            let xor = aig.xor(a, b);
            let mux = aig.mux(a, b, c);
            let (sum, carry) = aig.full_adder(a, b, c);
            let all = aig.and_all(&[a, b, c]);
            let words = simulate(&aig, &ALL[..3]);
            let [x, y, z] = [a, b, c].map(|e| words.value(e));
            assert_eq!(words.value(xor), x ^ y);
            assert_eq!(words.value(mux), (x & y) | (!x & z));
            assert_eq!(words.value(sum), x ^ y ^ z);
            assert_eq!(words.value(carry), (x & y) | (x & z) | (y & z));
            assert_eq!(words.value(all), x & y & z);
        }
        assert_eq!(aig.xor(a, !b), !aig.xor(a, b));
        assert_eq!(aig.and_all(&[]), Edge::TRUE);
        assert_eq!(aig.or_all(&[]), Edge::FALSE);
    }
}
