//! Colours.

use clap::ValueEnum;

/// Which colours are used.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Wood and paper
    #[default]
    Light,
    /// For dark pages
    Dark,
    /// Black on white, for printers
    Print,
}

/// The colours of everything but pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours {
    /// Round the board.
    pub(super) page: &'static str,
    /// Coordinates.
    pub(super) label: &'static str,
    /// Light squares.
    pub(super) light: &'static str,
    /// Dark squares.
    pub(super) dark: &'static str,
    /// A board of lines or of plain squares.
    pub(super) wood: &'static str,
    /// A panel with holes.
    pub(super) rack: &'static str,
    /// A board of discs that are turned over.
    pub(super) felt: &'static str,
    /// Lines on a board.
    pub(super) line: &'static str,
    /// Places of a board that are safe, or home.
    pub(super) camp: &'static str,
    /// Fog: its face, its light edge, its dark edge.
    pub(super) fog: [&'static str; 3],
    /// Squares that are clear of fog.
    pub(super) clear: &'static str,
    /// The last action.
    pub(super) last: &'static str,
    /// Marks and arrows.
    pub(super) mark: &'static str,
    /// A royal piece that is attacked.
    pub(super) check: &'static str,
    /// The piece that goes on or chooses.
    pub(super) pending: &'static str,
    /// Numbers from 1 to 8.
    pub(super) numbers: [&'static str; 8],
}

const LIGHT: Colours = Colours {
    page: "#faf5ea",
    label: "#7a6650",
    light: "#f0dfc0",
    dark: "#bb9069",
    wood: "#eed3a3",
    rack: "#2f62ae",
    felt: "#3f8f5f",
    line: "#6a4a2c",
    camp: "#f7e7c6",
    fog: ["#aebac4", "#cfd8df", "#87949f"],
    clear: "#e9e4da",
    last: "#f4c81f",
    mark: "#1d8a3f",
    check: "#d8281c",
    pending: "#1f6fd0",
    numbers: [
        "#1f4fd0", "#1c7a30", "#cf2222", "#23238a", "#7d1d1d", "#117a7a", "#333333", "#777777",
    ],
};

const DARK: Colours = Colours {
    page: "#20242b",
    label: "#a3adbb",
    light: "#a9b1bf",
    dark: "#66718a",
    wood: "#b08d5e",
    rack: "#274b82",
    felt: "#2c6a46",
    line: "#3a2a19",
    camp: "#c3a274",
    fog: ["#4a5462", "#647082", "#343c47"],
    clear: "#8d95a2",
    last: "#e0b92a",
    mark: "#43c16c",
    check: "#ef4a3c",
    pending: "#5aa2ff",
    numbers: [
        "#12307f", "#0f5a20", "#9c1010", "#1a1a5e", "#5e1010", "#0a5858", "#1c1c1c", "#404040",
    ],
};

const PRINT: Colours = Colours {
    page: "#ffffff",
    label: "#333333",
    light: "#ffffff",
    dark: "#d4d4d4",
    wood: "#ffffff",
    rack: "#b0b0b0",
    felt: "#ffffff",
    line: "#333333",
    camp: "#ffffff",
    fog: ["#b9b9b9", "#cfcfcf", "#969696"],
    clear: "#ffffff",
    last: "#c4c4c4",
    mark: "#000000",
    check: "#7a7a7a",
    pending: "#555555",
    numbers: ["#000000"; 8],
};

impl Theme {
    /// Its colours.
    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
        }
    }
}

/// The colours of one side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// The body of a figure, or a stone.
    pub(super) body: &'static str,
    /// Its outline.
    pub(super) edge: &'static str,
    /// Lines within it.
    pub(super) detail: &'static str,
    /// What is written on a light disc.
    pub(super) writing: &'static str,
    /// A tile of the side, written upon in white.
    pub(super) tile: &'static str,
}

/// The colours of a side, by its name where it is a colour's.
pub(super) fn ink(name: &str, first: bool) -> Ink {
    let known = |name: &str| {
        Some(match name {
            "white" => Ink {
                body: "#fcf8ee",
                edge: "#3a312a",
                detail: "#3a312a",
                writing: "#6a5a48",
                tile: "#8d8271",
            },
            "black" => Ink {
                body: "#45403c",
                edge: "#16130f",
                detail: "#d8cdbb",
                writing: "#1d1a17",
                tile: "#3b3631",
            },
            "red" => Ink {
                body: "#c9362b",
                edge: "#6d130c",
                detail: "#f7d9d0",
                writing: "#b3190f",
                tile: "#bf3526",
            },
            "blue" => Ink {
                body: "#2f66b8",
                edge: "#12305f",
                detail: "#d5e3f7",
                writing: "#16439a",
                tile: "#2a5aa8",
            },
            "yellow" => Ink {
                body: "#f2c230",
                edge: "#7a5a06",
                detail: "#7a5a06",
                writing: "#946c00",
                tile: "#c79a18",
            },
            "green" => Ink {
                body: "#3d9a52",
                edge: "#12491f",
                detail: "#d9f0de",
                writing: "#1a7030",
                tile: "#2f8544",
            },
            _ => return None,
        })
    };
    let other = if first { "blue" } else { "red" };
    known(name).or_else(|| known(other)).unwrap_or(Ink {
        body: "#888888",
        edge: "#222222",
        detail: "#ffffff",
        writing: "#222222",
        tile: "#555555",
    })
}
