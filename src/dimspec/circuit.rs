//! A transition system in bits: one and-inverter graph, with the edges that its clauses are
//! about.
//!
//! State bits are carried by inputs of the graph. At first each has its own; a reduction
//! (`sweep`) may have found that one equals another, its complement or a constant, so a bit
//! is any edge to a latch or a constant.

use crate::aig::blast::{Blaster, Word};
use crate::aig::{Aig, Edge};
use crate::bv::Term;
use crate::cnf::tseitin::Root;
use crate::support::index::Idx;
use crate::system::{StateId, Transition, TransitionSystem};

/// See the module.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The graph.
    pub aig: Aig,
    /// What carries state from one step to the next.
    pub latches: Vec<Latch>,
    /// By state variable: its bits, over latches.
    pub state: Vec<Word>,
    /// By input.
    pub inputs: Vec<Word>,
    /// Hold in the first state.
    pub init: Vec<Edge>,
    /// Hold in every state.
    pub universal: Vec<Edge>,
    /// How a step is described.
    pub step: Step,
    /// Places in [`TransitionSystem::bad`] with their conditions.
    pub bad: Vec<(usize, Edge)>,
    /// The hint [`TransitionSystem::terminated`], unless it is constant.
    pub terminated: Option<Edge>,
    /// [`TransitionSystem::facts`].
    pub facts: Vec<Edge>,
    /// Places in [`TransitionSystem::predicates`] with their conditions.
    pub predicates: Vec<(usize, Edge)>,
}

/// An input of the graph that is a bit of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// The input, not complemented.
    pub bit: Edge,
    /// The state variable and which of its bits this is.
    pub owner: (StateId, u32),
}

/// How a step is described.
#[derive(Clone, Debug)]
pub enum Step {
    /// By conditions.
    Relation {
        /// By latch: the input that is this bit one step later.
        next: Vec<Edge>,
        /// Hold of every step.
        conjuncts: Vec<Edge>,
    },
    /// By latch: its next value.
    Function(Vec<Edge>),
}

impl Circuit {
    /// The bits of a system, with all its bad conditions or only the one at place `goal`.
    ///
    /// # Panics
    /// If `goal` is out of range, or a term mentions a symbol it may not: bugs of the caller.
    pub fn new(system: &TransitionSystem, goal: Option<usize>) -> Self {
        let mut blaster = Blaster::new(&system.terms);
        let symbol = |blaster: &mut Blaster<'_>, term: Term| {
            assert!(system.terms.as_symbol(term).is_some(), "states and inputs are symbols");
            blaster.bits(term).to_vec()
        };
        let state: Vec<Word> =
            system.states.iter().map(|s| symbol(&mut blaster, s.current)).collect();
        let inputs = system.inputs.iter().map(|&input| symbol(&mut blaster, input)).collect();
        let next: Vec<Edge> = match system.transition {
            Transition::Relation(_) => {
                system.states.iter().flat_map(|s| symbol(&mut blaster, s.next)).collect()
            }
            Transition::Functional(_) => Vec::new(),
        };
        let symbols = blaster.built.aig.inputs().len();
        let all = |blaster: &mut Blaster<'_>, terms: &[Term]| -> Vec<Edge> {
            terms.iter().map(|&term| blaster.bit(term)).collect()
        };
        let init = all(&mut blaster, &system.init);
        let universal = all(&mut blaster, &system.universal);
        let step = match &system.transition {
            Transition::Relation(conjuncts) => {
                Step::Relation { next, conjuncts: all(&mut blaster, conjuncts) }
            }
            Transition::Functional(values) => {
                assert_eq!(values.len(), system.states.len(), "a next value for each state");
                Step::Function(values.iter().flat_map(|&v| blaster.bits(v).to_vec()).collect())
            }
        };
        let places = match goal {
            Some(place) => place..place + 1,
            None => 0..system.bad.len(),
        };
        let bad = places.map(|i| (i, blaster.bit(system.bad[i].condition))).collect();
        let terminated =
            system.terminated.map(|term| blaster.bit(term)).filter(|e| !e.is_constant());
        let facts = all(&mut blaster, &system.facts);
        let predicates = (0..).zip(all(&mut blaster, &system.predicates)).collect();
        assert_eq!(symbols, blaster.built.aig.inputs().len(), "a term mentions a foreign symbol");
        let latches = state.iter().enumerate().flat_map(|(i, word)| {
            let owner = move |bit| (StateId::from_index(i), bit);
            word.iter().zip(0..).map(move |(&bit, place)| Latch { bit, owner: owner(place) })
        });
        let latches = latches.collect();
        let aig = blaster.built.aig;
        Self {
            aig,
            latches,
            state,
            inputs,
            init,
            universal,
            step,
            bad,
            terminated,
            facts,
            predicates,
        }
    }

    /// What the clauses will need.
    pub(super) fn roots(&self) -> Vec<Root> {
        let asserted = |edges: &[Edge]| edges.iter().copied().map(Root::Asserted).collect();
        let mut roots: Vec<Root> = asserted(&self.init);
        roots.extend::<Vec<Root>>(asserted(&self.universal));
        match &self.step {
            Step::Relation { conjuncts, .. } => roots.extend::<Vec<Root>>(asserted(conjuncts)),
            Step::Function(values) => {
                let gates = values.iter().filter(|value| !value.is_constant());
                roots.extend(gates.copied().map(Root::Literal));
            }
        }
        roots.extend(self.bad.iter().map(|bad| Root::Literal(bad.1)));
        roots.extend(self.terminated.map(Root::Literal));
        roots.extend::<Vec<Root>>(asserted(&self.facts));
        let predicates = self.predicates.iter().filter(|it| !it.1.is_constant());
        roots.extend(predicates.map(|it| Root::Literal(it.1)));
        // Every bit of the state has a literal.
        if self.bad.is_empty() || self.state.iter().flatten().any(|bit| bit.is_constant()) {
            roots.push(Root::Literal(Edge::FALSE));
        }
        roots
    }
}
