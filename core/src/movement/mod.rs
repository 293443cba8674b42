//! Movement: Betza notation and walks, compiled to tables of leaps, lines and runs.

pub mod betza;
mod lines;
mod mover;
mod plan;
mod reverse;

pub use lines::{Line, Lines};
pub(crate) use mover::compile_way;
pub use mover::{Mover, MoverError, Scene, Shape, compile_moves};
pub use plan::{Group, Plan, Stride, groups};
pub(crate) use reverse::Pressure;
pub use reverse::{Sources, Threats};
