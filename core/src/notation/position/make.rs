//! Setups made from views and positions.

use crate::piece::{Kind, Observer, Piece, Seat, Side};
use crate::position::{Arbiter, Position, Public};
use crate::rules::castling::{self, Way};
use crate::setup::{Setup, SetupCell};
use crate::site::{Site, SiteSet};
use crate::spec::{DealSpec, EndWhen, ScoringWay};
use crate::tables::{Colours, Tables};
use crate::view::View;

/// What an observer knows beyond what is public.
struct Knowledge<'a, const W: usize> {
    piece: &'a dyn Fn(Site) -> Option<Piece>,
    known: [Option<SiteSet<W>>; 2],
    lost: [[u8; 32]; 2],
    hazards: Option<SiteSet<W>>,
}

pub(super) fn of_view<const W: usize>(view: &View<'_, W>) -> Setup {
    let public = view.public();
    let mut known = [None; 2];
    if let Observer::Seat(seat) = view.observer() {
        known[seat.index()] = Some(public.hidden - view.unknown());
    }
    // Where every hazard left is seen, they are known.
    let all_seen = public.hazards_seen.len() == usize::from(public.hazards_left);
    let knowledge = Knowledge {
        piece: &|at| view.known(at),
        known,
        lost: view.learned(),
        hazards: all_seen.then_some(public.hazards_seen),
    };
    make(view.tables(), public, &knowledge)
}

pub(super) fn of_truth<const W: usize>(
    tables: &Tables<W>,
    position: &Position<W>,
    arbiter: Arbiter,
) -> Setup {
    let truth = position.truth(arbiter);
    let knowledge = Knowledge {
        piece: &|at| truth.piece(at),
        known: Seat::BOTH.map(|s| Some(truth.known(s))),
        lost: *truth.lost(),
        hazards: Some(truth.hazards()),
    };
    let mut setup = make(tables, position.public(), &knowledge);
    let learned = Seat::BOTH.map(|s| *position.learned(s));
    if learned != setup.told_losses(tables) {
        setup.learned = Some(learned);
    }
    setup
}

fn make<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    knowledge: &Knowledge<'_, W>,
) -> Setup {
    let mut setup = Setup::empty(tables);
    for site in public.occupied() {
        let cell = public.cell(site);
        setup.cells[site.index()] = if public.hidden.contains(site) {
            SetupCell::Down {
                look: cell,
                truth: (knowledge.piece)(site),
            }
        } else {
            cell.as_piece().map_or(SetupCell::Empty, SetupCell::Up)
        };
    }
    setup.turn = public.turn;
    setup.first_side = public.first_side;
    setup.phase = public.phase;
    setup.outcome = public.outcome;
    setup.en_passant = public.en_passant;
    setup.quiet = public.quiet;
    setup.turns = public.turns;
    setup.ply = (public.ply != public.turns).then_some(public.ply);
    setup.passes = public.passes;
    setup.variables = public.variables;
    if let Some(rule) = &tables.castling {
        // Pieces shown at the end need not be what they looked like.
        let stands = |at: Site, side: Side, kind: Option<Kind>| {
            castling::stands(
                tables,
                public.cell(at),
                public.hidden.contains(at),
                side,
                kind,
            )
        };
        let rights = |side: Side| {
            let right = move |w: &&Way| {
                public.unmoved.contains(w.royal)
                    && public.unmoved.contains(w.corner)
                    && stands(w.royal, side, tables.royal)
                    && stands(w.corner, side, Some(rule.with))
            };
            rule.ways[side.index()]
                .iter()
                .filter(right)
                .map(|w| w.corner)
        };
        let mut corners: Vec<Site> = Side::BOTH.into_iter().flat_map(rights).collect();
        corners.sort_unstable();
        corners.dedup();
        setup.unmoved = Some(corners);
    }
    terrain(tables, public, knowledge, &mut setup);
    losses(tables, public, knowledge, &mut setup);
    if counts_captures(tables) {
        setup.captures = public.captures;
    }
    if public.first_side.is_none() {
        match tables.colours {
            Colours::OwnTwo => setup.flip_runs = public.flip_runs,
            Colours::SequenceTwo => setup.last_flip = public.last_flip,
            _ => {}
        }
    }
    if tables.spec.chase.is_some() {
        setup.chases = Seat::BOTH.map(|s| {
            let running = public.chases[s.index()].iter().filter(|c| c.run > 0);
            running.copied().collect()
        });
    }
    if tables
        .movers
        .iter()
        .flatten()
        .flatten()
        .any(|m| m.just_arrived)
    {
        setup.last_to = public.last_to.map(crate::position::Site16::get);
    }
    for seat in Seat::BOTH {
        let usual = |site: Site| {
            tables.spec.hidden.owner_knows
                && (knowledge.piece)(site).is_some_and(|p| public.side_of(seat) == Some(p.side))
        };
        let wanted: SiteSet<W> = public.hidden.iter().filter(|s| usual(*s)).collect();
        if let Some(known) = knowledge.known[seat.index()].filter(|k| *k != wanted) {
            setup.known[seat.index()] = Some(known.iter().collect());
        }
    }
    setup
}

fn terrain<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    knowledge: &Knowledge<'_, W>,
    setup: &mut Setup,
) {
    let Some(rule) = &tables.terrain else { return };
    setup.fog = Some(public.fog.iter().collect());
    match knowledge.hazards {
        Some(hazards) => setup.hazards = Some(hazards.iter().collect()),
        None => {
            setup.hazards_seen = public.hazards_seen.iter().collect();
            setup.hazards_left = Some(public.hazards_left);
            setup.numbers = (rule.zone - public.fog)
                .iter()
                .map(|s| (s, public.number(s)))
                .filter(|(_, n)| *n > 0)
                .collect();
        }
    }
}

fn losses<const W: usize>(
    tables: &Tables<W>,
    public: &Public<W>,
    knowledge: &Knowledge<'_, W>,
    setup: &mut Setup,
) {
    if !counts_losses(tables) {
        return;
    }
    setup.lost = public.lost;
    setup.lost_hidden = knowledge.lost;
    for side in 0..2 {
        let known = knowledge.lost[side]
            .iter()
            .fold(0u8, |n, k| n.saturating_add(*k));
        setup.lost_unknown[side] = public.lost_hidden[side].saturating_sub(known);
    }
    // The set matters only while something of it is unknown.
    if !public.hidden.is_empty() || public.lost_hidden != [0; 2] {
        setup.promoted = public.promoted;
    }
}

/// Whether which pieces are lost bears on play or on what is known.
fn counts_losses<const W: usize>(tables: &Tables<W>) -> bool {
    let spec = &tables.spec;
    spec.setup.deal != DealSpec::None
        || !spec.capture.guarded.is_empty()
        || spec
            .endings
            .iter()
            .any(|e| matches!(e.when, EndWhen::Lost(_)))
}

/// Whether how many pieces each side took bears on play.
fn counts_captures<const W: usize>(tables: &Tables<W>) -> bool {
    let spec = &tables.spec;
    spec.endings
        .iter()
        .any(|e| matches!(e.when, EndWhen::Captured(_)))
        || spec
            .scoring
            .as_ref()
            .is_some_and(|s| s.way == ScoringWay::Captures)
}

/// Kinds of a count table with their numbers, first side first.
pub(crate) fn counted(counts: &[[u8; 32]; 2]) -> impl Iterator<Item = (Piece, u8)> + '_ {
    Side::BOTH.into_iter().flat_map(move |side| {
        let of_side = counts[side.index()].iter().enumerate();
        of_side.filter(|(_, n)| **n > 0).map(move |(kind, n)| {
            let kind = Kind(kind as u8);
            (Piece { side, kind }, *n)
        })
    })
}
