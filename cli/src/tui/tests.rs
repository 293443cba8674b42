//! Screens without a terminal: every shipped variant at two sizes, the curtain, menus, and what must not be seen.

use std::path::Path;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Dice, Seed, Stream};
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};
use tempfile::TempDir;

use super::book::Book;
use super::game::{Game, Overlay, Tab};
use super::page::Page;
use super::palette::Palette;
use super::placement::Placement;
use super::replay::{Recorded, Replay};
use super::settings::Settings;
use super::{keys, text, view};
use crate::lang::Lang;
use crate::opponents::Player;
use crate::table::testing::{HUMAN, PEOPLE, lay, loaded, shipped};

pub(super) const SETTINGS: Settings = Settings {
    palette: Palette::Default,
    native: false,
    ascii: false,
    lang: Lang::ENGLISH,
};

/// A game and the folder that its record lies in.
pub(super) struct Place {
    pub(super) game: Game,
    _folder: TempDir,
}

/// A game of a variant dealt from a number, with random plies played by both seats.
pub(super) fn after(variant: &str, players: [Player; 2], plies: usize) -> Place {
    let mut place = set_up(variant, None, players);
    let table = &mut place.game.table;
    let mut dice = Seed::from_u64(5).stream(Stream::Bot(0));
    for _ in 0..plies {
        if table.outcome().is_some() {
            break;
        }
        let legal = table.legal(table.turn()).expect("no hook fails");
        let action = *dice.choose(&legal).expect("an action");
        let turn = table.turn();
        table.play(turn, action, false, 0).expect("it is legal");
    }
    place
}

/// A game of a variant from a position.
pub(super) fn at(variant: &str, position: &str, players: [Player; 2]) -> Place {
    set_up(variant, Some(position), players)
}

fn set_up(variant: &str, position: Option<&str>, players: [Player; 2]) -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let table = lay(
        &loaded(variant, &[]),
        players,
        position,
        None,
        folder.path(),
    );
    Place {
        game: Game::new(table, Book::default(), SETTINGS, None),
        _folder: folder,
    }
}

/// What stands on the screen, line by line.
pub(super) fn screen(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let area = *buffer.area();
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut skip = 0;
        for x in area.left()..area.right() {
            let symbol = buffer[(x, y)].symbol();
            // The second column of a wide character holds nothing.
            if skip == 0 {
                line.push_str(symbol);
                skip = masque_core::notation::diagram::width(symbol).max(1);
            }
            skip -= 1;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

pub(super) fn terminal(width: u16, height: u16) -> Terminal<TestBackend> {
    Terminal::new(TestBackend::new(width, height)).expect("a terminal")
}

/// What stands on a screen of a size after it was drawn.
fn painted((width, height): (u16, u16), paint: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = terminal(width, height);
    terminal.draw(paint).expect("it is drawn");
    screen(&terminal)
}

pub(super) fn shown(game: &mut Game, size: (u16, u16)) -> String {
    painted(size, |frame| view::game(game, frame, 0))
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

pub(super) fn press(game: &mut Game, code: KeyCode) {
    game.event(&key(code), 0).expect("the record is written");
    // The next key finds what this one led to drawn.
    shown(game, (80, 24));
}

pub(super) fn type_line(game: &mut Game, text: &str) {
    press(game, KeyCode::Char(':'));
    for c in text.chars() {
        press(game, KeyCode::Char(c));
    }
    press(game, KeyCode::Enter);
}

fn click(game: &mut Game, at: (u16, u16)) {
    let event = Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: at.0,
        row: at.1,
        modifiers: KeyModifiers::NONE,
    });
    game.event(&event, 0).expect("the record is written");
    shown(game, (80, 24));
}

pub(super) const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

#[test]
fn every_variant_has_its_screen() {
    for loaded in shipped() {
        let id = &loaded.id;
        let title = loaded
            .engine
            .spec()
            .title
            .get("en")
            .cloned()
            .unwrap_or_default();
        let mut place = after(id, HUMAN, 12);
        for size in SIZES {
            let screen = shown(&mut place.game, size);
            assert!(screen.contains(&title), "{id}:\n{screen}");
            insta::assert_snapshot!(format!("{id}-{}x{}", size.0, size.1), screen);
        }
    }
}

/// Puts the cursor on a site.
pub(super) fn go(game: &mut Game, site: &str) {
    game.cursor = game.table.engine().site(site).expect("a site");
}

/// Chooses a site with the keyboard.
pub(super) fn choose(game: &mut Game, site: &str) {
    go(game, site);
    press(game, KeyCode::Enter);
}

pub(super) fn items(game: &Game) -> Vec<String> {
    match &game.overlay {
        Overlay::Menu(menu) => menu.items.iter().map(|(text, _)| text.clone()).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn played(game: &Game) -> Vec<&str> {
    game.table.done().iter().map(|d| d.text.as_str()).collect()
}

#[test]
fn a_window_that_is_too_small_says_what_is_needed() {
    let mut place = after("chess", HUMAN, 0);
    for size in [(79, 24), (80, 23), (40, 10)] {
        let screen = shown(&mut place.game, size);
        assert!(screen.contains("80x24"), "{screen}");
        assert!(
            screen.contains(&format!("{}x{}", size.0, size.1)),
            "{screen}"
        );
        assert!(!screen.contains("Chess"), "{screen}");
    }
    assert!(shown(&mut place.game, (80, 24)).contains("Chess"));
}

#[test]
fn no_size_is_too_much_for_it() {
    for id in [
        "go",
        "hex",
        "junqi-setup",
        "minesweeper-chess",
        "tic-tac-toe",
    ] {
        let mut place = after(id, HUMAN, 6);
        for (width, height) in [
            (1, 1),
            (2, 50),
            (60, 2),
            (80, 24),
            (81, 25),
            (100, 34),
            (133, 33),
            (250, 70),
        ] {
            for overlay in [
                Overlay::None,
                Overlay::Page(Page::Help(3)),
                Overlay::Page(Page::Book(None)),
            ] {
                place.game.overlay = overlay;
                shown(&mut place.game, (width, height));
                place.game.overlay = Overlay::None;
            }
            press_menu(&mut place.game);
            shown(&mut place.game, (width, height));
            place.game.overlay = Overlay::None;
        }
    }
}

fn press_menu(game: &mut Game) {
    game.event(&key(KeyCode::Char(' ')), 0)
        .expect("the record is written");
}

#[test]
fn keys_play_and_ask_where_several_actions_fit() {
    let text = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut place = at("chess", text, HUMAN);
    let game = &mut place.game;
    choose(game, "a7");
    assert_eq!(game.chosen(), game.table.engine().site("a7"));
    choose(game, "a8");
    assert_eq!(items(game).len(), 4);
    press(game, KeyCode::Down);
    press(game, KeyCode::Enter);
    assert_eq!(played(game).len(), 1);
    assert!(played(game)[0].starts_with("a7a8="), "{:?}", played(game));
    // Castling by the site that the royal piece goes to, as chess players choose it.
    let mut place = at("chess", text, HUMAN);
    let game = &mut place.game;
    choose(game, "e1");
    choose(game, "g1");
    assert_eq!(played(game), ["O-O"]);
}

#[test]
fn the_mouse_plays_too() {
    let mut place = after("banqi", HUMAN, 0);
    let game = &mut place.game;
    shown(game, (80, 24));
    let hidden = game.table.engine().site("c3").expect("a site");
    let chart = game.areas.chart.clone().expect("a board");
    let (_, drawing) = game.look();
    let found = (0..24)
        .flat_map(|y| (0..80).map(move |x| (x, y)))
        .find(|at| chart.hit((*at).into(), &drawing) == Some(hidden))
        .expect("c3 is on the screen");
    click(game, found);
    assert_eq!(played(game), ["flip c3"]);
    let (area, tab) = game.areas.tabs[2];
    click(game, (area.x + 1, area.y));
    assert_eq!((game.tab, tab), (Tab::Pieces, Tab::Pieces));
}

#[test]
fn what_is_refused_names_its_clause_and_the_rules_open_there() {
    let mut place = after("chess", HUMAN, 0);
    let game = &mut place.game;
    game.book =
        Book::new("# Chess\n\nWords.\n\n### Rooks {#rook}\n\nRooks go straight.\n".to_owned());
    choose(game, "a1");
    // Nothing can be done with the rook yet.
    let said: Vec<String> = game.heard().map(|m| m.text.to_owned()).collect();
    assert_eq!(
        said,
        ["White rook on a1 has no action now (clause rook-moves)."]
    );
    // It is said once, however often it is asked.
    choose(game, "a1");
    assert_eq!(game.heard().count(), 1);
    type_line(game, "why a1b3");
    let clause = game.clause.clone().expect("a clause");
    game.book = Book::new(format!("# Chess\n\n### Here {{#{clause}}}\n\nThe words.\n"));
    press(game, KeyCode::Char('R'));
    let screen = shown(game, (80, 24));
    assert!(
        screen.contains("Here") && screen.contains("The words."),
        "{screen}"
    );
    press(game, KeyCode::Esc);
    assert_eq!(game.overlay, Overlay::None);
}

#[test]
fn what_cannot_be_chosen_says_what_is_true_of_it() {
    let last = |game: &Game| {
        let last = game.heard().next_back().map(|m| m.text.to_owned());
        last.expect("a message")
    };
    // Black's bishop pins the knight; nothing keeps the king where it is.
    let mut place = at("chess", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", HUMAN);
    let game = &mut place.game;
    for (site, said) in [
        (
            "d2",
            "White knight on d2 has no action now: the royal piece would be left attacked (clause check).",
        ),
        (
            "b4",
            "b4: nothing of yours stands there to do it (clause own-pieces).",
        ),
        (
            "a5",
            "a5: nothing of yours stands there to do it (clause own-pieces).",
        ),
    ] {
        choose(game, site);
        assert_eq!(last(game), said);
        assert_eq!(game.selected, None);
    }
    // The lines say the same of a piece.
    type_line(game, "moves d2");
    assert!(last(game).starts_with("White knight on d2 has no action now: "));
    // Discs fall: nothing is placed above an empty site.
    let mut place = after("connect-four", HUMAN, 0);
    let game = &mut place.game;
    choose(game, "a4");
    assert!(
        last(game).starts_with("a4: nothing may be placed there"),
        "{}",
        last(game)
    );
    type_line(game, "moves a4");
    assert!(
        last(game).starts_with("a4: nothing may be placed there"),
        "{}",
        last(game)
    );
    // What is turned up in banqi and shut in by what it may not capture.
    let mut place = after("banqi", HUMAN, 0);
    let game = &mut place.game;
    choose(game, "a1");
    let done = game.table.done().len();
    assert_eq!(done, 1);
    while game.actor().is_none() {
        game.tick(0).expect("a record");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let seat = Seat(0);
    let own = game
        .table
        .game()
        .side_of(seat)
        .expect("the colours are settled");
    let own = game.table.engine().spec().sides[own.index()].name.clone();
    let legal = game.table.legal(game.table.turn()).expect("no hook fails");
    let seen = game.table.observe(Observer::Seat(seat));
    let shut_in = seen.sites.iter().find(|s| {
        let site = game.table.engine().site(&s.site).expect("a site");
        s.piece.as_ref().is_some_and(|p| p.side == own) && legal.iter().all(|a| a.from() != site)
    });
    let site = shut_in.expect("a1 among hidden pieces").site.clone();
    choose(game, &site);
    let said = format!(
        " on {site} has no action now: it may capture nothing that it could reach (clause dark-capture)."
    );
    assert!(last(game).ends_with(&said), "{}", last(game));
}

#[test]
fn a_promotion_typed_without_its_kind_asks_which() {
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut place = at("chess", text, HUMAN);
    let game = &mut place.game;
    choose(game, "a7");
    choose(game, "a8");
    let by_cursor = items(game);
    assert_eq!(by_cursor.len(), 4);
    press(game, KeyCode::Esc);
    type_line(game, "a7a8");
    assert_eq!(items(game), by_cursor);
    press(game, KeyCode::Char('2'));
    let chosen = by_cursor[1].split(' ').next();
    assert_eq!(played(game).first().copied(), chosen);
}

#[test]
fn only_what_can_be_claimed_is_offered_to_be_claimed() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    let claim = SETTINGS.word(text::ITEM_CLAIM);
    let offered = |game: &mut Game| {
        press(game, KeyCode::Char(' '));
        let offered = items(game).contains(&claim);
        press(game, KeyCode::Esc);
        offered
    };
    for action in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        assert!(!offered(game), "before {action}");
        type_line(game, action);
    }
    assert!(offered(game), "the start has come three times");
}

#[test]
fn a_page_says_where_it_goes_on_and_the_clock_stays_in_sight() {
    let clock = masque_core::clock::ClockSpec {
        per_move: Some(50_000),
        ..Default::default()
    };
    let clock = masque_core::clock::Clock::new(clock, 2).expect("a clock");
    let loaded = loaded("chess", &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let table = lay(&loaded, HUMAN, None, Some(clock), folder.path());
    let book = crate::play::rulebook(&loaded.name, Lang::ENGLISH);
    let mut game = Game::new(table, book, SETTINGS, None);
    game.begin(0).expect("a record");
    let frame = |game: &mut Game| {
        let screen = shown(game, (80, 24));
        let head = screen.lines().find(|line| line.contains('┌'));
        assert!(
            head.is_some_and(|line| line.contains("White: move 50 s")),
            "{screen}"
        );
        let foot = screen.lines().rfind(|line| line.contains('└'));
        foot.expect("a frame").to_owned()
    };
    for key in ['?', 'R'] {
        press(&mut game, KeyCode::Char(key));
        let foot = frame(&mut game);
        assert!(foot.contains(" ▼ lines 1 to 22 of "), "{foot}");
        press(&mut game, KeyCode::Down);
        let foot = frame(&mut game);
        assert!(foot.contains("▲▼ lines 2 to 23 of "), "{foot}");
        press(&mut game, KeyCode::End);
        let foot = frame(&mut game);
        assert!(foot.contains("▲  lines "), "{foot}");
        press(&mut game, KeyCode::Esc);
    }
    // Where all is in view, there is nothing to say.
    press(&mut game, KeyCode::Char('?'));
    let screen = shown(&mut game, (120, 60));
    assert!(
        screen.contains("Keys") && !screen.contains("lines 1"),
        "{screen}"
    );
}

#[test]
fn every_command_of_the_lines_can_be_typed() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    type_line(game, "e2e4");
    type_line(game, "e7e5");
    assert_eq!(played(game), ["e2e4", "e7e5"]);
    type_line(game, "undo");
    assert_eq!(played(game), ["e2e4"]);
    type_line(game, "moves e7");
    type_line(game, "draw");
    assert_eq!(played(game), ["e2e4", "offer"]);
    type_line(game, "pieces");
    assert_eq!(game.tab, Tab::Pieces);
    type_line(game, "help");
    assert_eq!(game.overlay, Overlay::Page(Page::Help(0)));
    press(game, KeyCode::Esc);
    type_line(game, "resign");
    assert!(game.table.outcome().is_some());
    type_line(game, "quit");
    assert!(game.requests.leave);
}

#[test]
fn earlier_positions_are_looked_at_and_left_again() {
    let mut place = after("chess", HUMAN, 4);
    let now = shown(&mut place.game, (80, 24));
    press(&mut place.game, KeyCode::Home);
    let screen = shown(&mut place.game, (80, 24));
    assert!(
        screen.contains(&text::at_step(Lang::ENGLISH, 0, 4)),
        "{screen}"
    );
    press(&mut place.game, KeyCode::PageDown);
    assert_eq!(place.game.back, Some(1));
    // Nothing is played into the past.
    press(&mut place.game, KeyCode::Enter);
    assert_eq!(place.game.table.done().len(), 4);
    press(&mut place.game, KeyCode::End);
    place.game.messages.clear();
    assert_eq!(shown(&mut place.game, (80, 24)), now);
}

#[test]
fn a_machine_thinks_aside_and_then_plays() {
    let mut place = after("tic-tac-toe", HUMAN, 0);
    let game = &mut place.game;
    choose(game, "b2");
    for _ in 0..2000 {
        game.tick(0).expect("a record");
        if game.table.done().len() == 2 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(game.table.done().len(), 2);
    assert_eq!(game.actor(), Some(Seat(0)));
}

#[test]
fn what_was_thought_before_an_undo_is_thrown_away() {
    let mut place = after("tic-tac-toe", HUMAN, 0);
    let game = &mut place.game;
    choose(game, "b2");
    game.tick(0).expect("a record");
    assert!(game.is_thinking());
    type_line(game, "undo");
    for _ in 0..20 {
        game.tick(0).expect("a record");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert_eq!(played(game), Vec::<&str>::new());
    assert!(!game.is_thinking());
}

/// A layout of seat 0 that is being arranged, drawn from a number.
fn placing(engine: &dyn Engine) -> (Placement<'_>, Dice) {
    let mut dice = Seed::from_u64(1).stream(Stream::Bot(16));
    let made = Placement::new(engine, Seat(0), &mut dice, SETTINGS, Book::default());
    (made.expect("a layout"), dice)
}

#[test]
fn what_is_said_of_a_layout_goes_with_the_next_good_deed() {
    let loaded = loaded("junqi-setup", &[]);
    let engine = &*loaded.engine;
    let (mut placement, mut dice) = placing(engine);
    let mut line = |placement: &mut Placement<'_>, text: &str| {
        let keys = text.chars().map(KeyCode::Char);
        for code in keys.chain([KeyCode::Enter]) {
            placement.event(&key(code), &mut dice);
        }
        painted((80, 24), |frame| placement.render(frame))
    };
    let before = placement.layout.clone();
    // A command of the game is neither a layout nor a file.
    let said = line(&mut placement, ":moves");
    assert!(said.contains("'moves' is a command of the game"), "{said}");
    assert_eq!(placement.layout, before);
    // The flag may not leave the headquarters.
    let flag = engine.kind('F').expect("a flag");
    let site = |wanted: bool| {
        let found = before.iter().find(|(_, kind)| (*kind == flag) == wanted);
        engine.site_name(found.expect("a piece").0).to_owned()
    };
    let swap = format!(":swap {} {}", site(true), site(false));
    let said = line(&mut placement, &swap);
    assert!(said.contains("flag-in-headquarters)"), "{said}");
    assert!(!said.contains('`'), "{said}");
    let said = line(&mut placement, ":random");
    assert!(!said.contains("flag-in-headquarters)"), "{said}");
    assert_ne!(placement.layout, before);
    placement.event(&key(KeyCode::Char('q')), &mut dice);
    assert!(!placement.requests.leave, "leaving is asked about");
}

#[test]
fn a_layout_is_arranged_by_keys() {
    let loaded = loaded("junqi-setup", &[]);
    let engine = &*loaded.engine;
    let (mut placement, mut dice) = placing(engine);
    let mut press = |placement: &mut Placement<'_>, code: KeyCode| {
        placement.event(&key(code), &mut dice);
        painted((80, 24), |frame| placement.render(frame))
    };
    let first = placement.layout.clone();
    insta::assert_snapshot!("placement", press(&mut placement, KeyCode::Null));
    // Two pieces change places, or what forbids it is said.
    press(&mut placement, KeyCode::Enter);
    press(&mut placement, KeyCode::Up);
    let said = press(&mut placement, KeyCode::Enter);
    let changed = placement.layout != first;
    assert!(changed || said.contains('('), "{said}");
    press(&mut placement, KeyCode::Char(' '));
    press(&mut placement, KeyCode::Char('1'));
    assert!(engine.check_layout(Seat(0), &placement.layout).is_ok());
    press(&mut placement, KeyCode::Char('D'));
    assert!(!placement.ready);
    press(&mut placement, KeyCode::Char('2'));
    assert!(placement.ready);
}

#[test]
fn no_screen_shows_the_marks_of_markdown() {
    for loaded in shipped() {
        let id = &loaded.id;
        let book = crate::play::rulebook(&loaded.name, Lang::ENGLISH);
        for row in book.rows(76) {
            let text = SETTINGS.shown(&row.text);
            let marks = ["`", "**", "](", "{#"];
            assert!(!marks.iter().any(|m| text.contains(m)), "{id}: {text}");
            assert!(!text.starts_with('|'), "{id}: {text}");
            // What a rulebook says of itself means nothing to a player.
            let notes = [
                "Extends:",
                "Sources:",
                "Not inherited:",
                "No refusal:",
                "Survivors",
            ];
            assert!(!notes.iter().any(|n| text.starts_with(n)), "{id}: {text}");
        }
    }
    let mut place = after("banqi", PEOPLE, 4);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    // Words with commands in them, and words about words that mean nothing.
    for line in ["frobnicate", "draw", "moves q9", "save", "why a1a2"] {
        type_line(game, line);
        for size in SIZES {
            let screen = shown(game, size);
            assert!(!screen.contains('`'), "{screen}");
        }
    }
    press(game, KeyCode::Char('?'));
    for _ in 0..4 {
        let screen = shown(game, (80, 24));
        assert!(!screen.contains('`'), "{screen}");
        press(game, KeyCode::PageDown);
    }
}

#[test]
fn lines_from_the_right_stand_joined_where_the_terminal_does_not_turn_them() {
    use crate::lang::Bidi;
    let loose = |c: char| matches!(c, '\u{620}'..='\u{64a}' | '\u{671}'..='\u{6d3}' | '\u{200c}');
    let mut place = after("banqi", HUMAN, 4);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    let visual = Lang::choose(Some("fa"), Bidi::Visual, |_| None).expect("Persian");
    let logical = Lang::choose(Some("fa"), Bidi::Logical, |_| None).expect("Persian");
    for keys in ["", " ", "\u{1b}?"] {
        for key in keys.chars() {
            match key {
                '\u{1b}' => press(game, KeyCode::Esc),
                key => press(game, KeyCode::Char(key)),
            }
        }
        for size in SIZES {
            game.settings.lang = logical;
            let screen = shown(game, size);
            assert!(screen.contains(loose), "{screen}");
            game.settings.lang = visual;
            let screen = shown(game, size);
            let left: Vec<char> = screen.chars().filter(|c| loose(*c)).collect();
            assert!(left.is_empty(), "{left:?}:\n{screen}");
        }
    }
}

/// A replay of random plies of hidden chess.
fn replay(eyes: Vec<(Observer, String)>) -> (Replay, Place) {
    let place = after("hidden-chess", HUMAN, 6);
    let loaded = loaded("hidden-chess", &[]);
    let again = after("hidden-chess", HUMAN, 6);
    let make = move |observer: Observer, style: &masque_core::notation::diagram::Style| {
        let table = &again.game.table;
        let step = |deeds: usize| {
            let (seen, drawing) = table.earlier(deeds, observer, style);
            let deed = deeds.checked_sub(1).and_then(|i| table.done().get(i));
            Recorded {
                deed: deed.map_or("start".to_owned(), |d| d.text.clone()),
                told: deed.map_or(String::new(), |d| {
                    table.say_done(d, observer).unwrap_or_default()
                }),
                seen,
                drawing,
            }
        };
        Ok((0..=table.done().len()).map(step).collect())
    };
    let engine = std::sync::Arc::clone(&loaded.engine);
    let made = Replay::new(engine, Box::new(make), eyes, Observer::Public, 0, SETTINGS);
    (made.expect("steps"), place)
}

fn step(replay: &mut Replay, code: KeyCode) -> String {
    replay.event(&key(code), 0);
    painted((80, 24), |frame| replay.render(frame))
}

#[test]
fn a_saved_game_is_stepped_through() {
    let eyes = vec![
        (Observer::Public, "everybody".to_owned()),
        (Observer::Seat(Seat(0)), "white".to_owned()),
    ];
    let (mut replay, _place) = replay(eyes);
    let at = |screen: &str, step: usize| screen.contains(&text::at_step(Lang::ENGLISH, step, 6));
    assert!(at(&step(&mut replay, KeyCode::Right), 1));
    assert!(at(&step(&mut replay, KeyCode::End), 6));
    assert!(at(&step(&mut replay, KeyCode::Right), 6));
    step(&mut replay, KeyCode::Char('4'));
    let fourth = step(&mut replay, KeyCode::Enter);
    assert!(at(&fourth, 4));
    insta::assert_snapshot!("replay", fourth);
    assert!(at(&step(&mut replay, KeyCode::Home), 0));
    assert!(step(&mut replay, KeyCode::Char('o')).contains("as white saw it"));
    // By itself, a step a second, until the end.
    step(&mut replay, KeyCode::Char(' '));
    for now in 0..20 {
        replay.tick(now * 1000);
    }
    assert!(!replay.is_playing());
    assert!(at(&step(&mut replay, KeyCode::Null), 6));
    step(&mut replay, KeyCode::Char('q'));
    assert!(replay.requests.leave);
}

#[test]
fn of_a_game_that_is_not_over_only_the_public_view_is_there() {
    let (mut replay, _place) = replay(vec![(Observer::Public, "everybody".to_owned())]);
    let screen = step(&mut replay, KeyCode::Char('o'));
    assert!(screen.contains("as everybody saw it"), "{screen}");
    assert!(
        screen.contains("The game is not over: only what"),
        "{screen}"
    );
}

/// The keys as the page about playing lists them.
fn key_tables() -> String {
    let mut out = String::new();
    for group in keys::GAME.iter().chain(keys::REPLAY).chain(keys::PLACEMENT) {
        let title = SETTINGS.word(group.title);
        out.push_str(&format!("\n### {title}\n\n| keys | |\n|---|---|\n"));
        for key in group.keys {
            out.push_str(&format!(
                "| {} | {} |\n",
                key.keys.replace('|', "\\|"),
                SETTINGS.word(key.does)
            ));
        }
    }
    out
}

#[test]
fn the_page_about_playing_lists_the_keys() {
    const BEGIN: &str = "<!-- keys: written by a test -->\n";
    const END: &str = "\n<!-- end of keys -->";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/playing.md");
    let page = std::fs::read_to_string(&path).expect("docs/playing.md");
    let from = page.find(BEGIN).expect("the mark before the keys") + BEGIN.len();
    let to = page.find(END).expect("the mark after the keys");
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        let new = format!("{}{}{}", &page[..from], key_tables(), &page[to..]);
        std::fs::write(&path, new).expect("docs/playing.md can be written");
    } else {
        assert_eq!(
            page[from..to],
            key_tables(),
            "run with MASQUE_WRITE_DOCS=1 to write them anew"
        );
    }
}
