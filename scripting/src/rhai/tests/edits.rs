//! Changes to scripts: none of the places is missed, and every changed script still loads.

use std::collections::BTreeSet;

use rhai::{ASTNode, Expr, Stmt};

use super::*;
use crate::options::Options;
use crate::rhai::{Edit, EditSort, edits};

const SCRIPT: &str = "\
/// Who takes whom.  clause: taking
fn capture(attacker, defender) {
    // A comment with == and 7.
    if level(attacker) >= 2 && !(defender == GENERAL) { return TAKE; }
    let lost = attacker != SOLDIER || level(defender) < 3;
    if lost { LOST } else if true { REFUSE.because(\"taking\") } else { STAY }
}

fn level(kind) {
    if kind == GENERAL { 3 } else { 1 }
}

/// clause: taking
fn landed(pos, at) {
    let sum = 0;
    for s in region(\"home\") { if s in region(\"home\") - site(\"a1\") { sum += 1; } }
    while sum > 4 { sum -= 1; }
    pos.reveal(region(\"home\") + at);
}
";

fn spec() -> Spec {
    let mut spec = bare(3, 3, &["soldier", "general"]);
    let region = |first: &str| masque_core::spec::RegionSpec {
        first: vec![first.to_owned()],
        ..Default::default()
    };
    spec.board.regions.insert("home".into(), region("a1-b2"));
    spec.board.regions.insert("far".into(), region("c3"));
    spec
}

fn all(text: &str) -> Vec<Edit> {
    let mut spec = spec();
    let script = compile(&mut spec, &[text]).unwrap_or_else(|e| panic!("{e:#?}"));
    edits(
        &resolved(&[text], &[]),
        &spec,
        &Options::default(),
        Some(&script),
    )
}

fn changed(edit: &Edit) -> String {
    let mut text = edit.span.source.text.clone();
    text.replace_range(edit.span.range.clone(), &edit.text);
    text
}

#[test]
fn every_change_leaves_a_script() {
    let mut stillborn = Vec::new();
    for edit in all(SCRIPT) {
        let text = changed(&edit);
        assert_ne!(text, SCRIPT);
        if let Err(errors) = compile(&mut spec(), &[&text]) {
            stillborn.push((edit.before, edit.after, errors));
        }
    }
    assert!(stillborn.is_empty(), "{stillborn:#?}");
}

#[test]
fn no_comparison_constant_or_branch_is_missed() {
    let spec = spec();
    let words = super::super::words::Words::new(&spec, &Choices::default());
    let ast = super::super::limits::engine()
        .compile_with_scope(&words.scope(), SCRIPT)
        .expect("parses");
    let (mut comparisons, mut logic, mut constants, mut branches) = (0, 0, 0, 0);
    ast.walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => {
                match call.name.as_str() {
                    "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" => comparisons += 1,
                    "!" => logic += 1,
                    _ => {}
                }
            }
            Some(ASTNode::Expr(Expr::And(list, _) | Expr::Or(list, _))) => logic += list.len() - 1,
            Some(ASTNode::Expr(Expr::IntegerConstant(..) | Expr::BoolConstant(..))) => {
                constants += 1;
            }
            Some(ASTNode::Expr(Expr::StringConstant(text, _)))
                if !["taking", "a1"].contains(&text.as_str()) =>
            {
                constants += 1;
            }
            Some(ASTNode::Expr(Expr::Variable(name, ..)))
                if name.1.chars().all(|c| c.is_ascii_uppercase()) =>
            {
                constants += 1;
            }
            Some(ASTNode::Stmt(Stmt::If(..) | Stmt::While(..) | Stmt::For(..))) => branches += 1,
            _ => {}
        }
        true
    });
    let found = all(SCRIPT);
    let places = |sort: EditSort| {
        let of = found.iter().filter(|e| e.sort == sort);
        of.map(|e| e.span.range.start)
            .collect::<BTreeSet<_>>()
            .len()
    };
    assert_eq!(
        [
            places(EditSort::Comparison),
            places(EditSort::Logic),
            places(EditSort::Constant),
            places(EditSort::Branch),
        ],
        [comparisons, logic, constants, branches]
    );
    assert_eq!([comparisons, logic, branches], [7, 3, 7]);
}

#[test]
fn clauses_of_the_line_come_first_and_slugs_stay() {
    let found = all(SCRIPT);
    assert!(
        found
            .iter()
            .all(|e| !e.before.contains("taking") || e.sort == EditSort::Statement)
    );
    assert!(found.iter().all(|e| e.clauses == ["taking"]));
}

#[test]
fn a_function_that_is_replaced_is_left_alone() {
    let (parent, child) = (
        "fn capture(a, d) { if a == d { TAKE } else { REFUSE } }",
        "fn capture(a, d) { TAKE }",
    );
    let mut spec = spec();
    let texts = [parent, child];
    let script = compile(&mut spec, &texts).expect("compiles");
    let found = edits(
        &resolved(&texts, &[]),
        &spec,
        &Options::default(),
        Some(&script),
    );
    let scripts: Vec<_> = found.iter().map(|e| (e.script, e.after.as_str())).collect();
    assert_eq!(scripts, [(1, "REFUSE")]);
}
