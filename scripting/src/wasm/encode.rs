//! The typed form of a script to WebAssembly.
//!
//! Values: bools and everything that is a number in the API are an `i32`, ints an `i64`, sets as many `i64` as the board
//! has words. What may be `()` is -1 where it is an `i32`, and has a flag after it otherwise. Views and positions take no
//! room, as a hook has but one.

use std::collections::BTreeMap;

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction as I, MemArg,
    MemorySection, MemoryType, Module, TypeSection, ValType,
};

use super::code::Code;
use super::memory::{Facts, Layout};
use crate::rhai::ir::{self, Base, Ty};
use crate::rhai::limits::{MAX_CALLS, MAX_STEPS};
use crate::rhai::typing::NO_CLAUSE;
use masque_core::spec::Verdict;

/// The global with the steps that are left.
pub(super) const STEPS: u32 = 0;
/// The global with the calls that are left.
pub(super) const CALLS: u32 = 1;
/// The import that ends a hook: fault, why, and two numbers about it.
pub(super) const STOP: u32 = 0;

/// Why [`STOP`] is called.
pub(super) mod why {
    /// A step too many.
    pub(in super::super) const STEPS: i32 = 0;
    /// A call too many.
    pub(in super::super) const DEPTH: i32 = 1;
    /// What the fault says.
    pub(in super::super) const FAULT: i32 = 2;
}

/// A module ready for compilation.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) bytes: Vec<u8>,
    /// The functions of the host that it calls.
    pub(super) imports: Vec<&'static str>,
    /// Which parts of the picture each hook reads, in the order of the module's hooks.
    pub(super) parts: Vec<u32>,
}

type Signature = (Vec<ValType>, Vec<ValType>);

/// What the code of all functions shares.
pub(super) struct Shared<'a> {
    pub(super) module: &'a ir::Module,
    pub(super) facts: &'a Facts,
    pub(super) layout: Layout,
    pub(super) types: Vec<Signature>,
    pub(super) imports: Vec<(&'static str, u32)>,
    pub(super) data: Vec<u8>,
    pub(super) tables: BTreeMap<(&'static str, i32), u64>,
    pub(super) lists: Vec<u64>,
    /// Whether calls are counted; not so where no chain of calls is too long.
    pub(super) deep: bool,
    /// Which functions of the host are called is known only after the code, and comes before its functions.
    pub(super) reserved: u32,
}

/// Makes the module for a board.
pub(super) fn encode(module: &ir::Module, facts: &Facts) -> Encoded {
    let mut shared = Shared {
        module,
        facts,
        layout: Layout::new(facts.words),
        types: Vec::new(),
        imports: Vec::new(),
        data: Vec::new(),
        tables: BTreeMap::new(),
        lists: Vec::new(),
        deep: chain(module) > MAX_CALLS,
        reserved: 0,
    };
    for list in &module.lists {
        let mut bytes = (list.len() as i64).to_le_bytes().to_vec();
        bytes.extend(list.iter().flat_map(|item| item.to_le_bytes()));
        let at = shared.place(&bytes);
        shared.lists.push(at);
    }
    let stop = shared.import(
        "stop",
        vec![ValType::I32, ValType::I32, ValType::I64, ValType::I64],
        Vec::new(),
    );
    debug_assert_eq!(stop, STOP);
    // Once to learn what the host is asked, and once with its functions numbered.
    for function in &module.functions {
        Code::function(&mut shared, function);
    }
    shared.reserved = shared.imports.len() as u32;
    let bodies: Vec<Body> = module
        .functions
        .iter()
        .map(|f| Code::function(&mut shared, f))
        .collect();
    assemble(shared, bodies)
}

/// The code of a function.
pub(super) struct Body {
    pub(super) code: Function,
    pub(super) ty: u32,
    /// The parts of the picture that it reads itself.
    pub(super) parts: u32,
    /// The functions that it calls.
    pub(super) calls: Vec<usize>,
}

/// How many functions may be inside one another at most; beyond every limit when they call themselves.
fn chain(module: &ir::Module) -> usize {
    fn depth(callees: &[Vec<usize>], from: usize, memo: &mut [Option<usize>]) -> usize {
        match memo[from] {
            // On the way already: a circle.
            Some(0) => return MAX_CALLS + 1,
            Some(known) => return known,
            None => memo[from] = Some(0),
        }
        let below = callees[from].iter().map(|&c| depth(callees, c, memo)).max();
        let deep = (1 + below.unwrap_or(0)).min(MAX_CALLS + 1);
        memo[from] = Some(deep);
        deep
    }
    let callees: Vec<Vec<usize>> = module
        .functions
        .iter()
        .map(|f| {
            let mut called = Vec::new();
            f.body.clone().calls(&mut |callee| called.push(*callee));
            called
        })
        .collect();
    let mut memo = vec![None; callees.len()];
    let hooks = module.hooks.iter();
    let deepest = hooks.map(|(_, f)| depth(&callees, *f, &mut memo)).max();
    deepest.unwrap_or(0)
}

fn assemble(mut shared: Shared<'_>, bodies: Vec<Body>) -> Encoded {
    let mut parts: Vec<u32> = bodies.iter().map(|b| b.parts).collect();
    loop {
        let before = parts.clone();
        for (i, body) in bodies.iter().enumerate() {
            parts[i] = body.calls.iter().fold(parts[i], |all, &c| all | before[c]);
        }
        if parts == before {
            break;
        }
    }
    let first = shared.reserved;
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    for body in &bodies {
        functions.function(body.ty);
        code.function(&body.code);
    }
    let mut exports = ExportSection::new();
    let mut asked = Vec::new();
    for (i, (hook, function)) in shared.module.hooks.iter().enumerate() {
        let ty = bodies[*function].ty;
        let params = shared.types[ty as usize].0.len() as u32;
        let mut entry = Function::new([]);
        entry.instruction(&I::I32Const(MAX_STEPS as i32));
        entry.instruction(&I::GlobalSet(STEPS));
        if shared.deep {
            entry.instruction(&I::I32Const(MAX_CALLS as i32));
            entry.instruction(&I::GlobalSet(CALLS));
        }
        (0..params).for_each(|i| {
            entry.instruction(&I::LocalGet(i));
        });
        entry.instruction(&I::Call(first + *function as u32));
        entry.instruction(&I::End);
        functions.function(ty);
        code.function(&entry);
        let index = first + (bodies.len() + i) as u32;
        exports.export(hook.name, ExportKind::Func, index);
        asked.push(parts[*function]);
    }
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("steps", ExportKind::Global, STEPS);
    let mut types = TypeSection::new();
    for (params, results) in &shared.types {
        types
            .ty()
            .function(params.iter().copied(), results.iter().copied());
    }
    let mut imports = ImportSection::new();
    for (name, ty) in &shared.imports {
        imports.import("masque", name, EntityType::Function(*ty));
    }
    let mut memories = MemorySection::new();
    let pages = (shared.layout.fixed() + shared.data.len() as u64).div_ceil(65536);
    memories.memory(MemoryType {
        minimum: pages,
        maximum: Some(pages),
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    for _ in [STEPS, CALLS] {
        let ty = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(ty, &ConstExpr::i32_const(0));
    }
    let mut out = Module::new();
    out.section(&types).section(&imports).section(&functions);
    out.section(&memories).section(&globals).section(&exports);
    out.section(&code);
    let data = std::mem::take(&mut shared.data);
    if !data.is_empty() {
        let mut section = DataSection::new();
        section.active(
            0,
            &ConstExpr::i32_const(shared.layout.fixed() as i32),
            data.iter().copied(),
        );
        out.section(&section);
    }
    Encoded {
        bytes: out.finish(),
        imports: shared.imports.iter().map(|(name, _)| *name).collect(),
        parts: asked,
    }
}

impl Shared<'_> {
    pub(super) fn ty(&mut self, params: Vec<ValType>, results: Vec<ValType>) -> u32 {
        let signature = (params, results);
        let known = self.types.iter().position(|t| *t == signature);
        known.unwrap_or_else(|| {
            self.types.push(signature);
            self.types.len() - 1
        }) as u32
    }

    pub(super) fn import(
        &mut self,
        name: &'static str,
        params: Vec<ValType>,
        results: Vec<ValType>,
    ) -> u32 {
        if let Some(known) = self.imports.iter().position(|(n, _)| *n == name) {
            return known as u32;
        }
        let ty = self.ty(params, results);
        self.imports.push((name, ty));
        self.imports.len() as u32 - 1
    }

    /// Keeps bytes in the memory; their address.
    pub(super) fn place(&mut self, bytes: &[u8]) -> u64 {
        let at = self.layout.fixed() + self.data.len() as u64;
        self.data.extend(bytes);
        self.data.resize(self.data.len().next_multiple_of(8), 0);
        at
    }

    /// The address of a table, which is made when it is first asked for.
    pub(super) fn table(
        &mut self,
        name: &'static str,
        number: i32,
        make: impl FnOnce(&Facts) -> Vec<u8>,
    ) -> u64 {
        if let Some(at) = self.tables.get(&(name, number)) {
            return *at;
        }
        let bytes = make(self.facts);
        let at = self.place(&bytes);
        self.tables.insert((name, number), at);
        at
    }

    pub(super) fn slots(&self, ty: Ty) -> Vec<ValType> {
        let plain = |base| match base {
            Base::Int => vec![ValType::I64],
            Base::Set => vec![ValType::I64; self.facts.words],
            Base::View | Base::Pos => Vec::new(),
            _ => vec![ValType::I32],
        };
        match ty {
            Ty::Never | Ty::Unit => Vec::new(),
            Ty::Of(base) => plain(base),
            Ty::Maybe(base) => {
                let mut slots = plain(base);
                if !is_scalar(base) {
                    slots.push(ValType::I32);
                }
                slots
            }
        }
    }
}

/// Whether values are one `i32`, so that -1 can be `()`.
pub(super) fn is_scalar(base: Base) -> bool {
    !matches!(base, Base::Int | Base::Set | Base::View | Base::Pos)
}

/// An address, with the power of two that it is a multiple of.
pub(super) fn at(offset: u64, align: u32) -> MemArg {
    MemArg {
        offset,
        align,
        memory_index: 0,
    }
}

/// A verdict as the core has it, and the number of its clause's word.
pub(super) fn verdict(number: i32) -> (Verdict, Option<usize>) {
    let clause = number >> crate::rhai::typing::CLAUSE_SHIFT;
    let word = Verdict::WORDS.get((number & 0xff) as usize);
    (
        word.map_or(Verdict::Refuse, |w| w.1),
        (clause != NO_CLAUSE).then_some(clause as usize),
    )
}
