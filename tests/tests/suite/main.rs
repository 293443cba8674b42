//! The integration suite of the workspace, in one program.

mod audit;
mod backends;
mod banqi_script;
mod beliefs;
mod bots;
mod contract;
mod differ;
mod folders;
mod inheritance;
mod leaks;
mod modules;
mod mutation;
mod peers;
mod proofs;
mod purity;
mod rulebooks;
mod runner;
mod sources;
mod support;
mod texts;
mod traces;
