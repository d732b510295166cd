//! Model files of any format that is read, told apart by what is in them.

use std::path::Path;

use super::btor2::Btor2;
use super::sequential::Sequential;
use super::text::{ReadError, read_whole};
use super::{aiger, btor2, relation};
use crate::bv::Term;
use crate::dimspec::DimSpec;
use crate::system::TransitionSystem;

/// A model as it was read.
#[derive(Clone, Debug)]
pub enum ModelFile {
    /// Four CNFs.
    DimSpec(DimSpec),
    /// AIGER.
    Aiger(TransitionSystem),
    /// BTOR2.
    Btor2(Btor2),
}

/// Reads a model file, compressed with gzip or not.
///
/// # Errors
/// If it can't be read, or is malformed.
pub fn read_file(path: &Path) -> Result<ModelFile, ReadError> {
    read(&read_whole(path)?)
}

/// Reads a model.
///
/// # Errors
/// If it is malformed.
pub fn read(data: &[u8]) -> Result<ModelFile, ReadError> {
    match kind(data) {
        Kind::Aiger => aiger::read::read(data).map(ModelFile::Aiger),
        Kind::Btor2 => btor2::read::read(data).map(ModelFile::Btor2),
        Kind::DimSpec => crate::dimspec::read::read(data).map(ModelFile::DimSpec),
    }
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Four CNFs, or nothing that is known.
    DimSpec,
    /// AIGER.
    Aiger,
    /// BTOR2.
    Btor2,
}

/// What a file is by its first line: AIGER and BTOR2 begin as no DimSpec does.
pub fn kind(data: &[u8]) -> Kind {
    if data.starts_with(b"aag ") || data.starts_with(b"aig ") {
        return Kind::Aiger;
    }
    let lines = data.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty());
    match first.map(|line| line[0]) {
        Some(b';' | b'0'..=b'9') => Kind::Btor2,
        _ => Kind::DimSpec,
    }
}

impl ModelFile {
    /// The system that the file describes.
    pub fn system(&self) -> TransitionSystem {
        match self {
            ModelFile::DimSpec(spec) => relation::system(spec),
            ModelFile::Aiger(system) => system.clone(),
            ModelFile::Btor2(model) => model.system.clone(),
        }
    }
}

/// Reads `data` and, if it is a model, checks that it can be written as AIGER and BTOR2 and
/// read again with the same variables: the property that fuzzing looks for violations of.
///
/// # Panics
/// If it can not.
pub fn fuzz(data: &[u8]) {
    /// Larger words take long to become bits.
    const WIDEST: u64 = 256;
    let Ok(file) = read(data) else { return };
    let system = file.system();
    let widths = (0..system.terms.len()).map(|i| system.terms.width(Term(i as u32)));
    if widths.map(u64::from).any(|width| width > WIDEST) || system.terms.len() > 5000 {
        return;
    }
    let bad: Vec<usize> = (0..system.bad.len()).collect();
    let sequential = Sequential::new(&system, &bad);
    let registers = sequential.registers.len();
    let mut text = Vec::new();
    btor2::write::write(&sequential, &[], &mut text).expect("memory takes everything");
    let again = btor2::read::read(&text).expect("what we wrote is BTOR2");
    assert_eq!(again.system.states.len(), registers);
    for style in [aiger::Style::Ascii, aiger::Style::Binary] {
        let mut text = Vec::new();
        aiger::write::write(&sequential, style, &[], &mut text).expect("memory takes everything");
        let again = aiger::read::read(&text).expect("what we wrote is AIGER");
        let bits = sequential.registers.iter().map(|r| sequential.terms.width(r.current));
        assert_eq!(again.states.len(), bits.sum::<u32>() as usize);
    }
}
