//! Names beside the ends of lines, moved up and down until none lies on another.

/// The height of a line of text.
pub const HEIGHT: f64 = 14.0;

/// A name to place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Where the text begins.
    pub x: f64,
    /// The middle of its height.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
}

impl Label {
    fn covers(&self, other: &Self) -> bool {
        let beside = self.x + self.width <= other.x || other.x + other.width <= self.x;
        !beside && (self.y - other.y).abs() < HEIGHT
    }
}

/// Places each label as near to where it should be as the ones before, and points that should be
/// seen, leave room between `top` and `bottom`; none if there is none.
pub fn place(
    wanted: &[Label],
    points: &[(f64, f64)],
    (top, bottom): (f64, f64),
) -> Vec<Option<Label>> {
    // As wide as the markers there.
    let points: Vec<Label> =
        points.iter().map(|&(x, y)| Label { x: x - 6.0, y, width: 12.0 }).collect();
    let mut placed: Vec<Option<Label>> = vec![];
    for label in wanted {
        let steps = ((bottom - top) / (HEIGHT / 2.0)).ceil().max(0.0) as i32;
        // 0, -1, 1, -2, 2, …
        let moves = (0..=2 * steps).map(|it| if it % 2 == 0 { it / 2 } else { -(it + 1) / 2 });
        let mut tried =
            moves.map(|by| Label { y: label.y + f64::from(by) * HEIGHT / 2.0, ..*label });
        let free = |it: &Label| {
            let mut others = placed.iter().flatten().chain(&points);
            it.y >= top && it.y <= bottom && !others.any(|other| it.covers(other))
        };
        let found = tried.find(free);
        placed.push(found);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_lies_on_another() {
        let wanted: Vec<Label> = (0..12)
            .map(|it| Label { x: 100.0 + f64::from(it % 3), y: 20.0 + f64::from(it), width: 50.0 })
            .collect();
        let placed: Vec<Label> = place(&wanted, &[], (10.0, 300.0)).into_iter().flatten().collect();
        assert_eq!(placed.len(), 12);
        assert_eq!(placed[0], wanted[0], "the first lies where it should");
        for (index, label) in placed.iter().enumerate() {
            assert!(placed[..index].iter().all(|other| !label.covers(other)), "{placed:?}");
            assert!(label.y >= 10.0 && label.y <= 300.0);
        }
    }

    #[test]
    fn labels_that_are_apart_stay_and_those_without_room_go() {
        let apart = [Label { x: 0.0, y: 9.0, width: 40.0 }, Label { x: 41.0, y: 9.0, width: 40.0 }];
        assert_eq!(place(&apart, &[], (0.0, 10.0)), apart.map(Some));
        let label = Label { x: 0.0, y: 5.0, width: 40.0 };
        let placed = place(&[label; 3], &[], (0.0, 10.0));
        assert_eq!(placed.iter().flatten().count(), 1);
    }

    #[test]
    fn labels_keep_off_points() {
        let label = Label { x: 0.0, y: 50.0, width: 40.0 };
        let placed = place(&[label], &[(20.0, 48.0), (60.0, 60.0)], (0.0, 100.0));
        assert_eq!(placed, [Some(Label { y: 64.0, ..label })]);
    }
}
