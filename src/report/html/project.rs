//! The page of a project: a table of its tasks, each with a page of its own beside it.

use std::fmt::{self, Write};

use super::{COVERAGE_PAGE, SORTABLE, TABLE_SCRIPT, page, write_coverage};
use crate::report::escape::xml;
use crate::report::project::{Finding, FindingKind, ProjectReport, TaskReport};
use crate::report::{Status, Verdict};

/// The page. `page` names the file of a task's own page, beside this one.
pub fn render(report: &ProjectReport, page: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_page(&mut out, report, page);
    out
}

fn write_page(
    out: &mut String,
    report: &ProjectReport,
    page: &dyn Fn(&str) -> String,
) -> fmt::Result {
    let (class, said) = match report.worst() {
        None => ("proved", "nothing new is wrong or open".to_owned()),
        Some((task, worst)) => match worst.kind {
            FindingKind::Open => ("unknown", "checks are open".to_owned()),
            FindingKind::Error => ("violated", format!("{} can't be checked", task.name)),
            FindingKind::Violated => ("violated", "checks can fail".to_owned()),
        },
    };
    page::write_start(out, "llumc project", SORTABLE)?;
    write!(
        out,
        "<header>\n<h1>Project: <span class=\"verdict {class}\">{}</span></h1>\n\
         <p class=\"faint\">{} tasks, {:.1} s, {} {}</p>\n</header>\n\
         <main class=\"single\">\n<div>\n",
        xml(&said),
        report.tasks.len(),
        report.seconds,
        report.tool,
        report.version
    )?;
    if report.interrupted {
        out.push_str("<p>The run was interrupted: tasks are missing.</p>\n");
    }
    write_findings(out, report, page)?;
    write_tasks(out, report, page)?;
    if let Some(coverage) = &report.coverage {
        write_coverage(out, coverage)?;
        writeln!(out, "<p><a href=\"{COVERAGE_PAGE}\">What is reached, line by line</a></p>")?;
    }
    for note in &report.notes {
        writeln!(out, "<p>Note: {}</p>", xml(note))?;
    }
    writeln!(out, "</div>\n</main>\n<script>\n{TABLE_SCRIPT}</script>\n</body>\n</html>")
}

fn write_tasks(
    out: &mut String,
    report: &ProjectReport,
    page: &dyn Fn(&str) -> String,
) -> fmt::Result {
    out.push_str(
        "<h2>Tasks</h2>\n<table class=\"sortable\"><thead><tr><th scope=\"col\">task</th>\
         <th scope=\"col\">verdict</th><th scope=\"col\">checks</th><th scope=\"col\">violated</th>\
         <th scope=\"col\">open</th><th scope=\"col\">seconds</th><th></th></tr></thead>\n<tbody>\n",
    );
    for task in &report.tasks {
        let count = |wanted: fn(&Status) -> bool| {
            task.report.checks.iter().filter(|check| wanted(&check.status)).count()
        };
        writeln!(
            out,
            "<tr><td><a href=\"{}\">{}</a></td><td><span class=\"chip {}\">{}</span></td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{:.1}</td><td class=\"faint\">{}</td></tr>",
            xml(&page(&task.name)),
            xml(&task.name),
            class(task),
            xml(&task.verdict()),
            task.report.checks.len(),
            count(|it| matches!(it, Status::Violated(_))),
            count(|it| matches!(it, Status::Unknown | Status::HoldsWhereModelled)),
            task.report.seconds,
            if task.cached { "unchanged" } else { "" }
        )?;
    }
    out.push_str("</tbody></table>\n");
    Ok(())
}

fn class(task: &TaskReport) -> &'static str {
    match (&task.report.error, task.report.verdict) {
        (Some(_), _) | (None, Verdict::False(_)) => "violated",
        (None, Verdict::True) => "proved",
        (None, Verdict::Unknown) => "unknown",
    }
}

/// All findings, the worst first, those that count before the others.
fn write_findings(
    out: &mut String,
    report: &ProjectReport,
    page: &dyn Fn(&str) -> String,
) -> fmt::Result {
    let mut all: Vec<(&TaskReport, &Finding)> = report.findings().collect();
    if all.is_empty() {
        return Ok(());
    }
    all.sort_by_key(|(_, it)| (!it.counts(), std::cmp::Reverse(it.kind)));
    out.push_str(
        "<h2>Findings</h2>\n<table class=\"sortable\"><thead><tr><th scope=\"col\">kind</th>\
         <th scope=\"col\">what</th><th scope=\"col\">where</th><th scope=\"col\">task</th>\
         <th></th></tr></thead>\n<tbody>\n",
    );
    for (task, finding) in all {
        let (class, kind) = match finding.kind {
            FindingKind::Open => ("unknown", "open"),
            FindingKind::Error => ("violated", "error"),
            FindingKind::Violated => ("violated", "violated"),
        };
        let what = match (finding.check, &task.report.error) {
            (Some(check), _) => {
                let check = &task.report.checks[check];
                format!("{} [{}]", check.what, check.property)
            }
            (None, Some(error)) => error.message.clone(),
            (None, None) => task.report.reasons.join("; "),
        };
        let remark = match (&finding.suppressed, finding.known) {
            (Some(it), _) => format!("suppressed: {}", it.reason),
            (None, true) => "in the baseline".to_owned(),
            (None, false) => String::new(),
        };
        writeln!(
            out,
            "<tr><td class=\"{class}\">{kind}</td><td>{}</td><td>{}</td>\
             <td><a href=\"{}\">{}</a></td><td class=\"faint\">{}</td></tr>",
            xml(&what),
            xml(&task.place(finding).map(|place| place.short()).unwrap_or_default()),
            xml(&page(&task.name)),
            xml(&task.name),
            xml(&remark)
        )?;
    }
    out.push_str("</tbody></table>\n");
    Ok(())
}
