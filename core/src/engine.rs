//! Engines and matches without their board width: what programs hold when any variant will do.

use std::fmt;

use crate::action::{Act, Action};
use crate::belief::{self, Belief, BeliefError, Reader};
use crate::clause::ClauseId;
use crate::deal::{self, Layout, LayoutError};
use crate::event::{Event, Told};
use crate::explain::Explanation;
use crate::game::{Game, PlayError, Step, UndoError};
use crate::hooks::HookError;
use crate::legal::Rules;
use crate::notation::action::{self, ActionError};
use crate::notation::diagram::{self, Drawing, Style};
use crate::notation::event::{self, EventError};
use crate::notation::position::{self, PositionError};
use crate::observation::Observation;
use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::position::{Arbiter, Outcome, Phase, Position};
use crate::random::{Dice, Seed, Stream};
use crate::rules::repetition::History;
use crate::search::{Divide, Playout, Room, Unit};
use crate::setup::{Setup, SetupCell, SetupError};
use crate::site::Site;
use crate::spec::Spec;
use crate::tables::Tables;
use crate::view::View;

/// A compiled variant of any board width.
pub trait Engine: Send + Sync + fmt::Debug {
    /// Names, titles and plain numbers.
    fn spec(&self) -> &Spec;
    /// The slug of a clause.
    fn clause(&self, id: ClauseId) -> &str;
    /// All clause slugs that the rules refer to.
    fn clauses(&self) -> Vec<String>;
    /// The site of a name.
    fn site(&self, name: &str) -> Option<Site>;
    /// The name of a site.
    fn site_name(&self, site: Site) -> &str;
    /// How many sites there are.
    fn sites(&self) -> usize;
    /// The sites of an expression such as `a1-h2` or a region's name.
    fn parse_sites(&self, text: &str) -> Option<Vec<Site>>;
    /// The kind of a letter, either case.
    fn kind(&self, letter: char) -> Option<Kind>;
    /// The letter of a piece, upper case for the first side.
    fn letter(&self, piece: Piece) -> char;
    /// The side of a word.
    fn side(&self, name: &str) -> Option<Side>;
    /// Reads one token of a diagram.
    ///
    /// # Errors
    /// [`SetupError::Token`].
    fn parse_token(&self, token: &str) -> Result<SetupCell, SetupError>;
    /// Reads a position text.
    ///
    /// # Errors
    /// What is wrong, with the token.
    fn parse_position(&self, text: &str) -> Result<Setup, PositionError>;
    /// Writes a position text.
    fn format_setup(&self, setup: &Setup) -> String;
    /// Draws a position text as everybody sees it; hidden pieces need no truth.
    ///
    /// # Errors
    /// What is wrong with the text, in words.
    fn draw_public(&self, text: &str, style: &Style) -> Result<Vec<String>, String> {
        let (_, drawing) = self.look_public(text, style)?;
        Ok(drawing.lines().iter().map(ToString::to_string).collect())
    }
    /// What everybody sees of a position text, as data and drawn; hidden pieces need no truth.
    ///
    /// # Errors
    /// What is wrong with the text, in words.
    fn look_public(&self, text: &str, style: &Style) -> Result<(Observation, Drawing), String>;
    /// An empty setup.
    fn empty_setup(&self) -> Setup;
    /// The pieces that hidden sites without truth may be.
    fn pool(&self, setup: &Setup) -> Vec<Piece>;
    /// Deals a start.
    fn deal(&self, seed: &Seed, layouts: [Option<&Layout>; 2]) -> Setup;
    /// Whether seats lay out in secret before the first turn.
    fn needs_layouts(&self) -> bool;
    /// Checks a secret layout of a seat.
    ///
    /// # Errors
    /// Everything that is wrong.
    fn check_layout(&self, seat: Seat, layout: &Layout) -> Result<(), Vec<LayoutError>>;
    /// A named layout, or `random`, filled at random.
    ///
    /// # Errors
    /// [`LayoutError`].
    fn named_layout(&self, seat: Seat, name: &str, dice: &mut Dice) -> Result<Layout, LayoutError>;
    /// Fills a layout at random round fixed pieces.
    ///
    /// # Errors
    /// [`LayoutError`].
    fn complete_layout(
        &self,
        seat: Seat,
        fixed: &Layout,
        dice: &mut Dice,
    ) -> Result<Layout, LayoutError>;
    /// Whether words could be an event of the variant.
    ///
    /// # Errors
    /// The first word that fits nothing.
    fn check_event(&self, words: &[&str]) -> Result<(), EventError>;
    /// Reads an event, as [`Match::event_words`] writes it; a refusal repeats the action that was `tried`.
    ///
    /// # Errors
    /// The first word that fits nothing.
    fn read_event(&self, words: &str, tried: Option<Action>) -> Result<Event, EventError>;
    /// Writes an action without looking at any board: a capture is written like a move.
    fn write_action(&self, action: Action) -> String;
    /// The sites that a seat fills in a secret layout.
    fn layout_sites(&self, seat: Seat) -> Vec<Site>;
    /// Starts a game from a setup.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn start(&self, setup: &Setup) -> Result<Box<dyn Match>, Vec<SetupError>>;
    /// Random games from a fresh deal each, drawn with the dice of the game; `None` where deals differ in more than
    /// what hidden pieces are, or seats lay out themselves.
    fn dealt_playouts(&self) -> Option<Box<dyn Playouts>>;
    /// A start as the declarations let an observer know it, from the whole truth of it.
    fn mask(&self, truth: &Setup, observer: Observer) -> Setup;
    /// What an observer may believe at a start as it knows it, such as [`Engine::mask`] gives.
    ///
    /// # Errors
    /// [`BeliefError`].
    fn belief(&self, start: &Setup, observer: Observer) -> Result<Box<dyn Belief>, BeliefError>;
}

/// A game of any board width.
pub trait Match: Send {
    /// A copy.
    fn copy(&self) -> Box<dyn Match>;
    /// The seat to act.
    fn turn(&self) -> Seat;
    /// Where the turn machine stands.
    fn phase(&self) -> Phase;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The seat of a side, once settled.
    fn seat_of(&self, side: Side) -> Option<Seat>;
    /// The side of a seat, once settled.
    fn side_of(&self, seat: Seat) -> Option<Side>;
    /// Completed turns.
    fn turns(&self) -> u32;
    /// Puts a position that this game has had before into its history, ahead of anything played.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>>;
    /// Judges the start.
    ///
    /// # Errors
    /// A hook that failed.
    fn judge_start(&mut self) -> Result<(), HookError>;
    /// The legal actions of the seat to act.
    ///
    /// # Errors
    /// A hook that failed.
    fn legal(&self) -> Result<Vec<Action>, HookError>;
    /// Reads an action of the seat to act, or of another seat whose turn it is not.
    ///
    /// # Errors
    /// What is malformed.
    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, ActionError>;
    /// Writes an action as an observer may see it, in the present position.
    fn format_action(&self, observer: Observer, action: Action) -> String;
    /// Plays.
    ///
    /// # Errors
    /// [`PlayError`].
    fn play(&mut self, seat: Seat, action: Action, automatic: bool)
    -> Result<Vec<Told>, PlayError>;
    /// Does an act.
    ///
    /// # Errors
    /// [`PlayError`].
    fn act(&mut self, seat: Seat, act: Act) -> Result<Vec<Told>, PlayError>;
    /// Takes the last deed back.
    ///
    /// # Errors
    /// [`UndoError`].
    fn undo(&mut self) -> Result<Step, UndoError>;
    /// Everything done so far.
    fn steps(&self) -> &[Step];
    /// Explains an action of a seat.
    ///
    /// # Errors
    /// A hook that failed.
    fn explain(&self, seat: Seat, action: Action) -> Result<Explanation, HookError>;
    /// What an observer may know, as data.
    fn observe(&self, observer: Observer) -> Observation;
    /// What an observer may know, drawn.
    fn draw(&self, observer: Observer, style: &Style) -> Drawing;
    /// What an observer may know, as a setup.
    fn view_setup(&self, observer: Observer) -> Setup;
    /// What an observer may know, as a position text.
    fn text(&self, observer: Observer) -> String;
    /// The truth as a position text.
    fn truth_text(&self, arbiter: Arbiter) -> String;
    /// The truth as a setup, to be changed and started again.
    fn truth_setup(&self, arbiter: Arbiter) -> Setup;
    /// An event in words.
    fn event_words(&self, event: &Event) -> Vec<String>;
    /// Counts sequences.
    ///
    /// # Errors
    /// A hook that failed.
    fn perft(&self, depth: u32, unit: Unit) -> Result<u64, HookError>;
    /// The same, given up (`None`) once sequences and positions on the way to them come to `most`.
    ///
    /// # Errors
    /// A hook that failed.
    fn perft_up_to(&self, depth: u32, unit: Unit, most: u64) -> Result<Option<u64>, HookError>;
    /// Counts sequences by first action.
    ///
    /// # Errors
    /// A hook that failed.
    fn divide(&self, depth: u32, unit: Unit) -> Result<Divide, HookError>;
    /// Plays random actions from here, on a copy.
    ///
    /// # Errors
    /// A hook that failed.
    fn playout(&self, dice: &mut Dice, limit: u32) -> Result<Playout, HookError> {
        self.playouts().play(dice, limit)
    }
    /// Any number of such games from here, which keep their room between them.
    fn playouts(&self) -> Box<dyn Playouts>;
}

/// Random games that all start from one position.
pub trait Playouts {
    /// Plays one, to the end or to `limit` plies.
    ///
    /// # Errors
    /// A hook that failed.
    fn play(&mut self, dice: &mut Dice, limit: u32) -> Result<Playout, HookError>;
}

struct FromHere<const W: usize> {
    rules: Rules<W>,
    start: Position<W>,
    before: usize,
    position: Position<W>,
    history: History<W>,
    room: Room<W>,
    /// Room for dealing again before each game, where that is wanted.
    deals: Option<Vec<Piece>>,
}

impl<const W: usize> FromHere<W> {
    fn new(game: &Game<W>) -> Self {
        let (position, history) = (game.position(Arbiter::assume()), game.history());
        Self {
            rules: game.rules().clone(),
            start: position.clone(),
            before: history.len(),
            position: position.clone(),
            history: history.clone(),
            room: Room::default(),
            deals: None,
        }
    }
}

impl<const W: usize> Playouts for FromHere<W> {
    fn play(&mut self, dice: &mut Dice, limit: u32) -> Result<Playout, HookError> {
        if let Some(room) = &mut self.deals {
            deal::shuffle_again(&self.rules.tables, &mut self.start, dice, room);
        }
        self.position.clone_from(&self.start);
        self.history.truncate(self.before);
        let (position, history) = (&mut self.position, &mut self.history);
        self.rules
            .playout(position, history, dice, limit, &mut self.room)
    }
}

impl<const W: usize> Engine for Rules<W> {
    fn spec(&self) -> &Spec {
        &self.tables.spec
    }

    fn clause(&self, id: ClauseId) -> &str {
        self.tables.clauses.slug(id)
    }

    fn clauses(&self) -> Vec<String> {
        self.tables
            .clauses
            .iter()
            .filter(|s| !s.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn site(&self, name: &str) -> Option<Site> {
        self.tables.board.site(name)
    }

    fn site_name(&self, site: Site) -> &str {
        self.tables.board.name(site)
    }

    fn sites(&self) -> usize {
        self.tables.board.len()
    }

    fn parse_sites(&self, text: &str) -> Option<Vec<Site>> {
        let set = self
            .tables
            .board
            .parse_sites(text)
            .or_else(|_| self.tables.board.region(text).map(|r| r[0]));
        set.ok().map(|s| s.iter().collect())
    }

    fn kind(&self, letter: char) -> Option<Kind> {
        self.tables.kind_of_letter(letter)
    }

    fn letter(&self, piece: Piece) -> char {
        self.tables.letter(piece.side, piece.kind)
    }

    fn side(&self, name: &str) -> Option<Side> {
        self.tables.side_of_name(name)
    }

    fn parse_token(&self, token: &str) -> Result<SetupCell, SetupError> {
        crate::setup::parse_token(&self.tables, token)
    }

    fn parse_position(&self, text: &str) -> Result<Setup, PositionError> {
        position::parse(&self.tables, text)
    }

    fn look_public(&self, text: &str, style: &Style) -> Result<(Observation, Drawing), String> {
        let setup = position::parse(&self.tables, text).map_err(|e| e.to_string())?;
        let seen = setup.look(&self.tables).map_err(|list| {
            list.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; ")
        })?;
        let history = History::new();
        let view = View::new(&self.tables, &seen, &history, Observer::Public);
        Ok((Observation::of(&view), diagram::draw(&view, style)))
    }

    fn format_setup(&self, setup: &Setup) -> String {
        position::write(&self.tables, setup)
    }

    fn empty_setup(&self) -> Setup {
        Setup::empty(&self.tables)
    }

    fn pool(&self, setup: &Setup) -> Vec<Piece> {
        setup.pool(&self.tables)
    }

    fn deal(&self, seed: &Seed, layouts: [Option<&Layout>; 2]) -> Setup {
        deal::deal(&self.tables, &mut seed.stream(Stream::Deal), layouts)
    }

    fn needs_layouts(&self) -> bool {
        self.tables.layout_region.is_some()
    }

    fn check_layout(&self, seat: Seat, layout: &Layout) -> Result<(), Vec<LayoutError>> {
        deal::check_layout(&self.tables, seat, layout)
    }

    fn named_layout(&self, seat: Seat, name: &str, dice: &mut Dice) -> Result<Layout, LayoutError> {
        deal::named_layout(&self.tables, seat, name, dice)
    }

    fn complete_layout(
        &self,
        seat: Seat,
        fixed: &Layout,
        dice: &mut Dice,
    ) -> Result<Layout, LayoutError> {
        deal::complete_layout(&self.tables, seat, fixed, dice)
    }

    fn check_event(&self, words: &[&str]) -> Result<(), EventError> {
        event::check(&self.tables, words)
    }

    fn read_event(&self, words: &str, tried: Option<Action>) -> Result<Event, EventError> {
        event::read(&self.tables, words, tried)
    }

    fn write_action(&self, action: Action) -> String {
        action::plain(&self.tables, action)
    }

    fn layout_sites(&self, seat: Seat) -> Vec<Site> {
        self.tables
            .layout_region
            .map_or(Vec::new(), |r| r[seat.index()].iter().collect())
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Match>, Vec<SetupError>> {
        Ok(Box::new(Game::new(self.clone(), setup)?))
    }

    fn dealt_playouts(&self) -> Option<Box<dyn Playouts>> {
        if !deal::is_shuffle(&self.tables) {
            return None;
        }
        let setup = self.deal(&Seed::from_u64(0), [None, None]);
        let mut games = FromHere::new(&Game::new(self.clone(), &setup).ok()?);
        games.deals = Some(Vec::new());
        Some(Box::new(games))
    }

    fn mask(&self, truth: &Setup, observer: Observer) -> Setup {
        belief::mask(&self.tables, truth, observer)
    }

    fn belief(&self, start: &Setup, observer: Observer) -> Result<Box<dyn Belief>, BeliefError> {
        Ok(Box::new(Reader::new(self, start, observer)?))
    }
}

impl<const W: usize> Game<W> {
    fn tables(&self) -> &Tables<W> {
        &self.rules().tables
    }
}

impl<const W: usize> Match for Game<W> {
    fn copy(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Seat {
        Game::turn(self)
    }

    fn phase(&self) -> Phase {
        self.view(Observer::Public).public().phase
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn seat_of(&self, side: Side) -> Option<Seat> {
        self.view(Observer::Public).public().seat_of(side)
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        self.view(Observer::Public).public().side_of(seat)
    }

    fn turns(&self) -> u32 {
        self.view(Observer::Public).public().turns
    }

    fn remember(&mut self, earlier: &Setup) -> Result<(), Vec<SetupError>> {
        Game::remember(self, earlier)
    }

    fn judge_start(&mut self) -> Result<(), HookError> {
        Game::judge_start(self)
    }

    fn legal(&self) -> Result<Vec<Action>, HookError> {
        Game::legal(self)
    }

    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, ActionError> {
        let view = self.view(Observer::Seat(seat));
        // Another seat than the one to act has no legal actions. A failing hook leaves the list empty too; playing will
        // report it.
        let legal = match seat == self.turn() {
            true => Game::legal(self).unwrap_or_default(),
            false => Vec::new(),
        };
        action::parse(&view, text, &legal)
    }

    fn format_action(&self, observer: Observer, action: Action) -> String {
        action::format(&self.view(observer), action)
    }

    fn play(
        &mut self,
        seat: Seat,
        action: Action,
        automatic: bool,
    ) -> Result<Vec<Told>, PlayError> {
        let step = if automatic {
            self.play_automatic(seat, action)
        } else {
            Game::play(self, seat, action)
        };
        step.map(|s| s.told.clone())
    }

    fn act(&mut self, seat: Seat, act: Act) -> Result<Vec<Told>, PlayError> {
        Game::act(self, seat, act).map(|s| s.told.clone())
    }

    fn undo(&mut self) -> Result<Step, UndoError> {
        Game::undo(self)
    }

    fn steps(&self) -> &[Step] {
        Game::steps(self)
    }

    fn explain(&self, seat: Seat, action: Action) -> Result<Explanation, HookError> {
        Game::explain(self, seat, action)
    }

    fn observe(&self, observer: Observer) -> Observation {
        Observation::of(&self.view(observer))
    }

    fn draw(&self, observer: Observer, style: &Style) -> Drawing {
        diagram::draw(&self.view(observer), style)
    }

    fn view_setup(&self, observer: Observer) -> Setup {
        position::public_setup(&self.view(observer))
    }

    fn text(&self, observer: Observer) -> String {
        position::public_text(&self.view(observer))
    }

    fn truth_text(&self, arbiter: Arbiter) -> String {
        position::truth_text(self.tables(), self.position(arbiter), arbiter)
    }

    fn truth_setup(&self, arbiter: Arbiter) -> Setup {
        position::truth_setup(self.tables(), self.position(arbiter), arbiter)
    }

    fn event_words(&self, event: &Event) -> Vec<String> {
        event::words(self.tables(), event)
    }

    fn perft(&self, depth: u32, unit: Unit) -> Result<u64, HookError> {
        self.rules().perft(
            self.position(Arbiter::assume()),
            self.history(),
            depth,
            unit,
        )
    }

    fn perft_up_to(&self, depth: u32, unit: Unit, most: u64) -> Result<Option<u64>, HookError> {
        self.rules().perft_up_to(
            self.position(Arbiter::assume()),
            self.history(),
            depth,
            unit,
            most,
        )
    }

    fn divide(&self, depth: u32, unit: Unit) -> Result<Divide, HookError> {
        self.rules().divide(
            self.position(Arbiter::assume()),
            self.history(),
            depth,
            unit,
        )
    }

    fn playouts(&self) -> Box<dyn Playouts> {
        Box::new(FromHere::new(self))
    }
}
