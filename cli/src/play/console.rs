//! Lines from the terminal, with deadlines, so that a clock can run out while a person thinks.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::lang::Lang;
use crate::stopwatch::Stopwatch;

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line, trimmed.
    Line(String),
    /// The deadline passed first.
    Late,
    /// There will be no more lines.
    End,
}

/// The prompt that waits for an answer; empty while none does.
type Asked = Arc<Mutex<String>>;

/// Where lines come from and text goes to.
pub(crate) struct Console {
    lines: Receiver<String>,
    watch: Arc<Stopwatch>,
    asked: Asked,
    /// Whether a person sits at a terminal.
    pub(crate) interactive: bool,
    /// The language that players are spoken to in.
    pub(crate) lang: Lang,
}

impl Console {
    /// Reads standard input on a thread of its own.
    #[must_use]
    pub(crate) fn open(lang: Lang) -> Self {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let (watch, asked) = (Arc::new(Stopwatch::start()), Asked::default());
        #[cfg(unix)]
        stand_while_stopped(Arc::clone(&watch), Arc::clone(&asked));
        let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self {
            lines,
            watch,
            asked,
            interactive,
            lang,
        }
    }

    /// Milliseconds since the console was opened, without those while the program was stopped: the time that clocks are
    /// fed with.
    #[must_use]
    pub(crate) fn now(&self) -> u64 {
        self.watch.now()
    }

    /// Waits for a line, until a moment of [`Console::now`] if one is given.
    pub(crate) fn line(&self, until: Option<u64>) -> Input {
        let got = match until {
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(until) => self
                .lines
                .recv_timeout(Duration::from_millis(until.saturating_sub(self.now()))),
        };
        match got {
            Ok(line) => {
                lock(&self.asked).clear();
                Input::Line(line.trim().to_owned())
            }
            Err(RecvTimeoutError::Timeout) => Input::Late,
            Err(RecvTimeoutError::Disconnected) => Input::End,
        }
    }

    /// Asks, and waits for the answer.
    pub(crate) fn ask(&self, prompt: &str, until: Option<u64>) -> Input {
        self.prompt(prompt);
        self.line(until)
    }

    /// Writes a prompt without ending the line.
    pub(crate) fn prompt(&self, prompt: &str) {
        prompt.clone_into(&mut lock(&self.asked));
        print!("{prompt}");
        let _ = io::stdout().flush();
    }

    /// Hides what was on the screen and waits until the next player sits there.
    pub(crate) fn curtain(&self, who: &str) -> Input {
        let lang = self.lang;
        if self.interactive {
            // Clears the screen and what can be scrolled back to.
            print!("\x1b[2J\x1b[3J\x1b[H");
        } else {
            println!("{}", "\n".repeat(3));
        }
        let look_away = lang.say_with("curtain", &[("who", who.into())]);
        println!("---- {} ----", lang.shown(&look_away));
        self.ask(
            &format!("{} ", lang.shown(&lang.say("curtain-ready"))),
            None,
        )
    }
}

fn lock(asked: &Asked) -> MutexGuard<'_, String> {
    asked.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a watch stand while the terminal has stopped the program, on a thread that does the stopping. What was asked is
/// asked again when the program goes on, below what was written meanwhile.
#[cfg(unix)]
fn stand_while_stopped(watch: Arc<Stopwatch>, asked: Asked) {
    use signal_hook::consts::SIGTSTP;
    // Where signals cannot be had the program is stopped as any other, and its clocks run on.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTSTP]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            watch.pause();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            watch.resume();
            print!("{}", lock(&asked));
            let _ = io::stdout().flush();
        }
    });
}
