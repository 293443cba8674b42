//! A variant compiled for boards of `W` words: everything that play looks up.

use std::fmt;

use crate::board::Board;
use crate::clause::{ClauseId, Clauses};
use crate::legal::MOST_GROUPS;
use crate::mcts::values::Values;
use crate::movement::{Group, Mover, Plan, Shape, Threats, compile_moves, groups};
use crate::piece::{Kind, MAX_KINDS, Seat, Side};
use crate::position::{Phase, Public};
use crate::rules::capture::CaptureRule;
use crate::rules::castling::Castling;
use crate::rules::chain::ChainRule;
use crate::rules::ending::Ending;
use crate::rules::flank::FlankRule;
use crate::rules::placement::PlacementRule;
use crate::rules::promotion::PromotionRule;
use crate::rules::shot::ShotRule;
use crate::rules::terrain::TerrainRule;
use crate::setup::SetupError;
use crate::site::{Site, SiteSet};
use crate::spec::{
    Asked, Clause, ColoursWay, DealSpec, Exposed, Face, HiddenTarget, KindSpec, PassRule, Spec,
    Verdict,
};

/// Something in a spec that cannot be compiled, with the key it stands under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The TOML key, dotted, such as `kinds.cannon.moves[0]`.
    pub key: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for CompileError {}

/// Names resolved while compiling, and the errors found.
pub(crate) struct Resolver<'a, const W: usize> {
    pub(crate) spec: &'a Spec,
    pub(crate) board: &'a Board<W>,
    pub(crate) clauses: &'a mut Clauses,
    pub(crate) wrong: &'a mut Vec<CompileError>,
}

impl<const W: usize> Resolver<'_, W> {
    pub(crate) fn fail(&mut self, key: &str, message: impl Into<String>) {
        self.wrong.push(CompileError {
            key: key.to_owned(),
            message: message.into(),
        });
    }

    pub(crate) fn clause(&mut self, clause: &Clause) -> ClauseId {
        self.clauses.intern(clause)
    }

    pub(crate) fn kind(&mut self, key: &str, name: &str) -> Kind {
        match self.spec.kinds.iter().position(|k| k.name == name) {
            Some(at) => Kind(at as u8),
            None => {
                let known: Vec<&str> = self.spec.kinds.iter().map(|k| k.name.as_str()).collect();
                self.fail(
                    key,
                    format!("no kind is called `{name}`; kinds are {}", known.join(", ")),
                );
                Kind(0)
            }
        }
    }

    pub(crate) fn kinds(&mut self, key: &str, names: &[String]) -> u32 {
        names
            .iter()
            .fold(0, |bits, name| bits | 1 << self.kind(key, name).0)
    }

    pub(crate) fn region(&mut self, key: &str, name: &str) -> [SiteSet<W>; 2] {
        match self.board.region(name) {
            Ok(sets) => sets,
            Err(error) => {
                self.fail(key, error.to_string());
                [SiteSet::EMPTY; 2]
            }
        }
    }

    pub(crate) fn manners(&mut self, key: &str, names: &[String]) -> u8 {
        let mut bits = 0;
        for name in names {
            match self.spec.manners.iter().position(|m| m == name) {
                Some(at) => bits |= 1 << at,
                None => self.fail(
                    key,
                    format!(
                        "no manner is called `{name}`; manners are {}",
                        self.spec.manners.join(", ")
                    ),
                ),
            }
        }
        bits
    }
}

/// Clauses of the general refusals.
#[derive(Clone, Copy, Debug)]
pub struct CommonIds {
    /// Not this seat's turn, or not in this phase.
    pub turn: ClauseId,
    /// Not an own piece.
    pub ownership: ClauseId,
    /// Movement in general.
    pub movement: ClauseId,
    /// Flipping.
    pub flip: ClauseId,
    /// Placing.
    pub place: ClauseId,
    /// Passing.
    pub pass: ClauseId,
    /// Check.
    pub check: ClauseId,
    /// Own groups without liberties.
    pub enclosure: ClauseId,
    /// Repetition.
    pub repetition: ClauseId,
    /// Chase.
    pub chase: ClauseId,
    /// Quiet limit.
    pub quiet: ClauseId,
    /// Ply limit.
    pub ply_limit: ClauseId,
    /// Colours.
    pub colours: ClauseId,
    /// Exposure by a hazard.
    pub exposed: ClauseId,
    /// Resigning.
    pub resign: ClauseId,
    /// Agreement.
    pub agree: ClauseId,
    /// Time.
    pub time: ClauseId,
    /// Swapping sides.
    pub swap: ClauseId,
    /// Scoring.
    pub scoring: ClauseId,
}

/// How colours are settled, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Seat 0 has side 0.
    Fixed,
    /// By the first flip.
    FirstFlip,
    /// By two own flips running.
    OwnTwo,
    /// By two flips running, by anyone.
    SequenceTwo,
    /// By the first piece of a kind.
    FirstKind(Kind),
}

/// The compiled variant, without its script.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// What it was compiled from: names, titles and plain numbers.
    pub spec: Spec,
    /// The board.
    pub board: Board<W>,
    /// Clause slugs.
    pub clauses: Clauses,
    /// Clauses of general refusals.
    pub ids: CommonIds,
    /// Ways of moving, by side and kind.
    pub movers: [Vec<Vec<Mover<W>>>; 2],
    /// The same, folded together where they can be.
    ///
    /// By side and kind, one plan for each manner; none where a kind's ways cannot be folded.
    pub plans: [Vec<Vec<Plan<W>>>; 2],
    /// By side, the kinds that are generated together.
    pub groups: [Vec<Group<W>>; 2],
    /// What each side attacks.
    pub threats: [Threats<W>; 2],
    /// Clauses that refusals of movement cite, by kind.
    pub kind_clauses: Vec<ClauseId>,
    /// Kinds that can move at all, as bits.
    pub movable: u32,
    /// How colours are settled.
    pub colours: Colours,
    /// Captures.
    pub capture: CaptureRule<W>,
    /// Chains.
    pub chain: Option<ChainRule>,
    /// Promotion.
    pub promotion: Option<PromotionRule<W>>,
    /// Castling.
    pub castling: Option<Castling<W>>,
    /// The royal kind.
    pub royal: Option<Kind>,
    /// Hazards and fog.
    pub terrain: Option<TerrainRule<W>>,
    /// Kinds whose moves are progress.
    pub quiet_kinds: u32,
    /// The kind that is placed.
    pub placed: Option<Kind>,
    /// Where it is placed.
    pub placement: PlacementRule<W>,
    /// What placements turn over.
    pub flank: Option<FlankRule<W>>,
    /// Shots after moves.
    pub shot: Option<ShotRule<W>>,
    /// Endings.
    pub endings: Vec<Ending<W>>,
    /// Kinds that the `moves` hook is asked about, as bits.
    pub hook_kinds: u32,
    /// Sites whose occupants' first moves matter.
    pub castling_sites: SiteSet<W>,
    /// The home kind of each site for faces, by site, from the start arrangement.
    pub home: Vec<Option<Kind>>,
    /// Value of each kind, by index.
    pub ranks: Vec<i32>,
    /// What pieces are worth to a search.
    pub values: Values,
    /// Whether all that may be done at the start of a turn is flips, and moves of groups that tell how many they may
    /// have, each legal as soon as the pieces allow it.
    pub bounded: bool,
    /// Whether all that may be done at the start of a turn is to place a piece, on any site that placement allows.
    pub only_placed: bool,
    /// Whether some way of moving asks whether the piece has just arrived.
    pub arrivals: bool,
    /// By side, the kinds that may capture in passing or be captured so, as bits.
    pub passing: [u32; 2],
    /// By side and kind, where each piece captures in passing, by site; empty for kinds that do not.
    pub passing_to: [Vec<Vec<SiteSet<W>>>; 2],
    /// By side and site, from where some kind may capture in passing that way.
    pub passing_from: [Vec<SiteSet<W>>; 2],
    /// Whether a placement or a move must be tried out before it is known to be legal.
    pub looks_ahead: bool,
    /// Whether adjudication may refuse an action that is legal from the view, by what was unknown or by the script.
    pub may_refuse: bool,
    /// The deal's region, when the pool is dealt.
    pub deal_region: Option<SiteSet<W>>,
    /// Own sites to fill in a secret layout, by side.
    pub layout_region: Option<[SiteSet<W>; 2]>,
    /// Kinds that start on the board as they are in a shuffled home deal.
    pub deal_except: u32,
}

impl<const W: usize> Tables<W> {
    /// Whether a script that is asked about pieces of a kind is asked about the one of a side at a site now.
    #[inline]
    pub(crate) fn asks_about(&self, public: &Public<W>, side: Side, at: Site) -> bool {
        match (self.spec.hooks.moves_while, &self.castling) {
            (Asked::Always, _) => true,
            (Asked::CastlingClear, None) => false,
            (Asked::CastlingClear, Some(rule)) => rule.is_clear_from(public, side, at),
        }
    }

    /// Compiles a spec.
    ///
    /// # Errors
    /// Everything that is wrong, each with the key it stands under.
    pub fn compile(spec: Spec) -> Result<Self, Vec<CompileError>> {
        let board = Board::<W>::compile(&spec.board).map_err(|list| {
            list.into_iter()
                .map(|(key, e)| CompileError {
                    key,
                    message: e.to_string(),
                })
                .collect::<Vec<_>>()
        })?;
        let mut clauses = Clauses::default();
        clauses.intern("");
        for slug in &spec.hooks.clauses {
            clauses.intern(slug);
        }
        let mut wrong = Vec::new();
        check_kinds(&spec, &mut wrong);
        if spec.kinds.len() > MAX_KINDS {
            return Err(wrong);
        }
        let movers = match compile_moves(&spec, &board, &mut clauses) {
            Ok(movers) => movers,
            Err(list) => {
                wrong.extend(list.into_iter().map(|(key, e)| CompileError {
                    key,
                    message: e.to_string(),
                }));
                return Err(wrong);
            }
        };
        let mut r = Resolver {
            spec: &spec,
            board: &board,
            clauses: &mut clauses,
            wrong: &mut wrong,
        };
        let ids = common_ids(&mut r);
        let kind_clauses = kind_clauses(&mut r, &movers, ids.movement);
        let capture = CaptureRule::compile(&mut r);
        let royal = spec.check.as_ref().map(|c| r.kind("check.royal", &c.royal));
        let attacked = royal.map_or(0, Kind::index);
        let threats = [0, 1].map(|side: usize| capture.threats(&board, &movers[side], attacked));
        let chain = ChainRule::compile(&mut r);
        let promotion = PromotionRule::compile(&mut r);
        let castling = Castling::compile(&mut r);
        if castling.is_none() && spec.hooks.moves_while == Asked::CastlingClear {
            let message =
                "`castling_clear` says when castling may be possible, and there is no `[castling]`";
            r.fail("hooks.moves_while", message);
        }
        let terrain = TerrainRule::compile(&mut r);
        let quiet_kinds = spec
            .quiet
            .as_ref()
            .map_or(0, |q| r.kinds("quiet.kinds", &q.kinds));
        let placed = spec
            .actions
            .place
            .as_ref()
            .map(|(kind, _)| r.kind("actions.place", kind));
        let placement = PlacementRule::compile(&mut r);
        let flank = FlankRule::compile(&mut r);
        let shot = ShotRule::compile(&mut r);
        let endings = Ending::compile(&mut r);
        let hook_kinds = r.kinds("hooks.moves", &spec.hooks.moves);
        let colours = match &spec.colours.way {
            ColoursWay::Fixed => Colours::Fixed,
            ColoursWay::FirstFlip => Colours::FirstFlip,
            ColoursWay::OwnTwo => Colours::OwnTwo,
            ColoursWay::SequenceTwo => Colours::SequenceTwo,
            ColoursWay::FirstKind(name) => Colours::FirstKind(r.kind("colours.kind", name)),
        };
        let (mut deal_region, mut deal_except, mut layout_region) = (None, 0, None);
        match &spec.setup.deal {
            DealSpec::Pool { region } => deal_region = Some(r.region("setup.region", region)[0]),
            DealSpec::OwnHome { except } => deal_except = r.kinds("setup.except", except),
            DealSpec::Layout => {
                let region = spec
                    .setup
                    .layout
                    .as_ref()
                    .map_or("all", |l| l.region.as_str());
                layout_region = Some(r.region("setup.layout.region", region));
            }
            DealSpec::None => {}
        }
        let castling_sites = castling.as_ref().map_or(SiteSet::EMPTY, |c: &Castling<W>| {
            Side::BOTH
                .iter()
                .flat_map(|s| c.ways[s.index()].iter().flat_map(|w| [w.royal, w.corner]))
                .collect()
        });
        let movable = movers[0]
            .iter()
            .enumerate()
            .filter(|(_, m)| !m.is_empty())
            .fold(0, |bits, (i, _)| bits | 1 << i);
        let ranks = spec.kinds.iter().map(|k| k.rank).collect();
        let plans = [0, 1].map(|side: usize| {
            let kinds = movers[side].iter();
            kinds
                .map(|m| Plan::compile_all(&board, m))
                .collect::<Vec<_>>()
        });
        let arrivals = movers.iter().flatten().flatten().any(|m| m.just_arrived);
        let passing = [0, 1].map(|side: usize| {
            let able = |movers: &Vec<Mover<W>>| movers.iter().any(|m| m.en_passant);
            let kinds = movers[side].iter().enumerate().filter(|(_, m)| able(m));
            kinds.fold(0, |bits, (i, _)| bits | 1 << i)
        });
        let promoting = promotion.as_ref().map_or(0, |p: &PromotionRule<W>| p.kinds);
        let backs = spec.hidden.face == Face::Back;
        let groups = [0, 1].map(|side: usize| {
            groups(
                &board,
                &plans[side],
                movable,
                promoting | passing[side],
                backs,
            )
        });
        let passing_to = [0, 1].map(|side: usize| {
            let kinds = movers[side].iter().map(|m| in_passing(&board, m));
            kinds.collect::<Vec<_>>()
        });
        let passing_from = [0, 1].map(|side: usize| turned(&board, &passing_to[side]));
        let looks_ahead =
            spec.enclosure.is_some() || spec.repetition.as_ref().is_some_and(|r| r.forbidden);
        let may_refuse = may_refuse(&spec);
        // It pays where many actions are flips, each of which is legal.
        let bounded = spec.actions.flip.is_some()
            && royal.is_none()
            && castling.is_none()
            && placed.is_none()
            && hook_kinds == 0
            && promoting == 0
            && passing == [0, 0]
            && !looks_ahead
            && spec.swap.is_none()
            && spec.actions.pass != PassRule::Allowed
            && groups.iter().all(|groups| groups.len() <= MOST_GROUPS)
            && groups.iter().flatten().all(|group| group.most.is_some());
        let only_placed = placed.is_some()
            && movable | hook_kinds == 0
            && spec.actions.flip.is_none()
            && castling.is_none()
            && royal.is_none()
            && !looks_ahead
            && spec.swap.is_none()
            && spec.actions.pass != PassRule::Allowed;
        let home = vec![None; board.len()];
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let values = Values::compile(
            &spec,
            &board,
            &movers,
            &capture,
            promotion.as_ref(),
            &endings,
            royal,
        );
        let mut tables = Self {
            values,
            movers,
            plans,
            groups,
            threats,
            kind_clauses,
            movable,
            colours,
            capture,
            chain,
            promotion,
            castling,
            royal,
            terrain,
            quiet_kinds,
            placed,
            placement,
            flank,
            shot,
            endings,
            hook_kinds,
            castling_sites,
            home,
            ranks,
            bounded,
            only_placed,
            arrivals,
            passing,
            passing_to,
            passing_from,
            looks_ahead,
            may_refuse,
            deal_region,
            layout_region,
            deal_except,
            ids,
            clauses,
            board,
            spec,
        };
        tables.home = crate::deal::home_kinds(&tables).map_err(|error| {
            vec![CompileError {
                key: start_key(&tables.spec, &error),
                message: error.to_string(),
            }]
        })?;
        Ok(tables)
    }

    /// How many kinds there are.
    #[must_use]
    pub fn kind_count(&self) -> usize {
        self.spec.kinds.len()
    }

    /// The kind of a letter (either case).
    #[must_use]
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        let piece = self.spec.piece_of_letter(letter);
        piece
            .or_else(|| self.spec.piece_of_letter(upper))
            .map(|p| p.kind)
    }

    /// The kind of a name.
    #[must_use]
    pub fn kind_of_name(&self, name: &str) -> Option<Kind> {
        self.spec
            .kinds
            .iter()
            .position(|k| k.name == name)
            .map(|i| Kind(i as u8))
    }

    /// The letter of a kind, upper case for the first side.
    #[must_use]
    pub fn letter(&self, side: Side, kind: Kind) -> char {
        let spec = self.spec.kinds.get(kind.index());
        spec.map_or('X', |k| k.letter_of(side))
    }

    /// The word for a side.
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        &self.spec.sides[side.index()].name
    }

    /// The side of a word.
    #[must_use]
    pub fn side_of_name(&self, name: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|s| self.spec.sides[s.index()].name == name)
    }

    /// How many pieces of a kind each side has in the whole set.
    #[must_use]
    pub fn pool(&self, kind: Kind) -> u8 {
        self.spec.kinds.get(kind.index()).map_or(0, |k| k.count)
    }

    /// The kind that a placement without a word for it means.
    #[must_use]
    pub fn placed_in(&self, phase: Phase) -> Option<Kind> {
        match (phase, &self.shot) {
            (Phase::Shoot(_), Some(shot)) => Some(shot.kind),
            (_, Some(shot)) => self.placed.or(Some(shot.kind)),
            (_, None) => self.placed,
        }
    }

    /// The seat that acts first.
    #[must_use]
    pub fn first_seat(&self) -> Seat {
        Seat(0)
    }
}

/// Where a kind captures in passing, by site; empty when it does not.
fn in_passing<const W: usize>(board: &Board<W>, movers: &[Mover<W>]) -> Vec<SiteSet<W>> {
    let mut to = Vec::new();
    for mover in movers.iter().filter(|m| m.en_passant && m.captures) {
        if let Shape::Leap(table) = &mover.shape {
            to.resize(board.len(), SiteSet::EMPTY);
            for from in board.all() {
                to[from.index()] |= table[from.index()];
            }
        }
    }
    to
}

/// From where some kind comes to each site, of tables that tell for each kind where it goes from each site.
fn turned<const W: usize>(board: &Board<W>, kinds: &[Vec<SiteSet<W>>]) -> Vec<SiteSet<W>> {
    let mut from = vec![SiteSet::EMPTY; board.len()];
    for table in kinds {
        for (at, to) in board.all().iter().zip(table) {
            for target in *to {
                from[target.index()].insert(at);
            }
        }
    }
    from
}

/// Whether some action that a view allows may turn out not to be: by what was unknown, or by the script.
fn may_refuse(spec: &Spec) -> bool {
    let hooks = &spec.hooks;
    let refuses =
        |list: &[crate::spec::ClashSpec]| list.iter().any(|c| c.verdict == Verdict::Refuse);
    let scripted = hooks.landed || hooks.placed || hooks.flipped || hooks.acted;
    scripted && !hooks.clauses.is_empty()
        || refuses(&spec.capture.open)
            && (spec.capture.hidden == HiddenTarget::Secret || spec.hidden.face == Face::Home)
        || !spec.capture.guarded.is_empty()
        || spec
            .check
            .as_ref()
            .is_some_and(|c| c.exposed == Exposed::Refused)
}

/// The key of the row of the start that is wrong, rows counted from the top, or of the whole.
fn start_key(spec: &Spec, error: &SetupError) -> String {
    let row = match error {
        SetupError::Files { rank, .. } | SetupError::Hole { rank, .. } => {
            usize::from(spec.board.ranks).checked_sub(*rank)
        }
        SetupError::Token { token, .. } => {
            let mut rows = spec.setup.start.split('/');
            rows.position(|row| row.contains(token.as_str()))
        }
        _ => None,
    };
    row.map_or("setup.start".to_owned(), |row| {
        format!("setup.start[{row}]")
    })
}

fn check_kinds(spec: &Spec, wrong: &mut Vec<CompileError>) {
    let mut fail = |key: String, message: String| wrong.push(CompileError { key, message });
    if spec.kinds.is_empty() {
        fail("kinds".into(), "a variant has at least one kind".into());
    }
    if spec.kinds.len() > MAX_KINDS {
        fail(
            "kinds".into(),
            format!(
                "a variant has at most {MAX_KINDS} kinds, not {}",
                spec.kinds.len()
            ),
        );
    }
    // Where nothing is ever face down, `X` draws no backs and is free for a kind.
    let backs = spec.setup.deal != DealSpec::None;
    for (i, kind) in spec.kinds.iter().enumerate() {
        let key = format!("kinds.{}.letter", kind.name);
        let fits = |letter: char| letter.is_ascii_uppercase() && !(backs && letter == 'X');
        let second = kind.second.is_some_and(|c| !c.is_ascii_alphabetic());
        if second || !fits(kind.letter) || !kind.also.iter().all(|c| fits(*c)) {
            fail(
                key.clone(),
                format!(
                    "`{}` is not a letter from A to Z; X draws backs where pieces are dealt face down",
                    kind.letter
                ),
            );
        }
        for other in &spec.kinds[..i] {
            let letters = |k: &KindSpec| Side::BOTH.map(|s| k.letter_of(s));
            if letters(other).iter().any(|l| letters(kind).contains(l)) {
                fail(
                    key.clone(),
                    format!(
                        "`{}` is already the letter of `{}`",
                        kind.letter, other.name
                    ),
                );
            }
        }
    }
}

/// The clause of each kind: its own, else that of its first way of moving, else that of movement in general.
fn kind_clauses<const W: usize>(
    r: &mut Resolver<'_, W>,
    movers: &[Vec<Vec<Mover<W>>>; 2],
    movement: ClauseId,
) -> Vec<ClauseId> {
    let kinds = r.spec.kinds.iter().zip(&movers[0]);
    kinds
        .map(|(kind, movers)| {
            if kind.clause.is_empty() {
                movers.first().map_or(movement, |m| m.clause)
            } else {
                r.clauses.intern(&kind.clause)
            }
        })
        .collect()
}

fn common_ids<const W: usize>(r: &mut Resolver<'_, W>) -> CommonIds {
    let spec = r.spec;
    // These are found again by their slugs.
    for special in &spec.specials {
        r.clause(&special.clause);
    }
    r.clause(&spec.hidden.reveal_clause);
    r.clause(&spec.hidden.capture_clause);
    let empty = String::new();
    let movement = r.clause(&spec.clauses.movement);
    let mut or_empty = |c: Option<&Clause>| r.clauses.intern(c.unwrap_or(&empty));
    CommonIds {
        turn: or_empty(Some(&spec.clauses.turn)),
        ownership: or_empty(Some(&spec.clauses.ownership)),
        movement,
        flip: or_empty(spec.actions.flip.as_ref()),
        place: or_empty(spec.actions.place.as_ref().map(|(_, c)| c)),
        pass: or_empty(Some(&spec.actions.pass_clause)),
        check: or_empty(spec.check.as_ref().map(|c| &c.clause)),
        enclosure: or_empty(spec.enclosure.as_ref().map(|c| &c.clause)),
        repetition: or_empty(spec.repetition.as_ref().map(|c| &c.clause)),
        chase: or_empty(spec.chase.as_ref().map(|c| &c.clause)),
        quiet: or_empty(spec.quiet.as_ref().map(|c| &c.clause)),
        ply_limit: or_empty(spec.ply_limit.as_ref().map(|c| &c.clause)),
        colours: or_empty(Some(&spec.colours.clause)),
        exposed: or_empty(spec.check.as_ref().map(|c| &c.exposed_clause)),
        resign: or_empty(spec.acts.resign.as_ref()),
        agree: or_empty(spec.acts.agree.as_ref().map(|(_, c)| c)),
        time: or_empty(Some(&spec.acts.time_clause)),
        swap: or_empty(spec.swap.as_ref().map(|s| &s.clause)),
        scoring: or_empty(spec.scoring.as_ref().map(|c| &c.clause)),
    }
}
