//! The terminal while a full-screen front end has it: taken, given back whatever happens, and its events.

use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEventKind,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};

#[cfg(unix)]
use crate::signals;
use crate::stopwatch::Stopwatch;

/// Whether the terminal is in the modes of a full screen, so that they are given back once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What waiting for input came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// A key, the mouse, a paste, another size.
    Event(Event),
    /// Nothing for as long as was waited.
    Nothing,
    /// A signal asks the program to stop.
    Stop,
    /// A signal asks the program to end.
    End,
}

/// The terminal, taken.
pub(crate) struct Screen {
    /// Never dropped: it would show the cursor, which [`leave`] does, and complain where the terminal is gone, which ends
    /// in a panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    /// What clocks are fed with.
    watch: Stopwatch,
    /// What the watch showed when the program was last seen to run.
    alive: u64,
    /// The signal that asks the program to end; 0 while none does.
    signal: Arc<AtomicI32>,
    /// The program is asked to stop.
    stop: Arc<AtomicBool>,
    /// The program goes on after it was stopped.
    goes_on: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal, and sees to it that panics and signals give it back.
    ///
    /// # Errors
    /// The terminal could not be set.
    pub(crate) fn take() -> io::Result<Self> {
        let signal = Arc::new(AtomicI32::new(0));
        let (stop, goes_on) = (Arc::default(), Arc::default());
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            signals::let_leave(signals::Leaver {
                told: Arc::clone(&signal),
                leave: || {
                    let _ = leave(&mut io::stdout());
                },
            })?;
            signal_hook::flag::register(SIGTSTP, Arc::clone(&stop))?;
            signal_hook::flag::register(SIGCONT, Arc::clone(&goes_on))?;
        }
        give_back_on_panic();
        enter(&mut io::stdout())?;
        Ok(Self {
            terminal: ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?),
            watch: Stopwatch::start(),
            alive: 0,
            signal,
            stop,
            goes_on,
        })
    }

    /// Milliseconds since the terminal was taken, without those while the program was stopped: the time that clocks are
    /// fed with.
    pub(crate) fn now(&self) -> u64 {
        match self.goes_on.load(Ordering::SeqCst) {
            true => self.alive,
            false => self.watch.now(),
        }
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(render)?;
        Ok(())
    }

    /// Waits for input, no longer than a time.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn wait(&mut self, at_most: Duration) -> io::Result<Input> {
        let until = Instant::now() + at_most;
        loop {
            if self.signal.load(Ordering::Relaxed) != 0 {
                return Ok(Input::End);
            }
            if self.stop.swap(false, Ordering::SeqCst) {
                return Ok(Input::Stop);
            }
            if self.goes_on.load(Ordering::SeqCst) {
                self.take_again()?;
            }
            self.alive = self.watch.now();
            // A signal does not end a wait, so that waits are short.
            let left = until.saturating_duration_since(Instant::now());
            if crossterm::event::poll(left.min(Duration::from_millis(100)))? {
                match crossterm::event::read()? {
                    Event::Key(key) if key.kind == KeyEventKind::Release => {}
                    event => return Ok(Input::Event(event)),
                }
            } else if left.is_zero() {
                return Ok(Input::Nothing);
            }
        }
    }

    /// Wipes the screen and what can be scrolled back to.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::Purge))?;
        self.repaint()
    }

    /// Clears the screen, so that the next frame is drawn whole.
    ///
    /// `Terminal::clear` would ask the terminal where its cursor is, and not every terminal answers.
    fn repaint(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))
    }

    /// Stops the program, as Ctrl-Z does elsewhere, and takes the terminal again when it goes on.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            leave(&mut io::stdout())?;
            self.watch.pause();
            let stopped =
                signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
            self.watch.resume();
            self.alive = self.watch.now();
            stopped?;
            self.take_again()?;
        }
        Ok(())
    }

    /// Takes the terminal as it was before the program was stopped: whoever had it meanwhile may have set it otherwise.
    /// The time since the program was last seen to run does not count.
    fn take_again(&mut self) -> io::Result<()> {
        self.watch.stood_since(self.alive);
        self.goes_on.store(false, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        disable_raw_mode()?;
        enter(&mut io::stdout())?;
        self.repaint()
    }

    /// Gives the terminal back; a program that a signal asked to end then ends by it.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn give_back(self) -> io::Result<()> {
        let left = leave(&mut io::stdout());
        let signal = self.signal.load(Ordering::Relaxed);
        #[cfg(unix)]
        if signal != 0 {
            signals::end_by(signal);
        }
        #[cfg(not(unix))]
        let _ = signal;
        left
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = leave(&mut io::stdout());
        #[cfg(unix)]
        signals::left();
    }
}

/// Sets the modes of a full screen.
fn enter(out: &mut impl Write) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    modes(out)
}

fn modes(out: &mut impl Write) -> io::Result<()> {
    execute!(
        out,
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )
}

/// Gives back what [`enter`] took, once.
fn leave(out: &mut impl Write) -> io::Result<()> {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    // The one is undone even where the other fails.
    let modes = no_modes(out);
    disable_raw_mode()?;
    modes
}

fn no_modes(out: &mut impl Write) -> io::Result<()> {
    execute!(
        out,
        cursor::Show,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen
    )
}

/// Gives the terminal back before a panic is told, so that what is told can be read.
fn give_back_on_panic() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = leave(&mut io::stdout());
            tell(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every mode that is switched on, by its number, and whether it is on at the end.
    fn left_on(bytes: &[u8]) -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        let mut on = std::collections::BTreeMap::new();
        for part in text.split("\x1b[?").skip(1) {
            if let Some(end) = part.find(['h', 'l']) {
                on.insert(part[..end].to_owned(), part.as_bytes()[end] == b'h');
            }
        }
        let left = on.into_iter().filter(|(_, is_on)| *is_on);
        left.map(|(mode, _)| mode).collect()
    }

    #[test]
    fn every_mode_that_is_set_is_taken_back() {
        let mut out = Vec::new();
        modes(&mut out).expect("a buffer takes anything");
        // The cursor is the one mode that is on without a full screen.
        let taken = left_on(&out);
        assert!(taken.iter().any(|m| m == "1049"), "{taken:?}");
        no_modes(&mut out).expect("a buffer takes anything");
        assert_eq!(left_on(&out), ["25"]);
    }

    #[test]
    fn the_terminal_is_given_back_once() {
        let mut out = Vec::new();
        TAKEN.store(true, Ordering::SeqCst);
        let _ = leave(&mut out);
        let first = out.len();
        assert!(first > 0);
        let _ = leave(&mut out);
        assert_eq!(out.len(), first);
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        use std::sync::Mutex;
        static SEEN: Mutex<Option<bool>> = Mutex::new(None);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {
            if let Ok(mut seen) = SEEN.lock() {
                *seen = Some(TAKEN.load(Ordering::SeqCst));
            }
        }));
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let panicked = std::thread::spawn(|| panic!("on purpose")).join();
        std::panic::set_hook(before);
        assert!(panicked.is_err());
        assert_eq!(SEEN.lock().map(|s| *s).ok(), Some(Some(false)));
    }
}
