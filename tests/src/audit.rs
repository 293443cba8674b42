//! The audit: whether anything that an observer gets changes when what it may not know is changed.
//!
//! Random games are played. Along them other truths are drawn from each observer's information set, which is derived
//! from what the variant declares and what was told, never from a view, a drawing or an observation. The same deeds are
//! then done on the other truth, and everything that [`surface::Surface`]s show the observer is compared, byte for byte.
//! The first difference is made small and becomes the [`Finding`].

mod pairs;
mod shrink;
pub mod surface;

use std::collections::BTreeSet;

use masque_core::belief::Method;
use masque_core::deal::Layout;
use masque_core::engine::{Engine, Match};
use masque_core::game::{Deed, PlayError};
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::Setup;

use pairs::Pairs;
use surface::{Field, Scene, Surface, Try};

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Games played.
    pub games: u32,
    /// The most actions of one game.
    pub plies: u32,
    /// Moments of each game at which each observer's truth is changed.
    pub moments: u32,
    /// Other truths tried at each moment.
    pub pairs: u32,
    /// What everything is drawn from.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            games: 16,
            plies: 120,
            moments: 5,
            pairs: 4,
            seed: 1,
        }
    }
}

/// One thing a seat did.
pub type Line = (Seat, Deed);

/// What an audit tried, and what it found.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Report {
    /// Games played.
    pub games: u32,
    /// Actions played in them.
    pub plies: u64,
    /// Pairs of truths compared.
    pub pairs: u64,
    /// Fields compared over all pairs.
    pub comparisons: u64,
    /// The names of the fields that were compared.
    pub fields: BTreeSet<String>,
    /// Moments at which an observer's information set held one truth only.
    pub certain: u64,
    /// Moments at which other truths were drawn approximately.
    pub approximate: u64,
    /// The difference that was found first, made small.
    pub finding: Option<Finding>,
}

/// A difference between two truths that an observer should not be able to tell apart.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// Who can tell the truths apart: `seat0`, `seat1` or `public`.
    pub observer: String,
    /// What differs.
    pub field: String,
    /// One truth, as position text.
    pub one: String,
    /// The other truth.
    pub other: String,
    /// What is done from there before the difference shows, as the seats wrote it.
    pub deeds: Vec<String>,
    /// What the observer gets in the first truth, from a little before the difference.
    pub left: String,
    /// What it gets in the second.
    pub right: String,
    /// What the game was dealt from.
    pub seed: u64,
}

/// Why an audit could not be made.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The variant's deal does not start, or a layout cannot be made.
    #[error("the variant does not start: {0}")]
    Start(String),
    /// The information set could not be described.
    #[error("{0}")]
    Belief(String),
}

/// The word for an observer.
#[must_use]
pub fn observer_word(observer: Observer) -> String {
    match observer {
        Observer::Seat(seat) => format!("seat{}", seat.0),
        Observer::Public => "public".to_owned(),
    }
}

/// Audits a variant; `tick` is called after each game.
///
/// # Errors
/// A variant that does not start.
pub fn audit(
    engine: &dyn Engine,
    surfaces: &[&dyn Surface],
    plan: &Plan,
    tick: &dyn Fn(),
) -> Result<Report, AuditError> {
    let mut report = Report::default();
    for number in 0..plan.games {
        let seed = plan
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(number));
        let game = played(engine, seed, plan.plies)?;
        report.games += 1;
        report.plies += game.deeds.len() as u64;
        for observer in Observer::ALL {
            audit_game(engine, surfaces, plan, &game, observer, &mut report)?;
            if report.finding.is_some() {
                return Ok(report);
            }
        }
        tick();
    }
    Ok(report)
}

/// A game that was played.
pub(crate) struct Played {
    /// What it was dealt from.
    pub(crate) seed: u64,
    /// Its truth at the start.
    pub(crate) start: Setup,
    /// What was done, the deed that ended it left out: with the end the truth is shown.
    pub(crate) deeds: Vec<Line>,
}

fn layouts(engine: &dyn Engine, dice: &mut Dice) -> Result<[Option<Layout>; 2], AuditError> {
    if !engine.needs_layouts() {
        return Ok([None, None]);
    }
    let mut random = |seat| {
        engine
            .named_layout(seat, "random", dice)
            .map_err(|e| AuditError::Start(e.to_string()))
    };
    Ok([Some(random(Seat(0))?), Some(random(Seat(1))?)])
}

/// Plays a random game.
fn played(engine: &dyn Engine, number: u64, plies: u32) -> Result<Played, AuditError> {
    let seed = Seed::from_u64(number);
    let mut dice = seed.stream(Stream::Automatic);
    let own = layouts(engine, &mut dice)?;
    let start = engine.deal(&seed, [own[0].as_ref(), own[1].as_ref()]);
    let mut game = begin(engine, &start)?;
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let Ok(legal) = game.legal() else { break };
        let Some(action) = dice.choose(&legal) else {
            break;
        };
        match game.play(game.turn(), *action, false) {
            Ok(_) | Err(PlayError::Refused(_)) => {}
            Err(_) => break,
        }
    }
    let mut deeds: Vec<Line> = game.steps().iter().map(|s| (s.seat, s.deed)).collect();
    if game.outcome().is_some() {
        deeds.pop();
    }
    Ok(Played {
        seed: number,
        start,
        deeds,
    })
}

fn begin(engine: &dyn Engine, start: &Setup) -> Result<Box<dyn Match>, AuditError> {
    engine.start(start).map_err(|wrong| {
        let words: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        AuditError::Start(words.join("; "))
    })
}

fn audit_game(
    engine: &dyn Engine,
    surfaces: &[&dyn Surface],
    plan: &Plan,
    game: &Played,
    observer: Observer,
    report: &mut Report,
) -> Result<(), AuditError> {
    let mut dice = Seed::from_u64(game.seed).stream(Stream::Bot(observer_number(observer)));
    // Early moments, when most is hidden, are as likely as all others together.
    let length = game.deeds.len() as u64;
    let mut moments: BTreeSet<usize> = (1..plan.moments)
        .map(|i| {
            dice.below(if i % 2 == 0 {
                length + 1
            } else {
                length / 6 + 1
            }) as usize
        })
        .collect();
    moments.insert(game.deeds.len());
    let mut pairs = Pairs::new(engine, game, observer)?;
    for moment in moments {
        pairs.read_to(moment)?;
        if pairs.is_certain() {
            report.certain += 1;
            continue;
        }
        if matches!(pairs.method(), Method::Approximate { .. }) {
            report.approximate += 1;
        }
        for i in 0..plan.pairs {
            // A truth drawn from the whole set, or one that differs in as little as can be.
            let other = if i % 2 == 0 {
                pairs.draw(&mut dice)
            } else {
                pairs.neighbour(&mut dice)
            };
            let Some(other) = other else { continue };
            report.pairs += 1;
            let tries = surface::tries(engine, observer, &game.deeds, moment, &mut dice);
            let compare = Compare {
                engine,
                surfaces,
                observer,
                tries: &tries,
            };
            let deeds = &game.deeds[..moment];
            let early = dice.below(moment as u64 + 1) as usize;
            if let Some(found) = compare.at(&game.start, &other, deeds, &[early, moment], report) {
                report.finding = Some(shrink::shrink(&compare, game, &other, found));
                return Ok(());
            }
        }
    }
    Ok(())
}

fn observer_number(observer: Observer) -> u8 {
    match observer {
        Observer::Seat(seat) => seat.0,
        Observer::Public => 2,
    }
}

/// How two truths are compared.
pub(crate) struct Compare<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) surfaces: &'a [&'a dyn Surface],
    pub(crate) observer: Observer,
    pub(crate) tries: &'a [Try],
}

/// A field that differs after some deeds.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// After how many deeds.
    pub(crate) after: usize,
    /// Which field.
    pub(crate) field: String,
    /// What it is in the first truth.
    pub(crate) left: String,
    /// What it is in the second.
    pub(crate) right: String,
}

impl Compare<'_> {
    /// Does the same deeds on two truths, and compares what was told after each and all surfaces at the given moments.
    pub(crate) fn at(
        &self,
        one: &Setup,
        other: &Setup,
        deeds: &[Line],
        moments: &[usize],
        report: &mut Report,
    ) -> Option<Difference> {
        let difference = |after, field: &str, left: String, right: String| Difference {
            after,
            field: field.to_owned(),
            left,
            right,
        };
        let started = |setup: &Setup| {
            self.engine.start(setup).map_err(|e| {
                e.iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join("; ")
            })
        };
        let (mut a, mut b) = match (started(one), started(other)) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => {
                let word = |r: Result<_, String>| r.err().unwrap_or_else(|| "starts".to_owned());
                return Some(difference(0, "start", word(a), word(b)));
            }
        };
        for after in 0..=deeds.len() {
            if moments.contains(&after) {
                let shown = |game: &dyn Match, start: &Setup| {
                    self.show(&Scene {
                        engine: self.engine,
                        start,
                        deeds: &deeds[..after],
                        game,
                        observer: self.observer,
                        tries: self.tries,
                    })
                };
                let (left, right) = (shown(&*a, one), shown(&*b, other));
                report.comparisons += left.len() as u64;
                for field in &left {
                    if !report.fields.contains(&field.name) {
                        report.fields.insert(field.name.clone());
                    }
                }
                if let Some((name, left, right)) = first_difference(&left, &right) {
                    return Some(difference(after, &name, left, right));
                }
            }
            let Some((seat, deed)) = deeds.get(after) else {
                break;
            };
            let (left, right) = (
                done(&mut *a, *seat, *deed, self.observer),
                done(&mut *b, *seat, *deed, self.observer),
            );
            report.comparisons += 1;
            if left != right {
                return Some(difference(after + 1, "events", left, right));
            }
        }
        None
    }

    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        self.surfaces.iter().flat_map(|s| s.show(scene)).collect()
    }
}

/// Does a deed and says what the observer was told of it.
fn done(game: &mut dyn Match, seat: Seat, deed: Deed, observer: Observer) -> String {
    let told = match deed {
        Deed::Action(action) | Deed::Try(action) => match game.play(seat, action, false) {
            Ok(told) => told,
            Err(PlayError::Refused(_)) => match game.steps().last() {
                Some(step) => step.told.clone(),
                None => Vec::new(),
            },
            Err(error) => return error.to_string(),
        },
        Deed::Act(act) => match game.act(seat, act) {
            Ok(told) => told,
            Err(error) => return error.to_string(),
        },
    };
    surface::heard(game, &told, observer)
}

fn first_difference(left: &[Field], right: &[Field]) -> Option<(String, String, String)> {
    for (l, r) in left.iter().zip(right) {
        if l != r {
            let name = if l.name == r.name {
                l.name.clone()
            } else {
                format!("{} or {}", l.name, r.name)
            };
            return Some((name, l.text.clone(), r.text.clone()));
        }
    }
    (left.len() != right.len()).then(|| {
        let count = |f: &[Field]| format!("{} fields", f.len());
        ("fields".to_owned(), count(left), count(right))
    })
}
