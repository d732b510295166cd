//! Writes the folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{MAIN, condition};
use crate::certify::{CertifyError, Checker, Kept};
use crate::report::evidence::{Evidence, Proof};
use crate::support::{Budget, limits};

/// What is in the folder.
const README: &str = "\
What the verdict in evidence.json rests on, to be checked without believing who found it.

llumc certify DIR    checks everything here again, without any engine: that the conditions are
                     those of the program and its certificates, that their refutations are
                     right, and that traces lead to what they claim.

program.txt          the program: inlined, with explicit checks, memory resolved into values.
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
    fs::create_dir_all(folder.join("conditions"))?;
    if fs::read_dir(folder)?.count() > 1 || fs::read_dir(folder.join("conditions"))?.count() > 0 {
        bail!("there is something in {} already", folder.display());
    }
    fs::write(folder.join("README.txt"), README)?;
    fs::write(folder.join("program.txt"), evidence.program.to_string())?;
    let mut proofs = vec![];
    for (place, proof) in evidence.proofs.iter().enumerate() {
        let (without_identities, kept) = conditions(evidence, proof, budget)
            .with_context(|| format!("a proof of {}", proof.by))?;
        proofs.push(Proof { without_identities, ..proof.clone() });
        for (at, kept) in kept.conditions.into_iter().enumerate() {
            let file = |end| condition(folder, (place, at), end);
            if let Some(script) = kept.smtlib {
                fs::write(file("smt2"), script)?;
            }
            fs::write(file("cnf"), kept.clauses)?;
            fs::write(file("lrat"), kept.refutation)?;
        }
    }
    let evidence = Evidence { proofs, ..evidence.clone() };
    Ok(fs::write(folder.join(MAIN), serde_json::to_vec(&evidence)?)?)
}

/// The conditions of a proof; without those claims that are polynomial identities if that takes
/// too long, which is also said.
fn conditions(evidence: &Evidence, proof: &Proof, budget: &Budget) -> Result<(bool, Kept)> {
    for (without_identities, time) in
        [(false, limits::EVIDENCE_PLAIN_TIME), (true, limits::EVIDENCE_TIME)]
    {
        let checker = Checker::keeping(&evidence.program, without_identities);
        match checker.check(&proof.certificate, &proof.goals, &budget.at_most(time)) {
            Ok(judges) => return Ok((without_identities, *judges.kept.unwrap_or_default())),
            Err(CertifyError::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!("there was not enough time to refute its conditions")
}
