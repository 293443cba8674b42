//! What cases ask of legal actions and of how a game ended.

use masque_core::piece::Seat;
use masque_scripting::diag::Span;

use super::driver::Topic;
use super::fault::{Done, differs, said};
use super::play::{Run, by_clause, list};
use crate::case::{OutcomeWord, Word};

impl Run<'_> {
    pub(super) fn legal(&mut self, actions: &[Word], at: &Span) -> Done {
        let legal = said(self.driver.legal(), "no-answer", at)?;
        for action in actions {
            let turn = said(self.driver.turn(), "no-answer", at)?;
            let text = said(
                self.driver.normal(turn, action.as_str()),
                "bad-action",
                &action.span,
            )?;
            if !legal.contains(&text) {
                let why = self
                    .driver
                    .why(turn, &text)
                    .ok()
                    .flatten()
                    .unwrap_or_default();
                let message = format!("`{}` is not legal{}", action.value, by_clause(&why));
                return Err(differs(
                    "not-legal",
                    message,
                    &action.span,
                    text,
                    list(&legal),
                ));
            }
        }
        Ok(())
    }

    pub(super) fn only(&mut self, actions: &[Word], at: &Span) -> Done {
        let mut legal = said(self.driver.legal(), "no-answer", at)?;
        let turn = said(self.driver.turn(), "no-answer", at)?;
        let mut wanted = Vec::new();
        for action in actions {
            wanted.push(said(
                self.driver.normal(turn, action.as_str()),
                "bad-action",
                &action.span,
            )?);
        }
        legal.sort();
        wanted.sort();
        wanted.dedup();
        if legal == wanted {
            return Ok(());
        }
        let missing: Vec<String> = wanted
            .iter()
            .filter(|a| !legal.contains(a))
            .cloned()
            .collect();
        let more: Vec<String> = legal
            .iter()
            .filter(|a| !wanted.contains(a))
            .cloned()
            .collect();
        let message = match (missing.is_empty(), more.is_empty()) {
            (false, true) => format!("{} is not legal", list(&missing)),
            (true, false) => format!("{} is legal as well", list(&more)),
            _ => format!("{} is not legal, and {} is", list(&missing), list(&more)),
        };
        let text = match legal.is_empty() {
            true => "only none".to_owned(),
            false => format!("only {}", legal.join(", ")),
        };
        let stop = differs("wrong-actions", message, at, list(&wanted), list(&legal));
        Err(stop.edit(at, text))
    }

    pub(super) fn outcome(&mut self, result: &OutcomeWord, by: Option<&Word>, at: &Span) -> Done {
        let ended = said(self.driver.outcome(), "no-answer", at)?;
        let wanted = match result {
            OutcomeWord::None => None,
            OutcomeWord::Draw => Some(None),
            OutcomeWord::Wins(name) => Some(Some(self.seat(&name.value, &name.span)?)),
        };
        let mut say = |winner: Option<Option<Seat>>| -> Done<String> {
            Ok(match winner {
                None => "the game goes on".to_owned(),
                Some(None) => "a draw".to_owned(),
                Some(Some(seat)) => format!("{} wins", self.word(seat)?),
            })
        };
        let expected = say(wanted)?;
        let mut seen = say(ended.as_ref().map(|e| e.winner))?;
        if let Some(ending) = ended.as_ref().filter(|e| !e.clause.is_empty()) {
            seen = format!("{seen} by {}", ending.clause);
        }
        if ended.as_ref().map(|e| e.winner) != wanted {
            let mut text = match ended.as_ref().map(|e| e.winner) {
                None => "outcome none".to_owned(),
                Some(None) => "outcome draw".to_owned(),
                Some(Some(seat)) => format!("outcome {} wins", self.word(seat)?),
            };
            if let (Some(_), Some(ending)) = (by, &ended)
                && !ending.clause.is_empty()
            {
                text = format!("{text} by {}", ending.clause);
            }
            let message = format!("{seen}, not {expected}");
            return Err(differs("wrong-outcome", message, at, expected, seen).edit(at, text));
        }
        match (by, ended) {
            (Some(slug), Some(ending))
                if ending.clause != slug.value && self.driver.answers(Topic::Clause) =>
            {
                let message = format!("the game ended by `{}`", ending.clause);
                let seen = ending.clause.clone();
                let stop = differs("wrong-clause", message, &slug.span, slug.as_str(), seen);
                Err(stop.edit(&slug.span, ending.clause))
            }
            _ => Ok(()),
        }
    }

    /// Compares the clauses given with the one that the case names.
    pub(super) fn cited(&self, clauses: &[String], because: Option<&Word>) -> Done {
        match because {
            Some(slug) if !clauses.contains(&slug.value) && self.driver.answers(Topic::Clause) => {
                let seen = clauses.join(", ");
                let message = format!("the reason is `{seen}`");
                Err(differs(
                    "wrong-clause",
                    message,
                    &slug.span,
                    slug.as_str(),
                    seen,
                ))
            }
            _ => Ok(()),
        }
    }
}

/// A number as an author writes it, in groups of three where that is wanted.
pub(super) fn digits(number: u64, grouped: bool) -> String {
    let plain = number.to_string();
    let mut out = String::new();
    for (at, digit) in plain.chars().enumerate() {
        if grouped && at > 0 && (plain.len() - at).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    out
}
