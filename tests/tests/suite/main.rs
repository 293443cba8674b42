//! The integration suite of the workspace, in one program.

mod inheritance;
mod rulebooks;
mod runner;
mod sources;
