//! How everything on the full screen is shown.

use masque_core::notation::diagram::{Glyphs, Style};

use super::palette::Palette;
use crate::lang::Lang;

/// How everything is shown, kept from one screen to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The colours.
    pub(crate) palette: Palette,
    /// Native characters rather than letters.
    pub(crate) native: bool,
    /// Only ASCII characters.
    pub(crate) ascii: bool,
    /// Whether the board is turned round.
    pub(crate) flipped: bool,
    /// The language.
    pub(crate) lang: Lang,
}

impl Settings {
    /// A message by its id.
    pub(crate) fn word(&self, id: &str) -> String {
        self.lang.say(id).into_owned()
    }

    /// How boards are drawn.
    pub(crate) fn style(&self) -> Style {
        Style {
            glyphs: match self.native && !self.ascii {
                true => Glyphs::Native,
                false => Glyphs::Letters,
            },
            ascii: self.ascii,
            marks: true,
            lines: true,
        }
    }
}
