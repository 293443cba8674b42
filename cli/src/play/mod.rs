//! `masque play` and `masque replay`: games at the terminal, line by line.

mod console;
mod layout;
mod record;
mod replay;
mod session;
mod start;

pub(crate) use record::{Entry, Footer, Header, Record, Seal};
pub(crate) use replay::replay;
pub(crate) use start::{entry, run};
