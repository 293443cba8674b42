//! Scripts in Rhai: what they may say, how they are checked, and the interpreter that runs their hooks.
//!
//! Nothing outside this module uses Rhai. `api` is the one table of what scripts can say; `check` holds scripts to it,
//! `types` and `board` register it, `reference` prints it as `docs/scripts.md`. `lower` turns Rhai's trees into those of
//! `syntax`; `infer`, `body`, `control` and `typing` turn these into the typed form, `ir`.

pub mod api;
mod board;
mod body;
mod check;
pub(crate) mod compiled;
mod control;
mod edits;
mod failure;
pub(crate) mod import;
mod infer;
mod interpreter;
pub(crate) mod ir;
pub mod limits;
mod lower;
mod reference;
mod script;
pub(crate) mod syntax;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod types;
pub(crate) mod typing;
mod words;

pub use edits::{Edit, EditSort, edits};
pub use reference::reference;
pub use script::{HookInfo, Script};
pub use words::upper_snake;
