//! Who plays a seat, as it is written: `greedy`, `mcts:level=3`, `engine:COMMAND`.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use masque_core::mcts::{Form, Settings};
use masque_scripting::diag::{Diagnostic, closest};

use super::levels;
use crate::pairs::Text;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Player {
    /// A person at this terminal.
    Human,
    /// Uniformly random legal actions.
    Random,
    /// The capture that gains most, else something random.
    Greedy,
    /// A search among all that may be true.
    Mcts(Thinking),
    /// Another program, asked over JSON lines.
    Engine(Program),
    /// A WebAssembly module.
    Wasm(Module),
}

/// The words that a player's text may begin with.
const WORDS: [&str; 6] = ["human", "random", "greedy", "mcts", "engine", "wasm"];

/// The most threads that one opponent thinks with.
const MOST_THREADS: u64 = 256;

/// How `mcts` thinks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Thinking {
    /// A level for people; what it means is in [`levels`].
    pub(crate) level: Option<u8>,
    /// The most simulations for one action.
    pub(crate) simulations: Option<u64>,
    /// The longest thought about one action.
    pub(crate) time: Option<Duration>,
    /// How positions are told apart; the search's own choice when not given.
    pub(crate) form: Option<Form>,
    /// How many threads search, each for itself.
    pub(crate) threads: Option<u8>,
    /// How much an action that was tried little is worth trying.
    pub(crate) exploration: Option<f64>,
    /// Plies of a rollout before it is judged.
    pub(crate) rollout: Option<u32>,
    /// Actions drawn for each step of a rollout, of which the best is played.
    pub(crate) candidates: Option<u8>,
    /// How much captures draw the search before they were tried.
    pub(crate) bias: Option<f64>,
    /// How much what flips may bring draws the search before they were tried.
    pub(crate) flips: Option<f64>,
    /// In which part of its choices the other seat is taken to play just anything.
    pub(crate) slips: Option<f64>,
    /// Whether to go on though the best action can no longer be overtaken; not for opponents, which have chosen then.
    pub(crate) whole: bool,
}

impl Thinking {
    /// The level in force: the one given, or the usual one where no budget is given at all.
    pub(crate) fn level(&self) -> Option<u8> {
        let free = self.simulations.is_none() && self.time.is_none();
        self.level.or(free.then_some(levels::USUAL))
    }

    /// The most simulations for one action, unless only time limits them.
    pub(crate) fn budget(&self) -> Option<u64> {
        self.simulations
            .or_else(|| self.level().map(levels::simulations))
    }

    /// What the search of one thread goes by.
    pub(crate) fn settings(&self, simulations: Option<u64>) -> Settings {
        let usual = Settings::default();
        Settings {
            form: self.form.unwrap_or(usual.form),
            simulations,
            exploration: self.exploration.unwrap_or(usual.exploration),
            rollout: self.rollout.or(usual.rollout),
            candidates: self.candidates.unwrap_or(usual.candidates),
            bias: self.bias.unwrap_or(usual.bias),
            flips: self.flips.unwrap_or(usual.flips),
            slips: self.slips.or(usual.slips),
            early_stop: !self.whole && usual.early_stop,
            ..usual
        }
    }

    /// How many threads search.
    pub(crate) fn threads(&self) -> u64 {
        self.threads.map_or(1, u64::from).max(1)
    }
}

/// A program that answers `choose`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    /// The program with its arguments; quotes hold words together.
    pub(crate) command: String,
    /// The simulations that it is told to make for one action.
    pub(crate) simulations: Option<u64>,
    /// The time that it is told to take for one action.
    pub(crate) time: Option<Duration>,
    /// How long an answer may take before the game is lost.
    pub(crate) patience: Duration,
}

/// A WebAssembly module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Module {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// Instructions for one action, in millions.
    pub(crate) fuel: Option<u64>,
    /// Memory, in MiB.
    pub(crate) memory: Option<u64>,
    /// Where its messages are written, after what is there.
    pub(crate) log: Option<PathBuf>,
}

impl Player {
    /// Whether a person plays.
    pub(crate) fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// Whether the same seed makes it choose the same again, as far as this program has a say in it.
    pub(crate) fn repeats(&self) -> bool {
        match self {
            Self::Mcts(thinking) => thinking.time.is_none(),
            Self::Engine(_) => false,
            _ => true,
        }
    }

    /// How many threads it thinks with.
    pub(crate) fn threads(&self) -> u64 {
        match self {
            Self::Mcts(thinking) => thinking.threads(),
            _ => 1,
        }
    }

    /// Reads a player; `shown` is what the text is called in messages.
    ///
    /// # Errors
    /// What is wrong, where it is, and what was expected.
    pub(crate) fn read(shown: &str, text: &str) -> Result<Self, Diagnostic> {
        let text = Text::new(shown, text, "bad-player");
        Reader { text }.player()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Mcts(thinking) => {
                let mut pairs = Pairs::default();
                pairs.put("level", thinking.level.as_ref());
                pairs.put("simulations", thinking.simulations.as_ref());
                pairs.put("time", thinking.time.map(|t| t.as_secs_f64()).as_ref());
                pairs.put("form", thinking.form.map(form_word).as_ref());
                pairs.put("threads", thinking.threads.as_ref());
                pairs.put("exploration", thinking.exploration.as_ref());
                pairs.put("rollout", thinking.rollout.as_ref());
                pairs.put("candidates", thinking.candidates.as_ref());
                pairs.put("bias", thinking.bias.as_ref());
                pairs.put("flips", thinking.flips.as_ref());
                pairs.put("slips", thinking.slips.as_ref());
                match pairs.0.is_empty() {
                    true => f.write_str("mcts"),
                    false => write!(f, "mcts:{}", pairs.0.join(",")),
                }
            }
            Self::Engine(program) => {
                let mut pairs = Pairs(vec!["engine".to_owned()]);
                pairs.put("simulations", program.simulations.as_ref());
                pairs.put("time", program.time.map(|t| t.as_secs_f64()).as_ref());
                let patience = Some(program.patience).filter(|p| *p != PATIENCE);
                pairs.put("patience", patience.map(|t| t.as_secs_f64()).as_ref());
                write!(f, "{}:{}", pairs.0.join(","), program.command)
            }
            Self::Wasm(module) => {
                let mut pairs = Pairs(vec![format!("wasm:{}", module.file.display())]);
                pairs.put("fuel", module.fuel.as_ref());
                pairs.put("memory", module.memory.as_ref());
                pairs.put("log", module.log.as_ref().map(|l| l.display()).as_ref());
                f.write_str(&pairs.0.join(","))
            }
        }
    }
}

/// The words for whose information sets a search tells apart.
const FORMS: [(&str, Form); 2] = [("single", Form::Single), ("multiple", Form::Multiple)];

fn form_word(form: Form) -> &'static str {
    FORMS
        .iter()
        .find(|(_, f)| *f == form)
        .map_or("", |(w, _)| w)
}

/// How long another program is waited for when nothing else is said.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Pairs(Vec<String>);

impl Pairs {
    fn put(&mut self, key: &str, value: Option<&impl fmt::Display>) {
        self.0.extend(value.map(|value| format!("{key}={value}")));
    }
}

struct Reader {
    text: Text,
}

impl Reader {
    fn text(&self, range: Range<usize>) -> &str {
        self.text.part(range)
    }

    fn player(&self) -> Result<Player, Diagnostic> {
        let text = self.text.whole_text();
        let end = text.find([':', ',']).unwrap_or(text.len());
        let rest = end..text.len();
        match &text[..end] {
            "human" => self.alone(rest, Player::Human),
            "random" => self.alone(rest, Player::Random),
            "greedy" => self.alone(rest, Player::Greedy),
            "mcts" => self.mcts(rest).map(Player::Mcts),
            "engine" => self.engine(rest).map(Player::Engine),
            "wasm" => self.wasm(rest).map(Player::Wasm),
            word => {
                let wrong = self
                    .text
                    .wrong(0..end, format!("nobody called `{word}` can play"));
                Err(wrong.hint(match closest(word, WORDS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => EXPECTED.to_owned(),
                }))
            }
        }
    }

    fn alone(&self, rest: Range<usize>, player: Player) -> Result<Player, Diagnostic> {
        if rest.is_empty() {
            return Ok(player);
        }
        let message = format!("`{player}` has no settings");
        Err(self.text.wrong(rest, message).hint("expected nothing more"))
    }

    fn mcts(&self, rest: Range<usize>) -> Result<Thinking, Diagnostic> {
        const KEYS: [&str; 11] = [
            "level",
            "simulations",
            "time",
            "form",
            "threads",
            "exploration",
            "rollout",
            "candidates",
            "bias",
            "flips",
            "slips",
        ];
        let mut thinking = Thinking::default();
        if rest.is_empty() {
            return Ok(thinking);
        }
        if self.text(rest.clone()).starts_with(',') {
            let wrong = self
                .text
                .wrong(rest.start..rest.start + 1, "`,` follows `mcts`".to_owned());
            return Err(wrong.hint("expected `:`, as in mcts:simulations=1000,threads=2"));
        }
        let mut level = None;
        for pair in self.text.pairs(rest.start + 1..rest.end)? {
            match self.text(pair.key.clone()) {
                "level" => {
                    thinking.level =
                        Some(self.text.whole(&pair, 1, u64::from(levels::HIGHEST))? as u8);
                    level = Some(pair.key.clone());
                }
                "simulations" => {
                    thinking.simulations = Some(self.text.whole(&pair, 1, 1_000_000_000)?);
                }
                "time" => thinking.time = Some(self.text.seconds(&pair)?),
                "form" => {
                    let word = self.text(pair.value.clone());
                    let form = FORMS.iter().find(|(w, _)| *w == word);
                    let form = form.ok_or_else(|| self.text.value(&pair, "single or multiple"))?;
                    thinking.form = Some(form.1);
                }
                "threads" => {
                    thinking.threads = Some(self.text.whole(&pair, 1, MOST_THREADS - 1)? as u8)
                }
                "exploration" => {
                    thinking.exploration = Some(self.text.number(&pair, 0.0, 100.0)?);
                }
                "rollout" => thinking.rollout = Some(self.text.whole(&pair, 0, 100_000)? as u32),
                "candidates" => thinking.candidates = Some(self.text.whole(&pair, 1, 255)? as u8),
                "bias" => thinking.bias = Some(self.text.number(&pair, 0.0, 100.0)?),
                "flips" => thinking.flips = Some(self.text.number(&pair, 0.0, 100.0)?),
                "slips" => thinking.slips = Some(self.text.number(&pair, 0.0, 1.0)?),
                _ => return Err(self.text.unknown(&pair, &KEYS)),
            }
        }
        match level {
            Some(key) if thinking.simulations.is_some() || thinking.time.is_some() => {
                let message = "a level is a number of simulations, and another budget is given";
                let wrong = self.text.wrong(key, message.to_owned());
                Err(wrong.hint("give either level, or simulations and time"))
            }
            _ => Ok(thinking),
        }
    }

    fn engine(&self, rest: Range<usize>) -> Result<Program, Diagnostic> {
        const KEYS: [&str; 3] = ["simulations", "time", "patience"];
        let mut program = Program {
            command: String::new(),
            simulations: None,
            time: None,
            patience: PATIENCE,
        };
        let colon = self.text(rest.clone()).find(':').map(|at| rest.start + at);
        let command = colon.map_or("", |at| self.text(at + 1..rest.end).trim());
        if command.is_empty() {
            let wrong = self.text.wrong(rest, "no program is named".to_owned());
            return Err(wrong.hint("expected a command, as in engine:'python3 bot.py'"));
        }
        program.command = command.to_owned();
        let colon = colon.unwrap_or(rest.end);
        if colon > rest.start {
            for pair in self.text.pairs(rest.start + 1..colon)? {
                match self.text(pair.key.clone()) {
                    "simulations" => {
                        program.simulations = Some(self.text.whole(&pair, 1, 1_000_000_000)?);
                    }
                    "time" => program.time = Some(self.text.seconds(&pair)?),
                    "patience" => program.patience = self.text.seconds(&pair)?,
                    _ => return Err(self.text.unknown(&pair, &KEYS)),
                }
            }
        }
        Ok(program)
    }

    fn wasm(&self, rest: Range<usize>) -> Result<Module, Diagnostic> {
        const KEYS: [&str; 3] = ["fuel", "memory", "log"];
        let body = self.text(rest.clone());
        let file = match body.strip_prefix(':') {
            Some(after) => after.split(',').next().unwrap_or_default(),
            None => "",
        };
        if file.is_empty() {
            let wrong = self.text.wrong(rest, "no module is named".to_owned());
            return Err(wrong.hint("expected a file, as in wasm:bot.wasm"));
        }
        let mut module = Module {
            file: PathBuf::from(file),
            fuel: None,
            memory: None,
            log: None,
        };
        let after = rest.start + 1 + file.len();
        if after < rest.end {
            for pair in self.text.pairs(after + 1..rest.end)? {
                match self.text(pair.key.clone()) {
                    "fuel" => module.fuel = Some(self.text.whole(&pair, 1, 1_000_000)?),
                    "memory" => module.memory = Some(self.text.whole(&pair, 1, 4096)?),
                    "log" => module.log = Some(PathBuf::from(self.text(pair.value.clone()))),
                    _ => return Err(self.text.unknown(&pair, &KEYS)),
                }
            }
        }
        Ok(module)
    }
}

/// What may play, for messages.
const EXPECTED: &str =
    "seats are played by human, random, greedy, mcts[:level=N], engine:COMMAND or wasm:FILE";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Player {
        Player::read("--seat", text).expect(text)
    }

    fn said(text: &str) -> String {
        let wrong = Player::read("--seat", text).expect_err(text);
        wrong.to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "human",
            "random",
            "greedy",
            "mcts",
            "mcts:level=3",
            "mcts:simulations=2000,form=single,threads=2",
            "mcts:time=0.25,exploration=0.7,rollout=40,candidates=4",
            "engine:python3 'my bot.py' --fast",
            "engine,simulations=50,time=1.5,patience=5:./bot: with a colon",
            "wasm:bots/first.wasm",
            "wasm:first.wat,fuel=50,memory=16,log=said.txt",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn budgets_follow_from_what_is_given() {
        let budget = |text| match read(text) {
            Player::Mcts(thinking) => thinking.budget(),
            other => panic!("{other} is no search"),
        };
        assert_eq!(budget("mcts"), Some(levels::simulations(levels::USUAL)));
        assert_eq!(budget("mcts:level=8"), Some(levels::simulations(8)));
        assert_eq!(budget("mcts:simulations=7"), Some(7));
        assert_eq!(budget("mcts:time=1"), None);
        assert_eq!(budget("mcts:time=1,simulations=9"), Some(9));
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (text, column, about) in [
            ("gredy", 1, "did you mean `greedy`"),
            ("stockfish", 1, "seats are played by"),
            ("", 1, "seats are played by"),
            ("random:5", 7, "no settings"),
            ("mcts,level=3", 5, "expected `:`"),
            ("mcts:level", 6, "key=value"),
            ("mcts:level=9", 6, "from 1 to 8"),
            ("mcts:level=3,simulations=5", 6, "either level"),
            ("mcts:simulations=5,simulations=6", 20, "given twice"),
            ("mcts:form=triple", 6, "single or multiple"),
            ("mcts:simulation=5", 6, "did you mean `simulations`"),
            ("mcts:time=-1", 6, "a number from 0.001"),
            ("mcts:time=NaN", 6, "a number from 0.001"),
            ("engine", 7, "no program is named"),
            ("engine: ", 7, "no program is named"),
            ("engine,tim=3:x", 8, "did you mean `time`"),
            ("wasm:", 5, "no module is named"),
            ("wasm:a.wasm,fuel=0", 13, "from 1 to"),
        ] {
            let said = said(text);
            assert!(
                said.starts_with(&format!("--seat:1:{column}: ")) && said.contains(about),
                "{text}: {said}"
            );
        }
    }
}
