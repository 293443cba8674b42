//! Why what a player typed is not done, in the player's language. Every word is chosen by the kind of error, never by its
//! English text.

use masque_core::clock::ClockError;
use masque_core::deal::LayoutError;
use masque_core::engine::Engine;
use masque_core::game::{ActError, UndoError};
use masque_core::notation::action::{ActionError, Form, Forms, Lack};
use masque_core::piece::{Seat, Side};

use crate::lang::Lang;

/// Why a text is no action, without a full stop.
pub(crate) fn no_action(lang: Lang, error: &ActionError) -> String {
    let typed = |token: &String| token.clone().into();
    let expected = |expected: &Forms| forms(lang, expected).into();
    match error {
        ActionError::Empty { expected: e } => {
            lang.say_with("typed-nothing", &[("expected", expected(e))])
        }
        ActionError::Word { token, expected: e } => lang.say_with(
            "typed-no-action",
            &[("typed", typed(token)), ("expected", expected(e))],
        ),
        ActionError::Site { token, sites } => lang.say_with(
            "typed-no-site",
            &[
                ("typed", typed(token)),
                ("first", sites[0].clone().into()),
                ("last", sites[1].clone().into()),
            ],
        ),
        ActionError::Kind { token, kinds } => lang.say_with(
            "typed-no-kind",
            &[("typed", typed(token)), ("kinds", kinds.clone().into())],
        ),
        ActionError::Missing { token, lack } => lang.say_with(
            match lack {
                Lack::Site => "typed-lacks-site",
                Lack::TwoSites => "typed-lacks-two-sites",
                Lack::SecondSite => "typed-lacks-second-site",
                Lack::Kind => "typed-lacks-kind",
            },
            &[("typed", typed(token))],
        ),
        ActionError::Trailing { token } => lang.say_with("typed-more", &[("typed", typed(token))]),
        ActionError::Ambiguous { token, choices, .. } => lang.say_with(
            "typed-several",
            &[("typed", typed(token)), ("actions", choices.clone().into())],
        ),
        ActionError::Absent { token, expected: e } => lang.say_with(
            "typed-absent",
            &[("typed", typed(token)), ("expected", expected(e))],
        ),
    }
}

/// Examples of what could be typed.
fn forms(lang: Lang, forms: &Forms) -> String {
    let examples = forms.0.iter().flat_map(|form| match form {
        Form::Move => vec![format!("`{}`", Form::MOVE)],
        Form::Choose(kinds) => {
            let each = kinds.split(' ').map(|kind| format!("`choose {kind}`"));
            each.collect()
        }
        Form::Like(example) => vec![format!("`{example}`")],
    });
    lang.list(&examples.collect::<Vec<_>>())
}

/// Why an act is not possible, without a full stop.
pub(crate) fn no_act(lang: Lang, error: ActError) -> String {
    let id = match error {
        ActError::Over => "no-act-over",
        ActError::NoAgreement => "no-act-agreement",
        ActError::NoResigning => "no-act-resigning",
        ActError::OfferStands => "no-act-offer-stands",
        ActError::NothingOffered => "no-act-nothing-offered",
        ActError::NotToAct => "no-act-not-to-act",
        ActError::NothingToClaim => "no-act-nothing-to-claim",
    };
    lang.say(id).into_owned()
}

/// Why nothing is taken back, without a full stop.
pub(crate) fn no_undo(lang: Lang, error: UndoError) -> String {
    let id = match error {
        UndoError::Start => "no-undo-start",
        UndoError::Revealed => "no-undo-revealed",
    };
    lang.say(id).into_owned()
}

/// Why the clock does not do what it is asked for, without a full stop.
pub(crate) fn no_clock(lang: Lang, error: &ClockError) -> String {
    let id = match error {
        ClockError::NoManualBank => "no-clock-bank",
        ClockError::BankRuns => "no-clock-bank-runs",
        ClockError::BankEmpty => "no-clock-bank-empty",
        ClockError::NotStarted => "no-clock-not-started",
        ClockError::Paused => "no-clock-paused",
        ClockError::Over => "no-clock-over",
        ClockError::TooLate | ClockError::AutoActionDue => "no-clock-too-late",
        ClockError::NotToAct { .. } => "no-clock-not-to-act",
        // Settings are not typed in a game.
        other => return other.to_string(),
    };
    lang.say(id).into_owned()
}

/// What a layout breaks, with the clause where the variant names one.
pub(crate) fn no_layout(
    lang: Lang,
    engine: &dyn Engine,
    seat: Seat,
    error: &LayoutError,
) -> String {
    let spec = engine.spec();
    let kind = |name: &String| {
        let found = spec.kinds.iter().find(|kind| kind.name == *name);
        let native = found.map_or(name.as_str(), |kind| lang.kind(kind, Side(seat.0)));
        native.to_owned().into()
    };
    let site = |site: &String| site.clone().into();
    let what = match error {
        LayoutError::Outside { site: at, .. } => {
            lang.say_with("layout-outside", &[("site", site(at))])
        }
        LayoutError::Twice { site: at, .. } => lang.say_with("layout-twice", &[("site", site(at))]),
        LayoutError::Count {
            kind: of,
            expected,
            found,
            ..
        } => lang.say_with(
            "layout-count",
            &[
                ("kind", kind(of)),
                ("expected", (*expected).into()),
                ("found", (*found).into()),
            ],
        ),
        LayoutError::Forbidden {
            kind: of, site: at, ..
        } => lang.say_with(
            "layout-forbidden",
            &[("kind", kind(of)), ("site", site(at))],
        ),
        LayoutError::Unknown { name, .. } => lang.say_with(
            "layout-unknown",
            &[
                ("name", name.clone().into()),
                ("known", lang.list(&layout_names(engine)).into()),
            ],
        ),
        LayoutError::Impossible => lang.say("layout-impossible").into_owned(),
    };
    match error.clause() {
        "" => what,
        clause => with_clause(lang, what, clause),
    }
}

/// The names of a variant's layouts.
pub(crate) fn layout_names(engine: &dyn Engine) -> Vec<&str> {
    let layouts = engine.spec().setup.layout.iter();
    let named = layouts.flat_map(|layout| layout.named.iter().map(|named| named.name.as_str()));
    named.chain(["random"]).collect()
}

/// Words with the clause that says so.
pub(crate) fn with_clause(lang: Lang, what: String, clause: &str) -> String {
    lang.say_with(
        "with-clause",
        &[("what", what.into()), ("clause", clause.into())],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Bidi;
    use crate::table::testing::loaded;

    /// Words that are typed or named as they stand are no English.
    fn words(text: &str) -> Vec<&str> {
        let outside = text.split('`').step_by(2);
        let words = outside.flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic()));
        words.filter(|word| word.len() > 2).collect()
    }

    #[test]
    fn every_refusal_is_said_in_every_language() {
        let forms = || Forms(vec![Form::Move, Form::Like("flip a1".to_owned())]);
        let token = || "x9".to_owned();
        let typed = [
            ActionError::Empty { expected: forms() },
            ActionError::Word {
                token: token(),
                expected: Forms(vec![Form::Choose("Q R".to_owned())]),
            },
            ActionError::Site {
                token: token(),
                sites: ["a1".to_owned(), "h8".to_owned()],
            },
            ActionError::Kind {
                token: token(),
                kinds: "K Q".to_owned(),
            },
            ActionError::Missing {
                token: token(),
                lack: Lack::Site,
            },
            ActionError::Missing {
                token: token(),
                lack: Lack::TwoSites,
            },
            ActionError::Missing {
                token: token(),
                lack: Lack::SecondSite,
            },
            ActionError::Missing {
                token: token(),
                lack: Lack::Kind,
            },
            ActionError::Trailing { token: token() },
            ActionError::Ambiguous {
                token: token(),
                choices: "`a1b1`, `flip a1`".to_owned(),
                actions: Vec::new(),
            },
            ActionError::Absent {
                token: token(),
                expected: forms(),
            },
        ];
        let acts = [
            ActError::Over,
            ActError::NoAgreement,
            ActError::NoResigning,
            ActError::OfferStands,
            ActError::NothingOffered,
            ActError::NotToAct,
            ActError::NothingToClaim,
        ];
        let clocks = [
            ClockError::NoManualBank,
            ClockError::BankRuns,
            ClockError::BankEmpty,
            ClockError::NotStarted,
            ClockError::Paused,
            ClockError::Over,
            ClockError::TooLate,
            ClockError::AutoActionDue,
            ClockError::NotToAct { seat: 1 },
        ];
        let said = |code: &str| -> Vec<String> {
            let lang = Lang::choose(Some(code), Bidi::Logical, |_| None).expect("a language");
            let undo = [UndoError::Start, UndoError::Revealed];
            let typed = typed.iter().map(|e| no_action(lang, e));
            let acts = acts.iter().map(|e| no_act(lang, *e));
            let clocks = clocks.iter().map(|e| no_clock(lang, e));
            let undo = undo.iter().map(|e| no_undo(lang, *e));
            typed.chain(acts).chain(clocks).chain(undo).collect()
        };
        let english = said("en");
        for code in ["zh", "fa", "pt", "gl"] {
            for (own, english) in said(code).iter().zip(&english) {
                assert_ne!(own, english, "{code}");
                if matches!(code, "zh" | "fa") {
                    assert!(words(own).is_empty(), "{code}: {own}");
                }
            }
        }
        assert_eq!(
            english[0],
            "an action is missing; type one such as `a1b1`, `flip a1`"
        );
        assert!(english[1].ends_with("type one such as `choose Q`, `choose R`"));
    }

    #[test]
    fn a_layout_is_refused_in_the_words_of_the_language() {
        let loaded = loaded("junqi-setup", &[]);
        let zh = Lang::choose(Some("zh"), Bidi::Logical, |_| None).expect("Chinese");
        let engine = &*loaded.engine;
        let flag = engine.kind('F').expect("a flag");
        let wrong = vec![
            (engine.site("a6").expect("a site"), flag),
            (engine.site("a12").expect("a site"), flag),
        ];
        let wrong = engine.check_layout(Seat(0), &wrong).expect_err("refused");
        let said: Vec<String> = wrong
            .iter()
            .map(|error| no_layout(zh, engine, Seat(0), error))
            .collect();
        assert!(
            said.iter()
                .any(|text| text.starts_with("a12 不在布阵范围内（条款 ")),
            "{said:?}"
        );
        assert!(
            said.iter()
                .any(|text| text.starts_with("军旗应有 1 枚，布了 ")
                    || text.starts_with("军旗不可放在 a6（条款 flag-in-headquarters）")),
            "{said:?}"
        );
    }
}
