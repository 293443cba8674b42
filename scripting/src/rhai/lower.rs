//! Rhai's syntax tree to trees of this crate: with `check` and `edits`, the only code that knows Rhai's internals.

use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Position, RangeCase, Stmt, StmtBlock};

use super::syntax::{For, Function, Link, Literal, Node, Place, Switch, Tree};

impl From<Position> for Place {
    fn from(position: Position) -> Self {
        Self {
            line: position.line().unwrap_or(0) as u16,
            column: position.position().unwrap_or(0) as u16,
        }
    }
}

impl From<Place> for Position {
    fn from(place: Place) -> Self {
        if place.line == 0 {
            Self::NONE
        } else {
            Self::new(place.line, place.column)
        }
    }
}

/// The functions of one text.
pub(super) fn functions(ast: &AST) -> Vec<Function> {
    let mut found: Vec<(Place, Function)> = ast
        .shared_lib()
        .iter_script_fn_info()
        .map(|(_, _, _, _, f)| {
            let function = Function {
                name: f.name.to_string(),
                params: f.params.iter().map(ToString::to_string).collect(),
                body: Tree {
                    at: f.body.start_position().into(),
                    node: Node::Unit,
                },
            };
            (f.body.end_position().into(), function)
        })
        .collect();
    let mut bodies: Vec<Vec<Tree>> = found.iter().map(|_| Vec::new()).collect();
    // The type of bodies is not exported, so statements are met by walking and belong to the function they lie in.
    ast.walk(&mut |path| {
        if let [ASTNode::Stmt(stmt)] = path {
            let at = stmt.position().into();
            let inside = found
                .iter()
                .position(|(end, f)| f.body.at <= at && at <= *end);
            if let Some(i) = inside {
                bodies[i].push(statement(stmt));
            }
        }
        true
    });
    for ((_, function), body) in found.iter_mut().zip(bodies) {
        function.body.node = Node::Block(body);
    }
    found.into_iter().map(|(_, function)| function).collect()
}

fn tree(at: Position, node: Node) -> Tree {
    Tree {
        at: at.into(),
        node,
    }
}

fn block(block: &StmtBlock) -> Tree {
    let statements = block.statements().iter().map(statement).collect();
    tree(block.position(), Node::Block(statements))
}

fn statement(stmt: &Stmt) -> Tree {
    let at = stmt.position();
    let node = match stmt {
        Stmt::Noop(_) => Node::Unit,
        Stmt::If(x, _) => Node::If(Box::new([
            expression(&x.expr),
            block(&x.body),
            block(&x.branch),
        ])),
        Stmt::Switch(x, _) => switch(&x.0, &x.1),
        Stmt::While(x, _) => {
            let endless = matches!(x.expr, Expr::Unit(_) | Expr::BoolConstant(true, _));
            let condition = (!endless).then(|| Box::new(expression(&x.expr)));
            Node::While(condition, Box::new(block(&x.body)))
        }
        Stmt::Do(x, flags, _) => Node::Do(
            Box::new([block(&x.body), expression(&x.expr)]),
            !flags.contains(ASTFlags::NEGATED),
        ),
        Stmt::For(x, _) => Node::For(Box::new(For {
            name: x.0.name.to_string(),
            counter: x.1.as_ref().map(|c| c.name.to_string()),
            over: expression(&x.2.expr),
            body: block(&x.2.body),
        })),
        Stmt::Var(x, flags, _) => Node::Let {
            name: x.0.name.to_string(),
            value: Box::new(expression(&x.1)),
            constant: flags.contains(ASTFlags::CONSTANT),
        },
        Stmt::Assignment(x) => match &x.1.lhs {
            Expr::Variable(name, ..) => Node::Assign {
                name: name.1.to_string(),
                op: x
                    .0
                    .get_op_assignment_info()
                    .map(|(_, _, _, _, _, op)| op.to_owned()),
                value: Box::new(expression(&x.1.rhs)),
            },
            _ => Node::Foreign("assigning to a part of a value"),
        },
        Stmt::FnCall(x, _) => call(x),
        Stmt::Block(x) => return block(x),
        Stmt::TryCatch(..) => Node::Foreign("`try`"),
        Stmt::Expr(x) => return expression(x),
        Stmt::BreakLoop(Some(_), ..) => Node::Foreign("`break` with a value"),
        Stmt::BreakLoop(None, flags, _) if flags.contains(ASTFlags::BREAK) => Node::Break,
        Stmt::BreakLoop(..) => Node::Continue,
        Stmt::Return(_, flags, _) if flags.contains(ASTFlags::BREAK) => Node::Foreign("`throw`"),
        Stmt::Return(value, ..) => Node::Return(value.as_deref().map(expression).map(Box::new)),
        _ => Node::Foreign("this statement"),
    };
    tree(at, node)
}

fn expression(expr: &Expr) -> Tree {
    let list = |items: &[Expr]| items.iter().map(expression).collect::<Vec<_>>();
    let node = match expr {
        Expr::Unit(_) => Node::Unit,
        Expr::BoolConstant(value, _) => Node::Bool(*value),
        Expr::IntegerConstant(value, _) => Node::Int(*value),
        Expr::StringConstant(word, _) => Node::Word(word.to_string()),
        Expr::Array(items, _) => Node::List(list(items)),
        Expr::Variable(x, ..) => Node::Name(x.1.to_string()),
        Expr::FnCall(x, _) => call(x),
        Expr::Stmt(x) => return block(x),
        Expr::Dot(..) => return chain(expr),
        Expr::And(items, _) => Node::All(list(items)),
        Expr::Or(items, _) => Node::Any(list(items)),
        Expr::Coalesce(items, _) => Node::First(list(items)),
        Expr::FloatConstant(..) => Node::Foreign("a number with a fraction"),
        Expr::CharConstant(..) => Node::Foreign("a single character"),
        Expr::InterpolatedString(..) => Node::Foreign("a text with values in it"),
        Expr::Map(..) => Node::Foreign("an object map"),
        Expr::ThisPtr(_) => Node::Foreign("`this`"),
        Expr::Index(..) => Node::Foreign("`[...]` after a value"),
        _ => Node::Foreign("this expression"),
    };
    tree(expr.position(), node)
}

fn call(call: &FnCallExpr) -> Node {
    let mut args: Vec<Tree> = call.args.iter().map(expression).collect();
    let name = call.name.to_string();
    match (call.is_operator_call() && name != "contains", args.len()) {
        (true, 1) => Node::Unary(name, Box::new(args.remove(0))),
        (true, 2) => {
            let right = args.remove(1);
            Node::Binary(name, Box::new([args.remove(0), right]))
        }
        _ => Node::Call(name, args),
    }
}

/// `a.b.c()`, which Rhai nests from the right.
fn chain(expr: &Expr) -> Tree {
    let mut links = Vec::new();
    let mut rest = expr;
    let mut root = None;
    loop {
        let (head, next) = match rest {
            Expr::Dot(x, flags, at) => {
                if flags.contains(ASTFlags::NEGATED) {
                    return tree(*at, Node::Foreign("`?.`"));
                }
                (&x.lhs, Some(&x.rhs))
            }
            other => (other, None),
        };
        match head {
            _ if root.is_none() => root = Some(expression(head)),
            Expr::MethodCall(x, at) => links.push(Link {
                at: (*at).into(),
                name: x.name.to_string(),
                args: Some(x.args.iter().map(expression).collect()),
            }),
            Expr::Property(x, at) => links.push(Link {
                at: (*at).into(),
                name: x.2.to_string(),
                args: None,
            }),
            other => return tree(other.position(), Node::Foreign("`[...]` after a value")),
        }
        match next {
            Some(next) => rest = next,
            None => break,
        }
    }
    let root = root.unwrap_or_else(|| tree(expr.position(), Node::Unit));
    tree(expr.position(), Node::Chain(Box::new(root), links))
}

fn switch(on: &Expr, cases: &rhai::SwitchCasesCollection) -> Node {
    let literal = |value: &rhai::Dynamic| {
        if value.is_unit() {
            Literal::Unit
        } else if let Ok(value) = value.as_bool() {
            Literal::Bool(value)
        } else if let Ok(value) = value.as_int() {
            Literal::Int(value)
        } else if let Ok(word) = value.clone().into_string() {
            Literal::Word(word)
        } else {
            Literal::Other
        }
    };
    let mut values: Vec<(Literal, Vec<usize>)> = cases
        .cases
        .values()
        // Ranges are among the values too, under hashes that no value has.
        .filter(|case| !case.value.is_variant())
        .map(|case| (literal(&case.value), case.blocks.to_vec()))
        .collect();
    values.sort_by(|a, b| a.1.cmp(&b.1));
    let range = |case: &RangeCase| match case {
        RangeCase::ExclusiveInt(range, arm) => (range.start, range.end - 1, *arm),
        RangeCase::InclusiveInt(range, arm) => (*range.start(), *range.end(), *arm),
    };
    Node::Switch(Box::new(Switch {
        on: expression(on),
        arms: cases
            .expressions
            .iter()
            .map(|arm| (expression(&arm.lhs), expression(&arm.rhs)))
            .collect(),
        values,
        ranges: cases.ranges.iter().map(range).collect(),
        default: cases.def_case,
    }))
}
