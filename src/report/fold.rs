//! Folding of long traces: iterations of a loop that repeat the same source lines are
//! shown for the first two and the last one.

use super::{Change, TraceStep};
use crate::support::limits;

/// A piece of a folded trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A step shown in full, with its number from 1.
    Step(usize, &'a TraceStep),
    /// Steps left out.
    Folded {
        /// Number of iterations left out.
        iterations: usize,
        /// Number of steps left out.
        steps: usize,
        /// First and last line of the repeated part.
        lines: (u32, u32),
        /// Variables that changed in it, with their values when it ends.
        last: Vec<&'a Change>,
    },
}

/// Iterations beyond which a repetition is folded: two at the start, one at the end, and
/// at least two between them, or nothing is saved.
const KEEP_FIRST: usize = 2;
const KEEP_LAST: usize = 1;
const FOLD_FROM: usize = KEEP_FIRST + KEEP_LAST + 2;

/// Folds a trace. Periods are found by comparing source lines only: what the variables
/// do may differ from iteration to iteration.
pub fn fold(steps: &[TraceStep]) -> Vec<Piece<'_>> {
    let line = |step: &'_ TraceStep| {
        (step.skipped.is_some(), step.place.as_ref().map(|p| (p.file.clone(), p.line)))
    };
    let lines: Vec<_> = steps.iter().map(line).collect();
    let mut pieces = vec![];
    let mut at = 0;
    while at < steps.len() {
        let Some((period, count)) = repetition(&lines, at) else {
            pieces.push(Piece::Step(at + 1, &steps[at]));
            at += 1;
            continue;
        };
        let head = at..at + KEEP_FIRST * period;
        let hidden = head.end..at + (count - KEEP_LAST) * period;
        let tail = hidden.end..at + count * period;
        pieces.extend(head.map(|i| Piece::Step(i + 1, &steps[i])));
        pieces.push(folded(&steps[hidden.clone()], period));
        pieces.extend(tail.clone().map(|i| Piece::Step(i + 1, &steps[i])));
        at = tail.end;
    }
    pieces
}

/// The shortest period that repeats often enough from `at`, with the number of whole
/// repetitions.
fn repetition<T: PartialEq>(lines: &[T], at: usize) -> Option<(usize, usize)> {
    let rest = &lines[at..];
    (1..=limits::FOLDED_STEPS.min(rest.len() / FOLD_FROM)).find_map(|period| {
        let same = rest.iter().zip(&rest[period..]).take_while(|(a, b)| a == b).count();
        let count = same / period + 1;
        (count >= FOLD_FROM).then_some((period, count))
    })
}

fn folded(steps: &[TraceStep], period: usize) -> Piece<'_> {
    let numbers = || steps[..period].iter().filter_map(|step| step.place.as_ref()).map(|p| p.line);
    let mut last: Vec<&Change> = vec![];
    for change in steps.iter().rev().flat_map(|step| step.changes.iter().rev()) {
        if !last.iter().any(|seen| seen.variable == change.variable) {
            last.push(change);
        }
        if last.len() == period + 8 {
            break;
        }
    }
    last.reverse();
    Piece::Folded {
        iterations: steps.len() / period,
        steps: steps.len(),
        lines: (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)),
        last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Place;

    fn step(line: u32, value: usize) -> TraceStep {
        let place = Place {
            file: "a.c".into(),
            line,
            column: 1,
            function: "main".into(),
            text: None,
            called_from: vec![],
        };
        let change = Change { variable: "x".into(), ty: "int".into(), value: value.to_string() };
        TraceStep { skipped: None, thread: None, place: Some(place), changes: vec![change] }
    }

    #[test]
    fn a_loop_of_thousands_is_short() {
        let mut steps = vec![step(1, 0)];
        for i in 0..5000 {
            steps.push(step(3, i));
            steps.push(step(4, i + 1));
        }
        steps.push(step(9, 7));
        let pieces = fold(&steps);
        assert_eq!(pieces.len(), 1 + 4 + 1 + 2 + 1);
        let Piece::Folded { iterations, steps: hidden, lines, last } = &pieces[5] else {
            panic!("{pieces:?}")
        };
        assert_eq!((*iterations, *hidden, *lines), (4997, 9994, (3, 4)));
        assert_eq!(last[0].value, "4999");
        let shown = pieces.iter().filter(|piece| matches!(piece, Piece::Step(..))).count();
        assert_eq!(shown + hidden, steps.len(), "nothing is lost");
        assert_eq!(pieces.last(), Some(&Piece::Step(steps.len(), &steps[steps.len() - 1])));
    }

    #[test]
    fn short_traces_are_shown_whole() {
        let steps: Vec<_> = (0..4).map(|i| step(3, i)).collect();
        assert_eq!(fold(&steps).len(), 4);
        assert!(fold(&[]).is_empty());
    }
}
