//! Colour schemes: what each thing on the screen looks like. Nothing is told by colour alone.

use masque_core::notation::diagram::Role;
use masque_core::piece::Side;
use masque_core::spec::SideSpec;
use ratatui::style::{Color, Modifier, Style};

/// A colour scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Palette {
    /// 256 colours.
    #[default]
    Default,
    /// 256 colours that are told apart by those who see red and green alike.
    ColourBlind,
    /// The terminal's own 16 colours.
    Sixteen,
    /// Bold, underlined and reversed only.
    Mono,
}

/// What the terminal says of its colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terminal {
    /// `NO_COLOR` is set and not empty.
    pub(crate) no_colour: bool,
    /// `COLORTERM`.
    pub(crate) colorterm: String,
    /// `TERM`.
    pub(crate) term: String,
}

impl Terminal {
    /// Reads the environment.
    pub(crate) fn detect() -> Self {
        let var = |name| std::env::var(name).unwrap_or_default();
        Self {
            no_colour: !var("NO_COLOR").is_empty(),
            colorterm: var("COLORTERM"),
            term: var("TERM"),
        }
    }
}

/// Something that a cell of the board may be besides what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Under the cursor.
    Cursor,
    /// Selected.
    Selected,
    /// Where the selected piece may go.
    Target,
    /// Touched by the last action.
    Last,
    /// A royal piece in check.
    Check,
    /// What a hint is about.
    Hint,
}

impl Palette {
    /// The scheme that a terminal starts with.
    pub(crate) fn choose(terminal: &Terminal) -> Self {
        let many = ["truecolor", "24bit"].contains(&terminal.colorterm.as_str())
            || terminal.term.contains("256color")
            || terminal.term.contains("direct");
        match (terminal.no_colour || terminal.term == "dumb", many) {
            (true, _) => Self::Mono,
            (false, true) => Self::Default,
            (false, false) => Self::Sixteen,
        }
    }

    /// The next scheme.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Default => Self::ColourBlind,
            Self::ColourBlind => Self::Sixteen,
            Self::Sixteen => Self::Mono,
            Self::Mono => Self::Default,
        }
    }

    /// The colour of a side: that of its name where it is a colour.
    pub(crate) fn side(self, side: Side, sides: &[SideSpec; 2]) -> Style {
        let name = sides[side.index()].name.as_str();
        let first = side.0 == 0;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Default => bold.fg(Color::Indexed(match name {
                "red" => 203,
                "blue" => 75,
                "white" => 231,
                "black" => 180,
                _ if first => 221,
                _ => 80,
            })),
            // Orange against blue, after Okabe and Ito.
            Self::ColourBlind => bold.fg(Color::Indexed(if first { 214 } else { 74 })),
            Self::Sixteen => bold.fg(match name {
                "red" => Color::Red,
                "blue" => Color::Blue,
                "white" => Color::White,
                _ if first => Color::Yellow,
                _ => Color::Cyan,
            }),
            // The first side stands out, the second is plain.
            Self::Mono if first => bold,
            Self::Mono => Style::new(),
        }
    }

    /// What a part of a board looks like.
    pub(crate) fn role(self, role: Role, sides: &[SideSpec; 2]) -> Style {
        match role {
            Role::Frame => self.dim(),
            Role::Empty => self.dim(),
            Role::Piece(side) => self.side(side, sides),
            Role::Known(side) => self
                .side(side, sides)
                .add_modifier(Modifier::ITALIC | Modifier::UNDERLINED),
            Role::Hidden(Some(side)) => self.side(side, sides).remove_modifier(Modifier::BOLD),
            Role::Hidden(None) => match self {
                Self::Default | Self::ColourBlind => Style::new().fg(Color::Indexed(246)),
                Self::Sixteen => Style::new().fg(Color::Gray),
                Self::Mono => Style::new(),
            },
            Role::Fog => self.dim(),
            Role::Number(number) => self.number(number),
            Role::Hazard => match self {
                Self::Default => Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(124)),
                Self::ColourBlind => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(214)),
                Self::Sixteen => Style::new().fg(Color::White).bg(Color::Red),
                Self::Mono => Style::new().add_modifier(Modifier::REVERSED),
            },
            Role::Mark => self.accent(),
        }
    }

    /// The colours that numbers of hazards usually have.
    fn number(self, number: u8) -> Style {
        let number = usize::from(number.clamp(1, 8)) - 1;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Default => bold.fg(Color::Indexed(
                [75, 77, 203, 105, 131, 37, 250, 244][number],
            )),
            Self::ColourBlind => bold.fg(Color::Indexed(
                [74, 36, 166, 25, 214, 175, 250, 244][number],
            )),
            Self::Sixteen => bold.fg([
                Color::LightBlue,
                Color::Green,
                Color::LightRed,
                Color::Blue,
                Color::Red,
                Color::Cyan,
                Color::White,
                Color::Gray,
            ][number]),
            Self::Mono => bold,
        }
    }

    /// What a mark adds to what it marks.
    pub(crate) fn mark(self, mark: Mark) -> Style {
        let style = Style::new();
        let reversed = style.add_modifier(Modifier::REVERSED);
        match (self, mark) {
            (Self::Mono, Mark::Cursor) => reversed,
            (Self::Mono, Mark::Selected) => reversed.add_modifier(Modifier::UNDERLINED),
            (Self::Mono, Mark::Target | Mark::Last) => style.add_modifier(Modifier::UNDERLINED),
            (Self::Mono, Mark::Check | Mark::Hint) => {
                style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
            }
            (Self::Sixteen, Mark::Cursor) => reversed,
            (Self::Sixteen, Mark::Selected) => style.bg(Color::Green).fg(Color::Black),
            (Self::Sixteen, Mark::Target) => style.fg(Color::LightGreen),
            (Self::Sixteen, Mark::Last) => style.add_modifier(Modifier::UNDERLINED),
            (Self::Sixteen, Mark::Check) => style.bg(Color::Red).fg(Color::White),
            (Self::Sixteen, Mark::Hint) => style.bg(Color::Magenta).fg(Color::White),
            (Self::Default | Self::ColourBlind, Mark::Cursor) => style.bg(Color::Indexed(240)),
            (Self::Default, Mark::Selected) => style.bg(Color::Indexed(28)),
            (Self::Default, Mark::Target) => style.bg(Color::Indexed(22)),
            (Self::Default, Mark::Last) => style.bg(Color::Indexed(58)),
            (Self::Default, Mark::Check) => style.bg(Color::Indexed(88)),
            (Self::Default, Mark::Hint) => style.bg(Color::Indexed(54)),
            (Self::ColourBlind, Mark::Selected) => style.bg(Color::Indexed(25)),
            (Self::ColourBlind, Mark::Target) => style.bg(Color::Indexed(24)),
            (Self::ColourBlind, Mark::Last) => style.bg(Color::Indexed(58)),
            (Self::ColourBlind, Mark::Check) => {
                style.bg(Color::Indexed(166)).fg(Color::Indexed(16))
            }
            (Self::ColourBlind, Mark::Hint) => style.bg(Color::Indexed(96)),
        }
    }

    /// What stands back.
    pub(crate) fn dim(self) -> Style {
        match self {
            Self::Default | Self::ColourBlind => Style::new().fg(Color::Indexed(242)),
            Self::Sixteen => Style::new().fg(Color::DarkGray),
            Self::Mono => Style::new(),
        }
    }

    /// What stands out.
    pub(crate) fn accent(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Default => bold.fg(Color::Indexed(114)),
            Self::ColourBlind => bold.fg(Color::Indexed(117)),
            Self::Sixteen => bold.fg(Color::LightGreen),
            Self::Mono => bold,
        }
    }

    /// What warns.
    pub(crate) fn warning(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Default => bold.fg(Color::Indexed(203)),
            Self::ColourBlind => bold.fg(Color::Indexed(214)),
            Self::Sixteen => bold.fg(Color::LightRed),
            Self::Mono => bold.add_modifier(Modifier::REVERSED),
        }
    }

    /// What is chosen in a list.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The dark fields of a chequered board, where there are colours enough.
    pub(crate) fn field(self, dark: bool) -> Style {
        match self {
            Self::Default | Self::ColourBlind if dark => Style::new().bg(Color::Indexed(235)),
            _ => Style::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(no_colour: bool, colorterm: &str, term: &str) -> Palette {
        Palette::choose(&Terminal {
            no_colour,
            colorterm: colorterm.to_owned(),
            term: term.to_owned(),
        })
    }

    #[test]
    fn the_terminal_decides_what_it_starts_with() {
        assert_eq!(of(false, "truecolor", "xterm"), Palette::Default);
        assert_eq!(of(false, "", "tmux-256color"), Palette::Default);
        assert_eq!(of(false, "", "linux"), Palette::Sixteen);
        assert_eq!(of(true, "truecolor", "xterm-256color"), Palette::Mono);
        assert_eq!(of(false, "", "dumb"), Palette::Mono);
    }

    #[test]
    fn the_schemes_come_round() {
        let mut palette = Palette::Default;
        let mut seen = Vec::new();
        while !seen.contains(&palette) {
            seen.push(palette);
            palette = palette.next();
        }
        assert_eq!(seen.len(), 4);
        assert_eq!(palette, Palette::Default);
    }

    #[test]
    fn without_colours_there_are_none() {
        let sides = [SideSpec::default(), SideSpec::default()];
        let roles = [
            Role::Frame,
            Role::Empty,
            Role::Piece(Side(0)),
            Role::Known(Side(1)),
            Role::Hidden(None),
            Role::Hidden(Some(Side(0))),
            Role::Fog,
            Role::Number(3),
            Role::Hazard,
            Role::Mark,
        ];
        for role in roles {
            let style = Palette::Mono.role(role, &sides);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        for mark in [
            Mark::Cursor,
            Mark::Selected,
            Mark::Target,
            Mark::Last,
            Mark::Check,
            Mark::Hint,
        ] {
            let style = Palette::Mono.mark(mark);
            assert_eq!((style.fg, style.bg), (None, None), "{mark:?}");
        }
    }
}
