//! What bounds a game: repetition, quiet turns, plies and chases; scores; and acts beside the turns.

use masque_core::clock::{BankStart, ClockSpec, Millis, OnTimeout};
use masque_core::spec::{
    ActsSpec, ChaseSpec, EndThenAgreed, PlyLimitSpec, QuietSpec, RepetitionKey, RepetitionSpec,
    ScoringSpec, ScoringWay,
};

use super::names::Names;
use super::{clause, mechanism, slug};
use crate::choices::OFF;
use crate::decode::Fields;
use crate::sink::wrong_type;
use crate::tree::Value;

pub(super) fn repetition(root: &mut Fields<'_, '_>) -> Option<RepetitionSpec> {
    const DOC: &str = "Positions that come again";
    mechanism(root, "repetition", DOC, |f| {
        let key = f
            .doc("What counts as the same position: everything that bears on play, the occupants, or these with the side to move")
            .opt_enum(
                "key",
                &[
                    ("full", RepetitionKey::Full),
                    ("placement", RepetitionKey::Placement),
                    ("placement-and-turn", RepetitionKey::PlacementAndTurn),
                ],
            );
        let forbidden = f
            .doc("Whether an action that brings a position again is refused")
            .opt_bool("forbidden");
        let only_last = f
            .doc("Whether only the position before the opponent's last turn is forbidden")
            .opt_bool("only_last");
        let claim = f
            .doc("At this many occurrences a seat may claim a draw")
            .opt_int_or_off("claim", 2..=255);
        let automatic = f
            .doc("At this many occurrences an ending of `repetition` comes about")
            .opt_int_or_off("automatic", 2..=255);
        Some(RepetitionSpec {
            key: key.unwrap_or_default(),
            forbidden: forbidden.unwrap_or(false),
            only_last: only_last.unwrap_or(false),
            claim: claim.map(|n| n as u8),
            automatic: automatic.map(|n| n as u8),
            clause: clause(f),
        })
    })
}

pub(super) fn quiet(root: &mut Fields<'_, '_>, names: &Names) -> Option<QuietSpec> {
    const DOC: &str = "Turns without progress, of both seats together; a capture is progress";
    mechanism(root, "quiet", DOC, |f| {
        let limit = f
            .doc("At this many turns an ending of `quiet` comes about")
            .opt_int_or_off("limit", 1..=1_000_000);
        let claim = f
            .doc("From this many turns a seat may claim a draw")
            .opt_int_or_off("claim", 1..=1_000_000);
        let cumulative = f
            .doc("Whether turns count on though progress came between")
            .opt_bool("cumulative");
        let kinds = f.doc("Kinds whose moves are progress").opt_strs("kinds");
        let reveal = f.doc("Whether a reveal is progress").opt_bool("reveal");
        Some(QuietSpec {
            limit: limit.map(|n| n as u32),
            claim: claim.map(|n| n as u32),
            cumulative: cumulative.unwrap_or(false),
            kinds: names.kinds(f, kinds),
            reveal: reveal.unwrap_or(false),
            clause: clause(f),
        })
    })
}

pub(super) fn ply_limit(root: &mut Fields<'_, '_>) -> Option<PlyLimitSpec> {
    const DOC: &str = "The longest that a game may be";
    mechanism(root, "ply_limit", DOC, |f| {
        let limit = f
            .doc("At this many plies an ending of `ply-limit` comes about")
            .req_int_or_off("limit", 1..=1_000_000);
        let clause = clause(f);
        Some(PlyLimitSpec {
            limit: limit? as u32,
            clause,
        })
    })
}

pub(super) fn chase(root: &mut Fields<'_, '_>) -> Option<ChaseSpec> {
    const DOC: &str = "Chasing one piece turn after turn";
    mechanism(root, "chase", DOC, |f| {
        let limit = f
            .doc("The turn of a chase that is refused: 10 is the tenth in a row")
            .req_int_or_off("limit", 1..=255);
        let same_chaser = f
            .doc("Whether a change of the chasing piece starts again at 1")
            .opt_bool("same_chaser");
        let clause = clause(f);
        Some(ChaseSpec {
            limit: limit? as u8,
            same_chaser: same_chaser.unwrap_or(false),
            clause,
        })
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Captures,
    Area,
    Material,
}

pub(super) fn scoring(root: &mut Fields<'_, '_>, names: &Names) -> Option<ScoringSpec> {
    const DOC: &str = "How points are counted where a score decides";
    mechanism(root, "scoring", DOC, |f| {
        let way = f
            .doc("What is counted: pieces taken, own pieces with the empty sites they enclose, or the values of the pieces left")
            .req_enum(
                "way",
                &[
                    ("captures", Way::Captures),
                    ("area", Way::Area),
                    ("material", Way::Material),
                ],
            );
        let values = f
            .doc("For `material`: points by kind; a kind that is not named counts nothing")
            .opt_table("values")
            .map(|mut values| {
                let found = values
                    .doc("Points of one piece of the kind")
                    .every_int("KIND", -1_000_000..=1_000_000);
                names.keys_are_kinds(&values);
                found
                    .into_iter()
                    .map(|(kind, value)| (kind.to_owned(), value as i32))
                    .collect::<Vec<_>>()
            });
        let komi_halves = f
            .doc("Half points that the second side has in addition")
            .opt_int("komi_halves", -10_000..=10_000);
        let clause = clause(f);
        if values.is_some() != (way == Some(Way::Material)) && way.is_some() && !f.describing() {
            f.refuse(
                "values",
                "misplaced-key",
                "`values` belongs to the way `material`, which needs it",
            );
        }
        Some(ScoringSpec {
            way: match way? {
                Way::Captures => ScoringWay::Captures,
                Way::Area => ScoringWay::Area,
                Way::Material => ScoringWay::Material(values.unwrap_or_default()),
            },
            komi_halves: komi_halves.unwrap_or(0) as i32,
            clause,
        })
    })
}

pub(super) fn acts(root: &mut Fields<'_, '_>) -> ActsSpec {
    let table = root
        .doc("What seats may do beside their turns")
        .opt_table("acts");
    let Some(mut f) = table else {
        return ActsSpec::default();
    };
    let resign = f.doc("Whether a seat may resign").opt_bool("resign");
    let resign_clause = slug(f.doc("The clause of resigning"), "resign_clause");
    let agree = f
        .doc("What an end that both seats agree on is")
        .opt_enum(
            "agree",
            &[
                ("none", None),
                ("draw", Some(EndThenAgreed::Draw)),
                ("score", Some(EndThenAgreed::Score)),
            ],
        )
        .flatten();
    let agree_clause = slug(f.doc("The clause of agreed ends"), "agree_clause");
    let time_clause = slug(f.doc("The clause of losing on time"), "time_clause");
    let clock = f
        .doc("The clock when nobody chooses another")
        .opt_table("clock")
        .map(|mut f| {
            let clock = clock(&mut f);
            f.finish();
            clock
        });
    f.finish();
    ActsSpec {
        resign: resign.unwrap_or(false).then_some(resign_clause),
        agree: agree.map(|then| (then, agree_clause)),
        time_clause,
        clock: clock.filter(ClockSpec::is_timed),
    }
}

fn clock(f: &mut Fields<'_, '_>) -> ClockSpec {
    let per_move = duration(f.doc("The time for one turn"), "per_move");
    let main = duration(f.doc("The time for all turns of a seat"), "main");
    let increment = duration(
        f.doc("What a seat gains of `main` for each turn it makes"),
        "increment",
    );
    let bank = duration(
        f.doc("Thinking time beyond that, for the whole game"),
        "bank",
    );
    let bank_start = f
        .doc("Whether the bank starts by itself or by the player's act")
        .opt_enum(
            "bank_start",
            &[("auto", BankStart::Auto), ("manual", BankStart::Manual)],
        );
    let warn_at = duration(f.doc("How much is left when the seat is warned"), "warn_at");
    let on_timeout = f.doc("What a time-out does").opt_enum(
        "on_timeout",
        &[
            ("auto-move", OnTimeout::AutoMove),
            ("lose", OnTimeout::Lose),
        ],
    );
    let timeouts_lose = f
        .doc("The time-out of a seat that loses the game")
        .opt_int_or_off("timeouts_lose", 1..=255);
    let consecutive = f
        .doc("Whether only time-outs in a row count for that")
        .opt_bool("consecutive");
    let cards_lose = f
        .doc("The yellow card that loses the game; cards are shown with this key alone")
        .opt_int_or_off("cards_lose", 1..=255);
    ClockSpec {
        per_move,
        bank,
        bank_start: bank_start.unwrap_or_default(),
        increment: increment.unwrap_or(0),
        main,
        warn_at,
        on_timeout: on_timeout.unwrap_or_default(),
        timeouts_lose: timeouts_lose.map(|n| n as u8),
        consecutive: consecutive.unwrap_or(false),
        cards_lose: cards_lose.map(|n| n as u8),
    }
}

fn duration(f: &mut Fields<'_, '_>, key: &'static str) -> Option<Millis> {
    const EXPECTS: &str = "a time such as `50s`, `1m30s` or `250ms`, whole seconds, or `off`";
    let node = f.opt_node(key, EXPECTS)?;
    let found = match &node.value {
        Value::Str(text) if text == OFF => return None,
        Value::Int(seconds) => u64::try_from(*seconds)
            .ok()
            .filter(|s| *s <= 1_000_000)
            .map(|s| s * 1000),
        Value::Str(text) => parse_duration(text),
        _ => None,
    };
    if found.is_none() {
        f.sink().note(wrong_type(node, EXPECTS));
    }
    found
}

/// Milliseconds of a text such as `1m30s`.
fn parse_duration(text: &str) -> Option<Millis> {
    let mut rest = text;
    let mut total: Millis = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: Millis = rest[..digits].parse().ok()?;
        let unit_end = rest[digits..]
            .find(|c: char| c.is_ascii_digit())
            .map_or(rest.len(), |n| digits + n);
        let unit = match &rest[digits..unit_end] {
            "h" => 3_600_000,
            "m" => 60_000,
            "s" => 1_000,
            "ms" => 1,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
        rest = &rest[unit_end..];
    }
    (total <= 1_000_000_000).then_some(total)
}
