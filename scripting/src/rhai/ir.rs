//! The typed form of a script: what the checker makes of its trees, and what compilers start from.

use std::fmt;

use super::api::{self, Hook};
use super::syntax::Place;

/// What a value is when it is not `()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Base {
    Bool,
    Int,
    Word,
    Site,
    Set,
    Kind,
    Side,
    Piece,
    Manner,
    Special,
    Verdict,
    Ending,
    View,
    Pos,
    /// A list that is known when the script is compiled.
    List(Item),
}

/// What lists consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Item {
    Int,
    Word,
    Kind,
}

/// The type of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ty {
    /// It gives nothing, because the hook or the function ends there.
    #[default]
    Never,
    /// `()`
    Unit,
    /// A value.
    Of(Base),
    /// A value or `()`.
    Maybe(Base),
}

impl Base {
    /// The type that the API gives by a name.
    fn of(ty: &api::Type) -> Option<Self> {
        Some(match ty {
            api::Type::Bool => Self::Bool,
            api::Type::Int => Self::Int,
            api::Type::Word => Self::Word,
            api::Type::Site => Self::Site,
            api::Type::Set => Self::Set,
            api::Type::Kind => Self::Kind,
            api::Type::Side => Self::Side,
            api::Type::Piece => Self::Piece,
            api::Type::Manner => Self::Manner,
            api::Type::Special => Self::Special,
            api::Type::Verdict => Self::Verdict,
            api::Type::Ending => Self::Ending,
            api::Type::View => Self::View,
            api::Type::Pos => Self::Pos,
            api::Type::Sites | api::Type::Nothing | api::Type::Never | api::Type::Maybe(_) => {
                return None;
            }
        })
    }
}

impl Item {
    /// The type of a list's items.
    pub(crate) fn base(self) -> Base {
        match self {
            Self::Int => Base::Int,
            Self::Word => Base::Word,
            Self::Kind => Base::Kind,
        }
    }
}

impl Ty {
    pub(crate) const BOOL: Self = Self::Of(Base::Bool);
    pub(crate) const INT: Self = Self::Of(Base::Int);
    pub(crate) const SET: Self = Self::Of(Base::Set);
    pub(crate) const SITE: Self = Self::Of(Base::Site);
    pub(crate) const VERDICT: Self = Self::Of(Base::Verdict);

    /// The type of a result or a parameter of the API; a site or a set counts as a set.
    pub(crate) fn of(ty: &api::Type) -> Self {
        match ty {
            api::Type::Nothing => Self::Unit,
            api::Type::Never => Self::Never,
            api::Type::Sites => Self::SET,
            api::Type::Maybe(inner) => match Base::of(inner) {
                Some(base) => Self::Maybe(base),
                None => Self::Unit,
            },
            plain => Base::of(plain).map_or(Self::Unit, Self::Of),
        }
    }

    /// What it is when it is not `()`.
    pub(crate) fn base(self) -> Option<Base> {
        match self {
            Self::Of(base) | Self::Maybe(base) => Some(base),
            Self::Never | Self::Unit => None,
        }
    }

    /// Whether it may be `()`.
    pub(crate) fn may_lack(self) -> bool {
        matches!(self, Self::Unit | Self::Maybe(_))
    }

    /// The least type that both fit; `None` when no value of one is of the other's.
    pub(crate) fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Never, ty) | (ty, Self::Never) => Some(ty),
            (Self::Unit, Self::Unit) => Some(Self::Unit),
            (Self::Unit, ty) | (ty, Self::Unit) => ty.base().map(Self::Maybe),
            (Self::Of(a), Self::Of(b)) if a == b => Some(self),
            _ if self.base() == other.base() => self.base().map(Self::Maybe),
            _ => None,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Word => "word",
            Self::Site => "site",
            Self::Set => "set",
            Self::Kind => "kind",
            Self::Side => "side",
            Self::Piece => "piece",
            Self::Manner => "manner",
            Self::Special => "special",
            Self::Verdict => "verdict",
            Self::Ending => "ending",
            Self::View => "view",
            Self::Pos => "pos",
            Self::List(_) => "list",
        })
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("nothing"),
            Self::Unit => f.write_str("()"),
            Self::Of(base) => base.fmt(f),
            Self::Maybe(base) => write!(f, "{base} or ()"),
        }
    }
}

/// A script that is wholly typed.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Functions, one for every combination of types that one is called with.
    pub(crate) functions: Vec<Function>,
    /// The hooks among them: by name, with the index of the function.
    pub(crate) hooks: Vec<(&'static Hook, usize)>,
    /// Words that values stand for, by number.
    pub(crate) words: Vec<String>,
    /// Lists, by number: integers, or numbers of words or kinds.
    pub(crate) lists: Vec<Vec<i64>>,
    /// What may go wrong, by number.
    pub(crate) faults: Vec<Fault>,
}

/// A function for arguments of certain types.
#[derive(Debug)]
pub(crate) struct Function {
    /// The types of its variables; parameters come first.
    pub(crate) locals: Vec<Ty>,
    pub(crate) params: usize,
    pub(crate) result: Ty,
    pub(crate) body: Expr,
    /// What is said when it runs past the limits of steps and of depth, at its entry.
    pub(crate) entry: usize,
}

/// Something that may go wrong at a place.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: Place,
    pub(crate) what: Wrong,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// A step or a call is one too many, or the function of the API says what is wrong.
    Limit,
    /// A number leaves its range, by the operator.
    Arithmetic(&'static str),
    /// Arguments that a function or an operator does not take: those that may be `()` are.
    Arguments(String, Vec<Ty>),
    /// A condition is `()`.
    NotBool,
    /// A property of `()`.
    NoProperty(String),
    /// Something to walk through is `()`.
    NotWalked,
    /// A word that is no verdict.
    NoVerdict,
    /// The hook refuses under a clause, by number of the word.
    Refuse(i32),
}

/// A typed expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) ty: Ty,
    pub(crate) node: Node,
}

/// The number of a variable of a function.
pub(crate) type Local = usize;

/// What a typed expression does.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// `()`, and what gives nothing.
    Unit,
    Bool(bool),
    Int(i64),
    /// A word, kind, side, manner, special action, verdict or list, by number.
    Tag(i32),
    Local(Local),
    /// Gives a variable a value of the variable's type.
    Set(Local, Box<Expr>),
    /// The value of the last; what the others give is dropped.
    Seq(Vec<Expr>),
    If(Box<[Expr; 3]>),
    Not(Box<Expr>),
    /// `-a`; the fault.
    Negate(Box<Expr>, usize),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    /// Integers: operator, operands, fault.
    Arithmetic(&'static str, Box<[Expr; 2]>, usize),
    /// Integers: one of `<`, `<=`, `>`, `>=`.
    Order(&'static str, Box<[Expr; 2]>),
    /// Whether two values of one base are equal, `()` included.
    Equal(Box<[Expr; 2]>),
    /// Bools or sets: `&`, `|`, `^`, and `-` of sets.
    Bits(&'static str, Box<[Expr; 2]>),
    /// The set of one site.
    Only(Box<Expr>),
    /// A value as one of a wider type.
    Widen(Box<Expr>),
    /// Whether a value is `()`.
    Lacks(Local),
    /// The value of a variable that is not `()`.
    Present(Local),
    /// Fails when one of these variables is `()`.
    Demand(Vec<(usize, Local)>, usize),
    /// A verdict from a word, as table hooks may give it; the fault.
    Ruling(Box<Expr>, usize),
    /// A function of the script.
    Call(usize, Vec<Expr>),
    /// A function of the API: a step, and what it does; the fault.
    Api(&'static api::Function, Vec<Expr>, usize),
    /// Whether a list has an item: a step.
    InList(Box<[Expr; 2]>, usize),
    /// How many items a list has, or whether it has none: a step.
    ListLength(Box<Expr>, bool, usize),
    /// `.side` or `.kind` of a piece.
    Part(Box<Expr>, bool),
    /// Condition and body; the fault of its steps.
    While(Option<Box<Expr>>, Box<Expr>, usize),
    /// Body and condition, whether it goes on while that holds, and the fault of its steps.
    Do(Box<[Expr; 2]>, bool, usize),
    For(Box<For>),
    Return(Box<Expr>),
    Break,
    Continue,
}

/// A loop over something.
#[derive(Clone, Debug)]
pub(crate) struct For {
    pub(crate) var: Local,
    pub(crate) counter: Option<Local>,
    pub(crate) over: Over,
    pub(crate) body: Expr,
    /// The fault of its steps.
    pub(crate) fault: usize,
}

/// What a loop goes over.
#[derive(Clone, Debug)]
pub(crate) enum Over {
    /// From, to, and whether the last counts.
    Range(Expr, Expr, bool),
    Sites(Expr),
    /// A list, of integers or not.
    List(Expr, Item),
}

impl Expr {
    pub(crate) const UNIT: Self = Self {
        ty: Ty::Unit,
        node: Node::Unit,
    };

    pub(crate) fn new(ty: Ty, node: Node) -> Self {
        Self { ty, node }
    }
}

impl Expr {
    /// Whether it plainly does nothing, and gives nothing but a value that is known.
    pub(crate) fn is_idle(&self) -> bool {
        match &self.node {
            Node::Unit | Node::Bool(_) | Node::Int(_) | Node::Tag(_) => true,
            Node::Seq(parts) => parts.iter().all(Self::is_idle),
            Node::Return(value) | Node::Widen(value) => value.is_idle(),
            _ => false,
        }
    }

    /// Visits the numbers of the functions called.
    pub(crate) fn calls(&mut self, visit: &mut impl FnMut(&mut usize)) {
        if let Node::Call(callee, _) = &mut self.node {
            visit(callee);
        }
        self.each_part(&mut |part| part.calls(visit));
    }

    /// Visits the expressions that this one consists of, in no particular order.
    fn each_part(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        match &mut self.node {
            Node::Unit
            | Node::Bool(_)
            | Node::Int(_)
            | Node::Tag(_)
            | Node::Local(_)
            | Node::Lacks(_)
            | Node::Present(_)
            | Node::Demand(..)
            | Node::Break
            | Node::Continue => {}
            Node::Set(_, x)
            | Node::Not(x)
            | Node::Negate(x, _)
            | Node::Only(x)
            | Node::Widen(x)
            | Node::Ruling(x, _)
            | Node::ListLength(x, ..)
            | Node::Part(x, _)
            | Node::Return(x) => visit(x),
            Node::Seq(list) | Node::All(list) | Node::Any(list) => list.iter_mut().for_each(visit),
            Node::Call(_, list) | Node::Api(_, list, _) => list.iter_mut().for_each(visit),
            Node::If(parts) => parts.iter_mut().for_each(visit),
            Node::Arithmetic(_, two, _)
            | Node::Order(_, two)
            | Node::Equal(two)
            | Node::Bits(_, two)
            | Node::InList(two, _)
            | Node::Do(two, ..) => two.iter_mut().for_each(visit),
            Node::While(condition, body, _) => {
                if let Some(condition) = condition {
                    visit(condition);
                }
                visit(body);
            }
            Node::For(x) => {
                match &mut x.over {
                    Over::Range(from, to, _) => {
                        visit(from);
                        visit(to);
                    }
                    Over::Sites(over) | Over::List(over, _) => visit(over),
                }
                visit(&mut x.body);
            }
        }
    }
}
