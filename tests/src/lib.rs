//! The case language of rulebooks, the runner of cases, and drivers for other engines.

pub mod audit;
pub mod book;
pub mod case;
pub mod command;
pub mod dump;
pub mod index;
pub mod library;
pub mod links;
pub mod misfit;
pub mod mutate;
pub mod peer;
pub mod report;
pub mod run;
pub mod update;
