//! Options of compilers in one spelling: long ones (`--define-macro=A`) become short, and those that
//! are passed on to the preprocessor (`-Wp,-DA`) or to clang's core (`-Xclang -DA`) stand behind the
//! others, as compilers put them.

/// Long options with a value, which is joined by `=` or the next word, and what they stand for.
const WITH_VALUE: [(&str, &str); 15] = [
    ("--define-macro", "-D"),
    ("--undefine-macro", "-U"),
    ("--include-directory", "-I"),
    ("--include-directory-after", "-idirafter"),
    ("--include", "-include"),
    ("--imacros", "-imacros"),
    ("--include-prefix", "-iprefix"),
    ("--include-with-prefix", "-iwithprefix"),
    ("--include-with-prefix-after", "-iwithprefix"),
    ("--include-with-prefix-before", "-iwithprefixbefore"),
    ("--language", "-x"),
    ("--output", "-o"),
    ("--std", "-std="),
    ("--sysroot", "--sysroot="),
    ("--target", "--target="),
];

/// Long options without.
const PLAIN: [(&str, &str); 4] = [
    ("--ansi", "-ansi"),
    ("--trigraphs", "-trigraphs"),
    ("--no-standard-includes", "-nostdinc"),
    ("--optimize", "-O"),
];

/// The words of a command in one spelling.
pub fn plain(command: &[String]) -> Vec<String> {
    let (mut own, mut preprocessor, mut core) = (vec![], vec![], vec![]);
    let mut rest = command.iter();
    while let Some(word) = rest.next() {
        match (word.as_str(), word.strip_prefix("-Wp,")) {
            (_, Some(words)) => preprocessor.extend(words.split(',').map(str::to_owned)),
            ("-Xpreprocessor", _) => preprocessor.extend(rest.next().cloned()),
            ("-Xclang", _) => core.extend(rest.next().cloned()),
            _ => own.push(word.clone()),
        }
    }
    [own, without_files(preprocessor), core].iter().flat_map(|words| short(words)).collect()
}

/// Words for the preprocessor without its files of dependencies: to it, `-MD` has one as a value.
fn without_files(words: Vec<String>) -> Vec<String> {
    let mut left = vec![];
    let mut rest = words.into_iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-MD" | "-MMD" => _ = rest.next(),
            _ => left.push(word),
        }
    }
    left
}

/// Words with short options for long ones.
fn short(words: &[String]) -> Vec<String> {
    let mut all = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if let Some((_, short)) = PLAIN.iter().find(|(long, _)| word == long) {
            all.push((*short).to_owned());
            continue;
        }
        let (long, value) = match word.split_once('=') {
            Some((long, value)) => (long, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let Some((_, short)) = WITH_VALUE.iter().find(|it| it.0 == long) else {
            all.push(word.clone());
            continue;
        };
        let value = value.or_else(|| rest.next().cloned()).unwrap_or_default();
        if short.len() == 2 || short.ends_with('=') {
            all.push(format!("{short}{value}"));
        } else {
            all.extend([(*short).to_owned(), value]);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_one_spelling() {
        for (given, expected) in [
            ("cc -DA -I b -c a.c", "cc -DA -I b -c a.c"),
            ("cc --define-macro=A=2 --define-macro B --undefine-macro=C", "cc -DA=2 -DB -UC"),
            (
                "cc --include=a.h --include b.h --imacros=c.h",
                "cc -include a.h -include b.h -imacros c.h",
            ),
            (
                "cc --std=c99 --ansi --include-directory=d --sysroot /r",
                "cc -std=c99 -ansi -Id --sysroot=/r",
            ),
            ("cc -Wp,-UA,-DA=2 -DA=1", "cc -DA=1 -UA -DA=2"),
            ("cc -Xclang -DA=3 -Xpreprocessor -DA=2 -DA", "cc -DA -DA=2 -DA=3"),
            ("cc -Wp,-MD,a.d -Wp,-MMD,b.d,-DA -MF c", "cc -MF c -DA"),
            ("cc -Xclang -include -Xclang a.h -Wall", "cc -Wall -include a.h"),
        ] {
            let words: Vec<String> = given.split(' ').map(str::to_owned).collect();
            assert_eq!(plain(&words).join(" "), expected, "{given}");
        }
    }
}
