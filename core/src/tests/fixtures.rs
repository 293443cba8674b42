//! Variants built by hand, and positions on them.

use std::sync::Arc;

use crate::action::{Action, Tag};
use crate::event::Event;
use crate::game::{Game, PlayError};
use crate::hooks::{Effects, EndVerdict, HookError, Hooks};
use crate::legal::Rules;
use crate::piece::{Cell, Kind, Observer, Piece, Seat, Side};
use crate::setup::{Setup, SetupCell, parse_rows};
use crate::site::Site;
use crate::spec::{
    CastlingSpec, CastlingWay, CheckSpec, EndThen, EndWhen, EndingSpec, KindSpec, MoveSpec,
    PromotionSpec, QuietSpec, RegionSpec, RepetitionSpec, Spec,
};
use crate::tables::Tables;
use crate::view::View;

pub(super) fn betza(text: &str) -> MoveSpec {
    MoveSpec {
        betza: text.into(),
        ..MoveSpec::default()
    }
}

pub(super) fn kind(name: &str, letter: char, count: u8, moves: &[&str]) -> KindSpec {
    KindSpec {
        name: name.into(),
        letter,
        count,
        moves: moves.iter().map(|m| betza(m)).collect(),
        ..KindSpec::default()
    }
}

pub(super) fn ending(when: EndWhen, then: EndThen, clause: &str) -> EndingSpec {
    EndingSpec {
        name: clause.into(),
        when,
        then,
        clause: clause.into(),
    }
}

pub(super) fn region(first: &[&str], mirror: bool) -> RegionSpec {
    RegionSpec {
        first: first.iter().map(|s| (*s).to_owned()).collect(),
        second: None,
        mirror,
    }
}

/// An empty variant of a size, its second side going down.
pub(super) fn bare(files: u8, ranks: u8) -> Spec {
    let mut spec = Spec::default();
    spec.board.files = files;
    spec.board.ranks = ranks;
    spec.sides[0].name = "first".into();
    spec.sides[1].name = "second".into();
    spec.sides[1].down = true;
    spec
}

/// Orthodox chess without draws but stalemate.
pub(super) fn chess() -> Spec {
    let mut spec = bare(8, 8);
    let mut pawn = kind("pawn", 'P', 8, &["mfWcefFimfnD"]);
    pawn.moves[0].initial = Some("second-rank".into());
    spec.kinds = vec![
        pawn,
        kind("knight", 'N', 2, &["N"]),
        kind("bishop", 'B', 2, &["B"]),
        kind("rook", 'R', 2, &["R"]),
        kind("queen", 'Q', 1, &["Q"]),
        kind("king", 'K', 1, &["K"]),
    ];
    spec.board.regions = [
        ("second-rank".to_owned(), region(&["rank 2"], true)),
        ("last-rank".to_owned(), region(&["rank 8"], true)),
    ]
    .into();
    spec.setup.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".into();
    spec.promotion = Some(PromotionSpec {
        kinds: vec!["pawn".into()],
        region: "last-rank".into(),
        into: ["queen", "rook", "bishop", "knight"].map(Into::into).into(),
        clause: "promotion".into(),
    });
    let way = |letter, corner: &str, royal_to: &str, corner_to: &str| CastlingWay {
        letter,
        royal: "e1".into(),
        corner: corner.into(),
        royal_to: royal_to.into(),
        corner_to: corner_to.into(),
    };
    spec.castling = Some(CastlingSpec {
        with: "rook".into(),
        ways: vec![way('K', "h1", "g1", "f1"), way('Q', "a1", "c1", "d1")],
        scripted: false,
        clause: "castling".into(),
    });
    spec.check = Some(CheckSpec {
        royal: "king".into(),
        clause: "check".into(),
        exposed_clause: "exposed".into(),
        ..CheckSpec::default()
    });
    spec.quiet = Some(QuietSpec {
        limit: Some(100),
        kinds: vec!["pawn".into()],
        clause: "quiet".into(),
        ..QuietSpec::default()
    });
    spec.repetition = Some(RepetitionSpec {
        claim: Some(3),
        automatic: Some(5),
        clause: "repetition".into(),
        ..RepetitionSpec::default()
    });
    spec.endings = vec![
        ending(EndWhen::Checkmate, EndThen::Loses, "mate"),
        ending(EndWhen::NoAction, EndThen::Draw, "stalemate"),
        ending(EndWhen::Quiet, EndThen::Draw, "quiet"),
        ending(EndWhen::Repetition, EndThen::Draw, "repetition"),
    ];
    spec
}

pub(super) fn compile<const W: usize>(spec: Spec) -> Rules<W> {
    let tables = Tables::compile(spec).unwrap_or_else(|e| panic!("{e:?}"));
    Rules {
        tables: Arc::new(tables),
        hooks: None,
    }
}

pub(super) fn with_hooks<const W: usize>(spec: Spec, hooks: impl Hooks<W> + 'static) -> Rules<W> {
    Rules {
        hooks: Some(Arc::new(hooks)),
        ..compile(spec)
    }
}

pub(super) fn setup<const W: usize>(rules: &Rules<W>, rows: &str) -> Setup {
    let mut setup = Setup::empty(&rules.tables);
    setup.cells = parse_rows(&rules.tables, &counted(rows)).unwrap_or_else(|e| panic!("{e}"));
    setup
}

/// Rows with runs of `.` written as numbers.
fn counted(rows: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for c in rows.chars().chain(['/']) {
        if c == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(c);
    }
    text.pop();
    text
}

/// Board, side to move (`w` or `b`), castling letters, en passant site.
pub(super) fn fen_setup<const W: usize>(rules: &Rules<W>, fen: &str) -> Setup {
    let mut parts = fen.split_whitespace();
    let mut setup = setup(rules, parts.next().unwrap());
    setup.turn = Seat(u8::from(parts.next() == Some("b")));
    let letters = parts.next().unwrap_or("-");
    let castling = rules.tables.castling.as_ref().unwrap();
    setup.unmoved = Some(
        Side::BOTH
            .iter()
            .flat_map(|s| castling.ways[s.index()].iter().map(move |w| (*s, w)))
            .filter(|(s, w)| {
                letters.contains(if s.0 == 0 {
                    w.letter
                } else {
                    w.letter.to_ascii_lowercase()
                })
            })
            .map(|(_, w)| w.corner)
            .collect(),
    );
    setup.en_passant = parts.next().filter(|t| *t != "-").map(|t| {
        let at = site(rules, t);
        let behind = if setup.turn.0 == 0 { -1 } else { 1 };
        (at, rules.tables.board.step(at, (0, behind)).unwrap())
    });
    setup.quiet = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    setup
}

pub(super) fn start<const W: usize>(rules: &Rules<W>, setup: &Setup) -> Game<W> {
    Game::new(rules.clone(), setup).unwrap_or_else(|e| panic!("{e:?}"))
}

pub(super) fn site<const W: usize>(rules: &Rules<W>, name: &str) -> Site {
    rules
        .tables
        .board
        .site(name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// An action as text: `a1b2`, with `=Q` to promote; `?a1` flips, `@a1` places, `a1*b2` acts, and words.
pub(super) fn write<const W: usize>(rules: &Rules<W>, action: Action) -> String {
    let name = |s| rules.tables.board.name(s);
    let letter = || {
        action.kind().map_or(String::new(), |k| {
            format!("={}", rules.tables.letter(Side(0), k))
        })
    };
    let (from, to) = (name(action.from()), name(action.to()));
    match action.tag() {
        Tag::Move => format!("{from}{to}{}", letter()),
        Tag::Flip => format!("?{to}"),
        Tag::Place => format!("@{to}"),
        Tag::Special => format!("{from}*{to}"),
        Tag::Castle => format!("{from}^{to}"),
        Tag::Choose => letter(),
        Tag::Pass => "pass".into(),
        Tag::Stop => "stop".into(),
        Tag::Swap => "swap".into(),
    }
}

pub(super) fn legal<const W: usize>(game: &Game<W>) -> Vec<String> {
    let mut list: Vec<String> = game
        .legal()
        .unwrap_or_else(|e| panic!("{e}"))
        .into_iter()
        .map(|a| write(game.rules(), a))
        .collect();
    list.sort();
    list
}

/// The legal actions whose text starts so.
pub(super) fn legal_of<const W: usize>(game: &Game<W>, start: &str) -> Vec<String> {
    legal(game)
        .into_iter()
        .filter(|t| t.starts_with(start))
        .collect()
}

pub(super) fn attempt<const W: usize>(game: &mut Game<W>, text: &str) -> Result<(), PlayError> {
    let all = game.legal().map_err(PlayError::Hook)?;
    let found = all.iter().find(|a| write(game.rules(), **a) == text);
    let action = *found.unwrap_or_else(|| panic!("{text} is not legal: {:?}", legal(game)));
    game.play(game.turn(), action).map(|_| ())
}

/// Plays actions that must succeed.
pub(super) fn play<const W: usize>(game: &mut Game<W>, actions: &str) {
    for text in actions.split_whitespace() {
        attempt(game, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    }
}

/// The clause that ended the game and the winner.
pub(super) fn outcome<const W: usize>(game: &Game<W>) -> Option<(String, Option<u8>)> {
    game.outcome().map(|o| {
        (
            game.rules().tables.clauses.slug(o.clause).to_owned(),
            o.winner.map(|s| s.0),
        )
    })
}

/// What the last step told an observer.
pub(super) fn told<const W: usize>(game: &Game<W>, observer: Observer) -> Vec<Event> {
    let step = game.steps().last().unwrap();
    Game::<W>::told_to(step, observer).cloned().collect()
}

/// Everything that an observer can get at: a view's sites and numbers, the public part, what it learned, legal
/// actions and explanations of every move, and all that it was told.
pub(super) fn seen<const W: usize>(game: &Game<W>, observer: Observer) -> String {
    let view = game.view(observer);
    let board = &game.rules().tables.board;
    let cells: Vec<Cell> = board.all().iter().map(|s| view.cell(s)).collect();
    let mut text = format!(
        "{:?} {:?} {:?} {:?}",
        view.public(),
        cells,
        view.learned(),
        view.unknown()
    );
    if let Observer::Seat(seat) = observer {
        let mut actions = Vec::new();
        game.rules().legal(&view, &mut actions).unwrap();
        text += &format!("{actions:?}");
        let sites: Vec<Site> = board.all().iter().collect();
        for (i, &from) in sites.iter().enumerate() {
            for step in [1, 9, 23] {
                let to = sites[(i + step) % sites.len()];
                let why = game.explain(seat, Action::moving(from, to, 0)).unwrap();
                text += &format!("{why:?}");
            }
        }
    }
    for step in game.steps() {
        text += &format!("{:?}", step.deed);
        for event in Game::<W>::told_to(step, observer) {
            text += &format!("{event:?}");
        }
    }
    text
}

/// The letter that an observer sees on a site: `.` for nothing, `?`, `X` or `x` for backs.
pub(super) fn look<const W: usize>(game: &Game<W>, observer: Observer, name: &str) -> char {
    let cell = game.view(observer).cell(site(game.rules(), name));
    match (cell.is_empty(), cell.side(), cell.kind()) {
        (true, ..) => '.',
        (_, None, _) => '?',
        (_, Some(side), Some(Kind::BACK)) => ['X', 'x'][side.index()],
        (_, Some(side), Some(kind)) => game.rules().tables.letter(side, kind),
        (_, Some(_), None) => '.',
    }
}

/// Lays the truth of hidden sites: `site=LETTER` words.
pub(super) fn lay<const W: usize>(rules: &Rules<W>, setup: &mut Setup, words: &str) {
    for word in words.split_whitespace() {
        let (at, letter) = word.split_once('=').unwrap();
        let letter = letter.chars().next().unwrap();
        let piece = Piece {
            side: Side(u8::from(letter.is_ascii_lowercase())),
            kind: rules.tables.kind_of_letter(letter).unwrap(),
        };
        match &mut setup.cells[site(rules, at).index()] {
            SetupCell::Down { truth, .. } => *truth = Some(piece),
            other => panic!("{at} is {other:?}"),
        }
    }
}

/// Hooks that do nothing; tests give the ones they need.
#[derive(Default)]
#[allow(clippy::type_complexity)]
pub(super) struct Script<const W: usize> {
    pub(super) moves: Option<fn(&View<'_, W>, Site, &mut Vec<Action>)>,
    pub(super) landed: Option<fn(&mut Effects<'_, W>, Site)>,
    pub(super) placed: Option<fn(&mut Effects<'_, W>, Site)>,
    pub(super) acted: Option<fn(&mut Effects<'_, W>, u8, Site, Site)>,
}

impl<const W: usize> Hooks<W> for Script<W> {
    fn moves(&self, view: &View<'_, W>, at: Site, out: &mut Vec<Action>) -> Result<(), HookError> {
        if let Some(f) = self.moves {
            f(view, at, out);
        }
        Ok(())
    }

    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        if let Some(f) = self.landed {
            f(effects, at);
        }
        Ok(())
    }

    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        if let Some(f) = self.placed {
            f(effects, at);
        }
        Ok(())
    }

    fn flipped(&self, _: &mut Effects<'_, W>, _: Site) -> Result<(), HookError> {
        Ok(())
    }

    fn acted(
        &self,
        effects: &mut Effects<'_, W>,
        id: u8,
        from: Site,
        to: Site,
    ) -> Result<(), HookError> {
        if let Some(f) = self.acted {
            f(effects, id, from, to);
        }
        Ok(())
    }

    fn ended(&self, _: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError> {
        Ok(None)
    }
}
