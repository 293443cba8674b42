# فارسی

list-comma = ،{" "}

## masque show

show-extends = برگرفته از { $parent }
show-with = با { $options }
show-players = بازیکنان: { $first } و { $second }
show-player = بازیکن { $number }
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
