//! The changes that there are to a variant's data: every value that bears a rule, inherited ones and those of
//! `[[when]]` blocks included.

use std::collections::HashMap;

use masque_core::board::Board;
use masque_scripting::choices::OptionValue;
use masque_scripting::diag::Span;
use masque_scripting::document::Document;
use masque_scripting::options::{OptionKind, Options};
use masque_scripting::resolve::{REMOVE, REPLACE};
use masque_scripting::schema;
use masque_scripting::tree::{Node, Table, Value};
use masque_scripting::variant::Variant;

use super::keys::{self, Bears};
use super::{Change, Leaf, Mutant, Sort, Step, movement};

/// What an author may write for a key, as the schema has it.
#[derive(Clone, Debug, Default)]
struct Shape {
    words: Vec<&'static str>,
    required: bool,
}

/// Words whose own particulars go with them: the table, the key, and the keys that other words do not have.
const PARTICULARS: [(&str, &str, &[&str]); 4] = [
    (
        "end",
        "when",
        &[
            "kind",
            "kinds",
            "region",
            "far_region",
            "count",
            "exact",
            "sets",
            "one_shade",
        ],
    ),
    ("scoring", "way", &["values"]),
    ("colours", "way", &["kind"]),
    ("setup", "deal", &["region", "except", "layout"]),
];

/// When games end, by words that need no particulars.
const ENDS: [&str; 7] = [
    "eliminated",
    "checkmate",
    "no-action",
    "quiet",
    "ply-limit",
    "repetition",
    "full",
];

/// Walks a document.
pub(super) struct Walker<'a> {
    document: &'a Document,
    schema: HashMap<(String, &'static str), Shape>,
    kinds: Vec<String>,
    regions: Vec<String>,
    manners: Vec<String>,
    classes: Vec<String>,
    endings: Vec<String>,
    board: Option<Board<6>>,
    ranks: bool,
    /// The block being walked, with what its keys are called and the clauses of the options it asks about.
    block: Option<(usize, String, Vec<String>)>,
    mutants: Vec<Mutant>,
    leaves: Vec<Leaf>,
}

/// A key where it stands.
struct Place<'n> {
    path: Vec<Step>,
    node: &'n Node,
    clauses: Vec<String>,
    shape: Shape,
}

/// Every change to the data of a document whose defaults make `variant`, and every value that bears a rule.
pub(super) fn walk(document: &Document, variant: &Variant) -> (Vec<Mutant>, Vec<Leaf>) {
    let mut schema = HashMap::new();
    for (path, keys) in schema::reference() {
        for key in keys {
            let shape = Shape {
                words: key.words,
                required: key.required,
            };
            schema.insert((path.clone(), key.key), shape);
        }
    }
    let spec = variant.spec();
    let asks_rank = |(_, source): &(String, _)| -> bool {
        let source: &std::sync::Arc<masque_scripting::diag::Source> = source;
        source.text.contains("rank(")
    };
    let root = document.root().table();
    let endings = root.and_then(|t| t.get("end")).and_then(Node::table);
    let mut regions: Vec<String> = spec.board.regions.keys().cloned().collect();
    regions.push("all".to_owned());
    let mut walker = Walker {
        document,
        schema,
        kinds: spec.kinds.iter().map(|k| k.name.clone()).collect(),
        regions,
        manners: spec.manners.clone(),
        classes: spec
            .board
            .edges
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        endings: endings.map_or(Vec::new(), |t| t.keys().map(str::to_owned).collect()),
        board: Board::compile(&spec.board).ok(),
        ranks: document.scripts().iter().any(asks_rank),
        block: None,
        mutants: Vec::new(),
        leaves: Vec::new(),
    };
    if let Some(root) = root {
        walker.table(root, &[], "", &[]);
    }
    walker.blocks();
    walker.options();
    (walker.mutants, walker.leaves)
}

impl<'a> Walker<'a> {
    fn table(&mut self, table: &'a Table, path: &[Step], shape: &str, inherited: &[String]) {
        for entry in table.entries() {
            let mut path = path.to_vec();
            path.push(Step::Key(entry.key.clone()));
            let clauses = clauses_of(table, &entry.key, inherited);
            let node = &entry.node;
            if self.block.is_some() && (entry.key == REMOVE || entry.key == REPLACE) {
                let bears = if entry.key == REMOVE {
                    Bears::Items
                } else {
                    Bears::Flag
                };
                self.leaf(
                    bears,
                    Place {
                        path,
                        node,
                        clauses,
                        shape: Shape::default(),
                    },
                );
                continue;
            }
            let Some((key, bears)) = keys::find(shape, &entry.key) else {
                continue;
            };
            let inner = join(shape, key);
            let known = self.schema.get(&(shape.to_owned(), key)).cloned();
            let place = Place {
                path,
                node,
                clauses,
                shape: known.unwrap_or_default(),
            };
            self.entry(bears, place, &inner);
        }
    }

    fn entry(&mut self, bears: Bears, place: Place<'a>, shape: &str) {
        match (bears, &place.node.value) {
            (Bears::Nothing(_), _) => {}
            (Bears::Table(gone), Value::Table(table)) => {
                if gone {
                    self.gone(&place);
                }
                self.table(table, &place.path, shape, &place.clauses);
            }
            (Bears::Tables(gone), Value::Table(tables)) => {
                for entry in tables.entries() {
                    if let Value::Table(table) = &entry.node.value {
                        let mut path = place.path.clone();
                        path.push(Step::Key(entry.key.clone()));
                        let clauses = clauses_of(table, "", &place.clauses);
                        let one = Place {
                            path,
                            node: &entry.node,
                            clauses,
                            shape: Shape::default(),
                        };
                        if gone {
                            self.gone(&one);
                        }
                        self.table(table, &one.path, &format!("{shape}.NAME"), &one.clauses);
                    }
                }
            }
            (Bears::Regions, Value::Table(regions)) => {
                for entry in regions.entries() {
                    let mut path = place.path.clone();
                    path.push(Step::Key(entry.key.clone()));
                    match &entry.node.value {
                        Value::Table(table) => {
                            self.table(table, &path, &format!("{shape}.NAME"), &place.clauses);
                        }
                        _ => self.leaf(
                            Bears::Sites,
                            Place {
                                path,
                                node: &entry.node,
                                clauses: place.clauses.clone(),
                                shape: Shape {
                                    required: true,
                                    ..Shape::default()
                                },
                            },
                        ),
                    }
                }
            }
            (Bears::Moves, Value::Array(items)) => {
                for (i, item) in items.iter().enumerate() {
                    let mut path = place.path.clone();
                    path.push(Step::Item(i));
                    let clauses = match &item.value {
                        Value::Table(table) => clauses_of(table, "", &place.clauses),
                        _ => place.clauses.clone(),
                    };
                    let one = Place {
                        path,
                        node: item,
                        clauses,
                        shape: Shape::default(),
                    };
                    match &item.value {
                        Value::Table(table) => {
                            self.gone(&one);
                            self.table(table, &one.path, &format!("{shape}[]"), &one.clauses);
                        }
                        _ => {
                            self.gone(&one);
                            self.leaf(Bears::Betza, one);
                        }
                    }
                }
            }
            (Bears::Moves, _) => self.leaf(Bears::Betza, place),
            (Bears::Rank, _) if !self.ranks => {}
            _ => self.leaf(bears, place),
        }
    }

    /// A value that bears a rule: notes it, and every change to it.
    fn leaf(&mut self, bears: Bears, place: Place<'a>) {
        let key = self.name(&place.path);
        self.leaves.push(Leaf {
            key: key.clone(),
            span: place.node.span.clone(),
        });
        let node = place.node;
        if let Value::Str(text) = &node.value
            && let Some(option) = text
                .strip_prefix('$')
                .and_then(|n| self.document.options().get(n))
        {
            let mut clauses: Vec<String> = option.clauses.iter().map(|c| c.value.clone()).collect();
            clauses.extend(place.clauses.clone());
            let place = Place { clauses, ..place };
            let fixed = option.default.to_node(&node.span).value;
            self.change(&place, Sort::Default, Some(fixed));
            if !place.shape.required {
                self.change(&place, Sort::Default, None);
            } else if matches!(option.kind, OptionKind::Int { off: true, .. }) {
                self.change(&place, Sort::Default, Some(Value::Str("off".to_owned())));
            }
            return;
        }
        let sort = self.sort(bears, &place);
        if bears == Bears::Sites {
            for (value, after) in self.regions_near(node) {
                self.change_to(&place, sort, Some(value), after);
            }
            return;
        }
        for value in self.values(bears, node, &place.shape) {
            self.change(&place, sort, Some(value));
        }
        let removable = matches!(
            bears,
            Bears::Number
                | Bears::Kinds
                | Bears::Region
                | Bears::Manners
                | Bears::Ending
                | Bears::Items
                | Bears::Start
                | Bears::Time
                | Bears::Betza
        );
        let listed = matches!(place.path.last(), Some(Step::Item(_)));
        if removable && !place.shape.required && !listed {
            self.change(&place, sort, None);
        }
    }

    fn sort(&self, bears: Bears, place: &Place<'_>) -> Sort {
        let first = match place.path.first() {
            Some(Step::Key(key)) => key.as_str(),
            _ => "",
        };
        let last = match place.path.last() {
            Some(Step::Key(key)) => key.as_str(),
            _ => "",
        };
        let moves = place.path.contains(&Step::Key("moves".to_owned()));
        match (first, bears) {
            ("end", _) => Sort::Ending,
            ("kinds", Bears::Number) if last == "count" => Sort::Count,
            ("kinds", _) if moves || last == "moves_as" => Sort::Movement,
            (_, Bears::Sites) => Sort::Region,
            ("setup", Bears::Start) => Sort::Start,
            (_, Bears::Flag) => Sort::Flag,
            (_, Bears::Number | Bears::Rank | Bears::Time) => Sort::Number,
            (_, Bears::Word) => Sort::Word,
            (_, Bears::Items) => Sort::List,
            _ => Sort::Name,
        }
    }

    /// The other values for a value.
    fn values(&self, bears: Bears, node: &Node, shape: &Shape) -> Vec<Value> {
        let texts = |list: Vec<String>| list.into_iter().map(Value::Str).collect::<Vec<_>>();
        let other = |word: &str, known: &[String]| -> Vec<Value> {
            let here = known.iter().position(|k| k == word);
            let next = here.and_then(|i| known.get((i + 1) % known.len()));
            let next = next.or(known.first()).filter(|next| *next != word);
            next.cloned().into_iter().map(Value::Str).collect()
        };
        match (bears, &node.value) {
            (Bears::Flag, Value::Bool(flag)) => vec![Value::Bool(!flag)],
            (Bears::Number | Bears::Rank | Bears::Time, Value::Int(n)) => {
                vec![
                    Value::Int(n.saturating_add(1)),
                    Value::Int(n.saturating_sub(1)),
                ]
            }
            (Bears::Number, Value::Str(_)) => vec![Value::Int(2)],
            (Bears::Time, Value::Str(text)) => match movement::time(text) {
                none if none.is_empty() => texts(vec!["10s".to_owned()]),
                times => texts(times),
            },
            (Bears::Word, Value::Str(word))
                if ENDS.contains(&word.as_str()) || shape.words.contains(&ENDS[0]) =>
            {
                // When a game ends: one other word that asks for no particulars.
                let here = ENDS.iter().position(|end| end == word);
                let next = here.map_or(0, |i| (i + 1) % ENDS.len());
                texts(vec![ENDS[next].to_owned()])
            }
            (Bears::Word, Value::Str(word)) => {
                let others = shape.words.iter().filter(|w| **w != word);
                others.map(|w| Value::Str((*w).to_owned())).collect()
            }
            (Bears::Kinds, Value::Str(word)) => other(word, &self.kinds),
            (Bears::Region, Value::Str(word)) => other(word, &self.regions),
            (Bears::Manners, Value::Str(word)) => other(word, &self.manners),
            (Bears::Class, Value::Str(word)) => {
                let mut known = self.classes.clone();
                known.push("any".to_owned());
                other(word, &known)
            }
            (Bears::Ending, Value::Str(word)) => other(word, &self.endings),
            (Bears::Kinds, Value::Array(items)) => with_one_more(items, &self.kinds),
            (Bears::Manners, Value::Array(items)) => with_one_more(items, &self.manners),
            (Bears::Items, Value::Array(items)) => without_one(items),
            (Bears::Items, Value::Str(_)) => vec![Value::Array(Vec::new())],
            (Bears::Site, Value::Str(site)) => texts(movement::beside(site)),
            (Bears::Start, Value::Str(text)) => texts(movement::start(text)),
            (Bears::Betza, Value::Str(text)) => texts(movement::betza(text)),
            _ => Vec::new(),
        }
    }

    /// Regions that differ by a site: without the first, without the last, with a neighbour.
    fn regions_near(&self, node: &Node) -> Vec<(Value, String)> {
        let Some(board) = &self.board else {
            return Vec::new();
        };
        let one = std::slice::from_ref(node);
        let texts = node.array().unwrap_or(one).iter().filter_map(Node::str);
        let sites: Vec<_> = texts
            .filter_map(|text| board.parse_sites(text).ok())
            .fold(masque_core::site::SiteSet::EMPTY, |set, more| set | more)
            .iter()
            .collect();
        let list = |sites: Vec<masque_core::site::Site>| {
            let name = |s: masque_core::site::Site| {
                Node::new(Value::Str(board.name(s).to_owned()), node.span.clone())
            };
            Value::Array(sites.into_iter().map(name).collect())
        };
        let named = |word: &str, site| format!("{word} {}", board.name(site));
        let mut out = Vec::new();
        if let [first, .., last] = sites[..] {
            out.push((list(sites[1..].to_vec()), named("without", first)));
            let rest = list(sites[..sites.len() - 1].to_vec());
            out.push((rest, named("without", last)));
        }
        let outside = |s: &masque_core::site::Site| !sites.contains(s);
        let neighbour = sites
            .iter()
            .flat_map(|s| board.adjacent(*s).iter())
            .find(outside);
        if let Some(more) = neighbour {
            let all = list(sites.iter().copied().chain([more]).collect());
            out.push((all, named("with", more)));
        }
        out
    }

    /// A table or an item taken out as a whole.
    fn gone(&mut self, place: &Place<'_>) {
        let listed = matches!(place.path.last(), Some(Step::Item(_)));
        // What a block states as a table goes with the block.
        if self.block.is_some() && !listed {
            return;
        }
        let sort = match place.path.first() {
            Some(Step::Key(key)) if key == "end" => Sort::Ending,
            Some(Step::Key(key)) if key == "kinds" => Sort::Movement,
            _ => Sort::Mechanism,
        };
        self.change(place, sort, None);
    }

    fn change(&mut self, place: &Place<'_>, sort: Sort, value: Option<Value>) {
        let after = match (&value, &place.node.value) {
            (None, _) => "nothing".to_owned(),
            (Some(Value::Array(new)), old) => changed_list(old, new),
            (Some(Value::Str(new)), Value::Str(old)) if old.contains('\n') => difference(old, new),
            (Some(value), _) => shown(value),
        };
        self.change_to(place, sort, value, after);
    }

    fn change_to(&mut self, place: &Place<'_>, sort: Sort, value: Option<Value>, after: String) {
        let before = shown(&place.node.value);
        let word = |step: Option<&Step>| match step {
            Some(Step::Key(key)) => key.clone(),
            _ => String::new(),
        };
        let (first, last) = (word(place.path.first()), word(place.path.last()));
        let goes = PARTICULARS
            .iter()
            .find(|(table, key, _)| *table == first && *key == last);
        let without = goes.map_or(&[][..], |(_, _, keys)| keys);
        let mut clauses = place.clauses.clone();
        if let Some((_, _, more)) = &self.block {
            clauses.splice(0..0, more.iter().cloned());
        }
        self.mutants.push(Mutant {
            sort,
            key: self.name(&place.path),
            span: Some(place.node.span.clone()),
            clauses: unique(clauses),
            before,
            after,
            change: Change::Value {
                block: self.block.as_ref().map(|(n, ..)| *n),
                path: place.path.clone(),
                value,
                without: without.to_vec(),
            },
        });
    }

    fn name(&self, path: &[Step]) -> String {
        let mut name = self
            .block
            .as_ref()
            .map_or(String::new(), |(_, n, _)| n.clone());
        for step in path {
            match step {
                Step::Key(key) if name.is_empty() => name.push_str(key),
                Step::Key(key) => {
                    name.push('.');
                    name.push_str(key);
                }
                Step::Item(i) => name.push_str(&format!("[{i}]")),
            }
        }
        name
    }

    /// The `[[when]]` blocks: each as a whole, its conditions, and what it states.
    fn blocks(&mut self) {
        let document = self.document;
        let options = document.options();
        for (n, block) in document.when().iter().enumerate() {
            let tests: Vec<String> = block
                .test
                .iter()
                .map(|(name, values)| format!("{name}={}", words(values)))
                .collect();
            let name = format!("when({})", tests.join(", "));
            let asked = block.test.keys().filter_map(|name| options.get(name));
            let clauses: Vec<String> = asked
                .flat_map(|o| o.clauses.iter().map(|c| c.value.clone()))
                .collect();
            let mutant = |before: String, after: String, change| Mutant {
                sort: Sort::Condition,
                key: name.clone(),
                span: Some(block.span.clone()),
                clauses: unique(clauses.clone()),
                before,
                after,
                change,
            };
            self.mutants.push(mutant(
                "the block".to_owned(),
                "nothing".to_owned(),
                Change::Block(n),
            ));
            for (option, values) in &block.test {
                self.leaves.push(Leaf {
                    key: format!("{name}.{option}"),
                    span: block.span.clone(),
                });
                for changed in conditions(options, option, values) {
                    let before = format!("{option}={}", words(values));
                    let after = format!("{option}={}", words(&changed));
                    self.mutants.push(Mutant {
                        key: format!("{name}.{option}"),
                        ..mutant(
                            before,
                            after,
                            Change::Condition {
                                block: n,
                                option: option.clone(),
                                values: changed,
                            },
                        )
                    });
                }
            }
            self.block = Some((n, name, clauses));
            self.table(&block.patch, &[], "", &[]);
            self.block = None;
        }
    }

    /// The defaults of options, and the values of presets.
    fn options(&mut self) {
        let options = self.document.options();
        for option in options.all() {
            let key = format!("options.{}.default", option.name);
            self.option(
                None,
                &key,
                &option.name,
                &option.default,
                &option.default_span,
            );
        }
        for preset in options.presets() {
            for (name, value) in &preset.values {
                let key = format!("presets.{}.{name}", preset.name);
                self.option(Some(&preset.name), &key, name, value, &preset.span);
            }
        }
    }

    fn option(
        &mut self,
        preset: Option<&str>,
        key: &str,
        name: &str,
        value: &OptionValue,
        span: &Span,
    ) {
        let Some(option) = self.document.options().get(name) else {
            return;
        };
        self.leaves.push(Leaf {
            key: key.to_owned(),
            span: span.clone(),
        });
        let clauses: Vec<String> = option.clauses.iter().map(|c| c.value.clone()).collect();
        for other in others(&option.kind, value) {
            self.mutants.push(Mutant {
                sort: Sort::Default,
                key: key.to_owned(),
                span: Some(span.clone()),
                clauses: unique(clauses.clone()),
                before: value.to_string(),
                after: other.to_string(),
                change: Change::Default {
                    preset: preset.map(str::to_owned),
                    option: name.to_owned(),
                    value: other,
                },
            });
        }
    }
}

/// Other values of an option: every other word, the numbers beside a number, lists with a word more or less.
fn others(kind: &OptionKind, value: &OptionValue) -> Vec<OptionValue> {
    match (kind, value) {
        (OptionKind::Bool, OptionValue::Bool(flag)) => vec![OptionValue::Bool(!flag)],
        (OptionKind::Int { range, off }, OptionValue::Int(n)) => {
            let near = [n.saturating_add(1), n.saturating_sub(1)];
            let near = near.into_iter().filter(|n| range.contains(n));
            let off = off.then_some(OptionValue::Off);
            near.map(OptionValue::Int).chain(off).collect()
        }
        (OptionKind::Int { range, .. }, OptionValue::Off) => vec![OptionValue::Int(*range.start())],
        (OptionKind::Choice(words), OptionValue::Word(word)) => {
            let others = words.iter().filter(|w| *w != word);
            others.cloned().map(OptionValue::Word).collect()
        }
        (OptionKind::List(words), OptionValue::Words(chosen)) => words
            .iter()
            .map(|word| {
                let turned = words
                    .iter()
                    .filter(|w| chosen.contains(w) != (*w == word))
                    .cloned();
                OptionValue::Words(turned.collect())
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Other conditions: one of several values left out, or a single one replaced by the next.
fn conditions(options: &Options, option: &str, values: &[OptionValue]) -> Vec<Vec<OptionValue>> {
    if values.len() > 1 {
        return (0..values.len())
            .map(|n| {
                let mut fewer = values.to_vec();
                fewer.remove(n);
                fewer
            })
            .collect();
    }
    let (Some(option), Some(value)) = (options.get(option), values.first()) else {
        return Vec::new();
    };
    // A list option is asked for one of its words.
    let kind = match &option.kind {
        OptionKind::List(words) => OptionKind::Choice(words.clone()),
        other => other.clone(),
    };
    let all = others(&kind, value);
    let next = match (&kind, value) {
        (OptionKind::Choice(words), OptionValue::Word(word)) => words
            .iter()
            .position(|w| w == word)
            .and_then(|i| words.get((i + 1) % words.len()))
            .map(|w| OptionValue::Word(w.clone())),
        _ => all.first().cloned(),
    };
    next.filter(|n| n != value)
        .map(|n| vec![n])
        .into_iter()
        .collect()
}

fn words(values: &[OptionValue]) -> String {
    let all: Vec<String> = values.iter().map(ToString::to_string).collect();
    all.join("|")
}

fn without_one(items: &[Node]) -> Vec<Value> {
    (0..items.len())
        .map(|n| {
            let mut fewer = items.to_vec();
            fewer.remove(n);
            Value::Array(fewer)
        })
        .collect()
}

/// Lists with one item less, and one with a known name more.
fn with_one_more(items: &[Node], known: &[String]) -> Vec<Value> {
    let mut out = without_one(items);
    let has = |name: &String| items.iter().any(|i| i.str() == Some(name.as_str()));
    if let Some(new) = known.iter().find(|name| !has(name)) {
        let span = items.first().map(|i| i.span.clone());
        let empty = || Span::new(&masque_scripting::diag::Source::new("", ""), 0..0);
        let node = Node::new(Value::Str(new.clone()), span.unwrap_or_else(empty));
        out.push(Value::Array(items.iter().cloned().chain([node]).collect()));
    }
    out
}

/// The clauses of a key, the nearest first: one that names the key or its first word, the table's, those around it.
fn clauses_of(table: &Table, key: &str, inherited: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |node: &Node| {
        let one = std::slice::from_ref(node);
        let slugs = node.array().unwrap_or(one).iter().filter_map(Node::str);
        found.extend(slugs.map(str::to_owned));
    };
    for entry in table.entries() {
        let named = entry.key.strip_suffix("_clause");
        if named.is_some_and(|name| key.starts_with(name)) {
            add(&entry.node);
        }
    }
    if let Some(node) = table.get("clause") {
        add(node);
    }
    found.extend(inherited.iter().cloned());
    found
}

fn unique(clauses: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for clause in clauses {
        if !out.contains(&clause) {
            out.push(clause);
        }
    }
    out
}

/// A value as it is named in a report, in one line.
fn shown(value: &Value) -> String {
    match value {
        Value::Str(text) if text.contains('\n') => "as written".to_owned(),
        Value::Table(_) => "as a whole".to_owned(),
        Value::Array(items) if items.len() > 3 => "the list".to_owned(),
        other => other.to_string(),
    }
}

/// How a list differs from what was there: by what it lacks, or what it has besides.
fn changed_list(old: &Value, new: &[Node]) -> String {
    let words = |items: &[Node]| -> Vec<String> { items.iter().map(Node::canonical).collect() };
    let old = match old {
        Value::Array(items) => words(items),
        other => vec![other.to_string()],
    };
    let new = words(new);
    let missing = |these: &[String], those: &[String]| -> Vec<String> {
        let not = these.iter().filter(|w| !those.contains(w));
        not.cloned().collect()
    };
    match (&*missing(&old, &new), &*missing(&new, &old)) {
        ([one], []) => format!("without {one}"),
        ([], [one]) => format!("with {one}"),
        _ => format!("[{}]", new.join(",")),
    }
}

/// The first line in which two texts of several lines differ.
fn difference(old: &str, new: &str) -> String {
    let differs = old.lines().zip(new.lines()).find(|(a, b)| a != b);
    differs.map_or_else(|| "otherwise".to_owned(), |(a, b)| format!("{b}, not {a}"))
}

fn join(shape: &str, key: &str) -> String {
    if shape.is_empty() {
        key.to_owned()
    } else {
        format!("{shape}.{key}")
    }
}
