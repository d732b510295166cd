//! What somebody may have meant who wrote a name that does not exist.

/// The name that differs least from one that does not exist, if it does not differ too much: one
/// change for every three letters. A change is a letter more, less or another, or two that are
/// exchanged.
pub fn nearest<S: AsRef<str>>(name: &str, known: impl IntoIterator<Item = S>) -> Option<S> {
    let most = (name.chars().count() / 3).max(1);
    let near = known.into_iter().filter_map(|it| {
        let changes = changes(name, it.as_ref());
        (changes <= most).then_some((changes, it))
    });
    near.min_by(|(one, a), (other, b)| (one, a.as_ref()).cmp(&(other, b.as_ref()))).map(|it| it.1)
}

/// The question that ends a message, if there is such a name.
pub fn question<S: AsRef<str>>(name: &str, known: impl IntoIterator<Item = S>) -> String {
    nearest(name, known).map_or(String::new(), |it| format!("; did you mean '{}'?", it.as_ref()))
}

/// How many changes lead from one name to another (the optimal string alignment distance).
fn changes(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let other = rows[i][j] + usize::from(a != b);
            let mut least = other.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && (*a, from[i - 1]) == (to[j - 1], *b) {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted() {
        for (from, to, expected) in [
            ("", "abc", 3),
            ("main", "main", 0),
            ("mian", "main", 1),
            ("man", "main", 1),
            ("maine", "main", 1),
            ("mein", "main", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(changes(from, to), expected, "{from} {to}");
            assert_eq!(changes(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn only_near_names_are_told() {
        let known = ["check_input", "main", "reset", "preset"];
        assert_eq!(nearest("mian", known), Some("main"));
        assert_eq!(nearest("chek_inptu", known), Some("check_input"));
        assert_eq!(nearest("test", known), None);
        assert_eq!(nearest("pre_set", known), Some("preset"));
        assert_eq!(question("rest", known), "; did you mean 'reset'?");
        assert_eq!(question("f", known), "");
    }
}
