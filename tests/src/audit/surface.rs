//! What a game shows an observer, as named fields that two truths are compared by.

use masque_core::action::{Act, Action};
use masque_core::engine::{Engine, Match};
use masque_core::event::Told;
use masque_core::explain::Explanation;
use masque_core::game::{Deed, PlayError};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Dice;
use masque_core::setup::Setup;
use masque_core::site::Site;
use serde_json::Value;

use super::Line;

/// One thing that an observer gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is, such as `observation.quiet`.
    pub name: String,
    /// Its bytes.
    pub text: String,
}

impl Field {
    /// A field.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// A moment of a game, and who looks.
pub struct Scene<'a> {
    /// What plays the variant.
    pub engine: &'a dyn Engine,
    /// The truth of the start.
    pub start: &'a Setup,
    /// What was done since.
    pub deeds: &'a [Line],
    /// The game, after the deeds.
    pub game: &'a dyn Match,
    /// Who looks.
    pub observer: Observer,
    /// What the observer attempts.
    pub tries: &'a [Try],
}

/// Something that shows games to observers: a program, a file, a protocol.
pub trait Surface: Sync {
    /// Everything the observer gets at this moment.
    fn show(&self, scene: &Scene<'_>) -> Vec<Field>;
}

/// An attempt by a seat, legal or not, chosen without looking at the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Try {
    /// A line that a player types.
    Text(String),
    /// An action.
    Action(Action),
}

/// Attempts for an observer: what was done about this moment and by whom, and moves between any sites.
pub(super) fn tries(
    engine: &dyn Engine,
    observer: Observer,
    deeds: &[Line],
    moment: usize,
    dice: &mut Dice,
) -> Vec<Try> {
    if observer == Observer::Public {
        return Vec::new();
    }
    let mut tries = Vec::new();
    let near = &deeds[moment.saturating_sub(2)..deeds.len().min(moment + 2)];
    for (_, deed) in near {
        if let Deed::Action(action) | Deed::Try(action) = deed {
            tries.push(Try::Action(*action));
        }
    }
    let mut site = || Site(dice.below(engine.sites() as u64) as u16);
    for _ in 0..24 {
        let (from, to) = (site(), site());
        tries.push(Try::Action(Action::moving(from, to, 0)));
        tries.push(Try::Action(Action::flip(from)));
    }
    for (from, to) in [(site(), site()), (site(), site())] {
        let (a, b) = (engine.site_name(from), engine.site_name(to));
        tries.extend([
            Try::Text(format!("{a}{b}")),
            Try::Text(format!("{a}x{b}")),
            Try::Text(format!("flip {a}")),
            Try::Text(format!("{a}{b}=Z")),
        ]);
        for special in &engine.spec().specials {
            tries.push(Try::Text(format!("{} {a}{b}", special.name)));
        }
    }
    tries.extend(["pass", "stop", "O-O", "O-O-O", "?", ""].map(|t| Try::Text(t.to_owned())));
    tries
}

/// What an observer was told, in words.
#[must_use]
pub fn heard(game: &dyn Match, told: &[Told], observer: Observer) -> String {
    let words: Vec<String> = told
        .iter()
        .filter(|t| t.audience.includes(observer))
        .map(|t| game.event_words(&t.event).join(" "))
        .collect();
    words.join("; ")
}

/// What the library itself shows: observation, position text, drawings, legal actions, explanations, errors, what acts
/// and taking back would come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Library;

impl Surface for Library {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let mut fields = Vec::new();
        observation(scene, &mut fields);
        let game = scene.game;
        fields.push(Field::new("position", game.text(scene.observer)));
        fields.push(Field::new(
            "setup",
            scene.engine.format_setup(&game.view_setup(scene.observer)),
        ));
        for (name, ascii, native) in [
            ("plain", true, false),
            ("letters", false, false),
            ("native", false, true),
        ] {
            let drawn = game.draw(scene.observer, &Style::choose(ascii, native));
            fields.push(Field::new(format!("board.{name}"), drawn.to_string()));
        }
        notation(scene, &mut fields);
        state(scene, &mut fields);
        if let Observer::Seat(seat) = scene.observer {
            legal(scene, seat, &mut fields);
            attempts(scene, seat, &mut fields);
            acts(scene, seat, &mut fields);
        }
        undo(scene, &mut fields);
        fields
    }
}

fn observation(scene: &Scene<'_>, fields: &mut Vec<Field>) {
    let observation = serde_json::to_value(scene.game.observe(scene.observer));
    match observation {
        Ok(Value::Object(parts)) => {
            for (key, value) in parts {
                fields.push(Field::new(format!("observation.{key}"), value.to_string()));
            }
        }
        Ok(value) => fields.push(Field::new("observation", value.to_string())),
        Err(error) => fields.push(Field::new("observation", error.to_string())),
    }
}

/// The actions and events so far, as a list of moves would show them.
fn notation(scene: &Scene<'_>, fields: &mut Vec<Field>) {
    let game = scene.game;
    let mut text = String::new();
    for step in game.steps().iter().rev().take(2) {
        let deed = match step.deed {
            Deed::Action(action) => game.format_action(scene.observer, action),
            Deed::Try(action) => format!("try {}", game.format_action(scene.observer, action)),
            Deed::Act(act) => format!("{act:?}"),
        };
        let told = heard(game, &step.told, scene.observer);
        text.push_str(&format!(
            "{} {deed} {} [{told}]\n",
            step.seat.0, step.automatic
        ));
    }
    fields.push(Field::new("notation", text));
}

fn state(scene: &Scene<'_>, fields: &mut Vec<Field>) {
    let game = scene.game;
    fields.push(Field::new("phase", format!("{:?}", game.phase())));
    fields.push(Field::new(
        "turn",
        format!("{} {}", game.turn().0, game.turns()),
    ));
    fields.push(Field::new(
        "sides",
        format!("{:?}", Seat::BOTH.map(|s| game.side_of(s))),
    ));
    fields.push(Field::new("outcome", outcome(scene.engine, game)));
}

fn outcome(engine: &dyn Engine, game: &dyn Match) -> String {
    game.outcome().map_or_else(
        || "none".to_owned(),
        |o| format!("{:?} {} {:?}", o.winner, engine.clause(o.clause), o.scores),
    )
}

fn legal(scene: &Scene<'_>, seat: Seat, fields: &mut Vec<Field>) {
    let game = scene.game;
    if game.turn() != seat || game.outcome().is_some() {
        return;
    }
    let legal = match game.legal() {
        Ok(legal) => legal,
        Err(error) => {
            fields.push(Field::new("legal", error.to_string()));
            return;
        }
    };
    let mut words = String::new();
    let mut reasons = String::new();
    for action in legal {
        let text = game.format_action(scene.observer, action);
        words.push_str(&format!("{action:?} {text}\n"));
        reasons.push_str(&format!("{text}: {}\n", explained(scene, seat, action)));
    }
    fields.push(Field::new("legal", words));
    fields.push(Field::new("explain.legal", reasons));
}

fn explained(scene: &Scene<'_>, seat: Seat, action: Action) -> String {
    match scene.game.explain(seat, action) {
        Ok(Explanation::Refused(refusal)) => {
            format!(
                "{:?} {}",
                refusal.stage,
                scene.engine.clause(refusal.clause)
            )
        }
        Ok(Explanation::Legal(notes)) => {
            let words = notes
                .iter()
                .map(|n| format!("{:?} {}", n.what, scene.engine.clause(n.clause)));
            words.collect::<Vec<_>>().join(", ")
        }
        Err(error) => error.to_string(),
    }
}

/// What a seat is answered to its attempts. What would be legal is left out: it tells what it tells.
fn attempts(scene: &Scene<'_>, seat: Seat, fields: &mut Vec<Field>) {
    let (mut parsed, mut reasons, mut errors) = (String::new(), String::new(), String::new());
    for attempt in scene.tries {
        let action = match attempt {
            Try::Action(action) => *action,
            Try::Text(text) => match scene.game.parse_action(seat, text) {
                Ok(action) => {
                    parsed.push_str(&format!("{text}: {action:?}\n"));
                    action
                }
                Err(error) => {
                    parsed.push_str(&format!("{text}: {error}\n"));
                    continue;
                }
            },
        };
        reasons.push_str(&format!("{action:?}: {}\n", explained(scene, seat, action)));
        let illegal = matches!(
            scene.game.explain(seat, action),
            Ok(Explanation::Refused(_))
        );
        if illegal {
            let mut copy = scene.game.copy();
            let answer = match copy.play(seat, action, false) {
                Ok(told) => heard(&*copy, &told, scene.observer),
                Err(PlayError::Illegal(refusal)) => {
                    format!(
                        "{:?} {}",
                        refusal.stage,
                        scene.engine.clause(refusal.clause)
                    )
                }
                Err(error) => error.to_string(),
            };
            errors.push_str(&format!("{action:?}: {answer}\n"));
        }
    }
    fields.push(Field::new("parse", parsed));
    fields.push(Field::new("explain.attempts", reasons));
    fields.push(Field::new("errors", errors));
}

/// What each act of the seat would come to. When it ends the game, only the result counts: with the end the truth is
/// shown.
fn acts(scene: &Scene<'_>, seat: Seat, fields: &mut Vec<Field>) {
    let every = [
        ("resign", Act::Resign),
        ("offer", Act::Offer),
        ("accept", Act::Accept),
        ("decline", Act::Decline),
        ("claim", Act::Claim),
        ("use-bank", Act::UseBank),
    ];
    for (word, act) in every {
        let mut copy = scene.game.copy();
        let answer = match copy.act(seat, act) {
            Ok(_) if copy.outcome().is_some() => outcome(scene.engine, &*copy),
            Ok(told) => format!(
                "{} {}",
                heard(&*copy, &told, scene.observer),
                copy.text(scene.observer)
            ),
            Err(error) => error.to_string(),
        };
        fields.push(Field::new(format!("act.{word}"), answer));
    }
}

/// What taking the last deed back would come to, and what is shown then.
fn undo(scene: &Scene<'_>, fields: &mut Vec<Field>) {
    let mut copy = scene.game.copy();
    let answer = match copy.undo() {
        Ok(step) => format!(
            "{:?} {}\n{}",
            step.seat,
            heard(&*copy, &step.told, scene.observer),
            serde_json::to_string(&copy.observe(scene.observer)).unwrap_or_default()
        ),
        Err(error) => error.to_string(),
    };
    fields.push(Field::new("undo", answer));
}
