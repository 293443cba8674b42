//! Actions as UCI writes them: `e2e4`, `a7a8q`, castling as the royal piece's own way; and as UCCI does, whose ranks begin
//! with 0.

use masque_core::engine::Engine;
use masque_core::piece::Side;

/// An action that an author or this program wrote, as UCI writes it; `None` for one that UCI cannot write.
#[must_use]
pub fn to_uci(engine: &dyn Engine, side: Side, action: &str) -> Option<String> {
    let text = action.trim();
    let way = match text.replace('0', "O").to_ascii_uppercase().as_str() {
        "O-O" => Some('K'),
        "O-O-O" => Some('Q'),
        _ => None,
    };
    if let Some(letter) = way {
        let castling = engine.spec().castling.as_ref()?;
        let way = castling.ways.iter().find(|way| way.letter == letter)?;
        let site = |name: &str| mirrored(engine, side, name);
        return Some(format!("{}{}", site(&way.royal)?, site(&way.royal_to)?));
    }
    let lower = text.to_ascii_lowercase();
    let (from, rest) = site(engine, &lower)?;
    let rest = rest.trim_start_matches(['-', 'x', ':', ' ']);
    let (to, rest) = site(engine, rest)?;
    let kind = rest.trim_start_matches(['=', '/', ' ']);
    let mut letters = kind.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(format!("{from}{to}")),
        (Some(c), None) if c.is_ascii_alphabetic() => Some(format!("{from}{to}{c}")),
        _ => None,
    }
}

/// The site that a text begins with, and the rest.
fn site<'a>(engine: &dyn Engine, text: &'a str) -> Option<(&'a str, &'a str)> {
    let file = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let rank = text[file..].bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at(file + rank);
    (file == 1 && engine.site(name).is_some()).then_some((name, rest))
}

/// A site of the first side's, as it is for a side.
fn mirrored(engine: &dyn Engine, side: Side, name: &str) -> Option<String> {
    if side == Side(0) {
        return Some(name.to_owned());
    }
    let (file, rank) = name.split_at_checked(1)?;
    let rank: u8 = rank.parse().ok()?;
    let across = (engine.spec().board.ranks + 1).checked_sub(rank)?;
    Some(format!("{file}{across}"))
}

/// A move of UCI's as UCCI writes it: `a1a10` is `a0a9`.
#[must_use]
pub fn to_ucci(uci: &str) -> String {
    shifted(uci, -1)
}

/// A move of UCCI's as UCI writes it.
#[must_use]
pub fn of_ucci(ucci: &str) -> String {
    shifted(ucci, 1)
}

/// A text with every number in it raised.
fn shifted(text: &str, by: i32) -> String {
    let mut shifted = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        match number.parse::<i32>() {
            Ok(n) => shifted.push_str(&(n + by).to_string()),
            Err(_) => shifted.push_str(number),
        }
        let other = after.find(|c: char| c.is_ascii_digit());
        let (word, next) = after.split_at(other.unwrap_or(after.len()));
        shifted.push_str(word);
        rest = next;
    }
    shifted
}
