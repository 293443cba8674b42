//! A variant as plain data: what a loader hands over to be compiled into rules.
//!
//! Names are kept as written; [`crate::tables::Tables::compile`] resolves and checks them. Every mechanism has one
//! struct here, one file in `rules/`, and one table of the same name in a variant's TOML.

use std::collections::BTreeMap;

use crate::piece::{Kind, Piece, Side};

use crate::clock::ClockSpec;

/// A clause slug; empty when the variant gives none.
pub type Clause = String;

/// The whole variant.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The variant's id.
    pub id: String,
    /// Titles by language code.
    pub title: BTreeMap<String, String>,
    /// The board.
    pub board: BoardSpec,
    /// The two sides, first mover's first when sides are fixed.
    pub sides: [SideSpec; 2],
    /// How sides come to belong to seats.
    pub colours: ColoursSpec,
    /// The kinds, in the order that scripts number them.
    pub kinds: Vec<KindSpec>,
    /// Names of manners of moving, at most 4; manner 0 is the ordinary one.
    pub manners: Vec<String>,
    /// Names of the special actions that generator hooks may add.
    pub specials: Vec<SpecialSpec>,
    /// The arrangement at the start and the deal.
    pub setup: SetupSpec,
    /// What is hidden and how it comes to be known.
    pub hidden: HiddenSpec,
    /// Which basic actions exist.
    pub actions: ActionsSpec,
    /// What happens when pieces meet.
    pub capture: CaptureSpec,
    /// Turns of several captures.
    pub chain: Option<ChainSpec>,
    /// What pieces become at the far end.
    pub promotion: Option<PromotionSpec>,
    /// Castling.
    pub castling: Option<CastlingSpec>,
    /// Royal pieces and check.
    pub check: Option<CheckSpec>,
    /// Hazards and fog.
    pub terrain: Option<TerrainSpec>,
    /// Groups and liberties.
    pub enclosure: Option<EnclosureSpec>,
    /// Placements that turn over what they flank.
    pub flank: Option<FlankSpec>,
    /// Turns of a move and a shot.
    pub shot: Option<ShotSpec>,
    /// Repeated positions.
    pub repetition: Option<RepetitionSpec>,
    /// Turns without progress.
    pub quiet: Option<QuietSpec>,
    /// The longest a game may be, in plies.
    pub ply_limit: Option<PlyLimitSpec>,
    /// Chasing one piece again and again.
    pub chase: Option<ChaseSpec>,
    /// Counting points.
    pub scoring: Option<ScoringSpec>,
    /// How games end, in the order they are judged.
    pub endings: Vec<EndingSpec>,
    /// Swapping sides at the start.
    pub swap: Option<SwapSpec>,
    /// Agreement, resignation and time.
    pub acts: ActsSpec,
    /// Clause slugs of the general refusals.
    pub clauses: CommonClauses,
    /// Which hooks the script defines, with the kinds they are for.
    pub hooks: HooksSpec,
    /// Names of the numbers that a script keeps in the position, with their starting values; at most 8.
    pub variables: Vec<(String, i32)>,
}

impl Spec {
    /// The piece that a letter draws: a kind's own letter for a side, else one that is read as it too.
    #[must_use]
    pub fn piece_of_letter(&self, letter: char) -> Option<Piece> {
        let own = |k: &KindSpec| {
            Side::BOTH
                .into_iter()
                .find(|side| k.letter_of(*side) == letter)
        };
        let also = |k: &KindSpec| {
            let is = k.also.contains(&letter.to_ascii_uppercase());
            is.then(|| Side(u8::from(letter.is_ascii_lowercase())))
        };
        let find = |test: &dyn Fn(&KindSpec) -> Option<Side>| {
            let found = |(i, k)| test(k).map(|side| (i, side));
            self.kinds.iter().enumerate().find_map(found)
        };
        let (kind, side) = find(&own).or_else(|| find(&also))?;
        let kind = Kind(kind as u8);
        Some(Piece { side, kind })
    }
}

/// The sites and how they are joined.
#[derive(Clone, Debug, Default)]
pub struct BoardSpec {
    /// Files, from `a`.
    pub files: u8,
    /// Ranks, from 1.
    pub ranks: u8,
    /// `true` when edges are listed; `false` for a rectangle with the neighbours below.
    pub graph: bool,
    /// Which sites of a rectangle are neighbours.
    pub neighbours: Neighbours,
    /// Sites of the rectangle that do not exist.
    pub holes: Vec<String>,
    /// Edge classes of a graph, in order: an edge belongs to the first class that names it.
    pub edges: Vec<(String, Vec<String>)>,
    /// Named regions: site lists for the first side, and for the second when different.
    pub regions: BTreeMap<String, RegionSpec>,
    /// Whether pieces stand on intersections rather than in squares (drawing only).
    pub intersections: bool,
    /// Whether file letters skip `i`, as in Go.
    pub skip_i: bool,
}

/// Which sites of a rectangle are joined to which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Neighbours {
    /// Those beside, above and below.
    #[default]
    Orthogonal,
    /// These, and along one diagonal: up to the left and down to the right, as hexagons in slanting rows meet.
    Hexagonal,
}

/// Sites of a region, as ranges such as `a1-h2`, `d4`, or `rank 1`, `last file`.
#[derive(Clone, Debug, Default)]
pub struct RegionSpec {
    /// For the first side, or both.
    pub first: Vec<String>,
    /// For the second side; `None` when it is the same; mirrored ranks when `mirror`.
    pub second: Option<Vec<String>>,
    /// The second side's region is the first's with ranks counted from the other end.
    pub mirror: bool,
}

/// One side.
#[derive(Clone, Debug, Default)]
pub struct SideSpec {
    /// The word used in actions and cases, such as `red`.
    pub name: String,
    /// Display names by language code.
    pub title: BTreeMap<String, String>,
    /// Whether its pieces go down the board (towards rank 1).
    pub down: bool,
}

/// How sides come to belong to seats.
#[derive(Clone, Debug, Default)]
pub struct ColoursSpec {
    /// The way.
    pub way: ColoursWay,
    /// Its clause.
    pub clause: Clause,
}

/// The ways in which sides come to belong to seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ColoursWay {
    /// Seat 0 has the first side.
    #[default]
    Fixed,
    /// The first piece turned up gives its colour to the seat that turned it.
    FirstFlip,
    /// A seat that turns up one colour twice running, by its own flips, has that colour.
    OwnTwo,
    /// A seat whose flip shows the colour of the flip just before it, by anyone, has that colour.
    SequenceTwo,
    /// The first piece of this kind turned up gives its colour to the seat that turned it.
    FirstKind(String),
}

/// One kind of piece.
#[derive(Clone, Debug, Default)]
pub struct KindSpec {
    /// The word used in scripts (upper-cased) and cases.
    pub name: String,
    /// The letter, upper case; the second side's is the lower case one unless `second` says otherwise.
    pub letter: char,
    /// The second side's letter, where it is not the lower case one.
    pub second: Option<char>,
    /// Letters that are read as it too, upper case, such as those of other notations; never written.
    pub also: Vec<char>,
    /// Display names by language code, for each side.
    pub native: [BTreeMap<String, String>; 2],
    /// The glyph of each side, such as `♔`.
    pub glyph: [String; 2],
    /// How many of it each side has in the pool.
    pub count: u8,
    /// Its rank or value, for scripts, scoring and greedy play.
    pub rank: i32,
    /// How it moves.
    pub moves: Vec<MoveSpec>,
    /// The clause that its movement refusals cite.
    pub clause: Clause,
}

impl KindSpec {
    /// Its letter for a side.
    #[must_use]
    pub fn letter_of(&self, side: Side) -> char {
        if side.0 == 0 {
            self.letter
        } else {
            self.second
                .unwrap_or_else(|| self.letter.to_ascii_lowercase())
        }
    }
}

/// One way of moving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSpec {
    /// Betza notation, or empty when `walk` is given.
    pub betza: String,
    /// A walk along edges of a class.
    pub walk: Option<WalkSpec>,
    /// The manner, by name; empty for the ordinary one.
    pub manner: String,
    /// Only from sites of this region.
    pub from: Option<String>,
    /// Only onto sites of this region.
    pub to: Option<String>,
    /// Captures only these kinds.
    pub victims: Vec<String>,
    /// For `i` atoms: the region a piece must stand in.
    pub initial: Option<String>,
    /// Refused onto an adjacent site.
    pub not_adjacent: bool,
    /// For `i` atoms: only when the piece arrived there with its seat's last turn, or is hidden and shown by moving,
    /// so that it has not moved yet.
    pub just_arrived: bool,
    /// Its clause, when it differs from the kind's.
    pub clause: Clause,
}

/// A walk along edges: over empty sites, any number of steps up to the limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkSpec {
    /// The edge class; empty for any.
    pub class: String,
    /// Keeps one direction.
    pub straight: bool,
    /// The most steps; 0 without limit.
    pub limit: u8,
}

/// A variant's own action.
#[derive(Clone, Debug, Default)]
pub struct SpecialSpec {
    /// The word, such as `sapper`.
    pub name: String,
    /// Whether notation gives the site acted upon rather than the piece's own.
    pub clause: Clause,
    /// Whether it may be done while in check.
    pub in_check: bool,
    /// Whether it counts as progress for the quiet limit.
    pub progress: bool,
}

/// The arrangement at the start.
#[derive(Clone, Debug, Default)]
pub struct SetupSpec {
    /// Board rows as in a position text, top rank first, joined by `/`; empty for an empty board.
    pub start: String,
    /// How pieces are dealt.
    pub deal: DealSpec,
    /// Which seat acts first.
    pub first: FirstSeat,
    /// Per seat limits on secret layouts.
    pub layout: Option<LayoutSpec>,
}

/// Which seat acts first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstSeat {
    /// Seat 0.
    #[default]
    Zero,
    /// Either, drawn with the deal.
    Drawn,
}

/// How the truth of the start comes about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DealSpec {
    /// The start is as written.
    #[default]
    None,
    /// All pieces of the pool, shuffled over a region, face down.
    Pool {
        /// The region; sites beyond the pool's number stay empty, at random.
        region: String,
    },
    /// Each side's pieces but the exempt kinds, shuffled over the sites they start on, face down.
    OwnHome {
        /// The kinds that stay as they are and face up.
        except: Vec<String>,
    },
    /// Each seat lays out its own pool in secret.
    Layout,
}

/// What a secret layout must obey.
#[derive(Clone, Debug, Default)]
pub struct LayoutSpec {
    /// The region of own sites to fill.
    pub region: String,
    /// The clause of filling it with the whole set.
    pub clause: Clause,
    /// Kinds that may only stand in a region: kind, region, clause.
    pub only: Vec<(String, String, Clause)>,
    /// Kinds that may not stand in a region: kind, region, clause.
    pub never: Vec<(String, String, Clause)>,
    /// Named layouts for the first side: name to lists of `site=LETTER`; other sites are filled at random, legally.
    pub named: Vec<NamedLayout>,
}

/// A layout that fixes some pieces.
#[derive(Clone, Debug, Default)]
pub struct NamedLayout {
    /// The name.
    pub name: String,
    /// Fixed pieces as `site=LETTER`, for a side that moves up.
    pub pieces: Vec<String>,
    /// Its clause.
    pub clause: Clause,
}

/// What is hidden and how it comes to be known.
#[derive(Clone, Debug, Default)]
pub struct HiddenSpec {
    /// How a hidden piece looks.
    pub face: Face,
    /// Whether the owner knows its own hidden pieces.
    pub owner_knows: bool,
    /// Whether a hidden piece is revealed to all when it first moves.
    pub reveal_on_move: bool,
    /// Who learns the identity of a captured hidden piece.
    pub capture_tells: Tells,
    /// Whether the truth is shown to all when the game ends.
    pub reveal_at_end: bool,
    /// The clause of revealing.
    pub reveal_clause: Clause,
    /// The clause of what a capture tells.
    pub capture_clause: Clause,
}

/// How a hidden piece looks to those who do not know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Neither side nor kind.
    #[default]
    Blank,
    /// The side only.
    Back,
    /// The side, and the kind that starts on its home site; it moves as that kind.
    Home,
}

/// Who learns the identity of a captured hidden piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tells {
    /// Everybody.
    #[default]
    All,
    /// The capturing seat.
    Capturer,
    /// The seat that owned it.
    Owner,
    /// Nobody.
    None,
}

/// Which basic actions exist beside moves.
#[derive(Clone, Debug, Default)]
pub struct ActionsSpec {
    /// Face-down pieces may be turned up; its clause.
    pub flip: Option<Clause>,
    /// A kind that is placed on empty sites, and the clause.
    pub place: Option<(String, Clause)>,
    /// On which empty sites.
    pub place_on: PlaceOn,
    /// The clause of that; empty when it is the clause of placing.
    pub place_on_clause: Clause,
    /// Passing.
    pub pass: PassRule,
    /// The clause of passing.
    pub pass_clause: Clause,
}

/// On which empty sites a kind is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaceOn {
    /// On any.
    #[default]
    Empty,
    /// On those of the first rank, and right above an occupied site.
    Supported,
}

/// When a seat may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassRule {
    /// Never.
    #[default]
    Forbidden,
    /// Always.
    Allowed,
    /// Only without any other action.
    Forced,
}

/// What happens when pieces meet.
#[derive(Clone, Debug, Default)]
pub struct CaptureSpec {
    /// What an attack on a piece the mover does not know does.
    pub hidden: HiddenTarget,
    /// What happens when a revealed target turns out to be the mover's own.
    pub own_revealed: OwnRevealed,
    /// A region where pieces cannot be attacked, and the clause.
    pub safe: Option<(String, Clause)>,
    /// A region that pieces cannot leave, and the clause.
    pub locked: Option<(String, Clause)>,
    /// After a secret clash, the survivor is revealed to all.
    pub reveal_winner: bool,
    /// When a piece of the first kind is lost, its side's pieces of the second kind are revealed to all.
    pub lost_reveals: Vec<(String, String, Clause)>,
    /// Kinds that can be attacked only when the named kinds of the same side are all gone: target, guards, clause.
    pub guarded: Vec<(String, String, Clause)>,
    /// The clause of captures in general.
    pub clause: Clause,
    /// The clause of attacks on hidden pieces.
    pub hidden_clause: Clause,
    /// Which manners may attack hidden targets; empty for all.
    pub hidden_manners: Vec<String>,
    /// The table of open captures, by manner, attacker, defender; empty when everything takes everything.
    pub open: Vec<ClashSpec>,
    /// The table of captures of revealed targets, likewise; empty when it is the open one.
    pub dark: Vec<ClashSpec>,
}

/// An entry of a capture table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClashSpec {
    /// What happens.
    pub verdict: Verdict,
    /// The clause, when the entry gives one.
    pub clause: Clause,
}

/// What happens when an attacker meets a defender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The defender is removed and the attacker takes its site.
    #[default]
    Take,
    /// Both are removed.
    Both,
    /// The attacker is removed.
    Lost,
    /// Both stay; the turn is over.
    Stay,
    /// It is not allowed.
    Refuse,
}

impl Verdict {
    /// Every verdict with its word, as scripts write it.
    pub const WORDS: [(&'static str, Self); 5] = [
        ("TAKE", Self::Take),
        ("BOTH", Self::Both),
        ("LOST", Self::Lost),
        ("STAY", Self::Stay),
        ("REFUSE", Self::Refuse),
    ];
}

/// What an attack on a piece that the mover does not know does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HiddenTarget {
    /// It is not allowed.
    #[default]
    Refuse,
    /// The target is captured whatever it is.
    Take,
    /// The target is revealed to all, then the `dark` table decides.
    Reveal,
    /// The `capture` table decides in secret; only the outcome is told.
    Secret,
}

/// What happens when a revealed target turns out to be the mover's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnRevealed {
    /// Both stay; the turn is over.
    #[default]
    Stay,
    /// It is captured all the same.
    Taken,
}

/// Turns of several captures by one piece.
#[derive(Clone, Debug, Default)]
pub struct ChainSpec {
    /// Whether only an open capture starts a chain (a dark one continues it all the same).
    pub start_open_only: bool,
    /// Whether hidden targets may be links.
    pub hidden_links: bool,
    /// Whether open targets may be links.
    pub open_links: bool,
    /// Manners that may not be links.
    pub not_manners: Vec<String>,
    /// Whether the player may stop.
    pub may_stop: bool,
    /// Its clause.
    pub clause: Clause,
}

/// What pieces become.
#[derive(Clone, Debug, Default)]
pub struct PromotionSpec {
    /// The kinds that promote.
    pub kinds: Vec<String>,
    /// Where, for each side.
    pub region: String,
    /// Into which kinds; one is automatic.
    pub into: Vec<String>,
    /// Its clause.
    pub clause: Clause,
}

/// Castling: a royal piece and a corner piece move together.
#[derive(Clone, Debug, Default)]
pub struct CastlingSpec {
    /// The kind the corner piece must look like.
    pub with: String,
    /// For the first side: royal site, corner site, royal target, corner target, letter (`K`, `Q`).
    pub ways: Vec<CastlingWay>,
    /// Whether a script's `moves` hook offers castling, instead of the ordinary rule.
    pub scripted: bool,
    /// Its clause.
    pub clause: Clause,
}

/// One castling, for the first side; the second side's is on its mirrored rank.
#[derive(Clone, Debug, Default)]
pub struct CastlingWay {
    /// The letter in position texts, upper case.
    pub letter: char,
    /// Where the royal piece starts.
    pub royal: String,
    /// Where the corner piece starts.
    pub corner: String,
    /// Where the royal piece goes.
    pub royal_to: String,
    /// Where the corner piece goes.
    pub corner_to: String,
}

/// Royal pieces.
#[derive(Clone, Debug, Default)]
pub struct CheckSpec {
    /// The royal kind.
    pub royal: String,
    /// The clause of leaving the royal piece attacked.
    pub clause: Clause,
    /// What happens when a secret hazard leaves the mover's royal piece attacked.
    pub exposed: Exposed,
    /// The clause of that.
    pub exposed_clause: Clause,
}

/// What happens when a secret hazard leaves the mover's royal piece attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exposed {
    /// The mover loses at once.
    #[default]
    Loses,
    /// The game goes on.
    Stands,
    /// The action is refused, everybody is told, and the mover acts again.
    Refused,
}

/// Hazards and fog.
#[derive(Clone, Debug, Default)]
pub struct TerrainSpec {
    /// The region fogged at the start, within which hazards lie.
    pub zone: String,
    /// How many hazards are dealt.
    pub hazards: u8,
    /// Kinds that are not destroyed by one (they remove it all the same).
    pub immune: Vec<String>,
    /// What happens when every hazard is seen or gone.
    pub all_found: AllFound,
    /// The clause of landing on one.
    pub clause: Clause,
    /// The clause of fog and numbers.
    pub fog_clause: Clause,
    /// The clause of all fog lifting.
    pub found_clause: Clause,
}

/// What happens when every hazard is seen or gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllFound {
    /// All fog lifts; hazards stay, visible and active.
    #[default]
    VisibleActive,
    /// All fog lifts and hazards vanish.
    Dissolve,
}

/// Groups and liberties.
#[derive(Clone, Debug, Default)]
pub struct EnclosureSpec {
    /// Whether a placement that leaves its own group without liberties is refused.
    pub suicide_forbidden: bool,
    /// Its clause.
    pub clause: Clause,
}

/// Placements that turn over what they flank: enemy pieces in a row between the placed one and another of its side.
#[derive(Clone, Debug, Default)]
pub struct FlankSpec {
    /// The clause of placing only where something is turned over.
    pub clause: Clause,
}

/// Turns of two actions: a piece moves, and then shoots from where it stands.
#[derive(Clone, Debug, Default)]
pub struct ShotSpec {
    /// The kind that is placed where the shot ends.
    pub kind: String,
    /// How far shots reach, in Betza notation; they end on empty sites.
    pub reach: String,
    /// Its clause.
    pub clause: Clause,
}

/// Swapping sides at the start.
#[derive(Clone, Debug, Default)]
pub struct SwapSpec {
    /// After how many actions it is offered, once: at 0 to the seat that begins.
    pub after: u32,
    /// Its clause.
    pub clause: Clause,
}

/// Repeated positions.
#[derive(Clone, Debug, Default)]
pub struct RepetitionSpec {
    /// What counts as the same position.
    pub key: RepetitionKey,
    /// A repetition is refused as an action (superko).
    pub forbidden: bool,
    /// Only the position before the opponent's last action is forbidden (simple ko).
    pub only_last: bool,
    /// At this many occurrences a seat may claim a draw.
    pub claim: Option<u8>,
    /// At this many occurrences the game is drawn.
    pub automatic: Option<u8>,
    /// Its clause.
    pub clause: Clause,
}

/// What counts as the same position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionKey {
    /// Everything public that bears on play, with the side to move.
    #[default]
    Full,
    /// The occupants alone.
    Placement,
    /// The occupants and the side to move.
    PlacementAndTurn,
}

/// Turns without progress.
#[derive(Clone, Debug, Default)]
pub struct QuietSpec {
    /// At this many turns the game is drawn (or scored).
    pub limit: Option<u32>,
    /// From this many turns a seat may claim a draw.
    pub claim: Option<u32>,
    /// Turns count though progress came between.
    pub cumulative: bool,
    /// Kinds whose moves are progress.
    pub kinds: Vec<String>,
    /// Whether a reveal is progress.
    pub reveal: bool,
    /// Its clause.
    pub clause: Clause,
}

/// The longest a game may be.
#[derive(Clone, Debug, Default)]
pub struct PlyLimitSpec {
    /// In plies.
    pub limit: u32,
    /// Its clause.
    pub clause: Clause,
}

/// Chasing one piece again and again.
#[derive(Clone, Debug, Default)]
pub struct ChaseSpec {
    /// The chase of this number is refused.
    pub limit: u8,
    /// A change of the chasing piece starts again at 1.
    pub same_chaser: bool,
    /// Its clause.
    pub clause: Clause,
}

/// Counting points.
#[derive(Clone, Debug, Default)]
pub struct ScoringSpec {
    /// What is counted.
    pub way: ScoringWay,
    /// Points for the second side in addition, in half points.
    pub komi_halves: i32,
    /// Its clause.
    pub clause: Clause,
}

/// What is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ScoringWay {
    /// Pieces taken by each side.
    #[default]
    Captures,
    /// Own pieces and enclosed empty sites.
    Area,
    /// The values of the pieces left, by kind name.
    Material(Vec<(String, i32)>),
}

/// One way for a game to end, judged after each turn in the order of the list.
#[derive(Clone, Debug)]
pub struct EndingSpec {
    /// Its name within the variant.
    pub name: String,
    /// When.
    pub when: EndWhen,
    /// What then.
    pub then: EndThen,
    /// The clause that the outcome cites.
    pub clause: Clause,
}

/// When a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndWhen {
    /// A side has no piece left, hidden ones included.
    Eliminated,
    /// A side has lost a piece of this kind.
    Lost(String),
    /// A side has no piece that could ever move: these kinds cannot, nor any piece in the locked region.
    Immobile(Vec<String>),
    /// The seat to move has no action, and (where there is a royal kind) is in check.
    Checkmate,
    /// The seat to move has no action and is not in check.
    NoAction,
    /// A side has captured at least this many pieces.
    Captured(u32),
    /// This many passes running.
    Passes(u8),
    /// The quiet limit is reached.
    Quiet,
    /// The ply limit is reached.
    PlyLimit,
    /// The repetition number is reached.
    Repetition,
    /// No side has material to win: no hidden piece on the board, and beside royals either one of these sets in all...
    DeadMaterial {
        /// The sets, by kind names.
        sets: Vec<Vec<String>>,
        /// ... or any number of these kinds, all on sites of one shade, as a chequered board has two.
        one_shade: Vec<String>,
    },
    /// A side has reached a region with a piece of this kind.
    Reached(String, String),
    /// A side has pieces in a row, along any of the four directions of a grid.
    Line {
        /// How many.
        length: u8,
        /// Exactly so many: in a longer row they do not count.
        exact: bool,
    },
    /// A side's pieces join these two regions from neighbour to neighbour.
    Connected(String, String),
    /// No site is empty.
    Full,
}

/// What then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndThen {
    /// The side or seat concerned loses.
    Loses,
    /// The side or seat concerned wins.
    Wins,
    /// A draw.
    Draw,
    /// The score decides.
    Score,
    /// The seat without an action passes, and the game goes on.
    Pass,
}

/// Agreement, resignation and time.
#[derive(Clone, Debug, Default)]
pub struct ActsSpec {
    /// Resigning; its clause.
    pub resign: Option<Clause>,
    /// An agreed end: draw or score; its clause.
    pub agree: Option<(EndThenAgreed, Clause)>,
    /// The clause of losing on time.
    pub time_clause: Clause,
    /// The clock when nobody chooses another.
    pub clock: Option<ClockSpec>,
}

/// What an agreed end is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndThenAgreed {
    /// A draw.
    #[default]
    Draw,
    /// The score decides.
    Score,
}

/// Clause slugs of the general refusals.
#[derive(Clone, Debug, Default)]
pub struct CommonClauses {
    /// Not this seat's turn, or not in this phase.
    pub turn: Clause,
    /// Not an own piece.
    pub ownership: Clause,
    /// Movement, where a kind gives none.
    pub movement: Clause,
}

/// When a script is asked about a piece of a kind that it is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asked {
    /// Whenever the piece may move.
    #[default]
    Always,
    /// Where it is the royal piece of a castling whose two pieces have not moved, the corner one looking as it must, and
    /// nothing else on their ways.
    CastlingClear,
}

/// Which hooks the script defines.
#[derive(Clone, Debug, Default)]
pub struct HooksSpec {
    /// `moves(view, at)` is asked for pieces of these kinds.
    pub moves: Vec<String>,
    /// When it is asked for them.
    pub moves_while: Asked,
    /// `landed(pos, at)`: after a piece came to rest at a site by a move.
    pub landed: bool,
    /// `placed(pos, at)`: after a piece was placed.
    pub placed: bool,
    /// `flipped(pos, at)`: after a piece was turned up.
    pub flipped: bool,
    /// `acted(pos, id, from, to)`: a special action was made.
    pub acted: bool,
    /// `ended(pos)`: asked after each turn.
    pub ended: bool,
    /// Clauses that the script names when it refuses an action or ends the game.
    pub clauses: Vec<Clause>,
}
