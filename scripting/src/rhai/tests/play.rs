//! Hooks in play: Go's captures, fog, castling, sappers.

use super::*;
use masque_core::action::Action;
use masque_core::game::PlayError;
use masque_core::hooks::HookError;
use masque_core::piece::Observer;
use masque_core::spec::{Asked, EnclosureSpec, PassRule};

fn go_spec() -> Spec {
    let mut spec = bare(5, 5, &["stone"]);
    spec.kinds[0].moves.clear();
    spec.actions.place = Some(("stone".into(), "place".into()));
    spec.actions.pass = PassRule::Allowed;
    spec.enclosure = Some(EnclosureSpec {
        suicide_forbidden: true,
        clause: "no-suicide".into(),
    });
    spec
}

const GO: &str = r#"
/// capture Go: an event hook.  clause: no-liberties-no-stone
fn placed(pos, at) {
    for n in pos.adjacent(at) { if pos.owner(n) == pos.opponent() && pos.liberties(n) == 0 { pos.capture(pos.group(n)); } }
}
"#;

fn place(game: &mut Game<1>, seat: Seat, at: &str) -> Result<(), PlayError> {
    let at = game.rules().tables.board.site(at).expect("a site");
    game.play(seat, Action::place(FIRST, at)).map(drop)
}

#[test]
fn stones_without_liberties_are_captured() {
    let rules = rules(go_spec(), GO);
    let rows = [
        ". . . . .",
        ". S . . .",
        "S s s S .",
        ". S . . .",
        ". . . . .",
    ];
    let mut game = game(&rules, &rows);
    place(&mut game, RED, "c4").expect("legal");
    assert_eq!(drawn(&game)[2], "S s s S .");
    place(&mut game, BLACK, "e5").expect("legal");
    place(&mut game, RED, "c2").expect("legal");
    assert_eq!(
        drawn(&game),
        [
            ". . . . s",
            ". S S . .",
            "S . . S .",
            ". S S . .",
            ". . . . ."
        ]
    );
    let public = game.view(Observer::Public);
    assert_eq!(public.public().captures, [2, 0]);
    // Own stones without liberties: the variant's own rule, after the hook.
    let rules2 = rules.clone();
    let mut corner = super::game(
        &rules2,
        &[
            ". . . . .",
            ". . . . .",
            ". . . . .",
            "s . . . .",
            ". s . . .",
        ],
    );
    assert!(matches!(
        place(&mut corner, RED, "a1"),
        Err(PlayError::Illegal(_))
    ));
    // Taking first makes room.
    let mut taken = super::game(
        &rules2,
        &[
            ". . . . .",
            ". . . . .",
            "S . . . .",
            "s S . . .",
            ". s S . .",
        ],
    );
    place(&mut taken, RED, "a1").expect("legal");
    assert_eq!(
        drawn(&taken)[3..],
        [
            "  . S . . .".trim_start().to_owned(),
            "S . S . .".to_owned()
        ]
    );
}

#[test]
fn a_refusal_rolls_back_and_names_its_clause() {
    let text = "fn placed(pos, at) { pos.put(site(\"e5\"), RED, STONE); if at == site(\"c3\") { refuse(\"not-in-the-middle\") } }";
    let mut spec = go_spec();
    spec.enclosure = None;
    let rules = rules(spec, text);
    let mut game = game(&rules, &[". . . . ."; 5]);
    let before = drawn(&game);
    let Err(PlayError::Refused(clause)) = place(&mut game, RED, "c3") else {
        panic!("refused")
    };
    assert_eq!(rules.tables.clauses.slug(clause), "not-in-the-middle");
    assert_eq!(drawn(&game), before);
    place(&mut game, RED, "c2").expect("legal");
    assert_eq!(drawn(&game)[0], ". . . . S");
}

#[test]
fn failures_name_hook_and_place_and_change_nothing() {
    let mut spec = go_spec();
    spec.enclosure = None;
    for (text, message) in [
        (
            "fn placed(pos, at) { 3 }",
            "v0/rules.rhai:1:4: `placed` must give (), and gave int [wrong-result]; end it with `return;`, or leave the value out",
        ),
        (
            "fn placed(pos, at) {\n  pos.remove(at);\n  pos.remove(1);\n}",
            "v0/rules.rhai:3:7: `remove` does not go with (pos, int); it is `pos.remove(site or set)`",
        ),
        (
            "fn placed(pos, at) { loop { pos.quiet(); } }",
            "v0/rules.rhai:1:33: step limit: more than 100000 steps",
        ),
        (
            "fn placed(pos, at) { placed(pos, at); }",
            "v0/rules.rhai:1:20: call depth: more than 32 functions inside one another",
        ),
        (
            "fn placed(pos, at) { pos.put(at, RED, STONE); }",
            "v0/rules.rhai:1:26: `put` needs an empty site, and a piece stands on a1",
        ),
        (
            "fn placed(pos, at) { let x = 9223372036854775807; x += 1; }",
            "v0/rules.rhai:1:53: Addition overflow: 9223372036854775807 + 1",
        ),
        (
            "fn placed(pos, at) { for x in at { x; } }",
            "v0/rules.rhai:1:31: this cannot be walked through; a `for` takes a set, a list or a range",
        ),
    ] {
        let rules = rules_untyped(spec.clone(), text);
        let mut game = game(&rules, &[". . . . ."; 5]);
        let error = place(&mut game, RED, "a1").expect_err("failed");
        let PlayError::Hook(HookError::Failed {
            hook,
            message: found,
        }) = error
        else {
            panic!("{text}: {error:?}")
        };
        assert_eq!((hook, found.as_str()), ("placed", message), "{text}");
        assert_eq!(drawn(&game), [". . . . ."; 5], "{text}");
        assert!(game.steps().is_empty());
    }
}

fn fog_spec() -> Spec {
    let mut spec = bare(4, 4, &["pawn", "king"]);
    spec.board.regions.insert(
        "fog".into(),
        masque_core::spec::RegionSpec {
            first: vec!["ranks 2-4".into()],
            ..Default::default()
        },
    );
    spec.terrain = Some(masque_core::spec::TerrainSpec {
        zone: "fog".into(),
        hazards: 2,
        clause: "mine".into(),
        ..Default::default()
    });
    spec
}

const FOG: &str = r#"
/// minesweeper chess: an event hook.  clause: landing-lifts-fog
fn landed(pos, at) { for s in (pos.around(at) + at) & region("fog") { pos.reveal(s); } }
"#;

fn site(rules: &Rules<1>, name: &str) -> masque_core::site::Site {
    rules.tables.board.site(name).expect("a site")
}

#[test]
fn landing_lifts_fog_round_the_site() {
    let rules = rules(fog_spec(), FOG);
    let hazards = [site(&rules, "a4"), site(&rules, "d4")];
    let rows = [". . . k", ". . . .", ". . . .", "P . . ."];
    let mut game = game_from(&rules, &rows, |setup| {
        setup.hazards = Some(hazards.to_vec())
    });
    let (from, to) = (site(&rules, "a1"), site(&rules, "a2"));
    game.play(RED, Action::moving(from, to, 0)).expect("legal");
    let public = game.view(Observer::Public);
    let lifted: Vec<&str> = (rules.tables.board.all() - public.public().fog)
        .iter()
        .map(|s| rules.tables.board.name(s))
        .collect();
    assert_eq!(
        lifted,
        ["a1", "b1", "c1", "d1", "a2", "b2", "a3", "b3", "d4"]
    );
    assert_eq!(public.public().number(site(&rules, "b3")), 1);
    assert_eq!(public.public().number(site(&rules, "a2")), 0);
}

const SAPPER: &str = r#"
/// clause: sapper
fn moves(view, at) {
    let front = view.ahead(at);
    if front != () && !view.all_found() { view.special(SAPPER, at, front); }
}
/// clause: sapper
fn acted(pos, action, from, to) { if action == SAPPER { pos.defuse(to); } }
"#;

#[test]
fn a_special_action_is_offered_and_done() {
    let mut spec = fog_spec();
    spec.hooks.moves = vec!["pawn".into()];
    spec.specials.push(masque_core::spec::SpecialSpec {
        name: "sapper".into(),
        ..Default::default()
    });
    let rules = rules(spec, SAPPER);
    let rows = [". . . k", ". . . .", "P . . .", ". . . ."];
    let hazards = vec![site(&rules, "a3"), site(&rules, "c3")];
    let mut game = game_from(&rules, &rows, |setup| setup.hazards = Some(hazards));
    let sapper = Action::special(0, site(&rules, "a2"), site(&rules, "a3"));
    assert!(game.legal().expect("no failure").contains(&sapper));
    game.play(RED, sapper).expect("legal");
    assert_eq!(game.view(Observer::Public).public().hazards_left, 1);
}

fn castling_spec() -> Spec {
    let mut spec = bare(8, 8, &["king", "rook", "queen"]);
    for (kind, moves) in spec.kinds.iter_mut().zip(["K", "R", "Q"]) {
        kind.moves[0].betza = moves.into();
    }
    spec.check = Some(masque_core::spec::CheckSpec {
        royal: "king".into(),
        ..Default::default()
    });
    let way =
        |letter, corner: &str, royal_to: &str, corner_to: &str| masque_core::spec::CastlingWay {
            letter,
            royal: "e1".into(),
            corner: corner.into(),
            royal_to: royal_to.into(),
            corner_to: corner_to.into(),
        };
    spec.castling = Some(masque_core::spec::CastlingSpec {
        with: "rook".into(),
        ways: vec![way('K', "h1", "g1", "f1"), way('Q', "a1", "c1", "d1")],
        scripted: true,
        clause: "castling".into(),
    });
    spec.hooks.moves = vec!["king".into()];
    spec
}

const CASTLING: &str = r#"
fn safe_path(view, king, corner) {
    let path = view.royal_path(king, corner);
    if !((path | view.corner_path(king, corner)) - king - corner - view.empty()).is_empty() { return false; }
    for at in path + king { if view.attacked_through(at, king) { return false; } }
    true
}
/// hidden chess: a generator hook; a view knows the corner piece only by its face.  clause: castle-with-rook-face
fn moves(view, king) {
    for corner in view.corners(king) { if view.face(corner) == ROOK && !view.moved(corner) && safe_path(view, king, corner) { view.castle(king, corner); } }
}
"#;

fn castlings(rules: &Rules<1>, rows: &[&str]) -> Vec<String> {
    let game = game(rules, rows);
    let legal = game.legal().expect("no failure");
    let castles = legal
        .iter()
        .filter(|a| a.tag() == masque_core::action::Tag::Castle);
    castles
        .map(|a| rules.tables.board.name(a.to()).to_owned())
        .collect()
}

#[test]
fn a_script_offers_castling_as_the_ordinary_rule_does() {
    let scripted = rules(castling_spec(), CASTLING);
    let mut spec = castling_spec();
    spec.hooks.moves_while = Asked::CastlingClear;
    let asked_where_clear = rules(spec, CASTLING);
    let mut plain = castling_spec();
    plain.castling.as_mut().expect("castling").scripted = false;
    plain.hooks.moves.clear();
    let plain = Rules::<1> {
        tables: Arc::new(Tables::compile(plain).expect("tables")),
        hooks: None,
    };
    let empty = ". . . . . . . .";
    for (first, home, expected) in [
        (empty, "R . . . K . . R", &["a1", "h1"][..]),
        (empty, "R Q . . K . . R", &["h1"]),
        ("r . . . . . . .", "R . . . K . . R", &["a1", "h1"]),
        (". r . . . . . .", "R . . . K . . R", &["a1", "h1"]),
        (". . . r . . . .", "R . . . K . . R", &["h1"]),
        (". . . . . . r .", "R . . . K . . R", &["a1"]),
        (". . . . r . . .", "R . . . K . . R", &[]),
        (empty, "R . . . K . . Q", &["a1"]),
        (empty, "R . . . K . . r", &[]),
    ] {
        let rows = [
            ". . . . . . . k",
            empty,
            empty,
            first,
            empty,
            empty,
            empty,
            home,
        ];
        let mut found = castlings(&scripted, &rows);
        found.sort();
        assert_eq!(found, expected, "{first} / {home}");
        for others in [&plain, &asked_where_clear] {
            let mut others = castlings(others, &rows);
            others.sort();
            assert_eq!(found, others, "{first} / {home}");
        }
    }
}

#[test]
fn a_script_may_be_asked_only_where_castling_is_clear() {
    let mut spec = castling_spec();
    spec.hooks.moves_while = Asked::CastlingClear;
    let failing = rules(
        spec,
        "/// clause: castle-with-rook-face\nfn moves(view, king) { view.castle(king, king); }",
    );
    for (home, asked) in [
        ("R . . . K . . R", true),
        ("R Q . . K . . R", true),
        ("R . . . K Q . R", true),
        ("R Q . . K Q . R", false),
        ("Q . . . K Q . R", false),
        (". . . . K . . .", false),
    ] {
        let empty = ". . . . . . . .";
        let mut rows = [empty; 8];
        (rows[0], rows[7]) = (". . . . . . . k", home);
        let game = game(&failing, &rows);
        assert_eq!(game.legal().is_err(), asked, "{home}");
    }
}

#[test]
fn a_generator_adds_actions_of_the_piece_asked_about_alone() {
    for (text, expected) in [
        (
            "fn moves(view, at) { view.move_to(at, site(\"c3\")); view.move_to(at, site(\"c3\")); }",
            Ok(1),
        ),
        (
            "fn moves(view, at) { view.move_to(site(\"c3\"), at); }",
            Err(
                "v0/rules.rhai:1:27: `move_to` adds actions of the piece asked about, on a1, not on c3",
            ),
        ),
        (
            "fn moves(view, at) { view.move_to(at, site(\"b1\")); }",
            Err("v0/rules.rhai:1:27: `move_to` ends on b1, where an own piece stands"),
        ),
        (
            "fn moves(view, at) { view.castle(at, at); }",
            Err("v0/rules.rhai:1:27: no castling of the mover joins a1 and a1"),
        ),
    ] {
        let mut spec = bare(3, 3, &["soldier", "general"]);
        spec.hooks.moves = vec!["soldier".into()];
        let rules = rules(spec, text);
        let game = game(&rules, &[". . .", ". g .", "S G ."]);
        match (game.legal(), expected) {
            (Ok(legal), Ok(count)) => {
                let action = Action::moving(site(&rules, "a1"), site(&rules, "c3"), 0);
                assert_eq!(legal.iter().filter(|a| **a == action).count(), count);
            }
            (Err(HookError::Failed { hook, message }), Err(expected)) => {
                assert_eq!((hook, message.as_str()), ("moves", expected));
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn generators_see_no_truth() {
    // The truth of the hidden piece on b2 is a general or a soldier; what the script finds is the same.
    let text = "fn moves(view, at) { for s in view.hidden() { if view.kind(s) != () || view.piece(s) != () || view.face(s) != () { view.move_to(at, site(\"c3\")); } } }";
    let mut spec = bare(3, 3, &["soldier", "general"]);
    spec.hooks.moves = vec!["soldier".into()];
    let rules = rules(spec, text);
    let lists: Vec<Vec<Action>> = [Kind(0), Kind(1)]
        .into_iter()
        .map(|kind| {
            let game = game_from(&rules, &[". . .", ". . .", "S . ."], |setup| {
                setup.cells[site(&rules, "b2").index()] = SetupCell::Down {
                    look: masque_core::piece::Cell::BACK,
                    truth: Some(Piece {
                        side: Side(1),
                        kind,
                    }),
                };
            });
            game.legal().expect("no failure")
        })
        .collect();
    assert_eq!(lists[0], lists[1]);
    assert!(!lists[0].iter().any(|a| a.to() == site(&rules, "c3")));
    // `truth` does not exist there.
    let text = "fn moves(view, at) { view.truth(at); }";
    let mut spec = bare(3, 3, &["soldier"]);
    spec.hooks.moves = vec!["soldier".into()];
    let rules = rules_untyped(spec, text);
    let error = game(&rules, &[". . .", ". . .", "S . ."])
        .legal()
        .expect_err("failed");
    assert!(
        error
            .to_string()
            .ends_with("`truth` does not go with (view, site); it is `pos.truth(site)`"),
        "{error}"
    );
}

#[test]
fn a_script_ends_the_game() {
    let text = "fn ended(pos) { if pos.captures(RED) >= 2 { win(RED, \"two-captures\") } else if pos.turns() >= 2 { draw(\"too-long\") } }";
    let spec = bare(3, 3, &["soldier"]);
    let rules = rules(spec, text);
    let rows = [". . s", ". . .", "S . ."];
    let mut won = game_from(&rules, &rows, |setup| setup.captures = [2, 0]);
    let step = |game: &mut Game<1>, seat, from: &str, to: &str| {
        let action = Action::moving(site(&rules, from), site(&rules, to), 0);
        game.play(seat, action).map(drop).expect("legal");
    };
    step(&mut won, RED, "a1", "a2");
    let outcome = won.outcome().expect("over");
    assert_eq!(
        (outcome.winner, rules.tables.clauses.slug(outcome.clause)),
        (Some(RED), "two-captures")
    );
    let mut long = game(&rules, &rows);
    step(&mut long, RED, "a1", "a2");
    assert_eq!(long.outcome(), None);
    step(&mut long, BLACK, "c3", "c2");
    let outcome = long.outcome().expect("over");
    assert_eq!(
        (outcome.winner, rules.tables.clauses.slug(outcome.clause)),
        (None, "too-long")
    );
    // It is asked, and changes nothing.
    let text = "fn ended(pos) { pos.remove(site(\"a1\")); }";
    let rules = super::rules(bare(3, 3, &["soldier"]), text);
    let mut game = game(&rules, &rows);
    let action = Action::moving(site(&rules, "a1"), site(&rules, "a2"), 0);
    let error = game.play(RED, action).expect_err("failed");
    assert!(
        error.to_string().contains("may not change the position"),
        "{error}"
    );
}

#[test]
fn variables_live_in_the_position() {
    let mut spec = go_spec();
    spec.enclosure = None;
    spec.variables = vec![("stones".into(), 5)];
    let text = "fn placed(pos, at) { pos.set_variable(\"stones\", pos.variable(\"stones\") + 1); if pos.variable(\"stones\") == 7 { refuse(\"full\") } }";
    let rules = rules(spec, text);
    let mut game = game(&rules, &[". . . . ."; 5]);
    place(&mut game, RED, "a1").expect("legal");
    assert!(place(&mut game, BLACK, "a2").is_err());
    assert_eq!(game.view(Observer::Public).public().variables[0], 6);
}
