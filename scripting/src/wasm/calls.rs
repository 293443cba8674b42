//! The functions of the API in compiled code: those that read the picture or a table there, and calls of the host for the others.

use wasm_encoder::{BlockType, Instruction as I, ValType};

use super::code::Code;
use super::encode::{at, why};
use super::memory::Facts;
use crate::rhai::api::Function;
use crate::rhai::ir::{Base, Expr, Node, Ty};

pub(super) fn bytes_of(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn coordinates(facts: &Facts, pick: impl Fn(&(u8, u8)) -> u8) -> Vec<u8> {
    facts.coordinates.iter().map(pick).collect()
}

/// The number of a word that is written out.
pub(super) fn word(arg: &Expr) -> usize {
    match arg.node {
        Node::Tag(number) => number as usize,
        _ => usize::MAX,
    }
}

impl<'a> Code<'a, '_> {
    /// A function of the API: its arguments, its step, and what it does.
    pub(super) fn api(&mut self, function: &'static Function, args: &'a [Expr], fault: usize) {
        let on = args.first().and_then(|a| a.ty.base());
        // Names that are checked to be written out are no values of the code.
        let named = matches!(
            function.name,
            "site" | "region" | "variable" | "set_variable" | "refuse"
        );
        for arg in args {
            if !(named && arg.ty == Ty::Of(Base::Word)) {
                self.expr(arg);
            }
        }
        self.step(fault);
        let done = self.plain(function.name, args, fault)
            || match on {
                Some(Base::Set) => self.of_set(function.name),
                Some(Base::View | Base::Pos) => self.of_picture(function.name, args, on),
                _ => false,
            };
        if done {
            return;
        }
        if let Some(touched) = self.idle_unless(function.name) {
            // Nothing is asked of the host where nothing can come of it.
            let sites = self.stash_set();
            self.meets(&sites, touched);
            self.open(I::If(BlockType::Empty));
            self.ops(sites.into_iter().map(I::LocalGet));
            self.of_host(function, args, fault);
            self.close();
        } else {
            self.of_host(function, args, fault);
        }
    }

    fn plain(&mut self, name: &str, args: &[Expr], fault: usize) -> bool {
        match (name, args.len()) {
            // The number of a kind is also that of its name.
            ("name", 1) => {}
            ("rank", 1) => {
                let table = self.shared.table("rank", 0, |f| {
                    f.ranks.iter().flat_map(|r| r.to_le_bytes()).collect()
                });
                self.ops([I::I32Const(3), I::I32Shl, I::I64Load(at(table, 3))]);
            }
            ("refuse", 1) => self.stop(fault, why::FAULT, [None; 2]),
            ("win", 2) => self.ops([I::I32Const(2), I::I32Shl, I::I32Or]),
            ("draw", 1) => self.ops([I::I32Const(2), I::I32Shl, I::I32Const(2), I::I32Or]),
            ("because", 2) => {
                let clause = self.stash(&[ValType::I32])[0];
                self.ops([I::I32Const(0xff), I::I32And, I::LocalGet(clause)]);
                self.ops([I::I32Const(8), I::I32Shl, I::I32Or]);
            }
            ("abs", 1) => {
                let n = self.stash(&[ValType::I64])[0];
                self.ops([I::LocalGet(n), I::I64Const(i64::MIN), I::I64Eq]);
                self.open(I::If(BlockType::Empty));
                self.stop(fault, why::FAULT, [Some(n), None]);
                self.close();
                self.ops([I::I64Const(0), I::LocalGet(n), I::I64Sub, I::LocalGet(n)]);
                self.ops([I::LocalGet(n), I::I64Const(0), I::I64LtS, I::Select]);
            }
            ("min" | "max", 2) => {
                let two = self.stash(&[ValType::I64; 2]);
                self.ops([I::LocalGet(two[0]), I::LocalGet(two[1])]);
                self.ops([I::LocalGet(two[0]), I::LocalGet(two[1])]);
                self.op(if name == "min" { I::I64LtS } else { I::I64GtS });
                self.op(I::Select);
            }
            ("site", 1) => {
                let site = self.shared.facts.site_of.get(word(&args[0])).copied();
                self.op(I::I32Const(i32::from(site.flatten().unwrap_or(0))));
            }
            ("region", 1) => {
                let facts = self.shared.facts;
                let sets = facts.region_of.get(word(&args[0])).and_then(Option::as_ref);
                for i in 0..self.words() {
                    let bits = sets.map_or(0, |s| s[0][i] | s[1][i]);
                    self.op(I::I64Const(bits as i64));
                }
            }
            ("region", 2) => {
                let number = word(&args[0]);
                let table = self.shared.table("region", number as i32, |f| {
                    let sets = f.region_of.get(number).and_then(Option::as_ref);
                    sets.map_or_else(Vec::new, |s| s.iter().flat_map(|s| bytes_of(s)).collect())
                });
                self.indexed_set(table);
            }
            ("nowhere", 0) => {
                for _ in 0..self.words() {
                    self.op(I::I64Const(0));
                }
            }
            ("file_of", 1) => {
                let table = self.shared.table("file", 0, |f| coordinates(f, |c| c.0));
                self.op(I::I64Load8U(at(table, 0)));
            }
            ("rank_of", 1) => {
                let table = self.shared.table("row", 0, |f| coordinates(f, |c| c.1));
                self.op(I::I64Load8U(at(table, 0)));
            }
            _ => return false,
        }
        true
    }

    fn of_set(&mut self, name: &str) -> bool {
        match name {
            "len" => {
                let words = self.stash_set();
                for (i, word) in words.iter().enumerate() {
                    self.ops([I::LocalGet(*word), I::I64Popcnt]);
                    if i > 0 {
                        self.op(I::I64Add);
                    }
                }
            }
            "is_empty" => {
                for _ in 1..self.words() {
                    self.op(I::I64Or);
                }
                self.op(I::I64Eqz);
            }
            "contains" => {
                let site = self.stash(&[ValType::I32])[0];
                let words = self.stash_set();
                for (i, word) in words.iter().enumerate() {
                    self.ops([I::LocalGet(*word), I::LocalGet(site), I::I64ExtendI32U]);
                    self.ops([I::I64ShrU, I::I32WrapI64]);
                    if words.len() > 1 {
                        self.ops([I::LocalGet(site), I::I32Const(6), I::I32ShrU]);
                        self.ops([I::I32Const(i as i32), I::I32Eq, I::I32And]);
                    }
                    if i > 0 {
                        self.op(I::I32Or);
                    }
                }
                self.ops([I::I32Const(1), I::I32And]);
            }
            "first" => {
                let words = self.stash_set();
                // From the last word to the first, each deciding when it has a site.
                self.op(I::I32Const(-1));
                for (i, word) in words.iter().enumerate().rev() {
                    let later = self.stash(&[ValType::I32])[0];
                    self.ops([I::LocalGet(*word), I::I64Ctz, I::I32WrapI64]);
                    self.ops([I::I32Const(64 * i as i32), I::I32Add, I::LocalGet(later)]);
                    self.ops([I::LocalGet(*word), I::I64Const(0), I::I64Ne, I::Select]);
                }
            }
            _ => return false,
        }
        true
    }

    /// Calls the host: arguments are on the stack; a fault goes with what may fail.
    fn of_host(&mut self, function: &'static Function, args: &[Expr], fault: usize) {
        let number = match (function.name, args) {
            ("set_variable", [_, name, _]) => {
                let place = self.variable_place(name);
                Some(place.unwrap_or(usize::MAX) as i32)
            }
            _ => None,
        };
        let mut params: Vec<ValType> = Vec::new();
        for arg in args {
            if number.is_none() || arg.ty != Ty::Of(Base::Word) {
                params.extend(self.shared.slots(arg.ty));
            }
        }
        if let Some(number) = number {
            params.push(ValType::I32);
            self.op(I::I32Const(number));
        }
        let fails = matches!(
            function.name,
            "move_to"
                | "special"
                | "castle"
                | "capture"
                | "remove"
                | "reveal"
                | "defuse"
                | "put"
                | "set_variable"
        );
        if fails {
            params.push(ValType::I32);
            self.op(I::I32Const(fault as i32));
        }
        let name = match (function.name, args.len()) {
            ("pieces", 3) => "pieces_of",
            ("move_to", 4) => "move_in",
            (name, _) => name,
        };
        let results = self.shared.slots(Ty::of(&function.result));
        self.host(name, params, results);
    }

    /// An operator on two ints.
    pub(super) fn arithmetic(&mut self, op: &str, two: &'a [Expr; 2], fault: usize) {
        self.expr(&two[0]);
        self.expr(&two[1]);
        let simple = match op {
            "&" => Some(I::I64And),
            "|" => Some(I::I64Or),
            "^" => Some(I::I64Xor),
            _ => None,
        };
        if let Some(simple) = simple {
            self.op(simple);
            return;
        }
        let shift = match op {
            "<<" => Some("shift_left"),
            ">>" => Some("shift_right"),
            _ => None,
        };
        if let Some(shift) = shift {
            self.host(shift, vec![ValType::I64; 2], vec![ValType::I64]);
            return;
        }
        if op == "**" {
            self.op(I::I32Const(fault as i32));
            let params = vec![ValType::I64, ValType::I64, ValType::I32];
            self.host("power", params, vec![ValType::I64]);
            return;
        }
        let given = self.stash(&[ValType::I64; 2]);
        let (a, b) = (given[0], given[1]);
        let wrong = |code: &mut Self| {
            code.open(I::If(BlockType::Empty));
            code.stop(fault, why::FAULT, [Some(a), Some(b)]);
            code.close();
        };
        match op {
            "+" | "-" => {
                let sum = self.temp(ValType::I64);
                self.ops([I::LocalGet(a), I::LocalGet(b)]);
                self.op(if op == "+" { I::I64Add } else { I::I64Sub });
                self.op(I::LocalTee(sum));
                // The sign is wrong when it differs from the first's, and the second's does not account for it.
                self.ops([I::LocalGet(a), I::I64Xor]);
                let other = if op == "+" { sum } else { a };
                self.ops([I::LocalGet(b), I::LocalGet(other), I::I64Xor, I::I64And]);
                self.ops([I::I64Const(0), I::I64LtS]);
                wrong(self);
                self.op(I::LocalGet(sum));
            }
            "*" => {
                // Small numbers cannot overflow; the host sees to the others.
                let small = |n| {
                    [
                        I::LocalGet(n),
                        I::I64Const(1 << 31),
                        I::I64Add,
                        I::I64Const(1 << 32),
                        I::I64LtU,
                    ]
                };
                self.ops(small(a));
                self.ops(small(b));
                self.op(I::I32And);
                self.open(I::If(BlockType::Result(ValType::I64)));
                self.ops([I::LocalGet(a), I::LocalGet(b), I::I64Mul, I::Else]);
                self.ops([I::LocalGet(a), I::LocalGet(b), I::I32Const(fault as i32)]);
                let params = vec![ValType::I64, ValType::I64, ValType::I32];
                self.host("multiply", params, vec![ValType::I64]);
                self.close();
            }
            _ => {
                self.ops([I::LocalGet(b), I::I64Eqz]);
                self.ops([I::LocalGet(a), I::I64Const(i64::MIN), I::I64Eq]);
                self.ops([
                    I::LocalGet(b),
                    I::I64Const(-1),
                    I::I64Eq,
                    I::I32And,
                    I::I32Or,
                ]);
                wrong(self);
                self.ops([I::LocalGet(a), I::LocalGet(b)]);
                self.op(if op == "/" { I::I64DivS } else { I::I64RemS });
            }
        }
    }

    /// `-a`
    pub(super) fn negate(&mut self, value: &'a Expr, fault: usize) {
        self.expr(value);
        let n = self.stash(&[ValType::I64])[0];
        self.ops([I::LocalGet(n), I::I64Const(i64::MIN), I::I64Eq]);
        self.open(I::If(BlockType::Empty));
        self.stop(fault, why::FAULT, [Some(n), None]);
        self.close();
        self.ops([I::I64Const(0), I::LocalGet(n), I::I64Sub]);
    }
}
