//! Pictures of a position of each family, and what pictures may not do.

use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;

use super::*;
use crate::table::testing::{loaded, shipped};
use crate::variant::Loaded;

/// A variant with options, a position, who looks.
type Shown = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    Observer,
);

/// Small positions, one for each way of drawing.
const SHOWN: [Shown; 12] = [
    (
        "chess",
        &[],
        "4k3/8/8/8/7b/8/4P3/R3K3 w Q - 0 1",
        Observer::Public,
    ),
    (
        "hidden-chess",
        &[],
        "r~3k3/8/8/8/8/8/8/R3KN~(Q)2 w - - 0 1 known=f1/-",
        Observer::Seat(Seat(0)),
    ),
    (
        "minesweeper-chess",
        &[],
        "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 left=2 numbers=b4:1,c4:1,d4:1",
        Observer::Public,
    ),
    (
        "xiangqi",
        &[],
        "3k5/9/9/4p4/9/9/9/4C4/9/5K3 red",
        Observer::Public,
    ),
    ("banqi", &[], "8/8/8/C?2k3 red turns=12", Observer::Public),
    (
        "junqi-setup",
        &[],
        "1f3/5/5/5/5/x4/X(M)4/5/5/5/5/1F3 red known=*/*",
        Observer::Seat(Seat(0)),
    ),
    (
        "junqi-flip",
        &[],
        "?4/5/5/5/5/4m/5/5/5/5/5/1F2? red",
        Observer::Public,
    ),
    ("go", &[("size", "9")], "start", Observer::Public),
    ("reversi", &[], "start", Observer::Public),
    ("hex", &[("size", "3")], "1X1/O2/3 red", Observer::Public),
    (
        "connect-four",
        &[("files", "4"), ("ranks", "4")],
        "4/4/4/XO2 yellow",
        Observer::Public,
    ),
    ("tic-tac-toe", &[], "X2/1O1/3 cross", Observer::Public),
];

fn drawn(loaded: &Loaded, position: &str, observer: Observer, wishes: Wishes) -> String {
    let game = loaded
        .look(position, &Seed::from_u64(7))
        .expect("a position");
    let artist = Artist::new(&*loaded.engine, wishes, Lang::ENGLISH).expect("a board");
    artist.draw(&game.observe(observer))
}

#[test]
fn each_family_is_drawn_as_it_was() {
    for (id, options, position, observer) in SHOWN {
        let svg = drawn(&loaded(id, options), position, observer, Wishes::default());
        insta::with_settings!({
            description => format!("{id} {options:?} {position} {observer:?}"),
            omit_expression => true,
        }, {
            insta::assert_snapshot!(id, svg);
        });
    }
}

#[test]
fn what_is_known_is_drawn_apart_from_what_is_shown() {
    let chess = loaded("hidden-chess", &[]);
    let at = |rank: &str, observer: Observer| {
        let text = format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1 known=f1/-");
        drawn(&chess, &text, observer, Wishes::default())
    };
    let (own, other) = (Observer::Seat(Seat(0)), Observer::Seat(Seat(1)));
    let hidden = "4KN~(Q)2";
    // The owner sees the queen in the knight's disguise, the other the disguise alone.
    assert!(at(hidden, own).contains("id=\"queen0\""));
    assert!(!at(hidden, other).contains("queen"));
    assert!(at(hidden, other).contains("id=\"veiled-knight0\""));
    // A knight that everybody sees wears no veil.
    let shown = at("4KN2", own);
    assert!(shown.contains("id=\"knight0\"") && !shown.contains("veiled"));
}

#[test]
fn two_truths_that_look_alike_are_drawn_alike() {
    let banqi = loaded("banqi", &[]);
    let text = |truth: &str| format!("8/8/8/C?({truth})2k3 red turns=12");
    let wishes = || Wishes {
        captured: true,
        ..Wishes::default()
    };
    for observer in Observer::ALL {
        let one = drawn(&banqi, &text("P"), observer, wishes());
        let other = drawn(&banqi, &text("h"), observer, wishes());
        assert_eq!(one, other, "{observer:?}");
    }
}

#[test]
fn every_shipped_variant_is_drawn_with_its_own_characters() {
    for loaded in shipped() {
        let id = &loaded.id;
        let svg = drawn(&loaded, "start", Observer::Public, Wishes::default());
        resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let glyphs = loaded.engine.spec().kinds.iter().flat_map(|k| &k.glyph);
        for c in glyphs.flat_map(|g| g.chars()) {
            let drawn = !c.is_alphabetic() || font::has(c);
            assert!(
                drawn,
                "{id}: `{c}` is in no font; see cli/assets/fonts/README.md"
            );
        }
    }
}

#[test]
fn a_board_is_turned_marked_and_named_as_is_wished() {
    let chess = loaded("chess", &[]);
    let plain = drawn(&chess, "start", Observer::Public, Wishes::default());
    let with = |change: &dyn Fn(&mut Wishes)| {
        let mut wishes = Wishes::default();
        change(&mut wishes);
        drawn(&chess, "start", Observer::Public, wishes)
    };
    let site = |name: &str| chess.engine.site(name).expect("a site");
    let count = |text: &str, what: &str| text.matches(what).count();
    let marked = with(&|w| w.marks = vec![site("e4"), site("d5")]);
    assert_eq!(count(&marked, "<circle"), count(&plain, "<circle") + 2);
    let pointed = with(&|w| w.arrows = vec![(site("e2"), site("e4"))]);
    assert_eq!(count(&pointed, "<polygon"), count(&plain, "<polygon") + 1);
    // An arrow to where it starts has no direction.
    assert_eq!(with(&|w| w.arrows = vec![(site("e2"), site("e2"))]), plain);
    let bare = with(&|w| w.coordinates = false);
    assert!(count(&bare, "<use") < count(&plain, "<use"));
    let turned = with(&|w| w.flip = true);
    assert_ne!(turned, plain);
    assert_eq!(count(&turned, "<use"), count(&plain, "<use"));
    assert!(with(&|w| w.letters = true).contains("id=\"c4b\""));
    for theme in [Theme::Dark, Theme::Print] {
        assert_ne!(with(&|w| w.theme = theme), plain);
    }
}

#[test]
fn the_last_action_is_found_in_its_text() {
    let chess = loaded("chess", &[]);
    let artist = Artist::new(&*chess.engine, Wishes::default(), Lang::ENGLISH);
    let artist = artist.expect("a board");
    let mut game = chess
        .look("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &Seed::from_u64(0))
        .expect("a position");
    let castles = game.parse_action(Seat(0), "O-O-O").expect("castling");
    game.play(Seat(0), castles, false).expect("it is legal");
    let names = |seen: &Observation| -> Vec<String> {
        let sites = artist.touched(seen);
        let name = |site: &Site| chess.engine.site_name(*site).to_owned();
        sites.iter().map(name).collect()
    };
    let mut seen = game.observe(Observer::Public);
    assert_eq!(names(&seen), ["e1", "c1"]);
    for (text, sites) in [
        ("e7e8=Q", vec!["e7", "e8"]),
        ("flip c2", vec!["c2"]),
        ("pass", vec![]),
        ("choose Q", vec![]),
        ("z9", vec![]),
        ("é1", vec![]),
    ] {
        seen.last = Some(text.to_owned());
        assert_eq!(names(&seen), sites, "{text}");
    }
}

#[test]
fn a_picture_in_points_has_the_width_that_is_wished_and_shows_something() {
    let wishes = Wishes {
        width: Some(200),
        ..Wishes::default()
    };
    for (id, options, position, observer) in SHOWN {
        let svg = drawn(&loaded(id, options), position, observer, wishes.clone());
        let bytes = png(&svg).expect("a picture");
        let pixels = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("PNG");
        assert_eq!(pixels.width(), 200, "{id}");
        let colours: std::collections::BTreeSet<[u8; 4]> = pixels
            .pixels()
            .iter()
            .map(|p| [p.red(), p.green(), p.blue(), p.alpha()])
            .collect();
        assert!(colours.len() > 20, "{id}: {} colours", colours.len());
    }
}

/// A film of pictures, each of which is shown for half a second.
fn filmed(pictures: &[String]) -> Vec<u8> {
    let mut film = Film::new(500);
    for picture in pictures {
        film.add(picture, 1).expect("a frame");
    }
    film.finish().expect("a film")
}

fn decoder(film: &[u8]) -> gif::Decoder<&[u8]> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.read_info(film).expect("GIF")
}

#[test]
fn a_film_has_a_frame_for_each_picture_and_ends_as_the_last() {
    let chess = loaded("chess", &[]);
    let wishes = Wishes {
        width: Some(120),
        ..Wishes::default()
    };
    let artist = Artist::new(&*chess.engine, wishes, Lang::ENGLISH).expect("a board");
    let mut game = chess.look("start", &Seed::from_u64(0)).expect("a position");
    let mut pictures = vec![artist.draw(&game.observe(Observer::Public))];
    for (seat, text) in [(0, "e2e4"), (1, "e7e5"), (0, "g1f3")] {
        let action = game.parse_action(Seat(seat), text).expect("an action");
        game.play(Seat(seat), action, false).expect("it is legal");
        pictures.push(artist.draw(&game.observe(Observer::Public)));
    }
    // A step after which everything looks as before has a frame too.
    pictures.push(pictures[3].clone());
    let bytes = filmed(&pictures);
    let mut decoder = decoder(&bytes);
    assert_eq!(decoder.width(), 120);
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.delay, 50);
        frames += 1;
    }
    assert_eq!(frames, pictures.len());
    assert!(Film::new(500).finish().is_err());
}

#[test]
fn a_large_film_shows_what_its_pictures_show() {
    // Large enough that pictures are compared small, with a piece that is turned up and one that is taken.
    let hidden = loaded("hidden-chess", &[]);
    let wishes = Wishes {
        width: Some(1500),
        ..Wishes::default()
    };
    let artist = Artist::new(&*hidden.engine, wishes, Lang::ENGLISH).expect("a board");
    let mut game = hidden.look("start", &Seed::from_u64(3)).expect("a start");
    let mut pictures = Vec::new();
    let mut dice = Seed::from_u64(3).stream(masque_core::random::Stream::Bot(0));
    for _ in 0..12 {
        pictures.push(artist.draw(&game.observe(Observer::Public)));
        let legal = game.legal().expect("no hook fails");
        let action = dice.choose(&legal).copied().expect("an action");
        let _ = game.play(game.turn(), action, false);
    }
    let bytes = filmed(&pictures);
    let mut decoder = decoder(&bytes);
    let width = usize::from(decoder.width());
    let mut screen = vec![255u8; width * usize::from(decoder.height()) * 4];
    let (mut points, mut all) = (0, 0);
    for picture in &pictures {
        let frame = decoder.read_next_frame().expect("GIF").expect("a frame");
        let (left, row) = (usize::from(frame.left), usize::from(frame.width) * 4);
        for (y, line) in frame.buffer.chunks(row).enumerate() {
            let at = ((usize::from(frame.top) + y) * width + left) * 4;
            screen[at..at + row].copy_from_slice(line);
        }
        all += screen.len() / 4;
        points += usize::from(frame.width) * usize::from(frame.height);
        let png = png(picture).expect("a picture");
        let shown = resvg::tiny_skia::Pixmap::decode_png(&png).expect("PNG");
        let far = |(a, b): (&[u8], &[u8])| {
            let far = |i: usize| a[i].abs_diff(b[i]) > 40;
            // What shines through in a picture is white in a film.
            b[3] == 255 && (far(0) || far(1) || far(2))
        };
        let both = screen.chunks(4).zip(shown.data().chunks(4));
        // A colour of few points may have none near it in a palette.
        let far = both.filter(|both| far(*both)).count();
        assert!(far < screen.len() / 4 / 20_000, "{far} points are far off");
    }
    // More than half of a board stays as it is.
    assert!(points * 2 < all, "{points} of {all} points were drawn");
}
