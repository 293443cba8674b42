//! Random scripts that are well typed, or nearly so: a value that may be `()` sometimes stands where it may not.

use std::fmt::Write as _;

/// The types that generated scripts deal in; those with `M` may be `()`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum T {
    Bool,
    Int,
    Site,
    Set,
    Kind,
    Side,
    MSite,
    MKind,
    MSide,
    MPiece,
    Word,
}

const TYPES: [T; 11] = [
    T::Bool,
    T::Int,
    T::Site,
    T::Set,
    T::Kind,
    T::Side,
    T::MSite,
    T::MKind,
    T::MSide,
    T::MPiece,
    T::Word,
];

/// A source of small numbers.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

struct Helper {
    name: String,
    params: Vec<T>,
    result: T,
}

/// Writes one script.
pub(super) struct Writer<'d> {
    dice: &'d mut Dice,
    vars: Vec<(String, T)>,
    helpers: Vec<Helper>,
    /// `pos`, `view`, or nothing in a table hook.
    handle: &'static str,
    /// What `return` gives in the function at hand; `None` where it gives `()`.
    result: Option<T>,
    loops: usize,
    named: usize,
    /// Whether the hook may change nothing.
    asked: bool,
    /// A loop variable or a constant, which assignments leave alone.
    fixed: Vec<String>,
}

/// A script with hooks `placed`, `moves`, `ended` and `capture`.
pub(super) fn script(dice: &mut Dice) -> String {
    let mut writer = Writer {
        dice,
        vars: Vec::new(),
        helpers: Vec::new(),
        handle: "",
        result: None,
        loops: 0,
        named: 0,
        asked: false,
        fixed: Vec::new(),
    };
    let mut out = String::new();
    for (hook, params, handle) in [
        ("placed", "pos, at", "pos"),
        ("moves", "view, at", "view"),
        ("ended", "pos", "pos"),
        ("capture", "a, d", ""),
    ] {
        writer.helpers.clear();
        writer.handle = handle;
        for _ in 0..writer.dice.below(3) {
            out.push_str(&writer.helper());
        }
        writer.start();
        match hook {
            "capture" => {
                writer.vars.push(("a".into(), T::Kind));
                writer.vars.push(("d".into(), T::Kind));
            }
            "ended" => {}
            _ => writer.vars.push(("at".into(), T::Site)),
        }
        writer.fixed.push("at".into());
        writer.result = None;
        let table = hook == "capture";
        writer.asked = hook == "ended";
        // Every helper is called, or `check` refuses it.
        let mut called = String::new();
        for i in 0..writer.helpers.len() {
            let (t, call) = (writer.helpers[i].result, writer.call_of(i, 2));
            let name = writer.fresh();
            let _ = writeln!(called, "let {name} = {call};");
            writer.vars.push((name, t));
        }
        let body = if table {
            writer.fixed.extend(["a".to_owned(), "d".to_owned()]);
            writer.result = Some(T::Word);
            writer.statements(3, 3)
        } else {
            writer.statements(4, 3)
        };
        let end = match hook {
            "capture" => writer.verdict(2),
            "ended" => writer.ending(),
            _ => "return;".to_owned(),
        };
        let _ = writeln!(out, "fn {hook}({params}) {{\n{called}{body}{end}\n}}");
    }
    out
}

impl Writer<'_> {
    fn start(&mut self) {
        self.vars.clear();
        self.fixed.clear();
        self.loops = 0;
    }

    fn fresh(&mut self) -> String {
        self.named += 1;
        format!("v{}", self.named)
    }

    fn helper(&mut self) -> String {
        self.start();
        let pick = |w: &mut Self| {
            let t = TYPES[w.dice.below(TYPES.len())];
            match (w.handle, t) {
                // A table hook has no board.
                ("", T::Site | T::Set | T::MSite | T::MPiece | T::MKind | T::MSide) => T::Int,
                _ => t,
            }
        };
        let params: Vec<T> = (0..self.dice.below(3)).map(|_| pick(self)).collect();
        let result = pick(self);
        let name = format!("f{}", self.fresh());
        let mut names: Vec<String> = Vec::new();
        if !self.handle.is_empty() {
            names.push(self.handle.to_owned());
        }
        for t in &params {
            let name = self.fresh();
            self.vars.push((name.clone(), *t));
            names.push(name);
        }
        self.result = Some(result);
        // Some call themselves.
        let own = Helper {
            name: name.clone(),
            params,
            result,
        };
        let recursive = self.dice.below(8) == 0;
        if recursive {
            self.helpers.push(own);
            return self.function(&name, &names, result);
        }
        let text = self.function(&name, &names, result);
        self.helpers.push(own);
        text
    }

    fn function(&mut self, name: &str, names: &[String], result: T) -> String {
        let body = self.statements(2, 2);
        let value = self.expr(result, 2);
        format!("fn {name}({}) {{\n{body}{value}\n}}\n", names.join(", "))
    }

    fn verdict(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 2 } else { 5 }) {
            0 => self
                .dice
                .one(&["TAKE", "BOTH", "LOST", "STAY", "REFUSE"])
                .into(),
            1 => "OPTION.word".into(),
            2 => format!("{}.because(\"why\")", self.dice.one(&["TAKE", "STAY"])),
            3 => "refuse(\"no\")".into(),
            _ => {
                let c = self.expr(T::Bool, 2);
                format!(
                    "if {c} {{ {} }} else {{ {} }}",
                    self.verdict(depth - 1),
                    self.verdict(depth - 1)
                )
            }
        }
    }

    fn ending(&mut self) -> String {
        match self.dice.below(4) {
            0 => "return;".into(),
            1 => "draw(\"even\")".into(),
            2 => format!("win({}, \"why\")", self.expr(T::Side, 2)),
            _ => format!(
                "if {} {{ win({}, \"why\") }}",
                self.expr(T::Bool, 2),
                self.expr(T::MSide, 1)
            ),
        }
    }

    fn statements(&mut self, count: usize, depth: usize) -> String {
        let (vars, fixed) = (self.vars.len(), self.fixed.len());
        let mut out = String::new();
        for _ in 0..self.dice.below(count + 1) {
            out.push_str(&self.statement(depth));
            out.push('\n');
        }
        self.vars.truncate(vars);
        self.fixed.truncate(fixed);
        out
    }

    fn block(&mut self, depth: usize) -> String {
        format!("{{\n{}}}", self.statements(3, depth))
    }

    fn board_type(&mut self) -> T {
        loop {
            let t = TYPES[self.dice.below(TYPES.len())];
            let plain = matches!(t, T::Bool | T::Int | T::Kind | T::Side | T::Word);
            if plain || !self.handle.is_empty() {
                return t;
            }
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let roll = self.dice.below(if depth == 0 { 5 } else { 14 });
        match roll {
            0 | 1 => {
                let t = self.board_type();
                let value = self.expr(t, 2);
                let name = self.fresh();
                let word = if self.dice.below(5) == 0 {
                    self.fixed.push(name.clone());
                    "const"
                } else {
                    "let"
                };
                self.vars.push((name.clone(), t));
                format!("{word} {name} = {value};")
            }
            2 => self.assignment(),
            3 | 4 => self.effect(),
            5 | 6 => {
                let c = self.expr(T::Bool, 2);
                let yes = self.block(depth - 1);
                if self.dice.below(2) == 0 {
                    format!("if {c} {yes}")
                } else {
                    let no = self.block(depth - 1);
                    format!("if {c} {yes} else {no}")
                }
            }
            7 | 8 => self.for_loop(depth),
            9 => {
                let (n, limit) = (self.fresh(), self.dice.below(9));
                self.vars.push((n.clone(), T::Int));
                self.fixed.push(n.clone());
                self.loops += 1;
                let body = self.statements(2, depth - 1);
                self.loops -= 1;
                match self.dice.below(4) {
                    0 => format!("let {n} = 0; while {n} < {limit} {{ {n} += 1;\n{body}}}"),
                    1 => format!("let {n} = 0; do {{ {n} += 1;\n{body}}} while {n} < {limit};"),
                    2 => format!("let {n} = 0; do {{ {n} += 1;\n{body}}} until {n} >= {limit};"),
                    _ => format!(
                        "let {n} = 0; loop {{ {n} += 1; if {n} > {limit} {{ break; }}\n{body}}}"
                    ),
                }
            }
            10 if self.loops > 0 => {
                let c = self.expr(T::Bool, 1);
                format!("if {c} {{ {}; }}", self.dice.one(&["break", "continue"]))
            }
            11 => {
                let c = self.expr(T::Bool, 1);
                match self.result {
                    Some(T::Word)
                        if self.handle.is_empty()
                            && self.helpers.iter().all(|h| h.name.is_empty()) =>
                    {
                        format!("if {c} {{ return TAKE; }}")
                    }
                    Some(t) if !self.fixed.contains(&"d".to_owned()) => {
                        format!("if {c} {{ return {}; }}", self.expr(t, 1))
                    }
                    Some(_) => format!("if {c} {{ return STAY; }}"),
                    None => format!("if {c} {{ return; }}"),
                }
            }
            12 => {
                let on = self.expr(T::Int, 1);
                let (a, b) = (self.block(depth - 1), self.block(depth - 1));
                let (guard, c) = (self.expr(T::Bool, 1), self.block(depth - 1));
                format!(
                    "switch {on} {{ 0 | 2 if {guard} => {a}, 1 => {b}, 2 => {c}, -3..=3 => {b}, _ => {{ }} }}"
                )
            }
            13 if self.dice.below(6) == 0 => {
                let c = self.expr(T::Bool, 1);
                format!("if {c} {{ refuse(\"no\"); }}")
            }
            _ => {
                let t = self.board_type();
                let value = self.expr(t, 2);
                let name = self.fresh();
                self.vars.push((name.clone(), t));
                format!("let {name} = {value};")
            }
        }
    }

    fn assignment(&mut self) -> String {
        let open: Vec<(String, T)> = self
            .vars
            .iter()
            .filter(|(n, _)| !self.fixed.contains(n))
            .cloned()
            .collect();
        if open.is_empty() {
            return String::new();
        }
        let (name, t) = open[self.dice.below(open.len())].clone();
        let value = self.expr(t, 2);
        match t {
            T::Int if self.dice.below(2) == 0 => {
                let op = self
                    .dice
                    .one(&["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
                format!("{name} {op} {value};")
            }
            T::Set if self.dice.below(2) == 0 => {
                format!(
                    "{name} {} {value};",
                    self.dice.one(&["|=", "&=", "-=", "+=", "^="])
                )
            }
            _ => format!("{name} = {value};"),
        }
    }

    fn effect(&mut self) -> String {
        let what = self.dice.below(if self.asked { 60 } else { 6 });
        match (self.handle, what) {
            ("pos", 0) => {
                let to = if self.dice.below(2) == 0 {
                    T::Set
                } else {
                    T::Site
                };
                let sites = self.expr(to, 2);
                format!(
                    "pos.{}({sites});",
                    self.dice.one(&["capture", "remove", "reveal", "defuse"])
                )
            }
            ("pos", 1) => format!(
                "pos.put({}, {}, {});",
                self.expr(T::Site, 1),
                self.expr(T::Side, 1),
                self.expr(T::Kind, 1)
            ),
            ("pos", 2) => format!("pos.set_variable(\"count\", {});", self.expr(T::Int, 1)),
            ("view", 0) => format!("view.move_to(at, {});", self.expr(T::Site, 2)).replace(
                "(at,",
                if self.vars.iter().any(|v| v.0 == "at") {
                    "(at,"
                } else {
                    "(site(\"a1\"),"
                },
            ),
            ("view", 1) => format!(
                "view.special(SAPPER, {}, {});",
                self.expr(T::Site, 0),
                self.expr(T::Site, 1)
            ),
            ("view", 2) => format!(
                "view.move_to({}, {}, JUMP);",
                self.expr(T::Site, 0),
                self.expr(T::Site, 1)
            ),
            _ => self.assignment(),
        }
    }

    fn for_loop(&mut self, depth: usize) -> String {
        let (vars, fixed) = (self.vars.len(), self.fixed.len());
        let (item, counter) = (self.fresh(), self.fresh());
        let (t, over) = match self.dice.below(if self.handle.is_empty() { 2 } else { 4 }) {
            0 => {
                let (a, b) = (self.expr(T::Int, 1), self.expr(T::Int, 1));
                // Not too many turns.
                let (a, b) = (format!("(({a}) % 5)"), format!("(({b}) % 9)"));
                (T::Int, format!("{a}{}{b}", self.dice.one(&["..", "..="])))
            }
            1 => match self.dice.below(3) {
                0 => (T::Int, "[1, -2, 3]".to_owned()),
                1 => (T::Kind, "[SOLDIER, GENERAL]".to_owned()),
                _ => (T::Word, "OPTION.words".to_owned()),
            },
            _ => (T::Site, self.expr(T::Set, 2)),
        };
        self.vars.push((item.clone(), t));
        self.fixed.push(item.clone());
        let head = if self.dice.below(3) == 0 {
            self.vars.push((counter.clone(), T::Int));
            self.fixed.push(counter.clone());
            format!("for ({item}, {counter}) in {over}")
        } else {
            format!("for {item} in {over}")
        };
        self.loops += 1;
        let body = self.statements(3, depth - 1);
        self.loops -= 1;
        self.vars.truncate(vars);
        self.fixed.truncate(fixed);
        // An empty body is refused.
        format!("{head} {{ {item};\n{body}}}")
    }

    fn variable(&mut self, t: T) -> Option<String> {
        let fit: Vec<&String> = self
            .vars
            .iter()
            .filter(|v| v.1 == t)
            .map(|v| &v.0)
            .collect();
        if fit.is_empty() {
            return None;
        }
        Some(fit[self.dice.below(fit.len())].clone())
    }

    fn call(&mut self, t: T, depth: usize) -> Option<String> {
        let fit: Vec<usize> = (0..self.helpers.len())
            .filter(|&i| self.helpers[i].result == t)
            .collect();
        if fit.is_empty() || depth == 0 {
            return None;
        }
        let i = fit[self.dice.below(fit.len())];
        Some(self.call_of(i, depth))
    }

    fn call_of(&mut self, i: usize, depth: usize) -> String {
        let (name, params) = (self.helpers[i].name.clone(), self.helpers[i].params.clone());
        let mut args: Vec<String> = Vec::new();
        if !self.handle.is_empty() {
            args.push(self.handle.to_owned());
        }
        args.extend(params.into_iter().map(|p| self.expr(p, depth - 1)));
        format!("{name}({})", args.join(", "))
    }

    fn expr(&mut self, t: T, depth: usize) -> String {
        let handle = self.handle;
        if self.dice.below(3) == 0
            && let Some(name) = self.variable(t)
        {
            return name;
        }
        if self.dice.below(6) == 0
            && let Some(call) = self.call(t, depth)
        {
            return call;
        }
        if depth > 0 && self.dice.below(9) == 0 {
            let (c, a, b) = (
                self.expr(T::Bool, depth - 1),
                self.expr(t, depth - 1),
                self.expr(t, depth - 1),
            );
            return format!("if {c} {{ {a} }} else {{ {b} }}");
        }
        if depth > 0 && self.dice.below(14) == 0 {
            let (n, a, b, c) = (
                self.expr(T::Int, depth - 1),
                self.expr(t, depth - 1),
                self.expr(t, depth - 1),
                self.expr(t, depth - 1),
            );
            return format!("switch {n} {{ 0 => {{ {a} }} 1..4 => {{ {b} }} _ => {{ {c} }} }}");
        }
        match t {
            T::Bool => self.bool(depth),
            T::Int => self.int(depth),
            T::Site => self.site(depth),
            T::Set => self.set(depth),
            T::Kind => match self.dice.below(6) {
                0 if depth > 0 && !self.handle.is_empty() => self.expr(T::MKind, depth - 1),
                1 if depth > 0 && !self.handle.is_empty() => {
                    format!("{}.kind", self.chained(T::MPiece, depth - 1))
                }
                2 if depth > 0 && !self.handle.is_empty() => {
                    format!("({} ?? GENERAL)", self.expr(T::MKind, depth - 1))
                }
                _ => self.dice.one(&["SOLDIER", "GENERAL", "CANNON"]).into(),
            },
            T::Side => match self.dice.below(6) {
                0 if depth > 0 && !self.handle.is_empty() => self.expr(T::MSide, depth - 1),
                1 if depth > 0 && !self.handle.is_empty() => {
                    format!("{}.side", self.chained(T::MPiece, depth - 1))
                }
                _ => self.dice.one(&["RED", "BLACK"]).into(),
            },
            T::MSite => self.maybe_site(depth),
            T::MKind => format!(
                "{}.{}({})",
                handle,
                self.dice.one(&["kind", "face"]).to_owned(),
                self.expr(T::Site, depth.saturating_sub(1))
            ),
            T::MSide => match self.dice.below(4) {
                0 => format!("{}.opponent()", self.handle),
                1 => format!("{}.side()", self.handle),
                _ => format!(
                    "{}.owner({})",
                    handle,
                    self.expr(T::Site, depth.saturating_sub(1))
                ),
            },
            T::MPiece => {
                let name = if self.handle == "pos" && self.dice.below(3) == 0 {
                    "truth"
                } else {
                    "piece"
                };
                format!(
                    "{}.{name}({})",
                    handle,
                    self.expr(T::Site, depth.saturating_sub(1))
                )
            }
            T::Word => match self.dice.below(3) {
                0 => format!("name({})", self.expr(T::Kind, depth.saturating_sub(1))),
                1 => "OPTION.word".into(),
                _ => format!("\"{}\"", self.dice.one(&["soldier", "take", "x"])),
            },
        }
    }

    /// What stands before a dot.
    fn chained(&mut self, t: T, depth: usize) -> String {
        let text = self.expr(t, depth);
        format!("({text})")
    }

    fn bool(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .dice
                .one(&["true", "false", "OPTION.flag", "!OPTION.flag"])
                .into();
        }
        let d = depth - 1;
        let board = if self.handle.is_empty() { 7 } else { 20 };
        let handle = self.handle;
        match self.dice.below(board) {
            0 => format!("!({})", self.expr(T::Bool, d)),
            1 => format!(
                "({} {} {})",
                self.expr(T::Bool, d),
                self.dice
                    .one(&["&&", "||", "&", "|", "^", "==", "!="])
                    .to_owned(),
                self.expr(T::Bool, d)
            ),
            2 => format!(
                "({} {} {})",
                self.expr(T::Int, d),
                self.dice
                    .one(&["<", "<=", ">", ">=", "==", "!="])
                    .to_owned(),
                self.expr(T::Int, d)
            ),
            3 => format!(
                "({} {} {})",
                self.expr(T::Kind, d),
                self.dice.one(&["==", "!="]).to_owned(),
                self.expr(T::Kind, d)
            ),
            4 => format!("({} in [SOLDIER, CANNON])", self.expr(T::Kind, d)),
            5 => format!("({} in OPTION.words)", self.expr(T::Word, d)),
            6 => format!("({} in [0, 1, 7])", self.expr(T::Int, d)),
            7 => format!("({} == {})", self.expr(T::MSide, d), self.expr(T::MSide, d)),
            8 => format!("({} != ())", self.expr(T::MSite, d)),
            9 => format!("({} == {})", self.expr(T::MSite, d), self.expr(T::Site, d)),
            10 => format!("({} in {})", self.expr(T::Site, d), self.expr(T::Set, d)),
            11 => format!("({} !in {})", self.expr(T::Site, d), self.expr(T::Set, d)),
            12 => format!("{}.is_empty()", self.chained(T::Set, d)),
            13 => format!(
                "{handle}.{}({})",
                self.dice
                    .one(&[
                        "is_empty",
                        "is_hidden",
                        "fogged",
                        "moved",
                        "hazard_seen",
                        "attacked"
                    ])
                    .to_owned(),
                self.expr(T::Site, d)
            ),
            14 => format!("({} == {})", self.expr(T::Set, d), self.expr(T::Set, d)),
            15 => format!(
                "({} == {})",
                self.expr(T::MPiece, d),
                self.expr(T::MPiece, d)
            ),
            18 => format!(
                "({handle}.liberties({}) {} {})",
                self.expr(T::Site, d),
                self.dice
                    .one(&["<", "<=", ">", ">=", "==", "!="])
                    .to_owned(),
                self.dice.one(&["0", "1"]).to_owned()
            ),
            19 => format!("(0 == {handle}.liberties({}))", self.expr(T::Site, d)),
            16 => format!(
                "{}.contains({})",
                self.chained(T::Set, d),
                self.expr(T::Site, d)
            ),
            _ => format!("({} == {})", self.expr(T::MKind, d), self.expr(T::Kind, d)),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .dice
                .one(&[
                    "0",
                    "1",
                    "2",
                    "3",
                    "-1",
                    "7",
                    "OPTION.n",
                    "9223372036854775807",
                    "63",
                ])
                .into();
        }
        let d = depth - 1;
        let handle = self.handle;
        match self.dice.below(if handle.is_empty() { 7 } else { 15 }) {
            0..=2 => {
                let op = self
                    .dice
                    .one(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "**"])
                    .to_owned();
                format!("({} {op} {})", self.expr(T::Int, d), self.expr(T::Int, d))
            }
            3 => format!("-({})", self.expr(T::Int, d)),
            4 => format!("abs({})", self.expr(T::Int, d)),
            5 => format!(
                "{}({}, {})",
                self.dice.one(&["min", "max"]).to_owned(),
                self.expr(T::Int, d),
                self.expr(T::Int, d)
            ),
            6 => format!("rank({})", self.expr(T::Kind, d)),
            7 => format!("{}.len()", self.chained(T::Set, d)),
            8 => format!(
                "{}({})",
                self.dice.one(&["file_of", "rank_of"]).to_owned(),
                self.expr(T::Site, d)
            ),
            9 => format!("{handle}.liberties({})", self.expr(T::Site, d)),
            10 => format!("{handle}.number({})", self.expr(T::Site, d)),
            11 => format!("{handle}.captures({})", self.expr(T::Side, d)),
            12 => format!("{handle}.variable(\"count\")"),
            13 => format!(
                "{handle}.{}()",
                self.dice.one(&["quiet", "turns", "hazards_left"])
            ),
            _ => "OPTION.n".into(),
        }
    }

    fn site(&mut self, depth: usize) -> String {
        if depth > 0 {
            match self.dice.below(8) {
                0 => return self.expr(T::MSite, depth - 1),
                1 => {
                    return format!(
                        "({} ?? {})",
                        self.expr(T::MSite, depth - 1),
                        self.expr(T::Site, depth - 1)
                    );
                }
                2 => return format!("{{ let q = {}; q }}", self.expr(T::Site, depth - 1)),
                _ => {}
            }
        }
        format!(
            "site(\"{}\")",
            self.dice.one(&["a1", "b2", "c3", "d4", "b4", "a2"])
        )
    }

    /// A site that a castling starts from, more often than not.
    fn castling(&mut self, depth: usize) -> String {
        match self.dice.below(5) {
            0 => self.expr(T::Site, depth),
            1 => "site(\"a1\")".into(),
            2 => "site(\"d1\")".into(),
            _ => "site(\"b1\")".into(),
        }
    }

    fn maybe_site(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        let handle = self.handle;
        match self.dice.below(if depth == 0 { 2 } else { 5 }) {
            0 => format!("{handle}.last_to({})", self.dice.one(&["RED", "BLACK"])),
            1 => {
                let at = self.dice.one(&["a1", "b1", "b3", "d4"]);
                match self.dice.below(3) {
                    0 => format!("{handle}.ahead(site(\"{at}\"))"),
                    1 => format!("{handle}.step(site(\"{at}\"), 1, -1)"),
                    _ => format!("{handle}.step(site(\"{at}\"), -2, 2)"),
                }
            }
            2 => format!("{}.first()", self.chained(T::Set, d)),
            3 => format!(
                "{handle}.step({}, {}, {})",
                self.expr(T::Site, d),
                self.expr(T::Int, d),
                self.expr(T::Int, d)
            ),
            _ => format!(
                "if {} {{ {} }}",
                self.expr(T::Bool, d),
                self.expr(T::Site, d)
            ),
        }
    }

    fn set(&mut self, depth: usize) -> String {
        let handle = self.handle;
        if depth == 0 {
            let name = self.dice.one(&["own", "enemy", "empty", "hidden"]);
            return match self.dice.below(4) {
                0 => "nowhere()".into(),
                1 => "region(\"fog\")".into(),
                _ => format!("{handle}.{name}()"),
            };
        }
        let d = depth - 1;
        match self.dice.below(if handle == "view" { 11 } else { 9 }) {
            9 => format!("view.corners({})", self.castling(d)),
            10 => {
                let path = self.dice.one(&["royal_path", "corner_path"]).to_owned();
                format!("view.{path}({}, {})", self.castling(d), self.castling(d))
            }
            0 | 1 => {
                let op = self.dice.one(&["|", "&", "^", "-", "+"]).to_owned();
                format!("({} {op} {})", self.expr(T::Set, d), self.expr(T::Set, d))
            }
            2 => {
                let op = self.dice.one(&["-", "+"]).to_owned();
                format!("({} {op} {})", self.expr(T::Set, d), self.expr(T::Site, d))
            }
            3 => format!("region(\"fog\", {})", self.expr(T::Side, d)),
            4 => format!("{handle}.pieces({})", self.expr(T::Side, d)),
            5 => format!(
                "{handle}.pieces({}, {})",
                self.expr(T::Side, d),
                self.expr(T::Kind, d)
            ),
            6 => format!(
                "{handle}.between({}, {})",
                self.expr(T::Site, d),
                self.expr(T::Site, d)
            ),
            _ => {
                let name = self
                    .dice
                    .one(&["adjacent", "around", "group", "liberty_sites"])
                    .to_owned();
                format!("{handle}.{name}({})", self.expr(T::Site, d))
            }
        }
    }
}
