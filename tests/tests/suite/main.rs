//! The integration suite of the workspace, in one program.

mod rulebooks;
mod runner;
