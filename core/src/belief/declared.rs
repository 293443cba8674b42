//! What the declarations let an observer have: starts with the rest masked, and which revelations may count.
//!
//! This is written from a variant's declarations alone, apart from the code that sends events and makes views.

use crate::action::{Action, Tag};
use crate::event::Event;
use crate::game::Deed;
use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::setup::{Setup, SetupCell, face_of};
use crate::site::{Site, SiteSet};
use crate::spec::{DealSpec, HiddenTarget, Tells};
use crate::tables::Tables;

/// Whether an observer may learn what a hidden piece was when it is lost.
///
/// `owner` is the seat of the piece's side, and `known` says which seats knew the piece before.
pub(super) fn learns(
    tells: Tells,
    observer: Observer,
    capturer: Option<Seat>,
    owner: Option<Seat>,
    known: [bool; 2],
) -> bool {
    match (tells, observer) {
        (Tells::All, _) => true,
        (_, Observer::Public) => false,
        (_, Observer::Seat(seat)) if known[seat.index()] => true,
        (Tells::Capturer, Observer::Seat(seat)) => capturer == Some(seat),
        (Tells::Owner, Observer::Seat(seat)) => owner == Some(seat),
        (Tells::None, _) => false,
    }
}

/// Whether a step may show a piece to all.
pub(super) fn shows<const W: usize>(
    tables: &Tables<W>,
    deed: Deed,
    told: &[Event],
    at: Site,
    piece: Piece,
) -> bool {
    let spec = &tables.spec;
    let hooks = &spec.hooks;
    if hooks.landed || hooks.placed || hooks.flipped || hooks.acted || hooks.ended {
        // What a script shows is declared by the script.
        return true;
    }
    let ended = || told.iter().any(|e| matches!(e, Event::Ended(_)));
    if spec.hidden.reveal_at_end && ended() {
        return true;
    }
    let on_loss = |(_, shown, _): &(Kind, Kind, _)| *shown == piece.kind;
    if tables.capture.lost_reveals.iter().any(on_loss) {
        return true;
    }
    let Deed::Action(action) = deed else {
        return false;
    };
    let arrived = || {
        told.iter().any(|e| match e {
            Event::Moved { to, .. } => *to == at,
            Event::Castled { royal, corner } => royal.1 == at || corner.1 == at,
            _ => false,
        })
    };
    let fought = || {
        told.iter().any(|e| match e {
            Event::Clashed { from, at: to, .. } => *from == at || *to == at,
            _ => false,
        })
    };
    match action.tag() {
        Tag::Flip => action.to() == at,
        _ if spec.hidden.reveal_on_move && arrived() => true,
        Tag::Move => {
            tables.capture.hidden == HiddenTarget::Reveal && action.to() == at
                || tables.capture.reveal_winner && fought()
        }
        _ => false,
    }
}

/// The events of a step that the declarations let an observer have, of those that it was told.
pub(super) fn heard<const W: usize>(
    tables: &Tables<W>,
    deed: Deed,
    told: &[Event],
    may_learn: impl Fn(Site, Piece, Option<Seat>) -> bool,
    mover: Seat,
) -> Vec<Event> {
    // A loss is told after what was lost.
    let lost = |site: Site, from: usize| {
        told[from..].iter().find_map(|e| match e {
            Event::Captured { at, .. } if *at == site => Some(Some(mover)),
            Event::Lost { at, .. } if *at == site => Some(Some(mover.other())),
            Event::Removed { at, .. } | Event::Destroyed { at, .. } if *at == site => Some(None),
            _ => None,
        })
    };
    let may = |(i, event): &(usize, &Event)| match event {
        Event::Identity { at, piece } => {
            lost(*at, *i).is_some_and(|capturer| may_learn(*at, *piece, capturer))
        }
        Event::Revealed { at, piece } => shows(tables, deed, told, *at, *piece),
        _ => true,
    };
    let all = told.iter().enumerate().filter(may);
    all.map(|(_, event)| event.clone()).collect()
}

/// Moves units as events tell.
pub(super) fn follow(sites: &mut [Option<usize>], told: &[Event]) {
    for event in told {
        match event {
            Event::Moved { from, to } => sites[to.index()] = sites[from.index()].take(),
            Event::Castled { royal, corner } => {
                let units = [
                    sites[royal.0.index()].take(),
                    sites[corner.0.index()].take(),
                ];
                sites[royal.1.index()] = units[0];
                sites[corner.1.index()] = units[1];
            }
            Event::Revealed { at, .. }
            | Event::Captured { at, .. }
            | Event::Lost { at, .. }
            | Event::Removed { at, .. }
            | Event::Destroyed { at, .. } => sites[at.index()] = None,
            _ => {}
        }
    }
}

/// A start as an observer may know it, from the whole truth of it.
pub(super) fn mask<const W: usize>(tables: &Tables<W>, truth: &Setup, observer: Observer) -> Setup {
    let mut masked = truth.clone();
    let seat = match observer {
        Observer::Seat(seat) => Some(seat),
        Observer::Public => None,
    };
    for (i, cell) in masked.cells.iter_mut().enumerate() {
        if let SetupCell::Down { truth: piece, .. } = cell
            && !seat.is_some_and(|s| knows(tables, truth, s, Site(i as u16), *piece))
        {
            *piece = None;
        }
    }
    let all_learned = truth.learned.unwrap_or_else(|| truth.told_losses(tables));
    let learned = seat.map_or([[0; 32]; 2], |s| all_learned[s.index()]);
    for side in Side::BOTH {
        let of_side = |counts: &[[u8; 32]; 2]| {
            let counts = counts[side.index()].iter();
            counts.fold(0u8, |n, k| n.saturating_add(*k))
        };
        let unknown = of_side(&truth.lost_hidden).saturating_sub(of_side(&learned));
        let slot = &mut masked.lost_unknown[side.index()];
        *slot = slot.saturating_add(unknown);
    }
    masked.lost_hidden = learned;
    masked.learned = None;
    mask_hazards(tables, truth, &mut masked);
    masked
}

/// Whether a seat knows a hidden piece of a start.
pub(super) fn knows<const W: usize>(
    tables: &Tables<W>,
    setup: &Setup,
    seat: Seat,
    at: Site,
    piece: Option<Piece>,
) -> bool {
    match &setup.known[seat.index()] {
        Some(sites) => sites.contains(&at),
        None => {
            tables.spec.hidden.owner_knows
                && piece.is_some_and(|p| setup.side_of(seat) == Some(p.side))
        }
    }
}

fn mask_hazards<const W: usize>(tables: &Tables<W>, truth: &Setup, masked: &mut Setup) {
    let (Some(rule), Some(hazards)) = (&tables.terrain, &truth.hazards) else {
        return;
    };
    let hazards: SiteSet<W> = hazards.iter().copied().collect();
    let fog = fog(tables, truth);
    let shown = (rule.zone - fog) & hazards;
    masked.fog = Some(fog.iter().collect());
    masked.hazards = None;
    masked.hazards_left = Some(hazards.len() as u16);
    masked.hazards_seen = shown.iter().collect();
    let number = |site: Site| (site, (tables.board.around(site) & hazards).len() as u8);
    masked.numbers = (rule.zone - fog).iter().map(number).collect();
}

/// The sites of a start that are under fog.
pub(super) fn fog<const W: usize>(tables: &Tables<W>, setup: &Setup) -> SiteSet<W> {
    let Some(rule) = &tables.terrain else {
        return SiteSet::EMPTY;
    };
    let fog = match &setup.fog {
        Some(list) => list.iter().copied().collect::<SiteSet<W>>() & rule.zone,
        None => {
            let empty = |s: &Site| setup.cells[s.index()] == SetupCell::Empty;
            rule.zone.iter().filter(empty).collect()
        }
    };
    fog - setup.hazards_seen.iter().copied().collect()
}

/// Whether a start looks like one that the variant deals, so that what a deal obeys is known of it.
pub(super) fn is_dealt<const W: usize>(tables: &Tables<W>, setup: &Setup) -> bool {
    if setup.turns != 0
        || setup.ply.is_some_and(|p| p != 0)
        || setup.lost != [[0; 32]; 2]
        || setup.lost_hidden != [[0; 32]; 2]
        || setup.lost_unknown != [0; 2]
    {
        return false;
    }
    let start = crate::setup::parse_rows(tables, &tables.spec.setup.start).unwrap_or_default();
    let face = tables.spec.hidden.face;
    let hidden_as = |cell: &SetupCell, look| match cell {
        SetupCell::Down { look: seen, .. } => *seen == look,
        _ => false,
    };
    let fits = |(i, cell): (usize, &SetupCell)| {
        let site = Site(i as u16);
        let written = start.get(i).copied().unwrap_or_default();
        match &tables.spec.setup.deal {
            DealSpec::None => *cell == written,
            DealSpec::OwnHome { .. } => match written {
                SetupCell::Up(p) if tables.deal_except >> p.kind.0 & 1 == 0 => {
                    hidden_as(cell, face_of(face, p.side, Some(p.kind)))
                }
                other => *cell == other,
            },
            DealSpec::Pool { .. } => {
                let inside = tables.deal_region.is_some_and(|r| r.contains(site));
                if inside {
                    !matches!(cell, SetupCell::Up(_))
                } else {
                    *cell == written
                }
            }
            DealSpec::Layout => {
                let regions = tables.layout_region.unwrap_or([SiteSet::EMPTY; 2]);
                match Side::BOTH
                    .into_iter()
                    .find(|s| regions[s.index()].contains(site))
                {
                    Some(side) => hidden_as(cell, face_of(face, side, None)),
                    None => *cell == written,
                }
            }
        }
    };
    setup.cells.iter().enumerate().all(fits)
}

/// The landing sites of a castling, the royal piece's first.
pub(super) fn castling_sites<const W: usize>(
    tables: &Tables<W>,
    side: Option<Side>,
    action: Action,
) -> Option<(Site, Site)> {
    let way = tables
        .castling
        .as_ref()?
        .way(side?, action.from(), action.to())?;
    Some((way.royal_to, way.corner_to))
}
