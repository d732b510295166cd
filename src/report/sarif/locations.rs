//! Places in SARIF: files as URIs (3.4), regions of them (3.30).

use std::fmt::Write;

use serde_json::{Value, json};

use crate::report::Place;

/// An artifact location (3.4): absolute, or relative to where the tool was started.
pub fn uri(path: &str) -> Value {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            // RFC 3986, 3.3: what a path may have as it is.
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'/' | b'-' | b'.' | b'_' | b'~' | b'+' | b',' | b'=' | b'@' => {
                out.push(char::from(byte));
            }
            // Writing to a string can't fail.
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    if out.starts_with('/') {
        return json!({ "uri": format!("file://{out}") });
    }
    let plain = out.trim_start_matches("./");
    json!({ "uri": plain, "uriBaseId": "%SRCROOT%" })
}

/// A location with the function that it is in (3.28).
pub fn location(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": uri(&place.file) });
    if place.line > 0 {
        let mut region = json!({ "startLine": place.line, "endLine": place.line });
        if let Some((start, end)) = place.extent() {
            region["startColumn"] = json!(start);
            region["endColumn"] = json!(end);
        }
        if let Some(text) = &place.text {
            region["snippet"] = json!({ "text": text });
        }
        physical["region"] = region;
    }
    let mut location = json!({ "physicalLocation": physical });
    if !place.function.is_empty() {
        location["logicalLocations"] = json!([{ "name": place.function, "kind": "function" }]);
    }
    location
}

/// The same with a message.
pub fn told(place: &Place, text: &str) -> Value {
    let mut location = location(place);
    location["message"] = json!({ "text": text });
    location
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        let of = |path: &str| uri(path)["uri"].as_str().map(str::to_owned);
        assert_eq!(of("src/a b#1%.c").as_deref(), Some("src/a%20b%231%25.c"));
        assert_eq!(of("./ä.c").as_deref(), Some("%C3%A4.c"));
        assert_eq!(of("/x/y.c").as_deref(), Some("file:///x/y.c"));
        assert!(uri("/x/y.c").get("uriBaseId").is_none());
    }
}
