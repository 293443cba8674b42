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

## The full screen

tui-keys-board = 棋盘上
tui-keys-look = 显示
tui-keys-more = 其他
tui-keys-replay = 复盘时
tui-keys-placement = 秘密布阵时
tui-key-move = 移动光标
tui-key-choose = 先选棋子，再选去处；翻子、落子一次即可
tui-key-cancel = 放开所选，关闭窗口
tui-key-menu = 停着、停止、选择；求和、悔棋、认输等
tui-key-line = 输入着法或命令，如 `e2e4`、`why e2e5`
tui-key-hint = 提示
tui-key-glyphs = 字母或汉字
tui-key-colours = 换配色
tui-key-flip = 翻转棋盘
tui-key-tab = 着法、消息、棋子
tui-key-scroll = 滚动
tui-key-back = 看以前的局面，再回来
tui-key-ends = 开局，现在
tui-key-help = 本帮助
tui-key-book = 规则，翻到最近提到的条款
tui-key-redraw = 重画屏幕
tui-key-stop = 暂停程序，`fg` 继续
tui-key-quit = 离开；对局已保存
tui-key-quit-now = 立即离开；对局已保存
tui-key-next = 下一步
tui-key-previous = 上一步
tui-key-first-last = 开头，结尾
tui-key-go-to = 跳到某一步
tui-key-autoplay = 自动播放，停止
tui-key-speed = 快些，慢些
tui-key-observer = 换视角（记录允许时）
tui-key-as-in-game = 同对局中
tui-key-swap = 拿起一子，再选与它交换的一子
tui-key-layouts = 现成的阵
tui-key-random = 随机布阵
tui-key-save-layout = 把阵存入文件
tui-key-load-layout = 从文件读阵
tui-key-ready = 就绪：无人看见，也不能再改
tui-tab-moves = 着法
tui-tab-messages = 消息
tui-tab-pieces = 棋子
tui-help-title = 按键
tui-book-title = 规则
tui-menu-title = 对局
tui-which = 哪一个？
tui-leave = 离开吗？对局已保存。
tui-resign = 认输吗？
tui-yes = 是
tui-no = 否
tui-no-book = 此棋没有规则书。
tui-you = 你
tui-key-hints = 空格 菜单  : 输入  ? 帮助
tui-over-hints = [ ] 回看  R 规则  q 离开
tui-hand-over = 已走。按回车，轮到对方
tui-nothing-yet = 还没有
tui-all-seen = 所有棋子都在盘上，都已看见。
tui-no-hint = 现在没有提示。
tui-not-now = 没轮到你。
tui-looking-back = 你在看以前的局面；End 键回来。
tui-item-draw = 提议和局
tui-item-accept = 接受提议
tui-item-decline = 拒绝提议
tui-item-claim = 按规则要求终局
tui-item-resign = 认输
tui-item-undo = 悔棋
tui-item-bank = 启用保留时间
tui-item-hint = 提示
tui-item-rules = 规则
tui-item-help = 按键
tui-item-leave = 离开；对局已保存
tui-placement-title = 秘密布阵
tui-placement-intro = 只有你看得见。拿起一子，再选与它交换的一子。
tui-placement-hints = 空格 现成的阵  D 就绪  ? 帮助
tui-random = 随机
tui-ready = 就绪吗？之后不能再改。
tui-save-as = 存为
tui-load-from = 读自
tui-replay-hints = 空格 播放  o 视角  ? 帮助
tui-playing = 播放中
tui-everybody = 众人
tui-only-public = 对局未完：只能显示众人所见。
tui-unfinished = 对局未完。
tui-looking = 正在找提示
tui-window-size = 此窗口有 { $size } 个字符。
tui-window-needs = Masque 需要 { $size }，请放大。
tui-curtain = 请{ $who }到屏幕前
tui-curtain-away = 另一位请回避。
tui-curtain-ready = 准备好后按回车。
tui-to-act = 轮到{ $who }
tui-thinks = { $who }在思考
tui-in-check = { $who }被将军
tui-turn = 第 { $number } 回合
tui-step = 第 { $step } 步，共 { $last } 步
tui-hazards = 剩余地雷：{ $left }
tui-lost = { $side }失子
tui-learned = { $side }失子（你知道的）
tui-lost-hidden = { $side }失子未明：{ $count }
tui-unseen = { $side }未见
tui-hint = 提示：{ $action }
tui-colours-many = 配色：256 色
tui-colours-safe = 配色：适合色盲
tui-colours-sixteen = 配色：终端的 16 色
tui-colours-none = 配色：无
tui-seen-by = { $who }所见
tui-layout-of = { $side }的秘密布阵
tui-saved = 已存入 { $path }。
tui-not-saved = 不能存入 { $path }：{ $error }。
tui-kept = 对局随走随存于 { $path }。
tui-disclosed = 全局连同发牌在 { $path }。
tui-forfeits = { $who }弃局：{ $why }。
tui-nothing-from = { $site } 没有可走的着。
tui-site-known = { $piece }（暗子，你知道）
tui-site-hidden = 暗子（{ $look }）
tui-site-hazard = 地雷
tui-site-fog = 迷雾
tui-site-number = 空，周围有 { $number } 个地雷
tui-site-empty = 空
tui-piece = { $side }{ $kind }
tui-hidden = 暗子
tui-hidden-of = { $side }暗子
tui-action-promote = 走并升变为{ $kind }
tui-action-manner = 走（{ $manner }）
tui-action-move = 走
tui-action-flip = 翻开
tui-action-place-kind = 落{ $kind }
tui-action-place = 落子
tui-action-pass = 停一着
tui-action-stop = 结束连吃
tui-action-swap = 交换
tui-action-castle = 王车易位
tui-event-revealed = { $site } 是{ $piece }
tui-event-captured = { $site } 的{ $piece }被吃
tui-event-identity = { $site } 失去的是{ $piece }
tui-event-beats = { $from } 胜 { $site }
tui-event-both = { $from } 与 { $site } 同归于尽
tui-event-loses = { $from } 败于 { $site }
tui-event-stay = { $from } 与 { $site } 都不动
tui-event-may-not = { $from } 不可吃 { $site }
tui-event-lost = 来自 { $site } 的{ $piece }失去
tui-event-removed = { $site } 的{ $piece }被移去
tui-event-turned = { $site } 变为{ $piece }
tui-event-promoted = { $site } 升变为{ $kind }
tui-event-destroyed = 地雷炸毁 { $site } 的{ $piece }
tui-event-hazard = { $site } 有地雷
tui-event-number = { $site } 显示 { $number }
tui-event-all-found = 地雷已全部找到或消失
tui-event-settled = 玩家 { $number } 执{ $side }
tui-event-swapped = 双方交换
tui-event-refused = 被拒（{ $clause }）
