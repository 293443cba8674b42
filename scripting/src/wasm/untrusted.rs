//! Modules that others wrote: what may be compiled, and types in words.

use std::borrow::Cow;

use wasmparser::{BinaryReaderError, Parser, Payload};
use wasmtime::{ExternType, FuncType, ValType};

/// The most bytes of a module.
pub const MAX_MODULE: usize = 16 << 20;
/// The most bytes of a module's code.
pub const MAX_CODE: usize = 4 << 20;
/// The most functions of a module.
pub const MAX_FUNCTIONS: usize = 20_000;
/// The most bytes of one function.
pub const MAX_FUNCTION: usize = 256 << 10;
/// The most variables of one function.
pub const MAX_LOCALS: usize = 5_000;

/// Why something is not compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Something of it is larger than it may be.
    #[error("{what}: {size}, and {limit} is the most")]
    TooLarge {
        /// What of it: `the module has so many bytes`.
        what: &'static str,
        /// How much.
        size: usize,
        /// How much there may be.
        limit: usize,
    },
    /// It is neither WebAssembly nor its text form, or not valid.
    #[error("not a module: {message}{}", .place.map_or(String::new(), |(line, column)| format!(", at {line}:{column}")))]
    NotModule {
        /// What is wrong.
        message: String,
        /// Where in its text, as line and column from 1.
        place: Option<(usize, usize)>,
    },
}

impl Unfit {
    pub(super) fn invalid(error: &wasmtime::Error) -> Self {
        Self::NotModule {
            message: format!("{error:#}"),
            place: None,
        }
    }
}

impl From<BinaryReaderError> for Unfit {
    fn from(error: BinaryReaderError) -> Self {
        Self::NotModule {
            message: error.to_string(),
            place: None,
        }
    }
}

/// The bytes of a module in binary or text form.
///
/// # Errors
/// When it is too large, or its text is wrong.
pub(super) fn binary(given: &[u8]) -> Result<Cow<'_, [u8]>, Unfit> {
    const BYTES: &str = "the module has so many bytes";
    fits(BYTES, given.len(), MAX_MODULE)?;
    let bytes = wat::parse_bytes(given).map_err(|error| {
        let text = error.to_string();
        // What is wrong stands in the first line, then an arrow and the place, then a picture of it.
        let mut lines = text.lines();
        let message = lines.next().unwrap_or_default().trim().to_owned();
        let place = lines.find_map(|line| {
            let place = line.trim().strip_prefix("--> <anon>:")?;
            let (line, column) = place.split_once(':')?;
            Some((line.parse().ok()?, column.parse().ok()?))
        });
        Unfit::NotModule { message, place }
    })?;
    fits(BYTES, bytes.len(), MAX_MODULE)?;
    Ok(bytes)
}

fn fits(what: &'static str, size: usize, limit: usize) -> Result<(), Unfit> {
    match size > limit {
        true => Err(Unfit::TooLarge { what, size, limit }),
        false => Ok(()),
    }
}

/// Refuses what would take long to compile.
///
/// # Errors
/// What is too much of it.
pub(super) fn weigh(bytes: &[u8]) -> Result<(), Unfit> {
    let mut code = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::CodeSectionStart { count, .. } => {
                let what = "the module has so many functions";
                fits(what, count as usize, MAX_FUNCTIONS)?;
            }
            Payload::CodeSectionEntry(body) => {
                let size = body.range().len();
                code += size;
                fits("a function has so many bytes", size, MAX_FUNCTION)?;
                fits("the module has so many bytes of code", code, MAX_CODE)?;
                let mut locals = 0usize;
                for local in body.get_locals_reader()? {
                    locals = locals.saturating_add(local?.0 as usize);
                }
                fits("a function has so many variables", locals, MAX_LOCALS)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether something is a function of these types.
pub(super) fn is_function(ty: &ExternType, params: &[ValType], results: &[ValType]) -> bool {
    let same = |given: &mut dyn ExactSizeIterator<Item = ValType>, wanted: &[ValType]| {
        given.len() == wanted.len() && given.zip(wanted).all(|(a, b)| ValType::eq(&a, b))
    };
    match ty {
        ExternType::Func(f) => same(&mut f.params(), params) && same(&mut f.results(), results),
        _ => false,
    }
}

/// A function of these types, in words.
pub(super) fn signature(params: &[ValType], results: &[ValType]) -> String {
    let list = |types: &[ValType]| {
        let names: Vec<String> = types.iter().map(ToString::to_string).collect();
        names.join(", ")
    };
    let params = list(params);
    match results {
        [] => format!("a function of ({params}) that gives nothing"),
        results => format!("a function of ({params}) that gives {}", list(results)),
    }
}

/// A type in words.
pub(super) fn described(ty: &ExternType) -> String {
    let function = |f: &FuncType| {
        let params: Vec<ValType> = f.params().collect();
        let results: Vec<ValType> = f.results().collect();
        signature(&params, &results)
    };
    match ty {
        ExternType::Func(f) => function(f),
        ExternType::Global(_) => "a global".to_owned(),
        ExternType::Table(_) => "a table".to_owned(),
        ExternType::Memory(_) => "a memory".to_owned(),
        _ => "something else".to_owned(),
    }
}

/// How code broke off, in plain words.
pub(super) fn trapped(error: &wasmtime::Error) -> String {
    use wasmtime::Trap;
    match error.downcast_ref::<Trap>() {
        Some(Trap::StackOverflow) => "its functions are too deep inside one another".to_owned(),
        Some(Trap::MemoryOutOfBounds) => "it reads or writes outside its memory".to_owned(),
        Some(Trap::UnreachableCodeReached) => "it gave up (`unreachable`)".to_owned(),
        Some(Trap::IntegerDivisionByZero) => "it divides by zero".to_owned(),
        Some(trap) => {
            let text = trap.to_string();
            text.trim_start_matches("wasm trap: ").to_owned()
        }
        None => format!("{error:#}"),
    }
}
