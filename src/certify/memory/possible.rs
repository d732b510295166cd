//! Sets of what values may be.

use crate::program::{Possible, Progression};

/// Adds what may be.
pub(super) fn join(all: &mut Possible, more: &Possible) {
    for &(object, offsets) in &more.objects {
        match all.objects.iter_mut().find(|it| it.0 == object) {
            Some((_, known)) => *known = known.join(offsets),
            None => all.objects.push((object, offsets)),
        }
    }
    all.number = match (all.number, more.number) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    };
}

/// Whether everything that may be is among what is claimed.
pub(super) fn includes(claimed: &Possible, found: &Possible) -> bool {
    let objects = found.objects.iter().all(|(object, offsets)| {
        claimed.objects.iter().any(|(it, known)| it == object && known.includes(offsets))
    });
    let number =
        found.number.is_none_or(|found| claimed.number.is_some_and(|it| it.includes(&found)));
    objects && number
}

/// Any number of so many bytes.
pub(super) fn anything(count: u64) -> Possible {
    let width = u32::try_from(count.saturating_mul(8)).unwrap_or(u32::MAX);
    Possible { number: Some(Progression::any(width)), ..Possible::default() }
}

/// The number 0.
pub(super) fn zero() -> Possible {
    Possible { number: Some(Progression::constant(0)), ..Possible::default() }
}
