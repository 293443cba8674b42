//! `docs/cli.md` is the help of every command.

use std::fmt::Write as _;
use std::path::Path;

use clap::CommandFactory as _;

use super::Cli;

fn help(command: &mut clap::Command) -> String {
    command.render_long_help().to_string().trim_end().to_owned()
}

#[test]
fn the_arguments_are_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn the_reference_is_the_help() {
    let mut program = Cli::command().term_width(100);
    program.build();
    let mut page =
        "# The program\n\nThis page is what `masque help` and `masque help COMMAND` print.\n"
            .to_owned();
    let _ = writeln!(page, "\n```text\n{}\n```", help(&mut program));
    let names: Vec<String> = program
        .get_subcommands()
        .map(|c| c.get_name().to_owned())
        .collect();
    for name in names.iter().filter(|name| *name != "help") {
        let command = program.find_subcommand_mut(name).expect("a command");
        let _ = writeln!(
            page,
            "\n## masque {name}\n\n```text\n{}\n```",
            help(command)
        );
    }
    let page: String = page
        .lines()
        .flat_map(|line| [line.trim_end(), "\n"])
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    if std::env::var_os("MASQUE_WRITE_DOCS").is_some() {
        std::fs::write(&path, page).expect("docs/cli.md can be written");
    } else {
        let old = std::fs::read_to_string(&path).expect("docs/cli.md");
        assert_eq!(old, page, "run with MASQUE_WRITE_DOCS=1 to write it anew");
    }
}
