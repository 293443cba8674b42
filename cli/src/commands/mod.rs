//! One file a command.

pub(crate) mod analyse;
pub(crate) mod audit;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod differ;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod match_;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod playouts;
pub(crate) mod render;
pub(crate) mod show;
pub(crate) mod test;
mod update;
pub(crate) mod verify;
