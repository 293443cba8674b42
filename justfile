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

# Measure ours beside its peers; `just bench --help` lists what may be chosen.
[group('measure')]
bench *flags:
    cargo build --release -p masque
    cargo bench -p masque-conformance -p masque-scripting --bench hooks --no-run
    cargo bench -p masque-conformance --bench speed -- {{flags}}

# Install OpenSpiel where the measurement finds it; the engines are Debian's stockfish and fairy-stockfish.
[group('measure')]
bench-peers:
    python3 -m venv target/openspiel
    target/openspiel/bin/pip install open_spiel==2.0.2
