//! `[actions]`, `[swap]` and the mechanisms of single moves: promotion, castling, check, terrain, enclosure, flank,
//! shot.

use masque_core::spec::{
    ActionsSpec, AllFound, CastlingSpec, CastlingWay, CheckSpec, EnclosureSpec, Exposed, FlankSpec,
    PassRule, PlaceOn, PromotionSpec, ShotSpec, SwapSpec, TerrainSpec,
};

use super::names::Names;
use super::{clause, mechanism, slug};
use crate::decode::Fields;

pub(super) fn actions(root: &mut Fields<'_, '_>, names: &Names) -> ActionsSpec {
    let table = root
        .doc("Which actions there are beside moves")
        .opt_table("actions");
    let Some(mut f) = table else {
        return ActionsSpec::default();
    };
    let flip = f
        .doc("Whether face-down pieces may be turned up")
        .opt_bool("flip");
    let flip_clause = slug(f.doc("The clause of turning up"), "flip_clause");
    let place = f
        .doc("The kind that is placed on empty sites")
        .opt_str("place");
    let place_clause = slug(f.doc("The clause of placing"), "place_clause");
    let place_on = f
        .doc("On which empty sites: on any, or on those of the first rank and right above an occupied site")
        .opt_enum(
            "place_on",
            &[
                ("empty", PlaceOn::Empty),
                ("supported", PlaceOn::Supported),
            ],
        );
    let place_on_clause = slug(
        f.doc("The clause of that; without the key it is that of placing"),
        "place_on_clause",
    );
    let pass = f
        .doc("Whether a seat may pass; `forced` is when it has no other action")
        .opt_enum(
            "pass",
            &[
                ("forbidden", PassRule::Forbidden),
                ("allowed", PassRule::Allowed),
                ("forced", PassRule::Forced),
            ],
        );
    let pass_clause = slug(f.doc("The clause of passing"), "pass_clause");
    let place = names.kind(&f, place);
    f.finish();
    ActionsSpec {
        flip: flip.unwrap_or(false).then_some(flip_clause),
        place: place.map(|kind| (kind, place_clause)),
        place_on: place_on.unwrap_or_default(),
        place_on_clause,
        pass: pass.unwrap_or_default(),
        pass_clause,
    }
}

pub(super) fn swap(root: &mut Fields<'_, '_>) -> Option<SwapSpec> {
    const DOC: &str = "The seat that acts first may take the other side instead";
    mechanism(root, "swap", DOC, |f| {
        let after = f
            .doc("After how many actions it is offered, once, to the seat that is to act then; without the key before all")
            .opt_int("after", 0..=1000);
        Some(SwapSpec {
            after: after.unwrap_or(0) as u32,
            clause: clause(f),
        })
    })
}

pub(super) fn flank(root: &mut Fields<'_, '_>) -> Option<FlankSpec> {
    const DOC: &str = "Pieces are placed only where they turn over what they flank: the enemy pieces in a row, along any of eight directions, between the placed piece and another of its side";
    mechanism(root, "flank", DOC, |f| {
        Some(FlankSpec { clause: clause(f) })
    })
}

pub(super) fn shot(root: &mut Fields<'_, '_>, names: &Names) -> Option<ShotSpec> {
    const DOC: &str = "A piece that has moved shoots in the same turn (`place d4`, or `d4`); where it reaches no empty site the turn is over";
    mechanism(root, "shot", DOC, |f| {
        let kind = f
            .doc("The kind that is placed where the shot ends, for the side that shoots")
            .req_str("kind");
        let reach = f
            .doc("How far shots reach from where the piece came to stand, in Betza notation")
            .req_str("reach");
        let clause = clause(f);
        Some(ShotSpec {
            kind: names.kind(f, kind)?,
            reach: reach.map_or(String::new(), |r| r.value.to_owned()),
            clause,
        })
    })
}

pub(super) fn promotion(root: &mut Fields<'_, '_>, names: &Names) -> Option<PromotionSpec> {
    const DOC: &str = "What pieces become at the far end";
    mechanism(root, "promotion", DOC, |f| {
        let kinds = f.doc("The kinds that promote").required().opt_strs("kinds");
        let region = f.doc("Where they promote, for each side").req_str("region");
        let into = f
            .doc("What they may become; a single kind is automatic")
            .required()
            .opt_strs("into");
        let clause = clause(f);
        Some(PromotionSpec {
            kinds: names.kinds(f, kinds),
            region: names.region(f, region)?,
            into: names.kinds(f, into),
            clause,
        })
    })
}

pub(super) fn castling(root: &mut Fields<'_, '_>, names: &Names) -> Option<CastlingSpec> {
    const DOC: &str = "A royal piece and a corner piece move together";
    mechanism(root, "castling", DOC, |f| {
        let with = f
            .doc("The kind that the corner piece must look like")
            .req_str("with");
        let scripted = f
            .doc("Whether the script's `moves` offers castling instead of the ordinary rule")
            .opt_bool("scripted");
        let clause = clause(f);
        let ways = f
            .doc("The castlings of the first side by their letter in position texts; the second side's are on the mirrored ranks")
            .map_tables("ways")
            .into_iter()
            .map(|(letter, mut way)| {
                let mut site = |key, doc| {
                    let site = way.doc(doc).req_str(key);
                    site.map_or(String::new(), |s| s.value.to_owned())
                };
                let royal = site("royal", "Where the royal piece starts");
                let corner = site("corner", "Where the corner piece starts");
                let royal_to = site("royal_to", "Where the royal piece goes");
                let corner_to = site("corner_to", "Where the corner piece goes");
                let upper = letter.value.len() == 1
                    && letter.value.starts_with(|c: char| c.is_ascii_uppercase());
                if !upper && !way.describing() {
                    let wrong = crate::diag::Diagnostic::new(
                        "bad-letter",
                        format!("`{}` is not one upper-case letter", letter.value),
                    );
                    way.sink().note(wrong.at(letter.span.clone()));
                }
                way.finish();
                CastlingWay {
                    letter: letter.value.chars().next().unwrap_or('?'),
                    royal,
                    corner,
                    royal_to,
                    corner_to,
                }
            })
            .collect();
        Some(CastlingSpec {
            with: names.kind(f, with)?,
            ways,
            scripted: scripted.unwrap_or(false),
            clause,
        })
    })
}

pub(super) fn check(root: &mut Fields<'_, '_>, names: &Names) -> Option<CheckSpec> {
    const DOC: &str = "A royal piece may not be left attacked";
    mechanism(root, "check", DOC, |f| {
        let royal = f.doc("The royal kind").req_str("royal");
        let exposed = f
            .doc("What happens when a secret hazard leaves the mover's royal piece attacked: the mover loses, play goes on, or the action is refused")
            .opt_enum(
                "exposed",
                &[
                    ("loses", Exposed::Loses),
                    ("stands", Exposed::Stands),
                    ("refused", Exposed::Refused),
                ],
            );
        let exposed_clause = slug(f.doc("The clause of that"), "exposed_clause");
        let clause = clause(f);
        Some(CheckSpec {
            royal: names.kind(f, royal)?,
            clause,
            exposed: exposed.unwrap_or_default(),
            exposed_clause,
        })
    })
}

pub(super) fn terrain(root: &mut Fields<'_, '_>, names: &Names) -> Option<TerrainSpec> {
    const DOC: &str = "Secret hazards under fog";
    mechanism(root, "terrain", DOC, |f| {
        let zone = f
            .doc("The region under fog at the start, in which hazards lie")
            .req_str("zone");
        let hazards = f
            .doc("How many hazards are dealt")
            .req_int("hazards", 0..=255);
        let immune = f
            .doc("Kinds that a hazard does not destroy; they remove it all the same")
            .opt_strs("immune");
        let all_found = f
            .doc("What happens when every hazard is seen or gone: all fog lifts, and hazards stay in force or vanish")
            .opt_enum(
                "all_found",
                &[
                    ("visible-active", AllFound::VisibleActive),
                    ("dissolve", AllFound::Dissolve),
                ],
            );
        let fog_clause = slug(f.doc("The clause of fog and numbers"), "fog_clause");
        let found_clause = slug(f.doc("The clause of all fog lifting"), "found_clause");
        let clause = clause(f);
        Some(TerrainSpec {
            zone: names.region(f, zone)?,
            hazards: hazards? as u8,
            immune: names.kinds(f, immune),
            all_found: all_found.unwrap_or_default(),
            clause,
            fog_clause,
            found_clause,
        })
    })
}

pub(super) fn enclosure(root: &mut Fields<'_, '_>) -> Option<EnclosureSpec> {
    const DOC: &str = "Groups of joined pieces and their liberties";
    mechanism(root, "enclosure", DOC, |f| {
        let suicide_forbidden = f
            .doc("Whether a placement that leaves its own group without liberties is refused; without the key it is")
            .opt_bool("suicide_forbidden");
        Some(EnclosureSpec {
            suicide_forbidden: suicide_forbidden.unwrap_or(true),
            clause: clause(f),
        })
    })
}
