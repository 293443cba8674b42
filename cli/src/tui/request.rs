//! What a screen asks of the terminal, by keys that mean the same on every screen or by itself.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is asked of the terminal before the next frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Requests {
    /// The program is left.
    pub(crate) leave: bool,
    /// The screen is wiped before it is drawn again.
    pub(crate) wipe: bool,
    /// The program is stopped.
    pub(crate) suspend: bool,
    /// The bell.
    pub(crate) bell: bool,
}

impl Requests {
    /// Takes in a key that means the same everywhere; `false` when it is none.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        if !key.modifiers.contains(KeyModifiers::CONTROL) {
            return false;
        }
        match key.code {
            KeyCode::Char('c') => self.leave = true,
            KeyCode::Char('l') => self.wipe = true,
            KeyCode::Char('z') => self.suspend = true,
            _ => return false,
        }
        true
    }
}
