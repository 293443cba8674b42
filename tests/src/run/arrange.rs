//! Boards and details of a case as setups of the core.

use std::collections::BTreeMap;

use masque_core::engine::Engine;
use masque_core::piece::{Cell, Kind, Piece, Seat, Side};
use masque_core::position::{Chase, Phase, Site16};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Span};

use super::picture::{files, site};
use crate::case::{
    Board, Detail, Diagram, Observer as ObserverName, Rank, SeatName, Spanned, Token, Word,
};

/// What is drawn of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Nothing: open ground without a number.
    Open,
    /// Fog.
    Fog,
    /// A hazard that everybody sees.
    Hazard,
    /// A number.
    Number(u8),
}

/// A board with its details, read for a variant.
#[derive(Clone, Debug)]
pub(super) struct Arranged {
    /// The arrangement.
    pub(super) setup: Setup,
    /// The ground of each empty site that was drawn.
    pub(super) ground: BTreeMap<Site, Ground>,
    /// The sites of the drawn ranks, each with the place of its token; `None` when the board was given as text.
    pub(super) drawn: Option<Vec<(Site, Span)>>,
    /// The seat to move, when it was said.
    pub(super) to_move: Option<Seat>,
    /// The first words of the details given.
    pub(super) stated: Vec<String>,
    /// What hidden pieces of each side are drawn from, when it was said.
    pub(super) pool: [Option<Vec<Piece>>; 2],
    /// Positions that went before.
    pub(super) earlier: Vec<Setup>,
    /// How often the position has occurred, this time included.
    pub(super) repeats: u32,
    /// How often each seat has run out of time.
    pub(super) timeouts: [u32; 2],
    /// Whether it is where the variant starts.
    pub(super) start: bool,
}

type Read<T> = Result<T, Diagnostic>;

fn fault(code: &'static str, message: impl Into<String>, at: &Span) -> Diagnostic {
    Diagnostic::new(code, message).at(at.clone())
}

/// The seat that a name means, while the first side belongs to `first`.
pub(super) fn seat(
    engine: &dyn Engine,
    first: Option<Side>,
    name: &SeatName,
    at: &Span,
) -> Read<Seat> {
    match name {
        SeatName::Seat(index @ (0 | 1)) => Ok(Seat(*index)),
        SeatName::Seat(index) => {
            Err(
                fault("unknown-seat", format!("there is no seat {index}"), at)
                    .hint("seats are 0 and 1"),
            )
        }
        SeatName::Side(word) => {
            let side = side(engine, word, at)?;
            let first = first.ok_or_else(|| {
                fault(
                    "open-colours",
                    format!("`{word}` belongs to no seat yet"),
                    at,
                )
                .hint("name the seat, as in `seat 0`")
            })?;
            Ok(if side == first { Seat(0) } else { Seat(1) })
        }
    }
}

/// The observer that a name means.
pub(super) fn observer(
    engine: &dyn Engine,
    first: Option<Side>,
    name: &Spanned<ObserverName>,
) -> Read<masque_core::piece::Observer> {
    match &name.value {
        ObserverName::Public => Ok(masque_core::piece::Observer::Public),
        ObserverName::Seat(who) => {
            seat(engine, first, who, &name.span).map(masque_core::piece::Observer::Seat)
        }
    }
}

pub(super) fn side(engine: &dyn Engine, word: &str, at: &Span) -> Read<Side> {
    engine.side(word).ok_or_else(|| {
        let [a, b] = &engine.spec().sides;
        fault("unknown-side", format!("there is no side `{word}`"), at)
            .hint(format!("sides are `{}` and `{}`", a.name, b.name))
    })
}

/// The piece of a letter, upper case for the first side; or of a kind's name, when the side is known.
pub(super) fn piece(engine: &dyn Engine, word: &str, of: Option<Side>) -> Option<Piece> {
    let mut chars = word.chars();
    let piece = match (chars.next(), chars.next()) {
        (Some(letter), None) => {
            let drawn = engine.spec().piece_of_letter(letter);
            drawn.or_else(|| {
                let kind = engine.kind(letter)?;
                of.map(|side| Piece { side, kind })
            })?
        }
        _ => {
            let kind = engine.spec().kinds.iter().position(|k| k.name == word)?;
            Piece {
                side: of?,
                kind: Kind(kind as u8),
            }
        }
    };
    Some(of.map_or(piece, |side| Piece { side, ..piece }))
}

/// The site of a name.
pub(super) fn site_of(engine: &dyn Engine, name: &str, at: &Span) -> Read<Site> {
    engine.site(name).ok_or_else(|| {
        fault(
            "unknown-site",
            format!("`{name}` is not a site of this board"),
            at,
        )
    })
}

/// Sites as a detail gives them, such as `a4-h7 c3`, or `none`.
fn sites(engine: &dyn Engine, words: &[Word]) -> Read<Vec<Site>> {
    let mut all = Vec::new();
    for word in words {
        if matches!(word.as_str(), "none" | "-") {
            continue;
        }
        let found = engine.parse_sites(word.as_str()).ok_or_else(|| {
            let message = format!("`{}` names no sites of this board", word.value);
            fault("unknown-site", message, &word.span).hint("write sites such as `c3` or `a4-h7`")
        })?;
        all.extend(found);
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// Pieces with their numbers, such as `R2 h`; a bare side may stand first.
fn pieces(engine: &dyn Engine, words: &[Word], of: Option<Side>) -> Read<Vec<Piece>> {
    let mut all = Vec::new();
    for word in words {
        if matches!(word.as_str(), "none" | "-") {
            continue;
        }
        let letters = word.value.trim_end_matches(|c: char| c.is_ascii_digit());
        let count = word.value[letters.len()..].parse().unwrap_or(1usize);
        let piece = piece(engine, letters, of).ok_or_else(|| {
            let message = format!("`{}` is no piece of this variant", word.value);
            let known: Vec<String> = engine
                .spec()
                .kinds
                .iter()
                .map(|k| k.letter.to_string())
                .collect();
            fault("unknown-piece", message, &word.span).hint(format!(
                "letters are {}; `R2` stands for two",
                known.join(" ")
            ))
        })?;
        all.extend(std::iter::repeat_n(piece, count.min(255)));
    }
    Ok(all)
}

fn number<T: std::str::FromStr>(word: Option<&Word>, at: &Span) -> Read<T> {
    let parsed = word.and_then(|w| w.value.parse().ok());
    parsed.ok_or_else(|| {
        fault(
            "bad-detail",
            "a number is missing or too large",
            word.map_or(at, |w| &w.span),
        )
    })
}

/// Reads a board and its details over `base`.
pub(super) fn arrange(engine: &dyn Engine, diagram: &Diagram, base: Setup) -> Read<Arranged> {
    let mut out = Arranged {
        setup: base,
        ground: BTreeMap::new(),
        drawn: None,
        to_move: None,
        stated: Vec::new(),
        pool: [None, None],
        earlier: Vec::new(),
        repeats: 1,
        timeouts: [0; 2],
        start: false,
    };
    match &diagram.board {
        Board::Text(text) if text.value == "start" => out.start = true,
        Board::Text(text) => {
            out.setup = engine
                .parse_position(text.as_str())
                .map_err(|e| fault("bad-position", e.to_string(), &text.span))?;
        }
        Board::Ranks { ranks, files } => draw(engine, ranks, files, &mut out)?,
    }
    let drawn_up = out
        .setup
        .cells
        .iter()
        .any(|c| matches!(c, SetupCell::Up(_)));
    let named = matches!(
        diagram.to_move.as_ref().map(|s| &s.value),
        Some(SeatName::Side(_))
    );
    if out.drawn.is_some() && out.setup.first_side.is_none() && (drawn_up || named) {
        out.setup.first_side = Some(Side(0));
    }
    let (colours, others): (Vec<_>, Vec<_>) = diagram
        .details
        .iter()
        .partition(|d| d.value.key.value == "colours");
    for detail in colours.into_iter().chain(others) {
        apply(engine, detail, &mut out)?;
    }
    if let Some(name) = &diagram.to_move {
        let seat = seat(engine, out.setup.first_side, &name.value, &name.span)?;
        out.setup.turn = seat;
        out.to_move = Some(seat);
    }
    // What a pawn passed over depends on the seat to move, which is known only now.
    for detail in diagram.details.iter().filter(|d| d.value.key.value == "ep") {
        out.setup.en_passant = passed_over(engine, &detail.value, &out.setup)?;
    }
    Ok(out)
}

fn draw(engine: &dyn Engine, ranks: &[Rank], letters: &[Word], out: &mut Arranged) -> Read<()> {
    let all = files(engine);
    let width = ranks.first().map_or(all.len(), |r| r.tokens.len());
    let named: Vec<char> = letters
        .iter()
        .filter_map(|w| w.value.chars().next())
        .collect();
    let columns = if named.is_empty() { all.clone() } else { named };
    if let (true, Some(rank)) = (width != columns.len() && letters.is_empty(), ranks.first()) {
        let message = format!(
            "this rank has {width} sites, and the board has {} files",
            all.len()
        );
        return Err(fault("uneven-ranks", message, &rank.number.span)
            .hint("draw every file, or name the ones you draw in a line of file letters"));
    }
    let mut drawn = Vec::new();
    let mut fog = Vec::new();
    let mut marked = false;
    for rank in ranks {
        if rank.number.value == 0 || rank.number.value > u64::from(engine.spec().board.ranks) {
            let message = format!("the board has no rank {}", rank.number.value);
            return Err(fault("unknown-rank", message, &rank.number.span));
        }
        for (column, token) in columns.iter().zip(&rank.tokens) {
            let (cell, ground) = read_token(engine, &token.value, &token.span)?;
            let Some(at) = site(engine, *column, rank.number.value) else {
                if cell == SetupCell::Empty {
                    continue;
                }
                let message = format!("there is no site {column}{}", rank.number.value);
                return Err(fault("unknown-site", message, &token.span));
            };
            drawn.push((at, token.span.clone()));
            out.setup.cells[at.index()] = cell;
            if let Some(ground) = ground {
                marked |= ground != Ground::Open;
                out.ground.insert(at, ground);
                match ground {
                    Ground::Fog => fog.push(at),
                    Ground::Hazard => out.setup.hazards_seen.push(at),
                    Ground::Number(n) => out.setup.numbers.push((at, n)),
                    Ground::Open => {}
                }
            }
        }
    }
    if marked {
        out.setup.fog = Some(fog);
    }
    out.drawn = Some(drawn);
    Ok(())
}

/// One token: what stands there, and the ground of an empty site.
fn read_token(engine: &dyn Engine, token: &Token, at: &Span) -> Read<(SetupCell, Option<Ground>)> {
    let mark = token.mark.as_str();
    let mut chars = mark.chars();
    let single = chars.next().filter(|_| chars.next().is_none());
    let own = single.and_then(|c| engine.kind(c).map(|_| c));
    if token.truth.is_none() && own.is_none() {
        let ground = match mark {
            "." => Some(Ground::Open),
            "+" => Some(Ground::Fog),
            "*" => Some(Ground::Hazard),
            _ => single
                .filter(|c| ('1'..='8').contains(c))
                .and_then(|c| c.to_digit(10))
                .map(|n| Ground::Number(n as u8)),
        };
        if ground.is_some() {
            return Ok((SetupCell::Empty, ground));
        }
    }
    if let (Some(letter), None) = (own, &token.truth)
        && let Some(piece) = piece(engine, &letter.to_string(), None)
    {
        return Ok((SetupCell::Up(piece), None));
    }
    let look = match mark {
        "?" => Some(Cell::BACK),
        "X" => Some(Cell::piece(Side(0), Kind::BACK)),
        "x" => Some(Cell::piece(Side(1), Kind::BACK)),
        _ => mark
            .strip_suffix('~')
            .and_then(|letter| piece(engine, letter, None))
            .map(Cell::from),
    };
    let wrong = || {
        let letters: Vec<String> = engine
            .spec()
            .kinds
            .iter()
            .map(|k| k.letter.to_string())
            .collect();
        fault("bad-token", format!("`{mark}` stands for nothing here"), at).hint(format!(
            "letters are {} (lower case for the second side); `.` is an empty site, `?` and `X` are backs",
            letters.join(" ")
        ))
    };
    let look = look.ok_or_else(wrong)?;
    let truth = match &token.truth {
        None => None,
        Some(letter) => Some(piece(engine, letter, look.side()).ok_or_else(wrong)?),
    };
    Ok((SetupCell::Down { look, truth }, None))
}

fn apply(engine: &dyn Engine, detail: &Spanned<Detail>, out: &mut Arranged) -> Read<()> {
    let at = &detail.span;
    let Detail { key, words } = &detail.value;
    out.stated.push(key.value.clone());
    let first = out.setup.first_side;
    match key.as_str() {
        "truth" => {
            for word in words {
                let (site, kind) = assignment(word)?;
                give_truth(engine, &mut out.setup, site, kind, &word.span)?;
            }
        }
        "colours" => {
            out.setup.first_side = match words.as_slice() {
                [open] if open.value == "open" => None,
                _ => {
                    let (seat, rest) = leading_seat(engine, words, None, at)?;
                    let word = rest.first().ok_or_else(|| {
                        fault("bad-detail", "a side is missing", at)
                            .hint("write `colours seat 0 red`")
                    })?;
                    let side = side(engine, word.as_str(), &word.span)?;
                    Some(if seat.0 == 0 { side } else { side.other() })
                }
            };
        }
        "flips" => {
            let (seat, rest) = leading_seat(engine, words, first, at)?;
            let word = rest.first().ok_or_else(|| {
                fault("bad-detail", "a side is missing", at).hint("write `flips seat 0 red`")
            })?;
            let side = side(engine, word.as_str(), &word.span)?;
            let running = rest.get(1).map_or(Ok(1), |w| number(Some(w), at))?;
            out.setup.flip_runs[seat.index()] = (Some(side), running);
            out.setup.last_flip = Some(side);
        }
        "pool" => match words.split_first() {
            Some((name, rest)) if engine.side(name.as_str()).is_some() => {
                let side = side(engine, name.as_str(), &name.span)?;
                out.pool[side.index()] = Some(pieces(engine, rest, Some(side))?);
            }
            _ => {
                let all = pieces(engine, words, None)?;
                for side in Side::BOTH {
                    let own = all.iter().filter(|p| p.side == side).copied().collect();
                    out.pool[side.index()] = Some(own);
                }
            }
        },
        "hand" => {
            return Err(fault(
                "bad-detail",
                "no piece is held in hand in this variant",
                at,
            ));
        }
        "captured" => captured(engine, words, out, at)?,
        "known" => known(engine, words, out, at)?,
        "fog" => out.setup.fog = Some(sites(engine, words)?),
        "hazards" => {
            let mut all = sites(engine, words)?;
            all.extend(out.setup.hazards_seen.iter().copied());
            all.sort_unstable();
            all.dedup();
            out.setup.hazards = Some(all);
        }
        "left" => out.setup.hazards_left = Some(number(words.first(), at)?),
        "moved" => {
            let moved = sites(engine, words)?;
            let ways = ways(engine);
            let kept = ways
                .iter()
                .filter(|(_, royal, corner)| !moved.contains(royal) && !moved.contains(corner))
                .map(|(_, _, corner)| *corner);
            out.setup.unmoved = Some(kept.collect());
        }
        "castling" => {
            let letters: String = words.iter().map(Word::as_str).collect();
            let ways = ways(engine);
            let mut kept = Vec::new();
            for letter in letters.chars().filter(|c| *c != '-') {
                let way = ways.iter().find(|(l, _, _)| *l == letter);
                kept.push(
                    way.ok_or_else(|| {
                        fault(
                            "bad-detail",
                            format!("`{letter}` is no right to castle"),
                            at,
                        )
                    })?
                    .2,
                );
            }
            out.setup.unmoved = Some(kept);
        }
        "ep" => {}
        "quiet" => out.setup.quiet = number(words.first(), at)?,
        "chase" => {
            let (seat, rest) = leading_seat(engine, words, first, at)?;
            let word = rest.first().ok_or_else(|| {
                fault("bad-detail", "the chased piece's site is missing", at)
                    .hint("write `chase red e4 9`")
            })?;
            let chaser = rest
                .get(2)
                .map(|w| site_of(engine, w.as_str(), &w.span))
                .transpose()?;
            out.setup.chases[seat.index()].push(Chase {
                victim: Site16::new(Some(site_of(engine, word.as_str(), &word.span)?)),
                chaser: Site16::new(chaser),
                run: number(rest.get(1), at)?,
            });
        }
        "earlier" => {
            for word in words {
                let parsed = engine.parse_position(word.as_str());
                out.earlier
                    .push(parsed.map_err(|e| fault("bad-position", e.to_string(), &word.span))?);
            }
        }
        "repeats" => out.repeats = number(words.first(), at)?,
        "pending" => {
            let bad = || {
                fault("bad-detail", "this says nothing that could be pending", at)
                    .hint("write `pending choose b8` or `pending chain c3`")
            };
            let [what, place] = words.as_slice() else {
                return Err(bad());
            };
            let place = site_of(engine, place.as_str(), &place.span)?;
            out.setup.phase = match what.as_str() {
                "choose" => Phase::Choose(place),
                "chain" => Phase::Chain(place),
                "shoot" => Phase::Shoot(place),
                _ => return Err(bad()),
            };
        }
        "timeouts" => {
            let (seat, rest) = leading_seat(engine, words, first, at)?;
            out.timeouts[seat.index()] = number(rest.first(), at)?;
        }
        "variable" => {
            for word in words {
                let bad = || {
                    fault(
                        "bad-detail",
                        format!("`{}` sets no variable of this variant", word.value),
                        &word.span,
                    )
                };
                let (name, value) = word.pair().ok_or_else(bad)?;
                let index = engine
                    .spec()
                    .variables
                    .iter()
                    .position(|(n, _)| n == name)
                    .ok_or_else(bad)?;
                out.setup.variables[index] = value.parse().map_err(|_| bad())?;
            }
        }
        other => {
            return Err(fault(
                "unknown-detail",
                format!("`{other}` says nothing of a board"),
                &key.span,
            ));
        }
    }
    Ok(())
}

/// The two halves of `b1=N`.
fn assignment(word: &Word) -> Read<(&str, &str)> {
    word.pair().ok_or_else(|| {
        fault(
            "bad-detail",
            format!("`{}` gives no site its piece", word.value),
            &word.span,
        )
        .hint("write `b1=N`")
    })
}

/// Says what the hidden piece on a site is.
pub(super) fn give_truth(
    engine: &dyn Engine,
    setup: &mut Setup,
    site: &str,
    kind: &str,
    at: &Span,
) -> Read<()> {
    let place = site_of(engine, site, at)?;
    let SetupCell::Down { look, .. } = setup.cells[place.index()] else {
        return Err(fault(
            "not-hidden",
            format!("no hidden piece stands on {site}"),
            at,
        ));
    };
    let truth = piece(engine, kind, look.side()).ok_or_else(|| {
        fault(
            "unknown-piece",
            format!("`{kind}` is no piece of this variant"),
            at,
        )
    })?;
    setup.cells[place.index()] = SetupCell::Down {
        look,
        truth: Some(truth),
    };
    Ok(())
}

/// A seat in the first words, and the words behind it.
fn leading_seat<'w>(
    engine: &dyn Engine,
    words: &'w [Word],
    first: Option<Side>,
    at: &Span,
) -> Read<(Seat, &'w [Word])> {
    let missing =
        || fault("bad-detail", "a seat is missing", at).hint("name one, as in `red` or `seat 0`");
    let (word, rest) = words.split_first().ok_or_else(missing)?;
    if word.value == "seat" {
        let (index, rest) = rest.split_first().ok_or_else(missing)?;
        let index: u8 = index.value.parse().map_err(|_| missing())?;
        return Ok((seat(engine, first, &SeatName::Seat(index), at)?, rest));
    }
    let name = SeatName::Side(word.value.clone());
    Ok((seat(engine, first, &name, &word.span)?, rest))
}

fn captured(engine: &dyn Engine, words: &[Word], out: &mut Arranged, at: &Span) -> Read<()> {
    if let [who, count] = words
        && let (Some(side), Ok(count)) = (engine.side(who.as_str()), count.value.parse())
    {
        out.setup.captures[side.index()] = count;
        return Ok(());
    }
    if let [count] = words
        && count.value.parse::<u32>().is_ok()
    {
        return Err(
            fault("bad-detail", "whose captures these are is missing", at)
                .hint("write `captured black 3`"),
        );
    }
    for piece in pieces(engine, words, None)? {
        let lost = &mut out.setup.lost[piece.side.index()][piece.kind.index()];
        *lost = lost.saturating_add(1);
    }
    Ok(())
}

/// `known white a8=N`, `known white a8` or `known white captured n`.
fn known(engine: &dyn Engine, words: &[Word], out: &mut Arranged, at: &Span) -> Read<()> {
    let (seat, rest) = leading_seat(engine, words, out.setup.first_side, at)?;
    if let Some((word, rest)) = rest.split_first()
        && word.value == "captured"
    {
        for piece in pieces(engine, rest, None)? {
            let (side, kind) = (piece.side.index(), piece.kind.index());
            let lost = &mut out.setup.lost_hidden[side][kind];
            *lost = lost.saturating_add(1);
            let learned = out.setup.learned.get_or_insert([[[0; 32]; 2]; 2]);
            learned[seat.index()][side][kind] += 1;
        }
        return Ok(());
    }
    let mut sites = out.setup.known[seat.index()].clone().unwrap_or_default();
    if engine.spec().hidden.owner_knows && out.setup.known[seat.index()].is_none() {
        let own = out.setup.side_of(seat);
        sites.extend((0..engine.sites()).filter(|i| {
            matches!(out.setup.cells.get(*i), Some(SetupCell::Down { look, .. }) if look.side() == own && own.is_some())
        }).map(|i| Site(i as u16)));
    }
    for word in rest {
        let name = match word.pair() {
            Some((site, kind)) => {
                give_truth(engine, &mut out.setup, site, kind, &word.span)?;
                site
            }
            None => word.as_str(),
        };
        sites.push(site_of(engine, name, &word.span)?);
    }
    sites.sort_unstable();
    sites.dedup();
    out.setup.known[seat.index()] = Some(sites);
    Ok(())
}

/// Every way to castle: its letter, upper case for the first side, the royal site, the corner.
fn ways(engine: &dyn Engine) -> Vec<(char, Site, Site)> {
    let spec = engine.spec();
    let ranks = i64::from(spec.board.ranks);
    let mirrored = |name: &str| -> Option<Site> {
        let (file, rank) = name.split_at(1);
        let rank = ranks + 1 - rank.parse::<i64>().ok()?;
        engine.site(&format!("{file}{rank}"))
    };
    let mut ways = Vec::new();
    for way in spec.castling.iter().flat_map(|c| &c.ways) {
        if let (Some(royal), Some(corner)) = (engine.site(&way.royal), engine.site(&way.corner)) {
            ways.push((way.letter.to_ascii_uppercase(), royal, corner));
        }
        if let (Some(royal), Some(corner)) = (mirrored(&way.royal), mirrored(&way.corner)) {
            ways.push((way.letter.to_ascii_lowercase(), royal, corner));
        }
    }
    ways
}

fn passed_over(engine: &dyn Engine, detail: &Detail, setup: &Setup) -> Read<Option<(Site, Site)>> {
    let Some(word) = detail.words.first().filter(|w| w.value != "-") else {
        return Ok(None);
    };
    let target = site_of(engine, word.as_str(), &word.span)?;
    let mover = setup.side_of(setup.turn.other());
    let down = mover.is_some_and(|side| engine.spec().sides[side.index()].down);
    let (file, rank) = word.value.split_at(1);
    let rank: i64 = rank.parse().unwrap_or(0);
    let victim = engine.site(&format!("{file}{}", if down { rank - 1 } else { rank + 1 }));
    victim.map(|victim| Some((target, victim))).ok_or_else(|| {
        fault(
            "bad-detail",
            format!("nothing can have passed over {}", word.value),
            &word.span,
        )
    })
}

/// The ground of a site as a setup has it.
pub(super) fn ground(engine: &dyn Engine, setup: &Setup, at: Site) -> Ground {
    if setup.fog.as_ref().is_some_and(|fog| fog.contains(&at)) {
        return Ground::Fog;
    }
    let hazard = |site: Site| {
        setup.hazards_seen.contains(&site)
            || setup
                .hazards
                .as_ref()
                .is_some_and(|all| all.contains(&site))
    };
    if hazard(at) {
        return Ground::Hazard;
    }
    if let Some((_, n)) = setup.numbers.iter().find(|(site, _)| *site == at) {
        return if *n == 0 {
            Ground::Open
        } else {
            Ground::Number(*n)
        };
    }
    let in_zone = engine
        .spec()
        .terrain
        .as_ref()
        .and_then(|t| engine.parse_sites(&t.zone))
        .is_some_and(|zone| zone.contains(&at));
    if !in_zone || setup.hazards.is_none() {
        return Ground::Open;
    }
    match around(engine, at)
        .into_iter()
        .filter(|s| hazard(*s))
        .count()
    {
        0 => Ground::Open,
        n => Ground::Number(n as u8),
    }
}

/// The eight sites round one.
fn around(engine: &dyn Engine, at: Site) -> Vec<Site> {
    let letters = files(engine);
    let name = engine.site_name(at);
    let (file, rank) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    let column = letters
        .iter()
        .position(|c| file.starts_with(*c))
        .unwrap_or(0) as i64;
    let rank: i64 = rank.parse().unwrap_or(0);
    let near = (-1..=1).flat_map(|f| (-1..=1).map(move |r| (f, r)));
    near.filter(|step| *step != (0, 0))
        .filter_map(|(f, r)| {
            let letter = letters.get(usize::try_from(column + f).ok()?)?;
            site(engine, *letter, u64::try_from(rank + r).ok()?)
        })
        .collect()
}
