//! What is known of each goal after the results about it were checked.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::certify::replay::Run;
use crate::program::{Goal, GoalId, GoalKind, Program, Property, SourceFile};
use crate::report::Branch;
use crate::report::evidence::{self, Evidence, Proof, Resolved, Source, WithObjects};
use crate::support::IndexVec;
use crate::system::{Certificate, LocationInvariant, Trace};
use crate::verify::Verdict;

/// What is known of one goal.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Nothing yet.
    Open,
    /// It is reached, and the trace was replayed.
    Reached {
        /// Who found it.
        engine: String,
        /// The replayed run.
        run: Box<Run>,
        /// What the native run said.
        native: String,
        /// How conditions came out in it.
        branches: Vec<Branch>,
        /// Why the access to memory that it ends with is invalid.
        cause: Option<String>,
    },
    /// It can't be reached, and the certificate was checked.
    Unreachable {
        /// Who found it.
        engine: String,
        /// Index into [`Decisions::certificates`]; `None` if none is needed.
        certificate: Option<usize>,
    },
    /// There is a result of an engine, but its check did not come to an end: what
    /// became of it, in words.
    Unchecked(&'static str),
}

impl Decision {
    /// Whether an engine may still decide it.
    pub fn is_open(&self) -> bool {
        matches!(self, Decision::Open | Decision::Unchecked(_))
    }
}

/// Why a trace is not believed ([`Decision::Unchecked`]): the program with its objects does not
/// confirm it.
pub const NOT_FOLLOWED: &str = "needs elements of large objects that are not followed";
/// It could not be walked to its end.
pub const NO_CLOSED_FORM: &str = "of the closed form of a long loop ran out of time";
/// The same, or there was no time for another check.
pub const NO_TIME: &str = "ran out of time";
/// Native runs contradict an answer, or do not confirm it.
pub const MADE_UP: &str = "shows that it rests on the numbers of addresses, which may be others";

/// The trace is none with the numbers that this machine's library computes.
pub const COMPUTED: &str = "shows that it rests on what functions of the C library make of \
                            floating-point numbers (sin, exp, strtod, sprintf and their like), and no \
                            native run confirms it with the values of this machine";

/// The trace is one of a program that has made an address from a number.
pub const GUESSED: &str = "shows that it follows an address that was made from a number";

/// The trace is one that follows an address from outside of the program.
pub const LEFT: &str = "shows that it rests on a pointer from outside of the program, which may lead \
                        to an object of its own, also one that may be freed";

/// What was proved is proved of a program whose memory may be resolved wrongly.
pub const RESOLVED: &str = "could not confirm that memory was resolved into values rightly (please \
                            report it: this is a defect of llumc)";

/// The results that stand.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// What is known of each goal.
    pub goals: IndexVec<GoalId, Decision>,
    /// The certificates that were checked.
    pub certificates: Vec<Certificate>,
    /// The traces that were replayed.
    pub traces: Vec<Trace>,
    /// The inputs of the first violation, as a C file ([`native::reproducer`]).
    pub reproducer: Option<String>,
    /// Whether it was shown that memory was resolved rightly, if that was asked.
    pub resolved: Option<Resolved>,
    /// How answers were checked, in words.
    pub confirmations: Vec<String>,
    /// Whether nothing is proved, not even what folded: [`Self::doubt_proofs`].
    pub doubted: bool,
    /// Whether all that is open stays so: a violation is confirmed, and no more is asked for.
    pub stopped: bool,
    /// How many random native runs found nothing against the proofs.
    pub attack_runs: u64,
    /// What native replays took, the build for them included.
    pub replay_time: Duration,
    /// What the attack on proofs by native runs took, the build for it included.
    pub attack_time: Duration,
}

impl Decisions {
    /// Nothing is known of so many goals.
    pub fn new(goals: usize) -> Self {
        Self {
            goals: IndexVec::filled(Decision::Open, goals),
            certificates: vec![],
            traces: vec![],
            reproducer: None,
            resolved: None,
            confirmations: vec![],
            doubted: false,
            stopped: false,
            attack_runs: 0,
            replay_time: Duration::ZERO,
            attack_time: Duration::ZERO,
        }
    }

    /// What can be taken elsewhere, of these properties of the program, which was another one before
    /// its memory was resolved.
    pub fn evidence(
        &self,
        program: &Program,
        with_objects: Option<&Program>,
        properties: &[Property],
        verdict: Verdict,
    ) -> Evidence {
        let mut proofs: Vec<(Option<usize>, Proof)> = vec![];
        for (id, decision) in self.goals.iter_enumerated().filter(|_| !self.doubted) {
            let Decision::Unreachable { engine, certificate } = decision else { continue };
            if let Some((_, proof)) = proofs.iter_mut().find(|it| it.0 == *certificate) {
                proof.goals.push(id);
                continue;
            }
            // Who needs none shows the same with one that says nothing.
            let without = || Certificate::Inductive(LocationInvariant::default());
            let known = certificate.map_or_else(without, |place| self.certificates[place].clone());
            let (by, goals) = (engine.clone(), vec![id]);
            let proof = Proof { by, goals, certificate: known, without_identities: false };
            proofs.push((*certificate, proof));
        }
        let text = |file: &SourceFile| Some(Source::new(&file.path, file.text.as_deref()?));
        Evidence {
            format: evidence::FORMAT,
            tool: format!("llumc {}", env!("CARGO_PKG_VERSION")),
            verdict: verdict.to_string(),
            properties: properties.to_vec(),
            sources: program.sources.files.iter().filter_map(text).collect(),
            program: program.clone(),
            memory: with_objects.map(|it| self.with_objects(it)),
            proofs: proofs.into_iter().map(|it| it.1).collect(),
            traces: self.traces.clone(),
        }
    }

    fn with_objects(&self, program: &Program) -> WithObjects {
        let unasked = || Resolved::Trusted("no proof rests on it".to_owned());
        let resolved = self.resolved.clone().unwrap_or_else(unasked);
        WithObjects { program: program.clone(), resolved }
    }

    /// Whether a check was proved.
    pub fn has_proofs(&self) -> bool {
        self.goals.iter().any(|goal| matches!(goal, Decision::Unreachable { .. }))
    }

    /// The goals that may still be decided.
    pub fn open(&self) -> Vec<GoalId> {
        let goals = self.goals.iter_enumerated().filter(|_| !self.stopped);
        goals.filter(|(_, decision)| decision.is_open()).map(|goal| goal.0).collect()
    }

    /// A trace was replayed, and this is what is known of its goal now.
    pub fn reach(&mut self, trace: Trace, reached: Decision) {
        self.goals[trace.goal] = reached;
        self.traces.push(trace);
    }

    /// How memory was resolved was not validated, for this reason.
    pub fn trust_memory(&mut self, why: String) {
        self.confirm(format!("how memory was resolved into values is trusted: {why}"));
        self.resolved = Some(Resolved::Trusted(why));
    }

    /// No proof stands, for this reason.
    pub fn doubt_proofs(&mut self, why: &'static str) {
        let proved = |it: &&mut Decision| matches!(it, Decision::Unreachable { .. });
        self.goals.iter_mut().filter(proved).for_each(|it| *it = Decision::Unchecked(why));
        self.doubted = true;
    }

    /// Says how answers were checked, once.
    pub fn confirm(&mut self, text: String) {
        if !self.confirmations.contains(&text) {
            self.confirmations.push(text);
        }
    }

    /// The sites all of whose inlined copies were proved, and then those that folded, too; none
    /// if a path may lead to a point where a native run goes on but ours do not: one that is not
    /// modelled, or a violation that no native run sees.
    pub fn proved_sites(&self, program: &Program) -> Vec<u32> {
        let Program { goals, folded, .. } = program;
        let is_open = |id: GoalId, goal: &Goal| {
            let proved = matches!(self.goals[id], Decision::Unreachable { .. });
            let stops = match &goal.kind {
                GoalKind::Check(check) => !check.property.may_escape_native_runs(),
                GoalKind::Unsupported(_) | GoalKind::Bound(_) => false,
                // Runs go on there, if they are not to end.
                GoalKind::Cover(_) => true,
            };
            !proved && !stops
        };
        if goals.iter_enumerated().any(|(id, goal)| is_open(id, goal)) {
            return vec![];
        }
        let mut proved: BTreeMap<u32, bool> = BTreeMap::new();
        for (id, goal) in goals.iter_enumerated() {
            if let Some(site) = goal.site {
                let this = matches!(self.goals[id], Decision::Unreachable { .. });
                *proved.entry(site).or_insert(true) &= this;
            }
        }
        proved.retain(|_, proved| *proved);
        if !proved.is_empty() {
            // Of those some copies may be open.
            let folded = folded.iter().filter_map(|goal| goal.site);
            let others: BTreeSet<u32> = goals.iter().filter_map(|goal| goal.site).collect();
            proved.extend(folded.filter(|site| !others.contains(site)).map(|site| (site, true)));
        }
        proved.into_keys().collect()
    }
}
