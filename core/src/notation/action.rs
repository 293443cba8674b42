//! Actions as text, written from what an observer may see and read liberally.
//!
//! | written | means | also read |
//! |---|---|---|
//! | `a1b1` | a move | `a1-b1`, `a1 b1`, `A1B1` |
//! | `a1xb1` | a move onto a piece, whatever comes of it | `a1b1`, `a1:b1` |
//! | `a7a8=Q` | a move that promotes | `a7a8q`, `a7xa8=Q`, `a7a8/Q` |
//! | `flip a1` | turns up a piece | `a1` |
//! | `place c3` | places a piece; `place Q c3` where it is not the usual kind | `c3` |
//! | `O-O`, `O-O-O`, `castle e1a1` | castles, by the way's letter K, Q or another | `0-0`, the royal piece's `e1g1` |
//! | `NAME e3e4`, `NAME e4` | a special action of the variant | `NAME e3 e4` |
//! | `choose Q` | makes the pending choice | `Q`, `=Q`, `queen` |
//! | `pass`, `stop`, `swap` | | any case |

use std::fmt;

use crate::action::{Action, Tag};
use crate::notation::words::{self, kind_of, site_range};
use crate::piece::{Kind, Side};
use crate::position::Phase;
use crate::rules::castling::Way;
use crate::site::Site;
use crate::tables::Tables;
use crate::view::View;

/// Why a text is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// Nothing is written.
    #[error("an action is missing; expected {expected}")]
    Empty {
        /// What could stand there.
        expected: Forms,
    },
    /// A word that begins no action.
    #[error("`{token}` is no action; expected {expected}")]
    Word {
        /// What was written.
        token: String,
        /// What could stand there.
        expected: Forms,
    },
    /// A site that is not on the board.
    #[error("`{token}` is not a site of this board; sites are {} to {}", .sites[0], .sites[1])]
    Site {
        /// What was written.
        token: String,
        /// The first and the last site.
        sites: [String; 2],
    },
    /// A kind that does not exist.
    #[error("`{token}` is not a kind of piece; kinds are {kinds}")]
    Kind {
        /// What was written.
        token: String,
        /// The letters.
        kinds: String,
    },
    /// Something is left out.
    #[error("`{token}` needs {lack} after it")]
    Missing {
        /// What was written.
        token: String,
        /// What is missing.
        lack: Lack,
    },
    /// Something follows a complete action.
    #[error("`{token}` follows a complete action; expected nothing more")]
    Trailing {
        /// What follows.
        token: String,
    },
    /// Several actions could be meant.
    #[error("`{token}` may be any of {choices}")]
    Ambiguous {
        /// What was written.
        token: String,
        /// The actions, as they are written.
        choices: String,
        /// The actions.
        actions: Vec<Action>,
    },
    /// The variant has no such action.
    #[error("`{token}` names an action that this variant does not have; expected {expected}")]
    Absent {
        /// What was written.
        token: String,
        /// What there is.
        expected: Forms,
    },
}

/// What an unfinished action lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// A site.
    Site,
    /// Two sites.
    TwoSites,
    /// The second of two sites.
    SecondSite,
    /// A kind of piece.
    Kind,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Site => "a site",
            Self::TwoSites => "two sites",
            Self::SecondSite => "a second site",
            Self::Kind => "a kind",
        })
    }
}

/// What a variant's actions look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms(pub Vec<Form>);

/// What one sort of action looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A move.
    Move,
    /// The choice that the game waits for, by the letters of kinds.
    Choose(String),
    /// Another, by an example.
    Like(String),
}

impl Form {
    /// An example of a move.
    pub const MOVE: &'static str = "a1b1";
}

impl fmt::Display for Forms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, rest)) = self.0.split_last() else {
            return f.write_str("an action");
        };
        for (i, form) in rest.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{form}")?;
        }
        let or = if rest.is_empty() { "" } else { " or " };
        write!(f, "{or}{last}")
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => write!(f, "a move such as `{}`", Self::MOVE),
            Self::Choose(kinds) => write!(f, "`choose` and one of {kinds}"),
            Self::Like(example) => write!(f, "`{example}`"),
        }
    }
}

/// Writes an action from what the view's observer may see; a special action with both of its sites.
#[must_use]
pub fn format<const W: usize>(view: &View<'_, W>, action: Action) -> String {
    let occupied = view.public().occupied();
    let onto = action.tag() == Tag::Move
        && view.tables().board.all().contains(action.to())
        && occupied.contains(action.to());
    written(view.tables(), action, if onto { "x" } else { "" })
}

/// Writes an action without looking at any board: a capture is written like a move.
#[must_use]
pub fn plain<const W: usize>(tables: &Tables<W>, action: Action) -> String {
    written(tables, action, "")
}

fn written<const W: usize>(tables: &Tables<W>, action: Action, cross: &str) -> String {
    let name = |site: Site| site_name(tables, site);
    let (from, to) = (action.from(), action.to());
    match action.tag() {
        Tag::Move => {
            let becomes = action
                .kind()
                .map_or(String::new(), |k| format!("={}", kind_letter(tables, k)));
            format!("{}{cross}{}{becomes}", name(from), name(to))
        }
        Tag::Flip => format!("flip {}", name(to)),
        Tag::Place => match action.kind() {
            Some(kind) if !is_plain(tables, kind) => {
                format!("place {} {}", kind_letter(tables, kind), name(to))
            }
            _ => format!("place {}", name(to)),
        },
        Tag::Pass => "pass".to_owned(),
        Tag::Stop => "stop".to_owned(),
        Tag::Swap => "swap".to_owned(),
        Tag::Choose => {
            let kind = action.kind().unwrap_or(Kind::BACK);
            format!("choose {}", kind_letter(tables, kind))
        }
        Tag::Castle => match way_of(tables, action).map(|w| w.letter) {
            Some('K') => "O-O".to_owned(),
            Some('Q') => "O-O-O".to_owned(),
            _ => format!("castle {}{}", name(from), name(to)),
        },
        Tag::Special => {
            let word = special_name(tables, action.arg().unwrap_or(0));
            format!("{word} {}{}", name(from), name(to))
        }
    }
}

/// The same, with a special action shortened to `NAME TARGET` where no other of the given actions is meant by that.
#[must_use]
pub fn format_among<const W: usize>(
    view: &View<'_, W>,
    action: Action,
    legal: &[Action],
) -> String {
    let same =
        |a: &&Action| a.tag() == Tag::Special && a.arg() == action.arg() && a.to() == action.to();
    if action.tag() == Tag::Special
        && legal.contains(&action)
        && legal.iter().filter(same).count() == 1
    {
        let word = special_name(view.tables(), action.arg().unwrap_or(0));
        return format!("{word} {}", site_name(view.tables(), action.to()));
    }
    format(view, action)
}

/// Whether a placement of this kind is written without its letter: only one kind is ever placed, and it is that.
fn is_plain<const W: usize>(tables: &Tables<W>, kind: Kind) -> bool {
    match (tables.placed, &tables.shot) {
        (Some(placed), _) => placed == kind,
        (None, Some(shot)) => shot.kind == kind,
        (None, None) => false,
    }
}

fn site_name<const W: usize>(tables: &Tables<W>, site: Site) -> String {
    if tables.board.all().len() > site.index() {
        tables.board.name(site).to_owned()
    } else {
        "?".to_owned()
    }
}

fn kind_letter<const W: usize>(tables: &Tables<W>, kind: Kind) -> char {
    tables.letter(Side(0), kind)
}

fn special_name<const W: usize>(tables: &Tables<W>, id: u8) -> &str {
    let special = tables.spec.specials.get(usize::from(id));
    special.map_or("special", |s| s.name.as_str())
}

fn way_of<const W: usize>(tables: &Tables<W>, action: Action) -> Option<&Way> {
    let castling = tables.castling.as_ref()?;
    Side::BOTH
        .into_iter()
        .find_map(|side| castling.way(side, action.from(), action.to()))
}

/// Reads an action.
///
/// A text that means a legal action gives that; one that is well formed but means no legal action still gives an
/// action, so that it can be explained.
///
/// # Errors
/// What is malformed, or means more than one action.
pub fn parse<const W: usize>(
    view: &View<'_, W>,
    text: &str,
    legal: &[Action],
) -> Result<Action, ActionError> {
    let reader = Reader {
        view,
        tables: view.tables(),
        legal,
    };
    reader.read(text)
}

struct Reader<'a, const W: usize> {
    view: &'a View<'a, W>,
    tables: &'a Tables<W>,
    legal: &'a [Action],
}

/// A promotion kind, or none.
type Becomes = Option<Kind>;

impl<const W: usize> Reader<'_, W> {
    fn read(&self, text: &str) -> Result<Action, ActionError> {
        let trimmed = text.trim().trim_end_matches(['+', '#', '!']).trim_end();
        let parts: Vec<&str> = trimmed.split_whitespace().collect();
        let Some(&word) = parts.first() else {
            return Err(ActionError::Empty {
                expected: self.forms(),
            });
        };
        let rest = &parts[1..];
        let alone = |action: Action| match rest.first() {
            None => Ok(action),
            Some(more) => Err(trailing(more)),
        };
        let lower = word.to_lowercase();
        match lower.as_str() {
            "pass" => return alone(Action::PASS),
            "stop" => return alone(Action::STOP),
            "swap" => return alone(Action::SWAP),
            "o-o" | "0-0" | "oo" if self.tables.castling.is_some() => {
                return alone(self.castle_by_letter(word, 'K')?);
            }
            "o-o-o" | "0-0-0" | "ooo" if self.tables.castling.is_some() => {
                return alone(self.castle_by_letter(word, 'Q')?);
            }
            "flip" => return self.after_word(word, rest, Action::flip),
            "place" => return self.read_place(word, rest),
            "choose" => return self.read_choose(word, rest),
            "castle" => {
                let (from, to) = self.two_sites(word, rest)?;
                return Ok(self
                    .find_castle(from, to)
                    .unwrap_or(Action::castle(from, to)));
            }
            _ => {}
        }
        let special = self
            .tables
            .spec
            .specials
            .iter()
            .position(|s| s.name.to_lowercase() == lower);
        if let Some(id) = special {
            return self.read_special(word, rest, id as u8);
        }
        if let Some(kind) = self.choice(&parts) {
            return Ok(Action::choose(kind));
        }
        // What is quoted is quoted as it was typed.
        let joined = parts.concat();
        self.read_sites(&joined).map_err(|error| match error {
            ActionError::Word { token, expected } if token == joined => ActionError::Word {
                token: trimmed.to_owned(),
                expected,
            },
            other => other,
        })
    }

    /// The kind that a placement means that names none.
    fn placed(&self) -> Option<Kind> {
        self.tables.placed_in(self.view.public().phase)
    }

    /// What the variant's actions look like, for messages.
    fn forms(&self) -> Forms {
        let spec = &self.tables.spec;
        if matches!(self.view.public().phase, Phase::Choose(_)) {
            return Forms(vec![Form::Choose(words::letters(self.tables))]);
        }
        let mut forms = Vec::new();
        if self.tables.movable != 0 {
            forms.push(Form::Move);
        }
        let mut like = |example: &str| forms.push(Form::Like(example.to_owned()));
        if spec.actions.flip.is_some() {
            like("flip a1");
        }
        if self.placed().is_some() {
            like("place a1");
        }
        if self.tables.castling.is_some() {
            like("O-O");
        }
        for special in &spec.specials {
            like(&format!("{} a1", special.name));
        }
        for (action, word) in [
            (Action::PASS, "pass"),
            (Action::STOP, "stop"),
            (Action::SWAP, "swap"),
        ] {
            if self.legal.contains(&action) {
                like(word);
            }
        }
        Forms(forms)
    }

    fn bad_word(&self, token: &str) -> ActionError {
        ActionError::Word {
            token: token.to_owned(),
            expected: self.forms(),
        }
    }

    fn site(&self, token: &str) -> Result<Site, ActionError> {
        self.tables
            .board
            .site(&token.to_lowercase())
            .ok_or_else(|| ActionError::Site {
                token: token.to_owned(),
                sites: site_range(&self.tables.board),
            })
    }

    fn kind(&self, token: &str) -> Result<Kind, ActionError> {
        kind_of(self.tables, token).ok_or_else(|| ActionError::Kind {
            token: token.to_owned(),
            kinds: words::letters(self.tables),
        })
    }

    fn after_word(
        &self,
        word: &str,
        rest: &[&str],
        make: impl Fn(Site) -> Action,
    ) -> Result<Action, ActionError> {
        match rest {
            [] => Err(missing(word, Lack::Site)),
            [at] => self.site(at).map(make),
            [_, more, ..] => Err(trailing(more)),
        }
    }

    fn read_place(&self, word: &str, rest: &[&str]) -> Result<Action, ActionError> {
        match (rest, self.placed()) {
            ([kind, at], _) => Ok(Action::place(self.kind(kind)?, self.site(at)?)),
            (_, Some(kind)) => self.after_word(word, rest, |at| Action::place(kind, at)),
            (_, None) => Err(ActionError::Absent {
                token: word.to_owned(),
                expected: self.forms(),
            }),
        }
    }

    fn read_choose(&self, word: &str, rest: &[&str]) -> Result<Action, ActionError> {
        match rest {
            [] => Err(missing(word, Lack::Kind)),
            [kind] => self.kind(kind.trim_start_matches('=')).map(Action::choose),
            [_, more, ..] => Err(trailing(more)),
        }
    }

    /// A bare kind, where the game waits for a choice.
    fn choice(&self, parts: &[&str]) -> Option<Kind> {
        let [word] = parts else { return None };
        let waits = matches!(self.view.public().phase, Phase::Choose(_));
        let bare = word.strip_prefix('=');
        if !waits && bare.is_none() {
            return None;
        }
        kind_of(self.tables, bare.unwrap_or(word))
    }

    fn two_sites(&self, word: &str, rest: &[&str]) -> Result<(Site, Site), ActionError> {
        let joined = rest.concat();
        if joined.is_empty() {
            return Err(missing(word, Lack::TwoSites));
        }
        let (from, left) = self.lead(&joined)?;
        let left = separator(left);
        if left.is_empty() {
            return Err(missing(&joined, Lack::SecondSite));
        }
        let (to, left) = self.lead(left)?;
        if left.is_empty() {
            Ok((from, to))
        } else {
            Err(trailing(left))
        }
    }

    fn read_special(&self, word: &str, rest: &[&str], id: u8) -> Result<Action, ActionError> {
        let joined = rest.concat();
        if joined.is_empty() {
            return Err(missing(word, Lack::Site));
        }
        let (first, left) = self.lead(&joined)?;
        if !left.is_empty() {
            let (from, to) = self.two_sites(word, rest)?;
            return Ok(Action::special(id, from, to));
        }
        let is = |a: &&Action| a.tag() == Tag::Special && a.arg() == Some(id);
        let upon: Vec<Action> = self
            .legal
            .iter()
            .filter(is)
            .filter(|a| a.to() == first)
            .copied()
            .collect();
        match upon[..] {
            [one] => return Ok(one),
            [] => {}
            _ => return Err(self.ambiguous(&format!("{word} {joined}"), &upon)),
        }
        // Not legal: the piece next to the site that could be meant, so that the refusal can be explained.
        let board = &self.tables.board;
        let own = self.view.side().map(|s| {
            let near = board.around(first) & self.view.public().by_side[s.index()];
            near.iter()
                .filter(|at| {
                    self.view
                        .moving_kind(*at)
                        .is_some_and(|k| self.tables.hook_kinds >> k.0 & 1 != 0)
                })
                .collect::<Vec<Site>>()
        });
        let file = board.coordinates(first).0;
        let from = match own.as_deref() {
            Some([one]) => *one,
            Some(several) => several
                .iter()
                .copied()
                .find(|s| board.coordinates(*s).0 == file)
                .unwrap_or(first),
            None => first,
        };
        Ok(Action::special(id, from, first))
    }

    fn ambiguous(&self, token: &str, actions: &[Action]) -> ActionError {
        let choices: Vec<String> = actions
            .iter()
            .map(|a| format!("`{}`", format(self.view, *a)))
            .collect();
        ActionError::Ambiguous {
            token: token.to_owned(),
            choices: choices.join(", "),
            actions: actions.to_vec(),
        }
    }

    /// A site at the start of a text, and what follows it.
    fn lead<'t>(&self, text: &'t str) -> Result<(Site, &'t str), ActionError> {
        let letters = text
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(text.len());
        let digits = text[letters..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(text.len(), |n| letters + n);
        if letters != 1 || digits == letters {
            let token = text.split_whitespace().next().unwrap_or(text);
            return Err(self.bad_word(token));
        }
        let (name, left) = text.split_at(digits);
        Ok((self.site(name)?, left))
    }

    fn read_sites(&self, text: &str) -> Result<Action, ActionError> {
        let (from, left) = self.lead(text)?;
        if left.is_empty() {
            return self.one_site(text, from);
        }
        let left = separator(left);
        if left.is_empty() {
            return Err(missing(text, Lack::SecondSite));
        }
        let (to, left) = self.lead(left)?;
        let becomes = match left {
            "" => None,
            _ => {
                let kind = left
                    .trim_start_matches(['=', '/', '('])
                    .trim_end_matches(')');
                if kind.is_empty() {
                    return Err(missing(text, Lack::Kind));
                }
                Some(self.kind(kind)?)
            }
        };
        self.step(text, from, to, becomes)
    }

    fn one_site(&self, text: &str, at: Site) -> Result<Action, ActionError> {
        let meant = |a: &&Action| matches!(a.tag(), Tag::Flip | Tag::Place) && a.to() == at;
        let choices: Vec<Action> = self.legal.iter().filter(meant).copied().collect();
        match choices[..] {
            [one] => return Ok(one),
            [] => {}
            _ => return Err(self.ambiguous(text, &choices)),
        }
        let flips = self.tables.spec.actions.flip.is_some();
        match self.placed() {
            Some(kind) if !flips || self.view.public().cell(at).is_empty() => {
                Ok(Action::place(kind, at))
            }
            _ if flips => Ok(Action::flip(at)),
            _ => Err(missing(text, Lack::SecondSite)),
        }
    }

    /// A move or castling between two sites.
    fn step(
        &self,
        text: &str,
        from: Site,
        to: Site,
        becomes: Becomes,
    ) -> Result<Action, ActionError> {
        let between = |a: &&Action| a.tag() == Tag::Move && a.from() == from && a.to() == to;
        let moves: Vec<Action> = self.legal.iter().filter(between).copied().collect();
        if let Some(exact) = moves.iter().find(|a| a.kind() == becomes) {
            return Ok(*exact);
        }
        let only = self
            .tables
            .promotion
            .as_ref()
            .and_then(|p| (p.into.len() == 1).then(|| p.into[0]));
        match (&moves[..], becomes) {
            // Promotion to the only kind may be written out.
            ([one], Some(kind)) if one.kind().is_none() && only == Some(kind) => return Ok(*one),
            ([one], None) => return Ok(*one),
            ([_, _, ..], None) => return Err(self.ambiguous(text, &moves)),
            _ => {}
        }
        if becomes.is_none()
            && let Some(castle) = self.find_castle(from, to)
        {
            return Ok(castle);
        }
        Ok(match becomes {
            Some(kind) => Action::promoting(from, to, 0, kind),
            None => Action::moving(from, to, 0),
        })
    }

    /// Castling written by two sites: the royal piece's way, or both pieces.
    ///
    /// One that is not legal is still meant where the royal piece stands at home and could not step there.
    fn find_castle(&self, from: Site, to: Site) -> Option<Action> {
        let castling = self.tables.castling.as_ref()?;
        let ways = |side: Side| castling.ways[side.index()].iter();
        let fits = |w: &&Way| w.royal == from && (w.royal_to == to || w.corner == to);
        let action = |w: &Way| Action::castle(w.royal, w.corner);
        let found: Vec<Action> = Side::BOTH
            .into_iter()
            .flat_map(|side| ways(side).filter(fits).map(action))
            .collect();
        if let Some(legal) = found.iter().find(|a| self.legal.contains(a)) {
            return Some(*legal);
        }
        let cell = self.view.cell(from);
        let royal = cell.kind().is_some() && cell.kind() == self.tables.royal;
        let near = self.tables.board.around(from).contains(to);
        found.first().copied().filter(|_| royal && !near)
    }

    fn castle_by_letter(&self, word: &str, letter: char) -> Result<Action, ActionError> {
        let absent = || ActionError::Absent {
            token: word.to_owned(),
            expected: self.forms(),
        };
        let castling = self.tables.castling.as_ref().ok_or_else(absent)?;
        let side = self.view.side().unwrap_or(Side(0));
        let way = castling.ways[side.index()]
            .iter()
            .find(|w| w.letter == letter);
        way.map(|w| Action::castle(w.royal, w.corner))
            .ok_or_else(absent)
    }
}

fn separator(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix(['-', ':', '×']) {
        return rest;
    }
    // `x` is a file too on wide boards, where a digit follows it.
    match text.strip_prefix(['x', 'X']) {
        Some(rest) if !rest.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => text,
    }
}

fn missing(token: &str, lack: Lack) -> ActionError {
    ActionError::Missing {
        token: token.to_owned(),
        lack,
    }
}

fn trailing(token: &str) -> ActionError {
    ActionError::Trailing {
        token: token.to_owned(),
    }
}

#[cfg(test)]
mod tests;
