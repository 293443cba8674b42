//! The keys, as the help overlay and the page about playing list them.

use super::text;

/// Some keys and what they do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// The keys, as they are written.
    pub(crate) keys: &'static str,
    /// The id of what they do.
    pub(crate) does: &'static str,
}

/// Keys that belong together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The id of what they are for.
    pub(crate) title: &'static str,
    /// The keys.
    pub(crate) keys: &'static [Key],
}

const fn key(keys: &'static str, does: &'static str) -> Key {
    Key { keys, does }
}

/// The keys of a game.
pub(crate) const GAME: &[Group] = &[
    Group {
        title: text::KEYS_BOARD,
        keys: &[
            key("arrows, h j k l", text::KEY_MOVE),
            key("Enter, click", text::KEY_CHOOSE),
            key("Esc, right click", text::KEY_CANCEL),
            key("Space", text::KEY_MENU),
            key(": or any other text", text::KEY_LINE),
            key("H", text::KEY_HINT),
        ],
    },
    Group {
        title: text::KEYS_LOOK,
        keys: &[
            key("n", text::KEY_GLYPHS),
            key("c", text::KEY_COLOURS),
            key("F", text::KEY_FLIP),
            key("Tab, Shift-Tab", text::KEY_TAB),
            key("Shift-Up, Shift-Down, wheel", text::KEY_SCROLL),
            key("[ ], PgUp PgDn", text::KEY_BACK),
            key("Home, End", text::KEY_ENDS),
        ],
    },
    Group {
        title: text::KEYS_MORE,
        keys: &[
            key("?", text::KEY_HELP),
            key("R", text::KEY_BOOK),
            key("Ctrl-L", text::KEY_REDRAW),
            key("Ctrl-Z", text::KEY_STOP),
            key("q", text::KEY_QUIT),
            key("Ctrl-C", text::KEY_QUIT_NOW),
        ],
    },
];

/// The keys of a replay.
pub(crate) const REPLAY: &[Group] = &[Group {
    title: text::KEYS_REPLAY,
    keys: &[
        key("Right, l, ], PgDn", text::KEY_NEXT),
        key("Left, h, [, PgUp", text::KEY_PREVIOUS),
        key("Home, End", text::KEY_FIRST_LAST),
        key("digits, Enter", text::KEY_GO_TO),
        key("Space, p", text::KEY_AUTOPLAY),
        key("+ -", text::KEY_SPEED),
        key("o", text::KEY_OBSERVER),
        key("n, c, F, R, ?, q", text::KEY_AS_IN_GAME),
    ],
}];

/// The keys of laying out in secret.
pub(crate) const PLACEMENT: &[Group] = &[Group {
    title: text::KEYS_PLACEMENT,
    keys: &[
        key("arrows, h j k l", text::KEY_MOVE),
        key("Enter, click", text::KEY_SWAP),
        key("Space", text::KEY_LAYOUTS),
        key(":", text::KEY_LAYOUT_LINE),
        key("r", text::KEY_RANDOM),
        key("s", text::KEY_SAVE_LAYOUT),
        key("o", text::KEY_LOAD_LAYOUT),
        key("D", text::KEY_READY),
        key("n, c, F, R, ?, q", text::KEY_AS_IN_GAME),
    ],
}];
