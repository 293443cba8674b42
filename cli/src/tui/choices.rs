//! What a choice of sites means: legal actions grouped by what they touch.

use masque_core::action::{Action, Tag};
use masque_core::site::Site;

/// What choosing a site comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// The piece there is selected.
    Select(Site),
    /// One action can be meant.
    Play(Action),
    /// Several can.
    Ask(Vec<Action>),
    /// What was selected is let go.
    LetGo,
    /// No legal action fits.
    Nothing,
}

/// Whether an action is chosen by sites at all.
fn on_sites(action: &Action) -> bool {
    !matches!(
        action.tag(),
        Tag::Pass | Tag::Stop | Tag::Swap | Tag::Choose
    )
}

/// Actions that no site stands for: passing, stopping, swapping, choosing.
pub(crate) fn loose(legal: &[Action]) -> Vec<Action> {
    legal.iter().copied().filter(|a| !on_sites(a)).collect()
}

/// The sites that a selected piece may be sent to, its own among them where it can act there.
pub(crate) fn targets(legal: &[Action], from: Site) -> Vec<Site> {
    let mine = legal.iter().filter(|a| on_sites(a) && a.from() == from);
    let mut sites: Vec<Site> = mine.map(|a| a.to()).collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}

/// The sites on which something can be placed or done at once, where they are few enough to be worth showing.
pub(crate) fn placements(legal: &[Action], sites: usize) -> Vec<Site> {
    let placed = legal.iter().filter(|a| a.tag() == Tag::Place);
    let mut found: Vec<Site> = placed.map(|a| a.to()).collect();
    found.sort_unstable();
    found.dedup();
    if found.len() * 3 <= sites {
        found
    } else {
        Vec::new()
    }
}

/// What choosing a site means, with or without a piece selected.
pub(crate) fn pick(legal: &[Action], selected: Option<Site>, at: Site) -> Picked {
    let ends = |from: Site, to: Site| {
        let fits = move |a: &&Action| on_sites(a) && a.from() == from && a.to() == to;
        legal.iter().filter(fits).copied()
    };
    if let Some(from) = selected {
        let mut fitting: Vec<Action> = ends(from, at).collect();
        if at == from {
            // A chain is ended where it stands.
            fitting.extend(legal.iter().filter(|a| a.tag() == Tag::Stop));
        }
        match fitting[..] {
            [] => {}
            [one] => return Picked::Play(one),
            _ => return Picked::Ask(fitting),
        }
        if at == from {
            return Picked::LetGo;
        }
    }
    let leaves = |a: &Action| on_sites(a) && a.from() == at && a.to() != at;
    if legal.iter().any(leaves) {
        return Picked::Select(at);
    }
    let here: Vec<Action> = ends(at, at).collect();
    match here[..] {
        [] => Picked::Nothing,
        [one] => Picked::Play(one),
        _ => Picked::Ask(here),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque_core::piece::Kind;

    const A: Site = Site(0);
    const B: Site = Site(1);
    const C: Site = Site(2);

    #[test]
    fn one_action_is_played_and_several_are_asked_about() {
        let (plain, sapper) = (Action::moving(A, B, 0), Action::special(0, A, B));
        assert_eq!(pick(&[plain], None, A), Picked::Select(A));
        assert_eq!(pick(&[plain], Some(A), B), Picked::Play(plain));
        assert_eq!(
            pick(&[plain, sapper], Some(A), B),
            Picked::Ask(vec![plain, sapper])
        );
        assert_eq!(pick(&[plain], Some(A), C), Picked::Nothing);
        assert_eq!(pick(&[plain], Some(A), A), Picked::LetGo);
    }

    #[test]
    fn what_happens_on_one_site_needs_no_selection() {
        let flip = Action::flip(A);
        assert_eq!(pick(&[flip], None, A), Picked::Play(flip));
        let kinds = [Kind(0), Kind(1)].map(|k| Action::place(k, B));
        assert_eq!(pick(&kinds, None, B), Picked::Ask(kinds.to_vec()));
        // A piece that can both go and be turned up is selected first, and turned up when it is chosen again.
        let both = [flip, Action::moving(A, B, 0)];
        assert_eq!(pick(&both, None, A), Picked::Select(A));
        assert_eq!(pick(&both, Some(A), A), Picked::Play(flip));
        assert_eq!(targets(&both, A), [A, B]);
    }

    #[test]
    fn another_piece_is_selected_in_place_of_the_first() {
        let legal = [Action::moving(A, C, 0), Action::moving(B, C, 0)];
        assert_eq!(pick(&legal, Some(A), B), Picked::Select(B));
    }

    #[test]
    fn a_chain_is_ended_where_it_stands() {
        let legal = [Action::moving(A, B, 0), Action::STOP];
        assert_eq!(pick(&legal, Some(A), A), Picked::Play(Action::STOP));
        assert_eq!(loose(&legal), [Action::STOP]);
    }
}
