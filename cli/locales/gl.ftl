# Galego.

list-comma = ,{" "}
list-semicolon = ;{" "}
with-note = { $text } ({ $note })
with-head = { $head }: { $text }
sentence = { $text }.
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
    hint                unha suxestión
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
turn-over = { $title }, a partida rematou
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
offers = { $end ->
    [score] { $who } propón rematar pola puntuación.
   *[draw] { $who } propón táboas.
}
offers-and-waits = { $end ->
    [score] { $who } propón rematar pola puntuación; { $other } responde con `accept` ou `decline`, e calquera xogada rexeita.
   *[draw] { $who } propón táboas; { $other } responde con `accept` ou `decline`, e calquera xogada rexeita.
}
accepts = { $who } acepta a proposta.
declines = { $who } rexeita a proposta.
claims = { $who } reclama un final que as regras permiten.
resigns = { $who } abandona.
bank-runs = A reserva de tempo está a correr.
deed = { $who }: { $action }
deed-and-events = { $deed }; { $events }
by-the-clock = {" "}(o reloxo)
hint = Suxestión: { $action }
no-hint = Agora non hai suxestión.
not-allowed = { $action } non se permite: { $clause }
not-possible = Iso non é posible: { $why }.
not-played = { $action } non se puido xogar: { $why }
not-undone = Nada se retirou: { $why }.
no-clock = Esta partida non ten reloxo.
no-action = { $error }. Escriba `moves` para ver o que se pode xogar, `help` para as ordes.
which-action = `{ $action }` pode ser: { $choices }
no-site = Ningunha casa se chama `{ $site }`.
nothing-to-play = Nada se pode xogar.
nothing-to-play-from = Nada se pode xogar desde { $site }.
has-no-action = { $piece } en { $site }: non ten xogada agora
save-kept = A partida vaise gardando en { $path }; `save NOME` fai unha copia.
save-done = Gardado en { $path }.
save-failed = Non se puido gardar en { $path }: { $why }.

wins = { $who } gaña{ $scores }: { $clause }.
drawn = A partida remata en táboas{ $scores }: { $clause }.
scores = {" "}({ $first } a { $second })

off-board = Fóra do taboleiro: { $pieces }
off-board-learned = Fóra do taboleiro, só vostede o sabe: { $pieces }
off-board-hidden = Fóra do taboleiro, sen ver: { $pieces }
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
why-nothing-to-flip = non hai alí nada a que darlle a volta
why-movement = non se move así
why-flip = non se lle pode dar a volta
why-placement = nada se pode colocar alí
why-capture = non pode capturar iso
why-no-capture = non pode capturar nada do que alcanza
why-check = o rei quedaría atacado
why-repetition = a repetición ou a persecución prohíbeo
with-clause = { $what } (cláusula { $clause })
why-not = { $action }: { $why }.
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

## What is typed and not done. Each says why and ends without a full stop.

typed-nothing = non se escribiu nada; agardábase algo como { $expected }
typed-no-action = `{ $typed }` non é un lance; agardábase algo como { $expected }
typed-no-site = `{ $typed }` non é unha casa deste taboleiro; as casas van de { $first } a { $last }
typed-no-kind = `{ $typed }` non é un tipo de peza; os tipos son { $kinds }
typed-lacks-site = despois de `{ $typed }` falta unha casa
typed-lacks-two-sites = despois de `{ $typed }` faltan dúas casas
typed-lacks-second-site = despois de `{ $typed }` falta unha segunda casa
typed-lacks-kind = despois de `{ $typed }` falta un tipo de peza
typed-more = `{ $typed }` vén despois dun lance completo; non se agardaba nada máis
typed-several = `{ $typed }` pode ser calquera de { $actions }
typed-absent = `{ $typed }` é un lance que este xogo non ten; agardábase algo como { $expected }
no-act-over = a partida rematou
no-act-agreement = este xogo non ten remate por acordo
no-act-resigning = este xogo non permite renderse
no-act-offer-stands = a proposta xa está feita
no-act-nothing-offered = o outro xogador non propuxo nada
no-act-not-to-act = só pode reclamar quen ten a vez
no-act-nothing-to-claim = nada se pode reclamar nesta posición
no-undo-start = aínda non se fixo nada
no-undo-revealed = o último lance revelou algo, e o que se sabe queda sabido
no-undo-clocked = o reloxo actuou, e iso queda
no-clock-bank = non hai reserva de tempo que se active á man
no-clock-bank-runs = a reserva de tempo xa corre
no-clock-bank-empty = a reserva de tempo está baleira
no-clock-not-started = o reloxo aínda non comezou
no-clock-paused = o reloxo está parado
no-clock-over = un xogador perdeu por tempo
no-clock-too-late = o tempo xa rematara
no-clock-not-to-act = é a vez do outro xogador
no-action-no-ending = non hai lance, e ningún remate destas regras di que facer entón

## Before and after a game

saved-as-it-goes = A partida vaise gardando en { $path }. Escriba `help` para as ordes.
go-on-with = Continúe con: masque play --resume { $path }

## Replay, analyses, hints

replay-start = o comezo
replay-result = Resultado: { $result }
analyse-to-act = { $who } xoga: puntuación esperada { $score } tras { $number } simulacións
analyse-not-to-act = Non é a quenda de { $who }.
analyse-action = xogada
analyse-visits = visitas
analyse-share = parte
analyse-score = puntos
analyse-more = e { $number } máis
analyse-pieces = Pezas ocultas, as máis probables primeiro
analyse-hazards = Minas, en décimos de certeza (* é certo)
analyse-truths = { $number } verdades concordan co que { $who } soubo
analyse-about-truths = arredor de { $number } verdades concordan co que { $who } soubo
hint-after = { $number } simulacións: { $actions }; puntuación esperada { $score }
thinking = pensando

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
layout-in-play = `{ $typed }` é unha orde da partida, que comeza cando as disposicións estean listas. Escriba `help` para ver o que se pode facer aquí.
layout-no-name = { $error }. Escriba `help` para ver o que se pode facer aquí.
layout-outside = { $site } non é unha das casas que hai que ocupar
layout-twice = hai dúas pezas en { $site }
layout-count = de { $kind } o xogo ten { $expected }, e puxéronse { $found }
layout-forbidden = { $kind } non pode estar en { $site }
layout-unknown = ningunha disposición se chama `{ $name }`; hai { $known }
layout-impossible = as pezas fixas non deixan dispor o resto segundo as regras
layout-is-ready = { $who } está a punto.
record-torn = A última liña quedou cortada ao escribir; a xogada en curso perdeuse, todo o anterior está.

## The full screen

tui-keys-board = No taboleiro
tui-keys-look = O que se amosa
tui-keys-more = Máis
tui-keys-replay = Nunha repetición
tui-keys-placement = Ao dispoñer en segredo
tui-key-move = mover o cursor
tui-key-choose = escoller unha peza, despois onde vai; darlle a volta ou colocala dunha vez
tui-key-cancel = soltar o escollido, pechar o aberto
tui-key-menu = pasar, parar, escoller; táboas, volver, abandonar e o resto
tui-key-line = escribir unha xogada ou unha orde, como `e2e4` ou `why e2e5`
tui-key-hint = unha suxestión
tui-key-glyphs = letras ou caracteres propios
tui-key-colours = o seguinte esquema de cores
tui-key-flip = xirar o taboleiro; a dous: fixalo, ou deixalo xirar de novo
tui-key-tab = xogadas, mensaxes, pezas
tui-key-scroll = desprazar
tui-key-back = ver posicións anteriores e volver
tui-key-ends = o comezo da partida, o presente
tui-key-help = esta axuda
tui-key-book = o regulamento, na última cláusula citada
tui-key-redraw = debuxar de novo a pantalla
tui-key-stop = parar o programa, e con el o reloxo; `fg` continúa
tui-key-quit = saír; a partida queda gardada
tui-key-quit-now = saír xa; a partida queda gardada
tui-key-next = o paso seguinte
tui-key-previous = o paso anterior
tui-key-first-last = o comezo, o final
tui-key-go-to = ir a un paso
tui-key-autoplay = pasar só, e parar
tui-key-speed = máis rápido, máis amodo
tui-key-observer = polos ollos de quen, onde o rexistro o di
tui-key-as-in-game = como na partida
tui-key-swap = coller unha peza, despois aquela coa que cambia
tui-key-layouts = as disposicións con nome
tui-key-layout-line = escribir unha orde, como `swap a1 b2`, ou o nome dunha disposición
tui-key-random = unha disposición ao chou
tui-key-save-layout = gardar a disposición nun ficheiro
tui-key-load-layout = ler unha disposición dun ficheiro
tui-key-ready = listo: ninguén a ve, e non se pode cambiar
tui-tab-moves = Xogadas
tui-tab-messages = Mensaxes
tui-tab-pieces = Pezas
tui-help-title = Teclas
tui-book-title = Regras
tui-page-place = liñas { $first } a { $last } de { $all }
tui-menu-title = Partida
tui-which = Cal?
tui-leave = Saír? A partida queda gardada.
tui-leave-layout = Saír? Ningunha partida comezou, e a disposición non queda gardada.
tui-resign = Abandonar?
tui-yes = si
tui-no = non
tui-no-book = Este xogo non ten regulamento.
tui-you = vostede
tui-key-hints = Espazo menú  : escribir  ? axuda
tui-over-hints = [ ] rever  R regras  q saír
tui-hand-over = Feito. Intro: a quenda do outro xogador
tui-nothing-yet = nada aínda
tui-all-seen = Todas as pezas están no taboleiro e á vista.
tui-not-now = Non é a súa quenda.
tui-looking-back = Víase unha posición anterior; esta é a actual. Repite para xogar.
tui-board-held = O taboleiro queda así, xogue quen xogue.
tui-board-turns = O taboleiro xira cara a quen xoga.
tui-item-draw = propoñer un final acordado
tui-item-accept = aceptar a proposta
tui-item-decline = rexeitar a proposta
tui-item-claim = reclamar un final que as regras permiten
tui-item-resign = abandonar
tui-item-undo = volver atrás
tui-item-bank = iniciar a reserva de tempo
tui-item-hint = unha suxestión
tui-item-rules = as regras
tui-item-help = as teclas
tui-item-leave = saír; a partida queda gardada
tui-placement-title = Disposición secreta
tui-placement-intro = Só vostede ve isto. Colla unha peza, despois aquela coa que cambia.
tui-placement-hints = Espazo disposicións D listo ? axuda
tui-no-layout-command = `{ $typed }` non é disposición nin orde; ? mostra as teclas.
tui-random = ao chou
tui-ready = Listo? Despois non se pode cambiar.
tui-save-as = gardar disposición como
tui-load-from = ler disposición de
tui-replay-hints = Espazo pasar  o ollos  ? axuda
tui-playing = pasando
tui-everybody = todos
tui-only-public = A partida non rematou: só se pode amosar o que todos viron.
tui-unfinished = A partida non rematou.
tui-window-size = Esta xanela ten { $size } caracteres.
tui-window-needs = Masque precisa { $size }; agrándea.
tui-curtain = { $who } diante da pantalla
tui-curtain-away = O outro xogador mira para outro lado.
tui-curtain-ready = Prema Intro cando estea.
tui-to-act = xoga { $who }
tui-thinks = { $who } pensa
tui-in-check = { $who } en xaque
tui-offer = { $end ->
    [score] { $who } propón rematar pola puntuación. Space: aceptar ou rexeitar
   *[draw] { $who } propón táboas. Space: aceptar ou rexeitar
}
tui-offer-own = { $end ->
    [score] A túa proposta de rematar pola puntuación está feita.
   *[draw] A túa proposta de táboas está feita.
}
tui-turn = quenda { $number }
tui-step = paso { $step } de { $last }
tui-hazards = minas restantes: { $left }
tui-lost = { $side }: perdidas
tui-learned = { $side }: perdidas, só vostede o sabe
tui-lost-hidden = { $side }: perdidas sen seren vistas: { $count }
tui-unseen = { $side }: non vistas
tui-colours-many = Cores: 256
tui-colours-safe = Cores: para daltónicos
tui-colours-sixteen = Cores: as 16 do terminal
tui-colours-none = Cores: ningunha
tui-seen-by = como o viu { $who }
tui-layout-of = Disposición secreta de { $side }
tui-saved = Gardado en { $path }.
tui-not-saved = Non se puido gardar en { $path }: { $error }.
tui-kept = A partida vaise gardando en { $path }.
tui-disclosed = A partida enteira, coa repartición, está en { $path }.
tui-forfeits = { $who } perde por abandono: { $why }.
tui-site-known = { $piece }, oculta, só vostede o sabe
tui-site-hidden = unha peza oculta ({ $look })
tui-site-hazard = unha mina
tui-site-fog = néboa
tui-site-number = { $number ->
    [one] baleira, unha mina ao lado
   *[other] baleira, { $number } minas ao lado
}
tui-site-empty = baleira
piece-named = { $kind } ({ $side })
piece-hidden = peza oculta
piece-hidden-of = peza oculta de { $side }
piece-disguised = peza oculta que semellaba { $piece }
tui-action-promote = mover e converterse en { $kind }
tui-action-manner = mover ({ $manner })
tui-action-move = mover
tui-action-flip = darlle a volta
tui-action-place-kind = colocar { $kind }
tui-action-place = colocar
tui-action-pass = pasar a quenda
tui-action-stop = rematar a cadea
tui-action-swap = cambiar os bandos
tui-action-castle = enrocar
event-revealed = { $site } é { $piece }
event-captured = { $piece } en { $site }: capturada
event-identity = o que se perdeu en { $site } era { $piece }
event-beats = { $from } vence { $site }
event-both = { $from } e { $site } pérdense ambos
event-loses = { $from } perde contra { $site }
event-stay = { $from } e { $site } quedan ambos
event-may-not = { $from } non pode tomar { $site }
event-lost = pérdese { $piece }, de { $site }
event-removed = retírase { $piece }, en { $site }
event-turned = { $site } tórnase { $piece }
event-promoted = { $site } convértese en { $kind }
event-destroyed = unha mina destrúe { $piece } en { $site }
event-hazard = { $site } ten unha mina
event-number = { $site } amosa { $number }
event-all-found = todas as minas foron achadas ou retiradas
event-settled = o xogador { $number } ten { $side }
event-swapped = os xogadores cambiaron de bando
event-refused = rexeitado ({ $clause })
tui-looking = a buscar unha suxestión
