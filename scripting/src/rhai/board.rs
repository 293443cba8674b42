//! The types of scripts that depend on the board: sites, sets, views and positions, and the functions upon them.

use std::any::TypeId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use masque_core::action::Action;
use masque_core::event::Log;
use masque_core::hooks::Effects;
use masque_core::piece::{Kind, Observer, Seat, Side};
use masque_core::position::{Position, Public};
use masque_core::rules::repetition::History;
use masque_core::site::{Site, SiteSet};
use masque_core::tables::Tables;
use masque_core::view::View;
use rhai::{Dynamic, Engine, Module, Variant};

use super::limits;
use super::types::{Answer, Manner, Special, counted, fault, maybe};
use crate::reading::{FIXED, Reader, variable_value};

/// What one hook call works on.
pub(super) struct State<const W: usize> {
    pub(super) tables: Arc<Tables<W>>,
    /// The whole position for an event hook; for a generator only what the mover knows.
    pub(super) position: Position<W>,
    pub(super) history: History<W>,
    pub(super) observer: Observer,
    pub(super) mover: Seat,
    /// The site that a generator is asked about.
    pub(super) asked: Site,
    /// Whether the hook may change nothing.
    pub(super) fixed: bool,
    pub(super) log: Log,
    pub(super) actions: Vec<Action>,
}

/// What a handle points to; empty once its call is over.
pub(super) type Shared<const W: usize> = Arc<Mutex<Option<State<W>>>>;

/// The `view` of a generator hook.
#[derive(Clone)]
pub(super) struct Seen<const W: usize>(pub(super) Shared<W>);

/// The `pos` of an event or verdict hook.
#[derive(Clone)]
pub(super) struct Held<const W: usize>(pub(super) Shared<W>);

/// A handle's state, locked for one function of the API.
pub(super) struct Open<'a, const W: usize>(MutexGuard<'a, Option<State<W>>>);

trait Handle<const W: usize>: Variant + Clone {
    fn shared(&self) -> &Shared<W>;

    /// Counts a step and opens the handle.
    fn open(&self) -> Answer<Open<'_, W>> {
        limits::step()?;
        let guard = self.shared().lock().unwrap_or_else(PoisonError::into_inner);
        if guard.is_none() {
            return fault("the hook that was given this view or position is over");
        }
        Ok(Open(guard))
    }
}

impl<const W: usize> Handle<W> for Seen<W> {
    fn shared(&self) -> &Shared<W> {
        &self.0
    }
}

impl<const W: usize> Handle<W> for Held<W> {
    fn shared(&self) -> &Shared<W> {
        &self.0
    }
}

impl<const W: usize> std::ops::Deref for Open<'_, W> {
    type Target = State<W>;
    fn deref(&self) -> &State<W> {
        self.0.as_ref().expect("`open` made sure of it")
    }
}

impl<const W: usize> std::ops::DerefMut for Open<'_, W> {
    fn deref_mut(&mut self) -> &mut State<W> {
        self.0.as_mut().expect("`open` made sure of it")
    }
}

impl<const W: usize> State<W> {
    fn reader(&self) -> Reader<'_, W> {
        Reader {
            view: View::new(&self.tables, &self.position, &self.history, self.observer),
            mover: self.mover,
        }
    }

    fn public(&self) -> &Public<W> {
        self.position.public()
    }

    fn variable(&self, name: &str) -> Answer<usize> {
        let found = self.tables.spec.variables.iter().position(|v| v.0 == name);
        found.map_or_else(|| fault(format!("no variable is called `{name}`")), Ok)
    }

    /// Adds an action of the piece asked about.
    fn add(&mut self, name: &str, from: Site, to: Site, action: Action) -> Answer<()> {
        let may = self.reader().may_add(name, self.asked, from, to);
        may.or_else(fault)?;
        if !self.actions.contains(&action) {
            self.actions.push(action);
        }
        Ok(())
    }

    fn effects(&mut self) -> Answer<Effects<'_, W>> {
        if self.fixed {
            return fault(FIXED);
        }
        Ok(self.reach())
    }

    fn reach(&mut self) -> Effects<'_, W> {
        Effects {
            tables: &self.tables,
            position: &mut self.position,
            log: &mut self.log,
            mover: self.mover,
        }
    }
}

/// Registers everything that depends on the board.
pub(super) fn register<const W: usize>(engine: &mut Engine, tables: &Arc<Tables<W>>) {
    register_sets::<W>(engine);
    register_board(engine, tables);
    engine.register_type_with_name::<Seen<W>>("view");
    engine.register_type_with_name::<Held<W>>("pos");
    register_reading::<W, Seen<W>>(engine);
    register_reading::<W, Held<W>>(engine);
    register_generating::<W>(engine);
    register_effects::<W>(engine);
}

fn register_sets<const W: usize>(engine: &mut Engine) {
    type S<const W: usize> = SiteSet<W>;
    engine.register_type_with_name::<Site>("site");
    engine.register_type_with_name::<S<W>>("set");
    engine.register_fn("==", |a: Site, b: Site| a == b);
    engine.register_fn("!=", |a: Site, b: Site| a != b);
    engine.register_fn("==", |a: S<W>, b: S<W>| a == b);
    engine.register_fn("!=", |a: S<W>, b: S<W>| a != b);
    engine.register_fn("|", |a: S<W>, b: S<W>| a | b);
    engine.register_fn("&", |a: S<W>, b: S<W>| a & b);
    engine.register_fn("^", |a: S<W>, b: S<W>| a ^ b);
    engine.register_fn("-", |a: S<W>, b: S<W>| a - b);
    engine.register_fn("+", |a: S<W>, b: S<W>| a | b);
    engine.register_fn("+", |a: S<W>, b: Site| a | S::of(b));
    engine.register_fn("-", |a: S<W>, b: Site| a - S::of(b));
    engine.register_fn("len", |set: &mut S<W>| -> Answer<i64> {
        limits::step()?;
        Ok(set.len() as i64)
    });
    engine.register_fn("is_empty", |set: &mut S<W>| -> Answer<bool> {
        limits::step()?;
        Ok(set.is_empty())
    });
    engine.register_fn("contains", |set: &mut S<W>, at: Site| -> Answer<bool> {
        limits::step()?;
        Ok(set.contains(at))
    });
    engine.register_fn("first", |set: &mut S<W>| -> Answer<Dynamic> {
        limits::step()?;
        Ok(maybe(set.lowest()))
    });
    engine.register_fn("nowhere", || -> Answer<S<W>> {
        limits::step()?;
        Ok(S::EMPTY)
    });
    let mut loops = Module::new();
    loops.set_iter_result(TypeId::of::<S<W>>(), |set| {
        counted(set.cast::<S<W>>().iter())
    });
    engine.register_global_module(loops.into());
}

fn register_board<const W: usize>(engine: &mut Engine, tables: &Arc<Tables<W>>) {
    let board = Arc::clone(tables);
    engine.register_fn("site", move |name: &str| -> Answer<Site> {
        limits::step()?;
        let site = board.board.site(name);
        site.map_or_else(
            || fault(format!("no site is called `{name}` on this board")),
            Ok,
        )
    });
    let region = |tables: &Tables<W>, name: &str| -> Answer<[SiteSet<W>; 2]> {
        limits::step()?;
        tables.board.region(name).or_else(|e| fault(e.to_string()))
    };
    let board = Arc::clone(tables);
    engine.register_fn("region", move |name: &str| -> Answer<SiteSet<W>> {
        region(&board, name).map(|sets| sets[0] | sets[1])
    });
    let board = Arc::clone(tables);
    engine.register_fn(
        "region",
        move |name: &str, side: Side| -> Answer<SiteSet<W>> {
            region(&board, name).map(|sets| sets[side.index()])
        },
    );
    let board = Arc::clone(tables);
    engine.register_fn("file_of", move |at: Site| -> Answer<i64> {
        limits::step()?;
        Ok(i64::from(board.board.coordinates(at).0) + 1)
    });
    let board = Arc::clone(tables);
    engine.register_fn("rank_of", move |at: Site| -> Answer<i64> {
        limits::step()?;
        Ok(i64::from(board.board.coordinates(at).1) + 1)
    });
}

/// Registers functions of a handle that read and cannot fail.
macro_rules! reading {
    ($engine:ident $handle:ty: $($name:literal ($($arg:ident: $t:ty),*) -> $r:ty, |$state:ident| $body:expr;)*) => { $(
        $engine.register_fn($name, |handle: &mut $handle, $($arg: $t),*| -> Answer<$r> {
            let state = handle.open()?;
            let $state = state.reader();
            Ok($body)
        });
    )* };
}

fn register_reading<const W: usize, H: Handle<W>>(engine: &mut Engine) {
    reading! { engine H:
        "side" () -> Dynamic, |s| maybe(s.side());
        "mover" () -> Dynamic, |s| maybe(s.side());
        "opponent" () -> Dynamic, |s| maybe(s.opponent());
        "owner" (at: Site) -> Dynamic, |s| maybe(s.owner(at));
        "kind" (at: Site) -> Dynamic, |s| maybe(s.kind(at));
        "piece" (at: Site) -> Dynamic, |s| maybe(s.piece(at));
        "face" (at: Site) -> Dynamic, |s| maybe(s.face(at));
        "is_empty" (at: Site) -> bool, |s| s.public().cell(at).is_empty();
        "is_hidden" (at: Site) -> bool, |s| s.public().hidden.contains(at);
        "moved" (at: Site) -> bool, |s| !s.public().unmoved.contains(at);
        "own" () -> SiteSet<W>, |s| s.of(s.side());
        "enemy" () -> SiteSet<W>, |s| s.of(s.opponent());
        "empty" () -> SiteSet<W>, |s| s.tables().board.all() - s.public().occupied();
        "hidden" () -> SiteSet<W>, |s| s.public().hidden;
        "pieces" (side: Side) -> SiteSet<W>, |s| s.of(Some(side));
        "pieces" (side: Side, kind: Kind) -> SiteSet<W>, |s| s.pieces(side, kind);
        "adjacent" (at: Site) -> SiteSet<W>, |s| s.tables().board.adjacent(at);
        "around" (at: Site) -> SiteSet<W>, |s| s.tables().board.around(at);
        "ahead" (at: Site) -> Dynamic, |s| maybe(s.ahead(at));
        "step" (at: Site, files: i64, ranks: i64) -> Dynamic, |s| maybe(s.step(at, files, ranks));
        "between" (a: Site, b: Site) -> SiteSet<W>, |s| s.between(a, b);
        "group" (at: Site) -> SiteSet<W>, |s| s.group(at);
        "liberties" (at: Site) -> i64, |s| s.liberties(at).len() as i64;
        "liberty_sites" (at: Site) -> SiteSet<W>, |s| s.liberties(at);
        "fogged" (at: Site) -> bool, |s| s.public().fog.contains(at);
        "hazard_seen" (at: Site) -> bool, |s| s.public().hazards_seen.contains(at);
        "number" (at: Site) -> i64, |s| i64::from(s.public().number(at));
        "hazards_left" () -> i64, |s| i64::from(s.public().hazards_left);
        "all_found" () -> bool, |s| s.public().all_found;
        "attacked" (at: Site) -> bool, |s| s.attacked(at);
        "attacked_through" (at: Site, lifted: Site) -> bool, |s| s.attacked_through(at, lifted);
        "in_check" () -> bool, |s| s.in_check();
        "last_to" (side: Side) -> Dynamic, |s| maybe(s.last_to(side));
        "captures" (side: Side) -> i64, |s| s.captures(side);
        "quiet" () -> i64, |s| i64::from(s.public().quiet);
        "turns" () -> i64, |s| i64::from(s.public().turns);
    }
    engine.register_fn("variable", |handle: &mut H, name: &str| -> Answer<i64> {
        let state = handle.open()?;
        let index = state.variable(name)?;
        Ok(i64::from(state.public().variables[index]))
    });
}

fn register_generating<const W: usize>(engine: &mut Engine) {
    reading! { engine Seen<W>:
        "corners" (king: Site) -> SiteSet<W>, |s| s.corners(king);
        "royal_path" (king: Site, corner: Site) -> SiteSet<W>, |s| s.path(king, corner, true);
        "corner_path" (king: Site, corner: Site) -> SiteSet<W>, |s| s.path(king, corner, false);
    }
    engine.register_fn(
        "move_to",
        |view: &mut Seen<W>, from: Site, to: Site| -> Answer<()> {
            view.open()?
                .add("move_to", from, to, Action::moving(from, to, 0))
        },
    );
    engine.register_fn(
        "move_to",
        |view: &mut Seen<W>, from: Site, to: Site, manner: Manner| -> Answer<()> {
            view.open()?
                .add("move_to", from, to, Action::moving(from, to, manner.0))
        },
    );
    engine.register_fn(
        "special",
        |view: &mut Seen<W>, action: Special, from: Site, to: Site| -> Answer<()> {
            view.open()?
                .add("special", from, to, Action::special(action.0, from, to))
        },
    );
    engine.register_fn(
        "castle",
        |view: &mut Seen<W>, king: Site, corner: Site| -> Answer<()> {
            let mut state = view.open()?;
            state.reader().may_castle(king, corner).or_else(fault)?;
            state.add("castle", king, corner, Action::castle(king, corner))
        },
    );
}

fn register_effects<const W: usize>(engine: &mut Engine) {
    macro_rules! upon_sites {
        ($($name:literal $effect:ident),*) => { $(
            engine.register_fn($name, |pos: &mut Held<W>, at: Site| -> Answer<()> {
                pos.open()?.effects()?.$effect(SiteSet::of(at));
                Ok(())
            });
            engine.register_fn($name, |pos: &mut Held<W>, sites: SiteSet<W>| -> Answer<()> {
                pos.open()?.effects()?.$effect(sites);
                Ok(())
            });
        )* };
    }
    upon_sites!("capture" capture, "remove" remove, "reveal" reveal, "defuse" defuse);
    engine.register_fn(
        "put",
        |pos: &mut Held<W>, at: Site, side: Side, kind: Kind| -> Answer<()> {
            let mut state = pos.open()?;
            state.reader().may_put(at).or_else(fault)?;
            state.effects()?.put(at, side, kind);
            Ok(())
        },
    );
    engine.register_fn(
        "set_variable",
        |pos: &mut Held<W>, name: &str, value: i64| -> Answer<()> {
            let mut state = pos.open()?;
            let index = state.variable(name)?;
            let value = variable_value(value).or_else(fault)?;
            state.effects()?.set_variable(index, value);
            Ok(())
        },
    );
    engine.register_fn("truth", |pos: &mut Held<W>, at: Site| -> Answer<Dynamic> {
        Ok(maybe(pos.open()?.reach().truth(at)))
    });
}
