//! Generalisation: from a blocked cube to a larger one that is blocked as well.
//!
//! The minimal inductive clause by dropping literals (Bradley: SAT-Based Model Checking
//! without Unrolling, VMCAI 2011), with counterexamples to generalisation (Hassan,
//! Bradley, Somenzi: Better Generalization in IC3, FMCAD 2013): a state that stops a
//! literal from being dropped is blocked itself one level below, a few times, before
//! the dropping is given up or, as in `ctgDown`, the cube is joined with it. That is
//! done only for obligations that were blocked many times before (effort by need: Su,
//! Yang, Ci, Extended CTG Generalization and Dynamic Adjustment of Generalization
//! Strategies in IC3, 2025; here by one threshold): on most programs it
//! costs more than it gives. Queries that only serve generalisation are limited in
//! conflicts, so that a multiplier or divider doesn't hold up the search.
//!
//! Literals are tried in the order of rising activity (how often they stood in recent
//! lemmas), so that lemmas of one shape come about. Initiation is a query where unit
//! propagation doesn't decide it: I may be any CNF.

use super::cube::Cube;
use super::{Ic3, Technique};
use crate::cnf::Lit;
use crate::sat::Answer;
use crate::support::StopReason;

/// Counterexamples to generalisation blocked for one literal.
const MAX_CTGS: usize = 3;
/// Literals that may fail to be dropped in a row before the rest is kept.
const MAX_FAILURES: usize = 50;
/// The factor by which the weight of a new lemma's literals grows.
const GROWTH: f64 = 1.05;

/// How often each literal stood in lemmas, later ones counting more.
pub(super) struct Activity {
    scores: Vec<f64>,
    weight: f64,
}

impl Activity {
    /// All equal but for small differences drawn from the seed; seed 0 draws none.
    pub fn new(num_vars: u32, seed: u64) -> Self {
        let mut state = seed;
        let mut draw = || {
            // xorshift64, George Marsaglia: Xorshift RNGs, 2003. Zero stays zero.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 * 1e-9
        };
        Activity { scores: (0..2 * num_vars as usize + 2).map(|_| draw()).collect(), weight: 1.0 }
    }

    fn bump(&mut self, cube: &Cube) {
        self.weight *= GROWTH;
        for lit in cube.lits() {
            self.scores[lit.code()] += self.weight;
        }
        if self.weight > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.weight *= 1e-100;
        }
    }

    /// The literals, least active first.
    fn order(&self, cube: &[Lit]) -> Vec<Lit> {
        let mut lits = cube.to_vec();
        lits.sort_by(|a, b| self.scores[a.code()].total_cmp(&self.scores[b.code()]).then(a.cmp(b)));
        lits
    }
}

impl Ic3<'_, '_> {
    /// After a step query with `cube` failed: the literals that were needed, and such
    /// that keep initial states out.
    pub(super) fn core(&mut self, cube: &[Lit]) -> Result<Vec<Lit>, StopReason> {
        let mut core = self.queries.step_core(cube);
        if self.queries.meets_initial(&core)? {
            // `cube` meets no initial state, so the query gives a core.
            let meets = self.queries.meets_initial(cube)?;
            debug_assert!(!meets, "a cube to be blocked meets I");
            core.extend(self.queries.initial_core(cube));
            core.sort_unstable();
            core.dedup();
        }
        Ok(core)
    }

    /// Shrinks `cube`, which no step from `F_{level-1}` outside of it enters, and adds
    /// the lemma at the highest level that it holds at; returns that level. With
    /// counterexamples to generalisation if `ctg`.
    pub(super) fn generalise(
        &mut self,
        cube: Vec<Lit>,
        level: usize,
        ctg: bool,
    ) -> Result<usize, StopReason> {
        let mut cube = cube;
        let mut kept: Vec<Lit> = Vec::new();
        let mut failures = 0;
        let order = match self.config.ic3.uses(Technique::Activity) {
            true => self.activity.order(&cube),
            false => cube.clone(),
        };
        for lit in order {
            if failures >= MAX_FAILURES || !cube.contains(&lit) {
                continue;
            }
            let smaller = cube.iter().copied().filter(|&other| other != lit).collect();
            match self.down(smaller, level, &kept, ctg)? {
                Some(smaller) => (cube, failures) = (smaller, 0),
                None => {
                    kept.push(lit);
                    failures += 1;
                }
            }
        }
        let mut level = level;
        while level < self.frames.top()
            && self.queries.try_step(level, &cube, true)? == Answer::Unsat
        {
            cube = self.core(&cube)?;
            level += 1;
        }
        let cube = Cube::new(cube);
        self.activity.bump(&cube);
        self.add_lemma(&cube, level)?;
        Ok(level)
    }

    /// Looks for a cube within the literals of `cube`, containing `kept`, that can be
    /// blocked at `level`.
    fn down(
        &mut self,
        cube: Vec<Lit>,
        level: usize,
        kept: &[Lit],
        ctg: bool,
    ) -> Result<Option<Vec<Lit>>, StopReason> {
        let mut cube = cube;
        let mut ctgs = 0;
        loop {
            if self.queries.try_initial(&cube)? != Answer::Unsat {
                return Ok(None);
            }
            match self.queries.try_step(level - 1, &cube, true)? {
                Answer::Unsat => return Ok(Some(self.core(&cube)?)),
                Answer::Sat if ctg => {}
                Answer::Sat | Answer::Interrupted => return Ok(None),
            }
            let joined: Vec<Lit> =
                cube.iter().copied().filter(|&lit| self.queries.step_value(lit)).collect();
            if ctgs < MAX_CTGS && level > 1 {
                let state = self.lift_step(&cube)?.cube;
                if !self.queries.meets_initial(state.lits())?
                    && self.queries.try_step(level - 2, state.lits(), true)? == Answer::Unsat
                {
                    ctgs += 1;
                    let core = self.core(state.lits())?;
                    self.generalise(core, level - 1, false)?;
                    continue;
                }
            }
            ctgs = 0;
            if !kept.iter().all(|lit| joined.contains(lit)) {
                return Ok(None);
            }
            cube = joined;
        }
    }
}
