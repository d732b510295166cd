//! Makes a failing C program smaller: delta debugging on its lines (Zeller and Hildebrandt:
//! Simplifying and isolating failure-inducing input, TSE 2002) and on what stands in
//! parentheses. Knows of C only that braces and parentheses come in pairs.

/// Smaller versions of a program as long as they fail, and at most so many tries.
pub fn shrink(source: &str, mut tries: usize, fails: impl Fn(&str) -> bool) -> String {
    let mut fails = |text: &str| {
        if tries == 0 {
            return false;
        }
        tries -= 1;
        fails(text)
    };
    let mut best = source.to_owned();
    loop {
        let before = best.len();
        remove_lines(&mut best, &mut fails);
        unwrap_blocks(&mut best, &mut fails);
        simplify(&mut best, &mut fails);
        if best.len() == before {
            return best;
        }
    }
}

fn join(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// Removes stretches of lines, first long ones.
fn remove_lines(best: &mut String, fails: &mut impl FnMut(&str) -> bool) {
    let mut size = best.lines().count() / 2;
    while size > 0 {
        let mut start = 0;
        loop {
            let lines: Vec<&str> = best.lines().collect();
            if start + size > lines.len() {
                break;
            }
            let without = join(&[&lines[..start], &lines[start + size..]].concat());
            if is_balanced(&lines[start..start + size]) && fails(&without) {
                *best = without;
            } else {
                start += if size > 4 { size / 2 } else { 1 };
            }
        }
        size /= 2;
    }
}

fn is_balanced(lines: &[&str]) -> bool {
    let mut depth = 0;
    for c in lines.iter().flat_map(|line| line.chars()) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Removes the first and the last line of blocks.
fn unwrap_blocks(best: &mut String, fails: &mut impl FnMut(&str) -> bool) {
    let mut first = 0;
    while first < best.lines().count() {
        let lines: Vec<&str> = best.lines().collect();
        let end = (first + 1..lines.len()).find(|&end| {
            let inner = &lines[first + 1..end];
            lines[first].ends_with('{') && lines[end].trim().starts_with('}') && is_balanced(inner)
        });
        let without = end.map(|end| {
            join(&[&lines[..first], &lines[first + 1..end], &lines[end + 1..]].concat())
        });
        match without {
            Some(without) if fails(&without) => *best = without,
            _ => first += 1,
        }
    }
}

/// Replaces what stands in parentheses by a part of it or by a small number.
fn simplify(best: &mut String, fails: &mut impl FnMut(&str) -> bool) {
    let mut at = best.find("main(").unwrap_or(0);
    at = best[..at].rfind("nondet_").unwrap_or(at);
    while let Some(start) = best[at..].find('(').map(|found| at + found) {
        let Some(end) = closing(&best[start..]).map(|length| start + length) else { return };
        let inside = &best[start + 1..end];
        let mut candidates = vec!["0".to_owned(), "1".to_owned()];
        for (inner, _) in inside.match_indices('(') {
            if let Some(length) = closing(&inside[inner..]) {
                candidates.push(inside[inner + 1..inner + length].to_owned());
            }
        }
        candidates.retain(|text| text.len() < inside.len());
        let smaller = candidates.into_iter().find_map(|text| {
            let whole = format!("{}({text}){}", &best[..start], &best[end + 1..]);
            fails(&whole).then_some(whole)
        });
        match smaller {
            Some(whole) => *best = whole,
            None => at = start + 1,
        }
    }
}

/// The parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
