//! Everything that is said about one run of `llumc project`: its tasks with their reports, and
//! their findings with what was said of them before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coverage::Coverage;
use super::identity::fingerprints;
use super::{ErrorKind, Place, Report, SCHEMA_VERSION, Status, Text, Verdict};

/// A whole project.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProjectReport {
    /// Always `llumc`.
    pub tool: Text,
    /// Version of the tool.
    pub version: Text,
    /// Version of these keys, [`SCHEMA_VERSION`].
    pub schema_version: Text,
    /// The tasks, in the project's order; fewer, if the run was interrupted.
    pub tasks: Vec<TaskReport>,
    /// The file of the baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// What the tasks reach together, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// What is strange about the project's file or the sources: suppressions that meet nothing; and
    /// what makes less of the coverage.
    pub notes: Vec<String>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

/// One task.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaskReport {
    /// Its name in the project.
    pub name: String,
    /// The command that does the same, in the project's folder, with the limit of its file.
    pub command: String,
    /// Whether the report is from an earlier run, since nothing that it depends on has changed.
    pub cached: bool,
    /// What `llumc check` says.
    pub report: Report,
    /// What is wrong or open.
    pub findings: Vec<Finding>,
}

/// Something that is wrong or open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The check, by its place in the list of the report; none if it is the task as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<usize>,
    /// Tells it from others of the same task, whatever is edited elsewhere.
    pub fingerprint: String,
    /// What it is.
    pub kind: FindingKind,
    /// If it is not to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppressed>,
    /// Whether it is in the baseline.
    pub known: bool,
}

/// What a finding is, from the least to the worst.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Neither a violation nor a proof.
    Open,
    /// The task can't be decided: it has no program, or something is wrong with us.
    Error,
    /// A violation.
    Violated,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suppressed {
    /// Whether a comment in the source says so, rather than the project's file.
    pub in_source: bool,
    /// The reason that is given.
    pub reason: String,
}

impl Finding {
    /// Whether it counts.
    pub fn counts(&self) -> bool {
        self.suppressed.is_none() && !self.known
    }
}

impl TaskReport {
    /// With the findings in a report.
    pub fn new(name: String, command: String, cached: bool, report: Report) -> Self {
        let finding = |check, fingerprint, kind| Finding {
            check,
            fingerprint,
            kind,
            suppressed: None,
            known: false,
        };
        let identities = fingerprints(&report.checks);
        let mut findings: Vec<Finding> = vec![];
        for (index, (check, identity)) in report.checks.iter().zip(identities).enumerate() {
            let kind = match check.status {
                Status::Violated(_) => FindingKind::Violated,
                Status::Unknown | Status::HoldsWhereModelled => FindingKind::Open,
                Status::Proved { .. } => continue,
            };
            findings.push(finding(Some(index), identity, kind));
        }
        // Something is wrong with the task, or all checks are decided and yet there is no verdict.
        let whole = match (&report.error, report.verdict) {
            (Some(_), _) => Some(FindingKind::Error),
            (None, Verdict::Unknown) if findings.is_empty() => Some(FindingKind::Open),
            _ => None,
        };
        findings.extend(whole.map(|kind| finding(None, "task".to_owned(), kind)));
        Self { name, command, cached, report, findings }
    }

    /// Where a finding is.
    pub fn place(&self, finding: &Finding) -> Option<&Place> {
        self.report.checks[finding.check?].place.as_ref()
    }

    /// What is told instead of a verdict if there is none because of an error.
    pub fn verdict(&self) -> String {
        match &self.report.error {
            Some(error) if error.kind == ErrorKind::Input => "error in the input".to_owned(),
            Some(_) => "internal error".to_owned(),
            None => match self.report.verdict {
                Verdict::True => "TRUE".to_owned(),
                Verdict::False(None) => "FALSE".to_owned(),
                Verdict::False(Some(property)) => format!("FALSE({property})"),
                Verdict::Unknown => "UNKNOWN".to_owned(),
            },
        }
    }
}

impl ProjectReport {
    /// Of these tasks.
    pub fn new(tasks: Vec<TaskReport>) -> Self {
        Self {
            tool: "llumc".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            schema_version: SCHEMA_VERSION.into(),
            tasks,
            baseline: None,
            coverage: None,
            notes: vec![],
            seconds: 0.0,
            interrupted: false,
        }
    }

    /// All findings with their tasks.
    pub fn findings(&self) -> impl Iterator<Item = (&TaskReport, &Finding)> {
        self.tasks.iter().flat_map(|task| task.findings.iter().map(move |it| (task, it)))
    }

    /// The worst finding that counts, with its task.
    pub fn worst(&self) -> Option<(&TaskReport, &Finding)> {
        let internal = |task: &TaskReport| {
            task.report.error.as_ref().is_some_and(|error| error.kind == ErrorKind::Internal)
        };
        let counting = self.findings().filter(|it| it.1.counts());
        counting.max_by_key(|(task, finding)| (finding.kind, internal(task)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Property;
    use crate::report::{CheckReport, ErrorReport};

    #[test]
    fn what_is_wrong_or_open_is_a_finding() {
        let check = |status| CheckReport {
            goal: 0,
            property: Property::Assert,
            what: "assertion".to_owned(),
            place: None,
            status,
            met: None,
        };
        let checks = vec![check(Status::Unknown), check(Status::HoldsWhereModelled)];
        let of = |report| TaskReport::new("t".to_owned(), String::new(), false, report);
        let task = of(Report { checks, ..Report::blank() });
        let places: Vec<_> = task.findings.iter().map(|it| (it.check, it.kind)).collect();
        assert_eq!(places, [(Some(0), FindingKind::Open), (Some(1), FindingKind::Open)]);
        assert_ne!(task.findings[0].fingerprint, task.findings[1].fingerprint);

        let bare = of(Report::blank());
        assert_eq!(bare.findings.len(), 1, "no verdict, and no check is open");
        let error = Some(ErrorReport { kind: ErrorKind::Input, message: "no main".to_owned() });
        let wrong = of(Report { error, ..Report::blank() });
        assert_eq!(wrong.findings[0].kind, FindingKind::Error);
        let holds = of(Report { verdict: Verdict::True, ..Report::blank() });
        assert!(holds.findings.is_empty());

        let mut all = ProjectReport::new(vec![task, wrong, holds]);
        assert_eq!(all.worst().map(|it| it.1.kind), Some(FindingKind::Error));
        all.tasks[1].findings[0].known = true;
        assert_eq!(all.worst().map(|it| it.1.kind), Some(FindingKind::Open));
    }
}
