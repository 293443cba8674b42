//! What cases ask of boards and of knowledge.

use std::collections::BTreeMap;

use masque_core::engine::Engine;
use masque_core::notation::event;
use masque_core::piece::{Observer, Piece, Seat, Side};
use masque_core::position::Phase;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_scripting::diag::Span;

use super::arrange::{self, Arranged, Ground, arrange, ground};
use super::driver::{Reply, Start};
use super::fault::{Done, Stop, differs, fails, not_said, said};
use super::picture::{draw, seat_word, terrain, token};
use super::play::{Deed, Run};
use super::replays::{Replay, Told};
use super::truths::set_truth;
use crate::case::{
    Board, Diagram, Event, Extent, Fact, Observer as ObserverName, Pair, Sight, Spanned, Word,
};

impl Run<'_> {
    /// The whole board as it is.
    pub(super) fn expect(&mut self, diagram: &Diagram, at: &Span) -> Done {
        let actual = said(self.driver.truth(), "no-answer", at)?;
        let public = said(self.driver.see(Observer::Public), "no-answer", at)?;
        self.compare(diagram, &actual, &[&actual, &public], true, at)
    }

    pub(super) fn see(&mut self, name: &Spanned<ObserverName>, sight: &Sight, at: &Span) -> Done {
        let observer = self.observer(name)?;
        let actual = said(self.driver.see(observer), "no-answer", at)?;
        match sight {
            Sight::Diagram(diagram) => self.compare(diagram, &actual, &[&actual], false, at),
            Sight::SameAs(other) => {
                let other = self.observer(other)?;
                let others = said(self.driver.see(other), "no-answer", at)?;
                let engine = &**self.engine;
                let same = actual.cells == others.cells
                    && actual.fog == others.fog
                    && actual.hazards == others.hazards
                    && actual.hazards_seen == others.hazards_seen
                    && actual.numbers == others.numbers;
                if same {
                    return Ok(());
                }
                let message = "they do not see the same";
                Err(differs(
                    "wrong-sight",
                    message,
                    at,
                    draw(engine, &others, &[]),
                    draw(engine, &actual, &[]),
                ))
            }
        }
    }

    pub(super) fn observer(&mut self, name: &Spanned<ObserverName>) -> Done<Observer> {
        let first = self.first_side(&name.span)?;
        Ok(arrange::observer(&**self.engine, first, name)?)
    }

    /// Compares a board with what is there; `texts` are the setups whose text may be meant by a board given as text.
    fn compare(
        &mut self,
        diagram: &Diagram,
        actual: &Setup,
        texts: &[&Setup],
        whole: bool,
        at: &Span,
    ) -> Done {
        let engine = std::sync::Arc::clone(self.engine);
        let engine = &*engine;
        let mut base = engine.empty_setup();
        base.first_side = actual.first_side;
        base.turn = actual.turn;
        let expected = arrange(engine, diagram, base)?;
        let picture = || draw(engine, actual, &[]);
        let wrong = |message: String, expected: String, seen: String| {
            differs(
                "wrong-board",
                message,
                at,
                expected,
                format!("{seen}\n{}", picture()),
            )
        };
        if let Board::Text(text) = &diagram.board {
            if expected.start {
                return Err(fails(
                    "bad-position",
                    "`start` is no board to be compared",
                    at,
                ));
            }
            let wanted = engine.format_setup(&expected.setup);
            let mut seen: Vec<String> = texts.iter().map(|s| engine.format_setup(s)).collect();
            if !seen.iter().any(|seen| says(text.as_str(), &wanted, seen)) {
                seen.dedup();
                let message = "the position is another";
                let stop = differs("wrong-board", message, at, wanted, seen.join("\n"));
                return Err(stop.edit(&text.span, seen.swap_remove(0)));
            }
            if text.value.split_whitespace().count() > 1 && expected.setup.turn != actual.turn {
                return Err(fails("wrong-board", "another seat is to act", at));
            }
        }
        let all = (0..engine.sites()).map(|s| (Site(s as u16), None));
        let drawn = expected.drawn.iter().flatten();
        let drawn = drawn.map(|(site, span)| (*site, Some(span)));
        let sites: Vec<(Site, Option<&Span>)> = match &expected.drawn {
            Some(_) if !whole => drawn.collect(),
            // What the drawing leaves out is empty.
            _ => {
                let tokens: BTreeMap<Site, Option<&Span>> = drawn.collect();
                all.map(|(site, none)| (site, tokens.get(&site).copied().unwrap_or(none)))
                    .collect()
            }
        };
        // A diagram that marks no ground at all says nothing of it, where the whole board is asked for.
        let marks = expected.ground.values().any(|g| *g != Ground::Open);
        let mut stop: Option<Stop> = None;
        let mut undrawn = false;
        for (site, span) in sites {
            let (want, is) = (
                expected.setup.cells[site.index()],
                actual.cells[site.index()],
            );
            let name = engine.site_name(site);
            let wants_ground = expected.ground.get(&site).filter(|_| marks || !whole);
            let found = if !fits(want, is, whole) {
                let (want, is) = (token(engine, want), token(engine, is));
                let message = format!("`{is}` stands on {name}, not `{want}`");
                (message, format!("{name}={want}"), format!("{name}={is}"))
            } else if let Some(want) = wants_ground.filter(|g| **g != ground(engine, actual, site))
            {
                let (want, is) = (shown(*want), shown(ground(engine, actual, site)));
                let message = format!("{name} shows {is}, not {want}");
                (message, format!("{name}: {want}"), format!("{name}: {is}"))
            } else {
                continue;
            };
            let so_far = stop.unwrap_or_else(|| wrong(found.0, found.1, found.2));
            undrawn |= span.is_none();
            stop = Some(match span {
                Some(span) => so_far.edit(span, terrain(engine, actual, site)),
                None => so_far,
            });
        }
        if let Some(Stop::Fail(mut fault)) = stop {
            if undrawn {
                fault.edits.clear();
            }
            return Err(Stop::Fail(fault));
        }
        if expected
            .to_move
            .is_some_and(|seat| seat != actual.turn || actual.phase == Phase::Over)
        {
            let mover = seat_word(engine, actual.first_side, actual.turn);
            let over = actual.phase == Phase::Over;
            let seen = match over {
                true => "the game is over".to_owned(),
                false => mover.clone(),
            };
            let message = "another seat is to act";
            let stop = differs("wrong-turn", message, at, "the seat named", seen);
            return Err(match &diagram.to_move {
                Some(name) if !over => stop.edit(&name.span, mover),
                _ => stop,
            });
        }
        for detail in &diagram.details {
            let key = detail.value.key.as_str();
            if let Some((want, is)) = detail_differs(engine, key, &expected, actual) {
                let message = format!("`{key}` is {is}, not {want}");
                return Err(differs("wrong-detail", message, &detail.span, want, is));
            }
        }
        Ok(())
    }

    pub(super) fn knows(
        &mut self,
        name: &Spanned<ObserverName>,
        facts: &[Fact],
        at: &Span,
    ) -> Done {
        let observer = self.observer(name)?;
        let seen = said(self.driver.see(observer), "no-answer", at)?;
        let engine = std::sync::Arc::clone(self.engine);
        let engine = &*engine;
        for fact in facts {
            let [first, rest @ ..] = fact.words.as_slice() else {
                continue;
            };
            let span = &first.span;
            let (holds, said) = match (first.as_str(), rest) {
                ("captured", [word]) => {
                    let wanted = arrange::piece(engine, word.as_str(), None).ok_or_else(|| {
                        fails(
                            "unknown-piece",
                            format!("`{}` is no piece", word.value),
                            &word.span,
                        )
                    })?;
                    let (side, kind) = (wanted.side.index(), wanted.kind.index());
                    let count = seen.lost[side][kind] + seen.lost_hidden[side][kind];
                    (count > 0, format!("captured {}", word.value))
                }
                (text, []) => {
                    let (site, kind) = first.pair().map_or((text, None), |(s, k)| (s, Some(k)));
                    let place = arrange::site_of(engine, site, span)?;
                    let known = sure_of(engine, &seen, place);
                    let holds = match kind {
                        None => known.is_some(),
                        Some(kind) => {
                            let look = known.map(|p| p.side);
                            let wanted =
                                arrange::piece(engine, kind, look.filter(|_| sided(&seen, place)))
                                    .ok_or_else(|| {
                                        fails(
                                            "unknown-piece",
                                            format!("`{kind}` is no piece"),
                                            span,
                                        )
                                    })?;
                            known == Some(wanted)
                        }
                    };
                    (holds, text.to_owned())
                }
                _ => {
                    return Err(fails(
                        "bad-fact",
                        "a fact is `b1=N`, `b1` or `captured N`",
                        span,
                    ));
                }
            };
            if holds == fact.denied {
                let (expected, is) = if fact.denied {
                    (format!("not {said}"), format!("{said} is known"))
                } else {
                    (said.clone(), format!("{said} is not known"))
                };
                let picture = format!("{is}\n{}", draw(engine, &seen, &[]));
                let stop = differs("wrong-knowledge", is, span, expected, picture);
                return Err(match (first.pair(), fact.denied) {
                    (Some((site, _)), false) => {
                        let place = arrange::site_of(engine, site, span)?;
                        match sure_of(engine, &seen, place) {
                            Some(piece) => {
                                stop.edit(span, format!("{site}={}", engine.letter(piece)))
                            }
                            None => stop,
                        }
                    }
                    _ => stop,
                });
            }
        }
        Ok(())
    }

    pub(super) fn tells(
        &mut self,
        name: &Spanned<ObserverName>,
        extent: Extent,
        events: &[Event],
        at: &Span,
    ) -> Done {
        let observer = self.observer(name)?;
        if self.deeds.is_empty() {
            return Err(fails(
                "nothing-played",
                "nothing was played that could have told anything",
                at,
            ));
        }
        if self.deaf {
            return Err(Stop::Skip);
        }
        let first = self.first_side(at)?;
        let engine = &**self.engine;
        let of = |who: Observer| -> Vec<&[String]> {
            let told = self.heard.iter().filter(|h| h.by.contains(&who));
            told.map(|h| h.words.as_slice()).collect()
        };
        let text = |all: &[&[String]]| {
            let texts: Vec<String> = all.iter().map(|words| words.join(" ")).collect();
            super::play::list(&texts)
        };
        let heard = of(observer);
        for event in events {
            let words: Vec<&str> = event.words.iter().map(Word::as_str).collect();
            let span = event.words.first().map_or(at, |w| &w.span);
            engine
                .check_event(&words)
                .map_err(|error| fails("bad-event", error.to_string(), span))?;
            let meant = words.join(" ");
            if !heard.iter().any(|told| means(engine, first, told, event)) {
                let message = format!("`{meant}` is not told");
                let stop = differs("not-told", message, span, meant, text(&heard));
                return Err(match extent {
                    Extent::Exactly if heard.is_empty() => {
                        stop.edit(at, format!("tells {} nothing", name.value))
                    }
                    Extent::Exactly => stop.edit(
                        at,
                        format!("tells {} exactly: {}", name.value, text(&heard)),
                    ),
                    _ => stop,
                });
            }
            if extent == Extent::NobodyElse {
                for other in Observer::ALL.into_iter().filter(|o| *o != observer) {
                    if of(other)
                        .iter()
                        .any(|told| means(engine, first, told, event))
                    {
                        let who = match other {
                            Observer::Public => "spectators".to_owned(),
                            Observer::Seat(seat) => seat_word(engine, first, seat),
                        };
                        let message = format!("`{meant}` is told to {who} as well");
                        return Err(differs("told-to-others", message, span, "nobody else", who));
                    }
                }
            }
        }
        let more = heard
            .iter()
            .find(|told| !events.iter().any(|event| means(engine, first, told, event)));
        match more.filter(|_| extent == Extent::Exactly) {
            Some(more) => {
                let message = format!("`{}` is told as well", more.join(" "));
                let wanted: Vec<String> = events.iter().map(written).collect();
                let wanted = super::play::list(&wanted);
                let stop = differs("told-more", message, at, wanted, text(&heard));
                Err(stop.edit(
                    at,
                    format!("tells {} exactly: {}", name.value, text(&heard)),
                ))
            }
            None => Ok(()),
        }
    }

    /// Plays everything again under each truth and compares all that the observer gets.
    pub(super) fn same(
        &mut self,
        name: &Spanned<ObserverName>,
        truths: &[Vec<Pair>],
        at: &Span,
    ) -> Done {
        let observer = self.observer(name)?;
        let seen = said(self.driver.see(observer), "no-answer", at)?;
        let mut first: Option<Told> = None;
        for truth in truths {
            let span = truth.first().map_or(at, |pair| &pair.key.span);
            let setup = self.replaced(truth, &seen)?;
            let told = self.again(setup, observer, span)?;
            let Some(first) = &first else {
                first = Some(told);
                continue;
            };
            for (step, (a, b)) in first.iter().zip(told.iter()).enumerate() {
                if a == b {
                    continue;
                }
                let (a, b) = first_difference(a, b);
                let when = match step {
                    0 => "from the start".to_owned(),
                    n => format!("after action {n}"),
                };
                let message = format!("the observer can tell these truths apart {when}");
                return Err(differs("told-apart", message, span, a, b));
            }
        }
        Ok(())
    }

    /// The truth at the start with the hidden kinds replaced; what is displaced goes where it came from, if
    /// possible to a site of which the observer, who has now `seen` this, still knows nothing.
    fn replaced(&self, truth: &[Pair], seen: &Setup) -> Done<Setup> {
        let engine = &**self.engine;
        let mut setup = self.truth.clone();
        let mut named = Vec::new();
        let mut displaced: Vec<Piece> = Vec::new();
        let mut wanted: Vec<Piece> = Vec::new();
        for pair in truth {
            let place = arrange::site_of(engine, pair.key.as_str(), &pair.key.span)?;
            let before = truth_at(&setup, place);
            arrange::give_truth(
                engine,
                &mut setup,
                pair.key.as_str(),
                pair.value.as_str(),
                &pair.key.span,
            )?;
            named.push(place);
            displaced.extend(before);
            wanted.extend(truth_at(&setup, place));
        }
        wanted.retain(|piece| match displaced.iter().position(|d| d == piece) {
            Some(at) => {
                displaced.remove(at);
                false
            }
            None => true,
        });
        // What is now there once too often changes places with what was displaced, on sites that are not named.
        for (surplus, gone) in wanted.into_iter().zip(displaced) {
            // A board that shows only what matters leaves pieces of the set unsaid.
            if !exceeds(engine, &setup, surplus) {
                continue;
            }
            let fits = |place: &Site| {
                let looks = matches!(setup.cells[place.index()], SetupCell::Down { look, .. } if look.side().is_none_or(|side| side == gone.side));
                looks && !named.contains(place) && hidden_truth(&setup, *place) == Some(surplus)
            };
            let places = || (0..engine.sites()).map(|s| Site(s as u16)).filter(fits);
            let unknown = |place: &Site| {
                matches!(
                    seen.cells[place.index()],
                    SetupCell::Down { truth: None, .. }
                )
            };
            let place = places().find(unknown);
            match place {
                Some(place) => set_truth(&mut setup, place, gone),
                // Where it was shown elsewhere, it cannot be here; other deals will do.
                None if !self.alone => return Err(Stop::Skip),
                None => {
                    let at = &truth[0].key.span;
                    let message = "this truth does not fit what the observer was shown";
                    return Err(fails("impossible-truth", message, at));
                }
            }
        }
        Ok(setup)
    }

    /// Everything that an observer gets while the case is played again from a start.
    fn again(&self, setup: Setup, observer: Observer, at: &Span) -> Done<Told> {
        let replay = Replay {
            observer,
            setup,
            earlier: self.earlier.clone(),
            deeds: self.deeds.clone(),
        };
        if let Some(told) = self.replays.get(&replay) {
            return Ok(told);
        }
        let told = Told::new(self.replayed(&replay.setup, observer, at)?);
        self.replays.keep(replay, &told);
        Ok(told)
    }

    fn replayed(&self, setup: &Setup, observer: Observer, at: &Span) -> Done<Vec<String>> {
        let mut driver = self
            .opener
            .open(self.game)
            .map_err(|unsaid| not_said(unsaid, "no-answer", at))?;
        let start = Start {
            setup,
            earlier: &self.earlier,
            fresh: self.fresh,
        };
        said(driver.start(&start), "bad-position", at)?;
        let last = self.deeds.len();
        let mut told = vec![said(
            driver.everything(observer, last == 0),
            "no-answer",
            at,
        )?];
        for (i, deed) in self.deeds.iter().enumerate() {
            let (reply, what) = match deed {
                Deed::Action {
                    seat,
                    text,
                    automatic,
                    refused,
                } => {
                    let reply = said(driver.play(*seat, text, *automatic), "told-apart", at)?;
                    let as_before = match reply {
                        Reply::Done => !*refused,
                        Reply::Refused(_) => *refused,
                        Reply::Illegal(_) => false,
                    };
                    (as_before, text.clone())
                }
                Deed::Act(seat, act) => {
                    let reply = said(driver.act(*seat, *act), "told-apart", at)?;
                    (reply == Reply::Done, format!("{act:?}"))
                }
            };
            if !reply {
                return Err(fails(
                    "told-apart",
                    format!("under this truth `{what}` goes otherwise"),
                    at,
                ));
            }
            told.push(said(
                driver.everything(observer, i + 1 == last),
                "no-answer",
                at,
            )?);
        }
        Ok(told)
    }
}

/// Whether a position text agrees with what an author wrote behind the rows, as far as the author wrote it; `wanted` is
/// that in the ordinary form.
fn says(written: &str, wanted: &str, seen: &str) -> bool {
    let (wanted, seen): (Vec<&str>, Vec<&str>) =
        (wanted.split(' ').collect(), seen.split(' ').collect());
    let fields = |text: &[&str], key: &str| {
        text.iter()
            .find(|word| word.split_once('=').is_some_and(|(k, _)| k == key))
            .map(|word| (*word).to_owned())
    };
    let mut words = written.split_whitespace().enumerate().skip(1);
    words.all(|(i, word)| match word.split_once('=') {
        Some((key, _)) => fields(&wanted, key) == fields(&seen, key),
        None => wanted.get(i) == seen.get(i),
    })
}

/// Whether what stands there is what was drawn.
fn fits(want: SetupCell, is: SetupCell, whole: bool) -> bool {
    match (want, is) {
        (SetupCell::Up(a), SetupCell::Down { truth: Some(b), .. }) => !whole && a == b,
        (SetupCell::Down { look, truth: None }, SetupCell::Down { look: b, truth }) => {
            look == b && (whole || truth.is_none())
        }
        (a, b) => a == b,
    }
}

fn shown(ground: Ground) -> String {
    match ground {
        Ground::Open => "open ground".to_owned(),
        Ground::Fog => "fog".to_owned(),
        Ground::Hazard => "a hazard".to_owned(),
        Ground::Number(n) => format!("the number {n}"),
    }
}

fn truth_at(setup: &Setup, at: Site) -> Option<Piece> {
    match setup.cells[at.index()] {
        SetupCell::Up(piece) => Some(piece),
        SetupCell::Down { truth, .. } => truth,
        SetupCell::Empty => None,
    }
}

/// Whether more of a piece stand and are lost than the set has.
fn exceeds(engine: &dyn Engine, setup: &Setup, piece: Piece) -> bool {
    let (side, kind) = (piece.side.index(), piece.kind.index());
    let standing = (0..engine.sites())
        .filter(|s| truth_at(setup, Site(*s as u16)) == Some(piece))
        .count();
    let lost = usize::from(setup.lost[side][kind]) + usize::from(setup.lost_hidden[side][kind]);
    standing + lost > usize::from(engine.spec().kinds[kind].count)
}

fn hidden_truth(setup: &Setup, at: Site) -> Option<Piece> {
    match setup.cells[at.index()] {
        SetupCell::Down { truth, .. } => truth,
        _ => None,
    }
}

fn sided(setup: &Setup, at: Site) -> bool {
    match setup.cells[at.index()] {
        SetupCell::Down { look, .. } => look.side().is_some(),
        _ => false,
    }
}

/// The piece on a site that an observer can be sure of: it sees it, was told, or nothing else is left.
fn sure_of(engine: &dyn Engine, seen: &Setup, at: Site) -> Option<Piece> {
    let SetupCell::Down { look, truth } = seen.cells[at.index()] else {
        return truth_at(seen, at);
    };
    if truth.is_some() {
        return truth;
    }
    let mut pool = engine.pool(seen);
    pool.retain(|p| look.side().is_none_or(|side| side == p.side));
    let first = *pool.first()?;
    pool.iter().all(|p| *p == first).then_some(first)
}

/// What a detail says and what is so, when they differ.
fn detail_differs(
    engine: &dyn Engine,
    key: &str,
    expected: &Arranged,
    actual: &Setup,
) -> Option<(String, String)> {
    let want = &expected.setup;
    let names = |sites: &[Site]| -> String {
        let mut sorted = sites.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let names: Vec<String> = sorted
            .iter()
            .map(|s| engine.site_name(*s).to_owned())
            .collect();
        super::play::list(&names)
    };
    let optional = |sites: &Option<Vec<Site>>| names(sites.as_deref().unwrap_or_default());
    let number = |a: i64, b: i64| (a.to_string(), b.to_string());
    let site = |s: Option<Site>| s.map_or("nothing".to_owned(), |s| engine.site_name(s).to_owned());
    let (a, b) = match key {
        "truth" | "colours" if want.first_side != actual.first_side => (
            format!("{:?}", want.first_side),
            format!("{:?}", actual.first_side),
        ),
        "truth" | "colours" => return None,
        "flips" => (
            format!("{:?}", want.flip_runs),
            format!("{:?}", actual.flip_runs),
        ),
        "captured" if want.captures != [0; 2] => {
            let which = usize::from(want.captures[0] == 0);
            number(want.captures[which].into(), actual.captures[which].into())
        }
        "captured" => {
            let all = |setup: &Setup| -> String {
                let mut text = String::new();
                for side in masque_core::piece::Side::BOTH {
                    for kind in 0..32 {
                        let n =
                            setup.lost[side.index()][kind] + setup.lost_hidden[side.index()][kind];
                        let kind = masque_core::piece::Kind(kind as u8);
                        for _ in 0..n {
                            text.push(engine.letter(Piece { side, kind }));
                        }
                    }
                }
                text
            };
            (all(want), all(actual))
        }
        "known" => {
            let missing = Seat::BOTH.into_iter().find_map(|seat| {
                let wanted = want.known[seat.index()].clone()?;
                let known: Vec<Site> = match &actual.known[seat.index()] {
                    Some(known) => known.clone(),
                    None => Vec::new(),
                };
                (!wanted.iter().all(|s| known.contains(s))).then(|| (names(&wanted), names(&known)))
            });
            return missing;
        }
        "fog" => (optional(&want.fog), optional(&actual.fog)),
        "hazards" => {
            let seen = actual.hazards.as_ref().unwrap_or(&actual.hazards_seen);
            (optional(&want.hazards), names(seen))
        }
        "left" => {
            let left = actual
                .hazards_left
                .or_else(|| actual.hazards.as_ref().map(|h| h.len() as u16));
            number(
                want.hazards_left.unwrap_or(0).into(),
                left.unwrap_or(0).into(),
            )
        }
        "moved" | "castling" => (optional(&want.unmoved), optional(&actual.unmoved)),
        "ep" => (
            site(want.en_passant.map(|e| e.0)),
            site(actual.en_passant.map(|e| e.0)),
        ),
        "quiet" => number(want.quiet.into(), actual.quiet.into()),
        "chase" => {
            let chases = |setup: &Setup, seat: usize| -> Vec<(Option<Site>, u8)> {
                setup.chases[seat]
                    .iter()
                    .map(|c| (c.victim.get(), c.run))
                    .collect()
            };
            let missing = (0..2).find_map(|seat| {
                let is = chases(actual, seat);
                chases(want, seat)
                    .into_iter()
                    .filter(|c| !is.contains(c))
                    .find(|c| c.1 > 0 || is.iter().any(|i| i.0 == c.0))
                    .map(|c| (format!("{} {}", site(c.0), c.1), is))
            });
            return missing.map(|(want, is)| {
                let is: Vec<String> = is
                    .iter()
                    .map(|(s, n)| format!("{} {n}", site(*s)))
                    .collect();
                (want, super::play::list(&is))
            });
        }
        "pending" => (format!("{:?}", want.phase), format!("{:?}", actual.phase)),
        "variable" => (
            format!("{:?}", want.variables),
            format!("{:?}", actual.variables),
        ),
        other => {
            return Some((
                format!("`{other}`"),
                "something that cannot be asked afterwards".to_owned(),
            ));
        }
    };
    (a != b).then_some((a, b))
}

fn written(event: &Event) -> String {
    let words: Vec<&str> = event.words.iter().map(Word::as_str).collect();
    words.join(" ")
}

/// Whether what was told is what is meant; a seat may be named by its side.
fn means(engine: &dyn Engine, first: Option<Side>, told: &[String], event: &Event) -> bool {
    let words: Vec<&str> = event.words.iter().map(Word::as_str).collect();
    if event::matches(told, &words) {
        return true;
    }
    let seats: Vec<String> = words
        .iter()
        .map(|word| match (engine.side(word), first) {
            (Some(side), Some(first)) => format!("seat{}", u8::from(side != first)),
            _ => (*word).to_owned(),
        })
        .collect();
    event::matches(told, &seats)
}

fn first_difference(a: &str, b: &str) -> (String, String) {
    let mut left = a.lines();
    let mut right = b.lines();
    loop {
        match (left.next(), right.next()) {
            (Some(x), Some(y)) if x == y => {}
            (x, y) => {
                return (
                    x.unwrap_or_default().to_owned(),
                    y.unwrap_or_default().to_owned(),
                );
            }
        }
    }
}
