//! Reveal: hidden pieces become known, and lost ones are booked with those who learn them.

use crate::event::{Audience, Event, Log};
use crate::piece::{Piece, Seat};
use crate::position::{Arbiter, Lifted, Position, progress};
use crate::site::Site;
use crate::spec::Tells;
use crate::tables::Tables;

/// Shows the hidden piece at a site to everybody; returns it when there was one whose truth is there.
pub(crate) fn show<const W: usize>(
    position: &mut Position<W>,
    at: Site,
    log: &mut Log,
) -> Option<Piece> {
    let piece = position.show(at, Arbiter::assume())?;
    position.public.progress |= progress::REVEAL;
    position.public.forget_chases();
    log.tell(Audience::ALL, || Event::Revealed { at, piece });
    Some(piece)
}

/// Takes a piece off the board for good, books it, and tells its identity to those who may learn it.
pub(crate) fn lose<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    at: Site,
    capturer: Option<Seat>,
    log: &mut Log,
) -> Lifted {
    let lifted = position.lift(at);
    position.public.progress |= progress::CAPTURE;
    position.public.forget_chases();
    if !lifted.hidden {
        if let Some(piece) = lifted.look.as_piece() {
            count_lost(position, piece);
            reveal_on_loss(tables, position, piece, log);
        }
        return lifted;
    }
    if tables.capture.tells != Tells::All || lifted.truth.is_none() {
        // Everybody sees this count, so a loss enters it under the side that everybody saw, if any.
        if let Some(side) = lifted.look.side() {
            let count = &mut position.public.lost_hidden[side.index()];
            *count = count.saturating_add(1);
        }
    }
    // On a scratch made from a view the truth is not there.
    let Some(piece) = lifted.truth else {
        return lifted;
    };
    let owner = position.public.seat_of(piece.side);
    let mut learns = tables
        .capture
        .learners(capturer.map(Seat::index), owner.map(Seat::index));
    for (learned, known) in learns.iter_mut().zip(lifted.known) {
        *learned |= known;
    }
    if tables.capture.tells == Tells::All {
        count_lost(position, piece);
        log.tell(Audience::ALL, || Event::Identity { at, piece });
    } else {
        position.book_lost(piece, learns);
        if learns != [false; 2] {
            log.tell(Audience::seats(learns), || Event::Identity { at, piece });
        }
    }
    reveal_on_loss(tables, position, piece, log);
    lifted
}

/// Counts a loss that all know of. Pieces that are placed may be lost again and again: the count stays at its most.
fn count_lost<const W: usize>(position: &mut Position<W>, piece: Piece) {
    let lost = &mut position.public.lost[piece.side.index()][piece.kind.index()];
    *lost = lost.saturating_add(1);
}

fn reveal_on_loss<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    lost: Piece,
    log: &mut Log,
) {
    for (kind, shown, _) in &tables.capture.lost_reveals {
        if *kind != lost.kind {
            continue;
        }
        let truth = position.truth(Arbiter::assume());
        let wanted = Piece {
            side: lost.side,
            kind: *shown,
        };
        let sites: Vec<Site> = position
            .public
            .hidden
            .iter()
            .filter(|s| truth.piece(*s) == Some(wanted))
            .collect();
        for at in sites {
            show(position, at, log);
        }
    }
}
