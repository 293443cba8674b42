//! Mechanisms on small variants built by hand.

mod fixtures;

mod banqi;
mod chess;
mod go;
mod hidden_chess;
mod junqi;
mod mines;
mod secrecy;
