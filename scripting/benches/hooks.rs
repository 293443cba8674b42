//! What one hook call costs: interpreted, compiled, and written in Rust.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use masque_core::action::Action;
use masque_core::event::Log;
use masque_core::game::Game;
use masque_core::hooks::{Effects, EndVerdict, HookError, Hooks};
use masque_core::legal::Rules;
use masque_core::piece::{Kind, Observer, Piece, Seat, Side};
use masque_core::position::{Arbiter, Position};
use masque_core::rules::castling::between;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::{Site, SiteSet};
use masque_core::spec::{
    CastlingSpec, CastlingWay, KindSpec, MoveSpec, RegionSpec, Spec, TerrainSpec,
};
use masque_core::tables::Tables;
use masque_core::view::View;
use masque_scripting::choices::Choices;
use masque_scripting::diag::{Source, Span};
use masque_scripting::document::Resolved;
use masque_scripting::schema::HookKeys;
use masque_scripting::script::Script;
use masque_scripting::tree::{Node, Table, Value};
use masque_scripting::variant::Backend;

const SCRIPT: &str = r#"
fn placed(pos, at) {
    for n in pos.adjacent(at) { if pos.owner(n) == pos.opponent() && pos.liberties(n) == 0 { pos.capture(pos.group(n)); } }
}
fn landed(pos, at) { for s in (pos.around(at) + at) & region("fog") { pos.reveal(s); } }
fn flipped(pos, at) { pos.reveal((pos.around(at) + at) & region("fog")); }
fn acted(pos, action, from, to) { }
fn safe_path(view, king, corner) {
    let path = view.royal_path(king, corner);
    if !((path | view.corner_path(king, corner)) - king - corner - view.empty()).is_empty() { return false; }
    for at in path + king { if view.attacked_through(at, king) { return false; } }
    true
}
fn moves(view, king) {
    for corner in view.corners(king) { if view.face(corner) == ROOK && !view.moved(corner) && safe_path(view, king, corner) { view.castle(king, corner); } }
}
"#;

/// Those of the script that need no castling, as a module for boards of one word.
const MODULE: &str = r#"(module
  (import "masque" "adjacent" (func $adjacent (param i32) (result i64)))
  (import "masque" "around" (func $around (param i32) (result i64)))
  (import "masque" "region" (func $region (param i32 i32) (result i64)))
  (import "masque" "owner" (func $owner (param i32) (result i32)))
  (import "masque" "opponent" (func $opponent (result i32)))
  (import "masque" "liberties" (func $liberties (param i32) (result i64)))
  (import "masque" "group" (func $group (param i32) (result i64)))
  (import "masque" "capture" (func $capture (param i64)))
  (import "masque" "reveal" (func $reveal (param i64)))
  (memory (export "memory") 1)
  (data (i32.const 0) "fog")
  (func $lifted (param $at i32) (result i64)
    (i64.and
      (i64.or
        (call $around (local.get $at))
        (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $at))))
      (call $region (i32.const 0) (i32.const 3))))
  (func (export "placed") (param $at i32)
    (local $left i64) (local $n i32)
    (local.set $left (call $adjacent (local.get $at)))
    (loop $on
      (if (i64.ne (local.get $left) (i64.const 0)) (then
        (local.set $n (i32.wrap_i64 (i64.ctz (local.get $left))))
        (local.set $left (i64.and (local.get $left) (i64.sub (local.get $left) (i64.const 1))))
        (if (i32.eq (call $owner (local.get $n)) (call $opponent)) (then
          (if (i64.eqz (call $liberties (local.get $n))) (then
            (call $capture (call $group (local.get $n)))))))
        (br $on)))))
  (func (export "landed") (param $at i32)
    (local $left i64)
    (local.set $left (call $lifted (local.get $at)))
    (loop $on
      (if (i64.ne (local.get $left) (i64.const 0)) (then
        (call $reveal (i64.and (local.get $left) (i64.sub (i64.const 0) (local.get $left))))
        (local.set $left (i64.and (local.get $left) (i64.sub (local.get $left) (i64.const 1))))
        (br $on)))))
  (func (export "flipped") (param $at i32) (call $reveal (call $lifted (local.get $at))))
  (func (export "acted") (param i32 i32 i32)))"#;

fn spec() -> Spec {
    let mut spec = Spec::default();
    (spec.board.files, spec.board.ranks) = (8, 8);
    spec.sides[0].name = "white".into();
    spec.sides[1].name = "black".into();
    spec.sides[1].down = true;
    for (name, letter, betza) in [("stone", 'S', "W"), ("king", 'K', "K"), ("rook", 'R', "R")] {
        spec.kinds.push(KindSpec {
            name: name.into(),
            letter,
            moves: vec![MoveSpec {
                betza: betza.into(),
                ..MoveSpec::default()
            }],
            ..KindSpec::default()
        });
    }
    let zone = RegionSpec {
        first: vec!["ranks 4-7".into()],
        ..RegionSpec::default()
    };
    spec.board.regions.insert("fog".into(), zone);
    spec.terrain = Some(TerrainSpec {
        zone: "fog".into(),
        hazards: 4,
        ..TerrainSpec::default()
    });
    let way = |letter, corner: &str, royal_to: &str, corner_to: &str| CastlingWay {
        letter,
        royal: "e1".into(),
        corner: corner.into(),
        royal_to: royal_to.into(),
        corner_to: corner_to.into(),
    };
    spec.castling = Some(CastlingSpec {
        with: "rook".into(),
        ways: vec![way('K', "h1", "g1", "f1"), way('Q', "a1", "c1", "d1")],
        scripted: true,
        ..CastlingSpec::default()
    });
    spec.check = Some(masque_core::spec::CheckSpec {
        royal: "king".into(),
        ..Default::default()
    });
    spec.hooks.moves = vec!["king".into()];
    spec
}

/// How hooks are run.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Interpreted,
    Compiled,
    Native,
    /// As a module of an author's own, in whose place each call gets a fresh instance.
    Module,
}

const HOWS: [(How, &str); 4] = [
    (How::Native, "Rust"),
    (How::Compiled, "compiled"),
    (How::Module, "module"),
    (How::Interpreted, "interpreted"),
];

/// The script's hooks in Rust.
struct Native<const W: usize> {
    fog: SiteSet<W>,
}

impl<const W: usize> Hooks<W> for Native<W> {
    fn moves(
        &self,
        view: &View<'_, W>,
        king: Site,
        out: &mut Vec<Action>,
    ) -> Result<(), HookError> {
        let public = view.public();
        let (Some(side), Some(castling)) = (view.side(), &view.tables().castling) else {
            return Ok(());
        };
        if !public.unmoved.contains(king) {
            return Ok(());
        }
        for way in castling.ways[side.index()]
            .iter()
            .filter(|w| w.royal == king)
        {
            let corner = way.corner;
            let looks = public.cell(corner).kind() == Some(Kind(2));
            if !looks || !public.unmoved.contains(corner) {
                continue;
            }
            let mut royal = between(view, way.royal, way.royal_to);
            royal.insert(way.royal_to);
            let mut other = between(view, way.corner, way.corner_to);
            other.insert(way.corner_to);
            let mut blocked = (royal | other) & public.occupied();
            blocked.remove(king);
            blocked.remove(corner);
            if !blocked.is_empty() {
                continue;
            }
            royal.insert(king);
            let mut sites = royal.iter();
            if sites.all(|at| !view.attacked_through(at, side.other(), king)) {
                out.push(Action::castle(king, corner));
            }
        }
        Ok(())
    }

    fn landed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        let mut sites = effects.tables.board.around(at);
        sites.insert(at);
        for site in sites & self.fog {
            effects.reveal(SiteSet::of(site));
        }
        Ok(())
    }

    fn placed(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        let enemy = effects.public().side_of(effects.mover).map(Side::other);
        for n in effects.tables.board.adjacent(at) {
            if effects.public().cell(n).side() == enemy && effects.liberties(n).is_empty() {
                effects.capture(effects.group(n));
            }
        }
        Ok(())
    }

    fn flipped(&self, effects: &mut Effects<'_, W>, at: Site) -> Result<(), HookError> {
        let mut sites = effects.tables.board.around(at);
        sites.insert(at);
        effects.reveal(sites & self.fog);
        Ok(())
    }

    fn acted(&self, _: &mut Effects<'_, W>, _: u8, _: Site, _: Site) -> Result<(), HookError> {
        Ok(())
    }

    fn ended(&self, _: &mut Effects<'_, W>) -> Result<Option<EndVerdict>, HookError> {
        Ok(None)
    }
}

fn rules<const W: usize>(how: How) -> Rules<W> {
    let source = match how {
        How::Module => Source::new("bench/rules.wat", MODULE),
        _ => Source::new("bench/rules.rhai", SCRIPT),
    };
    let resolved = Resolved {
        id: "bench".into(),
        chain: vec!["bench".into()],
        root: Node::new(Value::Table(Table::new()), Span::new(&source, 0..0)),
        choices: Choices::default(),
        scripts: vec![("bench".into(), Arc::clone(&source))],
    };
    let mut spec = spec();
    if how == How::Module {
        spec.hooks.moves.clear();
    }
    let script = Script::compile(&resolved, &mut spec, &HookKeys::default())
        .expect("compiles")
        .expect("hooks");
    let tables = Arc::new(Tables::compile(spec).expect("tables"));
    let hooks: Arc<dyn Hooks<W>> = match how {
        How::Interpreted => script.run(&tables, Backend::Interpreter).expect("hooks"),
        How::Compiled | How::Module => script.run(&tables, Backend::Wasm).expect("code"),
        How::Native => Arc::new(Native::<W> {
            fog: tables.board.region("fog").expect("a region")[0],
        }),
    };
    Rules {
        hooks: Some(hooks),
        tables,
    }
}

fn game<const W: usize>(rules: &Rules<W>) -> Game<W> {
    let tables = &rules.tables;
    let mut setup = Setup::empty(tables);
    let mut put = |name: &str, side: u8, kind: u8| {
        let site = tables.board.site(name).expect("a site");
        setup.cells[site.index()] = SetupCell::Up(Piece {
            side: Side(side),
            kind: Kind(kind),
        });
    };
    for (name, kind) in [("e1", 1), ("a1", 2), ("h1", 2), ("d4", 0), ("c5", 0)] {
        put(name, 0, kind);
    }
    for (name, kind) in [("e8", 1), ("d5", 0), ("e4", 0)] {
        put(name, 1, kind);
    }
    Game::new(rules.clone(), &setup).expect("a position")
}

/// What a call takes; each is on a position of its own, made before, as it may be changed.
fn event<const W: usize>(
    c: &mut Criterion,
    name: &str,
    rules: &Rules<W>,
    call: impl Fn(&dyn Hooks<W>, &mut Effects<'_, W>, Site),
) {
    let game = game(rules);
    let hooks = rules.hooks.as_deref().expect("hooks");
    let at = rules.tables.board.site("d4").expect("a site");
    let truth = game.position(Arbiter::assume());
    c.bench_function(name, |b| {
        b.iter_batched_ref(
            || truth.clone(),
            |position| {
                call(
                    hooks,
                    &mut effects(rules, position, &mut Log::off()),
                    black_box(at),
                )
            },
            BatchSize::SmallInput,
        );
    });
}

fn effects<'a, const W: usize>(
    rules: &'a Rules<W>,
    position: &'a mut Position<W>,
    log: &'a mut Log,
) -> Effects<'a, W> {
    Effects {
        tables: &rules.tables,
        position,
        log,
        mover: Seat(0),
    }
}

/// What a call takes that changes nothing.
fn idle<const W: usize>(
    c: &mut Criterion,
    name: &str,
    rules: &Rules<W>,
    call: impl Fn(&dyn Hooks<W>, &mut Effects<'_, W>, Site),
) {
    let mut position = game(rules).position(Arbiter::assume()).clone();
    let hooks = rules.hooks.as_deref().expect("hooks");
    let at = rules.tables.board.site("d4").expect("a site");
    let mut log = Log::off();
    let mut effects = effects(rules, &mut position, &mut log);
    c.bench_function(name, |b| {
        b.iter(|| call(hooks, &mut effects, black_box(at)))
    });
}

fn hooks(c: &mut Criterion) {
    for (how, word) in HOWS {
        let small = rules::<1>(how);
        idle(c, &format!("acted, empty: {word}"), &small, |h, e, at| {
            h.acted(e, 0, at, at).expect("no failure")
        });
        event(
            c,
            &format!("placed, four neighbours: {word}"),
            &small,
            |h, e, at| h.placed(e, at).expect("no failure"),
        );
        event(
            c,
            &format!("landed, nine sites one by one: {word}"),
            &small,
            |h, e, at| h.landed(e, at).expect("no failure"),
        );
        event(
            c,
            &format!("landed, as one set: {word}"),
            &small,
            |h, e, at| h.flipped(e, at).expect("no failure"),
        );
        if how == How::Module {
            continue;
        }
        let large = rules::<6>(how);
        event(
            c,
            &format!("placed, 6 words: {word}"),
            &large,
            |h, e, at| h.placed(e, at).expect("no failure"),
        );
        let game = game(&small);
        let hooks = small.hooks.as_deref().expect("hooks");
        let king = small.tables.board.site("e1").expect("a site");
        let mut out: Vec<Action> = Vec::new();
        c.bench_function(&format!("moves, two castlings: {word}"), |b| {
            b.iter(|| {
                out.clear();
                let view = game.view(Observer::Seat(Seat(0)));
                hooks.moves(&view, king, &mut out).expect("no failure");
                assert_eq!(out.len(), 2);
            });
        });
    }
}

criterion_group!(benches, hooks);
criterion_main!(benches);
