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

# Draw the pictures of the documentation anew.
[group('write')]
pictures:
    #!/usr/bin/env sh
    set -eu
    cargo build --release -p masque
    draw() { target/release/masque render "$@" --format svg --lang en -O "docs/pictures/$1.svg"; }
    draw banqi 'a1r?1E1?/pa2?3/1A1pA2k/e?H?r2? black colours=black/red turns=40 lost=K,E,R,C2,P4,e,h,c2,p' --captured --arrow c2b2
    draw chess start
    draw go '9/9/2X3O2/4O4/3OXO3/2X1O4/6X2/2O6/9 black' -o size=9 --mark e5
    draw hex '5/2XO1/1OX2/1X3/X4 blue' -o size=5 --arrow c3d2
    draw hidden-chess '5k2/p~4p~2/p7/2R5/8/2P1R3/P~P~3K2/R~7 b - - 0 19 lost=Q,B,N2,P2,q,r2,b2,n2,p4,x(p),X3' --as white --captured --arrow h5c5
    draw junqi-setup 'xxxxx/1x1x1/3x1/3x1/5/2X(D)2/1X(B)1X(C)1/5/X(T)X(G)3/2X(R)2/1X(B)X(R)X(L)X(L)/X(L)X(F)X(D)X(E)X(P) red quiet=2 turns=30 lost=X(M),X(T),X(C)2,X(P)2,X(E)2,X(O)2,x16' --as red --captured --arrow c11d10
    draw minesweeper-chess 'r2qk1nr/pp1npp2/2pp3p/8/8/8/6P1/P1NP1P2/2P1P3/R1BQKBR1 b Qkq - 4 16 fog=a5-e5,a6-b6 seen=f4,h4 left=4 numbers=c4:1,d4:2,e4:3,f4:1,g4:2,f5:2,g5:2,h5:1,c6:1,d6:2,e6:2,f6:1'
    draw xiangqi start --arrow b3e3

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
