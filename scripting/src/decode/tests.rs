use super::*;
use crate::tree::parse;

fn decode(text: &str, decoder: impl FnOnce(&mut Fields<'_, '_>)) -> Vec<String> {
    let root = parse(&Source::new("v/variant.toml", text)).expect("TOML");
    let sink = Sink::new();
    let mut fields = Fields::new(root.table().expect("a table"), root.span.clone(), &sink);
    decoder(&mut fields);
    fields.finish();
    sink.finish(())
        .err()
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn every_getter_reads_its_type() {
    let text = "b = true\ni = 3\nf = 1.5\nn = 2\ns = 'x'\ne = 'two'\nl = ['p', 'q']\none = 'r'\nis = [1, 2]\nname = { fa = 'پ', en = 'P' }\nclause = ['a-b', 'c']\n[t]\nk = 1\n[[ts]]\nk = 2\n[[ts]]\nk = 3\n[m.first]\nk = 4\n[m.second]\n";
    let wrong = decode(text, |f| {
        assert_eq!(
            (
                f.opt_bool("b"),
                f.req_int("i", 0..=3),
                f.opt_int("none", 0..=1)
            ),
            (Some(true), Some(3), None)
        );
        assert_eq!((f.opt_float("f"), f.opt_float("n")), (Some(1.5), Some(2.0)));
        assert_eq!(f.req_str("s").as_deref(), Some(&"x"));
        assert_eq!(f.opt_enum("e", &[("one", 1), ("two", 2)]), Some(2));
        assert_eq!(
            f.opt_list_str("l")
                .map(|l| l.iter().map(|s| s.value).collect()),
            Some(vec!["p", "q"])
        );
        assert_eq!(f.opt_strs("one").map(|l| l.len()), Some(1));
        assert_eq!(f.opt_list_int("is", 1..=2), Some(vec![1, 2]));
        let name = f.opt_text("name").unwrap_or_default();
        assert_eq!(
            (name.get("fa"), name.get("de"), name.languages().count()),
            ("پ", "P", 2)
        );
        assert_eq!(
            f.clauses()
                .iter()
                .map(|c| c.value.as_str())
                .collect::<Vec<_>>(),
            ["a-b", "c"]
        );
        assert_eq!(
            f.req_table("t").and_then(|mut t| t.opt_int("k", 0..=9)),
            Some(1)
        );
        let ks: Vec<_> = f
            .tables("ts")
            .iter_mut()
            .map(|t| t.opt_int("k", 0..=9))
            .collect();
        assert_eq!(ks, [Some(2), Some(3)]);
        let m: Vec<_> = f
            .map_tables("m")
            .into_iter()
            .map(|(name, mut t)| (name.value, t.opt_int("k", 0..=9)))
            .collect();
        assert_eq!(m, [("first", Some(4)), ("second", None)]);
    });
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn wrong_values_are_all_noted_where_they_stand() {
    let text = "b = 1\ni = 30\ns = [1]\ne = 'tow'\nl = ['p', 2, 'q', {}]\nclause = 'A b'\nt = 'no'\nts = [{k = 'x'}, 5]\n";
    let wrong = decode(text, |f| {
        f.opt_bool("b");
        f.opt_int("i", 1..=19);
        f.opt_str("s");
        f.opt_enum("e", &[("one", 1), ("two", 2)]);
        f.opt_list_str("l");
        f.clauses();
        f.opt_table("t");
        f.req_int("z", 0..=i64::MAX);
        for mut t in f.tables("ts") {
            t.req_int("k", 0..=9);
            t.req_int("q", 0..=9);
        }
    });
    let expected = [
        "1:5: expected true or false, found 1 [wrong-type]",
        "2:5: expected a whole number from 1 to 19, found 30 [out-of-range]",
        "3:5: expected a string, found a list [wrong-type]",
        "4:5: unknown word `tow` for `e` [unknown-word]; did you mean `two`? known: one, two",
        "5:11: expected a string, found 2 [wrong-type]",
        "5:19: expected a string, found an empty table [wrong-type]",
        "6:10: `A b` is no clause slug [bad-slug]; a slug is lower-case letters, digits and hyphens",
        "7:5: expected a table, found the string \"no\" [wrong-type]",
        "1:1: the key `z` is missing [missing-key]; `z` is a whole number of at least 0",
        "8:18: expected a table, found 5 [wrong-type]",
        "8:12: expected a whole number from 0 to 9, found the string \"x\" [wrong-type]",
        "8:7: the key `q` is missing in `ts[0]` [missing-key]; `q` is a whole number from 0 to 9",
    ];
    assert_eq!(wrong, expected.map(|e| format!("v/variant.toml:{e}")));
}

#[test]
fn unknown_keys_name_the_closest() {
    let wrong = decode("[hidden]\nrevael = 1\nzzz = 2", |f| {
        let Some(mut hidden) = f.opt_table("hidden") else {
            return;
        };
        hidden.opt_node("reveal", "anything");
        hidden.opt_node("deal", "anything");
        hidden.finish();
    });
    assert_eq!(
        wrong,
        [
            "v/variant.toml:2:1: unknown key `revael` in `hidden` [unknown-key]; did you mean `reveal`? known: reveal, deal",
            "v/variant.toml:3:1: unknown key `zzz` in `hidden` [unknown-key]; known: reveal, deal",
        ]
    );
}

#[test]
fn a_decoder_describes_its_keys() {
    fn tree(f: &mut Fields<'_, '_>) {
        f.doc("How tall").req_int("height", 1..=9);
        for mut branch in f.doc("What grows on it").tables("branch") {
            tree(&mut branch);
        }
    }
    let reference = describe(|f| {
        for (_, mut t) in f.doc("The trees").map_tables("tree") {
            tree(&mut t);
        }
    });
    assert_eq!(reference[0].0, "");
    assert_eq!(reference[1].0, "tree.NAME");
    assert_eq!(reference[2].0, "tree.NAME.branch[]");
    let height = KeyDoc {
        key: "height",
        words: Vec::new(),
        expects: "a whole number from 1 to 9".into(),
        required: true,
        doc: "How tall",
    };
    assert_eq!(reference[2].1[0], height);
    assert_eq!(reference[0].1[0].doc, "The trees");
    assert_eq!(reference.len(), 1 + DESCRIBED_DEPTH);
}
