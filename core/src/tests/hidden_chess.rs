//! Chess whose pieces look like what starts on their squares.

use super::fixtures::*;
use crate::event::Event;
use crate::game::{Game, UndoError};
use crate::legal::Rules;
use crate::piece::{Observer, Seat};
use crate::position::Arbiter;
use crate::rules::repetition::History;
use crate::search::Unit;
use crate::spec::{DealSpec, Face, HiddenTarget, Spec, Tells};

pub(super) fn spec() -> Spec {
    let mut spec = chess();
    spec.setup.deal = DealSpec::OwnHome {
        except: vec!["king".into()],
    };
    spec.hidden.face = Face::Home;
    spec.hidden.reveal_on_move = true;
    spec.hidden.reveal_at_end = true;
    spec.hidden.capture_tells = Tells::Capturer;
    spec.capture.hidden = HiddenTarget::Take;
    spec.quiet.as_mut().unwrap().reveal = true;
    spec.acts.resign = Some("resign".into());
    spec
}

fn rules() -> Rules<1> {
    compile(spec())
}

pub(super) fn game(rules: &Rules<1>, fen: &str, truth: &str) -> Game<1> {
    let mut setup = fen_setup(rules, fen);
    lay(rules, &mut setup, truth);
    start(rules, &setup)
}

fn perft(game: &Game<1>, depth: u32, unit: Unit) -> u64 {
    let position = game.position(Arbiter::assume());
    game.rules()
        .perft(position, &History::new(), depth, unit)
        .unwrap()
}

const HOMES: &str =
    "r~n~b~q~kb~n~r~/p~p~p~p~p~p~p~p~/8/8/8/8/P~P~P~P~P~P~P~P~/R~N~B~Q~KB~N~R~ w KQkq -";

fn whole(back: &str, second: &str) -> String {
    let mut words = Vec::new();
    for (i, file) in ('a'..='h').enumerate() {
        if file != 'e' {
            let letter = back.as_bytes()[i] as char;
            words.push(format!(
                "{file}1={letter} {file}8={}",
                letter.to_ascii_lowercase()
            ));
        }
        let letter = second.as_bytes()[i] as char;
        words.push(format!(
            "{file}2={letter} {file}7={}",
            letter.to_ascii_lowercase()
        ));
    }
    words.join(" ")
}

#[test]
fn the_identity_shuffle_is_orthodox_chess() {
    let rules = rules();
    let same = game(&rules, HOMES, &whole("RNBQ.BNR", "PPPPPPPP"));
    let depth = if cfg!(debug_assertions) { 3 } else { 4 };
    let counts = [20, 400, 8902, 197_281];
    for d in 1..=depth {
        assert_eq!(perft(&same, d, Unit::Turn), counts[d as usize - 1]);
    }
    let pawns = game(&rules, HOMES, &whole("PPPP.PPP", "RNBQBNRP"));
    let counts = [20, 400, 10_972, 296_256];
    for d in 1..=depth {
        assert_eq!(perft(&pawns, d, Unit::Turn), counts[d as usize - 1]);
    }
}

#[test]
fn castling_shows_the_corner_piece_and_promotion_is_asked_after() {
    let rules = rules();
    let mut game = game(&rules, "4k3/8/8/8/8/8/8/R~3K2R~ w KQ -", "a1=P h1=B");
    assert_eq!(perft(&game, 1, Unit::Action), 26);
    assert_eq!(perft(&game, 1, Unit::Turn), 29);
    play(&mut game, "e1^a1");
    assert_eq!(look(&game, Observer::Public, "d1"), 'P');
    play(&mut game, "e8e7");
    assert_eq!(legal_of(&game, "d1"), ["d1d2"]);
    play(&mut game, "d1d2 e7e8");
    assert_eq!(legal_of(&game, "d2"), ["d2d3", "d2d4"]);
}

#[test]
fn a_pawn_that_shows_itself_on_the_last_rank_chooses_at_once() {
    let rules = rules();
    let mut one = game(&rules, "8/8/8/7k/8/8/8/R~3K3 w - -", "a1=P");
    assert_eq!(
        (perft(&one, 1, Unit::Action), perft(&one, 1, Unit::Turn)),
        (15, 18)
    );
    play(&mut one, "a1a8");
    assert_eq!(one.turn(), Seat(0));
    assert_eq!(legal(&one), ["=B", "=N", "=Q", "=R"]);
    play(&mut one, "=N");
    assert_eq!(
        (look(&one, Observer::Public, "a8"), one.turn()),
        ('N', Seat(1))
    );
}

#[test]
fn only_a_real_pawn_is_captured_in_passing_and_only_at_once() {
    let rules = rules();
    for (truth, moves) in [("d7=p", vec!["e5d6", "e5e6"]), ("d7=n", vec!["e5e6"])] {
        let mut game = game(&rules, "4k3/3p~4/8/4P3/8/8/8/4K3 b - -", truth);
        play(&mut game, "d7d5");
        assert_eq!(legal_of(&game, "e5"), moves, "{truth}");
        play(&mut game, "e1e2 e8e7");
        assert_eq!(legal_of(&game, "e5"), ["e5e6"]);
    }
    // A chariot's face that goes two and is a pawn after all has not stepped as a pawn.
    let mut game = game(&rules, "4k3/r~7/8/1P6/8/8/8/4K3 b - -", "a7=p");
    play(&mut game, "a7a5");
    assert_eq!(legal_of(&game, "b5"), ["b5b6"]);
}

#[test]
fn a_pawn_from_the_back_rank_steps_twice_and_is_captured_in_passing() {
    let rules = rules();
    let mut game = game(&rules, "4k3/8/8/8/3p4/8/2P5/4K3 w - -", "");
    play(&mut game, "c2c4");
    assert!(legal(&game).contains(&"d4c3".into()));
}

#[test]
fn only_the_capturer_learns_what_it_took_until_the_end() {
    let rules = rules();
    let mut game = game(&rules, "r~3k3/8/8/8/8/8/8/R3K3 w - -", "a8=n");
    play(&mut game, "a1a8");
    let tells = |game: &Game<1>, who| {
        told(game, who)
            .iter()
            .any(|e| matches!(e, Event::Identity { .. }))
    };
    assert!(tells(&game, Observer::Seat(Seat(0))));
    assert!(!tells(&game, Observer::Seat(Seat(1))) && !tells(&game, Observer::Public));
    assert_eq!(game.view(Observer::Seat(Seat(0))).learned()[1][1], 1);
    assert_eq!(game.view(Observer::Seat(Seat(1))).learned(), [[0; 32]; 2]);
    let public = game.view(Observer::Public).public();
    assert_eq!((public.lost[1], public.lost_hidden), ([0; 32], [0, 1]));
    game.act(Seat(1), crate::action::Act::Resign).unwrap();
    let public = game.view(Observer::Public).public();
    assert_eq!((public.lost[1][1], public.lost_hidden), (1, [0, 0]));
    assert_eq!(game.undo().unwrap_err(), UndoError::Revealed);
}

#[test]
fn a_corner_piece_that_shows_has_moved() {
    let rules = rules();
    let setup = setup(&rules, "4k3/8/8/8/8/8/8/R3K2R~");
    let mut setup = setup;
    lay(&rules, &mut setup, "h1=R");
    let game = start(&rules, &setup);
    assert_eq!(legal_of(&game, "e1^"), ["e1^h1"]);
}

#[test]
fn reveals_reset_the_quiet_count() {
    let rules = rules();
    let mut game = game(&rules, "4k3/8/8/8/8/8/8/R~3K3 w - - 50", "a1=R");
    play(&mut game, "e1e2");
    assert_eq!(game.view(Observer::Public).public().quiet, 51);
    play(&mut game, "e8e7 a1a2");
    assert_eq!(game.view(Observer::Public).public().quiet, 0);
}

#[test]
fn a_hidden_piece_needs_no_arrival_to_take_its_first_step() {
    let mut spec = spec();
    spec.kinds[0].moves[0].just_arrived = true;
    let rules = compile::<1>(spec);
    let mut game = game(&rules, "4k3/8/8/8/8/8/P~7/2P1K3 w - -", "a2=P");
    assert_eq!(legal_of(&game, "a2"), ["a2a3", "a2a4"]);
    play(&mut game, "c1c2 e8e7");
    assert_eq!(legal_of(&game, "c2"), ["c2c3", "c2c4"]);
    play(&mut game, "e1e2 e7e8");
    assert_eq!(legal_of(&game, "c2"), ["c2c3"]);
}

#[test]
fn a_first_step_that_will_lapse_tells_positions_apart() {
    let key = crate::spec::RepetitionKey::Full;
    for (lapses, occurrences) in [(false, 2), (true, 1)] {
        let mut spec = chess();
        spec.kinds[0].moves[0].just_arrived = lapses;
        let rules = compile::<1>(spec);
        let mut game = game(&rules, "4k3/8/8/8/8/8/8/2P1K3 w - -", "");
        play(&mut game, "c1c2 e8e7 e1e2 e7e8 e2e1 e8e7");
        assert_eq!(game.history().occurrences(key), occurrences);
    }
}
