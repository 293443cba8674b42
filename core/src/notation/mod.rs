//! Notation: positions, actions, events and boards as text, made from views and read back.

pub mod action;
pub mod diagram;
pub mod event;
pub mod position;
mod words;

#[cfg(test)]
mod tests;
