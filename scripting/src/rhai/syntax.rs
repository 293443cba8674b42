//! A script's functions as trees of this crate: what Rhai's parser found, without Rhai.

/// A place in the texts of a script: line and column, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The line, counted over all texts one after the other.
    pub(crate) line: u16,
    /// The column, in characters.
    pub(crate) column: u16,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: Vec<String>,
    /// A [`Node::Block`], placed at its opening brace.
    pub(crate) body: Tree,
}

/// An expression or a statement, with the place that errors about it name.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) at: Place,
    pub(crate) node: Node,
}

/// What an expression or a statement is.
#[derive(Debug)]
pub(crate) enum Node {
    Unit,
    Bool(bool),
    Int(i64),
    Word(String),
    /// `[a, b]`
    List(Vec<Tree>),
    /// A variable, or a word of the variant.
    Name(String),
    /// `f(a, b)`
    Call(String, Vec<Tree>),
    /// `-a`, `!a`
    Unary(String, Box<Tree>),
    /// `a + b`
    Binary(String, Box<[Tree; 2]>),
    /// `a.b.c()`: all arguments are evaluated before what stands first.
    Chain(Box<Tree>, Vec<Link>),
    /// `a && b`
    All(Vec<Tree>),
    /// `a || b`
    Any(Vec<Tree>),
    /// `a ?? b`
    First(Vec<Tree>),
    /// The value of the last one.
    Block(Vec<Tree>),
    /// Condition, then, else.
    If(Box<[Tree; 3]>),
    Switch(Box<Switch>),
    /// Without a condition it goes on for ever.
    While(Option<Box<Tree>>, Box<Tree>),
    /// Body and condition, and whether the loop goes on while it holds.
    Do(Box<[Tree; 2]>, bool),
    For(Box<For>),
    Let {
        name: String,
        value: Box<Tree>,
        constant: bool,
    },
    /// `a = b`, `a += b`
    Assign {
        name: String,
        op: Option<String>,
        value: Box<Tree>,
    },
    Return(Option<Box<Tree>>),
    Break,
    Continue,
    /// Something of Rhai that rules have no use for.
    Foreign(&'static str),
}

/// A step of a chain.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) at: Place,
    pub(crate) name: String,
    /// The arguments of a call; `None` for a property.
    pub(crate) args: Option<Vec<Tree>>,
}

/// `for name in over { body }`, `for (name, counter) in over { body }`
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) name: String,
    pub(crate) counter: Option<String>,
    pub(crate) over: Tree,
    pub(crate) body: Tree,
}

/// `switch on { ... }`
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) on: Tree,
    /// Guards and bodies.
    pub(crate) arms: Vec<(Tree, Tree)>,
    /// Values, each with the arms that are tried for it in turn.
    pub(crate) values: Vec<(Literal, Vec<usize>)>,
    /// First and last number of ranges, which are tried in turn after the values.
    pub(crate) ranges: Vec<(i64, i64, usize)>,
    pub(crate) default: Option<usize>,
}

/// A value that stands before `=>`.
#[derive(Debug, PartialEq)]
pub(crate) enum Literal {
    Unit,
    Bool(bool),
    Int(i64),
    Word(String),
    /// Of no type that scripts have.
    Other,
}
