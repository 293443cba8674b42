//! Lends a view or a position to the host functions of one call: the only unsafe code.
//!
//! What a store keeps must live for ever, and what a hook is asked about is borrowed. So the store keeps a pointer, from
//! the moment that [`lend`] is called until it returns or unwinds; it is the only one who sets it, and it holds the borrow
//! and the store all that time. Host functions reach what was lent only while compiled code runs, which is inside `lend`.
#![allow(unsafe_code)]

use masque_core::hooks::Effects;
use masque_core::piece::{Observer, Seat};
use masque_core::rules::repetition::History;
use masque_core::view::View;
use std::ptr::NonNull;

use crate::reading::Reader;

/// What is lent.
enum Loan<const W: usize> {
    Nothing,
    View(NonNull<View<'static, W>>, Seat),
    Effects(NonNull<Effects<'static, W>>),
}

/// The place in a store for what is lent.
pub(super) struct Lent<const W: usize> {
    loan: Loan<W>,
    history: History<W>,
}

/// What a hook is asked about.
pub(super) enum Subject<'s, 'a, const W: usize> {
    /// What a seat may know.
    View(&'s View<'a, W>, Seat),
    /// A position that may be changed.
    Effects(&'s mut Effects<'a, W>),
}

/// Something that holds a [`Lent`].
pub(super) trait Lends<const W: usize> {
    /// The place.
    fn lent(&mut self) -> &mut Lent<W>;
}

/// Lends a subject while `run` runs.
#[inline]
pub(super) fn lend<const W: usize, S: Lends<W>, R>(
    store: &mut S,
    subject: Subject<'_, '_, W>,
    run: impl FnOnce(&mut S) -> R,
) -> R {
    /// Takes the pointer away, also when `run` unwinds.
    struct Guard<'g, const W: usize, S: Lends<W>>(&'g mut S);
    impl<const W: usize, S: Lends<W>> Drop for Guard<'_, W, S> {
        fn drop(&mut self) {
            self.0.lent().loan = Loan::Nothing;
        }
    }
    store.lent().loan = match subject {
        Subject::View(view, seat) => Loan::View(NonNull::from(view).cast(), seat),
        Subject::Effects(effects) => Loan::Effects(NonNull::from(effects).cast()),
    };
    let guard = Guard(store);
    run(&mut *guard.0)
}

impl<const W: usize> Lent<W> {
    pub(super) fn new() -> Self {
        Self {
            loan: Loan::Nothing,
            history: History::new(),
        }
    }

    /// What may be read, while something is lent.
    #[inline]
    pub(super) fn reader(&self) -> Option<Reader<'_, W>> {
        match self.loan {
            Loan::Nothing => None,
            // SAFETY: `lend` holds a shared borrow of the view, and the reader borrows from `self`, which `lend` outlives.
            Loan::View(view, mover) => Some(Reader {
                view: *unsafe { view.as_ref() },
                mover,
            }),
            Loan::Effects(effects) => {
                // SAFETY: `lend` holds the only borrow of the effects; `self` is borrowed, so nobody has them mutably.
                let effects: &Effects<'_, W> = unsafe { effects.as_ref() };
                Some(Reader {
                    view: View::new(
                        effects.tables,
                        effects.position,
                        &self.history,
                        Observer::Public,
                    ),
                    mover: effects.mover,
                })
            }
        }
    }

    /// Changes what is lent, when it may be changed. The closure cannot keep or replace what the effects borrow.
    #[inline]
    pub(super) fn effects<R>(
        &mut self,
        change: impl for<'x> FnOnce(&mut Effects<'x, W>) -> R,
    ) -> Option<R> {
        match self.loan {
            // SAFETY: `lend` holds the only borrow of the effects, and `self` is borrowed mutably, so nobody else has them.
            Loan::Effects(mut effects) => Some(change(unsafe { effects.as_mut() })),
            _ => None,
        }
    }
}
