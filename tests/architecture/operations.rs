//! No analysis overlooks an operation on memory: who tells them apart names them all.

use super::sources::{bracketed, code, sources};

/// What operations on memory, and their effects, are named by.
const TOLD_APART: [&str; 2] = ["MemoryOp::", "Effect::"];

fn tells_apart(pattern: &str) -> bool {
    TOLD_APART.iter().any(|name| pattern.contains(name))
}

/// The patterns of the arms in the body of a `match`.
fn patterns(body: &str) -> Vec<&str> {
    let mut patterns = Vec::new();
    let mut rest = body.trim_start();
    while let Some(arrow) = rest.find("=>") {
        patterns.push(rest[..arrow].trim());
        rest = rest[arrow + 2..].trim_start();
        let end = match rest.starts_with('{') {
            true => bracketed(rest).len() + 2,
            false => {
                let mut depth = 0;
                let ends = rest.char_indices().find(|&(_, c)| {
                    depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
                    depth == 0 && c == ','
                });
                ends.map_or(rest.len(), |(at, _)| at)
            }
        };
        rest = rest[end..].trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }
    patterns
}

/// Patterns in a source that pick some operations on memory and say nothing of the others.
fn partial(text: &str) -> Vec<String> {
    let code = code(text);
    let mut wrong = Vec::new();
    for (at, _) in code.match_indices("match ") {
        let Some(open) = code[at..].find('{') else { continue };
        let patterns = patterns(bracketed(&code[at + open..]));
        if patterns.iter().any(|pattern| tells_apart(pattern)) {
            let others = patterns.iter().filter(|pattern| !tells_apart(pattern));
            wrong.extend(others.map(|other| format!("an arm `{other}`")));
        }
    }
    for (at, _) in code.match_indices("let ") {
        let pattern = code[at..].split_once('=').map_or("", |(pattern, _)| pattern);
        if tells_apart(pattern) && !pattern.contains(';') {
            wrong.push(format!("`{}`", pattern.trim()));
        }
    }
    for (at, name) in code.match_indices("matches!") {
        let arguments = bracketed(&code[at + name.len()..]);
        if tells_apart(arguments.split_once(',').map_or("", |(_, pattern)| pattern)) {
            wrong.push(format!("`matches!({arguments})`"));
        }
    }
    wrong
}

#[test]
fn who_tells_operations_on_memory_apart_names_them_all() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, text) in sources() {
        // The one place that knows what operations do.
        if file.starts_with("program/memory") {
            continue;
        }
        seen += usize::from(tells_apart(&text));
        let found = partial(&text).into_iter();
        wrong.extend(found.map(|what| format!("{}: {what}", file.display())));
    }
    assert!(seen > 10, "only {seen} files name operations: the reader is broken");
    assert!(
        wrong.is_empty(),
        "an operation, or an effect, that is new would be overlooked here; name all, or ask a \
         method of `program::Effect`:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn patterns_that_overlook_operations_are_found() {
    let whole = "match op { MemoryOp::Load => f(|x| { g(x, 1) }), MemoryOp::Store if x => {} \
                 Effect::Copy { to, .. } | Effect::End(_) => 2, }";
    assert!(partial(whole).is_empty(), "{:?}", partial(whole));
    for wrong in [
        "match op { MemoryOp::Load => f(1, 2), _ => {} }",
        "match op { MemoryOp::Load => {} other => match x { _ => {} } }",
        "match (op, x) { (MemoryOp::Load, [a]) => {} (_, x) => {} }",
        "if let Effect::Load { .. } = x {}",
        "let Some(MemoryOp::Load) = x else { return };",
        "matches!(instr.op, MemoryOp::Load | MemoryOp::Store)",
    ] {
        assert_eq!(partial(wrong).len(), 1, "{wrong}");
    }
    for right in ["let op = MemoryOp::Address(x);", "match x { 1 => Effect::Start(x), _ => y }"] {
        assert!(partial(right).is_empty(), "{right}");
    }
}
