//! The game that a program and its sessions are at: what was played, and what each session is told of it.

use masque_core::action::{Act, Action};
use masque_core::belief::{self, Belief};
use masque_core::deal::Layout;
use masque_core::engine::{Engine, Match};
use masque_core::event::{Audience, Told};
use masque_core::game::PlayError;
use masque_core::piece::{Observer, Seat};
use masque_core::position::Phase;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::Setup;
use masque_scripting::document::Document;
use serde_json::{Map, Value, json};

use crate::opponents::{Chair, Mind, Opponent, Player, Start, Trouble};
use crate::protocol::fault::Fault;
use crate::protocol::role::Role;
use crate::variant::{Loaded, begin, phase_words, starts};
use crate::words;

/// The most actions that machine players make in answer to one request.
const MACHINE_ACTIONS: usize = 10_000;

/// What one `masque engine` holds.
#[derive(Default)]
pub(crate) struct Host {
    /// The variant of `new` without one, as the command line named it.
    pub(crate) variant: Option<String>,
    /// The game, once there is one.
    pub(crate) game: Option<Table>,
    /// Who thinks in answer to `choose` when it does not say.
    pub(crate) player: Option<Player>,
    /// The variant of the last `choose`, by what was asked for.
    pub(crate) chosen: Option<(String, Loaded)>,
}

/// A game with its sessions.
pub(crate) struct Table {
    /// The variant.
    pub(crate) loaded: Loaded,
    /// The variant before options are chosen.
    pub(crate) document: Document,
    /// As whom the program speaks that began it.
    pub(crate) role: Role,
    /// Who plays the seats; `None` for the program.
    pub(crate) players: [Option<Player>; 2],
    /// Secret layouts handed in so far.
    layouts: [Option<Layout>; 2],
    seed: Seed,
    /// The machine players at work, and what they draw from.
    minds: [Option<Mind>; 2],
    bots: [Dice; 2],
    game: Option<Box<dyn Match>>,
    /// The truth of the game's start, and positions that went before it.
    start: Option<(Setup, Vec<Setup>)>,
    /// The same, as each seat may know it.
    starts: Option<[Start; 2]>,
    steps: Vec<Step>,
}

/// Something done, with what each may be told of it.
struct Step {
    seat: Seat,
    deed: &'static str,
    automatic: bool,
    /// The action or act as each observer may see it: seat 0, seat 1, everybody.
    texts: [String; 3],
    told: Vec<(Audience, Vec<String>)>,
}

/// What a deed came to.
pub(crate) enum Did {
    /// It was done.
    Done,
    /// Adjudication refused the try, by this clause; everybody was told, and the seat acts again.
    Refused(String),
}

impl Table {
    /// A game that has not begun; its machine players are none that have to be started.
    pub(crate) fn new(
        loaded: Loaded,
        document: Document,
        role: Role,
        players: [Option<Player>; 2],
        seed: Seed,
    ) -> Self {
        let sit = |player: &Option<Player>| {
            let opponent = player.as_ref().map(|p| Opponent::ready(p, &loaded));
            opponent.and_then(Result::ok).and_then(|o| o.sit())
        };
        Self {
            minds: players.each_ref().map(sit),
            bots: [0, 1].map(|seat| seed.stream(Stream::Bot(seat))),
            loaded,
            document,
            role,
            players,
            layouts: [None, None],
            seed,
            game: None,
            start: None,
            starts: None,
            steps: Vec::new(),
        }
    }

    /// What plays the variant.
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.loaded.engine
    }

    /// The game under way.
    ///
    /// # Errors
    /// While seats are still laying out.
    pub(crate) fn game(&self) -> Result<&dyn Match, Fault> {
        self.game.as_deref().ok_or_else(not_ready)
    }

    /// What an observer may believe of the game under way.
    ///
    /// # Errors
    /// While seats are still laying out, and where nothing can be believed.
    pub(crate) fn belief(&self, observer: Observer) -> Result<Box<dyn Belief>, Fault> {
        let (start, earlier) = self.start.as_ref().ok_or_else(not_ready)?;
        let steps = self.game()?.steps();
        belief::along(self.engine(), start, earlier, steps, observer).map_err(Fault::hook)
    }

    /// Everything done so far.
    pub(crate) fn length(&self) -> usize {
        self.steps.len()
    }

    /// Begins from a complete setup, or anew from another one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.begin_after(setup, &[], true)
    }

    /// The same after positions that went before; unless `judged`, the game goes on though it may be over there.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn begin_after(
        &mut self,
        setup: &Setup,
        earlier: &[Setup],
        judged: bool,
    ) -> Result<(), Fault> {
        self.game = Some(begin(&*self.loaded.engine, setup, earlier, judged)?);
        self.start = Some((setup.clone(), earlier.to_vec()));
        self.starts = Some(starts(&*self.loaded.engine, setup, earlier));
        self.steps.clear();
        self.advance()
    }

    /// Deals and begins, unless a layout is still missing.
    ///
    /// # Errors
    /// A hook that failed.
    pub(crate) fn deal(&mut self) -> Result<(), Fault> {
        if self.engine().needs_layouts() {
            for seat in Seat::BOTH {
                if self.players[seat.index()].is_some() && self.layouts[seat.index()].is_none() {
                    let layout = self.named_layout(seat, "random")?;
                    self.layouts[seat.index()] = Some(layout);
                }
            }
            if self.layouts.iter().any(Option::is_none) {
                return Ok(());
            }
        }
        let layouts = [self.layouts[0].as_ref(), self.layouts[1].as_ref()];
        let setup = self.engine().deal(&self.seed, layouts);
        self.begin(&setup)
    }

    /// Draws what a position leaves open from the game's seed.
    ///
    /// # Errors
    /// When nothing completes it.
    pub(crate) fn complete(&self, setup: &mut Setup) -> Result<(), Fault> {
        let mut dice = self.seed.stream(Stream::Deal);
        Ok(crate::variant::fill(self.engine(), setup, &mut dice)?)
    }

    /// Reads a layout: the name of one, or an object of sites and letters.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read_layout(&self, seat: Seat, value: &Value) -> Result<Layout, Fault> {
        let engine = self.engine();
        if !engine.needs_layouts() {
            return Err(Fault::new(
                "no-layout",
                "this variant has no secret layouts",
            ));
        }
        let sites = match value {
            Value::String(name) => return self.named_layout(seat, name),
            Value::Object(sites) if sites.len() <= engine.sites() => sites,
            Value::Object(_) => {
                return Err(Fault::new(
                    "bad-layout",
                    "more sites are given than the board has",
                ));
            }
            other => {
                let expected = "the name of a layout, or an object such as {\"a1\":\"F\"}";
                return Err(crate::protocol::request::wrong_type(
                    "layout", expected, other,
                ));
            }
        };
        let mut layout = Layout::new();
        for (name, piece) in sites {
            let wrong = |message: String| Fault::new("bad-layout", message);
            let shown: String = name.chars().take(20).collect();
            let site = engine
                .site(name)
                .ok_or_else(|| wrong(format!("no site is called `{shown}`")))?;
            let mut letters = piece.as_str().unwrap_or_default().chars();
            let kind = match (letters.next(), letters.next()) {
                (Some(letter), None) => engine.kind(letter),
                _ => None,
            };
            let kind = kind.ok_or_else(|| wrong(format!("`{shown}` has no piece's letter")))?;
            layout.push((site, kind));
        }
        layout.sort_unstable();
        engine.check_layout(seat, &layout).map_err(|wrong| {
            let all: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            Fault::new("bad-layout", all.join("; "))
        })?;
        Ok(layout)
    }

    fn named_layout(&self, seat: Seat, name: &str) -> Result<Layout, Fault> {
        let mut dice = self.seed.stream(Stream::Bot(16 + seat.0));
        let layout = self.engine().named_layout(seat, name, &mut dice);
        layout.map_err(|e| Fault::new("no-layout", e.to_string()))
    }

    /// Hands in the layout of a seat; the game begins with the last of them.
    ///
    /// # Errors
    /// When the game has begun, or the seat has handed one in already.
    pub(crate) fn lay_out(&mut self, seat: Seat, layout: Layout) -> Result<(), Fault> {
        if self.game.is_some() {
            return Err(Fault::new("bad-layout", "the game has begun"));
        }
        if self.layouts[seat.index()].is_some() {
            return Err(Fault::new("bad-layout", "this seat has laid out already"));
        }
        self.layouts[seat.index()] = Some(layout);
        Ok(())
    }

    /// The seat that a word names.
    ///
    /// # Errors
    /// When it names none.
    pub(crate) fn seat(&self, word: &str) -> Result<Seat, Fault> {
        let word: String = word.chars().take(40).collect();
        if let Some(game) = &self.game {
            return Ok(crate::variant::seat_of(self.engine(), &**game, &word)?);
        }
        match (word.as_str(), self.engine().side(&word)) {
            ("0" | "seat 0", _) => Ok(Seat(0)),
            ("1" | "seat 1", _) => Ok(Seat(1)),
            (_, Some(side)) => Ok(Seat(side.0)),
            _ => Err(Fault::new(
                "bad-seat",
                format!("no seat is called `{word}`"),
            )),
        }
    }

    /// The observer that a word names.
    ///
    /// # Errors
    /// When it names none.
    pub(crate) fn observer(&self, word: &str) -> Result<Observer, Fault> {
        let word: String = word.chars().take(40).collect();
        Ok(crate::variant::observer_of(
            self.engine(),
            self.game()?,
            &word,
        )?)
    }

    /// Plays an action that a seat wrote.
    ///
    /// # Errors
    /// When it is malformed, illegal, or a hook fails; the game is then unchanged.
    pub(crate) fn play(&mut self, seat: Seat, text: &str, automatic: bool) -> Result<Did, Fault> {
        let action = self.read_action(seat, text)?;
        let did = self.do_action(seat, action, automatic)?;
        self.advance()?;
        Ok(did)
    }

    /// Reads an action of a seat.
    ///
    /// # Errors
    /// What is malformed.
    pub(crate) fn read_action(&self, seat: Seat, text: &str) -> Result<Action, Fault> {
        if text.len() > 200 {
            return Err(Fault::new("bad-action", "no action is that long"));
        }
        let action = self.game()?.parse_action(seat, text);
        action.map_err(|e| Fault::new("bad-action", e.to_string()))
    }

    fn do_action(&mut self, seat: Seat, action: Action, automatic: bool) -> Result<Did, Fault> {
        let game = self.game.as_deref_mut().ok_or_else(not_ready)?;
        let texts = Observer::ALL.map(|observer| game.format_action(observer, action));
        match game.play(seat, action, automatic) {
            Ok(told) => {
                self.record(seat, "action", automatic, texts, &told);
                Ok(Did::Done)
            }
            Err(PlayError::Refused(clause)) => {
                let told = game
                    .steps()
                    .last()
                    .map(|s| s.told.clone())
                    .unwrap_or_default();
                self.record(seat, "try", automatic, texts, &told);
                Ok(Did::Refused(self.engine().clause(clause).to_owned()))
            }
            Err(PlayError::Illegal(refusal)) => {
                let [zero, one, _] = texts;
                let text = if seat.0 == 0 { zero } else { one };
                let clause = self.engine().clause(refusal.clause);
                let fault = Fault::new("illegal", format!("{text} is not legal"));
                Err(fault.because(json!(refusal.stage), clause))
            }
            Err(error) => Err(Fault::hook(error)),
        }
    }

    /// Does an act of a seat.
    ///
    /// # Errors
    /// When it is not possible.
    pub(crate) fn act(&mut self, seat: Seat, act: Act, word: &str) -> Result<(), Fault> {
        let game = self.game.as_deref_mut().ok_or_else(not_ready)?;
        let told = game
            .act(seat, act)
            .map_err(|e| Fault::new("bad-act", e.to_string()))?;
        self.record(seat, "act", false, [(); 3].map(|()| word.to_owned()), &told);
        let offered = act == Act::Offer && self.players[seat.other().index()].is_some();
        if offered && self.game()?.outcome().is_none() {
            self.act(seat.other(), Act::Decline, "decline")?;
        }
        self.advance()
    }

    fn record(
        &mut self,
        seat: Seat,
        deed: &'static str,
        automatic: bool,
        texts: [String; 3],
        told: &[Told],
    ) {
        let Some(game) = &self.game else { return };
        let told = told
            .iter()
            .map(|t| (t.audience, game.event_words(&t.event)))
            .collect();
        self.steps.push(Step {
            seat,
            deed,
            automatic,
            texts,
            told,
        });
    }

    /// Lets machine players act until it is the program's turn.
    fn advance(&mut self) -> Result<(), Fault> {
        for _ in 0..MACHINE_ACTIONS {
            let Some(game) = self.game.as_deref().filter(|g| g.outcome().is_none()) else {
                return Ok(());
            };
            let seat = game.turn();
            let (Some(mind), Some(starts)) = (&mut self.minds[seat.index()], &self.starts) else {
                return Ok(());
            };
            let chair = Chair::new(&*self.loaded.engine, &starts[seat.index()], game, seat);
            let action = match mind.choose(&chair, &mut self.bots[seat.index()], &|_| true) {
                Ok(choice) => choice.action,
                Err(Trouble::NoAction) => return Ok(()),
                Err(trouble) => return Err(Fault::hook(trouble)),
            };
            self.do_action(seat, action, false)?;
        }
        Ok(())
    }

    /// What is the same for everybody: whose turn it is, the phase, how it ended.
    pub(crate) fn state(&self) -> Map<String, Value> {
        let mut state = Map::new();
        let mut put = |key: &str, value: Value| {
            state.insert(key.to_owned(), value);
        };
        match &self.game {
            None => {
                put("phase", json!("setup"));
                put("ready", json!(self.layouts.each_ref().map(Option::is_some)));
            }
            Some(game) => {
                let side = |seat| {
                    let side = game.side_of(seat)?;
                    Some(self.engine().spec().sides[side.index()].name.as_str())
                };
                put("phase", json!(phase_words(self.engine(), game.phase())));
                if game.phase() != Phase::Over {
                    put("turn", json!(game.turn().0));
                }
                put("sides", json!(Seat::BOTH.map(side)));
                put("turns", json!(game.turns()));
                put("outcome", words::outcome(self.engine(), game.outcome()));
            }
        }
        state
    }

    /// The steps from `since` on, as an observer was told them; `None` for the arbiter, who hears all and to whom.
    pub(crate) fn told(&self, since: usize, observer: Option<Observer>) -> Vec<Value> {
        self.steps
            .iter()
            .enumerate()
            .skip(since)
            .map(|(number, step)| step.value(number, observer))
            .collect()
    }
}

impl Step {
    fn value(&self, number: usize, observer: Option<Observer>) -> Value {
        let text = match observer {
            Some(Observer::Public) => &self.texts[2],
            Some(Observer::Seat(seat)) => &self.texts[seat.index()],
            None => &self.texts[self.seat.index()],
        };
        let events: Vec<Value> = self
            .told
            .iter()
            .filter(|(audience, _)| observer.is_none_or(|o| audience.includes(o)))
            .map(|(audience, words)| match observer {
                Some(_) => json!(words.join(" ")),
                None => json!({ "event": words.join(" "), "to": names(*audience) }),
            })
            .collect();
        let mut value = json!({ "step": number, "seat": self.seat.0 });
        value[self.deed] = text.as_str().into();
        if self.automatic {
            value["automatic"] = true.into();
        }
        value["events"] = events.into();
        value
    }
}

fn names(audience: Audience) -> Vec<Value> {
    let told = Observer::ALL.into_iter().filter(|o| audience.includes(*o));
    told.map(|observer| match observer {
        Observer::Seat(seat) => json!(seat.0),
        Observer::Public => json!("public"),
    })
    .collect()
}

fn not_ready() -> Fault {
    Fault::new("not-ready", "the seats have not all laid out yet")
        .hint("each seat hands in its layout with `layout`")
}
