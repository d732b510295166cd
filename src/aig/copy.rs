//! Copying a part of a graph into another, with other edges in the place of its inputs.

use super::{Aig, Edge, Gate};

/// What the nodes of a graph have become in another.
#[derive(Clone, Debug)]
pub struct Copied {
    /// By node; 0 where nothing was copied.
    edges: Vec<Edge>,
    known: Vec<bool>,
}

impl Copied {
    /// The copy of an edge.
    ///
    /// # Panics
    /// If it was not copied.
    pub fn edge(&self, edge: Edge) -> Edge {
        assert!(self.known[edge.node()], "outside of what was copied");
        self.edges[edge.node()].xor(edge.is_complement())
    }
}

/// Copies what `roots` depend on, and all inputs. `input` says what becomes of the input at a
/// node.
pub fn copy(
    from: &Aig,
    into: &mut Aig,
    roots: impl IntoIterator<Item = Edge>,
    input: impl Fn(usize) -> Edge,
) -> Copied {
    let mut known = from.cone(roots);
    let mut edges = vec![Edge::FALSE; from.len()];
    for node in 0..from.len() {
        edges[node] = match from.gate(node) {
            Gate::False => Edge::FALSE,
            Gate::Input(_) => input(node),
            Gate::And(a, b) if known[node] => {
                let side = |e: Edge| edges[e.node()].xor(e.is_complement());
                into.and(side(a), side(b))
            }
            Gate::And(..) => continue,
        };
        known[node] = true;
    }
    Copied { edges, known }
}

/// By node of `from`: a new input of `into` for each input. Of other nodes it says nothing.
pub fn new_inputs(from: &Aig, into: &mut Aig) -> Vec<Edge> {
    let mut inputs = vec![Edge::FALSE; from.len()];
    for input in from.inputs() {
        inputs[input.node()] = into.input();
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_fold_where_inputs_become_equal() {
        let mut aig = Aig::new();
        let [a, b, c] = [(); 3].map(|()| aig.input());
        let differ = aig.xor(a, b);
        let root = aig.and(differ, !c);
        let unused = aig.and(a, c);
        let mut into = Aig::new();
        let x = into.input();
        let same = copy(&aig, &mut into, [root], |_| x);
        assert_eq!(same.edge(root), Edge::FALSE);
        let opposite = copy(&aig, &mut into, [!root], |node| {
            if node == a.node() {
                x
            } else if node == b.node() {
                !x
            } else {
                Edge::FALSE
            }
        });
        assert_eq!(opposite.edge(!root), Edge::FALSE, "nothing is left of the root but 1");
        assert!(!opposite.known[unused.node()]);
        assert_eq!(into.ands(), 0);
    }
}
