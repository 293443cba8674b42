//! Loops and lists in compiled code.

use wasm_encoder::{BlockType, Instruction as I, ValType};

use super::code::{Code, Loop};
use super::encode::at;
use crate::rhai::ir::{self, Base, Expr, Ty};

impl<'a> Code<'a, '_> {
    pub(super) fn while_loop(&mut self, condition: Option<&'a Expr>, body: &'a Expr, fault: usize) {
        let out = self.open(I::Block(BlockType::Empty));
        let next = self.open(I::Loop(BlockType::Empty));
        if let Some(condition) = condition {
            self.expr(condition);
            if condition.ty != Ty::Never {
                self.op(I::I32Eqz);
                self.br_if(out);
            }
        }
        self.step(fault);
        self.loops.push(Loop { out, next });
        self.expr(body);
        self.loops.pop();
        if body.ty != Ty::Never {
            self.br(next);
        }
        self.close();
        self.close();
    }

    pub(super) fn do_loop(&mut self, two: &'a [Expr; 2], on: bool, fault: usize) {
        let out = self.open(I::Block(BlockType::Empty));
        // `continue` goes on without asking.
        let next = self.open(I::Loop(BlockType::Empty));
        self.step(fault);
        self.loops.push(Loop { out, next });
        self.expr(&two[0]);
        self.loops.pop();
        if two[0].ty != Ty::Never {
            self.expr(&two[1]);
            if two[1].ty != Ty::Never {
                if !on {
                    self.op(I::I32Eqz);
                }
                self.br_if(next);
            }
        }
        self.close();
        self.close();
    }

    pub(super) fn for_loop(&mut self, x: &'a ir::For) {
        let count = x.counter.map(|counter| {
            let count = self.temp(ValType::I64);
            self.ops([I::I64Const(0), I::LocalSet(count)]);
            (counter, count)
        });
        match &x.over {
            ir::Over::Range(from, to, inclusive) => self.for_range(x, count, from, to, *inclusive),
            ir::Over::Sites(set) => self.for_sites(x, count, set),
            ir::Over::List(list, item) => self.for_list(x, count, list, item.base()),
        }
    }

    /// A turn of a loop: its step, its variables, and its body; the item is on the stack.
    pub(super) fn turn(&mut self, x: &'a ir::For, count: Option<(ir::Local, u32)>, out: u32) {
        self.step(x.fault);
        self.set(x.var);
        if let Some((counter, count)) = count {
            self.op(I::LocalGet(count));
            self.set(counter);
            self.ops([I::LocalGet(count), I::I64Const(1), I::I64Add]);
            self.op(I::LocalSet(count));
        }
        let next = self.open(I::Block(BlockType::Empty));
        self.loops.push(Loop { out, next });
        self.expr(&x.body);
        self.loops.pop();
        self.close();
    }

    pub(super) fn for_range(
        &mut self,
        x: &'a ir::For,
        count: Option<(ir::Local, u32)>,
        from: &'a Expr,
        to: &'a Expr,
        inclusive: bool,
    ) {
        self.expr(from);
        let here = self.stash(&[ValType::I64])[0];
        self.expr(to);
        let end = self.stash(&[ValType::I64])[0];
        let out = self.open(I::Block(BlockType::Empty));
        let again = self.open(I::Loop(BlockType::Empty));
        self.ops([I::LocalGet(here), I::LocalGet(end)]);
        self.op(if inclusive { I::I64GtS } else { I::I64GeS });
        self.br_if(out);
        self.op(I::LocalGet(here));
        self.turn(x, count, out);
        if inclusive {
            self.ops([I::LocalGet(here), I::LocalGet(end), I::I64Eq]);
            self.br_if(out);
        }
        self.ops([I::LocalGet(here), I::I64Const(1), I::I64Add]);
        self.op(I::LocalSet(here));
        self.br(again);
        self.close();
        self.close();
    }

    pub(super) fn for_sites(
        &mut self,
        x: &'a ir::For,
        count: Option<(ir::Local, u32)>,
        set: &'a Expr,
    ) {
        self.expr(set);
        let words = self.stash_set();
        let site = self.temp(ValType::I32);
        let out = self.open(I::Block(BlockType::Empty));
        let again = self.open(I::Loop(BlockType::Empty));
        let found = self.open(I::Block(BlockType::Empty));
        for (i, word) in words.iter().enumerate() {
            self.ops([I::LocalGet(*word), I::I64Const(0), I::I64Ne]);
            self.open(I::If(BlockType::Empty));
            self.ops([I::LocalGet(*word), I::I64Ctz, I::I32WrapI64]);
            self.ops([I::I32Const(64 * i as i32), I::I32Add, I::LocalSet(site)]);
            self.ops([I::LocalGet(*word), I::LocalGet(*word), I::I64Const(1)]);
            self.ops([I::I64Sub, I::I64And, I::LocalSet(*word)]);
            self.br(found);
            self.close();
        }
        self.br(out);
        self.close();
        self.op(I::LocalGet(site));
        self.turn(x, count, out);
        self.br(again);
        self.close();
        self.close();
    }

    pub(super) fn for_list(
        &mut self,
        x: &'a ir::For,
        count: Option<(ir::Local, u32)>,
        list: &'a Expr,
        item: Base,
    ) {
        self.expr(list);
        let here = self.stash(&[ValType::I32])[0];
        let end = self.temp(ValType::I32);
        self.ops([I::I32Const(8), I::LocalGet(here)]);
        self.ops([I::I64Load(at(0, 3)), I::I32WrapI64, I::I32Mul]);
        self.ops([I::LocalGet(here), I::I32Add, I::LocalSet(end)]);
        let out = self.open(I::Block(BlockType::Empty));
        let again = self.open(I::Loop(BlockType::Empty));
        self.ops([I::LocalGet(here), I::LocalGet(end), I::I32GeU]);
        self.br_if(out);
        self.ops([I::LocalGet(here), I::I32Const(8), I::I32Add]);
        self.op(I::LocalTee(here));
        self.op(I::I64Load(at(0, 3)));
        if item != Base::Int {
            self.op(I::I32WrapI64);
        }
        self.turn(x, count, out);
        self.br(again);
        self.close();
        self.close();
    }

    pub(super) fn in_list(&mut self, two: &'a [Expr; 2], fault: usize) {
        let is_int = two[1].ty == Ty::INT;
        self.expr(&two[0]);
        let here = self.stash(&[ValType::I32])[0];
        self.expr(&two[1]);
        if !is_int {
            self.op(I::I64ExtendI32S);
        }
        let item = self.stash(&[ValType::I64])[0];
        self.step(fault);
        let left = self.temp(ValType::I64);
        self.ops([I::LocalGet(here), I::I64Load(at(0, 3)), I::LocalSet(left)]);
        let out = self.open(I::Block(BlockType::Result(ValType::I32)));
        let again = self.open(I::Loop(BlockType::Empty));
        self.ops([I::I32Const(0), I::LocalGet(left), I::I64Eqz]);
        self.br_if(out);
        self.ops([I::Drop, I::LocalGet(left), I::I64Const(1), I::I64Sub]);
        self.ops([I::LocalSet(left), I::LocalGet(here), I::I32Const(8)]);
        self.ops([I::I32Add, I::LocalSet(here), I::I32Const(1)]);
        self.ops([I::LocalGet(here), I::I64Load(at(0, 3)), I::LocalGet(item)]);
        self.op(I::I64Eq);
        self.br_if(out);
        self.op(I::Drop);
        self.br(again);
        self.close();
        self.op(I::Unreachable);
        self.close();
    }
}
