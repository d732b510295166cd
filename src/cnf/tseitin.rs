//! Circuits to clauses: one variable for each gate, defined in both directions
//! (G. Tseitin: On the complexity of derivation in propositional calculus, 1968).
//!
//! Three ANDs that form a multiplexer or an exclusive or become one gate, and so do the
//! ANDs of a conjunction of many (Eén, Mishchenko, Sörensson: Applying logic synthesis
//! for speeding up SAT, SAT 2007, detect them alike). Every gate is a function of its
//! leaves, so its clauses never restrict them.
//!
//! Deliberately absent: one-directional definitions (Plaisted, Greenbaum): the clauses
//! of a DimSpec are used in both polarities by those who prove invariants.

use rustc_hash::FxHashSet;

use crate::aig::{Aig, Edge};
use crate::cnf::{Cnf, Lit};
use crate::support::Fault;

/// A gate as the clauses see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Conjunction of two or more.
    And(Vec<Edge>),
    /// Exclusive or.
    Xor(Edge, Edge),
    /// `if c then a else b`.
    Mux(Edge, Edge, Edge),
}

impl Shape {
    /// The gate that an AND is by itself, whoever else reads its operands; none of other nodes.
    pub fn of(aig: &Aig, node: usize) -> Option<Self> {
        let [a, b] = aig.operands(node)?;
        Some(mux(aig, a, b).unwrap_or_else(|| Shape::And(vec![a, b])))
    }

    /// The operands.
    pub fn leaves(&self) -> impl Iterator<Item = Edge> + '_ {
        let (many, few): (&[Edge], _) = match self {
            Shape::And(all) => (all, [None; 3]),
            Shape::Xor(a, b) => (&[], [Some(*a), Some(*b), None]),
            Shape::Mux(c, a, b) => (&[], [Some(*c), Some(*a), Some(*b)]),
        };
        many.iter().copied().chain(few.into_iter().flatten())
    }

    /// The clauses of `output ↔ gate`.
    pub fn define(&self, output: Lit, lit: impl Fn(Edge) -> Lit, clauses: &mut Cnf) {
        match self {
            Shape::And(all) => {
                if Fault::TseitinAnd.is_planted() {
                    clauses.push([output]);
                }
                for &leaf in all {
                    clauses.push([!output, lit(leaf)]);
                }
                clauses.push(all.iter().map(|&leaf| !lit(leaf)).chain([output]));
            }
            Shape::Xor(a, b) => {
                let (a, b) = (lit(*a), lit(*b));
                clauses.push([!output, a, b]);
                let both = if Fault::TseitinXor.is_planted() { output } else { !output };
                clauses.push([both, !a, !b]);
                clauses.push([output, !a, b]);
                clauses.push([output, a, !b]);
            }
            Shape::Mux(c, a, b) => {
                let (c, a, b) = (lit(*c), lit(*a), lit(*b));
                let c = if Fault::TseitinMux.is_planted() { !c } else { c };
                clauses.push([!output, !c, a]);
                clauses.push([!output, c, b]);
                clauses.push([output, !c, !a]);
                clauses.push([output, c, !b]);
            }
        }
    }

    /// The clauses of `gate = 0`, without a variable for the gate.
    fn refute(&self, lit: impl Fn(Edge) -> Lit, clauses: &mut Cnf) {
        match self {
            Shape::And(all) => clauses.push(all.iter().map(|&leaf| !lit(leaf))),
            Shape::Xor(a, b) => {
                clauses.push([!lit(*a), lit(*b)]);
                clauses.push([lit(*a), !lit(*b)]);
            }
            Shape::Mux(c, a, b) => {
                clauses.push([!lit(*c), !lit(*a)]);
                clauses.push([lit(*c), !lit(*b)]);
            }
        }
    }
}

/// What the caller wants of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// Its literal.
    Literal(Edge),
    /// To assert it by [`Gates::assert`].
    Asserted(Edge),
}

/// The inputs and gates of a graph that need variables.
#[derive(Clone, Debug)]
pub struct Gates {
    /// By node: the gate it is, for every AND that may be asked for.
    shapes: Vec<Option<Shape>>,
    /// By node: whether it needs a variable.
    needed: Vec<bool>,
}

impl Gates {
    /// Finds what `roots` need.
    pub fn new(aig: &Aig, roots: &[Root]) -> Self {
        let uses = uses(aig, roots);
        let mut gates = Self { shapes: vec![None; aig.len()], needed: vec![false; aig.len()] };
        for &root in roots {
            match root {
                Root::Literal(edge) => gates.needed[edge.node()] = true,
                Root::Asserted(edge) => {
                    for part in conjuncts(aig, edge) {
                        match aig.operands(part.node()) {
                            None => gates.needed[part.node()] = true,
                            Some([a, b]) => gates.visit(aig, part.node(), a, b, &uses),
                        }
                    }
                }
            }
        }
        // From the outputs down: whoever needs a node has a larger number.
        for node in (0..aig.len()).rev() {
            if let (true, Some([a, b])) = (gates.needed[node], aig.operands(node)) {
                gates.visit(aig, node, a, b, &uses);
            }
        }
        gates
    }

    /// Finds the shape of a node and marks its leaves.
    fn visit(&mut self, aig: &Aig, node: usize, a: Edge, b: Edge, uses: &[u32]) {
        let shape = self.shapes[node].get_or_insert_with(|| shape(aig, a, b, uses));
        for leaf in shape.leaves() {
            self.needed[leaf.node()] = true;
        }
    }

    /// Whether a node needs a variable.
    pub fn needs(&self, node: usize) -> bool {
        self.needed[node]
    }

    /// The gates that need variables, with their nodes, leaves before those that read them.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Shape)> {
        let shapes = self.shapes.iter().enumerate();
        shapes
            .filter_map(|(node, shape)| Some((node, shape.as_ref()?)))
            .filter(|g| self.needed[g.0])
    }

    /// The clauses that make `edge`, a root that was to be asserted, true. `lit` knows
    /// the literals of needed nodes and, if `edge` is 0, of the constant.
    pub fn assert(&self, aig: &Aig, edge: Edge, lit: impl Fn(Edge) -> Lit, clauses: &mut Cnf) {
        for part in conjuncts(aig, edge) {
            match &self.shapes[part.node()] {
                // An asserted AND was taken apart, so what is left is complemented.
                Some(shape) => shape.refute(&lit, clauses),
                None => clauses.push([lit(part)]),
            }
        }
    }
}

/// How many ANDs and literal roots read each node.
fn uses(aig: &Aig, roots: &[Root]) -> Vec<u32> {
    let edges = roots.iter().map(|root| match root {
        Root::Literal(edge) | Root::Asserted(edge) => *edge,
    });
    let inside = aig.cone(edges);
    let mut uses = vec![0; aig.len()];
    for root in roots {
        if let Root::Literal(edge) = root {
            uses[edge.node()] += 1;
        }
    }
    for node in (0..aig.len()).filter(|&node| inside[node]) {
        for operand in aig.operands(node).into_iter().flatten() {
            uses[operand.node()] += 1;
        }
    }
    uses
}

/// The edges whose conjunction `edge` is: not true, and not ANDs.
pub fn conjuncts(aig: &Aig, edge: Edge) -> Vec<Edge> {
    let mut stack = vec![edge];
    let mut seen = FxHashSet::default();
    let mut parts = Vec::new();
    while let Some(edge) = stack.pop() {
        if edge == Edge::TRUE || !seen.insert(edge) {
            continue;
        }
        match aig.operands(edge.node()) {
            Some([a, b]) if !edge.is_complement() => stack.extend([b, a]),
            _ => parts.push(edge),
        }
    }
    parts
}

/// `a ∧ b` as a gate.
fn shape(aig: &Aig, a: Edge, b: Edge, uses: &[u32]) -> Shape {
    if let Some(shape) = mux(aig, a, b) {
        return shape;
    }
    let mut stack = vec![a, b];
    let mut leaves = Vec::new();
    while let Some(edge) = stack.pop() {
        match aig.operands(edge.node()) {
            // An AND read by nobody else is merged; a multiplexer is better off alone.
            Some([x, y])
                if !edge.is_complement() && uses[edge.node()] == 1 && mux(aig, x, y).is_none() =>
            {
                stack.extend([x, y]);
            }
            _ => leaves.push(edge),
        }
    }
    leaves.sort_unstable();
    leaves.dedup();
    Shape::And(leaves)
}

/// `¬(c∧x) ∧ ¬(¬c∧y)` is `if c then ¬x else ¬y`, and `c ⊕ x` if `y = ¬x`.
fn mux(aig: &Aig, a: Edge, b: Edge) -> Option<Shape> {
    if !a.is_complement() || !b.is_complement() {
        return None;
    }
    let (p, q) = (aig.operands(a.node())?, aig.operands(b.node())?);
    let (i, j) = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find(|&(i, j)| p[i] == !q[j])?;
    let (c, x, y) = (p[i], p[1 - i], q[1 - j]);
    Some(if x == !y { Shape::Xor(c, x) } else { Shape::Mux(c, !x, !y) })
}

#[cfg(test)]
mod tests {}
