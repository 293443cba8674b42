//! The truths for which a case must hold.

use std::collections::BTreeSet;

use masque_core::deal::Layout;
use masque_core::engine::Engine;
use masque_core::piece::{Piece, Seat, Side};
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;

use super::arrange::Arranged;

/// The most truths that are all tried.
pub(super) const ALL: usize = 1_000;
/// How many are drawn when there are more.
pub(super) const DRAWN: usize = 64;

/// The starts that a variant deals: the one of a given seed, else what 64 seeds deal.
pub(super) fn deals(
    engine: &dyn Engine,
    seed: Option<u64>,
    layouts: &mut dyn FnMut(Seat, &mut Dice) -> Result<Layout, String>,
) -> Result<Vec<Setup>, String> {
    let mut deal = |number: u64| -> Result<Setup, String> {
        let seed = Seed::from_u64(number);
        if !engine.needs_layouts() {
            return Ok(engine.deal(&seed, [None, None]));
        }
        let mut dice = seed.stream(Stream::Deal);
        let both = [layouts(Seat(0), &mut dice)?, layouts(Seat(1), &mut dice)?];
        Ok(engine.deal(&seed, [Some(&both[0]), Some(&both[1])]))
    };
    if let Some(number) = seed {
        return Ok(vec![deal(number)?]);
    }
    let mut all: Vec<Setup> = Vec::new();
    for number in 0..DRAWN as u64 {
        let dealt = deal(number)?;
        // A start without chance is dealt alike each time.
        if all.first() == Some(&dealt) && number == 1 {
            break;
        }
        all.push(dealt);
    }
    Ok(all)
}

/// Every truth of an arrangement, or some drawn ones where there are too many.
pub(super) fn fill(
    engine: &dyn Engine,
    arranged: &Arranged,
    seed: u64,
) -> Result<Vec<Setup>, String> {
    let mut dice = Seed::from_u64(seed).stream(Stream::Deal);
    let pieces = fill_pieces(engine, arranged, &mut dice)?;
    let hazards = fill_hazards(engine, &arranged.setup, &mut dice)?;
    let with = |setup: &Setup, hazards: &Option<Vec<Site>>| {
        let mut setup = setup.clone();
        if let Some(hazards) = hazards {
            setup.hazards = Some(hazards.clone());
            setup.hazards_seen.clear();
            setup.hazards_left = None;
        }
        setup
    };
    let fits = |setup: &Setup| setup.numbers.is_empty() || engine.start(setup).is_ok();
    if pieces.len().saturating_mul(hazards.len()) <= ALL {
        let all = pieces
            .iter()
            .flat_map(|p| hazards.iter().map(|h| with(p, h)));
        return some(all.filter(fits).collect());
    }
    let mut all = Vec::new();
    for _ in 0..50 * DRAWN {
        if let (Some(p), Some(h)) = (dice.choose(&pieces), dice.choose(&hazards)) {
            let setup = with(p, h);
            if fits(&setup) {
                all.push(setup);
            }
        }
        if all.len() == DRAWN {
            break;
        }
    }
    some(all)
}

fn some(all: Vec<Setup>) -> Result<Vec<Setup>, String> {
    if all.is_empty() {
        return Err("no truth fits what is shown".to_owned());
    }
    Ok(all)
}

fn fill_pieces(
    engine: &dyn Engine,
    arranged: &Arranged,
    dice: &mut Dice,
) -> Result<Vec<Setup>, String> {
    let setup = &arranged.setup;
    let open: Vec<Site> = setup.open_sites().collect();
    if open.is_empty() {
        return Ok(vec![setup.clone()]);
    }
    let mut pool = engine.pool(setup);
    for side in Side::BOTH {
        if let Some(own) = &arranged.pool[side.index()] {
            pool.retain(|p| p.side != side);
            pool.extend(own);
        }
    }
    let mut filler = Filler {
        setup: setup.clone(),
        open: &open,
        counts: [[0; 32]; 2],
        all: Vec::new(),
    };
    for piece in &pool {
        filler.counts[piece.side.index()][piece.kind.index()] += 1;
    }
    let sided = |side: Side| {
        open.iter()
            .filter(|s| look_side(setup, **s) == Some(side))
            .count()
    };
    for side in Side::BOTH {
        let there = pool.iter().filter(|p| p.side == side).count();
        if sided(side) > there {
            let name = &engine.spec().sides[side.index()].name;
            return Err(format!(
                "{} hidden pieces of {name} are shown, and only {there} are left in the set",
                sided(side)
            ));
        }
    }
    if open.len() > pool.len() {
        return Err(format!(
            "{} hidden pieces are shown, and only {} are left in the set",
            open.len(),
            pool.len()
        ));
    }
    if filler.place(0) {
        return Ok(filler.all);
    }
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for _ in 0..4 * DRAWN {
        let mut left = pool.clone();
        dice.shuffle(&mut left);
        let mut drawn = setup.clone();
        let mut key = Vec::new();
        // Sites that show a side take first, so that the others take what is left of both.
        let (sided, blank): (Vec<Site>, Vec<Site>) =
            open.iter().partition(|s| look_side(setup, **s).is_some());
        for site in sided.into_iter().chain(blank) {
            let side = look_side(setup, site);
            let at = left.iter().position(|p| side.is_none_or(|s| p.side == s));
            let Some(at) = at else { break };
            let piece = left.remove(at);
            key.push((piece.side, piece.kind));
            set_truth(&mut drawn, site, piece);
        }
        if seen.insert(key) {
            all.push(drawn);
        }
        if all.len() == DRAWN {
            break;
        }
    }
    Ok(all)
}

fn look_side(setup: &Setup, site: Site) -> Option<Side> {
    match setup.cells[site.index()] {
        SetupCell::Down { look, .. } => look.side(),
        _ => None,
    }
}

/// Sets the truth of a hidden piece.
pub(super) fn set_truth(setup: &mut Setup, site: Site, piece: Piece) {
    if let SetupCell::Down { truth, .. } = &mut setup.cells[site.index()] {
        *truth = Some(piece);
    }
}

struct Filler<'a> {
    setup: Setup,
    open: &'a [Site],
    counts: [[u16; 32]; 2],
    all: Vec<Setup>,
}

impl Filler<'_> {
    /// Fills the sites from `at` on in every way; `false` when there are too many.
    fn place(&mut self, at: usize) -> bool {
        let Some(&site) = self.open.get(at) else {
            self.all.push(self.setup.clone());
            return self.all.len() <= ALL;
        };
        let wanted = look_side(&self.setup, site);
        for side in Side::BOTH {
            if wanted.is_some_and(|s| s != side) {
                continue;
            }
            for kind in 0..32 {
                if self.counts[side.index()][kind] == 0 {
                    continue;
                }
                self.counts[side.index()][kind] -= 1;
                let kind_ = masque_core::piece::Kind(kind as u8);
                set_truth(&mut self.setup, site, Piece { side, kind: kind_ });
                let goes_on = self.place(at + 1);
                self.counts[side.index()][kind] += 1;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

/// Where the hazards may lie; `None` when nothing is left open.
fn fill_hazards(
    engine: &dyn Engine,
    setup: &Setup,
    dice: &mut Dice,
) -> Result<Vec<Option<Vec<Site>>>, String> {
    let Some(terrain) = &engine.spec().terrain else {
        return Ok(vec![None]);
    };
    let seen = &setup.hazards_seen;
    let left = match (&setup.hazards, setup.hazards_left) {
        (Some(_), _) => return Ok(vec![None]),
        (None, None) => return Ok(vec![Some(seen.clone())]),
        (None, Some(left)) => usize::from(left),
    };
    let zone = engine.parse_sites(&terrain.zone).unwrap_or_default();
    let covered = |site: &Site| match &setup.fog {
        Some(fog) => fog.contains(site),
        None => setup.cells[site.index()] == SetupCell::Empty,
    };
    let places: Vec<Site> = zone
        .into_iter()
        .filter(covered)
        .filter(|s| !seen.contains(s))
        .collect();
    let Some(open) = left.checked_sub(seen.len()).filter(|n| *n <= places.len()) else {
        return Err(format!(
            "{left} hazards cannot lie under {} sites of fog",
            places.len()
        ));
    };
    let whole = |mut chosen: Vec<Site>| {
        chosen.extend(seen);
        chosen.sort_unstable();
        Some(chosen)
    };
    let mut all = Vec::new();
    if subsets(&places, open, &mut Vec::new(), &mut all) {
        return Ok(all.into_iter().map(whole).collect());
    }
    // With numbers shown, most draws will not fit, so more are kept to be tried.
    let wanted = if setup.numbers.is_empty() {
        DRAWN
    } else {
        50 * DRAWN
    };
    let mut places = places;
    Ok((0..wanted)
        .map(|_| {
            dice.shuffle(&mut places);
            whole(places[..open].to_vec())
        })
        .collect())
}

/// Every choice of `n` places; `false` when there are too many.
fn subsets(places: &[Site], n: usize, chosen: &mut Vec<Site>, all: &mut Vec<Vec<Site>>) -> bool {
    if n == 0 {
        all.push(chosen.clone());
        return all.len() <= ALL;
    }
    for (i, site) in places.iter().enumerate() {
        if places.len() - i < n {
            break;
        }
        chosen.push(*site);
        let goes_on = subsets(&places[i + 1..], n - 1, chosen, all);
        chosen.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
