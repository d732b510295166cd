//! The control-flow automaton: locations, and edges with a guard and a simultaneous
//! update over terms. The centre of the code: every word-level engine reads it.
//!
//! What always holds of a [`Cfa`]:
//! * an edge's guard and update speak of the automaton's variables *before* the edge
//!   and of its inputs, which are arbitrary anew in each step;
//! * a variable that an edge doesn't update keeps its value;
//! * the guards of the edges that leave a location exclude each other, and one of them
//!   holds unless the location is a goal or the end: the automaton is deterministic
//!   and total for given inputs;
//! * phis are updates on edges; there is no "previous block";
//! * an edge takes one step of the program's blocks, unless [`accelerate`] added it: then it
//!   takes several iterations of a loop.
//!
//! Deliberately absent: how locations become numbers (that is `encode`), solvers.

pub mod accelerate;
pub mod dot;
mod floats;
pub mod large;
pub mod live;
mod merge;
pub(crate) mod names;
pub mod single;
mod text;

use serde::{Deserialize, Serialize};

use crate::bv::{Term, TermStore, Value};
use crate::index_type;
use crate::program::{BlockId, GoalId, ValueId};
use crate::support::IndexVec;
use crate::support::graph::{Graph, LoopForest};

index_type!(
    /// A location of the automaton.
    pub struct LocationId,
    "L"
);
index_type!(
    /// An edge of the automaton.
    pub struct EdgeId,
    "e"
);
index_type!(
    /// A state variable of the automaton.
    pub struct CfaVarId,
    "x"
);
index_type!(
    /// An input of the automaton; edges that leave different locations may share one.
    pub struct CfaInputId,
    "in"
);

/// A control-flow automaton.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cfa {
    /// The terms of guards and updates.
    pub terms: TermStore,
    /// State variables.
    pub vars: IndexVec<CfaVarId, CfaVar>,
    /// Inputs: symbols that are arbitrary in each step.
    pub inputs: IndexVec<CfaInputId, Term>,
    /// Locations.
    pub locations: IndexVec<LocationId, Location>,
    /// Edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Where execution starts; all variables are arbitrary there.
    pub entry: LocationId,
}

/// A state variable: an SSA value that outlives its block.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CfaVar {
    /// Its symbol.
    pub term: Term,
    /// The SSA value whose last value it holds.
    pub value: ValueId,
}

/// A location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Location {
    /// Before the instructions of a block, after its phis.
    Block(BlockId),
    /// A goal was reached; no edge leaves it.
    Goal(GoalId),
    /// The path ended without a violation; no edge leaves it.
    End,
}

/// An edge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// Where it leaves.
    pub source: LocationId,
    /// Where it leads.
    pub target: LocationId,
    /// Conjuncts that must hold, over variables and inputs; none means always.
    pub guard: Vec<Term>,
    /// New values, all read before any is written.
    pub update: Vec<(CfaVarId, Term)>,
    /// The blocks that a path along this edge may execute, each before its successors: one
    /// in a single-block automaton, several where [`large`] has merged edges.
    pub blocks: Vec<Executed>,
    /// Set if this is an accelerated edge: the blocks are those of one iteration.
    pub iterations: Option<accelerate::Iterations>,
}

/// A block that an edge executes, or may execute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Executed {
    /// The block.
    pub block: BlockId,
    /// For each of its input instructions, in order, the automaton's input it reads;
    /// `None` if no condition depends on it. The same on all edges that leave a location.
    pub reads: Vec<Option<CfaInputId>>,
}

/// One step of a path of the automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stride {
    /// The edge taken.
    pub edge: EdgeId,
    /// The automaton's inputs in it, in their order.
    pub inputs: Vec<Value>,
}

impl Cfa {
    /// For each location the edges that leave it.
    pub fn outgoing(&self) -> IndexVec<LocationId, Vec<EdgeId>> {
        let mut result = IndexVec::filled(Vec::new(), self.locations.len());
        for (id, edge) in self.edges.iter_enumerated() {
            result[edge.source].push(id);
        }
        result
    }

    /// The loops of the graph.
    pub fn loops(&self) -> LoopForest<LocationId> {
        let mut graph: Graph<LocationId> = IndexVec::filled(Vec::new(), self.locations.len());
        for edge in self.edges.iter() {
            graph[edge.source].push(edge.target);
        }
        LoopForest::new(&graph, self.entry)
    }
}

#[cfg(test)]
mod tests;
