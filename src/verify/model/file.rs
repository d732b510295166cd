//! A model file as engines and checkers see it, and answers about it in its format's words.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::path::Path;

use anyhow::{Context, Result};

use crate::certify::dimspec::{
    BadTrace, check_cover, check_exhausted, check_invariant, check_k_inductive, check_trace,
};
use crate::certify::system::{BadRun, check_run, simulate};
use crate::certify::{self, CertifyError};
use crate::cnf::Lit;
use crate::dimspec::build::{self, Built};
use crate::dimspec::{BitMap, BitTrace, Model};
use crate::engine::Proof;
use crate::formats::answer::{read_invariant, write_cover, write_invariant, write_solution};
use crate::formats::file::{ModelFile, read_file};
use crate::formats::invariant::witness;
use crate::formats::text::read_whole;
use crate::formats::{aiger, btor2, invariant};
use crate::relations::Relations;
use crate::support::Budget;
use crate::sweep::{self, Swept};
use crate::system::{ProofLit, TransitionSystem, WordState, predicates};
use crate::verify::options::InvariantForm;

/// A model file with what engines get.
pub struct Loaded {
    /// The file.
    pub file: ModelFile,
    /// The file in bits, with what is known of it as facts.
    pub model: Model,
    /// The system on words and the bits of its variables, unless the file is a DimSpec.
    pub words: Option<(TransitionSystem, BitMap)>,
    /// What engines work on, if that is smaller.
    swept: Option<Swept>,
    /// What sweeping and relations between words say, as clauses that proofs may contain.
    facts: Vec<Vec<Lit>>,
    /// Whether the facts were checked.
    known: Cell<bool>,
    /// The last lemmas of k-induction that were found to be an invariant.
    stood: RefCell<Vec<Vec<Lit>>>,
}

/// A run to a goal of the file.
#[derive(Clone, Debug)]
pub enum Run {
    /// Of a DimSpec.
    Bits(BitTrace),
    /// Of a system on words.
    Words(Vec<WordState>),
}

/// Why a trace of an engine or a witness is wrong.
#[derive(Debug, thiserror::Error)]
pub enum WrongTrace {
    /// On clauses.
    #[error(transparent)]
    Clauses(#[from] BadTrace),
    /// On words.
    #[error(transparent)]
    Words(#[from] BadRun),
}

impl Loaded {
    /// Reads a file of any format that is known.
    ///
    /// # Errors
    /// If it can't be read or is malformed.
    pub fn read(path: &Path) -> Result<Self> {
        let file = read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (model, words) = match &file {
            ModelFile::DimSpec(spec) => (Model::from(spec.clone()), None),
            ModelFile::Aiger(_) | ModelFile::Btor2(_) => {
                let mut system = file.system();
                system.predicates = predicates::comparisons(&system);
                let Built { model, map } = build::build(&system, None);
                (model, Some((system, map)))
            }
        };
        Ok(Self {
            file,
            model,
            words,
            swept: None,
            facts: vec![],
            known: Cell::new(false),
            stood: RefCell::default(),
        })
    }

    /// Looks for a smaller model for the engines, in which states differ if those of the file
    /// do, if `exact`.
    pub fn sweep(&mut self, exact: bool, budget: &Budget) {
        let Some((system, map)) = &self.words else { return };
        self.swept = sweep::sweep(system, None, exact, budget);
        for clause in self.swept.iter().flat_map(|swept| &swept.facts) {
            let clause: Vec<Lit> = clause.iter().map(|&lit| map.lit(lit)).collect();
            self.model.facts.push(clause.iter().copied());
            self.facts.push(clause);
        }
    }

    /// Makes the model anew, with relations between words as facts, and orders that are open as
    /// predicates. What sweeping found is forgotten.
    pub fn learn(&mut self, relations: Relations) {
        let Some((mut system, _)) = self.words.take() else { return };
        let places = system.predicates.len()..;
        system.terms = relations.terms;
        system.predicates.extend(&relations.facts);
        system.predicates.extend(relations.open);
        system.facts.extend(&relations.facts);
        let Built { model, map } = build::build(&system, None);
        let facts = places.zip(relations.facts).filter_map(|(place, _)| map.predicate(place));
        self.facts = facts.map(|fact| vec![fact]).collect();
        (self.model, self.swept, self.words) = (model, None, Some((system, map)));
        self.known.set(false);
        self.stood.take();
    }

    /// What engines work on.
    pub fn engines_model(&self) -> &Model {
        self.swept.as_ref().map_or(&self.model, |swept| &swept.built.model)
    }

    /// How many state bits were merged with others or constants, and how many dropped.
    pub fn swept_bits(&self) -> (usize, usize) {
        self.swept.as_ref().map_or((0, 0), |swept| (swept.merged, swept.dropped))
    }

    /// The run of the file that a trace of the engines' model is.
    pub fn run(&self, trace: BitTrace) -> Run {
        let Some((system, map)) = &self.words else { return Run::Bits(trace) };
        let Some(swept) = &self.swept else { return Run::Words(map.words(&trace)) };
        let words = swept.words(&trace);
        // Bits that don't matter are not in the model.
        let whole = words.first().and_then(|first| {
            let inputs = words.iter().map(|state| state.inputs.clone()).collect();
            simulate(system, first.states.clone(), inputs)
        });
        Run::Words(whole.unwrap_or(words))
    }

    /// The proof about the file that one about the engines' model is. An invariant contains the
    /// model's facts, and so do the lemmas of k-induction; proofs of other kinds hold given
    /// them. `None` if it speaks of more than state.
    pub fn proof(&self, proof: Proof) -> Option<Proof> {
        let Some((_, map)) = &self.words else { return Some(proof) };
        let back = |clause: &Vec<Lit>| -> Option<Vec<Lit>> {
            let Some(swept) = &self.swept else { return Some(clause.clone()) };
            let lits = swept.built.map.clause(clause)?;
            Some(lits.into_iter().map(|lit| map.lit(lit)).collect())
        };
        let with_facts = |clauses: &[Vec<Lit>]| -> Option<Vec<Vec<Lit>>> {
            let facts = self.facts.iter().map(|clause| Some(clause.clone()));
            facts.chain(clauses.iter().map(back)).collect()
        };
        Some(match proof {
            Proof::Inductive(clauses) => Proof::Inductive(with_facts(&clauses)?),
            Proof::Cover(cubes) => Proof::Cover(cubes.iter().map(back).collect::<Option<_>>()?),
            Proof::KInductive { k, simple_path, lemmas } => {
                Proof::KInductive { k, simple_path, lemmas: with_facts(&lemmas)? }
            }
            Proof::Exhausted { .. } => proof,
            // There is no automaton.
            Proof::Formulas(_) => return None,
        })
    }

    /// Checks a run that an engine found.
    ///
    /// # Errors
    /// If it is none.
    pub fn check_run(&self, goal: usize, run: &Run) -> Result<(), WrongTrace> {
        match (&self.words, run) {
            (Some((system, _)), Run::Words(words)) => check_run(system, goal, words)?,
            (_, Run::Bits(trace)) => check_trace(&self.model, goal, trace)?,
            (None, Run::Words(_)) => return Err(BadTrace::Empty.into()),
        }
        Ok(())
    }

    /// Checks a proof about the file: an invariant on words, where there are any, proofs of
    /// other kinds on clauses, given the model's facts, which are checked first.
    ///
    /// # Errors
    /// See [`CertifyError`].
    pub fn check_proof(
        &self,
        goals: &[usize],
        proof: &Proof,
        budget: &Budget,
    ) -> Result<(), CertifyError> {
        let given = matches!(proof, Proof::Cover(_) | Proof::Exhausted { .. });
        if given && !self.facts.is_empty() && !self.known.get() {
            self.check_invariant(&[], &self.facts, budget)?;
            self.known.set(true);
        }
        let model = match given {
            true => &self.model.with_facts(),
            false => &Cow::Borrowed(&self.model),
        };
        match *proof {
            Proof::Inductive(ref clauses) => return self.check_invariant(goals, clauses, budget),
            Proof::Cover(ref cubes) => check_cover(model, goals, cubes, budget)?,
            Proof::Exhausted { steps } => check_exhausted(model, goals, steps, budget)?,
            Proof::KInductive { k, simple_path, ref lemmas } => {
                if !lemmas.is_empty() && *self.stood.borrow() != *lemmas {
                    self.check_invariant(&[], lemmas, budget)?;
                    self.stood.replace(lemmas.clone());
                }
                check_k_inductive(&model.given(lemmas), goals, k, simple_path, budget)?
            }
            Proof::Formulas(_) => unreachable!("no engine on a model proves so"),
        };
        Ok(())
    }

    /// Checks clauses over the model's variables.
    ///
    /// # Errors
    /// See [`CertifyError`].
    pub fn check_invariant(
        &self,
        goals: &[usize],
        clauses: &[Vec<Lit>],
        budget: &Budget,
    ) -> Result<(), CertifyError> {
        match self.words.as_ref().and_then(|(system, map)| {
            let words: Option<Vec<Vec<ProofLit>>> =
                clauses.iter().map(|clause| map.clause(clause)).collect();
            Some((system, words?))
        }) {
            Some((system, words)) => {
                certify::system::check_invariant(system, goals, &words, budget)?;
            }
            None => {
                check_invariant(&self.model, goals, clauses, budget)?;
            }
        }
        Ok(())
    }

    /// Clauses over the bits that invariants speak of, in a form of choice.
    pub fn invariant_text(&self, clauses: &[Vec<Lit>], form: InvariantForm) -> Vec<u8> {
        let format = match form {
            InvariantForm::Clauses => {
                return write_invariant(self.variables(), clauses).into_bytes();
            }
            InvariantForm::Format(format) => Some(format),
            InvariantForm::Witness(_) => None,
        };
        let system = self.file.system();
        let parameters = invariant::parameters(&self.file, &system);
        let by = format!("by llumc {}", env!("CARGO_PKG_VERSION"));
        let mut text = vec![];
        let written = match (format, form) {
            (Some(format), _) => {
                let comments = [format!("an invariant, {by}")];
                invariant::write(&system, &parameters, clauses, format, &comments, &mut text)
            }
            (None, InvariantForm::Witness(style)) => {
                let comments = [format!("WITNESS of all properties, {by}")];
                witness::write(&system, &parameters, clauses, style, &comments, &mut text)
            }
            (None, _) => Ok(()),
        };
        written.expect("memory can be written");
        text
    }

    /// Whether invariants of the file can be written in a form.
    pub fn has_form(&self, form: InvariantForm) -> bool {
        !matches!((&self.file, form), (ModelFile::DimSpec(_), InvariantForm::Witness(_)))
    }

    /// Reads an invariant in any format and checks that it excludes all goals.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn certify_invariant(
        &self,
        path: &Path,
        budget: &Budget,
    ) -> Result<Result<(), CertifyError>> {
        let reading = || format!("cannot read {}", path.display());
        let data = read_whole(path).with_context(reading)?;
        let goals: Vec<usize> = (0..self.model.goals.len()).collect();
        Ok(match invariant::Format::found(&data) {
            None => {
                let clauses = read_invariant(&data, self.variables()).with_context(reading)?;
                self.check_invariant(&goals, &clauses, budget)
            }
            Some(format) => {
                let system = self.file.system();
                let parameters = invariant::parameters(&self.file, &system);
                let read = invariant::read(&data, format, &system, &parameters);
                let read = read.with_context(reading)?;
                certify::system::check_inductive(&system, &goals, read, budget).map(|_| ())
            }
        })
    }

    /// How many variables an invariant's text speaks of: those of a DimSpec, else the bits
    /// of state variables.
    pub fn variables(&self) -> u32 {
        let bits = self.words.as_ref().map(|(_, map)| map.state_bits());
        bits.map_or(self.model.spec.num_vars, |bits| u32::try_from(bits).expect("DIMACS numbers"))
    }

    /// That a goal is reached, as the tools of the file's format print it.
    pub fn reached(&self, goal: usize, run: &Run) -> String {
        match (&self.file, run) {
            (ModelFile::Btor2(model), Run::Words(words)) => {
                btor2::witness::write(model, goal, words)
            }
            (_, Run::Words(words)) => aiger::witness::write(goal, words),
            (_, Run::Bits(trace)) => write_solution(self.model.spec.num_vars, trace),
        }
    }

    /// That a goal can't be reached, as the tools of the file's format print it; for a
    /// DimSpec the proof of the engine, of which there always is one.
    pub fn unreachable(&self, goal: usize, proof: Option<&Proof>) -> String {
        match (&self.file, proof) {
            (ModelFile::Aiger(_), _) => aiger::witness::write_unreachable(goal),
            (ModelFile::Btor2(_), _) => btor2::witness::write_unreachable(goal),
            (ModelFile::DimSpec(_), Some(Proof::Inductive(clauses))) => {
                write_invariant(self.variables(), clauses)
            }
            (ModelFile::DimSpec(_), None) => unreachable!("only engines prove of clauses"),
            (ModelFile::DimSpec(_), Some(Proof::Cover(cubes))) => {
                write_cover(self.variables(), cubes)
            }
            (ModelFile::DimSpec(_), Some(Proof::Exhausted { steps })) => {
                format!("exhausted {steps}\n")
            }
            (ModelFile::DimSpec(_), Some(Proof::KInductive { k, simple_path, lemmas })) => {
                let given = match &lemmas[..] {
                    [] => String::new(),
                    lemmas => write_invariant(self.variables(), lemmas),
                };
                let paths = if *simple_path { " simple-path" } else { "" };
                format!("{given}k-inductive {k}{paths}\n")
            }
            (ModelFile::DimSpec(_), Some(Proof::Formulas(_))) => {
                unreachable!("no engine on a model proves so")
            }
        }
    }

    /// What begins a comment in the output.
    pub fn comment(&self) -> &'static str {
        match self.file {
            ModelFile::Btor2(_) => ";",
            ModelFile::Aiger(_) | ModelFile::DimSpec(_) => "c",
        }
    }
}
