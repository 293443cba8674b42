//! `masque show`.

use std::io::{self, Write};

use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;
use masque_core::spec::{KindSpec, Spec};
use masque_scripting::document::Document;
use masque_scripting::options::Options;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::ShowArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::variant::{Loaded, find};
use crate::words;

/// Shows a variant.
pub(crate) fn run(args: &ShowArgs, console: &Console) -> Ran {
    let found = find(&args.variant)?;
    let document = found.document()?;
    let loaded = found.load_chosen(&document, &args.choice)?;
    let clauses = found.rulebook()?.map_or(0, |book| book.rules().len());
    let mut out = io::stdout().lock();
    if args.json {
        let mut value = describe(&loaded, &document);
        value["clauses"] = json!(clauses);
        writeln!(out, "{value}")?;
    } else {
        let style = Style::choose(args.ascii, args.native);
        print(&mut out, *console, &loaded, &document, &style, clauses)?;
    }
    Ok(Exit::Fine)
}

/// A variant under one choice of options, as data.
pub(crate) fn describe(loaded: &Loaded, document: &Document) -> Value {
    let spec = loaded.variant.spec();
    let engine = &*loaded.engine;
    let sites: Vec<&str> = (0..engine.sites())
        .map(|i| engine.site_name(masque_core::site::Site(i as u16)))
        .filter(|name| !name.is_empty())
        .collect();
    json!({
        "id": loaded.id,
        "title": spec.title,
        "chain": loaded.variant.resolved.chain,
        "rules": loaded.hash,
        "board": {
            "files": spec.board.files,
            "ranks": spec.board.ranks,
            "graph": spec.board.graph,
            "sites": sites,
        },
        "sides": spec.sides.iter().map(|s| json!({ "name": s.name, "title": s.title })).collect::<Vec<_>>(),
        "kinds": spec.kinds.iter().map(kind).collect::<Vec<_>>(),
        "options": options(document.options(), loaded),
        "presets": document.options().presets().iter().map(|p| json!({
            "name": p.name,
            "title": p.title.as_ref().map(|t| t.get("en")),
            "doc": p.doc.as_ref().map(|t| t.get("en")),
            "values": p.values,
        })).collect::<Vec<_>>(),
        "endings": spec.endings.iter().map(|e| json!({
            "when": words::end_when(&e.when),
            "then": words::end_then(e.then),
            "clause": e.clause,
        })).collect::<Vec<_>>(),
        "layouts": layouts(spec),
        "clock": spec.acts.clock,
    })
}

fn layouts(spec: &Spec) -> Option<Vec<String>> {
    let layout = spec.setup.layout.as_ref()?;
    let named = layout.named.iter().map(|n| n.name.clone());
    Some(named.chain(["random".to_owned()]).collect())
}

fn kind(kind: &KindSpec) -> Value {
    json!({
        "name": kind.name,
        "letter": kind.letter.to_string(),
        "native": kind.native,
        "glyph": kind.glyph,
        "count": kind.count,
        "rank": kind.rank,
        "moves": kind.moves.iter().map(words::moves).collect::<Vec<_>>(),
        "clause": kind.clause,
    })
}

fn options(options: &Options, loaded: &Loaded) -> Vec<Value> {
    let one = |option: &masque_scripting::options::OptionSpec| {
        json!({
            "name": option.name,
            "values": option.kind.expects(),
            "default": option.default,
            "value": loaded.choices().get(&option.name),
            "title": option.title.as_ref().map(|t| t.get("en")),
            "doc": option.doc.as_ref().map(|t| t.get("en")),
            "clauses": option.clauses.iter().map(|c| c.value.as_str()).collect::<Vec<_>>(),
        })
    };
    options.all().iter().map(one).collect()
}

fn print(
    out: &mut impl Write,
    console: Console,
    loaded: &Loaded,
    document: &Document,
    style: &Style,
    clauses: usize,
) -> Ran {
    let spec = loaded.variant.spec();
    writeln!(out, "{} ({})", loaded.title(), loaded.id)?;
    if let Some(parent) = loaded.variant.resolved.chain.iter().rev().nth(1) {
        writeln!(out, "extends {parent}")?;
    }
    if !loaded.choices.is_empty() {
        writeln!(out, "with {}", loaded.choices)?;
    }
    writeln!(out)?;
    // What everybody sees of a start does not depend on the deal.
    let game = loaded.start(None, &Seed::from_u64(0))?;
    for line in console.paint(&game.draw(Observer::Public, style), &spec.sides) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let who = |seat| crate::variant::seat_word(&*loaded.engine, &*game, seat);
    writeln!(out, "Players: {} and {}", who(Seat(0)), who(Seat(1)))?;
    pieces(out, spec)?;
    if let Some(named) = layouts(spec) {
        writeln!(out, "\nSecret layouts: {}", named.join(", "))?;
    }
    option_lines(out, document.options(), loaded)?;
    if !spec.endings.is_empty() {
        writeln!(out, "\nEndings, in the order in which they are judged")?;
        for ending in &spec.endings {
            let (when, then) = (words::end_when(&ending.when), words::end_then(ending.then));
            writeln!(out, "  {when}: {then}  [{}]", ending.clause)?;
        }
    }
    if let Some(clock) = &spec.acts.clock {
        writeln!(out, "\nClock: {}", words::clock(clock))?;
    }
    writeln!(
        out,
        "\nRulebook: {clauses} clauses; read it with `masque book {}`",
        loaded.id
    )?;
    Ok(Exit::Fine)
}

fn pieces(out: &mut impl Write, spec: &Spec) -> io::Result<()> {
    let native = |kind: &KindSpec| {
        let mut names: Vec<&str> = kind
            .glyph
            .iter()
            .map(String::as_str)
            .filter(|g| !g.is_empty())
            .collect();
        names.dedup();
        names.join(" ")
    };
    let names = spec.kinds.iter().map(|k| k.name.width()).max().unwrap_or(0);
    let natives = spec
        .kinds
        .iter()
        .map(|k| native(k).width())
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "\nPieces (letter, name, {} and {}, number, moves)",
        spec.sides[0].name, spec.sides[1].name
    )?;
    for kind in &spec.kinds {
        let glyphs = native(kind);
        let pad = natives - glyphs.width();
        let moves: Vec<String> = kind.moves.iter().map(words::moves).collect();
        let count = if kind.count == 0 {
            String::new()
        } else {
            kind.count.to_string()
        };
        let line = format!(
            "  {}  {:names$}  {glyphs}{:pad$}  {count:>2}  {}",
            kind.letter,
            kind.name,
            "",
            moves.join("; ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn option_lines(out: &mut impl Write, options: &Options, loaded: &Loaded) -> io::Result<()> {
    let text = |text: &Option<masque_scripting::decode::Text>| {
        text.as_ref()
            .map(|t| t.get("en").to_owned())
            .unwrap_or_default()
    };
    if !options.all().is_empty() {
        writeln!(out, "\nOptions (--option KEY=VALUE)")?;
    }
    for option in options.all() {
        let value = loaded
            .choices()
            .get(&option.name)
            .unwrap_or(&option.default);
        let default = if *value == option.default {
            String::new()
        } else {
            format!(", default {}", option.default)
        };
        writeln!(
            out,
            "  {} = {value}   {}{default}",
            option.name,
            option.kind.expects()
        )?;
        let doc = text(&option.doc);
        if !doc.is_empty() {
            writeln!(out, "      {doc}")?;
        }
    }
    if !options.presets().is_empty() {
        writeln!(out, "\nPresets (--preset NAME)")?;
    }
    for preset in options.presets() {
        let doc = text(&preset.doc);
        let shown = if doc.is_empty() {
            text(&preset.title)
        } else {
            doc
        };
        writeln!(out, "  {}   {shown}", preset.name)?;
    }
    Ok(())
}
