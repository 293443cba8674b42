# 简体中文。

list-comma = 、
player-number = 玩家 { $number }

## masque show

show-extends = 继承自 { $parent }
show-with = 选项 { $options }
show-players = 双方：{ $first } 与 { $second }
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

## A game, line by line. Words in `…` are typed as they stand.

help-lines =
    e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   走一着（写法同 `moves`）
    choose Q, stop      完成分几步走的一着
    moves [位置]        可走的着法
    why 着法            为何不可走，或走了会怎样
    board               重画棋盘
    pieces              已吃与未露面的棋子
    draw, accept, decline   提议、接受、拒绝议和
    claim, resign       要求判定、认输
    undo                悔棋，但不能越过翻开的棋子
    clock, bank         查看计时、启用长考
    save 名称           另存对局记录
    quit                离开，对局会保留
    help                本说明
turn = { $title }，第 { $turn } 回合：轮到{ $who }
turn-in-check = { $title }，第 { $turn } 回合：轮到{ $who }，被将军
phase-chain = 继续吃子，或 `stop`
phase-choose = 选择变为何子
phase-shoot = 射箭
hazards-left = 剩余地雷：{ $number }
record-kept = 全部着法与发牌已存入 { $path }。
record-failed = 无法写入记录：{ $why }。
forfeits = { $who }弃权判负：{ $why }。
cannot-act = { $who }无法行动：{ $why }。
curtain = 请{ $who }看屏幕，另一方回避
curtain-ready = 准备好后按回车：

undone = 已悔 { $number } 步。
tried-refused = 尝试 { $action } 被拒绝：{ $clause }
offers = { $who }提议结束。
offers-and-waits = { $who }提议结束；{ $other }可在自己的回合 `accept` 或 `decline`。
accepts = { $who }接受。
declines = { $who }拒绝。
claims = { $who }要求判定。
resigns = { $who }认输。
bank-runs = 长考开始计时。
not-allowed = { $action } 不合规则：{ $clause }
not-possible = 不可行：{ $why }。
not-played = { $action } 无法执行：{ $why }
not-undone = 未能悔棋：{ $why }。
no-clock = 本局没有计时。
no-action = { $error }。输入 `moves` 看可走的着法，`help` 看命令。
no-site = 没有叫 `{ $site }` 的位置。
nothing-to-play = 无着可走。
nothing-to-play-from = { $site } 无着可走。
save-kept = 对局随时保存在 { $path }；`save 名称` 另存一份。
save-done = 已存入 { $path }。
save-failed = 无法存入 { $path }：{ $why }。

wins = { $who }胜{ $scores }：{ $clause }。
drawn = 和棋{ $scores }：{ $clause }。
scores = （{ $first } 比 { $second }）

off-board = 已离盘：{ $pieces }
off-board-learned = 已离盘，仅你所知：{ $pieces }
off-board-hidden = 已离盘，未公开：{ $pieces }
not-seen = 尚未露面：{ $pieces }
all-seen = 全部棋子都在盘上且已公开。
known-to-you = 你所知 { $pieces }
unseen = 未公开 { $number }

## Clocks

clock-line = 计时  { $first }   { $second }
clock-move = 本步 { $time }
clock-total = 总计 { $time }
clock-bank = 长考 { $time }
clock-warning = { $who }：还剩 { $time }
clock-bank-started = { $who }：长考开始计时
clock-bank-empty = { $who }：长考时间用尽
clock-time-out = { $who }：超时（第 { $number } 次）
clock-yellow-card = { $who }：第 { $number } 张黄牌
clock-acts = { $who }：由程序代走
clock-lost-by-time-outs = { $who }负：超时次数过多
clock-lost-by-cards = { $who }负：黄牌过多
clock-lost-by-time = { $who }负：时间用尽

## Why an action is not allowed, and what one does

why-phase = 现在不能这样走
why-ownership = 那里没有可这样走的己方棋子
why-movement = 它不能这样走
why-capture = 它不能吃那个子
why-check = 将帅会被吃
why-repetition = 因重复局面或长捉而禁止
clause = 条款 { $clause }
is-allowed = { $action } 可走：{ $what }。
does-flip = 向所有人翻开 { $site } 的棋子
does-move = 走到 { $site }
does-capture = 吃 { $site } 的{ $piece }
does-capture-in-passing = 吃过路兵于 { $site }
does-take-unknown = 吃 { $site } 的暗子，不论是什么
does-reveal-then-decide = 先翻开 { $site } 的棋子，再定胜负
does-decide-in-secret = 与 { $site } 的暗子交战，只公布结果
does-reveal-mover = 亮出走动棋子的身份
does-promote = 变为{ $piece }
does-castle = 王车易位
does-meet-hazard = 踩上 { $site } 的地雷
does-maybe-meet-hazard = 走进 { $site } 的迷雾，可能有雷
does-place = 在 { $site } 落子
does-turn-over = 翻转 { $site } 的棋子
does-pass = 停一手
does-stop = 结束连吃
does-act = 执行 { $name }
does-swap = 交换双方
does-maybe-chain = 可以继续吃子

## Before and after a game

saved-as-it-goes = 对局随时保存在 { $path }。输入 `help` 看命令。
go-on-with = 继续对局：masque play --resume { $path }

## Secret layouts

layout-help =
    名称          用现成的布阵，其余随机补满：见 `names`
    random        全部随机
    swap A B      交换两子
    file 路径     读取布阵
    save 路径     保存以备他局
    show          画出布阵
    names         现成的布阵
    ready         确定：无人看见，也不可再改
layout-of = { $who }的秘密布阵。现为随机所布：
layout-prompt = { $who }布阵
layout-swap = `swap` 需要两个位置，如 `swap a1 b2`。
layout-try-help = 输入 `help` 看此处可用的命令。
layout-is-ready = { $who }已就绪。
record-torn = 最后一行写入时中断；当时的一着已丢失，此前的都在。
