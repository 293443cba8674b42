# Português.

list-comma = ,{" "}

## masque show

show-extends = estende { $parent }
show-with = com { $options }
show-players = Jogadores: { $first } e { $second }
show-player = jogador { $number }
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
