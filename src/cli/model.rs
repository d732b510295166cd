//! From the input to the model that the engines get, with all that leads answers back.

use anyhow::Result;

use super::deadline::Deadline;
use super::exit::internal;
use crate::cfa::accelerate::accelerate;
use crate::cfa::large::{self, Blocks};
use crate::cfa::loops::LoopForest;
use crate::cfa::single;
use crate::dimspec::build::{self, Built};
use crate::encode::{Encoded, automaton};
use crate::engine::EngineKind;
use crate::frontend::{self, Compiled, FrontendError, Options};
use crate::memory::{self, follow::Followed};
use crate::program::{ObjectId, Program};
use crate::report::ModelReport;

/// All stages of the pipeline before the engines.
pub struct Pipeline {
    /// The program, with its native form.
    pub compiled: Compiled,
    /// The program before its memory was resolved, if it has any.
    pub source: Option<Program>,
    /// The objects of which only single elements are followed.
    pub followed: Vec<String>,
    /// The transition system.
    pub encoded: Encoded,
    /// The model in bits.
    pub built: Built,
    /// The system and model with acceleration, if some loop qualifies.
    accelerated: Option<(Encoded, Built)>,
    /// Whether a path to a goal can lead through a loop.
    pub has_loops: bool,
}

impl Pipeline {
    /// Runs the stages for what the front end made; each step of the transition system
    /// takes so much.
    pub fn new(
        mut compiled: Compiled,
        followed: Option<Followed>,
        blocks: Blocks,
        accelerated: bool,
        deadline: &Deadline,
    ) -> Self {
        deadline.phase("memory was resolved");
        let source = (!compiled.program.is_flat()).then(|| compiled.program.clone());
        let objects = followed.iter().flat_map(|followed| &followed.objects);
        let name = |&object: &ObjectId| compiled.program.memory.objects[object].name.clone();
        let names = objects.map(name).collect();
        compiled.program = resolve(followed.map_or(compiled.program, |it| it.program));
        deadline.phase("the program was encoded");
        let cfa = large::summarise(&single::build(&compiled.program), blocks);
        let encoded = automaton::encode(&compiled.program, &cfa);
        let built = build::build(&encoded.system, None);
        let accelerated = accelerate(&cfa).filter(|_| accelerated).map(|cfa| {
            let encoded = automaton::encode(&compiled.program, &cfa);
            let built = build::build(&encoded.system, None);
            (encoded, built)
        });
        let has_loops = !LoopForest::new(&cfa).heads().is_empty();
        Self { compiled, source, followed: names, encoded, built, accelerated, has_loops }
    }

    /// The system and the model that an engine gets. Acceleration helps to find runs, not
    /// invariants: with it there are no other states but more ways between them. The runs
    /// without it are among the others, so when all have ended, those have.
    pub fn of(&self, engine: EngineKind) -> (&Encoded, &Built) {
        match (engine, &self.accelerated) {
            (EngineKind::Unroll, Some((encoded, built))) => (encoded, built),
            _ => (&self.encoded, &self.built),
        }
    }

    /// The size of the model.
    pub fn size(&self) -> ModelReport {
        let states = &self.encoded.system.states;
        let spec = &self.built.model.spec;
        ModelReport {
            blocks: self.compiled.program.blocks.len(),
            state_variables: states.len(),
            state_bits: states
                .iter()
                .map(|s| self.encoded.system.terms.width(s.current) as usize)
                .sum(),
            cnf_variables: spec.num_vars,
            clauses: spec.init.len() + spec.universal.len() + spec.goal.len() + spec.trans.len(),
        }
    }
}

/// The program as the engines see it: its memory is resolved into values.
///
/// # Errors
/// As the front end says.
pub fn compile(options: &Options) -> Result<Compiled> {
    let mut compiled = compile_only(options)?;
    compiled.program = resolve(compiled.program);
    Ok(compiled)
}

fn resolve(program: Program) -> Program {
    memory::resolve(program, &memory::Limits::default()).confine()
}

/// Runs the front end; its own failures are internal errors, the user's are not.
///
/// # Errors
/// As the front end says.
pub fn compile_only(options: &Options) -> Result<Compiled> {
    frontend::compile(options).map_err(|error| match error {
        FrontendError::Internal(_) => internal(error),
        _ => error.into(),
    })
}
