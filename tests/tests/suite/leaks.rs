//! An engine whose answers depend on what nobody was told is caught by cases, however many truths share their work.

use masque_conformance::report::Report;
use masque_conformance::run::InProcess;
use masque_conformance::run::driver::{Driver, Ending, Game, Heard, Opener, Reply, Said, Start};
use masque_core::action::Act;
use masque_core::piece::{Observer, Seat};
use masque_core::search::Unit;
use masque_core::setup::{Setup, SetupCell};

use crate::runner::report_of;

/// Masque, but that one legal action is missing where one hidden piece is a cannon.
struct Leaky;

struct Leak {
    inner: Box<dyn Driver>,
    letter: Box<dyn Fn(&Setup) -> bool + Send>,
}

impl Opener for Leaky {
    fn name(&self) -> String {
        "leaky".to_owned()
    }

    fn open(&self, game: &Game<'_>) -> Said<Box<dyn Driver>> {
        let engine = game.engine;
        let (at, kind) = (engine.site("b1"), engine.kind('C'));
        let letter = move |setup: &Setup| match at.map(|at| setup.cells[at.index()]) {
            Some(SetupCell::Down { truth, .. }) => truth.map(|piece| piece.kind) == kind,
            _ => false,
        };
        Ok(Box::new(Leak {
            inner: InProcess.open(game)?,
            letter: Box::new(letter),
        }))
    }
}

impl Driver for Leak {
    fn start(&mut self, start: &Start<'_>) -> Said<()> {
        self.inner.start(start)
    }

    fn normal(&mut self, seat: Seat, action: &str) -> Said<String> {
        self.inner.normal(seat, action)
    }

    fn turn(&mut self) -> Said<Seat> {
        self.inner.turn()
    }

    fn legal(&mut self) -> Said<Vec<String>> {
        let mut legal = self.inner.legal()?;
        if (self.letter)(&self.inner.truth()?) {
            legal.pop();
        }
        Ok(legal)
    }

    fn why(&mut self, seat: Seat, action: &str) -> Said<Option<Vec<String>>> {
        self.inner.why(seat, action)
    }

    fn play(&mut self, seat: Seat, action: &str, automatic: bool) -> Said<Reply> {
        self.inner.play(seat, action, automatic)
    }

    fn act(&mut self, seat: Seat, act: Act) -> Said<Reply> {
        self.inner.act(seat, act)
    }

    fn heard(&mut self) -> Said<Vec<Heard>> {
        self.inner.heard()
    }

    fn see(&mut self, observer: Observer) -> Said<Setup> {
        self.inner.see(observer)
    }

    fn truth(&mut self) -> Said<Setup> {
        self.inner.truth()
    }

    fn everything(&mut self, observer: Observer, thorough: bool) -> Said<String> {
        let legal = self.legal()?.join(" ");
        Ok(self.inner.everything(observer, thorough)? + legal.as_str())
    }

    fn outcome(&mut self) -> Said<Option<Ending>> {
        self.inner.outcome()
    }

    fn phase(&mut self) -> Said<Vec<String>> {
        self.inner.phase()
    }

    fn perft(&mut self, depth: u32, unit: Unit) -> Said<u64> {
        self.inner.perft(depth, unit)
    }

    fn picture(&mut self) -> Option<String> {
        self.inner.picture()
    }
}

/// Two hidden pieces, so that a case runs under many truths, and one action that is played first.
const CASES: &str = "case what is legal
position
  2 | . . . . . . . .
  1 | R ? ? . . . . h
  red to move
play a1a2, h1h2
legal b1
count 5

case what can be told apart
position
  2 | . . . . . . . .
  1 | R ? ? . . . . h
  red to move
play a1a2, h1h2
same red: b1=c c1=P / b1=P c1=c

case what can be told apart, where one piece is not named
position
  2 | . . . . . . . .
  1 | R ? ? . . . . h
  red to move
play a1a2, h1h2
same black: b1=c / b1=P";

#[test]
fn legal_actions_that_depend_on_what_is_hidden_fail_every_sort_of_case() {
    let honest = report_of("banqi", CASES, &InProcess);
    assert!(honest.holds(), "{}", honest.pretty());
    let leaky = report_of("banqi", CASES, &Leaky);
    let codes: Vec<&str> = leaky
        .clauses
        .iter()
        .flat_map(|clause| &clause.cases)
        .filter_map(|case| Some(case.failure.as_ref()?.at.code.as_str()))
        .collect();
    assert_eq!(
        codes,
        ["wrong-count", "told-apart", "told-apart"],
        "{}",
        leaky.pretty()
    );
    let data = |report: &Report| serde_json::to_string(report).expect("a report");
    assert_eq!(data(&leaky), data(&report_of("banqi", CASES, &Leaky)));
}
