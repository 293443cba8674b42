# 简体中文。

list-comma = 、
list-semicolon = ；
with-note = { $text }（{ $note }）
with-head = { $head }：{ $text }
sentence = { $text }。
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
    hint                提示
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
turn-over = { $title }，对局已经结束
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
offers = { $end ->
    [score] { $who }提议就此数分结束。
   *[draw] { $who }提议和棋。
}
offers-and-waits = { $end ->
    [score] { $who }提议就此数分结束；{ $other }用 `accept` 接受或 `decline` 拒绝，走子即为拒绝。
   *[draw] { $who }提议和棋；{ $other }用 `accept` 接受或 `decline` 拒绝，走子即为拒绝。
}
accepts = { $who }接受提议。
declines = { $who }拒绝提议。
claims = { $who }按规则要求判定。
resigns = { $who }认输。
bank-runs = 长考开始计时。
deed = { $who }：{ $action }
deed-and-events = { $deed }；{ $events }
by-the-clock = （超时代走）
hint = 提示：{ $action }
no-hint = 现在没有提示。
not-allowed = { $action } 不合规则：{ $clause }
not-possible = 不可行：{ $why }。
not-played = { $action } 无法执行：{ $why }
not-undone = 未能悔棋：{ $why }。
no-clock = 本局没有计时。
no-action = { $error }。输入 `moves` 看可走的着法，`help` 看命令。
which-action = `{ $action }` 可以是：{ $choices }
no-site = 没有叫 `{ $site }` 的位置。
nothing-to-play = 无着可走。
nothing-to-play-from = { $site } 无着可走。
has-no-action = { $site } 的{ $piece }现在无着可走
save-kept = 对局随时保存在 { $path }；`save 名称` 另存一份。
save-done = 已存入 { $path }。
save-failed = 无法存入 { $path }：{ $why }。

wins = { $who }胜{ $scores }：{ $clause }。
drawn = 和棋{ $scores }：{ $clause }。
scores = （{ $first } 比 { $second }）

off-board = 已离盘：{ $pieces }
off-board-learned = 已离盘，仅你所知：{ $pieces }
off-board-hidden = 已离盘，未露面：{ $pieces }
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
why-nothing-to-flip = 那里没有可翻的棋子
why-movement = 它不能这样走
why-flip = 它不能翻开
why-placement = 那里不能落子
why-capture = 它不能吃那个子
why-no-capture = 它能到之处的棋子它都不能吃
why-check = 将帅会被吃
why-repetition = 因重复局面或长捉而禁止
with-clause = { $what }（条款 { $clause }）
why-not = { $action }：{ $why }。
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

## What is typed and not done. Each says why and ends without a full stop.

typed-nothing = 没有输入着法；应如 { $expected }
typed-no-action = `{ $typed }` 不是着法；应如 { $expected }
typed-no-site = 棋盘上没有 `{ $typed }`；位置从 { $first } 到 { $last }
typed-no-kind = 没有 `{ $typed }` 这种棋子；棋子有 { $kinds }
typed-lacks-site = `{ $typed }` 之后要有一个位置
typed-lacks-two-sites = `{ $typed }` 之后要有两个位置
typed-lacks-second-site = `{ $typed }` 之后要有第二个位置
typed-lacks-kind = `{ $typed }` 之后要有一种棋子
typed-more = 着法已完整，`{ $typed }` 是多余的
typed-several = `{ $typed }` 可以是以下任一着：{ $actions }
typed-absent = 此棋没有 `{ $typed }` 这种着法；应如 { $expected }
no-act-over = 对局已经结束
no-act-agreement = 此棋没有协议终局
no-act-resigning = 此棋不可认输
no-act-offer-stands = 已经提议，尚待答复
no-act-nothing-offered = 对方没有提议
no-act-not-to-act = 只有轮到的一方可以要求判定
no-act-nothing-to-claim = 此局面没有可要求判定之处
no-undo-start = 还没有走过
no-undo-revealed = 上一着亮出了什么，已知的不能收回
no-undo-clocked = 时钟已经动作，不能收回
no-clock-bank = 没有可手动启用的长考
no-clock-bank-runs = 长考已在计时
no-clock-bank-empty = 长考时间已用尽
no-clock-not-started = 计时尚未开始
no-clock-paused = 计时已暂停
no-clock-over = 已有一方超时判负
no-clock-too-late = 时间早已用尽
no-clock-not-to-act = 现在轮到对方
no-action-no-ending = 无着可走，而规则没有说此时如何终局

## Before and after a game

saved-as-it-goes = 对局随时保存在 { $path }。输入 `help` 看命令。
go-on-with = 继续对局：masque play --resume { $path }

## Replay, analyses, hints

replay-start = 开局
replay-result = 结果：{ $result }
analyse-to-act = 轮到{ $who }：{ $number } 次模拟后预期得分 { $score }
analyse-not-to-act = 没有轮到{ $who }。
analyse-action = 着法
analyse-visits = 次数
analyse-share = 比例
analyse-score = 得分
analyse-more = 另有 { $number } 种
analyse-pieces = 暗子，可能性大的在前
analyse-hazards = 地雷，以十分之几表示可能性（* 为确定）
analyse-truths = 有 { $number } 种真相与{ $who }所知相符
analyse-about-truths = 约有 { $number } 种真相与{ $who }所知相符
hint-after = { $number } 次模拟：{ $actions }；预期得分 { $score }
thinking = 思考中

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
layout-in-play = `{ $typed }` 是对局中的命令，双方布阵就绪后才开局。输入 `help` 看此处可用的命令。
layout-no-name = { $error }。输入 `help` 看此处可用的命令。
layout-outside = { $site } 不在布阵范围内
layout-twice = { $site } 上有两枚棋子
layout-count = { $kind }应有 { $expected } 枚，布了 { $found } 枚
layout-forbidden = { $kind }不可放在 { $site }
layout-unknown = 没有叫 `{ $name }` 的布阵；布阵有 { $known }
layout-impossible = 已定的棋子使其余的无法合法布下
layout-is-ready = { $who }已就绪。
record-torn = 最后一行写入时中断；当时的一着已丢失，此前的都在。

## The full screen

tui-keys-board = 棋盘上
tui-keys-look = 显示
tui-keys-more = 其他
tui-keys-replay = 回放中
tui-keys-placement = 秘密布阵
tui-key-move = 移动光标
tui-key-choose = 选子，再选去处；翻子、落子一次即可
tui-key-cancel = 放下所选，关闭所开
tui-key-menu = 停一手、停止、选择；议和、悔棋、认输等
tui-key-line = 输入着法或命令，如 `e2e4` 或 `why e2e5`
tui-key-hint = 提示
tui-key-glyphs = 字母或汉字
tui-key-colours = 换一种配色
tui-key-flip = 转动棋盘；两人同屏时：固定，或重新随人转动
tui-key-tab = 着法、消息、棋子
tui-key-scroll = 滚动
tui-key-back = 看先前的局面，再回来
tui-key-ends = 开局、现在
tui-key-help = 本帮助
tui-key-book = 规则书，翻到最近提到的条款
tui-key-redraw = 重画屏幕
tui-key-stop = 暂停程序和计时；`fg` 继续
tui-key-quit = 离开，对局会保留
tui-key-quit-now = 立即离开，对局会保留
tui-key-next = 下一步
tui-key-previous = 上一步
tui-key-first-last = 开头、结尾
tui-key-go-to = 跳到某步
tui-key-autoplay = 自动播放、停止
tui-key-speed = 快些、慢些
tui-key-observer = 换谁的视角，若记录有
tui-key-as-in-game = 与对局中相同
tui-key-swap = 取一子，再取与之交换的一子
tui-key-layouts = 现成的布阵
tui-key-layout-line = 输入命令，如 `swap a1 b2`，或布阵的名称
tui-key-random = 随机布阵
tui-key-save-layout = 把布阵存成文件
tui-key-load-layout = 从文件读取布阵
tui-key-ready = 就绪：无人看见，也不可再改
tui-tab-moves = 着法
tui-tab-messages = 消息
tui-tab-pieces = 棋子
tui-help-title = 按键
tui-book-title = 规则
tui-page-place = 第 { $first } 至 { $last } 行，共 { $all } 行
tui-menu-title = 对局
tui-which = 哪一个？
tui-leave = 要离开吗？对局会保留。
tui-leave-layout = 离开？对局尚未开始，布阵不会保留。
tui-resign = 要认输吗？
tui-yes = 是
tui-no = 否
tui-no-book = 此棋没有规则书。
tui-you = 你
tui-key-hints = Space 菜单  : 输入  ? 帮助
tui-over-hints = [ ] 回看  R 规则  q 离开
tui-hand-over = 走完了。Enter：轮到对方
tui-nothing-yet = 暂无
tui-all-seen = 全部棋子都在盘上且已公开。
tui-not-now = 还没轮到你。
tui-looking-back = 刚才看的是先前的局面，现在已回到当前局面。再做一次即走。
tui-board-held = 棋盘固定不转，不论轮到谁。
tui-board-turns = 棋盘随轮到的一方转动。
tui-item-draw = 提议和棋
tui-item-accept = 接受提议
tui-item-decline = 拒绝提议
tui-item-claim = 按规则要求判定
tui-item-resign = 认输
tui-item-undo = 悔棋
tui-item-bank = 启用长考
tui-item-hint = 提示
tui-item-rules = 规则
tui-item-help = 按键
tui-item-leave = 离开，对局会保留
tui-placement-title = 秘密布阵
tui-placement-intro = 只有你看得见。取一子，再取与之交换的一子。
tui-placement-hints = Space 布阵  D 就绪  ? 帮助
tui-no-layout-command = `{ $typed }` 既不是布阵也不是命令；? 列出按键。
tui-random = 随机
tui-ready = 就绪吗？之后不可再改。
tui-save-as = 布阵存为
tui-load-from = 读取布阵
tui-replay-hints = Space 播放  o 视角  ? 帮助
tui-playing = 播放中
tui-everybody = 公开
tui-only-public = 对局未完：只能看公开所见。
tui-unfinished = 对局未完。
tui-window-size = 本窗口有 { $size } 个字符。
tui-window-needs = Masque 需要 { $size }，请放大。
tui-curtain = 请{ $who }看屏幕
tui-curtain-away = 另一方请回避。
tui-curtain-ready = 准备好后按回车。
tui-to-act = 轮到{ $who }
tui-thinks = { $who }思考中
tui-in-check = { $who }被将军
tui-offer = { $end ->
    [score] { $who }提议数分结束。空格：接受或拒绝
   *[draw] { $who }提议和棋。空格：接受或拒绝
}
tui-offer-own = { $end ->
    [score] 你提议数分结束，等待答复。
   *[draw] 你提议和棋，等待答复。
}
tui-turn = 第 { $number } 回合
tui-step = 第 { $step } 步，共 { $last } 步
tui-hazards = 剩余地雷：{ $left }
tui-lost = { $side }失去
tui-learned = { $side }失去，仅你所知
tui-lost-hidden = { $side }失去而未公开：{ $count }
tui-unseen = { $side }未露面
tui-colours-many = 配色：256 色
tui-colours-safe = 配色：适合色觉障碍
tui-colours-sixteen = 配色：终端自带 16 色
tui-colours-none = 配色：无
tui-seen-by = { $who }所见
tui-layout-of = { $side }的秘密布阵
tui-saved = 已存入 { $path }。
tui-not-saved = 无法存入 { $path }：{ $error }。
tui-kept = 对局随时保存在 { $path }。
tui-disclosed = 全部着法与发牌已存入 { $path }。
tui-forfeits = { $who }弃权判负：{ $why }。
tui-site-known = { $piece }，暗子，仅你所知
tui-site-hidden = 暗子（{ $look }）
tui-site-hazard = 地雷
tui-site-fog = 迷雾
tui-site-number = 空，旁有 { $number } 颗地雷
tui-site-empty = 空
piece-named = { $side }{ $kind }
piece-hidden = 暗子
piece-hidden-of = { $side }暗子
piece-disguised = 貌似{ $piece }的暗子
tui-action-promote = 走并变为{ $kind }
tui-action-manner = 走（{ $manner }）
tui-action-move = 走
tui-action-flip = 翻开
tui-action-place-kind = 落{ $kind }
tui-action-place = 落子
tui-action-pass = 停一手
tui-action-stop = 结束连吃
tui-action-swap = 交换双方
tui-action-castle = 王车易位
event-revealed = { $site } 是{ $piece }
event-captured = { $site } 的{ $piece }被吃
event-identity = { $site } 失去的是{ $piece }
event-beats = { $from } 胜 { $site }
event-both = { $from } 与 { $site } 同归于尽
event-loses = { $from } 败于 { $site }
event-stay = { $from } 与 { $site } 都留下
event-may-not = { $from } 不可吃 { $site }
event-lost = { $site } 的{ $piece }失去
event-removed = { $site } 的{ $piece }被提去
event-turned = { $site } 变为{ $piece }
event-promoted = { $site } 升变为{ $kind }
event-destroyed = 地雷炸毁 { $site } 的{ $piece }
event-hazard = { $site } 有地雷
event-number = { $site } 显示 { $number }
event-all-found = 地雷已全部找到或清除
event-settled = 玩家 { $number } 执{ $side }
event-swapped = 双方已交换
event-refused = 被拒绝（{ $clause }）
tui-looking = 正在找提示
