//! Terrain: secret hazards under fog, numbers, and what landing on a hazard does.

use crate::clause::ClauseId;
use crate::event::{Audience, Event, Log};
use crate::position::Position;
use crate::site::SiteSet;
use crate::spec::AllFound;
use crate::tables::{Resolver, Tables};

/// The compiled mechanism.
#[derive(Clone, Debug)]
pub struct TerrainRule<const W: usize> {
    /// Where fog and hazards are.
    pub zone: SiteSet<W>,
    /// How many hazards are dealt.
    pub hazards: u8,
    /// Kinds that are not destroyed, as bits.
    pub immune: u32,
    /// What happens when every hazard is seen or gone.
    pub all_found: AllFound,
    /// Landing on one.
    pub clause: ClauseId,
    /// Fog and numbers.
    pub fog_clause: ClauseId,
    /// All fog lifting.
    pub found_clause: ClauseId,
}

impl<const W: usize> TerrainRule<W> {
    pub(crate) fn compile(r: &mut Resolver<'_, W>) -> Option<Self> {
        let spec = r.spec.terrain.as_ref()?;
        let zone = r.region("terrain.zone", &spec.zone)[0];
        if usize::from(spec.hazards) > zone.len() {
            r.fail(
                "terrain.hazards",
                format!(
                    "{} hazards do not fit on the zone's {} sites",
                    spec.hazards,
                    zone.len()
                ),
            );
        }
        Some(Self {
            zone,
            hazards: spec.hazards,
            immune: r.kinds("terrain.immune", &spec.immune),
            all_found: spec.all_found,
            clause: r.clause(&spec.clause),
            fog_clause: r.clause(&spec.fog_clause),
            found_clause: r.clause(&spec.found_clause),
        })
    }
}

/// Lifts fog, shows numbers and any hazard under it, and tells everybody.
pub(crate) fn reveal_sites<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    sites: SiteSet<W>,
    log: &mut Log,
) {
    let lifted = position.lift_fog(sites);
    if lifted.is_empty() {
        return;
    }
    position.see_hazards(lifted);
    refresh_numbers(tables, position);
    for at in lifted {
        let (number, hazard) = (
            position.public.number(at),
            position.public.hazards_seen.contains(at),
        );
        log.tell(Audience::ALL, || Event::Lifted { at, number, hazard });
    }
}

/// Removes hazards for good and tells everybody how many are left.
pub(crate) fn remove_hazards<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    sites: SiteSet<W>,
    log: &mut Log,
) -> SiteSet<W> {
    let gone = position.clear_hazards(sites);
    if !gone.is_empty() {
        refresh_numbers(tables, position);
        let left = position.public.hazards_left;
        log.tell(Audience::ALL, || Event::HazardsLeft { left });
    }
    gone
}

/// Recomputes the numbers shown on sites that are not under fog.
pub(crate) fn refresh_numbers<const W: usize>(tables: &Tables<W>, position: &mut Position<W>) {
    let Some(rule) = &tables.terrain else { return };
    let hazards = position.truth(crate::position::Arbiter::assume()).hazards();
    for site in rule.zone {
        let number = if position.public.fog.contains(site) {
            0
        } else {
            (tables.board.around(site) & hazards).len() as u8
        };
        position.public.numbers[site.index() >> 6][site.index() & 63] = number;
    }
}

/// When every hazard is seen or gone, lifts all fog for good.
pub(crate) fn settle<const W: usize>(
    tables: &Tables<W>,
    position: &mut Position<W>,
    log: &mut Log,
) {
    let Some(rule) = &tables.terrain else { return };
    if position.public.all_found
        || position.public.hazards_seen.len() != usize::from(position.public.hazards_left)
    {
        return;
    }
    position.public.all_found = true;
    let fog = position.public.fog;
    reveal_sites(tables, position, fog, log);
    if rule.all_found == AllFound::Dissolve {
        remove_hazards(tables, position, rule.zone, log);
    }
    log.tell(Audience::ALL, || Event::AllFound);
}
