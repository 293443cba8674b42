//! A game on a full screen: what is selected, open and shown, and what keys and the mouse do to it.
//!
//! Nothing here draws; [`super::view`] does, from this state and from what the table lets the one at the screen know.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use masque_core::action::{Act, Action, Tag};
use masque_core::event::Event as Happened;
use masque_core::explain::Explanation;
use masque_core::game::Deed;
use masque_core::notation::diagram::{Drawing, Glyphs, Style};
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat, Side};
use masque_core::position::Phase;
use masque_core::site::Site;
use ratatui::layout::{Position, Rect};

use super::board::{Chart, Marks};
use super::book::Book;
use super::choices::{self, Picked};
use super::line::Line;
use super::palette::Palette;
use super::text;
use crate::lang::Lang;
use crate::opponents::Trouble;
use crate::table::{Came, Command, Done, News, Refusal, Table, Thinking, words};

/// How everything is shown, kept from one screen to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The colours.
    pub(crate) palette: Palette,
    /// Native characters rather than letters.
    pub(crate) native: bool,
    /// Only ASCII characters.
    pub(crate) ascii: bool,
    /// Whether the board is turned round.
    pub(crate) flipped: bool,
    /// The language.
    pub(crate) lang: Lang,
}

impl Settings {
    /// A message by its id.
    pub(crate) fn word(&self, id: &str) -> String {
        self.lang.say(id).into_owned()
    }

    /// How boards are drawn.
    pub(crate) fn style(&self) -> Style {
        Style {
            glyphs: match self.native && !self.ascii {
                true => Glyphs::Native,
                false => Glyphs::Letters,
            },
            ascii: self.ascii,
            marks: true,
            lines: true,
        }
    }
}

/// A list beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tab {
    /// What was played.
    #[default]
    Moves,
    /// What was said.
    Messages,
    /// What is off the board or not seen.
    Pieces,
}

impl Tab {
    /// All, in the order of their tabs.
    pub(crate) const ALL: [Self; 3] = [Self::Moves, Self::Messages, Self::Pieces];

    /// Its place among them.
    pub(crate) fn index(self) -> usize {
        Self::ALL.iter().position(|t| *t == self).unwrap_or(0)
    }

    /// The id of its name.
    pub(crate) fn name(self) -> &'static str {
        [text::TAB_MOVES, text::TAB_MESSAGES, text::TAB_PIECES][self.index()]
    }
}

/// What a menu's item does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Plays.
    Play(Action),
    /// Does what a typed command does.
    Command(Command),
    /// Asks before resigning.
    AskResign,
    /// Asks for a hint.
    Hint,
    /// Opens the keys.
    Help,
    /// Opens the rules.
    Rules,
    /// Asks before leaving.
    AskLeave,
    /// Leaves.
    Leave,
    /// Nothing.
    Nothing,
}

/// Something to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Menu {
    /// What it is about.
    pub(crate) title: String,
    /// What can be chosen.
    pub(crate) items: Vec<(String, Choice)>,
    /// What is under the cursor.
    pub(crate) at: usize,
}

/// What lies over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The keys, scrolled.
    Help(usize),
    /// The rules, scrolled; to the clause at hand when they were just opened.
    Book(Option<usize>),
    /// A menu.
    Menu(Menu),
    /// A curtain before this seat sits down.
    Curtain(Seat),
}

/// Something said to one seat, or to all.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// To whom.
    pub(crate) to: Observer,
    /// What.
    pub(crate) text: String,
    /// Whether it is not as it should be.
    pub(crate) warns: bool,
}

/// Where things were drawn, so that the mouse finds them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Areas {
    /// The board.
    pub(crate) chart: Option<Chart>,
    /// The tabs.
    pub(crate) tabs: Vec<(Rect, Tab)>,
    /// The lists.
    pub(crate) lists: Vec<(Rect, Tab)>,
    /// The items of a menu.
    pub(crate) items: Vec<Rect>,
}

/// A thread that thinks.
struct Pending {
    generation: u64,
    answer: Receiver<Result<Action, Trouble>>,
    /// Cleared when nobody waits for the answer any more.
    wanted: Arc<AtomicBool>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}

/// A game on a full screen.
pub(crate) struct Game {
    pub(crate) table: Table,
    pub(crate) settings: Settings,
    pub(crate) book: Book,
    pub(crate) cursor: Site,
    pub(crate) selected: Option<Site>,
    /// How many deeds were done in the earlier position that is looked at.
    pub(crate) back: Option<usize>,
    pub(crate) tab: Tab,
    /// How far each list is scrolled from its end.
    pub(crate) scroll: [usize; 3],
    pub(crate) messages: VecDeque<Message>,
    /// The clause that was last named.
    pub(crate) clause: Option<String>,
    pub(crate) overlay: Overlay,
    pub(crate) line: Option<Line>,
    pub(crate) areas: Areas,
    /// Who sits at the screen in a game of two people.
    at_screen: Option<Seat>,
    /// Whether the one at the screen has acted and must give way to the other.
    pub(crate) handing: bool,
    thinking: Option<Pending>,
    hinting: Option<Pending>,
    hint: Option<(u64, Action)>,
    /// Nothing more can happen: a machine has nothing to play.
    stuck: bool,
    pub(crate) left: bool,
    /// The screen is to be wiped before it is drawn again.
    pub(crate) wipe: bool,
    /// The program is to be stopped.
    pub(crate) suspend: bool,
    pub(crate) bell: bool,
    /// What is shown, for the generation, the observer, the step and the style that it was made for.
    seen: Option<(Shown, Observation, Drawing)>,
    typed: Vec<String>,
    /// When a machine may play next, where nobody but machines plays.
    next_turn: u64,
}

/// What a picture of the board was made for.
type Shown = (u64, Observer, Option<usize>, Style);

/// How many messages are kept.
const MESSAGES: usize = 400;
/// Milliseconds between the turns of machines that play each other.
const PACE: u64 = 400;

impl Game {
    /// Sits down at a table.
    pub(crate) fn new(
        table: Table,
        book: Book,
        settings: Settings,
        at_screen: Option<Seat>,
    ) -> Self {
        let mut game = Self {
            table,
            settings,
            book,
            cursor: Site(0),
            selected: None,
            back: None,
            tab: Tab::default(),
            scroll: [0; 3],
            messages: VecDeque::new(),
            clause: None,
            overlay: Overlay::None,
            line: None,
            areas: Areas::default(),
            at_screen,
            handing: false,
            thinking: None,
            hinting: None,
            hint: None,
            stuck: false,
            left: false,
            wipe: false,
            suspend: false,
            bell: false,
            seen: None,
            typed: Vec::new(),
            next_turn: 0,
        };
        if let Observer::Seat(seat) = game.table.listener()
            && game
                .table
                .game()
                .side_of(seat)
                .is_some_and(|side| game.table.engine().spec().sides[side.index()].down)
        {
            game.settings.flipped = !game.settings.flipped;
        }
        game.cursor = game.middle();
        game
    }

    /// Where the cursor is when somebody sits down.
    fn middle(&mut self) -> Site {
        let (_, drawing) = self.look();
        let middle = drawing.places().len() / 2;
        drawing.places().get(middle).map_or(Site(0), |p| p.site)
    }

    /// Begins: the clock runs, and who is first sits down.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn begin(&mut self, now: u64) -> io::Result<()> {
        let kept = text::kept(
            self.settings.lang,
            &self.table.record().display().to_string(),
        );
        self.say(Observer::Public, kept, false);
        let came = self.table.begin(now);
        self.came(came)?;
        self.seats(now);
        self.open_choice();
        Ok(())
    }

    /// A message by its id.
    fn word(&self, id: &str) -> String {
        self.settings.word(id)
    }

    /// What an action of the seat to act is called.
    fn action_words(&self, action: Action) -> String {
        let side = self.table.game().side_of(self.table.turn());
        let side = side.unwrap_or(Side(self.table.turn().0));
        text::action(self.settings.lang, self.table.engine(), side, action)
    }

    fn two_people(&self) -> bool {
        Seat::BOTH.iter().all(|seat| self.table.is_human(*seat))
    }

    /// By whose eyes everything is shown.
    pub(crate) fn eyes(&self) -> Observer {
        if !self.two_people() {
            return self.table.listener();
        }
        match self.at_screen {
            // What is still secret when the game is over is in the record then, and no reason to look at one side's.
            Some(seat) if self.table.outcome().is_none() => Observer::Seat(seat),
            _ => Observer::Public,
        }
    }

    /// The seat that may act now at this screen.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let turn = self.table.turn();
        let may = self.table.outcome().is_none()
            && self.table.is_human(turn)
            && self.eyes() == Observer::Seat(turn)
            && !self.handing;
        may.then_some(turn)
    }

    /// Whether the machine thinks.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a hint is being looked for.
    pub(crate) fn is_hinting(&self) -> bool {
        self.hinting.is_some()
    }

    /// Whether something is going on that does not wait for the person.
    pub(crate) fn is_busy(&self) -> bool {
        self.thinking.is_some()
            || self.hinting.is_some()
            || (self.table.thinking_seat().is_some() && !self.stuck)
    }

    /// What the one at the screen sees, now or at the earlier position that is looked at.
    pub(crate) fn look(&mut self) -> (Observation, Drawing) {
        let style = self.settings.style();
        let wanted = (self.table.generation(), self.eyes(), self.back, style);
        if let Some((shown, observation, drawing)) = &self.seen
            && *shown == wanted
        {
            return (observation.clone(), drawing.clone());
        }
        let deeds = self.back.unwrap_or(usize::MAX);
        let (observation, drawing) = self.table.earlier(deeds, self.eyes(), &style);
        self.seen = Some((wanted, observation.clone(), drawing.clone()));
        (observation, drawing)
    }

    /// The deed whose traces are marked: the last one, or the one that led to the earlier position.
    fn last_deed(&self) -> Option<&Done> {
        let deeds = self.back.unwrap_or(self.table.done().len());
        let done = self.table.done().get(..deeds)?;
        done.iter().rev().find(|d| !matches!(d.deed, Deed::Act(_)))
    }

    /// What is marked on the board, from what the one at the screen was told and may do.
    pub(crate) fn marks(&self, seen: &Observation) -> Marks {
        let eyes = self.eyes();
        let mut last = Vec::new();
        if let Some(done) = self.last_deed() {
            for told in done.told.iter().filter(|t| t.audience.includes(eyes)) {
                match &told.event {
                    Happened::Moved { from, to } => last.extend([*from, *to]),
                    Happened::Castled { royal, .. } => last.extend([royal.0, royal.1]),
                    Happened::Placed { at, .. } | Happened::Revealed { at, .. } => last.push(*at),
                    Happened::Clashed { from, at, .. } => last.extend([*from, *at]),
                    _ => {}
                }
            }
        }
        let engine = self.table.engine();
        let royal = engine.spec().check.as_ref().map(|c| c.royal.as_str());
        let turn = seen.sides[usize::from(seen.turn)].as_deref();
        let is_royal = |s: &&masque_core::observation::Seen| {
            s.piece
                .as_ref()
                .is_some_and(|p| Some(p.kind.as_str()) == royal && Some(p.side.as_str()) == turn)
        };
        let check = match seen.in_check {
            true => seen.sites.iter().filter(is_royal).collect(),
            false => Vec::new(),
        };
        let mut targets = Vec::new();
        if self.back.is_none() && self.actor().is_some() {
            let legal = self.table.legal().unwrap_or_default();
            targets = match self.chosen() {
                Some(from) => choices::targets(&legal, from),
                None => choices::placements(&legal, engine.sites()),
            };
        }
        Marks {
            cursor: (!self.two_people() || self.at_screen.is_some()).then_some(self.cursor),
            selected: self.chosen(),
            targets,
            last,
            check: check.iter().filter_map(|s| engine.site(&s.site)).collect(),
            hint: self.hint_sites(),
        }
    }

    fn hint_sites(&self) -> Vec<Site> {
        match self.hint {
            Some((generation, action))
                if generation == self.table.generation()
                    && !matches!(
                        action.tag(),
                        Tag::Pass | Tag::Stop | Tag::Swap | Tag::Choose
                    ) =>
            {
                vec![action.from(), action.to()]
            }
            _ => Vec::new(),
        }
    }

    /// The piece that is selected, by choice or because it must go on.
    pub(crate) fn chosen(&self) -> Option<Site> {
        self.actor()?;
        match self.table.phase() {
            Phase::Chain(at) => Some(at),
            _ => self.selected,
        }
    }

    /// What is under the cursor, and what choosing it would do, as the one at the screen can tell.
    pub(crate) fn about_cursor(&self, seen: &Observation) -> [String; 2] {
        let engine = self.table.engine();
        let name = engine.site_name(self.cursor).to_owned();
        let mut lines = [
            text::site(
                self.settings.lang,
                engine,
                &name,
                seen.sites.iter().find(|s| s.site == name),
            ),
            String::new(),
        ];
        if self.back.is_none()
            && let Some(seat) = self.actor()
        {
            let legal = self.table.legal().unwrap_or_default();
            if let Picked::Play(action) = choices::pick(&legal, self.chosen(), self.cursor)
                && let Ok(explanation) = self.table.game().explain(seat, action)
            {
                let text = self.table.game().format_action(self.eyes(), action);
                lines[1] = words::describe(self.table.lang(), engine, &text, &explanation);
            }
        }
        lines
    }

    /// Says something.
    pub(crate) fn say(&mut self, to: Observer, text: String, warns: bool) {
        self.messages.push_back(Message { to, text, warns });
        while self.messages.len() > MESSAGES {
            self.messages.pop_front();
        }
        self.scroll[Tab::Messages.index()] = 0;
    }

    /// Says something to the one at the screen alone.
    fn say_here(&mut self, text: String, warns: bool) {
        self.say(self.eyes(), text, warns);
    }

    /// Messages that the one at the screen may read.
    pub(crate) fn heard(&self) -> impl Iterator<Item = &Message> {
        let eyes = self.eyes();
        let mine = move |m: &&Message| m.to == Observer::Public || m.to == eyes;
        self.messages.iter().filter(mine)
    }

    /// A deed in words, with what an observer was told of it.
    pub(crate) fn deed_words(&self, done: &Done, observer: Observer) -> Option<String> {
        let said = match done.deed {
            Deed::Action(_) => format!("{}: {}", self.table.seat_name(done.seat), done.text),
            _ => self.table.say(&News::Done(done.clone()), observer)?,
        };
        let engine = self.table.engine();
        let told = done.told.iter().filter(|t| t.audience.includes(observer));
        let events: Vec<String> = match done.deed {
            Deed::Action(_) => told
                .filter_map(|t| text::event(self.settings.lang, engine, &t.event))
                .collect(),
            _ => Vec::new(),
        };
        Some(match events.is_empty() {
            true => said,
            false => format!("{said}. {}.", events.join("; ")),
        })
    }

    /// Takes in what a deed came to.
    fn came(&mut self, came: Came) -> io::Result<()> {
        match came {
            Ok(news) => self.tell(news),
            Err(Refusal::Io(error)) => return Err(error),
            Err(refusal) => {
                let words = self.table.say_refusal("", &refusal);
                self.say_here(words, true);
            }
        }
        Ok(())
    }

    fn tell(&mut self, news: Vec<News>) {
        for item in news {
            if self.back.is_some_and(|at| at >= self.table.done().len()) {
                self.back = None;
            }
            self.selected = None;
            self.hint = None;
            self.scroll[Tab::Moves.index()] = 0;
            let eyes = self.eyes();
            match &item {
                News::Done(done) => {
                    for told in &done.told {
                        if let Happened::Refused { clause, .. } = told.event {
                            self.clause = Some(self.table.engine().clause(clause).to_owned());
                        }
                    }
                    if let Some(words) = self.deed_words(done, eyes) {
                        self.say(eyes, words, matches!(done.deed, Deed::Try(_)));
                    }
                }
                News::Over(outcome) => {
                    self.clause = Some(self.table.engine().clause(outcome.clause).to_owned());
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, false);
                    }
                    let path = self.table.record().display().to_string();
                    self.say(
                        Observer::Public,
                        text::disclosed(self.settings.lang, &path),
                        false,
                    );
                    self.handing = false;
                }
                News::Clock(_) => {
                    self.bell = true;
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, true);
                    }
                }
                News::Undone(_) => {
                    if let Some(words) = self.table.say(&item, eyes) {
                        self.say(Observer::Public, words, false);
                    }
                }
            }
        }
    }

    /// Lets the next person sit down, behind a curtain where the two know different things.
    fn seats(&mut self, now: u64) {
        if !self.two_people() || self.table.outcome().is_some() {
            return;
        }
        let turn = self.table.turn();
        if self.at_screen == Some(turn) {
            if self.handing {
                self.handing = false;
                self.table.resume(now);
            }
            return;
        }
        if !self.table.views_differ() {
            self.at_screen = Some(turn);
            self.handing = false;
            self.table.change_seats();
        } else if self.at_screen.is_some() {
            // Who has acted may look at what came of it first.
            self.handing = true;
            self.table.pause(now);
        } else {
            self.draw_curtain(turn, now);
        }
    }

    /// Hides everything that the last person saw.
    fn draw_curtain(&mut self, next: Seat, now: u64) {
        self.table.pause(now);
        self.table.change_seats();
        self.at_screen = None;
        self.handing = false;
        self.messages.clear();
        self.selected = None;
        self.back = None;
        self.hint = None;
        self.hinting = None;
        self.line = None;
        self.typed.clear();
        self.clause = None;
        self.scroll = [0; 3];
        self.seen = None;
        self.areas = Areas::default();
        // Where the last person looked is nobody else's business.
        self.cursor = self.middle();
        self.overlay = Overlay::Curtain(next);
        self.wipe = true;
    }

    fn raise_curtain(&mut self, next: Seat, now: u64) {
        self.overlay = Overlay::None;
        self.at_screen = Some(next);
        self.table.change_seats();
        self.table.resume(now);
        // What was done since this person last acted, as this person was told it.
        let done = self.table.done();
        let own = done.iter().rposition(|d| d.seat == next);
        let since: Vec<Done> = done[own.map_or(0, |i| i + 1)..].to_vec();
        let observer = Observer::Seat(next);
        for done in since {
            if let Some(words) = self.deed_words(&done, observer) {
                self.say(observer, words, false);
            }
        }
    }

    /// Lets time pass: the clock, threads that have thought, the next machine turn.
    ///
    /// # Errors
    /// The record could not be written, or a thread died.
    pub(crate) fn tick(&mut self, now: u64) -> io::Result<()> {
        if self.table.deadline().is_some_and(|at| at <= now) {
            let came = self.table.tick(now);
            self.came(came)?;
            self.seats(now);
        }
        if let Some(action) = answer(&mut self.hinting, self.table.generation())? {
            match action {
                Ok(action) => {
                    self.hint = Some((self.table.generation(), action));
                    let words = self.table.game().format_action(self.eyes(), action);
                    self.say_here(text::hint(self.settings.lang, &words), false);
                }
                Err(_) => self.say_here(self.word(text::NO_HINT), true),
            }
        }
        if let Some(action) = answer(&mut self.thinking, self.table.generation())? {
            let seat = self.table.turn();
            match action {
                Ok(action) => {
                    let came = self.table.play(seat, action, false, now);
                    self.came(came)?;
                    self.next_turn = now + PACE;
                    self.seats(now);
                }
                Err(Trouble::Forfeit(why)) => {
                    let words =
                        text::forfeits(self.settings.lang, &self.table.seat_name(seat), &why);
                    self.say(Observer::Public, words, true);
                    let came = self.table.forfeit(seat, now);
                    self.came(came)?;
                }
                Err(trouble) => {
                    let words = self.table.stuck(seat, &trouble);
                    self.say(Observer::Public, words, true);
                    self.stuck = true;
                }
            }
        }
        self.open_choice();
        self.think(now)
    }

    /// Sets a machine to think where one is to act.
    fn think(&mut self, now: u64) -> io::Result<()> {
        let watching = !Seat::BOTH.iter().any(|seat| self.table.is_human(*seat));
        if self.stuck
            || self.thinking.is_some()
            || self.table.thinking_seat().is_none()
            || (watching && now < self.next_turn)
        {
            return Ok(());
        }
        let answered = self.table.answer_offer(now);
        self.came(answered)?;
        self.thinking = self.table.thinking().map(start);
        Ok(())
    }

    /// Takes in a key, the mouse, a paste.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn event(&mut self, event: &Event, now: u64) -> io::Result<()> {
        match event {
            Event::Key(key) => self.key(*key, now)?,
            Event::Mouse(mouse) => self.mouse(*mouse, now)?,
            Event::Paste(pasted) if self.overlay == Overlay::None => {
                let line = self.line.get_or_insert_with(Line::default);
                line.insert(pasted.lines().next().unwrap_or_default());
            }
            _ => {}
        }
        self.open_choice();
        Ok(())
    }

    /// Opens the menu of a choice that has to be made before anything else.
    fn open_choice(&mut self) {
        if self.overlay == Overlay::None
            && self.line.is_none()
            && self.actor().is_some()
            && matches!(self.table.phase(), Phase::Choose(_))
        {
            let legal = self.table.legal().unwrap_or_default();
            self.ask(legal);
        }
    }

    fn key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => {
                self.left = true;
                return Ok(());
            }
            KeyCode::Char('l') if control => {
                self.wipe = true;
                return Ok(());
            }
            KeyCode::Char('z') if control => {
                self.suspend = true;
                return Ok(());
            }
            _ => {}
        }
        match std::mem::take(&mut self.overlay) {
            Overlay::None => {}
            Overlay::Curtain(next) => {
                match key.code {
                    KeyCode::Enter | KeyCode::Char(' ') => self.raise_curtain(next, now),
                    KeyCode::Char('q') => self.left = true,
                    _ => self.overlay = Overlay::Curtain(next),
                }
                return Ok(());
            }
            Overlay::Help(at) => {
                self.overlay = scrolled(key.code, at).map_or(Overlay::None, Overlay::Help);
                return Ok(());
            }
            Overlay::Book(at) => {
                let scrolled = scrolled(key.code, at.unwrap_or(0));
                self.overlay = scrolled.map_or(Overlay::None, |at| Overlay::Book(Some(at)));
                return Ok(());
            }
            Overlay::Menu(menu) => return self.menu_key(menu, key.code, now),
        }
        if self.line.is_some() {
            return self.line_key(key, now);
        }
        self.board_key(key, now)
    }

    fn board_key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Up if shift => self.scroll_by(self.tab, 1),
            KeyCode::Down if shift => self.scroll_by(self.tab, -1),
            KeyCode::Left | KeyCode::Char('h') => self.go((-1, 0)),
            KeyCode::Right | KeyCode::Char('l') => self.go((1, 0)),
            KeyCode::Up | KeyCode::Char('k') => self.go((0, -1)),
            KeyCode::Down | KeyCode::Char('j') => self.go((0, 1)),
            KeyCode::Enter => self.choose(now)?,
            KeyCode::Esc => self.cancel(),
            KeyCode::Tab => self.turn_tab(1),
            KeyCode::BackTab => self.turn_tab(Tab::ALL.len() - 1),
            KeyCode::PageUp | KeyCode::Char('[') => self.step_back(1),
            KeyCode::PageDown | KeyCode::Char(']') => self.step_back(-1),
            KeyCode::Home => self.back = Some(0),
            KeyCode::End => self.back = None,
            KeyCode::Char(' ') => self.open_menu(),
            KeyCode::Char('?') => self.overlay = Overlay::Help(0),
            KeyCode::Char('R') => self.overlay = Overlay::Book(None),
            KeyCode::Char('H') => self.ask_hint(),
            KeyCode::Char('n') => self.settings.native = !self.settings.native,
            KeyCode::Char('F') => self.settings.flipped = !self.settings.flipped,
            KeyCode::Char('c') => {
                self.settings.palette = self.settings.palette.next();
                self.say_here(
                    text::scheme(self.settings.lang, self.settings.palette).into_owned(),
                    false,
                );
            }
            KeyCode::Char('q') => self.ask_leave(),
            KeyCode::Char(':') => self.line = Some(Line::default()),
            KeyCode::Char(c) if !c.is_control() => {
                let mut line = Line::default();
                line.insert(c.encode_utf8(&mut [0; 4]));
                self.line = Some(line);
            }
            _ => {}
        }
        Ok(())
    }

    fn line_key(&mut self, key: KeyEvent, now: u64) -> io::Result<()> {
        let Some(line) = &mut self.line else {
            return Ok(());
        };
        match key.code {
            KeyCode::Esc => self.line = None,
            KeyCode::Enter => {
                let typed = line.text().trim().to_owned();
                self.line = None;
                if !typed.is_empty() {
                    self.typed.push(typed.clone());
                    self.command(&Command::read(&typed), now)?;
                }
            }
            KeyCode::Up | KeyCode::Down => line.recall(&self.typed, key.code == KeyCode::Up),
            code => {
                if line.key(code) && line.text().is_empty() {
                    self.line = None;
                }
            }
        }
        Ok(())
    }

    fn menu_key(&mut self, mut menu: Menu, code: KeyCode, now: u64) -> io::Result<()> {
        let last = menu.items.len().saturating_sub(1);
        match code {
            KeyCode::Up | KeyCode::Char('k') => {
                menu.at = menu.at.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                menu.at = if menu.at >= last { 0 } else { menu.at + 1 };
            }
            KeyCode::Home => menu.at = 0,
            KeyCode::End => menu.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let at = menu.at;
                return self.chosen_item(menu, at, now);
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let at = digit as usize - '1' as usize;
                if at <= last {
                    return self.chosen_item(menu, at, now);
                }
            }
            KeyCode::Esc | KeyCode::Char('q') => return Ok(()),
            _ => {}
        }
        self.overlay = Overlay::Menu(menu);
        Ok(())
    }

    fn chosen_item(&mut self, menu: Menu, at: usize, now: u64) -> io::Result<()> {
        let Some((_, choice)) = menu.items.into_iter().nth(at) else {
            return Ok(());
        };
        match choice {
            Choice::Play(action) => self.play(action, now)?,
            Choice::Command(command) => self.command(&command, now)?,
            Choice::AskResign => {
                let resign = Choice::Command(Command::Act(Act::Resign));
                self.confirm(text::RESIGN, resign);
            }
            Choice::Hint => self.ask_hint(),
            Choice::Help => self.overlay = Overlay::Help(0),
            Choice::Rules => self.overlay = Overlay::Book(None),
            Choice::AskLeave => self.ask_leave(),
            Choice::Leave => self.left = true,
            Choice::Nothing => {}
        }
        Ok(())
    }

    fn confirm(&mut self, title: &str, yes: Choice) {
        self.overlay = Overlay::Menu(Menu {
            title: self.word(title),
            items: vec![
                (self.word(text::NO), Choice::Nothing),
                (self.word(text::YES), yes),
            ],
            at: 0,
        });
    }

    fn ask_leave(&mut self) {
        if self.table.outcome().is_some() {
            self.left = true;
        } else {
            self.confirm(text::LEAVE, Choice::Leave);
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, now: u64) -> io::Result<()> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at, now)?,
            MouseEventKind::Down(MouseButton::Right) => self.cancel(),
            MouseEventKind::ScrollUp => self.wheel(at, 1),
            MouseEventKind::ScrollDown => self.wheel(at, -1),
            _ => {}
        }
        Ok(())
    }

    fn click(&mut self, at: Position, now: u64) -> io::Result<()> {
        match std::mem::take(&mut self.overlay) {
            Overlay::Curtain(next) => self.overlay = Overlay::Curtain(next),
            Overlay::Menu(menu) => {
                let item = self.areas.items.iter().position(|area| area.contains(at));
                if let Some(item) = item {
                    self.chosen_item(menu, item, now)?;
                }
            }
            Overlay::Help(_) | Overlay::Book(_) => {}
            Overlay::None => {
                if let Some((_, tab)) = self.areas.tabs.iter().find(|(area, _)| area.contains(at)) {
                    self.tab = *tab;
                } else if let Some(chart) = self.areas.chart.clone() {
                    let (_, drawing) = self.look();
                    if let Some(site) = chart.hit(at, &drawing) {
                        self.cursor = site;
                        self.choose(now)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn wheel(&mut self, at: Position, up: isize) {
        match &mut self.overlay {
            Overlay::Help(scroll) => *scroll = scroll.saturating_add_signed(-3 * up),
            Overlay::Book(scroll) => {
                *scroll = Some(scroll.unwrap_or(0).saturating_add_signed(-3 * up));
            }
            Overlay::None => {
                let list = self.areas.lists.iter().find(|(area, _)| area.contains(at));
                let tab = list.map_or(self.tab, |(_, tab)| *tab);
                self.scroll_by(tab, 3 * up);
            }
            Overlay::Menu(_) | Overlay::Curtain(_) => {}
        }
    }

    fn scroll_by(&mut self, tab: Tab, up: isize) {
        let scroll = &mut self.scroll[tab.index()];
        *scroll = scroll.saturating_add_signed(up);
    }

    fn turn_tab(&mut self, by: usize) {
        self.tab = Tab::ALL[(self.tab.index() + by) % Tab::ALL.len()];
    }

    fn go(&mut self, step: (i32, i32)) {
        let (_, drawing) = self.look();
        if let Some(chart) = &self.areas.chart {
            self.cursor = chart.step(self.cursor, step, &drawing);
        }
    }

    fn step_back(&mut self, by: isize) {
        let all = self.table.done().len();
        let at = self.back.unwrap_or(all).saturating_add_signed(-by);
        self.back = (at < all).then_some(at);
    }

    fn cancel(&mut self) {
        if let Overlay::Curtain(_) = self.overlay {
            return;
        }
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
        } else if self.selected.is_some() {
            self.selected = None;
        } else {
            self.back = None;
            self.hint = None;
        }
    }

    /// Chooses the site under the cursor.
    fn choose(&mut self, now: u64) -> io::Result<()> {
        if self.handing {
            let next = self.table.turn();
            self.draw_curtain(next, now);
            return Ok(());
        }
        if self.back.is_some() {
            self.say_here(self.word(text::LOOKING_BACK), true);
            return Ok(());
        }
        let Some(seat) = self.actor() else {
            if self.table.outcome().is_none() {
                self.say_here(self.word(text::NOT_NOW), true);
            }
            return Ok(());
        };
        let legal = match self.table.legal() {
            Ok(legal) => legal,
            Err(error) => {
                self.say_here(error, true);
                return Ok(());
            }
        };
        match choices::pick(&legal, self.chosen(), self.cursor) {
            Picked::Select(site) => self.selected = Some(site),
            Picked::LetGo => self.selected = None,
            Picked::Play(action) => self.play(action, now)?,
            Picked::Ask(actions) => self.ask(actions),
            Picked::Nothing => self.refuse(seat, &legal, now)?,
        }
        Ok(())
    }

    /// Says why the site under the cursor cannot be chosen; what notation reads as a legal action is played.
    fn refuse(&mut self, seat: Seat, legal: &[Action], now: u64) -> io::Result<()> {
        let engine = self.table.engine();
        let to = engine.site_name(self.cursor).to_owned();
        let text = match self.chosen() {
            Some(from) => format!("{}{to}", engine.site_name(from)),
            None => to.clone(),
        };
        let Ok(action) = self.table.game().parse_action(seat, &text) else {
            self.say_here(text::nothing_from(self.settings.lang, &to), true);
            return Ok(());
        };
        if legal.contains(&action) {
            return self.play(action, now);
        }
        match self.table.game().explain(seat, action) {
            Ok(explanation @ Explanation::Refused(_)) => {
                self.name_clause(&explanation);
                let lang = self.table.lang();
                let words = words::describe(lang, self.table.engine(), &text, &explanation);
                self.say_here(words, true);
                self.selected = None;
            }
            Ok(Explanation::Legal(_)) => {
                self.say_here(text::nothing_from(self.settings.lang, &to), true)
            }
            Err(error) => self.say_here(error.to_string(), true),
        }
        Ok(())
    }

    /// Remembers the clause of an explanation, for the rulebook to open at.
    fn name_clause(&mut self, explanation: &Explanation) {
        let clause = match explanation {
            Explanation::Refused(refusal) => Some(refusal.clause),
            Explanation::Legal(notes) => notes.first().map(|n| n.clause),
        };
        if let Some(clause) = clause {
            self.clause = Some(self.table.engine().clause(clause).to_owned());
        }
    }

    /// Asks which of several actions is meant.
    fn ask(&mut self, actions: Vec<Action>) {
        let eyes = self.eyes();
        let item = |action: Action| {
            let text = self.table.game().format_action(eyes, action);
            let words = self.action_words(action);
            (format!("{text}  {words}"), Choice::Play(action))
        };
        self.overlay = Overlay::Menu(Menu {
            title: self.word(text::WHICH),
            items: actions.into_iter().map(item).collect(),
            at: 0,
        });
    }

    /// Opens the menu of everything that no site stands for.
    fn open_menu(&mut self) {
        let mut items = Vec::new();
        if self.actor().is_some() {
            let legal = self.table.legal().unwrap_or_default();
            for action in choices::loose(&legal) {
                items.push((self.action_words(action), Choice::Play(action)));
            }
        }
        let lang = self.settings.lang;
        let mut add = |id: &str, choice: Choice| items.push((lang.say(id).into_owned(), choice));
        let acts = &self.table.engine().spec().acts;
        if self.table.outcome().is_none() {
            let act = |act: Act| Choice::Command(Command::Act(act));
            let offer = self.table.observe(Observer::Public).offer.map(Seat);
            let own = match self.eyes() {
                Observer::Seat(seat) => Some(seat),
                Observer::Public => None,
            };
            if own.is_some() {
                match offer {
                    Some(by) if Some(by) != own => {
                        add(text::ITEM_ACCEPT, act(Act::Accept));
                        add(text::ITEM_DECLINE, act(Act::Decline));
                    }
                    None if acts.agree.is_some() => add(text::ITEM_DRAW, act(Act::Offer)),
                    _ => {}
                }
                add(text::ITEM_CLAIM, act(Act::Claim));
                add(text::ITEM_UNDO, Choice::Command(Command::Undo));
                if self.table.clock().is_some_and(|c| c.spec().bank.is_some()) {
                    add(text::ITEM_BANK, Choice::Command(Command::Bank));
                }
                if self.actor().is_some() {
                    add(text::ITEM_HINT, Choice::Hint);
                }
                if acts.resign.is_some() {
                    add(text::ITEM_RESIGN, Choice::AskResign);
                }
            }
        }
        add(text::ITEM_RULES, Choice::Rules);
        add(text::ITEM_HELP, Choice::Help);
        add(text::ITEM_LEAVE, Choice::AskLeave);
        self.overlay = Overlay::Menu(Menu {
            title: self.word(text::MENU_TITLE),
            items,
            at: 0,
        });
    }

    fn ask_hint(&mut self) {
        if self.hinting.is_some() {
            return;
        }
        match self.actor().and_then(|seat| self.table.hint(seat)) {
            Some(thinking) => self.hinting = Some(start(thinking)),
            None => self.say_here(self.word(text::NO_HINT), true),
        }
    }

    fn play(&mut self, action: Action, now: u64) -> io::Result<()> {
        let Some(seat) = self.actor() else {
            return Ok(());
        };
        let reply = self.table.play_chosen(seat, action, now)?;
        self.replied(reply.lines, reply.news, now);
        Ok(())
    }

    fn replied(&mut self, lines: Vec<String>, news: Vec<News>, now: u64) {
        for line in lines {
            self.say_here(line, false);
        }
        self.tell(news);
        self.seats(now);
    }

    /// Does what was typed or chosen.
    fn command(&mut self, command: &Command, now: u64) -> io::Result<()> {
        let Observer::Seat(seat) = self.eyes() else {
            match command {
                Command::Quit => self.left = true,
                Command::Help => self.overlay = Overlay::Help(0),
                _ => self.say_here(self.word(text::NOT_NOW), true),
            }
            return Ok(());
        };
        match command {
            Command::Help => self.overlay = Overlay::Help(0),
            Command::Board => {
                self.back = None;
                self.overlay = Overlay::None;
            }
            Command::Quit => self.left = true,
            _ => {
                if let Command::Why(text) | Command::Action(text) = command
                    && let Ok(action) = self.table.game().parse_action(seat, text)
                    && let Ok(explanation) = self.table.game().explain(seat, action)
                {
                    self.name_clause(&explanation);
                }
                let shows = matches!(
                    command,
                    Command::Why(_) | Command::Moves(_) | Command::Clock | Command::Save(_)
                );
                let reply = self.table.answer(seat, command, now)?;
                if shows {
                    self.tab = Tab::Messages;
                } else if *command == Command::Pieces {
                    self.tab = Tab::Pieces;
                }
                self.replied(reply.lines, reply.news, now);
            }
        }
        Ok(())
    }
}

/// The new place of something that is scrolled by a key; nothing when the key closes it.
pub(crate) fn scrolled(code: KeyCode, at: usize) -> Option<usize> {
    match code {
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => Some(at + 1),
        KeyCode::Up | KeyCode::Char('k') => Some(at.saturating_sub(1)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(at + 10),
        KeyCode::PageUp => Some(at.saturating_sub(10)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(usize::MAX / 2),
        _ => None,
    }
}

/// Lets a machine think on a thread of its own.
fn start(thinking: Thinking) -> Pending {
    let (sender, answer) = channel();
    let generation = thinking.generation;
    let wanted = Arc::new(AtomicBool::new(true));
    let go_on = Arc::clone(&wanted);
    std::thread::spawn(move || {
        let choice = thinking.choose(&|_| go_on.load(Ordering::Relaxed));
        // Nobody waits any more when the game was left.
        let _ = sender.send(choice.map(|c| c.action));
    });
    Pending {
        generation,
        answer,
        wanted,
    }
}

/// What a thread came to.
type Thought = Result<Action, Trouble>;

/// What a thread came to, once it has; what was thought in an earlier generation is thrown away.
fn answer(pending: &mut Option<Pending>, generation: u64) -> io::Result<Option<Thought>> {
    let Some(thread) = pending else {
        return Ok(None);
    };
    if thread.generation != generation {
        *pending = None;
        return Ok(None);
    }
    match thread.answer.try_recv() {
        Ok(thought) => {
            *pending = None;
            Ok(Some(thought))
        }
        Err(TryRecvError::Empty) => Ok(None),
        Err(TryRecvError::Disconnected) => Err(io::Error::other("a machine player stopped")),
    }
}
