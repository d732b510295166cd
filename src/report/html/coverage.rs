//! The page of what the tasks of a project reach together: the sources, with their lines marked.

use std::fmt::{self, Write};

use super::listing::Listing;
use super::{page, write_coverage};
use crate::report::Report;

/// The name of its file.
pub const PAGE: &str = "coverage.html";

/// The page of a report that has coverage and sources.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_page(&mut out, report);
    out
}

fn write_page(out: &mut String, report: &Report) -> fmt::Result {
    page::write_start(out, "llumc project: coverage", "")?;
    writeln!(
        out,
        "<header>\n<h1>Project: what all tasks reach</h1>\n<p class=\"faint\">{} {}</p>\n\
         </header>\n<main>\n<div>",
        report.tool, report.version
    )?;
    Listing::new(report).write(out)?;
    out.push_str("</div>\n<aside>\n");
    if let Some(coverage) = &report.coverage {
        write_coverage(out, coverage)?;
    }
    out.push_str("</aside>\n</main>\n</body>\n</html>\n");
    Ok(())
}
