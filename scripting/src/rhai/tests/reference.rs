//! The table of the API is what is registered, and the page is made from it.

use std::collections::BTreeSet;

use super::super::api::{FUNCTIONS, HOOKS, Type};
use super::super::text::COUNT_NAME;
use super::*;

#[test]
fn every_function_of_the_table_is_registered_and_no_other() {
    let mut spec = bare(3, 3, &["soldier"]);
    let script = compile(&mut spec, &["fn landed(pos, at) { }"]).expect("a script");
    let tables = Arc::new(Tables::<1>::compile(spec).expect("tables"));
    let found: BTreeSet<(String, usize)> = script
        .signatures(&tables)
        .into_iter()
        .filter(|(name, _)| name.starts_with(char::is_alphabetic) && !name.starts_with("get$"))
        .collect();
    let table: BTreeSet<(String, usize)> = FUNCTIONS
        .iter()
        .map(|f| {
            (
                f.name.to_owned(),
                f.params.len() + usize::from(!f.on.is_empty()),
            )
        })
        .collect();
    assert_eq!(found, table);
    assert!(!table.iter().any(|(n, _)| n == COUNT_NAME));
}

#[test]
fn examples_pass_the_checks() {
    let mut spec = bare(9, 9, &["soldier", "king", "rook", "bomb", "flag"]);
    spec.specials.push(masque_core::spec::SpecialSpec {
        name: "sapper".into(),
        ..Default::default()
    });
    spec.manners = vec!["step".into(), "jump".into()];
    spec.variables = vec![("bombs".into(), 0)];
    for name in ["fog", "camp"] {
        spec.board.regions.insert(name.into(), Default::default());
    }
    spec.hooks.moves = vec!["king".into()];
    let hooks: Vec<&str> = HOOKS.iter().map(|h| h.example).collect();
    compile(&mut spec.clone(), &[&hooks.join("\n")]).unwrap_or_else(|e| panic!("{e:#?}"));
    let on = |t: Type| {
        let examples = FUNCTIONS
            .iter()
            .filter(|f| f.on.is_empty() || f.on.contains(&t) || f.on == [Type::Set]);
        examples
            .map(|f| match f.name {
                "abs" | "min" | "max" => format!(
                    "    {}(1{});\n",
                    f.name,
                    if f.params.len() > 1 { ", 2" } else { "" }
                ),
                _ => format!("    {};\n", f.example),
            })
            .collect::<String>()
    };
    let lets = "let a = at; let b = at; let n = at; let to = at; let king = at; let corner = at; let front = at; let set = nowhere(); let pos = view;\n";
    let ints = on(Type::View);
    let text = format!(
        "fn moves(view, at) {{ {lets}{ints} }}\nfn landed(pos, at) {{ let view = pos; {lets}{} }}",
        on(Type::Pos).replace("let pos = view;", "")
    );
    compile(&mut spec, &[&text]).unwrap_or_else(|e| panic!("{e:#?}"));
}

#[test]
fn the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/scripts.md");
    let page = super::super::reference();
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(path, &page).expect("docs/ can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == page,
        "docs/scripts.md is stale: run the tests once with MASQUE_WRITE_DOCS=1"
    );
}
