# فارسی

list-comma = ،{" "}
list-semicolon = ؛{" "}
with-note = { $text } ({ $note })
with-head = { $head }: { $text }
sentence = { $text }.
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

help-lines =
    e2e4, a1xb1, a7a8=Q, flip c2, place d4, pass, O-O   بازی کردن (همان‌گونه که `moves` می‌نویسد)
    choose Q, stop      پایان دادن به نوبتی که چند گام دارد
    moves [SITE]        چه می‌توان بازی کرد
    why ACTION          چرا نمی‌شود، یا چه می‌کند
    hint                راهنمایی
    board               کشیدن دوبارهٔ صفحه
    pieces              مهره‌های گرفته‌شده و دیده‌نشده
    draw, accept, decline   پیشنهاد تساوی، پذیرفتن، نپذیرفتن
    claim, resign       ادعای پایان، تسلیم
    undo                پس گرفتن، ولی نه آنچه آشکار شده است
    clock, bank         ساعت‌ها؛ به کار انداختن وقت ذخیره
    save NAME           رونوشت پروندهٔ بازی
    quit                خروج؛ بازی نگه داشته می‌شود
    help                همین راهنما
turn = { $title }، نوبت { $turn }: { $who } بازی می‌کند
turn-in-check = { $title }، نوبت { $turn }: { $who } بازی می‌کند، کیش
turn-over = { $title }، بازی پایان یافته است
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
offers = { $end ->
    [score] { $who } پیشنهاد می‌کند بازی با امتیاز پایان یابد.
   *[draw] { $who } پیشنهاد تساوی می‌دهد.
}
offers-and-waits = { $end ->
    [score] { $who } پیشنهاد می‌کند بازی با امتیاز پایان یابد؛ { $other } با `accept` می‌پذیرد و با `decline` یا هر حرکتی رد می‌کند.
   *[draw] { $who } پیشنهاد تساوی می‌دهد؛ { $other } با `accept` می‌پذیرد و با `decline` یا هر حرکتی رد می‌کند.
}
accepts = { $who } پیشنهاد را می‌پذیرد.
declines = { $who } پیشنهاد را نمی‌پذیرد.
claims = { $who } ادعای پایانی می‌کند که قوانین روا می‌دارند.
resigns = { $who } تسلیم می‌شود.
bank-runs = وقت ذخیره به کار افتاد.
deed = { $who }: { $action }
deed-and-events = { $deed }؛ { $events }
by-the-clock = {" "}(ساعت)
hint = راهنمایی: { $action }
no-hint = اکنون راهنمایی نیست.
not-allowed = { $action } مجاز نیست: { $clause }
not-possible = این ممکن نیست: { $why }.
not-played = { $action } بازی نشد: { $why }
not-undone = چیزی پس گرفته نشد: { $why }.
no-clock = این بازی ساعت ندارد.
no-action = { $error }. برای حرکت‌های ممکن `moves` و برای فرمان‌ها `help` را بنویسید.
which-action = `{ $action }` می‌تواند یکی از این‌ها باشد: { $choices }
no-site = خانه‌ای به نام `{ $site }` نیست.
nothing-to-play = هیچ حرکتی ممکن نیست.
nothing-to-play-from = از { $site } هیچ حرکتی ممکن نیست.
has-no-action = { $piece } در { $site } اکنون حرکتی ندارد
save-kept = بازی همواره در { $path } نگه داشته می‌شود؛ `save NAME` رونوشت می‌سازد.
save-done = در { $path } ذخیره شد.
save-failed = ذخیره در { $path } ممکن نشد: { $why }.

wins = { $who } می‌برد{ $scores }: { $clause }.
drawn = بازی مساوی شد{ $scores }: { $clause }.
scores = {" "}({ $first } بر { $second })

off-board = بیرون از صفحه: { $pieces }
off-board-learned = بیرون از صفحه، تنها شما می‌دانید: { $pieces }
off-board-hidden = بیرون از صفحه، دیده‌نشده: { $pieces }
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
why-nothing-to-flip = آنجا چیزی برای رو کردن نیست
why-movement = این‌گونه حرکت نمی‌کند
why-flip = نمی‌توان آن را رو کرد
why-placement = آنجا چیزی نمی‌توان گذاشت
why-capture = نمی‌تواند آن را بگیرد
why-no-capture = هیچ‌یک از آنچه به آن می‌رسد را نمی‌تواند بگیرد
why-check = شاه در کیش می‌ماند
why-repetition = تکرار وضعیت یا تعقیب آن را منع می‌کند
with-clause = { $what } (بند { $clause })
why-not = { $action }: { $why }.
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

## What is typed and not done. Each says why and ends without a full stop.

typed-nothing = چیزی نوشته نشده است؛ مانند این بنویسید: { $expected }
typed-no-action = `{ $typed }` حرکت نیست؛ مانند این بنویسید: { $expected }
typed-no-site = `{ $typed }` خانه‌ای از این صفحه نیست؛ خانه‌ها از { $first } تا { $last } هستند
typed-no-kind = `{ $typed }` نوعی مهره نیست؛ مهره‌ها: { $kinds }
typed-lacks-site = پس از `{ $typed }` یک خانه باید بیاید
typed-lacks-two-sites = پس از `{ $typed }` دو خانه باید بیاید
typed-lacks-second-site = پس از `{ $typed }` خانهٔ دوم باید بیاید
typed-lacks-kind = پس از `{ $typed }` نوع مهره باید بیاید
typed-more = حرکت کامل است و `{ $typed }` زیادی است
typed-several = `{ $typed }` می‌تواند هر یک از اینها باشد: { $actions }
typed-absent = این بازی حرکت `{ $typed }` را ندارد؛ مانند این بنویسید: { $expected }
no-act-over = بازی پایان یافته است
no-act-agreement = این بازی پایان با توافق ندارد
no-act-resigning = در این بازی نمی‌توان تسلیم شد
no-act-offer-stands = پیشنهاد از پیش داده شده است
no-act-nothing-offered = بازیکن دیگر چیزی پیشنهاد نکرده است
no-act-not-to-act = تنها کسی که نوبت اوست می‌تواند ادعا کند
no-act-nothing-to-claim = در این وضعیت چیزی برای ادعا نیست
no-undo-start = هنوز کاری نشده است
no-undo-revealed = آخرین حرکت چیزی را آشکار کرد و دانسته دانسته می‌ماند
no-undo-clocked = ساعت کار خود را کرد و برگشت ندارد
no-clock-bank = وقت ذخیره‌ای نیست که با دست به کار افتد
no-clock-bank-runs = وقت ذخیره در کار است
no-clock-bank-empty = وقت ذخیره تمام شده است
no-clock-not-started = ساعت هنوز آغاز نشده است
no-clock-paused = ساعت ایستاده است
no-clock-over = وقت یکی از بازیکنان تمام شده و باخته است
no-clock-too-late = وقت پیش از این تمام شده بود
no-clock-not-to-act = نوبت بازیکن دیگر است
no-action-no-ending = حرکتی نیست و هیچ پایانی از این قوانین نمی‌گوید چه باید شد

## Before and after a game

saved-as-it-goes = بازی همواره در { $path } نگه داشته می‌شود. برای فرمان‌ها `help` را بنویسید.
go-on-with = برای ادامه: masque play --resume { $path }

## Replay, analyses, hints

replay-start = آغاز
replay-result = نتیجه: { $result }
analyse-to-act = نوبت { $who }: امتیاز مورد انتظار { $score } پس از { $number } شبیه‌سازی
analyse-not-to-act = نوبت { $who } نیست.
analyse-action = حرکت
analyse-visits = بازدید
analyse-share = سهم
analyse-score = امتیاز
analyse-more = و { $number } حرکت دیگر
analyse-pieces = مهره‌های پنهان، محتمل‌ترین‌ها نخست
analyse-hazards = مین‌ها، به دهم‌های یقین (* یعنی یقین)
analyse-truths = { $number } حقیقت با آنچه به { $who } گفته شد سازگار است
analyse-about-truths = نزدیک به { $number } حقیقت با آنچه به { $who } گفته شد سازگار است
hint-after = { $number } شبیه‌سازی: { $actions }؛ امتیاز مورد انتظار { $score }
thinking = در حال فکر

## Secret layouts

layout-help =
    NAME          چیدمانی با نام، باقی به تصادف: `names` را ببینید
    random        همه به تصادف
    swap A B      جابه‌جا کردن دو مهره
    file PATH     خواندن چیدمان
    save PATH     نگه داشتن این چیدمان برای بازی دیگر
    show          کشیدن آن
    names         نام چیدمان‌ها
    ready         پایان: کسی آن را نمی‌بیند و دیگر عوض نمی‌شود
layout-of = چیدمان پنهان { $who }. این یکی تصادفی است:
layout-prompt = چیدمان { $who }
layout-swap = `swap` دو خانه می‌خواهد، مانند `swap a1 b2`.
layout-try-help = برای دیدن فرمان‌ها `help` را بنویسید.
layout-in-play = `{ $typed }` فرمان بازی است و بازی پس از آماده شدن چیدمان‌ها آغاز می‌شود. برای آنچه اینجا می‌شود کرد `help` را بنویسید.
layout-no-name = { $error }. برای آنچه اینجا می‌شود کرد `help` را بنویسید.
layout-outside = { $site } از خانه‌های چیدن نیست
layout-twice = دو مهره روی { $site } هستند
layout-count = از { $kind } باید { $expected } تا باشد و { $found } تا چیده شده است
layout-forbidden = { $kind } نمی‌تواند روی { $site } باشد
layout-unknown = چیدمانی به نام `{ $name }` نیست؛ چیدمان‌ها: { $known }
layout-impossible = مهره‌های ثابت راهی برای چیدن بقیه نمی‌گذارند
layout-is-ready = { $who } آماده است.
record-torn = آخرین سطر هنگام نوشتن بریده شد؛ آن حرکت از دست رفت و هر چه پیش از آن بود هست.

## The full screen

tui-keys-board = روی صفحه
tui-keys-look = نمایش
tui-keys-more = بیشتر
tui-keys-replay = در بازپخش
tui-keys-placement = چیدن پنهانی
tui-key-move = جابه‌جایی مکان‌نما
tui-key-choose = برگزیدن مهره و سپس جای آن؛ آشکار کردن یا گذاشتن، بی‌درنگ
tui-key-cancel = رها کردن آنچه برگزیده شده، بستن آنچه باز است
tui-key-menu = پاس، پایان زنجیره، انتخاب؛ تساوی، پس گرفتن، تسلیم و دیگر کارها
tui-key-line = نوشتن حرکت یا فرمان، مانند `e2e4` یا `why e2e5`
tui-key-hint = راهنمایی
tui-key-glyphs = حرف‌ها یا نشانه‌های بومی
tui-key-colours = رنگ‌بندی بعدی
tui-key-flip = چرخاندن صفحه؛ با دو نفر: نگه داشتن آن، یا باز رها کردنش
tui-key-tab = حرکت‌ها، پیام‌ها، مهره‌ها
tui-key-scroll = بالا و پایین بردن آن‌ها
tui-key-back = دیدن وضعیت‌های پیشین و بازگشت
tui-key-ends = آغاز بازی، اکنون
tui-key-help = این راهنما
tui-key-book = کتاب قوانین، در بندی که آخر از آن نام برده شد
tui-key-redraw = کشیدن دوبارهٔ صفحهٔ نمایش
tui-key-stop = نگه داشتن برنامه و ساعت؛ `fg` ادامه می‌دهد
tui-key-quit = خروج؛ بازی نگه داشته می‌شود
tui-key-quit-now = خروج بی‌درنگ؛ بازی نگه داشته می‌شود
tui-key-next = گام بعد
tui-key-previous = گام پیش
tui-key-first-last = آغاز، پایان
tui-key-go-to = رفتن به یک گام
tui-key-autoplay = پخش خودکار، و ایست
tui-key-speed = تندتر، کندتر
tui-key-observer = از چشم چه کسی، تا جایی که پرونده می‌گوید
tui-key-as-in-game = مانند هنگام بازی
tui-key-swap = برداشتن مهره، سپس مهره‌ای که با آن جابه‌جا می‌شود
tui-key-layouts = چیدمان‌های نام‌دار
tui-key-layout-line = نوشتن فرمان، مانند `swap a1 b2`، یا نام چیدمان
tui-key-random = چیدمانی به تصادف
tui-key-save-layout = ذخیرهٔ این چیدمان در فایل
tui-key-load-layout = خواندن چیدمان از فایل
tui-key-ready = آماده: کسی چیدمان را نمی‌بیند و دیگر عوض نمی‌شود
tui-tab-moves = حرکت‌ها
tui-tab-messages = پیام‌ها
tui-tab-pieces = مهره‌ها
tui-help-title = کلیدها
tui-book-title = قوانین
tui-page-place = سطر { $first } تا { $last } از { $all }
tui-menu-title = بازی
tui-which = کدام؟
tui-leave = خارج می‌شوید؟ بازی نگه داشته می‌شود.
tui-leave-layout = خارج می‌شوید؟ بازی آغاز نشده است و چیدمان نگه داشته نمی‌شود.
tui-resign = تسلیم می‌شوید؟
tui-yes = بله
tui-no = نه
tui-no-book = این بازی کتاب قوانین ندارد.
tui-you = شما
tui-key-hints = Space فهرست  : نوشتن  ? راهنما
tui-over-hints = [ ] نگاه به پیش  R قوانین  q خروج
tui-hand-over = انجام شد. Enter: نوبت بازیکن دیگر
tui-nothing-yet = هنوز هیچ
tui-all-seen = همهٔ مهره‌ها روی صفحه و آشکارند.
tui-not-now = نوبت شما نیست.
tui-looking-back = وضعیتی پیشین را می‌دیدید؛ این وضعیت کنونی است. برای بازی دوباره انجام دهید.
tui-board-held = صفحه همین‌گونه می‌ماند، نوبت هر که باشد.
tui-board-turns = صفحه رو به کسی می‌چرخد که نوبت اوست.
tui-item-draw = پیشنهاد تساوی
tui-item-accept = پذیرفتن پیشنهاد
tui-item-decline = رد پیشنهاد
tui-item-claim = ادعای پایانی که قوانین روا می‌دارند
tui-item-resign = تسلیم
tui-item-undo = پس گرفتن
tui-item-bank = به کار انداختن وقت ذخیره
tui-item-hint = راهنمایی
tui-item-rules = قوانین
tui-item-help = کلیدها
tui-item-leave = خروج؛ بازی نگه داشته می‌شود
tui-placement-title = چیدمان پنهان
tui-placement-intro = تنها شما این را می‌بینید. مهره‌ای بردارید، سپس مهره‌ای را که با آن جابه‌جا شود.
tui-placement-hints = Space چیدمان‌ها  D آماده  ? راهنما
tui-no-layout-command = `{ $typed }` نه چیدمان است و نه فرمان؛ ? کلیدها را نشان می‌دهد.
tui-random = تصادفی
tui-ready = آماده‌اید؟ پس از این عوض نمی‌شود.
tui-save-as = ذخیرهٔ چیدمان با نام
tui-load-from = خواندن چیدمان از
tui-replay-hints = Space پخش  o چشم‌ها  ? راهنما
tui-playing = در حال پخش
tui-everybody = همه
tui-only-public = بازی تمام نشده است: تنها آنچه همه دیدند نشان داده می‌شود.
tui-unfinished = بازی تمام نشده است.
tui-window-size = این پنجره { $size } نویسه دارد.
tui-window-needs = این برنامه { $size } نویسه می‌خواهد؛ پنجره را بزرگ‌تر کنید.
tui-curtain = نوبت { $who } پای صفحه
tui-curtain-away = بازیکن دیگر نگاه نکند.
tui-curtain-ready = وقتی آماده بودید Enter را بزنید.
tui-to-act = نوبت { $who }
tui-thinks = { $who } فکر می‌کند
tui-in-check = { $who } کیش است
tui-offer = { $end ->
    [score] { $who } پیشنهاد پایان با امتیاز می‌دهد. Space: پذیرفتن یا رد
   *[draw] { $who } پیشنهاد تساوی می‌دهد. Space: پذیرفتن یا رد
}
tui-offer-own = { $end ->
    [score] پیشنهاد شما برای پایان با امتیاز پابرجاست.
   *[draw] پیشنهاد تساوی شما پابرجاست.
}
tui-turn = نوبت { $number }
tui-step = گام { $step } از { $last }
tui-hazards = مین‌های باقی‌مانده: { $left }
tui-lost = از دست رفته‌های { $side }
tui-learned = از دست رفته‌های { $side }، تنها شما می‌دانید
tui-lost-hidden = از دست رفته‌های نادیدهٔ { $side }: { $count }
tui-unseen = نادیده‌های { $side }
tui-colours-many = رنگ‌ها: ۲۵۶
tui-colours-safe = رنگ‌ها: شناختنی برای چشمان کوررنگ
tui-colours-sixteen = رنگ‌ها: ۱۶ رنگ خود پایانه
tui-colours-none = رنگ‌ها: هیچ
tui-seen-by = آن‌گونه که { $who } دید
tui-layout-of = چیدمان پنهان { $side }
tui-saved = در { $path } ذخیره شد.
tui-not-saved = ذخیره در { $path } ممکن نشد: { $error }.
tui-kept = بازی همواره در { $path } نگه داشته می‌شود.
tui-disclosed = تمام بازی با چیدمان آغازین در { $path } است.
tui-forfeits = { $who } بازی را واگذار می‌کند: { $why }.
tui-site-known = { $piece }، پنهان، شما می‌شناسید
tui-site-hidden = مهره‌ای پنهان ({ $look })
tui-site-hazard = مین
tui-site-fog = مه
tui-site-number = خالی، { $number } مین در کنار
tui-site-empty = خالی
piece-named = { $kind } { $side }
piece-hidden = مهرهٔ پنهان
piece-hidden-of = مهرهٔ پنهان { $side }
piece-disguised = مهرهٔ پنهانی که مانند { $piece } بود
tui-action-promote = برو و به { $kind } تبدیل شو
tui-action-manner = برو ({ $manner })
tui-action-move = برو
tui-action-flip = آشکار کن
tui-action-place-kind = { $kind } بگذار
tui-action-place = بگذار
tui-action-pass = نوبت را پاس بده
tui-action-stop = زنجیره را پایان بده
tui-action-swap = طرف‌ها را عوض کن
tui-action-castle = قلعه برو
event-revealed = { $site }: { $piece }
event-captured = { $piece } در { $site } گرفته شد
event-identity = آنچه در { $site } از دست رفت { $piece } بود
event-beats = { $from } بر { $site } پیروز شد
event-both = { $from } و { $site } هر دو از دست رفتند
event-loses = { $from } از { $site } شکست خورد
event-stay = { $from } و { $site } هر دو می‌مانند
event-may-not = { $from } نمی‌تواند { $site } را بگیرد
event-lost = { $piece } از { $site } از دست رفت
event-removed = { $piece } از { $site } برداشته شد
event-turned = { $site } به { $piece } برگشت
event-promoted = { $site } به { $kind } تبدیل می‌شود
event-destroyed = مین { $piece } را در { $site } نابود کرد
event-hazard = { $site } مین دارد
event-number = { $site } عدد { $number } را نشان می‌دهد
event-all-found = همهٔ مین‌ها پیدا شده یا از میان رفته‌اند
event-settled = بازیکن { $number } با { $side } بازی می‌کند
event-swapped = بازیکنان طرف‌ها را عوض کردند
event-refused = رد شد ({ $clause })
tui-looking = در جست‌وجوی راهنمایی
