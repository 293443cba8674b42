//! Two people at one screen: whose eyes everything is shown by, what the curtain hides, how the board turns, and what
//! may be done when.

use crossterm::event::KeyCode;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;

use super::{Game, Overlay, Tab};
use crate::lang::Lang;
use crate::table::testing::{PEOPLE, layouts, loaded};
use crate::tui::tests::{
    Place, SETTINGS, SIZES, after, at, choose, go, items, played, press, shown, type_line,
};
use crate::tui::text;

/// Set-up junqi between two people, the first of whom has played and given way to the other.
fn handed_over(exchange: bool) -> Place {
    let loaded = loaded("junqi-setup", &[]);
    let engine = &*loaded.engine;
    let secret = Seed::from_u64(3);
    let [Some(mut first), Some(second)] = layouts(engine, &secret) else {
        panic!("junqi is laid out");
    };
    if exchange {
        // Two pieces in the rear that differ and may change places.
        let swaps = (0..first.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let exchanged = swaps
            .filter(|(a, b)| first[*a].1 != first[*b].1)
            .find_map(|(a, b)| {
                let mut other = first.clone();
                (other[a].1, other[b].1) = (first[b].1, first[a].1);
                let rear = [a, b].iter().all(|i| {
                    let name = engine.site_name(first[*i].0);
                    name.ends_with('3') || name.ends_with('4')
                });
                (rear && engine.check_layout(Seat(0), &other).is_ok()).then_some(other)
            });
        first = exchanged.expect("two pieces");
    }
    let setup = engine.deal(&secret, [Some(&first), Some(&second)]);
    let start = engine.format_setup(&setup);
    let mut place = at("junqi-setup", &start, PEOPLE);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    press(game, KeyCode::Enter);
    let legal = game.table.legal(game.table.turn()).expect("no hook fails");
    // From the front rank, where both truths have the same piece.
    let forward = legal.iter().find(|a| {
        let from = game.table.engine().site_name(a.from());
        let to = game.table.engine().site_name(a.to());
        from.ends_with('6') && to.ends_with('7') || from == "a6" && to == "a5"
    });
    let text = match forward {
        Some(action) => game.table.game().format_action(Observer::Public, *action),
        None => panic!("a move from the front: {legal:?}"),
    };
    type_line(game, &text);
    assert!(game.handing);
    place
}

#[test]
fn a_curtain_hides_what_the_other_knows() {
    let mut place = after("junqi-setup", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    // Only the curtain's own words are on the screen.
    for size in SIZES {
        let screen = shown(game, size);
        let words: Vec<&str> = screen
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .collect();
        assert_eq!(words, text::curtain(Lang::ENGLISH, "Red"), "{screen}");
    }
    let mut place = handed_over(false);
    let game = &mut place.game;
    assert!(shown(game, (80, 24)).contains(&SETTINGS.word(text::HAND_OVER)));
    press(game, KeyCode::Enter);
    assert!(game.requests.wipe, "the terminal is wiped");
    let screen = shown(game, (80, 24));
    let words: Vec<&str> = screen
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert_eq!(words, text::curtain(Lang::ENGLISH, "Blue"), "{screen}");
    // Nothing gets through it but Enter.
    for code in [
        KeyCode::Esc,
        KeyCode::Char('R'),
        KeyCode::Char(':'),
        KeyCode::Tab,
    ] {
        press(game, code);
        assert_eq!(shown(game, (80, 24)), screen);
    }
}

#[test]
fn behind_the_curtain_nothing_depends_on_what_the_other_knows() {
    let screens = [false, true].map(|exchange| {
        let mut place = handed_over(exchange);
        let game = &mut place.game;
        let first = shown(game, (120, 40));
        press(game, KeyCode::Enter);
        press(game, KeyCode::Enter);
        assert_eq!(game.eyes(), Observer::Seat(Seat(1)));
        let mut second = Vec::new();
        for _ in Tab::ALL {
            press(game, KeyCode::Tab);
            second.extend(SIZES.map(|size| shown(game, size)));
        }
        press(game, KeyCode::Home);
        second.extend(SIZES.map(|size| shown(game, size)));
        press(game, KeyCode::Char(' '));
        second.extend(SIZES.map(|size| shown(game, size)));
        (first, second)
    });
    // The first player does see the difference, so there is something to hide.
    assert_ne!(screens[0].0, screens[1].0);
    assert_eq!(screens[0].1, screens[1].1);
}

#[test]
fn at_a_curtain_enter_alone_goes_on_and_leaving_is_asked_about() {
    let mut place = after("junqi-setup", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    let curtain = shown(game, (80, 24));
    press(game, KeyCode::Char(' '));
    assert_eq!(shown(game, (80, 24)), curtain);
    press(game, KeyCode::Char('q'));
    let screen = shown(game, (80, 24));
    assert!(
        screen.contains("Leave?") && !game.requests.leave,
        "{screen}"
    );
    // The first answer is no, and nothing but the curtain is there after it.
    press(game, KeyCode::Enter);
    assert_eq!(shown(game, (80, 24)), curtain);
    assert!(!game.requests.leave);
    press(game, KeyCode::Char('q'));
    press(game, KeyCode::Char('y'));
    assert!(game.requests.leave);
}

/// The numbers of the ranks, from the top of the screen.
fn ranks(screen: &str) -> Vec<usize> {
    let label = |line: &str| {
        let beside: String = line.chars().take(30).collect();
        let digits = beside.trim_start().chars();
        let digits: String = digits.take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    screen.lines().filter_map(label).collect()
}

#[test]
fn the_board_turns_to_who_is_to_act_until_it_is_held() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    let top = |game: &mut Game| ranks(&shown(game, (80, 24))).first().copied();
    assert_eq!(top(game), Some(8));
    type_line(game, "e2e4");
    assert_eq!(top(game), Some(1));
    // By the keys, too, it is turned: right is towards the a-file.
    go(game, "e5");
    press(game, KeyCode::Right);
    assert_eq!(game.table.engine().site("d5"), Some(game.cursor));
    press(game, KeyCode::Char('F'));
    assert_eq!(top(game), Some(8), "turned round, and held");
    type_line(game, "e7e5");
    assert_eq!(top(game), Some(8));
    press(game, KeyCode::Char('F'));
    assert_eq!(top(game), Some(8), "let go, it is White's turn");
    type_line(game, "g1f3");
    assert_eq!(top(game), Some(1));
    // Where it ends, it stays.
    type_line(game, "resign");
    assert_eq!(top(game), Some(1));
}

#[test]
fn a_board_without_sides_that_face_each_other_does_not_turn() {
    for (variant, action) in [
        ("tic-tac-toe", "place b2"),
        ("banqi", "flip c2"),
        ("go", "place d4"),
    ] {
        let mut place = after(variant, PEOPLE, 0);
        let game = &mut place.game;
        game.begin(0).expect("a record");
        let before = ranks(&shown(game, (80, 24)));
        type_line(game, action);
        assert_eq!(played(game), [action], "{variant}");
        assert_eq!(ranks(&shown(game, (80, 24))), before, "{variant}");
        press(game, KeyCode::Char('F'));
        let turned: Vec<usize> = before.into_iter().rev().collect();
        assert_eq!(ranks(&shown(game, (80, 24))), turned, "{variant}");
    }
}

#[test]
fn whoever_looks_reads_the_last_deed_with_their_own_eyes() {
    // Nothing is hidden: no curtain falls.
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    type_line(game, "e2e4");
    assert_eq!(game.eyes(), Observer::Seat(Seat(1)));
    let heard = |game: &Game| game.heard().last().map(|m| m.text.to_owned());
    assert_eq!(heard(game).as_deref(), Some("White: e2e4"));
    type_line(game, "d7d5");
    type_line(game, "e4d5");
    let said = "White: e4xd5; the Black pawn on d5 is captured";
    assert_eq!(heard(game).as_deref(), Some(said));
    // What one asked is that one's own.
    type_line(game, "why e8e7");
    let asked = heard(game).expect("an answer");
    assert!(asked.starts_with("e8e7"), "{asked}");
    type_line(game, "d8d5");
    assert!(game.heard().all(|m| m.text != asked));
    // What one alone was told of a deed is read by that one alone, whoever looks later.
    let mut place = handed_over(false);
    let game = &mut place.game;
    let done = game.table.done()[0].clone();
    let told = Observer::ALL.map(|o| game.table.say_done(&done, o).expect("words"));
    assert_ne!(told[0], told[2], "Red knows what was lost");
    assert_eq!(told[1], told[2]);
    let read = |eyes| {
        let heard = game.messages.iter().filter_map(move |m| m.to(eyes));
        heard.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(read(Observer::Seat(Seat(0))).contains(&told[0]));
    assert!(read(Observer::Seat(Seat(1))).contains(&told[1]));
    assert!(!read(Observer::Seat(Seat(1))).contains(&told[0]));
}

#[test]
fn nothing_is_done_while_an_earlier_position_is_looked_at() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    type_line(game, "e2e4");
    type_line(game, "e7e5");
    let deeds: [fn(&mut Game); 5] = [
        |game| type_line(game, "g1f3"),
        |game| type_line(game, "undo"),
        |game| type_line(game, "draw"),
        |game| choose(game, "g1"),
        |game| {
            press(game, KeyCode::Char(' '));
            let resign = items(game).iter().position(|item| item == "resign");
            let digit = char::from_digit(resign.expect("it may resign") as u32 + 1, 10);
            press(game, KeyCode::Char(digit.expect("a digit")));
        },
    ];
    for deed in deeds {
        press(game, KeyCode::Home);
        deed(game);
        assert_eq!(played(game), ["e2e4", "e7e5"]);
        assert_eq!(game.back, None, "the present is back");
        assert_eq!((game.overlay.clone(), game.selected), (Overlay::None, None));
        let word = SETTINGS.word(text::LOOKING_BACK);
        assert_eq!(game.heard().last().map(|m| m.text.to_owned()), Some(word));
    }
    // What is asked is answered there.
    press(game, KeyCode::Home);
    type_line(game, "moves g1");
    assert_eq!(game.back, None);
    let last = game.heard().last().map(|m| m.text.to_owned());
    assert!(last.is_some_and(|text| text.contains("g1f3")));
    type_line(game, "g1f3");
    assert_eq!(played(game).len(), 3);
}

/// Whether the menu offers to take back.
fn offers_undo(game: &mut Game) -> bool {
    press(game, KeyCode::Char(' '));
    let offered = items(game).contains(&SETTINGS.word(text::ITEM_UNDO));
    press(game, KeyCode::Esc);
    offered
}

#[test]
fn taking_back_is_offered_where_it_is_allowed() {
    for variant in [
        "chess",
        "banqi",
        "hidden-chess",
        "minesweeper-chess",
        "junqi-setup",
    ] {
        let (mut offered, mut refused) = (0, 0);
        for plies in [0, 1, 2, 5, 9, 14] {
            let mut place = after(variant, PEOPLE, plies);
            let game = &mut place.game;
            game.begin(0).expect("a record");
            press(game, KeyCode::Enter);
            let offers = offers_undo(game);
            let allowed = game.table.undo(0).is_ok();
            assert_eq!(offers, allowed, "{variant} after {plies} plies");
            offered += usize::from(offers);
            refused += usize::from(!offers);
        }
        assert!(refused > 0, "{variant}: at the start there is nothing");
        assert!(offered > 0 || variant != "chess", "{variant}");
    }
}

#[test]
fn an_offer_says_who_made_it_and_how_it_is_answered() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    type_line(game, "draw");
    let own = shown(game, (80, 24));
    assert!(own.contains("Your offer of a draw stands."), "{own}");
    type_line(game, "e2e4");
    let other = shown(game, (80, 24)).replace('\n', " ");
    assert!(other.contains("White offers a draw."), "{other}");
    let said: Vec<&str> = game.heard().map(|m| m.text).collect();
    let wanted =
        "White offers a draw; Black answers with `accept` or `decline`, and any action declines.";
    assert!(said.contains(&wanted), "{said:?}");
    type_line(game, "accept");
    assert!(game.table.outcome().is_some());
}

#[test]
fn a_letter_with_a_digit_after_it_names_a_site() {
    let mut place = after("chess", PEOPLE, 0);
    let game = &mut place.game;
    game.begin(0).expect("a record");
    go(game, "e4");
    let (cursor, palette) = (game.cursor, game.settings.palette);
    for typed in ["c2c4", "h7h6"] {
        for c in typed.chars() {
            press(game, KeyCode::Char(c));
        }
        press(game, KeyCode::Enter);
    }
    assert_eq!(played(game), ["c2c4", "h7h6"]);
    assert_eq!((game.cursor, game.settings.palette), (cursor, palette));
    // Without one it is a key.
    press(game, KeyCode::Char('h'));
    assert_ne!(game.cursor, cursor);
    press(game, KeyCode::Char('c'));
    assert_ne!(game.settings.palette, palette);
}
