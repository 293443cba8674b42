//! Position texts of chess-like variants: wide and tall boards, and what is off the board.

use std::sync::Arc;

use masque_core::engine::Engine;
use masque_core::piece::{Observer, Seat, Side};
use masque_core::setup::SetupCell;
use masque_scripting::folder::Library;
use masque_scripting::variant;

fn engine(id: &str) -> Arc<dyn Engine> {
    let shelf = masque_variants::shelf();
    let folder = shelf.find(id).expect("readable").expect("shipped");
    let variant = variant::load(&shelf, &folder, None, &[]).expect("a good variant");
    variant.engine()
}

#[test]
fn ten_ranks_are_read_and_others_refused() {
    let engine = engine("minesweeper-chess");
    let text = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let setup = engine.parse_position(text).expect("ten ranks");
    let again = engine.format_setup(&setup);
    assert_eq!(
        engine.parse_position(&again).expect("what was written"),
        setup
    );
    for name in ["a10", "h10", "a1"] {
        let site = engine.site(name).expect("a site");
        assert_eq!(engine.site_name(site), name);
    }
    for wrong in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "1k15/8/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "1k5/8/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "1k7/8/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/8/4K3 w - a11 0 1",
    ] {
        assert!(engine.parse_position(wrong).is_err(), "`{wrong}` is read");
    }
}

#[test]
fn what_is_hidden_shown_and_captured_makes_the_set() {
    let engine = engine("hidden-chess");
    let rows = "r~(N)n~(R)b~(B)q~(Q)kb~(B)n~(N)r~(R)/p~(P)p~(P)p~(P)p~(P)p~(P)p~(P)p~(P)p~(P)/8/8/8/8/\
                P~(P)P~(P)P~(P)P~(P)P~(P)P~(P)P~(P)P~(P)/R~(R)N~(Q)B~(B)Q~(N)KB~(B)N~(N)R~(R) w KQkq - 0 1";
    let setup = engine.parse_position(rows).expect("a position");
    let mut game = engine.start(&setup).expect("a start");
    for text in ["b1c3", "g8f6", "c3xc7", "d8xc7", "c2c4"] {
        let seat = game.turn();
        let action = game.parse_action(seat, text).expect("an action");
        game.play(seat, action, false).expect("a legal action");
    }
    for observer in [
        Observer::Seat(Seat(0)),
        Observer::Seat(Seat(1)),
        Observer::Public,
    ] {
        let text = game.text(observer);
        let seen = engine.parse_position(&text).expect("what was written");
        assert_eq!(engine.format_setup(&seen), text);
        let pool = engine.pool(&seen);
        for side in Side::BOTH {
            let shown = seen
                .cells
                .iter()
                .filter(|c| matches!(c, SetupCell::Up(p) if p.side == side));
            let hidden = seen.cells.iter().filter(
                |c| matches!(c, SetupCell::Down { look, truth: None } if look.side() == Some(side)),
            );
            let i = side.index();
            let lost: u8 = seen.lost[i].iter().chain(&seen.lost_hidden[i]).sum();
            let unknown = pool.iter().filter(|p| p.side == side).count();
            assert_eq!(
                unknown,
                hidden.count() + usize::from(seen.lost_unknown[i]),
                "{text}"
            );
            assert_eq!(unknown + shown.count() + usize::from(lost), 16, "{text}");
        }
    }
}
