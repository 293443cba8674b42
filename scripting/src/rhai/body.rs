//! The types of one function: variables, blocks, conditions and lists.

use super::api::{Hook, Sort};
use super::infer::{Errors, Infer};
use super::ir::{Base, Expr, Fault, Item, Local, Node, Ty, Wrong};
use super::syntax::{self, Place, Tree};
use crate::diag::Diagnostic;

/// What is done with a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Nothing.
    Drop,
    /// It goes on as it is.
    Value,
    /// It is what a table hook gives: a word counts as a verdict.
    Ruling,
}

/// A variable in reach.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) local: Local,
    pub(super) declaration: usize,
    pub(super) constant: bool,
}

/// One function during one pass.
pub(super) struct Body<'a, 'b> {
    pub(super) infer: &'b mut Infer<'a>,
    found: Found,
    /// How many declarations were met.
    met: usize,
    pub(super) scope: Vec<Variable>,
    about: About,
    /// Whether an option was met that is switched off, and so no number.
    pub(super) off: bool,
}

/// What a pass is told of its function.
pub(super) struct About {
    /// What it gave in the pass before.
    pub(super) settled: Ty,
    /// The hook, when it is one itself.
    pub(super) root: Option<&'static Hook>,
    /// Whether it belongs to a table hook, which has no board.
    pub(super) table: bool,
    /// The clause that its errors name.
    pub(super) clause: Option<String>,
}

/// What a pass finds.
#[derive(Default)]
pub(super) struct Found {
    /// The types of variables in the order of their declarations.
    pub(super) declared: Vec<Ty>,
    /// The types of all variables, those without a name included.
    pub(super) locals: Vec<Ty>,
    pub(super) errors: Errors,
    pub(super) result: Ty,
}

impl<'a, 'b> Body<'a, 'b> {
    pub(super) fn new(infer: &'b mut Infer<'a>, declared: Vec<Ty>, about: About) -> Self {
        Self {
            infer,
            found: Found {
                declared,
                ..Found::default()
            },
            met: 0,
            scope: Vec::new(),
            about,
            off: false,
        }
    }

    pub(super) fn finish(self) -> Found {
        self.found
    }

    pub(super) fn is_table(&self) -> bool {
        self.about.table
    }

    pub(super) fn clause(&self) -> Option<String> {
        self.about.clause.clone()
    }

    pub(super) fn fault(&mut self, at: Place, what: Wrong) -> usize {
        self.infer.module.faults.push(Fault { at, what });
        self.infer.module.faults.len() - 1
    }

    pub(super) fn error(&mut self, at: Place, error: Diagnostic) -> Expr {
        let error = match &self.about.clause {
            Some(clause) => error.clause(clause.clone()),
            None => error,
        };
        self.found.errors.push((at, error));
        Expr::new(Ty::Never, Node::Unit)
    }

    /// A variable without a name.
    pub(super) fn temp(&mut self, ty: Ty) -> Local {
        self.found.locals.push(ty);
        self.found.locals.len() - 1
    }

    pub(super) fn declare(&mut self, name: &str, ty: Ty, constant: bool) -> Local {
        let declaration = self.declaration(name, ty);
        let local = self.temp(self.found.declared[declaration]);
        self.bring(name, local, declaration, constant);
        local
    }

    /// A variable that begins as the value of another, of a parameter or a loop; what has to be done first.
    pub(super) fn begin(&mut self, name: &str, value: Local) -> Option<Expr> {
        let declaration = self.declaration(name, self.type_of(value));
        let ty = self.found.declared[declaration];
        // It may become something that the first value cannot be.
        if ty == self.type_of(value) {
            self.bring(name, value, declaration, false);
            return None;
        }
        let local = self.temp(ty);
        self.bring(name, local, declaration, false);
        Some(self.set(local, self.local(value)))
    }

    fn declaration(&mut self, name: &str, ty: Ty) -> usize {
        let declaration = self.met;
        self.met += 1;
        if declaration == self.found.declared.len() {
            self.found.declared.push(ty);
        }
        self.widen(Place::default(), name, declaration, ty);
        declaration
    }

    fn bring(&mut self, name: &str, local: Local, declaration: usize, constant: bool) {
        self.scope.push(Variable {
            name: name.to_owned(),
            local,
            declaration,
            constant,
        });
    }

    pub(super) fn widen(&mut self, at: Place, name: &str, declaration: usize, ty: Ty) {
        let known = self.found.declared[declaration];
        match known.join(ty) {
            Some(joined) if joined != known => {
                self.found.declared[declaration] = joined;
                self.infer.changed = true;
            }
            Some(_) => {}
            None => {
                let message = format!("`{name}` is a {known}, and cannot become a {ty}");
                self.error(
                    at,
                    Diagnostic::new("wrong-type", message).hint("use another variable"),
                );
            }
        }
    }

    pub(super) fn tail(&self) -> Use {
        match self.about.root {
            Some(hook) if hook.sort == Sort::Table => Use::Ruling,
            _ => Use::Value,
        }
    }

    /// A value as one of a type that it fits.
    pub(super) fn coerce(&self, value: Expr, ty: Ty) -> Expr {
        if value.ty == ty || value.ty == Ty::Never {
            value
        } else {
            Expr::new(ty, Node::Widen(Box::new(value)))
        }
    }

    /// Makes a value what the function gives.
    pub(super) fn give(&mut self, at: Place, value: Expr) -> Expr {
        if let Some(hook) = self.about.root {
            let wanted = Ty::of(&hook.result);
            let fits = wanted.join(value.ty) == Some(wanted);
            if !fits {
                let (ty, name) = (value.ty, hook.name);
                let message = format!("`{name}` must give {}, and gives {ty}", hook.result);
                let hint = match wanted {
                    Ty::Unit => "end it with `return;`, or leave the value out",
                    Ty::VERDICT => {
                        "a verdict is TAKE, BOTH, LOST, STAY or REFUSE, the same words in lower case from an option, or `refuse(\"clause\")`"
                    }
                    _ => "an ending is `win(side, clause)` or `draw(clause)`",
                };
                return self.error(at, Diagnostic::new("wrong-result", message).hint(hint));
            }
            self.found.result = wanted;
            return self.coerce(value, wanted);
        }
        match self.found.result.join(value.ty) {
            Some(joined) => self.found.result = joined,
            None => {
                let message = format!(
                    "this gives a {} where the function gave a {} before",
                    value.ty, self.found.result
                );
                return self.error(at, Diagnostic::new("wrong-type", message));
            }
        }
        match self.about.settled.join(self.found.result) {
            Some(ty) => self.coerce(value, ty),
            None => value,
        }
    }

    pub(super) fn tree(&mut self, tree: &Tree, used: Use) -> Expr {
        use syntax::Node as N;
        let at = tree.at;
        let value = match &tree.node {
            N::Unit => Expr::UNIT,
            N::Bool(value) => Expr::new(Ty::BOOL, Node::Bool(*value)),
            N::Int(value) => Expr::new(Ty::INT, Node::Int(*value)),
            N::Word(word) => self.word(word),
            N::List(items) => self.list(at, items),
            N::Name(name) => self.name(at, name),
            N::Call(name, args) => self.call(at, name, args),
            N::Unary(op, of) => self.unary(at, op, of),
            N::Binary(op, sides) => self.binary(at, op, sides),
            N::Chain(root, links) => self.chain(root, links),
            N::All(items) => return self.logic(items, true),
            N::Any(items) => return self.logic(items, false),
            N::First(items) => self.first(at, items),
            N::Block(statements) => return self.block(statements, used),
            N::If(parts) => return self.conditional(parts, used),
            N::Switch(switch) => return self.switch(at, switch, used),
            N::While(condition, body) => self.while_loop(condition.as_deref(), body),
            N::Do(parts, on) => self.do_loop(parts, *on),
            N::For(x) => self.for_loop(x),
            N::Let {
                name,
                value,
                constant,
            } => {
                let value = self.tree(value, Use::Value);
                let local = self.declare(name, value.ty, *constant);
                self.set(local, value)
            }
            N::Assign { name, op, value } => self.assign(at, name, op.as_deref(), value),
            N::Return(value) => {
                let value = match value {
                    Some(value) => self.tree(value, self.tail()),
                    None => Expr::UNIT,
                };
                let value = self.give(at, value);
                Expr::new(Ty::Never, Node::Return(Box::new(value)))
            }
            N::Break => Expr::new(Ty::Never, Node::Break),
            N::Continue => Expr::new(Ty::Never, Node::Continue),
            N::Foreign(what) => {
                let message = format!("{what} cannot be compiled");
                let hint = "write it otherwise, or name the hook in `[hooks] interpreted`";
                self.error(at, Diagnostic::new("not-compiled", message).hint(hint))
            }
        };
        match used {
            Use::Ruling if value.ty == Ty::Of(Base::Word) => {
                let fault = self.fault(at, Wrong::NoVerdict);
                Expr::new(Ty::VERDICT, Node::Ruling(Box::new(value), fault))
            }
            _ => value,
        }
    }

    pub(super) fn set(&mut self, local: Local, value: Expr) -> Expr {
        if value.ty == Ty::Never {
            return value;
        }
        let value = self.coerce(value, self.found.locals[local]);
        Expr::new(Ty::Unit, Node::Set(local, Box::new(value)))
    }

    /// Puts a value into a variable without a name, and gives the way back to it.
    pub(super) fn kept(&mut self, value: Expr, first: &mut Vec<Expr>) -> Local {
        let local = self.temp(value.ty);
        first.push(self.set(local, value));
        local
    }

    pub(super) fn type_of(&self, local: Local) -> Ty {
        self.found.locals[local]
    }

    pub(super) fn local(&self, local: Local) -> Expr {
        Expr::new(self.type_of(local), Node::Local(local))
    }

    pub(super) fn variable(&self, name: &str) -> Option<Expr> {
        let found = self.scope.iter().rev().find(|v| v.name == name)?;
        Some(self.local(found.local))
    }

    pub(super) fn block(&mut self, statements: &[Tree], used: Use) -> Expr {
        let depth = self.scope.len();
        let mut done = Vec::with_capacity(statements.len());
        for (i, statement) in statements.iter().enumerate() {
            let last = i + 1 == statements.len();
            done.push(self.tree(statement, if last { used } else { Use::Drop }));
        }
        self.scope.truncate(depth);
        if used == Use::Drop {
            done.push(Expr::UNIT);
        }
        seq(done)
    }

    /// A condition: a bool.
    pub(super) fn condition(&mut self, tree: &Tree) -> Expr {
        let value = self.tree(tree, Use::Value);
        self.as_bool(tree.at, value)
    }

    pub(super) fn as_bool(&mut self, at: Place, value: Expr) -> Expr {
        match value.ty {
            Ty::Never | Ty::BOOL => value,
            Ty::Maybe(Base::Bool) => {
                let fault = self.fault(at, Wrong::NotBool);
                self.demand(value, fault)
            }
            ty => {
                let message = format!("a condition is a bool, not a {ty}");
                let error = Diagnostic::new("wrong-type", message);
                self.error(
                    at,
                    error.hint("compare it with something, as in `x == RED` or `x != ()`"),
                )
            }
        }
    }

    /// The value of an expression that must not be `()`.
    pub(super) fn demand(&mut self, value: Expr, fault: usize) -> Expr {
        let Some(base) = value.ty.base() else {
            return value;
        };
        let mut parts = Vec::new();
        let local = self.kept(value, &mut parts);
        parts.push(Expr::new(Ty::Unit, Node::Demand(vec![(0, local)], fault)));
        parts.push(Expr::new(Ty::Of(base), Node::Present(local)));
        seq(parts)
    }

    /// `a && b` or `a || b`; what follows a part that decides is still typed.
    pub(super) fn logic(&mut self, items: &[Tree], all: bool) -> Expr {
        let mut kept = Vec::new();
        let mut decided = false;
        for item in items {
            if decided {
                self.left_out(|body| body.condition(item));
                continue;
            }
            let value = self.condition(item);
            match value.node {
                Node::Bool(value) if value == all => {}
                Node::Bool(_) => {
                    decided = true;
                    kept.push(value);
                }
                _ => kept.push(value),
            }
        }
        match kept.len() {
            0 => Expr::new(Ty::BOOL, Node::Bool(all)),
            1 => kept.remove(0),
            _ if all => Expr::new(Ty::BOOL, Node::All(kept)),
            _ => Expr::new(Ty::BOOL, Node::Any(kept)),
        }
    }

    /// Types code that options leave out: there it is no error to take an option for a number that is switched off.
    pub(super) fn left_out(&mut self, code: impl FnOnce(&mut Self) -> Expr) {
        let errors = self.found.errors.len();
        let off = std::mem::take(&mut self.off);
        code(self);
        if self.off {
            self.found.errors.truncate(errors);
        }
        self.off = off;
    }

    pub(super) fn conditional(&mut self, parts: &[Tree; 3], used: Use) -> Expr {
        let condition = self.condition(&parts[0]);
        if let Node::Bool(value) = condition.node {
            let mut chosen = Expr::UNIT;
            for (part, takes) in parts[1..].iter().zip([value, !value]) {
                if takes {
                    chosen = self.tree(part, used);
                } else {
                    self.left_out(|body| body.tree(part, used));
                }
            }
            return chosen;
        }
        let yes = self.tree(&parts[1], used);
        let no = self.tree(&parts[2], used);
        self.either(parts[0].at, condition, yes, no, used)
    }

    /// One of two values, by a condition.
    pub(super) fn either(
        &mut self,
        at: Place,
        condition: Expr,
        yes: Expr,
        no: Expr,
        used: Use,
    ) -> Expr {
        let Some(ty) = yes.ty.join(no.ty) else {
            let message = format!("one branch gives a {} and another a {}", yes.ty, no.ty);
            let error = Diagnostic::new("wrong-type", message);
            return self.error(
                at,
                error.hint("branches whose value is used give one type, or `()`"),
            );
        };
        debug_assert!(used != Use::Drop || matches!(ty, Ty::Unit | Ty::Never));
        let (yes, no) = (self.coerce(yes, ty), self.coerce(no, ty));
        let ty = if condition.ty == Ty::Never {
            Ty::Never
        } else {
            ty
        };
        Expr::new(ty, Node::If(Box::new([condition, yes, no])))
    }

    pub(super) fn list(&mut self, at: Place, items: &[Tree]) -> Expr {
        let mut kind: Option<Item> = None;
        let mut values = Vec::new();
        for tree in items {
            let item = self.tree(tree, Use::Value);
            let found = match (item.ty, item.node) {
                (Ty::Never, _) => return Expr::new(Ty::Never, Node::Unit),
                (Ty::INT, Node::Int(value)) => Some((Item::Int, value)),
                (Ty::Of(Base::Word), Node::Tag(word)) => Some((Item::Word, i64::from(word))),
                (Ty::Of(Base::Kind), Node::Tag(kind)) => Some((Item::Kind, i64::from(kind))),
                _ => None,
            };
            match found {
                Some((item, value)) if kind.is_none_or(|k| k == item) => {
                    kind = Some(item);
                    values.push(value);
                }
                _ => {
                    let error = Diagnostic::new("not-compiled", "this list cannot be compiled")
                        .hint("a list holds ints, words or kinds, all of one type and written out");
                    return self.error(tree.at, error);
                }
            }
        }
        match kind {
            Some(kind) => self.known_list(kind, values),
            None => {
                let error = Diagnostic::new("not-compiled", "an empty list cannot be compiled");
                self.error(at, error.hint("the empty set is `nowhere()`"))
            }
        }
    }

    pub(super) fn known_list(&mut self, item: Item, values: Vec<i64>) -> Expr {
        let lists = &mut self.infer.module.lists;
        let known = lists.iter().position(|l| *l == values);
        let index = known.unwrap_or_else(|| {
            lists.push(values);
            lists.len() - 1
        });
        Expr::new(Ty::Of(Base::List(item)), Node::Tag(index as i32))
    }
}

/// Expressions one after the other; nothing follows one that gives nothing.
pub(super) fn seq(mut parts: Vec<Expr>) -> Expr {
    if let Some(end) = parts.iter().position(|p| p.ty == Ty::Never) {
        parts.truncate(end + 1);
    }
    match parts.len() {
        0 => Expr::UNIT,
        1 => parts.remove(0),
        _ => {
            let ty = parts.last().map_or(Ty::Unit, |last| last.ty);
            Expr::new(ty, Node::Seq(parts))
        }
    }
}
