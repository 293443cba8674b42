//! Movement: Betza notation and walks, compiled to tables of leaps, rays and runs.

pub mod betza;
mod mover;
mod reverse;

pub(crate) use mover::compile_way;
pub use mover::{Mover, MoverError, Ray, Scene, Shape, compile_moves};
pub use reverse::{Reverse, Threats};
