//! The types of one function: `switch`, loops and assignments.

use super::body::{Body, Use, Variable, seq};
use super::ir::{Base, Expr, For, Local, Node, Over, Ty, Wrong};
use super::syntax::{self, Literal, Place, Tree};
use crate::diag::Diagnostic;

impl Body<'_, '_> {
    pub(super) fn switch(&mut self, at: Place, switch: &syntax::Switch, used: Use) -> Expr {
        let on = self.tree(&switch.on, Use::Value);
        let base = match on.ty {
            Ty::Never => None,
            Ty::Of(base @ (Base::Int | Base::Word | Base::Bool))
            | Ty::Maybe(base @ (Base::Int | Base::Word | Base::Bool)) => Some(base),
            ty => {
                let error =
                    Diagnostic::new("wrong-type", format!("a `switch` cannot go over a {ty}"))
                        .hint("it goes over ints, words and bools; compare others with `==`");
                return self.error(switch.on.at, error);
            }
        };
        let mut parts = Vec::new();
        let on = self.kept(on, &mut parts);
        let choice = self.temp(Ty::INT);
        let guards: Vec<Expr> = switch.arms.iter().map(|(g, _)| self.condition(g)).collect();
        let choose = |arm: usize| {
            Expr::new(
                Ty::Unit,
                Node::Set(choice, Box::new(Expr::new(Ty::INT, Node::Int(arm as i64)))),
            )
        };
        // From the last choice to the first, each falling through to the next.
        let none = switch.arms.len();
        let mut chosen = choose(switch.default.unwrap_or(none));
        let mut tests: Vec<(Expr, usize)> = Vec::new();
        for (value, arms) in &switch.values {
            let Some(test) = self.case(at, on, base, value) else {
                continue;
            };
            tests.extend(arms.iter().map(|&arm| (test.clone(), arm)));
        }
        for &(first, last, arm) in &switch.ranges {
            if base.is_some_and(|base| base != Base::Int) {
                let message = "a range of numbers stands before `=>` in a `switch` over no int";
                self.error(at, Diagnostic::new("wrong-type", message));
                continue;
            }
            tests.push((self.within(on, first, last), arm));
        }
        for (test, arm) in tests.into_iter().rev() {
            let test = match &guards[arm].node {
                Node::Bool(true) => test,
                _ => Expr::new(Ty::BOOL, Node::All(vec![test, guards[arm].clone()])),
            };
            chosen = Expr::new(Ty::Unit, Node::If(Box::new([test, choose(arm), chosen])));
        }
        parts.push(chosen);
        let mut value = Expr::UNIT;
        let bodies: Vec<Expr> = switch
            .arms
            .iter()
            .map(|(_, b)| self.tree(b, used))
            .collect();
        for (arm, body) in bodies.into_iter().enumerate().rev() {
            let number = Expr::new(Ty::INT, Node::Int(arm as i64));
            let is = Expr::new(
                Ty::BOOL,
                Node::Equal(Box::new([self.local(choice), number])),
            );
            // With a default there is always an arm.
            let last = arm + 1 == none && switch.default.is_some();
            value = if last {
                body
            } else {
                self.either(at, is, body, value, used)
            };
        }
        parts.push(value);
        seq(parts)
    }

    /// Whether the value of a variable is a case of a `switch`.
    pub(super) fn case(
        &mut self,
        at: Place,
        on: Local,
        base: Option<Base>,
        value: &Literal,
    ) -> Option<Expr> {
        let base = base?;
        let literal = match value {
            Literal::Unit => return Some(self.lacks(on)),
            Literal::Bool(value) => Expr::new(Ty::BOOL, Node::Bool(*value)),
            Literal::Int(value) => Expr::new(Ty::INT, Node::Int(*value)),
            Literal::Word(word) => self.word(word),
            Literal::Other => Expr::new(Ty::Never, Node::Unit),
        };
        if literal.ty != Ty::Of(base) {
            let message = format!("a case of another type in a `switch` over a {base}");
            self.error(at, Diagnostic::new("wrong-type", message));
            return None;
        }
        let ty = self.type_of(on);
        let literal = self.coerce(literal, ty);
        Some(Expr::new(
            Ty::BOOL,
            Node::Equal(Box::new([self.local(on), literal])),
        ))
    }

    pub(super) fn lacks(&self, local: Local) -> Expr {
        let node = match self.type_of(local) {
            Ty::Unit => Node::Bool(true),
            Ty::Maybe(_) => Node::Lacks(local),
            _ => Node::Bool(false),
        };
        Expr::new(Ty::BOOL, node)
    }

    pub(super) fn within(&self, on: Local, first: i64, last: i64) -> Expr {
        let ty = self.type_of(on);
        let value = || match ty {
            Ty::Maybe(base) => Expr::new(Ty::Of(base), Node::Present(on)),
            _ => self.local(on),
        };
        let end = |op, end| {
            let end = Expr::new(Ty::INT, Node::Int(end));
            Expr::new(Ty::BOOL, Node::Order(op, Box::new([value(), end])))
        };
        let mut tests = vec![end(">=", first), end("<=", last)];
        if ty.may_lack() {
            tests.insert(0, Expr::new(Ty::BOOL, Node::Not(Box::new(self.lacks(on)))));
        }
        Expr::new(Ty::BOOL, Node::All(tests))
    }

    pub(super) fn while_loop(&mut self, condition: Option<&Tree>, body: &Tree) -> Expr {
        let condition = condition.map(|c| Box::new(self.condition(c)));
        let fault = self.fault(body.at, Wrong::Limit);
        let endless = condition.is_none() && !breaks(body);
        let body = Box::new(self.tree(body, Use::Drop));
        let ty = if endless { Ty::Never } else { Ty::Unit };
        Expr::new(ty, Node::While(condition, body, fault))
    }

    pub(super) fn do_loop(&mut self, parts: &[Tree; 2], on: bool) -> Expr {
        let fault = self.fault(parts[0].at, Wrong::Limit);
        let body = self.tree(&parts[0], Use::Drop);
        let condition = self.condition(&parts[1]);
        Expr::new(Ty::Unit, Node::Do(Box::new([body, condition]), on, fault))
    }

    pub(super) fn for_loop(&mut self, x: &syntax::For) -> Expr {
        let at = x.over.at;
        let mut first = Vec::new();
        let over = match &x.over.node {
            syntax::Node::Binary(op, ends) if op == ".." || op == "..=" => {
                let [from, to] = self.integers(at, op, ends);
                if from.ty == Ty::Never || to.ty == Ty::Never {
                    first.extend([from, to]);
                    None
                } else {
                    Some((Ty::INT, Over::Range(from, to, op == "..=")))
                }
            }
            _ => {
                let value = self.tree(&x.over, Use::Value);
                let base = value.ty.base();
                let value = if matches!(value.ty, Ty::Maybe(Base::Set | Base::List(_))) {
                    let fault = self.fault(at, Wrong::NotWalked);
                    self.demand(value, fault)
                } else {
                    value
                };
                match (value.ty, base) {
                    (Ty::Never, _) => {
                        first.push(value);
                        None
                    }
                    (_, Some(Base::Set)) => Some((Ty::SITE, Over::Sites(value))),
                    (_, Some(Base::List(item))) => {
                        Some((Ty::Of(item.base()), Over::List(value, item)))
                    }
                    (ty, _) => {
                        let message = format!("a {ty} cannot be walked through");
                        let error = Diagnostic::new("wrong-type", message);
                        first.push(
                            self.error(at, error.hint("a `for` takes a set, a list or a range")),
                        );
                        None
                    }
                }
            }
        };
        let item = over.as_ref().map_or(Ty::Never, |(ty, _)| *ty);
        let depth = self.scope.len();
        let counter = x.counter.as_ref().map(|name| (name, self.temp(Ty::INT)));
        let var = self.temp(item);
        let mut parts = Vec::new();
        if let Some((name, counter)) = counter {
            parts.extend(self.begin(name, counter));
        }
        parts.extend(self.begin(&x.name, var));
        let counter = counter.map(|(_, counter)| counter);
        let fault = self.fault(at, Wrong::Limit);
        parts.push(self.tree(&x.body, Use::Drop));
        let body = seq(parts);
        self.scope.truncate(depth);
        if let Some((_, over)) = over {
            let node = Node::For(Box::new(For {
                var,
                counter,
                over,
                body,
                fault,
            }));
            first.push(Expr::new(Ty::Unit, node));
        }
        seq(first)
    }

    pub(super) fn assign(&mut self, at: Place, name: &str, op: Option<&str>, value: &Tree) -> Expr {
        let value = self.tree(value, Use::Value);
        let found = self.scope.iter().rev().find(|v| v.name == name);
        let Some(&Variable {
            local,
            declaration,
            constant,
            ..
        }) = found
        else {
            let message = format!("`{name}` is no variable, and keeps its value");
            return self.error(at, Diagnostic::new("wrong-assignment", message));
        };
        if constant {
            let error = Diagnostic::new("wrong-assignment", format!("`{name}` is constant"));
            return self.error(at, error.hint("declare it with `let`"));
        }
        let value = match op {
            Some(op) => {
                let mut first = Vec::new();
                let value = self.kept(value, &mut first);
                first.push(self.operate(at, op, self.local(local), self.local(value)));
                seq(first)
            }
            None => value,
        };
        self.widen(at, name, declaration, value.ty);
        self.set(local, value)
    }
}

/// Whether a `break` leaves the loop with this body.
fn breaks(tree: &Tree) -> bool {
    use syntax::Node as N;
    let any = |trees: &[Tree]| trees.iter().any(breaks);
    match &tree.node {
        N::Break => true,
        N::List(items) | N::Call(_, items) => any(items),
        N::All(items) | N::Any(items) | N::First(items) | N::Block(items) => any(items),
        N::Unary(_, value) | N::Let { value, .. } | N::Assign { value, .. } => breaks(value),
        N::Binary(_, sides) => any(&sides[..]),
        N::If(parts) => any(&parts[..]),
        N::Chain(root, links) => {
            let args = links.iter().filter_map(|l| l.args.as_deref());
            breaks(root) || args.into_iter().any(any)
        }
        N::Switch(switch) => {
            let arms = switch.arms.iter();
            breaks(&switch.on) || arms.into_iter().any(|(g, b)| breaks(g) || breaks(b))
        }
        N::Return(value) => value.as_deref().is_some_and(breaks),
        // Loops inside catch what is theirs; what they go over is evaluated outside of them.
        N::For(x) => breaks(&x.over),
        _ => false,
    }
}
