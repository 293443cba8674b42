//! Opponents: what plays a seat.
//!
//! A [`Player`] is who plays, as it is written; a [`Mind`] is one at work in a game. All that a mind ever gets is a
//! [`Chair`], which shows what its seat may know and has no way to anything else.

mod chair;
mod levels;
mod memory;
mod mind;
mod module;
mod player;
mod program;
mod search;
mod simple;

pub(crate) use chair::{Chair, Heard, Start};
pub(crate) use memory::Memory;
pub(crate) use mind::{Choice, Mind, Opponent, Trouble};
pub(crate) use player::{Player, Thinking};
pub(crate) use search::{GoOn, search};
pub(crate) use simple::greedy;
