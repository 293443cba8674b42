//! Scripts on small boards.

mod agree;
mod edits;
mod generate;
mod limits;
mod load;
mod play;
mod reference;
mod tables;
mod typed;

use std::collections::BTreeSet;
use std::sync::Arc;

use masque_core::game::Game;
use masque_core::legal::Rules;
use masque_core::piece::{Kind, Piece, Seat, Side};
use masque_core::setup::{Setup, SetupCell};
use masque_core::spec::{KindSpec, MoveSpec, Spec};
use masque_core::tables::Tables;

use super::Script;
use crate::choices::{Choices, OptionValue};
use crate::decode::Located;
use crate::diag::{Diagnostics, Source, Span};
use crate::document::Resolved;
use crate::tree::{Node, Table, Value};

/// A board of a size with pieces of these letters, named so: `soldier`, moving one step orthogonally.
fn bare(files: u8, ranks: u8, kinds: &[&str]) -> Spec {
    let mut spec = Spec::default();
    spec.board.files = files;
    spec.board.ranks = ranks;
    spec.sides[0].name = "red".into();
    spec.sides[1].name = "black".into();
    spec.sides[1].down = true;
    for (i, name) in kinds.iter().enumerate() {
        spec.kinds.push(KindSpec {
            name: (*name).into(),
            letter: name.to_uppercase().chars().next().expect("a letter"),
            rank: i as i32 + 1,
            moves: vec![MoveSpec {
                betza: "W".into(),
                ..MoveSpec::default()
            }],
            ..KindSpec::default()
        });
    }
    spec
}

/// Scripts of a chain `v0`, `v1` and so on, with options.
fn resolved(texts: &[&str], options: &[(&str, OptionValue)]) -> Resolved {
    let toml = Source::new("v/variant.toml", "");
    let span = Span::new(&toml, 0..0);
    let mut choices = Choices::default();
    for (name, value) in options {
        choices.set(name, Some(value.clone()), value);
    }
    let scripts = texts.iter().enumerate().map(|(i, text)| {
        let id = format!("v{i}");
        let source = Source::new(format!("{id}/rules.rhai"), *text);
        (id, source)
    });
    Resolved {
        id: "v".into(),
        chain: vec!["v".into()],
        root: Node::new(Value::Table(Table::new()), span),
        choices,
        scripts: scripts.collect(),
    }
}

fn compile(spec: &mut Spec, texts: &[&str]) -> Result<Script, Vec<String>> {
    let script = Script::compile(&resolved(texts, &[]), spec, None, &[]).map_err(written)?;
    Ok(script.expect("there are scripts"))
}

/// Every hook of some texts, left to the interpreter.
fn untyped(texts: &[&str]) -> Vec<Located<String>> {
    let span = Span::new(&Source::new("v/variant.toml", ""), 0..0);
    let hooks = super::api::HOOKS.iter().map(|h| h.name);
    let defined = hooks.filter(|name| texts.iter().any(|t| t.contains(&format!("fn {name}("))));
    let left = defined.map(|name| Located {
        value: name.to_owned(),
        span: span.clone(),
    });
    left.collect()
}

/// A script of which nothing is typed before it runs.
fn compile_untyped(spec: &mut Spec, texts: &[&str]) -> Result<Script, Vec<String>> {
    let script = Script::compile(&resolved(texts, &[]), spec, None, &untyped(texts));
    Ok(script.map_err(written)?.expect("there are scripts"))
}

fn written(errors: Diagnostics) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// What is wrong with one script on a 3x3 board with a soldier and a general.
fn refused(text: &str) -> Vec<String> {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    spec.hooks.moves = if text.contains("fn moves") {
        vec!["soldier".into()]
    } else {
        Vec::new()
    };
    compile(&mut spec, &[text]).expect_err("refused")
}

/// The same, found while the interpreter runs it.
fn refused_untyped(text: &str) -> Vec<String> {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    compile_untyped(&mut spec, &[text]).expect_err("refused")
}

fn rules(mut spec: Spec, text: &str) -> Rules<1> {
    let script = compile(&mut spec, &[text]).unwrap_or_else(|e| panic!("{e:#?}"));
    bound(&script, spec)
}

fn rules_untyped(mut spec: Spec, text: &str) -> Rules<1> {
    let script = compile_untyped(&mut spec, &[text]).unwrap_or_else(|e| panic!("{e:#?}"));
    bound(&script, spec)
}

fn bound(script: &Script, spec: Spec) -> Rules<1> {
    let tables = Arc::new(Tables::<1>::compile(spec).unwrap_or_else(|e| panic!("{e:?}")));
    let hooks = Some(script.interpreter(&tables));
    Rules { tables, hooks }
}

/// A game from rows, top rank first: upper-case letters for red, `.` for nothing.
fn game(rules: &Rules<1>, rows: &[&str]) -> Game<1> {
    game_from(rules, rows, |_| {})
}

fn game_from(rules: &Rules<1>, rows: &[&str], change: impl FnOnce(&mut Setup)) -> Game<1> {
    let tables = &rules.tables;
    let mut setup = Setup::empty(tables);
    for (row, rank) in rows.iter().zip((0..tables.board.ranks()).rev()) {
        for (c, file) in row.split_whitespace().zip(0..) {
            let letter = c.chars().next().expect("a token");
            if letter != '.' {
                let side = Side(u8::from(letter.is_lowercase()));
                let kind = tables.kind_of_letter(letter).expect("a letter");
                let at = tables.board.at(file, rank).expect("a site");
                setup.cells[at.index()] = SetupCell::Up(Piece { side, kind });
            }
        }
    }
    change(&mut setup);
    Game::new(rules.clone(), &setup).unwrap_or_else(|e| panic!("{e:?}"))
}

fn drawn(game: &Game<1>) -> Vec<String> {
    let board = &game.rules().tables.board;
    let public = game.view(masque_core::piece::Observer::Public);
    let row = |rank| {
        let cells = (0..board.files()).map(|file| {
            let cell = public.cell(board.at(file, rank).expect("a site"));
            match (cell.side(), cell.kind()) {
                (Some(side), Some(kind)) => game.rules().tables.letter(side, kind).to_string(),
                _ => ".".to_owned(),
            }
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..board.ranks()).rev().map(row).collect()
}

const RED: Seat = Seat(0);
const BLACK: Seat = Seat(1);
const FIRST: Kind = Kind(0);

fn slugs(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|s| (*s).to_owned()).collect()
}
