//! Signals that end this program: a full screen leaves its terminal first, and the programs that were started end with it.

#[cfg(unix)]
pub(crate) use unix::{Leaver, end_by, left, let_leave};

/// Sees to it, from now on, that a signal which ends this program ends those that it has started first.
pub(crate) fn end_programs_too() {
    // Where signals cannot be had, programs still hear that their input has ended.
    #[cfg(unix)]
    let _ = unix::listen();
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicI32, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::time::Duration;

    use masque_conformance::peer::process;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    /// The signals that end a program, as far as it can do anything about it.
    const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

    /// How long a screen has to leave by itself once a signal asks for it.
    const GRACE: Duration = Duration::from_millis(300);

    /// A screen that leaves its terminal before a signal ends the program.
    #[derive(Clone, Debug)]
    pub(crate) struct Leaver {
        /// Where it is told the signal, so that it leaves by itself and ends the program.
        pub(crate) told: Arc<AtomicI32>,
        /// What gives the terminal back where it does not.
        pub(crate) leave: fn(),
    }

    #[derive(Debug)]
    struct State {
        listens: bool,
        leaver: Option<Leaver>,
    }

    static STATE: Mutex<State> = Mutex::new(State {
        listens: false,
        leaver: None,
    });

    fn state() -> MutexGuard<'static, State> {
        STATE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a screen leave first, until it [has](left).
    ///
    /// # Errors
    /// Signals cannot be had.
    pub(crate) fn let_leave(leaver: Leaver) -> io::Result<()> {
        state().leaver = Some(leaver);
        listen()
    }

    /// The screen has left.
    pub(crate) fn left() {
        state().leaver = None;
    }

    /// Ends the program by signals from now on.
    pub(super) fn listen() -> io::Result<()> {
        let mut state = state();
        if state.listens {
            return Ok(());
        }
        let mut signals = signal_hook::iterator::Signals::new(ENDING)?;
        state.listens = true;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                end(signal);
            }
        });
        Ok(())
    }

    /// Ends the program by a signal, once its screen has left.
    ///
    /// Reading a terminal that has gone away never comes back, so the screen may be where it hears of nothing. Whatever
    /// was done is in the record by then.
    fn end(signal: i32) {
        let leaver = state().leaver.clone();
        if let Some(leaver) = leaver {
            leaver.told.store(signal, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            // Writing to a terminal that has gone away may not come back either.
            std::thread::spawn(leaver.leave);
            std::thread::sleep(GRACE);
        }
        end_by(signal);
    }

    /// Ends the programs that were started, and then this one by a signal.
    pub(crate) fn end_by(signal: i32) {
        process::end_all();
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
}
