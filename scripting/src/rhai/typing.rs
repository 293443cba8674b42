//! Types of words, operators and calls.

use masque_core::spec::Verdict;

use super::api::{self, FUNCTIONS};
use super::body::{Body, Use, seq};
use super::failure::does_not_go;
use super::ir::{Base, Expr, Item, Node, Ty, Wrong};
use super::syntax::{self, Link, Place, Tree};
use super::words::{Meaning, OPTION};
use crate::choices::{OFF, OptionValue};
use crate::diag::Diagnostic;

/// Where a verdict keeps the number of its clause's word; below that is the verdict.
pub(crate) const CLAUSE_SHIFT: i32 = 8;
/// The clause of a verdict without one.
pub(crate) const NO_CLAUSE: i32 = 0x7f_ffff;

/// The verdict without a clause, as a number.
pub(crate) fn bare_verdict(verdict: Verdict) -> i32 {
    let index = Verdict::WORDS.iter().position(|(_, v)| *v == verdict);
    NO_CLAUSE << CLAUSE_SHIFT | index.unwrap_or(0) as i32
}

fn tag(base: Base, number: i32) -> Expr {
    Expr::new(Ty::Of(base), Node::Tag(number))
}

fn is_plain(value: &Expr) -> bool {
    matches!(
        value.node,
        Node::Unit
            | Node::Bool(_)
            | Node::Int(_)
            | Node::Tag(_)
            | Node::Local(_)
            | Node::Present(_)
    )
}

impl Body<'_, '_> {
    pub(super) fn word(&mut self, word: &str) -> Expr {
        let number = self.infer.word(word);
        tag(Base::Word, number)
    }

    pub(super) fn name(&mut self, at: Place, name: &str) -> Expr {
        if let Some(variable) = self.variable(name) {
            return variable;
        }
        match self.infer.words.meaning(name) {
            Some(Meaning::Kind(kind)) => tag(Base::Kind, i32::from(kind.0)),
            Some(Meaning::Side(side)) => tag(Base::Side, i32::from(side.0)),
            Some(Meaning::Manner(manner)) => tag(Base::Manner, i32::from(*manner)),
            Some(Meaning::Special(special)) => tag(Base::Special, i32::from(*special)),
            Some(Meaning::Verdict(verdict)) => tag(Base::Verdict, bare_verdict(*verdict)),
            None => {
                let message = format!("`{name}` cannot be used by itself");
                let error = Diagnostic::new("not-compiled", message);
                self.error(at, error.hint("an option is read as `OPTION.name`"))
            }
        }
    }

    fn option(&mut self, at: Place, name: &str) -> Expr {
        match self.infer.words.option(name).cloned() {
            Some(OptionValue::Bool(value)) => Expr::new(Ty::BOOL, Node::Bool(value)),
            Some(OptionValue::Int(value)) => Expr::new(Ty::INT, Node::Int(value)),
            Some(OptionValue::Off) => {
                self.off = true;
                self.word(OFF)
            }
            Some(OptionValue::Word(word)) => self.word(&word),
            Some(OptionValue::Words(words)) => {
                let words = words.iter().map(|w| i64::from(self.infer.word(w)));
                let words = words.collect();
                self.known_list(Item::Word, words)
            }
            None => self.error(
                at,
                Diagnostic::new("unknown-option", format!("unknown option `{name}`")),
            ),
        }
    }

    pub(super) fn unary(&mut self, at: Place, op: &str, of: &Tree) -> Expr {
        let value = self.tree(of, Use::Value);
        match (op, value.ty) {
            (_, Ty::Never) => value,
            ("!", Ty::BOOL) => match value.node {
                Node::Bool(value) => Expr::new(Ty::BOOL, Node::Bool(!value)),
                _ => Expr::new(Ty::BOOL, Node::Not(Box::new(value))),
            },
            ("-", Ty::INT) => {
                let fault = self.fault(at, Wrong::Arithmetic("negate"));
                Expr::new(Ty::INT, Node::Negate(Box::new(value), fault))
            }
            ("!", Ty::Maybe(Base::Bool)) | ("-", Ty::Maybe(Base::Int)) => {
                let wrong = Wrong::Arguments(op.to_owned(), vec![value.ty]);
                let fault = self.fault(at, wrong);
                let value = self.demand(value, fault);
                let ty = value.ty;
                if op == "!" {
                    Expr::new(ty, Node::Not(Box::new(value)))
                } else {
                    let fault = self.fault(at, Wrong::Arithmetic("negate"));
                    Expr::new(ty, Node::Negate(Box::new(value), fault))
                }
            }
            (_, ty) => self.misfit(at, op, &[ty]),
        }
    }

    fn misfit(&mut self, at: Place, name: &str, types: &[Ty]) -> Expr {
        let given: Vec<String> = types.iter().map(ToString::to_string).collect();
        let error = Diagnostic::new("wrong-type", does_not_go(name, &given));
        let error = if types
            .iter()
            .any(|ty| *ty == Ty::Unit || matches!(ty, Ty::Maybe(_)))
        {
            error.hint("where there may be `()`, test for it first: `if x == () { ... }`")
        } else {
            error
        };
        self.error(at, error)
    }

    pub(super) fn binary(&mut self, at: Place, op: &str, sides: &[Tree; 2]) -> Expr {
        if op == ".." || op == "..=" {
            let error = Diagnostic::new("not-compiled", "a range stands only after `for ... in`");
            return self.error(at, error.hint("compare with `>=` and `<`"));
        }
        let left = self.tree(&sides[0], Use::Value);
        let right = self.tree(&sides[1], Use::Value);
        if left.ty == Ty::Never || right.ty == Ty::Never {
            return seq(vec![left, right]);
        }
        if matches!(op, "==" | "!=") {
            return self.equal(at, op == "!=", sides, left, right);
        }
        self.operate(at, op, left, right)
    }

    /// `a == b`, of values of one type; `()` may be compared with anything.
    fn equal(&mut self, at: Place, not: bool, sides: &[Tree; 2], left: Expr, right: Expr) -> Expr {
        let negate = |value: Expr| match (not, value.node) {
            (false, node) => Expr::new(Ty::BOOL, node),
            (true, Node::Bool(value)) => Expr::new(Ty::BOOL, Node::Bool(!value)),
            (true, node) => Expr::new(Ty::BOOL, Node::Not(Box::new(Expr::new(Ty::BOOL, node)))),
        };
        let known = |value: &Expr| match value.node {
            Node::Bool(value) => Some(i64::from(value)),
            Node::Int(value) => Some(value),
            // Verdicts are equal under different clauses.
            Node::Tag(number) if value.ty != Ty::VERDICT => Some(i64::from(number)),
            _ => None,
        };
        match (left.ty.base(), right.ty.base()) {
            (None, None) => negate(Expr::new(Ty::BOOL, Node::Bool(true))),
            (None, Some(_)) | (Some(_), None) => {
                let value = if left.ty == Ty::Unit { right } else { left };
                let mut parts = Vec::new();
                let local = self.kept(value, &mut parts);
                parts.push(negate(self.lacks(local)));
                seq(parts)
            }
            (Some(a), Some(b)) if a == b => {
                if matches!(a, Base::View | Base::Pos | Base::Ending | Base::List(_)) {
                    let message = format!("two values of type {a} cannot be compared");
                    return self.error(at, Diagnostic::new("wrong-type", message));
                }
                if let (true, Some(x), Some(y)) = (left.ty == right.ty, known(&left), known(&right))
                {
                    return negate(Expr::new(Ty::BOOL, Node::Bool(x == y)));
                }
                let ty = left.ty.join(right.ty).unwrap_or(left.ty);
                let pair = [self.coerce(left, ty), self.coerce(right, ty)];
                negate(Expr::new(Ty::BOOL, Node::Equal(Box::new(pair))))
            }
            (Some(a), Some(b)) => {
                // A number that may be switched off is a word then, and such a test is how a script finds out.
                if [(&sides[0], b), (&sides[1], a)]
                    .iter()
                    .any(|(tree, other)| is_option(tree) && matches!(other, Base::Int | Base::Word))
                    && [a, b].contains(&Base::Int)
                    && [a, b].contains(&Base::Word)
                {
                    return negate(Expr::new(Ty::BOOL, Node::Bool(false)));
                }
                let message = format!("a {a} is never equal to a {b}");
                let error = Diagnostic::new("unlike-types", message);
                self.error(at, error.hint(unlike_hint(a, b)))
            }
        }
    }

    /// Two numbers, for a range.
    pub(super) fn integers(&mut self, at: Place, op: &str, ends: &[Tree; 2]) -> [Expr; 2] {
        let from = self.tree(&ends[0], Use::Value);
        let to = self.tree(&ends[1], Use::Value);
        let never = || Expr::new(Ty::Never, Node::Unit);
        match (from.ty, to.ty) {
            (Ty::INT, Ty::INT) | (Ty::Never, _) | (_, Ty::Never) => [from, to],
            (Ty::Of(Base::Int), Ty::Unit) | (Ty::Unit, Ty::Of(Base::Int)) => {
                let error = Diagnostic::new("not-compiled", "a range needs both ends");
                [self.error(at, error), never()]
            }
            (a, b) => [self.misfit(at, op, &[a, b]), never()],
        }
    }

    /// An operator on two values that are there already or have no effects on one another.
    pub(super) fn operate(&mut self, at: Place, op: &str, left: Expr, right: Expr) -> Expr {
        const ARITHMETIC: [&str; 11] = ["+", "-", "*", "/", "%", "**", "<<", ">>", "&", "|", "^"];
        const ORDER: [&str; 4] = ["<", "<=", ">", ">="];
        const BITS: [&str; 4] = ["&", "|", "^", "-"];
        let name = |list: &[&'static str]| list.iter().copied().find(|o| *o == op);
        let types = [left.ty, right.ty];
        let bases = (left.ty.base(), right.ty.base());
        let fits = match bases {
            (Some(Base::Int), Some(Base::Int)) => {
                name(&ARITHMETIC).is_some()
                    || (name(&ORDER).is_some() && types.iter().all(|ty| !ty.may_lack()))
            }
            (Some(Base::Bool), Some(Base::Bool)) => name(&BITS[..3]).is_some(),
            (Some(Base::Set), Some(Base::Set)) => op == "+" || name(&BITS).is_some(),
            (Some(Base::Set), Some(Base::Site)) => op == "+" || op == "-",
            _ => false,
        };
        if left.ty == Ty::Never || right.ty == Ty::Never {
            return seq(vec![left, right]);
        }
        if !fits {
            return self.misfit(at, op, &types);
        }
        let (mut first, args) = self.present(at, op, vec![left, right]);
        let [left, right]: [Expr; 2] = match args.try_into() {
            Ok(two) => two,
            Err(_) => return Expr::new(Ty::Never, Node::Unit),
        };
        let value = match (bases.0, bases.1) {
            (Some(Base::Int), _) => {
                let two = Box::new([left, right]);
                match (name(&ARITHMETIC), name(&ORDER)) {
                    (Some(op), _) => {
                        let fault = self.fault(at, Wrong::Arithmetic(op));
                        Expr::new(Ty::INT, Node::Arithmetic(op, two, fault))
                    }
                    (_, Some(op)) => Expr::new(Ty::BOOL, Node::Order(op, two)),
                    _ => Expr::UNIT,
                }
            }
            (_, second) => {
                let right = if second == Some(Base::Site) {
                    Expr::new(Ty::SET, Node::Only(Box::new(right)))
                } else {
                    right
                };
                let op = name(&BITS).unwrap_or("|");
                Expr::new(left.ty, Node::Bits(op, Box::new([left, right])))
            }
        };
        first.push(value);
        seq(first)
    }

    /// Sees to it that arguments are not `()`: what to do first, and the arguments then.
    fn present(&mut self, at: Place, name: &str, args: Vec<Expr>) -> (Vec<Expr>, Vec<Expr>) {
        if args.iter().all(|a| !matches!(a.ty, Ty::Maybe(_))) {
            return (Vec::new(), args);
        }
        let types: Vec<Ty> = args.iter().map(|a| a.ty).collect();
        let fault = self.fault(at, Wrong::Arguments(name.to_owned(), types));
        let mut first = Vec::new();
        let mut demanded = Vec::new();
        let mut values = Vec::new();
        for (i, arg) in args.into_iter().enumerate() {
            // Names that are written out stay so.
            if matches!(arg.node, Node::Tag(_) | Node::Int(_) | Node::Bool(_)) {
                values.push(arg);
                continue;
            }
            let local = self.kept(arg, &mut first);
            let value = self.local(local);
            values.push(match value.ty {
                Ty::Maybe(base) => {
                    demanded.push((i, local));
                    Expr::new(Ty::Of(base), Node::Present(local))
                }
                _ => value,
            });
        }
        first.push(Expr::new(Ty::Unit, Node::Demand(demanded, fault)));
        (first, values)
    }

    pub(super) fn first(&mut self, at: Place, items: &[Tree]) -> Expr {
        let mut values = items.iter();
        let Some(first) = values.next() else {
            return Expr::UNIT;
        };
        let mut value = self.tree(first, Use::Value);
        for next in values {
            let next = self.tree(next, Use::Value);
            if value.ty == Ty::Never {
                continue;
            }
            let mut parts = Vec::new();
            let local = self.kept(value, &mut parts);
            let there = match self.local(local).ty {
                Ty::Maybe(base) => Expr::new(Ty::Of(base), Node::Present(local)),
                _ => self.local(local),
            };
            let lacks = self.lacks(local);
            let both = match (&lacks.node, there.ty) {
                (Node::Bool(false), _) => there,
                (_, Ty::Unit) => next,
                _ => self.either(at, lacks, next, there, Use::Value),
            };
            parts.push(both);
            value = seq(parts);
        }
        value
    }

    /// `f(a, b)`: a function of the script or of the API, or `b in a`.
    pub(super) fn call(&mut self, at: Place, name: &str, args: &[Tree]) -> Expr {
        let args: Vec<Expr> = args.iter().map(|a| self.tree(a, Use::Value)).collect();
        if args.iter().any(|a| a.ty == Ty::Never) {
            return seq(args);
        }
        if !self.infer.has(name, args.len()) {
            return self.apply(at, name, args, name == "contains");
        }
        if self.infer.full() {
            let message = "the script's functions are called with too many combinations of types";
            return self.error(at, Diagnostic::new("not-compiled", message));
        }
        let types = args.iter().map(|a| a.ty).collect();
        let clause = self.clause();
        match self.infer.instance(name, types, self.is_table(), clause) {
            Some(callee) => Expr::new(self.infer.result(callee), Node::Call(callee, args)),
            None => Expr::new(Ty::Never, Node::Unit),
        }
    }

    /// `a.b.c()`
    pub(super) fn chain(&mut self, root: &Tree, links: &[Link]) -> Expr {
        let mut links = links;
        let option = match (&root.node, links) {
            (syntax::Node::Name(name), [first, rest @ ..])
                if name == OPTION && first.args.is_none() =>
            {
                links = rest;
                Some(self.option(first.at, &first.name))
            }
            _ => None,
        };
        // All arguments come before what stands first.
        let mut first = Vec::new();
        let mut given: Vec<Vec<Expr>> = Vec::new();
        let simple =
            links.len() < 2 && (option.is_some() || matches!(root.node, syntax::Node::Name(_)));
        for link in links {
            let mut args = Vec::new();
            for arg in link.args.iter().flatten() {
                let value = self.tree(arg, Use::Value);
                args.push(if simple || is_plain(&value) || value.ty == Ty::Never {
                    value
                } else {
                    let local = self.kept(value, &mut first);
                    self.local(local)
                });
            }
            given.push(args);
        }
        let mut value = match option {
            Some(value) => value,
            None => self.tree(root, Use::Value),
        };
        for (link, mut args) in links.iter().zip(given) {
            if value.ty == Ty::Never || args.iter().any(|a| a.ty == Ty::Never) {
                args.insert(0, value);
                value = seq(args);
                continue;
            }
            value = if link.args.is_some() {
                args.insert(0, value);
                self.apply(link.at, &link.name, args, true)
            } else {
                self.property(link.at, &link.name, value)
            };
        }
        first.push(value);
        seq(first)
    }

    fn property(&mut self, at: Place, name: &str, of: Expr) -> Expr {
        if of.ty.base() != Some(Base::Piece) || !matches!(name, "side" | "kind") {
            let message = format!("a {} has no property `{name}`", of.ty);
            let error = Diagnostic::new("wrong-type", message);
            return self.error(at, error.hint("pieces have `.side` and `.kind`"));
        }
        let of = if of.ty.may_lack() {
            let fault = self.fault(at, Wrong::NoProperty(name.to_owned()));
            self.demand(of, fault)
        } else {
            of
        };
        let base = if name == "side" {
            Base::Side
        } else {
            Base::Kind
        };
        Expr::new(Ty::Of(base), Node::Part(Box::new(of), name == "side"))
    }

    /// A function of the API; with a dot the first argument is what stands before it.
    fn apply(&mut self, at: Place, name: &str, args: Vec<Expr>, dotted: bool) -> Expr {
        let types: Vec<Ty> = args.iter().map(|a| a.ty).collect();
        if dotted && let Some(Ty::Of(Base::List(item))) = types.first() {
            return self.on_list(at, name, *item, args);
        }
        let receiver = usize::from(dotted);
        let found = FUNCTIONS.iter().find(|f| {
            let on =
                f.on.iter()
                    .any(|on| types.first().and_then(|ty| ty.base()) == Ty::of(on).base());
            f.name == name
                && f.params.len() + receiver == args.len()
                && if dotted { on } else { f.on.is_empty() }
        });
        let Some(function) = found else {
            return self.misfit(at, name, &types);
        };
        if self.is_table() && function.needs_board() {
            let message = format!("`{name}` needs a board, and a table hook has none");
            return self.error(at, Diagnostic::new("wrong-type", message));
        }
        let params = function.params.iter().map(|p| &p.1);
        for (param, arg) in params.zip(&types[receiver..]) {
            let fits = match param {
                api::Type::Sites => matches!(arg.base(), Some(Base::Set | Base::Site)),
                plain => arg.base().is_some() && arg.base() == Ty::of(plain).base(),
            };
            if !fits {
                return self.misfit(at, name, &types);
            }
        }
        let (mut first, args) = self.present(at, name, args);
        let args = args.into_iter().enumerate().map(|(i, arg)| {
            let sites = i >= receiver && function.params[i - receiver].1 == api::Type::Sites;
            if sites && arg.ty == Ty::SITE {
                Expr::new(Ty::SET, Node::Only(Box::new(arg)))
            } else {
                arg
            }
        });
        let args: Vec<Expr> = args.collect();
        let wrong = match (function.name, args.first().map(|a| &a.node)) {
            ("refuse", Some(Node::Tag(word))) => Wrong::Refuse(*word),
            ("abs", _) => Wrong::Arithmetic("abs"),
            _ => Wrong::Limit,
        };
        let fault = self.fault(at, wrong);
        first.push(Expr::new(
            Ty::of(&function.result),
            Node::Api(function, args, fault),
        ));
        seq(first)
    }

    fn on_list(&mut self, at: Place, name: &str, item: Item, mut args: Vec<Expr>) -> Expr {
        let types: Vec<Ty> = args.iter().map(|a| a.ty).collect();
        match (name, args.len()) {
            ("len" | "is_empty", 1) => {
                let fault = self.fault(at, Wrong::Limit);
                let ty = if name == "len" { Ty::INT } else { Ty::BOOL };
                let list = Box::new(args.remove(0));
                Expr::new(ty, Node::ListLength(list, name == "is_empty", fault))
            }
            ("contains", 2) if types[1].base() == Some(item.base()) => {
                let (mut first, args) = self.present(at, name, args);
                let fault = self.fault(at, Wrong::Limit);
                if let Ok(two) = <[Expr; 2]>::try_from(args) {
                    first.push(Expr::new(Ty::BOOL, Node::InList(Box::new(two), fault)));
                }
                seq(first)
            }
            _ => self.misfit(at, name, &types),
        }
    }
}

fn is_option(tree: &Tree) -> bool {
    match &tree.node {
        syntax::Node::Chain(root, links) => {
            links.len() == 1 && matches!(&root.node, syntax::Node::Name(name) if name == OPTION)
        }
        _ => false,
    }
}

fn unlike_hint(a: Base, b: Base) -> String {
    let pair = [a, b];
    let has = |base| pair.contains(&base);
    if has(Base::Kind) && has(Base::Word) {
        "a kind's word is `name(kind)`".to_owned()
    } else if has(Base::Piece) && (has(Base::Kind) || has(Base::Side)) {
        "a piece has `.kind` and `.side`".to_owned()
    } else if has(Base::Set) && has(Base::Site) {
        "`at in set` asks whether a site is in a set".to_owned()
    } else if has(Base::Verdict) && has(Base::Word) {
        "compare with TAKE, BOTH, LOST, STAY or REFUSE".to_owned()
    } else {
        "compare values of one type".to_owned()
    }
}
