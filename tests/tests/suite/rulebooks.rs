//! Every shipped rulebook runs, and is linked to its variant in every direction.

use masque_conformance::command::{Args, select};
use masque_conformance::run::InProcess;

#[test]
fn every_shipped_rulebook_holds() {
    let selection = select(&Args::default(), masque_variants::shelf()).unwrap_or_else(|errors| {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", texts.join("\n"))
    });
    let report = selection.run(&InProcess);
    assert!(report.holds(), "{}", report.pretty());
    assert_eq!(
        report.skipped, 0,
        "the engine of this workspace can be asked everything"
    );
}
