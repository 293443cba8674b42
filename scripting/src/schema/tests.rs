use masque_core::clock::{BankStart, ClockSpec};
use masque_core::spec::{
    ColoursWay, DealSpec, EndThen, EndWhen, Neighbours, PassRule, PlaceOn, ScoringWay, Spec,
};

use super::*;
use crate::document::read;
use crate::folder::{Folder, Shelf};
use crate::variant;

const BASE: &str = r#"
title = "Base"
manners = ["step", "jump"]
[board]
files = 4
ranks = 4
[board.regions]
near = { sites = ["rank 1", "a2"], mirror = true }
[sides.red]
[sides.blue]
[kinds.guard]
letter = "G"
count = 2
moves = "W"
[kinds.lord]
letter = "L"
count = 1
moves = ["K", { betza = "mD", manner = "jump", from = "near", clause = "lord-jumps" }]
clause = "lord-moves"
[setup]
start = """
. l g g
. . . .
. . . .
G G L .
"""
[quiet]
limit = 9
[end.lost]
when = "lost"
kind = "lord"
then = "loses"
clause = "lord-lost"
[end.quiet]
when = "quiet"
then = "draw"
"#;

fn shelf(child: &str) -> (Shelf, Folder) {
    let base = Folder::from_files("base", [("variant.toml", BASE)]).expect("a folder");
    let child = Folder::from_files("v", [("variant.toml", child)]).expect("a folder");
    (Shelf::new([base, child.clone()]), child)
}

fn load(child: &str) -> Result<variant::Variant, Diagnostics> {
    let (shelf, folder) = shelf(child);
    variant::load(&shelf, &folder, None, &[])
}

fn decoded(child: &str) -> Result<Decoded, Diagnostics> {
    let (shelf, folder) = shelf(child);
    decode(&read(&shelf, &folder)?.choose(None, &[])?)
}

/// The spec of a child of the base.
fn spec(child: &str) -> Spec {
    let child = format!("extends = 'base'\n{child}");
    load(&child)
        .unwrap_or_else(|wrong| panic!("{}", wrong[0]))
        .spec()
        .clone()
}

/// What is wrong with a child of the base, whose text starts in line 2.
fn refused(child: &str) -> Vec<String> {
    let child = format!("extends = 'base'\n{child}");
    let wrong = load(&child).expect_err("refused");
    wrong.iter().map(ToString::to_string).collect()
}

fn names(spec: &Spec) -> Vec<&str> {
    spec.endings.iter().map(|e| e.name.as_str()).collect()
}

#[test]
fn the_base_reads_as_written() {
    let spec = spec("");
    assert_eq!((spec.id.as_str(), spec.title["en"].as_str()), ("v", "Base"));
    assert_eq!(spec.sides[0].name, "red");
    assert_eq!([spec.sides[0].down, spec.sides[1].down], [false, true]);
    assert_eq!(spec.setup.start, ".lgg/..../..../GGL.");
    let near = &spec.board.regions["near"];
    assert_eq!(
        (near.first.len(), near.second.is_none(), near.mirror),
        (2, true, true)
    );
    let lord = &spec.kinds[1];
    assert_eq!((lord.name.as_str(), lord.letter), ("lord", 'L'));
    assert_eq!(lord.moves[0].betza, "K");
    assert_eq!(
        (lord.moves[1].manner.as_str(), lord.moves[1].from.as_deref()),
        ("jump", Some("near"))
    );
    assert_eq!(lord.moves[1].clause, "lord-jumps");
    assert_eq!(spec.endings[0].when, EndWhen::Lost("lord".to_owned()));
    assert!(spec.chain.is_none() && spec.repetition.is_none() && spec.hidden.reveal_at_end);
}

#[test]
fn a_mechanism_is_switched_off_by_a_word() {
    assert!(spec("quiet.enabled = false").quiet.is_none());
    assert_eq!(
        spec("quiet.limit = 'off'").quiet.map(|q| q.limit),
        Some(None)
    );
    assert!(spec("chase.limit = 'off'").chase.is_none());
    assert_eq!(spec("chase.limit = 3").chase.map(|c| c.limit), Some(3));
    assert!(spec("capture.safe = 'off'").capture.safe.is_none());
    let guarded = "[capture.guarded.lord]\nby = 'guard'\nclause = 'guards-first'\n";
    assert_eq!(spec(guarded).capture.guarded.len(), 1);
    let off = format!("{guarded}enabled = false");
    assert!(spec(&off).capture.guarded.is_empty());
    // What is switched off is checked all the same.
    assert_eq!(
        refused("[quiet]\nenabled = false\nkinds = 'gaurd'"),
        [
            "v/variant.toml:4:9: unknown kind `gaurd` [unknown-kind]; did you mean `guard`? known: guard, lord"
        ]
    );
}

#[test]
fn endings_keep_their_order_and_children_change_them_by_name() {
    let child = "[end.late]\nwhen = 'no-action'\nthen = 'loses'\n\
                 [end.second]\nwhen = 'passes'\ncount = 2\nthen = 'score'\nbefore = 'quiet'\n\
                 [end.first]\nwhen = 'eliminated'\nthen = 'loses'\nbefore = 'lost'\n\
                 [end.between]\nwhen = 'captured'\ncount = 5\nthen = 'wins'\nbefore = 'second'\n\
                 [scoring]\nway = 'captures'\n";
    let spec = spec(child);
    assert_eq!(
        names(&spec),
        ["first", "lost", "between", "second", "quiet", "late"]
    );
    assert_eq!(spec.endings[3].when, EndWhen::Passes(2));
    let changed = self::spec("end.lost.then = 'draw'\nend.quiet.enabled = false");
    assert_eq!(names(&changed), ["lost"]);
    assert_eq!(
        (changed.endings[0].then, changed.endings[0].clause.as_str()),
        (EndThen::Draw, "lord-lost")
    );
    assert_eq!(
        refused("[end.x]\nwhen = 'passes'\nthen = 'draw'\nregion = 'near'\nbefore = 'quit'"),
        [
            "v/variant.toml:5:10: `region` says nothing about this `when` [misplaced-key]",
            "v/variant.toml:2:1: the key `count` is missing in `end.x` [missing-key]",
            "v/variant.toml:6:10: unknown ending `quit` [unknown-ending]; did you mean `quiet`? known: lost, quiet",
        ]
    );
}

#[test]
fn names_are_told_where_they_stand() {
    let child = "kinds.lord.moves = ['K', { betza = 'mD', manner = 'jmup', to = 'far' }, 'fzW']\n\
                 hidden.fase = 'home'\n\
                 actions = { place = 'stone', pass = 'allow' }\n\
                 hooks.moves = ['lord', 'lady']\n";
    assert_eq!(
        refused(child),
        [
            "v/variant.toml:2:51: unknown manner `jmup` [unknown-manner]; did you mean `jump`? known: step, jump",
            "v/variant.toml:2:64: unknown region `far` [unknown-region]; known: near, all",
            "v/variant.toml:2:75: `z` (crooked rider) is not supported [bad-movement]; expected a modifier (f b l r v s m c n p i e), an atom's letter (W F D N A H C L Z J G K Q R B)",
            "v/variant.toml:3:8: unknown key `fase` in `hidden` [unknown-key]; did you mean `face`? known: face, owner_knows, reveal_on_move, capture_tells, reveal_at_end, reveal_clause, capture_clause",
            "v/variant.toml:4:37: unknown word `allow` for `pass` [unknown-word]; did you mean `allowed`? known: forbidden, allowed, forced",
            "v/variant.toml:4:21: unknown kind `stone` [unknown-kind]; known: guard, lord",
            "v/variant.toml:5:24: unknown kind `lady` [unknown-kind]; known: guard, lord",
        ]
    );
}

#[test]
fn a_start_counts_its_pieces() {
    let counts = |child: &str| -> Vec<u8> { spec(child).kinds.iter().map(|k| k.count).collect() };
    let given = counts("");
    assert_eq!(
        counts("kinds.guard.remove = ['count']\nkinds.lord.remove = ['count']"),
        given
    );
    assert_eq!(
        refused("kinds.lord.count = 2"),
        [
            "v/variant.toml:2:20: the start has 1 of `lord` on a side, not 2 [wrong-count]; leave `count` out to take it from the start"
        ]
    );
    assert_eq!(
        refused("end.lost.then = 'score'"),
        [
            "v/variant.toml:2:17: end.lost.then: nothing is scored: there is no `[scoring]` [bad-rule]"
        ]
    );
    assert_eq!(
        refused("end.quiet.then = 'loses'"),
        [
            "v/variant.toml:2:18: end.quiet.then: this `when` concerns both sides, so that neither loses by it [bad-rule]"
        ]
    );
}

#[test]
fn what_the_core_refuses_is_told_where_it_stands() {
    assert_eq!(
        refused("kinds.lord.letter = 'G'"),
        ["v/variant.toml:2:21: kinds.lord.letter: `G` is already the letter of `guard` [bad-rule]"]
    );
    assert_eq!(
        refused("setup.start = '''\n. l g g\n. . . .\n. . .\nG G L .\n'''"),
        ["v/variant.toml:5:1: setup.start[2]: rank 2 has 4 sites, and 3 are given [bad-rule]"]
    );
    assert_eq!(
        refused("setup.start = '4/4/4/Z3'")[0].split(':').nth(2),
        Some("22")
    );
    assert_eq!(
        refused("[sides.green]"),
        ["v/variant.toml:2:2: a variant has two sides, `[sides.NAME]`, not 3 [bad-sides]"]
    );
    assert!(
        refused("board.regions.near = 'e1'")[0]
            .starts_with("v/variant.toml:2:22: board.regions.near: ")
    );
    assert!(
        refused("[terrain]\nzone = 'near'\nhazards = 99")[0]
            .starts_with("v/variant.toml:4:11: terrain.hazards: ")
    );
}

#[test]
fn kinds_share_their_moves() {
    let shared = spec("[kinds.page]\nletter = 'P'\nmoves_as = 'lord'\nclause = 'page-moves'");
    let of = |name: &str| {
        shared
            .kinds
            .iter()
            .find(|k| k.name == name)
            .map(|k| &k.moves)
    };
    assert_eq!(format!("{:?}", of("page")), format!("{:?}", of("lord")));
    assert_eq!(
        refused(
            "[kinds.page]\nletter = 'P'\nmoves_as = 'lrod'\n\
             [kinds.boy]\nletter = 'B'\nmoves = 'W'\nmoves_as = 'lord'\n\
             [kinds.man]\nletter = 'M'\nmoves_as = 'page'"
        ),
        [
            "v/variant.toml:4:12: unknown kind `lrod` [unknown-kind]; did you mean `lord`? known: guard, lord, page, boy, man",
            "v/variant.toml:8:12: a kind gives either `moves` or `moves_as` [misplaced-key]",
            "v/variant.toml:11:12: `page` itself has the moves of another kind [bad-move]",
        ]
    );
}

#[test]
fn an_empty_file_is_told_what_it_lacks() {
    let wrong = decoded("").expect_err("refused");
    let told: Vec<String> = wrong.iter().map(|d| d.message.clone()).collect();
    assert_eq!(
        told,
        [
            "the key `title` is missing",
            "the key `board` is missing",
            "the key `sides` is missing",
            "the key `kinds` is missing",
        ]
    );
}

#[test]
fn every_table_reads_its_keys() {
    let child = r#"
        title = { en = "All", zh = "全" }
        colours = { way = "first-kind", kind = "lord", clause = "first-lord" }
        actions = { flip = true, flip_clause = "flip", place = "guard", pass = "forced" }
        [specials.dig]
        in_check = true
        [kinds.guard]
        native = { zh = ["衛", "卫"], en = "guard" }
        glyph = "☗"
        [setup]
        deal = "pool"
        region = "all"
        remove = ["start"]
        [hidden]
        face = "back"
        [capture]
        hidden = "reveal"
        own_revealed = "taken"
        hidden_manners = "jump"
        lost_reveals.lord = { reveals = ["guard"], clause = "seen" }
        [chain]
        not_manners = ["jump"]
        [promotion]
        kinds = "guard"
        region = "near"
        into = "lord"
        [castling]
        with = "guard"
        ways.K = { royal = "a1", corner = "d1", royal_to = "c1", corner_to = "b1" }
        [check]
        royal = "lord"
        exposed = "stands"
        [terrain]
        zone = "ranks 2-3"
        hazards = 2
        immune = "lord"
        [board.regions]
        "ranks 2-3" = "ranks 2-3"
        [enclosure]
        [repetition]
        key = "placement"
        automatic = 3
        [ply_limit]
        limit = 100
        [scoring]
        way = "material"
        values = { guard = 2, lord = 7 }
        komi_halves = 1
        [swap]
        clause = "swap"
        [acts]
        resign = true
        agree = "score"
        clock = { per_move = "1m30s", bank = 20, bank_start = "manual", warn_at = "250ms", cards_lose = 10 }
        [variables]
        tempo = -3
    "#;
    let spec = spec(child);
    assert_eq!(spec.title["zh"], "全");
    assert_eq!(spec.colours.way, ColoursWay::FirstKind("lord".to_owned()));
    assert_eq!(spec.actions.flip.as_deref(), Some("flip"));
    assert_eq!(
        spec.actions.place.as_ref().map(|p| p.0.as_str()),
        Some("guard")
    );
    assert_eq!(spec.actions.pass, PassRule::Forced);
    assert_eq!(
        (spec.specials[0].name.as_str(), spec.specials[0].in_check),
        ("dig", true)
    );
    assert_eq!(spec.kinds[0].native[1]["zh"], "卫");
    assert_eq!(spec.kinds[0].glyph, ["☗", "☗"]);
    assert_eq!(
        spec.setup.deal,
        DealSpec::Pool {
            region: "all".to_owned()
        }
    );
    let seen = ("lord".to_owned(), "guard".to_owned(), "seen".to_owned());
    assert_eq!(spec.capture.lost_reveals, [seen]);
    let chain = spec.chain.expect("a chain");
    assert!(chain.open_links && chain.may_stop && !chain.hidden_links);
    assert_eq!(spec.castling.expect("castling").ways[0].letter, 'K');
    assert_eq!(spec.terrain.expect("terrain").hazards, 2);
    assert!(spec.enclosure.expect("enclosure").suicide_forbidden);
    let scoring = spec.scoring.expect("scoring");
    assert_eq!(
        scoring.way,
        ScoringWay::Material(vec![("guard".to_owned(), 2), ("lord".to_owned(), 7)])
    );
    assert_eq!(spec.swap.as_ref().map(|s| s.clause.as_str()), Some("swap"));
    let clock = ClockSpec {
        per_move: Some(90_000),
        bank: Some(20_000),
        bank_start: BankStart::Manual,
        warn_at: Some(250),
        cards_lose: Some(10),
        ..ClockSpec::default()
    };
    assert_eq!(spec.acts.clock, Some(clock));
    assert_eq!(spec.variables, [("tempo".to_owned(), -3)]);
}

#[test]
fn a_layout_obeys_its_limits() {
    let layout = "[setup]\ndeal = 'layout'\nremove = ['start']\n\
                  [setup.layout]\nregion = 'near'\n\
                  only.lord = { region = 'near', clause = 'at-home' }\n\
                  never.lady = { region = 'near' }\n\
                  named.corner = { pieces = ['a1=L'], clause = 'corner' }\n";
    assert_eq!(
        refused(layout),
        ["v/variant.toml:8:7: unknown kind `lady` [unknown-kind]; known: guard, lord"]
    );
    let spec = spec(&layout.replace("lady", "guard"));
    let layout = spec.setup.layout.expect("a layout");
    assert_eq!(layout.only[0].2, "at-home");
    assert_eq!(layout.named[0].pieces, ["a1=L"]);
    assert_eq!(
        refused("setup.deal = 'own-home'\nsetup.region = 'near'"),
        ["v/variant.toml:3:16: `region` belongs to another `deal` [misplaced-key]"]
    );
}

#[test]
fn clauses_are_found_with_their_keys() {
    let child = "extends = 'base'\n[quiet]\nclause = ['calm', 'calmer']\n[clauses]\nturn = 'turns'\n[acts]\ntime_clause = 'time'\n";
    let links = decoded(child).expect("a variant").clauses;
    let links: Vec<(&str, &str)> = links
        .iter()
        .map(|l| (l.key.as_str(), l.slug.as_str()))
        .collect();
    assert_eq!(
        links,
        [
            ("kinds.lord.moves[1].clause", "lord-jumps"),
            ("kinds.lord.clause", "lord-moves"),
            ("quiet.clause", "calm"),
            ("quiet.clause", "calmer"),
            ("end.lost.clause", "lord-lost"),
            ("clauses.turn", "turns"),
            ("acts.time_clause", "time"),
        ]
    );
    assert_eq!(
        refused("quiet.clause = 'Not A Slug'"),
        [
            "v/variant.toml:2:16: `Not A Slug` is no clause slug [bad-slug]; a slug is lower-case letters, digits and hyphens"
        ]
    );
}

#[test]
fn every_key_says_what_it_means() {
    for (path, keys) in reference() {
        for key in keys {
            assert!(
                !key.doc.is_empty(),
                "`{}` in `[{path}]` has no words",
                key.key
            );
        }
    }
}

#[test]
fn rows_connections_and_full_boards_end_games() {
    let spec = spec(
        "[end.row]\nwhen = 'line'\ncount = 4\nexact = true\nthen = 'wins'\n\
         [end.way]\nwhen = 'connected'\nregion = 'near'\nfar_region = 'all'\nthen = 'wins'\n\
         [end.full]\nwhen = 'full'\nthen = 'draw'",
    );
    let whens: Vec<EndWhen> = spec.endings[2..].iter().map(|e| e.when.clone()).collect();
    let row = EndWhen::Line {
        length: 4,
        exact: true,
    };
    let way = EndWhen::Connected("near".to_owned(), "all".to_owned());
    assert_eq!(whens, [row, way, EndWhen::Full]);
    assert_eq!(
        refused(
            "[end.row]\nwhen = 'line'\nthen = 'wins'\nfar_region = 'near'\n\
             [end.full]\nwhen = 'full'\nthen = 'draw'\nexact = true"
        ),
        [
            "v/variant.toml:5:14: `far_region` says nothing about this `when` [misplaced-key]",
            "v/variant.toml:2:1: the key `count` is missing in `end.row` [missing-key]",
            "v/variant.toml:9:9: `exact` says nothing about this `when` [misplaced-key]",
        ]
    );
}

#[test]
fn placing_flanking_and_shooting_are_read() {
    let read = spec(
        "actions = { place = 'guard', place_clause = 'p', place_on = 'supported', place_on_clause = 'q' }\n\
         board.neighbours = 'hexagonal'\nflank.clause = 'f'\n\
         shot = { kind = 'lord', reach = 'mR2', clause = 's' }\nswap = { after = 1, clause = 'w' }",
    );
    assert_eq!(read.board.neighbours, Neighbours::Hexagonal);
    assert_eq!(read.actions.place_on, PlaceOn::Supported);
    assert_eq!(read.actions.place_on_clause, "q");
    // A kind that is placed has no set that bounds it, one that is not has that of the start.
    assert_eq!([read.kinds[0].count, read.kinds[1].count], [2, 1]);
    assert_eq!(read.flank.expect("a flank").clause, "f");
    let shot = read.shot.expect("a shot");
    assert_eq!((shot.kind.as_str(), shot.reach.as_str()), ("lord", "mR2"));
    assert_eq!(read.swap.map(|s| s.after), Some(1));
    assert!(spec("flank.enabled = false").flank.is_none());
    assert_eq!(
        refused("board = { shape = 'graph', neighbours = 'hexagonal' }"),
        [
            "v/variant.toml:2:41: the neighbours on a board of shape `graph` are the ends of its edges [misplaced-key]"
        ]
    );
}

#[test]
fn the_page_of_keys_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/keys.md");
    let page = reference_page();
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(path, &page).expect("docs/keys.md can be written");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/keys.md is stale: run the tests once with MASQUE_WRITE_DOCS=1"
    );
}
