//! Writes the folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{CONDITIONS, MAIN, OBJECTS, Of, PROGRAM, condition};
use crate::certify::memory::{Validation, validate_keeping};
use crate::certify::{CertifyError, Checker, Kept};
use crate::report::evidence::{Evidence, Proof, Resolved, WithObjects};
use crate::support::hash::{hex, sha256};
use crate::support::{Budget, limits};

/// The file that says what is what.
const READ_ME: &str = "README.txt";

/// What is in the folder.
const README: &str = "\
What the verdict in evidence.json rests on, to be checked without believing who found it.

llumc certify DIR    checks everything here again, without any engine: that the conditions are
                     those of the program and its certificates, that their refutations are
                     right, and that traces lead to what they claim.

program.txt          the program: inlined, with explicit checks, memory resolved into values.
objects.txt          the same before memory was resolved: with objects and their bytes, if it has
                     any. That proofs of the first are proofs of it the conditions memory-* show,
                     if there are any; also where only single elements of large objects were
                     followed, which are any.
                     That it is the meaning of the C sources is not shown here; see
                     docs/TRUST.md of llumc.
conditions/*.smt2    the conditions. Any SMT solver must say unsat, as in
                     z3 conditions/1-1.smt2
conditions/*.cnf     the same as clauses, with a refutation in conditions/*.lrat. Any checker of
                     LRAT proofs must accept it, as in
                     lrat-check conditions/1-1.cnf conditions/1-1.lrat
";

/// Writes evidence into a new or empty folder.
///
/// # Errors
/// If it has something in it, a file can't be written, or a condition was not refuted within the
/// budget.
pub fn write(evidence: &Evidence, folder: &Path, budget: &Budget) -> Result<()> {
    begin(folder)?;
    fs::write(folder.join(READ_ME), README)?;
    fs::write(folder.join(PROGRAM), evidence.program.to_string())?;
    let mut proofs = vec![];
    for (place, proof) in evidence.proofs.iter().enumerate() {
        let (without_identities, kept) = conditions(evidence, proof, budget)
            .with_context(|| format!("a proof of {}", proof.by))?;
        proofs.push(Proof { without_identities, ..proof.clone() });
        write_all(folder, Of::Proof(place), kept)?;
    }
    let mut evidence = Evidence { proofs, ..evidence.clone() };
    if let Some(memory) = &mut evidence.memory {
        fs::write(folder.join(OBJECTS), memory.program.to_string())?;
        match of_memory(memory, budget)? {
            Ok(kept) => write_all(folder, Of::Memory, kept)?,
            Err(why) => memory.resolved = Resolved::Trusted(why),
        }
    }
    Ok(fs::write(folder.join(MAIN), serde_json::to_vec(&evidence)?)?)
}

/// Writes conditions, each in its files.
fn write_all(folder: &Path, of: Of, kept: Kept) -> Result<()> {
    for (at, kept) in kept.conditions.into_iter().enumerate() {
        let file = |end| condition(folder, (of, at), end);
        if let Some(script) = kept.smtlib {
            fs::write(file("smt2"), script)?;
        }
        fs::write(file("cnf"), kept.clauses)?;
        fs::write(file("lrat"), kept.refutation)?;
    }
    Ok(())
}

/// The conditions of how memory was resolved, or why there are none.
fn of_memory(memory: &WithObjects, budget: &Budget) -> Result<Result<Kept, String>> {
    let (followed, claims) = match &memory.resolved {
        Resolved::Shown { followed, claims } => (followed, claims),
        Resolved::Trusted(why) => return Ok(Err(why.clone())),
    };
    let budget = budget.at_most(limits::EVIDENCE_TIME);
    Ok(match validate_keeping(&memory.program, followed.as_deref(), claims, &budget)? {
        Validation::Holds(solvers) => Ok(*solvers.kept.unwrap_or_default()),
        Validation::Open(why) => Err(why.to_string()),
    })
}

/// Makes the folder.
fn begin(folder: &Path) -> Result<()> {
    let conditions = folder.join(CONDITIONS);
    fs::create_dir_all(&conditions)
        .with_context(|| format!("cannot make the folder {}", conditions.display()))?;
    if fs::read_dir(folder)?.count() > 1 || fs::read_dir(conditions)?.count() > 0 {
        bail!("there is something in {} already", folder.display());
    }
    Ok(())
}

/// Copies evidence into a new or empty folder.
///
/// # Errors
/// If that has something in it, or a file can't be read or written.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    begin(to)?;
    for name in names(from)? {
        fs::copy(from.join(&name), to.join(&name))
            .with_context(|| format!("cannot write {}", to.join(&name).display()))?;
    }
    Ok(())
}

/// The files of evidence, as they are written: who has the main file has all.
fn names(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let conditions = fs::read_dir(folder.join(CONDITIONS))?;
    let conditions = conditions.map(|it| Ok(Path::new(CONDITIONS).join(it?.file_name())));
    let mut names = conditions.collect::<std::io::Result<Vec<PathBuf>>>()?;
    names.sort();
    let files = [READ_ME, PROGRAM, OBJECTS, MAIN].into_iter().map(PathBuf::from);
    names.extend(files.filter(|name| name != Path::new(OBJECTS) || folder.join(name).exists()));
    Ok(names)
}

/// A hash of all files of evidence: 64 hexadecimal digits.
///
/// # Errors
/// If one can't be read.
pub fn digest(folder: &Path) -> std::io::Result<String> {
    let line = |name: PathBuf| {
        let hash = hex(&sha256(fs::read(folder.join(&name))?));
        Ok(format!("{hash} {}\n", name.display()))
    };
    let lines = names(folder)?.into_iter().map(line).collect::<std::io::Result<String>>()?;
    Ok(hex(&sha256(lines)))
}

/// Removes evidence from a folder, whole or half written, and nothing else.
///
/// # Errors
/// If a file can't be removed.
pub fn remove(folder: &Path) -> Result<()> {
    let conditions = folder.join(CONDITIONS);
    let Ok(inside) = fs::read_dir(&conditions) else { return Ok(()) };
    let is_condition = |path: &PathBuf| {
        path.extension().is_some_and(|end| ["smt2", "cnf", "lrat"].iter().any(|it| end == *it))
    };
    let inside = inside.map(|it| Ok(it?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
    let files = [MAIN, READ_ME, PROGRAM, OBJECTS].map(|name| folder.join(name));
    let files = files.into_iter().filter(|path| path.exists());
    for path in files.chain(inside.into_iter().filter(is_condition)) {
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    // Folders with something else in them stay.
    let _ = fs::remove_dir(conditions);
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// The conditions of a proof; without those claims that are polynomial identities if that takes
/// too long, which is also said.
fn conditions(evidence: &Evidence, proof: &Proof, budget: &Budget) -> Result<(bool, Kept)> {
    for (without_identities, time) in
        [(false, limits::EVIDENCE_PLAIN_TIME), (true, limits::EVIDENCE_TIME)]
    {
        let checker = Checker::keeping(&evidence.program, without_identities);
        match checker.check(&proof.certificate, &proof.goals, &budget.at_most(time)) {
            Ok(solvers) => return Ok((without_identities, *solvers.kept.unwrap_or_default())),
            Err(CertifyError::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!("there was not enough time to refute its conditions")
}
