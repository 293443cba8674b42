# List the recipes.
default:
    @just --list

# Play a variant.
[group('play')]
play variant='banqi' *flags:
    cargo run --release -- play {{variant}} {{flags}}

# Run every test, as the README says.
[group('check')]
test:
    cargo test --workspace --release

# Run the rulebooks alone.
[group('check')]
book *flags:
    cargo run --release -- test {{flags}}

# Everything that must hold before a change lands.
[group('check')]
ci:
    .ci/run

# Rewrite generated references and snapshots after looking at the difference.
[group('write')]
bless:
    MASQUE_WRITE_DOCS=1 cargo test --workspace --release
    cargo insta review

# Print baseline figures.
[group('measure')]
bench:
    cargo bench --workspace
