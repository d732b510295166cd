//! The abstract reachability graph: a tree of nodes, some of which others cover.
//!
//! What always holds: a node that is covered is not expanded, and no node covers that was removed
//! or is covered itself.

use crate::bv::Term;
use crate::cfa::{EdgeId, LocationId};
use crate::index_type;
use crate::support::IndexVec;

index_type!(
    /// A node of the reachability graph.
    pub struct NodeId,
    "n"
);

/// A node: states at a location.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where.
    pub location: LocationId,
    /// Which: a formula over the automaton's variables.
    pub formula: Term,
    /// Whence it was reached; none of the first.
    pub parent: Option<(NodeId, EdgeId)>,
    /// Whether others have all of its states.
    pub covered: Option<Cover>,
    children: Vec<NodeId>,
    covers: Vec<NodeId>,
    removed: bool,
}

/// What has all states of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Another one.
    By(NodeId),
    /// Several together. Whoever covers a node so frees it when one of them changes.
    Together(Vec<NodeId>),
}

/// The graph.
pub struct Graph {
    nodes: IndexVec<NodeId, Node>,
    at: IndexVec<LocationId, Vec<NodeId>>,
}

impl Graph {
    /// Without nodes, for an automaton of so many locations.
    pub fn new(locations: usize) -> Self {
        Self { nodes: IndexVec::new(), at: IndexVec::filled(vec![], locations) }
    }

    /// How many nodes were made.
    pub fn made(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Adds a node.
    pub fn add(
        &mut self,
        location: LocationId,
        formula: Term,
        parent: Option<(NodeId, EdgeId)>,
    ) -> NodeId {
        let (children, covers) = (vec![], vec![]);
        let node =
            Node { location, formula, parent, covered: None, children, covers, removed: false };
        let id = self.nodes.push(node);
        self.at[location].push(id);
        if let Some((parent, _)) = parent {
            self.nodes[parent].children.push(id);
        }
        id
    }

    /// The nodes that were not removed.
    pub fn present(&self) -> Vec<NodeId> {
        self.nodes.indices().filter(|&id| !self.nodes[id].removed).collect()
    }

    /// Whether a node is there and is to be expanded.
    pub fn is_active(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        !node.removed && node.covered.is_none()
    }

    /// The active nodes of a location, the oldest first.
    pub fn active(&self, location: LocationId) -> impl Iterator<Item = NodeId> + '_ {
        self.at[location].iter().copied().filter(|&id| self.is_active(id))
    }

    /// The nodes from the first to this one.
    pub fn branch(&self, id: NodeId) -> Vec<NodeId> {
        let up = |&id: &NodeId| self.nodes[id].parent.map(|parent| parent.0);
        let mut branch: Vec<NodeId> = std::iter::successors(Some(id), up).collect();
        branch.reverse();
        branch
    }

    /// Lets a node cover another.
    pub fn cover(&mut self, id: NodeId, by: NodeId) {
        self.nodes[id].covered = Some(Cover::By(by));
        self.nodes[by].covers.push(id);
    }

    /// Lets some nodes cover another together.
    pub fn cover_together(&mut self, id: NodeId, by: Vec<NodeId>) {
        self.nodes[id].covered = Some(Cover::Together(by));
    }

    /// Lets a node be covered no longer.
    pub fn free(&mut self, id: NodeId) {
        self.nodes[id].covered = None;
    }

    /// Strengthens a node. Returns what it covered: it may no longer do so.
    pub fn strengthen(&mut self, id: NodeId, formula: Term) -> Vec<NodeId> {
        self.nodes[id].formula = formula;
        self.uncover(id)
    }

    /// Gives a node another formula, which those that it covers satisfy.
    pub fn describe(&mut self, id: NodeId, formula: Term) {
        self.nodes[id].formula = formula;
    }

    /// Nothing is covered by this node any more. Returns what was.
    pub fn uncover(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut freed = std::mem::take(&mut self.nodes[id].covers);
        freed
            .retain(|&it| self.nodes[it].covered == Some(Cover::By(id)) && !self.nodes[it].removed);
        freed.iter().for_each(|&it| self.nodes[it].covered = None);
        freed
    }

    /// The nodes below this one.
    pub fn below(&self, id: NodeId) -> Vec<NodeId> {
        let mut open = self.nodes[id].children.clone();
        let mut all = vec![];
        while let Some(id) = open.pop() {
            open.extend(&self.nodes[id].children);
            all.push(id);
        }
        all
    }

    /// Removes what is below a node, and the node itself if that is wanted. Returns what these
    /// covered and is still there.
    pub fn remove(&mut self, id: NodeId, itself: bool) -> Vec<NodeId> {
        let mut gone = self.below(id);
        if itself {
            gone.push(id);
            if let Some((parent, _)) = self.nodes[id].parent {
                self.nodes[parent].children.retain(|&child| child != id);
            }
        }
        self.nodes[id].children.clear();
        for &it in &gone {
            self.nodes[it].removed = true;
            let location = self.nodes[it].location;
            self.at[location].retain(|&other| other != it);
        }
        gone.into_iter().flat_map(|it| self.uncover(it)).collect()
    }
}
