//! Reads a variant folder, checks it, and compiles it to the rules that the core plays.

pub mod diag;
