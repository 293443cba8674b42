# فارسی

list-comma = ،{" "}
player-number = بازیکن { $number }

## masque show

show-extends = برگرفته از { $parent }
show-with = با { $options }
show-players = بازیکنان: { $first } و { $second }
show-pieces = مهره‌ها (حرف، نام، { $first } و { $second }، تعداد، حرکت‌ها)
show-layouts = چیدمان‌های پنهان: { $layouts }
show-options = گزینه‌ها (--option KEY=VALUE)
show-default = پیش‌فرض { $value }
show-presets = پیش‌تنظیم‌ها (--preset NAME)
show-endings = پایان‌های بازی، به ترتیب داوری
show-clock = ساعت: { $clock }
show-rulebook = کتاب قوانین: { $clauses } بند؛ با `masque book { $id }` بخوانید

## masque book

book-from = از { $parent }

## When a game ends

end-eliminated = یک طرف دیگر مهره‌ای ندارد
end-lost = یک طرف { $kind } خود را از دست داده است
end-immobile = یک طرف مهره‌ای ندارد که بتواند حرکت کند
end-checkmate = طرفی که نوبت اوست کیش است و حرکتی ندارد
end-no-action = طرفی که نوبت اوست حرکتی ندارد
end-captured = یک طرف { $number } مهره یا بیشتر گرفته است
end-passes = { $number } پاس پیاپی
end-quiet = سقف نوبت‌های بی‌پیشرفت
end-ply-limit = سقف حرکت‌ها
end-repetition = وضعیت بیش از حد تکرار شده است
end-reached = { $kind } به { $region } رسیده است
end-line-exact = یک طرف درست { $length } مهره در یک خط دارد
end-line = یک طرف { $length } مهره یا بیشتر در یک خط دارد
end-connected = یک طرف { $region } را به { $other } وصل کرده است
end-full = هیچ خانه‌ای خالی نیست
end-dead-material = دیگر هیچ طرفی نمی‌تواند ببرد

then-loses = می‌بازد
then-wins = می‌برد
then-draw = مساوی
then-score = امتیاز تعیین می‌کند
then-pass = پاس می‌دهد

## How a piece moves

move-walk = روی { $class } راه می‌رود
move-any-edge = هر خط
move-straight = مستقیم
move-steps = { $number ->
    [1] یک گام
   *[other] تا { $number } گام
}
move-from = از { $region }
move-onto = به { $region }
move-taking = فقط { $kinds } را می‌گیرد

## Pictures

picture-title = { $title }، نوبت { $turn }
picture-seen-by = آن‌گونه که { $who } می‌بیند
picture-seen-by-all = آن‌گونه که همه می‌بینند
picture-piece = { $kind } { $side }
picture-back = مهرهٔ پنهان
picture-back-of = مهرهٔ پنهان { $side }
picture-looks-like = پنهان، مانند { $piece }
picture-known = معلوم است که { $piece } است

## A game, line by line. Words in `…` are typed as they stand.

turn = { $title }، نوبت { $turn }: { $who } بازی می‌کند
turn-in-check = { $title }، نوبت { $turn }: { $who } بازی می‌کند، کیش
phase-chain = گرفتن را ادامه دهید، یا `stop`
phase-choose = انتخاب کنید به چه تبدیل شود
phase-shoot = تیر بیندازید
hazards-left = مین‌های باقی‌مانده: { $number }
record-kept = تمام بازی با چیدمان آغازین در { $path } است.
record-failed = نوشتن پرونده ممکن نشد: { $why }.
forfeits = { $who } بازی را واگذار می‌کند: { $why }.
cannot-act = { $who } نمی‌تواند بازی کند: { $why }.
curtain = نوبت { $who } پای صفحه؛ بازیکن دیگر نگاه نکند
curtain-ready = وقتی آماده بودید Enter را بزنید:

undone = { $number ->
    [1] آخرین حرکت پس گرفته شد.
   *[other] { $number } حرکت آخر پس گرفته شد.
}
tried-refused = { $action } آزموده و رد شد: { $clause }
offers = { $who } پیشنهاد تساوی می‌دهد.
offers-and-waits = { $who } پیشنهاد تساوی می‌دهد؛ { $other } می‌تواند در نوبت خود `accept` یا `decline` کند.
accepts = { $who } می‌پذیرد.
declines = { $who } نمی‌پذیرد.
claims = { $who } ادعای پایان بازی می‌کند.
resigns = { $who } تسلیم می‌شود.
bank-runs = وقت ذخیره به کار افتاد.
not-allowed = { $action } مجاز نیست: { $clause }
not-possible = این ممکن نیست: { $why }.
not-played = { $action } بازی نشد: { $why }
not-undone = چیزی پس گرفته نشد: { $why }.
no-clock = این بازی ساعت ندارد.
no-action = { $error }. برای حرکت‌های ممکن `moves` و برای فرمان‌ها `help` را بنویسید.
no-site = خانه‌ای به نام `{ $site }` نیست.
nothing-to-play = هیچ حرکتی ممکن نیست.
nothing-to-play-from = از { $site } هیچ حرکتی ممکن نیست.
save-kept = بازی همواره در { $path } نگه داشته می‌شود؛ `save NAME` رونوشت می‌سازد.
save-done = در { $path } ذخیره شد.
save-failed = ذخیره در { $path } ممکن نشد: { $why }.

wins = { $who } می‌برد{ $scores }: { $clause }.
drawn = بازی مساوی شد{ $scores }: { $clause }.
scores = ({ $first } بر { $second })

off-board = بیرون از صفحه: { $pieces }
off-board-learned = بیرون از صفحه، تنها شما می‌دانید: { $pieces }
off-board-hidden = بیرون از صفحه، همه نمی‌دانند: { $pieces }
not-seen = هنوز دیده نشده: { $pieces }
all-seen = همهٔ مهره‌ها روی صفحه و آشکارند.
known-to-you = شما می‌دانید { $pieces }
unseen = نادیده { $number }

## Clocks

clock-line = ساعت  { $first }   { $second }
clock-move = حرکت { $time }
clock-total = کل { $time }
clock-bank = ذخیره { $time }
clock-warning = { $who }: { $time } مانده
clock-bank-started = { $who }: وقت ذخیره به کار افتاد
clock-bank-empty = { $who }: وقت ذخیره تمام شد
clock-time-out = { $who }: وقت تمام شد (بار { $number })
clock-yellow-card = { $who }: کارت زرد { $number }
clock-acts = { $who }: برنامه بازی می‌کند
clock-lost-by-time-outs = { $who } می‌بازد: بیش از حد وقت تمام کرد
clock-lost-by-cards = { $who } می‌بازد: کارت زرد بیش از حد
clock-lost-by-time = { $who } می‌بازد: وقتی نمانده است

## Why an action is not allowed, and what one does

why-phase = اکنون هنگام آن نیست
why-ownership = آنجا مهره‌ای از شما نیست که بتواند
why-movement = این‌گونه حرکت نمی‌کند
why-capture = نمی‌تواند آن را بگیرد
why-check = شاه در کیش می‌ماند
why-repetition = تکرار وضعیت یا تعقیب آن را منع می‌کند
clause = بند { $clause }
is-allowed = { $action } مجاز است: { $what }.
does-flip = مهرهٔ { $site } را برای همه آشکار می‌کند
does-move = به { $site } می‌رود
does-capture = { $piece } را در { $site } می‌گیرد
does-capture-in-passing = در گذر در { $site } می‌گیرد
does-take-unknown = مهرهٔ پنهان { $site } را، هر چه باشد، می‌گیرد
does-reveal-then-decide = مهرهٔ { $site } را آشکار می‌کند و سپس هویتش تعیین می‌کند
does-decide-in-secret = با مهرهٔ پنهان { $site } می‌جنگد؛ تنها نتیجه گفته می‌شود
does-reveal-mover = هویت مهرهٔ حرکت‌کننده را نشان می‌دهد
does-promote = به { $piece } تبدیل می‌شود
does-castle = قلعه می‌رود
does-meet-hazard = روی مین { $site } می‌نشیند
does-maybe-meet-hazard = در مه { $site } می‌نشیند، که شاید مین داشته باشد
does-place = مهره‌ای در { $site } می‌گذارد
does-turn-over = مهرهٔ { $site } را برمی‌گرداند
does-pass = نوبت را پاس می‌دهد
does-stop = زنجیره را پایان می‌دهد
does-act = کنش { $name } را انجام می‌دهد
does-swap = طرف‌ها را عوض می‌کند
does-maybe-chain = می‌تواند گرفتن را ادامه دهد

## Before and after a game

saved-as-it-goes = بازی همواره در { $path } نگه داشته می‌شود. برای فرمان‌ها `help` را بنویسید.
go-on-with = برای ادامه: masque play --resume { $path }

## Secret layouts

layout-of = چیدمان پنهان { $who }. این یکی تصادفی است:
layout-prompt = چیدمان { $who }
layout-swap = `swap` دو خانه می‌خواهد، مانند `swap a1 b2`.
layout-try-help = برای دیدن فرمان‌ها `help` را بنویسید.
layout-is-ready = { $who } آماده است.
record-torn = آخرین سطر هنگام نوشتن بریده شد؛ آن حرکت از دست رفت و هر چه پیش از آن بود هست.

## The full screen

tui-keys-board = روی صفحه
tui-keys-look = نمایش
tui-keys-more = بیشتر
tui-keys-replay = در بازپخش
tui-keys-placement = چیدن پنهانی
tui-key-move = جابه‌جایی مکان‌نما
tui-key-help = این راهنما
tui-key-hint = راهنمایی
tui-key-flip = چرخاندن صفحه
tui-key-quit = خروج؛ بازی نگه داشته می‌شود
tui-tab-moves = حرکت‌ها
tui-tab-messages = پیام‌ها
tui-tab-pieces = مهره‌ها
tui-help-title = کلیدها
tui-book-title = قوانین
tui-menu-title = بازی
tui-which = کدام؟
tui-leave = خارج می‌شوید؟ بازی نگه داشته می‌شود.
tui-resign = تسلیم می‌شوید؟
tui-yes = بله
tui-no = نه
tui-no-book = این بازی کتاب قوانین ندارد.
tui-you = شما
tui-nothing-yet = هنوز هیچ
tui-all-seen = همهٔ مهره‌ها روی صفحه و آشکارند.
tui-no-hint = اکنون راهنمایی نیست.
tui-not-now = نوبت شما نیست.
tui-item-draw = پیشنهاد تساوی
tui-item-accept = پذیرفتن پیشنهاد
tui-item-decline = رد پیشنهاد
tui-item-resign = تسلیم
tui-item-undo = پس گرفتن
tui-item-hint = راهنمایی
tui-item-rules = قوانین
tui-item-help = کلیدها
tui-item-leave = خروج؛ بازی نگه داشته می‌شود
tui-everybody = همه
tui-unfinished = بازی تمام نشده است.
tui-curtain = نوبت { $who } پای صفحه
tui-curtain-away = بازیکن دیگر نگاه نکند.
tui-curtain-ready = وقتی آماده بودید Enter را بزنید.
tui-to-act = نوبت { $who }
tui-thinks = { $who } فکر می‌کند
tui-in-check = { $who } کیش است
tui-turn = نوبت { $number }
tui-step = گام { $step } از { $last }
tui-hazards = مین‌های باقی‌مانده: { $left }
tui-hint = راهنمایی: { $action }
tui-seen-by = آن‌گونه که { $who } دید
tui-kept = بازی همواره در { $path } نگه داشته می‌شود.
tui-disclosed = تمام بازی با چیدمان آغازین در { $path } است.
tui-site-hazard = مین
tui-site-fog = مه
tui-site-empty = خالی
tui-piece = { $kind } { $side }
tui-hidden = مهرهٔ پنهان
tui-hidden-of = مهرهٔ پنهان { $side }
tui-event-revealed = { $site }: { $piece }
tui-event-promoted = { $site } به { $kind } تبدیل می‌شود
tui-event-hazard = { $site } مین دارد
tui-looking = در جست‌وجوی راهنمایی
