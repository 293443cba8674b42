//! Replays of a case that were done before.
//!
//! `same` plays everything again from truths that it names. Where they name every hidden piece, they are the same starts
//! whatever truth the case itself runs under. An engine that is given the same start and the same deeds is asked the
//! same question, so one answer serves for all: equal here means equal as data, every field of the start included.

use std::sync::{Arc, Mutex, PoisonError};

use masque_core::piece::Observer;
use masque_core::setup::Setup;

use super::play::Deed;

/// How many replays of one case are kept.
const KEPT: usize = 128;

/// What is played again, and for whom.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Replay {
    pub(super) observer: Observer,
    pub(super) setup: Setup,
    pub(super) earlier: Vec<Setup>,
    pub(super) deeds: Vec<Deed>,
}

/// What replays gave the observer, one text for the start and for each deed.
pub(super) type Told = Arc<Vec<String>>;

/// The replays of one case, whatever truth it runs under.
#[derive(Debug, Default)]
pub(super) struct Replays(Mutex<Vec<(Replay, Told)>>);

impl Replays {
    /// What a replay gave, if it was done before.
    pub(super) fn get(&self, replay: &Replay) -> Option<Told> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == replay);
        found.map(|(_, told)| Arc::clone(told))
    }

    /// Keeps what a replay gave.
    pub(super) fn keep(&self, replay: Replay, told: &Told) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push((replay, Arc::clone(told)));
        }
    }
}
