//! `masque play` and `masque replay`: games at the terminal, line by line.

mod console;
pub(crate) mod layout;
mod replay;
mod session;
mod start;

pub(crate) use replay::replay;
#[cfg(test)]
pub(crate) use start::rulebook;
pub(crate) use start::run;
