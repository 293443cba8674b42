//! The full-screen front end: board, panels, overlays, replay, secret layouts.
//!
//! It asks a [`Table`] what the one at the screen may know and hands it deeds; what is drawn comes from observations,
//! drawings, explanations and legal actions alone. Pieces of state and their drawing are apart, so that both are tested
//! without a terminal.

mod board;
mod book;
mod choices;
mod curtain;
mod game;
mod keys;
mod line;
mod menu;
mod page;
mod palette;
mod placement;
mod replay;
mod request;
mod screen;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod window;

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use crossterm::event::Event;
use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::Seat;
use masque_core::random::Dice;

pub(crate) use book::Book;
pub(crate) use replay::{Recorded, Replay};
pub(crate) use settings::Settings;

use crate::lang::Lang;
use crate::table::Table;
use curtain::{Curtain, Drawn};
use game::Game;
use palette::{Palette, Terminal};
use placement::Placement;
use request::Requests;
use screen::{Input, Screen};

/// How often something that is under way is looked at, in milliseconds.
const BUSY: u64 = 15;
/// How often clocks on the screen go on.
const TICK: u64 = 200;

/// Whether a full screen can be had: both ends are a terminal that can move its cursor.
pub(crate) fn possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The settings that this terminal starts with.
pub(crate) fn settings(ascii: bool, native: bool, lang: Lang) -> Settings {
    let palette = Palette::choose(&Terminal::detect());
    if palette == Palette::Mono {
        // Colours that are asked for later are given.
        crossterm::style::force_color_output(true);
    }
    Settings {
        palette,
        native,
        ascii,
        lang,
    }
}

/// The name of the observer that everybody is.
pub(crate) fn everybody(lang: Lang) -> String {
    lang.say(text::EVERYBODY).into_owned()
}

/// That a game is not over.
pub(crate) fn unfinished(lang: Lang) -> String {
    lang.say(text::UNFINISHED).into_owned()
}

/// The full screen, taken when it is first needed.
pub(crate) struct Front {
    screen: Option<Screen>,
    settings: Settings,
    book: Book,
}

impl Front {
    /// A front end that has not taken the terminal yet.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            screen: None,
            settings,
            book: Book::default(),
        }
    }

    /// Learns the rulebook.
    pub(crate) fn read(&mut self, book: Book) {
        self.book = book;
    }

    fn screen(&mut self) -> io::Result<&mut Screen> {
        if self.screen.is_none() {
            self.screen = Some(Screen::take()?);
        }
        self.screen
            .as_mut()
            .ok_or_else(|| io::Error::other("no terminal"))
    }

    /// Lets a person lay out in secret; nothing when they leave.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn lay_out(
        &mut self,
        engine: &dyn Engine,
        seat: Seat,
        dice: &mut Dice,
    ) -> io::Result<Option<Layout>> {
        let (settings, book) = (self.settings, self.book.clone());
        let screen = self.screen()?;
        let mut placement = match Placement::new(engine, seat, dice, settings, book) {
            Ok(placement) => placement,
            Err(error) => return Err(io::Error::other(error)),
        };
        loop {
            serve(screen, &mut placement.requests)?;
            screen.draw(|frame| placement.render(frame))?;
            match screen.wait(Duration::from_millis(TICK))? {
                Input::Event(event) => placement.event(&event, dice),
                Input::Nothing => {}
                Input::Stop => placement.requests.suspend = true,
                Input::End => return Ok(None),
            }
            if placement.requests.leave {
                return Ok(None);
            }
            if placement.ready {
                screen.wipe()?;
                self.settings = placement.settings;
                return Ok(Some(placement.layout));
            }
        }
    }

    /// Hides what was on the screen until the next person sits down; `false` when they leave.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn curtain(&mut self, who: &str) -> io::Result<bool> {
        let settings = self.settings;
        let screen = self.screen()?;
        let mut curtain = Curtain::new(who.to_owned(), text::LEAVE_LAYOUT);
        let mut requests = Requests {
            wipe: true,
            ..Requests::default()
        };
        loop {
            serve(screen, &mut requests)?;
            screen.draw(|frame| curtain.draw(frame, frame.area(), &settings))?;
            match screen.wait(Duration::from_millis(TICK))? {
                Input::Event(Event::Key(key)) if !requests.key(key) => {
                    match curtain.key(key.code, &settings) {
                        Drawn::Down(down) => curtain = down,
                        Drawn::Raised => return Ok(true),
                        Drawn::Left => return Ok(false),
                    }
                }
                Input::Stop => requests.suspend = true,
                Input::End => return Ok(false),
                _ => {}
            }
            if requests.leave {
                return Ok(false);
            }
        }
    }

    /// Plays a game until somebody leaves; gives the terminal back.
    ///
    /// # Errors
    /// The terminal is gone, or the record could not be written.
    pub(crate) fn play(
        mut self,
        table: Table,
        at_screen: Option<Seat>,
        first: Option<String>,
    ) -> io::Result<Table> {
        let (settings, book) = (self.settings, self.book.clone());
        let screen = self.screen()?;
        let mut game = Game::new(table, book, settings, at_screen);
        if let Some(words) = first {
            game.say(masque_core::piece::Observer::Public, words, true);
        }
        game.begin(screen.now())?;
        while !game.requests.leave {
            game.tick(screen.now())?;
            serve(screen, &mut game.requests)?;
            let now = screen.now();
            screen.draw(|frame| view::game(&mut game, frame, now))?;
            let wait = if game.is_busy() { BUSY } else { TICK };
            match screen.wait(Duration::from_millis(wait))? {
                Input::Event(event) => game.event(&event, screen.now())?,
                Input::Nothing => {}
                Input::Stop => game.requests.suspend = true,
                Input::End => game.requests.leave = true,
            }
        }
        let mut table = game.table;
        table.leave(screen.now())?;
        self.give_back()?;
        Ok(table)
    }

    /// Shows a saved game until somebody leaves; gives the terminal back.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn replay(mut self, mut replay: Replay) -> io::Result<()> {
        let screen = self.screen()?;
        while !replay.requests.leave {
            replay.tick(screen.now());
            serve(screen, &mut replay.requests)?;
            screen.draw(|frame| replay.render(frame))?;
            let wait = if replay.is_playing() { BUSY } else { TICK };
            match screen.wait(Duration::from_millis(wait))? {
                Input::Event(event) => replay.event(&event, screen.now()),
                Input::Nothing => {}
                Input::Stop => replay.requests.suspend = true,
                Input::End => replay.requests.leave = true,
            }
        }
        self.give_back()
    }

    /// Gives the terminal back.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn give_back(self) -> io::Result<()> {
        self.screen.map_or(Ok(()), Screen::give_back)
    }
}

/// Does what is asked of the terminal; leaving is the caller's.
fn serve(screen: &mut Screen, requests: &mut Requests) -> io::Result<()> {
    let asked = *requests;
    *requests = Requests {
        leave: asked.leave,
        ..Requests::default()
    };
    if asked.suspend {
        screen.suspend()?;
    }
    if asked.wipe {
        screen.wipe()?;
    }
    if asked.bell {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()?;
    }
    Ok(())
}
