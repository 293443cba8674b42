//! The deal: how the truth of a game's start comes about, once, from the game's own dice.

use crate::board::Board;
use crate::piece::{Kind, Piece, Seat, Side};
use crate::position::{Arbiter, Position};
use crate::random::Dice;
use crate::setup::{Setup, SetupCell, SetupError, face_of, parse_rows, parse_rows_with};
use crate::site::{Site, SiteSet};
use crate::spec::{DealSpec, FirstSeat, Spec};
use crate::tables::Tables;

/// A seat's secret layout: which kind on which site.
pub type Layout = Vec<(Site, Kind)>;

/// What is wrong with a secret layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A site outside the seat's own.
    #[error("{site} is not one of the sites to fill")]
    Outside {
        /// Where.
        site: String,
        /// The clause.
        clause: String,
    },
    /// Two pieces on one site.
    #[error("two pieces stand on {site}")]
    Twice {
        /// Where.
        site: String,
        /// The clause.
        clause: String,
    },
    /// A wrong number of a kind.
    #[error("the set has {expected} of `{kind}`, and {found} are laid out")]
    Count {
        /// The kind.
        kind: String,
        /// How many there are.
        expected: usize,
        /// How many are laid out.
        found: usize,
        /// The clause.
        clause: String,
    },
    /// A kind where it may not stand.
    #[error("`{kind}` may not stand on {site}")]
    Forbidden {
        /// The kind.
        kind: String,
        /// Where.
        site: String,
        /// The clause.
        clause: String,
    },
    /// No such named layout.
    #[error("no layout is called `{name}`; layouts are {known}")]
    Unknown {
        /// What was asked.
        name: String,
        /// What there is.
        known: String,
    },
    /// The fixed pieces leave no legal way to fill the rest.
    #[error("the fixed pieces leave no legal way to lay out the rest")]
    Impossible,
}

impl LayoutError {
    /// The clause that the layout breaks; empty where the variant names none.
    #[must_use]
    pub fn clause(&self) -> &str {
        match self {
            Self::Outside { clause, .. }
            | Self::Twice { clause, .. }
            | Self::Count { clause, .. }
            | Self::Forbidden { clause, .. } => clause,
            Self::Unknown { .. } | Self::Impossible => "",
        }
    }
}

/// The kind that starts on each site, from the start arrangement.
pub(crate) fn home_kinds<const W: usize>(
    tables: &Tables<W>,
) -> Result<Vec<Option<Kind>>, SetupError> {
    home_kinds_of(&tables.board, &tables.spec)
}

fn home_kinds_of<const W: usize>(
    board: &Board<W>,
    spec: &Spec,
) -> Result<Vec<Option<Kind>>, SetupError> {
    if spec.setup.start.is_empty() {
        return Ok(vec![None; board.len()]);
    }
    let cells = parse_rows_with(board, spec, &spec.setup.start)?;
    let kind = |cell: &SetupCell| match cell {
        SetupCell::Up(piece) => Some(piece.kind),
        _ => None,
    };
    Ok(cells.iter().map(kind).collect())
}

/// Deals: the whole truth of the start. Layouts are needed where seats lay out in secret.
///
/// # Panics
/// Never on a compiled variant; a start that does not parse is refused when compiling.
#[must_use]
pub fn deal<const W: usize>(
    tables: &Tables<W>,
    dice: &mut Dice,
    layouts: [Option<&Layout>; 2],
) -> Setup {
    let mut setup = Setup::empty(tables);
    if !tables.spec.setup.start.is_empty()
        && let Ok(cells) = parse_rows(tables, &tables.spec.setup.start)
    {
        setup.cells = cells;
    }
    match &tables.spec.setup.deal {
        DealSpec::None => {}
        DealSpec::Pool { .. } => deal_pool(tables, dice, &mut setup),
        DealSpec::OwnHome { .. } => deal_homes(tables, dice, &mut setup),
        DealSpec::Layout => {
            for side in Side::BOTH {
                for &(site, kind) in layouts[side.index()].into_iter().flatten() {
                    let look = face_of(tables.spec.hidden.face, side, None);
                    setup.cells[site.index()] = SetupCell::Down {
                        look,
                        truth: Some(Piece { side, kind }),
                    };
                }
            }
        }
    }
    if let Some(rule) = &tables.terrain {
        let mut sites: Vec<Site> = rule
            .zone
            .iter()
            .filter(|s| setup.cells[s.index()] == SetupCell::Empty)
            .collect();
        // Where pieces fill the zone, hazards lie under them in secret; they act on the next to land.
        if sites.len() < usize::from(rule.hazards) {
            sites = rule.zone.iter().collect();
        }
        dice.shuffle(&mut sites);
        sites.truncate(usize::from(rule.hazards));
        sites.sort_unstable();
        setup.hazards = Some(sites);
        setup.fog = Some(rule.zone.iter().collect());
    }
    // Drawn last, so that the same seed deals the same pieces whoever begins.
    if tables.spec.setup.first == FirstSeat::Drawn {
        setup.turn = Seat(dice.below(2) as u8);
    }
    setup
}

fn deal_pool<const W: usize>(tables: &Tables<W>, dice: &mut Dice, setup: &mut Setup) {
    let mut sites: Vec<Site> = tables
        .deal_region
        .unwrap_or(SiteSet::EMPTY)
        .iter()
        .collect();
    let mut pool = Vec::new();
    for side in Side::BOTH {
        for kind in (0..tables.kind_count()).map(|k| Kind(k as u8)) {
            pool.extend((0..tables.pool(kind)).map(|_| Piece { side, kind }));
        }
    }
    if pool.len() < sites.len() {
        dice.shuffle(&mut sites);
        sites.truncate(pool.len());
        sites.sort_unstable();
    }
    dice.shuffle(&mut pool);
    for (site, piece) in sites.into_iter().zip(pool) {
        let look = face_of(tables.spec.hidden.face, piece.side, None);
        setup.cells[site.index()] = SetupCell::Down {
            look,
            truth: Some(piece),
        };
    }
}

fn deal_homes<const W: usize>(tables: &Tables<W>, dice: &mut Dice, setup: &mut Setup) {
    for side in Side::BOTH {
        let shuffled = |cell: &SetupCell| match cell {
            SetupCell::Up(p) if p.side == side && tables.deal_except >> p.kind.0 & 1 == 0 => {
                Some(p.kind)
            }
            _ => None,
        };
        let (sites, mut kinds): (Vec<usize>, Vec<Kind>) = setup
            .cells
            .iter()
            .enumerate()
            .filter_map(|(i, c)| shuffled(c).map(|k| (i, k)))
            .unzip();
        let homes = kinds.clone();
        dice.shuffle(&mut kinds);
        for ((site, home), kind) in sites.into_iter().zip(homes).zip(kinds) {
            let look = face_of(tables.spec.hidden.face, side, Some(home));
            setup.cells[site] = SetupCell::Down {
                look,
                truth: Some(Piece { side, kind }),
            };
        }
    }
}

/// Whether a deal differs from another in what hidden pieces are, and in nothing else.
#[must_use]
pub(crate) fn is_shuffle<const W: usize>(tables: &Tables<W>) -> bool {
    let pool = |kind: usize| usize::from(tables.pool(Kind(kind as u8)));
    let pieces: usize = 2 * (0..tables.kind_count()).map(pool).sum::<usize>();
    let shuffled = match &tables.spec.setup.deal {
        DealSpec::Pool { .. } => tables
            .deal_region
            .is_some_and(|region| region.len() == pieces),
        DealSpec::OwnHome { .. } => true,
        DealSpec::None | DealSpec::Layout => false,
    };
    shuffled && tables.terrain.is_none() && tables.spec.setup.first == FirstSeat::Zero
}

/// Deals a start again where [`is_shuffle`] says so; `room` is kept between deals.
pub(crate) fn shuffle_again<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    dice: &mut Dice,
    room: &mut Vec<Piece>,
) {
    let public = position.public();
    let together = match &tables.spec.setup.deal {
        DealSpec::Pool { .. } => [public.hidden, SiteSet::EMPTY],
        _ => public.by_side_hidden(),
    };
    for sites in together {
        let truth = position.truth(Arbiter::assume());
        room.clear();
        room.extend(sites.iter().filter_map(|site| truth.piece(site)));
        dice.shuffle(room);
        for (site, piece) in sites.iter().zip(room.iter()) {
            position.redeal(site, *piece);
        }
    }
}

/// The canonical bytes of a deal, for its commitment: side and kind of every hidden piece, then hazards.
#[must_use]
pub fn canonical(setup: &Setup) -> Vec<u8> {
    let mut bytes = Vec::new();
    for cell in &setup.cells {
        bytes.push(match cell {
            SetupCell::Empty => 0xff,
            SetupCell::Up(p) | SetupCell::Down { truth: Some(p), .. } => {
                crate::piece::Cell::from(*p).byte()
            }
            SetupCell::Down { truth: None, .. } => 0xfe,
        });
    }
    for site in setup.hazards.iter().flatten() {
        bytes.extend(site.0.to_be_bytes());
    }
    bytes
}

/// Turns a layout for the side that moves up into the same layout for a side.
fn for_side<const W: usize>(tables: &Tables<W>, seat: Seat, site: Site) -> Site {
    if seat.0 == 0 {
        site
    } else {
        tables.board.mirrored(site).unwrap_or(site)
    }
}

/// Checks a secret layout of a seat.
///
/// # Errors
/// Everything that is wrong.
pub fn check_layout<const W: usize>(
    tables: &Tables<W>,
    seat: Seat,
    layout: &Layout,
) -> Result<(), Vec<LayoutError>> {
    let mut wrong = Vec::new();
    let board = &tables.board;
    let region = tables
        .layout_region
        .map_or(SiteSet::EMPTY, |r| r[seat.index()]);
    let spec = tables.spec.setup.layout.as_ref();
    let clause = || spec.map_or_else(String::new, |l| l.clause.clone());
    let mut seen = SiteSet::<W>::EMPTY;
    let mut counts = [0usize; 32];
    for &(site, kind) in layout {
        let name = || board.name(site).to_owned();
        if !region.contains(site) {
            wrong.push(LayoutError::Outside {
                site: name(),
                clause: clause(),
            });
        }
        if seen.contains(site) {
            wrong.push(LayoutError::Twice {
                site: name(),
                clause: clause(),
            });
        }
        seen.insert(site);
        counts[kind.index()] += 1;
        if let Some(clause) = misplaced(tables, seat, site, kind) {
            wrong.push(LayoutError::Forbidden {
                kind: tables.spec.kinds[kind.index()].name.clone(),
                site: name(),
                clause,
            });
        }
    }
    for (i, spec) in tables.spec.kinds.iter().enumerate() {
        if counts[i] != usize::from(spec.count) {
            wrong.push(LayoutError::Count {
                kind: spec.name.clone(),
                expected: usize::from(spec.count),
                found: counts[i],
                clause: clause(),
            });
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The clause that forbids a kind on a site, if one does.
fn misplaced<const W: usize>(
    tables: &Tables<W>,
    seat: Seat,
    site: Site,
    kind: Kind,
) -> Option<String> {
    let spec = tables.spec.setup.layout.as_ref()?;
    let name = &tables.spec.kinds[kind.index()].name;
    let inside = |region: &str| {
        tables
            .board
            .region(region)
            .is_ok_and(|r| r[seat.index()].contains(site))
    };
    let only = spec
        .only
        .iter()
        .find(|(k, region, _)| k == name && !inside(region));
    let never = spec
        .never
        .iter()
        .find(|(k, region, _)| k == name && inside(region));
    only.or(never).map(|(_, _, clause)| clause.clone())
}

/// Whether the rules of secret layouts let a piece start on a site.
pub(crate) fn may_start<const W: usize>(tables: &Tables<W>, piece: Piece, site: Site) -> bool {
    misplaced(tables, Seat(piece.side.0), site, piece.kind).is_none()
}

/// Fills a layout at random round fixed pieces, uniformly over the legal ones.
///
/// `name` is a named layout of the variant, or `random`.
///
/// # Errors
/// [`LayoutError::Unknown`] or [`LayoutError::Impossible`].
pub fn named_layout<const W: usize>(
    tables: &Tables<W>,
    seat: Seat,
    name: &str,
    dice: &mut Dice,
) -> Result<Layout, LayoutError> {
    let spec = tables
        .spec
        .setup
        .layout
        .as_ref()
        .ok_or(LayoutError::Impossible)?;
    let fixed: Layout = if name == "random" {
        Vec::new()
    } else {
        let found = spec.named.iter().find(|n| n.name == name);
        let found = found.ok_or_else(|| LayoutError::Unknown {
            name: name.to_owned(),
            known: spec
                .named
                .iter()
                .map(|n| n.name.as_str())
                .chain(["random"])
                .collect::<Vec<_>>()
                .join(", "),
        })?;
        let read = |text: &String| {
            let (site, letter) = text.split_once('=')?;
            let kind = tables.kind_of_letter(letter.chars().next()?)?;
            Some((for_side(tables, seat, tables.board.site(site)?), kind))
        };
        found.pieces.iter().filter_map(read).collect()
    };
    complete_layout(tables, seat, &fixed, dice)
}

/// Fills the sites that `fixed` leaves, kinds with the fewest sites first, so that a legal filling is always found.
///
/// # Errors
/// [`LayoutError::Impossible`].
pub fn complete_layout<const W: usize>(
    tables: &Tables<W>,
    seat: Seat,
    fixed: &Layout,
    dice: &mut Dice,
) -> Result<Layout, LayoutError> {
    let region = tables.layout_region.ok_or(LayoutError::Impossible)?[seat.index()];
    let mut free: Vec<Site> = region
        .iter()
        .filter(|s| !fixed.iter().any(|(f, _)| f == s))
        .collect();
    let mut left: Vec<Kind> = Vec::new();
    for (i, spec) in tables.spec.kinds.iter().enumerate() {
        let kind = Kind(i as u8);
        let placed = fixed.iter().filter(|(_, k)| *k == kind).count();
        left.extend((placed..usize::from(spec.count)).map(|_| kind));
    }
    if left.len() != free.len() {
        return Err(LayoutError::Impossible);
    }
    // Rejection keeps the filling uniform: try whole shuffles first, then fall back to placing the choosy kinds first.
    for _ in 0..20_000 {
        dice.shuffle(&mut left);
        if free
            .iter()
            .zip(&left)
            .all(|(s, k)| misplaced(tables, seat, *s, *k).is_none())
        {
            return Ok(sorted(
                fixed
                    .iter()
                    .copied()
                    .chain(free.iter().copied().zip(left.iter().copied()))
                    .collect(),
            ));
        }
    }
    let choices = |kind: Kind, free: &[Site]| {
        free.iter()
            .filter(|s| misplaced(tables, seat, **s, kind).is_none())
            .count()
    };
    left.sort_by_key(|k| choices(*k, &free));
    let mut layout = fixed.clone();
    for kind in left {
        let fits: Vec<usize> = (0..free.len())
            .filter(|&i| misplaced(tables, seat, free[i], kind).is_none())
            .collect();
        let at = *dice.choose(&fits).ok_or(LayoutError::Impossible)?;
        layout.push((free.swap_remove(at), kind));
    }
    Ok(sorted(layout))
}

fn sorted(mut layout: Layout) -> Layout {
    layout.sort_unstable();
    layout
}
