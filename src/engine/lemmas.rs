//! Lemmas that engines on one model tell each other while they run.
//!
//! A lemma is a clause over variables of one state. What an engine has told so far is, all
//! together and given the model's facts ([`crate::dimspec::Model::facts`]), inductive: it
//! holds initially, and every step keeps it. So whoever has got all of it may add it to U.
//! It is told in whole batches, in the order in which it was found, because a later batch
//! may need an earlier one.
//!
//! What always holds: nothing is believed of it. A proof that used lemmas contains them, and
//! the check of the proof is one of them, too. A wrong one can lose an answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cnf::Lit;

/// What others told an engine and it has not looked at yet; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// So that looking costs no lock as long as nothing came.
    filled: Arc<AtomicBool>,
    lemmas: Arc<Mutex<Vec<Vec<Lit>>>>,
}

impl Inbox {
    /// Puts lemmas in, behind those that are there.
    pub fn put(&self, lemmas: Vec<Vec<Lit>>) {
        // The list is whole at every moment, so a panic elsewhere does not spoil it.
        let mut all = self.lemmas.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(lemmas);
        self.filled.store(true, Ordering::Release);
    }

    /// Takes out what came since the last time.
    pub fn take(&self) -> Vec<Vec<Lit>> {
        if !self.filled.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut all = self.lemmas.lock().unwrap_or_else(PoisonError::into_inner);
        self.filled.store(false, Ordering::Release);
        std::mem::take(&mut all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    #[test]
    fn what_is_put_in_comes_out_once_and_in_order() {
        let (inbox, lemmas) = (Inbox::default(), [1, 2, 3].map(|var| vec![Var(var).lit()]));
        assert!(inbox.take().is_empty());
        let other = inbox.clone();
        other.put(lemmas[..2].to_vec());
        other.put(lemmas[2..].to_vec());
        assert_eq!(inbox.take(), lemmas);
        assert!(inbox.take().is_empty() && other.take().is_empty());
    }
}
