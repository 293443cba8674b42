# 简体中文。

list-comma = 、

## masque show

show-extends = 继承自 { $parent }
show-with = 选项 { $options }
show-players = 双方：{ $first } 与 { $second }
show-player = 玩家 { $number }
show-pieces = 棋子（字母、名称、{ $first } 与 { $second }、数量、走法）
show-layouts = 秘密布阵：{ $layouts }
show-options = 选项（--option 键=值）
show-default = 默认 { $value }
show-presets = 预设（--preset 名称）
show-endings = 终局条件，按判定次序
show-clock = 计时：{ $clock }
show-rulebook = 规则书：{ $clauses } 条；用 `masque book { $id }` 阅读

## masque book

book-from = 出自 { $parent }

## When a game ends

end-eliminated = 一方无子
end-lost = 一方失去{ $kind }
end-immobile = 一方再无能走动的棋子
end-checkmate = 轮走方被将军且无着可应
end-no-action = 轮走方无着可走
end-captured = 一方吃满 { $number } 子
end-passes = 连续 { $number } 次虚着
end-quiet = 达到无进展步数限制
end-ply-limit = 达到总步数限制
end-repetition = 局面重复次数过多
end-reached = { $kind }到达 { $region }
end-line-exact = 一方恰好连成 { $length } 子
end-line = 一方连成 { $length } 子或更多
end-connected = 一方连通 { $region } 与 { $other }
end-full = 棋盘已满
end-dead-material = 双方都已无法取胜

then-loses = 该方负
then-wins = 该方胜
then-draw = 和棋
then-score = 计分定胜负
then-pass = 该方停一手

## How a piece moves

move-walk = 沿 { $class } 行走
move-any-edge = 任意线路
move-straight = 直行
move-steps = { $number ->
    [1] 一步
   *[other] 最多 { $number } 步
}
move-from = 从 { $region } 出发
move-onto = 到 { $region }
move-taking = 只吃 { $kinds }

## Pictures

picture-title = { $title }，第 { $turn } 回合
picture-seen-by = { $who }所见
picture-seen-by-all = 公开所见
picture-piece = { $side }{ $kind }
picture-back = 暗子
picture-back-of = { $side }暗子
picture-looks-like = 暗子，貌似{ $piece }
picture-known = 已知为{ $piece }
