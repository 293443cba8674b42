//! Mechanisms, one per file: what a variant's tables of the same names switch on.

pub mod capture;
pub mod castling;
pub mod chain;
pub mod chase;
pub mod check;
pub mod colours;
pub mod connection;
pub mod enclosure;
pub mod ending;
pub mod flank;
pub mod line;
pub mod placement;
pub mod promotion;
pub mod quiet;
pub mod repetition;
pub mod reveal;
pub mod scoring;
pub mod shot;
pub mod terrain;
mod touched;
