//! Chess libraries written by hand, driven as our own rules are.

use masque_core::random::Dice;

/// What the two are called.
pub(crate) const SHAKMATY: &str = "shakmaty 0.29";
/// The other.
pub(crate) const COZY: &str = "cozy-chess 0.3.4";
/// Plies without capture or pawn move after which a playout is drawn.
const QUIET: u32 = 100;

/// shakmaty's own perft, which counts the last ply by the length of its list.
pub(crate) fn shakmaty_perft(fen: &str, depth: u32) -> u64 {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    let fen: Fen = fen.parse().expect("a position");
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("a legal position");
    shakmaty::perft(&position, depth)
}

/// cozy-chess's perft as its example has it, the last ply counted by lengths of move sets.
pub(crate) fn cozy_perft(fen: &str, depth: u32) -> u64 {
    let board = cozy_chess::Board::from_fen(fen, false).expect("a position");
    cozy_count(&board, depth)
}

fn cozy_count(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for one in moves {
                let mut next = board.clone();
                next.play_unchecked(one);
                nodes += cozy_count(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// One random game of shakmaty's, up to mate, stalemate, lack of material or [`QUIET`] plies without progress: its plies.
pub(crate) fn shakmaty_playout(dice: &mut Dice, limit: u32) -> u32 {
    use shakmaty::{Chess, Position as _};

    let mut position = Chess::default();
    for plies in 0..limit {
        if position.halfmoves() >= QUIET || position.is_insufficient_material() {
            return plies;
        }
        let moves = position.legal_moves();
        let Some(&chosen) = dice.choose(&moves) else {
            return plies;
        };
        position.play_unchecked(chosen);
    }
    limit
}

/// The same of cozy-chess.
pub(crate) fn cozy_playout(dice: &mut Dice, limit: u32, moves: &mut Vec<cozy_chess::Move>) -> u32 {
    let mut board = cozy_chess::Board::default();
    for plies in 0..limit {
        if u32::from(board.halfmove_clock()) >= QUIET || lacks_material(&board) {
            return plies;
        }
        moves.clear();
        board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        let Some(&chosen) = dice.choose(moves) else {
            return plies;
        };
        board.play_unchecked(chosen);
    }
    limit
}

/// Kings with at most one knight, or with bishops of one shade alone; cozy-chess leaves that to its users.
fn lacks_material(board: &cozy_chess::Board) -> bool {
    use cozy_chess::{BitBoard, Piece};

    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let on = |shade: BitBoard| !(bishops & shade).is_empty();
    knights.len() + bishops.len() <= 1
        || knights.is_empty() && !(on(BitBoard::DARK_SQUARES) && on(BitBoard::LIGHT_SQUARES))
}
