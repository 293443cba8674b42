//! The chair of an opponent: all that it ever gets of a game.

use masque_core::action::Action;
use masque_core::engine::{Engine, Match};
use masque_core::event::Event;
use masque_core::explain::Explanation;
use masque_core::game::{Deed, Step};
use masque_core::hooks::HookError;
use masque_core::notation::action::ActionError;
use masque_core::notation::diagram::{Drawing, Style};
use masque_core::observation::Observation;
use masque_core::piece::{Observer, Seat};
use masque_core::setup::Setup;

/// How a game began, as far as a seat may know: what the declarations hide from it is left open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Start {
    masked: Setup,
    earlier: Vec<Setup>,
}

impl Start {
    /// A start that is masked for a seat, and the positions that went before it, oldest first, masked too.
    pub(crate) fn new(masked: Setup, earlier: Vec<Setup>) -> Self {
        Self { masked, earlier }
    }

    /// The start.
    pub(crate) fn masked(&self) -> &Setup {
        &self.masked
    }

    /// The positions that went before it, oldest first.
    pub(crate) fn earlier(&self) -> &[Setup] {
        &self.earlier
    }
}

/// A deed, with what a seat was told of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heard {
    /// Who did it.
    pub(crate) seat: Seat,
    /// What was done.
    pub(crate) deed: Deed,
    /// Whether the program did it for the seat.
    pub(crate) automatic: bool,
    /// The events that the seat was told, in order.
    pub(crate) events: Vec<Event>,
}

impl Heard {
    fn of(step: &Step, seat: Seat) -> Self {
        let told = step.told.iter();
        let heard = told.filter(|t| t.audience.includes(Observer::Seat(seat)));
        Self {
            seat: step.seat,
            deed: step.deed,
            automatic: step.automatic,
            events: heard.map(|t| t.event.clone()).collect(),
        }
    }
}

/// What an opponent sees from its seat, and no way to see more.
pub(crate) struct Chair<'a> {
    engine: &'a dyn Engine,
    start: &'a Start,
    seat: Seat,
    /// Only ever asked through the eyes of the seat.
    game: &'a dyn Match,
    /// What was told, where the game itself does not know.
    told: Option<&'a [Heard]>,
}

impl<'a> Chair<'a> {
    /// The chair of a seat at a game.
    pub(crate) fn new(
        engine: &'a dyn Engine,
        start: &'a Start,
        game: &'a dyn Match,
        seat: Seat,
    ) -> Self {
        Self {
            engine,
            start,
            seat,
            game,
            told: None,
        }
    }

    /// The chair of a seat that was told these steps: `game` is any that the seat cannot tell from the one under way.
    pub(crate) fn supposing(
        engine: &'a dyn Engine,
        start: &'a Start,
        told: &'a [Heard],
        game: &'a dyn Match,
        seat: Seat,
    ) -> Self {
        Self {
            engine,
            start,
            seat,
            game,
            told: Some(told),
        }
    }

    fn eyes(&self) -> Observer {
        Observer::Seat(self.seat)
    }

    /// The rules.
    pub(crate) fn engine(&self) -> &'a dyn Engine {
        self.engine
    }

    /// Whose chair it is.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// How the game began.
    pub(crate) fn start(&self) -> &Start {
        self.start
    }

    /// What the seat may know, as data.
    pub(crate) fn observation(&self) -> Observation {
        self.game.observe(self.eyes())
    }

    /// The position as the seat may know it.
    pub(crate) fn text(&self) -> String {
        self.game.text(self.eyes())
    }

    /// What the seat may know, drawn.
    pub(crate) fn draw(&self, style: &Style) -> Drawing {
        self.game.draw(self.eyes(), style)
    }

    /// The legal actions; none when the seat is not to act.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn legal(&self) -> Result<Vec<Action>, HookError> {
        if self.game.turn() == self.seat && self.game.outcome().is_none() {
            self.game.legal()
        } else {
            Ok(Vec::new())
        }
    }

    /// What an action would do, or why it is not allowed, as far as the seat can tell.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn explain(&self, action: Action) -> Result<Explanation, HookError> {
        self.game.explain(self.seat, action)
    }

    /// An action as the seat writes it.
    pub(crate) fn format_action(&self, action: Action) -> String {
        self.game.format_action(self.eyes(), action)
    }

    /// Reads an action of the seat.
    ///
    /// # Errors
    /// What is malformed.
    pub(crate) fn parse_action(&self, text: &str) -> Result<Action, ActionError> {
        self.game.parse_action(self.seat, text)
    }

    /// An event in words.
    pub(crate) fn event_words(&self, event: &Event) -> String {
        self.game.event_words(event).join(" ")
    }

    /// How many steps there were.
    pub(crate) fn length(&self) -> usize {
        self.told.map_or(self.game.steps().len(), <[Heard]>::len)
    }

    /// A step, as the seat was told it.
    pub(crate) fn step(&self, number: usize) -> Option<Heard> {
        match self.told {
            Some(told) => told.get(number).cloned(),
            None => {
                let step = self.game.steps().get(number);
                step.map(|step| Heard::of(step, self.seat))
            }
        }
    }
}
