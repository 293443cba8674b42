//! What the full-screen front end says: ids of messages, and the messages that need more than an id.

use std::borrow::Cow;
use std::path::Path;

use masque_core::action::{Action, Tag};
use masque_core::engine::Engine;
use masque_core::observation::Seen;
use masque_core::piece::{Kind, Piece, Side};

use super::palette::Palette;
use crate::lang::Lang;
use crate::table::words::{agreed_end, kind, piece};

pub(crate) const KEYS_BOARD: &str = "tui-keys-board";
pub(crate) const KEYS_LOOK: &str = "tui-keys-look";
pub(crate) const KEYS_MORE: &str = "tui-keys-more";
pub(crate) const KEYS_REPLAY: &str = "tui-keys-replay";
pub(crate) const KEYS_PLACEMENT: &str = "tui-keys-placement";
pub(crate) const KEY_MOVE: &str = "tui-key-move";
pub(crate) const KEY_CHOOSE: &str = "tui-key-choose";
pub(crate) const KEY_CANCEL: &str = "tui-key-cancel";
pub(crate) const KEY_MENU: &str = "tui-key-menu";
pub(crate) const KEY_LINE: &str = "tui-key-line";
pub(crate) const KEY_HINT: &str = "tui-key-hint";
pub(crate) const KEY_GLYPHS: &str = "tui-key-glyphs";
pub(crate) const KEY_COLOURS: &str = "tui-key-colours";
pub(crate) const KEY_FLIP: &str = "tui-key-flip";
pub(crate) const KEY_TAB: &str = "tui-key-tab";
pub(crate) const KEY_SCROLL: &str = "tui-key-scroll";
pub(crate) const KEY_BACK: &str = "tui-key-back";
pub(crate) const KEY_ENDS: &str = "tui-key-ends";
pub(crate) const KEY_HELP: &str = "tui-key-help";
pub(crate) const KEY_BOOK: &str = "tui-key-book";
pub(crate) const KEY_REDRAW: &str = "tui-key-redraw";
pub(crate) const KEY_STOP: &str = "tui-key-stop";
pub(crate) const KEY_QUIT: &str = "tui-key-quit";
pub(crate) const KEY_QUIT_NOW: &str = "tui-key-quit-now";
pub(crate) const KEY_NEXT: &str = "tui-key-next";
pub(crate) const KEY_PREVIOUS: &str = "tui-key-previous";
pub(crate) const KEY_FIRST_LAST: &str = "tui-key-first-last";
pub(crate) const KEY_GO_TO: &str = "tui-key-go-to";
pub(crate) const KEY_AUTOPLAY: &str = "tui-key-autoplay";
pub(crate) const KEY_SPEED: &str = "tui-key-speed";
pub(crate) const KEY_OBSERVER: &str = "tui-key-observer";
pub(crate) const KEY_AS_IN_GAME: &str = "tui-key-as-in-game";
pub(crate) const KEY_SWAP: &str = "tui-key-swap";
pub(crate) const KEY_LAYOUTS: &str = "tui-key-layouts";
pub(crate) const KEY_LAYOUT_LINE: &str = "tui-key-layout-line";
pub(crate) const KEY_RANDOM: &str = "tui-key-random";
pub(crate) const KEY_SAVE_LAYOUT: &str = "tui-key-save-layout";
pub(crate) const KEY_LOAD_LAYOUT: &str = "tui-key-load-layout";
pub(crate) const KEY_READY: &str = "tui-key-ready";
pub(crate) const TAB_MOVES: &str = "tui-tab-moves";
pub(crate) const TAB_MESSAGES: &str = "tui-tab-messages";
pub(crate) const TAB_PIECES: &str = "tui-tab-pieces";
pub(crate) const HELP_TITLE: &str = "tui-help-title";
pub(crate) const BOOK_TITLE: &str = "tui-book-title";
pub(crate) const MENU_TITLE: &str = "tui-menu-title";
pub(crate) const WHICH: &str = "tui-which";
pub(crate) const LEAVE: &str = "tui-leave";
pub(crate) const LEAVE_LAYOUT: &str = "tui-leave-layout";
pub(crate) const RESIGN: &str = "tui-resign";
pub(crate) const YES: &str = "tui-yes";
pub(crate) const NO: &str = "tui-no";
pub(crate) const NO_BOOK: &str = "tui-no-book";
pub(crate) const YOU: &str = "tui-you";
pub(crate) const KEY_HINTS: &str = "tui-key-hints";
pub(crate) const OVER_HINTS: &str = "tui-over-hints";
pub(crate) const HAND_OVER: &str = "tui-hand-over";
pub(crate) const NOTHING_YET: &str = "tui-nothing-yet";
pub(crate) const ALL_SEEN: &str = "tui-all-seen";
pub(crate) const NO_HINT: &str = "no-hint";
pub(crate) const NOT_NOW: &str = "tui-not-now";
pub(crate) const LOOKING_BACK: &str = "tui-looking-back";
pub(crate) const ITEM_DRAW: &str = "tui-item-draw";
pub(crate) const ITEM_ACCEPT: &str = "tui-item-accept";
pub(crate) const ITEM_DECLINE: &str = "tui-item-decline";
pub(crate) const ITEM_CLAIM: &str = "tui-item-claim";
pub(crate) const ITEM_RESIGN: &str = "tui-item-resign";
pub(crate) const ITEM_UNDO: &str = "tui-item-undo";
pub(crate) const ITEM_BANK: &str = "tui-item-bank";
pub(crate) const ITEM_HINT: &str = "tui-item-hint";
pub(crate) const ITEM_RULES: &str = "tui-item-rules";
pub(crate) const ITEM_HELP: &str = "tui-item-help";
pub(crate) const ITEM_LEAVE: &str = "tui-item-leave";
pub(crate) const PLACEMENT_TITLE: &str = "tui-placement-title";
pub(crate) const PLACEMENT_INTRO: &str = "tui-placement-intro";
pub(crate) const PLACEMENT_HINTS: &str = "tui-placement-hints";
pub(crate) const RANDOM: &str = "tui-random";
pub(crate) const READY: &str = "tui-ready";
pub(crate) const SAVE_AS: &str = "tui-save-as";
pub(crate) const LOAD_FROM: &str = "tui-load-from";
pub(crate) const REPLAY_HINTS: &str = "tui-replay-hints";
pub(crate) const PLAYING: &str = "tui-playing";
pub(crate) const EVERYBODY: &str = "tui-everybody";
pub(crate) const ONLY_PUBLIC: &str = "tui-only-public";
pub(crate) const UNFINISHED: &str = "tui-unfinished";

pub(crate) const BOARD_HELD: &str = "tui-board-held";
pub(crate) const BOARD_TURNS: &str = "tui-board-turns";
pub(crate) const BY_THE_CLOCK: &str = "by-the-clock";
pub(crate) const LOOKING: &str = "tui-looking";

/// The name by which an engine knows a layout drawn at random.
pub(crate) const RANDOM_LAYOUT: &str = "random";

/// That the window is too small.
pub(crate) fn too_small(lang: Lang, size: (u16, u16), needs: (u16, u16)) -> [String; 2] {
    let written = |(width, height): (u16, u16)| format!("{width}x{height}");
    [
        lang.say_with("tui-window-size", &[("size", written(size).into())]),
        lang.say_with("tui-window-needs", &[("size", written(needs).into())]),
    ]
}

/// The words of a curtain.
pub(crate) fn curtain(lang: Lang, who: &str) -> [String; 3] {
    [
        lang.say_with("tui-curtain", &[("who", who.into())]),
        lang.say("tui-curtain-away").into_owned(),
        lang.say("tui-curtain-ready").into_owned(),
    ]
}

/// Who is to act.
pub(crate) fn to_act(lang: Lang, who: &str) -> String {
    lang.say_with("tui-to-act", &[("who", who.into())])
}

/// Which machine thinks.
pub(crate) fn thinks(lang: Lang, who: &str) -> String {
    lang.say_with("tui-thinks", &[("who", who.into())])
}

/// Who is in check.
pub(crate) fn in_check(lang: Lang, who: &str) -> String {
    lang.say_with("tui-in-check", &[("who", who.into())])
}

/// The number of the turn.
pub(crate) fn turn(lang: Lang, number: u32) -> String {
    lang.say_with("tui-turn", &[("number", number.into())])
}

/// That an earlier position is shown.
pub(crate) fn at_step(lang: Lang, step: usize, last: usize) -> String {
    lang.say_with("tui-step", &[("step", step.into()), ("last", last.into())])
}

/// Hazards left.
pub(crate) fn hazards(lang: Lang, left: u16) -> String {
    lang.say_with("tui-hazards", &[("left", left.into())])
}

/// Lost pieces of a side that all know.
pub(crate) fn lost(lang: Lang, side: &str) -> String {
    lang.say_with("tui-lost", &[("side", side.into())])
}

/// Lost pieces of a side that this seat knows.
pub(crate) fn learned(lang: Lang, side: &str) -> String {
    lang.say_with("tui-learned", &[("side", side.into())])
}

/// Lost pieces of a side that not everybody knows.
pub(crate) fn lost_hidden(lang: Lang, side: &str, count: u8) -> String {
    lang.say_with(
        "tui-lost-hidden",
        &[("side", side.into()), ("count", count.into())],
    )
}

/// Pieces of a side that this seat has not seen.
pub(crate) fn unseen(lang: Lang, side: &str) -> String {
    lang.say_with("tui-unseen", &[("side", side.into())])
}

/// An offer that stands, as the seat that made it or the one that may answer it reads it.
pub(crate) fn offered(lang: Lang, engine: &dyn Engine, who: &str, own: bool) -> String {
    let end = agreed_end(engine);
    match own {
        true => lang.say_with("tui-offer-own", &[("end", end.into())]),
        false => lang.say_with("tui-offer", &[("who", who.into()), ("end", end.into())]),
    }
}

/// That nothing that may be typed about layouts was typed.
pub(crate) fn no_layout_command(lang: Lang, typed: &str) -> String {
    lang.say_with("tui-no-layout-command", &[("typed", typed.into())])
}

/// A path in few columns: the user's own folder is `~`.
pub(crate) fn path(path: &Path) -> String {
    let home = directories::BaseDirs::new();
    let below = home
        .as_ref()
        .and_then(|d| path.strip_prefix(d.home_dir()).ok());
    match below {
        Some(below) => Path::new("~").join(below).display().to_string(),
        None => path.display().to_string(),
    }
}

/// Which colour scheme is in force.
pub(crate) fn scheme(lang: Lang, palette: Palette) -> Cow<'static, str> {
    lang.say(match palette {
        Palette::Default => "tui-colours-many",
        Palette::ColourBlind => "tui-colours-safe",
        Palette::Sixteen => "tui-colours-sixteen",
        Palette::Mono => "tui-colours-none",
    })
}

/// Which lines of something to read are in view.
pub(crate) fn place_in_page(lang: Lang, first: usize, last: usize, all: usize) -> String {
    lang.say_with(
        "tui-page-place",
        &[
            ("first", first.into()),
            ("last", last.into()),
            ("all", all.into()),
        ],
    )
}

/// By whose eyes a replay is seen.
pub(crate) fn seen_by(lang: Lang, who: &str) -> String {
    lang.say_with("tui-seen-by", &[("who", who.into())])
}

/// Whose layout is arranged.
pub(crate) fn layout_of(lang: Lang, side: &str) -> String {
    lang.say_with("tui-layout-of", &[("side", side.into())])
}

/// That a file was written.
pub(crate) fn saved(lang: Lang, path: &str) -> String {
    lang.say_with("tui-saved", &[("path", path.into())])
}

/// That a file could not be written.
pub(crate) fn not_saved(lang: Lang, path: &str, error: &str) -> String {
    lang.say_with(
        "tui-not-saved",
        &[("path", path.into()), ("error", error.into())],
    )
}

/// Where the game is kept.
pub(crate) fn kept(lang: Lang, path: &str) -> String {
    lang.say_with("tui-kept", &[("path", path.into())])
}

/// That a finished game's record is whole.
pub(crate) fn disclosed(lang: Lang, path: &str) -> String {
    lang.say_with("tui-disclosed", &[("path", path.into())])
}

/// That a machine player's program is lost, and the game with it.
pub(crate) fn forfeits(lang: Lang, who: &str, why: &str) -> String {
    lang.say_with("tui-forfeits", &[("who", who.into()), ("why", why.into())])
}

/// What an observer sees of a site: its name and what stands there.
pub(crate) fn site(lang: Lang, engine: &dyn Engine, name: &str, seen: Option<&Seen>) -> String {
    let what = seen.map_or_else(String::new, |seen| stands(lang, engine, seen));
    lang.with_head(name, &what)
}

fn stands(lang: Lang, engine: &dyn Engine, seen: &Seen) -> String {
    let number = seen.number.filter(|n| *n > 0);
    match (&seen.piece, seen.hidden) {
        (Some(known), hidden) => {
            let piece = named(lang, engine, &known.side, &known.kind);
            match hidden {
                true => lang.say_with("tui-site-known", &[("piece", piece.into())]),
                false => piece,
            }
        }
        (None, true) => lang.say_with("tui-site-hidden", &[("look", seen.look.clone().into())]),
        (None, false) if seen.hazard => lang.say("tui-site-hazard").into_owned(),
        (None, false) if seen.fog => lang.say("tui-site-fog").into_owned(),
        (None, false) => match number {
            Some(number) => lang.say_with("tui-site-number", &[("number", number.into())]),
            None => lang.say("tui-site-empty").into_owned(),
        },
    }
}

/// A side and a kind by the names that observations give them.
fn named(lang: Lang, engine: &dyn Engine, side: &str, kind: &str) -> String {
    let spec = engine.spec();
    let found = spec.sides.iter().position(|s| s.name == side);
    let which = spec.kinds.iter().position(|k| k.name == kind);
    match (found, which) {
        (Some(side), Some(kind)) => piece(
            lang,
            engine,
            Piece {
                side: Side(side as u8),
                kind: Kind(kind as u8),
            },
        ),
        _ => format!("{side} {kind}"),
    }
}

/// What an action of a side is called in a menu, after its notation.
pub(crate) fn action(lang: Lang, engine: &dyn Engine, side: Side, action: Action) -> String {
    let kind = |k: Kind| kind(lang, engine, side, k);
    match action.tag() {
        Tag::Move => match action.kind() {
            Some(k) => lang.say_with("tui-action-promote", &[("kind", kind(k).into())]),
            None => {
                let manners = &engine.spec().manners;
                match manners.get(usize::from(action.manner())) {
                    Some(name) if action.manner() > 0 => {
                        lang.say_with("tui-action-manner", &[("manner", name.clone().into())])
                    }
                    _ => lang.say("tui-action-move").into_owned(),
                }
            }
        },
        Tag::Flip => lang.say("tui-action-flip").into_owned(),
        Tag::Place => match action.kind() {
            Some(k) => lang.say_with("tui-action-place-kind", &[("kind", kind(k).into())]),
            None => lang.say("tui-action-place").into_owned(),
        },
        Tag::Pass => lang.say("tui-action-pass").into_owned(),
        Tag::Special => {
            let id = usize::from(action.arg().unwrap_or(0));
            let special = engine.spec().specials.get(id);
            special.map_or_else(String::new, |s| s.name.clone())
        }
        Tag::Choose => action.kind().map_or_else(String::new, kind),
        Tag::Stop => lang.say("tui-action-stop").into_owned(),
        Tag::Swap => lang.say("tui-action-swap").into_owned(),
        Tag::Castle => lang.say("tui-action-castle").into_owned(),
    }
}
