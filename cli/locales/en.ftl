# English. Every language says every message that is here.

list-comma = ,{" "}
list-semicolon = ;{" "}
with-note = { $text } ({ $note })
with-head = { $head }: { $text }
sentence = { $text }.
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
    hint                what a search would play
    draw, accept, decline                               offer and answer an agreed end
    claim, resign       end the game                    undo         take back, never past a revelation
    clock, bank         the clocks; start the bank      save NAME    copy the record
    quit                leave; the game is kept         help         this
turn = { $title }, turn { $turn }: { $who } to act
turn-in-check = { $title }, turn { $turn }: { $who } to act, in check
turn-over = { $title }, the game is over
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
offers = { $end ->
    [score] { $who } offers to end the game by its score.
   *[draw] { $who } offers a draw.
}
offers-and-waits = { $end ->
    [score] { $who } offers to end the game by its score; { $other } answers with `accept` or `decline`, and any action declines.
   *[draw] { $who } offers a draw; { $other } answers with `accept` or `decline`, and any action declines.
}
accepts = { $who } accepts the offer.
declines = { $who } declines the offer.
claims = { $who } claims an end that the rules allow.
resigns = { $who } resigns.
bank-runs = The thinking-time bank runs.
deed = { $who }: { $action }
deed-and-events = { $deed }; { $events }
by-the-clock = {" "}(the clock)
hint = Hint: { $action }
no-hint = There is no hint now.
not-allowed = { $action } is not allowed: { $clause }
not-possible = That is not possible: { $why }.
not-played = { $action } could not be played: { $why }
not-undone = Nothing taken back: { $why }.
no-clock = This game has no clock.
no-action = { $error }. Type `moves` for what may be played, `help` for commands.
which-action = `{ $action }` may be any of: { $choices }
no-site = No site is called `{ $site }`.
nothing-to-play = Nothing may be played.
nothing-to-play-from = Nothing may be played from { $site }.
has-no-action = { $piece } on { $site } has no action now
save-kept = The game is kept in { $path } as it goes; `save NAME` makes a copy.
save-done = Saved to { $path }.
save-failed = Could not save to { $path }: { $why }.

wins = { $who } wins{ $scores }: { $clause }.
drawn = The game is drawn{ $scores }: { $clause }.
scores = {" "}({ $first } to { $second })

off-board = Off the board: { $pieces }
off-board-learned = Off the board, known to you alone: { $pieces }
off-board-hidden = Off the board, unseen: { $pieces }
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
why-nothing-to-flip = there is nothing to turn up
why-movement = it does not move so
why-flip = it may not be turned up
why-placement = nothing may be placed there
why-capture = it may not capture that
why-no-capture = it may capture nothing that it could reach
why-check = the royal piece would be left attacked
why-repetition = the position or the chase forbids it
with-clause = { $what } (clause { $clause })
why-not = { $action }: { $why }.
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

## What is typed and not done. Each says why and ends without a full stop.

typed-nothing = an action is missing; type one such as { $expected }
typed-no-action = `{ $typed }` is no action; type one such as { $expected }
typed-no-site = `{ $typed }` is not a site of this board; sites are { $first } to { $last }
typed-no-kind = `{ $typed }` is not a kind of piece; kinds are { $kinds }
typed-lacks-site = `{ $typed }` needs a site after it
typed-lacks-two-sites = `{ $typed }` needs two sites after it
typed-lacks-second-site = `{ $typed }` needs a second site after it
typed-lacks-kind = `{ $typed }` needs a kind of piece after it
typed-more = `{ $typed }` follows a complete action; expected nothing more
typed-several = `{ $typed }` may be any of { $actions }
typed-absent = `{ $typed }` names an action that this game does not have; type one such as { $expected }
no-act-over = the game is over
no-act-agreement = this game knows no agreed end
no-act-resigning = this game does not allow resigning
no-act-offer-stands = the offer already stands
no-act-nothing-offered = the other player has offered nothing
no-act-not-to-act = only who is to act may claim
no-act-nothing-to-claim = nothing can be claimed in this position
no-undo-start = nothing was done yet
no-undo-revealed = the last action revealed something, and what is known stays known
no-undo-clocked = the clock acted, and that stays
no-clock-bank = there is no bank to start by hand
no-clock-bank-runs = the bank runs already
no-clock-bank-empty = the bank is empty
no-clock-not-started = the clock has not started
no-clock-paused = the clock is paused
no-clock-over = a player has lost on time
no-clock-too-late = the time was out before
no-clock-not-to-act = it is the other player's turn
no-action-no-ending = there is no action, and no ending of these rules says what then

## Before and after a game

saved-as-it-goes = Saved as it goes in { $path }. Type `help` for commands.
go-on-with = Go on with: masque play --resume { $path }

## Replay, analyses, hints

replay-start = the start
replay-result = Result: { $result }
analyse-to-act = { $who } to act: expected score { $score } after { $number } simulations
analyse-not-to-act = { $who } is not to act.
analyse-action = action
analyse-visits = visits
analyse-share = share
analyse-score = score
analyse-more = and { $number } more
analyse-pieces = Hidden pieces, likeliest first
analyse-hazards = Hazards, in tenths of certainty (* is certain)
analyse-truths = { $number } truths agree with what { $who } was told
analyse-about-truths = about { $number } truths agree with what { $who } was told
hint-after = { $number } simulations: { $actions }; expected score { $score }
thinking = thinking

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
layout-in-play = `{ $typed }` is a command of the game, which begins when the layouts are ready. Type `help` for what can be done here.
layout-no-name = { $error }. Type `help` for what can be done here.
layout-outside = { $site } is not one of the sites to fill
layout-twice = two pieces stand on { $site }
layout-count = of the { $kind } the set has { $expected }, and { $found } are laid out
layout-forbidden = the { $kind } may not stand on { $site }
layout-unknown = no layout is called `{ $name }`; layouts are { $known }
layout-impossible = the fixed pieces leave no legal way to lay out the rest
layout-is-ready = { $who } is ready.
record-torn = The last line was cut off in the writing; the action in flight is lost, everything before it is there.

## The full screen

tui-keys-board = On the board
tui-keys-look = What is shown
tui-keys-more = More
tui-keys-replay = In a replay
tui-keys-placement = Laying out in secret
tui-key-move = move the cursor
tui-key-choose = select a piece, then where it goes; turn up or place at once
tui-key-cancel = let go of what is selected, leave what is open
tui-key-menu = pass, stop, choose; draw, undo, resign and the rest
tui-key-line = type an action or a command, such as `e2e4` or `why e2e5`
tui-key-hint = a hint
tui-key-glyphs = letters or native characters
tui-key-colours = the next colour scheme
tui-key-flip = turn the board round; for two people: hold it, or let it turn again
tui-key-tab = moves, messages, pieces
tui-key-scroll = scroll them
tui-key-back = look at earlier positions and back
tui-key-ends = the start of the game, the present
tui-key-help = this help
tui-key-book = the rulebook, at the clause that was last named
tui-key-redraw = draw the screen anew
tui-key-stop = stop the program, and with it the clock; `fg` goes on
tui-key-quit = leave; the game is kept
tui-key-quit-now = leave at once; the game is kept
tui-key-next = the next step
tui-key-previous = the step before
tui-key-first-last = the start, the end
tui-key-go-to = go to a step
tui-key-autoplay = play by itself, and stop
tui-key-speed = faster, slower
tui-key-observer = by whose eyes, where the record tells
tui-key-as-in-game = as in a game
tui-key-swap = take a piece, then the one it changes places with
tui-key-layouts = the named layouts
tui-key-layout-line = type a command, such as `swap a1 b2`, or a layout's name
tui-key-random = a layout at random
tui-key-save-layout = save this layout to a file
tui-key-load-layout = load a layout from a file
tui-key-ready = ready: nobody sees the layout, and it cannot be changed
tui-tab-moves = Moves
tui-tab-messages = Messages
tui-tab-pieces = Pieces
tui-help-title = Keys
tui-book-title = Rules
tui-page-place = lines { $first } to { $last } of { $all }
tui-menu-title = Game
tui-which = Which?
tui-leave = Leave? The game is kept.
tui-leave-layout = Leave? No game has begun, and the layout is not kept.
tui-resign = Resign?
tui-yes = yes
tui-no = no
tui-no-book = This variant has no rulebook.
tui-you = you
tui-key-hints = Space menu  : type  ? help
tui-over-hints = [ ] look back  R rules  q leave
tui-hand-over = Done. Enter: the other player's turn
tui-nothing-yet = nothing yet
tui-all-seen = Every piece of the set is on the board and seen.
tui-not-now = It is not your turn.
tui-looking-back = An earlier position was shown; this is the present. Do it again to play it.
tui-board-held = The board is held so, whoever is to act.
tui-board-turns = The board turns to who is to act.
tui-item-draw = offer an agreed end
tui-item-accept = accept the offer
tui-item-decline = decline the offer
tui-item-claim = claim an end that the rules allow
tui-item-resign = resign
tui-item-undo = take back
tui-item-bank = start the thinking-time bank
tui-item-hint = a hint
tui-item-rules = the rules
tui-item-help = the keys
tui-item-leave = leave; the game is kept
tui-placement-title = Secret layout
tui-placement-intro = Only you see this. Take a piece, then the one it changes places with.
tui-placement-hints = Space layouts  D ready  ? help
tui-no-layout-command = `{ $typed }` is no layout and no command; ? lists the keys.
tui-random = random
tui-ready = Ready? It cannot be changed afterwards.
tui-save-as = save layout as
tui-load-from = load layout from
tui-replay-hints = Space play  o eyes  ? help
tui-playing = playing
tui-everybody = everybody
tui-only-public = The game is not over: only what everybody saw can be shown.
tui-unfinished = The game is not over.
tui-window-size = This window has { $size } characters.
tui-window-needs = Masque needs { $size }; make it larger.
tui-curtain = { $who } to the screen
tui-curtain-away = The other player looks away.
tui-curtain-ready = Press Enter when ready.
tui-to-act = { $who } to act
tui-thinks = { $who } thinks
tui-in-check = { $who } is in check
tui-offer = { $end ->
    [score] { $who } offers to end by the score. Space: accept or decline
   *[draw] { $who } offers a draw. Space: accept or decline
}
tui-offer-own = { $end ->
    [score] Your offer to end by the score stands.
   *[draw] Your offer of a draw stands.
}
tui-turn = turn { $number }
tui-step = step { $step } of { $last }
tui-hazards = Hazards left: { $left }
tui-lost = { $side } lost
tui-learned = { $side } lost, known to you
tui-lost-hidden = { $side } lost unseen: { $count }
tui-unseen = { $side } unseen
tui-colours-many = Colours: 256
tui-colours-safe = Colours: safe for colour-blind eyes
tui-colours-sixteen = Colours: the terminal's own 16
tui-colours-none = Colours: none
tui-seen-by = as { $who } saw it
tui-layout-of = Secret layout of { $side }
tui-saved = Saved to { $path }.
tui-not-saved = Could not save to { $path }: { $error }.
tui-kept = Saved as it goes in { $path }.
tui-disclosed = The whole game, with its deal, is in { $path }.
tui-forfeits = { $who } forfeits the game: { $why }.
tui-site-known = { $piece }, hidden, known to you
tui-site-hidden = a hidden piece ({ $look })
tui-site-hazard = a hazard
tui-site-fog = fog
tui-site-number = { $number ->
    [one] empty, one hazard beside it
   *[other] empty, { $number } hazards beside it
}
tui-site-empty = empty
piece-named = { $side } { $kind }
piece-hidden = hidden piece
piece-hidden-of = hidden piece of { $side }
piece-disguised = hidden piece that looked like a { $piece }
tui-action-promote = move and become a { $kind }
tui-action-manner = move ({ $manner })
tui-action-move = move
tui-action-flip = turn it up
tui-action-place-kind = place a { $kind }
tui-action-place = place
tui-action-pass = pass the turn
tui-action-stop = end the chain
tui-action-swap = swap sides
tui-action-castle = castle
event-revealed = { $site } is a { $piece }
event-captured = the { $piece } on { $site } is captured
event-identity = what was lost on { $site } was a { $piece }
event-beats = { $from } beats { $site }
event-both = { $from } and { $site } are both lost
event-loses = { $from } loses against { $site }
event-stay = { $from } and { $site } both stay
event-may-not = { $from } may not take { $site }
event-lost = the { $piece } from { $site } is lost
event-removed = the { $piece } on { $site } is taken off
event-turned = { $site } turns into a { $piece }
event-promoted = { $site } becomes a { $kind }
event-destroyed = a hazard destroys the { $piece } on { $site }
event-hazard = { $site } holds a hazard
event-number = { $site } shows { $number }
event-all-found = every hazard is found or gone
event-settled = player { $number } has { $side }
event-swapped = the players have swapped sides
event-refused = refused ({ $clause })
tui-looking = looking for a hint
