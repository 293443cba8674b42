# Português.

list-comma = ,{" "}
list-semicolon = ;{" "}
with-note = { $text } ({ $note })
with-head = { $head }: { $text }
sentence = { $text }.
player-number = jogador { $number }

## masque show

show-extends = estende { $parent }
show-with = com { $options }
show-players = Jogadores: { $first } e { $second }
show-pieces = Peças (letra, nome, { $first } e { $second }, número, movimentos)
show-layouts = Disposições secretas: { $layouts }
show-options = Opções (--option CHAVE=VALOR)
show-default = padrão { $value }
show-presets = Predefinições (--preset NOME)
show-endings = Fins de jogo, na ordem em que são julgados
show-clock = Relógio: { $clock }
show-rulebook = { $clauses ->
    [one] Livro de regras: uma cláusula; leia-o com `masque book { $id }`
   *[other] Livro de regras: { $clauses } cláusulas; leia-o com `masque book { $id }`
}

## masque book

book-from = De { $parent }

## When a game ends

end-eliminated = um lado ficou sem peças
end-lost = um lado perdeu { $kind }
end-immobile = um lado não tem peça que ainda se possa mover
end-checkmate = quem joga está em xeque e não tem lance
end-no-action = quem joga não tem lance
end-captured = { $number ->
    [one] um lado capturou uma peça ou mais
   *[other] um lado capturou { $number } peças ou mais
}
end-passes = { $number ->
    [one] um passe
   *[other] { $number } passes seguidos
}
end-quiet = o limite de lances sem progresso
end-ply-limit = o limite de lances
end-repetition = a posição se repetiu demais
end-reached = { $kind } chegou a { $region }
end-line-exact = um lado tem exatamente { $length } em linha
end-line = um lado tem { $length } ou mais em linha
end-connected = um lado ligou { $region } a { $other }
end-full = não há casa vazia
end-dead-material = nenhum lado pode mais vencer

then-loses = ele perde
then-wins = ele vence
then-draw = empate
then-score = a pontuação decide
then-pass = ele passa

## How a piece moves

move-walk = anda por { $class }
move-any-edge = qualquer linha
move-straight = em linha reta
move-steps = { $number ->
    [one] um passo
   *[other] até { $number } passos
}
move-from = de { $region }
move-onto = para { $region }
move-taking = captura { $kinds }

## Pictures

picture-title = { $title }, vez { $turn }
picture-seen-by = Como vê { $who }
picture-seen-by-all = Como todos veem
picture-piece = { $kind } ({ $side })
picture-back = peça oculta
picture-back-of = peça oculta de { $side }
picture-looks-like = oculta, parece { $piece }
picture-known = sabe-se que é { $piece }

## A game, line by line. Words in `…` are typed as they stand.

help-lines =
    e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   jogar um lance (como o escreve `moves`)
    choose Q, stop      terminar uma vez de vários passos
    moves [CASA]        o que se pode jogar
    why LANCE           por que não, ou o que faz
    hint                uma dica
    board               desenhar de novo o tabuleiro
    pieces              peças capturadas e ainda não vistas
    draw, accept, decline   propor um fim combinado, aceitar, recusar
    claim, resign       reclamar o fim, desistir
    undo                voltar atrás, nunca além de uma revelação
    clock, bank         os relógios; iniciar a reserva de tempo
    save NOME           copiar o registro
    quit                sair; a partida fica guardada
    help                esta ajuda
turn = { $title }, vez { $turn }: joga { $who }
turn-in-check = { $title }, vez { $turn }: joga { $who }, em xeque
turn-over = { $title }, a partida terminou
phase-chain = continue a capturar, ou `stop`
phase-choose = escolha em que se transforma
phase-shoot = atire
hazards-left = Minas restantes: { $number }
record-kept = A partida inteira, com a distribuição, está em { $path }.
record-failed = Não foi possível escrever o registro: { $why }.
forfeits = { $who } perde por abandono: { $why }.
cannot-act = { $who } não pode jogar: { $why }.
curtain = { $who } diante da tela; o outro jogador olha para o lado
curtain-ready = Tecle Enter quando estiver pronto:

undone = { $number ->
    [one] O último lance foi retirado.
   *[other] Os últimos { $number } lances foram retirados.
}
tried-refused = { $action } foi tentado e recusado: { $clause }
offers = { $end ->
    [score] { $who } propõe terminar pela pontuação.
   *[draw] { $who } propõe empate.
}
offers-and-waits = { $end ->
    [score] { $who } propõe terminar pela pontuação; { $other } responde com `accept` ou `decline`, e qualquer lance recusa.
   *[draw] { $who } propõe empate; { $other } responde com `accept` ou `decline`, e qualquer lance recusa.
}
accepts = { $who } aceita a proposta.
declines = { $who } recusa a proposta.
claims = { $who } reclama um fim que as regras permitem.
resigns = { $who } desiste.
bank-runs = A reserva de tempo está correndo.
deed = { $who }: { $action }
deed-and-events = { $deed }; { $events }
by-the-clock = {" "}(o relógio)
hint = Dica: { $action }
no-hint = Agora não há dica.
not-allowed = { $action } não é permitido: { $clause }
not-possible = Isso não é possível: { $why }.
not-played = { $action } não pôde ser jogado: { $why }
not-undone = Nada foi retirado: { $why }.
no-clock = Esta partida não tem relógio.
no-action = { $error }. Digite `moves` para ver o que se pode jogar, `help` para os comandos.
which-action = `{ $action }` pode ser: { $choices }
no-site = Nenhuma casa se chama `{ $site }`.
nothing-to-play = Nada se pode jogar.
nothing-to-play-from = Nada se pode jogar de { $site }.
has-no-action = { $piece } em { $site }: não tem lance agora
save-kept = A partida vai sendo guardada em { $path }; `save NOME` faz uma cópia.
save-done = Guardado em { $path }.
save-failed = Não foi possível guardar em { $path }: { $why }.

wins = { $who } vence{ $scores }: { $clause }.
drawn = A partida termina empatada{ $scores }: { $clause }.
scores = {" "}({ $first } a { $second })

off-board = Fora do tabuleiro: { $pieces }
off-board-learned = Fora do tabuleiro, só você sabe: { $pieces }
off-board-hidden = Fora do tabuleiro, não vistas: { $pieces }
not-seen = Ainda não vistas: { $pieces }
all-seen = Todas as peças estão no tabuleiro e à vista.
known-to-you = você sabe { $pieces }
unseen = não vistas { $number }

## Clocks

clock-line = Relógio  { $first }   { $second }
clock-move = lance { $time }
clock-total = total { $time }
clock-bank = reserva { $time }
clock-warning = { $who }: restam { $time }
clock-bank-started = { $who }: a reserva de tempo está correndo
clock-bank-empty = { $who }: a reserva de tempo acabou
clock-time-out = { $who }: tempo esgotado (número { $number })
clock-yellow-card = { $who }: cartão amarelo { $number }
clock-acts = { $who }: o programa joga
clock-lost-by-time-outs = { $who } perde: esgotou o tempo vezes demais
clock-lost-by-cards = { $who } perde: cartões amarelos demais
clock-lost-by-time = { $who } perde: não há mais tempo

## Why an action is not allowed, and what one does

why-phase = não é o momento
why-ownership = não há ali peça sua que o possa fazer
why-nothing-to-flip = não há ali nada que virar
why-movement = não se move assim
why-flip = não pode ser virada
why-placement = nada se pode colocar ali
why-capture = não pode capturar isso
why-no-capture = não pode capturar nada do que alcança
why-check = o rei ficaria atacado
why-repetition = a repetição ou a perseguição o proíbe
with-clause = { $what } (cláusula { $clause })
why-not = { $action }: { $why }.
is-allowed = { $action } é permitido: { $what }.
does-flip = vira a peça em { $site } para todos
does-move = vai para { $site }
does-capture = captura { $piece } em { $site }
does-capture-in-passing = captura de passagem em { $site }
does-take-unknown = captura a peça oculta em { $site }, seja qual for
does-reveal-then-decide = revela a peça em { $site }, e o que ela é decide
does-decide-in-secret = combate a peça oculta em { $site }; só o resultado é dito
does-reveal-mover = mostra o que é a peça que se move
does-promote = transforma-se em { $piece }
does-castle = roca
does-meet-hazard = pousa na mina em { $site }
does-maybe-meet-hazard = pousa na névoa em { $site }, onde pode haver uma mina
does-place = coloca uma peça em { $site }
does-turn-over = vira a peça em { $site }
does-pass = passa a vez
does-stop = termina a sequência
does-act = faz a ação { $name }
does-swap = troca os lados
does-maybe-chain = pode continuar a capturar

## What is typed and not done. Each says why and ends without a full stop.

typed-nothing = nada foi escrito; esperava-se algo como { $expected }
typed-no-action = `{ $typed }` não é um lance; esperava-se algo como { $expected }
typed-no-site = `{ $typed }` não é uma casa deste tabuleiro; as casas vão de { $first } a { $last }
typed-no-kind = `{ $typed }` não é um tipo de peça; os tipos são { $kinds }
typed-lacks-site = depois de `{ $typed }` falta uma casa
typed-lacks-two-sites = depois de `{ $typed }` faltam duas casas
typed-lacks-second-site = depois de `{ $typed }` falta uma segunda casa
typed-lacks-kind = depois de `{ $typed }` falta um tipo de peça
typed-more = `{ $typed }` vem depois de um lance completo; não se esperava mais nada
typed-several = `{ $typed }` pode ser qualquer um de { $actions }
typed-absent = `{ $typed }` é um lance que este jogo não tem; esperava-se algo como { $expected }
no-act-over = a partida terminou
no-act-agreement = este jogo não tem fim por acordo
no-act-resigning = este jogo não permite desistir
no-act-offer-stands = a proposta já está feita
no-act-nothing-offered = o outro jogador não propôs nada
no-act-not-to-act = só pode reclamar quem tem a vez
no-act-nothing-to-claim = nada se pode reclamar nesta posição
no-undo-start = ainda nada foi feito
no-undo-revealed = o último lance revelou algo, e o que se sabe fica sabido
no-undo-clocked = o relógio agiu, e isso fica
no-clock-bank = não há reserva de tempo que se ligue à mão
no-clock-bank-runs = a reserva de tempo já corre
no-clock-bank-empty = a reserva de tempo está vazia
no-clock-not-started = o relógio ainda não começou
no-clock-paused = o relógio está parado
no-clock-over = um jogador perdeu por tempo
no-clock-too-late = o tempo já tinha acabado
no-clock-not-to-act = é a vez do outro jogador
no-action-no-ending = não há lance, e nenhum fim destas regras diz o que fazer então

## Before and after a game

saved-as-it-goes = A partida vai sendo guardada em { $path }. Digite `help` para os comandos.
go-on-with = Continue com: masque play --resume { $path }

## Replay, analyses, hints

replay-start = o início
replay-result = Resultado: { $result }
analyse-to-act = { $who } joga: pontuação esperada { $score } após { $number } simulações
analyse-not-to-act = Não é a vez de { $who }.
analyse-action = lance
analyse-visits = visitas
analyse-share = parte
analyse-score = pontos
analyse-more = e mais { $number }
analyse-pieces = Peças ocultas, as mais prováveis primeiro
analyse-hazards = Minas, em décimos de certeza (* é certo)
analyse-truths = { $number } verdades concordam com o que { $who } soube
analyse-about-truths = cerca de { $number } verdades concordam com o que { $who } soube
hint-after = { $number } simulações: { $actions }; pontuação esperada { $score }
thinking = pensando

## Secret layouts

layout-help =
    NOME          uma disposição com nome, o resto ao acaso: veja `names`
    random        tudo ao acaso
    swap A B      trocar duas peças
    file CAMINHO  ler uma disposição
    save CAMINHO  guardar esta para outra partida
    show          desenhá-la
    names         as disposições com nome
    ready         confirmar: ninguém a vê, e não se pode mudar
layout-of = Disposição secreta de { $who }. Esta foi sorteada:
layout-prompt = { $who }, disposição
layout-swap = `swap` precisa de duas casas, como `swap a1 b2`.
layout-try-help = Digite `help` para ver o que se pode fazer aqui.
layout-in-play = `{ $typed }` é um comando da partida, que começa quando as disposições estiverem prontas. Escreva `help` para ver o que se pode fazer aqui.
layout-no-name = { $error }. Escreva `help` para ver o que se pode fazer aqui.
layout-outside = { $site } não é uma das casas a ocupar
layout-twice = há duas peças em { $site }
layout-count = de { $kind } o jogo tem { $expected }, e foram postas { $found }
layout-forbidden = { $kind } não pode ficar em { $site }
layout-unknown = nenhuma disposição se chama `{ $name }`; há { $known }
layout-impossible = as peças fixas não deixam dispor o resto segundo as regras
layout-is-ready = { $who } está a postos.
record-torn = A última linha ficou cortada na escrita; o lance em curso perdeu-se, tudo o que veio antes está lá.

## The full screen

tui-keys-board = No tabuleiro
tui-keys-look = O que se mostra
tui-keys-more = Mais
tui-keys-replay = Numa repetição
tui-keys-placement = Ao dispor em segredo
tui-key-move = mover o cursor
tui-key-choose = escolher uma peça, depois aonde vai; virar ou colocar de uma vez
tui-key-cancel = largar o escolhido, fechar o que está aberto
tui-key-menu = passar, parar, escolher; empate, voltar, desistir e o resto
tui-key-line = digitar um lance ou um comando, como `e2e4` ou `why e2e5`
tui-key-hint = uma dica
tui-key-glyphs = letras ou caracteres próprios
tui-key-colours = o próximo esquema de cores
tui-key-flip = girar o tabuleiro; a dois: fixá-lo, ou deixá-lo girar de novo
tui-key-tab = lances, mensagens, peças
tui-key-scroll = rolar
tui-key-back = ver posições anteriores e voltar
tui-key-ends = o início da partida, o presente
tui-key-help = esta ajuda
tui-key-book = o livro de regras, na última cláusula citada
tui-key-redraw = desenhar a tela de novo
tui-key-stop = parar o programa, e com ele o relógio; `fg` continua
tui-key-quit = sair; a partida fica guardada
tui-key-quit-now = sair já; a partida fica guardada
tui-key-next = o passo seguinte
tui-key-previous = o passo anterior
tui-key-first-last = o início, o fim
tui-key-go-to = ir a um passo
tui-key-autoplay = passar sozinho, e parar
tui-key-speed = mais depressa, mais devagar
tui-key-observer = pelos olhos de quem, onde o registro o diz
tui-key-as-in-game = como na partida
tui-key-swap = tomar uma peça, depois aquela com que troca
tui-key-layouts = as disposições com nome
tui-key-layout-line = digitar um comando, como `swap a1 b2`, ou o nome de uma disposição
tui-key-random = uma disposição ao acaso
tui-key-save-layout = guardar a disposição num arquivo
tui-key-load-layout = ler uma disposição de um arquivo
tui-key-ready = pronto: ninguém a vê, e não se pode mudar
tui-tab-moves = Lances
tui-tab-messages = Mensagens
tui-tab-pieces = Peças
tui-help-title = Teclas
tui-book-title = Regras
tui-page-place = linhas { $first } a { $last } de { $all }
tui-menu-title = Partida
tui-which = Qual?
tui-leave = Sair? A partida fica guardada.
tui-leave-layout = Sair? Nenhuma partida começou, e a disposição não fica guardada.
tui-resign = Desistir?
tui-yes = sim
tui-no = não
tui-no-book = Este jogo não tem livro de regras.
tui-you = você
tui-key-hints = Espaço menu  : digitar  ? ajuda
tui-over-hints = [ ] rever  R regras  q sair
tui-hand-over = Feito. Enter: a vez do outro jogador
tui-nothing-yet = nada ainda
tui-all-seen = Todas as peças estão no tabuleiro e à vista.
tui-not-now = Não é a sua vez.
tui-looking-back = Via-se uma posição anterior; esta é a atual. Repita para jogar.
tui-board-held = O tabuleiro fica assim, jogue quem jogar.
tui-board-turns = O tabuleiro gira para quem joga.
tui-item-draw = propor um fim combinado
tui-item-accept = aceitar a proposta
tui-item-decline = recusar a proposta
tui-item-claim = reclamar um fim que as regras permitem
tui-item-resign = desistir
tui-item-undo = voltar atrás
tui-item-bank = iniciar a reserva de tempo
tui-item-hint = uma dica
tui-item-rules = as regras
tui-item-help = as teclas
tui-item-leave = sair; a partida fica guardada
tui-placement-title = Disposição secreta
tui-placement-intro = Só você vê isto. Tome uma peça, depois aquela com que troca.
tui-placement-hints = Espaço disposições D pronto ? ajuda
tui-no-layout-command = `{ $typed }` não é disposição nem comando; ? mostra as teclas.
tui-random = ao acaso
tui-ready = Pronto? Depois não se pode mudar.
tui-save-as = guardar disposição como
tui-load-from = ler disposição de
tui-replay-hints = Espaço passar  o olhos  ? ajuda
tui-playing = passando
tui-everybody = todos
tui-only-public = A partida não acabou: só se pode mostrar o que todos viram.
tui-unfinished = A partida não acabou.
tui-window-size = Esta janela tem { $size } caracteres.
tui-window-needs = Masque precisa de { $size }; aumente-a.
tui-curtain = { $who } diante da tela
tui-curtain-away = O outro jogador olha para o lado.
tui-curtain-ready = Tecle Enter quando estiver pronto.
tui-to-act = joga { $who }
tui-thinks = { $who } pensa
tui-in-check = { $who } em xeque
tui-offer = { $end ->
    [score] { $who } propõe terminar pela pontuação. Space: aceitar ou recusar
   *[draw] { $who } propõe empate. Space: aceitar ou recusar
}
tui-offer-own = { $end ->
    [score] Sua proposta de terminar pela pontuação está feita.
   *[draw] Sua proposta de empate está feita.
}
tui-turn = vez { $number }
tui-step = passo { $step } de { $last }
tui-hazards = minas restantes: { $left }
tui-lost = { $side }: perdidas
tui-learned = { $side }: perdidas, só você sabe
tui-lost-hidden = { $side }: perdidas sem serem vistas: { $count }
tui-unseen = { $side }: não vistas
tui-colours-many = Cores: 256
tui-colours-safe = Cores: para daltônicos
tui-colours-sixteen = Cores: as 16 do terminal
tui-colours-none = Cores: nenhuma
tui-seen-by = como viu { $who }
tui-layout-of = Disposição secreta de { $side }
tui-saved = Guardado em { $path }.
tui-not-saved = Não foi possível guardar em { $path }: { $error }.
tui-kept = A partida vai sendo guardada em { $path }.
tui-disclosed = A partida inteira, com a distribuição, está em { $path }.
tui-forfeits = { $who } perde por abandono: { $why }.
tui-site-known = { $piece }, oculta, só você sabe
tui-site-hidden = uma peça oculta ({ $look })
tui-site-hazard = uma mina
tui-site-fog = névoa
tui-site-number = { $number ->
    [one] vazia, uma mina ao lado
   *[other] vazia, { $number } minas ao lado
}
tui-site-empty = vazia
piece-named = { $kind } ({ $side })
piece-hidden = peça oculta
piece-hidden-of = peça oculta de { $side }
piece-disguised = peça oculta que parecia { $piece }
tui-action-promote = mover e transformar-se em { $kind }
tui-action-manner = mover ({ $manner })
tui-action-move = mover
tui-action-flip = virar
tui-action-place-kind = colocar { $kind }
tui-action-place = colocar
tui-action-pass = passar a vez
tui-action-stop = terminar a sequência
tui-action-swap = trocar os lados
tui-action-castle = rocar
event-revealed = { $site } é { $piece }
event-captured = { $piece } em { $site }: capturada
event-identity = o que se perdeu em { $site } era { $piece }
event-beats = { $from } vence { $site }
event-both = { $from } e { $site } perdem-se ambos
event-loses = { $from } perde contra { $site }
event-stay = { $from } e { $site } ficam ambos
event-may-not = { $from } não pode tomar { $site }
event-lost = perde-se { $piece }, de { $site }
event-removed = retira-se { $piece }, em { $site }
event-turned = { $site } torna-se { $piece }
event-promoted = { $site } transforma-se em { $kind }
event-destroyed = uma mina destrói { $piece } em { $site }
event-hazard = { $site } tem uma mina
event-number = { $site } mostra { $number }
event-all-found = todas as minas foram achadas ou retiradas
event-settled = o jogador { $number } tem { $side }
event-swapped = os jogadores trocaram de lado
event-refused = recusado ({ $clause })
tui-looking = procurando uma dica
