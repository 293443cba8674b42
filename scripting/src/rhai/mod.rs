//! Scripts in Rhai: what they may say, how they are checked, and the interpreter that runs their hooks.
//!
//! Nothing outside this module uses Rhai. `api` is the one table of what scripts can say; `check` holds scripts to it,
//! `types` and `board` register it, `reference` prints it as `docs/scripts.md`.

pub mod api;
mod board;
mod check;
mod edits;
mod failure;
mod interpreter;
pub mod limits;
mod reference;
mod script;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod words;

pub use edits::{Edit, EditSort, edits};
pub use reference::reference;
pub use script::{HookInfo, Script};
pub use words::upper_snake;
