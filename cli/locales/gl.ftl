# Galego.

list-comma = ,{" "}

## masque show

show-extends = estende { $parent }
show-with = con { $options }
show-players = Xogadores: { $first } e { $second }
show-player = xogador { $number }
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
