//! `masque analyse` and `masque hint`: what a search thinks of a moment, and what may be believed there.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use masque_core::belief::{Belief, Marginals, Method};
use masque_core::engine::{Engine, Match};
use masque_core::explain::Explanation;
use masque_core::mcts::{Found, Ranked, SearchError};
use masque_core::notation::diagram::{Drawing, Style, width};
use masque_core::piece::{Observer, Piece, Seat};
use masque_core::random::Stream;
use masque_core::site::Site;
use masque_scripting::diag::{self, Diagnostic};
use serde_json::{Value, json};

use crate::args::{AnalyseArgs, HintArgs, MomentArgs};
use crate::console::Console;
use crate::exit::{Exit, Failure, Ran};
use crate::lang::Lang;
use crate::opponents::{Chair, Start, Thinking, search};
use crate::record::{
    Deed, Entry, Read, no_choice, open_record, redo, saved_game, seats_know_more, start_of,
    truth_of, wrong,
};
use crate::table::{describe, words};
use crate::told::{Place, Told, Words, hook};
use crate::variant::{Loaded, find, load_chosen, read_position, seat_of, seed, starts};

/// The stream that hints and analyses draw from; those below deal, lay out and play.
const STREAM: Stream = Stream::Bot(48);
/// The simulations made when no budget is given.
const SIMULATIONS: u64 = 3_000;
/// How many actions are told of.
const SHOWN: usize = 12;
/// The likelihood below which a piece is not told.
const LEAST: f64 = 0.005;

/// Says what a search thinks of a moment, and what may be believed there.
pub(crate) fn analyse(args: &AnalyseArgs, console: &Console) -> Ran {
    let moment = &args.moment;
    let source = open(moment)?;
    let loaded = &source.loaded;
    let style = Style::choose(args.ascii, args.native);
    let mut place = source.place(moment)?;
    let thinking = Thinking {
        threads: Some(args.threads),
        whole: true,
        ..Thinking::default()
    };
    let found = think(&mut place, moment, thinking, console)?;
    let belief = Believed::of(&mut place)?;
    let analysis = Analysis {
        loaded,
        chair: place.chair(),
        found: found.as_ref(),
        belief: &belief,
        lang: console.lang,
        board: place.chair().draw(&style),
        // Brackets round the last action would say nothing of hazards.
        plain: place.chair().draw(&Style {
            marks: false,
            ..style
        }),
    };
    let mut out = io::stdout().lock();
    if moment.json {
        writeln!(out, "{}", analysis.data())?;
    } else {
        analysis.write(&mut out, console)?;
    }
    Ok(Exit::Fine)
}

/// Says what to play.
pub(crate) fn hint(args: &HintArgs, console: &Console) -> Ran {
    let moment = &args.moment;
    let source = open(moment)?;
    let loaded = &source.loaded;
    let mut place = source.place(moment)?;
    let found = think(&mut place, moment, Thinking::default(), console)?;
    let chair = place.chair();
    let found = found.ok_or_else(|| {
        let message = match chair.observation().outcome {
            Some(_) => "the game is over".to_owned(),
            None => format!("seat {} is not to act", chair.seat().0),
        };
        Diagnostic::new("not-to-act", message).hint("hints are for the seat to act")
    })?;
    let best = chair.format_action(found.best);
    let explained = chair.explain(found.best).map_err(hook)?;
    let mut out = io::stdout().lock();
    if moment.json {
        let value = json!({
            "variant": loaded.id,
            "seat": chair.seat().0,
            "action": best,
            "value": found.value,
            "simulations": found.simulations,
            "actions": actions(&chair, &found),
        });
        writeln!(out, "{value}")?;
        return Ok(Exit::Fine);
    }
    let lang = console.lang;
    writeln!(out, "{best}")?;
    if let Explanation::Legal(_) = explained {
        let words = describe(lang, &*loaded.engine, &best, found.best, &explained);
        writeln!(out, "{}", lang.shown(&words))?;
    }
    let told = |ranked: &Ranked| {
        let action = chair.format_action(ranked.action);
        format!("{action} {:.0} %", 100.0 * share(&found, ranked))
    };
    let next: Vec<String> = found.ranked.iter().take(4).map(told).collect();
    let score = format!("{:.2}", found.value);
    let after = lang.say_with(
        "hint-after",
        &[
            ("number", found.simulations.into()),
            ("actions", lang.list(&next).into()),
            ("score", score.into()),
        ],
    );
    writeln!(out, "{}", lang.shown(&after))?;
    Ok(Exit::Fine)
}

/// What a moment is taken from.
struct Source {
    loaded: Loaded,
    /// The record, where it is one.
    record: Option<(Arc<diag::Source>, Read)>,
}

/// Loads the variant, and the record where a file is given. A record says itself what it is a game of.
fn open(moment: &MomentArgs) -> Result<Source, Failure> {
    let given = moment.given.as_deref();
    let (variant, path) = match given {
        None => (None, saved_game(&moment.variant)),
        // A folder is no position either, and is told to be no saved game.
        Some(text) => {
            let folder = Some(Path::new(text)).filter(|path| path.is_dir());
            (Some(&moment.variant), folder.or(saved_game(text)))
        }
    };
    let Some(path) = path.filter(|_| given != Some("start")) else {
        if moment.step.is_some() || moment.carried {
            let wrong =
                Diagnostic::new("no-record", "only a saved game has steps and carries rules");
            return Err(wrong.hint("give the file of one").into());
        }
        return Ok(Source {
            loaded: load_chosen(&moment.variant, &moment.choice)?,
            record: None,
        });
    };
    no_choice(&moment.choice)?;
    let (source, read, loaded) = open_record(path, moment.carried)?;
    if let Some(variant) = variant
        && find(variant)?.name != loaded.name
    {
        let message = format!("{} is a game of `{}`", path.display(), loaded.name);
        return Err(Diagnostic::new("other-variant", message).into());
    }
    Ok(Source {
        loaded,
        record: Some((source, read)),
    })
}

impl Source {
    /// The place of the seat that is asked about.
    fn place(&self, moment: &MomentArgs) -> Result<Place<'_>, Failure> {
        let (source, read) = match &self.record {
            None => return self.at_position(moment),
            Some((source, read)) => (source, read),
        };
        let most = moment.step.unwrap_or(usize::MAX);
        let done = read.entries.iter();
        let done = done.filter(|(entry, _)| !matches!(entry, Entry::Clock(_)));
        let done: Vec<_> = done.take(most).collect();
        if moment.step.is_some_and(|step| step > done.len()) {
            let message = format!("this game has {} steps", done.len());
            return Err(Diagnostic::new("no-such-step", message).into());
        }
        match truth_of(&self.loaded, read) {
            Some(start) => self.replayed(moment, source, read, start, &done),
            None => self.heard(moment, source, read, &done),
        }
    }

    fn engine(&self) -> &dyn Engine {
        &*self.loaded.engine
    }

    fn at_position(&self, moment: &MomentArgs) -> Result<Place<'_>, Failure> {
        let seed = seed(moment.seed)?;
        let given = moment.given.as_deref().filter(|text| *text != "start");
        let setup = match given {
            Some(text) => read_position(self.engine(), "position", text)?,
            None => self.loaded.setup(None, &seed)?,
        };
        let starts = starts(self.engine(), &setup, &[]);
        let told = |seat: Seat| {
            let start = starts[seat.index()].clone();
            Told::new(self.engine(), start, seat, &seed)
        };
        let seat = self.seat(moment, &*told(Seat(0)).draw()?)?;
        Ok(told(seat).place()?)
    }

    /// Whose place is asked about: a seat's own record is asked about that seat when nothing else is said. Everybody knows
    /// whose turn it is and who has which side.
    fn seat(&self, moment: &MomentArgs, game: &dyn Match) -> Result<Seat, Diagnostic> {
        let eyes = self.record.as_ref().map(|(_, read)| read.header.eyes);
        match (&moment.seat, eyes) {
            (Some(word), _) => seat_of(self.engine(), game, word),
            (None, Some(Observer::Seat(own))) => Ok(own),
            (None, _) => Ok(game.turn()),
        }
    }

    /// A game that is over is played again, and gives what the seat was told then.
    fn replayed(
        &self,
        moment: &MomentArgs,
        source: &Arc<diag::Source>,
        read: &Read,
        start: &str,
        done: &[&(Entry, Range<usize>)],
    ) -> Result<Place<'_>, Failure> {
        let mut game = start_of(&self.loaded, source, start)?;
        let dealt = read_position(self.engine(), "deal", start)?;
        let starts = starts(self.engine(), &dealt, &[]);
        for (entry, range) in done {
            redo(&mut *game, entry, read.header.eyes)
                .map_err(|message| wrong(source, range.clone(), message))?;
        }
        let seat = self.seat(moment, &*game)?;
        let start = &starts[seat.index()];
        let mut told = Told::new(self.engine(), start.clone(), seat, &seed(moment.seed)?);
        let chair = Chair::new(self.engine(), start, &*game, seat);
        for step in (0..chair.length()).filter_map(|number| chair.step(number)) {
            told.hear(step);
        }
        Ok(told.place()?)
    }

    /// Of a game under way there is only what its record says: what everybody was told, or what its own seat was.
    fn heard(
        &self,
        moment: &MomentArgs,
        source: &Arc<diag::Source>,
        read: &Read,
        done: &[&(Entry, Range<usize>)],
    ) -> Result<Place<'_>, Failure> {
        let unfinished = || {
            let message =
                "this game is not over, and its record does not say what its players knew";
            let wrong = Diagnostic::new("unfinished", message);
            Failure::from(wrong.hint("ask again when it is over"))
        };
        let public = read.header.eyes == Observer::Public;
        if public && self.engine().spec().hidden.owner_knows {
            return Err(unfinished());
        }
        // What a seat alone was told of a capture is missing here, and without it nothing agrees.
        let learned = public && seats_know_more(self.engine().spec());
        let start = read_position(self.engine(), "start", &read.header.start)?;
        let start = Start::new(start, Vec::new());
        let seed = seed(moment.seed)?;
        let told = |seat: Seat| -> Result<Told<'_>, Failure> {
            let mut told = Told::new(self.engine(), start.clone(), seat, &seed);
            for (entry, range) in done {
                let read = match entry {
                    Entry::Deed(deed) => read_deed(&mut told, deed),
                    Entry::Undo(_) => {
                        told.unhear();
                        Ok(())
                    }
                    Entry::Clock(_) => Ok(()),
                };
                read.map_err(|e| match learned {
                    true => unfinished(),
                    false => wrong(source, range.clone(), e.message).into(),
                })?;
            }
            Ok(told)
        };
        let own = match read.header.eyes {
            Observer::Seat(seat) => seat,
            Observer::Public => Seat(0),
        };
        let mut first = told(own)?;
        let seat = self.seat(moment, &*first.draw()?)?;
        if seat == own {
            return Ok(first.place()?);
        }
        if let Observer::Seat(own) = read.header.eyes {
            let message = format!("this record holds only what seat {} saw", own.0);
            let hint = format!("ask as seat {}", own.0);
            return Err(Diagnostic::new("other-eyes", message).hint(hint).into());
        }
        Ok(told(seat)?.place()?)
    }
}

fn read_deed(told: &mut Told<'_>, deed: &Deed) -> Result<(), Diagnostic> {
    let text = deed.text.as_str();
    let words = match (text.strip_prefix("act "), text.strip_prefix("try ")) {
        (Some(word), _) => Words::Act(word),
        (None, Some(action)) => Words::Try(action, None),
        (None, None) => Words::Action(text, None),
    };
    let events: Vec<String> = deed.told.iter().map(|heard| heard.words.clone()).collect();
    told.read(deed.seat, words, deed.automatic, &events)
}

/// Searches for the place's seat; nothing when it is not to act.
fn think(
    place: &mut Place<'_>,
    moment: &MomentArgs,
    thinking: Thinking,
    console: &Console,
) -> Result<Option<Found>, Failure> {
    if place.chair().legal().map_err(hook)?.is_empty() {
        return Ok(None);
    }
    let free = moment.simulations.is_none() && moment.time.is_none();
    let thinking = Thinking {
        simulations: moment.simulations.or(free.then_some(SIMULATIONS)),
        time: moment.time.map(std::time::Duration::from_secs_f64),
        ..thinking
    };
    let threads = thinking.threads();
    let bar = console.progress(console.lang.say("thinking"), thinking.simulations);
    let mut dice = seed(Some(moment.seed.unwrap_or(0)))?.stream(STREAM);
    let found = place.with_belief(|belief| {
        search(belief, &thinking, &mut dice, &|progress| {
            if progress.simulations % 64 == 0 {
                bar.set_position(progress.simulations * threads);
            }
            true
        })
    })?;
    bar.finish_and_clear();
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SearchError::Hook(error)) => Err(hook(error).into()),
        Err(error) => Err(Diagnostic::new("cannot-think", error.to_string()).into()),
    }
}

fn share(found: &Found, ranked: &Ranked) -> f64 {
    ranked.visits as f64 / found.simulations.max(1) as f64
}

fn actions(chair: &Chair<'_>, found: &Found) -> Vec<Value> {
    let ranked = found.ranked.iter();
    ranked
        .map(|ranked| {
            json!({
                "action": chair.format_action(ranked.action),
                "visits": ranked.visits,
                "share": share(found, ranked),
                "value": ranked.value,
            })
        })
        .collect()
}

/// What the seat may believe.
struct Believed {
    count: Option<f64>,
    marginals: Option<Marginals>,
    method: Method,
}

impl Believed {
    fn of(place: &mut Place<'_>) -> Result<Self, Diagnostic> {
        place.with_belief(|belief: &mut dyn Belief| Self {
            count: belief.count(),
            marginals: belief.marginals(),
            method: belief.method(),
        })
    }
}

struct Analysis<'a> {
    loaded: &'a Loaded,
    chair: Chair<'a>,
    found: Option<&'a Found>,
    belief: &'a Believed,
    lang: Lang,
    board: Drawing,
    plain: Drawing,
}

impl Analysis<'_> {
    fn engine(&self) -> &dyn Engine {
        &*self.loaded.engine
    }

    /// The word for the seat: its side once settled.
    fn who(&self) -> String {
        let seen = self.chair.observation();
        words::seat_name(self.lang, self.engine(), &seen, self.chair.seat())
    }

    /// Writes a line for people.
    fn line(&self, out: &mut impl Write, text: &str) -> io::Result<()> {
        writeln!(out, "{}", self.lang.shown(text))
    }

    fn site(&self, site: Site) -> &str {
        self.loaded.engine.site_name(site)
    }

    /// Hidden pieces that stand and are not known to the seat, each with what it may be, the likeliest first.
    fn pieces(&self) -> Vec<(Site, Vec<(Piece, f64)>)> {
        let seen = self.chair.observation();
        let known = |site: Site| {
            seen.sites
                .get(site.index())
                .is_some_and(|s| s.piece.is_some())
        };
        let marginals = self.belief.marginals.iter();
        let standing = marginals.flat_map(|m| &m.pieces).filter_map(|marginal| {
            let site = marginal.site.filter(|site| !known(*site))?;
            let mut pieces = marginal.pieces.clone();
            pieces.sort_by(|a, b| b.1.total_cmp(&a.1));
            Some((site, pieces))
        });
        let mut standing: Vec<_> = standing.collect();
        standing.sort_by_key(|(site, _)| *site);
        standing
    }

    /// Where hazards may lie, with how likely that is.
    fn hazards(&self) -> &[(Site, f64)] {
        let marginals = self.belief.marginals.as_ref();
        marginals.map_or(&[], |m| m.hazards.as_slice())
    }

    fn data(&self) -> Value {
        let engine = self.engine();
        let piece = |(piece, chance): &(Piece, f64)| {
            let spec = engine.spec();
            let kind = spec.kinds.get(piece.kind.index());
            json!({
                "letter": engine.letter(*piece),
                "side": spec.sides[piece.side.index()].name,
                "kind": kind.map(|k| k.name.as_str()),
                "chance": chance,
            })
        };
        let pieces = self.pieces();
        let pieces = pieces.iter().map(|(site, may)| {
            json!({ "site": self.site(*site), "may_be": may.iter().map(piece).collect::<Vec<_>>() })
        });
        let hazards = self.hazards().iter();
        let hazards =
            hazards.map(|(site, chance)| json!({ "site": self.site(*site), "chance": chance }));
        let seen = self.chair.observation();
        json!({
            "variant": self.loaded.id,
            "seat": self.chair.seat().0,
            "turn": seen.turn,
            "position": self.chair.text(),
            "value": self.found.map(|f| f.value),
            "simulations": self.found.map(|f| f.simulations),
            "actions": self.found.map(|f| actions(&self.chair, f)),
            "truths": self.belief.count,
            "exact": self.belief.method == Method::Exact,
            "pieces": pieces.collect::<Vec<_>>(),
            "hazards": hazards.collect::<Vec<_>>(),
        })
    }

    fn write(&self, out: &mut impl Write, console: &Console) -> io::Result<()> {
        for line in console.paint(&self.board, &self.engine().spec().sides) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        match self.found {
            Some(found) => self.write_actions(out, found)?,
            None => {
                let who = self.who();
                let words = self
                    .lang
                    .say_with("analyse-not-to-act", &[("who", who.into())]);
                self.line(out, &words)?;
            }
        }
        self.write_pieces(out)?;
        self.write_hazards(out, console)?;
        if let Some(count) = self.belief.count
            && count > 1.0
        {
            let (shown, who) = (format!("{count:.0}"), self.who());
            let words = match count < 1e6 {
                true => self.lang.say_with(
                    "analyse-truths",
                    &[("number", shown.into()), ("who", who.into())],
                ),
                false => self.lang.say_with(
                    "analyse-about-truths",
                    &[
                        ("number", format!("{count:.1e}").into()),
                        ("who", who.into()),
                    ],
                ),
            };
            writeln!(out)?;
            self.line(out, &words)?;
        }
        Ok(())
    }

    fn write_actions(&self, out: &mut impl Write, found: &Found) -> io::Result<()> {
        let lang = self.lang;
        let score = format!("{:.2}", found.value);
        let words = lang.say_with(
            "analyse-to-act",
            &[
                ("who", self.who().into()),
                ("score", score.into()),
                ("number", found.simulations.into()),
            ],
        );
        self.line(out, &words)?;
        let heads = [
            lang.say("analyse-action"),
            lang.say("analyse-visits"),
            lang.say("analyse-share"),
            lang.say("analyse-score"),
        ];
        // Columns are as wide on the screen as they are in English, whatever a letter takes.
        let pad = |head: &str, columns: usize| " ".repeat(columns.saturating_sub(width(head)));
        let [action, visits, share_of, score] = &heads;
        let head = format!(
            "{action}{}  {}{visits}  {}{share_of}  {}{score}",
            pad(action, 12),
            pad(visits, 8),
            pad(share_of, 7),
            pad(score, 5)
        );
        self.line(out, &head)?;
        for ranked in found.ranked.iter().take(SHOWN) {
            writeln!(
                out,
                "{:12}  {:>8}  {:>5.1} %  {:>5.2}",
                self.chair.format_action(ranked.action),
                ranked.visits,
                100.0 * share(found, ranked),
                ranked.value
            )?;
        }
        if let Some(more) = found.ranked.len().checked_sub(SHOWN).filter(|n| *n > 0) {
            self.line(
                out,
                &lang.say_with("analyse-more", &[("number", more.into())]),
            )?;
        }
        Ok(())
    }

    /// Sites of which the same is known share a line.
    fn write_pieces(&self, out: &mut impl Write) -> io::Result<()> {
        let mut lines: Vec<(Vec<&str>, String)> = Vec::new();
        for (site, may) in self.pieces() {
            let told = may.iter().filter(|(_, chance)| *chance >= LEAST);
            let words: Vec<String> = told
                .map(|(piece, chance)| {
                    let letter = self.engine().letter(*piece);
                    format!("{letter} {:.0} %", 100.0 * chance)
                })
                .collect();
            let words = words.join(", ");
            match lines.iter_mut().find(|(_, w)| *w == words) {
                Some((sites, _)) => sites.push(self.site(site)),
                None => lines.push((vec![self.site(site)], words)),
            }
        }
        if !lines.is_empty() {
            writeln!(out)?;
            self.line(out, &self.lang.say("analyse-pieces"))?;
        }
        for (sites, words) in lines {
            writeln!(out, "{}: {words}", sites.join(" "))?;
        }
        Ok(())
    }

    fn write_hazards(&self, out: &mut impl Write, console: &Console) -> io::Result<()> {
        let hazards = self.hazards();
        if hazards.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        self.line(out, &self.lang.say("analyse-hazards"))?;
        for line in heat(&self.plain, hazards, console.paints()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// A board with how likely a hazard is on each site where one may lie; in colours, the likelier the redder.
fn heat(board: &Drawing, hazards: &[(Site, f64)], colours: bool) -> Vec<String> {
    let lines = board.lines().iter().enumerate();
    lines
        .map(|(number, line)| {
            let text = line.to_string();
            let mut out = String::new();
            let mut column = 0;
            let mut places: Vec<_> = board.places().iter().filter(|p| p.line == number).collect();
            places.sort_by_key(|p| p.column);
            let mut places = places.into_iter().peekable();
            let mut until = 0;
            for c in text.chars() {
                if let Some(place) = places.next_if(|p| p.column <= column) {
                    until = place.column + place.width;
                    let chance = hazards.iter().find(|(site, _)| *site == place.site);
                    let shown = chance.map(|(_, chance)| tenths(*chance));
                    let cell = shown.map_or_else(|| ".".to_owned(), |c| c.to_string());
                    let pad = " ".repeat(place.width.saturating_sub(1));
                    match chance.filter(|_| colours) {
                        Some((_, chance)) => {
                            let red = (chance * 200.0).round() as u8;
                            out.push_str(&format!("\x1b[48;2;{red};0;0m{cell}\x1b[0m{pad}"));
                        }
                        None => out.push_str(&format!("{cell}{pad}")),
                    }
                }
                let wide = width(c.encode_utf8(&mut [0; 4]));
                if column >= until {
                    out.push(c);
                }
                column += wide;
            }
            out.trim_end().to_owned()
        })
        .collect()
}

/// A likelihood in one character: tenths, rounded, and `*` for certainty; a likelihood above nothing is no 0.
fn tenths(chance: f64) -> char {
    if chance >= 1.0 - 1e-9 {
        return '*';
    }
    let tenths = (chance * 10.0).round().clamp(0.0, 9.0);
    let tenths = if chance > 1e-9 {
        tenths.max(1.0)
    } else {
        tenths
    };
    char::from_digit(tenths as u32, 10).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_are_one_character() {
        let shown: String = [0.0, 0.001, 0.14, 0.5, 0.96, 0.999, 1.0]
            .map(tenths)
            .iter()
            .collect();
        assert_eq!(shown, "011599*");
    }
}
