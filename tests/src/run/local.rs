//! The engine of this workspace as one that cases are asked of.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use masque_core::action::{Act, Action};
use masque_core::belief;
use masque_core::engine::{Engine, Match};
use masque_core::explain::Explanation;
use masque_core::game::PlayError;
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::position::{Arbiter, Phase};
use masque_core::search::Unit;
use masque_core::setup::Setup;

use super::driver::{Driver, Ending, Game, Heard, Opener, Reply, Said, Start, Unsaid};

/// Plays every variant in this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

impl Opener for InProcess {
    fn name(&self) -> String {
        "masque".to_owned()
    }

    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>> {
        Ok(Box::new(Local::new(game.engine, None)))
    }
}

/// The same, for a bounded number of steps: what it is asked, and sequences counted, 64 to a step.
///
/// What a step is does not depend on the machine, so that a run past the bound is the same everywhere.
#[derive(Debug)]
pub struct Bounded {
    meter: Arc<Meter>,
}

#[derive(Debug)]
struct Meter {
    most: u64,
    spent: AtomicU64,
}

/// Sequences that perft counts for one step.
const SEQUENCES: u64 = 64;

impl Bounded {
    /// Allows `most` steps.
    #[must_use]
    pub fn new(most: u64) -> Self {
        let spent = AtomicU64::new(0);
        Self {
            meter: Arc::new(Meter { most, spent }),
        }
    }

    /// The steps taken so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.meter.spent.load(Ordering::Relaxed)
    }

    /// Whether something was left undone for want of steps.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent() > self.meter.most
    }
}

impl Opener for Bounded {
    fn name(&self) -> String {
        InProcess.name()
    }

    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>> {
        Ok(Box::new(Local::new(
            game.engine,
            Some(Arc::clone(&self.meter)),
        )))
    }
}

struct Local {
    engine: Arc<dyn Engine>,
    game: Option<Box<dyn Match>>,
    /// The truth of the game's start, and positions that went before it.
    start: Option<(Setup, Vec<Setup>)>,
    meter: Option<Arc<Meter>>,
}

fn wrong(error: impl ToString) -> Unsaid {
    Unsaid::Wrong(error.to_string())
}

impl Local {
    fn new(engine: &Arc<dyn Engine>, meter: Option<Arc<Meter>>) -> Self {
        Self {
            engine: Arc::clone(engine),
            game: None,
            start: None,
            meter,
        }
    }

    fn spend(&self, steps: u64) -> Said<()> {
        let Some(meter) = &self.meter else {
            return Ok(());
        };
        let spent = meter.spent.fetch_add(steps, Ordering::Relaxed) + steps;
        if spent > meter.most {
            Err(wrong("this takes too many steps"))
        } else {
            Ok(())
        }
    }

    fn game(&self) -> Said<&dyn Match> {
        self.spend(1)?;
        self.game
            .as_deref()
            .ok_or_else(|| wrong("no game was started"))
    }

    fn game_mut(&mut self) -> Said<&mut Box<dyn Match>> {
        self.spend(1)?;
        self.game
            .as_mut()
            .ok_or_else(|| wrong("no game was started"))
    }

    /// The game, judged where nothing was done yet.
    ///
    /// A drawn position may be over already, such as one without a move. That is only judged when a case asks how the
    /// game stands, so that a board with the pieces that matter need not show a whole game.
    fn judged(&mut self) -> Said<&dyn Match> {
        let game = self.game_mut()?;
        if game.steps().is_empty() {
            game.judge_start().map_err(wrong)?;
        }
        self.game()
    }

    fn action(&self, seat: Seat, text: &str) -> Said<Action> {
        self.game()?.parse_action(seat, text).map_err(wrong)
    }

    fn slug(&self, id: masque_core::clause::ClauseId) -> Vec<String> {
        vec![self.engine.clause(id).to_owned()]
    }

    fn reply<T>(&self, result: Result<T, PlayError>, cited: Vec<String>) -> Said<Reply> {
        match result {
            Ok(_) => Ok(Reply::Done),
            Err(PlayError::Illegal(refusal)) => Ok(Reply::Illegal(self.slug(refusal.clause))),
            Err(PlayError::Refused(clause)) => Ok(Reply::Refused(self.slug(clause))),
            Err(PlayError::Act(_)) => Ok(Reply::Illegal(cited)),
            Err(error @ PlayError::Hook(_)) => Err(wrong(error)),
        }
    }

    fn reasons(&self, observer: Observer, thorough: bool, out: &mut String) -> Said<()> {
        let game = self.game()?;
        let Observer::Seat(seat) = observer else {
            return Ok(());
        };
        let mut actions = Vec::new();
        if game.turn() == seat {
            actions = game.legal().map_err(wrong)?;
            for action in &actions {
                let _ = writeln!(out, "legal {}", game.format_action(observer, *action));
            }
        }
        // Attempts from every occupied site upon every site are explained as well as what is legal.
        let sites = self.engine.sites();
        let seen = game.view_setup(observer);
        if thorough && sites <= 100 {
            let occupied = (0..sites).filter(|s| seen.cells.get(*s).is_some_and(occupied));
            for from in occupied {
                let from = masque_core::site::Site(from as u16);
                for to in (0..sites).map(|s| masque_core::site::Site(s as u16)) {
                    actions.push(Action::moving(from, to, 0));
                }
                actions.push(Action::flip(from));
            }
        }
        for action in actions {
            let explained = game.explain(seat, action).map_err(wrong)?;
            let _ = match explained {
                Explanation::Refused(refusal) => writeln!(
                    out,
                    "{action:?} {:?} {}",
                    refusal.stage,
                    self.engine.clause(refusal.clause)
                ),
                Explanation::Legal(notes) => writeln!(out, "{action:?} {notes:?}"),
            };
        }
        Ok(())
    }
}

/// The clauses that say what an act needs.
pub(crate) fn clauses_of(engine: &dyn Engine, act: Act) -> Vec<String> {
    let spec = engine.spec();
    let acts = &spec.acts;
    match act {
        Act::Resign => acts.resign.iter().cloned().collect(),
        Act::Offer | Act::Accept | Act::Decline => acts
            .agree
            .iter()
            .map(|(_, clause)| clause.clone())
            .collect(),
        Act::Claim => {
            let repetition = spec.repetition.iter().map(|r| r.clause.clone());
            repetition
                .chain(spec.quiet.iter().map(|q| q.clause.clone()))
                .collect()
        }
        Act::UseBank | Act::TimeOut => vec![acts.time_clause.clone()],
    }
}

fn occupied(cell: &masque_core::setup::SetupCell) -> bool {
    !matches!(cell, masque_core::setup::SetupCell::Empty)
}

impl Driver for Local {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        let told = |errors: Vec<masque_core::setup::SetupError>| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Unsaid::Wrong(texts.join("; "))
        };
        let mut game = self.engine.start(start.setup).map_err(told)?;
        for earlier in start.earlier {
            game.remember(earlier).map_err(told)?;
        }
        self.game = Some(game);
        self.start = Some((start.setup.clone(), start.earlier.to_vec()));
        Ok(())
    }

    fn native(&self) -> bool {
        true
    }

    fn normal(&mut self, seat: Seat, action: &str) -> Said<String> {
        let parsed = self.action(seat, action)?;
        Ok(self.game()?.format_action(Observer::Seat(seat), parsed))
    }

    fn turn(&mut self) -> Said<Seat> {
        Ok(self.game()?.turn())
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        let game = self.game()?;
        let observer = Observer::Seat(game.turn());
        let actions = game.legal().map_err(wrong)?;
        Ok(actions
            .into_iter()
            .map(|a| game.format_action(observer, a))
            .collect())
    }

    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>> {
        let action = self.action(seat, action)?;
        match self.game()?.explain(seat, action).map_err(wrong)? {
            Explanation::Legal(_) => Ok(None),
            Explanation::Refused(refusal) => Ok(Some(self.slug(refusal.clause))),
        }
    }

    fn play(&mut self, seat: Seat, action: &str, automatic: bool) -> Said<Reply> {
        let action = self.action(seat, action)?;
        let played = self.game_mut()?.play(seat, action, automatic);
        self.reply(played, Vec::new())
    }

    fn act(&mut self, seat: Seat, act: Act) -> Said<Reply> {
        let cited = clauses_of(&*self.engine, act);
        let done = self.game_mut()?.act(seat, act);
        self.reply(done, cited)
    }

    fn heard(&mut self) -> Said<Vec<Heard>> {
        let game = self.game()?;
        let told = game.steps().last().map_or(&[][..], |step| &step.told);
        Ok(told
            .iter()
            .map(|told| Heard {
                by: Observer::ALL
                    .into_iter()
                    .filter(|o| told.audience.includes(*o))
                    .collect(),
                words: game.event_words(&told.event),
            })
            .collect())
    }

    fn see(&mut self, observer: Observer) -> Said<Setup> {
        Ok(self.game()?.view_setup(observer))
    }

    fn truth(&mut self) -> Said<Setup> {
        Ok(self.game()?.truth_setup(Arbiter::assume()))
    }

    fn everything(&mut self, observer: Observer, thorough: bool) -> Said<String> {
        let game = self.game()?;
        let mut out = String::new();
        let json = serde_json::to_string(&game.observe(observer)).map_err(wrong)?;
        let _ = writeln!(out, "{json}\n{}", game.text(observer));
        let _ = writeln!(out, "{}", game.draw(observer, &Style::choose(false, true)));
        let _ = writeln!(out, "{:?}", game.phase());
        for told in game.steps().last().map_or(&[][..], |step| &step.told) {
            if told.audience.includes(observer) {
                let _ = writeln!(out, "told {}", game.event_words(&told.event).join(" "));
            }
        }
        if let Some(step) = game.steps().last() {
            let deed = match step.deed {
                masque_core::game::Deed::Action(action) => format!("{action:?}"),
                masque_core::game::Deed::Try(action) => format!("tried {action:?}"),
                masque_core::game::Deed::Act(act) => format!("{act:?}"),
            };
            let _ = writeln!(out, "done {:?} {deed}", step.seat);
        }
        self.reasons(observer, thorough, &mut out)?;
        Ok(out)
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        let outcome = self.judged()?.outcome();
        Ok(outcome.map(|outcome| Ending {
            winner: outcome.winner,
            clause: self.engine.clause(outcome.clause).to_owned(),
        }))
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        let game = self.judged()?;
        let mut words = vec![game.phase().word().to_owned()];
        if game.phase() == Phase::Play && game.legal().map_err(wrong)?.contains(&Action::SWAP) {
            words.push("swap".to_owned());
        }
        Ok(words)
    }

    fn perft(&mut self, depth: u32, unit: Unit) -> Said<u64> {
        let game = self.game()?;
        let Some(meter) = &self.meter else {
            return game.perft(depth, unit).map_err(wrong);
        };
        let left = meter
            .most
            .saturating_sub(meter.spent.load(Ordering::Relaxed));
        let most = left.saturating_add(1).saturating_mul(SEQUENCES);
        let counted = game.perft_up_to(depth, unit, most).map_err(wrong)?;
        self.spend(counted.unwrap_or(most) / SEQUENCES)?;
        counted.ok_or_else(|| wrong("this takes too many steps"))
    }

    fn views(&mut self, observer: Observer, depth: u32) -> Said<u64> {
        let (start, earlier) = self
            .start
            .as_ref()
            .ok_or_else(|| wrong("no game was started"))?;
        let steps = self.game()?.steps();
        let belief =
            belief::along(&*self.engine, start, earlier, steps, observer).map_err(wrong)?;
        belief.views(depth).map_err(wrong)
    }

    fn picture(&mut self) -> Option<String> {
        let game = self.game().ok()?;
        Some(super::picture::draw(
            &*self.engine,
            &game.truth_setup(Arbiter::assume()),
            &[],
        ))
    }
}
