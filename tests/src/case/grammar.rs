//! The grammar of a line, and its faults in the words of an author.

use pest::Parser as _;
use pest::iterators::Pair;

use crate::misfit::Misfit;

pub(super) use generated::Rule;

mod generated {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "case.pest"]
    pub(crate) struct Grammar;
}

/// Parses a whole line by a rule.
pub(super) fn parse(rule: Rule, line: &str) -> Result<Pair<'_, Rule>, Misfit> {
    match generated::Grammar::parse(rule, line) {
        Ok(mut nodes) => nodes.next().ok_or_else(Misfit::nothing),
        Err(error) => Err(Misfit::of(&error, line, human)),
    }
}

/// The rule of the line that begins with a step's word.
pub(super) fn rule_of(word: &str) -> Option<Rule> {
    Some(match word {
        "options" => Rule::options,
        "preset" => Rule::preset,
        "seed" => Rule::seed,
        "from" => Rule::from,
        "position" => Rule::position,
        "layout" => Rule::layout,
        "history" => Rule::history,
        "play" => Rule::play,
        "choose" => Rule::choose,
        "refused" => Rule::refused,
        "act" => Rule::act,
        "repeat" => Rule::repeat,
        "clock" => Rule::clock,
        "at" => Rule::at,
        "legal" => Rule::legal,
        "only" => Rule::only,
        "count" => Rule::count,
        "illegal" => Rule::illegal,
        "see" => Rule::see,
        "knows" => Rule::knows,
        "tells" => Rule::tells,
        "same" => Rule::same,
        "outcome" => Rule::outcome,
        "turn" => Rule::turn,
        "phase" => Rule::phase,
        "perft" => Rule::perft,
        _ => return None,
    })
}

/// What an author would call a part of the grammar; `None` for what only the grammar knows.
fn human(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::phrase => "an action",
        Rule::seat | Rule::seat_index | Rule::side => "a seat (`red` or `seat 0`)",
        Rule::observer => "an observer (`public`, `red` or `seat 0`)",
        Rule::public => "`public`",
        Rule::number => "a number",
        Rule::duration => "a time such as `50s`",
        Rule::setting | Rule::setting_key | Rule::settings => "a setting of the clock",
        Rule::slug => "the slug of a clause",
        Rule::because => "`because CLAUSE`",
        Rule::by => "`by SEAT`",
        Rule::by_clause => "`by CLAUSE`",
        Rule::name => "a name",
        Rule::option | Rule::key => "`KEY=VALUE`",
        Rule::assign | Rule::site | Rule::truth => "`SITE=KIND`",
        Rule::quoted | Rule::list | Rule::plain | Rule::worth => "a value",
        Rule::text | Rule::raw | Rule::inside => "a text",
        Rule::event => "an event",
        Rule::fact => "a fact",
        Rule::term | Rule::item | Rule::loose => "a word",
        Rule::verb => "what the seat does",
        Rule::nodes => "`DEPTH = NUMBER`",
        Rule::unit => "`unit action`",
        Rule::views | Rule::views_word => "`views OBSERVER`",
        Rule::unit_action => "`action`",
        Rule::unit_turn => "`turn`",
        Rule::none => "`none`",
        Rule::draw => "`draw`",
        Rule::wins => "`wins`",
        Rule::open => "`{`",
        Rule::alone => "`only`",
        Rule::exactly => "`exactly`",
        Rule::same_as => "`same as OBSERVER`",
        Rule::token | Rule::mark | Rule::whole => "what stands on a site",
        Rule::hidden => "a kind",
        Rule::file => "a file letter",
        Rule::detail_key => "a word",
        Rule::EOI => "the end of the line",
        _ => return None,
    })
}
