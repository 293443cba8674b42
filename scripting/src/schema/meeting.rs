//! `[capture]` and `[chain]`: what happens when pieces meet.

use masque_core::spec::{CaptureSpec, ChainSpec, Clause, HiddenTarget, OwnRevealed};

use super::names::Names;
use super::{clause, mechanism, slug};
use crate::decode::Fields;

pub(super) fn capture(root: &mut Fields<'_, '_>, names: &Names) -> CaptureSpec {
    let table = root
        .doc("What happens when pieces meet; which kind takes which is the script's `capture` and `dark`")
        .opt_table("capture");
    let Some(mut f) = table else {
        return CaptureSpec::default();
    };
    let hidden = f
        .doc("What an attack on a piece that the mover does not know does: it is refused, it takes, it reveals the target first, or it is decided in secret")
        .opt_enum(
            "hidden",
            &[
                ("refuse", HiddenTarget::Refuse),
                ("take", HiddenTarget::Take),
                ("reveal", HiddenTarget::Reveal),
                ("secret", HiddenTarget::Secret),
            ],
        )
        .unwrap_or_default();
    let hidden_manners = f
        .doc("Manners that may attack hidden pieces; without the key all may")
        .opt_strs("hidden_manners");
    let own_revealed = f
        .doc("What happens to a revealed target that is the mover's own")
        .opt_enum(
            "own_revealed",
            &[("stay", OwnRevealed::Stay), ("taken", OwnRevealed::Taken)],
        )
        .unwrap_or_default();
    let safe = region_rule(
        &mut f,
        names,
        ("safe", "A region where no piece can be attacked"),
        ("safe_clause", "The clause of that region"),
    );
    let locked = region_rule(
        &mut f,
        names,
        ("locked", "A region that no piece can leave"),
        ("locked_clause", "The clause of that region"),
    );
    let reveal_winner = f
        .doc("Whether the survivor of a secret clash is shown to all")
        .opt_bool("reveal_winner")
        .unwrap_or(false);
    let lost_reveals = pairs(
        f.doc("By kind: what its loss shows to all"),
        names,
        "lost_reveals",
        (
            "reveals",
            "The kinds of its side that are shown when it is lost",
        ),
    );
    let guarded = pairs(
        f.doc("By kind: what must be gone before it can be attacked"),
        names,
        "guarded",
        ("by", "The kinds of its side that guard it"),
    );
    let hidden_clause = slug(
        f.doc("The clause of attacks on hidden pieces"),
        "hidden_clause",
    );
    let hidden_manners = names.manners(&f, hidden_manners);
    let clause = clause(&mut f);
    f.finish();
    CaptureSpec {
        hidden,
        own_revealed,
        safe,
        locked,
        reveal_winner,
        lost_reveals,
        guarded,
        clause,
        hidden_clause,
        hidden_manners,
        open: Vec::new(),
        dark: Vec::new(),
    }
}

type Key = (&'static str, &'static str);

fn region_rule(
    f: &mut Fields<'_, '_>,
    names: &Names,
    region: Key,
    clause: Key,
) -> Option<(String, Clause)> {
    let name = f.doc(region.1).opt_str_or_off(region.0);
    let clause = slug(f.doc(clause.1), clause.0);
    names.region(f, name).map(|name| (name, clause))
}

fn pairs(
    f: &mut Fields<'_, '_>,
    names: &Names,
    key: &'static str,
    second: Key,
) -> Vec<(String, String, Clause)> {
    let mut out = Vec::new();
    for (kind, mut one) in f.map_tables(key) {
        let on = one
            .doc("Whether this is in force; without the key it is")
            .opt_bool("enabled")
            .unwrap_or(true);
        let others = one.doc(second.1).required().opt_strs(second.0);
        let clause = clause(&mut one);
        let others = names.kinds(&one, others);
        if !one.describing() {
            let _ = names.kind(&one, Some(kind.clone()));
        }
        one.finish();
        if on {
            let all = others
                .into_iter()
                .map(|other| (kind.value.to_owned(), other, clause.clone()));
            out.extend(all);
        }
    }
    out
}

pub(super) fn chain(root: &mut Fields<'_, '_>, names: &Names) -> Option<ChainSpec> {
    const DOC: &str = "Turns of several captures by one piece";
    mechanism(root, "chain", DOC, |f| {
        let start_open_only = f
            .doc("Whether only the capture of a piece that all see starts a chain")
            .opt_bool("start_open_only");
        let open_links = f
            .doc("Whether pieces that all see may be links; without the key they may")
            .opt_bool("open_links");
        let hidden_links = f
            .doc("Whether hidden pieces may be links")
            .opt_bool("hidden_links");
        let not_manners = f
            .doc("Manners in which no link is made")
            .opt_strs("not_manners");
        let may_stop = f
            .doc("Whether the player may stop; without the key it may")
            .opt_bool("may_stop");
        Some(ChainSpec {
            start_open_only: start_open_only.unwrap_or(false),
            hidden_links: hidden_links.unwrap_or(false),
            open_links: open_links.unwrap_or(true),
            not_manners: names.manners(f, not_manners),
            may_stop: may_stop.unwrap_or(true),
            clause: clause(f),
        })
    })
}
