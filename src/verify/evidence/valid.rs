//! What evidence must be before anything uses it, for anybody may have written it: what it refers to
//! is there, and widths fit. Constants and terms on their own were looked at when they were read
//! ([`crate::bv::Value`], [`crate::bv::TermStore`]).

use crate::bv::Sort;
use crate::certify::formulas;
use crate::program::Program;
use crate::report::evidence::{Evidence, Resolved, WithObjects};
use crate::support::limits;
use crate::system::{Certificate, LocationInvariant, Trace};

/// Says in a sentence what is wrong with it, if something is.
pub fn validate(evidence: &Evidence) -> Result<(), String> {
    if evidence.properties.is_empty() {
        return Err("it names no property".to_owned());
    }
    let program = &evidence.program;
    flat(program, Program::validate)?;
    if let Some(memory) = &evidence.memory {
        objects(memory)?;
    }
    for (place, proof) in evidence.proofs.iter().enumerate() {
        certificate(program, &proof.certificate)
            .map_err(|what| format!("proof {}: {what}", place + 1))?;
    }
    for (place, found) in evidence.traces.iter().enumerate() {
        trace(program, found).map_err(|what| format!("trace {}: {what}", place + 1))?;
    }
    Ok(())
}

/// A program in which values are words, and no operation is on memory.
fn flat(
    program: &Program,
    validate: fn(&Program) -> Result<(), Vec<String>>,
) -> Result<(), String> {
    validate(program).map_err(|errors| errors.join("; "))?;
    if !program.is_flat() {
        return Err("the program has operations on memory".to_owned());
    }
    words(program)
}

fn words(program: &Program) -> Result<(), String> {
    let mut values = program.values.iter_enumerated();
    values.try_for_each(|(id, value)| is_word(value.sort).map_err(|what| format!("{id} is {what}")))
}

/// A program with objects, and the one that it became. What else claims must be is looked at where
/// they are checked.
fn objects(memory: &WithObjects) -> Result<(), String> {
    let WithObjects { program, resolved } = memory;
    let is_right = |program: &Program| {
        program.validate().map_err(|errors| format!("with objects: {}", errors.join("; ")))?;
        words(program)
    };
    is_right(program)?;
    match resolved {
        Resolved::Shown { followed, claims } => {
            followed.iter().try_for_each(|followed| is_right(&followed.program))?;
            flat(&claims.resolved, Program::validate_with_gaps)
                .map_err(|what| format!("the resolved program: {what}"))
        }
        Resolved::Trusted(_) => Ok(()),
    }
}

/// Programs and proofs have arrays only where they are exported.
fn is_word(sort: Sort) -> Result<(), String> {
    match sort {
        Sort::Word(width) if width <= limits::EVIDENCE_WIDTH => Ok(()),
        Sort::Word(width) => Err(format!("a word of {width} bits, which is too wide")),
        Sort::Array { .. } => Err("an array".to_owned()),
    }
}

fn certificate(program: &Program, certificate: &Certificate) -> Result<(), String> {
    match certificate {
        Certificate::Inductive(it) | Certificate::Exhausted { auxiliary: it, .. } => {
            invariant(program, it)
        }
        Certificate::KInductive { k, auxiliary, .. } => match *k <= limits::EVIDENCE_STEPS {
            true => invariant(program, auxiliary),
            false => Err(format!("{k} steps are too many")),
        },
    }
}

fn invariant(program: &Program, invariant: &LocationInvariant) -> Result<(), String> {
    for (term, sort) in invariant.terms.sorts() {
        is_word(sort).map_err(|what| format!("{term} is {what}"))?;
    }
    formulas::check(program, invariant).map_err(|what| what.to_string())?;
    for &block in invariant.at.keys() {
        if program.blocks.get(block).is_none() {
            return Err(format!("it speaks of {block}, which does not exist"));
        }
        // Also where the check may never ask.
        formulas::mentioned(invariant, block).map_err(|what| what.to_string())?;
    }
    Ok(())
}

fn trace(program: &Program, trace: &Trace) -> Result<(), String> {
    let is_unknown = |block| program.blocks.get(block).is_none();
    match trace.steps.iter().find(|step| is_unknown(step.block)) {
        Some(step) => Err(format!("it passes {}, which does not exist", step.block)),
        None => Ok(()),
    }
}
