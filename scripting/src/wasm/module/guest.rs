//! What the modules of authors may ask of the rules: the functions of the script API, with numbers for values.
//!
//! Nothing that a module gives is taken on trust: a number that is no site, kind or side, and a text outside its memory, end the hook.

use std::sync::Arc;

use masque_core::action::Action;
use masque_core::hooks::Effects;
use masque_core::piece::{Kind, Piece, Side};
use masque_core::site::{Site, SiteSet};
use wasmtime::{Caller, Error, Linker, Memory, ResourceLimiter, Result};

use super::super::host::Words;
use super::super::lend::{Lends, Lent};
use super::super::memory::{Layout, PARTS, draw};
use super::{MAX_MEMORY, MAX_TABLE, Program};
use crate::choices::OptionValue;
use crate::reading::{FIXED, Reader, variable_value};
use crate::rhai::api::Sort;
use crate::rhai::compiled::steps;
use crate::rhai::limits::MAX_STEPS;

/// The most bytes of a text that a module gives.
const MAX_WORD: usize = 1024;

/// Why a hook was ended by the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It refused under a clause.
    Refused(String),
    /// It did what it may not.
    Failed(String),
}

/// What the store of a call keeps.
pub(crate) struct Guest<const W: usize> {
    lent: Lent<W>,
    program: Arc<Program>,
    /// The hook that runs, by its place among the program's.
    hook: usize,
    /// The site that a generator is asked about.
    asked: Site,
    steps: u32,
    pub(super) memory: Option<Memory>,
    /// Where the module wants its picture.
    pub(super) picture: Option<usize>,
    pub(super) actions: Vec<Action>,
    /// The clause of the result.
    pub(super) because: Option<String>,
    pub(super) stop: Option<Stop>,
    pub(super) room: Room,
}

/// What a call may have of memory and tables.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// What it was refused.
    pub(super) short: Option<String>,
}

impl<const W: usize> Guest<W> {
    pub(super) fn new(program: Arc<Program>, hook: usize, asked: Site) -> Self {
        Self {
            lent: Lent::new(),
            program,
            hook,
            asked,
            steps: 0,
            memory: None,
            picture: None,
            actions: Vec::new(),
            because: None,
            stop: None,
            room: Room::default(),
        }
    }

    fn end(&mut self, stop: Stop) -> Error {
        self.stop = Some(stop);
        Error::msg("the hook was ended")
    }

    fn fail(&mut self, message: impl Into<String>) -> Error {
        self.end(Stop::Failed(message.into()))
    }

    fn sort(&self) -> Sort {
        self.program.hooks[self.hook].hook.sort
    }
}

impl<const W: usize> Lends<W> for wasmtime::Store<Guest<W>> {
    fn lent(&mut self) -> &mut Lent<W> {
        &mut self.data_mut().lent
    }
}

impl ResourceLimiter for Room {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        let fits = desired <= MAX_MEMORY;
        if !fits {
            self.short = Some(format!("it wants more than {MAX_MEMORY} bytes of memory"));
        }
        Ok(fits)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        let fits = desired <= MAX_TABLE;
        if !fits {
            self.short = Some(format!("it wants a table of more than {MAX_TABLE} entries"));
        }
        Ok(fits)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        8
    }

    fn memories(&self) -> usize {
        1
    }
}

type In<'a, const W: usize> = Caller<'a, Guest<W>>;

/// Counts a call of the host.
fn step<const W: usize>(caller: &mut In<'_, W>) -> Result<()> {
    let guest = caller.data_mut();
    guest.steps += 1;
    match guest.steps > MAX_STEPS {
        true => Err(guest.fail(steps())),
        false => Ok(()),
    }
}

/// A number of a module as a value of the API.
trait Given<const W: usize>: Sized {
    /// The value.
    ///
    /// # Errors
    /// When the number stands for nothing.
    fn given(number: i32, caller: &mut In<'_, W>) -> Result<Self>;
}

/// The place of something in a list, when it is so long.
fn index<const W: usize>(
    caller: &mut In<'_, W>,
    number: i32,
    sort: &str,
    length: usize,
) -> Result<usize> {
    let index = usize::try_from(number).ok().filter(|i| *i < length);
    index.ok_or_else(|| {
        let guest = caller.data_mut();
        guest.fail(format!("{number} is no {sort}: there are {length}, from 0"))
    })
}

impl<const W: usize> Given<W> for Site {
    fn given(number: i32, caller: &mut In<'_, W>) -> Result<Self> {
        let sites = caller.data().program.sites;
        index(caller, number, "site", sites).map(|i| Self(i as u16))
    }
}

impl<const W: usize> Given<W> for Side {
    fn given(number: i32, caller: &mut In<'_, W>) -> Result<Self> {
        index(caller, number, "side", 2).map(|i| Self(i as u8))
    }
}

impl<const W: usize> Given<W> for Kind {
    fn given(number: i32, caller: &mut In<'_, W>) -> Result<Self> {
        let kinds = caller.data().program.spec.kinds.len();
        index(caller, number, "kind", kinds).map(|i| Self(i as u8))
    }
}

fn maybe<T>(value: Option<T>, number: impl FnOnce(T) -> i32) -> i32 {
    value.map_or(-1, number)
}

/// The text at a place in the module's memory.
fn word<const W: usize>(caller: &mut In<'_, W>, (place, length): (i32, i32)) -> Result<String> {
    let memory = match caller.data().memory {
        Some(memory) => Some(memory),
        // While it is made, its exports are there already.
        None => caller.get_export("memory").and_then(|m| m.into_memory()),
    };
    let (place, length) = (place as u32 as usize, length as u32 as usize);
    let text = match memory {
        None => Err("a text needs a memory, and the module exports no `memory`".to_owned()),
        Some(_) if length > MAX_WORD => Err(format!(
            "a text has {length} bytes, and {MAX_WORD} is the most"
        )),
        Some(memory) => {
            let bytes = memory.data(&*caller);
            let bytes = place
                .checked_add(length)
                .and_then(|end| bytes.get(place..end));
            let bytes = bytes.ok_or_else(|| {
                format!("a text of {length} bytes at {place} is outside the module's memory")
            });
            bytes.and_then(|bytes| {
                let text = std::str::from_utf8(bytes).map(str::to_owned);
                text.map_err(|_| format!("the text at {place} is not UTF-8"))
            })
        }
    };
    text.map_err(|message| caller.data_mut().fail(message))
}

fn read<const W: usize, R>(
    caller: &mut In<'_, W>,
    ask: impl FnOnce(Reader<'_, W>) -> R,
) -> Result<R> {
    if let Some(reader) = caller.data().lent.reader() {
        return Ok(ask(reader));
    }
    Err(caller
        .data_mut()
        .fail("this function needs a board, and a table hook has none"))
}

/// Ends the hook when a question about it says that it must.
fn must<const W: usize, R>(
    caller: &mut In<'_, W>,
    ask: impl FnOnce(Reader<'_, W>) -> std::result::Result<R, String>,
) -> Result<R> {
    read(caller, ask)?.map_err(|message| caller.data_mut().fail(message))
}

/// Changes the position, and draws it anew.
fn change<const W: usize>(
    caller: &mut In<'_, W>,
    effect: impl for<'x> FnOnce(&mut Effects<'x, W>),
) -> Result<()> {
    let guest = caller.data_mut();
    if guest.sort() != Sort::Event {
        return Err(guest.fail(FIXED));
    }
    guest.lent.effects(effect);
    if let (Some(memory), Some(place)) = (guest.memory, guest.picture) {
        let (bytes, guest) = memory.data_and_store_mut(caller);
        if let (Some(reader), Some(bytes)) = (guest.lent.reader(), bytes.get_mut(place..)) {
            draw(bytes, &reader, PARTS);
        }
    }
    Ok(())
}

/// Draws the picture of what is lent where the module wants it.
///
/// # Errors
/// When it does not fit there.
pub(super) fn picture<const W: usize>(store: &mut wasmtime::Store<Guest<W>>) -> Result<()> {
    let (Some(memory), Some(place)) = (store.data().memory, store.data().picture) else {
        return Ok(());
    };
    let (bytes, guest) = memory.data_and_store_mut(store);
    let size = Layout::new(W).fixed() as usize;
    let room = place
        .checked_add(size)
        .and_then(|end| bytes.get_mut(place..end));
    match (room, guest.lent.reader()) {
        (Some(room), Some(reader)) => {
            draw(room, &reader, PARTS);
            Ok(())
        }
        (None, _) => Err(guest.fail(format!(
            "`masque_picture` is {place}, where {size} bytes are outside the module's memory"
        ))),
        // A table hook has no position.
        (Some(_), None) => Ok(()),
    }
}

fn add<const W: usize>(
    caller: &mut In<'_, W>,
    name: &str,
    from: i32,
    to: i32,
    action: impl FnOnce(Site, Site) -> Action,
) -> Result<()> {
    let (from, to) = (Site::given(from, caller)?, Site::given(to, caller)?);
    let guest = caller.data_mut();
    if guest.sort() != Sort::Generator {
        return Err(guest.fail(format!("`{name}` is for the hook `moves`")));
    }
    let asked = guest.asked;
    must(caller, |r| {
        if name == "castle" {
            r.may_castle(from, to)?;
        }
        r.may_add(name, asked, from, to)
    })?;
    let (action, actions) = (action(from, to), &mut caller.data_mut().actions);
    if !actions.contains(&action) {
        actions.push(action);
    }
    Ok(())
}

/// The place of a name among others.
fn named<const W: usize>(
    caller: &mut In<'_, W>,
    at: (i32, i32),
    sort: &str,
    names: impl FnOnce(&Program) -> Vec<String>,
) -> Result<i32> {
    let name = word(caller, at)?;
    let names = names(&caller.data().program);
    match names.iter().position(|n| *n == name) {
        Some(place) => Ok(place as i32),
        None => Err(caller
            .data_mut()
            .fail(format!("no {sort} is called `{name}`"))),
    }
}

/// A clause that the hook may name.
fn clause<const W: usize>(caller: &mut In<'_, W>, at: (i32, i32)) -> Result<String> {
    let slug = word(caller, at)?;
    let guest = caller.data_mut();
    let hook = &guest.program.hooks[guest.hook];
    if hook.clauses.iter().any(|(known, _)| *known == slug) {
        return Ok(slug);
    }
    let message = format!(
        "it names the clause `{slug}`, which `[hooks] {}_clause` does not list",
        hook.name
    );
    Err(guest.fail(message))
}

fn variable<const W: usize>(caller: &mut In<'_, W>, at: (i32, i32)) -> Result<usize> {
    let names = |p: &Program| p.spec.variables.iter().map(|v| v.0.clone()).collect();
    named(caller, at, "variable", names).map(|place| place as usize)
}

fn option<const W: usize>(caller: &mut In<'_, W>, at: (i32, i32)) -> Result<OptionValue> {
    let name = word(caller, at)?;
    let value = caller.data().program.choices.get(&name).cloned();
    value.ok_or_else(|| {
        caller
            .data_mut()
            .fail(format!("no option is called `{name}`"))
    })
}

fn site(site: Site) -> i32 {
    i32::from(site.0)
}

fn side(side: Side) -> i32 {
    i32::from(side.0)
}

fn kind(kind: Kind) -> i32 {
    i32::from(kind.0)
}

fn piece(piece: Piece) -> i32 {
    i32::from(piece.side.0) << 8 | i32::from(piece.kind.0)
}

/// Registers functions that read and cannot fail: a type after `=>` is what a number must stand for.
macro_rules! reading {
    ($linker:ident: $($name:literal ($($arg:ident: $raw:ty $(=> $t:ty)?),*) -> $r:ty, |$reader:ident| $body:expr;)*) => {$(
        $linker.func_wrap("masque", $name, |mut caller: In<'_, W>, $($arg: $raw),*| -> Result<$r> {
            step(&mut caller)?;
            $($(let $arg = <$t as Given<W>>::given($arg, &mut caller)?;)?)*
            read(&mut caller, |$reader| $body)
        })?;
    )*};
}

/// Registers all that neither takes nor gives sets.
fn link<const W: usize>(linker: &mut Linker<Guest<W>>) -> Result<()> {
    reading! { linker:
        "side" () -> i32, |r| maybe(r.side(), side);
        "mover" () -> i32, |r| maybe(r.side(), side);
        "opponent" () -> i32, |r| maybe(r.opponent(), side);
        "owner" (at: i32 => Site) -> i32, |r| maybe(r.owner(at), side);
        "kind" (at: i32 => Site) -> i32, |r| maybe(r.kind(at), kind);
        "piece" (at: i32 => Site) -> i32, |r| maybe(r.piece(at), piece);
        "face" (at: i32 => Site) -> i32, |r| maybe(r.face(at), kind);
        "is_empty" (at: i32 => Site) -> i32, |r| i32::from(r.public().cell(at).is_empty());
        "is_hidden" (at: i32 => Site) -> i32, |r| i32::from(r.public().hidden.contains(at));
        "moved" (at: i32 => Site) -> i32, |r| i32::from(!r.public().unmoved.contains(at));
        "ahead" (at: i32 => Site) -> i32, |r| maybe(r.ahead(at), site);
        "step" (at: i32 => Site, files: i64, ranks: i64) -> i32, |r| maybe(r.step(at, files, ranks), site);
        "liberties" (at: i32 => Site) -> i64, |r| r.liberties(at).len() as i64;
        "fogged" (at: i32 => Site) -> i32, |r| i32::from(r.public().fog.contains(at));
        "hazard_seen" (at: i32 => Site) -> i32, |r| i32::from(r.public().hazards_seen.contains(at));
        "number" (at: i32 => Site) -> i64, |r| i64::from(r.public().number(at));
        "hazards_left" () -> i64, |r| i64::from(r.public().hazards_left);
        "all_found" () -> i32, |r| i32::from(r.public().all_found);
        "attacked" (at: i32 => Site) -> i32, |r| i32::from(r.attacked(at));
        "attacked_through" (at: i32 => Site, lifted: i32 => Site) -> i32, |r| i32::from(r.attacked_through(at, lifted));
        "in_check" () -> i32, |r| i32::from(r.in_check());
        "last_to" (by: i32 => Side) -> i32, |r| maybe(r.last_to(by), site);
        "captures" (by: i32 => Side) -> i64, |r| r.captures(by);
        "quiet" () -> i64, |r| i64::from(r.public().quiet);
        "turns" () -> i64, |r| i64::from(r.public().turns);
        "file_of" (at: i32 => Site) -> i64, |r| i64::from(r.tables().board.coordinates(at).0) + 1;
        "rank_of" (at: i32 => Site) -> i64, |r| i64::from(r.tables().board.coordinates(at).1) + 1;
    }
    /// Registers functions that may fail.
    macro_rules! free {
        ($($name:literal |$caller:ident $(, $arg:ident: $raw:ty)*| -> $r:ty $body:block)*) => {$(
            linker.func_wrap("masque", $name, |mut caller: In<'_, W>, $($arg: $raw),*| -> Result<$r> {
                step(&mut caller)?;
                let $caller = &mut caller;
                $body
            })?;
        )*};
    }
    free! {
        "rank" |c, kind: i32| -> i64 {
            let kind = Kind::given(kind, c)?;
            Ok(i64::from(c.data().program.spec.kinds[kind.index()].rank))
        }
        "refuse" |c, place: i32, length: i32| -> () {
            let slug = clause(c, (place, length))?;
            Err(c.data_mut().end(Stop::Refused(slug)))
        }
        "because" |c, place: i32, length: i32| -> () {
            let slug = clause(c, (place, length))?;
            c.data_mut().because = Some(slug);
            Ok(())
        }
        "site" |c, place: i32, length: i32| -> i32 {
            let name = word(c, (place, length))?;
            must(c, |r| {
                let found = r.tables().board.site(&name);
                let none = || format!("no site is called `{name}` on this board");
                found.map(site).ok_or_else(none)
            })
        }
        "kind_named" |c, place: i32, length: i32| -> i32 {
            named(c, (place, length), "kind", |p| p.spec.kinds.iter().map(|k| k.name.clone()).collect())
        }
        "side_named" |c, place: i32, length: i32| -> i32 {
            named(c, (place, length), "side", |p| p.spec.sides.iter().map(|s| s.name.clone()).collect())
        }
        "manner_named" |c, place: i32, length: i32| -> i32 {
            named(c, (place, length), "manner", |p| p.spec.manners.clone())
        }
        "special_named" |c, place: i32, length: i32| -> i32 {
            named(c, (place, length), "special action", |p| p.spec.specials.iter().map(|s| s.name.clone()).collect())
        }
        "option" |c, place: i32, length: i32| -> i64 {
            match option(c, (place, length))? {
                OptionValue::Int(value) => Ok(value),
                OptionValue::Bool(value) => Ok(i64::from(value)),
                other => Err(c.data_mut().fail(format!("the option is `{other}`, which is no number: ask `option_is`"))),
            }
        }
        "option_is" |c, place: i32, length: i32, value: i32, size: i32| -> i32 {
            let wanted = word(c, (value, size))?;
            Ok(i32::from(match option(c, (place, length))? {
                OptionValue::Words(words) => words.contains(&wanted),
                other => other.to_string() == wanted,
            }))
        }
        "variable" |c, place: i32, length: i32| -> i64 {
            let index = variable(c, (place, length))?;
            read(c, |r| r.public().variables.get(index).map_or(0, |v| i64::from(*v)))
        }
        "set_variable" |c, place: i32, length: i32, value: i64| -> () {
            let index = variable(c, (place, length))?;
            let value = variable_value(value).map_err(|m| c.data_mut().fail(m))?;
            change(c, |e| e.set_variable(index, value))
        }
        "move_to" |c, from: i32, to: i32| -> () {
            add(c, "move_to", from, to, |from, to| Action::moving(from, to, 0))
        }
        "move_in" |c, from: i32, to: i32, manner: i32| -> () {
            let manners = c.data().program.spec.manners.len();
            let manner = index(c, manner, "manner", manners)?;
            add(c, "move_to", from, to, |from, to| Action::moving(from, to, manner as u8))
        }
        "special" |c, special: i32, from: i32, to: i32| -> () {
            let specials = c.data().program.spec.specials.len();
            let special = index(c, special, "special action", specials)?;
            add(c, "special", from, to, |from, to| Action::special(special as u8, from, to))
        }
        "castle" |c, king: i32, corner: i32| -> () {
            add(c, "castle", king, corner, Action::castle)
        }
        "put" |c, at: i32, by: i32, kind: i32| -> () {
            let (at, by) = (Site::given(at, c)?, Side::given(by, c)?);
            let kind = Kind::given(kind, c)?;
            must(c, |r| r.may_put(at))?;
            change(c, |e| e.put(at, by, kind))
        }
        "truth" |c, at: i32| -> i32 {
            let at = Site::given(at, c)?;
            let guest = c.data_mut();
            match guest.lent.effects(|e| e.truth(at)) {
                Some(found) => Ok(maybe(found, piece)),
                None => Err(guest.fail("`truth` is for hooks that are given a position")),
            }
        }
    }
    Ok(())
}

/// How sets are passed to and from modules on boards of a width.
pub(crate) trait Guests<const W: usize> {
    /// Registers every function that a module may import.
    ///
    /// # Errors
    /// When one is there twice.
    fn guests(linker: &mut Linker<Guest<W>>) -> Result<()>;
}

/// The set that a module gives.
fn set<const W: usize>(caller: &mut In<'_, W>, words: [i64; W]) -> Result<SiteSet<W>> {
    let set = SiteSet(words.map(|w| w as u64));
    let sites = caller.data().program.sites;
    match set.iter().find(|s| s.index() >= sites) {
        None => Ok(set),
        Some(at) => Err(caller.data_mut().fail(format!(
            "a set has the site {}: there are {sites}, from 0",
            at.index()
        ))),
    }
}

macro_rules! wide {
    ($w:literal: $($word:ident)+, $set:ty) => {
        impl Guests<$w> for Words {
            fn guests(linker: &mut Linker<Guest<$w>>) -> Result<()> {
                const W: usize = $w;
                #[allow(unused_parens)]
                fn out(set: SiteSet<W>) -> $set {
                    let [$($word),+] = set.0;
                    ($($word as i64),+)
                }
                link(linker)?;
                reading! { linker:
                    "own" () -> $set, |r| out(r.of(r.side()));
                    "enemy" () -> $set, |r| out(r.of(r.opponent()));
                    "empty" () -> $set, |r| out(r.tables().board.all() - r.public().occupied());
                    "hidden" () -> $set, |r| out(r.public().hidden);
                    "pieces" (by: i32 => Side) -> $set, |r| out(r.of(Some(by)));
                    "pieces_of" (by: i32 => Side, kind: i32 => Kind) -> $set, |r| out(r.pieces(by, kind));
                    "adjacent" (at: i32 => Site) -> $set, |r| out(r.tables().board.adjacent(at));
                    "around" (at: i32 => Site) -> $set, |r| out(r.tables().board.around(at));
                    "between" (a: i32 => Site, b: i32 => Site) -> $set, |r| out(r.between(a, b));
                    "group" (at: i32 => Site) -> $set, |r| out(r.group(at));
                    "liberty_sites" (at: i32 => Site) -> $set, |r| out(r.liberties(at));
                    "corners" (king: i32 => Site) -> $set, |r| out(r.corners(king));
                    "royal_path" (king: i32 => Site, corner: i32 => Site) -> $set, |r| out(r.path(king, corner, true));
                    "corner_path" (king: i32 => Site, corner: i32 => Site) -> $set, |r| out(r.path(king, corner, false));
                }
                linker.func_wrap(
                    "masque",
                    "region",
                    |mut c: In<'_, W>, place: i32, length: i32| -> Result<$set> {
                        step(&mut c)?;
                        let name = word(&mut c, (place, length))?;
                        must(&mut c, |r| {
                            let sets = r.tables().board.region(&name);
                            sets.map(|s| out(s[0] | s[1])).map_err(|e| e.to_string())
                        })
                    },
                )?;
                linker.func_wrap(
                    "masque",
                    "region_of",
                    |mut c: In<'_, W>, place: i32, length: i32, by: i32| -> Result<$set> {
                        step(&mut c)?;
                        let name = word(&mut c, (place, length))?;
                        let by = Side::given(by, &mut c)?;
                        must(&mut c, |r| {
                            let sets = r.tables().board.region(&name);
                            sets.map(|s| out(s[by.index()])).map_err(|e| e.to_string())
                        })
                    },
                )?;
                macro_rules! upon_sites {
                    ($known:literal $effect:ident) => {
                        linker.func_wrap(
                            "masque",
                            $known,
                            |mut c: In<'_, W>, $($word: i64),+| -> Result<()> {
                                step(&mut c)?;
                                let sites = set(&mut c, [$($word),+])?;
                                change(&mut c, |e| e.$effect(sites))
                            },
                        )?;
                    };
                }
                upon_sites!("capture" capture);
                upon_sites!("remove" remove);
                upon_sites!("reveal" reveal);
                upon_sites!("defuse" defuse);
                Ok(())
            }
        }
    };
}

wide!(1: a, i64);
wide!(2: a b, (i64, i64));
wide!(6: a b c d e f, (i64, i64, i64, i64, i64, i64));
