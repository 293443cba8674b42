//! The reference parts of `docs/protocol.md` are made from the code, and its session is what the code answers.

use std::fmt::Write as _;
use std::path::Path;

use super::answer;
use super::commands::COMMANDS;
use super::fault::CODES;
use super::game::Host;

fn command_table() -> String {
    let mut text = String::new();
    for command in COMMANDS {
        let _ = writeln!(text, "\n### `{}`\n", command.name);
        let mut does = command.does.to_owned();
        does[..1].make_ascii_uppercase();
        let _ = writeln!(text, "{does}. For: {}.", command.who);
        if !command.fields.is_empty() {
            let _ = writeln!(text, "\n| field | form | says |\n|---|---|---|");
        }
        for (name, form, says) in command.fields {
            let _ = writeln!(text, "| `{name}` | {form} | {says} |");
        }
    }
    text + "\n"
}

fn code_table() -> String {
    let mut text = "\n| code | means |\n|---|---|\n".to_owned();
    for (code, means) in CODES {
        let _ = writeln!(text, "| `{code}` | {means} |");
    }
    text + "\n"
}

/// Answers every line that begins with `> `, in the line below it.
fn session(text: &str) -> String {
    let mut host = Host::default();
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("< ")) {
        let _ = writeln!(out, "{line}");
        if let Some(request) = line.strip_prefix("> ") {
            let _ = writeln!(out, "< {}", answer(&mut host, Ok(request.to_owned())).0);
        }
    }
    out
}

fn replace(text: &str, mark: &str, with: &str) -> String {
    let (open, close) = (format!("<!-- {mark} -->"), format!("<!-- /{mark} -->"));
    let start = text.find(&open).expect("the opening mark") + open.len();
    let end = text.find(&close).expect("the closing mark");
    format!(
        "{}\n{}{}",
        &text[..start],
        with.trim_start_matches('\n'),
        &text[end..]
    )
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let old = std::fs::read_to_string(&path).expect("docs/protocol.md");
    let new = replace(&old, "commands", &command_table());
    let new = session(&replace(&new, "codes", &code_table()));
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &new).expect("docs/protocol.md can be written");
    } else {
        assert_eq!(old, new, "run with MASQUE_WRITE_DOCS=1 to write it anew");
    }
}
