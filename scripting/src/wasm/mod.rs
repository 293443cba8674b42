//! Scripts compiled to WebAssembly, and run by wasmtime.
//!
//! `encode` makes a module, `code`, `loops`, `calls` and `picture` its functions, `memory` says where it finds what it reads, `host` answers what it asks, `lend` is
//! how a position reaches the host for the length of one call, `backend` runs hooks. Nothing outside this module uses wasmtime.

mod backend;
mod calls;
mod code;
mod encode;
mod host;
mod lend;
mod loops;
mod memory;
mod picture;

#[cfg(test)]
pub(crate) use backend::{Wide, steps};
pub(crate) use backend::{hooks, table};
#[cfg(test)]
pub(crate) use host::Words;
