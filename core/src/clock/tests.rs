//! Tests of the clock: each rule by example, then its laws by property.

use proptest::collection::vec;
use proptest::prelude::*;

use super::ClockEvent::*;
use super::*;

fn started(spec: ClockSpec) -> Clock {
    let mut clock = Clock::new(spec, 2).expect("a sensible clock");
    clock.start(0, 0).expect("start");
    clock
}

fn moves_only() -> ClockSpec {
    ClockSpec {
        per_move: Some(50_000),
        warn_at: Some(10_000),
        timeouts_lose: Some(3),
        ..ClockSpec::default()
    }
}

fn banked(bank_start: BankStart) -> ClockSpec {
    ClockSpec {
        per_move: Some(20_000),
        bank: Some(30_000),
        bank_start,
        cards_lose: Some(10),
        ..ClockSpec::default()
    }
}

#[test]
fn a_seat_is_warned_and_then_played_for() {
    let mut clock = started(moves_only());
    assert_eq!(clock.tick(39_999), []);
    assert_eq!(clock.next_deadline(), Some(40_000));
    assert_eq!(
        clock.tick(40_000),
        [Warning {
            seat: 0,
            left: 10_000
        }]
    );
    assert_eq!(clock.tick(49_999), []);
    assert_eq!(
        clock.tick(50_000),
        [TimeOut { seat: 0, count: 1 }, AutoAction { seat: 0 }]
    );
    assert!(clock.auto_action_due());
    // Nobody's time runs until the action was played.
    assert_eq!(clock.next_deadline(), None);
    assert_eq!(clock.tick(90_000), []);
    assert_eq!(clock.press(90_000, 1), Ok(vec![]));
    assert_eq!(clock.next_deadline(), Some(130_000));
    assert_eq!(
        clock.remaining(100_000, 1).and_then(|r| r.per_move),
        Some(40_000)
    );
}

#[test]
fn the_third_time_out_of_the_game_loses() {
    let mut clock = started(moves_only());
    let mut now = 0;
    for count in 1..=3 {
        now += 50_000;
        let events = clock.tick(now);
        assert_eq!(events[1], TimeOut { seat: 0, count });
        if count == 3 {
            assert_eq!(
                events[2],
                Lost {
                    seat: 0,
                    by: LostBy::TimeOuts
                }
            );
            break;
        }
        assert_eq!(events[2], AutoAction { seat: 0 });
        clock.press(now, 1).expect("automatic action");
        clock.press(now, 0).expect("answer");
        // A turn of its own does not wash a time-out away.
        clock.press(now, 1).expect("own action");
        clock.press(now, 0).expect("answer");
    }
    assert!(clock.is_over());
    assert_eq!(clock.next_deadline(), None);
    assert_eq!(clock.tick(now + 1_000_000), []);
    assert_eq!(clock.press(now, 1), Err(ClockError::Over));
    assert_eq!(clock.faults(0), Some((3, 0)));
    assert_eq!(clock.faults(1), Some((0, 0)));
}

#[test]
fn in_a_row_an_own_turn_starts_the_count_again() {
    let mut clock = started(ClockSpec {
        consecutive: true,
        ..moves_only()
    });
    clock.tick(50_000);
    clock.press(50_000, 1).expect("automatic action");
    clock.press(50_000, 0).expect("answer");
    assert!(clock.tick(100_000).contains(&TimeOut { seat: 0, count: 2 }));
    clock.press(100_000, 1).expect("automatic action");
    clock.press(100_000, 0).expect("answer");
    clock.press(100_000, 1).expect("own action");
    clock.press(100_000, 0).expect("answer");
    assert!(clock.tick(150_000).contains(&TimeOut { seat: 0, count: 1 }));
}

#[test]
fn an_automatic_bank_drains_in_slices_and_only_its_end_is_a_time_out() {
    let mut clock = started(banked(BankStart::Auto));
    assert_eq!(
        clock.tick(20_000),
        [BankStarted {
            seat: 0,
            auto: true
        }]
    );
    assert_eq!(clock.press(32_000, 1), Ok(vec![]));
    assert_eq!(clock.press(33_000, 0), Ok(vec![]));
    let left = clock.remaining(33_000, 0).expect("seat");
    assert_eq!((left.per_move, left.bank), (Some(20_000), Some(18_000)));
    assert_eq!(
        clock.remaining(33_000, 1).and_then(|r| r.bank),
        Some(30_000)
    );
    assert_eq!(
        clock.tick(100_000),
        [
            BankStarted {
                seat: 0,
                auto: true
            },
            BankEmpty { seat: 0 },
            TimeOut { seat: 0, count: 1 },
            YellowCard { seat: 0, count: 1 },
            AutoAction { seat: 0 },
        ]
    );
    // Once empty it is gone: the next expiry is a time-out at once.
    clock.press(100_000, 1).expect("automatic action");
    clock.press(100_000, 0).expect("answer");
    assert_eq!(clock.tick(120_000)[0], TimeOut { seat: 0, count: 2 });
}

#[test]
fn a_manual_bank_must_be_started_before_expiry() {
    let mut clock = started(banked(BankStart::Manual));
    assert_eq!(clock.use_bank(20_000, 0), Err(ClockError::TooLate));
    assert_eq!(
        clock.tick(20_000),
        [
            TimeOut { seat: 0, count: 1 },
            YellowCard { seat: 0, count: 1 },
            AutoAction { seat: 0 }
        ]
    );
    assert_eq!(clock.use_bank(20_000, 0), Err(ClockError::AutoActionDue));
    clock.press(20_000, 1).expect("automatic action");
    assert_eq!(
        clock.use_bank(20_000, 0),
        Err(ClockError::NotToAct { seat: 0 })
    );
    // The limit stands still while the bank drains, and runs on when it is empty.
    assert_eq!(
        clock.use_bank(35_000, 1),
        Ok(vec![BankStarted {
            seat: 1,
            auto: false
        }])
    );
    assert_eq!(clock.use_bank(36_000, 1), Err(ClockError::BankRuns));
    let left = clock.remaining(45_000, 1).expect("seat");
    assert_eq!(
        (left.per_move, left.bank, left.bank_runs),
        (Some(5_000), Some(20_000), true)
    );
    assert_eq!(clock.tick(65_000), [BankEmpty { seat: 1 }]);
    assert_eq!(clock.use_bank(66_000, 1), Err(ClockError::BankEmpty));
    assert_eq!(clock.next_deadline(), Some(70_000));
    assert_eq!(clock.tick(70_000)[0], TimeOut { seat: 1, count: 1 });
}

#[test]
fn a_manual_bank_keeps_what_a_turn_leaves() {
    let mut clock = started(banked(BankStart::Manual));
    clock.use_bank(10_000, 0).expect("bank");
    assert_eq!(clock.press(17_000, 1), Ok(vec![]));
    assert_eq!(clock.press(18_000, 0), Ok(vec![]));
    let left = clock.remaining(18_000, 0).expect("seat");
    assert_eq!((left.bank, left.bank_runs), (Some(23_000), false));
    assert_eq!(
        clock.use_bank(1, 9),
        Err(ClockError::NoSuchSeat { seat: 9 })
    );
    let mut automatic = started(banked(BankStart::Auto));
    assert_eq!(automatic.use_bank(1, 0), Err(ClockError::NoManualBank));
}

#[test]
fn the_tenth_card_loses() {
    let mut clock = started(ClockSpec {
        bank: None,
        ..banked(BankStart::Auto)
    });
    let mut now = 0;
    for count in 1..=10 {
        now += 20_000;
        let events = clock.tick(now);
        let last = match count {
            10 => Lost {
                seat: 0,
                by: LostBy::Cards,
            },
            _ => AutoAction { seat: 0 },
        };
        assert_eq!(
            events,
            [
                TimeOut { seat: 0, count },
                YellowCard { seat: 0, count },
                last
            ]
        );
        if count < 10 {
            clock.press(now, 1).expect("automatic action");
            clock.press(now, 0).expect("answer");
        }
    }
}

#[test]
fn total_time_with_increment_and_flag() {
    let mut clock = started(ClockSpec {
        main: Some(60_000),
        increment: 2_000,
        on_timeout: OnTimeout::Lose,
        ..ClockSpec::default()
    });
    assert_eq!(clock.press(10_000, 1), Ok(vec![]));
    assert_eq!(
        clock.remaining(10_000, 0).and_then(|r| r.main),
        Some(52_000)
    );
    assert_eq!(clock.press(15_000, 0), Ok(vec![]));
    assert_eq!(
        clock.remaining(15_000, 1).and_then(|r| r.main),
        Some(57_000)
    );
    assert_eq!(clock.next_deadline(), Some(67_000));
    assert_eq!(
        clock.tick(67_000),
        [
            TimeOut { seat: 0, count: 1 },
            Lost {
                seat: 0,
                by: LostBy::Time
            }
        ]
    );
}

#[test]
fn the_nearer_limit_decides() {
    let mut clock = started(ClockSpec {
        per_move: Some(30_000),
        main: Some(40_000),
        warn_at: Some(5_000),
        ..ClockSpec::default()
    });
    assert_eq!(
        clock.tick(25_000),
        [Warning {
            seat: 0,
            left: 5_000
        }]
    );
    clock.press(29_000, 1).expect("action");
    clock.press(29_000, 0).expect("answer");
    // 11 seconds of the total are left.
    assert_eq!(
        clock.tick(35_000),
        [Warning {
            seat: 0,
            left: 5_000
        }]
    );
    assert_eq!(clock.tick(40_000)[0], TimeOut { seat: 0, count: 1 });
}

#[test]
fn the_bank_warns_for_itself() {
    let mut clock = started(ClockSpec {
        warn_at: Some(5_000),
        ..banked(BankStart::Auto)
    });
    assert_eq!(
        clock.tick(45_000),
        [
            Warning {
                seat: 0,
                left: 5_000
            },
            BankStarted {
                seat: 0,
                auto: true
            },
            Warning {
                seat: 0,
                left: 5_000
            },
        ]
    );
}

#[test]
fn a_turn_of_several_actions_has_one_limit() {
    let mut clock = started(moves_only());
    assert_eq!(clock.press(30_000, 0), Ok(vec![]));
    assert_eq!(clock.next_deadline(), Some(40_000));
    clock.tick(50_000);
    // The automatic action left the seat with more to do: that is automatic too.
    assert_eq!(clock.press(51_000, 0), Ok(vec![AutoAction { seat: 0 }]));
    assert_eq!(clock.press(52_000, 1), Ok(vec![]));
    assert_eq!(clock.faults(0), Some((1, 0)));
}

#[test]
fn an_action_after_the_end_is_too_late() {
    let mut clock = started(moves_only());
    let before = clock.clone();
    assert_eq!(clock.press(50_000, 1), Err(ClockError::TooLate));
    assert_eq!(clock, before);
    assert_eq!(clock.tick(50_000).len(), 3);
    assert_eq!(clock.press(50_000, 1), Ok(vec![]));
    // An action in time tells what happened before it.
    assert_eq!(
        clock.press(99_999, 0),
        Ok(vec![Warning {
            seat: 1,
            left: 10_000
        }])
    );
}

#[test]
fn time_never_goes_backwards() {
    let mut clock = started(moves_only());
    clock.tick(30_000);
    assert_eq!(clock.tick(10_000), []);
    assert_eq!(clock.remaining(0, 0).and_then(|r| r.per_move), Some(20_000));
    assert_eq!(clock.press(5_000, 1), Ok(vec![]));
    assert_eq!(clock.next_deadline(), Some(70_000));
}

#[test]
fn a_pause_costs_nothing_and_may_change_the_origin() {
    let mut clock = started(moves_only());
    assert_eq!(
        clock.pause(45_000),
        [Warning {
            seat: 0,
            left: 10_000
        }]
    );
    assert_eq!(clock.next_deadline(), None);
    assert_eq!(clock.tick(1_000_000), []);
    assert_eq!(clock.press(1_000_000, 1), Err(ClockError::Paused));
    let json = serde_json::to_string(&clock).expect("JSON");
    let mut clock: Clock = serde_json::from_str(&json).expect("back");
    clock.resume(7);
    assert_eq!(clock.next_deadline(), Some(5_007));
    // Without a pause there is nothing to resume.
    clock.resume(1);
    assert_eq!(clock.next_deadline(), Some(5_007));
}

#[test]
fn without_limits_nothing_runs() {
    let mut clock = started(ClockSpec::default());
    assert_eq!(clock.next_deadline(), None);
    assert_eq!(clock.tick(u64::MAX), []);
    assert_eq!(clock.press(u64::MAX, 1), Ok(vec![]));
}

#[test]
fn senseless_clocks_are_refused() {
    let check = |spec| Clock::new(spec, 2).expect_err("senseless");
    let default = ClockSpec::default;
    assert_eq!(Clock::new(default(), 0), Err(ClockError::NoSeats));
    assert_eq!(
        check(ClockSpec {
            per_move: Some(0),
            ..default()
        }),
        ClockError::Zero { key: "per_move" }
    );
    assert_eq!(
        check(ClockSpec {
            bank: Some(1),
            ..default()
        }),
        ClockError::Needs {
            key: "bank",
            needs: "per_move or main"
        }
    );
    assert_eq!(
        check(ClockSpec {
            increment: 1,
            per_move: Some(1),
            ..default()
        }),
        ClockError::Needs {
            key: "increment",
            needs: "main"
        }
    );
    let mut clock = Clock::new(default(), 2).expect("untimed");
    assert_eq!(clock.press(0, 1), Err(ClockError::NotStarted));
    assert_eq!(clock.start(0, 2), Err(ClockError::NoSuchSeat { seat: 2 }));
    assert_eq!(clock.tick(5), []);
}

#[test]
fn a_saved_state_is_checked() {
    let good = serde_json::to_value(started(moves_only())).expect("JSON");
    let mut bad = good.clone();
    bad["turn"]["seat"] = 7.into();
    assert!(serde_json::from_value::<Clock>(good).is_ok());
    assert!(serde_json::from_value::<Clock>(bad).is_err());
}

#[test]
fn a_spec_reads_as_options_do() {
    let spec: ClockSpec = serde_json::from_str(
        r#"{"per_move": 50000, "on_timeout": "lose", "bank_start": "manual"}"#,
    )
    .expect("spec");
    assert_eq!(spec.on_timeout, OnTimeout::Lose);
    assert_eq!(spec.bank_start, BankStart::Manual);
    assert!(serde_json::from_str::<ClockSpec>(r#"{"per_mvoe": 1}"#).is_err());
}

/// What a caller may do, each after some time.
#[derive(Clone, Debug)]
enum Deed {
    Tick,
    Press(u8),
    UseBank(u8),
    Break(Millis),
}

fn specs() -> impl Strategy<Value = ClockSpec> {
    let some = |range: std::ops::Range<u64>| proptest::option::of(range);
    let few = || proptest::option::of(1u8..5);
    (
        (
            some(1..60),
            some(1..40),
            any::<bool>(),
            0u64..5,
            some(1..120),
            some(0..15),
        ),
        (any::<bool>(), few(), any::<bool>(), few()),
    )
        .prop_map(
            |((per_move, bank, manual, increment, main, warn_at), rest)| ClockSpec {
                per_move,
                bank,
                bank_start: if manual {
                    BankStart::Manual
                } else {
                    BankStart::Auto
                },
                increment,
                main,
                warn_at,
                on_timeout: if rest.0 {
                    OnTimeout::AutoMove
                } else {
                    OnTimeout::Lose
                },
                timeouts_lose: rest.1,
                consecutive: rest.2,
                cards_lose: rest.3,
            },
        )
        .prop_filter("sensible", |spec| spec.check(2).is_ok())
}

fn deeds() -> impl Strategy<Value = Vec<(Millis, Deed)>> {
    let deed = prop_oneof![
        Just(Deed::Tick),
        (0u8..2).prop_map(Deed::Press),
        (0u8..2).prop_map(Deed::UseBank),
        (0u64..100).prop_map(Deed::Break),
    ];
    vec((0u64..50, deed), 0..40)
}

/// Plays the deeds, letting `wait` bring the clock from one timestamp to the next.
fn play(
    clock: &mut Clock,
    deeds: &[(Millis, Deed)],
    mut wait: impl FnMut(&mut Clock, Millis, Millis) -> Vec<ClockEvent>,
) -> Vec<ClockEvent> {
    let (mut now, mut events) = (0, Vec::new());
    for (delay, deed) in deeds {
        events.extend(wait(clock, now, now + delay));
        now += delay;
        match deed {
            Deed::Tick => {}
            Deed::Press(next) => events.extend(clock.press(now, *next).unwrap_or_default()),
            Deed::UseBank(seat) => events.extend(clock.use_bank(now, *seat).unwrap_or_default()),
            Deed::Break(length) => {
                events.extend(clock.pause(now));
                now += length;
                clock.resume(now);
            }
        }
    }
    events
}

proptest! {
    #[test]
    fn many_ticks_tell_what_one_tells(spec in specs(), deeds in deeds()) {
        let (mut coarse, mut fine) = (started(spec.clone()), started(spec.clone()));
        let mut dutiful = started(spec);
        let one = play(&mut coarse, &deeds, |clock, _, to| clock.tick(to));
        let many = play(&mut fine, &deeds, |clock, from, to| {
            (from..=to).flat_map(|now| clock.tick(now)).collect()
        });
        // Called at each deadline exactly, there is always something to tell.
        let due = play(&mut dutiful, &deeds, |clock, _, to| {
            let mut events = Vec::new();
            while let Some(deadline) = clock.next_deadline().filter(|&deadline| deadline <= to) {
                let told = clock.tick(deadline);
                assert!(!told.is_empty());
                events.extend(told);
            }
            assert_eq!(clock.tick(to), []);
            events
        });
        prop_assert_eq!(&one, &many);
        prop_assert_eq!(&one, &due);
        prop_assert_eq!(&coarse, &fine);
        prop_assert_eq!(&coarse, &dutiful);
    }

    #[test]
    fn a_saved_clock_goes_on_alike(spec in specs(), before in deeds(), after in deeds()) {
        let mut clock = started(spec);
        play(&mut clock, &before, |clock, _, to| clock.tick(to));
        let json = serde_json::to_string(&clock).expect("JSON");
        let mut loaded: Clock = serde_json::from_str(&json).expect("back");
        prop_assert_eq!(&clock, &loaded);
        let tick = |clock: &mut Clock, _, to| clock.tick(to);
        prop_assert_eq!(play(&mut clock, &after, tick), play(&mut loaded, &after, tick));
        prop_assert_eq!(clock, loaded);
    }

    #[test]
    fn a_refusal_changes_nothing_and_a_loss_ends_all(spec in specs(), deeds in deeds(), late in 0u64..500) {
        let mut clock = started(spec);
        let events = play(&mut clock, &deeds, |clock, _, to| clock.tick(to));
        let lost = events.iter().position(|event| matches!(event, Lost { .. }));
        prop_assert!(lost.is_none_or(|at| at + 1 == events.len()));
        prop_assert_eq!(lost.is_some(), clock.is_over());
        for seat in 0..3 {
            let mut other = clock.clone();
            if other.use_bank(late, seat).is_err() {
                prop_assert_eq!(&other, &clock);
            }
            let mut other = clock.clone();
            if other.press(late, seat).is_err() {
                prop_assert_eq!(&other, &clock);
            }
        }
    }
}
