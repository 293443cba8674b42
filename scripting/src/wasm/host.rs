//! What compiled code asks of the host: what is neither in the picture nor in a table, and effects.

use masque_core::action::Action;
use masque_core::piece::{Kind, Side};
use masque_core::site::{Site, SiteSet};
use wasmtime::{Caller, Error, Linker, Memory, Result};

use super::encode::why;
use super::lend::{Lends, Lent};
use super::memory::draw;
use crate::reading::{FIXED, Reader, variable_value};

/// Why a hook was ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// By the code: fault, why, and numbers about it.
    Code(usize, i32, i64, i64),
    /// By the host: fault, and what is wrong.
    Host(usize, String),
}

/// What the store of an instance keeps.
pub(crate) struct Host<const W: usize> {
    pub(super) lent: Lent<W>,
    /// The site that a generator is asked about.
    pub(super) asked: Site,
    /// Whether the hook may change nothing.
    pub(super) fixed: bool,
    /// Which parts of the picture the hook reads.
    pub(super) parts: u32,
    pub(super) memory: Option<Memory>,
    pub(super) actions: Vec<Action>,
    pub(super) stop: Option<Stop>,
}

impl<const W: usize> Host<W> {
    pub(super) fn new() -> Self {
        Self {
            lent: Lent::new(),
            asked: Site(0),
            fixed: true,
            parts: 0,
            memory: None,
            actions: Vec::new(),
            stop: None,
        }
    }

    fn end(&mut self, stop: Stop) -> Error {
        self.stop = Some(stop);
        Error::msg("the hook was ended")
    }
}

impl<const W: usize> Lends<W> for wasmtime::Store<Host<W>> {
    fn lent(&mut self) -> &mut Lent<W> {
        &mut self.data_mut().lent
    }
}

type In<'a, const W: usize> = Caller<'a, Host<W>>;

fn site(number: i32) -> Site {
    Site(number as u16)
}

fn side(number: i32) -> Side {
    Side(number as u8 & 1)
}

fn maybe<T>(value: Option<T>, number: impl FnOnce(T) -> i32) -> i32 {
    value.map_or(-1, number)
}

#[inline]
fn read<const W: usize, R>(caller: &In<'_, W>, ask: impl FnOnce(Reader<'_, W>) -> R) -> Result<R> {
    let reader = caller.data().lent.reader();
    reader
        .map(ask)
        .ok_or_else(|| Error::msg("nothing is lent to the hook"))
}

/// Ends the hook when a question about it says that it must.
fn must<const W: usize>(
    caller: &mut In<'_, W>,
    fault: i32,
    ask: impl FnOnce(Reader<'_, W>) -> std::result::Result<(), String>,
) -> Result<()> {
    match read(caller, ask)? {
        Ok(()) => Ok(()),
        Err(message) => Err(caller.data_mut().end(Stop::Host(fault as usize, message))),
    }
}

/// Changes the position, and draws it anew.
fn change<const W: usize>(
    caller: &mut In<'_, W>,
    fault: i32,
    effect: impl for<'x> FnOnce(&mut masque_core::hooks::Effects<'x, W>),
) -> Result<()> {
    let host = caller.data_mut();
    if host.fixed {
        return Err(host.end(Stop::Host(fault as usize, FIXED.to_owned())));
    }
    host.lent.effects(effect);
    if let (Some(memory), true) = (host.memory, host.parts != 0) {
        let (bytes, host) = memory.data_and_store_mut(caller);
        if let Some(reader) = host.lent.reader() {
            draw(bytes, &reader, host.parts);
        }
    }
    Ok(())
}

fn add<const W: usize>(
    caller: &mut In<'_, W>,
    name: &str,
    from: i32,
    to: i32,
    fault: i32,
    action: Action,
) -> Result<()> {
    let asked = caller.data().asked;
    must(caller, fault, |r| {
        r.may_add(name, asked, site(from), site(to))
    })?;
    let actions = &mut caller.data_mut().actions;
    if !actions.contains(&action) {
        actions.push(action);
    }
    Ok(())
}

/// Registers a function that reads.
macro_rules! reading {
    ($linker:ident, $name:ident: $($known:literal ($($arg:ident: $t:ty),*) -> $r:ty, |$reader:ident| $body:expr;)*) => {
        match $name {
            $($known => {
                $linker.func_wrap("masque", $known, |caller: In<'_, W>, $($arg: $t),*| -> Result<$r> {
                    read(&caller, |$reader| $body)
                })?;
                return Ok(());
            })*
            _ => {}
        }
    };
}

/// Registers the functions that a module imports and that neither take nor give sets.
fn link<const W: usize>(linker: &mut Linker<Host<W>>, name: &str) -> Result<()> {
    reading! { linker, name:
        "owner" (at: i32) -> i32, |r| maybe(r.owner(site(at)), |s| i32::from(s.0));
        "kind" (at: i32) -> i32, |r| maybe(r.kind(site(at)), |k| i32::from(k.0));
        "piece" (at: i32) -> i32, |r| maybe(r.piece(site(at)), |p| i32::from(p.side.0) << 8 | i32::from(p.kind.0));
        "ahead" (at: i32) -> i32, |r| maybe(r.ahead(site(at)), |s| i32::from(s.0));
        "step" (at: i32, files: i64, ranks: i64) -> i32, |r| maybe(r.step(site(at), files, ranks), |s| i32::from(s.0));
        "liberties" (at: i32) -> i64, |r| r.liberties(site(at)).len() as i64;
        "no_liberties" (at: i32) -> i32, |r| i32::from(r.no_liberties(site(at)));
        "attacked" (at: i32) -> i32, |r| i32::from(r.attacked(site(at)));
        "attacked_through" (at: i32, lifted: i32) -> i32, |r| i32::from(r.attacked_through(site(at), site(lifted)));
        "in_check" () -> i32, |r| i32::from(r.in_check());
    }
    match name {
        "stop" => linker.func_wrap(
            "masque",
            "stop",
            |mut c: In<'_, W>, fault: i32, why: i32, a: i64, b: i64| -> Result<()> {
                Err(c.data_mut().end(Stop::Code(fault as usize, why, a, b)))
            },
        )?,
        "multiply" => linker.func_wrap(
            "masque",
            "multiply",
            |mut c: In<'_, W>, a: i64, b: i64, fault: i32| -> Result<i64> {
                let stop = || Stop::Code(fault as usize, why::FAULT, a, b);
                a.checked_mul(b).ok_or_else(|| c.data_mut().end(stop()))
            },
        )?,
        "power" => linker.func_wrap(
            "masque",
            "power",
            |mut c: In<'_, W>, a: i64, b: i64, fault: i32| -> Result<i64> {
                let stop = || Stop::Code(fault as usize, why::FAULT, a, b);
                let exponent = u32::try_from(b).ok();
                let power = exponent.and_then(|b| a.checked_pow(b));
                power.ok_or_else(|| c.data_mut().end(stop()))
            },
        )?,
        "shift_left" => linker.func_wrap("masque", "shift_left", |a: i64, b: i64| shift(a, b))?,
        "shift_right" => linker.func_wrap("masque", "shift_right", |a: i64, b: i64| {
            if b == i64::MIN {
                shift(a, i64::MAX)
            } else {
                shift(a, -b)
            }
        })?,
        "move_to" => linker.func_wrap(
            "masque",
            "move_to",
            |mut c: In<'_, W>, from: i32, to: i32, fault: i32| {
                let action = Action::moving(site(from), site(to), 0);
                add(&mut c, "move_to", from, to, fault, action)
            },
        )?,
        "move_in" => linker.func_wrap(
            "masque",
            "move_in",
            |mut c: In<'_, W>, from: i32, to: i32, manner: i32, fault: i32| {
                let action = Action::moving(site(from), site(to), manner as u8);
                add(&mut c, "move_to", from, to, fault, action)
            },
        )?,
        "special" => linker.func_wrap(
            "masque",
            "special",
            |mut c: In<'_, W>, special: i32, from: i32, to: i32, fault: i32| {
                let action = Action::special(special as u8, site(from), site(to));
                add(&mut c, "special", from, to, fault, action)
            },
        )?,
        "castle" => linker.func_wrap(
            "masque",
            "castle",
            |mut c: In<'_, W>, king: i32, corner: i32, fault: i32| {
                must(&mut c, fault, |r| r.may_castle(site(king), site(corner)))?;
                let action = Action::castle(site(king), site(corner));
                add(&mut c, "castle", king, corner, fault, action)
            },
        )?,
        "put" => linker.func_wrap(
            "masque",
            "put",
            |mut c: In<'_, W>, at: i32, by: i32, kind: i32, fault: i32| {
                must(&mut c, fault, |r| r.may_put(site(at)))?;
                let (by, kind) = (side(by), Kind(kind as u8));
                change(&mut c, fault, |e| e.put(site(at), by, kind))
            },
        )?,
        "set_variable" => linker.func_wrap(
            "masque",
            "set_variable",
            |mut c: In<'_, W>, value: i64, index: i32, fault: i32| {
                let value = match variable_value(value) {
                    Ok(value) => value,
                    Err(message) => {
                        return Err(c.data_mut().end(Stop::Host(fault as usize, message)));
                    }
                };
                change(&mut c, fault, |e| e.set_variable(index as usize, value))
            },
        )?,
        "truth" => linker.func_wrap("masque", "truth", |mut c: In<'_, W>, at: i32| -> i32 {
            let piece = c.data_mut().lent.effects(|e| e.truth(site(at)));
            maybe(piece.flatten(), |p| {
                i32::from(p.side.0) << 8 | i32::from(p.kind.0)
            })
        })?,
        _ => return Err(Error::msg(format!("no host function is called `{name}`"))),
    };
    Ok(())
}

/// `a << b` as scripts have it: a negative `b` goes the other way, and what leaves the number is lost.
fn shift(a: i64, b: i64) -> i64 {
    match b {
        0..=63 => a << b,
        64.. => 0,
        -63..=-1 => a >> -b,
        // Rhai's way to shift by more than there is.
        _ => a.wrapping_shr(u32::MAX),
    }
}

/// How sets are passed to and from the host on boards of a width.
pub(crate) trait Link<const W: usize> {
    /// Registers a function that a module imports.
    ///
    /// # Errors
    /// When there is no such function.
    fn link(linker: &mut Linker<Host<W>>, name: &str) -> Result<()>;
}

/// Marks the widths.
pub(crate) struct Words;

macro_rules! wide {
    ($w:literal: $($word:ident)+, $set:ty) => {
        impl Link<$w> for Words {
            fn link(linker: &mut Linker<Host<$w>>, name: &str) -> Result<()> {
                const W: usize = $w;
                #[allow(unused_parens)]
                fn out(set: SiteSet<W>) -> $set {
                    let [$($word),+] = set.0;
                    ($($word as i64),+)
                }
                reading! { linker, name:
                    "pieces_of" (by: i32, kind: i32) -> $set, |r| out(r.pieces(side(by), Kind(kind as u8)));
                    "between" (a: i32, b: i32) -> $set, |r| out(r.between(site(a), site(b)));
                    "group" (at: i32) -> $set, |r| out(r.group(site(at)));
                    "liberty_sites" (at: i32) -> $set, |r| out(r.liberties(site(at)));
                }
                macro_rules! upon_sites {
                    ($known:literal $effect:ident) => {
                        linker.func_wrap(
                            "masque",
                            $known,
                            |mut c: In<'_, W>, $($word: i64,)+ fault: i32| {
                                let sites = SiteSet([$($word as u64),+]);
                                change(&mut c, fault, |e| e.$effect(sites))
                            },
                        )?
                    };
                }
                match name {
                    "capture" => upon_sites!("capture" capture),
                    "remove" => upon_sites!("remove" remove),
                    "reveal" => upon_sites!("reveal" reveal),
                    "defuse" => upon_sites!("defuse" defuse),
                    _ => return link(linker, name),
                };
                Ok(())
            }
        }
    };
}

wide!(1: a, i64);
wide!(2: a b, (i64, i64));
wide!(6: a b c d e f, (i64, i64, i64, i64, i64, i64));
