//! Positions: the part everybody may see, the part nobody may, and the capability to read the latter.

use crate::action::Action;
use crate::clause::ClauseId;
use crate::movement::Group;
use crate::piece::{Cell, Kind, Piece, Seat, Side};
use crate::site::{Site, SiteSet};

/// The capability to read truth.
///
/// Only modules that adjudicate, deal, save, test or audit may name it; a test pins the list. Everything that a
/// player, a spectator, a bot or a log sees is made without one.
#[derive(Clone, Copy, Debug)]
pub struct Arbiter(());

impl Arbiter {
    /// Takes the capability. Naming this function is what the pinned list of modules controls.
    #[inline]
    #[must_use]
    pub fn assume() -> Self {
        Self(())
    }
}

/// One value per site.
pub type PerSite<T, const W: usize> = [[T; 64]; W];

/// Where the turn machine stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// A turn begins.
    #[default]
    Play,
    /// The piece at the site may go on capturing.
    Chain(Site),
    /// The piece at the site must become one of the promotion kinds.
    Choose(Site),
    /// The piece at the site has moved and must shoot.
    Shoot(Site),
    /// The game is over.
    Over,
}

impl Phase {
    /// The word for it in position texts and cases.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Chain(_) => "chain",
            Self::Choose(_) => "choose",
            Self::Shoot(_) => "shoot",
            Self::Over => "over",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// The clause that ended it.
    pub clause: ClauseId,
    /// Points of each seat in half points, when a score decided.
    pub scores: Option<[i32; 2]>,
}

/// A chase that is going on: one seat's pieces after one enemy piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chase {
    /// Where the chased piece stands.
    pub victim: Site16,
    /// Where the chasing piece stands.
    pub chaser: Site16,
    /// How many turns running; 0 when the entry is unused.
    pub run: u8,
}

/// A site index that may be absent (`u16::MAX`), with a default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site16(u16);

impl Default for Site16 {
    fn default() -> Self {
        Self(u16::MAX)
    }
}

impl Site16 {
    /// Wraps a site, or its absence.
    #[inline]
    #[must_use]
    pub fn new(site: Option<Site>) -> Self {
        Self(site.map_or(u16::MAX, |s| s.0))
    }

    /// The site, if present.
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<Site> {
        (self.0 != u16::MAX).then_some(Site(self.0))
    }
}

/// How many enemy pieces one turn can chase at once.
pub const MAX_CHASES: usize = 8;
/// How many refused tries of one turn are remembered.
pub const MAX_REFUSED: usize = 16;
/// How many numbers a script may keep in the position.
pub const MAX_VARIABLES: usize = 8;

/// Progress made so far in the turn, as bits.
pub mod progress {
    /// A piece was captured or destroyed.
    pub const CAPTURE: u8 = 1;
    /// A piece was revealed, or turned up.
    pub const REVEAL: u8 = 2;
    /// A kind moved whose moves are progress, or a special action that is.
    pub const KIND: u8 = 4;
    /// The turn was a pass.
    pub const PASS: u8 = 8;
}

/// Everything about a position that all observers may know.
///
/// Nothing derived from this alone can leak.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Public<const W: usize> {
    /// What stands where, as it looks to a spectator.
    pub cells: PerSite<Cell, W>,
    /// Sites by the bits of the kind that their occupant looks like, lowest bit first; read through [`Self::by_kind`].
    pub(crate) planes: [SiteSet<W>; 5],
    /// Sites by visible side; index 2 holds sideless backs.
    pub by_side: [SiteSet<W>; 3],
    /// Sites of hidden pieces.
    pub hidden: SiteSet<W>,
    /// Sites whose occupant has not moved since the start, kept only for castling sites.
    pub unmoved: SiteSet<W>,
    /// Sites under fog.
    pub fog: SiteSet<W>,
    /// Hazards that everybody sees.
    pub hazards_seen: SiteSet<W>,
    /// Numbers of neighbouring hazards, meaningful where the terrain's zone is not under fog.
    pub numbers: PerSite<u8, W>,
    /// How many hazards are left on the board.
    pub hazards_left: u16,
    /// Whether all fog has been lifted for good.
    pub all_found: bool,
    /// The seat to act.
    pub turn: Seat,
    /// The side of seat 0; `None` while undecided.
    pub first_side: Option<Side>,
    /// Per seat: the colour of its last flip, and how many running.
    pub flip_runs: [(Option<Side>, u8); 2],
    /// The colour of the last flip by anyone.
    pub last_flip: Option<Side>,
    /// Where the turn machine stands.
    pub phase: Phase,
    /// Actions so far.
    pub ply: u32,
    /// Completed turns so far.
    pub turns: u32,
    /// The number of the first turn, as chess positions count moves (for notation).
    pub quiet: u32,
    /// Progress made so far in this turn (bits of [`progress`]).
    pub progress: u8,
    /// Passes running.
    pub passes: u8,
    /// Where a piece may be captured in passing, and where it stands.
    pub en_passant: Option<(Site, Site)>,
    /// Pieces taken by each side.
    pub captures: [u16; 2],
    /// Lost pieces whose identity all know, by side and kind.
    pub lost: [[u8; 32]; 2],
    /// Lost pieces whose identity not all know, by side.
    pub lost_hidden: [u8; 2],
    /// How promotions have changed the set, by side and kind.
    pub promoted: [[i8; 32]; 2],
    /// Chases going on, per seat, before the unused entries.
    pub chases: [[Chase; MAX_CHASES]; 2],
    /// Where each seat's last action ended.
    pub last_to: [Site16; 2],
    /// The last action.
    pub last: Option<Action>,
    /// Tries refused in this turn.
    pub refused: [Option<Action>; MAX_REFUSED],
    /// Numbers kept by the script.
    pub variables: [i32; MAX_VARIABLES],
    /// A pending offer of an agreed end, by seat.
    pub offer: Option<Seat>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Key of the cells alone.
    pub key_cells: u64,
    /// Key of hidden marks, fog, visible hazards and castling rights.
    pub key_marks: u64,
}

/// What nobody sees as a whole.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Secret<const W: usize> {
    /// The truth of hidden pieces; meaningless elsewhere.
    pub(crate) truth: PerSite<Cell, W>,
    /// Hidden pieces that each seat knows.
    pub(crate) known: [SiteSet<W>; 2],
    /// All hazards.
    pub(crate) hazards: SiteSet<W>,
    /// Lost pieces whose identity not all know: by side and kind.
    pub(crate) lost: [[u8; 32]; 2],
    /// What each seat learned of them: by seat, side and kind.
    pub(crate) learned: [[[u8; 32]; 2]; 2],
}

/// The validated ground truth of a game at one moment.
///
/// Equality compares everything, truth included; what counts as a repetition is a matter of [`crate::rules::repetition`].
#[derive(Clone, PartialEq, Debug)]
pub struct Position<const W: usize> {
    pub(crate) public: Public<W>,
    secret: Secret<W>,
}

#[inline]
fn mix(site: Site, what: u8) -> u64 {
    let mut z = (u64::from(site.0) << 8 | u64::from(what))
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Marks that enter the key, beside what stands on a site.
const MARK_HIDDEN: u8 = 0xfe;
const MARK_FOG: u8 = 0xfd;
const MARK_HAZARD: u8 = 0xfc;
const MARK_RIGHT: u8 = 0xfb;
/// Mixed into the key when seat 1 is to act.
pub(crate) const KEY_TURN: u64 = 0x5bd1_e995_7b93_1c6d;

/// The key of an en passant site.
pub(crate) fn key_en_passant(site: Site) -> u64 {
    mix(site, 0xfa)
}

impl<const W: usize> Public<W> {
    fn empty() -> Self {
        Self {
            cells: [[Cell::EMPTY; 64]; W],
            planes: [SiteSet::EMPTY; 5],
            by_side: [SiteSet::EMPTY; 3],
            hidden: SiteSet::EMPTY,
            unmoved: SiteSet::EMPTY,
            fog: SiteSet::EMPTY,
            hazards_seen: SiteSet::EMPTY,
            numbers: [[0; 64]; W],
            hazards_left: 0,
            all_found: false,
            turn: Seat(0),
            first_side: None,
            flip_runs: [(None, 0); 2],
            last_flip: None,
            phase: Phase::Play,
            ply: 0,
            turns: 0,
            quiet: 0,
            progress: 0,
            passes: 0,
            en_passant: None,
            captures: [0; 2],
            lost: [[0; 32]; 2],
            lost_hidden: [0; 2],
            promoted: [[0; 32]; 2],
            chases: [[Chase::default(); MAX_CHASES]; 2],
            last_to: [Site16::default(); 2],
            last: None,
            refused: [None; MAX_REFUSED],
            variables: [0; MAX_VARIABLES],
            offer: None,
            outcome: None,
            key_cells: 0,
            key_marks: 0,
        }
    }

    /// What stands on a site, as it looks to a spectator.
    #[inline]
    #[must_use]
    pub fn cell(&self, site: Site) -> Cell {
        self.cells[site.index() >> 6][site.index() & 63]
    }

    /// All occupied sites.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> SiteSet<W> {
        self.by_side[0] | self.by_side[1] | self.by_side[2]
    }

    /// Those of the sites whose occupant looks like a kind; the sites must all be occupied.
    #[inline]
    #[must_use]
    pub fn among(&self, sites: SiteSet<W>, kind: Kind) -> SiteSet<W> {
        let mut found = sites;
        let [p0, p1, p2, p3, p4] = &self.planes;
        // A plane as it is where the kind has the bit, and turned over where it has not.
        let turn = |bit: u8| u64::from(kind.0 >> bit & 1).wrapping_sub(1);
        let (t0, t1, t2, t3, t4) = (turn(0), turn(1), turn(2), turn(3), turn(4));
        for i in 0..W {
            found.0[i] &=
                (p0.0[i] ^ t0) & (p1.0[i] ^ t1) & (p2.0[i] ^ t2) & (p3.0[i] ^ t3) & (p4.0[i] ^ t4);
        }
        found
    }

    /// Those of the sites whose occupant looks like one of some kinds, given as bits; all must be occupied.
    #[inline]
    #[must_use]
    pub fn among_kinds(&self, sites: SiteSet<W>, kinds: u32) -> SiteSet<W> {
        let mut left = kinds;
        let mut found = SiteSet::EMPTY;
        while left != 0 {
            found |= self.among(sites, Kind(left.trailing_zeros() as u8));
            left &= left - 1;
        }
        found
    }

    /// The sites parted by the kind that their occupants look like; they must all be occupied.
    #[inline]
    #[must_use]
    pub(crate) fn part(&self, sites: SiteSet<W>) -> Parted<W> {
        let [p0, p1, p2, p3, p4] = self.planes;
        let low = sites - p3 - p4;
        let halves = [low - p2, low & p2];
        let mut first = [SiteSet::EMPTY; 8];
        for (half, of_half) in halves.into_iter().zip(first.chunks_exact_mut(4)) {
            let quarters = [half - p1, half & p1];
            of_half[0] = quarters[0] - p0;
            of_half[1] = quarters[0] & p0;
            of_half[2] = quarters[1] - p0;
            of_half[3] = quarters[1] & p0;
        }
        Parted { sites, first }
    }

    /// Sites whose occupant looks like a kind.
    #[inline]
    #[must_use]
    pub fn by_kind(&self, kind: Kind) -> SiteSet<W> {
        self.among(self.occupied(), kind)
    }

    /// Puts a look into the planes, or takes it out again.
    #[inline]
    fn toggle_planes(&mut self, site: Site, cell: Cell) {
        let (word, kind) = (site.index() >> 6, cell.kind_index() as u64);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            plane.0[word] ^= (kind >> bit & 1) << (site.index() & 63);
        }
    }

    /// The side of a seat; `None` while undecided.
    #[inline]
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.first_side
            .map(|s| if seat.0 == 0 { s } else { s.other() })
    }

    /// The seat of a side; `None` while undecided.
    #[inline]
    #[must_use]
    pub fn seat_of(&self, side: Side) -> Option<Seat> {
        self.first_side
            .map(|s| if s == side { Seat(0) } else { Seat(1) })
    }

    /// Sites of hidden pieces that show their side, by side.
    #[must_use]
    pub(crate) fn by_side_hidden(&self) -> [SiteSet<W>; 2] {
        Side::BOTH.map(|side| self.by_side[side.index()] & self.hidden)
    }

    /// The number of neighbouring hazards shown at a site.
    #[inline]
    #[must_use]
    pub fn number(&self, site: Site) -> u8 {
        self.numbers[site.index() >> 6][site.index() & 63]
    }

    /// Forgets chases, as any flip, reveal or capture does.
    pub(crate) fn forget_chases(&mut self) {
        self.chases = [[Chase::default(); MAX_CHASES]; 2];
    }
}

/// Sites parted by the kind that their occupants look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parted<const W: usize> {
    sites: SiteSet<W>,
    /// Those of the first eight kinds, which is all of them in most variants.
    first: [SiteSet<W>; 8],
}

impl<const W: usize> Parted<W> {
    /// Those of a group of kinds.
    #[inline]
    pub(crate) fn group(&self, public: &Public<W>, group: &Group<W>) -> SiteSet<W> {
        match self.first.get(group.first) {
            Some(pieces) if group.alone => *pieces,
            _ => self.several(public, group),
        }
    }

    fn several(&self, public: &Public<W>, group: &Group<W>) -> SiteSet<W> {
        match group.others {
            Some(others) => self.sites - self.kinds(public, others),
            None => self.kinds(public, group.kinds),
        }
    }

    /// Those of one of the first eight kinds.
    #[inline]
    pub(crate) fn one(&self, kind: u8) -> SiteSet<W> {
        self.first[usize::from(kind & 7)]
    }

    /// Those of some kinds, given as bits.
    #[inline]
    pub(crate) fn kinds(&self, public: &Public<W>, kinds: u32) -> SiteSet<W> {
        let mut found = SiteSet::EMPTY;
        let mut left = kinds & 0xff;
        while left != 0 {
            found |= self.first[left.trailing_zeros() as usize & 7];
            left &= left - 1;
        }
        if kinds > 0xff {
            found |= public.among_kinds(self.sites, kinds & !0xff);
        }
        found
    }
}

/// The truth of a position, to be had only with an [`Arbiter`].
#[derive(Clone, Copy)]
pub struct Truth<'a, const W: usize> {
    public: &'a Public<W>,
    secret: &'a Secret<W>,
}

impl<const W: usize> Truth<'_, W> {
    /// The piece on a site, whatever it looks like.
    #[inline]
    #[must_use]
    pub fn piece(&self, site: Site) -> Option<Piece> {
        let public = self.public.cell(site);
        if self.public.hidden.contains(site) {
            self.secret.truth[site.index() >> 6][site.index() & 63].as_piece()
        } else {
            public.as_piece()
        }
    }

    /// All hazards.
    #[inline]
    #[must_use]
    pub fn hazards(&self) -> SiteSet<W> {
        self.secret.hazards
    }

    /// Hidden pieces that a seat knows.
    #[must_use]
    pub fn known(&self, seat: Seat) -> SiteSet<W> {
        self.secret.known[seat.index()]
    }

    /// Lost pieces whose identity not all know, by side and kind.
    #[must_use]
    pub fn lost(&self) -> &[[u8; 32]; 2] {
        &self.secret.lost
    }

    /// Every piece on the board with its site, in site order.
    pub fn pieces(&self) -> impl Iterator<Item = (Site, Piece)> + '_ {
        self.public
            .occupied()
            .iter()
            .filter_map(|s| self.piece(s).map(|p| (s, p)))
    }
}

impl<const W: usize> Position<W> {
    /// An empty board, seat 0 to act, sides undecided.
    #[must_use]
    pub(crate) fn empty() -> Self {
        Self {
            public: Public::empty(),
            secret: Secret {
                truth: [[Cell::EMPTY; 64]; W],
                known: [SiteSet::EMPTY; 2],
                hazards: SiteSet::EMPTY,
                lost: [[0; 32]; 2],
                learned: [[[0; 32]; 2]; 2],
            },
        }
    }

    /// What everybody may know.
    #[inline]
    #[must_use]
    pub fn public(&self) -> &Public<W> {
        &self.public
    }

    /// The truth.
    #[inline]
    #[must_use]
    pub fn truth(&self, _: Arbiter) -> Truth<'_, W> {
        Truth {
            public: &self.public,
            secret: &self.secret,
        }
    }

    /// Whether there is nothing that not everybody sees, and nothing of that sort was lost.
    pub(crate) fn is_open(&self) -> bool {
        let secret = &self.secret;
        let losses = secret.learned.iter().chain([&secret.lost]);
        self.public.hidden.is_empty()
            && secret.hazards.is_empty()
            && losses.flatten().flatten().all(|count| *count == 0)
    }

    /// Becomes a copy of a position that is as open as this one: see [`Self::is_open`].
    #[inline]
    pub(crate) fn copy_open(&mut self, other: &Self) {
        self.public = other.public;
    }

    /// Sites that are hidden to an observer.
    #[inline]
    pub(crate) fn unknown_to(&self, seat: Option<Seat>) -> SiteSet<W> {
        match seat {
            Some(seat) => self.public.hidden - self.secret.known[seat.index()],
            None => self.public.hidden,
        }
    }

    /// The piece at a hidden site that the seat knows, if it does.
    #[inline]
    pub(crate) fn known_piece(&self, seat: Seat, site: Site) -> Option<Piece> {
        (self.public.hidden.contains(site) && self.secret.known[seat.index()].contains(site))
            .then(|| self.secret.truth[site.index() >> 6][site.index() & 63].as_piece())
            .flatten()
    }

    /// What a seat learned of lost hidden pieces: by side and kind.
    pub(crate) fn learned(&self, seat: Seat) -> &[[u8; 32]; 2] {
        &self.secret.learned[seat.index()]
    }

    /// A copy that holds only what the observer knows; hidden pieces it does not know have no truth.
    pub(crate) fn redacted(&self, seat: Option<Seat>) -> Self {
        let mut copy = self.clone();
        for site in self.unknown_to(seat) {
            copy.secret.truth[site.index() >> 6][site.index() & 63] = Cell::EMPTY;
        }
        copy.secret.hazards = self.public.hazards_seen;
        copy.secret.lost = [[0; 32]; 2];
        for s in Seat::BOTH {
            if seat != Some(s) {
                copy.secret.known[s.index()] = SiteSet::EMPTY;
                copy.secret.learned[s.index()] = [[0; 32]; 2];
            }
        }
        copy
    }

    // The editing below keeps bitsets and keys in step. It is the only code that writes them.

    /// Puts a visible piece, or the look of a hidden one, on an empty site.
    #[inline]
    pub(crate) fn put_look(&mut self, site: Site, cell: Cell) {
        debug_assert!(self.public.cell(site).is_empty());
        self.public.cells[site.index() >> 6][site.index() & 63] = cell;
        self.public.toggle_planes(site, cell);
        self.public.by_side[cell.owner_index()].insert(site);
        self.public.key_cells ^= mix(site, cell.byte());
    }

    /// Takes the look off a site and returns it.
    #[inline]
    fn lift_look(&mut self, site: Site) -> Cell {
        let cell = self.public.cell(site);
        debug_assert!(!cell.is_empty());
        self.public.cells[site.index() >> 6][site.index() & 63] = Cell::EMPTY;
        self.public.toggle_planes(site, cell);
        self.public.by_side[cell.owner_index()].remove(site);
        self.public.key_cells ^= mix(site, cell.byte());
        cell
    }

    /// Takes the look off a site and puts it on an empty one.
    #[inline]
    fn shift_look(&mut self, from: Site, to: Site) {
        if W > 1 {
            let cell = self.lift_look(from);
            self.put_look(to, cell);
            return;
        }
        let public = &mut self.public;
        let cell = public.cell(from);
        debug_assert!(!cell.is_empty() && public.cell(to).is_empty());
        public.cells[0][from.index() & 63] = Cell::EMPTY;
        public.cells[0][to.index() & 63] = cell;
        let both = 1 << (from.index() & 63) | 1 << (to.index() & 63);
        let kind = cell.kind_index() as u64;
        for (bit, plane) in public.planes.iter_mut().enumerate() {
            plane.0[0] ^= both & (kind >> bit & 1).wrapping_neg();
        }
        public.by_side[cell.owner_index()].0[0] ^= both;
        public.key_cells ^= mix(from, cell.byte()) ^ mix(to, cell.byte());
    }

    /// Hides the piece at a site that now bears a look: sets its truth and who knows it.
    pub(crate) fn hide(&mut self, site: Site, truth: Option<Piece>, known: [bool; 2]) {
        self.secret.truth[site.index() >> 6][site.index() & 63] =
            truth.map_or(Cell::EMPTY, Cell::from);
        if !self.public.hidden.contains(site) {
            self.public.hidden.insert(site);
            self.public.key_marks ^= mix(site, MARK_HIDDEN);
        }
        for seat in Seat::BOTH {
            self.secret.known[seat.index()].set(site, known[seat.index()]);
        }
    }

    /// Makes the hidden piece at a site another one that looks the same.
    #[inline]
    pub(crate) fn redeal(&mut self, site: Site, piece: Piece) {
        debug_assert!(self.public.hidden.contains(site));
        self.secret.truth[site.index() >> 6][site.index() & 63] = piece.into();
    }

    #[inline]
    fn unhide(&mut self, site: Site) {
        self.public.hidden.remove(site);
        self.public.key_marks ^= mix(site, MARK_HIDDEN);
        self.secret.known[0].remove(site);
        self.secret.known[1].remove(site);
    }

    /// Shows the hidden piece at a site to all; returns it.
    pub(crate) fn show(&mut self, site: Site, _: Arbiter) -> Option<Piece> {
        if !self.public.hidden.contains(site) {
            return None;
        }
        let piece = self.secret.truth[site.index() >> 6][site.index() & 63].as_piece()?;
        self.unhide(site);
        self.lift_look(site);
        self.put_look(site, piece.into());
        Some(piece)
    }

    /// Moves whatever is at `from`, hidden or not, to the empty site `to`.
    #[inline]
    pub(crate) fn shift(&mut self, from: Site, to: Site) {
        self.shift_look(from, to);
        if self.public.hidden.contains(from) {
            let truth = self.secret.truth[from.index() >> 6][from.index() & 63];
            let known = [
                self.secret.known[0].contains(from),
                self.secret.known[1].contains(from),
            ];
            self.unhide(from);
            self.hide(to, truth.as_piece(), known);
        }
        self.clear_unmoved(from);
        self.clear_unmoved(to);
    }

    /// Removes whatever is at a site; returns its look and, when hidden, its truth and who knew it.
    #[inline]
    pub(crate) fn lift(&mut self, site: Site) -> Lifted {
        let hidden = self.public.hidden.contains(site);
        let mut lifted = Lifted {
            look: self.lift_look(site),
            truth: None,
            known: [false; 2],
            hidden,
        };
        if hidden {
            lifted.truth = self.secret.truth[site.index() >> 6][site.index() & 63].as_piece();
            lifted.known = [
                self.secret.known[0].contains(site),
                self.secret.known[1].contains(site),
            ];
            self.unhide(site);
        }
        self.clear_unmoved(site);
        lifted
    }

    /// Changes the visible piece at a site into another kind.
    pub(crate) fn turn_into(&mut self, site: Site, kind: Kind) {
        let cell = self.lift_look(site);
        if let Some(side) = cell.side() {
            self.put_look(site, Cell::piece(side, kind));
            let set = &mut self.public.promoted[side.index()];
            set[cell.kind_index()] = set[cell.kind_index()].saturating_sub(1);
            set[kind.index()] = set[kind.index()].saturating_add(1);
        }
    }

    /// Gives the visible piece at a site to the other side; returns what it is now.
    #[inline]
    pub(crate) fn turn_over(&mut self, site: Site) -> Option<Piece> {
        let piece = self.public.cell(site).as_piece()?;
        let turned = Piece {
            side: piece.side.other(),
            ..piece
        };
        self.lift_look(site);
        self.put_look(site, turned.into());
        Some(turned)
    }

    #[inline]
    fn clear_unmoved(&mut self, site: Site) {
        if self.public.unmoved.contains(site) {
            self.public.unmoved.remove(site);
            self.public.key_marks ^= mix(site, MARK_RIGHT);
        }
    }

    /// Keeps only these marks of unmoved castling sites.
    #[inline]
    pub(crate) fn keep_unmoved(&mut self, sites: SiteSet<W>) {
        for site in self.public.unmoved - sites {
            self.clear_unmoved(site);
        }
    }

    /// Marks castling sites as unmoved.
    pub(crate) fn set_unmoved(&mut self, sites: SiteSet<W>) {
        for site in sites - self.public.unmoved {
            self.public.unmoved.insert(site);
            self.public.key_marks ^= mix(site, MARK_RIGHT);
        }
    }

    /// Lays fog over sites.
    pub(crate) fn lay_fog(&mut self, sites: SiteSet<W>) {
        for site in sites - self.public.fog {
            self.public.fog.insert(site);
            self.public.key_marks ^= mix(site, MARK_FOG);
        }
    }

    /// Lifts fog from sites; returns those that were under it.
    pub(crate) fn lift_fog(&mut self, sites: SiteSet<W>) -> SiteSet<W> {
        let lifted = sites & self.public.fog;
        for site in lifted {
            self.public.fog.remove(site);
            self.public.key_marks ^= mix(site, MARK_FOG);
        }
        lifted
    }

    /// Sets the hazards, at the start.
    pub(crate) fn set_hazards(&mut self, hazards: SiteSet<W>) {
        self.secret.hazards = hazards;
        self.public.hazards_left = hazards.len() as u16;
    }

    /// Takes hazards away; returns those that were there.
    pub(crate) fn clear_hazards(&mut self, sites: SiteSet<W>) -> SiteSet<W> {
        let gone = sites & self.secret.hazards;
        self.secret.hazards = self.secret.hazards - gone;
        self.public.hazards_left -= gone.len() as u16;
        for site in gone & self.public.hazards_seen {
            self.public.hazards_seen.remove(site);
            self.public.key_marks ^= mix(site, MARK_HAZARD);
        }
        gone
    }

    /// Makes hazards at the sites visible to all; returns those newly seen.
    pub(crate) fn see_hazards(&mut self, sites: SiteSet<W>) -> SiteSet<W> {
        let seen = (sites & self.secret.hazards) - self.public.hazards_seen;
        for site in seen {
            self.public.hazards_seen.insert(site);
            self.public.key_marks ^= mix(site, MARK_HAZARD);
        }
        seen
    }

    /// Books a lost hidden piece: who learns its identity.
    pub(crate) fn book_lost(&mut self, piece: Piece, learns: [bool; 2]) {
        let (side, kind) = (piece.side.index(), piece.kind.index());
        let count = |n: &mut u8| *n = n.saturating_add(1);
        count(&mut self.secret.lost[side][kind]);
        for (seat, learned) in learns.into_iter().enumerate() {
            if learned {
                count(&mut self.secret.learned[seat][side][kind]);
            }
        }
    }

    /// Remembers a try that adjudication refused; `false` when no more fit.
    pub(crate) fn note_refused(&mut self, action: Action) -> bool {
        match self.public.refused.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => {
                *slot = Some(action);
                true
            }
            None => false,
        }
    }

    /// Sets which lost hidden pieces a seat knows, from a setup.
    pub(crate) fn set_learned(&mut self, seat: Seat, learned: [[u8; 32]; 2]) {
        self.secret.learned[seat.index()] = learned;
    }

    /// Puts hazards that are only supposed in the place of the true ones, with the same number.
    pub(crate) fn suppose_hazards(&mut self, hazards: SiteSet<W>) {
        self.secret.hazards = hazards;
    }

    /// Puts losses that are only supposed in the place of the true ones, by side and kind, and by seat.
    pub(crate) fn suppose_losses(&mut self, lost: [[u8; 32]; 2], learned: [[[u8; 32]; 2]; 2]) {
        self.secret.lost = lost;
        self.secret.learned = learned;
    }

    /// Moves the booked hidden losses into the public ones, at the end.
    pub(crate) fn show_lost(&mut self) {
        for side in 0..2 {
            for kind in 0..32 {
                let shown = &mut self.public.lost[side][kind];
                *shown = shown.saturating_add(self.secret.lost[side][kind]);
            }
        }
        self.public.lost_hidden = [0; 2];
        self.secret.lost = [[0; 32]; 2];
        self.secret.learned = [[[0; 32]; 2]; 2];
    }
}

/// What was taken off a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lifted {
    /// How it looked to all.
    pub(crate) look: Cell,
    /// What it was, when hidden.
    pub(crate) truth: Option<Piece>,
    /// Which seats knew it, when hidden.
    pub(crate) known: [bool; 2],
    /// Whether it was hidden.
    pub(crate) hidden: bool,
}
