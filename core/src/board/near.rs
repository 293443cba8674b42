//! All neighbours of a set of sites at once.

use crate::site::{Site, SiteSet};

/// More shifts than this cost more than going from site to site.
const MAX_SHIFTS: usize = 8;

/// Sites joined to those that stand so many places later in the order of sites.
#[derive(Clone, Copy, Debug)]
struct Shift<const W: usize> {
    /// 1 to 63.
    places: u32,
    /// The earlier ends.
    from: SiteSet<W>,
}

/// How the neighbours of a set are found: by shifting it, where that does, else site by site.
///
/// Sites are numbered by ranks, so joined sites stand few distances apart: on a grid without holes two, along the rank
/// and along the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Near<const W: usize> {
    shifts: Vec<Shift<W>>,
}

impl<const W: usize> Near<W> {
    /// Reads how sites are joined; joints go both ways.
    pub(super) fn new(adjacent: &[SiteSet<W>]) -> Self {
        let mut shifts: Vec<Shift<W>> = Vec::new();
        for (i, joined) in adjacent.iter().enumerate() {
            let from = Site(i as u16);
            for to in joined.iter().filter(|to| to.0 > from.0) {
                let places = u32::from(to.0 - from.0);
                if let Some(shift) = shifts.iter_mut().find(|s| s.places == places) {
                    shift.from.insert(from);
                } else if places < 64 && shifts.len() < MAX_SHIFTS {
                    let from = SiteSet::of(from);
                    shifts.push(Shift { places, from });
                } else {
                    return Self::default();
                }
            }
        }
        Self { shifts }
    }

    /// The neighbours of all sites of a set, by `adjacent` where shifting does not do.
    #[inline]
    pub(super) fn of(&self, set: SiteSet<W>, adjacent: &[SiteSet<W>]) -> SiteSet<W> {
        let mut near = SiteSet::EMPTY;
        if self.shifts.is_empty() {
            for site in set {
                near |= adjacent[site.index()];
            }
            return near;
        }
        for Shift { places, from } in &self.shifts {
            let (left, right) = (*places, 64 - *places);
            let later = set & *from;
            for i in 0..W {
                let below = if i > 0 { later.0[i - 1] >> right } else { 0 };
                let above = if i + 1 < W { set.0[i + 1] << right } else { 0 };
                let earlier = (set.0[i] >> left | above) & from.0[i];
                near.0[i] |= later.0[i] << left | below | earlier;
            }
        }
        near
    }
}
