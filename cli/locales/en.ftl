# English. Every message has to be here; other languages may leave out what they do not say better.

list-comma = ,{" "}

## masque show

show-extends = extends { $parent }
show-with = with { $options }
show-players = Players: { $first } and { $second }
show-player = player { $number }
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
