//! The terminal: what it can do, progress, and how located messages are shown on it.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use masque_core::notation::diagram::{Drawing, Role};
use masque_core::piece::Side;
use masque_core::spec::SideSpec;
use masque_scripting::diag::{Diagnostic, Source};

use crate::lang::Lang;

/// What standard output and standard error can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// Whether standard output is a terminal.
    pub(crate) out: bool,
    /// Whether standard error is a terminal.
    pub(crate) err: bool,
    /// Whether colours are wanted where there is a terminal.
    pub(crate) colour: bool,
    /// The language that people are spoken to in.
    pub(crate) lang: Lang,
}

impl Console {
    /// Looks at the process: `NO_COLOR` (not empty) and `TERM=dumb` switch colours off.
    pub(crate) fn detect(lang: Lang) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Self {
            out: io::stdout().is_terminal(),
            err: io::stderr().is_terminal(),
            colour: !no_colour && !dumb,
            lang,
        }
    }

    /// Whether standard output takes colours.
    pub(crate) fn paints(self) -> bool {
        self.out && self.colour
    }

    /// The lines of a drawn board, in colours when standard output takes them.
    pub(crate) fn paint(self, drawing: &Drawing, sides: &[SideSpec; 2]) -> Vec<String> {
        let lines = drawing.lines().iter();
        if !self.paints() {
            return lines.map(ToString::to_string).collect();
        }
        let part = |(role, text): &(Role, String)| match colour(*role, sides) {
            "" => text.clone(),
            code => format!("\x1b[{code}m{text}\x1b[0m"),
        };
        lines
            .map(|line| line.parts().iter().map(part).collect())
            .collect()
    }

    /// Writes located messages to standard error: with the lines concerned on a terminal, one line each elsewhere.
    pub(crate) fn report(self, diagnostics: &[Diagnostic]) {
        let mut err = io::stderr().lock();
        // Several variants may share an ancestor, and so what is wrong with it.
        let mut told: Vec<&Diagnostic> = Vec::new();
        for diagnostic in diagnostics {
            if told.contains(&diagnostic) {
                continue;
            }
            told.push(diagnostic);
            // There is nobody left to tell when standard error is closed.
            let _ = if self.err {
                self.draw(diagnostic, &mut err)
            } else {
                writeln!(err, "{diagnostic}")
            };
        }
    }

    fn draw(self, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
        let (name, range, text) = match &diagnostic.span {
            Some(span) => (
                span.source.name.as_str(),
                clamp(&span.source, span.range.clone()),
                span.source.text.as_str(),
            ),
            None => ("", 0..0, ""),
        };
        let config = Config::default()
            .with_color(self.colour)
            .with_index_type(IndexType::Byte)
            .with_char_set(if self.colour {
                CharSet::Unicode
            } else {
                CharSet::Ascii
            });
        if diagnostic.span.is_none() {
            let (red, off) = if self.colour {
                ("\x1b[31m", "\x1b[0m")
            } else {
                ("", "")
            };
            writeln!(
                out,
                "{red}[{}] Error:{off} {}",
                diagnostic.code, diagnostic.message
            )?;
            if let Some(hint) = &diagnostic.hint {
                writeln!(out, "  {hint}")?;
            }
            return Ok(());
        }
        let mut report = Report::build(ReportKind::Error, (name, range.clone()))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.message)
            .with_label(
                Label::new((name, range))
                    .with_color(Color::Red)
                    .with_message(diagnostic.hint.as_deref().unwrap_or("here")),
            );
        if let Some(clause) = &diagnostic.clause {
            report = report.with_note(format!("clause {clause}"));
        }
        report
            .finish()
            .write((name, ariadne::Source::from(text)), out)
    }

    /// A progress bar on standard error for a long run; hidden unless that is a terminal.
    pub(crate) fn progress(
        self,
        what: impl Into<Cow<'static, str>>,
        length: Option<u64>,
    ) -> ProgressBar {
        let target = if self.err {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(length, target);
        let template = match length {
            Some(_) => "{msg} [{bar:32}] {pos}/{len} {eta}",
            None => "{spinner} {msg} {pos} {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what);
        if self.err {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        bar
    }
}

/// The colour of a part of a drawing; sides have that of their name where there is one.
fn colour(role: Role, sides: &[SideSpec; 2]) -> &'static str {
    let side = |side: Side| match sides[side.index()].name.as_str() {
        "red" => "31",
        "blue" => "34",
        "white" => "1",
        _ if side.0 == 0 => "33",
        _ => "36",
    };
    match role {
        Role::Frame | Role::Empty => "",
        Role::Piece(of) | Role::Known(of) | Role::Hidden(Some(of)) => side(of),
        Role::Hidden(None) | Role::Fog => "2",
        Role::Number(_) => "33",
        Role::Hazard => "35",
        Role::Mark => "1;32",
    }
}

/// Keeps a range inside its text and on character boundaries.
fn clamp(source: &Source, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let fit = |mut at: usize| {
        at = at.min(source.text.len());
        while !source.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = fit(range.start);
    start..fit(range.end).max(start)
}
