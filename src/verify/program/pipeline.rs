//! From the input to the model that the engines get, with all that leads answers back.

use std::path::PathBuf;

use crate::analysis::filters::{self, Slack};
use crate::analysis::ranges::{self, Ranges};
use crate::certify::inductive;
use crate::cfa::accelerate::accelerate;
use crate::cfa::large::{self, Blocks};
use crate::cfa::single;
use crate::cfa::{Cfa, Edge, Location};
use crate::dimspec::build::{self, Built};
use crate::encode::{Encoded, automaton};
use crate::engine::EngineKind;
use crate::frontend::{self, Clang, Compiled, FrontendError, Options};
use crate::memory;
use crate::program::{BlockId, Followed, Program};
use crate::report::ModelReport;
use crate::support::Budget;
use crate::support::limits;
use crate::system::{LocationInvariant, Locations, predicates};
use crate::verify::Error;
use crate::verify::observer::Journal;

/// All stages of the pipeline before the engines.
pub struct Pipeline {
    /// The program, with its native form.
    pub compiled: Compiled,
    /// The program before its memory was resolved, if it has any.
    pub source: Option<Program>,
    /// The automaton of its single blocks.
    pub single: Cfa,
    /// Intervals and known bits of its variables.
    pub ranges: Ranges,
    /// The same with single elements of large objects, if that is what became the model.
    pub followed: Option<Followed>,
    /// The automaton that was encoded, with what is known of variables written into it.
    pub automaton: Cfa,
    /// The transition system, with what is known of variables written into it: it does what
    /// the program does in states that runs reach.
    pub encoded: Encoded,
    /// The locations of the transition system.
    pub locations: Locations,
    /// The model in bits.
    pub built: Built,
    /// The system and model with acceleration, if some loop qualifies.
    accelerated: Option<(Encoded, Built)>,
    /// Whether a path to a goal can lead through a loop.
    pub has_loops: bool,
}

/// How the program is encoded.
pub struct Encoding {
    /// Each step of the transition system takes so much.
    pub blocks: Blocks,
    /// Whether loops get accelerated edges.
    pub accelerate: bool,
    /// The time for intervals and known bits, if they are wanted.
    pub ranges: Option<Budget>,
}

impl Pipeline {
    /// Runs the stages for what the front end made. Intervals are computed if there is time
    /// for them.
    pub fn new(
        mut compiled: Compiled,
        followed: Option<Followed>,
        options: Encoding,
        journal: &dyn Journal,
    ) -> Self {
        journal.phase("memory was resolved");
        let source = (!compiled.program.is_flat()).then(|| compiled.program.clone());
        let program = followed.as_ref().map_or(compiled.program, |it| it.program.clone());
        compiled.program = resolve(program, &memory::Limits::default());
        journal.phase("intervals were computed");
        let single = single::build(&compiled.program);
        let ranges = match options.ranges {
            Some(budget) => known(&compiled.program, &single, &budget),
            None => Ranges::default(),
        };
        journal.phase("the program was encoded");
        let special = ranges.specialise(&single, options.blocks);
        let mut encoded = automaton::encode(&compiled.program, &special);
        encoded.system.predicates = predicates::comparisons(&encoded.system);
        let locations = automaton::locations(&special, &encoded.system);
        let built = build::build(&encoded.system, None);
        // Closed forms are those of the loops as they are.
        let cfa = large::summarise(&single, options.blocks);
        let is_long = |edge: &Edge| !ranges.has_few_iterations(&cfa, edge, limits::FEW_ITERATIONS);
        let wanted = |edge: &Edge| options.accelerate && is_long(edge);
        let accelerated = accelerate(&cfa, wanted).map(|cfa| {
            let encoded = automaton::encode(&compiled.program, &cfa);
            let built = build::build(&encoded.system, None);
            (encoded, built)
        });
        let has_loops = !cfa.loops().heads().is_empty();
        Self {
            compiled,
            source,
            single,
            ranges,
            followed,
            automaton: special,
            encoded,
            locations,
            built,
            accelerated,
            has_loops,
        }
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

    /// Whether engines step from or to a block; or no run gets there, so that it does not
    /// matter how often one would.
    pub fn is_location(&self, block: BlockId) -> bool {
        self.encoded.restore.locations.contains_key(&block) || !self.ranges.may_reach(block)
    }

    /// Keeps what is said at heads of loops.
    pub fn retain_heads(&self, invariant: &mut LocationInvariant) {
        let heads = self.heads();
        invariant.at.retain(|block, _| heads.contains(block));
    }

    /// The heads of loops.
    pub fn heads(&self) -> Vec<BlockId> {
        let heads = self.single.loops().heads().into_iter();
        let block = |head| match self.single.locations[head] {
            Location::Block(block) => Some(block),
            Location::Goal(_) | Location::End => None,
        };
        heads.filter_map(block).collect()
    }

    /// The names of the objects of which only single elements are followed.
    pub fn followed(&self) -> Vec<&str> {
        let Some(followed) = &self.followed else { return vec![] };
        let objects = &followed.program.memory.objects;
        followed.objects().map(|object| objects[object].name.as_str()).collect()
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

/// What is known of variables: by intervals, and if there are filters, also by what these keep, as
/// far as it is checked.
fn known(program: &Program, single: &Cfa, budget: &Budget) -> Ranges {
    let ranges = ranges::analyse(single, budget);
    for slack in [Slack(10), Slack(16)] {
        let Some(filters) = filters::find(single, slack, budget) else { break };
        let better = ranges::analyse_given(single, filters, budget);
        let budget = budget.at_most(limits::FILTERS_CHECK_TIME);
        if inductive::holds_by_bounds(program, &better.invariant(single), &budget) {
            return better;
        }
    }
    ranges
}

/// The program with its memory resolved into values, within these limits: what engines see
/// has no arrays.
///
/// # Errors
/// As the front end says.
pub fn compile(options: &Options, limits: &memory::Limits) -> Result<Compiled, Error> {
    let mut compiled = compile_only(options)?;
    compiled.program = resolve(compiled.program, limits);
    Ok(compiled)
}

/// The same of a program that the front end gave.
pub fn resolve(program: Program, limits: &memory::Limits) -> Program {
    memory::resolve(program, limits).end_tainted()
}

/// Runs the front end, and tells variables of earlier iterations of loops apart; its own failures are
/// internal errors, the user's are not.
///
/// # Errors
/// As the front end says.
pub fn compile_only(options: &Options) -> Result<Compiled, Error> {
    let compiled = frontend::compile(options).map_err(refused)?;
    Ok(Compiled { program: memory::tell_apart(compiled.program), ..compiled })
}

/// The files of a project's units that the program needs, in the order of the compile commands.
///
/// # Errors
/// As the front end says.
pub fn needed(options: &Options) -> Result<Vec<PathBuf>, Error> {
    frontend::needed(options, &Clang::default()).map_err(refused)
}

/// The module after the pass of this name, as text.
///
/// # Errors
/// As the front end says.
pub fn ir_after(options: &Options, pass: &str) -> Result<String, Error> {
    frontend::ir_after(options, pass).map_err(refused)
}

fn refused(error: FrontendError) -> Error {
    match error {
        FrontendError::Internal(_) => Error::internal(error),
        FrontendError::Input(_) | FrontendError::Tool(_) => Error::Input(error.into()),
    }
}
