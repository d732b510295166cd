//! What readers of our files expect: schemas, and what all readers of JUnit's XML take.

use std::path::{Path, PathBuf};
use std::process::Command;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::command;

/// The folder of a package that this one depends on.
fn package(name: &str) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let found = packages.iter().find(|it| it["name"] == name).expect("it is a dependency");
    let manifest = found["manifest_path"].as_str().expect("a path");
    Path::new(manifest).parent().expect("a folder").to_owned()
}

/// The published schema of SARIF.
pub fn sarif() -> Validator {
    let schema = std::fs::read_to_string(package("serde-sarif").join("src/schema.json"));
    let mut schema: Value = serde_json::from_str(&schema.expect("the schema")).expect("JSON");
    // What is published has a bracket too many in this one, and is no regular expression for all.
    for owner in ["run", "toolComponent"] {
        let language = schema["definitions"][owner]["properties"]["language"].as_object_mut();
        language.expect("a property").remove("pattern").expect("its pattern");
    }
    let sarif = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!sarif.is_valid(&json!({ "version": "2.1.0" })), "it can refuse");
    sarif
}

/// The schema of reports that `llumc schema` prints.
pub fn own(kind: &str) -> Validator {
    let output = command::llumc(&["schema", kind]);
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let report = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!report.is_valid(&json!({ "tool": "llumc" })), "it can refuse");
    report
}

#[track_caller]
pub fn assert_valid(schema: &Validator, instance: &Value, what: &str) {
    let errors: Vec<String> =
        schema.iter_errors(instance).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {}\n{instance:#}", errors.join("\n"));
}

/// How many elements of this name are in a node.
pub fn count(node: roxmltree::Node<'_, '_>, tag: &str) -> String {
    node.descendants().filter(|it| it.has_tag_name(tag)).count().to_string()
}

/// Counts in JUnit's XML are those of its elements.
#[track_caller]
pub fn assert_junit(document: &roxmltree::Document<'_>, name: &str) {
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let suites = root.children().filter(|it| it.has_tag_name("testsuite"));
    for node in suites.chain([root]) {
        for (attribute, tag) in [
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ] {
            let told = node.attribute(attribute);
            let text = document.input_text();
            assert_eq!(told, Some(count(node, tag).as_str()), "{name}: {tag}\n{text}");
        }
    }
}
