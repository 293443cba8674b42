# Galego.

list-comma = ,{" "}
player-number = xogador { $number }

## masque show

show-extends = estende { $parent }
show-with = con { $options }
show-players = Xogadores: { $first } e { $second }
show-pieces = Pezas (letra, nome, { $first } e { $second }, número, movementos)
show-layouts = Disposicións secretas: { $layouts }
show-options = Opcións (--option CLAVE=VALOR)
show-default = por defecto { $value }
show-presets = Axustes (--preset NOME)
show-endings = Finais da partida, na orde en que se xulgan
show-clock = Reloxo: { $clock }
show-rulebook = { $clauses ->
    [one] Regulamento: unha cláusula; léase con `masque book { $id }`
   *[other] Regulamento: { $clauses } cláusulas; léase con `masque book { $id }`
}

## masque book

book-from = De { $parent }

## When a game ends

end-eliminated = un bando quedou sen pezas
end-lost = un bando perdeu { $kind }
end-immobile = un bando non ten peza que se poida mover
end-checkmate = quen xoga está en xaque e non ten xogada
end-no-action = quen xoga non ten xogada
end-captured = { $number ->
    [one] un bando capturou unha peza ou máis
   *[other] un bando capturou { $number } pezas ou máis
}
end-passes = { $number ->
    [one] un paso
   *[other] { $number } pasos seguidos
}
end-quiet = o límite de quendas sen progreso
end-ply-limit = o límite de xogadas
end-repetition = a posición repetiuse de máis
end-reached = { $kind } chegou a { $region }
end-line-exact = un bando ten exactamente { $length } en liña
end-line = un bando ten { $length } ou máis en liña
end-connected = un bando uniu { $region } con { $other }
end-full = non hai casa baleira
end-dead-material = ningún bando pode xa gañar

then-loses = perde
then-wins = gaña
then-draw = táboas
then-score = decide a puntuación
then-pass = pasa

## How a piece moves

move-walk = anda por { $class }
move-any-edge = calquera liña
move-straight = en liña recta
move-steps = { $number ->
    [one] un paso
   *[other] ata { $number } pasos
}
move-from = desde { $region }
move-onto = ata { $region }
move-taking = captura { $kinds }

## Pictures

picture-title = { $title }, quenda { $turn }
picture-seen-by = Como o ve { $who }
picture-seen-by-all = Como o ven todos
picture-piece = { $kind } ({ $side })
picture-back = peza oculta
picture-back-of = peza oculta de { $side }
picture-looks-like = oculta, semella { $piece }
picture-known = sábese que é { $piece }

## A game, line by line. Words in `…` are typed as they stand.

help-lines =
    e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   facer unha xogada (como a escribe `moves`)
    choose Q, stop      rematar unha quenda de varios pasos
    moves [CASA]        o que se pode xogar
    why XOGADA          por que non, ou que fai
    board               debuxar de novo o taboleiro
    pieces              pezas capturadas e aínda non vistas
    draw, accept, decline   propoñer un final acordado, aceptar, rexeitar
    claim, resign       reclamar o final, abandonar
    undo                volver atrás, nunca máis alá dunha revelación
    clock, bank         os reloxos; iniciar a reserva de tempo
    save NOME           copiar o rexistro
    quit                saír; a partida queda gardada
    help                esta axuda
turn = { $title }, quenda { $turn }: xoga { $who }
turn-in-check = { $title }, quenda { $turn }: xoga { $who }, en xaque
phase-chain = siga a capturar, ou `stop`
phase-choose = escolla en que se converte
phase-shoot = dispare
hazards-left = Minas restantes: { $number }
record-kept = A partida enteira, coa repartición, está en { $path }.
record-failed = Non se puido escribir o rexistro: { $why }.
forfeits = { $who } perde por abandono: { $why }.
cannot-act = { $who } non pode xogar: { $why }.
curtain = { $who } diante da pantalla; o outro xogador mira para outro lado
curtain-ready = Prema Intro cando estea:

undone = { $number ->
    [one] A última xogada foi retirada.
   *[other] As últimas { $number } xogadas foron retiradas.
}
tried-refused = { $action } intentouse e foi rexeitada: { $clause }
offers = { $who } propón un final acordado.
offers-and-waits = { $who } propón un final acordado; { $other } pode `accept` ou `decline` na súa quenda.
accepts = { $who } acepta.
declines = { $who } rexeita.
claims = { $who } reclama o final.
resigns = { $who } abandona.
bank-runs = A reserva de tempo está a correr.
not-allowed = { $action } non se permite: { $clause }
not-possible = Iso non é posible: { $why }.
not-played = { $action } non se puido xogar: { $why }
not-undone = Nada se retirou: { $why }.
no-clock = Esta partida non ten reloxo.
no-action = { $error }. Escriba `moves` para ver o que se pode xogar, `help` para as ordes.
no-site = Ningunha casa se chama `{ $site }`.
nothing-to-play = Nada se pode xogar.
nothing-to-play-from = Nada se pode xogar desde { $site }.
save-kept = A partida vaise gardando en { $path }; `save NOME` fai unha copia.
save-done = Gardado en { $path }.
save-failed = Non se puido gardar en { $path }: { $why }.

wins = { $who } gaña{ $scores }: { $clause }.
drawn = A partida remata en táboas{ $scores }: { $clause }.
scores = ({ $first } a { $second })

off-board = Fóra do taboleiro: { $pieces }
off-board-learned = Fóra do taboleiro, só vostede o sabe: { $pieces }
off-board-hidden = Fóra do taboleiro, non o saben todos: { $pieces }
not-seen = Aínda non vistas: { $pieces }
all-seen = Todas as pezas están no taboleiro e á vista.
known-to-you = vostede sabe { $pieces }
unseen = non vistas { $number }

## Clocks

clock-line = Reloxo  { $first }   { $second }
clock-move = xogada { $time }
clock-total = total { $time }
clock-bank = reserva { $time }
clock-warning = { $who }: quedan { $time }
clock-bank-started = { $who }: a reserva de tempo está a correr
clock-bank-empty = { $who }: a reserva de tempo esgotouse
clock-time-out = { $who }: tempo esgotado (número { $number })
clock-yellow-card = { $who }: tarxeta amarela { $number }
clock-acts = { $who }: xoga o programa
clock-lost-by-time-outs = { $who } perde: esgotou o tempo demasiadas veces
clock-lost-by-cards = { $who } perde: demasiadas tarxetas amarelas
clock-lost-by-time = { $who } perde: xa non hai tempo

## Why an action is not allowed, and what one does

why-phase = non é o momento
why-ownership = non hai alí peza súa que o poida facer
why-movement = non se move así
why-capture = non pode capturar iso
why-check = o rei quedaría atacado
why-repetition = a repetición ou a persecución prohíbeo
clause = cláusula { $clause }
is-allowed = { $action } permítese: { $what }.
does-flip = dálle a volta á peza en { $site } para todos
does-move = vai a { $site }
does-capture = captura { $piece } en { $site }
does-capture-in-passing = captura ao paso en { $site }
does-take-unknown = captura a peza oculta en { $site }, sexa cal sexa
does-reveal-then-decide = revela a peza en { $site }, e o que é decide
does-decide-in-secret = combate a peza oculta en { $site }; só se di o resultado
does-reveal-mover = amosa o que é a peza que se move
does-promote = convértese en { $piece }
does-castle = enroca
does-meet-hazard = pousa na mina en { $site }
does-maybe-meet-hazard = pousa na néboa en { $site }, onde pode haber unha mina
does-place = coloca unha peza en { $site }
does-turn-over = dálle a volta á peza en { $site }
does-pass = pasa a quenda
does-stop = remata a cadea
does-act = fai a acción { $name }
does-swap = cambia os bandos
does-maybe-chain = pode seguir a capturar

## Before and after a game

saved-as-it-goes = A partida vaise gardando en { $path }. Escriba `help` para as ordes.
go-on-with = Continúe con: masque play --resume { $path }

## Secret layouts

layout-help =
    NOME          unha disposición con nome, o resto ao chou: vexa `names`
    random        todo ao chou
    swap A B      cambiar dúas pezas
    file CAMIÑO   ler unha disposición
    save CAMIÑO   gardar esta para outra partida
    show          debuxala
    names         as disposicións con nome
    ready         confirmar: ninguén a ve, e non se pode cambiar
layout-of = Disposición secreta de { $who }. Esta saíu ao chou:
layout-prompt = { $who }, disposición
layout-swap = `swap` precisa dúas casas, como `swap a1 b2`.
layout-try-help = Escriba `help` para ver o que se pode facer aquí.
layout-is-ready = { $who } está a punto.
record-torn = A última liña quedou cortada ao escribir; a xogada en curso perdeuse, todo o anterior está.
