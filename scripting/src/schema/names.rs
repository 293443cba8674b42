//! The names that a variant defines, so that a wrong one is told where it stands and what was meant.

use crate::decode::{Fields, Located};
use crate::sink::unknown;
use crate::tree::{Node, Table, Value};

/// What each table of names defines.
#[derive(Debug, Default)]
pub(super) struct Names {
    kinds: Vec<String>,
    regions: Vec<String>,
    manners: Vec<String>,
    classes: Vec<String>,
}

impl Names {
    pub(super) fn of(root: &Table) -> Self {
        let keys = |table: Option<&Table>| -> Vec<String> {
            table
                .into_iter()
                .flat_map(Table::keys)
                .map(str::to_owned)
                .collect()
        };
        let board = root.get("board").and_then(Node::table);
        let of_board = |key: &str| keys(board.and_then(|b| b.get(key)).and_then(Node::table));
        let manners = match root.get("manners").map(|n| &n.value) {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Node::str)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        };
        let mut regions = of_board("regions");
        regions.push("all".to_owned());
        Self {
            kinds: keys(root.get("kinds").and_then(Node::table)),
            regions,
            manners,
            classes: of_board("edges"),
        }
    }

    pub(super) fn kind(&self, f: &Fields<'_, '_>, name: Option<Located<&str>>) -> Option<String> {
        name.map(|name| check(f, "unknown-kind", "kind", &self.kinds, &name))
    }

    pub(super) fn kinds(
        &self,
        f: &Fields<'_, '_>,
        names: Option<Vec<Located<&str>>>,
    ) -> Vec<String> {
        let names = names.unwrap_or_default();
        names
            .iter()
            .map(|name| check(f, "unknown-kind", "kind", &self.kinds, name))
            .collect()
    }

    /// Notes every key of a table that is no kind.
    pub(super) fn keys_are_kinds(&self, f: &Fields<'_, '_>) {
        for name in f.keys() {
            let _ = check(f, "unknown-kind", "kind", &self.kinds, &name);
        }
    }

    pub(super) fn region(&self, f: &Fields<'_, '_>, name: Option<Located<&str>>) -> Option<String> {
        name.map(|name| check(f, "unknown-region", "region", &self.regions, &name))
    }

    pub(super) fn manner(&self, f: &Fields<'_, '_>, name: Option<Located<&str>>) -> Option<String> {
        name.map(|name| check(f, "unknown-manner", "manner", &self.manners, &name))
    }

    pub(super) fn manners(
        &self,
        f: &Fields<'_, '_>,
        names: Option<Vec<Located<&str>>>,
    ) -> Vec<String> {
        let names = names.unwrap_or_default();
        names
            .iter()
            .map(|name| check(f, "unknown-manner", "manner", &self.manners, name))
            .collect()
    }

    pub(super) fn class(&self, f: &Fields<'_, '_>, name: Located<&str>) -> String {
        check(f, "unknown-edge", "edge class", &self.classes, &name)
    }
}

fn check(
    f: &Fields<'_, '_>,
    code: &'static str,
    what: &str,
    known: &[String],
    name: &Located<&str>,
) -> String {
    if !known.iter().any(|k| k == name.value) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        f.sink()
            .note(unknown(code, what, name.value, &known).at(name.span.clone()));
    }
    name.value.to_owned()
}
