//! `masque play` and `masque replay`: games at the terminal, line by line.

mod bot;
mod console;
mod layout;
mod replay;
mod session;
mod start;

pub(crate) use bot::{Player, choose};
pub(crate) use replay::replay;
pub(crate) use start::run;
