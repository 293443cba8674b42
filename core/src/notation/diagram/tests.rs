use super::*;
use crate::action::Action;
use crate::event::Log;
use crate::legal::Rules;
use crate::notation::position;
use crate::piece::{Observer, Seat};
use crate::position::Position;
use crate::rules::repetition::History;
use crate::setup::SetupCell;
use crate::testing::{
    at, chess, dealt, disguised, flipping, look as seen, mined, rules, secret, stones,
};

const WIDE: Style = Style {
    glyphs: Glyphs::Letters,
    ascii: true,
    marks: true,
    lines: true,
};

/// Compares a drawing with lines that are indented as they like.
#[track_caller]
fn draws<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    observer: Observer,
    style: Style,
    expected: &str,
) {
    let drawn = seen(rules, position, observer, |view| {
        draw(view, &style).to_string()
    });
    let wanted: Vec<&str> = expected
        .trim_start_matches('\n')
        .trim_end()
        .lines()
        .collect();
    let indent = wanted
        .iter()
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let wanted: String = wanted
        .iter()
        .map(|l| format!("{}\n", &l[indent..]))
        .collect();
    let drawn_at_left: Vec<&str> = drawn.lines().collect();
    let left = drawn_at_left
        .iter()
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let drawn: String = drawn_at_left
        .iter()
        .map(|l| format!("{}\n", &l[left..]))
        .collect();
    assert!(drawn == wanted, "drawn:\n{drawn}\nwanted:\n{wanted}");
}

/// The position after an action given by text.
fn after<const W: usize>(rules: &Rules<W>, text: &str, action: &str) -> Position<W> {
    let mut position = at(rules, text);
    let mover = Observer::Seat(position.public().turn);
    let action: Action = seen(rules, &position, mover, |view| {
        crate::notation::action::parse(view, action, &[]).expect("well formed")
    });
    let mut log = Log::off();
    rules
        .apply(&mut position, &mut History::new(), action, &mut log, true)
        .expect("it works");
    position
}

#[test]
fn the_plain_style_is_what_cases_read() {
    let rules = rules::<1>(flipping());
    let position = at(&rules, "8/8/8/C?(p)2k3 red");
    draws(
        &rules,
        &position,
        Observer::Public,
        Style::PLAIN,
        "
        4 | . . . . . . . .
        3 | . . . . . . . .
        2 | . . . . . . . .
        1 | C ? . . k . . .
            a b c d e f g h
        ",
    );
}

#[test]
fn faces_fog_numbers_and_hazards() {
    let rules = rules::<1>(disguised());
    let position = at(&rules, "r~(n)3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    draws(
        &rules,
        &position,
        Observer::Seat(Seat(0)),
        Style::PLAIN,
        "
        8 | r~ .  .  .  k  .  .  .
        7 | .  .  .  .  .  .  .  .
        6 | .  .  .  .  .  .  .  .
        5 | .  .  .  .  .  .  .  .
        4 | .  .  .  .  .  .  .  .
        3 | .  .  .  .  .  .  .  .
        2 | .  .  .  .  .  .  .  .
        1 | R  .  .  .  K  .  .  .
            a  b  c  d  e  f  g  h
        ",
    );
    let rules = crate::testing::rules::<2>(mined());
    let text = "4k3/8/8/8/8/8/8/8/8/4K3 w - - 0 1 fog=a5-h7 hazards=c4,c5,f6";
    draws(
        &rules,
        &at(&rules, text),
        Observer::Public,
        Style::PLAIN,
        "
        10 | . . . . k . . .
         9 | . . . . . . . .
         8 | . . . . . . . .
         7 | + + + + + + + +
         6 | + + + + + + + +
         5 | + + + + + + + +
         4 | . 2 * 2 . . . .
         3 | . . . . . . . .
         2 | . . . . . . . .
         1 | . . . . K . . .
             a b c d e f g h
        ",
    );
}

#[test]
fn a_plain_drawing_is_read_back_token_by_token() {
    fn check<const W: usize>(rules: &Rules<W>) {
        let setup = dealt(rules, 3);
        let position = setup.validate(&rules.tables).expect("a dealt start");
        for observer in Observer::ALL {
            let (drawn, wanted) = seen(rules, &position, observer, |view| {
                (draw(view, &Style::PLAIN), position::public_setup(view))
            });
            let board = &rules.tables.board;
            for (i, line) in drawn
                .lines()
                .iter()
                .enumerate()
                .take(usize::from(board.ranks()))
            {
                let text = line.to_string();
                let (_, tokens) = text.split_once('|').expect("a rank");
                for (file, token) in tokens.split_whitespace().enumerate() {
                    let rank = usize::from(board.ranks()) - 1 - i;
                    let site = board.at(file as u8, rank as u8).expect("a site");
                    let cell = wanted.cells[site.index()];
                    if cell != SetupCell::Empty {
                        assert_eq!(crate::setup::parse_token(&rules.tables, token), Ok(cell));
                    } else {
                        assert!(matches!(token, "." | "+"), "{token}");
                    }
                }
            }
        }
    }
    check(&rules::<1>(flipping()));
    check(&rules::<1>(disguised()));
    check(&rules::<2>(mined()));
    check(&rules::<1>(secret()));
}

#[test]
fn roads_and_rails() {
    let rules = rules::<1>(secret());
    let position = at(&rules, "1x(f)1/3/2x(e)/2X(B)/3/1X(F)1 red");
    draws(
        &rules,
        &position,
        Observer::Seat(Seat(0)),
        WIDE,
        r#"
        6 |   +-------x-------+
              |   \   |   /   |
        5 |   +=======+=======+
              "   /   |   \   "
        4 |   +       +       x
              "               "
        3 |   +       +     X(B)
              "   \   |   /   "
        2 |   +=======+=======+
              |   /   |   \   |
        1 |   +-----X(F)------+
              a       b       c
        "#,
    );
}

#[test]
fn intersections_and_the_last_action() {
    let rules = rules::<2>(stones());
    let position = after(&rules, "9/9/9/9/9/9/2X6/9/9 black", "d3");
    let plain = seen(&rules, &position, Observer::Public, |v| {
        draw(v, &Style::choose(false, false)).to_string()
    });
    let lines: Vec<&str> = plain.lines().collect();
    assert_eq!(lines[0], "9 | ┌───┬───┬───┬───┬───┬───┬───┬───┐");
    assert_eq!(lines[1], "    │   │   │   │   │   │   │   │   │");
    assert_eq!(lines[12], "3 | ├───┼───X──[X]──┼───┼───┼───┼───┤");
    assert_eq!(lines[17], "    a   b   c   d   e   f   g   h   j");
    let ascii = seen(&rules, &position, Observer::Public, |v| {
        draw(v, &WIDE).to_string()
    });
    let lines: Vec<&str> = ascii.lines().collect();
    assert_eq!(lines[12], "3 | +---+---X--[X]--+---+---+---+---+");
}

#[test]
fn marks_beside_each_other_and_at_the_edge() {
    let rules = rules::<1>(chess());
    let style = Style {
        marks: true,
        ..Style::PLAIN
    };
    let position = after(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1h1");
    let drawn = seen(&rules, &position, Observer::Public, |v| {
        draw(v, &style).to_string()
    });
    assert!(drawn.contains("1 | . . . . K . .[R]\n"), "{drawn}");
    let position = after(&rules, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    let drawn = seen(&rules, &position, Observer::Public, |v| {
        draw(v, &style).to_string()
    });
    assert!(drawn.contains("1 | . .[K]R . . . .\n"), "{drawn}");
}

#[test]
fn native_characters_take_their_width() {
    let mut spec = flipping();
    spec.kinds[0].glyph = ["帥".to_owned(), "將".to_owned()];
    let rules = rules::<1>(spec);
    let position = at(&rules, "8/8/8/K?(p)2k3 red");
    let drawn = seen(&rules, &position, Observer::Public, |v| {
        draw(v, &Style::choose(false, true)).to_string()
    });
    assert!(drawn.contains("1 | 帥 ▨  ·  ·  將 ·  ·  ·\n"), "{drawn}");
    assert_eq!(width("帥"), 2);
    assert_eq!(width("r~"), 2);
    assert_eq!(width("♔"), 1);
}

#[test]
fn roles_tell_what_is_what() {
    let rules = rules::<1>(secret());
    let position = at(&rules, "1x(f)1/3/3/3/3/1X(F)1 red");
    seen(&rules, &position, Observer::Seat(Seat(0)), |view| {
        let drawn = draw(view, &Style::PLAIN);
        let all: Vec<Role> = drawn
            .lines()
            .iter()
            .flat_map(|l| l.parts().iter().map(|(r, _)| *r))
            .collect();
        assert!(all.contains(&Role::Hidden(Some(Side(1)))));
        assert!(all.contains(&Role::Known(Side(0))));
        assert!(!all.contains(&Role::Known(Side(1))));
    });
}

/// Every place of a drawing says where its text stands in the lines.
#[track_caller]
fn places_lie_where_they_say<const W: usize>(rules: &Rules<W>, position: &Position<W>) {
    let styles = [
        Style::PLAIN,
        WIDE,
        Style::choose(false, false),
        Style::choose(false, true),
    ];
    for style in styles {
        for observer in [Observer::Public, Observer::Seat(Seat(0))] {
            let drawing = seen(rules, position, observer, |view| draw(view, &style));
            assert_eq!(drawing.places().len(), rules.tables.board.len());
            for place in drawing.places() {
                let line = drawing.lines()[place.line].to_string();
                let before = |c: usize| line.chars().take(c).collect::<String>();
                let start = (0..=line.chars().count())
                    .find(|c| width(&before(*c)) == place.column)
                    .expect("a column of the line");
                let text: String = line
                    .chars()
                    .skip(start)
                    .take(place.text.chars().count())
                    .collect();
                assert_eq!(text, place.text, "{style:?} {place:?}\n{drawing}");
                assert_eq!(place.width, width(&place.text));
            }
        }
    }
}

#[test]
fn places_lie_where_they_say_on_every_board() {
    let board = rules::<1>(flipping());
    places_lie_where_they_say(&board, &at(&board, "8/8/8/C?(p)2k3 red"));
    let board = rules::<1>(secret());
    places_lie_where_they_say(&board, &at(&board, "1x(f)1/3/2x(e)/2X(B)/3/1X(F)1 red"));
    let board = rules::<2>(stones());
    let played = after(&board, "9/9/9/9/9/9/2X6/9/9 black", "d3");
    places_lie_where_they_say(&board, &played);
}

#[test]
fn links_join_neighbours_where_lines_are_drawn() {
    let board = rules::<1>(secret());
    let position = at(&board, "1x(f)1/3/2x(e)/2X(B)/3/1X(F)1 red");
    let links = |style: &Style| {
        seen(&board, &position, Observer::Public, |v| {
            draw(v, style).links().to_vec()
        })
    };
    assert_eq!(links(&Style::PLAIN), []);
    let all = links(&Style::choose(false, false));
    let wanted: usize = board
        .tables
        .board
        .all()
        .iter()
        .map(|s| {
            board
                .tables
                .board
                .adjacent(s)
                .iter()
                .filter(|o| *o > s)
                .count()
        })
        .sum();
    assert_eq!(all.len(), wanted);
    assert!(all.iter().any(|l| l.double) && all.iter().any(|l| !l.double));
}
