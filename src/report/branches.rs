//! How conditions come out on the way to a violation, as waypoints of a witness.
//!
//! A waypoint is about the next time that its condition is evaluated. So nothing is told of a
//! condition that came out since the last waypoint without being told: the validator would take
//! that for it. Between two inputs each condition is told at most once, so that a loop does not
//! fill the witness.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Branch;
use super::scan::{At, Scan};
use crate::program::{Branches, Branching};
use crate::support::limits;

/// A waypoint at a condition or `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// Which it is.
    pub branching: &'a Branching,
    /// Where the keyword of its statement stands.
    pub at: At,
    /// What it is, in the format's words.
    pub value: String,
}

/// The way of a native run to a violation, told from its beginning.
pub struct Way<'a> {
    /// What comes out next.
    rest: &'a [Branch],
    scan: &'a dyn Fn(&str) -> Option<&'a Scan>,
    /// Statements with a way that can't be said.
    unsaid: FxHashSet<(&'a str, At)>,
    /// How often conditions came out behind so many choices.
    logged: FxHashMap<usize, usize>,
    /// How many waypoints there are.
    told: usize,
}

impl<'a> Way<'a> {
    /// The whole way; `scan` gives the sources of the program.
    pub fn new(branches: &'a [Branch], scan: &'a dyn Fn(&str) -> Option<&'a Scan>) -> Self {
        let mut logged: FxHashMap<usize, usize> = FxHashMap::default();
        let mut unsaid = FxHashSet::default();
        for branch in branches {
            *logged.entry(branch.choices).or_default() += 1;
            let file = branch.branching.file.as_str();
            let at = scan(file).and_then(|scan| keyword(scan, &branch.branching));
            unsaid.extend(at.filter(|_| value(branch).is_none()).map(|at| (file, at)));
        }
        Self { rest: branches, scan, unsaid, logged, told: 0 }
    }

    /// The waypoints up to the choice of this number, from 0; without a number those up to the end.
    pub fn until(&mut self, choice: Option<usize>) -> Vec<Told<'a>> {
        let is_before = |branch: &&Branch| choice.is_none_or(|choice| branch.choices <= choice);
        let (part, rest) = self.rest.split_at(self.rest.iter().take_while(is_before).count());
        self.rest = rest;
        // What was told behind the last choice, and what came out since the last waypoint.
        let (mut seen, mut passed) = (FxHashSet::default(), FxHashSet::default());
        let mut choices = part.first().map_or(0, |branch| branch.choices);
        let mut told = vec![];
        for branch in part {
            if branch.choices != choices {
                // Of what was not kept nobody knows whether it comes before.
                if self.logged[&choices] == limits::BRANCHINGS_LOGGED {
                    break;
                }
                choices = branch.choices;
                seen.clear();
            }
            let branching = &branch.branching;
            let file = branching.file.as_str();
            let Some(at) = (self.scan)(file).and_then(|scan| keyword(scan, branching)) else {
                continue;
            };
            let key = (file, at);
            let is_new = !self.unsaid.contains(&key)
                && !seen.contains(&key)
                && !passed.contains(&key)
                && seen.len() < limits::BRANCHINGS_BETWEEN
                && self.told < limits::BRANCHINGS_TOLD;
            match value(branch).filter(|_| is_new) {
                Some(value) => {
                    self.told += 1;
                    told.push(Told { branching, at, value });
                    seen.insert(key);
                    passed.clear();
                }
                None => _ = passed.insert(key),
            }
        }
        told
    }
}

/// What a condition comes out as, in the format's words.
fn value(branch: &Branch) -> Option<String> {
    let cases = (0..).zip(&branch.branching.cases);
    match (branch.branching.statement, branch.way) {
        (Branches::Switch, Branching::DEFAULT) => Some("default".to_owned()),
        (Branches::Switch, way) => {
            let mut cases = cases.filter(|&(index, _)| Branching::case(index) == way);
            cases.next()?.1.map(|constant| constant.to_string())
        }
        (_, way) => Some((way == Branching::TRUE).to_string()),
    }
}

/// Where the keyword of the statement stands that a branch belongs to; none, if that is not in the
/// source (of a macro), or if it is a `switch` with labels that are more than constants.
fn keyword(scan: &Scan, branching: &Branching) -> Option<At> {
    let place = scan.offset((branching.line, branching.column))?;
    let found = match branching.statement {
        Branches::If => head(scan, place, "if"),
        Branches::While => head(scan, place, "while"),
        Branches::For => head(scan, place, "for"),
        Branches::Switch => head(scan, place, "switch").filter(|&at| has_plain_labels(scan, at)),
        Branches::Do => start_of_do(scan, place),
    };
    found.map(|at| scan.at(at))
}

/// Where the keyword begins that stands here, or before the parentheses that this is in.
fn head(scan: &Scan, place: usize, keyword: &str) -> Option<usize> {
    if is_keyword(scan, place, keyword) {
        return Some(place);
    }
    let mut at = place;
    loop {
        at = scan.around(at).filter(|&open| scan.code()[open] == b'(')?;
        let (start, word) = scan.word_before(at);
        if word == keyword {
            return Some(start);
        }
    }
}

/// Whether a keyword begins here.
fn is_keyword(scan: &Scan, place: usize, keyword: &str) -> bool {
    let is_first = place == 0 || !super::scan::is_word(scan.code()[place - 1]);
    is_first && scan.word_at(place) == keyword
}

/// Where a `do` begins whose body ends here, or whose condition this is in.
fn start_of_do(scan: &Scan, place: usize) -> Option<usize> {
    if is_keyword(scan, place, "do") {
        return Some(place);
    }
    let close = match scan.code()[place] {
        b'}' => place,
        _ => {
            let before = scan.code()[..head(scan, place, "while")?].trim_ascii_end();
            (before.last() == Some(&b'}')).then(|| before.len() - 1)?
        }
    };
    let (start, word) = scan.word_before(scan.opening(close)?);
    (word == "do").then_some(start)
}

/// Whether the labels of a `switch` are single constants, each with its colon.
fn has_plain_labels(scan: &Scan, at: usize) -> bool {
    let code = scan.code();
    let body = || {
        let open = at + code[at..].iter().position(|byte| *byte == b'(')?;
        let close = scan.closing(open)?;
        let open = close + 1 + code[close + 1..].iter().position(|it| !it.is_ascii_whitespace())?;
        Some(&code[open..scan.closing(open).filter(|_| code[open] == b'{')?])
    };
    body().is_some_and(|body| {
        let words = body.windows(4).enumerate().filter(|(_, it)| *it == b"case");
        let labels = words.map(|(at, _)| &body[at..]);
        let mut labels =
            labels.map(|it| &it[..it.iter().position(|byte| *byte == b':').unwrap_or(it.len())]);
        labels.all(|it| !it.contains(&b'?') && !it.windows(3).any(|dots| dots == b"..."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "int f(int a) {
  if (a < 3 &&
      a > 1) a++;
  do { a--; } while (a > 7);
  switch (a) { case 1: case 2: a = a ? 1 : 2; case -3: break; }
  switch (a) { case 1 ... 4: break; }
  for (int i = 0; i < a; i++) CHECK(a);
}";

    fn branch(choices: usize, statement: Branches, (line, column): At, way: u32) -> Branch {
        let (file, function) = ("f.c".to_owned(), "f".to_owned());
        let cases = vec![Some(1), Some(2), None];
        let branching = Branching { file, line, column, function, statement, cases };
        Branch { choices, branching, way }
    }

    #[test]
    fn statements_are_found_by_a_place_in_them() {
        let scan = Scan::new(SOURCE);
        for (statement, place, expected) in [
            (Branches::If, (3, 9), Some((2, 3))),
            (Branches::If, (4, 24), None),
            (Branches::Do, (4, 13), Some((4, 3))),
            (Branches::Do, (4, 24), Some((4, 3))),
            (Branches::While, (7, 31), None),
            (Branches::For, (7, 3), Some((7, 3))),
            (Branches::Switch, (5, 3), Some((5, 3))),
            (Branches::Switch, (6, 3), None),
        ] {
            let found = keyword(&scan, &branch(0, statement, place, 1).branching);
            assert_eq!(found, expected, "{statement:?} {place:?}");
        }
    }

    /// The lines of the waypoints before each of these choices, and what they say.
    fn told(branches: &[Branch], choices: &[Option<usize>]) -> Vec<Vec<(u32, String)>> {
        let scan = Scan::new(SOURCE);
        let scans = |file: &str| (file == "f.c").then_some(&scan);
        let mut way = Way::new(branches, &scans);
        let lines = |told: Vec<Told<'_>>| told.into_iter().map(|it| (it.at.0, it.value)).collect();
        choices.iter().map(|&choice| lines(way.until(choice))).collect()
    }

    #[test]
    fn each_condition_is_told_once_between_inputs() {
        let ways = [
            branch(1, Branches::If, (3, 9), Branching::FALSE),
            branch(1, Branches::For, (7, 3), Branching::TRUE),
            branch(1, Branches::For, (7, 3), Branching::FALSE),
            branch(2, Branches::For, (7, 3), Branching::FALSE),
            branch(2, Branches::Switch, (5, 3), Branching::case(1)),
        ];
        let all = told(&ways, &[Some(0), Some(1), None]);
        let is = |line, value: &str| (line, value.to_owned());
        assert_eq!(all[0], []);
        assert_eq!(all[1], [is(2, "false"), is(7, "true")]);
        assert_eq!(all[2], [is(7, "false"), is(5, "2")]);
    }

    #[test]
    fn what_was_not_kept_is_not_passed_over() {
        let mut ways = vec![branch(0, Branches::For, (7, 3), 1); limits::BRANCHINGS_LOGGED];
        ways.push(branch(1, Branches::If, (3, 9), 1));
        assert_eq!(told(&ways, &[None])[0].len(), 1, "the condition may have come out before");
        ways.remove(0);
        assert_eq!(told(&ways, &[None])[0].len(), 2);
        // One that came out unsaid waits for a waypoint of another one.
        let [one, other] = [(Branches::For, (7, 3)), (Branches::If, (3, 9))];
        let ways = [(0, one), (0, one), (1, one), (1, other), (2, one)];
        let ways = ways.map(|(choices, (kind, at))| branch(choices, kind, at, Branching::TRUE));
        let lines: Vec<u32> = told(&ways, &[None])[0].iter().map(|it| it.0).collect();
        assert_eq!(lines, [7, 2, 7]);
    }

    #[test]
    fn statements_with_labels_that_cannot_be_said_are_left_out() {
        let ways = [
            branch(0, Branches::Switch, (5, 3), Branching::case(0)),
            branch(1, Branches::Switch, (5, 3), Branching::case(2)),
        ];
        assert_eq!(told(&ways, &[Some(0), None]), [vec![], vec![]]);
    }
}
