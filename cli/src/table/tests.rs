//! What a table promises: all or nothing is taken back, the clock with it, and time plays where a seat does not.

use std::path::Path;

use masque_core::clock::{Clock, ClockSpec};
use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use tempfile::TempDir;

use super::command::Command;
use super::testing::{HUMAN, PEOPLE, lay, loaded};
use super::*;

struct Place {
    table: Table,
    folder: TempDir,
}

fn place(variant: &str, players: [Player; 2], clock: Option<ClockSpec>) -> Place {
    place_at(variant, players, None, clock)
}

fn place_at(
    variant: &str,
    players: [Player; 2],
    position: Option<&str>,
    clock: Option<ClockSpec>,
) -> Place {
    let loaded = loaded(variant, &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let clock = clock.map(|spec| Clock::new(spec, 2).expect("a clock"));
    let mut table = lay(&loaded, players, position, clock, folder.path());
    table.begin(0).expect("a record");
    Place { table, folder }
}

fn play(table: &mut Table, text: &str, now: u64) {
    let seat = table.turn();
    let action = table.game().parse_action(seat, text).expect("an action");
    table.play(seat, action, false, now).expect("it is legal");
}

fn think(table: &mut Table) {
    let thinking = table.thinking().expect("a machine is to act");
    let choice = thinking.choose(&|_| true).expect("it has an action");
    let turn = table.turn();
    table
        .play(turn, choice.action, false, 0)
        .expect("it is legal");
}

fn record(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("game.masque")).expect("a record")
}

#[test]
fn a_machines_answer_goes_back_with_what_it_answers() {
    let mut place = place("chess", HUMAN, None);
    let table = &mut place.table;
    let before = table.observe(Observer::Public).text;
    play(table, "e2e4", 0);
    think(table);
    let news = table.undo(0).expect("nothing was revealed");
    assert!(matches!(news[..], [News::Undone(2)]), "{news:?}");
    assert_eq!(table.observe(Observer::Public).text, before);
    assert_eq!(table.done().len(), 0);
    assert!(matches!(
        table.undo(0),
        Err(Refusal::Undo(UndoError::Start))
    ));
}

#[test]
fn where_a_part_cannot_go_back_nothing_does() {
    let mut place = place("banqi", HUMAN, None);
    let table = &mut place.table;
    play(table, "flip a1", 0);
    think(table);
    let (done, generation) = (table.done().len(), table.generation());
    let (position, kept) = (
        table.observe(Observer::Seat(Seat(0))),
        record(place.folder.path()),
    );
    assert!(matches!(
        table.undo(0),
        Err(Refusal::Undo(UndoError::Revealed))
    ));
    assert_eq!((table.done().len(), table.generation()), (done, generation));
    assert_eq!(table.observe(Observer::Seat(Seat(0))), position);
    assert_eq!(record(place.folder.path()), kept);
}

#[test]
fn an_offer_goes_back_with_its_answer() {
    let mut place = place("chess", HUMAN, None);
    let table = &mut place.table;
    table
        .act(Seat(0), Act::Offer, 0)
        .expect("it may be offered");
    assert_eq!(table.done().len(), 2, "the machine declines at once");
    table.undo(0).expect("nothing was revealed");
    assert_eq!(table.done().len(), 0);
}

#[test]
fn the_clock_goes_back_to_what_it_showed() {
    let spec = ClockSpec {
        main: Some(60_000),
        ..ClockSpec::default()
    };
    let mut place = place("chess", PEOPLE, Some(spec));
    let table = &mut place.table;
    let left = |table: &Table, now, seat| {
        let clock = table.clock().expect("a clock");
        clock.remaining(now, seat).and_then(|left| left.main)
    };
    play(table, "e2e4", 10_000);
    play(table, "e7e5", 15_000);
    table.undo(20_000).expect("nothing was revealed");
    // The second seat thinks on with what it had left, and the first is not charged for its thought.
    assert_eq!(table.turn(), Seat(1));
    assert_eq!(table.clock().and_then(Clock::seat), Some(1));
    assert_eq!(left(table, 20_000, 0), Some(50_000));
    assert_eq!(left(table, 20_000, 1), Some(55_000));
    assert_eq!(left(table, 22_000, 1), Some(53_000));
}

#[test]
fn what_the_clock_did_stays() {
    let spec = ClockSpec {
        per_move: Some(1_000),
        ..ClockSpec::default()
    };
    let mut place = place("chess", PEOPLE, Some(spec));
    let table = &mut place.table;
    play(table, "e2e4", 500);
    table.tick(1_400).expect("a record");
    assert_eq!(table.done().len(), 1, "there is time left");
    table.tick(1_600).expect("a record");
    assert_eq!(table.done().len(), 2);
    assert!(table.done()[1].automatic);
    assert!(matches!(table.undo(1_600), Err(Refusal::Clocked)));
    assert_eq!(table.done().len(), 2);
}

#[test]
fn earlier_positions_are_what_was_seen_then() {
    let mut place = place("junqi-setup", PEOPLE, None);
    let table = &mut place.table;
    let style = Style::choose(false, false);
    let all = |table: &Table, deeds| Observer::ALL.map(|o| table.earlier(deeds, o, &style));
    let mut seen = vec![all(table, 0)];
    for _ in 0..12 {
        let legal = table.legal(table.turn()).expect("no hook fails");
        let turn = table.turn();
        table.play(turn, legal[0], false, 0).expect("it is legal");
        seen.push(all(table, usize::MAX));
    }
    for (deeds, then) in seen.iter().enumerate() {
        assert_eq!(all(table, deeds), *then, "after {deeds} deeds");
    }
}

#[test]
fn nobody_is_told_what_the_other_seat_may_do() {
    let mut place = place("junqi-setup", PEOPLE, None);
    let table = &mut place.table;
    let [own, other] = [table.turn(), table.turn().other()];
    assert!(!table.legal(own).expect("no hook fails").is_empty());
    assert!(table.legal(other).expect("no hook fails").is_empty());
    for command in ["moves", "moves b11"] {
        let reply = table.answer(other, &Command::read(command), 0);
        let lines = reply.expect("a record").lines;
        assert_eq!(lines, ["It is not your turn."], "{command}");
    }
    // Nor is there anything to do once it is over.
    table.act(own, Act::Resign, 0).expect("it may resign");
    for command in ["moves", "a1a2"] {
        let reply = table.answer(own, &Command::read(command), 0);
        let lines = reply.expect("a record").lines;
        assert_eq!(
            lines,
            ["That is not possible: the game is over."],
            "{command}"
        );
    }
}

#[test]
fn what_is_taken_back_begins_with_an_action() {
    let mut place = place("chess", PEOPLE, None);
    let table = &mut place.table;
    let undone = |news: Vec<News>| match news[..] {
        [News::Undone(count)] => count,
        _ => panic!("{news:?}"),
    };
    table.act(Seat(0), Act::Offer, 0).expect("it may offer");
    assert_eq!(undone(table.undo(0).expect("nothing was revealed")), 1);
    play(table, "e2e4", 0);
    table.act(Seat(1), Act::Offer, 0).expect("it may offer");
    table.act(Seat(0), Act::Decline, 0).expect("it may decline");
    assert_eq!(undone(table.undo(0).expect("nothing was revealed")), 3);
    assert!(table.done().is_empty());
}

#[test]
fn a_deed_is_done_only_as_it_is_written() {
    for line in ["resign now", "undo 3", "draw?", "quit it"] {
        assert_eq!(Command::read(line), Command::Action(line.to_owned()));
    }
    assert_eq!(Command::read("resign"), Command::Act(Act::Resign));
}

#[test]
fn a_game_that_ends_is_closed_by_the_deed_that_ends_it() {
    let mut place = place("chess", PEOPLE, None);
    let table = &mut place.table;
    let news = table.act(Seat(0), Act::Resign, 0).expect("it may resign");
    assert!(
        matches!(news[..], [News::Done(_), News::Over(_)]),
        "{news:?}"
    );
    let record = record(place.folder.path());
    assert!(record.contains("result"), "{record}");
}

#[test]
fn what_may_be_several_actions_lists_them() {
    let position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut place = place_at("chess", PEOPLE, Some(position), None);
    let table = &mut place.table;
    let typed = Command::read("a7a8");
    let reply = table.answer(Seat(0), &typed, 0).expect("a record");
    let lines = reply.lines.join("\n");
    assert!(lines.starts_with("`a7a8` may be any of: "), "{lines}");
    for choice in [
        "`a7a8=Q` (queen)",
        "`a7a8=R` (rook)",
        "`a7a8=B` (bishop)",
        "`a7a8=N` (knight)",
    ] {
        assert!(lines.contains(choice), "{lines}");
    }
    assert_eq!((reply.choices.len(), table.done().len()), (4, 0));
}

#[test]
fn a_lost_disguise_is_told_as_looks_and_its_kind_to_who_knows_it() {
    // What looks like a rook on a8 is a knight, and what looks like a rook on h8 is a bishop.
    let position = "r~(N)6r~(B)/4k3/8/8/8/8/8/R3K3 w - - 0 1";
    let mut place = place_at("hidden-chess", PEOPLE, Some(position), None);
    let table = &mut place.table;
    play(table, "a1a8", 0);
    let said = |table: &Table, observer| {
        let done = table.done().last().expect("a deed");
        table.say_done(done, observer).expect("words")
    };
    let looks = "White: a1xa8; the hidden piece that looked like a Black rook on a8 is captured";
    let kind = "; what was lost on a8 was a Black knight";
    assert_eq!(
        said(table, Observer::Seat(Seat(0))),
        format!("{looks}{kind}")
    );
    for observer in [Observer::Seat(Seat(1)), Observer::Public] {
        assert_eq!(said(table, observer), looks);
    }
    // The lists say the same.
    let listed = |table: &Table, observer| table.pieces(observer).join("\n");
    let known = listed(table, Observer::Seat(Seat(0)));
    assert!(
        known.contains("known to you alone: Black knight x1"),
        "{known}"
    );
    assert!(!known.contains("unseen"), "{known}");
    for observer in [Observer::Seat(Seat(1)), Observer::Public] {
        let unknown = listed(table, observer);
        assert!(unknown.contains("unseen: Black x1"), "{unknown}");
        assert!(!unknown.contains("known to you"), "{unknown}");
    }
    // What shows itself is no disguise any more, and what stood open never was.
    play(table, "h8xa8", 0);
    assert_eq!(
        said(table, Observer::Public),
        "Black: h8xa8; the White rook on a8 is captured; a8 is a Black bishop"
    );
}
