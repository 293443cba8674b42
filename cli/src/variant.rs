//! Variants by id or by folder, their engines, and the positions that commands start from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque_conformance::library::Rulebook;
use masque_core::deal::Layout;
use masque_core::engine::{Engine, Match};
use masque_core::notation::position::PositionError;
use masque_core::piece::{Observer, Piece, Seat};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::{Setup, SetupCell, SetupError};
use masque_core::site::Site;
use masque_scripting::choices::Choices;
use masque_scripting::diag::{Diagnostic, Diagnostics, Source, Span, closest};
use masque_scripting::document::{self, Document};
use masque_scripting::folder::{Folder, Library, Shelf, VARIANT_FILE};
use masque_scripting::variant::{self, Backend, Variant};

use crate::args::{BackendArg, ChoiceArgs};
use crate::exit::Failure;
use crate::lang::Lang;
use crate::opponents::Start;

/// A variant's folder, found, and where the folders that it extends are.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What the user calls it: an id, or the path of a folder.
    pub(crate) name: String,
    /// The folder.
    pub(crate) folder: Folder,
    /// Where its ancestors are.
    pub(crate) library: Shelf,
}

/// A variant under one choice of options, ready to play.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// The variant's id.
    pub(crate) id: String,
    /// What names it in a record: its id when it ships with Masque, else the path of its folder.
    pub(crate) name: String,
    /// The options that differ from their defaults, as `key=value,...`.
    pub(crate) choices: String,
    /// BLAKE3 of everything that the rules depend on, in hexadecimal.
    pub(crate) hash: String,
    /// What plays it.
    pub(crate) engine: Arc<dyn Engine>,
    /// What it was made of.
    pub(crate) variant: Variant,
}

/// Finds a variant by the id of a shipped one or by the path of a folder.
///
/// # Errors
/// When there is none, or it cannot be read.
pub(crate) fn find(name: &str) -> Result<Found, Diagnostics> {
    let shelf = masque_variants::shelf();
    if !looks_like_path(name) {
        if let Some(folder) = shelf.find(name)? {
            return Ok(Found {
                name: name.to_owned(),
                folder,
                library: shelf,
            });
        }
        if !Path::new(name).join(VARIANT_FILE).is_file() {
            return Err(vec![unknown(name, &shelf.ids())]);
        }
    }
    let folder = Folder::from_dir(Path::new(name))?;
    let full = std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
    let library = match full.parent() {
        Some(parent) => shelf.beside(parent),
        None => shelf,
    };
    Ok(Found {
        name: full.display().to_string(),
        folder,
        library,
    })
}

/// Whether a name is the id of a shipped variant.
pub(crate) fn ships(name: &str) -> bool {
    !looks_like_path(name) && masque_variants::ids().iter().any(|id| id == name)
}

fn looks_like_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.starts_with('.')
}

/// The message for an id that names no variant.
pub(crate) fn unknown(name: &str, known: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::new("unknown-variant", format!("no variant is called `{name}`"));
    let near = closest(name, known.iter().map(String::as_str));
    diagnostic.hint(match near {
        Some(near) => format!("did you mean `{near}`? `masque list` shows them all"),
        None => format!(
            "variants are {}; a folder of your own is given as a path, such as ./{}",
            known.join(", "),
            name.trim_start_matches('/')
        ),
    })
}

/// Loads a variant under a preset and pairs of option and value.
///
/// # Errors
/// Everything that is wrong, where it was written.
pub(crate) fn load(
    name: &str,
    preset: Option<&str>,
    pairs: &[(String, String)],
) -> Result<Loaded, Diagnostics> {
    let (found, document) = playable(name)?;
    found.load(&document, preset, pairs)
}

fn playable(name: &str) -> Result<(Found, Document), Diagnostics> {
    let found = find(name)?;
    let document = found.document()?;
    if document.is_abstract() {
        let message = format!("`{}` is only there to be extended", found.folder.id);
        let hint = "play one of its children; `masque list` shows them";
        return Err(vec![Diagnostic::new("abstract", message).hint(hint)]);
    }
    Ok((found, document))
}

/// Loads a variant as the command line chooses.
///
/// # Errors
/// Everything that is wrong, where it was written.
pub(crate) fn load_chosen(name: &str, choice: &ChoiceArgs) -> Result<Loaded, Diagnostics> {
    let (found, document) = playable(name)?;
    found.load_chosen(&document, choice)
}

impl Found {
    /// The rulebook with those it inherits from; `None` when there is none.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(crate) fn rulebook(&self) -> Result<Option<Rulebook>, Diagnostics> {
        Rulebook::load(&self.library, &self.folder)
    }

    /// The folder merged with all it extends.
    ///
    /// # Errors
    /// Everything that is wrong, where it was written.
    pub(crate) fn document(&self) -> Result<Document, Diagnostics> {
        document::read(&self.library, &self.folder)
    }

    /// Its rules under a choice of options.
    ///
    /// # Errors
    /// Everything that is wrong, where it was written.
    pub(crate) fn load(
        &self,
        document: &Document,
        preset: Option<&str>,
        pairs: &[(String, String)],
    ) -> Result<Loaded, Diagnostics> {
        let variant = variant::compile(document, preset, pairs)?;
        let engine = variant.engine();
        Ok(self.with(variant, engine))
    }

    /// The same as the command line chooses.
    ///
    /// # Errors
    /// Everything that is wrong, where it was written.
    pub(crate) fn load_chosen(
        &self,
        document: &Document,
        choice: &ChoiceArgs,
    ) -> Result<Loaded, Diagnostics> {
        let variant = variant::compile(document, choice.preset.as_deref(), &choice.options)?;
        let backend = match choice.backend {
            BackendArg::Interpreter => Backend::Interpreter,
            BackendArg::Wasm => Backend::Wasm,
        };
        let engine = variant.engine_on(backend).map_err(|error| vec![error])?;
        Ok(self.with(variant, engine))
    }

    fn with(&self, variant: Variant, engine: Arc<dyn Engine>) -> Loaded {
        Loaded {
            id: variant.id.clone(),
            name: self.name.clone(),
            choices: variant.resolved.choices.to_string(),
            hash: blake3::hash(variant.resolved.canonical().as_bytes())
                .to_hex()
                .to_string(),
            engine,
            variant,
        }
    }
}

impl Loaded {
    /// The options' values.
    pub(crate) fn choices(&self) -> &Choices {
        &self.variant.resolved.choices
    }

    /// The title in a language.
    pub(crate) fn title(&self, lang: Lang) -> &str {
        lang.title(&self.variant.spec().title).unwrap_or(&self.id)
    }

    /// Starts a game from `position` (`start` and `None` are where the variant starts), dealt and completed from `seed`.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub(crate) fn start(
        &self,
        position: Option<&str>,
        seed: &Seed,
    ) -> Result<Box<dyn Match>, Failure> {
        begin(&*self.engine, &self.setup(position, seed)?, &[], true)
    }

    /// Where such a game starts.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub(crate) fn setup(&self, position: Option<&str>, seed: &Seed) -> Result<Setup, Failure> {
        match position.filter(|p| *p != "start") {
            None => self.dealt(seed),
            Some(text) => {
                let mut setup = read_position(&*self.engine, "position", text)?;
                fill(&*self.engine, &mut setup, &mut seed.stream(Stream::Deal))?;
                Ok(setup)
            }
        }
    }

    /// Starts a game to look at: what a position leaves open is known to no seat.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub(crate) fn look(&self, position: &str, seed: &Seed) -> Result<Box<dyn Match>, Failure> {
        if position == "start" {
            return self.start(None, seed);
        }
        let engine = &*self.engine;
        let mut setup = read_position(engine, "position", position)?;
        let open: Vec<Site> = setup.open_sites().collect();
        fill(engine, &mut setup, &mut seed.stream(Stream::Deal))?;
        if !open.is_empty() && engine.spec().hidden.owner_knows {
            for seat in Seat::BOTH {
                let own = match setup.first_side {
                    Some(side) if seat.0 == 0 => side,
                    Some(side) => side.other(),
                    None => continue,
                };
                let hidden = setup
                    .cells
                    .iter()
                    .enumerate()
                    .filter_map(|(i, cell)| match cell {
                        SetupCell::Down {
                            truth: Some(piece), ..
                        } if piece.side == own => Some(Site(i as u16)),
                        _ => None,
                    });
                let given = setup.known[seat.index()].clone();
                let mut known: Vec<Site> = given.unwrap_or_else(|| hidden.collect());
                known.retain(|site| !open.contains(site));
                setup.known[seat.index()] = Some(known);
            }
        }
        begin(engine, &setup, &[], true)
    }

    /// The start of a game; secret layouts are drawn at random.
    fn dealt(&self, seed: &Seed) -> Result<Setup, Failure> {
        let layout = |seat: Seat| -> Result<Option<Layout>, Failure> {
            if !self.engine.needs_layouts() {
                return Ok(None);
            }
            let mut dice = seed.stream(Stream::Bot(16 + seat.0));
            let layout = self.engine.named_layout(seat, "random", &mut dice);
            Ok(Some(layout.map_err(|e| {
                Diagnostic::new("no-layout", e.to_string())
            })?))
        };
        let layouts = [layout(Seat(0))?, layout(Seat(1))?];
        Ok(self
            .engine
            .deal(seed, [layouts[0].as_ref(), layouts[1].as_ref()]))
    }
}

/// Starts a game from a complete setup, after others that went before; where it is to be `judged` it may be over at once.
///
/// # Errors
/// What is wrong with the setups, or a hook that failed.
pub(crate) fn begin(
    engine: &dyn Engine,
    setup: &Setup,
    earlier: &[Setup],
    judged: bool,
) -> Result<Box<dyn Match>, Failure> {
    let told = |wrong: Vec<SetupError>| {
        let told = wrong
            .iter()
            .map(|e| Diagnostic::new("bad-position", e.to_string()));
        Failure::Input(told.collect())
    };
    let mut game = engine.start(setup).map_err(told)?;
    for earlier in earlier {
        game.remember(earlier).map_err(told)?;
    }
    if judged {
        game.judge_start()
            .map_err(|e| Diagnostic::new("hook-failed", e.to_string()))?;
    }
    Ok(game)
}

/// What each seat may know of how a game began: the start, and positions that went before it.
pub(crate) fn starts(engine: &dyn Engine, start: &Setup, earlier: &[Setup]) -> [Start; 2] {
    Seat::BOTH.map(|seat| {
        let mask = |setup: &Setup| engine.mask(setup, Observer::Seat(seat));
        Start::new(mask(start), earlier.iter().map(mask).collect())
    })
}

/// Random bytes from the system.
///
/// # Errors
/// When the system gives none.
pub(crate) fn random_bytes() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| {
        Diagnostic::new(
            "no-randomness",
            format!("the system gives no random bytes: {e}"),
        )
    })?;
    Ok(bytes)
}

/// The seed of a number, or one that nobody knows.
///
/// # Errors
/// When the system gives no random bytes.
pub(crate) fn seed(number: Option<u64>) -> Result<Seed, Failure> {
    match number {
        Some(number) => Ok(Seed::from_u64(number)),
        None => Ok(Seed::from_bytes(random_bytes()?)),
    }
}

/// Reads a position text; what is wrong is located in it.
///
/// # Errors
/// What is wrong.
pub(crate) fn read_position(
    engine: &dyn Engine,
    shown: &str,
    text: &str,
) -> Result<Setup, Diagnostic> {
    engine.parse_position(text).map_err(|error| {
        let source = Source::new(shown, text);
        let range = blamed(text, &error);
        Diagnostic::new("bad-position", error.to_string()).at(Span::new(&source, range))
    })
}

/// The part of a position text that an error is about.
pub(crate) fn blamed(text: &str, error: &PositionError) -> std::ops::Range<usize> {
    let all = 0..text.len();
    let rows_end = text.find(' ').unwrap_or(text.len());
    let token = match error {
        PositionError::Empty | PositionError::EnPassant { .. } => return all,
        PositionError::Board(SetupError::Files { rank, .. }) => {
            let rows: Vec<&str> = text[..rows_end].split('/').collect();
            let Some(index) = rows.len().checked_sub(*rank) else {
                return all;
            };
            let start: usize = rows[..index].iter().map(|row| row.len() + 1).sum();
            return start..start + rows[index].len();
        }
        PositionError::Board(SetupError::Token { token, .. }) => token.as_str(),
        PositionError::Board(_) => return 0..rows_end,
        PositionError::Turn { token, .. }
        | PositionError::Word { token, .. }
        | PositionError::Value { token, .. } => token.as_str(),
        PositionError::Key { key, .. } | PositionError::Twice { key } => key.as_str(),
        PositionError::Right { letter } => {
            let at = text[rows_end..].find(*letter).map(|i| rows_end + i);
            return at.map_or(all, |at| at..at + letter.len_utf8());
        }
    };
    let from = if matches!(error, PositionError::Board(_)) {
        0
    } else {
        rows_end
    };
    match text[from..].find(token) {
        Some(at) if !token.is_empty() => from + at..from + at + token.len(),
        _ => all,
    }
}

/// How many completions of a position are tried before it is said that none fits.
const TRIES: usize = 2000;

/// Draws what a setup leaves open: the truth of hidden pieces, from what the set has left, and hazards under fog.
///
/// # Errors
/// When the set has too few pieces left, or no completion was found that fits the rest.
pub(crate) fn fill(
    engine: &dyn Engine,
    setup: &mut Setup,
    dice: &mut Dice,
) -> Result<(), Diagnostic> {
    let open: Vec<Site> = setup.open_sites().collect();
    let terrain = engine.spec().terrain.as_ref();
    let lay = terrain.filter(|_| setup.hazards.is_none());
    if open.is_empty() && lay.is_none() {
        return Ok(());
    }
    let pool = engine.pool(setup);
    let mut reason = None;
    for _ in 0..TRIES {
        let mut trial = setup.clone();
        draw_truths(&mut trial, &open, pool.clone(), dice)?;
        if let Some(rule) = lay {
            draw_hazards(
                engine,
                &mut trial,
                &rule.zone,
                u16::from(rule.hazards),
                dice,
            )?;
        }
        match engine.start(&trial) {
            Ok(_) => {
                *setup = trial;
                return Ok(());
            }
            Err(wrong) => reason = wrong.into_iter().next(),
        }
    }
    let mut diagnostic = Diagnostic::new(
        "no-truth",
        "no way was found to complete what the position leaves open",
    );
    if let Some(reason) = reason {
        diagnostic = diagnostic.hint(format!("the last try failed because {reason}"));
    }
    Err(diagnostic)
}

/// Gives every open site a piece of the pool, each way equally likely; a look that shows a side limits it to that side.
fn draw_truths(
    setup: &mut Setup,
    open: &[Site],
    mut pool: Vec<Piece>,
    dice: &mut Dice,
) -> Result<(), Diagnostic> {
    dice.shuffle(&mut pool);
    let mut sites: Vec<Site> = open.to_vec();
    let sided = |setup: &Setup, site: Site| match setup.cells[site.index()] {
        SetupCell::Down { look, .. } => look.side(),
        _ => None,
    };
    // Sites that show a side choose first, so that the others get what is left of both.
    sites.sort_by_key(|site| sided(setup, *site).is_none());
    for site in sites {
        let side = sided(setup, site);
        let fits = |piece: &Piece| side.is_none_or(|side| piece.side == side);
        let Some(at) = pool.iter().position(fits) else {
            return Err(Diagnostic::new(
                "too-many-hidden",
                format!(
                    "{} hidden pieces have no truth, and the set has fewer left",
                    open.len()
                ),
            ));
        };
        if let SetupCell::Down { truth, .. } = &mut setup.cells[site.index()] {
            *truth = Some(pool.remove(at));
        }
    }
    Ok(())
}

/// Lays hazards on fogged sites of the zone beside those that everybody sees.
fn draw_hazards(
    engine: &dyn Engine,
    setup: &mut Setup,
    zone: &str,
    dealt: u16,
    dice: &mut Dice,
) -> Result<(), Diagnostic> {
    let mut sites = match &setup.fog {
        Some(fog) => fog.clone(),
        None => {
            let zone = engine.parse_sites(zone).unwrap_or_default();
            let free = |s: &Site| setup.cells[s.index()] == SetupCell::Empty;
            zone.into_iter().filter(free).collect()
        }
    };
    sites.retain(|site| !setup.hazards_seen.contains(site));
    let left = usize::from(setup.hazards_left.unwrap_or(dealt));
    let hidden = left.saturating_sub(setup.hazards_seen.len());
    if hidden > sites.len() {
        return Err(Diagnostic::new(
            "too-many-hazards",
            format!(
                "{hidden} hazards are hidden, and {} sites are under fog",
                sites.len()
            ),
        ));
    }
    dice.shuffle(&mut sites);
    sites.truncate(hidden);
    sites.extend(setup.hazards_seen.iter().copied());
    sites.sort_unstable();
    setup.hazards = Some(sites);
    Ok(())
}

/// The seat that a word names: `0`, `seat 0`, `seat0`, or a side.
///
/// # Errors
/// When it names none.
pub(crate) fn seat_of(
    engine: &dyn Engine,
    game: &dyn Match,
    word: &str,
) -> Result<Seat, Diagnostic> {
    let sides = &engine.spec().sides;
    match word.strip_prefix("seat").map_or(word, str::trim_start) {
        "0" => return Ok(Seat(0)),
        "1" => return Ok(Seat(1)),
        _ => {}
    }
    let wrong = |message: String| {
        Diagnostic::new("bad-seat", message).hint(format!(
            "seats are 0 and 1, or {} and {}",
            sides[0].name, sides[1].name
        ))
    };
    let side = engine
        .side(word)
        .ok_or_else(|| wrong(format!("no seat is called `{word}`")))?;
    game.seat_of(side)
        .ok_or_else(|| wrong(format!("no seat has {word} yet")))
}

/// The observer that a word names: `public` or a seat.
///
/// # Errors
/// When it names none.
pub(crate) fn observer_of(
    engine: &dyn Engine,
    game: &dyn Match,
    word: &str,
) -> Result<Observer, Diagnostic> {
    if word == "public" {
        return Ok(Observer::Public);
    }
    seat_of(engine, game, word)
        .map(Observer::Seat)
        .map_err(|mut wrong| {
            wrong.code = "bad-observer";
            wrong.hint = wrong
                .hint
                .map(|hint| format!("`public` is a spectator; {hint}"));
            wrong
        })
}

/// The observer that a word names where no game says which seat has which side: `public`, a seat, or the side that the
/// seat of its number starts with.
///
/// # Errors
/// When it names none.
pub(crate) fn observer_word(engine: &dyn Engine, word: &str) -> Result<Observer, Diagnostic> {
    let sides = &engine.spec().sides;
    match word {
        "public" => Ok(Observer::Public),
        "0" | "seat0" => Ok(Observer::Seat(Seat(0))),
        "1" | "seat1" => Ok(Observer::Seat(Seat(1))),
        _ => sides
            .iter()
            .position(|s| s.name == word)
            .map(|i| Observer::Seat(Seat(i as u8)))
            .ok_or_else(|| {
                Diagnostic::new("bad-observer", format!("nobody called `{word}` looks")).hint(
                    format!(
                        "observers are public, 0, 1, {}, {}",
                        sides[0].name, sides[1].name
                    ),
                )
            }),
    }
}

/// Where the turn machine stands, in words.
pub(crate) fn phase_words(engine: &dyn Engine, phase: Phase) -> String {
    match phase {
        Phase::Play | Phase::Over => phase.word().to_owned(),
        Phase::Chain(at) | Phase::Choose(at) | Phase::Shoot(at) => {
            format!("{} {}", phase.word(), engine.site_name(at))
        }
    }
}
