//! What all pages begin with: a style in light and dark colours, and a policy by which a page loads
//! nothing.

use std::fmt::{self, Write};

use crate::report::escape::xml;

/// The colours, by name, light and dark.
pub const COLOURS: &str = include_str!("colours.css");
const STYLE: &str = include_str!("style.css");

/// What the page may load: nothing, but for what is in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Writes a page up to the start of its body. `more` is what this page needs besides the common
/// style.
pub fn write_start(out: &mut String, title: &str, more: &str) -> fmt::Result {
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>\n{COLOURS}{STYLE}{more}</style>\n</head>\n<body>\n",
        xml(title)
    )
}
