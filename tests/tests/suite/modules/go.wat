;; Captures in Go on boards of 65 to 128 points, whose sets are two words. Neighbours come from `adjacent`, sides from the
;; picture: the bytes of the points begin 240 bytes into it.
(module
  (import "masque" "adjacent" (func $adjacent (param i32) (result i64 i64)))
  (import "masque" "liberties" (func $liberties (param i32) (result i64)))
  (import "masque" "group" (func $group (param i32) (result i64 i64)))
  (import "masque" "capture" (func $capture (param i64 i64)))
  (memory (export "memory") 1)
  (global (export "masque_picture") i32 (i32.const 4096))

  ;; Takes the group on a point when it is the opponent's and has no liberty.
  (func $try (param $at i32)
    (if (i32.eq
          (i32.shr_u (i32.load8_u (i32.add (i32.const 4336) (local.get $at))) (i32.const 5))
          ;; The opponent's side.
          (i32.load (i32.const 4100)))
      (then
        (if (i64.eqz (call $liberties (local.get $at)))
          (then (call $capture (call $group (local.get $at))))))))

  ;; Tries the points of one word of a set.
  (func $each (param $word i64) (param $first i32)
    (block $none
      (loop $next
        (br_if $none (i64.eqz (local.get $word)))
        (call $try (i32.add (local.get $first) (i32.wrap_i64 (i64.ctz (local.get $word)))))
        (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
        (br $next))))

  (func (export "placed") (param $at i32)
    (local $low i64) (local $high i64)
    (call $adjacent (local.get $at))
    (local.set $high)
    (local.set $low)
    (call $each (local.get $low) (i32.const 0))
    (call $each (local.get $high) (i32.const 64))))
