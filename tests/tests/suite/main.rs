//! The integration suite of the workspace, in one program.

mod contract;
mod folders;
mod inheritance;
mod proofs;
mod purity;
mod rulebooks;
mod runner;
mod sources;
mod support;
mod texts;
mod traces;
