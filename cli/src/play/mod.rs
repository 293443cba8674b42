//! `masque play` and `masque replay`: games at the terminal, line by line.

mod console;
mod layout;
mod record;
mod replay;
mod session;
mod start;
mod time;

pub(crate) use record::{Header, Seal};
pub(crate) use replay::replay;
pub(crate) use session::{act_word, describe};
pub(crate) use start::{entry, run};
