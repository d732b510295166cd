//! Small C programs and what instrumentation makes of them.

use std::collections::BTreeSet;

use inkwell::context::Context;
use inkwell::values::AnyValue;

use super::sites::Site;
use super::{FrontendError, Instrumented, Options, instrumented_module};
use crate::program::{GoalKind, InputKind, Property};

/// The inlined IR and the sites that its calls name.
struct Result {
    ir: String,
    goals: Vec<GoalKind>,
    choices: Vec<InputKind>,
    approximations: Vec<&'static str>,
}

fn compile_files(
    files: &[(&str, &str)],
    options: &Options,
) -> std::result::Result<Result, FrontendError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut options = options.clone();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a writable folder");
        options.files.push(path);
    }
    let context = Context::create();
    let Instrumented { module: _, main, sites, approximations, native } =
        instrumented_module(&context, &options)?;
    assert!(native.bitcode.starts_with(b"BC\xC0\xDE"));
    let mut result = Result {
        ir: main.print_to_string().to_string_lossy().into_owned(),
        goals: Vec::new(),
        choices: Vec::new(),
        approximations: approximations.iter().map(|a| a.kind).collect(),
    };
    for (id, site) in sites.iter() {
        let named = format!("(i32 {})", id.0);
        if !result.ir.contains(&named) {
            continue;
        }
        match site {
            Site::Goal { kind, .. } => result.goals.push(kind.clone()),
            Site::Choice(kind) => result.choices.push(kind.clone()),
        }
    }
    Ok(result)
}

fn compile(source: &str, properties: &[Property]) -> Result {
    let properties = properties.iter().copied().collect::<BTreeSet<_>>();
    let options = Options { properties, ..Options::default() };
    compile_files(&[("test.c", source)], &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn checks_become_goals() {
    let source = "int nondet(void); int main(void) { int a = nondet(); return 5 / a + (a << 3); }";
    let result = compile(source, &Property::ALL);
    let goals: Vec<_> = result
        .goals
        .iter()
        .map(|goal| match goal {
            GoalKind::Check(check) => (check.property, check.what.as_str()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        goals,
        [
            (Property::DivByZero, "division by zero (int)"),
            (Property::Shift, "left shift of a negative number (int)"),
            (Property::NoOverflow, "result of a left shift can't be represented (int)"),
            (Property::NoOverflow, "signed addition overflows (int)"),
        ]
    );
    assert_eq!(result.approximations, ["undefined-function"]);
    assert_eq!(result.choices.len(), 1);
}
