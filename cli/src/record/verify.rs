//! Judging a record: whether everything that it says is as the rules have it, and what cannot be known yet.

use std::sync::Arc;

use masque_core::deal;
use masque_core::engine::Match;
use masque_core::piece::Observer;
use masque_core::random::Seed;
use masque_scripting::diag::{Diagnostic, Source, Span};

use super::again::{again, line_at};
use super::frames::truth_of;
use super::{Entry, Read, check_seal, hides, result_words};
use crate::exit::Failure;
use crate::variant::Loaded;

/// What judging a record came to.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// What was found to hold.
    pub(crate) holds: Vec<String>,
    /// What cannot be judged, and why.
    pub(crate) open: Vec<String>,
    /// What is false, each with its place.
    pub(crate) wrong: Vec<Diagnostic>,
}

/// Judges a record whose rules are loaded.
///
/// # Errors
/// What stops judging altogether, such as a hook that fails.
pub(crate) fn verify(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::default();
    verdict
        .holds
        .push("the rules are those installed".to_owned());
    judge_clock(source, read, &mut verdict);
    let deeds = read
        .entries
        .iter()
        .filter(|(entry, _)| matches!(entry, Entry::Deed(_)));
    let deeds = deeds.count();
    match truth_of(loaded, read) {
        Some(truth) => match again(loaded, source, truth, read) {
            Ok(game) => {
                verdict.holds.push(format!(
                    "{deeds} deeds are legal, with the events and positions that they have here"
                ));
                judge_result(loaded, source, read, &*game, &mut verdict);
            }
            Err(Failure::Input(wrong)) => verdict.wrong.extend(wrong),
            Err(other) => return Err(other),
        },
        None => super::public::judge(loaded, source, read, deeds, &mut verdict)?,
    }
    judge_seal(loaded, source, read, &mut verdict);
    judge_seed(loaded, read, &mut verdict);
    if read.torn {
        verdict
            .open
            .push("the last line was cut off in the writing, and is left out".to_owned());
    }
    Ok(verdict)
}

/// Judges what a record that is over says of its end.
///
/// # Errors
/// What is false.
pub(crate) fn judge_end(loaded: &Loaded, source: &Arc<Source>, read: &Read) -> Result<(), Failure> {
    let mut verdict = Verdict::default();
    if let Some(truth) = truth_of(loaded, read) {
        let game = again(loaded, source, truth, read)?;
        judge_result(loaded, source, read, &*game, &mut verdict);
    }
    judge_seal(loaded, source, read, &mut verdict);
    if verdict.wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::Input(verdict.wrong))
    }
}

fn at(source: &Arc<Source>, word: &str) -> Span {
    Span::new(source, line_at(source, word))
}

/// Whether the result is what the play came to.
pub(super) fn judge_result(
    loaded: &Loaded,
    source: &Arc<Source>,
    read: &Read,
    game: &dyn Match,
    verdict: &mut Verdict,
) {
    let result = game.outcome().map(|o| result_words(&*loaded.engine, o));
    let bad = |message: String| Diagnostic::new("bad-record", message);
    // Version 1 wrote the word `by` also where no clause followed.
    let said = read.footer.as_ref().map(|f| f.result.trim());
    let said = said.map(|said| said.strip_suffix(" by").unwrap_or(said));
    match (said, result.as_deref()) {
        (Some(said), Some(result)) if said == result => {
            verdict.holds.push(format!("the result: {result}"));
        }
        (None, None) => verdict.open.push("the game is not over".to_owned()),
        (Some(_), Some(result)) => verdict
            .wrong
            .push(bad(format!("the game ended otherwise: {result}")).at(at(source, "result"))),
        (Some(_), None) => verdict.wrong.push(
            bad("the game was not over after its last deed".to_owned()).at(at(source, "result")),
        ),
        // The last line may have been written, and the end not yet.
        (None, Some(result)) => verdict.open.push(format!(
            "the game is over ({result}), and its end was not written; resuming it writes it"
        )),
    }
}

/// Whether what was disclosed is what the record was sealed with.
fn judge_seal(loaded: &Loaded, source: &Arc<Source>, read: &Read, verdict: &mut Verdict) {
    let Some(seal) = &read.header.seal else {
        let said = read.footer.as_ref().and_then(|f| f.salt.as_ref());
        if said.is_some() {
            let wrong = "a salt is disclosed, and the record was not sealed";
            verdict
                .wrong
                .push(Diagnostic::new("bad-record", wrong).at(at(source, "salt")));
        }
        return;
    };
    let Some((footer, deal)) = read
        .footer
        .as_ref()
        .and_then(|f| f.deal.as_ref().map(|deal| (f, deal)))
    else {
        verdict
            .open
            .push("the commitments: deal and salt are not disclosed".to_owned());
        return;
    };
    let salt = footer.salt.as_deref().and_then(|s| s.parse().ok());
    let wrong = match salt {
        None => Diagnostic::new("bad-record", "the salt of the deal is missing or malformed")
            .at(at(source, "result")),
        Some(salt) => match check_seal(loaded, seal, &salt, deal) {
            Ok(()) => {
                verdict.holds.push("the commitments".to_owned());
                return;
            }
            Err(wrong) => wrong.at(at(source, "deal")),
        },
    };
    verdict.wrong.push(wrong);
}

/// Whether the deal is the one that comes of the seed; a position that was given, or layouts, make it another.
fn judge_seed(loaded: &Loaded, read: &Read, verdict: &mut Verdict) {
    let engine = &*loaded.engine;
    let footer = read.footer.as_ref();
    let Some((seed, truth)) = footer.and_then(|f| f.seed.as_ref().zip(f.deal.as_ref())) else {
        return;
    };
    if !hides(engine.spec()) {
        return;
    }
    let dealt = seed.parse().ok().filter(|_| !engine.needs_layouts());
    let dealt = dealt.map(|seed| engine.deal(&Seed::from_u64(seed), [None, None]));
    let given = engine.parse_position(truth).ok();
    if dealt.is_some() && dealt.map(|d| deal::canonical(&d)) == given.map(|g| deal::canonical(&g)) {
        verdict
            .holds
            .push("the deal is that of the seed".to_owned());
    } else {
        verdict.open.push(
            "whether the deal comes of the seed: layouts or a position were given".to_owned(),
        );
    }
}

/// Whether the clocks could show what is recorded.
fn judge_clock(source: &Arc<Source>, read: &Read, verdict: &mut Verdict) {
    let mut any = false;
    for (entry, range) in &read.entries {
        let (times, seat) = match entry {
            Entry::Deed(deed) => (deed.times, deed.seat),
            Entry::Clock(times) => (Some(*times), masque_core::piece::Seat(0)),
            Entry::Undo(_) => continue,
        };
        let wrong = match (&read.header.clock, times) {
            (None, None) => continue,
            (None, Some(_)) => "times are recorded, and the game has no clock".to_owned(),
            (Some(_), None) => "the game has a clock, and no times are recorded here".to_owned(),
            (Some(spec), Some(times)) => match times.restore(spec, seat) {
                Ok(_) => {
                    any = true;
                    continue;
                }
                Err(error) => error,
            },
        };
        let wrong = Diagnostic::new("bad-clock", wrong).at(Span::new(source, range.clone()));
        verdict.wrong.push(wrong);
        return;
    }
    if any {
        verdict
            .open
            .push("the clocks: only that their times can be, not how long anybody took".to_owned());
    }
    if let Observer::Seat(seat) = read.header.eyes {
        verdict
            .open
            .push(format!("what others than seat {} were told", seat.0));
    }
}
