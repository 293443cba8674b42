//! How everything on the full screen is shown.

use masque_core::notation::diagram::{Glyphs, Style, width};
use masque_core::spec::{Face, Spec};

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
    /// The language.
    pub(crate) lang: Lang,
}

impl Settings {
    /// A message by its id.
    pub(crate) fn word(&self, id: &str) -> String {
        self.lang.say(id).into_owned()
    }

    /// A text as it stands on the screen: free of the marks of Markdown, and turned round where the terminal does not.
    pub(crate) fn shown(&self, text: &str) -> String {
        self.lang.shown(text).replace('`', "'")
    }

    /// Whether what stands for a piece of a variant may take two columns, whatever is on the board just now: a wide
    /// glyph, or a letter with the mark of a hidden piece whose kind, or a kind that it looks like, is shown.
    pub(crate) fn wide(&self, spec: &Spec) -> bool {
        let mut glyphs = spec.kinds.iter().flat_map(|kind| &kind.glyph);
        let native = self.native && !self.ascii && glyphs.any(|glyph| width(glyph) > 1);
        native || spec.hidden.face == Face::Home || spec.hidden.owner_knows
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
