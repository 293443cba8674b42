//! Brings rulebooks up to what the rules now give: only the expectations that failed, and only where it is plain what
//! should stand there.

use std::ops::Range;
use std::sync::Arc;

use masque_scripting::diag::{Diagnostics, Source};
use masque_scripting::folder::{Folder, Library};
use similar::TextDiff;

use crate::book::Book;
use crate::library::Rulebook;
use crate::run::driver::Opener;
use crate::run::{CaseRun, Choice, Verdict, run};

/// How often a rulebook is run again; each run may show what the failure before it hid.
const ROUNDS: usize = 64;

/// What became of one rulebook.
#[derive(Clone, Debug)]
pub struct Updated {
    /// The variant.
    pub variant: String,
    /// The rulebook as it stands.
    pub before: Arc<Source>,
    /// What it would be.
    pub after: String,
    /// How many expectations are changed.
    pub changes: usize,
    /// What fails still, or cannot be updated.
    pub left: Diagnostics,
}

impl Updated {
    /// The change as a unified diff; empty when there is none.
    #[must_use]
    pub fn diff(&self) -> String {
        let diff = TextDiff::from_lines(self.before.text.as_str(), self.after.as_str());
        let name = &self.before.name;
        let (old, new) = (format!("a/{name}"), format!("b/{name}"));
        if self.before.text == self.after {
            return String::new();
        }
        diff.unified_diff().header(&old, &new).to_string()
    }
}

/// Works out what a rulebook's own cases would have to say.
///
/// An expectation is changed once. Where it would have to change again, the truths of the case disagree, and it is left
/// as it was. Inherited cases are another rulebook's and are not changed.
#[must_use]
pub fn update(
    library: &(dyn Library + Sync),
    book: &Rulebook,
    opener: &dyn Opener,
    clause: Option<&str>,
) -> Updated {
    let before = Arc::clone(&book.own.source);
    let choice = Choice {
        clause: clause.map(str::to_owned),
        ..Choice::default()
    };
    let mut now = book.clone();
    let mut changes: Vec<Change> = Vec::new();
    let mut left = Diagnostics::new();
    for _ in 0..ROUNDS {
        left.clear();
        let runs = run(library, std::slice::from_ref(&now), opener, &choice);
        let mut edits = Vec::new();
        for case in &runs {
            edits.extend(wanted(&now, case, &mut changes, &mut left));
        }
        if edits.is_empty() {
            break;
        }
        // From the last to the first, so that places before stay where they are.
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut text = now.own.source.text.clone();
        for (range, new) in edits {
            let was = text[range.clone()].to_owned();
            text.replace_range(range.clone(), &new);
            let end = range.start + new.len();
            let known = changes.iter_mut().find(|c| c.at == range);
            match known {
                Some(change) => change.at.end = end,
                None => changes.push(Change {
                    at: range.start..end,
                    was,
                    given_up: false,
                }),
            }
            let shifted = changes.iter_mut().filter(|c| c.at.start >= range.end);
            shifted.for_each(|c| {
                c.at.start = c.at.start + end - range.end;
                c.at.end = c.at.end + end - range.end;
            });
        }
        let source = Source::new(before.name.clone(), text);
        match replaced(&now, &source) {
            Ok(next) => now = next,
            // What does not read is no update.
            Err(errors) => {
                left.extend(errors);
                break;
            }
        }
    }
    Updated {
        variant: book.id.clone(),
        after: now.own.source.text.clone(),
        changes: changes.iter().filter(|c| !c.given_up).count(),
        before,
        left,
    }
}

/// A place that was changed.
#[derive(Debug)]
struct Change {
    /// Where it now is.
    at: Range<usize>,
    /// What stood there.
    was: String,
    /// Whether that stands there again, as the truths of the case disagree.
    given_up: bool,
}

/// The edits that a failing case wants; what is wrong otherwise is added to `left`.
fn wanted(
    book: &Rulebook,
    case: &CaseRun,
    changes: &mut [Change],
    left: &mut Diagnostics,
) -> Vec<(Range<usize>, String)> {
    let Verdict::Fail(failure) = &case.verdict else {
        return Vec::new();
    };
    let own = |span: &masque_scripting::diag::Span| Arc::ptr_eq(&span.source, &book.own.source);
    let refused = if failure.edits.is_empty() {
        Some("no other expectation would make it hold; the rules or the case must change")
    } else if !failure.edits.iter().all(|edit| own(&edit.span)) {
        Some("it is not this rulebook's own text, which is all that is updated")
    } else {
        let places = || failure.edits.iter().map(|edit| &edit.span.range);
        let again = changes
            .iter_mut()
            .find(|c| places().any(|p| c.at.start < p.end && p.start < c.at.end));
        match again {
            None => None,
            Some(change) if change.given_up => Some("the truths of this case disagree about it"),
            Some(change) => {
                change.given_up = true;
                return vec![(change.at.clone(), change.was.clone())];
            }
        }
    };
    if let Some(reason) = refused {
        let diagnostic = failure.diagnostic.clone();
        left.push(match &diagnostic.hint {
            None => diagnostic.hint(reason),
            Some(_) => diagnostic,
        });
        return Vec::new();
    }
    let edits = failure.edits.iter();
    edits
        .map(|edit| (edit.span.range.clone(), edit.text.clone()))
        .collect()
}

/// The rulebook with another text.
fn replaced(book: &Rulebook, source: &Arc<Source>) -> Result<Rulebook, Diagnostics> {
    let own = Book::parse(source)?;
    let mut folder: Folder = book.folder.clone();
    folder.files.insert(
        masque_scripting::folder::RULEBOOK_FILE.to_owned(),
        Arc::clone(source),
    );
    Ok(Rulebook {
        own,
        folder,
        ..book.clone()
    })
}
