//! The program as its users meet it: exit codes, messages, the engine protocol.

mod analysis;
mod bots;
mod exchange;
mod games;
mod input;
mod kill;
mod lines;
mod opponents;
mod peers;
mod pictures;
mod program;
mod protocol;
mod records;
mod support;
mod tui;
