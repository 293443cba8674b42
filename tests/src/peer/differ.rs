//! Random games on two engines, whose legal actions are compared at every ply.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use masque_core::engine::Engine;
use masque_core::random::{Dice, Seed, Stream};
use masque_core::setup::Setup;
use masque_core::spec::EndWhen;
use rayon::prelude::*;
use serde::Serialize;

use crate::run::draw;
use crate::run::driver::{Driver, Ending, Game, Opener, Reply, Said, Start, Unsaid};

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where they start.
    pub start: Setup,
    /// How many.
    pub games: u64,
    /// After how many plies a game is left.
    pub plies: u32,
    /// The number from which the actions are drawn; the same number makes the same games.
    pub seed: u64,
}

/// What the comparison came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Comparison {
    /// The variant.
    pub variant: String,
    /// The other engine.
    pub engine: String,
    /// Games played.
    pub games: u64,
    /// Positions whose legal actions were compared.
    pub positions: u64,
    /// Legal actions in them, all together.
    pub actions: u64,
    /// How the games ended: how many by each clause, and how many were left at the limit.
    pub endings: BTreeMap<String, u64>,
    /// In how many games the engines disagreed; such a game goes no further.
    pub disagreements: u64,
    /// The shortest disagreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Disagreement>,
}

/// A position of which two engines say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The game, counted from 1.
    pub game: u64,
    /// After how many plies of it.
    pub ply: usize,
    /// A position of the game from which it is reached by the fewest actions.
    pub position: String,
    /// Those actions, as this program writes them.
    pub actions: Vec<String>,
    /// What only this program has, as the other writes it.
    pub ours_only: Vec<String>,
    /// What only the other has.
    pub theirs_only: Vec<String>,
    /// What the engines say of the end of the game, where that is what differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<[String; 2]>,
    /// The board.
    pub board: String,
}

/// What differs at one position.
#[derive(Clone, Debug, Default)]
struct Difference {
    ours: Vec<String>,
    theirs: Vec<String>,
    ending: Option<[String; 2]>,
}

/// Two engines at the same position of the same game.
struct Pair {
    ours: Box<dyn Driver>,
    theirs: Box<dyn Driver>,
}

/// How a position was found.
enum Found {
    /// The engines agree; these actions are legal.
    Same(Vec<String>),
    /// The game is over, by this clause, and the engines agree.
    Over(String),
    /// They do not agree.
    Differs(Difference),
}

fn opened(game: &Game<'_>, opener: &dyn Opener) -> Result<Box<dyn Driver>, String> {
    opener.open(game).map_err(|unsaid| match unsaid {
        Unsaid::Wrong(message) => message,
        Unsaid::CannotAsk => {
            let (id, name) = (&game.engine.spec().id, opener.name());
            format!("{name} does not play {id} under these options")
        }
    })
}

fn told<T>(said: Said<T>, what: &str) -> Result<T, String> {
    said.map_err(|unsaid| match unsaid {
        Unsaid::Wrong(message) => message,
        Unsaid::CannotAsk => format!("the engine cannot be asked {what}"),
    })
}

impl Pair {
    fn open(game: &Game<'_>, ours: &dyn Opener, theirs: &dyn Opener) -> Result<Self, String> {
        Ok(Self {
            ours: opened(game, ours)?,
            theirs: opened(game, theirs)?,
        })
    }

    fn start(&mut self, setup: &Setup) -> Result<(), String> {
        let start = Start {
            setup,
            earlier: &[],
            fresh: false,
        };
        told(self.ours.start(&start), "for this start")?;
        told(self.theirs.start(&start), "for this start")
    }

    /// Compares what is legal, and how the game ended where that is for want of an action.
    fn compare(&mut self, engine: &dyn Engine) -> Result<Found, String> {
        let seat = told(self.ours.turn(), "whose turn it is")?;
        let ended = told(self.ours.outcome(), "how the game ended")?;
        if let Some(ended) = &ended
            && !for_want_of_action(engine, ended)
        {
            // Counts, scores and agreements are not for every protocol.
            return Ok(Found::Over(ended.clause.clone()));
        }
        let legal = match ended {
            None => told(self.ours.legal(), "what is legal")?,
            Some(_) => Vec::new(),
        };
        let mut theirs = told(self.theirs.legal(), "what is legal")?;
        theirs.sort();
        let mut ours = Vec::new();
        for action in &legal {
            if self.theirs.native() {
                ours.push(action.clone());
                continue;
            }
            let text = self.theirs.normal(seat, action);
            ours.push(told(text, &format!("for `{action}`"))?);
        }
        ours.sort();
        if ours != theirs {
            let only = |a: &[String], b: &[String]| -> Vec<String> {
                a.iter().filter(|t| !b.contains(t)).cloned().collect()
            };
            return Ok(Found::Differs(Difference {
                ours: only(&ours, &theirs),
                theirs: only(&theirs, &ours),
                ending: None,
            }));
        }
        let Some(ended) = ended else {
            return Ok(Found::Same(legal));
        };
        let say = |ending: Option<&Ending>| match ending.map(|e| e.winner) {
            None => "the game goes on".to_owned(),
            Some(None) => "a draw".to_owned(),
            Some(Some(seat)) => format!("seat {} wins", seat.0),
        };
        match self.theirs.outcome() {
            Err(Unsaid::CannotAsk) => {}
            Err(Unsaid::Wrong(message)) => return Err(message),
            Ok(other) if other.as_ref().map(|e| e.winner) != Some(ended.winner) => {
                return Ok(Found::Differs(Difference {
                    ending: Some([say(Some(&ended)), say(other.as_ref())]),
                    ..Difference::default()
                }));
            }
            Ok(_) => {}
        }
        Ok(Found::Over(ended.clause))
    }

    fn play(&mut self, action: &str) -> Result<(), String> {
        let seat = told(self.ours.turn(), "whose turn it is")?;
        let text = told(self.theirs.normal(seat, action), "for an action")?;
        let played = [
            told(self.ours.play(seat, action, false), "to play")?,
            told(self.theirs.play(seat, &text, false), "to play")?,
        ];
        match played {
            [Reply::Done, Reply::Done] => Ok(()),
            _ => Err(format!("`{action}` was legal, and is not played")),
        }
    }

    fn truth(&mut self) -> Result<Setup, String> {
        told(self.ours.truth(), "for the position")
    }
}

/// Whether a clause ends games whose seat to act has no action.
fn for_want_of_action(engine: &dyn Engine, ending: &Ending) -> bool {
    engine.spec().endings.iter().any(|end| {
        matches!(end.when, EndWhen::Checkmate | EndWhen::NoAction) && end.clause == ending.clause
    })
}

/// What came of one game.
#[derive(Default)]
struct Played {
    positions: u64,
    actions: u64,
    ending: String,
    found: Option<Disagreement>,
}

/// Plays games on two engines and compares what each says; `done` is called after each game.
///
/// # Errors
/// When an engine was lost, or cannot be asked what is to be compared.
pub fn differ(
    game: &Game<'_>,
    ours: &dyn Opener,
    theirs: &dyn Opener,
    plan: &Plan,
    done: &(dyn Fn() + Sync),
) -> Result<Comparison, String> {
    let mut numbers = Seed::from_u64(plan.seed).stream(Stream::Automatic);
    let seeds: Vec<u64> = (0..plan.games).map(|_| numbers.bits()).collect();
    let pairs = Mutex::new(Vec::new());
    let played: Vec<Played> = seeds
        .into_par_iter()
        .enumerate()
        .map(|(index, seed)| {
            // Games side by side have engines of their own, which later games use again.
            let idle = || pairs.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = idle().pop();
            let mut pair = match kept {
                Some(pair) => pair,
                None => Pair::open(game, ours, theirs)?,
            };
            let mut dice = Seed::from_u64(seed).stream(Stream::Automatic);
            let played = play(game, &mut pair, plan, index as u64 + 1, &mut dice)?;
            idle().push(pair);
            done();
            Ok(played)
        })
        .collect::<Result<_, String>>()?;
    let mut sum = Comparison {
        variant: game.engine.spec().id.clone(),
        engine: theirs.name(),
        ..Comparison::default()
    };
    for played in played {
        sum.games += 1;
        sum.positions += played.positions;
        sum.actions += played.actions;
        *sum.endings.entry(played.ending).or_default() += 1;
        let Some(found) = played.found else { continue };
        sum.disagreements += 1;
        let length = |d: &Disagreement| (d.actions.len(), d.ply);
        if sum
            .shortest
            .as_ref()
            .is_none_or(|s| length(&found) < length(s))
        {
            sum.shortest = Some(found);
        }
    }
    Ok(sum)
}

fn play(
    game: &Game<'_>,
    pair: &mut Pair,
    plan: &Plan,
    number: u64,
    dice: &mut Dice,
) -> Result<Played, String> {
    let engine = &**game.engine;
    let mut played = Played::default();
    let mut setups = vec![plan.start.clone()];
    let mut actions: Vec<String> = Vec::new();
    pair.start(&plan.start)?;
    loop {
        let at = |error: String| format!("game {number}, ply {}: {error}", actions.len());
        let found = pair.compare(engine).map_err(at)?;
        played.positions += 1;
        match found {
            Found::Differs(difference) => {
                let ply = actions.len();
                "disagreement".clone_into(&mut played.ending);
                let (from, difference) = shorten(engine, pair, &setups, &actions, difference)?;
                played.found = Some(Disagreement {
                    game: number,
                    ply,
                    position: engine.format_setup(&setups[from]),
                    actions: actions[from..].to_vec(),
                    ours_only: difference.ours,
                    theirs_only: difference.theirs,
                    ending: difference.ending,
                    board: draw(engine, &setups[ply], &[]),
                });
                return Ok(played);
            }
            Found::Over(clause) => {
                played.ending = clause;
                return Ok(played);
            }
            Found::Same(legal) => {
                played.actions += legal.len() as u64;
                if actions.len() as u64 >= u64::from(plan.plies) {
                    "left at the limit".clone_into(&mut played.ending);
                    return Ok(played);
                }
                let Some(action) = dice.choose(&legal) else {
                    "no action".clone_into(&mut played.ending);
                    return Ok(played);
                };
                pair.play(action).map_err(at)?;
                actions.push(action.clone());
                setups.push(pair.truth()?);
            }
        }
    }
}

/// The latest position of a game from which the rest of the actions still leads to a disagreement. What went before
/// it, which a position does not say, has then no part in it.
fn shorten(
    engine: &dyn Engine,
    pair: &mut Pair,
    setups: &[Setup],
    actions: &[String],
    first: Difference,
) -> Result<(usize, Difference), String> {
    for from in (1..=actions.len()).rev() {
        // What a position cannot say, such as passes, does not start a game on every engine.
        if pair.start(&setups[from]).is_err() {
            continue;
        }
        let replayed = actions[from..].iter().try_for_each(|a| pair.play(a));
        if replayed.is_err() {
            continue;
        }
        if let Ok(Found::Differs(difference)) = pair.compare(engine) {
            return Ok((from, difference));
        }
    }
    Ok((0, first))
}

impl Comparison {
    /// For people: the numbers, and the shortest disagreement if there is one.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        for (ending, games) in &self.endings {
            let _ = writeln!(text, "{games:>8}  {ending}");
        }
        let _ = writeln!(
            text,
            "{} on {}: {} games, {} positions with {} legal actions compared, {} disagreements",
            self.variant, self.engine, self.games, self.positions, self.actions, self.disagreements
        );
        let Some(found) = &self.shortest else {
            return text;
        };
        let list = |items: &[String]| match items {
            [] => "nothing".to_owned(),
            items => items.join(" "),
        };
        let _ = writeln!(
            text,
            "\nshortest disagreement, after ply {} of game {}",
            found.ply, found.game
        );
        let _ = writeln!(text, "  position     {}", found.position);
        let _ = writeln!(text, "  actions      {}", list(&found.actions));
        match &found.ending {
            Some([ours, theirs]) => {
                let _ = writeln!(text, "  ours         {ours}");
                let _ = writeln!(text, "  theirs       {theirs}");
            }
            None => {
                let _ = writeln!(text, "  ours only    {}", list(&found.ours_only));
                let _ = writeln!(text, "  theirs only  {}", list(&found.theirs_only));
            }
        }
        for line in found.board.lines() {
            let _ = writeln!(text, "    {line}");
        }
        text
    }
}
