//! A game on a full screen: what is selected, open and shown.
//!
//! Nothing here draws; [`super::view`] does, from this state and from what the table lets the one at the screen know.

mod deeds;
mod input;
mod look;
mod machines;
mod messages;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::VecDeque;
use std::io;

use masque_core::action::Action;
use masque_core::notation::diagram::{Drawing, Style};
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat};
use masque_core::site::Site;
use ratatui::layout::Rect;

use super::board::Chart;
use super::book::Book;
use super::curtain::Curtain;
use super::line::Line;
use super::menu::Menu;
use super::page::Page;
use super::request::Requests;
use super::settings::Settings;
use super::text;
use crate::table::Table;
use machines::Pending;

pub(crate) use deeds::Choice;
pub(crate) use messages::Message;

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

/// What lies over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Something to read.
    Page(Page),
    /// A menu.
    Menu(Menu<Choice>),
    /// A curtain before the next person sits down.
    Curtain(Curtain),
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
    /// What is asked of the terminal.
    pub(crate) requests: Requests,
    /// What is shown, for the generation, the observer, the step and the style that it was made for.
    seen: Option<(Shown, Observation, Drawing)>,
    typed: Vec<String>,
    /// The letter that was struck last, where it is a key.
    struck: Option<Struck>,
    /// When a machine may play next, where nobody but machines plays.
    next_turn: u64,
    /// Whether the sides begin face to face, so that each is at home on its own end of the board.
    facing: bool,
    /// How the board is held, whoever is to act; nothing where it turns to the one at the screen.
    held: Option<bool>,
}

/// A letter that was struck as a key, and what stood before it: with a digit after it, it was the name of a file.
#[derive(Clone, Copy, Debug)]
struct Struck {
    letter: char,
    cursor: Site,
    settings: Settings,
    messages: usize,
}

/// What a picture of the board was made for.
type Shown = (u64, Observer, Option<usize>, Style);

impl Game {
    /// Sits down at a table.
    pub(crate) fn new(
        table: Table,
        book: Book,
        settings: Settings,
        at_screen: Option<Seat>,
    ) -> Self {
        let facing = turns::face_to_face(&table);
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
            requests: Requests::default(),
            seen: None,
            typed: Vec::new(),
            struck: None,
            next_turn: 0,
            facing,
            held: None,
        };
        game.cursor = game.middle();
        game
    }

    /// Begins: the clock runs, and who is first sits down.
    ///
    /// # Errors
    /// The record could not be written.
    pub(crate) fn begin(&mut self, now: u64) -> io::Result<()> {
        let kept = text::kept(self.settings.lang, &text::path(self.table.record()));
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
}
