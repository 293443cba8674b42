//! `[setup]` and `[hidden]`: how a game starts, and what of it is secret.

use masque_core::spec::{
    DealSpec, Face, FirstSeat, HiddenSpec, LayoutSpec, NamedLayout, SetupSpec, Tells,
};

use super::names::Names;
use super::{clause, owned, slug};
use crate::decode::Fields;

#[derive(Clone, Copy, PartialEq)]
enum Deal {
    None,
    Pool,
    OwnHome,
    Layout,
}

pub(super) fn setup(root: &mut Fields<'_, '_>, names: &Names) -> SetupSpec {
    let table = root
        .doc("The arrangement at the start and the deal")
        .opt_table("setup");
    let Some(mut f) = table else {
        return SetupSpec::default();
    };
    let start = f
        .doc("The ranks from the top, one a line or joined by `/`: letters, `.` or numbers for empty sites; none for an empty board")
        .opt_str("start");
    let deal = f
        .doc("What is shuffled: nothing; the whole set over a region; each side's pieces over the sites they start on; or each seat lays out its own in secret")
        .opt_enum(
            "deal",
            &[
                ("none", Deal::None),
                ("pool", Deal::Pool),
                ("own-home", Deal::OwnHome),
                ("layout", Deal::Layout),
            ],
        )
        .unwrap_or(Deal::None);
    let first = f
        .doc("Which seat acts first: seat 0, or one that is drawn with the deal")
        .opt_enum(
            "first",
            &[("seat-0", FirstSeat::Zero), ("drawn", FirstSeat::Drawn)],
        )
        .unwrap_or_default();
    let region = f
        .doc("For `pool`: where the pieces are dealt; sites beyond their number stay empty, at random")
        .opt_str("region");
    let except = f
        .doc("For `own-home`: kinds that stay where they are, face up")
        .opt_strs("except");
    // Nothing cites them; that they are named ties the rulebook's account of the start to it.
    let _ = f.clauses();
    let layout = f
        .doc("For `layout`: what a secret layout must obey")
        .opt_table("layout")
        .map(|mut layout| {
            let spec = read_layout(&mut layout, names);
            layout.finish();
            spec
        });
    for (key, wanted) in [
        ("region", Deal::Pool),
        ("except", Deal::OwnHome),
        ("layout", Deal::Layout),
    ] {
        if f.has(key) && deal != wanted && !f.describing() {
            f.refuse(
                key,
                "misplaced-key",
                format!("`{key}` belongs to another `deal`"),
            );
        }
    }
    let except = names.kinds(&f, except);
    let region = names.region(&f, region);
    let deal = match deal {
        Deal::None => DealSpec::None,
        Deal::Pool => DealSpec::Pool {
            region: region.unwrap_or_else(|| "all".to_owned()),
        },
        Deal::OwnHome => DealSpec::OwnHome { except },
        Deal::Layout => DealSpec::Layout,
    };
    f.finish();
    SetupSpec {
        start: start.map_or(String::new(), |text| rows(text.value)),
        deal,
        first,
        layout,
    }
}

/// A board written one rank a line, or joined by `/`, with or without blanks.
fn rows(text: &str) -> String {
    let rows = text
        .lines()
        .map(|line| line.split_whitespace().collect::<String>())
        .filter(|line| !line.is_empty());
    rows.collect::<Vec<_>>().join("/")
}

fn read_layout(f: &mut Fields<'_, '_>, names: &Names) -> LayoutSpec {
    let region = f
        .doc("The region whose sites a seat fills with its own pieces")
        .req_str("region");
    let clause = clause(f);
    let only = limits(
        f.doc("Kinds that may stand in a region alone, by kind"),
        "only",
        names,
    );
    let never = limits(
        f.doc("Kinds that may not stand in a region, by kind"),
        "never",
        names,
    );
    let named = f
        .doc("Layouts that players may ask for by name; what they leave open is filled at random")
        .map_tables("named")
        .into_iter()
        .map(|(name, mut one)| {
            let pieces = one
                .doc("Pieces as `site=LETTER`, for a side that moves up")
                .req_list_str("pieces");
            let clause = super::clause(&mut one);
            one.finish();
            NamedLayout {
                name: name.value.to_owned(),
                pieces: owned(pieces),
                clause,
            }
        })
        .collect();
    LayoutSpec {
        region: names.region(f, region).unwrap_or_default(),
        clause,
        only,
        never,
        named,
    }
}

fn limits(
    f: &mut Fields<'_, '_>,
    key: &'static str,
    names: &Names,
) -> Vec<(String, String, String)> {
    f.map_tables(key)
        .into_iter()
        .map(|(kind, mut one)| {
            let region = one.doc("The region").req_str("region");
            let clause = clause(&mut one);
            let region = names.region(&one, region).unwrap_or_default();
            if !one.describing() {
                let _ = names.kind(&one, Some(kind.clone()));
            }
            one.finish();
            (kind.value.to_owned(), region, clause)
        })
        .collect()
}

pub(super) fn hidden(root: &mut Fields<'_, '_>) -> HiddenSpec {
    let table = root
        .doc("How hidden pieces look, and how they come to be known")
        .opt_table("hidden");
    let Some(mut f) = table else {
        return HiddenSpec {
            reveal_at_end: true,
            ..HiddenSpec::default()
        };
    };
    let face = f
        .doc("What a hidden piece shows: nothing, its side, or its side and the kind that starts on its site, as which it moves")
        .opt_enum(
            "face",
            &[
                ("blank", Face::Blank),
                ("back", Face::Back),
                ("home", Face::Home),
            ],
        );
    let owner_knows = f
        .doc("Whether the owner knows its hidden pieces")
        .opt_bool("owner_knows");
    let reveal_on_move = f
        .doc("Whether a hidden piece is shown to all when it first moves")
        .opt_bool("reveal_on_move");
    let capture_tells = f
        .doc("Who learns what a captured hidden piece was")
        .opt_enum(
            "capture_tells",
            &[
                ("all", Tells::All),
                ("capturer", Tells::Capturer),
                ("owner", Tells::Owner),
                ("none", Tells::None),
            ],
        );
    let reveal_at_end = f
        .doc("Whether the truth is shown to all when the game ends; without the key it is")
        .opt_bool("reveal_at_end");
    let reveal_clause = slug(f.doc("The clause of coming to be known"), "reveal_clause");
    let capture_clause = slug(
        f.doc("The clause of what a capture tells"),
        "capture_clause",
    );
    f.finish();
    HiddenSpec {
        face: face.unwrap_or_default(),
        owner_knows: owner_knows.unwrap_or(false),
        reveal_on_move: reveal_on_move.unwrap_or(false),
        capture_tells: capture_tells.unwrap_or_default(),
        reveal_at_end: reveal_at_end.unwrap_or(true),
        reveal_clause,
        capture_clause,
    }
}
