//! Random systems.

use super::{Latches, check};
use crate::bv::Term;
use crate::formats::tests::random_words;
use crate::support::{Budget, Random};
use crate::sweep::sweep;
use crate::system::TransitionSystem;

/// A few bits whose next values are small and like each other, so that many are equal.
pub(super) fn random_latches(random: &mut Random) -> TransitionSystem {
    let mut it = Latches::default();
    let inputs: Vec<Term> = (0..1 + random.below(2)).map(|_| it.input()).collect();
    let count = 4 + random.index(3);
    let bits: Vec<Term> = (0..count)
        .map(|_| {
            let init = match random.below(4) {
                0 | 1 => None,
                other => Some(other == 2),
            };
            it.latch(init)
        })
        .collect();
    let mut site = [&bits[..], &inputs].concat();
    for _ in 0..3 {
        let (a, b) = (*random.pick(&site), *random.pick(&site));
        site.push(match random.below(3) {
            0 => it.terms.and(a, b),
            1 => it.xor(a, b),
            _ => it.terms.not(a),
        });
    }
    for &bit in &bits {
        let next = *random.pick(&site);
        it.next(bit, next);
    }
    if random.one_in(4) {
        let condition = *random.pick(&site);
        it.universal.push(condition);
    }
    let (a, b, c) = (*random.pick(&site), *random.pick(&bits), *random.pick(&bits));
    let both = it.terms.and(a, b);
    let differ = it.xor(b, c);
    let mut bad = [it.terms.and(both, c), differ];
    if random.one_in(2) {
        // Nobody looks at the first state.
        let truth = it.terms.bool(true);
        let started = it.delay(false, truth);
        bad = bad.map(|condition| it.terms.and(started, condition));
    }
    it.system(&bad)
}

#[test]
fn smaller_models_answer_like_the_whole() {
    let mut random = Random::new(11);
    let (mut merged, mut dropped, mut conditional) = (0, 0, 0);
    for round in 0..400 {
        let system = match round % 3 {
            0 => random_words(&mut random),
            _ => random_latches(&mut random),
        };
        let exact = random.one_in(4);
        let Some(swept) = sweep(&system, None, exact, &Budget::unlimited()) else { continue };
        check(&system, &swept);
        merged += swept.merged;
        dropped += swept.dropped;
        conditional += usize::from(swept.facts.iter().any(|clause| clause.len() > 2));
    }
    assert!(merged > 100 && dropped > 100, "{merged} merged, {dropped} dropped");
    assert!(conditional > 10, "{conditional} with equalities that don't hold at first");
}
