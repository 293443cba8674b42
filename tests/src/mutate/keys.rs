//! Which keys of `variant.toml` bear rules, and what kind of value each has.
//!
//! A test holds this list to the schema, so that a new key must be classified before it passes.

/// What changing a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bears {
    /// No rule, for this reason.
    Nothing(&'static str),
    /// `true` or `false`.
    Flag,
    /// A whole number; or `off`.
    Number,
    /// A number that only scripts ask for, by `rank(kind)`.
    Rank,
    /// One of the words of the schema.
    Word,
    /// One kind, or several.
    Kinds,
    /// A region.
    Region,
    /// One manner, or several.
    Manners,
    /// An edge class, or `any`.
    Class,
    /// The name of an ending.
    Ending,
    /// Sites, as regions list them.
    Sites,
    /// One site.
    Site,
    /// A list whose items stand for themselves: runs of edges, holes, pieces of a layout, sets of kinds.
    Items,
    /// The board at the start.
    Start,
    /// Betza notation.
    Betza,
    /// Ways of moving: notations, and tables.
    Moves,
    /// A time such as `50s`.
    Time,
    /// A table; `true` when it may be taken out as a whole.
    Table(bool),
    /// A table of tables under names, likewise.
    Tables(bool),
    /// A table of regions, each a table or a list of sites.
    Regions,
}

use Bears::{
    Betza, Class, Ending, Flag, Items, Kinds, Manners, Moves, Nothing, Number, Rank, Region,
    Regions, Site, Sites, Start, Table, Tables, Time, Word,
};

const SHOWN: Bears = Nothing("is shown to people, and nothing is decided by it");
const WRITTEN: Bears = Nothing("says how pieces are written, not what they do");
const LINK: Bears = Nothing("names the clauses that say so");
const BOUND: Bears = Nothing("bounds what players may choose, not what holds once they chose");
const NAMES: Bears = Nothing("gives names for other keys to use");
const READ: Bears = Nothing("says how the folder is read");
const ASKED: Bears = Nothing("says when the script is asked, not what it answers");
const OWN: Bears = Nothing("is looked at for each option, preset and block by itself");

/// Every key by the table it stands in; `NAME` and the like stand for what an author names.
pub(super) const KEYS: &[(&str, &str, Bears)] = &[
    ("", "title", SHOWN),
    ("", "board", Table(false)),
    ("", "sides", Tables(false)),
    ("", "colours", Table(false)),
    ("", "manners", NAMES),
    ("", "kinds", Tables(false)),
    ("", "specials", Tables(true)),
    ("", "setup", Table(false)),
    ("", "hidden", Table(false)),
    ("", "actions", Table(false)),
    ("", "capture", Table(false)),
    ("", "chain", Table(true)),
    ("", "promotion", Table(true)),
    ("", "castling", Table(true)),
    ("", "check", Table(true)),
    ("", "terrain", Table(true)),
    ("", "enclosure", Table(true)),
    ("", "flank", Table(true)),
    ("", "shot", Table(true)),
    ("", "repetition", Table(true)),
    ("", "quiet", Table(true)),
    ("", "ply_limit", Table(true)),
    ("", "chase", Table(true)),
    ("", "scoring", Table(true)),
    ("", "end", Tables(true)),
    ("", "swap", Table(true)),
    ("", "acts", Table(false)),
    ("", "clauses", LINK),
    ("", "hooks", Table(false)),
    ("", "variables", Table(false)),
    ("", "options", OWN),
    ("", "presets", OWN),
    ("acts", "resign", Flag),
    ("acts", "resign_clause", LINK),
    ("acts", "agree", Word),
    ("acts", "agree_clause", LINK),
    ("acts", "time_clause", LINK),
    ("acts", "clock", Table(true)),
    ("acts.clock", "per_move", Time),
    ("acts.clock", "main", Time),
    ("acts.clock", "increment", Time),
    ("acts.clock", "bank", Time),
    ("acts.clock", "bank_start", Word),
    ("acts.clock", "warn_at", Time),
    ("acts.clock", "on_timeout", Word),
    ("acts.clock", "timeouts_lose", Number),
    ("acts.clock", "consecutive", Flag),
    ("acts.clock", "cards_lose", Number),
    ("actions", "flip", Flag),
    ("actions", "flip_clause", LINK),
    ("actions", "place", Kinds),
    ("actions", "place_clause", LINK),
    ("actions", "place_on", Word),
    ("actions", "place_on_clause", LINK),
    ("actions", "pass", Word),
    ("actions", "pass_clause", LINK),
    ("board", "files", Number),
    ("board", "ranks", Number),
    ("board", "shape", Word),
    ("board", "neighbours", Word),
    ("board", "holes", Items),
    ("board", "intersections", SHOWN),
    ("board", "skip_i", Flag),
    ("board", "clause", LINK),
    ("board", "edges", Table(false)),
    ("board", "regions", Regions),
    ("board.edges", "NAME", Items),
    ("board.regions.NAME", "sites", Sites),
    ("board.regions.NAME", "mirror", Flag),
    ("board.regions.NAME", "first", Sites),
    ("board.regions.NAME", "second", Sites),
    ("capture", "hidden", Word),
    ("capture", "hidden_manners", Manners),
    ("capture", "own_revealed", Word),
    ("capture", "safe", Region),
    ("capture", "safe_clause", LINK),
    ("capture", "locked", Region),
    ("capture", "locked_clause", LINK),
    ("capture", "reveal_winner", Flag),
    ("capture", "lost_reveals", Tables(true)),
    ("capture", "guarded", Tables(true)),
    ("capture", "hidden_clause", LINK),
    ("capture", "clause", LINK),
    ("capture.guarded.NAME", "enabled", Flag),
    ("capture.guarded.NAME", "by", Kinds),
    ("capture.guarded.NAME", "clause", LINK),
    ("capture.lost_reveals.NAME", "enabled", Flag),
    ("capture.lost_reveals.NAME", "reveals", Kinds),
    ("capture.lost_reveals.NAME", "clause", LINK),
    ("castling", "enabled", Flag),
    ("castling", "with", Kinds),
    ("castling", "scripted", Flag),
    ("castling", "clause", LINK),
    ("castling", "ways", Tables(true)),
    ("castling.ways.NAME", "royal", Site),
    ("castling.ways.NAME", "corner", Site),
    ("castling.ways.NAME", "royal_to", Site),
    ("castling.ways.NAME", "corner_to", Site),
    ("chain", "enabled", Flag),
    ("chain", "start_open_only", Flag),
    ("chain", "open_links", Flag),
    ("chain", "hidden_links", Flag),
    ("chain", "not_manners", Manners),
    ("chain", "may_stop", Flag),
    ("chain", "clause", LINK),
    ("chase", "enabled", Flag),
    ("chase", "limit", Number),
    ("chase", "same_chaser", Flag),
    ("chase", "clause", LINK),
    ("check", "enabled", Flag),
    ("check", "royal", Kinds),
    ("check", "exposed", Word),
    ("check", "exposed_clause", LINK),
    ("check", "clause", LINK),
    ("clauses", "turn", LINK),
    ("clauses", "ownership", LINK),
    ("clauses", "movement", LINK),
    ("colours", "way", Word),
    ("colours", "kind", Kinds),
    ("colours", "clause", LINK),
    ("enclosure", "enabled", Flag),
    ("enclosure", "suicide_forbidden", Flag),
    ("enclosure", "clause", LINK),
    ("end.NAME", "enabled", Flag),
    ("end.NAME", "when", Word),
    ("end.NAME", "then", Word),
    ("end.NAME", "kind", Kinds),
    ("end.NAME", "kinds", Kinds),
    ("end.NAME", "region", Region),
    ("end.NAME", "far_region", Region),
    ("end.NAME", "count", Number),
    ("end.NAME", "exact", Flag),
    ("end.NAME", "sets", Items),
    ("end.NAME", "one_shade", Kinds),
    ("end.NAME", "before", Ending),
    ("end.NAME", "clause", LINK),
    ("flank", "enabled", Flag),
    ("flank", "clause", LINK),
    ("hidden", "face", Word),
    ("hidden", "owner_knows", Flag),
    ("hidden", "reveal_on_move", Flag),
    ("hidden", "capture_tells", Word),
    ("hidden", "reveal_at_end", Flag),
    ("hidden", "reveal_clause", LINK),
    ("hidden", "capture_clause", LINK),
    ("hooks", "moves", Kinds),
    ("hooks", "moves_while", ASKED),
    ("hooks", "interpreted", READ),
    ("hooks", "capture_clause", LINK),
    ("hooks", "dark_clause", LINK),
    ("hooks", "moves_clause", LINK),
    ("hooks", "landed_clause", LINK),
    ("hooks", "placed_clause", LINK),
    ("hooks", "flipped_clause", LINK),
    ("hooks", "acted_clause", LINK),
    ("hooks", "ended_clause", LINK),
    ("kinds.NAME", "letter", WRITTEN),
    ("kinds.NAME", "also", WRITTEN),
    ("kinds.NAME", "count", Number),
    ("kinds.NAME", "rank", Rank),
    ("kinds.NAME", "native", SHOWN),
    ("kinds.NAME", "glyph", SHOWN),
    ("kinds.NAME", "moves", Moves),
    ("kinds.NAME", "clause", LINK),
    ("kinds.NAME", "moves_as", Kinds),
    ("kinds.NAME.moves[]", "betza", Betza),
    ("kinds.NAME.moves[]", "walk", Class),
    ("kinds.NAME.moves[]", "straight", Flag),
    ("kinds.NAME.moves[]", "limit", Number),
    ("kinds.NAME.moves[]", "manner", Manners),
    ("kinds.NAME.moves[]", "from", Region),
    ("kinds.NAME.moves[]", "to", Region),
    ("kinds.NAME.moves[]", "victims", Kinds),
    ("kinds.NAME.moves[]", "initial", Region),
    ("kinds.NAME.moves[]", "not_adjacent", Flag),
    ("kinds.NAME.moves[]", "just_arrived", Flag),
    ("kinds.NAME.moves[]", "clause", LINK),
    ("options.NAME", "type", BOUND),
    ("options.NAME", "default", OWN),
    ("options.NAME", "choices", BOUND),
    ("options.NAME", "min", BOUND),
    ("options.NAME", "max", BOUND),
    ("options.NAME", "off", BOUND),
    ("options.NAME", "title", SHOWN),
    ("options.NAME", "doc", SHOWN),
    ("options.NAME", "clause", LINK),
    ("ply_limit", "enabled", Flag),
    ("ply_limit", "limit", Number),
    ("ply_limit", "clause", LINK),
    ("presets.NAME", "title", SHOWN),
    ("presets.NAME", "doc", SHOWN),
    ("presets.NAME", "OPTION", OWN),
    ("promotion", "enabled", Flag),
    ("promotion", "kinds", Kinds),
    ("promotion", "region", Region),
    ("promotion", "into", Kinds),
    ("promotion", "clause", LINK),
    ("quiet", "enabled", Flag),
    ("quiet", "limit", Number),
    ("quiet", "claim", Number),
    ("quiet", "cumulative", Flag),
    ("quiet", "kinds", Kinds),
    ("quiet", "reveal", Flag),
    ("quiet", "clause", LINK),
    ("repetition", "enabled", Flag),
    ("repetition", "key", Word),
    ("repetition", "forbidden", Flag),
    ("repetition", "only_last", Flag),
    ("repetition", "claim", Number),
    ("repetition", "automatic", Number),
    ("repetition", "clause", LINK),
    ("scoring", "enabled", Flag),
    ("scoring", "way", Word),
    ("scoring", "values", Table(false)),
    ("scoring", "komi_halves", Number),
    ("scoring", "clause", LINK),
    ("scoring.values", "KIND", Number),
    ("setup", "start", Start),
    ("setup", "deal", Word),
    ("setup", "first", Word),
    ("setup", "region", Region),
    ("setup", "except", Kinds),
    ("setup", "clause", LINK),
    ("setup", "layout", Table(false)),
    ("setup.layout", "region", Region),
    ("setup.layout", "clause", LINK),
    ("setup.layout", "only", Tables(true)),
    ("setup.layout", "never", Tables(true)),
    ("setup.layout", "named", Tables(true)),
    ("setup.layout.named.NAME", "pieces", Items),
    ("setup.layout.named.NAME", "clause", LINK),
    ("setup.layout.never.NAME", "region", Region),
    ("setup.layout.never.NAME", "clause", LINK),
    ("setup.layout.only.NAME", "region", Region),
    ("setup.layout.only.NAME", "clause", LINK),
    ("shot", "enabled", Flag),
    ("shot", "kind", Kinds),
    ("shot", "reach", Betza),
    ("shot", "clause", LINK),
    ("sides.NAME", "title", SHOWN),
    ("sides.NAME", "down", Flag),
    ("specials.NAME", "in_check", Flag),
    ("specials.NAME", "progress", Flag),
    ("specials.NAME", "clause", LINK),
    ("swap", "enabled", Flag),
    ("swap", "after", Number),
    ("swap", "clause", LINK),
    ("terrain", "enabled", Flag),
    ("terrain", "zone", Region),
    ("terrain", "hazards", Number),
    ("terrain", "immune", Kinds),
    ("terrain", "all_found", Word),
    ("terrain", "fog_clause", LINK),
    ("terrain", "found_clause", LINK),
    ("terrain", "clause", LINK),
    ("variables", "NAME", Number),
];

/// What a key of a table bears, with the key as the schema names it; `None` when the schema knows no such key.
pub(super) fn find(shape: &str, key: &str) -> Option<(&'static str, Bears)> {
    let of = |wanted: &dyn Fn(&str) -> bool| {
        let found = KEYS.iter().find(|(s, k, _)| *s == shape && wanted(k));
        found.map(|(_, k, bears)| (*k, *bears))
    };
    let wild = |k: &str| k.chars().all(|c| c.is_ascii_uppercase());
    of(&|k| k == key).or_else(|| of(&wild))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use masque_scripting::options::Options;
    use masque_scripting::schema;

    use super::*;

    #[test]
    fn every_key_of_the_schema_is_classified_and_no_other() {
        let tables = schema::reference().into_iter().chain(Options::reference());
        let known: BTreeSet<(String, String)> = tables
            .flat_map(|(shape, keys)| {
                keys.into_iter()
                    .map(move |k| (shape.clone(), k.key.to_owned()))
            })
            .collect();
        let listed: BTreeSet<(String, String)> = KEYS
            .iter()
            .map(|(shape, key, _)| ((*shape).to_owned(), (*key).to_owned()))
            .collect();
        let missing: Vec<_> = known.difference(&listed).collect();
        let stale: Vec<_> = listed.difference(&known).collect();
        assert!(missing.is_empty(), "not classified: {missing:?}");
        assert!(stale.is_empty(), "not in the schema: {stale:?}");
        assert_eq!(listed.len(), KEYS.len(), "a key is listed twice");
    }

    #[test]
    fn words_are_classified_where_the_schema_has_words() {
        for (shape, keys) in schema::reference() {
            for key in keys {
                let (_, bears) = find(&shape, key.key).expect("classified");
                let right = if key.words.is_empty() {
                    bears != Word
                } else {
                    matches!(bears, Word | Nothing(_))
                };
                assert!(right, "{shape}.{} is {}", key.key, key.expects);
            }
        }
    }
}
