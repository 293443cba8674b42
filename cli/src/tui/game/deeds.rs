//! What the one at the screen does: sites that are chosen, menus, commands, and the deeds these come to.

use std::io;

use masque_core::action::{Act, Action};
use masque_core::explain::Explanation;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Phase;

use super::{Game, Overlay, Tab};
use crate::table::{Command, News, words};
use crate::tui::choices::{self, Picked};
use crate::tui::menu::Menu;
use crate::tui::page::Page;
use crate::tui::text;

/// What an item of a menu does.
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

impl Game {
    /// Chooses the site under the cursor.
    pub(super) fn choose(&mut self, now: u64) -> io::Result<()> {
        if self.handing {
            let next = self.table.turn();
            self.draw_curtain(next, now);
            return Ok(());
        }
        if self.comes_back() {
            return Ok(());
        }
        let Some(seat) = self.actor() else {
            if self.table.outcome().is_none() {
                self.say_here(self.word(text::NOT_NOW), true);
            }
            return Ok(());
        };
        let legal = match self.table.legal(seat) {
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

    /// Comes back to the present, and says so; `false` when it was there. What is done counts now, so nothing is done by
    /// whoever has an earlier position before their eyes: they see the present first, and do it again.
    fn comes_back(&mut self) -> bool {
        let was_away = self.back.take().is_some();
        if was_away {
            self.selected = None;
            self.say_here(self.word(text::LOOKING_BACK), true);
        }
        was_away
    }

    /// Says why the site under the cursor cannot be chosen; what notation reads as a legal action is played.
    fn refuse(&mut self, seat: Seat, legal: &[Action], now: u64) -> io::Result<()> {
        let engine = self.table.engine();
        let to = engine.site_name(self.cursor).to_owned();
        let text = match self.chosen() {
            Some(from) => format!("{}{to}", engine.site_name(from)),
            None => to.clone(),
        };
        let action = self.table.game().parse_action(seat, &text).ok();
        if let Some(action) = action.filter(|action| legal.contains(action)) {
            return self.play(action, now);
        }
        let chosen = self.chosen().and(action);
        match chosen.map(|action| (action, self.table.game().explain(seat, action))) {
            Some((action, Ok(explanation @ Explanation::Refused(_)))) => {
                self.name_clause(&explanation);
                let lang = self.table.lang();
                let words = words::describe(lang, self.table.engine(), &text, action, &explanation);
                self.say_here(words, true);
                self.selected = None;
            }
            Some((_, Err(error))) => self.say_here(error.to_string(), true),
            Some((_, Ok(Explanation::Legal(_)))) | None => {
                let (words, clause) = self.table.nothing_from(seat, self.cursor);
                if let Some(clause) = clause {
                    self.clause = Some(self.table.engine().clause(clause).to_owned());
                }
                self.say_here(words, true);
            }
        }
        Ok(())
    }

    /// Asks which of several actions is meant.
    fn ask(&mut self, actions: Vec<Action>) {
        let eyes = self.eyes();
        let item = |action: Action| {
            let text = self.table.game().format_action(eyes, action);
            let words = self.action_words(action);
            (format!("{text}  {words}"), Choice::Play(action))
        };
        let items = actions.into_iter().map(item).collect();
        self.overlay = Overlay::Menu(Menu::new(self.word(text::WHICH), items));
    }

    /// Opens the menu of everything that no site stands for.
    pub(super) fn open_menu(&mut self) {
        let mut items = Vec::new();
        if let Some(seat) = self.actor() {
            let legal = self.table.legal(seat).unwrap_or_default();
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
                if own.is_some_and(|seat| self.table.may_claim(seat)) {
                    add(text::ITEM_CLAIM, act(Act::Claim));
                }
                if self.table.may_undo() {
                    add(text::ITEM_UNDO, Choice::Command(Command::Undo));
                }
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
        self.overlay = Overlay::Menu(Menu::new(self.word(text::MENU_TITLE), items));
    }

    /// Opens the menu of a choice that has to be made before anything else.
    pub(super) fn open_choice(&mut self) {
        if self.overlay == Overlay::None
            && self.line.is_none()
            && let Some(seat) = self.actor()
            && matches!(self.table.phase(), Phase::Choose(_))
        {
            let legal = self.table.legal(seat).unwrap_or_default();
            self.ask(legal);
        }
    }

    /// Does what an item of a menu stands for.
    pub(super) fn chosen_item(&mut self, choice: Choice, now: u64) -> io::Result<()> {
        match choice {
            Choice::Play(action) => self.play(action, now)?,
            Choice::Command(command) => self.command(&command, now)?,
            Choice::AskResign => {
                if self.comes_back() {
                    return Ok(());
                }
                let resign = Choice::Command(Command::Act(Act::Resign));
                self.confirm(text::RESIGN, resign);
            }
            Choice::Hint => self.ask_hint(),
            Choice::Help => self.overlay = Overlay::Page(Page::Help(0)),
            Choice::Rules => self.overlay = Overlay::Page(Page::Book(None)),
            Choice::AskLeave => self.ask_leave(),
            Choice::Leave => self.requests.leave = true,
            Choice::Nothing => {}
        }
        Ok(())
    }

    fn confirm(&mut self, title: &str, yes: Choice) {
        let menu = Menu::ask(&self.settings, title, Choice::Nothing, yes);
        self.overlay = Overlay::Menu(menu);
    }

    pub(super) fn ask_leave(&mut self) {
        if self.table.outcome().is_some() {
            self.requests.leave = true;
        } else {
            self.confirm(text::LEAVE, Choice::Leave);
        }
    }

    fn play(&mut self, action: Action, now: u64) -> io::Result<()> {
        let Some(seat) = self.actor() else {
            return Ok(());
        };
        if self.comes_back() {
            return Ok(());
        }
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
    pub(super) fn command(&mut self, command: &Command, now: u64) -> io::Result<()> {
        let Observer::Seat(seat) = self.eyes() else {
            match command {
                Command::Quit => self.requests.leave = true,
                Command::Help => self.overlay = Overlay::Page(Page::Help(0)),
                _ => self.say_here(self.word(text::NOT_NOW), true),
            }
            return Ok(());
        };
        match command {
            Command::Help => self.overlay = Overlay::Page(Page::Help(0)),
            Command::Board => {
                self.back = None;
                self.overlay = Overlay::None;
            }
            Command::Quit => self.requests.leave = true,
            Command::Hint => self.ask_hint(),
            _ => {
                // What is asked about the present is answered where it can be seen; what is done waits.
                let concerns_now = command.is_deed() || command.asks_about_now();
                if concerns_now && self.comes_back() && command.is_deed() {
                    return Ok(());
                }
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
                if !reply.choices.is_empty() {
                    self.ask(reply.choices);
                    return Ok(());
                }
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
