use super::*;
use crate::action::Action;
use crate::clause::ClauseId;
use crate::piece::Observer;
use crate::rules::repetition::History;
use crate::testing::{at, disguised, flipping, mined, rules, secret};
use crate::view::View;

/// What each observer is told of an action, as words.
fn told<const W: usize>(
    rules: &crate::legal::Rules<W>,
    text: &str,
    action: &str,
    observer: Observer,
) -> Vec<String> {
    let mut position = at(rules, text);
    let mut history = History::new();
    let mover = Observer::Seat(position.public().turn);
    let action = {
        let view = View::new(&rules.tables, &position, &history, mover);
        crate::notation::action::parse(&view, action, &[]).expect("well formed")
    };
    let mut log = crate::event::Log::on();
    rules
        .apply(&mut position, &mut history, action, &mut log, true)
        .expect("it works");
    log.into_told()
        .iter()
        .filter(|t| t.audience.includes(observer))
        .map(|t| format(&rules.tables, position.public().first_side, &t.event))
        .collect()
}

#[test]
fn what_a_flip_tells() {
    let rules = rules::<1>(flipping());
    let heard = told(
        &rules,
        "????????/????????/????????/???????? seat0"
            .replace('?', "?(p)")
            .replacen("?(p)", "?(R)", 1)
            .replace("?(p)?(p)?(p)?(p)?(p)?(p)?(p)?(p)/", "8/")
            .replace("?(p)?(p)?(p)?(p)?(p)?(p)?(p)?(p) ", "4?(p)3 ")
            .replace("?(R)?(p)?(p)?(p)?(p)?(p)?(p)?(p)", "?(R)7")
            .as_str(),
        "flip a4",
        Observer::Public,
    );
    assert_eq!(heard, ["reveal a4 R", "settle seat0 red"]);
    assert!(matches(&words_of(&heard[0]), &["reveal", "a4", "R"]));
    assert!(matches(&words_of(&heard[0]), &["reveal", "a4"]));
    assert!(!matches(&words_of(&heard[0]), &["reveal", "a4", "r"]));
    assert!(matches(
        &words_of(&heard[1]),
        &["settle", "seat", "0", "red"]
    ));
}

fn words_of(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn only_the_captor_learns_an_identity() {
    let rules = rules::<1>(disguised());
    let text = "r~(n)3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let [white, black, public] = Observer::ALL.map(|o| told(&rules, text, "a1a8", o));
    assert_eq!(black, ["capture a8 r", "move a1 a8"]);
    assert_eq!(public, black);
    assert_eq!(white, ["identity a8 n", "capture a8 r", "move a1 a8"]);
    let meant = ["capture", "a8", "n"];
    assert!(white.iter().any(|e| matches(&words_of(e), &meant)));
    assert!(!black.iter().any(|e| matches(&words_of(e), &meant)));
}

#[test]
fn a_secret_fight_tells_its_outcome() {
    let rules = rules::<1>(secret());
    let heard = told(
        &rules,
        "1x(f)1/3/2x(e)/2X(B)/3/1X(F)1 red",
        "c3c4",
        Observer::Public,
    );
    assert_eq!(heard[0], "clash c4 both c3");
    assert!(matches(&words_of(&heard[0]), &["clash", "c4", "both"]));
    assert!(!matches(&words_of(&heard[0]), &["clash", "c4", "take"]));
}

#[test]
fn words_that_no_game_here_tells() {
    let tables = rules::<2>(mined()).tables;
    let site = |name| tables.board.site(name).expect("a site");
    let write = |event| words(&tables, &event).join(" ");
    let (e3, e4) = (site("e3"), site("e4"));
    let lift = |number, hazard| Event::Lifted {
        at: e4,
        number,
        hazard,
    };
    assert_eq!(write(lift(2, false)), "lift e4 2");
    assert_eq!(write(lift(2, true)), "lift e4 * 2");
    assert!(matches(&words_of("lift e4 * 2"), &["lift", "e4", "*"]));
    assert!(!matches(&words_of("lift e4 * 2"), &["lift", "e4", "2"]));
    let acted = write(Event::Acted {
        id: 0,
        from: e3,
        to: e4,
    });
    assert_eq!(acted, "act sapper e4 e3");
    assert!(matches(&words_of(&acted), &["sapper", "e4"]));
    assert!(matches(&words_of(&acted), &["act", "sapper"]));
    let refused = write(Event::Refused {
        action: Action::moving(e3, e4, 0),
        clause: ClauseId(0),
    });
    assert_eq!(refused, "refuse e3e4");
    assert!(matches(&words_of(&refused), &["refuse", "e3xe4"]));
    assert!(matches(&words_of(&refused), &["refuse", "e3-e4"]));
    let end = |winner, scores| {
        let clause = tables.clauses.find("checkmate").unwrap_or(ClauseId(0));
        Event::Ended(Outcome {
            winner,
            clause,
            scores,
        })
    };
    assert_eq!(write(end(Some(Seat(1)), None)), "end black wins checkmate");
    assert_eq!(
        write(end(None, Some([7, -3]))),
        "end draw checkmate 3.5/-1.5"
    );
    assert!(matches(
        &words_of(&write(end(Some(Seat(1)), None))),
        &["end", "black", "wins", "by", "checkmate"]
    ));
    assert_eq!(
        words_given(&tables, None, &end(Some(Seat(1)), None)).join(" "),
        "end seat1 wins checkmate"
    );
    assert!(!matches(&words_of("pass"), &[] as &[&str]));
}

/// Something of every kind that is told.
fn one_of_each<const W: usize>(tables: &Tables<W>, action: Action) -> Vec<Event> {
    let site = |name| tables.board.site(name).expect("a site");
    let clause = |slug| tables.clauses.find(slug).expect("a clause");
    let (from, at) = (site("e3"), site("e4"));
    let piece = tables.spec.piece_of_letter('n').expect("a piece");
    let look = Cell::from(piece);
    let lift = |number, hazard| Event::Lifted { at, number, hazard };
    let end = |winner, scores| {
        let clause = clause("checkmate");
        Event::Ended(Outcome {
            winner,
            clause,
            scores,
        })
    };
    let mut all = vec![
        Event::Moved { from, to: at },
        Event::Castled {
            royal: (from, at),
            corner: (site("h1"), site("f1")),
        },
        Event::Placed { at, piece },
        Event::Revealed { at, piece },
        Event::Turned { at, piece },
        Event::Identity { at, piece },
        Event::Captured { at, look },
        Event::Lost { at, look },
        Event::Removed { at, look },
        Event::Destroyed { at, look },
        Event::Promoted {
            at,
            kind: piece.kind,
        },
        Event::HazardsLeft { left: 12 },
        lift(0, false),
        lift(2, false),
        lift(0, true),
        lift(3, true),
        Event::AllFound,
        Event::Settled {
            seat: Seat(1),
            side: Side(0),
        },
        Event::Swapped,
        Event::Passed,
        Event::Stopped,
        Event::Acted {
            id: 0,
            from,
            to: at,
        },
        end(None, None),
        end(Some(Seat(0)), None),
        end(Some(Seat(1)), Some([7, -3])),
    ];
    all.extend(Verdict::WORDS.map(|(_, verdict)| Event::Clashed { from, at, verdict }));
    all.extend(["", "checkmate"].map(|slug| Event::Refused {
        action,
        clause: clause(slug),
    }));
    all
}

#[test]
fn every_event_reads_back() {
    let tables = rules::<2>(mined()).tables;
    let site = |name| tables.board.site(name).expect("a site");
    let action = Action::moving(site("e3"), site("e4"), 0);
    let all = one_of_each(&tables, action);
    for first_side in [None, Some(Side(0))] {
        for event in &all {
            let text = format(&tables, first_side, event);
            let read = read(&tables, &text, Some(action));
            assert_eq!(read.as_ref(), Ok(event), "{text}");
            let told: Vec<&str> = text.split(' ').collect();
            assert_eq!(check(&tables, &told), Ok(()), "{text}");
        }
    }
    for form in FORMS {
        let word = form.form.split(' ').next();
        let told = all.iter().any(|event| Some(event.word()) == word);
        assert!(told, "{} is not tried", form.form);
    }
    for text in ["lift e4", "lift e4 *", "lift e4 2 *", "lift e4 * 2 2"] {
        assert!(read(&tables, text, None).is_err(), "{text}");
    }
}

#[test]
fn misspelt_events_are_found() {
    let tables = rules::<2>(mined()).tables;
    for form in FORMS {
        let meant: Vec<&str> = form.example.split(' ').collect();
        let stones = form.example.contains(" S") || form.example.ends_with(" s");
        if !stones {
            assert_eq!(check(&tables, &meant), Ok(()), "{}", form.example);
        }
    }
    assert_eq!(check(&tables, &["sapper", "e4"]), Ok(()));
    for shown in [&["lift", "e4", "*"][..], &["lift", "e4", "*", "2"]] {
        assert_eq!(check(&tables, shown), Ok(()));
    }
    let bad = [
        ("revela a1", "no event is called `revela`"),
        (
            "reveal i1",
            "`i1` cannot stand here; an event of this kind is written `reveal SITE PIECE`",
        ),
        ("capture a8 z", "`z` cannot stand here"),
        ("clash a4 draw", "`draw` cannot stand here"),
        ("pass twice", "`twice` cannot stand here"),
        ("lift e4 2 *", "`2` cannot stand here"),
        ("lift e4 * two", "`two` cannot stand here"),
        ("", "no event is called ``"),
    ];
    for (text, message) in bad {
        let meant: Vec<&str> = text.split_whitespace().collect();
        let error = check(&tables, &meant).expect_err(text).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
