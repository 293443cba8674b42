//! Limits: the steps that count as a rule, and the guards set round them.

use std::cell::Cell;

use rhai::{Engine, EvalAltResult, NativeCallContext, OptimizationLevel, Position};

/// The most steps of one hook call: function entries, loop iterations and calls of the functions of the API.
pub const MAX_STEPS: u32 = 100_000;
/// The most steps of all calls that fill one table when a variant is loaded.
pub const MAX_TABLE_STEPS: u32 = 2_000_000;
/// How many functions may be inside one another, the hook itself included.
pub const MAX_CALLS: usize = 32;
/// How deep expressions and blocks may be nested in one function.
pub const MAX_NESTING: usize = 64;
/// The most bytes of a variant's scripts, those of its ancestors included.
pub const MAX_BYTES: usize = 64 * 1024;
/// The most functions of one script.
pub const MAX_FUNCTIONS: usize = 400;
/// The most variables that one function may have at once.
pub const MAX_VARIABLES: usize = 256;

/// Call levels that Rhai allows beyond ours, for the functions of the API.
const CALLS_BEYOND: usize = 4;
/// Call levels that Rhai counts before the hook itself, which is called from outside.
const CALLS_BEFORE: usize = 2;
/// Rhai's own count of operations, a guard set well above the steps.
const MAX_OPERATIONS: u64 = 10_000_000;
/// Native stack that a hook may use up to the entry of its innermost function; beyond that one function's nesting comes on top.
const MAX_STACK: usize = 768 * 1024;
/// The most items of a list and of an option table.
const MAX_ITEMS: usize = 256;
/// The most bytes of a word.
const MAX_WORD: usize = 1024;

/// What Rhai has and rules have no use for: functions as values, texts as code, errors that a script catches, output.
const DISABLED: &[&str] = &[
    "call",
    "catch",
    "curry",
    "debug",
    "eval",
    "export",
    "Fn",
    "import",
    "is_def_fn",
    "is_def_var",
    "is_shared",
    "print",
    "private",
    "this",
    "throw",
    "try",
    "type_of",
];

/// Why a hook was stopped without an error of the script's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It refused under a clause.
    Refused(String),
    /// It ran past its steps.
    Steps,
    /// Too many functions were inside one another.
    Depth,
    /// It ran past the native stack set aside for it.
    Stack,
    /// A function of the API was given what it cannot take.
    Fault(String),
}

impl Stop {
    /// As the error that ends a script whatever it does.
    pub(crate) fn raise<T>(self) -> Result<T, Box<EvalAltResult>> {
        // Rhai takes the place off errors that nothing can catch; `try` is disabled, so this ends the script too.
        Err(Box::new(EvalAltResult::ErrorRuntime(
            rhai::Dynamic::from(self),
            Position::NONE,
        )))
    }
}

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    static STACK: Cell<usize> = const { Cell::new(0) };
}

/// Starts counting for a hook call on this thread.
pub(crate) fn start() {
    STEPS.set(0);
    STACK.set(stack_here());
}

/// How many steps the call on this thread has taken so far.
pub(crate) fn steps() -> u32 {
    STEPS.get()
}

/// Counts a step.
#[inline]
pub(crate) fn step() -> Result<(), Box<EvalAltResult>> {
    let steps = STEPS.get() + 1;
    STEPS.set(steps);
    if steps > MAX_STEPS {
        return Stop::Steps.raise();
    }
    Ok(())
}

/// Counts the entry of a function or of a loop's body.
pub(crate) fn enter(context: NativeCallContext<'_>) -> Result<(), Box<EvalAltResult>> {
    if context.call_level() > CALLS_BEFORE + MAX_CALLS {
        return Stop::Depth.raise();
    }
    if STACK.get().abs_diff(stack_here()) > MAX_STACK {
        return Stop::Stack.raise();
    }
    step()
}

/// Roughly where the native stack ends now.
#[inline(never)]
fn stack_here() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// An engine with every limit set and nothing registered.
pub(crate) fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    // From `Simple` upwards loops without effect disappear, and steps with them.
    engine.set_optimization_level(OptimizationLevel::None);
    engine
        .set_max_call_levels(CALLS_BEFORE + MAX_CALLS + CALLS_BEYOND)
        .set_max_expr_depths(MAX_NESTING, MAX_NESTING)
        .set_max_operations(MAX_OPERATIONS)
        .set_max_functions(MAX_FUNCTIONS)
        .set_max_variables(MAX_VARIABLES)
        .set_max_string_size(MAX_WORD)
        .set_max_array_size(MAX_ITEMS)
        .set_max_map_size(MAX_ITEMS)
        .set_strict_variables(true)
        .set_allow_anonymous_fn(false)
        .set_allow_loop_expressions(false)
        .set_fail_on_invalid_map_property(true);
    for symbol in DISABLED {
        engine.disable_symbol(*symbol);
    }
    engine
}
