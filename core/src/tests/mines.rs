//! Hazards under fog on a chess board of ten ranks.

use super::fixtures::*;
use crate::action::Action;
use crate::game::{Game, PlayError, UndoError};
use crate::hooks::Effects;
use crate::legal::Rules;
use crate::piece::Observer;
use crate::site::{Site, SiteSet};
use crate::spec::{AllFound, Exposed, Spec, SpecialSpec, TerrainSpec};
use crate::view::View;

pub(super) fn spec() -> Spec {
    let mut spec = chess();
    (spec.board.ranks, spec.quiet, spec.repetition) = (10, None, None);
    spec.endings.truncate(2);
    spec.board.regions = [
        ("second-rank".to_owned(), region(&["rank 2"], true)),
        ("last-rank".to_owned(), region(&["rank 10"], true)),
        ("fog".to_owned(), region(&["ranks 4-7"], false)),
    ]
    .into();
    spec.kinds[0].moves[0].betza = "mfWcfFimfnD".into();
    spec.promotion.as_mut().unwrap().into = vec!["queen".into()];
    spec.setup.start = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR".into();
    spec.terrain = Some(TerrainSpec {
        zone: "fog".into(),
        hazards: 4,
        immune: vec!["king".into()],
        clause: "mine".into(),
        ..TerrainSpec::default()
    });
    spec.specials = vec![SpecialSpec {
        name: "sapper".into(),
        clause: "sapper".into(),
        in_check: false,
        progress: false,
    }];
    spec.hooks.moves = vec!["pawn".into()];
    spec.hooks.landed = true;
    spec.hooks.acted = true;
    spec
}

fn ahead(view: &View<'_, 2>, at: Site, out: &mut Vec<Action>) {
    let up = if view.public().cell(at).side() == Some(crate::piece::Side(0)) {
        1
    } else {
        -1
    };
    if let (Some(to), true) = (
        view.tables().board.step(at, (0, up)),
        view.public().hazards_left > 0,
    ) {
        out.push(Action::special(0, at, to));
    }
}

fn landed(pos: &mut Effects<'_, 2>, at: Site) {
    let mut ring = pos.tables.board.around(at);
    ring.insert(at);
    pos.reveal(ring & pos.public().fog);
}

fn acted(pos: &mut Effects<'_, 2>, _: u8, _: Site, to: Site) {
    pos.defuse(SiteSet::of(to));
}

pub(super) fn rules(spec: Spec) -> Rules<2> {
    with_hooks(
        spec,
        Script {
            moves: Some(ahead),
            landed: Some(landed),
            acted: Some(acted),
            ..Script::default()
        },
    )
}

/// Everything of the zone under fog but the sites of `open`.
pub(super) fn game(rules: &Rules<2>, fen: &str, hazards: &str, open: &str) -> Game<2> {
    let mut setup = fen_setup(rules, fen);
    let sites =
        |text: &str| -> Vec<Site> { text.split_whitespace().map(|s| site(rules, s)).collect() };
    setup.hazards = Some(sites(hazards));
    let zone = rules.tables.board.parse_sites("ranks 4-7").unwrap();
    let open = sites(open);
    setup.fog = Some(zone.iter().filter(|s| !open.contains(s)).collect());
    start(rules, &setup)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn counts_agree_with_a_second_program() {
    let mut bare = spec();
    bare.hooks.moves = Vec::new();
    let rules = rules(bare);
    let perft = |hazards: &str, depth| {
        let game = game(&rules, START, hazards, "");
        let position = game.position(crate::position::Arbiter::assume());
        let history = crate::rules::repetition::History::new();
        rules
            .perft(position, &history, depth, crate::search::Unit::Turn)
            .unwrap()
    };
    assert_eq!([perft("", 1), perft("", 2), perft("", 3)], [20, 400, 8900]);
    if !cfg!(debug_assertions) {
        assert_eq!(perft("", 4), 197_863);
        assert_eq!(perft("c4 f5 b6 g7", 3), 8880);
    }
}

#[test]
fn sappers_count_too() {
    let rules = rules(spec());
    let game = game(&rules, START, "c4 f5 b6 g7", "");
    let position = game.position(crate::position::Arbiter::assume());
    let history = crate::rules::repetition::History::new();
    let perft = |depth| {
        rules
            .perft(position, &history, depth, crate::search::Unit::Turn)
            .unwrap()
    };
    assert_eq!([perft(1), perft(2), perft(3)], [28, 784, 23_156]);
}

#[test]
fn landing_lifts_one_ring_within_the_zone() {
    let rules = rules(spec());
    for (at, lifted) in [
        ("c3", "b4 c4 d4"),
        ("a4", "a4 b4 a5 b5"),
        ("h6", "g5 h5 g6 h6 g7 h7"),
        ("d8", "c7 d7 e7"),
        ("e2", ""),
    ] {
        let rank: usize = at[1..].parse().unwrap();
        let queen = format!("{}{}", &at[..1], if rank > 4 { 10 } else { 1 });
        let mut rows = vec!["8".to_owned(); 10];
        let file = usize::from(at.as_bytes()[0] - b'a');
        let mut cells = vec![".".to_owned(); 8];
        cells[file] = "Q".to_owned();
        rows[if rank > 4 { 0 } else { 9 }] = cells.concat();
        let mut game = game(&rules, &format!("{} w - -", rows.join("/")), "a7 c7", "");
        play(&mut game, &format!("{queen}{at}"));
        let names: Vec<String> = told(&game, Observer::Public)
            .iter()
            .filter_map(|e| match e {
                crate::event::Event::Lifted { at, .. } => {
                    Some(rules.tables.board.name(*at).to_owned())
                }
                _ => None,
            })
            .collect();
        assert_eq!(names.join(" "), lifted, "{at}");
    }
}

#[test]
fn numbers_do_not_wrap_round_the_edge() {
    let rules = rules(spec());
    let all: Vec<String> = (4..=7)
        .flat_map(|r| ('a'..='h').map(move |f| format!("{f}{r}")))
        .collect();
    let game = game(
        &rules,
        "4k3/8/8/8/8/8/8/8/8/4K3 w - -",
        "a4 h4 a7 h7",
        &all.join(" "),
    );
    let public = game.view(Observer::Public).public();
    let row = |rank: u8| -> String {
        (b'a'..=b'h')
            .map(|f| {
                let at = site(&rules, &format!("{}{rank}", f as char));
                if public.hazards_seen.contains(at) {
                    '*'
                } else {
                    char::from(b'0' + public.number(at))
                }
            })
            .collect()
    };
    let rows: Vec<String> = (4..=7).rev().map(row).collect();
    assert_eq!(rows, ["*100001*", "11000011", "11000011", "*100001*"]);
}

const EXPOSED: &str = "4r2k/8/8/8/8/8/R7/8/3P1P2/3QKB2 w - -";

#[test]
fn a_piece_lost_on_a_hidden_hazard_exposes_its_king() {
    let fen = EXPOSED
        .replace("R7", "8")
        .replace("8/8/3P1P2", "R7/8/3P1P2");
    for (exposed, ends) in [
        (Exposed::Loses, true),
        (Exposed::Stands, false),
        (Exposed::Refused, false),
    ] {
        let mut spec = spec();
        spec.check.as_mut().unwrap().exposed = exposed;
        let rules = rules(spec);
        let mut game = game(&rules, &fen, "e4 a7", "");
        assert_eq!(legal(&game), ["a4e4", "d1e2", "f1e2"]);
        let tried = attempt(&mut game, "a4e4");
        match exposed {
            Exposed::Refused => {
                assert!(matches!(tried, Err(PlayError::Refused(_))));
                assert_eq!(legal(&game), ["d1e2", "f1e2"]);
                let public = game.view(Observer::Public).public();
                assert_eq!(public.hazards_left, 2);
            }
            _ => {
                assert!(tried.is_ok());
                let over = ends.then(|| ("exposed".to_owned(), Some(1)));
                assert_eq!(outcome(&game), over);
            }
        }
        if exposed == Exposed::Stands {
            // The royal piece is not taken, and the check must be met.
            assert!(!legal(&game).contains(&"e10e1".into()));
            play(&mut game, "h10h9");
            assert_eq!(legal(&game), ["d1e2", "f1e2"]);
        }
    }
}

#[test]
fn a_visible_hazard_shelters_nobody() {
    let rules = rules(spec());
    let fen = EXPOSED
        .replace("R7", "8")
        .replace("8/8/3P1P2", "R7/8/3P1P2");
    let game = game(&rules, &fen, "e4 a7", "e4");
    assert_eq!(legal(&game), ["d1e2", "f1e2"]);
}

#[test]
fn a_visible_hazard_under_a_capture_opens_the_line() {
    let rules = rules(spec());
    // The rook on b5 would vanish with what it takes, and nothing would stand between queen and king.
    let game = game(&rules, "7k/8/8/4q3/8/1R2p3/8/8/8/4K3 w - -", "e5 a7", "e5");
    assert!(!legal(&game).contains(&"b5e5".into()));
}

#[test]
fn the_king_takes_no_harm_and_all_fog_lifts_with_the_last() {
    for (found, left) in [(AllFound::VisibleActive, 1), (AllFound::Dissolve, 0)] {
        let mut spec = spec();
        spec.terrain.as_mut().unwrap().all_found = found;
        let rules = rules(spec);
        let mut game = game(&rules, "k7/8/8/8/8/4K3/8/8/8/8 w - -", "e6 e7", "");
        play(&mut game, "e5e6");
        let public = game.view(Observer::Public).public();
        assert_eq!(look(&game, Observer::Public, "e6"), 'K');
        assert!(public.all_found && public.fog.is_empty());
        assert_eq!(public.hazards_left, left);
    }
}

#[test]
fn the_sapper_waits_while_in_check() {
    let rules = rules(spec());
    let free = game(&rules, "k7/8/8/8/8/8/P7/8/8/4K3 w - -", "a5", "");
    assert!(legal(&free).contains(&"a4*a5".into()));
    let checked = game(&rules, "k3r3/8/8/8/8/8/P7/8/8/4K3 w - -", "a5", "");
    assert!(!legal(&checked).contains(&"a4*a5".into()));
    let action = Action::special(0, site(&rules, "a4"), site(&rules, "a5"));
    let crate::explain::Explanation::Refused(refusal) =
        checked.explain(checked.turn(), action).unwrap()
    else {
        panic!()
    };
    assert_eq!(rules.tables.clauses.slug(refusal.clause), "sapper");
}

#[test]
fn castling_lands_both_pieces() {
    let mut spec = spec();
    spec.board
        .regions
        .insert("fog".into(), region(&["ranks 1-7"], false));
    let rules = rules(spec);
    let fen = "4k3/8/8/8/8/8/8/8/8/4K2R w K -";
    let mut setup = fen_setup(&rules, fen);
    let hazard = |at: &str| site(&rules, at);
    setup.hazards = Some(vec![hazard("f1"), hazard("g1"), hazard("a1")]);
    setup.fog = Some(
        rules
            .tables
            .board
            .parse_sites("ranks 1-7")
            .unwrap()
            .iter()
            .collect(),
    );
    let mut game = start(&rules, &setup);
    play(&mut game, "e1^h1");
    assert_eq!(look(&game, Observer::Public, "g1"), 'K');
    assert_eq!(look(&game, Observer::Public, "f1"), '.');
    assert_eq!(game.view(Observer::Public).public().hazards_left, 1);
}

#[test]
fn what_was_probed_is_not_taken_back() {
    let rules = rules(spec());
    // The site ahead holds nothing, which the seat now knows.
    let mut sapped = game(&rules, "k7/8/8/8/8/8/P7/8/8/4K3 w - -", "c5", "");
    play(&mut sapped, "a4*a5");
    assert_eq!(sapped.undo().unwrap_err(), UndoError::Revealed);
    let mut blind = spec();
    blind.hooks.landed = false;
    let rules = self::rules(blind);
    let mut walked = game(&rules, "k7/8/8/8/8/8/R7/8/8/4K3 w - -", "c5", "");
    play(&mut walked, "a4a5");
    assert_eq!(walked.undo().unwrap_err(), UndoError::Revealed);
    let mut open = game(&rules, "k7/8/8/8/8/8/R7/8/8/4K3 w - -", "c5", "");
    play(&mut open, "a4a3");
    assert!(open.undo().is_ok());
}
