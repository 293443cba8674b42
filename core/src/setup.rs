//! Setups: arrangements not yet validated, and their validation into positions.

use crate::piece::{Cell, Kind, Piece, Seat, Side};
use crate::position::{Chase, MAX_CHASES, MAX_VARIABLES, Outcome, Phase, Position, Site16};
use crate::rules::{castling, terrain};
use crate::site::{Site, SiteSet};
use crate::spec::Face;
use crate::tables::{Colours, Tables};

/// What stands on one site of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SetupCell {
    /// Nothing.
    #[default]
    Empty,
    /// A piece everybody sees.
    Up(Piece),
    /// A hidden piece.
    Down {
        /// How it looks.
        look: Cell,
        /// What it is; `None` when any truth of the pool will do.
        truth: Option<Piece>,
    },
}

/// An arrangement not yet validated.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// What stands where, by site index.
    pub cells: Vec<SetupCell>,
    /// The seat to act.
    pub turn: Seat,
    /// The side of seat 0; `None` while undecided.
    pub first_side: Option<Side>,
    /// Where the turn machine stands.
    pub phase: Phase,
    /// Castling sites whose occupant has not moved; `None` for all whose occupant fits.
    pub unmoved: Option<Vec<Site>>,
    /// Where a capture in passing is possible, and whom it takes.
    pub en_passant: Option<(Site, Site)>,
    /// Turns without progress.
    pub quiet: u32,
    /// Completed turns.
    pub turns: u32,
    /// Actions; `None` when each turn had one.
    pub ply: Option<u32>,
    /// Passes running.
    pub passes: u8,
    /// Sites under fog; `None` for the zone's sites whose truth is not shown otherwise (all of them).
    pub fog: Option<Vec<Site>>,
    /// Hazards; `None` when they are not known.
    pub hazards: Option<Vec<Site>>,
    /// How many hazards are left, when they are not listed.
    pub hazards_left: Option<u16>,
    /// Hazards that everybody sees, when not all are listed.
    pub hazards_seen: Vec<Site>,
    /// Numbers that are shown, when the hazards are not listed; a truth must agree with them.
    pub numbers: Vec<(Site, u8)>,
    /// Lost pieces known to all, by side and kind.
    pub lost: [[u8; 32]; 2],
    /// Lost pieces not known to all, by side and kind (their truth).
    pub lost_hidden: [[u8; 32]; 2],
    /// Lost hidden pieces whose truth is not given, by side.
    pub lost_unknown: [u8; 2],
    /// Which of the lost hidden pieces each seat knows, by seat, side and kind; `None` for what the variant tells.
    pub learned: Option<[[[u8; 32]; 2]; 2]>,
    /// The hidden pieces that each seat knows; `None` for its own, where the variant has owners know them.
    pub known: [Option<Vec<Site>>; 2],
    /// How promotions have changed the set, by side and kind.
    pub promoted: [[i8; 32]; 2],
    /// Pieces taken by each side.
    pub captures: [u16; 2],
    /// Per seat: colour of its last flip, and how many running.
    pub flip_runs: [(Option<Side>, u8); 2],
    /// The colour of the last flip.
    pub last_flip: Option<Side>,
    /// Chases going on, per seat.
    pub chases: [Vec<Chase>; 2],
    /// Where each seat's last action ended.
    pub last_to: [Option<Site>; 2],
    /// How the game ended, when it is over.
    pub outcome: Option<Outcome>,
    /// Numbers kept by the script.
    pub variables: [i32; MAX_VARIABLES],
}

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Rows and board do not fit.
    #[error("the board has {expected} ranks, and {found} are given")]
    Ranks {
        /// Ranks of the board.
        expected: usize,
        /// Ranks given.
        found: usize,
    },
    /// A row is too short or too long.
    #[error("rank {rank} has {expected} sites, and {found} are given")]
    Files {
        /// The rank, from 1.
        rank: usize,
        /// Sites of the rank.
        expected: usize,
        /// Sites given.
        found: usize,
    },
    /// A token that means nothing.
    #[error(
        "`{token}` is not a piece; expected one of {letters} (lower case for the second side), `?`, `X`, or a number of empty sites"
    )]
    Token {
        /// What was written.
        token: String,
        /// The variant's letters.
        letters: String,
    },
    /// A piece on a site that does not exist.
    #[error("no site is at file {file}, rank {rank}")]
    Hole {
        /// From 1.
        file: usize,
        /// From 1.
        rank: usize,
    },
    /// More pieces of a kind than the set has.
    #[error("{count} pieces `{letter}` are on the board or lost, and the set has {most}")]
    TooMany {
        /// The letter.
        letter: char,
        /// How many.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A royal piece too many or too few.
    #[error("each side has one `{letter}`, and {count} are on the board")]
    Royals {
        /// The letter.
        letter: char,
        /// How many.
        count: usize,
    },
    /// Hazards outside their zone.
    #[error("a hazard may not lie on {site}")]
    Hazard {
        /// Where.
        site: String,
    },
    /// A hidden piece without truth.
    #[error("the truth of the hidden piece on {site} is not given")]
    NoTruth {
        /// Where.
        site: String,
    },
    /// The numbers shown do not fit the hazards.
    #[error("{site} shows {shown}, and {found} hazards lie next to it")]
    Number {
        /// Where.
        site: String,
        /// What is shown.
        shown: u8,
        /// What it would be.
        found: u8,
    },
    /// The number of hazards left does not fit the hazards.
    #[error("{left} hazards are said to be left, and {found} are listed")]
    Left {
        /// What is said.
        left: u16,
        /// How many there are.
        found: u16,
    },
    /// A capture in passing that cannot be.
    #[error(
        "a capture in passing on {site} needs that site empty and a visible enemy of the seat to act beside it"
    )]
    EnPassant {
        /// Where it would be.
        site: String,
    },
    /// The rules never come to the phase.
    #[error("the rules know no phase `{phase}`")]
    NoPhase {
        /// The phase.
        phase: &'static str,
    },
    /// The phase names a site where no piece can act.
    #[error("phase `{phase}` needs a piece of the seat to act on its site")]
    Phase {
        /// The phase.
        phase: &'static str,
    },
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub fn empty<const W: usize>(tables: &Tables<W>) -> Self {
        let mut variables = [0; MAX_VARIABLES];
        for (slot, (_, value)) in variables.iter_mut().zip(&tables.spec.variables) {
            *slot = *value;
        }
        Self {
            cells: vec![SetupCell::Empty; tables.board.len()],
            turn: Seat(0),
            first_side: (tables.colours == Colours::Fixed).then_some(Side(0)),
            phase: Phase::Play,
            unmoved: None,
            en_passant: None,
            quiet: 0,
            turns: 0,
            ply: None,
            passes: 0,
            fog: None,
            hazards: None,
            hazards_left: None,
            hazards_seen: Vec::new(),
            numbers: Vec::new(),
            lost: [[0; 32]; 2],
            lost_hidden: [[0; 32]; 2],
            lost_unknown: [0; 2],
            learned: None,
            known: [None, None],
            promoted: [[0; 32]; 2],
            captures: [0; 2],
            flip_runs: [(None, 0); 2],
            last_flip: None,
            chases: [Vec::new(), Vec::new()],
            last_to: [None; 2],
            outcome: None,
            variables,
        }
    }

    /// Hidden sites whose truth is not given.
    pub fn open_sites(&self) -> impl Iterator<Item = Site> + '_ {
        let open = |(i, c): (usize, &SetupCell)| {
            matches!(c, SetupCell::Down { truth: None, .. }).then_some(Site(i as u16))
        };
        self.cells.iter().enumerate().filter_map(open)
    }

    /// The pieces that hidden sites without truth may be: the set less what is shown, given or lost.
    #[must_use]
    pub fn pool<const W: usize>(&self, tables: &Tables<W>) -> Vec<Piece> {
        let mut pool = Vec::new();
        for side in Side::BOTH {
            for kind in (0..tables.kind_count()).map(|k| Kind(k as u8)) {
                let piece = Piece { side, kind };
                let counted =
                    |counts: &[[u8; 32]; 2]| usize::from(counts[side.index()][kind.index()]);
                let is = |cell: &&SetupCell| matches!(cell, SetupCell::Up(p) | SetupCell::Down { truth: Some(p), .. } if *p == piece);
                let shown = self.cells.iter().filter(is).count();
                let gained = i32::from(self.promoted[side.index()][kind.index()]);
                let gone = shown + counted(&self.lost) + counted(&self.lost_hidden);
                let left = i32::from(tables.pool(kind)) + gained - gone as i32;
                pool.extend((0..left).map(|_| piece));
            }
        }
        pool
    }

    /// Validates: every hidden piece has a truth, the set is not exceeded, royals and hazards fit.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn validate<const W: usize>(
        &self,
        tables: &Tables<W>,
    ) -> Result<Position<W>, Vec<SetupError>> {
        self.build(tables, true)
    }

    /// Builds a position to look at but not to play on: hidden pieces need no truth.
    ///
    /// # Errors
    /// Everything else that is wrong.
    pub fn look<const W: usize>(&self, tables: &Tables<W>) -> Result<Position<W>, Vec<SetupError>> {
        self.build(tables, false)
    }

    fn build<const W: usize>(
        &self,
        tables: &Tables<W>,
        to_play: bool,
    ) -> Result<Position<W>, Vec<SetupError>> {
        let mut wrong = Vec::new();
        let board = &tables.board;
        let name = |s: Site| board.name(s).to_owned();
        let mut position = Position::empty();
        for site in board.all() {
            match self.cells.get(site.index()).copied().unwrap_or_default() {
                SetupCell::Empty => {}
                SetupCell::Up(piece) => position.put_look(site, piece.into()),
                SetupCell::Down { look, truth } => {
                    if to_play && truth.is_none() {
                        wrong.push(SetupError::NoTruth { site: name(site) });
                    }
                    position.put_look(site, look);
                    let knows = |seat: Seat| match &self.known[seat.index()] {
                        Some(sites) => sites.contains(&site),
                        None => {
                            tables.spec.hidden.owner_knows
                                && truth.is_some_and(|p| self.side_of(seat) == Some(p.side))
                        }
                    };
                    position.hide(site, truth, [knows(Seat(0)), knows(Seat(1))]);
                }
            }
        }
        self.check_counts(tables, &mut wrong);
        let public = &mut position.public;
        public.turn = self.turn;
        public.first_side = self.first_side;
        public.phase = self.phase;
        public.quiet = self.quiet;
        public.turns = self.turns;
        public.ply = self.ply.unwrap_or(self.turns);
        public.passes = self.passes;
        public.lost = self.lost;
        public.captures = self.captures;
        public.flip_runs = self.flip_runs;
        public.last_flip = self.last_flip;
        public.variables = self.variables;
        public.promoted = self.promoted;
        public.last_to = self.last_to.map(Site16::new);
        public.outcome = self.outcome;
        public.en_passant = self.en_passant;
        for (seat, chases) in self.chases.iter().enumerate() {
            for (slot, chase) in public.chases[seat]
                .iter_mut()
                .zip(chases.iter().filter(|c| c.run > 0).take(MAX_CHASES))
            {
                *slot = *chase;
            }
        }
        self.set_losses(tables, &mut position);
        if let Some((target, victim)) = self.en_passant {
            let enemy = position.public.side_of(self.turn.other());
            let fits = position.public.cell(target).is_empty()
                && enemy.is_some()
                && position.public.cell(victim).side() == enemy
                && !position.public.hidden.contains(victim);
            if !fits {
                wrong.push(SetupError::EnPassant { site: name(target) });
            }
        }
        self.set_castling(tables, &mut position);
        self.set_terrain(tables, &mut position, &mut wrong);
        let known = match self.phase {
            Phase::Play | Phase::Over => true,
            Phase::Chain(_) => tables.chain.is_some(),
            Phase::Choose(_) => tables.promotion.as_ref().is_some_and(|p| p.into.len() > 1),
            Phase::Shoot(_) => tables.shot.is_some(),
        };
        if !known {
            wrong.push(SetupError::NoPhase {
                phase: self.phase.word(),
            });
        }
        if let Phase::Chain(at) | Phase::Choose(at) | Phase::Shoot(at) = self.phase {
            let own = position.public.side_of(self.turn);
            if own.is_none() || position.public.cell(at).side() != own {
                wrong.push(SetupError::Phase {
                    phase: self.phase.word(),
                });
            }
        }
        if wrong.is_empty() {
            Ok(position)
        } else {
            Err(wrong)
        }
    }

    /// The side of a seat; `None` while undecided.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.first_side
            .map(|s| if seat.0 == 0 { s } else { s.other() })
    }

    /// Which of the lost hidden pieces each seat knows when nothing else is said: by seat, side and kind.
    #[must_use]
    pub fn told_losses<const W: usize>(&self, tables: &Tables<W>) -> [[[u8; 32]; 2]; 2] {
        let mut learned = [[[0; 32]; 2]; 2];
        for side in Side::BOTH {
            let seat = Seat::BOTH
                .into_iter()
                .find(|s| self.side_of(*s) == Some(side))
                .map(Seat::index);
            let learns = tables.capture.learners(seat.map(|s| 1 - s), seat);
            for (i, learns) in learns.into_iter().enumerate() {
                if learns || (tables.spec.hidden.owner_knows && seat == Some(i)) {
                    learned[i][side.index()] = self.lost_hidden[side.index()];
                }
            }
        }
        learned
    }

    fn set_losses<const W: usize>(&self, tables: &Tables<W>, position: &mut Position<W>) {
        for side in Side::BOTH {
            let lost = self.lost_hidden[side.index()];
            for (kind, n) in lost.into_iter().enumerate() {
                let piece = Piece {
                    side,
                    kind: Kind(kind as u8),
                };
                for _ in 0..n {
                    position.book_lost(piece, [false; 2]);
                }
            }
            position.public.lost_hidden[side.index()] = lost
                .into_iter()
                .fold(self.lost_unknown[side.index()], u8::saturating_add);
        }
        let learned = self.learned.unwrap_or_else(|| self.told_losses(tables));
        for seat in Seat::BOTH {
            position.set_learned(seat, learned[seat.index()]);
        }
    }

    fn check_counts<const W: usize>(&self, tables: &Tables<W>, wrong: &mut Vec<SetupError>) {
        for side in Side::BOTH {
            for (k, spec) in tables.spec.kinds.iter().enumerate() {
                let kind = Kind(k as u8);
                let piece = Piece { side, kind };
                let is = |c: &&SetupCell| matches!(c, SetupCell::Up(p) | SetupCell::Down { truth: Some(p), .. } if *p == piece);
                let on_board = self.cells.iter().filter(is).count();
                let lost = usize::from(self.lost[side.index()][k])
                    + usize::from(self.lost_hidden[side.index()][k]);
                let letter = tables.letter(side, kind);
                if tables.royal == Some(kind) {
                    if on_board > 1 {
                        wrong.push(SetupError::Royals {
                            letter,
                            count: on_board,
                        });
                    }
                } else if tables.spec.promotion.is_none()
                    && spec.count > 0
                    && on_board + lost > usize::from(spec.count)
                {
                    wrong.push(SetupError::TooMany {
                        letter,
                        count: on_board + lost,
                        most: usize::from(spec.count),
                    });
                }
            }
        }
    }

    fn set_castling<const W: usize>(&self, tables: &Tables<W>, position: &mut Position<W>) {
        let Some(rule) = &tables.castling else {
            return;
        };
        let mut unmoved = SiteSet::EMPTY;
        for side in Side::BOTH {
            for way in &rule.ways[side.index()] {
                let stands = |site: Site, kind: Option<Kind>| {
                    let hidden = position.public.hidden.contains(site);
                    castling::stands(tables, position.public.cell(site), hidden, side, kind)
                };
                let fits = stands(way.royal, tables.royal) && stands(way.corner, Some(rule.with));
                let wanted = self
                    .unmoved
                    .as_ref()
                    .is_none_or(|list| list.contains(&way.corner));
                if fits && wanted {
                    unmoved.insert(way.royal);
                    unmoved.insert(way.corner);
                }
            }
        }
        position.set_unmoved(unmoved);
    }

    fn set_terrain<const W: usize>(
        &self,
        tables: &Tables<W>,
        position: &mut Position<W>,
        wrong: &mut Vec<SetupError>,
    ) {
        let Some(rule) = &tables.terrain else { return };
        let listed = self.hazards.as_ref().unwrap_or(&self.hazards_seen);
        let hazards: SiteSet<W> = listed.iter().copied().collect();
        for site in hazards - rule.zone {
            wrong.push(SetupError::Hazard {
                site: tables.board.name(site).to_owned(),
            });
        }
        let mut fog = match &self.fog {
            Some(list) => list.iter().copied().collect::<SiteSet<W>>() & rule.zone,
            None => rule.zone - position.public.occupied(),
        };
        for site in &self.hazards_seen {
            fog.remove(*site);
        }
        position.set_hazards(hazards);
        if let Some(left) = self.hazards_left {
            let found = position.public.hazards_left;
            if left < found || (self.hazards.is_some() && left != found) {
                wrong.push(SetupError::Left { left, found });
            }
            position.public.hazards_left = left;
        }
        position.lay_fog(fog);
        let open = rule.zone - fog;
        position.see_hazards(open);
        terrain::refresh_numbers(tables, position);
        for &(site, shown) in &self.numbers {
            let found = position.public.number(site);
            if self.hazards.is_some() && found != shown {
                let site = tables.board.name(site).to_owned();
                wrong.push(SetupError::Number { site, shown, found });
            }
            position.public.numbers[site.index() >> 6][site.index() & 63] = shown;
        }
        terrain::settle(tables, position, &mut crate::event::Log::off());
    }
}

/// Reads board rows: ranks from the top joined by `/`; letters, `k~` hidden looking like `k`, `?`, `X`/`x` backs,
/// each hidden one with `(L)` for its truth; numbers for empty sites.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse_rows<const W: usize>(
    tables: &Tables<W>,
    text: &str,
) -> Result<Vec<SetupCell>, SetupError> {
    parse_rows_with(&tables.board, &tables.spec, text)
}

/// The same, before tables are complete.
pub(crate) fn parse_rows_with<const W: usize>(
    board: &crate::board::Board<W>,
    spec: &crate::spec::Spec,
    text: &str,
) -> Result<Vec<SetupCell>, SetupError> {
    let mut cells = vec![SetupCell::Empty; board.len()];
    let rows: Vec<&str> = text.split('/').collect();
    let (ranks, files) = (usize::from(board.ranks()), usize::from(board.files()));
    if rows.len() != ranks {
        return Err(SetupError::Ranks {
            expected: ranks,
            found: rows.len(),
        });
    }
    for (i, row) in rows.iter().enumerate() {
        let rank = ranks - 1 - i;
        let mut file = 0usize;
        let mut rest = *row;
        while let Some(c) = rest.chars().next() {
            if c.is_ascii_digit() {
                let digits: &str = &rest[..rest
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len())];
                file = file.saturating_add(digits.parse().unwrap_or(usize::MAX));
                rest = &rest[digits.len()..];
                continue;
            }
            let mut len = c.len_utf8();
            if rest[len..].starts_with('~') {
                len += 1;
            }
            if rest[len..].starts_with('(') {
                len += rest[len..].find(')').map_or(0, |n| n + 1);
            }
            let (token, left) = rest.split_at(len);
            rest = left;
            let cell = parse_token_with(spec, token)?;
            if file < files {
                match board.at(file as u8, rank as u8) {
                    Some(site) => cells[site.index()] = cell,
                    None if cell == SetupCell::Empty => {}
                    None => {
                        return Err(SetupError::Hole {
                            file: file + 1,
                            rank: rank + 1,
                        });
                    }
                }
            }
            file = file.saturating_add(1);
        }
        if file != files {
            return Err(SetupError::Files {
                rank: rank + 1,
                expected: files,
                found: file,
            });
        }
    }
    Ok(cells)
}

/// Reads one token of a diagram or row: `.`, a letter, `r~`, `?`, `X`, with `(L)` for a hidden truth.
///
/// # Errors
/// [`SetupError::Token`].
pub fn parse_token<const W: usize>(
    tables: &Tables<W>,
    token: &str,
) -> Result<SetupCell, SetupError> {
    parse_token_with(&tables.spec, token)
}

fn parse_token_with(spec: &crate::spec::Spec, token: &str) -> Result<SetupCell, SetupError> {
    let bad = || SetupError::Token {
        token: token.to_owned(),
        letters: spec.kinds.iter().map(|k| k.letter).collect(),
    };
    let piece = |c: char| spec.piece_of_letter(c);
    if token == "." {
        return Ok(SetupCell::Empty);
    }
    let (look, truth) = match token.split_once('(') {
        Some((look, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(bad)?;
            let mut chars = inner.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else {
                return Err(bad());
            };
            (look, Some(piece(c).ok_or_else(bad)?))
        }
        None => (token, None),
    };
    // Where the look shows the side, the truth's letter may be written in either case.
    let down = |look: Cell| SetupCell::Down {
        look,
        truth: truth.map(|t| Piece {
            side: look.side().unwrap_or(t.side),
            ..t
        }),
    };
    let mut chars = look.chars();
    let cell = match (chars.next(), chars.next(), chars.next()) {
        (Some('?'), None, _) => down(Cell::BACK),
        // A variant's own letters win over the marks of backs.
        (Some(c), None, _) if truth.is_none() && piece(c).is_some() => {
            SetupCell::Up(piece(c).ok_or_else(bad)?)
        }
        (Some('X'), None, _) => down(Cell::piece(Side(0), Kind::BACK)),
        (Some('x'), None, _) => down(Cell::piece(Side(1), Kind::BACK)),
        (Some(c), Some('~'), None) => down(piece(c).ok_or_else(bad)?.into()),
        _ => return Err(bad()),
    };
    Ok(cell)
}

/// The look of a hidden piece by a variant's face rule: `home` is the kind that starts there.
#[must_use]
pub fn face_of(face: Face, side: Side, home: Option<Kind>) -> Cell {
    match face {
        Face::Blank => Cell::BACK,
        Face::Back => Cell::piece(side, Kind::BACK),
        Face::Home => Cell::piece(side, home.unwrap_or(Kind::BACK)),
    }
}
