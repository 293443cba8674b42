//! The script API as one table: types, hooks and functions with their signatures, from which checks and docs are made.

use std::fmt;

/// A type that scripts handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `true` or `false`.
    Bool,
    /// A whole number of 64 bits; overflow is an error.
    Int,
    /// A word: option values, and the names that a few functions take.
    Word,
    /// A site of the board.
    Site,
    /// A set of sites.
    Set,
    /// A site or a set of sites, as an argument.
    Sites,
    /// A kind.
    Kind,
    /// A side.
    Side,
    /// A side and a kind.
    Piece,
    /// A manner of moving.
    Manner,
    /// A special action.
    Special,
    /// What happens when an attacker meets a defender.
    Verdict,
    /// How the game ends.
    Ending,
    /// What the mover may know of the position.
    View,
    /// The position as all may know it, with effects.
    Pos,
    /// No value: `()`.
    Nothing,
    /// Never returns: the hook ends there.
    Never,
    /// A value of the type, or `()`.
    Maybe(&'static Self),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Word => "word",
            Self::Site => "site",
            Self::Set => "set",
            Self::Sites => "site or set",
            Self::Kind => "kind",
            Self::Side => "side",
            Self::Piece => "piece",
            Self::Manner => "manner",
            Self::Special => "special",
            Self::Verdict => "verdict",
            Self::Ending => "ending",
            Self::View => "view",
            Self::Pos => "pos",
            Self::Nothing => "()",
            Self::Never => "never",
            Self::Maybe(inner) => return write!(f, "{inner} or ()"),
        })
    }
}

/// What kind of question a hook answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Evaluated for every argument when the variant is loaded, and never again.
    Table,
    /// Adds actions; sees only what the mover may know.
    Generator,
    /// Asked after something happened; may change the position.
    Event,
    /// Asked whether the game is over.
    Verdict,
}

/// A parameter: its customary name and its type.
pub type Param = (&'static str, Type);

/// A hook that a script may define.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The function's name.
    pub name: &'static str,
    /// What it is for.
    pub sort: Sort,
    /// Its parameters, all of them.
    pub params: &'static [Param],
    /// How many of the parameters, from the first, must be there.
    pub least: usize,
    /// What it gives back.
    pub result: Type,
    /// When it is asked, in a sentence.
    pub doc: &'static str,
    /// A whole function.
    pub example: &'static str,
}

/// A function that scripts may call.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// What stands before the dot, any of these; empty for a free function.
    pub on: &'static [Type],
    /// The name.
    pub name: &'static str,
    /// Its parameters, without what stands before the dot.
    pub params: &'static [Param],
    /// What it gives back.
    pub result: Type,
    /// What it does, in a line.
    pub doc: &'static str,
    /// How it is written.
    pub example: &'static str,
}

impl Hook {
    /// The hook of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        HOOKS.iter().find(|h| h.name == name)
    }

    /// The signature, such as `capture(attacker, defender)` or `capture(attacker, defender, manner)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let with = |n: usize| {
            let names: Vec<&str> = self.params[..n].iter().map(|p| p.0).collect();
            format!("`{}({})`", self.name, names.join(", "))
        };
        let all: Vec<String> = (self.least..=self.params.len()).map(with).collect();
        all.join(" or ")
    }
}

impl Function {
    /// The signature, such as `pos.put(site, side, kind)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let types: Vec<String> = self.params.iter().map(|p| p.1.to_string()).collect();
        let receiver = match self.on {
            [] => String::new(),
            [one] => format!("{one}."),
            many => {
                let names: Vec<String> = many.iter().map(ToString::to_string).collect();
                format!("{}.", names.join("|"))
            }
        };
        format!("{receiver}{}({})", self.name, types.join(", "))
    }
}

/// Every hook, in the order of the documentation.
pub const HOOKS: &[Hook] = &[
    Hook {
        name: "capture",
        sort: Sort::Table,
        params: &[
            ("attacker", Type::Kind),
            ("defender", Type::Kind),
            ("manner", Type::Manner),
        ],
        least: 2,
        result: Type::Verdict,
        doc: "What happens when a piece attacks one that everybody sees, or in secret one that the mover does not know.",
        example: "/// clause: rank-order\nfn capture(attacker, defender) {\n    if rank(attacker) >= rank(defender) { TAKE } else { REFUSE }\n}",
    },
    Hook {
        name: "dark",
        sort: Sort::Table,
        params: &[
            ("attacker", Type::Kind),
            ("defender", Type::Kind),
            ("manner", Type::Manner),
        ],
        least: 2,
        result: Type::Verdict,
        doc: "What happens when a piece attacked a hidden one, which was revealed by that. Without it, `capture` decides.",
        example: "/// clause: dark-lower\nfn dark(attacker, defender) {\n    if capture(attacker, defender) == TAKE { TAKE } else { LOST }\n}",
    },
    Hook {
        name: "moves",
        sort: Sort::Generator,
        params: &[("view", Type::View), ("at", Type::Site)],
        least: 2,
        result: Type::Nothing,
        doc: "Adds actions of the mover's piece at a site; asked for pieces that move as one of the kinds in `[hooks] moves`.",
        example: "/// clause: sapper\nfn moves(view, at) {\n    let front = view.ahead(at);\n    if front != () { view.special(SAPPER, at, front); }\n}",
    },
    Hook {
        name: "landed",
        sort: Sort::Event,
        params: &[("pos", Type::Pos), ("at", Type::Site)],
        least: 2,
        result: Type::Nothing,
        doc: "A piece came to rest at a site by a move.",
        example: "/// clause: landing-lifts-fog\nfn landed(pos, at) {\n    pos.reveal((pos.around(at) + at) & region(\"fog\"));\n}",
    },
    Hook {
        name: "placed",
        sort: Sort::Event,
        params: &[("pos", Type::Pos), ("at", Type::Site)],
        least: 2,
        result: Type::Nothing,
        doc: "A piece was placed at a site.",
        example: "/// clause: no-liberties-no-stone\nfn placed(pos, at) {\n    for n in pos.adjacent(at) {\n        if pos.owner(n) == pos.opponent() && pos.liberties(n) == 0 { pos.capture(pos.group(n)); }\n    }\n}",
    },
    Hook {
        name: "flipped",
        sort: Sort::Event,
        params: &[("pos", Type::Pos), ("at", Type::Site)],
        least: 2,
        result: Type::Nothing,
        doc: "The piece at a site was turned up.",
        example: "fn flipped(pos, at) {\n    if pos.kind(at) == BOMB { pos.remove(pos.adjacent(at) + at); }\n}",
    },
    Hook {
        name: "acted",
        sort: Sort::Event,
        params: &[
            ("pos", Type::Pos),
            ("action", Type::Special),
            ("from", Type::Site),
            ("to", Type::Site),
        ],
        least: 4,
        result: Type::Nothing,
        doc: "A special action was made by the piece at `from` upon `to`.",
        example: "/// clause: sapper\nfn acted(pos, action, from, to) {\n    if action == SAPPER { pos.defuse(to); }\n}",
    },
    Hook {
        name: "ended",
        sort: Sort::Verdict,
        params: &[("pos", Type::Pos)],
        least: 1,
        result: Type::Maybe(&Type::Ending),
        doc: "Asked after each turn whether the game is over.",
        example: "/// clause: five-captures\nfn ended(pos) {\n    if pos.captures(RED) >= 5 { win(RED, \"five-captures\") }\n}",
    },
];

const VIEW: &[Type] = &[Type::View];
const POS: &[Type] = &[Type::Pos];
const BOTH: &[Type] = &[Type::View, Type::Pos];
const SET: &[Type] = &[Type::Set];
const AT: &[Param] = &[("at", Type::Site)];
const SITES: &[Param] = &[("sites", Type::Sites)];

const MAYBE_SITE: Type = Type::Maybe(&Type::Site);
const MAYBE_SIDE: Type = Type::Maybe(&Type::Side);
const MAYBE_KIND: Type = Type::Maybe(&Type::Kind);
const MAYBE_PIECE: Type = Type::Maybe(&Type::Piece);

macro_rules! functions {
    ($($on:expr, $name:literal, $params:expr => $result:expr, $example:literal, $doc:literal;)*) => {
        &[$(Function { on: $on, name: $name, params: $params, result: $result, doc: $doc, example: $example },)*]
    };
}

/// Every function, in the order of the documentation.
pub const FUNCTIONS: &[Function] = functions! {
    // Words of the rules.
    &[], "rank", &[("kind", Type::Kind)] => Type::Int, "rank(SOLDIER)", "The rank that the variant's data gives a kind.";
    &[], "name", &[("kind", Type::Kind)] => Type::Word, "name(SOLDIER)", "The name of a kind, as data and options write it: `name(kind) in OPTION.royal`.";
    &[], "refuse", &[("clause", Type::Word)] => Type::Never, "refuse(\"no-suicide\")", "Refuses the action under a clause and ends the hook; in a table hook the entry is `REFUSE` with that clause.";
    &[], "win", &[("side", Type::Side), ("clause", Type::Word)] => Type::Ending, "win(RED, \"five-captures\")", "The game is over and a side has won.";
    &[], "draw", &[("clause", Type::Word)] => Type::Ending, "draw(\"bare-kings\")", "The game is over and drawn.";
    &[Type::Verdict], "because", &[("clause", Type::Word)] => Type::Verdict, "BOTH.because(\"equal-falls\")", "The verdict with the clause that it rests on.";
    &[], "abs", &[("n", Type::Int)] => Type::Int, "abs(a - b)", "A number without its sign.";
    &[], "min", &[("a", Type::Int), ("b", Type::Int)] => Type::Int, "min(a, b)", "The lesser of two numbers.";
    &[], "max", &[("a", Type::Int), ("b", Type::Int)] => Type::Int, "max(a, b)", "The greater of two numbers.";
    // The board. None of these exist in table hooks.
    &[], "site", &[("name", Type::Word)] => Type::Site, "site(\"e1\")", "The site of a name.";
    &[], "region", &[("name", Type::Word)] => Type::Set, "region(\"fog\")", "The sites of a region, for whichever side.";
    &[], "region", &[("name", Type::Word), ("side", Type::Side)] => Type::Set, "region(\"camp\", RED)", "The sites of a region as it is for a side.";
    &[], "nowhere", &[] => Type::Set, "nowhere()", "The empty set.";
    &[], "file_of", AT => Type::Int, "file_of(at)", "The number of a site's file, from 1.";
    &[], "rank_of", AT => Type::Int, "rank_of(at)", "The number of a site's rank, from 1.";
    // Sets.
    SET, "len", &[] => Type::Int, "set.len()", "How many sites there are.";
    SET, "is_empty", &[] => Type::Bool, "set.is_empty()", "Whether there is none.";
    SET, "contains", AT => Type::Bool, "set.contains(at)", "Whether a site is among them; also written `at in set`.";
    SET, "first", &[] => MAYBE_SITE, "set.first()", "The first site in board order.";
    // Reading: of a view what the mover may know, of a position what all may know.
    BOTH, "side", &[] => MAYBE_SIDE, "view.side()", "The mover's side; `()` while sides are undecided.";
    BOTH, "mover", &[] => MAYBE_SIDE, "pos.mover()", "The same as `side`.";
    BOTH, "opponent", &[] => MAYBE_SIDE, "pos.opponent()", "The other side; `()` while sides are undecided.";
    BOTH, "owner", AT => MAYBE_SIDE, "pos.owner(at)", "The side of the piece at a site, where it shows.";
    BOTH, "kind", AT => MAYBE_KIND, "view.kind(at)", "The kind that the piece at a site moves as: its own where known, else its face.";
    BOTH, "piece", AT => MAYBE_PIECE, "pos.piece(at)", "The piece at a site, where side and kind are known; it has `.side` and `.kind`.";
    BOTH, "face", AT => MAYBE_KIND, "view.face(at)", "The kind that the piece at a site looks like to everybody.";
    BOTH, "is_empty", AT => Type::Bool, "view.is_empty(at)", "Whether nothing stands at a site.";
    BOTH, "is_hidden", AT => Type::Bool, "view.is_hidden(at)", "Whether a hidden piece stands at a site.";
    BOTH, "moved", AT => Type::Bool, "view.moved(corner)", "Whether a castling site has been left or entered since the start; `true` for other sites.";
    BOTH, "own", &[] => Type::Set, "view.own()", "The sites of pieces that show the mover's side.";
    BOTH, "enemy", &[] => Type::Set, "view.enemy()", "The sites of pieces that show the other side.";
    BOTH, "empty", &[] => Type::Set, "view.empty()", "The sites where nothing stands.";
    BOTH, "hidden", &[] => Type::Set, "pos.hidden()", "The sites of hidden pieces.";
    BOTH, "pieces", &[("side", Type::Side)] => Type::Set, "pos.pieces(RED)", "The sites of pieces that show a side.";
    BOTH, "pieces", &[("side", Type::Side), ("kind", Type::Kind)] => Type::Set, "pos.pieces(RED, FLAG)", "The sites of pieces that show a side and look like a kind.";
    BOTH, "adjacent", AT => Type::Set, "pos.adjacent(at)", "The sites joined to a site: orthogonal neighbours, or the ends of its edges.";
    BOTH, "around", AT => Type::Set, "pos.around(at)", "The ring of sites round a site, diagonals included.";
    BOTH, "ahead", AT => MAYBE_SITE, "view.ahead(at)", "The site before the piece at a site, in the direction of its side.";
    BOTH, "step", &[("at", Type::Site), ("files", Type::Int), ("ranks", Type::Int)] => MAYBE_SITE, "view.step(at, 1, 0)", "The site so many files and ranks away.";
    BOTH, "between", &[("a", Type::Site), ("b", Type::Site)] => Type::Set, "view.between(a, b)", "The sites strictly between two sites of one rank, file or diagonal.";
    BOTH, "group", AT => Type::Set, "pos.group(at)", "The joined pieces of one side with the piece at a site.";
    BOTH, "liberties", AT => Type::Int, "pos.liberties(at)", "How many empty sites the group of the piece at a site touches.";
    BOTH, "liberty_sites", AT => Type::Set, "pos.liberty_sites(at)", "The empty sites that the group of the piece at a site touches.";
    BOTH, "fogged", AT => Type::Bool, "view.fogged(at)", "Whether a site is under fog.";
    BOTH, "hazard_seen", AT => Type::Bool, "view.hazard_seen(at)", "Whether everybody sees a hazard at a site.";
    BOTH, "number", AT => Type::Int, "view.number(at)", "The number of neighbouring hazards shown at a site; 0 under fog.";
    BOTH, "hazards_left", &[] => Type::Int, "view.hazards_left()", "How many hazards are left on the board.";
    BOTH, "all_found", &[] => Type::Bool, "view.all_found()", "Whether every hazard is seen or gone.";
    BOTH, "attacked", AT => Type::Bool, "view.attacked(at)", "Whether the opponent attacks a site, as everybody sees its pieces.";
    BOTH, "attacked_through", &[("at", Type::Site), ("lifted", Type::Site)] => Type::Bool, "view.attacked_through(at, king)", "The same, with the piece at `lifted` taken off first.";
    BOTH, "in_check", &[] => Type::Bool, "view.in_check()", "Whether the mover's royal piece is attacked.";
    BOTH, "last_to", &[("side", Type::Side)] => MAYBE_SITE, "view.last_to(RED)", "Where the last action of a side ended.";
    BOTH, "captures", &[("side", Type::Side)] => Type::Int, "pos.captures(RED)", "How many pieces a side has taken.";
    BOTH, "quiet", &[] => Type::Int, "pos.quiet()", "Turns without progress.";
    BOTH, "turns", &[] => Type::Int, "pos.turns()", "Completed turns.";
    BOTH, "variable", &[("name", Type::Word)] => Type::Int, "pos.variable(\"bombs\")", "A number that the script keeps in the position, from `[variables]`.";
    // Castling.
    VIEW, "corners", &[("king", Type::Site)] => Type::Set, "view.corners(king)", "The corner sites of the mover's castlings whose royal piece stands unmoved at a site.";
    VIEW, "royal_path", &[("king", Type::Site), ("corner", Type::Site)] => Type::Set, "view.royal_path(king, corner)", "The sites that the royal piece crosses and the one where it ends.";
    VIEW, "corner_path", &[("king", Type::Site), ("corner", Type::Site)] => Type::Set, "view.corner_path(king, corner)", "The sites that the corner piece crosses and the one where it ends.";
    // Adding actions.
    VIEW, "move_to", &[("from", Type::Site), ("to", Type::Site)] => Type::Nothing, "view.move_to(at, to)", "Adds a move of the piece asked about, in the ordinary manner.";
    VIEW, "move_to", &[("from", Type::Site), ("to", Type::Site), ("manner", Type::Manner)] => Type::Nothing, "view.move_to(at, to, JUMP)", "Adds a move in a manner.";
    VIEW, "castle", &[("king", Type::Site), ("corner", Type::Site)] => Type::Nothing, "view.castle(king, corner)", "Adds a castling of `[castling]`, by royal and corner site.";
    VIEW, "special", &[("action", Type::Special), ("from", Type::Site), ("to", Type::Site)] => Type::Nothing, "view.special(SAPPER, at, front)", "Adds a special action of the piece asked about.";
    // Effects.
    POS, "capture", SITES => Type::Nothing, "pos.capture(pos.group(n))", "Captures pieces for the mover: they count, and are lost to their sides.";
    POS, "remove", SITES => Type::Nothing, "pos.remove(at)", "Removes pieces without counting them as captured.";
    POS, "reveal", SITES => Type::Nothing, "pos.reveal(pos.around(at))", "Lifts fog from sites and shows hidden pieces there, to everybody.";
    POS, "defuse", SITES => Type::Nothing, "pos.defuse(to)", "Removes hazards for good; everybody learns how many are left.";
    POS, "put", &[("at", Type::Site), ("side", Type::Side), ("kind", Type::Kind)] => Type::Nothing, "pos.put(at, RED, SOLDIER)", "Puts a visible piece on an empty site.";
    POS, "set_variable", &[("name", Type::Word), ("value", Type::Int)] => Type::Nothing, "pos.set_variable(\"bombs\", 2)", "Sets a number that the script keeps in the position.";
    POS, "truth", AT => MAYBE_PIECE, "pos.truth(at)", "The piece at a site, hidden or not: a declared reading of truth, which `check` lists. `()` where an action is only tried out by one who does not know.";
};
