//! The files of a project's results.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cli::args::ProjectArgs;
use crate::cli::{outputs, sources, write};
use crate::report::project::{ProjectReport, TaskReport};
use crate::report::{Report, html, json, junit, lcov, sarif, witness};
use crate::support::output::check_writable;
use crate::verify::evidence;

/// Files that are written, wherever the project is.
pub struct Files {
    json: Option<PathBuf>,
    sarif: Option<PathBuf>,
    junit: Option<PathBuf>,
    lcov: Option<PathBuf>,
    html: Option<PathBuf>,
    witness: Option<PathBuf>,
    /// The folder for evidence, which is written when a task ends.
    pub evidence: Option<PathBuf>,
    /// The baseline that the command line names.
    pub baseline: Option<PathBuf>,
}

impl Files {
    /// # Errors
    /// If one can't be written.
    pub fn new(args: &ProjectArgs) -> Result<Self> {
        // Before folders are made.
        let named = [
            ("--json", &args.json),
            ("--sarif", &args.sarif),
            ("--junit", &args.junit),
            ("--lcov", &args.lcov),
            ("--baseline", &args.baseline),
        ];
        let named = named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
        outputs::check(&[], &named.collect::<Vec<_>>())?;
        Ok(Self {
            json: file(&args.json, "--json")?,
            sarif: file(&args.sarif, "--sarif")?,
            junit: file(&args.junit, "--junit")?,
            lcov: file(&args.lcov, "--lcov")?,
            html: folder(&args.html, "--html")?,
            witness: folder(&args.witness, "--witness")?,
            evidence: folder(&args.evidence, "--evidence")?,
            baseline: absolute(&args.baseline)?,
        })
    }

    /// Says what is read: these inputs, of tasks of these names, and a baseline.
    ///
    /// # Errors
    /// If one would be overwritten.
    pub fn spare(
        &self,
        inputs: &[PathBuf],
        names: &[String],
        baseline: Option<&Path>,
    ) -> Result<()> {
        self.each(names, baseline, |outputs| outputs::check(inputs, outputs))
    }

    /// Whether one of them is there already.
    pub fn exist(&self, names: &[String], baseline: Option<&Path>) -> bool {
        self.each(names, baseline, outputs::exist)
    }

    /// Hands on all files that are written, but those of folders that are ours.
    fn each<T>(
        &self,
        names: &[String],
        baseline: Option<&Path>,
        ask: impl FnOnce(&[outputs::Output<'_>]) -> T,
    ) -> T {
        let named = [
            ("--json", &self.json),
            ("--sarif", &self.sarif),
            ("--junit", &self.junit),
            ("--lcov", &self.lcov),
        ];
        let named = named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
        let baseline = baseline.map(|path| ("the baseline", path));
        let folder = self.witness.iter();
        let witnesses = folder.flat_map(|folder| names.iter().map(|name| witness_of(folder, name)));
        let witnesses: Vec<PathBuf> = witnesses.collect();
        let of_tasks = witnesses.iter().map(|path| ("--witness", path.as_path()));
        ask(&named.chain(baseline).chain(of_tasks).collect::<Vec<_>>())
    }

    /// Writes all but the evidence.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn write(&self, report: &ProjectReport) -> Result<()> {
        let whole = [
            (&self.json, json::project as fn(&ProjectReport) -> String),
            (&self.sarif, sarif::project),
            (&self.junit, junit::project),
        ];
        for (path, format) in whole {
            if let Some(path) = path {
                write(path, &format(report))?;
            }
        }
        let covered = report.coverage.as_ref().map(|coverage| {
            let mut covered = Report { coverage: Some(coverage.clone()), ..Report::blank() };
            sources::add(&mut covered);
            covered
        });
        if let Some(path) = &self.lcov {
            match covered.as_ref().and_then(lcov::render) {
                Some(text) => write(path, &text)?,
                None => not_written(path, "no task has coverage"),
            }
        }
        if let Some(folder) = &self.html {
            write_pages(report, covered.as_ref(), folder)?;
        }
        for task in &report.tasks {
            if let Some(folder) = &self.witness {
                write_witness(task, &witness_of(folder, &task.name))?;
            }
            if let (Some(folder), Some(_)) = (&self.evidence, &task.report.error) {
                // It would be of another run.
                evidence::remove(&folder.join(&task.name))?;
            }
        }
        Ok(())
    }
}

/// The witness of a task.
fn witness_of(folder: &Path, task: &str) -> PathBuf {
    folder.join(format!("{task}.yml"))
}

fn absolute(path: &Option<PathBuf>) -> Result<Option<PathBuf>> {
    let path = path.as_ref().map(std::path::absolute).transpose();
    path.context("there is no current folder")
}

fn file(path: &Option<PathBuf>, option: &str) -> Result<Option<PathBuf>> {
    if let Some(path) = path {
        check_writable(path)
            .with_context(|| format!("cannot write {} ({option})", path.display()))?;
    }
    absolute(path)
}

fn folder(path: &Option<PathBuf>, option: &str) -> Result<Option<PathBuf>> {
    if let Some(folder) = path {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {} ({option})", folder.display()))?;
        check_writable(&folder.join("new")).with_context(|| {
            format!("cannot write to the folder {} ({option})", folder.display())
        })?;
    }
    absolute(path)
}

fn write_pages(report: &ProjectReport, covered: Option<&Report>, folder: &Path) -> Result<()> {
    let page = |name: &str| format!("task-{name}.html");
    for task in &report.tasks {
        write(&folder.join(page(&task.name)), &html::render(&task.report))?;
    }
    if let Some(covered) = covered {
        write(&folder.join(html::COVERAGE_PAGE), &html::coverage(covered))?;
    }
    write(&folder.join("index.html"), &html::project(report, &page))
}

/// Writes the witness of a task. One of an earlier run goes if there is none now.
fn write_witness(task: &TaskReport, path: &Path) -> Result<()> {
    if let Some(text) = witness::render(&task.report) {
        return write(path, &text);
    }
    let is_old = std::fs::read(path).is_ok_and(|text| text.starts_with(witness::START.as_bytes()));
    if is_old {
        std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    if task.report.error.is_none() {
        not_written(path, &task.verdict());
    }
    Ok(())
}

fn not_written(path: &Path, why: &str) {
    let path = path.display();
    eprintln!("llumc: note: {path} is not written: there is nothing to say in it ({why})");
}
