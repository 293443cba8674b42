# English. Every message has to be here; other languages may leave out what they do not say better.

list-comma = ,{" "}
player-number = player { $number }

## masque show

show-extends = extends { $parent }
show-with = with { $options }
show-players = Players: { $first } and { $second }
show-pieces = Pieces (letter, name, { $first } and { $second }, number, moves)
show-layouts = Secret layouts: { $layouts }
show-options = Options (--option KEY=VALUE)
show-default = default { $value }
show-presets = Presets (--preset NAME)
show-endings = Endings, in the order in which they are judged
show-clock = Clock: { $clock }
show-rulebook = { $clauses ->
    [one] Rulebook: one clause; read it with `masque book { $id }`
   *[other] Rulebook: { $clauses } clauses; read it with `masque book { $id }`
}

## masque book

book-from = From { $parent }

## When a game ends

end-eliminated = a side has no piece left
end-lost = a side has lost its { $kind }
end-immobile = a side has no piece that could ever move
end-checkmate = the seat to move is in check and has no action
end-no-action = the seat to move has no action
end-captured = { $number ->
    [one] a side has captured one or more
   *[other] a side has captured { $number } or more
}
end-passes = { $number ->
    [one] one pass
   *[other] { $number } passes running
}
end-quiet = the limit of quiet turns
end-ply-limit = the limit of plies
end-repetition = the position has come too often
end-reached = a { $kind } has reached { $region }
end-line-exact = a side has exactly { $length } in a row
end-line = a side has { $length } or more in a row
end-connected = a side has joined { $region } to { $other }
end-full = no site is empty
end-dead-material = neither side can win any more

then-loses = it loses
then-wins = it wins
then-draw = draw
then-score = the score decides
then-pass = it passes

## How a piece moves

move-walk = walk on { $class }
move-any-edge = any edge
move-straight = straight
move-steps = { $number ->
    [one] one step
   *[other] up to { $number } steps
}
move-from = from { $region }
move-onto = onto { $region }
move-taking = taking { $kinds }

## Pictures

picture-title = { $title }, turn { $turn }
picture-seen-by = As { $who } sees it
picture-seen-by-all = As everybody sees it
picture-piece = { $side } { $kind }
picture-back = hidden piece
picture-back-of = hidden piece of { $side }
picture-looks-like = hidden, looks like { $piece }
picture-known = known to be { $piece }

## A game, line by line. Words in `…` are typed as they stand.

help-lines =
    e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   play an action (as `moves` writes it)
    choose Q, stop                                      finish a turn of several steps
    moves [SITE]        what may be played              why ACTION   why not, or what it does
    board               draw the board again            pieces       captured and unseen pieces
    draw, accept, decline                               offer and answer an agreed end
    claim, resign       end the game                    undo         take back, never past a revelation
    clock, bank         the clocks; start the bank      save NAME    copy the record
    quit                leave; the game is kept         help         this
turn = { $title }, turn { $turn }: { $who } to act
turn-in-check = { $title }, turn { $turn }: { $who } to act, in check
phase-chain = go on capturing, or `stop`
phase-choose = choose what it becomes
phase-shoot = shoot
hazards-left = Hazards left: { $number }
record-kept = The whole game, with its deal, is in { $path }.
record-failed = The record could not be written: { $why }.
forfeits = { $who } forfeits the game: { $why }.
cannot-act = { $who } cannot act: { $why }.
curtain = { $who } to the screen; the other player looks away
curtain-ready = Press Enter when ready:

undone = { $number ->
    [one] The last deed is taken back.
   *[other] The last { $number } deeds are taken back.
}
tried-refused = { $action } was tried and refused: { $clause }
offers = { $who } offers.
offers-and-waits = { $who } offers; { $other } may `accept` or `decline` on its turn.
accepts = { $who } accepts.
declines = { $who } declines.
claims = { $who } claims.
resigns = { $who } resigns.
bank-runs = The thinking-time bank runs.
not-allowed = { $action } is not allowed: { $clause }
not-possible = That is not possible: { $why }.
not-played = { $action } could not be played: { $why }
not-undone = Nothing taken back: { $why }.
no-clock = This game has no clock.
no-action = { $error }. Type `moves` for what may be played, `help` for commands.
no-site = No site is called `{ $site }`.
nothing-to-play = Nothing may be played.
nothing-to-play-from = Nothing may be played from { $site }.
save-kept = The game is kept in { $path } as it goes; `save NAME` makes a copy.
save-done = Saved to { $path }.
save-failed = Could not save to { $path }: { $why }.

wins = { $who } wins{ $scores }: { $clause }.
drawn = The game is drawn{ $scores }: { $clause }.
scores = ({ $first } to { $second })

off-board = Off the board: { $pieces }
off-board-learned = Off the board, known to you alone: { $pieces }
off-board-hidden = Off the board, not known to all: { $pieces }
not-seen = Not seen yet: { $pieces }
all-seen = Every piece of the set is on the board and seen.
known-to-you = known to you { $pieces }
unseen = unseen { $number }

## Clocks

clock-line = Clock  { $first }   { $second }
clock-move = move { $time }
clock-total = total { $time }
clock-bank = bank { $time }
clock-warning = { $who }: { $time } left
clock-bank-started = { $who }: the thinking-time bank runs
clock-bank-empty = { $who }: the thinking-time bank is empty
clock-time-out = { $who }: out of time (number { $number })
clock-yellow-card = { $who }: yellow card { $number }
clock-acts = { $who }: the program acts
clock-lost-by-time-outs = { $who } loses: too many time-outs
clock-lost-by-cards = { $who } loses: too many yellow cards
clock-lost-by-time = { $who } loses: no time left

## Why an action is not allowed, and what one does

why-phase = it is not the time for it
why-ownership = nothing of yours stands there to do it
why-movement = it does not move so
why-capture = it may not capture that
why-check = the royal piece would be left attacked
why-repetition = the position or the chase forbids it
clause = clause { $clause }
is-allowed = { $action } is allowed: { $what }.
does-flip = turns up the piece on { $site } for everybody
does-move = goes to { $site }
does-capture = captures the { $piece } on { $site }
does-capture-in-passing = captures in passing on { $site }
does-take-unknown = captures the hidden piece on { $site }, whatever it is
does-reveal-then-decide = reveals the piece on { $site }, then what it is decides
does-decide-in-secret = fights the hidden piece on { $site }; only the outcome is told
does-reveal-mover = shows what the moving piece is
does-promote = becomes a { $piece }
does-castle = castles
does-meet-hazard = lands on the hazard on { $site }
does-maybe-meet-hazard = lands in fog on { $site }, where a hazard may lie
does-place = places a piece on { $site }
does-turn-over = turns over the piece on { $site }
does-pass = passes the turn
does-stop = ends the chain
does-act = makes the { $name } action
does-swap = swaps sides
does-maybe-chain = may go on capturing

## Before and after a game

saved-as-it-goes = Saved as it goes in { $path }. Type `help` for commands.
go-on-with = Go on with: masque play --resume { $path }

## Secret layouts

layout-help =
    NAME          a named layout, the rest filled at random: see `names`
    random        everything at random      swap A B      exchange two pieces
    file PATH     read a layout             save PATH     keep this one for another game
    show          draw it                   names         the named layouts
    ready         commit it: nobody sees it, and it cannot be changed
layout-of = Secret layout of { $who }. This one was drawn at random:
layout-prompt = { $who } layout
layout-swap = `swap` needs two sites, such as `swap a1 b2`.
layout-try-help = Type `help` for what can be done here.
layout-is-ready = { $who } is ready.
record-torn = The last line was cut off in the writing; the action in flight is lost, everything before it is there.
