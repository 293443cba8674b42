//! A variant's data, from its folder to the one table that a game's options leave.

use std::sync::Arc;

use crate::choices::Choices;
use crate::diag::{Diagnostics, Source, Span};
use crate::folder::{Folder, Library};
use crate::options::Options;
use crate::resolve;
use crate::sink::Sink;
use crate::tree::{Node, Table, Value, write_string};
use crate::when::{self, When};

/// A variant merged with all it extends, before options are chosen.
#[derive(Clone, Debug)]
pub struct Document {
    id: String,
    chain: Vec<String>,
    is_abstract: bool,
    root: Node,
    options: Options,
    when: Vec<When>,
    scripts: Vec<(String, Arc<Source>)>,
}

/// A variant under one choice of options: what the typed specs are decoded from.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The variant's id.
    pub id: String,
    /// The ids from the ancestor that extends nothing to the variant itself.
    pub chain: Vec<String>,
    /// The merged table with every option applied and without the keys `extends`, `script`, `options`, `presets` and
    /// `when`.
    pub root: Node,
    /// The options' values.
    pub choices: Choices,
    /// The scripts, each with the id of the variant that states it; a later one overrides the functions of an earlier
    /// one by name.
    pub scripts: Vec<(String, Arc<Source>)>,
}

/// Reads a variant: its folder, and through `library` all it extends.
///
/// # Errors
/// Everything wrong with the texts as far as it can be told without knowing what a key means: syntax, inheritance,
/// options, presets, and the conditions of all `[[when]]` blocks.
pub fn read(library: &dyn Library, folder: &Folder) -> Result<Document, Diagnostics> {
    let mut chain = resolve::load(library, folder)?;
    let sink = Sink::new();
    let options = chain.root.take("options").map(|e| e.node);
    let presets = chain.root.take("presets").map(|e| e.node);
    let options = Options::read(options.as_ref(), presets.as_ref(), &sink);
    when::check_references(&chain.root, &options, &sink);
    let when = chain
        .when
        .iter()
        .filter_map(|node| When::read(node, &options, &sink))
        .collect();
    sink.finish(Document {
        id: folder.id.clone(),
        chain: chain.ids,
        is_abstract: chain.is_abstract,
        root: Node::new(Value::Table(chain.root), chain.span),
        options,
        when,
        scripts: chain.scripts,
    })
}

impl Document {
    /// The variant's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The ids from the ancestor that extends nothing to the variant itself.
    #[must_use]
    pub fn chain(&self) -> &[String] {
        &self.chain
    }

    /// Whether it is only there to be extended: it says what its children share, and is not offered for play.
    #[must_use]
    pub fn is_abstract(&self) -> bool {
        self.is_abstract
    }

    /// The options and presets.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The merged table before options are applied, for what no option changes, such as the title.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The `[[when]]` blocks, ancestors' first.
    #[must_use]
    pub fn when(&self) -> &[When] {
        &self.when
    }

    /// The scripts, ancestors' first, each with the id of the variant that states it.
    #[must_use]
    pub fn scripts(&self) -> &[(String, Arc<Source>)] {
        &self.scripts
    }

    /// The same document with another merged table; see [`root`](Self::root).
    #[must_use]
    pub fn with_root(mut self, root: Table) -> Self {
        self.root.value = Value::Table(root);
        self
    }

    /// The same document with other options and presets.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The same document with other `[[when]]` blocks.
    #[must_use]
    pub fn with_when(mut self, when: Vec<When>) -> Self {
        self.when = when;
        self
    }

    /// The same document with another text for the script of this number; without effect when there is none.
    #[must_use]
    pub fn with_script(mut self, number: usize, source: Arc<Source>) -> Self {
        if let Some((_, script)) = self.scripts.get_mut(number) {
            *script = source;
        }
        self
    }

    /// Chooses options: the defaults, overlaid by a preset, overlaid by `pairs` of name and value.
    ///
    /// # Errors
    /// Every choice that is unknown or not allowed, and every `[[when]]` block that removes or replaces what is not
    /// there.
    pub fn choose(
        &self,
        preset: Option<&str>,
        pairs: &[(String, String)],
    ) -> Result<Resolved, Diagnostics> {
        self.resolve(self.options.choose(preset, pairs)?)
    }

    /// Applies choices that [`Options::choose`] made.
    ///
    /// # Errors
    /// Every `[[when]]` block that removes or replaces what is not there.
    pub fn resolve(&self, choices: Choices) -> Result<Resolved, Diagnostics> {
        let sink = Sink::new();
        let mut root = self.root.table().cloned().unwrap_or_default();
        when::apply(&mut root, &self.when, &choices, &sink);
        sink.finish(Resolved {
            id: self.id.clone(),
            chain: self.chain.clone(),
            root: Node::new(Value::Table(root), self.root.span.clone()),
            choices,
            scripts: self.scripts.clone(),
        })
    }
}

impl Resolved {
    /// The keys of the document.
    #[must_use]
    pub fn table(&self) -> &Table {
        static EMPTY: Table = Table::new();
        self.root.table().unwrap_or(&EMPTY)
    }

    /// Where the variant's own file starts, for what is wrong with the document as a whole.
    #[must_use]
    pub fn span(&self) -> &Span {
        &self.root.span
    }

    /// All that the rules depend on as one JSON text with sorted keys, without places: hash this to name the rules.
    ///
    /// Comments, layout, order of keys, and how the data is spread over ancestors make no difference; texts of scripts
    /// do.
    #[must_use]
    pub fn canonical(&self) -> String {
        let span = &self.root.span;
        let mut out = String::from("{\"id\":");
        write_string(&mut out, &self.id);
        out.push_str(",\"options\":{");
        for (i, (name, value)) in self.choices.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(&mut out, name);
            out.push(':');
            out.push_str(&value.to_node(span).canonical());
        }
        out.push_str("},\"root\":");
        self.table().write_canonical(&mut out);
        out.push_str(",\"scripts\":[");
        for (i, (_, source)) in self.scripts.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_string(&mut out, &source.text);
        }
        out.push_str("]}");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Shelf;

    const PARENT: &str = r#"
title = "Parent"
limit = "$quiet"
list = ["$chain", "$ not", "a$chain", "$royal"]
script = "rules.rhai"
[options.chain]
type = "choice"
choices = ["off", "open", "dark"]
default = "off"
[options.quiet]
type = "int"
off = true
default = 50
[options.royal]
type = "list"
choices = ["king", "queen"]
default = ["king"]
[presets.dark]
chain = "dark"
[[when]]
if = { chain = ["open", "dark"] }
limit = 9
chains.on = true
[[when]]
if = { chain = "dark", quiet = "off" }
limit = "$chain"
[chains]
max = 3
"#;

    fn shelf(child: &str) -> Shelf {
        let parent = Folder::from_files(
            "p",
            [("variant.toml", PARENT), ("rules.rhai", "fn f() {}\n")],
        )
        .expect("a folder");
        let child = Folder::from_files("c", [("variant.toml", child)]).expect("a folder");
        Shelf::new([parent, child])
    }

    fn document(child: &str) -> Result<Document, Diagnostics> {
        let shelf = shelf(child);
        read(
            &shelf,
            &shelf.find("c").expect("readable").expect("a folder"),
        )
    }

    fn refused(child: &str) -> Vec<String> {
        document(child)
            .expect_err("refused")
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn chosen(document: &Document, preset: Option<&str>, pairs: &[(&str, &str)]) -> Resolved {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        document.choose(preset, &pairs).expect("choices")
    }

    #[test]
    fn options_reach_the_data() {
        let document =
            document("extends = 'p'\n[options.chain]\ndefault = 'off'\n").expect("a document");
        let plain = chosen(&document, None, &[]);
        assert_eq!(
            plain.root.canonical(),
            r#"{"chains":{"max":3},"limit":50,"list":["off","$ not","a$chain",["king"]],"title":"Parent"}"#
        );
        let off = chosen(&document, None, &[("quiet", "off")]);
        assert_eq!(
            off.table().get("limit").map(Node::canonical).as_deref(),
            Some("\"off\"")
        );
        assert_eq!(
            (off.id.as_str(), off.chain.as_slice()),
            ("c", &["p".to_owned(), "c".to_owned()][..])
        );
        assert_eq!(off.scripts[0].0, "p");
    }

    #[test]
    fn when_blocks_apply_in_order() {
        let child = "extends = 'p'\n[[when]]\nif = { royal = 'queen' }\nlimit = 7\n[[when]]\nif = { chain = 'open' }\nchains = { remove = ['on'] }\n";
        let document = document(child).expect("a document");
        let get =
            |r: &Resolved, key: &str| r.table().get(key).map(Node::canonical).unwrap_or_default();
        let dark = chosen(&document, Some("dark"), &[]);
        assert_eq!(
            (get(&dark, "limit"), get(&dark, "chains")),
            ("9".into(), r#"{"max":3,"on":true}"#.into())
        );
        let off = chosen(&document, Some("dark"), &[("quiet", "off")]);
        assert_eq!(get(&off, "limit"), "\"dark\"");
        let queen = chosen(
            &document,
            Some("dark"),
            &[("quiet", "off"), ("royal", "king+queen")],
        );
        assert_eq!(get(&queen, "limit"), "7");
        let open = chosen(&document, None, &[("chain", "open")]);
        assert_eq!(get(&open, "chains"), r#"{"max":3}"#);
        // A value that a block states points into the block, a substituted one at its `$name`.
        let place = |r: &Resolved, key: &str| {
            let span = r.table().get(key).map(|n| n.span.clone()).expect("a key");
            (
                span.source.name.clone(),
                span.source.line_column(span.range.start),
            )
        };
        assert_eq!(
            place(&queen, "limit"),
            ("c/variant.toml".to_owned(), (4, 9))
        );
        assert_eq!(place(&off, "limit"), ("p/variant.toml".to_owned(), (26, 9)));
    }

    #[test]
    fn blocks_are_checked_though_nothing_selects_them() {
        let child = "extends = 'p'\nx = '$chian'\n[[when]]\nif = { chian = 'open', chain = ['open', 'shut'], quiet = 'never', royal = [] }\n\
                     [[when]]\nlimit = '$nothing'\noptions = {}\n[[when]]\nif = {}\n";
        assert_eq!(
            refused(child),
            [
                "c/variant.toml:2:5: unknown option `chian` [unknown-option]; did you mean `chain`? known: chain, quiet, royal",
                "c/variant.toml:4:8: unknown option `chian` [unknown-option]; did you mean `chain`? known: chain, quiet, royal",
                "c/variant.toml:4:41: expected one of `off`, `open`, `dark`, found the string \"shut\" [wrong-type]",
                "c/variant.toml:4:58: expected a whole number or `off`, found the string \"never\" [wrong-type]",
                "c/variant.toml:4:75: expected one of `king`, `queen`, or a list of such values, found an empty list [wrong-type]",
                "c/variant.toml:7:1: a `[[when]]` block cannot state `options` [misplaced-key]",
                "c/variant.toml:6:9: unknown option `nothing` [unknown-option]; known: chain, quiet, royal",
                "c/variant.toml:5:1: the key `if` is missing in this `[[when]]` block [missing-key]; `if` is a table of option values, such as `{ cannon = \"jump\" }`",
                "c/variant.toml:9:6: expected a table of option values, with at least one, found an empty table [wrong-type]",
            ]
        );
    }

    #[test]
    fn a_child_changes_the_default_of_an_option() {
        let document = document(
            "extends = 'p'\n[options]\nchain.default = 'dark'\nroyal.choices = ['king']\n",
        )
        .expect("a document");
        let resolved = chosen(&document, None, &[]);
        assert_eq!(resolved.choices.to_string(), "");
        assert_eq!(
            resolved
                .table()
                .get("limit")
                .map(Node::canonical)
                .as_deref(),
            Some("9")
        );
        assert!(
            refused("extends = 'p'\n[options]\nremove = ['quiet']\n")[0]
                .starts_with("p/variant.toml:3:9: unknown option `quiet`")
        );
        let misspelt = refused("extends = 'p'\n[options.chian]\ndefault = 'open'\n");
        assert!(misspelt[0].starts_with("c/variant.toml:2:10: unknown option `chian` [unknown-option]; did you mean `chain`?"), "{misspelt:?}");
        assert!(
            refused("extends = 'p'\n[options.chain]\ndefault = 'shut'\n")[0]
                .starts_with("c/variant.toml:3:11: ")
        );
    }

    #[test]
    fn the_canonical_text_is_the_rules_alone() {
        let one = document("extends = 'p'\n[t]\nx = 1\ny = 2\n").expect("a document");
        let two = document("# a note\nt = { y = 2, x = 1 }\nextends = 'p'\n").expect("a document");
        let text = chosen(&one, None, &[]).canonical();
        assert_eq!(text, chosen(&two, None, &[]).canonical());
        assert_ne!(text, chosen(&one, None, &[("quiet", "off")]).canonical());
        let parsed: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(parsed["options"]["quiet"], 50);
        assert_eq!(parsed["scripts"][0], "fn f() {}\n");
        assert_eq!(parsed["root"]["t"]["y"], 2);
    }
}
