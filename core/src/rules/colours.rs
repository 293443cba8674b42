//! Colours: how sides come to belong to seats.

use crate::event::{Audience, Event, Log};
use crate::piece::{Piece, Seat, Side};
use crate::position::Position;
use crate::tables::{Colours, Tables};

/// Books a flip by a seat and settles the sides when the variant's way says so.
pub(crate) fn flipped<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    seat: Seat,
    piece: Piece,
    log: &mut Log,
) {
    let public = &mut position.public;
    let before = public.last_flip.replace(piece.side);
    let run = &mut public.flip_runs[seat.index()];
    *run = if run.0 == Some(piece.side) {
        (run.0, run.1.saturating_add(1))
    } else {
        (Some(piece.side), 1)
    };
    if public.first_side.is_some() {
        return;
    }
    let settles = match tables.colours {
        Colours::Fixed => false,
        Colours::FirstFlip => true,
        Colours::OwnTwo => run.1 >= 2,
        Colours::SequenceTwo => before == Some(piece.side),
        Colours::FirstKind(kind) => kind == piece.kind,
    };
    if settles {
        settle(position, seat, piece.side, log);
    }
}

/// Gives a side to a seat, and the other to the other.
pub(crate) fn settle<const W: usize>(
    position: &mut Position<W>,
    seat: Seat,
    side: Side,
    log: &mut Log,
) {
    position.public.first_side = Some(if seat.0 == 0 { side } else { side.other() });
    log.tell(Audience::ALL, || Event::Settled { seat, side });
}
