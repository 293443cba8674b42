//! Scripts compiled to WebAssembly, and run by wasmtime.
//!
//! `encode` makes a module, `code`, `loops`, `calls` and `picture` its functions, `memory` says where it finds what it reads, `host` answers what it asks, `lend` is
//! how a position reaches the host for the length of one call, `backend` runs hooks; `bot` lets modules play, `module` takes them for hooks,
//! and `untrusted` says what of either may be compiled. Nothing outside this module uses wasmtime.

mod backend;
pub mod bot;
mod calls;
mod code;
mod encode;
mod host;
mod lend;
mod loops;
mod memory;
pub(crate) mod module;
mod picture;
mod untrusted;

#[cfg(test)]
pub(crate) use backend::{Wide, steps};
pub(crate) use backend::{hooks, table};
#[cfg(test)]
pub(crate) use host::Words;
