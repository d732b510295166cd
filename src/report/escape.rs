//! Text in XML and HTML.

/// The text with nothing in it that means something in XML or HTML, be it between tags or in an
/// attribute's quotes, and without characters that XML can't have (XML 1.0, production 2).
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_means_something() {
        assert_eq!(
            xml("a < b && c > \"d\"\n'\t"),
            "a &lt; b &amp;&amp; c &gt; &quot;d&quot;\n&#39;\t"
        );
        assert_eq!(xml("\u{1b}[31m\r\0\u{ffff}"), "\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}");
    }
}
