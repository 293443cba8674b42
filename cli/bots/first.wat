;; A bot that takes the first piece it can, and otherwise does something at random.
;;
;; What it is handed is JSON (docs/bots.md). It does not read it as such: quotes inside JSON texts are escaped, so these
;; bytes can only be what they seem:
;;   {"action":          the next legal action begins
;;   "does":"captures    it captures (in passing, too)
(module
  (import "masque" "random" (func $random (result i64)))
  (memory (export "memory") 1)

  (data (i32.const 0) "{\"action\":")
  (data (i32.const 16) "\"does\":\"captures")

  ;; What it is handed is written here, and lies there until the next call.
  (global $text i32 (i32.const 1024))

  (func (export "masque_bot_version") (result i32)
    (i32.const 1))

  (func (export "masque_alloc") (param $length i32) (result i32)
    (local $pages i32)
    ;; As many pages as are missing, none when there are enough.
    (local.set $pages
      (i32.sub
        (i32.shr_u
          (i32.add (i32.add (global.get $text) (local.get $length)) (i32.const 65535))
          (i32.const 16))
        (memory.size)))
    (if (i32.gt_s (local.get $pages) (i32.const 0))
      (then
        (if (i32.eq (memory.grow (local.get $pages)) (i32.const -1))
          (then (unreachable)))))
    (global.get $text))

  ;; Whether the bytes at $at are those of a pattern.
  (func $is (param $at i32) (param $end i32) (param $pattern i32) (param $length i32) (result i32)
    (if (i32.gt_u (i32.add (local.get $at) (local.get $length)) (local.get $end))
      (then (return (i32.const 0))))
    (loop $next
      (if (i32.eqz (local.get $length))
        (then (return (i32.const 1))))
      (local.set $length (i32.sub (local.get $length) (i32.const 1)))
      (br_if $next
        (i32.eq
          (i32.load8_u (i32.add (local.get $at) (local.get $length)))
          (i32.load8_u (i32.add (local.get $pattern) (local.get $length))))))
    (i32.const 0))

  (func (export "masque_choose") (param $at i32) (param $length i32) (param $count i32) (result i32)
    (local $end i32)
    (local $index i32)
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (local.set $index (i32.const -1))
    (block $none
      (loop $next
        (br_if $none (i32.ge_u (local.get $at) (local.get $end)))
        (if (call $is (local.get $at) (local.get $end) (i32.const 0) (i32.const 10))
          (then (local.set $index (i32.add (local.get $index) (i32.const 1)))))
        (if (call $is (local.get $at) (local.get $end) (i32.const 16) (i32.const 16))
          (then (return (local.get $index))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    ;; The remainder is a hair from even: nobody will notice with 2^64 numbers.
    (i32.wrap_i64 (i64.rem_u (call $random) (i64.extend_i32_u (local.get $count))))))
