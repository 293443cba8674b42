//! Repetition: positions that come again, compared whole and not by their keys alone.

use crate::piece::{Cell, Seat};
use crate::position::{KEY_TURN, MAX_VARIABLES, PerSite, Public, key_en_passant};
use crate::site::{Site, SiteSet};
use crate::spec::RepetitionKey;
use crate::tables::Tables;

/// What a position is compared by.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<const W: usize> {
    key: u64,
    /// The key of the cells alone, by which positions are found again however they are compared.
    placement: u64,
    cells: PerSite<Cell, W>,
    marks: [SiteSet<W>; 4],
    turn: Seat,
    en_passant: Option<u16>,
    hazards_left: u16,
    variables: [i32; MAX_VARIABLES],
    arrived: [Option<u16>; 2],
}

/// The public positions of a game so far, oldest first, the present one included.
#[derive(Clone, Debug, Default)]
pub struct History<const W: usize> {
    list: Vec<Snapshot<W>>,
    /// Where positions stand in the list, plus 1, by the keys of their cells: open addressing, at most half full.
    ///
    /// Only the newest position is ever taken out, which leaves the others where they are found.
    slots: Vec<u32>,
}

impl<const W: usize> Snapshot<W> {
    /// Takes one; `en_passant` is whether a capture in passing is really possible.
    #[must_use]
    pub fn take(public: &Public<W>, en_passant: bool) -> Self {
        let target = public
            .en_passant
            .filter(|_| en_passant)
            .map(|(target, _)| target);
        let mut key = public.key_cells ^ public.key_marks;
        if public.turn.0 == 1 {
            key ^= KEY_TURN;
        }
        if let Some(target) = target {
            key ^= key_en_passant(target);
        }
        Self {
            key,
            placement: public.key_cells,
            cells: public.cells,
            marks: [
                public.hidden,
                public.fog,
                public.hazards_seen,
                public.unmoved,
            ],
            turn: public.turn,
            en_passant: target.map(|s| s.0),
            hazards_left: public.hazards_left,
            variables: public.variables,
            arrived: [None; 2],
        }
    }

    /// Adds the pieces that may still take a first step because they have just arrived.
    #[inline]
    pub(crate) fn add_arrivals(&mut self, tables: &Tables<W>, public: &Public<W>) {
        if !tables.arrivals {
            return;
        }
        for (seat, arrived) in self.arrived.iter_mut().enumerate() {
            let steps = |at: &Site| {
                let piece = public.cell(*at).as_piece();
                piece.is_some_and(|p| {
                    tables.movers[p.side.index()][p.kind.index()]
                        .iter()
                        .any(|m| m.just_arrived && m.from.contains(*at))
                })
            };
            *arrived = public.last_to[seat].get().filter(steps).map(|s| s.0);
        }
    }

    /// Sets the side to move, for a position whose turn has not passed yet.
    pub(crate) fn set_turn(&mut self, turn: Seat) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= KEY_TURN;
        }
    }

    fn same(&self, other: &Self, key: RepetitionKey) -> bool {
        match key {
            RepetitionKey::Full => {
                self.key == other.key
                    && self.turn == other.turn
                    && self.en_passant == other.en_passant
                    && self.hazards_left == other.hazards_left
                    && self.variables == other.variables
                    && self.arrived == other.arrived
                    && self.marks == other.marks
                    && self.cells == other.cells
            }
            RepetitionKey::Placement => self.cells == other.cells,
            RepetitionKey::PlacementAndTurn => self.turn == other.turn && self.cells == other.cells,
        }
    }
}

impl<const W: usize> History<W> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The slots that a key may be found in, in order.
    #[inline]
    fn probe(&self, placement: u64) -> impl Iterator<Item = usize> + use<W> {
        let mask = self.slots.len().wrapping_sub(1);
        let home = placement as usize;
        (0..self.slots.len()).map(move |n| home.wrapping_add(n) & mask)
    }

    fn enter(&mut self, at: usize) {
        let placement = self.list[at].placement;
        if let Some(slot) = self.probe(placement).find(|slot| self.slots[*slot] == 0) {
            self.slots[slot] = at as u32 + 1;
        }
    }

    fn enter_all(&mut self) {
        let room = (self.list.len() * 4).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(room, 0);
        for at in 0..self.list.len() {
            self.enter(at);
        }
    }

    /// Adds a position.
    pub fn push(&mut self, snapshot: Snapshot<W>) {
        self.list.push(snapshot);
        if self.list.len() * 2 > self.slots.len() {
            self.enter_all();
        } else {
            self.enter(self.list.len() - 1);
        }
    }

    /// Adds a position that went before the last one.
    pub(crate) fn insert_before_last(&mut self, snapshot: Snapshot<W>) {
        self.list
            .insert(self.list.len().saturating_sub(1), snapshot);
        self.enter_all();
    }

    /// Takes positions back until `len` are left.
    pub fn truncate(&mut self, len: usize) {
        while self.list.len() > len {
            let Some(last) = self.list.pop() else {
                return;
            };
            let number = self.list.len() as u32 + 1;
            let mut places = self.probe(last.placement);
            if let Some(slot) = places.find(|slot| self.slots[*slot] == number) {
                self.slots[slot] = 0;
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.list.clear();
        self.slots.fill(0);
    }

    /// The positions whose cells have this key.
    #[inline]
    fn placed(&self, placement: u64) -> impl Iterator<Item = &Snapshot<W>> {
        self.probe(placement)
            .map(|slot| self.slots[slot])
            .take_while(|number| *number != 0)
            .filter_map(|number| self.list.get(number as usize - 1))
            .filter(move |s| s.placement == placement)
    }

    /// Whether the cells of some position may have this key.
    #[inline]
    pub(crate) fn has_cells(&self, placement: u64) -> bool {
        self.placed(placement).next().is_some()
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How often the last position has occurred, itself included.
    #[must_use]
    pub fn occurrences(&self, key: RepetitionKey) -> usize {
        let Some(last) = self.list.last() else {
            return 0;
        };
        // The last is the same as itself, which need not be looked at.
        let others = self
            .placed(last.placement)
            .filter(|s| !std::ptr::eq(*s, last));
        1 + others.filter(|s| s.same(last, key)).count()
    }

    /// Whether a position has occurred before.
    #[must_use]
    pub fn contains(&self, snapshot: &Snapshot<W>, key: RepetitionKey) -> bool {
        self.placed(snapshot.placement)
            .any(|s| s.same(snapshot, key))
    }

    /// Whether a position is the one before the last.
    #[must_use]
    pub fn is_last_but_one(&self, snapshot: &Snapshot<W>, key: RepetitionKey) -> bool {
        self.list.len() >= 2 && self.list[self.list.len() - 2].same(snapshot, key)
    }
}

/// Whether a variant needs its history at all.
#[inline]
#[must_use]
pub fn needed<const W: usize>(tables: &Tables<W>) -> bool {
    tables.spec.repetition.is_some()
}
