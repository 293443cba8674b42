//! `masque show`.

use std::io::{self, Write};

use masque_core::notation::diagram::Style;
use masque_core::piece::{Observer, Seat};
use masque_core::random::Seed;
use masque_core::spec::{KindSpec, Spec};
use masque_scripting::decode::Text;
use masque_scripting::document::Document;
use masque_scripting::options::Options;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::ShowArgs;
use crate::console::Console;
use crate::exit::{Exit, Ran};
use crate::lang::Lang;
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
        "kinds": spec.kinds.iter().map(|k| kind(spec, k)).collect::<Vec<_>>(),
        "options": options(document.options(), loaded),
        "presets": document.options().presets().iter().map(|p| json!({
            "name": p.name,
            "title": p.title.as_ref().map(|t| t.get("en")),
            "doc": p.doc.as_ref().map(|t| t.get("en")),
            "values": p.values,
        })).collect::<Vec<_>>(),
        "endings": spec.endings.iter().map(|e| json!({
            "when": words::end_when(Lang::ENGLISH, spec, &e.when),
            "then": words::end_then(Lang::ENGLISH, e.then),
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

fn kind(spec: &Spec, kind: &KindSpec) -> Value {
    let moves = kind
        .moves
        .iter()
        .map(|m| words::moves(Lang::ENGLISH, spec, m));
    json!({
        "name": kind.name,
        "letter": kind.letter.to_string(),
        "native": kind.native,
        "glyph": kind.glyph,
        "count": kind.count,
        "rank": kind.rank,
        "moves": moves.collect::<Vec<_>>(),
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
    let lang = console.lang;
    let spec = loaded.variant.spec();
    let mut page = Page { out, lang };
    page.line(&lang.with_note(loaded.title(lang), &loaded.id))?;
    if let Some(parent) = loaded.variant.resolved.chain.iter().rev().nth(1) {
        page.line(&lang.say_with("show-extends", &[("parent", parent.into())]))?;
    }
    if !loaded.choices.is_empty() {
        let options = loaded.choices.as_str();
        page.line(&lang.say_with("show-with", &[("options", options.into())]))?;
    }
    page.line("")?;
    // What everybody sees of a start does not depend on the deal.
    let game = loaded.start(None, &Seed::from_u64(0))?;
    for line in console.paint(&game.draw(Observer::Public, style), &spec.sides) {
        writeln!(page.out, "{line}")?;
    }
    page.line("")?;
    let who = |seat: Seat| match game.side_of(seat) {
        Some(side) => lang.side(&spec.sides[side.index()]).to_owned(),
        None => lang.say_with("player-number", &[("number", (seat.0 + 1).into())]),
    };
    let [first, second] = Seat::BOTH.map(who);
    page.line(&lang.say_with(
        "show-players",
        &[("first", first.into()), ("second", second.into())],
    ))?;
    page.pieces(spec)?;
    if let Some(named) = layouts(spec) {
        let layouts = lang.list(&named);
        page.heading(&lang.say_with("show-layouts", &[("layouts", layouts.into())]))?;
    }
    page.options(document.options(), loaded)?;
    if !spec.endings.is_empty() {
        page.heading(&lang.say("show-endings"))?;
        for ending in &spec.endings {
            let when = words::end_when(lang, spec, &ending.when);
            let then = words::end_then(lang, ending.then);
            let ending_words = lang.with_head(&when, &then);
            page.line(&format!("  {ending_words}  [{}]", ending.clause))?;
        }
    }
    if let Some(clock) = &spec.acts.clock {
        let clock = words::clock(clock);
        page.heading(&lang.say_with("show-clock", &[("clock", clock.into())]))?;
    }
    let id = loaded.id.as_str();
    page.heading(&lang.say_with(
        "show-rulebook",
        &[("clauses", clauses.into()), ("id", id.into())],
    ))?;
    Ok(Exit::Fine)
}

/// What is printed, in a language.
struct Page<'a, W> {
    out: &'a mut W,
    lang: Lang,
}

impl<W: Write> Page<'_, W> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.lang.shown(text))
    }

    /// A line with an empty one before it.
    fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        self.line(text)
    }

    fn pieces(&mut self, spec: &Spec) -> io::Result<()> {
        let lang = self.lang;
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
        let name = |kind: &KindSpec| words::both_names(lang, kind);
        let widest = |text: &dyn Fn(&KindSpec) -> String| {
            let widths = spec.kinds.iter().map(|k| text(k).width());
            widths.max().unwrap_or(0)
        };
        let (names, natives) = (widest(&name), widest(&native));
        let [first, second] = [0, 1].map(|i| lang.side(&spec.sides[i]));
        self.heading(&lang.say_with(
            "show-pieces",
            &[("first", first.into()), ("second", second.into())],
        ))?;
        let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        for kind in &spec.kinds {
            let (name, glyphs) = (name(kind), native(kind));
            let moves: Vec<String> = kind
                .moves
                .iter()
                .map(|way| words::moves(lang, spec, way))
                .collect();
            let count = match kind.count {
                0 => String::new(),
                count => count.to_string(),
            };
            let line = format!(
                "  {}  {name}{}  {glyphs}{}  {count:>2}  {}",
                kind.letter,
                pad(&name, names),
                pad(&glyphs, natives),
                lang.statements(&moves)
            );
            self.line(line.trim_end())?;
        }
        Ok(())
    }

    fn options(&mut self, options: &Options, loaded: &Loaded) -> io::Result<()> {
        let lang = self.lang;
        if !options.all().is_empty() {
            self.heading(&lang.say("show-options"))?;
        }
        for option in options.all() {
            let value = loaded
                .choices()
                .get(&option.name)
                .unwrap_or(&option.default);
            let default = if *value == option.default {
                String::new()
            } else {
                let value = option.default.to_string();
                let default = lang.say_with("show-default", &[("value", value.into())]);
                format!("{}{default}", lang.say("list-comma"))
            };
            let line = format!(
                "  {} = {value}   {}{default}",
                option.name,
                option.kind.expects()
            );
            self.line(&line)?;
            let said = explained(lang, option.doc.as_ref(), option.title.as_ref());
            if !said.is_empty() {
                self.line(&format!("      {said}"))?;
            }
        }
        if !options.presets().is_empty() {
            self.heading(&lang.say("show-presets"))?;
        }
        for preset in options.presets() {
            let said = explained(lang, preset.doc.as_ref(), preset.title.as_ref());
            self.line(&format!("  {}   {said}", preset.name))?;
        }
        Ok(())
    }
}

/// What an option or a preset is: its explanation in the language, else its title in it, else whatever there is.
fn explained<'a>(lang: Lang, doc: Option<&'a Text>, title: Option<&'a Text>) -> &'a str {
    let own = |text: &&Text| text.languages().any(|(code, _)| code == lang.code());
    let said = doc.filter(own).or(title.filter(own)).or(doc).or(title);
    said.map_or("", |text| lang.text(text))
}
