//! What the functions and hooks of the script API are in WebAssembly.

use wasmtime::ValType;

use crate::rhai::api::{FUNCTIONS, Function, Hook, Type};

type Signature = (Vec<ValType>, Vec<ValType>);

/// Functions of the script API that a module has no use for: it has numbers and bits of its own, and gives verdicts and
/// endings as numbers.
const LEFT_OUT: [&str; 10] = [
    "name", "win", "draw", "because", "abs", "min", "max", "nowhere", "len", "first",
];

/// Functions of modules alone, with their parameters, their result, and what they do.
pub(crate) const OWN: &[(&str, &[Type], Type, &str)] = &[
    (
        "because",
        &[Type::Word],
        Type::Nothing,
        "Names the clause of the verdict or ending that the hook is about to give.",
    ),
    (
        "kind_named",
        &[Type::Word],
        Type::Kind,
        "The kind of a name.",
    ),
    (
        "side_named",
        &[Type::Word],
        Type::Side,
        "The side of a name.",
    ),
    (
        "manner_named",
        &[Type::Word],
        Type::Manner,
        "The manner of a name.",
    ),
    (
        "special_named",
        &[Type::Word],
        Type::Special,
        "The special action of a name.",
    ),
    (
        "option",
        &[Type::Word],
        Type::Int,
        "The value of an option that is a number, or 1 and 0 for `true` and `false`.",
    ),
    (
        "option_is",
        &[Type::Word, Type::Word],
        Type::Bool,
        "Whether an option has a value, as the command line writes it; of a list, whether the word is in it.",
    ),
];

/// What a type is in WebAssembly, on boards of so many words.
fn slots(ty: &Type, words: usize) -> Vec<ValType> {
    match ty {
        Type::Int => vec![ValType::I64],
        Type::Word => vec![ValType::I32; 2],
        Type::Set | Type::Sites => vec![ValType::I64; words],
        Type::View | Type::Pos | Type::Nothing | Type::Never => Vec::new(),
        _ => vec![ValType::I32],
    }
}

/// The functions of the script API that modules may import.
pub(crate) fn shared() -> impl Iterator<Item = &'static Function> {
    let functions = FUNCTIONS.iter();
    functions.filter(|f| f.on != [Type::Set] && !LEFT_OUT.contains(&f.name))
}

/// The names of all that modules may import.
pub(crate) fn imports() -> impl Iterator<Item = &'static str> {
    let shared = shared().map(|f| name(f.name, f.params.len()));
    shared.chain(OWN.iter().map(|f| f.0))
}

/// The name of an import: scripts have functions of one name that differ in their parameters.
pub(crate) fn name(name: &'static str, params: usize) -> &'static str {
    match (name, params) {
        ("pieces", 2) => "pieces_of",
        ("region", 2) => "region_of",
        ("move_to", 3) => "move_in",
        _ => name,
    }
}

/// What an import must be; `None` when there is none of the name.
pub(crate) fn import_type(wanted: &str, words: usize) -> Option<Signature> {
    let flat = |params: &mut dyn Iterator<Item = &Type>| -> Vec<ValType> {
        params.flat_map(|ty| slots(ty, words)).collect()
    };
    if let Some((_, params, result, _)) = OWN.iter().find(|f| f.0 == wanted) {
        return Some((flat(&mut params.iter()), slots(result, words)));
    }
    let function = shared().find(|f| name(f.name, f.params.len()) == wanted)?;
    let params = flat(&mut function.params.iter().map(|p| &p.1));
    Some((params, slots(&function.result, words)))
}

/// What an export of a hook must be, with so many of its parameters.
pub(crate) fn export_type(hook: &Hook, params: usize, words: usize) -> Signature {
    let params = hook.params[..params].iter();
    (
        params.flat_map(|p| slots(&p.1, words)).collect(),
        slots(&hook.result, words),
    )
}
