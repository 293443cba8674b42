//! Mechanisms on small variants built by hand.

mod fixtures;

mod chess;
