//! The code of one function: values.

use wasm_encoder::{BlockType, Function, Instruction as I, ValType};

use super::encode::{Body, CALLS, STEPS, STOP, Shared, at, is_scalar, why};
use crate::rhai::ir::{self, Base, Expr, Node, Ty};
use crate::rhai::typing::bare_verdict;
use masque_core::spec::Verdict;

/// An open loop: what `break` and `continue` leave.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub(super) out: u32,
    pub(super) next: u32,
}

/// The code of one function while it is made.
pub(super) struct Code<'a, 'b> {
    pub(super) shared: &'b mut Shared<'a>,
    ops: Vec<I<'static>>,
    params: u32,
    locals: Vec<ValType>,
    /// The first slot of every variable.
    slots: Vec<u32>,
    function: &'a ir::Function,
    pub(super) loops: Vec<Loop>,
    level: u32,
    pub(super) parts: u32,
    calls: Vec<usize>,
}

impl<'a, 'b> Code<'a, 'b> {
    pub(super) fn function(shared: &'b mut Shared<'a>, function: &'a ir::Function) -> Body {
        let mut locals = Vec::new();
        let mut slots = Vec::new();
        let mut params = 0;
        for (i, ty) in function.locals.iter().enumerate() {
            slots.push(locals.len() as u32);
            locals.extend(shared.slots(*ty));
            if i + 1 == function.params {
                params = locals.len() as u32;
            }
        }
        let results = shared.slots(function.result);
        let ty = shared.ty(locals[..params as usize].to_vec(), results);
        let mut code = Code {
            shared,
            ops: Vec::new(),
            params,
            locals,
            slots,
            function,
            loops: Vec::new(),
            level: 0,
            parts: 0,
            calls: Vec::new(),
        };
        code.entry();
        code.expr(&function.body);
        if code.shared.deep && function.body.ty != Ty::Never {
            code.leave();
        }
        code.op(I::End);
        let locals = code.locals[code.params as usize..].iter().map(|t| (1, *t));
        let mut out = Function::new(locals);
        for op in &code.ops {
            out.instruction(op);
        }
        Body {
            code: out,
            ty,
            parts: code.parts,
            calls: code.calls,
        }
    }

    pub(super) fn op(&mut self, op: I<'static>) {
        self.ops.push(op);
    }

    pub(super) fn ops(&mut self, ops: impl IntoIterator<Item = I<'static>>) {
        self.ops.extend(ops);
    }

    /// Opens a block, loop or `if`; its label.
    pub(super) fn open(&mut self, op: I<'static>) -> u32 {
        self.op(op);
        self.level += 1;
        self.level
    }

    pub(super) fn close(&mut self) {
        self.op(I::End);
        self.level -= 1;
    }

    pub(super) fn br(&mut self, label: u32) {
        self.op(I::Br(self.level - label));
    }

    pub(super) fn br_if(&mut self, label: u32) {
        self.op(I::BrIf(self.level - label));
    }

    pub(super) fn temp(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }

    /// Takes values off the stack into locals of their own.
    pub(super) fn stash(&mut self, types: &[ValType]) -> Vec<u32> {
        let locals: Vec<u32> = types.iter().map(|ty| self.temp(*ty)).collect();
        for local in locals.iter().rev() {
            self.op(I::LocalSet(*local));
        }
        locals
    }

    pub(super) fn words(&self) -> usize {
        self.shared.facts.words
    }

    /// Takes a set off the stack.
    pub(super) fn stash_set(&mut self) -> Vec<u32> {
        let types = vec![ValType::I64; self.words()];
        self.stash(&types)
    }

    /// Calls a function of the host.
    pub(super) fn host(&mut self, name: &'static str, params: Vec<ValType>, results: Vec<ValType>) {
        let import = self.shared.import(name, params, results);
        self.op(I::Call(import));
    }

    /// Ends the hook.
    pub(super) fn stop(&mut self, fault: usize, why: i32, numbers: [Option<u32>; 2]) {
        self.ops([I::I32Const(fault as i32), I::I32Const(why)]);
        for number in numbers {
            self.op(number.map_or(I::I64Const(0), I::LocalGet));
        }
        self.ops([I::Call(STOP), I::Unreachable]);
    }

    pub(super) fn entry(&mut self) {
        let fault = self.function.entry;
        if self.shared.deep {
            self.ops([I::GlobalGet(CALLS), I::I32Eqz]);
            self.open(I::If(BlockType::Empty));
            self.stop(fault, why::DEPTH, [None; 2]);
            self.close();
            self.ops([I::GlobalGet(CALLS), I::I32Const(1), I::I32Sub]);
            self.op(I::GlobalSet(CALLS));
        }
        self.step(fault);
    }

    pub(super) fn leave(&mut self) {
        self.ops([I::GlobalGet(CALLS), I::I32Const(1), I::I32Add]);
        self.op(I::GlobalSet(CALLS));
    }

    /// Counts a step.
    pub(super) fn step(&mut self, fault: usize) {
        self.ops([I::GlobalGet(STEPS), I::I32Eqz]);
        self.open(I::If(BlockType::Empty));
        self.stop(fault, why::STEPS, [None; 2]);
        self.close();
        self.ops([I::GlobalGet(STEPS), I::I32Const(1), I::I32Sub]);
        self.op(I::GlobalSet(STEPS));
    }

    pub(super) fn variable(&self, local: ir::Local) -> (u32, Vec<ValType>, Ty) {
        let ty = self.function.locals[local];
        (self.slots[local], self.shared.slots(ty), ty)
    }

    pub(super) fn get(&mut self, local: ir::Local) {
        let (first, types, _) = self.variable(local);
        for i in 0..types.len() as u32 {
            self.op(I::LocalGet(first + i));
        }
    }

    pub(super) fn set(&mut self, local: ir::Local) {
        let (first, types, _) = self.variable(local);
        for i in (0..types.len() as u32).rev() {
            self.op(I::LocalSet(first + i));
        }
    }

    pub(super) fn lacks(&mut self, local: ir::Local) {
        let (first, types, ty) = self.variable(local);
        match ty {
            Ty::Maybe(base) if is_scalar(base) => {
                self.ops([I::LocalGet(first), I::I32Const(-1), I::I32Eq]);
            }
            Ty::Maybe(_) => {
                let flag = first + types.len() as u32 - 1;
                self.ops([I::LocalGet(flag), I::I32Eqz]);
            }
            _ => self.op(I::I32Const(i32::from(ty == Ty::Unit))),
        }
    }

    /// Makes the code that leaves a value of the expression's type.
    pub(super) fn expr(&mut self, expr: &'a Expr) {
        match &expr.node {
            Node::Unit => {}
            Node::Bool(value) => self.op(I::I32Const(i32::from(*value))),
            Node::Int(value) => self.op(I::I64Const(*value)),
            Node::Tag(number) => {
                let number = match expr.ty {
                    Ty::Of(Base::List(_)) => self.shared.lists[*number as usize] as i32,
                    _ => *number,
                };
                self.op(I::I32Const(number));
            }
            Node::Local(local) => self.get(*local),
            Node::Set(local, value) => {
                self.expr(value);
                self.set(*local);
            }
            Node::Seq(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    self.expr(part);
                    if i + 1 < parts.len() {
                        let dropped = self.shared.slots(part.ty).len();
                        (0..dropped).for_each(|_| self.op(I::Drop));
                    }
                }
            }
            Node::If(parts) => self.conditional(expr.ty, parts),
            Node::Not(value) => {
                self.expr(value);
                self.op(I::I32Eqz);
            }
            Node::All(parts) => self.logic(parts, true),
            Node::Any(parts) => self.logic(parts, false),
            Node::Negate(value, fault) => self.negate(value, *fault),
            Node::Arithmetic(op, two, fault) => self.arithmetic(op, two, *fault),
            Node::Order(op, two) if self.no_liberties(two, op) => {}
            Node::Order(op, two) => {
                self.expr(&two[0]);
                self.expr(&two[1]);
                self.op(match *op {
                    "<" => I::I64LtS,
                    "<=" => I::I64LeS,
                    ">" => I::I64GtS,
                    _ => I::I64GeS,
                });
            }
            Node::Equal(two) if self.no_liberties(two, "==") => {}
            Node::Equal(two) => self.equal(two),
            Node::Bits(op, two) => self.bits(op, two),
            Node::Only(site) => self.only(site),
            Node::Widen(value) => self.widen(expr.ty, value),
            Node::Lacks(local) => self.lacks(*local),
            Node::Present(local) => {
                let (first, types, ty) = self.variable(*local);
                let plain = match ty {
                    Ty::Maybe(base) => self.shared.slots(Ty::Of(base)).len(),
                    _ => types.len(),
                };
                for i in 0..plain as u32 {
                    self.op(I::LocalGet(first + i));
                }
            }
            Node::Demand(demanded, fault) => self.demand(demanded, *fault),
            Node::Ruling(word, fault) => self.ruling(word, *fault),
            Node::Call(callee, args) => {
                args.iter().for_each(|arg| self.expr(arg));
                self.calls.push(*callee);
                let number = self.shared.reserved + *callee as u32;
                self.op(I::Call(number));
            }
            Node::Api(function, args, fault) => self.api(function, args, *fault),
            Node::InList(two, fault) => self.in_list(two, *fault),
            Node::ListLength(list, empty, fault) => {
                self.expr(list);
                self.step(*fault);
                self.op(I::I64Load(at(0, 3)));
                if *empty {
                    self.op(I::I64Eqz);
                }
            }
            Node::Part(piece, side) => {
                self.expr(piece);
                if *side {
                    self.ops([I::I32Const(8), I::I32ShrU]);
                } else {
                    self.ops([I::I32Const(0xff), I::I32And]);
                }
            }
            Node::While(condition, body, fault) => {
                self.while_loop(condition.as_deref(), body, *fault);
            }
            Node::Do(two, on, fault) => self.do_loop(two, *on, *fault),
            Node::For(x) => self.for_loop(x),
            Node::Return(value) => {
                self.expr(value);
                if value.ty != Ty::Never {
                    if self.shared.deep {
                        self.leave();
                    }
                    self.op(I::Return);
                }
            }
            Node::Break => {
                if let Some(open) = self.loops.last().copied() {
                    self.br(open.out);
                }
            }
            Node::Continue => {
                if let Some(open) = self.loops.last().copied() {
                    self.br(open.next);
                }
            }
        }
        if expr.ty == Ty::Never {
            self.op(I::Unreachable);
        }
    }

    pub(super) fn conditional(&mut self, ty: Ty, parts: &'a [Expr; 3]) {
        let types = self.shared.slots(ty);
        let results: Vec<u32> = types.iter().map(|ty| self.temp(*ty)).collect();
        self.expr(&parts[0]);
        if parts[0].ty == Ty::Never {
            return;
        }
        self.open(I::If(BlockType::Empty));
        for (i, part) in parts[1..].iter().enumerate() {
            if i == 1 {
                self.op(I::Else);
            }
            self.expr(part);
            if part.ty != Ty::Never {
                for result in results.iter().rev() {
                    self.op(I::LocalSet(*result));
                }
            }
        }
        self.close();
        for result in results {
            self.op(I::LocalGet(result));
        }
    }

    pub(super) fn logic(&mut self, parts: &'a [Expr], all: bool) {
        for (i, part) in parts.iter().enumerate() {
            self.expr(part);
            if i + 1 < parts.len() {
                self.open(I::If(BlockType::Result(ValType::I32)));
                if !all {
                    self.ops([I::I32Const(1), I::Else]);
                }
            }
        }
        for _ in 1..parts.len() {
            if all {
                self.ops([I::Else, I::I32Const(0)]);
            }
            self.close();
        }
    }

    pub(super) fn widen(&mut self, ty: Ty, value: &'a Expr) {
        self.expr(value);
        let (Ty::Maybe(base), false) = (ty, value.ty == ty) else {
            return;
        };
        match (is_scalar(base), value.ty) {
            (true, Ty::Unit) => self.op(I::I32Const(-1)),
            (true, _) => {}
            (false, Ty::Unit) => {
                for slot in self.shared.slots(ty) {
                    self.op(match slot {
                        ValType::I64 => I::I64Const(0),
                        _ => I::I32Const(0),
                    });
                }
            }
            (false, _) => self.op(I::I32Const(1)),
        }
    }

    pub(super) fn demand(&mut self, demanded: &[(usize, ir::Local)], fault: usize) {
        let mask = self.temp(ValType::I64);
        self.op(I::I64Const(0));
        for (i, local) in demanded {
            self.lacks(*local);
            self.ops([
                I::I64ExtendI32U,
                I::I64Const(*i as i64),
                I::I64Shl,
                I::I64Or,
            ]);
        }
        self.ops([I::LocalTee(mask), I::I64Const(0), I::I64Ne]);
        self.open(I::If(BlockType::Empty));
        self.stop(fault, why::FAULT, [Some(mask), None]);
        self.close();
    }

    pub(super) fn ruling(&mut self, word: &'a Expr, fault: usize) {
        self.expr(word);
        let word = self.stash(&[ValType::I32])[0];
        let out = self.open(I::Block(BlockType::Result(ValType::I32)));
        for (name, verdict) in Verdict::WORDS {
            let words = &self.shared.module.words;
            let Some(number) = words.iter().position(|w| *w == name.to_lowercase()) else {
                continue;
            };
            self.ops([
                I::I32Const(bare_verdict(verdict)),
                I::LocalGet(word),
                I::I32Const(number as i32),
                I::I32Eq,
            ]);
            self.br_if(out);
            self.op(I::Drop);
        }
        self.stop(fault, why::FAULT, [None; 2]);
        self.close();
    }

    pub(super) fn equal(&mut self, two: &'a [Expr; 2]) {
        let types = self.shared.slots(two[0].ty);
        self.expr(&two[0]);
        if two[0].ty.base() == Some(Base::Verdict) {
            self.ops([I::I32Const(0xff), I::I32And]);
            self.expr(&two[1]);
            self.ops([I::I32Const(0xff), I::I32And, I::I32Eq]);
            return;
        }
        if let [one] = types[..] {
            self.expr(&two[1]);
            self.op(if one == ValType::I64 {
                I::I64Eq
            } else {
                I::I32Eq
            });
            return;
        }
        let left = self.stash(&types);
        self.expr(&two[1]);
        let right = self.stash(&types);
        self.op(I::I32Const(1));
        for ((a, b), ty) in left.iter().zip(&right).zip(&types) {
            self.ops([I::LocalGet(*a), I::LocalGet(*b)]);
            self.op(if *ty == ValType::I64 {
                I::I64Eq
            } else {
                I::I32Eq
            });
            self.op(I::I32And);
        }
    }

    pub(super) fn bits(&mut self, op: &str, two: &'a [Expr; 2]) {
        if two[0].ty == Ty::BOOL {
            self.expr(&two[0]);
            self.expr(&two[1]);
            self.op(match op {
                "&" => I::I32And,
                "|" => I::I32Or,
                _ => I::I32Xor,
            });
            return;
        }
        self.expr(&two[0]);
        let left = self.stash_set();
        self.expr(&two[1]);
        let right = self.stash_set();
        for (a, b) in left.iter().zip(&right) {
            self.ops([I::LocalGet(*a), I::LocalGet(*b)]);
            match op {
                "&" => self.op(I::I64And),
                "|" => self.op(I::I64Or),
                "^" => self.op(I::I64Xor),
                _ => self.ops([I::I64Const(-1), I::I64Xor, I::I64And]),
            }
        }
    }

    /// The bit of a site in a word: `1 << (site & 63)`.
    pub(super) fn only(&mut self, site: &'a Expr) {
        self.expr(site);
        if self.words() == 1 {
            let site = self.stash(&[ValType::I32])[0];
            self.ops([
                I::I64Const(1),
                I::LocalGet(site),
                I::I64ExtendI32U,
                I::I64Shl,
            ]);
            return;
        }
        let site = self.stash(&[ValType::I32])[0];
        for word in 0..self.words() as i32 {
            self.ops([
                I::LocalGet(site),
                I::I32Const(6),
                I::I32ShrU,
                I::I32Const(word),
                I::I32Eq,
                I::I64ExtendI32U,
                I::LocalGet(site),
                I::I64ExtendI32U,
                I::I64Shl,
            ]);
        }
    }
}
