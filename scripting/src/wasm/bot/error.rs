//! Why a Wasm bot cannot play.

use std::time::Duration;

use super::super::untrusted::Unfit;
use super::MAX_TEXT;

/// Why a module is no bot, or gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        error: String,
    },
    /// It cannot be compiled, or is not tried.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// It wants something that no bot gets.
    #[error("unknown import `{0}`: a bot may import `masque.random` and `masque.log`")]
    Import(String),
    /// It takes something for another thing than it is.
    #[error("import `{name}` is {wanted}, not {found}")]
    ImportType {
        /// The import.
        name: String,
        /// What it is.
        wanted: String,
        /// What the module says.
        found: String,
    },
    /// Something is missing.
    #[error("missing export `{name}`: {wanted}")]
    Export {
        /// The export.
        name: &'static str,
        /// What it must be.
        wanted: String,
    },
    /// An export is something else.
    #[error("export `{name}` must be {wanted}, and is {found}")]
    ExportType {
        /// The export.
        name: &'static str,
        /// What it must be.
        wanted: String,
        /// What it is.
        found: String,
    },
    /// It was written for another interface.
    #[error("the module speaks version {found}, and this program version {version}", version = super::VERSION)]
    Version {
        /// The version that it gives.
        found: i32,
    },
    /// It broke off.
    #[error("`{export}` broke off: {what}")]
    Trapped {
        /// What was running.
        export: &'static str,
        /// How.
        what: String,
    },
    /// It used up its fuel.
    #[error("`{export}` ran out of fuel: {fuel} were given")]
    Fuel {
        /// What was running.
        export: &'static str,
        /// How much it was given.
        fuel: u64,
    },
    /// It wanted more memory than a bot may have.
    #[error("`{export}` ran out of memory: {limit} bytes are the most")]
    Memory {
        /// What was running.
        export: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Its tables want more entries than a bot may have.
    #[error("`{export}` wants too large a table: {limit} entries are the most")]
    Table {
        /// What was running.
        export: &'static str,
        /// The limit.
        limit: usize,
    },
    /// It took too long.
    #[error("`{export}` ran out of time: {} ms were given", .time.as_millis())]
    Time {
        /// What was running.
        export: &'static str,
        /// The limit.
        time: Duration,
    },
    /// It gave no index of an action.
    #[error("`masque_choose` gave {answer} where there are {count} actions, counted from 0")]
    Answer {
        /// What it gave.
        answer: i32,
        /// How many there are.
        count: usize,
    },
    /// A place that it gave is not in its memory.
    #[error("{whose} {length} bytes at {place} are outside its memory of {memory}")]
    Outside {
        /// Which place: `masque_alloc gave a place whose`.
        whose: &'static str,
        /// Where they begin.
        place: u32,
        /// How many.
        length: usize,
        /// How large the memory is.
        memory: usize,
    },
    /// It asked for random numbers outside its choice.
    #[error("`{export}` called `masque.random`, which is for `masque_choose` alone")]
    NoDice {
        /// What was running.
        export: &'static str,
    },
    /// There is nothing to choose.
    #[error("there is no action to choose")]
    NoActions,
    /// What it was to be told is too much.
    #[error("the view takes {0} bytes, and {MAX_TEXT} is the most")]
    LongView(usize),
    /// This machine cannot run modules.
    #[error("modules cannot be run here: {0}")]
    Machine(String),
}
