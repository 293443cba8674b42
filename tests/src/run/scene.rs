//! What a case sets up before anything is played.

use masque_core::clock::{BankStart, ClockSpec, OnTimeout};
use masque_core::deal::Layout as CoreLayout;
use masque_core::engine::Engine;
use masque_core::piece::{Kind, Seat, Side};
use masque_core::random::Dice;
use masque_core::setup::{Setup, SetupCell};
use masque_core::site::Site;
use masque_scripting::diag::{Diagnostic, Span};

use super::arrange::{self, Arranged, arrange};
use super::truths;
use crate::case::{Board, Case, Diagram, Layout, Setting, Spanned, Step, Word, duration};
use crate::library::Rulebook;

/// The steps of a case that set up, those of named setups included, and the steps that follow.
#[derive(Debug, Default)]
pub(super) struct Scene<'a> {
    pub(super) options: Vec<(String, String)>,
    pub(super) preset: Option<&'a Word>,
    pub(super) seed: Option<u64>,
    pub(super) board: Option<(&'a Diagram, Span)>,
    pub(super) layouts: Vec<&'a Layout>,
    pub(super) history: Vec<&'a Word>,
    pub(super) clock: Option<(&'a [Setting], Span)>,
    pub(super) steps: Vec<&'a Spanned<Step>>,
    /// Where the options were set last, for messages.
    pub(super) span: Option<Span>,
}

impl<'a> Scene<'a> {
    pub(super) fn of(book: &'a Rulebook, case: &'a Case) -> Result<Self, Diagnostic> {
        let mut scene = Self::default();
        scene.take(book, &case.steps, 0)?;
        Ok(scene)
    }

    fn take(
        &mut self,
        book: &'a Rulebook,
        steps: &'a [Spanned<Step>],
        depth: usize,
    ) -> Result<(), Diagnostic> {
        for step in steps {
            match &step.value {
                Step::Options(pairs) => {
                    self.span = Some(step.span.clone());
                    for pair in pairs {
                        self.options.retain(|(key, _)| *key != pair.key.value);
                        self.options
                            .push((pair.key.value.clone(), pair.value.value.clone()));
                    }
                }
                Step::Preset(name) => {
                    self.span = Some(step.span.clone());
                    self.preset = Some(name);
                }
                Step::Seed(seed) => self.seed = Some(seed.value),
                Step::From(name) => {
                    let setup = book
                        .setup(name.as_str())
                        .filter(|_| depth < 16)
                        .ok_or_else(|| {
                            let message = format!("there is no setup `{}`", name.value);
                            Diagnostic::new("unknown-setup", message).at(name.span.clone())
                        })?;
                    self.take(book, &setup.steps, depth + 1)?;
                }
                Step::Position(diagram) => self.board = Some((diagram, step.span.clone())),
                Step::Layout(layout) => self.layouts.push(layout),
                Step::History(actions) => self.history.extend(actions),
                Step::ClockSet(settings) => self.clock = Some((settings, step.span.clone())),
                _ => self.steps.push(step),
            }
        }
        Ok(())
    }

    /// The board as it is drawn, the variant's start when none is.
    pub(super) fn arranged(&self, engine: &dyn Engine) -> Result<Option<Arranged>, Diagnostic> {
        match &self.board {
            None => Ok(None),
            Some((diagram, _)) => {
                if diagram.details.is_empty() && diagram.to_move.is_none() && is_start(diagram) {
                    return Ok(None);
                }
                let mut base = engine.empty_setup();
                if is_start(diagram) {
                    base = engine.deal(
                        &masque_core::random::Seed::from_u64(self.seed.unwrap_or(0)),
                        [None, None],
                    );
                    let said = |key: &str| diagram.details.iter().any(|d| d.value.key.value == key);
                    if self.seed.is_none() || said("truth") {
                        base = open(base);
                    }
                    if (self.seed.is_none() && !said("hazards")) && base.hazards.is_some() {
                        base.hazards_left = base.hazards.take().map(|all| all.len() as u16);
                    }
                }
                arrange(engine, diagram, base).map(Some)
            }
        }
    }

    /// Every truth that the case must hold for.
    pub(super) fn truths(
        &self,
        engine: &dyn Engine,
        arranged: Option<&Arranged>,
        case: &Case,
    ) -> Result<Vec<Setup>, Diagnostic> {
        let at = self
            .board
            .as_ref()
            .map_or(&case.name.span, |(_, span)| span);
        let told = |message: String| Diagnostic::new("bad-position", message).at(at.clone());
        match arranged {
            Some(arranged) => truths::fill(engine, arranged, self.seed.unwrap_or(0)).map_err(told),
            None => {
                let mut given: [Option<&Layout>; 2] = [None, None];
                for layout in &self.layouts {
                    given[seat_of(engine, layout)?.index()] = Some(layout);
                }
                let mut wrong = None;
                let mut layouts = |seat: Seat, dice: &mut Dice| match given[seat.index()] {
                    None => engine
                        .named_layout(seat, "random", dice)
                        .map_err(|e| e.to_string()),
                    Some(layout) => read_layout(engine, seat, layout)
                        .and_then(|named| match named {
                            Laid::Named(name) => engine
                                .named_layout(seat, &name, dice)
                                .map_err(|e| bad_layout(layout, e.to_string())),
                            Laid::Out(fixed) => engine
                                .complete_layout(seat, &fixed, dice)
                                .map_err(|e| bad_layout(layout, e.to_string())),
                        })
                        .and_then(|full| match engine.check_layout(seat, &full) {
                            Ok(()) => Ok(full),
                            Err(errors) => Err(bad_layout(layout, join(&errors))),
                        })
                        .map_err(|error| {
                            let message = error.message.clone();
                            wrong = Some(error);
                            message
                        }),
                };
                let dealt = truths::deals(engine, self.seed, &mut layouts);
                match (wrong, dealt) {
                    (Some(error), _) => Err(error),
                    (None, Err(message)) => Err(told(message)),
                    (None, Ok(all)) => Ok(all),
                }
            }
        }
    }
}

pub(super) fn join<T: ToString>(errors: &[T]) -> String {
    errors
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

fn bad_layout(layout: &Layout, message: String) -> Diagnostic {
    Diagnostic::new("bad-layout", message).at(layout.seat.span.clone())
}

fn is_start(diagram: &Diagram) -> bool {
    matches!(&diagram.board, Board::Text(text) if text.value == "start")
}

/// A setup whose hidden pieces may be anything.
fn open(mut setup: Setup) -> Setup {
    for cell in &mut setup.cells {
        if let SetupCell::Down { truth, .. } = cell {
            *truth = None;
        }
    }
    setup
}

/// The seat of a layout; before play a side belongs to the seat of its number.
pub(super) fn seat_of(engine: &dyn Engine, layout: &Layout) -> Result<Seat, Diagnostic> {
    arrange::seat(engine, Some(Side(0)), &layout.seat.value, &layout.seat.span)
}

/// What a layout says.
pub(super) enum Laid {
    /// A name that the variant knows.
    Named(String),
    /// Pieces on sites.
    Out(CoreLayout),
}

pub(super) fn read_layout(
    engine: &dyn Engine,
    seat: Seat,
    layout: &Layout,
) -> Result<Laid, Diagnostic> {
    match &layout.diagram.board {
        Board::Text(text) if !text.value.contains('=') => Ok(Laid::Named(text.value.clone())),
        Board::Text(text) => {
            let mut laid = CoreLayout::new();
            for part in text.value.split([' ', ',']).filter(|p| !p.is_empty()) {
                let bad = || {
                    Diagnostic::new("bad-layout", format!("`{part}` gives no site its piece"))
                        .at(text.span.clone())
                        .hint("write `b1=F`")
                };
                let (site, letter) = part.split_once('=').ok_or_else(bad)?;
                let kind = letter
                    .chars()
                    .next()
                    .and_then(|c| engine.kind(c))
                    .ok_or_else(bad)?;
                laid.push((arrange::site_of(engine, site, &text.span)?, kind));
            }
            Ok(Laid::Out(laid))
        }
        Board::Ranks { .. } => {
            let drawn = arrange(engine, &layout.diagram, engine.empty_setup())?;
            let _ = seat;
            let piece = |(i, cell): (usize, &SetupCell)| -> Option<(Site, Kind)> {
                match cell {
                    SetupCell::Up(p) | SetupCell::Down { truth: Some(p), .. } => {
                        Some((Site(i as u16), p.kind))
                    }
                    _ => None,
                }
            };
            Ok(Laid::Out(
                drawn
                    .setup
                    .cells
                    .iter()
                    .enumerate()
                    .filter_map(piece)
                    .collect(),
            ))
        }
    }
}

/// A clock as a case sets it.
pub(super) fn clock_spec(settings: &[Setting]) -> Result<ClockSpec, Diagnostic> {
    let mut spec = ClockSpec::default();
    for setting in settings {
        let value = &setting.value;
        let bad = |expected: &str| {
            Diagnostic::new(
                "bad-clock",
                format!("`{}` is no value of `{}`", value.value, setting.key.value),
            )
            .at(value.span.clone())
            .hint(format!("expected {expected}"))
        };
        let time = || duration(value.as_str()).ok_or_else(|| bad("a time such as `50s`"));
        let count = || value.value.parse::<u8>().map_err(|_| bad("a number"));
        match setting.key.as_str() {
            "move" => spec.per_move = Some(time()?),
            "main" => spec.main = Some(time()?),
            "bank" => spec.bank = Some(time()?),
            "bank-start" => {
                spec.bank_start = match value.as_str() {
                    "auto" => BankStart::Auto,
                    "manual" => BankStart::Manual,
                    _ => return Err(bad("`auto` or `manual`")),
                }
            }
            "increment" => spec.increment = time()?,
            "warn" => spec.warn_at = Some(time()?),
            "timeouts" => spec.timeouts_lose = Some(count()?),
            "cards" => spec.cards_lose = Some(count()?),
            "on-timeout" => {
                spec.on_timeout = match value.as_str() {
                    "auto-move" => OnTimeout::AutoMove,
                    "lose" => OnTimeout::Lose,
                    _ => return Err(bad("`auto-move` or `lose`")),
                }
            }
            other => {
                let message = format!("`{other}` is no setting of a clock");
                return Err(Diagnostic::new("bad-clock", message).at(setting.key.span.clone()));
            }
        }
    }
    Ok(spec)
}
