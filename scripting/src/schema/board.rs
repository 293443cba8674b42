//! `[board]`: sites, edges and regions.

use masque_core::spec::{BoardSpec, Neighbours, RegionSpec};

use super::names::Names;
use super::owned;
use crate::decode::Fields;
use crate::sink::wrong_type;
use crate::tree::{Entry, Node, Value};

const SITES: &str = "sites: a text such as `a1`, `a1-h2`, `rank 4`, `ranks 4-7`, `last rank`, `file a`, `last file` or `all`, a list of them, or a table";

pub(super) fn board(root: &mut Fields<'_, '_>, _: &Names) -> BoardSpec {
    let table = root
        .doc("The sites and how they are joined")
        .req_table("board");
    let Some(mut f) = table else {
        return BoardSpec::default();
    };
    let files = f.doc("Files, from `a`").req_int("files", 1..=26);
    let ranks = f
        .doc("Ranks, from 1 at the bottom")
        .req_int("ranks", 1..=99);
    let graph = f
        .doc("Whether neighbours are those of a rectangle, or the edges that are listed")
        .opt_enum("shape", &[("rect", false), ("graph", true)])
        .unwrap_or(false);
    let neighbours = f
        .doc("Which sites of a rectangle are neighbours: those beside, above and below, or also those up to the left and down to the right")
        .opt_enum(
            "neighbours",
            &[
                ("orthogonal", Neighbours::Orthogonal),
                ("hexagonal", Neighbours::Hexagonal),
            ],
        );
    if graph && neighbours.is_some() {
        f.refuse(
            "neighbours",
            "misplaced-key",
            "the neighbours on a board of shape `graph` are the ends of its edges",
        );
    }
    let holes = f
        .doc("Sites of the rectangle that do not exist")
        .opt_strs("holes");
    let intersections = f
        .doc("Whether pieces stand on the crossings of lines rather than in squares")
        .opt_bool("intersections");
    let skip_i = f
        .doc("Whether the file letters skip `i`")
        .opt_bool("skip_i");
    // Nothing cites them; that they are named ties the rulebook's account of the board to it.
    let _ = f.clauses();
    let edges = edges(&mut f, graph);
    let regions = regions(&mut f);
    f.finish();
    BoardSpec {
        files: files.unwrap_or(1) as u8,
        ranks: ranks.unwrap_or(1) as u8,
        graph,
        neighbours: neighbours.unwrap_or_default(),
        holes: owned(holes),
        edges,
        regions,
        intersections: intersections.unwrap_or(false),
        skip_i: skip_i.unwrap_or(false),
    }
}

fn edges(f: &mut Fields<'_, '_>, graph: bool) -> Vec<(String, Vec<String>)> {
    let table = f
        .doc("The edges of a graph, by class, as straight runs and stars; an edge belongs to the first class that names it")
        .opt_table("edges");
    let Some(mut f) = table else {
        return Vec::new();
    };
    if !graph && !f.describing() {
        f.sink().note(
            crate::diag::Diagnostic::new(
                "misplaced-key",
                "edges are listed for a board of shape `graph` alone",
            )
            .at(f.span().clone()),
        );
    }
    let runs = f
        .doc("Runs of edges such as `a2-e2`, and stars such as `b3*`")
        .every_strs("NAME");
    f.finish();
    runs.into_iter()
        .map(|(name, runs)| (name.to_owned(), owned(Some(runs))))
        .collect()
}

fn regions(f: &mut Fields<'_, '_>) -> std::collections::BTreeMap<String, RegionSpec> {
    let entries = f
        .doc(
            "Named sets of sites, the same for both sides or one for each: sites, ranges such as `a1-c2`, `rank 1`, \
             `ranks 4-7`, `last rank`, `file a`, `last file`, `all`",
        )
        .map("regions", "a table of named regions");
    if let Some(mut example) = f.example("regions.NAME".to_owned()) {
        let _ = region_table(&mut example);
    }
    entries
        .into_iter()
        .filter_map(|entry| Some((entry.key.clone(), region(f, entry)?)))
        .collect()
}

fn region(f: &Fields<'_, '_>, entry: &Entry) -> Option<RegionSpec> {
    match &entry.node.value {
        Value::Table(_) => {
            let path = format!("regions.{}", entry.key);
            let mut table = f.enter(&path, "regions.NAME", &entry.node)?;
            let region = region_table(&mut table);
            table.finish();
            Some(region)
        }
        Value::Str(_) | Value::Array(_) => Some(RegionSpec {
            first: sites(f, &entry.node)?,
            ..RegionSpec::default()
        }),
        _ => {
            f.sink().note(wrong_type(&entry.node, SITES));
            None
        }
    }
}

fn region_table(f: &mut Fields<'_, '_>) -> RegionSpec {
    let all = f
        .doc("The sites, for both sides; for the first side with `mirror`")
        .opt_strs("sites");
    let mirror = f
        .doc("Whether the second side's sites are those on the mirrored ranks")
        .opt_bool("mirror");
    let first = f.doc("The first side's sites").opt_strs("first");
    let second = f.doc("The second side's sites").opt_strs("second");
    if !f.describing() {
        let whole = f.has("sites") && !f.has("first") && !f.has("second");
        let halves = !f.has("sites") && f.has("first") && f.has("second") && !f.has("mirror");
        if !whole && !halves {
            let wrong = crate::diag::Diagnostic::new(
                "bad-region",
                "a region gives either `sites` (and `mirror`), or `first` and `second`",
            );
            f.sink().note(wrong.at(f.span().clone()));
        }
    }
    RegionSpec {
        first: owned(all.or(first)),
        second: second.map(|s| owned(Some(s))),
        mirror: mirror.unwrap_or(false),
    }
}

fn sites(f: &Fields<'_, '_>, node: &Node) -> Option<Vec<String>> {
    let items = match &node.value {
        Value::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let text = |item: &Node| {
        if item.str().is_none() {
            f.sink().note(wrong_type(item, "a string"));
        }
        item.str().map(str::to_owned)
    };
    items.iter().map(text).collect()
}
