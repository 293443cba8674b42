//! What a table says, in words for players.

use std::borrow::Cow;

use fluent_bundle::FluentValue;
use masque_core::action::{Act, Action, Tag};
use masque_core::clause::ClauseId;
use masque_core::engine::Engine;
use masque_core::event::Event;
use masque_core::explain::{Does, Explanation};
use masque_core::game::{Deed, PlayError};
use masque_core::legal::{Refusal as Refused, Stage};
use masque_core::observation::{Count, Observation};
use masque_core::piece::{Cell, Kind, Observer, Piece, Seat, Side};
use masque_core::position::{Outcome, Phase};
use masque_core::site::Site;
use masque_core::spec::{EndThenAgreed, Spec, Verdict};

use super::{Done, News, Refusal, Table, time, why};
use crate::lang::Lang;
use crate::opponents::Trouble;

impl Table {
    /// The word for a seat: its side once settled.
    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        match self.game().side_of(seat) {
            Some(side) => self.side_name(side),
            None => self
                .lang()
                .say_with("player-number", &[("number", (seat.0 + 1).into())]),
        }
    }

    /// The name of a side.
    pub(crate) fn side_name(&self, side: Side) -> String {
        let side = &self.engine().spec().sides[side.index()];
        self.lang().side(side).to_owned()
    }

    /// The variant's title.
    pub(crate) fn title(&self) -> &str {
        let spec = self.engine().spec();
        self.lang().title(&spec.title).unwrap_or(&spec.id)
    }

    /// What the turn machine waits for, where it is not an ordinary turn.
    pub(crate) fn phase_words(&self) -> Cow<'static, str> {
        let id = match self.phase() {
            Phase::Chain(_) => "phase-chain",
            Phase::Choose(_) => "phase-choose",
            Phase::Shoot(_) => "phase-shoot",
            Phase::Play | Phase::Over => return Cow::default(),
        };
        self.lang().say(id)
    }

    /// Both clocks in one line.
    pub(crate) fn clock_line(&self, now: u64) -> Option<String> {
        let clock = self.clock()?;
        let of = |seat: Seat| {
            let left = time::remaining(self.lang(), clock, now, seat);
            self.lang().with_head(&self.seat_name(seat), &left)
        };
        let [first, second] = Seat::BOTH.map(of);
        Some(self.lang().say_with(
            "clock-line",
            &[("first", first.into()), ("second", second.into())],
        ))
    }

    /// News as an observer may know it; nothing where there is nothing to say.
    pub(crate) fn say(&self, news: &News, observer: Observer) -> Option<String> {
        match news {
            News::Done(done) => self.say_done(done, observer),
            News::Undone(count) => Some(
                self.lang()
                    .say_with("undone", &[("number", (*count).into())]),
            ),
            News::Clock(event) => Some(time::words(self.lang(), event, |s| self.seat_name(s))),
            News::Over(outcome) => Some(self.result(*outcome)),
        }
    }

    /// A deed in words, with what an observer was told of it; nothing where it was said already.
    pub(crate) fn say_done(&self, done: &Done, observer: Observer) -> Option<String> {
        let name = self.seat_name(done.seat);
        let what = match done.deed {
            Deed::Action(_) => What::Action(&done.text),
            Deed::Try(_) => What::Try(&done.text),
            Deed::Act(Act::Offer) if self.is_human(done.seat.other()) => {
                let other = self.seat_name(done.seat.other());
                return Some(self.lang().say_with(
                    "offers-and-waits",
                    &[
                        ("who", name.into()),
                        ("other", other.into()),
                        ("end", agreed_end(self.engine()).into()),
                    ],
                ));
            }
            // The clock has said it.
            Deed::Act(Act::TimeOut) => return None,
            Deed::Act(act) => What::Act(act),
        };
        let told = done.told.iter().filter(|t| t.audience.includes(observer));
        let events: Vec<Event> = told.map(|t| t.event.clone()).collect();
        let told = deed(
            self.lang(),
            self.engine(),
            &name,
            what,
            &events,
            &done.hidden,
        );
        Some(told.whole(self.lang()))
    }

    /// Why a deed was not done.
    pub(crate) fn say_refusal(&self, what: &str, refusal: &Refusal) -> String {
        let lang = self.lang();
        let impossible = |why: String| lang.say_with("not-possible", &[("why", why.into())]);
        let not_undone = |why: String| lang.say_with("not-undone", &[("why", why.into())]);
        match refusal {
            Refusal::Play(PlayError::Illegal(refused)) => {
                let clause = self.engine().clause(refused.clause);
                lang.say_with(
                    "not-allowed",
                    &[("action", what.into()), ("clause", clause.into())],
                )
            }
            Refusal::Play(PlayError::Refused(clause)) => {
                let clause = self.engine().clause(*clause);
                lang.say_with(
                    "tried-refused",
                    &[("action", what.into()), ("clause", clause.into())],
                )
            }
            Refusal::Play(PlayError::Act(error)) => impossible(why::no_act(lang, *error)),
            Refusal::Clock(error) => impossible(why::no_clock(lang, error)),
            Refusal::Play(PlayError::Hook(error)) => lang.say_with(
                "not-played",
                &[("action", what.into()), ("why", error.to_string().into())],
            ),
            Refusal::Undo(error) => not_undone(why::no_undo(lang, *error)),
            Refusal::Clocked => not_undone(lang.say("no-undo-clocked").into_owned()),
            Refusal::NoClock => lang.say("no-clock").into_owned(),
            Refusal::Io(error) => {
                lang.say_with("record-failed", &[("why", error.to_string().into())])
            }
        }
    }

    /// Why a seat has nothing to play from a site, and the clause that it rests on, where there is one.
    ///
    /// A site means to place there or to turn up what is hidden there, where the variant has that; else it means the
    /// piece there. Of an own piece the reason is where the moves fail that come furthest, and their clause if it is the same for all.
    pub(crate) fn nothing_from(&self, seat: Seat, at: Site) -> (String, Option<ClauseId>) {
        let (lang, engine) = (self.lang(), self.engine());
        let name = engine.site_name(at);
        let seen = self.observe(Observer::Seat(seat));
        let here = seen.sites.iter().find(|s| s.site == name);
        let meant = self.game().parse_action(seat, name);
        let meant = meant.ok().filter(|action| match action.tag() {
            Tag::Place => true,
            Tag::Flip => here.is_some_and(|s| s.hidden),
            _ => false,
        });
        if let Some(action) = meant
            && let Ok(explanation) = self.game().explain(seat, action)
            && let Explanation::Refused(refusal) = explanation
        {
            let words = describe(lang, engine, name, action, &explanation);
            return (words, Some(refusal.clause));
        }
        let others = (0..engine.sites()).filter_map(|site| u16::try_from(site).ok().map(Site));
        let moves = others.filter(|to| *to != at);
        let refusals: Vec<Refused> = moves
            .filter_map(|to| {
                let explained = self.game().explain(seat, Action::moving(at, to, 0));
                match explained {
                    Ok(Explanation::Refused(refusal)) => Some(refusal),
                    _ => None,
                }
            })
            .collect();
        let Some(stage) = refusals.iter().map(|refusal| refusal.stage).max() else {
            let words = lang.say_with("nothing-to-play-from", &[("site", name.into())]);
            return (words, None);
        };
        let mut clauses = refusals.iter().filter(|r| r.stage == stage);
        let clause = clauses.next().map(|refusal| refusal.clause);
        let clause = clause.filter(|clause| clauses.all(|r| r.clause == *clause));
        let mut words = match stage {
            Stage::Phase | Stage::Ownership => lang.with_head(name, &why(lang, Tag::Move, stage)),
            _ => {
                let known = here.and_then(|s| s.piece.as_ref());
                let piece = match (known, self.game().side_of(seat)) {
                    (Some(known), _) => piece_name(lang, engine.spec(), &known.side, &known.kind),
                    (None, Some(side)) => {
                        let side = self.side_name(side);
                        lang.say_with("piece-hidden-of", &[("side", side.into())])
                    }
                    (None, None) => lang.say("piece-hidden").into_owned(),
                };
                lang.say_with(
                    "has-no-action",
                    &[("piece", piece.into()), ("site", name.into())],
                )
            }
        };
        let why = match stage {
            Stage::Capture => Some(lang.say("why-no-capture")),
            Stage::Check | Stage::Repetition => Some(why(lang, Tag::Move, stage)),
            Stage::Phase | Stage::Ownership | Stage::Movement => None,
        };
        if let Some(why) = why {
            words = lang.with_head(&words, &why);
        }
        if let Some(clause) = clause {
            words = with_clause(lang, engine, words, clause);
        }
        let words = lang.say_with("sentence", &[("text", words.into())]);
        (words, clause)
    }

    /// That a machine player plays nothing, and why.
    pub(crate) fn stuck(&self, seat: Seat, trouble: &Trouble) -> String {
        let lang = self.lang();
        let why = match trouble {
            Trouble::NoAction => lang.say("no-action-no-ending").into_owned(),
            Trouble::Rules(_) | Trouble::Forfeit(_) => trouble.to_string(),
        };
        lang.say_with(
            "cannot-act",
            &[("who", self.seat_name(seat).into()), ("why", why.into())],
        )
    }

    /// How the game ended.
    pub(crate) fn result(&self, outcome: Outcome) -> String {
        let winner = outcome.winner.map(|seat| self.seat_name(seat));
        let clause = self.engine().clause(outcome.clause);
        result(self.lang(), winner, outcome.scores, clause)
    }

    /// The pieces that are not on the board, or not seen, as an observer may know them; one line for each sort.
    pub(crate) fn pieces(&self, observer: Observer) -> Vec<String> {
        let seen = self.observe(observer);
        let (lang, spec) = (self.lang(), self.engine().spec());
        let list = |counts: &[Count]| {
            let words: Vec<String> = counts
                .iter()
                .map(|c| format!("{} x{}", piece_name(lang, spec, &c.side, &c.kind), c.count))
                .collect();
            (!words.is_empty()).then(|| lang.list(&words))
        };
        let mut lines: Vec<String> = Vec::new();
        if let Some(pieces) = list(&seen.lost) {
            lines.push(lang.say_with("off-board", &[("pieces", pieces.into())]));
        }
        if let Some(pieces) = list(&seen.learned) {
            lines.push(lang.say_with("off-board-learned", &[("pieces", pieces.into())]));
        }
        for side in Side::BOTH {
            let count = lost_unseen(spec, &seen, side);
            if count > 0 {
                let pieces = format!("{} x{count}", self.side_name(side));
                lines.push(lang.say_with("off-board-hidden", &[("pieces", pieces.into())]));
            }
        }
        if let Some(pieces) = list(&seen.pool) {
            lines.push(lang.say_with("not-seen", &[("pieces", pieces.into())]));
        }
        if lines.is_empty() {
            lines.push(lang.say("all-seen").into_owned());
        }
        lines
    }
}

/// A piece by its side's and its kind's names, from the words of the rules.
fn piece_name(lang: Lang, spec: &Spec, side: &str, kind: &str) -> String {
    let index = spec.sides.iter().position(|s| s.name == side).unwrap_or(0);
    let of = Side(index as u8);
    let kind = spec.kinds.iter().find(|k| k.name == kind);
    let kind = kind.map_or("", |k| lang.kind(k, of));
    lang.say_with(
        "picture-piece",
        &[
            ("side", lang.side(&spec.sides[of.index()]).into()),
            ("kind", kind.into()),
        ],
    )
}

/// How a game ended: who won, if anybody did, the scores of the seats in halves, and by which clause.
pub(crate) fn result(
    lang: Lang,
    winner: Option<String>,
    scores: Option<[i32; 2]>,
    clause: &str,
) -> String {
    let scores = scores.map_or(String::new(), |scores| {
        let [first, second] = scores.map(|halves: i32| match halves % 2 {
            0 => lang.digits(&(halves / 2).to_string()),
            _ => lang.digits(&format!("{}.5", halves / 2)),
        });
        lang.say_with(
            "scores",
            &[("first", first.into()), ("second", second.into())],
        )
    });
    match winner {
        Some(who) => lang.say_with(
            "wins",
            &[
                ("who", who.into()),
                ("scores", scores.into()),
                ("clause", clause.into()),
            ],
        ),
        None => lang.say_with(
            "drawn",
            &[("scores", scores.into()), ("clause", clause.into())],
        ),
    }
}

/// The word for a seat as an observer knows it: its side once settled.
pub(crate) fn seat_name(lang: Lang, engine: &dyn Engine, seen: &Observation, seat: Seat) -> String {
    let side = seen.sides[seat.index()].as_ref();
    let side = side.and_then(|name| engine.spec().sides.iter().find(|s| s.name == *name));
    match side {
        Some(side) => lang.side(side).to_owned(),
        None => lang.say_with("player-number", &[("number", (seat.0 + 1).into())]),
    }
}

/// Something that was done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What<'a> {
    /// An action, as it is written.
    Action(&'a str),
    /// An action that was tried and refused.
    Try(&'a str),
    /// An act.
    Act(Act),
}

/// A deed in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// Who did what.
    pub(crate) deed: String,
    /// What came of it, as somebody was told it; empty where the deed says it all.
    pub(crate) came: String,
}

impl Said {
    /// Both in one sentence.
    pub(crate) fn whole(&self, lang: Lang) -> String {
        let (deed, events) = (self.deed.as_str(), self.came.as_str());
        match events.is_empty() {
            true => deed.to_owned(),
            false => lang.say_with(
                "deed-and-events",
                &[("deed", deed.into()), ("events", events.into())],
            ),
        }
    }
}

/// The sites of hidden pieces, which everybody can tell from others.
pub(crate) fn hidden_sites(engine: &dyn Engine, seen: &Observation) -> Vec<Site> {
    let hidden = seen.sites.iter().filter(|site| site.hidden);
    hidden.filter_map(|site| engine.site(&site.site)).collect()
}

/// A deed of somebody, with the events that were told of it, and the sites where pieces were hidden before it.
pub(crate) fn deed(
    lang: Lang,
    engine: &dyn Engine,
    who: &str,
    what: What<'_>,
    events: &[Event],
    hidden: &[Site],
) -> Said {
    let deed = match what {
        What::Action(text) => {
            lang.say_with("deed", &[("who", who.into()), ("action", text.into())])
        }
        What::Try(text) => {
            let mut clauses = events.iter().filter_map(|event| match event {
                Event::Refused { clause, .. } => Some(*clause),
                _ => None,
            });
            let clause = clauses.next_back().map_or("", |c| engine.clause(c));
            lang.say_with(
                "tried-refused",
                &[("action", text.into()), ("clause", clause.into())],
            )
        }
        What::Act(Act::UseBank) => lang.say("bank-runs").into_owned(),
        What::Act(Act::Offer) => lang.say_with(
            "offers",
            &[("who", who.into()), ("end", agreed_end(engine).into())],
        ),
        What::Act(act) => lang.say_with(
            match act {
                Act::Accept => "accepts",
                Act::Decline => "declines",
                Act::Claim => "claims",
                Act::Resign => "resigns",
                Act::TimeOut | Act::Offer | Act::UseBank => "clock-lost-by-time",
            },
            &[("who", who.into())],
        ),
    };
    let came: Vec<String> = match what {
        What::Action(_) => came(lang, engine, events, hidden.to_vec()),
        What::Try(_) | What::Act(_) => Vec::new(),
    };
    Said {
        deed,
        came: lang.statements(&came),
    }
}

/// Whether a loss is said already by how two pieces met: of a piece that stays hidden there is no more to say.
fn is_said_by_clash(engine: &dyn Engine, events: &[Event], loss: &Event) -> bool {
    let (lost, look) = match loss {
        Event::Captured { at, look } | Event::Lost { at, look } => (at, look),
        _ => return false,
    };
    let met = |event: &Event| match event {
        Event::Clashed { from, at, .. } => from == lost || at == lost,
        _ => false,
    };
    shown(engine, *look).is_none() && events.iter().any(met)
}

/// What came of an action that was done while the pieces on some sites were hidden.
///
/// An event says how a lost piece looked. Whether it was that is known from where it stood: the looks of a hidden piece
/// are told as looks. What a reader was told of its kind comes after its loss.
fn came(lang: Lang, engine: &dyn Engine, events: &[Event], mut hidden: Vec<Site>) -> Vec<String> {
    let mut said = Vec::new();
    let mut kinds: Vec<(Site, String)> = Vec::new();
    for happened in events {
        let lost = match happened {
            Event::Captured { at, .. }
            | Event::Lost { at, .. }
            | Event::Removed { at, .. }
            | Event::Destroyed { at, .. } => Some(*at),
            _ => None,
        };
        let disguised = lost.is_some_and(|at| hidden.contains(&at));
        let words = match is_said_by_clash(engine, events, happened) {
            true => None,
            false => event(lang, engine, happened, disguised),
        };
        match (happened, words) {
            (Event::Identity { at, .. }, Some(words)) => kinds.push((*at, words)),
            (_, words) => said.extend(words),
        }
        match happened {
            Event::Moved { from, to } => follow(&mut hidden, &[(*from, *to)]),
            Event::Castled { royal, corner } => follow(&mut hidden, &[*royal, *corner]),
            Event::Revealed { at, .. } => hidden.retain(|site| site != at),
            _ => {}
        }
        if let Some(at) = lost {
            hidden.retain(|site| *site != at);
            let (of_it, rest) = kinds.into_iter().partition(|(site, _)| *site == at);
            kinds = rest;
            said.extend(Vec::into_iter(of_it).map(|(_, words)| words));
        }
    }
    said.extend(kinds.into_iter().map(|(_, words)| words));
    said
}

/// Hidden pieces stay so where they go; several go at once.
fn follow(hidden: &mut Vec<Site>, ways: &[(Site, Site)]) {
    let before = hidden.clone();
    hidden.retain(|site| ways.iter().all(|(from, to)| site != from && site != to));
    let gone = ways.iter().filter(|(from, _)| before.contains(from));
    hidden.extend(gone.map(|(_, to)| *to));
}

/// What an agreed end is, as messages tell it apart.
pub(crate) fn agreed_end(engine: &dyn Engine) -> &'static str {
    match engine.spec().acts.agree {
        Some((EndThenAgreed::Score, _)) => "score",
        _ => "draw",
    }
}

/// What a hint says to play.
pub(crate) fn hint(lang: Lang, action: &str) -> String {
    lang.say_with("hint", &[("action", action.into())])
}

/// How many lost pieces of a side the observer does not know: those that not all know, less those that it has learned.
pub(crate) fn lost_unseen(spec: &Spec, seen: &Observation, side: Side) -> u8 {
    let name = &spec.sides[side.index()].name;
    let learned = seen.learned.iter().filter(|count| count.side == *name);
    let learned = learned.fold(0, |sum: u8, count| sum.saturating_add(count.count));
    seen.lost_hidden[side.index()].saturating_sub(learned)
}

/// The pieces off the board in one line, as the observer may know them.
pub(crate) fn off_board(lang: Lang, spec: &Spec, seen: &Observation) -> Option<String> {
    let letters = |counts: &[Count]| {
        let times = |c: &Count| std::iter::repeat_n(c.letter.to_string(), usize::from(c.count));
        counts.iter().flat_map(times).collect::<Vec<_>>().join(" ")
    };
    let hidden = Side::BOTH.map(|side| lost_unseen(spec, seen, side));
    let hidden: u32 = hidden.into_iter().map(u32::from).sum();
    let mut parts = Vec::new();
    if !seen.lost.is_empty() {
        parts.push(letters(&seen.lost));
    }
    if !seen.learned.is_empty() {
        let pieces = letters(&seen.learned);
        parts.push(lang.say_with("known-to-you", &[("pieces", pieces.into())]));
    }
    if hidden > 0 {
        parts.push(lang.say_with("unseen", &[("number", hidden.into())]));
    }
    let pieces = lang.statements(&parts);
    (!parts.is_empty()).then(|| lang.say_with("off-board", &[("pieces", pieces.into())]))
}

/// An explanation in words for a player.
#[must_use]
pub(crate) fn describe(
    lang: Lang,
    engine: &dyn Engine,
    text: &str,
    action: Action,
    explanation: &Explanation,
) -> String {
    match explanation {
        Explanation::Refused(refusal) => {
            let why = why(lang, action.tag(), refusal.stage);
            let why = with_clause(lang, engine, why.into_owned(), refusal.clause);
            lang.say_with("why-not", &[("action", text.into()), ("why", why.into())])
        }
        Explanation::Legal(notes) => {
            let says: Vec<String> = notes
                .iter()
                .map(|note| {
                    let what = does(lang, engine, note.what);
                    with_clause(lang, engine, what, note.clause)
                })
                .collect();
            lang.say_with(
                "is-allowed",
                &[
                    ("action", text.into()),
                    ("what", lang.statements(&says).into()),
                ],
            )
        }
    }
}

/// Why an action of a sort is not allowed that fails at a stage.
fn why(lang: Lang, tag: Tag, stage: Stage) -> Cow<'static, str> {
    lang.say(match (stage, tag) {
        (Stage::Phase, _) => "why-phase",
        (Stage::Ownership, Tag::Flip) => "why-nothing-to-flip",
        (Stage::Ownership, _) => "why-ownership",
        (Stage::Movement, Tag::Flip) => "why-flip",
        (Stage::Movement, Tag::Place) => "why-placement",
        (Stage::Movement, _) => "why-movement",
        (Stage::Capture, _) => "why-capture",
        (Stage::Check, _) => "why-check",
        (Stage::Repetition, _) => "why-repetition",
    })
}

fn with_clause(lang: Lang, engine: &dyn Engine, what: String, clause: ClauseId) -> String {
    match engine.clause(clause) {
        "" => what,
        clause => why::with_clause(lang, what, clause),
    }
}

/// What an action does.
fn does(lang: Lang, engine: &dyn Engine, what: Does) -> String {
    let kind = |kind: Kind, side: Side| {
        let kind = engine.spec().kinds.get(kind.index());
        kind.map_or("", |kind| lang.kind(kind, side))
    };
    let site = |site: Site| engine.site_name(site).into();
    match what {
        Does::Flips(at) => lang.say_with("does-flip", &[("site", site(at))]),
        Does::Moves(at) => lang.say_with("does-move", &[("site", site(at))]),
        Does::Captures(at, piece) => lang.say_with(
            "does-capture",
            &[
                ("piece", kind(piece.kind, piece.side).into()),
                ("site", site(at)),
            ],
        ),
        Does::CapturesInPassing(at) => {
            lang.say_with("does-capture-in-passing", &[("site", site(at))])
        }
        Does::TakesUnknown(at) => lang.say_with("does-take-unknown", &[("site", site(at))]),
        Does::RevealsThenDecides(at) => {
            lang.say_with("does-reveal-then-decide", &[("site", site(at))])
        }
        Does::DecidesInSecret(at) => lang.say_with("does-decide-in-secret", &[("site", site(at))]),
        Does::RevealsMover => lang.say("does-reveal-mover").into_owned(),
        // Both sides' names of what is promoted to are alike wherever there is promotion.
        Does::Promotes(to) => lang.say_with("does-promote", &[("piece", kind(to, Side(0)).into())]),
        Does::Castles => lang.say("does-castle").into_owned(),
        Does::MeetsHazard(at) => lang.say_with("does-meet-hazard", &[("site", site(at))]),
        Does::MayMeetHazard(at) => lang.say_with("does-maybe-meet-hazard", &[("site", site(at))]),
        Does::Places(at) => lang.say_with("does-place", &[("site", site(at))]),
        Does::TurnsOver(at) => lang.say_with("does-turn-over", &[("site", site(at))]),
        Does::Passes => lang.say("does-pass").into_owned(),
        Does::Stops => lang.say("does-stop").into_owned(),
        Does::Acts(id) => {
            let special = engine.spec().specials.get(usize::from(id));
            let name = special.map_or("", |s| s.name.as_str());
            lang.say_with("does-act", &[("name", name.into())])
        }
        Does::Swaps => lang.say("does-swap").into_owned(),
        Does::MayChain => lang.say("does-maybe-chain").into_owned(),
    }
}

/// Words in lines of at most 78 characters.
pub(crate) fn wrap(words: &[String]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in words {
        let more = word.chars().count() + 2;
        if width + more > 78 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push_str(", ");
        }
        out.push_str(word);
        width += more;
    }
    out
}

/// The name of a kind as a side calls it.
pub(crate) fn kind(lang: Lang, engine: &dyn Engine, side: Side, kind: Kind) -> String {
    let spec = engine.spec().kinds.get(kind.index());
    spec.map_or_else(String::new, |k| lang.kind(k, side).to_owned())
}

/// The name of a piece.
pub(crate) fn piece(lang: Lang, engine: &dyn Engine, piece: Piece) -> String {
    let side = lang
        .side(&engine.spec().sides[piece.side.index()])
        .to_owned();
    let kind = kind(lang, engine, piece.side, piece.kind);
    lang.say_with(
        "piece-named",
        &[("side", side.into()), ("kind", kind.into())],
    )
}

/// The piece that a look shows, where it shows one.
fn shown(engine: &dyn Engine, look: Cell) -> Option<Piece> {
    let kinds = engine.spec().kinds.len();
    look.as_piece().filter(|piece| piece.kind.index() < kinds)
}

/// A piece as it looked, which may have been a disguise.
fn look(lang: Lang, engine: &dyn Engine, cell: Cell, disguised: bool) -> String {
    match (shown(engine, cell), cell.side()) {
        (Some(p), _) => {
            let piece = piece(lang, engine, p);
            match disguised {
                true => lang.say_with("piece-disguised", &[("piece", piece.into())]),
                false => piece,
            }
        }
        (_, Some(side)) => {
            let side = lang.side(&engine.spec().sides[side.index()]).to_owned();
            lang.say_with("piece-hidden-of", &[("side", side.into())])
        }
        _ => lang.say("piece-hidden").into_owned(),
    }
}

/// An event in words; nothing where the action's own text says it all.
fn event(lang: Lang, engine: &dyn Engine, event: &Event, disguised: bool) -> Option<String> {
    let at = |site: &Site| FluentValue::from(engine.site_name(*site).to_owned());
    let piece = |p: &Piece| FluentValue::from(piece(lang, engine, *p));
    let look = |cell: &Cell| FluentValue::from(look(lang, engine, *cell, disguised));
    Some(match event {
        Event::Moved { .. }
        | Event::Castled { .. }
        | Event::Placed { .. }
        | Event::Passed
        | Event::Stopped
        | Event::Acted { .. }
        | Event::Ended(_) => return None,
        Event::Revealed { at: site, piece: p } => {
            lang.say_with("event-revealed", &[("site", at(site)), ("piece", piece(p))])
        }
        Event::Captured { at: site, look: l } => {
            lang.say_with("event-captured", &[("site", at(site)), ("piece", look(l))])
        }
        Event::Identity { at: site, piece: p } => {
            lang.say_with("event-identity", &[("site", at(site)), ("piece", piece(p))])
        }
        Event::Clashed {
            from,
            at: site,
            verdict,
        } => {
            let (from, site) = (at(from), at(site));
            match verdict {
                Verdict::Take => lang.say_with("event-beats", &[("from", from), ("site", site)]),
                Verdict::Both => lang.say_with("event-both", &[("from", from), ("site", site)]),
                Verdict::Lost => lang.say_with("event-loses", &[("from", from), ("site", site)]),
                Verdict::Stay => lang.say_with("event-stay", &[("from", from), ("site", site)]),
                Verdict::Refuse => {
                    lang.say_with("event-may-not", &[("from", from), ("site", site)])
                }
            }
        }
        Event::Lost { at: site, look: l } => {
            lang.say_with("event-lost", &[("site", at(site)), ("piece", look(l))])
        }
        Event::Removed { at: site, look: l } => {
            lang.say_with("event-removed", &[("site", at(site)), ("piece", look(l))])
        }
        Event::Turned { at: site, piece: p } => {
            lang.say_with("event-turned", &[("site", at(site)), ("piece", piece(p))])
        }
        Event::Promoted { at: site, kind: k } => {
            let kind = kind(lang, engine, Side(0), *k);
            lang.say_with(
                "event-promoted",
                &[("site", at(site)), ("kind", kind.into())],
            )
        }
        Event::Destroyed { at: site, look: l } => {
            lang.say_with("event-destroyed", &[("site", at(site)), ("piece", look(l))])
        }
        Event::HazardsLeft { left } => lang.say_with("hazards-left", &[("number", (*left).into())]),
        Event::Lifted {
            at: site,
            number,
            hazard,
        } => match hazard {
            true => lang.say_with("event-hazard", &[("site", at(site))]),
            false => lang.say_with(
                "event-number",
                &[("site", at(site)), ("number", (*number).into())],
            ),
        },
        Event::AllFound => lang.say("event-all-found").into_owned(),
        Event::Settled { seat, side } => {
            let side = lang.side(&engine.spec().sides[side.index()]).to_owned();
            lang.say_with(
                "event-settled",
                &[("number", (seat.0 + 1).into()), ("side", side.into())],
            )
        }
        Event::Swapped => lang.say("event-swapped").into_owned(),
        Event::Refused { clause, .. } => {
            let clause = engine.clause(*clause).to_owned();
            lang.say_with("event-refused", &[("clause", clause.into())])
        }
    })
}
