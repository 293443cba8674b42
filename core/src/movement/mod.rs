//! Movement: Betza notation and walks, compiled to tables of leaps, rays and runs.

pub mod betza;
mod mover;
mod reverse;

pub use mover::{Mover, MoverError, Scene, Shape, compile_moves};
pub use reverse::{Reverse, Threats};
