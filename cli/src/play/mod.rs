//! `masque play` and `masque replay`: games at the terminal, line by line.

mod console;
mod layout;
mod replay;
mod session;
mod start;

pub(crate) use replay::replay;
pub(crate) use start::run;
