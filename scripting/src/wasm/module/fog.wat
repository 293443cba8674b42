;; Fog on a board of up to 64 sites: it lifts from where a piece lands and from one ring round it, within a region.
;; clause: landing-lifts-fog, stated in variant.toml by `[hooks] landed_clause = "landing-lifts-fog"`.
(module
  (import "masque" "around" (func $around (param i32) (result i64)))
  (import "masque" "region" (func $region (param i32 i32) (result i64)))
  (import "masque" "reveal" (func $reveal (param i64)))
  (memory (export "memory") 1)
  (data (i32.const 0) "fog")

  (func (export "landed") (param $at i32)
    (call $reveal
      (i64.and
        (i64.or
          (call $around (local.get $at))
          ;; The set of one site.
          (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $at))))
        ;; A word is the place of its bytes and how many there are.
        (call $region (i32.const 0) (i32.const 3))))))
