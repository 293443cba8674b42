//! Signals that end this program: the programs that it has started end with it.

use masque_conformance::peer::process;

/// Sees to it, from now on, that a signal which ends this program ends those that it has started first. While the full
/// screen is up, that is left to the screen, which has to give the terminal back.
pub(crate) fn end_programs_too() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            // Where signals cannot be had, programs still hear that their input has ended.
            let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])
            else {
                return;
            };
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    if !crate::tui::is_up() {
                        end_by(signal);
                    }
                }
            });
        });
    }
}

/// Ends the programs that were started, and then this one by a signal.
#[cfg(unix)]
pub(crate) fn end_by(signal: i32) {
    process::end_all();
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}
