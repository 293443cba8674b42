//! Every word of the full-screen front end.

use masque_core::action::{Action, Tag};
use masque_core::engine::Engine;
use masque_core::event::Event;
use masque_core::piece::{Cell, Piece};
use masque_core::site::Site;
use masque_core::spec::Verdict;

pub(crate) const KEYS_BOARD: &str = "On the board";
pub(crate) const KEYS_LOOK: &str = "What is shown";
pub(crate) const KEYS_MORE: &str = "More";
pub(crate) const KEYS_REPLAY: &str = "In a replay";
pub(crate) const KEYS_PLACEMENT: &str = "Laying out in secret";
pub(crate) const KEY_MOVE: &str = "move the cursor";
pub(crate) const KEY_CHOOSE: &str = "select a piece, then where it goes; turn up or place at once";
pub(crate) const KEY_CANCEL: &str = "let go of what is selected, leave what is open";
pub(crate) const KEY_MENU: &str = "pass, stop, choose; draw, undo, resign and the rest";
pub(crate) const KEY_LINE: &str = "type an action or a command, such as `e2e4` or `why e2e5`";
pub(crate) const KEY_HINT: &str = "a hint";
pub(crate) const KEY_GLYPHS: &str = "letters or native characters";
pub(crate) const KEY_COLOURS: &str = "the next colour scheme";
pub(crate) const KEY_FLIP: &str = "turn the board round";
pub(crate) const KEY_TAB: &str = "moves, messages, pieces";
pub(crate) const KEY_SCROLL: &str = "scroll them";
pub(crate) const KEY_BACK: &str = "look at earlier positions and back";
pub(crate) const KEY_ENDS: &str = "the start of the game, the present";
pub(crate) const KEY_HELP: &str = "this help";
pub(crate) const KEY_BOOK: &str = "the rulebook, at the clause that was last named";
pub(crate) const KEY_REDRAW: &str = "draw the screen anew";
pub(crate) const KEY_STOP: &str = "stop the program; `fg` goes on";
pub(crate) const KEY_QUIT: &str = "leave; the game is kept";
pub(crate) const KEY_QUIT_NOW: &str = "leave at once; the game is kept";
pub(crate) const KEY_NEXT: &str = "the next step";
pub(crate) const KEY_PREVIOUS: &str = "the step before";
pub(crate) const KEY_FIRST_LAST: &str = "the start, the end";
pub(crate) const KEY_GO_TO: &str = "go to a step";
pub(crate) const KEY_AUTOPLAY: &str = "play by itself, and stop";
pub(crate) const KEY_SPEED: &str = "faster, slower";
pub(crate) const KEY_OBSERVER: &str = "by whose eyes, where the record tells";
pub(crate) const KEY_AS_IN_GAME: &str = "as in a game";
pub(crate) const KEY_SWAP: &str = "take a piece, then the one it changes places with";
pub(crate) const KEY_LAYOUTS: &str = "the named layouts";
pub(crate) const KEY_RANDOM: &str = "a layout at random";
pub(crate) const KEY_SAVE_LAYOUT: &str = "save this layout to a file";
pub(crate) const KEY_LOAD_LAYOUT: &str = "load a layout from a file";
pub(crate) const KEY_READY: &str = "ready: nobody sees the layout, and it cannot be changed";

pub(crate) const TAB_MOVES: &str = "Moves";
pub(crate) const TAB_MESSAGES: &str = "Messages";
pub(crate) const TAB_PIECES: &str = "Pieces";
pub(crate) const HELP_TITLE: &str = "Keys";
pub(crate) const BOOK_TITLE: &str = "Rules";
pub(crate) const MENU_TITLE: &str = "Game";
pub(crate) const WHICH: &str = "Which?";
pub(crate) const LEAVE: &str = "Leave? The game is kept.";
pub(crate) const RESIGN: &str = "Resign?";
pub(crate) const YES: &str = "yes";
pub(crate) const NO: &str = "no";
pub(crate) const NO_BOOK: &str = "This variant has no rulebook.";
pub(crate) const YOU: &str = "you";
pub(crate) const IN_CHECK: &str = "in check";
pub(crate) const THINKING: &str = "thinks";
pub(crate) const KEY_HINTS: &str = "Enter choose  Space menu  : type  ? help";
pub(crate) const OVER_HINTS: &str = "[ ] look back  R rules  q leave";
pub(crate) const HAND_OVER: &str = "Done. Enter: the other player's turn";
pub(crate) const NOTHING_YET: &str = "nothing yet";
pub(crate) const ALL_SEEN: &str = "Every piece of the set is on the board and seen.";
pub(crate) const NO_HINT: &str = "There is no hint now.";
pub(crate) const NOT_NOW: &str = "It is not your turn.";
pub(crate) const LOOKING_BACK: &str = "You look at an earlier position; End comes back.";
pub(crate) const ITEM_DRAW: &str = "offer an agreed end";
pub(crate) const ITEM_ACCEPT: &str = "accept the offer";
pub(crate) const ITEM_DECLINE: &str = "decline the offer";
pub(crate) const ITEM_CLAIM: &str = "claim an end that the rules allow";
pub(crate) const ITEM_RESIGN: &str = "resign";
pub(crate) const ITEM_UNDO: &str = "take back";
pub(crate) const ITEM_BANK: &str = "start the thinking-time bank";
pub(crate) const ITEM_HINT: &str = "a hint";
pub(crate) const ITEM_RULES: &str = "the rules";
pub(crate) const ITEM_HELP: &str = "the keys";
pub(crate) const ITEM_LEAVE: &str = "leave; the game is kept";
pub(crate) const PLACEMENT_TITLE: &str = "Secret layout";
pub(crate) const PLACEMENT_INTRO: &str =
    "Only you see this. Take a piece, then the one it changes places with.";
pub(crate) const PLACEMENT_HINTS: &str = "Enter take/swap  Space layouts  D ready  ? help";
pub(crate) const RANDOM: &str = "random";
pub(crate) const READY: &str = "Ready? It cannot be changed afterwards.";
pub(crate) const SAVE_AS: &str = "save layout as";
pub(crate) const LOAD_FROM: &str = "load layout from";
pub(crate) const REPLAY_HINTS: &str = "Left Right step  Space play  o eyes  ? help";
pub(crate) const PLAYING: &str = "playing";
pub(crate) const EVERYBODY: &str = "everybody";
pub(crate) const ONLY_PUBLIC: &str = "The game is not over: only what everybody saw can be shown.";
pub(crate) const UNFINISHED: &str = "The game is not over.";

/// That the window is too small.
pub(crate) fn too_small(width: u16, height: u16, needs: (u16, u16)) -> [String; 2] {
    [
        format!("This window has {width}x{height} characters."),
        format!("Masque needs {}x{}; make it larger.", needs.0, needs.1),
    ]
}

/// The words of a curtain.
pub(crate) fn curtain(who: &str) -> [String; 3] {
    [
        format!("{who} to the screen"),
        "The other player looks away.".to_owned(),
        "Press Enter when ready.".to_owned(),
    ]
}

/// Who is to act.
pub(crate) fn to_act(who: &str) -> String {
    format!("{who} to act")
}

/// The number of the turn.
pub(crate) fn turn(number: u32) -> String {
    format!("turn {number}")
}

/// That an earlier position is shown.
pub(crate) fn at_step(step: usize, of: usize) -> String {
    format!("step {step} of {of}")
}

/// Hazards left.
pub(crate) fn hazards(left: u16) -> String {
    format!("Hazards left: {left}")
}

/// Lost pieces of a side that all know.
pub(crate) fn lost(side: &str) -> String {
    format!("{side} lost")
}

/// Lost pieces of a side that this seat knows.
pub(crate) fn learned(side: &str) -> String {
    format!("{side} lost, known to you")
}

/// Lost pieces of a side that nobody but an arbiter knows.
pub(crate) fn lost_hidden(side: &str, count: u8) -> String {
    format!("{side} lost unseen: {count}")
}

/// Pieces of a side that this seat has not seen.
pub(crate) fn unseen(side: &str) -> String {
    format!("{side} unseen")
}

/// A hint.
pub(crate) fn hint(action: &str) -> String {
    format!("Hint: {action}")
}

/// Which colour scheme is in force.
pub(crate) fn scheme(palette: super::palette::Palette) -> &'static str {
    use super::palette::Palette;
    match palette {
        Palette::Default => "Colours: 256",
        Palette::ColourBlind => "Colours: safe for colour-blind eyes",
        Palette::Sixteen => "Colours: the terminal's own 16",
        Palette::Mono => "Colours: none",
    }
}

/// By whose eyes a replay is seen.
pub(crate) fn seen_by(who: &str) -> String {
    format!("as {who} saw it")
}

/// That a seat is ready.
pub(crate) fn layout_of(side: &str) -> String {
    format!("{PLACEMENT_TITLE} of {side}")
}

/// Where the game is kept.
pub(crate) fn kept(path: &str) -> String {
    format!("Saved as it goes in {path}.")
}

/// That a finished game's record is whole.
pub(crate) fn disclosed(path: &str) -> String {
    format!("The whole game, with its deal, is in {path}.")
}

/// What is said of a site: its name and what stands there.
pub(crate) fn site(name: &str, what: &str) -> String {
    format!("{name}: {what}")
}

/// What may stand on a site, in words.
pub(crate) fn empty(fog: bool, hazard: bool, number: Option<u8>) -> String {
    match (fog, hazard, number) {
        (_, true, _) => "a hazard".to_owned(),
        (true, _, _) => "fog".to_owned(),
        (_, _, Some(number)) => format!("empty, {number} hazards beside it"),
        _ => "empty".to_owned(),
    }
}

/// A piece that the seat knows.
pub(crate) fn known(side: &str, kind: &str, hidden: bool) -> String {
    let secret = if hidden { ", hidden, known to you" } else { "" };
    format!("{side} {kind}{secret}")
}

/// A piece that the seat does not know, by its look.
pub(crate) fn unknown(look: &str) -> String {
    format!("a hidden piece ({look})")
}

/// What an action is called in a menu, after its notation.
pub(crate) fn action(engine: &dyn Engine, action: Action) -> String {
    let kind = |k: masque_core::piece::Kind| {
        let spec = engine.spec().kinds.get(k.index());
        spec.map_or_else(String::new, |k| k.name.clone())
    };
    match action.tag() {
        Tag::Move => match action.kind() {
            Some(k) => format!("move and become a {}", kind(k)),
            None => {
                let manners = &engine.spec().manners;
                match manners.get(usize::from(action.manner())) {
                    Some(name) if action.manner() > 0 => format!("move ({name})"),
                    _ => "move".to_owned(),
                }
            }
        },
        Tag::Flip => "turn it up".to_owned(),
        Tag::Place => match action.kind() {
            Some(k) => format!("place a {}", kind(k)),
            None => "place".to_owned(),
        },
        Tag::Pass => "pass the turn".to_owned(),
        Tag::Special => {
            let id = usize::from(action.arg().unwrap_or(0));
            let special = engine.spec().specials.get(id);
            special.map_or_else(String::new, |s| s.name.clone())
        }
        Tag::Choose => action.kind().map_or_else(String::new, kind),
        Tag::Stop => "end the chain".to_owned(),
        Tag::Swap => "swap sides".to_owned(),
        Tag::Castle => "castle".to_owned(),
    }
}

/// An event in words; nothing where the action's own text says it all.
pub(crate) fn event(engine: &dyn Engine, event: &Event) -> Option<String> {
    let at = |site: &Site| engine.site_name(*site).to_owned();
    let piece = |p: &Piece| {
        let side = &engine.spec().sides[p.side.index()].name;
        let kind = engine.spec().kinds.get(p.kind.index());
        format!("{side} {}", kind.map_or("piece", |k| k.name.as_str()))
    };
    let look = |cell: &Cell| match (cell.as_piece(), cell.side()) {
        (Some(p), _) if p.kind.index() < engine.spec().kinds.len() => piece(&p),
        (_, Some(side)) => format!("hidden {} piece", engine.spec().sides[side.index()].name),
        _ => "hidden piece".to_owned(),
    };
    Some(match event {
        Event::Moved { .. }
        | Event::Castled { .. }
        | Event::Placed { .. }
        | Event::Passed
        | Event::Stopped
        | Event::Acted { .. }
        | Event::Ended(_) => return None,
        Event::Revealed { at: site, piece: p } => format!("{} is a {}", at(site), piece(p)),
        Event::Captured { at: site, look: l } => {
            format!("the {} on {} is captured", look(l), at(site))
        }
        Event::Identity { at: site, piece: p } => {
            format!("what was lost on {} was a {}", at(site), piece(p))
        }
        Event::Clashed {
            from,
            at: site,
            verdict,
        } => {
            let (from, site) = (at(from), at(site));
            match verdict {
                Verdict::Take => format!("{from} beats {site}"),
                Verdict::Both => format!("{from} and {site} are both lost"),
                Verdict::Lost => format!("{from} loses against {site}"),
                Verdict::Stay => format!("{from} and {site} both stay"),
                Verdict::Refuse => format!("{from} may not take {site}"),
            }
        }
        Event::Lost { at: site, look: l } => format!("the {} from {} is lost", look(l), at(site)),
        Event::Removed { at: site, look: l } => {
            format!("the {} on {} is taken off", look(l), at(site))
        }
        Event::Turned { at: site, piece: p } => {
            format!("{} turns into a {}", at(site), piece(p))
        }
        Event::Promoted { at: site, kind } => {
            let kind = engine.spec().kinds.get(kind.index());
            let name = kind.map_or("piece", |k| k.name.as_str());
            format!("{} becomes a {name}", at(site))
        }
        Event::Destroyed { at: site, look: l } => {
            format!("a hazard destroys the {} on {}", look(l), at(site))
        }
        Event::HazardsLeft { left } => format!("hazards left: {left}"),
        Event::Lifted {
            at: site,
            number,
            hazard,
        } => match hazard {
            true => format!("{} holds a hazard", at(site)),
            false => format!("{} shows {number}", at(site)),
        },
        Event::AllFound => "every hazard is found or gone".to_owned(),
        Event::Settled { seat, side } => format!(
            "player {} has {}",
            seat.0 + 1,
            engine.spec().sides[side.index()].name
        ),
        Event::Swapped => "the players have swapped sides".to_owned(),
        Event::Refused { clause, .. } => format!("refused ({})", engine.clause(*clause)),
    })
}

/// That nothing may be played from a site.
pub(crate) fn nothing_from(site: &str) -> String {
    format!("Nothing may be played from {site}.")
}

/// That a machine player's program is lost, and the game with it.
pub(crate) fn forfeits(who: &str, why: &str) -> String {
    format!("{who} forfeits the game: {why}.")
}
