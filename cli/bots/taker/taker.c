/* A bot that takes what is worth most, turns pieces up rather than wait, and does not repeat itself.
 *
 * It knows no game: what an action does it is told by the notes (docs/bots.md), and a kind is worth the more, the fewer
 * pieces of it are to be seen. Built without any library:
 *
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -o taker.wasm taker.c
 */

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("masque"), import_name(name)))

IMPORT("random") unsigned long long masque_random(void);
IMPORT("log") void masque_log(const char *text, int length);

/* What it is handed is written after all that the linker placed. */
extern unsigned char __heap_base;

enum { PAGE = 65536, REMEMBERED = 12, TEXT = 48, KINDS = 64 };

/* The last actions that it chose. This is all that it keeps from one choice to the next. */
static char chosen[REMEMBERED][TEXT];
static unsigned next;

/* Kinds seen on the board, with how many. */
static struct { const char *name; int length, count; } kinds[KINDS];
static int kinds_seen;

EXPORT("masque_bot_version") int version(void) { return 1; }

EXPORT("masque_alloc") void *alloc(int length)
{
    unsigned long end = (unsigned long)&__heap_base + (unsigned)length;
    unsigned long pages = (end + PAGE - 1) / PAGE, now = __builtin_wasm_memory_size(0);
    if (pages > now && __builtin_wasm_memory_grow(0, pages - now) == (unsigned long)-1)
        __builtin_trap();
    return &__heap_base;
}

/* A new game, or one that is taken up: nothing is remembered. */
EXPORT("masque_start") void start(const char *json, int length)
{
    (void)json, (void)length;
    for (unsigned i = 0; i < REMEMBERED; i++)
        chosen[i][0] = 0;
    next = 0;
}

/* Whether a pattern stands at a place. */
static int stands(const char *at, const char *end, const char *pattern)
{
    for (; *pattern; at++, pattern++)
        if (at == end || *at != *pattern)
            return 0;
    return 1;
}

/* The length of the JSON text that begins at a place, up to its closing quote. */
static int text(const char *at, const char *end)
{
    const char *from = at;
    while (at != end && *at != '"')
        at += at[0] == '\\' && at + 1 != end ? 2 : 1;
    return at - from;
}

static int same(const char *a, const char *b, int length)
{
    for (int i = 0; i < length; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}

/* What follows the first key between two places; 0 when there is none. */
static const char *find(const char *at, const char *end, const char *key)
{
    for (; at < end; at++)
        if (stands(at, end, key)) {
            while (*key)
                at++, key++;
            return at;
        }
    return 0;
}

static int seen(const char *name, int length)
{
    for (int i = 0; i < kinds_seen; i++)
        if (kinds[i].length == length && same(kinds[i].name, name, length))
            return i;
    if (kinds_seen == KINDS)
        return -1;
    kinds[kinds_seen].name = name;
    kinds[kinds_seen].length = length;
    kinds[kinds_seen].count = 0;
    return kinds_seen++;
}

/* Counts the pieces that can be seen; `"piece":{"side":"red","kind":"soldier"}`. */
static void look(const char *at, const char *end)
{
    kinds_seen = 0;
    while ((at = find(at, end, "\"piece\":{")) != 0) {
        const char *kind = find(at, end, "\"kind\":\"");
        if (!kind)
            return;
        int known = seen(kind, text(kind, end));
        if (known >= 0)
            kinds[known].count++;
    }
}

/* What a note is worth; `{"does":"captures","what":"b1","piece":{"side":"red","kind":"soldier"},"clause":"..."}`. */
static int worth(const char *note, const char *end)
{
    if (stands(note, end, "captures\"")) {
        const char *kind = find(note, end, "\"kind\":\"");
        int known = kind ? seen(kind, text(kind, end)) : -1;
        int count = known >= 0 && kinds[known].count > 0 ? kinds[known].count : 1;
        return 100 + 400 / count;
    }
    if (stands(note, end, "captures-in-passing"))
        return 150;
    if (stands(note, end, "takes-unknown"))
        return 130;
    if (stands(note, end, "promotes"))
        return 200;
    if (stands(note, end, "turns-over"))
        return 10;
    if (stands(note, end, "flips"))
        return 20;
    if (stands(note, end, "reveals-then-decides") || stands(note, end, "decides-in-secret"))
        return 25;
    if (stands(note, end, "meets-hazard"))
        return -600;
    if (stands(note, end, "may-meet-hazard"))
        return -60;
    if (stands(note, end, "passes") || stands(note, end, "stops"))
        return -40;
    return 0;
}

static int remembered(const char *action, int length)
{
    for (unsigned i = 0; i < REMEMBERED; i++)
        if (length < TEXT && same(chosen[i], action, length) && !chosen[i][length])
            return 1;
    return 0;
}

static void remember(const char *action, int length)
{
    if (length >= TEXT)
        return;
    char *place = chosen[next++ % REMEMBERED];
    for (int i = 0; i < length; i++)
        place[i] = action[i];
    place[length] = 0;
}

EXPORT("masque_choose") int choose(const char *json, int length, int count)
{
    const char *end = json + length;
    /* An opening brace before `"action"` begins an action of the list; in the steps that follow it, it is not the first. */
    const char *list = find(json, end, "\"actions\":[");
    if (!list)
        return (int)(masque_random() % (unsigned)count);
    look(json, list);

    int best = -1, most = 0, ties = 0, best_length = 0;
    const char *best_text = 0, *at = find(list, end, "{\"action\":\"");
    for (int index = 0; at && index < count; index++) {
        const char *following = find(at, end, "{\"action\":\""), *stop = following ? following : end;
        int named = text(at, stop), value = remembered(at, named) ? -30 : 0;
        const char *notes = find(at, stop, "\"notes\":[");
        for (const char *note = notes; note && (note = find(note, stop, "{\"does\":\"")) != 0;)
            value += worth(note, stop);
        /* Of equals each is as likely. */
        if (best < 0 || value > most)
            ties = 0;
        if (best < 0 || value > most || (value == most && masque_random() % (unsigned)(ties + 1) == 0))
            best = index, most = value, best_text = at, best_length = named;
        if (value == most)
            ties++;
        at = following;
    }
    if (best < 0)
        return (int)(masque_random() % (unsigned)count);
    remember(best_text, best_length);
    masque_log(best_text, best_length);
    return best;
}
