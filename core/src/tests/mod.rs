//! Mechanisms on small variants built by hand.

#![allow(clippy::unwrap_used)]

mod fixtures;

mod banqi;
mod chess;
mod go;
mod hidden_chess;
mod junqi;
mod mines;
mod near;
mod secrecy;
mod shapes;
mod upkeep;
