//! Inheritance: a variant and all it extends, merged into one table.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::decode::Located;
use crate::diag::{Diagnostic, Diagnostics, Source, Span};
use crate::folder::{Folder, Library, VARIANT_FILE, is_module, is_script};
use crate::rhai::import;
use crate::sink::{Sink, unknown, wrong_type};
use crate::tree::{Entry, Node, Table, Value, parse};

/// How many variants may extend each other in a row.
pub const MAX_CHAIN: usize = 16;
/// The key that makes a table replace the inherited one instead of changing it.
pub const REPLACE: &str = "replace";
/// The key that lists inherited keys to drop.
pub const REMOVE: &str = "remove";
/// The key that says that a variant is only there to be extended; it is not inherited.
pub const ABSTRACT: &str = "abstract";

/// A variant and all it extends, merged.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// The ids, from the ancestor that extends nothing to the variant itself.
    pub(crate) ids: Vec<String>,
    /// Whether the variant itself says that it is only there to be extended.
    pub(crate) is_abstract: bool,
    /// The merged keys, without `extends`, `script` and `when`.
    pub(crate) root: Table,
    /// The items of `when`, ancestors' first.
    pub(crate) when: Vec<Node>,
    /// The scripts in the order of `ids`, each with the id of the variant that states it.
    pub(crate) scripts: Vec<(String, Arc<Source>)>,
    /// The start of the variant's own file.
    pub(crate) span: Span,
}

struct Link {
    folder: Folder,
    root: Node,
}

/// Loads everything that `folder` extends and merges it.
pub(crate) fn load(library: &dyn Library, folder: &Folder) -> Result<Chain, Diagnostics> {
    let links = links(library, folder)?;
    let sink = Sink::new();
    let mut chain = Chain {
        ids: Vec::new(),
        is_abstract: false,
        root: Table::new(),
        when: Vec::new(),
        scripts: Vec::new(),
        span: links.first().map_or_else(
            || Span::new(&Source::new("", ""), 0..0),
            |l| l.root.span.clone(),
        ),
    };
    let mut folders = Vec::new();
    for link in links.into_iter().rev() {
        folders.push(link.folder.clone());
        chain.add(link, library, &folders, &sink);
    }
    sink.finish(chain)
}

impl Chain {
    fn add(&mut self, link: Link, library: &dyn Library, folders: &[Folder], sink: &Sink) {
        let Value::Table(mut own) = link.root.value else {
            return;
        };
        let _ = own.take("extends");
        self.is_abstract = match own.take(ABSTRACT).map(|e| e.node) {
            Some(Node {
                value: Value::Bool(value),
                ..
            }) => value,
            Some(other) => {
                sink.note(wrong_type(&other, "true or false"));
                false
            }
            None => false,
        };
        let script = own.take("script");
        let when = own.take("when");
        let mut dropped = removals(&own, sink);
        // These two are kept beside the tree, so they are dropped here.
        dropped.retain(|key| match key.value.as_str() {
            "script" if !self.scripts.is_empty() => {
                self.scripts.clear();
                false
            }
            "when" if !self.when.is_empty() => {
                self.when.clear();
                false
            }
            _ => true,
        });
        drop_keys(&mut self.root, &dropped, sink);
        let _ = own.take(REMOVE);
        // A title names the variant that states it: its parent's would be a wrong name in a language that it lacks.
        if let Some(title) = own.get("title").and_then(Node::table)
            && ![REPLACE, REMOVE].iter().any(|key| title.get(key).is_some())
        {
            let _ = self.root.take("title");
        }
        overlay(&mut self.root, &own, sink);
        match when.map(|e| e.node) {
            Some(Node {
                value: Value::Array(blocks),
                ..
            }) => self.when.extend(blocks),
            Some(other) => sink.note(wrong_type(&other, "blocks `[[when]]`")),
            None => {}
        }
        let script = script.and_then(|entry| find_script(&link.folder, &entry, sink));
        let mut used = Vec::new();
        if let Some(source) = script {
            let shelves = Shelves { library, folders };
            self.add_script(&link.folder, source, &shelves, &mut used, sink);
        }
        note_unused_scripts(&link.folder, &used, sink);
        self.ids.push(link.folder.id);
    }
}

/// Where the modules of a script are looked for.
struct Shelves<'a> {
    library: &'a dyn Library,
    /// The ancestors of the variant at hand and itself, which comes last.
    folders: &'a [Folder],
}

impl Chain {
    /// Adds a script after the modules that it imports; `used` holds what is being added and what was.
    fn add_script(
        &mut self,
        folder: &Folder,
        source: Arc<Source>,
        shelves: &Shelves<'_>,
        used: &mut Vec<Arc<Source>>,
        sink: &Sink,
    ) {
        used.push(Arc::clone(&source));
        if is_module(&source.name) {
            // It stands for all scripts of the ancestors.
            self.scripts.clear();
            self.scripts.push((folder.id.clone(), source));
            return;
        }
        if let Some((_, module)) = self.scripts.iter().find(|(_, s)| is_module(&s.name)) {
            let message = format!("a script cannot change the hooks of {}", module.name);
            let error = Diagnostic::new("mixed-scripts", message).at(Span::new(&source, 0..0));
            sink.note(error.hint("a module is replaced as a whole, by another module"));
        }
        for import in import::read(&source.text).list {
            let span = Span::new(&source, import.at);
            match shelves.module(folder, &import.name) {
                Ok(Some((_, module))) if self.scripts.iter().any(|(_, s)| *s == module) => {
                    used.push(module);
                }
                Ok(Some((_, module))) if used.contains(&module) => {
                    let message = format!("{} imports itself in the end", module.name);
                    sink.note(Diagnostic::new("import-circle", message).at(span));
                }
                Ok(Some((owner, module))) => {
                    self.add_script(&owner, module, shelves, used, sink);
                }
                Ok(None) => {
                    let known: Vec<String> = shelves
                        .folders
                        .iter()
                        .flat_map(script_names)
                        .filter(|name| !is_module(name))
                        .map(|name| name.trim_end_matches(".rhai").to_owned())
                        .collect();
                    sink.note(import::no_module(&import.name, &known).at(span));
                }
                Err(errors) => sink.extend(errors),
            }
        }
        self.scripts.push((folder.id.clone(), source));
    }
}

impl Shelves<'_> {
    /// The script that an import in a folder names, and its folder: `script` of the folder itself or the nearest ancestor
    /// that has it, or `variant/script`.
    fn module(
        &self,
        from: &Folder,
        name: &str,
    ) -> Result<Option<(Folder, Arc<Source>)>, Diagnostics> {
        let (folders, file) = match name.split_once('/') {
            Some((id, file)) => {
                let known = self.folders.iter().find(|f| f.id == id).cloned();
                let other = match known {
                    Some(folder) => Some(folder),
                    None => self.library.find(id)?,
                };
                (other.into_iter().collect(), file)
            }
            None => {
                let mut near = vec![from.clone()];
                near.extend(self.folders.iter().rev().cloned());
                (near, name)
            }
        };
        let file = format!("{file}.rhai");
        let found = folders.into_iter().find_map(|folder: Folder| {
            let source = folder.file(&file).cloned()?;
            Some((folder, source))
        });
        Ok(found)
    }
}

/// The variant and its ancestors, the variant first.
fn links(library: &dyn Library, folder: &Folder) -> Result<Vec<Link>, Diagnostics> {
    let mut links: Vec<Link> = Vec::new();
    let mut next = folder.clone();
    loop {
        let Some(source) = next.file(VARIANT_FILE) else {
            return Err(vec![Diagnostic::new(
                "no-variant",
                format!("{} has no {VARIANT_FILE}", next.id),
            )]);
        };
        let root = parse(source)?;
        let parent = root.table().and_then(|t| t.get("extends")).cloned();
        links.push(Link { folder: next, root });
        let Some(parent) = parent else {
            return Ok(links);
        };
        let Some(id) = parent.str() else {
            return Err(vec![wrong_type(&parent, "the id of a variant")]);
        };
        if let Some(at) = links.iter().position(|l| l.folder.id == id) {
            let circle: Vec<&str> = links
                .iter()
                .skip(at)
                .map(|l| l.folder.id.as_str())
                .chain([id])
                .collect();
            let message = format!(
                "variants extend each other in a circle: {}",
                circle.join(" -> ")
            );
            return Err(vec![
                Diagnostic::new("extends-circle", message).at(parent.span.clone()),
            ]);
        }
        if links.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} variants extend each other in a row");
            return Err(vec![
                Diagnostic::new("extends-too-deep", message).at(parent.span.clone()),
            ]);
        }
        next = match library.find(id)? {
            Some(folder) => folder,
            None => {
                let ids = library.ids();
                let known: Vec<&str> = ids.iter().map(String::as_str).collect();
                return Err(vec![
                    unknown("unknown-variant", "variant", id, &known).at(parent.span.clone()),
                ]);
            }
        };
    }
}

fn find_script(folder: &Folder, entry: &Entry, sink: &Sink) -> Option<Arc<Source>> {
    let Some(name) = entry.node.str() else {
        sink.note(wrong_type(
            &entry.node,
            "the name of a script or module in this folder, such as `rules.rhai`",
        ));
        return None;
    };
    let scripts: Vec<&str> = script_names(folder).collect();
    if !scripts.contains(&name) {
        sink.note(unknown("unknown-script", "script", name, &scripts).at(entry.node.span.clone()));
        return None;
    }
    folder.file(name).cloned()
}

/// A script that nothing names would be a rule that silently does not hold.
fn note_unused_scripts(folder: &Folder, used: &[Arc<Source>], sink: &Sink) {
    for name in script_names(folder) {
        let Some(source) = folder.file(name).filter(|s| !used.contains(s)) else {
            continue;
        };
        let unused = Diagnostic::new("unused-script", format!("{} is not used", source.name))
            .at(Span::new(source, 0..0));
        sink.note(unused.hint(format!(
            "state `script = \"{name}\"` at the top of {VARIANT_FILE}, import it, or remove the file"
        )));
    }
}

fn script_names(folder: &Folder) -> impl Iterator<Item = &str> {
    folder
        .files
        .keys()
        .map(String::as_str)
        .filter(|n| is_script(n))
}

/// Changes `base` by what `patch` states: tables merge key by key, any other value replaces. A table with
/// `replace = true` replaces the whole, and `remove` drops inherited keys before anything is added.
pub(crate) fn overlay(base: &mut Table, patch: &Table, sink: &Sink) {
    if let Some(entry) = patch.entry(REPLACE).filter(|_| replaces(patch, sink)) {
        let wrong = Diagnostic::new(
            "nothing-to-replace",
            "there is no inherited table to replace here",
        );
        sink.note(wrong.at(entry.key_span.clone()).hint("leave `replace` out"));
    }
    drop_keys(base, &removals(patch, sink), sink);
    lay(base, patch, sink);
}

fn lay(base: &mut Table, patch: &Table, sink: &Sink) {
    for entry in patch
        .entries()
        .filter(|e| e.key != REPLACE && e.key != REMOVE)
    {
        let Value::Table(stated) = &entry.node.value else {
            let node = fresh(&entry.node, sink);
            base.insert(entry.key.as_str(), entry.key_span.clone(), node);
            continue;
        };
        let table = match base.get_mut(&entry.key).map(|n| &mut n.value) {
            Some(_) if replaces(stated, sink) => {
                let mut whole = stated.clone();
                let _ = whole.take(REPLACE);
                fresh_table(&whole, sink)
            }
            Some(Value::Table(inherited)) => {
                let mut inherited = std::mem::take(inherited);
                overlay(&mut inherited, stated, sink);
                inherited
            }
            _ => fresh_table(stated, sink),
        };
        let node = Node::new(Value::Table(table), entry.node.span.clone());
        base.insert(entry.key.as_str(), entry.key_span.clone(), node);
    }
}

/// A value that changes nothing inherited: it must not say `replace` or `remove` anywhere.
fn fresh(node: &Node, sink: &Sink) -> Node {
    let value = match &node.value {
        Value::Table(table) => Value::Table(fresh_table(table, sink)),
        Value::Array(items) => Value::Array(items.iter().map(|item| fresh(item, sink)).collect()),
        other => other.clone(),
    };
    Node::new(value, node.span.clone())
}

fn fresh_table(table: &Table, sink: &Sink) -> Table {
    let mut out = Table::new();
    overlay(&mut out, table, sink);
    out
}

fn replaces(table: &Table, sink: &Sink) -> bool {
    match table.get(REPLACE) {
        Some(Node {
            value: Value::Bool(value),
            ..
        }) => *value,
        Some(other) => {
            sink.note(
                wrong_type(other, "true or false")
                    .hint("`replace` is a reserved key: it replaces an inherited table"),
            );
            false
        }
        None => false,
    }
}

fn removals(table: &Table, sink: &Sink) -> Vec<Located<String>> {
    let Some(node) = table.get(REMOVE) else {
        return Vec::new();
    };
    let wrong = |node: &Node| {
        sink.note(
            wrong_type(node, "a list of keys")
                .hint("`remove` is a reserved key: it drops inherited keys"),
        );
    };
    let Some(items) = node.array() else {
        wrong(node);
        return Vec::new();
    };
    let mut keys = Vec::new();
    for item in items {
        match item.str() {
            Some(key) => keys.push(Located {
                value: key.to_owned(),
                span: item.span.clone(),
            }),
            None => wrong(item),
        }
    }
    keys
}

fn drop_keys(base: &mut Table, keys: &[Located<String>], sink: &Sink) {
    for key in keys.iter().filter(|key| !base.contains(key)) {
        let known: Vec<&str> = base.keys().collect();
        sink.note(unknown("not-inherited", "inherited key", key, &known).at(key.span.clone()));
    }
    base.remove_all(
        &keys
            .iter()
            .map(|key| key.value.as_str())
            .collect::<BTreeSet<_>>(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Shelf;

    fn shelf(folders: &[(&str, &[(&str, &str)])]) -> Shelf {
        Shelf::new(
            folders.iter().map(|(id, files)| {
                Folder::from_files(*id, files.iter().copied()).expect("a folder")
            }),
        )
    }

    /// Loads the last of variants given as (id, variant.toml).
    fn chain(variants: &[(&str, &str)]) -> Result<Chain, Diagnostics> {
        let folders = variants
            .iter()
            .map(|(id, text)| Folder::from_files(*id, [(VARIANT_FILE, *text)]).expect("a folder"));
        let shelf = Shelf::new(folders);
        let last = variants
            .last()
            .and_then(|(id, _)| shelf.find(id).ok().flatten())
            .expect("a variant");
        load(&shelf, &last)
    }

    fn merged(parent: &str, child: &str) -> String {
        let child = format!("extends = 'p'\n{child}");
        let chain = chain(&[("p", parent), ("c", &child)]).unwrap_or_else(|e| panic!("{}", e[0]));
        format!("{:?}", chain.root)
    }

    fn refused(variants: &[(&str, &str)]) -> Vec<String> {
        chain(variants)
            .expect_err("refused")
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn tables_merge_and_values_replace() {
        assert_eq!(
            merged("a = 1\n[t.u]\nx = 1\ny = [1, 2]", "b = 2\n[t.u]\ny = [3]"),
            r#"{"a":1,"b":2,"t":{"u":{"x":1,"y":[3]}}}"#
        );
        assert_eq!(
            merged("[title]\nen = 'P'\nfa = 'ش'", "[title]\nen = 'C'"),
            r#"{"title":{"en":"C"}}"#
        );
        assert_eq!(merged("t = 1", "[t]\nx = 'none'"), r#"{"t":{"x":"none"}}"#);
        assert_eq!(merged("[t]\nx = 1", "t = false"), r#"{"t":false}"#);
        assert_eq!(merged("", "[t]"), r#"{"t":{}}"#);
    }

    #[test]
    fn replace_and_remove() {
        let parent = "k = 0\n[t]\nx = 1\ny = 2\n[t.u]\nz = 3";
        assert_eq!(
            merged(parent, "[t]\nreplace = true\nw = 4"),
            r#"{"k":0,"t":{"w":4}}"#
        );
        assert_eq!(
            merged(parent, "[t]\nreplace = false\nx = 4\nu.replace = true"),
            r#"{"k":0,"t":{"u":{},"x":4,"y":2}}"#
        );
        assert_eq!(
            merged(parent, "remove = ['k']\n[t]\nremove = ['u', 'x']\nx = 5"),
            r#"{"t":{"x":5,"y":2}}"#
        );
        let wrong = refused(&[
            ("p", parent),
            (
                "c",
                "extends = 'p'\n[t]\nremove = ['xx', 7]\n[v]\nreplace = true\n[t.u]\nreplace = 1",
            ),
        ]);
        assert_eq!(
            wrong,
            [
                "c/variant.toml:3:17: expected a list of keys, found 7 [wrong-type]; `remove` is a reserved key: it drops inherited keys",
                "c/variant.toml:3:11: unknown inherited key `xx` [not-inherited]; did you mean `x`? known: x, y, u",
                "c/variant.toml:7:11: expected true or false, found 1 [wrong-type]; `replace` is a reserved key: it replaces an inherited table",
                "c/variant.toml:5:1: there is no inherited table to replace here [nothing-to-replace]; leave `replace` out",
            ]
        );
        // A variant that extends nothing has nothing to remove, at any depth.
        assert!(
            refused(&[("p", "[[a]]\nb = { remove = ['x'] }")])[0].contains("p/variant.toml:2:17: ")
        );
        assert!(refused(&[("p", "replace = true")])[0].contains("[nothing-to-replace]"));
    }

    #[test]
    fn being_abstract_is_not_inherited() {
        let parent = ("p", "abstract = true\na = 1");
        assert!(chain(&[parent]).expect("a chain").is_abstract);
        let child = chain(&[parent, ("c", "extends = 'p'")]).expect("a chain");
        assert!(!child.is_abstract && !child.root.contains(ABSTRACT));
        assert_eq!(
            refused(&[("p", "abstract = 1")]),
            ["p/variant.toml:1:12: expected true or false, found 1 [wrong-type]"]
        );
    }

    #[test]
    fn places_survive_merging() {
        let chain = chain(&[
            ("p", "a = 1\n[t]\nx = 1\n  y = 2"),
            ("c", "extends = 'p'\n\n[t]\nx = 9"),
        ])
        .expect("a chain");
        let t = chain.root.get("t").and_then(Node::table).expect("t");
        let place = |key: &str| {
            let span = &t.get(key).expect("a key").span;
            (
                span.source.name.clone(),
                span.source.line_column(span.range.start),
            )
        };
        assert_eq!(place("x"), ("c/variant.toml".to_owned(), (4, 5)));
        assert_eq!(place("y"), ("p/variant.toml".to_owned(), (4, 7)));
        assert_eq!(chain.ids, ["p", "c"]);
    }

    #[test]
    fn circles_are_named_whole() {
        let circle = [
            ("b", "extends = 'c'"),
            ("c", "extends = 'b'"),
            ("a", "x = 1\nextends = 'b'"),
        ];
        assert_eq!(
            refused(&circle),
            [
                "c/variant.toml:1:11: variants extend each other in a circle: b -> c -> b [extends-circle]"
            ]
        );
        assert!(refused(&[("a", "extends = 'a'")])[0].contains("circle: a -> a"));
        let ids: Vec<String> = (0..=MAX_CHAIN).map(|i| format!("v{i}")).collect();
        let texts: Vec<String> = (0..=MAX_CHAIN)
            .map(|i| {
                if i == 0 {
                    String::new()
                } else {
                    format!("extends = 'v{}'", i - 1)
                }
            })
            .collect();
        let long: Vec<(&str, &str)> = ids
            .iter()
            .map(String::as_str)
            .zip(texts.iter().map(String::as_str))
            .collect();
        assert!(refused(&long)[0].contains("[extends-too-deep]"));
        assert_eq!(
            chain(&long[..MAX_CHAIN]).expect("a chain").ids.len(),
            MAX_CHAIN
        );
    }

    #[test]
    fn unknown_parents_get_a_hint() {
        let wrong = refused(&[("chess", ""), ("go", ""), ("c", "extends = 'ches'")]);
        assert_eq!(
            wrong,
            [
                "c/variant.toml:1:11: unknown variant `ches` [unknown-variant]; did you mean `chess`? known: c, chess, go"
            ]
        );
        assert!(
            refused(&[("c", "extends = 1")])[0].contains("expected the id of a variant, found 1")
        );
        // What is wrong with a parent is shown in the parent.
        assert!(
            refused(&[("p", "a ="), ("c", "extends = 'p'")])[0].starts_with("p/variant.toml:1:")
        );
    }

    #[test]
    fn when_blocks_and_scripts_add_up() {
        let shelf = shelf(&[
            (
                "p",
                &[
                    (VARIANT_FILE, "script = 'rules.rhai'\n[[when]]\na = 1"),
                    ("rules.rhai", "// p"),
                ],
            ),
            ("m", &[(VARIANT_FILE, "extends = 'p'\n[[when]]\na = 2")]),
            (
                "c",
                &[
                    (
                        VARIANT_FILE,
                        "extends = 'm'\nscript = 'own.rhai'\n[[when]]\na = 3",
                    ),
                    ("own.rhai", "// c"),
                ],
            ),
            (
                "d",
                &[(
                    VARIANT_FILE,
                    "extends = 'c'\nremove = ['when', 'script']\n[[when]]\na = 4",
                )],
            ),
        ]);
        let load = |id: &str| {
            load(
                &shelf,
                &shelf.find(id).expect("readable").expect("a variant"),
            )
            .expect("a chain")
        };
        let c = load("c");
        assert_eq!(format!("{:?}", c.when), r#"[{"a":1}, {"a":2}, {"a":3}]"#);
        assert_eq!(
            c.scripts
                .iter()
                .map(|(id, s)| (id.as_str(), s.name.as_str()))
                .collect::<Vec<_>>(),
            [("p", "p/rules.rhai"), ("c", "c/own.rhai")]
        );
        assert!(c.root.is_empty());
        let d = load("d");
        assert_eq!(format!("{:?} {:?}", d.when, d.scripts), r#"[{"a":4}] []"#);
    }

    #[test]
    fn modules_come_before_the_scripts_that_import_them() {
        let library = shelf(&[
            (
                "go",
                &[
                    (VARIANT_FILE, "script = 'rules.rhai'"),
                    ("rules.rhai", "import \"lib\" as lib;"),
                    ("lib.rhai", "import \"base\" as base;"),
                    ("base.rhai", "// base"),
                ],
            ),
            (
                "child",
                &[
                    (VARIANT_FILE, "extends = 'go'\nscript = 'own.rhai'"),
                    ("own.rhai", "import \"lib\" as l;"),
                ],
            ),
            (
                "other",
                &[
                    (VARIANT_FILE, "script = 'rules.rhai'"),
                    ("rules.rhai", "import \"go/lib\" as lib;"),
                ],
            ),
            (
                "round",
                &[
                    (VARIANT_FILE, "script = 'rules.rhai'"),
                    (
                        "rules.rhai",
                        "import \"rules\" as me; import \"non\" as no;",
                    ),
                ],
            ),
        ]);
        let names = |id: &str| -> Vec<String> {
            let folder = library.find(id).expect("readable").expect("there");
            let chain = load(&library, &folder).expect("good");
            chain.scripts.iter().map(|(_, s)| s.name.clone()).collect()
        };
        let go = ["go/base.rhai", "go/lib.rhai", "go/rules.rhai"];
        assert_eq!(names("go"), go);
        assert_eq!(names("child"), [&go[..], &["child/own.rhai"]].concat());
        assert_eq!(names("other"), [&go[..2], &["other/rules.rhai"]].concat());
        let folder = library.find("round").expect("readable").expect("there");
        let errors = load(&library, &folder).expect_err("refused");
        let codes: Vec<&str> = errors.iter().map(|e| e.code).collect();
        assert_eq!(codes, ["import-circle", "unknown-module"]);
    }

    #[test]
    fn scripts_must_be_there_and_used() {
        let shelf = shelf(&[
            (
                "a",
                &[(VARIANT_FILE, "script = 'rule.rhai'"), ("rules.rhai", "")],
            ),
            ("b", &[(VARIANT_FILE, "when = 1\nremove = ['script']")]),
        ]);
        let refused = |id: &str| {
            load(
                &shelf,
                &shelf.find(id).expect("readable").expect("a variant"),
            )
            .expect_err("refused")
        };
        assert_eq!(
            refused("a").iter().map(|d| d.code).collect::<Vec<_>>(),
            ["unknown-script", "unused-script"]
        );
        assert_eq!(
            refused("b").iter().map(|d| d.code).collect::<Vec<_>>(),
            ["not-inherited", "wrong-type"]
        );
    }
}
