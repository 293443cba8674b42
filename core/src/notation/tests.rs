//! The reference page keeps up with the code.

use super::{event, position};

fn table(header: &str, rows: impl Iterator<Item = [String; 3]>) -> String {
    let mut out = format!("{header}\n|---|---|---|\n");
    for [word, means, example] in rows {
        out.push_str(&format!("| `{word}` | {means} | `{example}` |\n"));
    }
    out
}

/// Puts a table between two comments of a page.
fn put(page: &str, name: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let start = page.find(&open).expect("the opening comment") + open.len();
    let end = page.find(&close).expect("the closing comment");
    format!("{}{table}{}", &page[..start], &page[end..])
}

#[test]
fn the_reference_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/notation.md");
    let page = std::fs::read_to_string(path).expect("docs/notation.md can be read");
    let fields = position::FIELDS
        .iter()
        .map(|f| [f.key, f.means, f.example].map(str::to_owned));
    let events = event::FORMS
        .iter()
        .map(|f| [f.form.replace(", ", "`, `").as_str(), f.means, f.example].map(str::to_owned));
    let fresh = put(
        &page,
        "fields",
        &table("| key | what it says | example |", fields),
    );
    let fresh = put(
        &fresh,
        "events",
        &table("| written | what happened | example |", events),
    );
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(path, &fresh).expect("docs/notation.md can be written");
        return;
    }
    assert_eq!(
        page, fresh,
        "docs/notation.md is stale: run the tests once with MASQUE_WRITE_DOCS=1"
    );
}
