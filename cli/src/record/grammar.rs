//! The grammar of a record's line, and its faults in the words of a reader.

use masque_conformance::misfit::Misfit;
use pest::Parser as _;
use pest::iterators::Pair;

pub(super) use generated::Rule;

mod generated {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "record/record.pest"]
    pub(crate) struct Grammar;
}

/// Parses a whole line by a rule, and gives what it is.
pub(super) fn parse(rule: Rule, line: &str) -> Result<Pair<'_, Rule>, Misfit> {
    match generated::Grammar::parse(rule, line) {
        Ok(mut nodes) => nodes
            .next()
            .and_then(|part| part.into_inner().next())
            .ok_or_else(Misfit::nothing),
        Err(error) => Err(Misfit::of(&error, line, human)),
    }
}

/// What a reader would call a part of the grammar; `None` for what only the grammar knows.
fn human(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::bar => "`--`",
        Rule::variant => "`variant NAME`",
        Rule::options => "`options KEY=VALUE,...`",
        Rule::rules => "`rules HASH`",
        Rule::game => "`game ID`",
        Rule::eyes => "`eyes OBSERVER`",
        Rule::unsealed => "`unsealed`",
        Rule::commitment => "`commitment HASH`",
        Rule::layout_commitment => "`layout-commitment SEAT HASH`",
        Rule::player => "`seat SEAT PLAYER`",
        Rule::name => "`name SEAT NAME`",
        Rule::date => "`date YEAR-MONTH-DAY`",
        Rule::clock => "`clock SETTINGS`",
        Rule::start => "`start POSITION`",
        Rule::file => "`file FOLDER/NAME`",
        Rule::content => "`>` and a line of a file",
        Rule::deed => "`NUMBER. SEAT ACTION`",
        Rule::dot => "`.` and a blank",
        Rule::blank => "a blank",
        Rule::act => "`act WORD`",
        Rule::tried => "`try ACTION`",
        Rule::action => "an action",
        Rule::automatic => "`(automatic)`",
        Rule::events | Rule::event | Rule::words => "an event",
        Rule::position => "a position",
        Rule::undo => "`undo NUMBER`",
        Rule::pause => "`clock [SEAT 0 SEAT 1]`",
        Rule::times => "the clocks as `[m50000 m50000]`",
        Rule::seat_time | Rule::reading | Rule::letter => "a time such as `m50000`",
        Rule::none => "`-`",
        Rule::running => "`r`",
        Rule::result => "`result seat SEAT wins by CLAUSE` or `result draw by CLAUSE`",
        Rule::draw => "`draw`",
        Rule::salt => "`salt HASH`",
        Rule::seed => "`seed NUMBER`",
        Rule::deal => "`deal POSITION`",
        Rule::rest => "a text",
        Rule::public => "`public`",
        Rule::seat => "a seat (0 or 1)",
        Rule::number => "a number",
        Rule::hash => "64 hexadecimal digits",
        Rule::id => "hexadecimal digits",
        Rule::day => "a day such as 2024-02-29",
        Rule::act_word => "an act such as `resign`",
        Rule::slug => "the slug of a clause",
        Rule::folder => "the id of a variant",
        Rule::file_name => "the name of a file",
        Rule::EOI => "the end of the line",
        Rule::head | Rule::play | Rule::foot | Rule::part_end => return None,
    })
}
