//! Engines that play by the rules and leak: each shows in one place what it should not.

use std::sync::Arc;

use masque_core::action::{Act, Action, Tag};
use masque_core::belief::{Belief, BeliefError};
use masque_core::clause::ClauseId;
use masque_core::deal::{Layout, LayoutError};
use masque_core::engine::{Engine, Match, Playouts};
use masque_core::event::{Audience, Event, Told};
use masque_core::explain::{Does, Explanation};
use masque_core::game::{ActError, PlayError, Step, UndoError};
use masque_core::hooks::HookError;
use masque_core::notation::action::ActionError;
use masque_core::notation::diagram::{Drawing, Style};
use masque_core::notation::event::EventError;
use masque_core::notation::position::PositionError;
use masque_core::observation::Observation;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::position::{Arbiter, Outcome, Phase};
use masque_core::random::{Dice, Seed};
use masque_core::search::{Divide, Unit};
use masque_core::setup::{Setup, SetupCell, SetupError};
use masque_core::site::Site;
use masque_core::spec::Spec;

/// What leaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    /// Legal actions leave out attacks that would fail.
    LegalFromTruth,
    /// Legal actions are sorted by what the movers really are.
    LegalOrder,
    /// A hidden piece that really promotes is asked what it will become before it is revealed.
    PromotionPrompt,
    /// The counter of quiet turns starts again when a hidden piece of a certain kind moved.
    QuietCounter,
    /// The bar of captured material shows everybody what only some were told.
    MaterialBar,
    /// The notation of a capture names what was captured.
    NotationIdentity,
    /// The pool is listed in the order in which the pieces stand.
    PieceOrder,
    /// Positions carry a number made from the deal.
    SeedPrinted,
    /// Taking back is refused when what moved is something special.
    UndoRemembers,
    /// A spectator is given what the first seat is given.
    SpectatorSeesAll,
    /// A spectator's board is drawn with the first seat's eyes.
    SpectatorDrawing,
    /// The first seat's positions hold the other's pieces.
    OpponentsPieces,
    /// An explanation says what stands under a hidden piece.
    ExplainTruth,
    /// Whether a king is in check is told from what hidden pieces really are.
    CheckOnTruth,
    /// Numbers show under fog.
    NumbersUnderFog,
    /// Why a move is not allowed depends on a mine.
    MineError,
    /// A claim is answered by counting repetitions of the truth.
    RepetitionOnTruth,
    /// The machine accepts a draw when the hidden pieces are worth it.
    OfferOnTruth,
    /// What was captured is told to everybody.
    WideAudience,
    /// An action is read differently by what stands under a hidden piece.
    ParseOnTruth,
    /// Whether the game waits for a choice depends on what moved.
    PhaseOnTruth,
    /// What was lost is counted by what it was.
    LostCounts,
}

#[derive(Debug)]
pub(crate) struct LeakyEngine {
    pub(crate) inner: Arc<dyn Engine>,
    pub(crate) leak: Leak,
}

struct LeakyMatch {
    inner: Box<dyn Match>,
    engine: Arc<dyn Engine>,
    leak: Leak,
}

impl LeakyMatch {
    fn truth(&self) -> Setup {
        self.inner.truth_setup(Arbiter::assume())
    }

    fn piece(&self, site: Site) -> Option<Piece> {
        piece(&self.truth(), site)
    }

    fn is_hidden(&self, site: Site) -> bool {
        matches!(
            self.truth().cells.get(site.index()),
            Some(SetupCell::Down { .. })
        )
    }

    fn number(&self) -> u32 {
        let bytes = masque_core::deal::canonical(&self.truth());
        bytes.iter().fold(0, |n: u32, b| {
            n.wrapping_mul(31).wrapping_add(u32::from(*b))
        })
    }

    /// Every hidden piece shown, as a position of its own.
    fn shown(&self) -> Option<Box<dyn Match>> {
        let mut setup = self.truth();
        for cell in &mut setup.cells {
            if let SetupCell::Down {
                truth: Some(piece), ..
            } = *cell
            {
                *cell = SetupCell::Up(piece);
            }
        }
        self.engine.start(&setup).ok()
    }
}

fn piece(setup: &Setup, site: Site) -> Option<Piece> {
    match *setup.cells.get(site.index())? {
        SetupCell::Up(piece) => Some(piece),
        SetupCell::Down { truth, .. } => truth,
        SetupCell::Empty => None,
    }
}

impl Match for LeakyMatch {
    fn copy(&self) -> Box<dyn Match> {
        Box::new(Self {
            inner: self.inner.copy(),
            engine: Arc::clone(&self.engine),
            leak: self.leak,
        })
    }

    fn turn(&self) -> Seat {
        self.inner.turn()
    }

    fn phase(&self) -> Phase {
        let phase = self.inner.phase();
        let last = self.inner.steps().last().map(|s| s.deed);
        match (self.leak, last) {
            (Leak::PhaseOnTruth, Some(masque_core::game::Deed::Action(action)))
                if phase == Phase::Play
                    && self.is_hidden(action.to())
                    && self.piece(action.to()).is_some_and(|p| p.kind.0 % 2 == 0) =>
            {
                Phase::Choose(action.to())
            }
            _ => phase,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn seat_of(&self, side: Side) -> Option<Seat> {
        self.inner.seat_of(side)
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        self.inner.side_of(seat)
    }

    fn turns(&self) -> u32 {
        self.inner.turns()
    }

    fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>> {
        self.inner.remember(earlier)
    }

    fn judge_start(&mut self) -> Result<(), HookError> {
        self.inner.judge_start()
    }

    fn legal(&self) -> Result<Vec<Action>, HookError> {
        let mut legal = self.inner.legal()?;
        match self.leak {
            Leak::LegalFromTruth => {
                legal.retain(|a| {
                    !(self.is_hidden(a.to())
                        && a.from() != a.to()
                        && self.piece(a.to()).is_some_and(|p| p.kind.0 % 3 == 0))
                });
            }
            Leak::LegalOrder => {
                legal.sort_by_key(|a| self.piece(a.from()).map_or(0, |p| p.kind.0));
            }
            Leak::PromotionPrompt => {
                let promotes = self.engine.spec().promotion.as_ref();
                let kinds: Vec<Kind> = promotes.map_or(Vec::new(), |p| {
                    let named =
                        |n: &String| self.engine.spec().kinds.iter().position(|k| k.name == *n);
                    p.kinds
                        .iter()
                        .filter_map(named)
                        .map(|k| Kind(k as u8))
                        .collect()
                });
                for action in &mut legal {
                    let from = action.from();
                    if action.tag() == Tag::Move
                        && self.is_hidden(from)
                        && self.piece(from).is_some_and(|p| kinds.contains(&p.kind))
                    {
                        *action = Action::promoting(from, action.to(), action.manner(), Kind(1));
                    }
                }
            }
            _ => {}
        }
        Ok(legal)
    }

    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, ActionError> {
        let action = self.inner.parse_action(seat, text)?;
        if self.leak == Leak::ParseOnTruth
            && self.is_hidden(action.to())
            && self.piece(action.to()).is_some_and(|p| p.kind.0 % 2 == 0)
        {
            return Err(ActionError::Site {
                token: text.to_owned(),
                sites: ["a1".to_owned(), "a2".to_owned()],
            });
        }
        Ok(action)
    }

    fn format_action(&self, observer: Observer, action: Action) -> String {
        let text = self.inner.format_action(observer, action);
        if self.leak == Leak::NotationIdentity
            && action.tag() == Tag::Move
            && self.is_hidden(action.to())
        {
            let letter = self.piece(action.to()).map(|p| self.engine.letter(p));
            return format!("{text}{}", letter.unwrap_or(' '));
        }
        text
    }

    fn play(
        &mut self,
        seat: Seat,
        action: Action,
        automatic: bool,
    ) -> Result<Vec<Told>, PlayError> {
        let mut told = self.inner.play(seat, action, automatic)?;
        if self.leak == Leak::WideAudience {
            for told in &mut told {
                if matches!(told.event, Event::Identity { .. }) {
                    told.audience = Audience::ALL;
                }
            }
        }
        Ok(told)
    }

    fn act(&mut self, seat: Seat, act: Act) -> Result<Vec<Told>, PlayError> {
        match (self.leak, act) {
            (Leak::RepetitionOnTruth, Act::Claim) if self.number().is_multiple_of(2) => {
                Err(PlayError::Act(ActError::NothingToClaim))
            }
            (Leak::OfferOnTruth, Act::Offer) if self.number().is_multiple_of(2) => {
                Err(PlayError::Act(ActError::NotToAct))
            }
            _ => self.inner.act(seat, act),
        }
    }

    fn undo(&mut self) -> Result<Step, UndoError> {
        if let Some(masque_core::game::Deed::Action(action)) =
            self.inner.steps().last().map(|s| s.deed)
            && self.leak == Leak::UndoRemembers
            && self.is_hidden(action.to())
            && self.piece(action.to()).is_some_and(|p| p.kind.0 % 2 == 0)
        {
            return Err(UndoError::Revealed);
        }
        self.inner.undo()
    }

    fn steps(&self) -> &[Step] {
        self.inner.steps()
    }

    fn explain(&self, seat: Seat, action: Action) -> Result<Explanation, HookError> {
        let explanation = self.inner.explain(seat, action)?;
        Ok(match (self.leak, explanation) {
            (Leak::ExplainTruth, Explanation::Legal(mut notes)) => {
                for note in &mut notes {
                    if let Does::TakesUnknown(site)
                    | Does::RevealsThenDecides(site)
                    | Does::DecidesInSecret(site) = note.what
                        && let Some(piece) = self.piece(site)
                    {
                        note.what = Does::Captures(site, piece);
                    }
                }
                Explanation::Legal(notes)
            }
            (Leak::MineError, Explanation::Refused(mut refusal)) => {
                if self
                    .truth()
                    .hazards
                    .iter()
                    .flatten()
                    .any(|s| *s == action.to())
                {
                    refusal.clause = ClauseId(0);
                }
                Explanation::Refused(refusal)
            }
            (_, explanation) => explanation,
        })
    }

    fn observe(&self, observer: Observer) -> Observation {
        let observer = match (self.leak, observer) {
            (Leak::SpectatorSeesAll, Observer::Public) => Observer::Seat(Seat(0)),
            _ => observer,
        };
        let mut seen = self.inner.observe(observer);
        match self.leak {
            Leak::QuietCounter => {
                if let Some(masque_core::game::Deed::Action(action)) =
                    self.inner.steps().last().map(|s| s.deed)
                    && self.is_hidden(action.to())
                    && self.piece(action.to()).is_some_and(|p| p.kind.0 % 2 == 0)
                {
                    seen.quiet = 0;
                }
            }
            Leak::MaterialBar => {
                let truth = self.truth();
                let worth = |side: usize| {
                    let kinds = self.engine.spec().kinds.iter();
                    let lost = kinds.zip(truth.lost_hidden[side]);
                    lost.map(|(k, n)| k.rank as u16 * u16::from(n)).sum::<u16>()
                };
                seen.captures = [worth(1), worth(0)];
            }
            Leak::LostCounts => {
                let truth = self.truth();
                seen.lost_hidden = [0, 1].map(|side| truth.lost_hidden[side][0]);
            }
            Leak::PieceOrder => {
                let truth = self.truth();
                let place = |letter: char| {
                    (0..truth.cells.len()).find(|i| {
                        let there = piece(&truth, Site(*i as u16));
                        there.is_some_and(|p| self.engine.letter(p) == letter)
                    })
                };
                seen.pool.sort_by_key(|count| place(count.letter));
            }
            Leak::CheckOnTruth => {
                if let Some(shown) = self.shown() {
                    seen.in_check = shown.observe(observer).in_check;
                }
            }
            Leak::NumbersUnderFog => {
                let truth = self.truth();
                let hazards = truth.hazards.unwrap_or_default();
                for site in &mut seen.sites {
                    if site.fog
                        && let Some(at) = self.engine.site(&site.site)
                    {
                        site.number = Some(u8::from(hazards.contains(&at)));
                    }
                }
            }
            _ => {}
        }
        seen
    }

    fn draw(&self, observer: Observer, style: &Style) -> Drawing {
        match (self.leak, observer) {
            (Leak::SpectatorDrawing, Observer::Public) => {
                self.inner.draw(Observer::Seat(Seat(0)), style)
            }
            _ => self.inner.draw(observer, style),
        }
    }

    fn view_setup(&self, observer: Observer) -> Setup {
        match (self.leak, observer) {
            (Leak::OpponentsPieces, Observer::Seat(Seat(0))) => self.truth(),
            _ => self.inner.view_setup(observer),
        }
    }

    fn text(&self, observer: Observer) -> String {
        let text = self.inner.text(observer);
        if self.leak == Leak::SeedPrinted {
            return format!("{text} deal={:08x}", self.number());
        }
        text
    }

    fn truth_text(&self, arbiter: Arbiter) -> String {
        self.inner.truth_text(arbiter)
    }

    fn truth_setup(&self, arbiter: Arbiter) -> Setup {
        self.inner.truth_setup(arbiter)
    }

    fn event_words(&self, event: &Event) -> Vec<String> {
        self.inner.event_words(event)
    }

    fn perft(&self, depth: u32, unit: Unit) -> Result<u64, HookError> {
        self.inner.perft(depth, unit)
    }

    fn perft_up_to(&self, depth: u32, unit: Unit, most: u64) -> Result<Option<u64>, HookError> {
        self.inner.perft_up_to(depth, unit, most)
    }

    fn divide(&self, depth: u32, unit: Unit) -> Result<Divide, HookError> {
        self.inner.divide(depth, unit)
    }

    fn playouts(&self) -> Box<dyn Playouts> {
        self.inner.playouts()
    }
}

impl Engine for LeakyEngine {
    fn start(&self, setup: &Setup) -> Result<Box<dyn Match>, Vec<SetupError>> {
        Ok(Box::new(LeakyMatch {
            inner: self.inner.start(setup)?,
            engine: Arc::clone(&self.inner),
            leak: self.leak,
        }))
    }

    fn dealt_playouts(&self) -> Option<Box<dyn Playouts>> {
        self.inner.dealt_playouts()
    }

    fn mask(&self, truth: &Setup, observer: Observer) -> Setup {
        self.inner.mask(truth, observer)
    }

    fn belief(&self, start: &Setup, observer: Observer) -> Result<Box<dyn Belief>, BeliefError> {
        self.inner.belief(start, observer)
    }

    fn spec(&self) -> &Spec {
        self.inner.spec()
    }

    fn clause(&self, id: ClauseId) -> &str {
        self.inner.clause(id)
    }

    fn clauses(&self) -> Vec<String> {
        self.inner.clauses()
    }

    fn site(&self, name: &str) -> Option<Site> {
        self.inner.site(name)
    }

    fn site_name(&self, site: Site) -> &str {
        self.inner.site_name(site)
    }

    fn sites(&self) -> usize {
        self.inner.sites()
    }

    fn parse_sites(&self, text: &str) -> Option<Vec<Site>> {
        self.inner.parse_sites(text)
    }

    fn kind(&self, letter: char) -> Option<Kind> {
        self.inner.kind(letter)
    }

    fn letter(&self, piece: Piece) -> char {
        self.inner.letter(piece)
    }

    fn side(&self, name: &str) -> Option<Side> {
        self.inner.side(name)
    }

    fn parse_token(&self, token: &str) -> Result<SetupCell, SetupError> {
        self.inner.parse_token(token)
    }

    fn parse_position(&self, text: &str) -> Result<Setup, PositionError> {
        self.inner.parse_position(text)
    }

    fn format_setup(&self, setup: &Setup) -> String {
        self.inner.format_setup(setup)
    }

    fn look_public(&self, text: &str, style: &Style) -> Result<(Observation, Drawing), String> {
        self.inner.look_public(text, style)
    }

    fn empty_setup(&self) -> Setup {
        self.inner.empty_setup()
    }

    fn pool(&self, setup: &Setup) -> Vec<Piece> {
        self.inner.pool(setup)
    }

    fn deal(&self, seed: &Seed, layouts: [Option<&Layout>; 2]) -> Setup {
        self.inner.deal(seed, layouts)
    }

    fn needs_layouts(&self) -> bool {
        self.inner.needs_layouts()
    }

    fn check_layout(&self, seat: Seat, layout: &Layout) -> Result<(), Vec<LayoutError>> {
        self.inner.check_layout(seat, layout)
    }

    fn named_layout(&self, seat: Seat, name: &str, dice: &mut Dice) -> Result<Layout, LayoutError> {
        self.inner.named_layout(seat, name, dice)
    }

    fn complete_layout(
        &self,
        seat: Seat,
        fixed: &Layout,
        dice: &mut Dice,
    ) -> Result<Layout, LayoutError> {
        self.inner.complete_layout(seat, fixed, dice)
    }

    fn check_event(&self, words: &[&str]) -> Result<(), EventError> {
        self.inner.check_event(words)
    }

    fn read_event(&self, words: &str, tried: Option<Action>) -> Result<Event, EventError> {
        self.inner.read_event(words, tried)
    }

    fn write_action(&self, action: Action) -> String {
        self.inner.write_action(action)
    }

    fn layout_sites(&self, seat: Seat) -> Vec<Site> {
        self.inner.layout_sites(seat)
    }
}
