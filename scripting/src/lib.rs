//! Reads a variant folder, checks it, and compiles it to the rules that the core plays.

pub mod choices;
pub mod decode;
pub mod diag;
pub mod document;
pub mod files;
pub mod folder;
pub mod options;
mod reading;
pub mod resolve;
pub mod rhai;
pub mod schema;
pub mod script;
pub mod sink;
pub mod tree;
pub mod variant;
mod wasm;
pub mod when;

pub use wasm::bot;
