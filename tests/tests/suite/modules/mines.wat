;; The hooks of minesweeper chess, as its script has them, for its default options and `sapper_after_clear`. The board has
;; more than 64 sites, so a set is two words.
(module
  (import "masque" "hazards_left" (func $hazards_left (result i64)))
  (import "masque" "option" (func $option (param i32 i32) (result i64)))
  (import "masque" "ahead" (func $ahead (param i32) (result i32)))
  (import "masque" "special" (func $special (param i32 i32 i32)))
  (import "masque" "special_named" (func $special_named (param i32 i32) (result i32)))
  (import "masque" "around" (func $around (param i32) (result i64 i64)))
  (import "masque" "region" (func $region (param i32 i32) (result i64 i64)))
  (import "masque" "reveal" (func $reveal (param i64 i64)))
  (import "masque" "defuse" (func $defuse (param i64 i64)))
  (memory (export "memory") 1)
  (data (i32.const 0) "fog")
  (data (i32.const 16) "sapper")
  (data (i32.const 32) "sapper_after_clear")

  ;; The set of one site, by words.
  (func $low (param $at i32) (result i64)
    (select
      (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $at)))
      (i64.const 0)
      (i32.lt_u (local.get $at) (i32.const 64))))
  (func $high (param $at i32) (result i64)
    (select
      (i64.const 0)
      (i64.shl (i64.const 1) (i64.extend_i32_u (i32.sub (local.get $at) (i32.const 64))))
      (i32.lt_u (local.get $at) (i32.const 64))))

  (func (export "moves") (param $pawn i32)
    (local $front i32)
    (if (i32.and
          (i64.eqz (call $hazards_left))
          (i64.eqz (call $option (i32.const 32) (i32.const 18))))
      (then (return)))
    (local.set $front (call $ahead (local.get $pawn)))
    (if (i32.lt_s (local.get $front) (i32.const 0)) (then (return)))
    (call $special (call $special_named (i32.const 16) (i32.const 6)) (local.get $pawn) (local.get $front)))

  (func (export "landed") (param $at i32)
    (local $near0 i64) (local $near1 i64) (local $fog0 i64) (local $fog1 i64)
    (call $around (local.get $at))
    (local.set $near1)
    (local.set $near0)
    (call $region (i32.const 0) (i32.const 3))
    (local.set $fog1)
    (local.set $fog0)
    (call $reveal
      (i64.and (i64.or (local.get $near0) (call $low (local.get $at))) (local.get $fog0))
      (i64.and (i64.or (local.get $near1) (call $high (local.get $at))) (local.get $fog1))))

  (func (export "acted") (param $action i32) (param $from i32) (param $to i32)
    (call $defuse (call $low (local.get $to)) (call $high (local.get $to)))))
