//! What a report says can't change the page that shows it.

use super::*;
use crate::program::Property;
use crate::report::{Change, InputReport, SourceText, TraceStep};

/// A report all of whose texts try to be HTML.
fn hostile() -> Report {
    let evil = "</script><script>alert('x')</script><b onclick=\"\">&amp;";
    let place = Place {
        file: evil.into(),
        line: 1,
        column: 1,
        function: evil.into(),
        text: Some(evil.into()),
        called_from: vec![],
    };
    let some = || Some(place.clone());
    let change = Change { variable: evil.into(), ty: evil.into(), value: evil.into() };
    let violation = Violation {
        engine: evil.into(),
        blocks: 1,
        inputs: vec![InputReport {
            source: evil.into(),
            value: evil.into(),
            matters: true,
            place: some(),
            native: None,
            step: 0,
        }],
        steps: vec![TraceStep {
            skipped: None,
            thread: None,
            place: some(),
            changes: vec![change],
        }],
        native: evil.into(),
        branches: vec![],
        cause: Some(evil.into()),
    };
    let check = CheckReport {
        goal: 0,
        property: Property::Assert,
        what: evil.into(),
        place: some(),
        status: Status::Violated(Box::new(violation)),
        met: None,
    };
    Report {
        files: vec![evil.into()],
        entry: evil.into(),
        properties: vec![Property::Assert],
        verdict: Verdict::False(Some(Property::Assert)),
        reasons: vec![evil.into()],
        checks: vec![check],
        confirmations: vec![evil.into()],
        sources: vec![SourceText { path: evil.into(), text: format!("{evil}\n") }],
        ..Report::blank()
    }
}

#[test]
fn nothing_from_outside_becomes_html() {
    let page = render(&hostile());
    assert_eq!(page.matches("<script").count(), 2, "{page}");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b ") && !page.contains("onclick=\"\""));
    assert!(page.matches("&lt;script&gt;alert(&#39;x&#39;)").count() > 5);
    let (_, rest) = page.split_once("id=\"traces\">").expect("traces");
    let (traces, _) = rest.split_once("</script>").expect("their end");
    let traces: Value = serde_json::from_str(traces).expect("JSON");
    assert_eq!(traces[0]["steps"].as_array().expect("a list").len(), 3);
    assert_eq!(traces[0]["steps"][1]["row"], "f0l1");
}
