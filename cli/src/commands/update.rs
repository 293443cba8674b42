//! `masque test --update`.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use masque_conformance::command::Selection;
use masque_conformance::run::InProcess;
use masque_conformance::update::{Updated, update};
use masque_scripting::diag::Diagnostic;
use masque_scripting::files;
use masque_scripting::folder::{MAX_FILE_BYTES, RULEBOOK_FILE, VARIANT_FILE};

use crate::args::TestArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::variant::ships;

/// Shows what rulebooks would have to say, and writes it once that is wanted.
pub(crate) fn run(args: &TestArgs, selection: &Selection, console: &Console) -> Ran {
    let mut exit = Exit::Fine;
    for book in &selection.books {
        let path = path(args, &book.id).ok_or_else(|| not_on_disk(&book.id))?;
        let bar = console.progress("running cases", None);
        let clause = selection.clause.as_deref();
        let updated = update(&selection.library, book, &InProcess, clause);
        bar.finish_and_clear();
        let diff = updated.diff();
        io::stdout().lock().write_all(diff.as_bytes())?;
        console.report(&updated.left);
        if !updated.left.is_empty() {
            exit = Exit::Short;
        }
        if diff.is_empty() {
            continue;
        }
        if args.yes || confirmed(&updated, &path)? {
            write(&updated, &path)?;
            println(&format!(
                "{}: {} expectations written",
                path.display(),
                updated.changes
            ))?;
        } else {
            exit = Exit::Short;
        }
    }
    Ok(exit)
}

fn println(line: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{line}")
}

/// The file of a variant's rulebook, when it was read from a folder.
fn path(args: &TestArgs, id: &str) -> Option<PathBuf> {
    let folders = args.dirs.iter().filter(|name| !ships(name)).map(Path::new);
    folders
        .filter_map(|folder| {
            let own = folder.canonicalize().ok()?;
            let own = if own.join(VARIANT_FILE).is_file() {
                own.ends_with(id).then_some(own)?
            } else {
                own.join(id)
            };
            Some(own.join(RULEBOOK_FILE))
        })
        .find(|file| file.is_file())
}

fn not_on_disk(id: &str) -> Diagnostic {
    let message = format!("the rulebook of {id} is part of this program and cannot be updated");
    Diagnostic::new("not-on-disk", message)
        .hint("give the variant's folder, as in `masque test ./my-game --update`")
}

/// Asks on a terminal; elsewhere nothing is written without `--yes`.
fn confirmed(updated: &Updated, path: &Path) -> io::Result<bool> {
    let stdin = io::stdin();
    if !(stdin.is_terminal() && io::stdout().is_terminal()) {
        let mut err = io::stderr().lock();
        writeln!(err, "nothing was written; `--yes` writes it")?;
        return Ok(false);
    }
    let mut out = io::stdout().lock();
    write!(
        out,
        "write these {} expectations to {}? [y/N] ",
        updated.changes,
        path.display()
    )?;
    out.flush()?;
    let mut answer = String::new();
    stdin.lock().read_line(&mut answer)?;
    let answer = answer.trim();
    Ok(answer.eq_ignore_ascii_case("y") || answer.eq_ignore_ascii_case("yes"))
}

/// Writes the text with the line ends that the file has; nothing when the file is no longer what was read.
fn write(updated: &Updated, path: &Path) -> Result<(), Failure> {
    const MARK: char = '\u{feff}';
    let now = files::read_text(path, MAX_FILE_BYTES as u64, "changed-file")?;
    let (mark, bare) = match now.strip_prefix(MARK) {
        Some(bare) => (Some(MARK), bare),
        None => (None, now.as_str()),
    };
    let windows = bare.contains("\r\n");
    let written = |text: &str| match windows {
        true => text.replace('\n', "\r\n"),
        false => text.to_owned(),
    };
    if bare != written(&updated.before.text) {
        let message = format!(
            "{} is not what was read, or mixes line ends; nothing was written",
            path.display()
        );
        return Err(Diagnostic::new("changed-file", message).into());
    }
    let text: String = mark
        .into_iter()
        .chain(written(&updated.after).chars())
        .collect();
    files::write(path, text.as_bytes()).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        Diagnostic::new("cannot-save", message)
    })?;
    Ok(())
}
