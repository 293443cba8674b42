//! `masque match`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use masque_core::engine::Match;
use masque_core::game::PlayError;
use masque_core::piece::Seat;
use masque_core::random::{Seed, Stream};
use masque_scripting::diag::Diagnostic;
use serde_json::{Map, Value, json};

use crate::args::MatchArgs;
use crate::console::Console;
use crate::elo::{Pairs, Sprt, Verdict, wilson};
use crate::exit::{Exit, Failure, Ran};
use crate::opponents::{Chair, Opponent, Player, Trouble};
use crate::pairs::Text;
use crate::variant::{Loaded, begin, load_chosen, starts};

/// How many messages about lost programs are kept.
const MESSAGES: usize = 5;

/// Lets two opponents play each other.
pub(crate) fn run(args: &MatchArgs, console: &Console) -> Ran {
    let loaded = load_chosen(&args.variant, &args.choice)?;
    let sprt = args.sprt.as_deref().map(sprt).transpose()?;
    let players = [
        Player::read("A", &args.first)?,
        Player::read("B", &args.second)?,
    ];
    if players.iter().any(Player::is_human) {
        let wrong = Diagnostic::new("bad-player", "people do not play matches");
        return Err(wrong.hint("play them one by one with `masque play`").into());
    }
    let plan = Plan {
        opponents: [
            Opponent::ready(&players[0], &loaded)?,
            Opponent::ready(&players[1], &loaded)?,
        ],
        position: args.position.as_deref(),
        limit: args.limit,
        games: args.games,
        seed: args.seed,
        loaded: &loaded,
    };
    // What is wrong with the position is said before anything is played.
    loaded.start(plan.position, &Seed::from_u64(args.seed))?;
    let bar = console.progress("playing", Some(args.games));
    let begun = Instant::now();
    let mut tally = Tally::default();
    plan.run(jobs(args.jobs, &players), |played| {
        tally.add(played);
        bar.inc(played.len() as u64);
        if !bar.is_hidden() {
            let [wins, draws, losses] = tally.results();
            bar.set_message(format!("+{wins} ={draws} -{losses}"));
        }
        let verdict = sprt.and_then(|sprt| sprt.verdict(tally.pairs));
        verdict.is_none()
    })?;
    bar.finish_and_clear();
    let report = Report {
        args,
        loaded: &loaded,
        players: &players,
        tally: &tally,
        sprt,
        seconds: begun.elapsed().as_secs_f64(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", report.data())?;
    } else {
        report.write(&mut out)?;
    }
    let verdict = sprt.map(|sprt| sprt.verdict(tally.pairs));
    Ok(match verdict {
        None | Some(Some(Verdict::Higher)) => Exit::Fine,
        Some(_) => Exit::Short,
    })
}

/// As many games at once as there are processors, unless the games would take them from one another.
fn jobs(asked: Option<u16>, players: &[Player; 2]) -> usize {
    if let Some(jobs) = asked {
        return usize::from(jobs);
    }
    let alone = |player: &Player| player.repeats() && player.threads() == 1;
    if players.iter().all(alone) {
        thread::available_parallelism().map_or(1, usize::from)
    } else {
        1
    }
}

fn sprt(text: &str) -> Result<Sprt, Diagnostic> {
    const KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
    let text = Text::new("--sprt", text, "bad-sprt");
    let all = 0..text.whole_text().len();
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 0.0,
        alpha: 0.05,
        beta: 0.05,
    };
    for pair in text.pairs(all.clone())? {
        match text.part(pair.key.clone()) {
            "elo0" => sprt.elo0 = text.number(&pair, -2000.0, 2000.0)?,
            "elo1" => sprt.elo1 = text.number(&pair, -2000.0, 2000.0)?,
            "alpha" => sprt.alpha = text.number(&pair, 1e-6, 0.5)?,
            "beta" => sprt.beta = text.number(&pair, 1e-6, 0.5)?,
            _ => return Err(text.unknown(&pair, &KEYS)),
        }
    }
    if sprt.elo0 < sprt.elo1 {
        return Ok(sprt);
    }
    let wrong = text.wrong(all, "elo0 is not below elo1".to_owned());
    Err(wrong.hint("expected two strengths, such as elo0=0,elo1=20"))
}

/// What is played.
struct Plan<'a> {
    loaded: &'a Loaded,
    opponents: [Opponent; 2],
    position: Option<&'a str>,
    limit: u32,
    games: u64,
    seed: u64,
}

/// One game that was played.
#[derive(Clone, Debug)]
struct Played {
    /// The seat that A had.
    seat: Seat,
    /// A's score in half points.
    halves: u8,
    /// The clause that ended it, or another word.
    ending: String,
    plies: u32,
    /// What A and B thought.
    thought: [Thought; 2],
    /// Why a program lost it.
    lost: Option<String>,
}

/// How much a player thought.
#[derive(Clone, Copy, Debug, Default)]
struct Thought {
    actions: u64,
    simulations: u64,
    time: Duration,
}

impl Thought {
    fn add(&mut self, other: Self) {
        self.actions += other.actions;
        self.simulations += other.simulations;
        self.time += other.time;
    }

    /// Simulations a second.
    fn rate(self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (self.simulations > 0 && seconds > 0.0).then(|| self.simulations as f64 / seconds)
    }
}

impl Plan<'_> {
    /// Plays pairs, several at once, and hands them on in their order as long as `take` wants more.
    fn run(&self, jobs: usize, mut take: impl FnMut(&[Played]) -> bool) -> Result<(), Failure> {
        let pairs = self.games.div_ceil(2);
        let (next, done) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs || sender.send((pair, self.pair(pair, done))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut wanted = 0;
            for (pair, played) in receiver {
                waiting.insert(pair, played);
                while let Some(played) = waiting.remove(&wanted) {
                    wanted += 1;
                    match played {
                        Ok(played) if take(&played) => {}
                        ended => {
                            done.store(true, Ordering::Relaxed);
                            return ended.map(|_| ());
                        }
                    }
                }
            }
            Ok(())
        })
    }

    /// Plays one deal twice, with seats exchanged; once where no more games are wanted.
    fn pair(&self, pair: u64, done: &AtomicBool) -> Result<Vec<Played>, Failure> {
        let mut numbers = Seed::from_u64(self.seed).stream(Stream::Automatic);
        let number = (0..=pair).fold(0, |_, _| numbers.bits());
        let seed = Seed::from_u64(number);
        let seats = Seat::BOTH.into_iter().zip(pair * 2..self.games);
        seats
            .map(|(seat, _)| self.game(seat, &seed, done))
            .collect()
    }

    fn game(&self, first: Seat, seed: &Seed, done: &AtomicBool) -> Result<Played, Failure> {
        let engine = &*self.loaded.engine;
        let setup = self.loaded.setup(self.position, seed)?;
        let mut game = begin(engine, &setup, &[], true)?;
        let starts = starts(engine, &setup, &[]);
        let player = |seat: Seat| usize::from(seat != first);
        let mut minds = self.opponents.each_ref().map(Opponent::sit);
        let mut dice = Seat::BOTH.map(|seat| seed.stream(Stream::Bot(seat.0)));
        let mut thought = [Thought::default(); 2];
        let end = |halves: u8, ending: &str, game: &dyn Match, thought: [Thought; 2]| Played {
            seat: first,
            halves,
            ending: ending.to_owned(),
            plies: game.steps().len() as u32,
            thought,
            lost: None,
        };
        while game.outcome().is_none() {
            if game.steps().len() >= self.limit as usize {
                return Ok(end(1, "limit of actions", &*game, thought));
            }
            let seat = game.turn();
            let who = player(seat);
            let chair = Chair::new(engine, &starts[seat.index()], &*game, seat);
            let begun = Instant::now();
            // A game that nobody will count need not be played well.
            let go_on = || !done.load(Ordering::Relaxed);
            let chosen = match &mut minds[who] {
                Some(mind) => mind.choose(&chair, &mut dice[seat.index()], &|_| go_on()),
                None => Err(Trouble::NoAction),
            };
            let choice = match chosen {
                Ok(choice) => choice,
                Err(Trouble::NoAction) => return Ok(end(1, "no action", &*game, thought)),
                Err(Trouble::Forfeit(why)) => {
                    let halves = if who == 0 { 0 } else { 2 };
                    let mut played = end(halves, "forfeit", &*game, thought);
                    played.lost = Some(why);
                    return Ok(played);
                }
                Err(trouble) => {
                    return Err(Diagnostic::new("cannot-think", trouble.to_string()).into());
                }
            };
            thought[who].add(Thought {
                actions: 1,
                simulations: choice.simulations,
                time: begun.elapsed(),
            });
            match game.play(seat, choice.action, false) {
                Ok(_) | Err(PlayError::Refused(_)) => {}
                Err(error) => {
                    return Err(Diagnostic::new("cannot-play", error.to_string()).into());
                }
            }
        }
        let outcome = game.outcome();
        let winner = outcome.and_then(|o| o.winner).map(player);
        let halves = match winner {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        };
        let clause = outcome.map_or("", |o| engine.clause(o.clause));
        Ok(end(halves, clause, &*game, thought))
    }
}

/// What the games so far came to, for A.
#[derive(Default)]
struct Tally {
    /// Wins, draws and losses by A's seat.
    seats: [[u64; 3]; 2],
    pairs: Pairs,
    /// Games won by A, won by B and drawn, by what ended them.
    endings: BTreeMap<String, [u64; 3]>,
    plies: u64,
    longest: u32,
    thought: [Thought; 2],
    lost: Vec<String>,
}

impl Tally {
    fn add(&mut self, played: &[Played]) {
        for game in played {
            // Won, drawn, lost, as A sees it.
            let result = usize::from(2 - game.halves);
            self.seats[game.seat.index()][result] += 1;
            let column = [0, 2, 1][result];
            self.endings.entry(game.ending.clone()).or_default()[column] += 1;
            self.plies += u64::from(game.plies);
            self.longest = self.longest.max(game.plies);
            for (sum, thought) in self.thought.iter_mut().zip(game.thought) {
                sum.add(thought);
            }
            if self.lost.len() < MESSAGES {
                self.lost.extend(game.lost.clone());
            }
        }
        if let [one, other] = played {
            self.pairs.0[usize::from(one.halves + other.halves)] += 1;
        }
    }

    /// Wins, draws and losses.
    fn results(&self) -> [u64; 3] {
        let [one, other] = self.seats;
        [0, 1, 2].map(|i| one[i] + other[i])
    }

    fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// A's mean score.
    fn score(&self) -> f64 {
        score(self.results())
    }
}

fn score([wins, draws, losses]: [u64; 3]) -> f64 {
    let games = (wins + draws + losses).max(1) as f64;
    (wins as f64 + draws as f64 / 2.0) / games
}

struct Report<'a> {
    args: &'a MatchArgs,
    loaded: &'a Loaded,
    players: &'a [Player; 2],
    tally: &'a Tally,
    sprt: Option<Sprt>,
    seconds: f64,
}

impl Report<'_> {
    fn data(&self) -> Value {
        let tally = self.tally;
        let results = |[wins, draws, losses]: [u64; 3]| json!({ "wins": wins, "draws": draws, "losses": losses });
        let endings = tally.endings.iter().map(|(ending, [a, b, draw])| {
            let value = json!({ "a": a, "b": b, "draw": draw });
            (ending.clone(), value)
        });
        let finite = |value: f64| value.is_finite().then_some(value);
        let [low, elo, high] = tally.pairs.elo();
        let mut value = json!({
            "variant": self.loaded.id,
            "options": self.loaded.choices,
            "a": self.players[0].to_string(),
            "b": self.players[1].to_string(),
            "seed": self.args.seed,
            "limit": self.args.limit,
            "games": tally.games(),
            "results": results(tally.results()),
            "score": tally.score(),
            "score_interval": wilson(tally.score(), tally.games()),
            "as_seat": [results(tally.seats[0]), results(tally.seats[1])],
            "pairs": tally.pairs.0,
            "elo": finite(elo),
            "elo_interval": [finite(low), finite(high)],
            "endings": endings.collect::<Map<_, _>>(),
            "mean_plies": tally.plies as f64 / tally.games().max(1) as f64,
            "longest": tally.longest,
            "simulations": { "a": tally.thought[0].simulations, "b": tally.thought[1].simulations },
            "simulations_per_second": { "a": tally.thought[0].rate(), "b": tally.thought[1].rate() },
            "seconds": self.seconds,
        });
        if !tally.lost.is_empty() {
            value["forfeits"] = json!(tally.lost);
        }
        if let Some(sprt) = &self.sprt {
            value["sprt"] = json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": tally.pairs.llr(sprt.elo0, sprt.elo1),
                "bounds": sprt.bounds(),
                "accepted": sprt.verdict(tally.pairs).map(|verdict| match verdict {
                    Verdict::Lower => "elo0",
                    Verdict::Higher => "elo1",
                }),
            });
        }
        value
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let tally = self.tally;
        writeln!(
            out,
            "{}: A {}, B {}",
            self.loaded.id, self.players[0], self.players[1]
        )?;
        writeln!(out)?;
        writeln!(out, "A           won  drawn   lost  score")?;
        let rows = [
            ("as seat 0", tally.seats[0]),
            ("as seat 1", tally.seats[1]),
            ("together", tally.results()),
        ];
        for (name, results) in rows {
            let [won, drawn, lost] = results;
            let percent = 100.0 * score(results);
            writeln!(
                out,
                "{name:9} {won:>5}  {drawn:>5}  {lost:>5}  {percent:>5.1} %"
            )?;
        }
        writeln!(out)?;
        let width = tally
            .endings
            .keys()
            .map(String::len)
            .max()
            .unwrap_or(0)
            .max(20);
        writeln!(
            out,
            "{:width$}  {:>6}  {:>6}  {:>6}",
            "ended by", "A won", "B won", "drawn"
        )?;
        for (ending, [a, b, draw]) in &tally.endings {
            writeln!(out, "{ending:width$}  {a:>6}  {b:>6}  {draw:>6}")?;
        }
        writeln!(out)?;
        let [low, high] = wilson(tally.score(), tally.games()).map(|s| 100.0 * s);
        let percent = 100.0 * tally.score();
        writeln!(
            out,
            "score {percent:.1} %, between {low:.1} and {high:.1} (95 %, Wilson)"
        )?;
        if tally.pairs.number() > 0 {
            let [low, elo, high] = tally.pairs.elo();
            writeln!(
                out,
                "Elo {elo:+.0}, between {low:+.0} and {high:+.0} (95 %, from pairs)"
            )?;
        }
        if let Some(sprt) = &self.sprt {
            self.write_sprt(out, sprt)?;
        }
        let mean = tally.plies as f64 / tally.games().max(1) as f64;
        write!(
            out,
            "{} games, {mean:.1} actions on average, {} at most; {:.1} s",
            tally.games(),
            tally.longest,
            self.seconds
        )?;
        for (name, thought) in ["A", "B"].iter().zip(&tally.thought) {
            if let Some(rate) = thought.rate() {
                write!(out, "; {name} {rate:.0} simulations/s")?;
            }
        }
        writeln!(out)?;
        for message in &tally.lost {
            writeln!(out, "forfeit: {message}")?;
        }
        Ok(())
    }

    fn write_sprt(&self, out: &mut impl Write, sprt: &Sprt) -> io::Result<()> {
        let pairs = self.tally.pairs;
        let [lower, upper] = sprt.bounds();
        let said = match sprt.verdict(pairs) {
            Some(Verdict::Lower) => format!("Elo {} accepted", sprt.elo0),
            Some(Verdict::Higher) => format!("Elo {} accepted", sprt.elo1),
            None => "no end".to_owned(),
        };
        writeln!(
            out,
            "sprt {} against {}: {said}; log-likelihood ratio {:.2}, bounds {lower:.2} and {upper:.2}",
            sprt.elo0,
            sprt.elo1,
            pairs.llr(sprt.elo0, sprt.elo1),
        )
    }
}
