//! Board, pieces, knowledge, actions and mechanisms of Masque, free of I/O and of any game's name.

pub mod action;
pub mod adjudicate;
pub mod belief;
pub mod board;
pub mod clause;
pub mod clock;
pub mod commitment;
pub mod deal;
pub mod engine;
pub mod event;
pub mod explain;
pub mod game;
pub mod hooks;
pub mod legal;
pub mod mcts;
pub mod movement;
pub mod notation;
pub mod observation;
pub mod piece;
pub mod position;
pub mod random;
pub mod rules;
pub mod search;
pub mod setup;
pub mod shift;
pub mod site;
pub mod spec;
pub mod tables;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod view;
