//! Expressions of witnesses: they are put into the program as they are, so they must be nothing else,
//! and do nothing. One that calls or assigns something would make the program another one.

use crate::report::scan::{Scan, is_word};

/// How the names begin that are put into the program; no program has such names.
pub const RESERVED: &str = "__witness_";

/// Words that stand before parentheses and call nothing.
const OPERATORS: [&str; 2] = ["sizeof", "_Alignof"];

/// Words of which one at least is in the name of a type, and ends of names that only types have.
const TYPES: [&str; 14] = [
    "unsigned", "signed", "int", "long", "short", "char", "_Bool", "bool", "float", "double",
    "struct", "union", "enum", "__int128",
];

/// Names of types in `stdint.h` and `stddef.h`, by their beginning; they end in `_t`.
const TYPE_NAMES: [&str; 7] = ["int", "uint", "size", "ssize", "ptrdiff", "intptr", "uintptr"];

/// The expression in one line; none if it is none, has side effects, or might have some: assignments,
/// calls. (What a macro of the program's is, is not looked at.)
pub fn harmless(text: &str) -> Option<String> {
    let line = text.trim().replace(['\n', '\r'], " ");
    let scan = Scan::new(&format!("({line})"));
    let code = scan.code();
    let is_one = scan.closing(0) == Some(code.len() - 1)
        && !code.iter().any(|byte| b";{}#".contains(byte))
        && !line.contains(RESERVED);
    (is_one && (1..code.len()).all(|at| !acts(&scan, at))).then_some(line)
}

/// Whether something begins here that does more than to look.
fn acts(scan: &Scan, at: usize) -> bool {
    let code = scan.code();
    match code[at] {
        byte @ (b'+' | b'-') => code.get(at + 1) == Some(&byte),
        b'=' => {
            let is_twice = code.get(at + 1) == Some(&b'=') || b"=!".contains(&code[at - 1]);
            let compares =
                b"<>".contains(&code[at - 1]) && code.get(at.wrapping_sub(2)) != code.get(at - 1);
            !is_twice && !compares
        }
        b'(' => {
            let before = code[..at].trim_ascii_end();
            match before.last() {
                Some(byte) if is_word(*byte) => !OPERATORS.contains(&scan.word_before(at).1),
                Some(b')') => !scan
                    .opening(before.len() - 1)
                    .is_some_and(|open| is_type(&code[open + 1..before.len() - 1])),
                Some(b']') => true,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether this between parentheses names a type.
fn is_type(code: &[u8]) -> bool {
    let text = String::from_utf8_lossy(code);
    let only_words = code.iter().all(|byte| is_word(*byte) || b" *\t".contains(byte));
    let mut words = text.split([' ', '*', '\t']).filter(|word| !word.is_empty());
    let is_name =
        |word: &str| TYPE_NAMES.iter().any(|start| word.starts_with(start)) && word.ends_with("_t");
    only_words && words.any(|word| TYPES.contains(&word) || is_name(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_only_look() {
        for right in [
            "i <= n && j == 2 * i",
            "(((unsigned long long)(unsigned short)(i) >> 3) & 7ULL) != 0",
            "a[i] >= b->c && x << 2 <= y >> 1",
            "c == '(' || s[0] != '\"' && c != ';'",
            "sizeof (x) == 4 && (uint32_t)(x) < 5 && *(int *)(p) == - -1",
            "\\result == -2147483647 - 1",
            "a ? b : c,\n d",
        ] {
            assert!(harmless(right).is_some(), "{right}");
        }
        for wrong in [
            "i = 0",
            "i += 1",
            "i <<= 1",
            "i++ > 0",
            "--i",
            "f(x)",
            "(f)(x)",
            "(*f)(x)",
            "a[0](x)",
            "f ()",
            "1) != 0); i = n; ((1",
            "1) || (1",
            "({ 1; })",
            "1 //",
            "1 /*",
            "\"",
            "1; 2",
            "#define i",
            "__witness_counter == 1",
        ] {
            assert_eq!(harmless(wrong), None, "{wrong}");
        }
    }
}
