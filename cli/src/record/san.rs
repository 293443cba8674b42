//! Standard algebraic notation, where a variant's pieces and aims are those of chess; coordinates elsewhere.

use masque_core::action::{Action, Tag};
use masque_core::engine::{Engine, Match};
use masque_core::piece::{Kind, Observer};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;

/// Whether SAN has a meaning: a board of eight by eight, a royal piece, and no kinds but those of chess, all in sight.
pub(super) fn speaks(engine: &dyn Engine) -> bool {
    let spec = engine.spec();
    let board = &spec.board;
    let letters = spec.kinds.iter().all(|k| "KQRBNP".contains(k.letter));
    let plain = !board.graph && (board.files, board.ranks) == (8, 8);
    plain
        && letters
        && spec.check.is_some()
        && spec.specials.is_empty()
        && crate::uci::speaks(engine)
}

/// A legal action as SAN, without the mark of check; the text of the action where it is no move.
pub(super) fn write(engine: &dyn Engine, game: &dyn Match, action: Action) -> String {
    let board = game.view_setup(Observer::Public);
    let Some(kind) = moved(&board, action) else {
        return game.format_action(Observer::Public, action);
    };
    let (from, to) = (name(engine, action.from()), name(engine, action.to()));
    let letter = engine.spec().kinds[kind.index()].letter;
    let pawn = letter == 'P';
    let takes = board.cells[action.to().index()] != SetupCell::Empty
        || (pawn && from.chars().next() != to.chars().next());
    let which = if pawn {
        let file = from.chars().next().filter(|_| takes);
        file.map_or_else(String::new, String::from)
    } else {
        format!("{letter}{}", told_apart(engine, game, &board, kind, action))
    };
    let becomes = action.kind().map_or_else(String::new, |kind| {
        format!("={}", engine.spec().kinds[kind.index()].letter)
    });
    let cross = if takes { "x" } else { "" };
    format!("{which}{cross}{to}{becomes}")
}

/// The mark of what an action that was just played came to: `+`, `#` or nothing.
pub(super) fn mark(game: &dyn Match) -> &'static str {
    match (game.observe(Observer::Public).in_check, game.outcome()) {
        (false, _) => "",
        (true, Some(outcome)) if outcome.winner.is_some() => "#",
        (true, _) => "+",
    }
}

/// File, rank or both, as far as they are needed to tell a piece from others of its kind that may go there too.
fn told_apart(
    engine: &dyn Engine,
    game: &dyn Match,
    board: &Setup,
    kind: Kind,
    action: Action,
) -> String {
    let from = name(engine, action.from());
    let (file, rank) = from.split_at(1);
    let legal = game.legal().unwrap_or_default();
    let others: Vec<&str> = legal
        .iter()
        .filter(|other| other.to() == action.to() && other.from() != action.from())
        .filter(|other| moved(board, **other) == Some(kind))
        .map(|other| name(engine, other.from()))
        .collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| !other.starts_with(file)) {
        file.to_owned()
    } else if others.iter().all(|other| !other.ends_with(rank)) {
        rank.to_owned()
    } else {
        from.to_owned()
    }
}

/// The kind of the piece that a move moves.
fn moved(board: &Setup, action: Action) -> Option<Kind> {
    match board.cells.get(action.from().index())? {
        SetupCell::Up(piece) if action.tag() == Tag::Move => Some(piece.kind),
        _ => None,
    }
}

fn name(engine: &dyn Engine, site: Site) -> &str {
    engine.site_name(site)
}

/// A move without the marks behind it: of check or mate, and then of what somebody thought of it.
pub(super) fn bare(text: &str) -> &str {
    let plain = text.trim_end_matches(['!', '?']);
    ["++", "+", "#"]
        .iter()
        .find_map(|mark| plain.strip_suffix(mark))
        .unwrap_or(plain)
}

/// Reads SAN as it is written in the wild: a mark of capture, of check or of promotion may be missing, and more may be
/// said than is needed. `None` where it is not written so.
///
/// # Errors
/// That it means no legal move, or several.
pub(super) fn read(
    engine: &dyn Engine,
    game: &dyn Match,
    text: &str,
) -> Option<Result<Action, String>> {
    let plain = bare(text);
    let legal = game.legal().unwrap_or_default();
    if matches!(plain, "O-O" | "0-0" | "O-O-O" | "0-0-0") {
        let seat = game.turn();
        let read = game.parse_action(seat, plain).ok();
        let action = read.filter(|action| legal.contains(action));
        return Some(action.ok_or_else(|| format!("`{text}` is not legal here")));
    }
    let mut rest = plain;
    let letter = rest.chars().next().filter(|c| "KQRBN".contains(*c));
    if letter.is_some() {
        rest = &rest[1..];
    }
    let mut becomes = None;
    if let Some(last) = rest.chars().next_back().filter(|c| "QRBN".contains(*c)) {
        becomes = Some(last);
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix('=').unwrap_or(rest);
    }
    if !rest.is_ascii() || rest.len() < 2 {
        return None;
    }
    let (from, to) = rest.split_at(rest.len() - 2);
    let to = engine.site(to)?;
    let (hints, takes) = match from.strip_suffix(['x', ':', '-']) {
        Some(hints) => (hints, !from.ends_with('-')),
        None => (from, false),
    };
    let hint = |c: char| c.is_ascii_digit() || ('a'..='h').contains(&c);
    if hints.len() > 2 || !hints.chars().all(hint) {
        return None;
    }
    let board = game.view_setup(Observer::Public);
    let letter = letter.unwrap_or('P');
    let letter_of = |kind: Kind| engine.spec().kinds[kind.index()].letter;
    // A pawn that is said to come from nowhere goes straight on.
    let straight = letter == 'P' && hints.is_empty() && !takes;
    let straight_to = straight.then(|| &name(engine, to)[..1]);
    let fits = |action: &&Action| {
        action.to() == to
            && straight_to.is_none_or(|file| name(engine, action.from()).starts_with(file))
            && moved(&board, **action).map(letter_of) == Some(letter)
            && action.kind().map(letter_of) == becomes
            && hints
                .chars()
                .all(|hint| name(engine, action.from()).contains(hint))
    };
    let found: Vec<&Action> = legal.iter().filter(fits).collect();
    Some(match found[..] {
        [one] => Ok(*one),
        [] => Err(format!("`{text}` is not legal here")),
        _ => Err(format!("`{text}` may be several moves")),
    })
}
